import Testing

@testable import TraceKit

/// CoreAnimation's signposts in, a finding out.
@Suite struct LongCommitRuleTests {
    private static func commit(
        _ start: Int, _ microseconds: Int?, _ name: String = "Commit", of subsystem: String = "com.apple.coreanimation",
        process: String = "App (7)"
    ) -> String {
        let duration = microseconds.map { ", \"duration_us\": \($0)" } ?? ""
        return "{\"name\": \"\(name)\", \"subsystem\": \"\(subsystem)\", \"category\": \"Transaction.Stalls\", "
            + "\"process\": \"\(process)\", \"start_us\": \(start)\(duration)}"
    }

    @Test func `commits beyond the deadline are one finding`() throws {
        try expectFindings(
            LongCommitRule.self,
            (
                "signposts",
                [
                    Self.commit(0, 8_300), Self.commit(100_000, 8_301), Self.commit(200_000, 20_000),
                    Self.commit(300_000, nil), Self.commit(400_000, 90_000, "Other"),
                    Self.commit(500_000, 90_000, of: "com.example"),
                ]
            ),
            find: [
                "medium Core Animation commits take up to 20.0 ms | 2 commits over 8.3 ms, 28.3 ms in all, "
                    + "in 1 recording; the longest began at 0.200 s"
            ])
    }

    @Test func `three red ones are high, a single orange one is low`() throws {
        let deep = (0..<3).map { Self.commit($0 * 100_000, 17_000) }
        let json = RuleTraces.document(("signposts", deep))
        #expect(try RuleTraces.findings(json).filter { $0.rule == "long-commit" }.map(\.severity) == [.high])
        let one = RuleTraces.document(("signposts", [Self.commit(0, 10_000)]))
        #expect(try RuleTraces.findings(one).filter { $0.rule == "long-commit" }.map(\.severity) == [.low])
    }

    @Test func `they stand with the interaction they began in`() throws {
        let tap = "{\"id\": 1, \"kind\": \"tap\", \"name\": \"Save\", \"start_ms\": 1000}"
        let updates = [RuleTraces.update(2, "Row", at: 1_001_000, lasting: 100)]
        let json = RuleTraces.document(
            ("interactions", [tap]), ("updates", updates), ("signposts", [Self.commit(1_001_000, 40_000)]))
        let findings = try RuleTraces.findings(json).filter { $0.rule == "long-commit" }
        #expect(findings.count == 1 && findings[0].window == 0)
        #expect(findings[0].evidence.contains("in 1 tap"))
        try expectStatements(json, try RuleTraces.findings(json))
    }

    @Test func `another process is not blamed`() throws {
        let updates = ["{\"id\": 2, \"view\": \"Row\", \"start_ms\": 1, \"duration_ms\": 1, \"process\": \"App (7)\"}"]
        let json = RuleTraces.document(
            ("updates", updates), ("signposts", [Self.commit(0, 90_000, process: "Other (8)"), Self.commit(9, 1)]))
        #expect(try RuleTraces.findings(json).filter { $0.rule == "long-commit" }.isEmpty)
    }
}
