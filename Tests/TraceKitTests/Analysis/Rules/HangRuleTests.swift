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
                "high The main thread hangs, busy in Model.load() | 1 hang (Microhang) of 400.0 ms at 1.000 s; it "
                    + "decodes JSON or property lists; 100 % of 30 running samples of the main thread; the main thread ran "
                    + "75 % of that time, 100 % of its samples in Model.load() → JSONDecoder.decode → scan"
            ])
    }

    @Test func `between a quarter and three quarters it is not clear`() throws {
        let evidence = { (share: Int, samples: Int) in
            "high The main thread hangs, partly waiting around Model.load() | 1 hang (Microhang) of 400.0 ms at 1.000 s; it "
                + "decodes JSON or property lists; 100 % of \(samples) running samples of the main thread; the main "
                + "thread ran \(share) % of that time, 100 % of its samples in Model.load() → JSONDecoder.decode → scan"
        }
        try check(29, unclear: [evidence(73, 29)])
        try check(10, unclear: [evidence(25, 10)])
    }

    @Test func `a quarter and three quarters are exact`() throws {
        func rule(_ count: Int) throws -> [String] {
            let samples = (0..<count).map {
                "{\"start_ms\": \(1_000 + $0), \"weight_ms\": 1, \"frames\": [\"f\", \"main\"]}"
            }
            let hang = ("hangs", ["{\"start_ms\": 1000, \"duration_ms\": 1000}"])
            return try RuleTraces.findings(RuleTraces.document(hang, ("samples", samples))).map(\.rule)
        }
        #expect(
            try [249, 250, 749, 750].map(rule) == [["hang-blocked"], ["hang-unclear"], ["hang-unclear"], ["hang-busy"]])
    }

    @Test func `the place of a hang is its window, or the launch`() throws {
        func evidence(_ start: Int) throws -> String {
            let findings = try RuleTraces.findings(
                RuleTraces.document(
                    ("interactions", ["{\"id\": 1, \"kind\": \"tap\", \"name\": \"A\", \"start_ms\": 1000}"]),
                    ("hangs", ["{\"start_ms\": \(start), \"duration_ms\": 120, \"kind\": \"Hang\"}"])))
            return findings.first { $0.rule == "hang-unclear" }?.evidence ?? ""
        }
        #expect(try evidence(999).contains(" at 0.999 s, during launch; "))
        #expect(try evidence(1_000).contains(" at 1.000 s, in Tap \"A\"; "))
        #expect(try evidence(5_000).contains(" at 5.000 s; "))
        let atEmptyWindow = try RuleTraces.findings(
            RuleTraces.document(
                ("interactions", ["{\"id\": 1, \"kind\": \"tap\", \"start_ms\": 1000, \"duration_ms\": 0}"]),
                ("hangs", ["{\"start_ms\": 1000, \"duration_ms\": 120, \"kind\": \"Hang\"}"])))
        #expect(atEmptyWindow.first?.evidence.contains(" at 1.000 s; ") == true)
    }

    @Test func `three calls of the path and three views are named`() throws {
        let samples = (0..<12).map {
            "{\"start_ms\": \(1_000 + 10 * $0), \"weight_ms\": 10, \"frames\": [\"e\", \"d\", \"c\", \"b\", \"main\"]}"
        }
        let updates = (0..<4).map { RuleTraces.update($0 + 1, "V\($0)", at: 1_000_000, lasting: 40_000 - 5_000 * $0) }
        let findings = try RuleTraces.findings(
            RuleTraces.document(
                ("hangs", ["{\"start_ms\": 1000, \"duration_ms\": 120, \"kind\": \"Hang\"}"]), ("samples", samples),
                ("updates", updates)))
        let evidence = findings.first { $0.rule == "hang-busy" }?.evidence ?? ""
        #expect(evidence.hasSuffix("100 % of its samples in c → d → e; views updated meanwhile: V0, V1, V2"))
    }

    @Test func `what Instruments says of it is quoted`() throws {
        func evidence(_ log: String...) throws -> String {
            let findings = try RuleTraces.findings(
                RuleTraces.document(
                    ("hangs", ["{\"start_ms\": 1000, \"duration_ms\": 120, \"kind\": \"Hang\"}"]), ("logs", log)))
            return findings.first { $0.rule == "hang-unclear" }?.evidence ?? ""
        }
        func risk(_ time: Int, _ message: String) -> String {
            "{\"start_ms\": \(time), \"category\": \"hang-risks\", \"message\": \"\(message)\"}"
        }
        #expect(try evidence(risk(999, "a"), risk(1_120, "c"), risk(1_000, "b")).hasSuffix("; Instruments says: b"))
        #expect(try !evidence(risk(999, "a"), risk(1_121, "b")).contains("Instruments"))
        let own = #"{"start_ms": 1001, "subsystem": "a", "category": "hang-risks", "message": "b"}"#
        #expect(try !evidence(own).contains("Instruments"))
    }

    @Test func `a path of nothing but the entry point names no call`() throws {
        let samples = (0..<12).map { "{\"start_ms\": \(1_000 + 10 * $0), \"weight_ms\": 10, \"frames\": [\"main\"]}" }
        let findings = try RuleTraces.findings(
            RuleTraces.document(
                ("hangs", ["{\"start_ms\": 1000, \"duration_ms\": 120, \"kind\": \"Hang\"}"]), ("samples", samples)))
        let finding = try #require(findings.first { $0.rule == "hang-busy" })
        #expect(finding.title == "The main thread hangs, busy" && finding.evidence.hasSuffix("; hottest: main 12"))
    }

    @Test func `below a quarter it waited`() throws {
        try check(
            9,
            blocked: [
                "high The main thread hangs, waiting in Model.load() | 1 hang (Microhang) of 400.0 ms at 1.000 s; it decodes "
                    + "JSON or property lists; the main thread ran "
                    + "23 % of that time, 100 % of its samples in Model.load() → JSONDecoder.decode → scan"
            ])
    }

    @Test func `without samples the finding says what to record`() throws {
        try expectFindings(
            HangUnclearRule.self,
            ("hangs", ["{\"start_ms\": 10, \"duration_ms\": 120, \"thread\": \"main\", \"kind\": \"Hang\"}"]),
            find: [
                "medium The main thread hangs, and there are no samples of it | 1 hang (Hang) of "
                    + "120.0 ms "
                    + "at 0.010 s; there are no main-thread samples"
            ])
    }

    @Test func `a hang from 250 ms on weighs most, one below 100 ms least`() {
        let severities = [99_999_999, 100_000_000, 249_999_999, 250_000_000].map { StretchFindings.severity($0) }
        #expect(severities == [.low, .medium, .medium, .high])
    }

    @Test func `hangs in the same call are one finding, the longest is described`() throws {
        let hangs = [1_000, 2_000, 3_000].map {
            "{\"start_ms\": \($0), \"duration_ms\": \($0 / 10), \"kind\": \"Hang\"}"
        }
        let samples = (0..<30).flatMap { index in
            [1_000, 2_000, 3_000].filter { index < $0 / 100 }.map { start in
                "{\"start_ms\": \(start + 10 * index), \"weight_ms\": 10, \"thread\": \"main\", \"frames\": "
                    + "[\"\(start == 2_000 ? "spin" : "sort")\", \"main\"]}"
            }
        }
        try expectFindings(
            HangBusyRule.self, ("hangs", hangs), ("samples", samples),
            find: [
                "high The main thread hangs, busy in sorting | 2 hangs, 400.0 ms in all, the longest (Hang) 300.0 "
                    + "ms at 3.000 s; mostly in sort 40; 100 % of 40 running samples of the main thread; "
                    + "the main thread ran 100 % of that time, 100 % of its samples in sort",
                "medium The main thread hangs, busy in spin | 1 hang (Hang) of 200.0 ms at 2.000 s; mostly in spin 20; "
                    + "100 % of 20 running samples of the main thread; "
                    + "the main thread ran 100 % of that time, 100 % of its samples in spin",
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
        try expectFindings(
            OutsideSwiftUIRule.self, hang, elsewhere,
            find: [
                "high SwiftUI is idle during hangs: look outside of it | 1 hang (400.0 ms) without a view update or an "
                    + "update group, from 1.000 s on"
            ])
        try expectFindings(OutsideSwiftUIRule.self, hang, inside, find: [])
        // The work of a late frame lies before the hitch, and is no work of it from one frame before its end on.
        let late = ("hitches", ["{\"start_ms\": 2000, \"duration_ms\": 17}"])
        let before = ("updates", [RuleTraces.update(1, "Row", at: 1_980_000, lasting: 9_000)])
        try expectFindings(OutsideSwiftUIRule.self, late, before, find: [])
        let longBefore = ("updates", [RuleTraces.update(1, "Row", at: 1_900_000, lasting: 9_000)])
        try expectFindings(
            OutsideSwiftUIRule.self, late, longBefore,
            find: [
                "low SwiftUI is idle during hitches: look outside of it | 1 hitch (17.0 ms) without a view update or an "
                    + "update group, from 2.000 s on"
            ])
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

    // MARK: What holds the thread

    private func told(_ frames: String, _ more: (String, [String])...) throws -> Finding? {
        let lanes = [hang, samples(40, frames)] + more
        let texts = lanes.map { "\"\($0.0)\": [\($0.1.joined(separator: ",\n"))]" }
        return try RuleTraces.findings("{\"format\": \"tracekit\", \(texts.joined(separator: ",\n"))}")
            .first { $0.rule == "hang-busy" }
    }

    @Test func `nobody is told to move a framework's function`() throws {
        let frames = "[\"ForEachList.applyNodes(from:)\", \"LazyStack.place\", \"main\"]"
        let update = RuleTraces.update(1, "Shelf", at: 1_000_000, lasting: 300_000, "\"kind\": \"layout\"")
        let found = try told(frames, ("updates", [update]))
        #expect(found?.title == "The main thread hangs, busy with SwiftUI's own work while Shelf updates")
        #expect(found?.hint.contains("Move") == false && found?.hint.hasPrefix("Update Shelf less often") == true)
        let alone = try told(frames)
        #expect(alone?.title == "The main thread hangs, busy with SwiftUI's own work (ForEachList.applyNodes(from:))")
    }

    @Test func `code without symbols is told by what it calls, never by its address`() throws {
        let found = try told(
            "[\"udat_open\", \"-[NSDateFormatter init]\", \"0x4063f48660\", \"JSONDecoder.decode\", \"0x4063de7930\", \"main\"]"
        )
        #expect(
            found?.title
                == "The main thread hangs, busy in code without symbols that calls JSONDecoder.decode and -[NSDateFormatter init]"
        )
        #expect(found?.hint.contains("0x") == false && found?.hint.contains("xctrace symbolicate") == true)
        #expect(found?.cause == nil)
    }

    // MARK: Frames

    /// `count` hitches of 10 ms in ten seconds, with the time of their stages.
    private func hitches(_ count: Int, narrative: String, system: Bool = false) -> (String, [String]) {
        (
            "hitches",
            (0..<count).map {
                "{\"start_ms\": \($0 * 100), \"duration_ms\": 10, \"system\": \(system), \"narrative\": \"\(narrative)\"}"
            }
        )
    }

    private func late(_ hitches: (String, [String])) throws -> [String] {
        let json =
            "{\"format\": \"tracekit\", \"trace\": {\"duration_ns\": 10000000000}, \"\(hitches.0)\": [\(hitches.1.joined(separator: ","))]}"
        return try RuleTraces.findings(json).filter { $0.rule == "late-frames" }.map { "\($0.severity) \($0.title)" }
    }

    @Test func `frames that are late in rendering are told with the words of Instruments`() throws {
        #expect(
            try late(hitches(20, narrative: "52 offscreen passes")) == [
                "high Frames are late in rendering: 52 offscreen passes; 20 hitches, 20 ms of each second (critical: over 10)"
            ])
        #expect(
            try late(hitches(6, narrative: "")) == [
                "medium 6 hitches, 6 ms of each second (warning: over 5); view updates are not in this input"
            ])
        // Good, and the display's own.
        #expect(try late(hitches(5, narrative: "")) == [])
        #expect(try late(hitches(50, narrative: "52 offscreen passes", system: true)) == [])
    }
}
