import Testing

@testable import TraceKit

/// Hangs, updates and samples in, what overlaps and how much the main thread ran out (docs/analysis.md, section 6).
@Suite struct StallPassTests {
    private let hang = ("hangs", ["{\"start_ns\": 1000, \"duration_ns\": 400}"])

    private func updates(_ intervals: (view: String, start: Int, duration: Int)...) -> (String, [String]) {
        (
            "updates",
            intervals.map {
                "{\"view\": \"\($0.view)\", \"start_ns\": \($0.start), \"duration_ns\": \($0.duration)}"
            }
        )
    }

    private func samples(_ starts: Int..., weight: Int? = nil, more: String = "") -> (String, [String]) {
        (
            "samples",
            starts.map {
                "{\"start_ns\": \($0), \"frames\": [\"f\", \"main\"]\(weight.map { ", \"weight_ns\": \($0)" } ?? "")"
                    + "\(more.isEmpty ? "" : ", \(more)")}"
            }
        )
    }

    private func summary(_ lanes: (String, [String])) throws -> StallSummary {
        let json = RuleTraces.document(hang, lanes)
        return try #require(AnalysisPasses.run(try Traces.records(json), AnalysisOptions()).hangs.first)
    }

    private func check(
        _ lane: (String, [String]), overlaps: Int64..., isBusy: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let summary = try summary(lane)
        #expect(summary.views.map(\.overlapNs) == overlaps, sourceLocation: sourceLocation)
        #expect(summary.isSwiftUIBusy == isBusy, sourceLocation: sourceLocation)
    }

    @Test func `an update overlaps from the nanosecond before a hang's start up to its last`() throws {
        try check(updates(("Row", 900, 100)), isBusy: false)
        try check(updates(("Row", 900, 101)), overlaps: 1, isBusy: true)
        try check(updates(("Row", 1_399, 50)), overlaps: 1, isBusy: true)
        try check(updates(("Row", 1_400, 50)), isBusy: false)
        try check(updates(("Row", 0, 5_000)), overlaps: 400, isBusy: true)
    }

    @Test func `a long update is found behind short ones that ended`() throws {
        try check(updates(("Long", 0, 2_000), ("Row", 10, 5), ("Row", 20, 5)), overlaps: 400, isBusy: true)
    }

    @Test func `views come by their overlap`() throws {
        try check(updates(("A", 1_000, 10), ("B", 1_010, 30), ("A", 1_100, 10)), overlaps: 30, 20, isBusy: true)
    }

    @Test func `a group keeps SwiftUI busy where it overlaps`() throws {
        func group(_ start: Int, _ duration: Int) -> (String, [String]) {
            ("groups", ["{\"start_ns\": \(start), \"duration_ns\": \(duration)}"])
        }
        try check(group(900, 100), isBusy: false)
        try check(group(900, 101), isBusy: true)
        try check(group(1_399, 9), isBusy: true)
        try check(group(1_400, 9), isBusy: false)
        try check(group(1_000, 0), isBusy: true)
        try check(group(999, 0), isBusy: false)
    }

    @Test func `samples count from the hang's first nanosecond on, the one behind its last does not`() throws {
        #expect(try summary(samples(999, 1_000, 1_399, 1_400, weight: 100)).coverage == 0.5)
        #expect(try summary(samples(999, 1_400, weight: 100)).coverage == 0)
    }

    @Test func `a thread runs at most all the time`() throws {
        #expect(try summary(samples(1_000, 1_001, 1_002, 1_003, 1_004, weight: 100)).coverage == 1)
    }

    @Test func `samples are expected by their median weight, else by their median gap`() throws {
        #expect(try summary(samples(1_000, 1_100, 1_300)).coverage == 0.75)
        #expect(try summary(samples(1_000)).coverage == nil)
        #expect(try summary(samples(1_000, 1_000)).coverage == nil)
        let weighted = (
            "samples",
            ["50", "100", "100", "0"].enumerated().map {
                "{\"start_ns\": \(1_000 + $0), \"weight_ns\": \($1), \"frames\": [\"f\"]}"
            }
        )
        #expect(try summary(weighted).coverage == 1)
    }

    @Test func `only the main thread's samples count, and only where it runs`() throws {
        #expect(try summary(samples(1_000, 1_100, weight: 100, more: "\"thread\": \"worker\"")).coverage == nil)
        #expect(try summary(samples(1_000, 1_100, weight: 100, more: "\"state\": \"Blocked\"")).coverage == 0)
        #expect(try summary(samples(1_000, 1_100, weight: 100, more: "\"state\": \"Running\"")).coverage == 0.5)
    }

    @Test func `frames come by their samples, then by name`() throws {
        let frames = ["[\"b\"]", "[\"a\"]", "[\"c\"]", "[\"c\"]"]
        let json = RuleTraces.document(
            hang,
            (
                "samples",
                frames.enumerated().map {
                    "{\"start_ns\": \(1_000 + $0 * 100), \"weight_ns\": 100, \"frames\": \($1)}"
                }
            ))
        let records = try Traces.records(json)
        let summary = try #require(AnalysisPasses.run(records, AnalysisOptions()).hangs.first)
        #expect(summary.frames.map { "\(records.names.text($0.frame) ?? "") \($0.samples)" } == ["c 2", "a 1", "b 1"])
    }
}
