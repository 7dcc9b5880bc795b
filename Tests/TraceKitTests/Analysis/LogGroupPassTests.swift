import Testing

@testable import TraceKit

/// The lines of the log by their text: what is a group, in which order, and what the reports say of it.
@Suite struct LogGroupPassTests {
    private static func line(
        _ message: String, at milliseconds: Int = 0, _ level: String = "default", subsystem: String = "com.example.App"
    ) -> String {
        "{\"start_ns\": \(milliseconds * 1_000_000), \"level\": \"\(level)\", \"subsystem\": \"\(subsystem)\", \"category\": \"c\", "
            + "\"message\": \"\(message)\"}"
    }

    private static let rows = "SELECT text, count, level, first_ms, median_ms, max_ms FROM log_groups ORDER BY id"

    private static func store(_ lines: [String]) throws -> TraceStore {
        try Traces.store(Traces.document("logs", lines))
    }

    @Test func `faults and errors come first, then what repeats, then all other lines`() throws {
        var lines = (0..<12).map { Self.line("decoded \($0) rows in \($0 + 1) ms", at: $0) }
        lines += (0..<9).map { Self.line("seldom \($0)", at: 100 + $0) }
        lines += [
            Self.line("no network", at: 200, "error"),
            Self.line("system trouble", at: 210, "fault", subsystem: "com.apple.UIKit"),
            Self.line("lost 3", at: 220, "fault"), Self.line("lost 4", at: 230, "fault"),
        ]
        #expect(
            try Self.store(lines).rows(Self.rows) == [
                "lost N|2|fault|220.0|-|-", "no network|1|error|200.0|-|-", "system trouble|1|fault|210.0|-|-",
                "decoded N rows in N ms|12|default|0.0|6.0|12.0", "-|9|-|-|-|-",
            ])
    }

    @Test func `lines of another level, category or process are other groups`() throws {
        var lines = (0..<20).map { Self.line("row \($0)", $0 % 2 == 0 ? "info" : "debug") }
        lines.append(Self.line("row 1", "error"))
        #expect(
            try Self.store(lines).rows("SELECT text, count, level FROM log_groups ORDER BY id")
                == ["row N|1|error", "row N|10|info", "row N|10|debug"])
    }

    @Test func `complaints and what SwiftUI logs of bodies are in no group`() throws {
        let lines =
            (0..<10).map {
                Self.line(
                    "Bound preference Height tried to update multiple times per frame.", at: $0, "fault",
                    subsystem: "com.apple.SwiftUI")
            }
            + (0..<10).map { _ in
                #"{"start_ns": 5, "level": "info", "subsystem": "com.apple.SwiftUI", "category": "Changed Body Properties", "message": "Row: @self changed."}"#
            } + (0..<12).map { Self.line("Row: @self, _count changed.", at: $0) }
        let store = try Self.store(lines)
        #expect(try store.rows("SELECT count(*) FROM log_groups") == ["0"])
    }

    @Test func `sums of groups are those of the lines, however they are mixed`() throws {
        var random = SeededNumbers(7)
        let lines = (0..<400).map { index in
            let level = ["default", "info", "error"][Int(random.next() % 3)]
            return Self.line(
                "t\(["a", "b", "c", "d"][Int(random.next() % 4)]) \(random.next() % 100) took \(random.next() % 50) ms",
                at: index, level)
        }
        let store = try Self.store(lines)
        #expect(try store.rows("SELECT sum(count) FROM log_groups") == ["400"])
        // The slow and obvious way: texts have two numbers, at known places.
        let slow = try store.rows(
            """
            SELECT substr(message, 1, 2) || ' N took N ms' AS text, count(*), level FROM logs GROUP BY 1, 3
            HAVING level = 'error' OR count(*) >= 10 ORDER BY 1, 3
            """)
        #expect(
            try store.rows("SELECT text, count, level FROM log_groups WHERE text IS NOT NULL ORDER BY text, level")
                == slow)
    }

    @Test func `very many texts make a bounded number of groups in time`() throws {
        let letters = ["ab", "cd", "ef", "gh", "ij", "kl", "mn", "op", "qr", "st"]
        func word(_ number: Int) -> String { String(number).map { letters[Int(String($0)) ?? 0] }.joined() }
        let lines =
            (0..<20_000).map { Self.line("text \(word($0))", at: $0, $0 % 2 == 0 ? "error" : "default") }
            + (0..<50).map { Self.line("again \($0)", at: 30_000 + $0) }
        let store = try Self.store(lines)
        #expect(
            try store.rows("SELECT count(*), sum(count) FROM log_groups") == ["\(LogGroupPass.mostGroups + 2)|20050"])
        #expect(try store.rows("SELECT count FROM log_groups WHERE text = 'again N'") == ["50"])
        #expect(
            try store.rows("SELECT count FROM log_groups WHERE text IS NULL") == ["\(20_000 - LogGroupPass.mostGroups)"]
        )
    }

    // MARK: Reports

    private static func text(_ lines: [String]) throws -> String {
        var options = ReportBuilder.Options()
        options.isBrief = true
        let report = try ReportBuilder.build(try store(lines), traces: [1], options)
        var render = RenderOptions()
        (render.width, render.keepsNames) = (200, true)
        return TextReport.render(report, render)
    }

    @Test func `the first screen tells of the first error and of what repeats, and lists texts instead of like lines`()
        throws
    {
        let lines =
            (0..<40).map { Self.line("decoded \($0) rows, took \($0).5 ms", at: $0) }
            + [Self.line("cannot read \\\"feed.db\\\"", at: 12_300, "error")]
        let page = try Self.text(lines)
        #expect(
            page.contains(
                "App log   1 error: \"cannot read \"feed.db\"\" at 12.300 s; \"decoded N rows, took N ms\" 40 times, median 19.5"
            ))
        #expect(page.contains("Lines of the log, by text"))
        #expect(!page.contains("decoded 17 rows"))
    }

    @Test func `lines that do not repeat are listed`() throws {
        let page = try Self.text([Self.line("started"), Self.line("stopped", at: 5)])
        #expect(!page.contains("App log"))
        #expect(page.contains("started") && page.contains("stopped"))
    }

    @Test func `redacted lines that differ in numbers alone are one group under a pseudonym`() throws {
        let records = try Traces.records(
            Traces.document("logs", (0..<12).map { Self.line("secret \($0) took 3 ms", at: $0) }))
        let options = Redaction.apply(to: records, key: "k", AnalysisOptions())
        let groups = AnalysisPasses.run(records, options).logGroups
        #expect(groups.count == 1 && groups.first?.lines == 12)
        #expect(groups.first?.text?.hasPrefix("Message_") == true)
    }
}
