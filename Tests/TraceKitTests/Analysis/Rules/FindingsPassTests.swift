import Foundation
import Testing

@testable import TraceKit

/// Whole traces in, ranked findings out.
@Suite struct FindingsPassTests {
    private func check(_ sample: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        let json = try Repository.text("SampleTraces/\(sample).json")
        let findings = try RuleTraces.findings(json)
        #expect(
            findings.map { "\($0.severity) \($0.rule): \($0.title)" } == expected, sourceLocation: sourceLocation)
        #expect(findings.map(\.costNs) == findings.map(\.costNs).sorted(by: >), sourceLocation: sourceLocation)
        try expectStatements(json, findings, sourceLocation: sourceLocation)
    }

    @Test func `before the fixes the five troubles of Landmarks are found, by time`() throws {
        try check(
            "landmarks-before",
            [
                "high expensive-call: LandmarkRow.body makes date, number or measurement formatters",
                "high outside-swiftui: SwiftUI is idle during hangs: look outside of it",
                "high hang-busy: The main thread hangs, busy in ModelData.load(_:)",
                "high update-storm: LandmarkRow is updated in a storm",
                "high long-body: LandmarkRow.body is too long for a frame",
                "high accumulated-updates: Many small LandmarkRow updates miss the frame together",
                "high fan-out: Each LandmarkRow depends on the whole ModelData.favorites",
                "high over-budget: Tap \"Favorite\" updates far more than it should",
                "medium environment-broadcast: EnvironmentWriter: SearchContext notifies 21 views each time",
                "medium fan-out: Child Environment: SearchContext reaches every LandmarkRow",
                "low long-body: LandmarkDetail.body is too long for a frame",
                "low unterminated: 2 updates without an end",
            ])
    }

    @Test func `the evidence on the two favorites is what the story says`() throws {
        let findings = try RuleTraces.findings(try Repository.text("SampleTraces/landmarks-before.json"))
        let fanOut = try #require(findings.first { $0.title.contains("ModelData.favorites") })
        #expect(
            fanOut.evidence == "2 taps updated LandmarkRow 104 times each; 206 of these 208 updates are unnecessary "
                + "(possible: "
                + "nothing of their own is known to have changed), 140.9 ms wasted")
        let formatters = try #require(findings.first { $0.rule == "expensive-call" })
        #expect(formatters.evidence.contains("called from LandmarkRow.formattedDate.getter 276"))
        #expect(formatters.hint.contains("`static let`"))
    }

    @Test func `after the fixes only small things are left`() throws {
        try check(
            "landmarks-after",
            [

                "low long-body: LandmarkDetail.body is too long for a frame",
                "low unterminated: 2 updates without an end",
            ])
    }

    @Test func `a trace without anything has no findings`() throws {
        #expect(try RuleTraces.findings(RuleTraces.document(("updates", []))).isEmpty)
        #expect(try RuleTraces.findings(RuleTraces.document(("interactions", []), ("hangs", []))).isEmpty)
    }

    @Test func `the order of rows does not matter`() throws {
        let json = try Repository.text("SampleTraces/landmarks-before.json")
        func texts(_ json: String) throws -> [String] {
            let results = AnalysisPasses.run(try Traces.records(json), AnalysisOptions())
            let findings = results.findings.map {
                "\($0.severity) \($0.title) | \($0.evidence) | \($0.hint) | \($0.sql) | \($0.rows) \($0.costNs)"
            }
            return findings + results.problems.map { "\($0)" }
        }
        let expected = try texts(json)
        for seed in 1...5 { #expect(try texts(Self.shuffled(json, seed: seed)) == expected, "seed \(seed)") }
    }

    /// Each lane's lines in another order; the samples have one record a line.
    private static func shuffled(_ json: String, seed: Int) -> String {
        var numbers = SeededNumbers(seed)
        var lines: [String] = []
        var lane: [String] = []
        for line in json.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("{\"") {
                lane.append(String(line.hasSuffix(",") ? line.dropLast() : line))
                continue
            }
            lane.shuffle(using: &numbers)
            if !lane.isEmpty { lines.append(lane.joined(separator: ",\n")) }
            lane = []
            lines.append(String(line))
        }
        return lines.joined(separator: "\n")
    }

    @Test(arguments: [1, 20, 21, 400])
    func `of each rule the twenty that cost most are told and the others counted`(_ count: Int) throws {
        let json = RuleTraces.longViews(count)
        let results = AnalysisPasses.run(try Traces.records(json), AnalysisOptions())
        #expect(results.findings.map(\.view) == (0..<min(20, count)).map { "Row\(count - $0)" })
        #expect(results.smallerFindings.map(\.view) == (20..<max(20, count)).map { "Row\(count - $0)" })
        let store = try Traces.store(json, json)
        #expect(
            try store.rows("SELECT found, listed, smaller FROM finding_counts WHERE trace_id = 2")
                == ["\(count)|\(min(20, count))|\(max(0, count - 20))"])
        #expect(
            try store.rows("SELECT view FROM all_findings WHERE trace_id = 2 ORDER BY cost_ms DESC")
                == (0..<count).map { "Row\(count - $0)" })
        let report = try ReportBuilder.build(store, traces: [2], ReportBuilder.Options())
        let section = try #require(report.traces[0].sections.first { $0.id == "findings" })
        #expect(section.total == count && section.smaller?.total ?? 0 == max(0, count - 20))
        guard let smaller = section.smaller else { return }
        #expect(try store.rows(smaller.sql).count == count)
        for format in ["text", "json", "markdown", "github", "html"] {
            let text = Report.renderers.render(report, as: format, RenderOptions()) ?? ""
            #expect(text.contains("long-body") && text.contains("\(smaller.total)"), "\(format)")
        }
    }

    @Test func `views of one name in many modules are cut in the same place whatever their order`() throws {
        let updates = (0..<30).map {
            RuleTraces.update($0 + 1, "Row", at: $0 * 100_000, lasting: 20_000, "\"module\": \"M\($0)\"")
        }
        func told(_ updates: [String]) throws -> [String] {
            try RuleTraces.findings(RuleTraces.document(("updates", updates))).map(\.sql)
        }
        #expect(try told(updates).count == 20)
        #expect(try told(updates) == told(updates.reversed()))
    }

    @Test func `problems are the first list of the report, findings stand behind them`() throws {
        let store = try Traces.store(try Repository.text("SampleTraces/landmarks-before.json"))
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        let sections = try #require(report.traces.first?.sections)
        #expect(sections.map(\.id).prefix(3) == ["problems", "body-durations", "findings"])
        #expect(sections[0].total == 5 && sections[2].total == 12)
        let text = Report.renderers.render(report, as: "text", RenderOptions()) ?? ""
        #expect(text.contains("      Fix: Make each formatter once (`static let`)"))
    }
}
