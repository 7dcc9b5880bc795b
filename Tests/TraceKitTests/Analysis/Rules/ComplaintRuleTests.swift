import Testing

@testable import TraceKit

@Suite struct ComplaintRuleTests {
    private func log(_ message: String, at start: Int? = nil, _ more: String = "") -> String {
        let time = start.map { "\"start_ns\": \($0), " } ?? ""
        return "{\(time)\"message\": \"\(message)\"\(more.isEmpty ? "" : ", \(more)")}"
    }

    private func preference(_ name: String) -> String {
        "Bound preference \(name) tried to update multiple times per frame."
    }

    private static let state = "Modifying state during view update, this will cause undefined behavior."

    @Test(arguments: [(9, "medium"), (10, "high")])
    func `a loop is high from ten lines on`(_ count: Int, _ severity: String) throws {
        let lines = (1...count).map { log(preference("Height"), at: $0 * 1_000_000_000) }
        try expectFindings(
            ComplaintRule.self, ("logs", lines),
            find: [
                "\(severity) A layout loop: the preference Height is written several times a frame (\(count) times) | \(count) "
                    + "lines from 1.000 s to \(count).000 s; the first one: \(preference("Height"))"
            ])
    }

    @Test func `cycles and what is written around one view are one story, around another one another`() throws {
        let cycle: (Int) -> String = { "=== AttributeGraph: cycle detected through attribute \($0) ===" }
        var lines = (1...12).map { log(cycle($0), at: nil, #""view": "Detail""#) }
        for name in ["Width", "Height", "Width", "Width", "Height"] {
            lines.append(log(preference(name), at: nil, #""view": "Detail""#))
        }
        lines.append(log(preference("Size"), at: nil, #""view": "Grid""#))
        try expectFindings(
            ComplaintRule.self, ("logs", lines),
            find: [
                "medium A layout loop: the preference Size is written several times a frame, around Grid | 1 line without "
                    + "a time: \(preference("Size")); views around these lines: Grid 1",
                "high A layout loop: the preference Width is written several times a frame (3 times), around Detail | 17 lines "
                    + "without a time: AttributeGraph found a cycle 12, Width 3, Height 2; views around these lines: Detail 3; "
                    + "the first one: \(preference("Width"))",
            ])
    }

    @Test func `loops of other frameworks are told apart from SwiftUI's where no view is known`() throws {
        let window = "Marking window 0xc1 as needing Update Constraints in Window (limit: 3, count: 4)"
        let findings = try RuleTraces.findings(
            RuleTraces.document(
                (
                    "logs",
                    [
                        log(preference("Height"), at: 1),
                        log("onChange(of: Int) action tried to update multiple times per frame.", at: 2),
                        log(window, at: 3),
                    ]
                )))
        #expect(findings.map(\.rows).sorted() == [1, 2])
        let evidence = findings.first { $0.rows == 2 }?.evidence ?? ""
        #expect(evidence.contains(": Height 1, onChange(of: Int) 1"))
    }

    @Test func `the lines with a time are the rows of their problem`() throws {
        let loops = [1, 2, 5].map { log(preference("Height"), at: $0 * 1_000_000_000) }
        let others = [log(Self.state, at: 3_000_000_000), log("fetched 20 rows", at: 4_000_000_000)]
        let untimed = [log(preference("Height"))]
        let store = try Traces.store(RuleTraces.document(("logs", loops + others + untimed)))
        let rows = try store.rows(
            """
            SELECT p.title, group_concat(l.start_ms / 1000, ' ') FROM problem_events e JOIN logs l ON l.id = e.log_id
            JOIN problems p ON p.id = e.problem_id GROUP BY p.id ORDER BY p.title
            """)
        #expect(rows.map { $0.split(separator: "|").last } == ["1.0 2.0 5.0", "3.0"], "\(rows)")
        // They cost nothing that was measured.
        #expect(try store.rows("SELECT count(*), count(cost_ms) FROM problems") == ["2|0"])
    }

    @Test func `very many subjects are one finding whose statement runs`() throws {
        let lines = (1...1200).map { (number: Int) in log(preference("Key\(number)"), at: number) }
        let json = RuleTraces.document(("logs", lines))
        let findings = try RuleTraces.findings(json)
        #expect(findings.map(\.rows) == [1200])
        try expectStatements(json, findings)
    }

    @Test func `one line of any other kind is no more than medium`() throws {
        try expectFindings(
            ComplaintRule.self,
            (
                "logs",
                [
                    log(Self.state, at: 2_000_000_000), log("Unable to simultaneously satisfy constraints."),
                    log("Hang detected: 0.60s (debugger attached, not reporting)"),
                ]
            ),
            find: [
                "low Constraints contradict each other | 1 line without a time: Unable to simultaneously "
                    + "satisfy constraints.",
                "medium State is written while a view body runs | 1 line at 2.000 s: \(Self.state)",
                "medium The system reported a hang | 1 line without a time, the longest hang 600.0 ms: Hang "
                    + "detected: 0.60s (debugger attached, not reporting)",
            ])
    }

    @Test func `hangs with a time are told of as hangs alone`() throws {
        let findings = try RuleTraces.findings(
            RuleTraces.document(("logs", [log("Hang detected: 0.60s", at: 2_000_000_000)])))
        #expect(findings.map(\.rule) == ["hang-unclear"])
    }

    @Test func `lines of the app's own, and those that only sound alike, are none`() throws {
        let lines = [
            log(Self.state, at: 1, #""subsystem": "com.example.shop""#), log("cycle detected in playlist 7", at: 2),
            log("The cover was updated multiple times per frame", at: 3), log("State: \(Self.state)", at: 4),
        ]
        try expectFindings(ComplaintRule.self, ("logs", lines), find: [])
    }

    @Test func `a line with a time is about the view whose body ran around it`() throws {
        func update(_ id: Int, _ view: String, _ start: Int) -> String {
            "{\"id\": \(id), \"view\": \"\(view)\", \"start_ns\": \(start), \"duration_ns\": 1000}"
        }
        let store = try Traces.store(
            RuleTraces.document(
                (
                    "updates",
                    [
                        update(1, "Before", 1_000_000_000), update(2, "After", 1_002_000_000),
                        update(3, "Far", 3_000_000_000),
                    ]
                ),
                (
                    "logs",
                    [
                        log(
                            Self.state, at: 1_001_000_000, #""subsystem": "com.apple.runtime-issues", "level": "fault""#
                        ),
                        log(preference("Height"), at: 1_001_000_000),
                        log("Unable to simultaneously satisfy constraints.", at: 2_000_000_000, #""level": "error""#),
                        log("Unable to simultaneously satisfy constraints.", at: 2_500_000_000, #""level": "info""#),
                        log("Unable to simultaneously satisfy constraints."),
                    ]
                )))
        #expect(
            try store.rows(
                "SELECT complaint, subject, count, untimed, first_ms, last_ms, level, views, is_target FROM complaints ORDER BY complaint"
            )
                == [
                    "constraints|-|3|1|2000.0|2500.0|error|-|1",
                    "preference-loop|Height|1|0|1001.0|1001.0|-|After|1",
                    "state-in-update|-|1|0|1001.0|1001.0|fault|Before|1",
                ])
        #expect(
            try store.rows(
                "SELECT c.complaint, count(*) FROM logs l JOIN complaints c ON c.id = l.complaint_id GROUP BY 1 ORDER BY 1"
            )
                == ["constraints|3", "preference-loop|1", "state-in-update|1"])
    }

    @Test func `complaints of other processes are counted and make no finding`() throws {
        let lines = ["App (1)", "Other (2)"].map { log(Self.state, at: 5, "\"process\": \"\($0)\"") }
        let json = """
            {"format": "tracekit", "version": 1, "trace": {"process": "App", "pid": 1}, "logs": [\(lines.joined(separator: ","))]}
            """
        let findings = try RuleTraces.findings(json)
        #expect(findings.map(\.rows) == [1])
        let store = try Traces.store(json)
        #expect(
            try store.rows("SELECT process, count, is_target FROM complaints ORDER BY id")
                == ["App (1)|1|1", "Other (2)|1|0"])
    }

    @Test func `problems around one view are told apart by what they are about, whatever the counts`() throws {
        let json = RuleTraces.document(
            (
                "logs",
                [
                    log(Self.state, at: nil, #""view": "Row""#), log(preference("Height"), at: nil, #""view": "Row""#),
                    log("Unable to simultaneously satisfy constraints."),
                ]
            ))
        let problems = AnalysisPasses.run(try Traces.records(json), AnalysisOptions()).problems
        #expect(
            problems.map(\.key) == [
                "framework-complaint:Row < Height", "framework-complaint:Row < state-in-update",
                "framework-complaint:constraints",
            ])
        #expect(problems.map(\.severity) == [.medium, .medium, .low])
    }
}
