import Testing

@testable import TraceKit

/// What the page for a pull request holds, and what it leaves out.
@Suite struct MarkdownReportTests {
    private func report(_ json: String, top: Int = 15) throws -> Report {
        var options = ReportBuilder.Options()
        options.top = top
        options.input = CommandInput(["trace.json"])
        return try ReportBuilder.build(try Traces.store(json), traces: [1], options)
    }

    private func many(_ count: Int, name: String = "Row") -> String {
        Traces.document(
            "updates",
            (1...count).map {
                "{\"view\": \"\(name)\($0)\", \"start_ns\": \($0 * 50_000_000), \"duration_ns\": 20000000}"
            })
    }

    @Test func `a small report stands in full`() throws {
        let text = MarkdownReport.render(try report(SmallTrace.json), RenderOptions())
        #expect(text.hasPrefix("### Landmarks 1.4 (812), iPhone 17 Pro"))
        for part in [
            "| Bodies |", "Findings", "Interactions, by time wasted (1)", "Long view body updates (4)", "| Next |",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains("Cut to the size"))
    }

    @Test func `a trace without updates has the sections of its lanes, and what is asked for`() throws {
        let json = """
            {"format": "tracekit", "hangs": [{"start_ms": 0, "duration_ms": 300, "process": "App (7)"}],
            "logs": [{"start_ms": 3, "message": "slow"}], "hitches": []}
            """
        let text = MarkdownReport.render(try report(json), RenderOptions())
        for part in ["Hangs (1)", "Hitches: ", "| Log | 1 line, levels not recorded (--logs) |"] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        #expect(!text.contains("Import (") && !text.contains("Rejected rows"))
        var options = ReportBuilder.Options()
        options.showsLogs = true
        let asked = try ReportBuilder.build(try Traces.store(SmallTrace.json), traces: [1], options)
        #expect(MarkdownReport.render(asked, RenderOptions()).contains("Log"))
    }

    @Test func `a large report ends in time and says what is missing`() throws {
        let text = MarkdownReport.render(try report(many(3000), top: 3000), RenderOptions())
        #expect(text.utf8.count <= MarkdownReport.largest)
        let last = try #require(text.split(separator: "\n").last)
        #expect(last.hasPrefix("Cut to the size limit of a comment: ") && last.contains(" lines left out"))
        #expect(text.components("<details") == text.components("</details>"))
    }

    @Test func `a name of any length is shortened, not the page lost`() throws {
        let long = String(repeating: "Very", count: 50_000)
        let text = MarkdownReport.render(try report(many(3, name: long)), RenderOptions())
        #expect(text.utf8.count < 20_000 && text.contains("long texts shortened"))
    }

    @Test func `any size is kept to`() throws {
        for largest in [600, 1000, 3000] {
            let text = MarkdownReport.render(try report(SmallTrace.json), RenderOptions(), largest: largest)
            #expect(text.utf8.count <= largest, "\(largest)")
        }
    }

    @Test func `GitHub shows ten annotations of a kind, the last says how many there are`() throws {
        let lines = GitHubReport.render(try report(many(60), top: 1000), RenderOptions()).split(separator: "\n")
        for level in ["error", "warning", "notice"] {
            #expect(lines.filter { $0.hasPrefix("::\(level) ") }.count <= 10, "\(level)")
        }
        let findings = try report(many(60), top: 1000).traces[0].sections.first { $0.id == "findings" }?.total ?? 0
        #expect(findings > 20)
        let shown = lines.filter { $0.contains("(trace-analyze explain") }.count
        let counted = lines.compactMap { line in
            line.firstRange(of: "… and ").flatMap { Int(line[$0.upperBound...].prefix { $0.isNumber }) }
        }
        #expect(shown + counted.reduce(0, +) == findings)
        #expect(lines.last?.hasPrefix("::notice title=trace-analyze report::") == true)
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func components(_ part: String) -> Int { ranges(of: part).count }

    @Test func `what is copied from the page is what was written`() throws {
        // A command in a cell, with what a table, a mention or a reference would be made of.
        #expect(
            MarkdownText.code("trace-analyze report 'a|b' t.sqlite#2") == "`trace-analyze report 'a\\|b' t.sqlite#2`")
        #expect(MarkdownText.code("a `b`` c") == "``` a `b`` c ```")
        #expect(
            MarkdownText.escape("an @Observable object, (@State), a@b.c @org/team @")
                == "an `@Observable` object, (`@State`), a`@b.c` `@org/team` @")
        #expect(MarkdownText.escape("keep `@State` small") == "keep \\``@State`\\` small")
        var options = ReportBuilder.Options()
        options.input = CommandInput(["t.sqlite#2"])
        let report = try ReportBuilder.build(try Traces.store(SmallTrace.json), traces: [1], options)
        let text = MarkdownReport.render(report, RenderOptions())
        #expect(!text.unicodeScalars.contains("\u{200B}"))
        let next = try #require(text.split(separator: "\n").first { $0.hasPrefix("| Next |") })
        #expect(next == "| Next | `\(report.traces[0].answer.next)` |", "\(next)")
    }
}
