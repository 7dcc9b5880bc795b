import Testing

@testable import TraceKit

/// Sums over the updates of a view, held against a count that is too simple to be wrong.
@Suite struct ViewSummaryPassTests {
    private static let sql = """
        SELECT n.text, v.kind, v.updates, v.total_ns, v.median_ns, v.p95_ns, v.max_ns, v.gray,
            v.red + v.orange + v.unterminated, v.checks FROM view v JOIN name n ON n.id = v.name_id ORDER BY n.text, v.kind
        """

    /// What the pass must find, from the updates as they were made up. A body without an end may be red or orange, which the
    /// oracle knows: these are counted together here.
    private func expected(_ updates: [RandomTrace.Update]) -> [String] {
        var rows: [String] = []
        for view in Set(updates.map(\.view)).sorted() {
            for kind in UpdateKind.allCases {
                let all = updates.filter { $0.view == view && $0.kind == kind }
                if all.isEmpty { continue }
                let counted = all.filter { $0.phase != .check }
                let durations = counted.compactMap(\.duration).sorted()
                func percentile(_ percent: Int) -> String {
                    let rank = durations.indices.first { ($0 + 1) * 100 >= durations.count * percent }
                    return rank.map { "\(durations[$0])" } ?? "-"
                }
                let gray = durations.filter { $0 <= 8_300_000 }.count
                let cells: [Any] = [
                    view, kind.rawValue, counted.count, durations.reduce(0, +), percentile(50), percentile(95),
                    percentile(100), gray, counted.count - gray, all.count - counted.count,
                ]
                rows.append(cells.map { "\($0)" }.joined(separator: "|"))
            }
        }
        return rows
    }

    @Test func `random traces give the sums of a naive count`() throws {
        for seed in 0..<60 {
            let trace = RandomTrace(seed: seed, updates: 1 + seed * 3, hasOpenBodies: false)
            let found = try Traces.store(trace.json()).rows(Self.sql)
            #expect(found == expected(trace.updates), "seed \(seed)")
        }
    }

    @Test func `totals conserve: colours and updates without end are all updates`() throws {
        for seed in 0..<20 {
            let trace = RandomTrace(seed: seed)
            let store = try Traces.store(trace.json())
            #expect(
                try store.rows(
                    "SELECT sum(red + orange + gray + unterminated) = sum(updates), sum(updates + checks) FROM view_summary"
                )
                    == ["1|\(trace.updates.count)"], "seed \(seed)")
            #expect(
                try store.rows(
                    """
                    SELECT (SELECT count(*) FROM updates WHERE phase <> 'check') = updates,
                        (SELECT sum(updates) FROM view_summary) = updates FROM traces
                    """) == ["1|1"], "seed \(seed)")
        }
    }

    @Test func `a view is a name, a module and a kind`() throws {
        let store = try Traces.store(
            Traces.updates(
                "{\"view\": \"Row\", \"start_ns\": 1, \"duration_ns\": 1}",
                "{\"view\": \"Row\", \"start_ns\": 2, \"duration_ns\": 2, \"module\": \"App\"}",
                "{\"view\": \"Row\", \"start_ns\": 3, \"duration_ns\": 3, \"kind\": \"layout\"}",
                "{\"view\": \"Row\", \"start_ns\": 4, \"duration_ns\": 4, \"module\": \"App\"}"))
        #expect(
            try store.rows("SELECT view, module, kind, updates, max_ms * 1e6 FROM view_summary ORDER BY view_id")
                == ["Row|-|body|1|1.0", "Row|App|body|2|4.0", "Row|-|layout|1|3.0"])
    }

    @Test func `sums stop at the largest number instead of turning over`() throws {
        let huge = "\"duration_ns\": 4611686018427387903"
        let store = try Traces.store(
            Traces.updates(
                "{\"view\": \"Row\", \"start_ns\": 1, \(huge)}", "{\"view\": \"Row\", \"start_ns\": 2, \(huge)}",
                "{\"view\": \"Row\", \"start_ns\": 3, \(huge)}"))
        #expect(try store.rows("SELECT total_ns FROM view") == ["\(Int64.max)"])
    }
}
