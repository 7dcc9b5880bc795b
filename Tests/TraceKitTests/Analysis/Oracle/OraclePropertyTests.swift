import Testing

@testable import TraceKit

/// What must hold of every trace, whoever is right about a single row (docs/analysis.md, section 9).
@Suite struct OraclePropertyTests {
    private static let seeds = 1_000_000..<(1_000_000 + OracleCase.count / 2)

    @Test func `totals add up whichever way they are counted`() throws {
        let updates = "FROM updates WHERE phase <> 'check' AND start_ns IS NOT NULL"
        let same = [
            "SELECT count(*) \(updates)": [
                "SELECT sum(updates) FROM view_summary",
                "SELECT sum(red + orange + gray + unterminated) FROM view_summary",
                "SELECT (SELECT sum(updates) FROM interactions) + count(*) \(updates) AND interaction_id IS NULL",
                "SELECT count(*) \(updates) AND membership IN ('linked', 'temporal', 'recurring', 'launch', 'unattributed')",
                "SELECT sum(updates) FROM cause_chains",
                "SELECT sum(updates) FROM traces",
            ],
            "SELECT count(*) \(updates) AND interaction_id IS NOT NULL": [
                "SELECT sum(updates) FROM interactions", "SELECT sum(linked + temporal) FROM interactions",
                "SELECT sum(red + orange + gray + unterminated) FROM interactions",
                "SELECT sum(necessary + coalesce(unnecessary, 0) + unknown) FROM interactions",
            ],
            "SELECT count(*) \(updates) AND (interaction_id IS NOT NULL OR membership = 'recurring')": [
                "SELECT sum(necessary + coalesce(unnecessary, 0) + unknown) FROM view_summary",
                "SELECT count(*) FROM updates WHERE verdict IS NOT NULL",
            ],
            "SELECT count(*) \(updates) AND run_id IS NOT NULL AND verdict IS NOT NULL": [
                "SELECT sum(necessary + coalesce(unnecessary, 0) + unknown) FROM recurring"
            ],
            "SELECT count(*) FROM unnecessary_updates WHERE interaction_id IS NOT NULL": [
                "SELECT sum(proven + likely + possible) FROM interactions"
            ],
            "SELECT count(*) FROM unnecessary_updates": [
                "SELECT sum(proven + likely + possible) FROM view_summary",
                "SELECT sum(unnecessary) FROM cause_chains",
            ],
            "SELECT CAST(round(total(duration_ms) * 1e6) AS INTEGER) FROM unnecessary_updates": [
                "SELECT CAST(round(total(wasted_ms) * 1e6) AS INTEGER) FROM view_summary",
                "SELECT CAST(round(total(wasted_ms) * 1e6) AS INTEGER) FROM cause_chains",
            ],
            """
            SELECT CAST(round((SELECT total(duration_ms) FROM hitches WHERE class <> 'system')
                + (SELECT total(duration_ms) FROM hangs), 3) * 1000 AS INTEGER)
            """: ["SELECT CAST(round(total(late_ms), 3) * 1000 AS INTEGER) FROM late_time"],
            "SELECT count(*) \(updates) AND group_id IS NOT NULL": ["SELECT sum(updates) FROM update_groups"],
            "SELECT count(*) FROM updates WHERE phase = 'check'": ["SELECT sum(checks) FROM view_summary"],
            "SELECT count(*) FROM updates WHERE membership = 'untimed'": ["SELECT sum(untimed) FROM view_summary"],
        ]
        _ = try OracleCase.forAll(Self.seeds) { cases in
            let store = try OracleCase.store(cases)
            return try same.allSatisfy { whole, parts in
                let expected = try store.rows(whole)
                return try parts.allSatisfy { try store.rows($0).map { $0 == "-" ? "0" : $0 } == expected }
            }
        }
    }

    @Test func `the order of rows and lanes changes nothing`() throws {
        _ = try OracleCase.forAll(Self.seeds) { cases in
            let shuffled = try OracleCase.store(cases) { one in
                var random = SeededNumbers(one.seed)
                let lanes = one.trace.lanes.map { (key: $0.key, rows: RowOrderTests.shuffled($0.rows, using: &random)) }
                return OracleTrace.document(lanes.shuffled(using: &random))
            }
            return try RowOrderTests.dump(shuffled) == RowOrderTests.dump(try OracleCase.store(cases))
        }
    }

    @Test func `rows that come twice count once`() throws {
        _ = try OracleCase.forAll(Self.seeds) { cases in
            let twice = try OracleCase.store(cases) { Self.doubled($0.trace).json }
            return try Self.lines(twice) == Self.lines(try OracleCase.store(cases))
        }
    }

    /// The trace with everything twice that has an id, and every cause and edge.
    private static func doubled(_ trace: OracleTrace) -> OracleTrace {
        var twice = trace
        for index in twice.causes.indices { twice.causes[index].causes += twice.causes[index].causes }
        for index in twice.updates.indices { twice.updates[index].causes += twice.updates[index].causes }
        twice.interactions += trace.interactions.filter { $0.id != nil }
        twice.causes += trace.causes.filter { $0.id != nil }
        twice.updates += trace.updates.filter { $0.id != nil }
        twice.edges += trace.edges
        twice.groups = trace.groups.map { $0 + $0.filter { $0.id != nil } }
        return twice
    }

    @Test func `an analysis of what a database holds is the same`() throws {
        _ = try OracleCase.forAll(Self.seeds) { cases in
            let first = try OracleCase.store(cases)
            let again = try TraceStore.write(to: .temporary) { database throws(TraceError) in
                for (index, one) in cases.enumerated() {
                    let records = try TraceReader.read(first.database, trace: Int64(index + 1))
                    let results = AnalysisPasses.run(records, one.options)
                    _ = try TraceWriter.write(records, results, importedAt: nil, into: database)
                }
            }
            return try Self.lines(again) == Self.lines(first)
        }
    }

    @Test func `rows that cannot be taken are counted and change nothing else`() throws {
        let books = """
            SELECT counter, sum(count) FROM import_counters WHERE counter LIKE 'rows-%' GROUP BY 1 ORDER BY 1
            """
        _ = try OracleCase.forAll(Self.seeds) { cases in
            // Where nothing at all can be taken there is no trace.
            let cases = cases.filter { !$0.trace.updates.isEmpty }
            let clean = try OracleCase.store(cases)
            var spoilt = 0
            let store = try OracleCase.store(cases) { Self.spoilt($0, &spoilt) }
            var expected = try Self.counts(clean.rows(books))
            expected["rows-rejected", default: 0] += spoilt
            expected["rows-seen", default: 0] += spoilt
            let found = try Self.counts(store.rows(books))
            let parts = ["rows-imported", "rows-rejected", "rows-skipped"].reduce(0) { $0 + (found[$1] ?? 0) }
            return try found == expected && found["rows-seen"] == parts && Self.lines(store) == Self.lines(clean)
        }
    }

    /// The trace with rows that lack what they must have, anywhere among the others.
    private static func spoilt(_ one: OracleCase, _ number: inout Int) -> String {
        var random = SeededNumbers(one.seed)
        let useless = ["{\"id\": 77777}", "{\"duration_ns\": 5}", "{\"start_ns\": true}", "[1, 2]", "7"]
        var lanes = one.trace.lanes
        for index in lanes.indices where !lanes[index].rows.isEmpty {
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0...lanes[index].rows.count, using: &random)
                lanes[index].rows.insert(useless.randomElement(using: &random) ?? "7", at: place)
                number += 1
            }
        }
        return OracleTrace.document(lanes)
    }

    private static func counts(_ rows: [String]) -> [String: Int] {
        let pairs = rows.map { $0.split(separator: "|").map(String.init) }
        return Dictionary(pairs.map { ($0[0], Int($0[1]) ?? 0) }) { $0 + $1 }
    }

    @Test(arguments: TraceExporters.all.filter { $0.isOwnFormat }.map { $0.name })
    func `a trace in any shape of our own format is the same trace`(
        _ shape: String
    ) throws {
        _ = try OracleCase.forAll(Self.seeds) { cases in
            let cases = cases.map { one in
                var one = one
                one.trace = Self.exportable(one.trace)
                return one
            }
            let first = try OracleCase.store(cases)
            var texts: [Int: String] = [:]
            for (index, one) in cases.enumerated() {
                try TraceExporters.write(first, trace: Int64(index + 1), as: shape) { piece in
                    texts[one.seed, default: ""] += piece
                    return true
                }
            }
            let again = try OracleCase.store(cases) { texts[$0.seed] ?? "" }
            return try Self.lines(again) == Self.lines(first)
        }
    }

    /// Without what an export changes: lanes without rows are not written, nodes of edges are given ids.
    private static func exportable(_ trace: OracleTrace) -> OracleTrace {
        var trace = trace
        if trace.groups?.isEmpty == true { trace.groups = nil }
        if trace.hitches?.isEmpty == true { trace.hitches = nil }
        for index in trace.causes.indices where trace.causes[index].id == nil { trace.causes[index].causes = [] }
        for index in trace.updates.indices where trace.updates[index].id == nil { trace.updates[index].causes = [] }
        return trace
    }

    @Test func `rows of another process change nothing`() throws {
        let app = "{\"process\": \"App\", \"pid\": 1, \"duration_ns\": 1000000000000}"
        func alone(_ one: OracleCase) -> String {
            one.trace.json.replacing("\"version\": 1", with: "\"version\": 1, \"trace\": \(app)")
        }
        _ = try OracleCase.forAll(Self.seeds) { cases in
            let both = try OracleCase.store(cases) { one in
                let others = Self.ofAnotherProcess(OracleCase(seed: one.seed + 1).trace, beside: one.trace)
                let lanes = one.trace.lanes.map { lane in
                    (key: lane.key, rows: lane.rows + (others.first { $0.key == lane.key }?.rows ?? []))
                }
                return OracleTrace.document([(key: "trace", rows: [])] + lanes)
                    .replacing("\"trace\": []", with: "\"trace\": \(app)")
            }
            let isKept = try cases.indices.allSatisfy { index in
                let others = try both.rows(
                    "SELECT count(*) FROM updates WHERE trace_id = \(index + 1) AND is_target = 0")
                return others == ["\(OracleCase(seed: cases[index].seed + 1).trace.updates.count)"]
            }
            let (found, expected) = (try Self.lines(both), try Self.lines(try OracleCase.store(cases, json: alone)))
            return isKept && found == expected
        }
    }

    /// The rows of a trace as those of a process that is not looked at, with ids of their own. A lane that only it has would
    /// tell of what was recorded.
    private static func ofAnotherProcess(
        _ trace: OracleTrace, beside own: OracleTrace
    ) -> [(key: String, rows: [String])] {
        var trace = trace
        func shifted(_ id: UInt64) -> UInt64 { id &+ 1 << 40 }
        trace.interactions = []
        for index in trace.causes.indices {
            trace.causes[index].id = trace.causes[index].id.map(shifted)
            trace.causes[index].causes = trace.causes[index].causes.map(shifted)
        }
        for index in trace.updates.indices {
            trace.updates[index].id = trace.updates[index].id.map(shifted)
            trace.updates[index].causes = trace.updates[index].causes.map(shifted)
            trace.updates[index].group = own.groups == nil ? nil : trace.updates[index].group.map(shifted)
        }
        for index in trace.edges.indices {
            trace.edges[index].from = shifted(trace.edges[index].from)
            trace.edges[index].to = shifted(trace.edges[index].to)
        }
        trace.groups = trace.groups?.map { group in
            var group = group
            group.id = group.id.map(shifted)
            return group
        }
        return trace.lanes.map { lane in
            let process = "{\"process\": \"Other (2)\", "
            return (key: lane.key, rows: lane.key == "edges" ? lane.rows : lane.rows.map { process + $0.dropFirst() })
        }
    }

    private static func lines(_ store: TraceStore) throws -> [String] { try ProductTables.lines(store).sorted() }
}
