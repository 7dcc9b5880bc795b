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
                "high hang-busy: The main thread hangs, busy in JSONDecoder.decode(_:from:)",
                "high update-storm: LandmarkRow is updated in a storm",
                "high long-body: LandmarkRow.body is too long for a frame",
                "high accumulated-updates: Many small LandmarkRow updates miss the frame together",
                "high fan-out: Each LandmarkRow depends on the whole ModelData.favorites",
                "high over-budget: Tap \"Favorite\" updates far more than it should",
                "medium environment-broadcast: EnvironmentWriter: SearchContext notifies 21 views each time",
                "medium fan-out: Child Environment: SearchContext reaches every LandmarkRow",
                "low accumulated-updates: First appearances of MapView and others miss the frame together",
                "low long-representable: Updating the bridged view MapView is too long for a frame",
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
                "low accumulated-updates: First appearances of LandmarkRow and others miss the frame together",
                "low accumulated-updates: First appearances of MapView and others miss the frame together",
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
        let expected = try RuleTraces.findings(json).map { "\($0)" }
        for seed in 1...5 {
            let shuffled = try RuleTraces.findings(Self.shuffled(json, seed: seed)).map { "\($0)" }
            #expect(shuffled == expected, "seed \(seed)")
        }
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

    @Test func `findings are the first list of the report`() throws {
        let store = try Traces.store(try Repository.text("SampleTraces/landmarks-before.json"))
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        let sections = try #require(report.traces.first?.sections)
        #expect(sections.map(\.id).prefix(2) == ["body-durations", "findings"] && sections[1].total == 14)
        let text = Report.renderers.render(report, as: "text", RenderOptions()) ?? ""
        #expect(text.contains("      Fix: Make each formatter once (`static let`)"))
    }
}
