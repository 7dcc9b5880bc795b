import Testing

@testable import TraceKit

/// Hangs with samples in, findings about what the main thread did out.
@Suite struct HangRuleTests {
    private let hang = ("hangs", ["{\"start_ms\": 1000, \"duration_ms\": 400}"])
    private let work = "[\"scan\", \"JSONDecoder.decode\", \"Model.load()\", \"main\"]"

    /// Samples of 10 ms each: 40 are a whole hang.
    private func samples(_ count: Int, _ frames: String, state: String? = nil) -> (String, [String]) {
        (
            "samples",
            (0..<count).map {
                "{\"start_ms\": \(1000 + 10 * $0), \"weight_ms\": 10, \"thread\": \"main\", \"frames\": \(frames)"
                    + "\(state.map { ", \"state\": \"\($0)\"" } ?? "")}"
            }
        )
    }

    private func check(
        _ count: Int, busy: [String] = [], blocked: [String] = [], unclear: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let samples = samples(count, work)
        try expectFindings(HangBusyRule.self, hang, samples, find: busy, sourceLocation: sourceLocation)
        try expectFindings(HangBlockedRule.self, hang, samples, find: blocked, sourceLocation: sourceLocation)
        try expectFindings(HangUnclearRule.self, hang, samples, find: unclear, sourceLocation: sourceLocation)
    }

    @Test func `from three quarters of the time on the thread was busy`() throws {
        try check(
            30,
            busy: [
                "high The main thread hangs, busy in scan | 1 hang (Microhang) of 400.0 ms at 1.000 s; the main "
                    + "thread ran "
                    + "75 % of that time, 100 % of its samples in Model.load() → JSONDecoder.decode → scan"
            ])
    }

    @Test func `between a quarter and three quarters it is not clear`() throws {
        let evidence = { (share: Int) in
            "high The main thread hangs, partly waiting around scan | 1 hang (Microhang) of 400.0 ms at 1.000 s; the "
                + "main "
                + "thread ran \(share) % of that time, 100 % of its samples in Model.load() → JSONDecoder.decode → scan"
        }
        try check(29, unclear: [evidence(73)])
        try check(10, unclear: [evidence(25)])
    }

    @Test func `below a quarter it waited`() throws {
        try check(
            9,
            blocked: [
                "high The main thread hangs, waiting in scan | 1 hang (Microhang) of 400.0 ms at 1.000 s; the main "
                    + "thread ran "
                    + "23 % of that time, 100 % of its samples in Model.load() → JSONDecoder.decode → scan"
            ])
    }

    @Test func `without samples the finding says what to record`() throws {
        try expectFindings(
            HangUnclearRule.self, ("hangs", ["{\"start_ms\": 10, \"duration_ms\": 120, \"thread\": \"main\"}"]),
            find: [
                "medium The main thread hangs, and there are no samples of it | 1 hang (Brief Unresponsiveness) of "
                    + "120.0 ms "
                    + "at 0.010 s; there are no main-thread samples"
            ])
    }

    @Test func `hangs in the same call are one finding, the longest is described`() throws {
        let hangs = [1_000, 2_000, 3_000].map { "{\"start_ms\": \($0), \"duration_ms\": \($0 / 10)}" }
        let samples = (0..<30).flatMap { index in
            [1_000, 2_000, 3_000].filter { index < $0 / 100 }.map { start in
                "{\"start_ms\": \(start + 10 * index), \"weight_ms\": 10, \"thread\": \"main\", \"frames\": "
                    + "[\"\(start == 2_000 ? "poll" : "sort")\", \"main\"]}"
            }
        }
        try expectFindings(
            HangBusyRule.self, ("hangs", hangs), ("samples", samples),
            find: [
                "high The main thread hangs, busy in sort | 2 hangs, 400.0 ms in all, the longest (Microhang) 300.0 "
                    + "ms at "
                    + "3.000 s; the main thread ran 100 % of that time, 100 % of its samples in sort",
                "medium The main thread hangs, busy in poll | 1 hang (Brief Unresponsiveness) of 200.0 ms at 2.000 "
                    + "s; the "
                    + "main thread ran 100 % of that time, 100 % of its samples in poll",
            ])
    }

    @Test func `the heavy path ends where no call holds half of the samples`() throws {
        let samples = (0..<40).map { index in
            "{\"start_ms\": \(1000 + 10 * index), \"weight_ms\": 10, \"thread\": \"main\", \"frames\": "
                + "[\"leaf\(index % 3)\", \"\(index < 20 ? "half" : "rest\(index)")\", \"load\", \"main\"]}"
        }
        let findings = try RuleTraces.findings(RuleTraces.document(hang, ("samples", samples)))
        #expect(findings.map(\.title).contains("The main thread hangs, busy in half"))
        let fewer = samples.dropFirst()
        let others = try RuleTraces.findings(RuleTraces.document(hang, ("samples", Array(fewer))))
        #expect(others.map(\.title).contains("The main thread hangs, busy in load"))
    }

    @Test func `only without updates and groups is a hang or a hitch outside of SwiftUI`() throws {
        let hitches = (
            "hitches",
            [
                "{\"start_ms\": 2000, \"duration_ms\": 17}",
                "{\"start_ms\": 3000, \"duration_ms\": 17, \"system\": true}",
            ]
        )
        let elsewhere = ("updates", [RuleTraces.update(1, "Row", at: 0, lasting: 100)])
        let inside = ("updates", [RuleTraces.update(1, "Row", at: 1_399_000, lasting: 100)])
        try expectFindings(
            OutsideSwiftUIRule.self, hang, hitches, elsewhere,
            find: [
                "high SwiftUI is idle during hangs and hitches: look outside of it | 1 hang (400.0 ms) and 1 hitch "
                    + "(17.0 ms) "
                    + "without a view update or an update group, 2 in all, from 1.000 s on"
            ])
        try expectFindings(OutsideSwiftUIRule.self, hang, inside, find: [])
        // Nothing is known about SwiftUI where its tables are not there.
        try expectFindings(OutsideSwiftUIRule.self, hang, hitches, find: [])
        try expectFindings(
            OutsideSwiftUIRule.self,
            (
                "hitches",
                [
                    "{\"start_ms\": 3000, \"duration_ms\": 17, \"system\": "
                        + "true}"
                ]
            ), elsewhere,
            find: [])
    }
}
