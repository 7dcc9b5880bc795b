import Testing

@testable import TraceKit

/// What a poorer form of a session says against the session itself: the same, less, or that it is not recorded – never the
/// opposite.
@Suite struct PoorerInputTests {
    enum Form: String, CaseIterable {
        case withoutCauses, withoutChanges, withoutDurations

        func of(_ trace: OracleTrace) -> OracleTrace {
            var poorer = trace
            switch self {
            case .withoutCauses:
                (poorer.causes, poorer.edges) = ([], [])
                for index in poorer.updates.indices { poorer.updates[index].causes = [] }
            case .withoutChanges:
                poorer.updates.removeAll { $0.start == nil }
                for index in poorer.updates.indices { poorer.updates[index].changed = nil }
            case .withoutDurations:
                for index in poorer.updates.indices { poorer.updates[index].duration = nil }
            }
            return poorer
        }

        /// Words of which "No problems found" must hold one.
        var lacks: [String] {
            switch self {
            case .withoutCauses: ["causes"]
            case .withoutChanges: ["changed properties", "unknown", "not recorded", "not in this input"]
            case .withoutDurations: ["took is not recorded", "without an end", "none of them is of a view body"]
            }
        }
    }

    private static let seeds = 2_000_000..<(2_000_000 + OracleCase.count / 3)

    /// The verdict of each update by its tag.
    private static func verdicts(_ store: TraceStore) throws -> [String: (verdict: String, reason: String)] {
        let rows = try store.database.rows(
            "SELECT allocations, verdict, reason FROM updates WHERE phase <> 'check' AND verdict IS NOT NULL")
        return Dictionary(
            rows.map { ($0[0].plain, ($0[1].plain, $0[2].plain)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Which reasons rest on what a form does not have.
    private static let needs: [Form: Set<String>] = [
        .withoutCauses: ["fan-out", "expected"], .withoutChanges: ["unchanged", "changed-input", "parent-only"],
        .withoutDurations: [],
    ]

    /// The rules of verdicts are asked in their order (docs/analysis.md, section 5): without the evidence of one a later one may
    /// tell the other way round. That stays rare, and no verdict rests on what is not there.
    @Test(arguments: Form.allCases) func `verdicts rest on what is there, and few are told otherwise`(
        _ form: Form
    ) throws {
        var (same, unknown, turned) = (0, 0, [String: Int]())
        for seed in Self.seeds {
            let one = OracleCase(seed: seed)
            let rich = try Self.verdicts(try OracleCase.store([one]))
            let poor = try Self.verdicts(try OracleCase.store([one]) { form.of($0.trace).json })
            #expect(poor.values.allSatisfy { Self.needs[form]?.contains($0.reason) == false }, "seed \(seed)")
            for (tag, old) in rich where old.verdict != "unknown" {
                guard let new = poor[tag], new.verdict != "unknown" else {
                    unknown += 1
                    continue
                }
                if old.verdict == new.verdict {
                    same += 1
                } else {
                    turned["\(old.reason) → \(new.reason)", default: 0] += 1
                }
            }
        }
        let all = turned.values.reduce(0, +)
        #expect(same > 50 && all * 10 < same + unknown, "\(same) the same, \(unknown) unknown, \(turned)")
        // What is proven is never made up.
        #expect(!turned.keys.contains { $0.hasSuffix("→ unchanged") })
    }

    @Test(arguments: Form.allCases) func `a row of unknown updates has no count of unnecessary ones`(
        _ form: Form
    ) throws {
        let cases = Self.seeds.prefix(50).map { OracleCase(seed: $0) }
        let store = try OracleCase.store(cases) { form.of($0.trace).json }
        for view in ["view_summary", "interactions", "causes", "cause_chains"] {
            let judged = "(SELECT count(*) FROM \(view) WHERE unknown > 0 AND necessary + coalesce(unnecessary, 0) = 0"
            let rows = try store.rows(
                "SELECT \(judged) AND (unnecessary IS NOT NULL OR wasted_ms IS NOT NULL)), \(judged)) > 0")
            #expect(rows == ["0|1"], "\(view)")
        }
    }

    private static func problems(_ json: String) throws -> (found: Int, note: String) {
        let report = try ReportBuilder.build(try Traces.store(json), traces: [1], ReportBuilder.Options()).traces[0]
        let section = report.sections.first { $0.id == "problems" }
        return (section?.total ?? 0, (section?.emptyNote ?? "") + "\n" + (report.answer.waste.words() ?? ""))
    }

    /// Only what needs causes, changed properties or long bodies is a problem of it.
    private static func calm(_ trace: OracleTrace) -> OracleTrace {
        var calm = trace
        (calm.hangs, calm.hitches, calm.samples, calm.groups) = ([], [], [], nil)
        calm.updates.removeAll { $0.duration == nil && $0.start != nil }
        return calm
    }

    @Test(arguments: Form.allCases) func `no problems are found only beside what was not recorded`(_ form: Form) throws
    {
        for seed in Self.seeds {
            let trace = Self.calm(OracleCase(seed: seed).trace)
            let poorer = form.of(trace)
            guard poorer.updates.contains(where: \.counts), try Self.problems(trace.json).found > 0 else { continue }
            let poor = try Self.problems(poorer.json)
            guard poor.found == 0 else { continue }
            #expect(form.lacks.contains { poor.note.contains($0) }, "seed \(seed): \(poor.note)")
        }
    }

    /// Twelve cells that run in an interaction though nothing of their own changed, too slowly for a storm.
    private static func cells(cause: Bool, changed: String?) -> String {
        let rows = (0..<12).map { number in
            "{\"id\": \(10 + number), \"view\": \"Cell\", \"start_ms\": \(10 + 100 * number), \"duration_ms\": 0.5, "
                + "\"instance\": \"\(number)\"" + (cause ? ", \"cause\": 2" : "")
                + (changed.map { ", \"changed\": \($0)" } ?? "") + "}"
        }
        let causes = "\"causes\": [{\"id\": 2, \"name\": \"Shop.items\", \"kind\": \"state\", \"cause\": 1}], "
        return "{\"format\": \"tracekit\", \"version\": 1, "
            + "\"interactions\": [{\"id\": 1, \"kind\": \"tap\", \"start_ms\": 0}], "
            + "\(cause ? causes : "")\"updates\": [\(rows.joined(separator: ",\n"))]}"
    }

    @Test func `waste that a poorer form cannot show is unknown there, and no problem is told with what lacks`() throws
    {
        for (cause, changed) in [(true, "[\"@self\"]"), (true, nil), (false, "[]")] {
            #expect(try Self.problems(Self.cells(cause: cause, changed: changed)).found > 0)
        }
        let bare = Self.cells(cause: false, changed: nil)
        #expect(
            try Traces.store(bare).rows("SELECT unnecessary, wasted_ms, unknown FROM view_summary") == ["-|-|12"])
        let poor = try Self.problems(bare)
        #expect(poor.found == 0 && poor.note.contains("not in this input: causes, changed properties"), "\(poor)")
        #expect(poor.note.hasSuffix("whether the 12 updates were necessary is not recorded"), "\(poor)")
    }

    // MARK: Lines of a console or log

    /// The updates whose changed properties are known, as a console or a log tells of them, in their order.
    private static func evaluations(_ trace: OracleTrace) -> [OracleTrace.Update] {
        trace.updates.filter { $0.start != nil && $0.changed != nil && !$0.isCheck }.sorted {
            ($0.start ?? 0) < ($1.start ?? 0)
        }
    }

    private static func line(_ update: OracleTrace.Update) -> String {
        let changed = update.changed ?? []
        return "\(update.view): \(changed.isEmpty ? "unchanged." : "\(changed.joined(separator: ", ")) changed.")"
    }

    private static func console(_ trace: OracleTrace) -> String {
        evaluations(trace).map { line($0) + "\n" }.joined()
    }

    private static func log(_ trace: OracleTrace) -> String {
        evaluations(trace).map { update in
            let digits = String((update.start ?? 0) / 1000 % 60_000_000 + 60_000_000).dropFirst()
            let time =
                "2026-05-04 11:\(10 + (update.start ?? 0) / 60_000_000_000):\(digits.prefix(2)).\(digits.dropFirst(2))+0200"
            return "{\"eventType\":\"logEvent\",\"messageType\":\"Info\",\"subsystem\":\"com.apple.SwiftUI\","
                + "\"category\":\"Changed Body Properties\",\"threadID\":1,\"timestamp\":\"\(time)\","
                + "\"machTimestamp\":\((update.start ?? 0) + 1),\"processImagePath\":\"/App\",\"processID\":1,"
                + "\"eventMessage\":\"\(line(update))\"}\n"
        }.joined()
    }

    @Test func `lines of a console and a log tell of unchanged bodies as the session does, and of nothing as clean`()
        throws
    {
        var (seen, unchanged, clean) = (0, 0, 0)
        for seed in Self.seeds {
            let trace = OracleCase(seed: seed).trace
            let evaluations = Self.evaluations(trace)
            guard evaluations.count > 3 else { continue }
            for text in [Self.console(trace), Self.log(trace)] {
                seen += 1
                let store = try Traces.store(text)
                let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options()).traces[0]
                let expected = evaluations.count { $0.changed == [] }
                #expect(report.answer.console?.evaluations == evaluations.count, "seed \(seed)")
                #expect(report.answer.console?.unchanged == expected, "seed \(seed)")
                unchanged += expected
                // Of bodies without a time no window tells whether they were due.
                #expect(report.answer.updates == 0 && !report.answer.waste.isKnown, "seed \(seed)")
                #expect(try store.rows("SELECT count(*) FROM view_summary WHERE unnecessary IS NOT NULL") == ["0"])
                let section = report.sections.first { $0.id == "problems" }
                guard section?.total == 0 else { continue }
                clean += 1
                let words = expected == 0 ? "none ran unchanged" : "\(expected) ran unchanged"
                #expect(
                    section?.emptyNote.contains(words) == true
                        && section?.emptyNote.contains("not in this input") == true)
            }
        }
        #expect(seen > 20 && unchanged > 20 && clean > 20, "\(seen) \(unchanged) \(clean)")
    }
}
