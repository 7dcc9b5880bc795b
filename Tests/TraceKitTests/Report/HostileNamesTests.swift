import Foundation
import Testing

@testable import TraceKit

/// Names that try to become something else on their way out.
@Suite struct HostileNamesTests {
    static let names = [
        "\u{1B}[31mred\u{1B}[0m", "a\u{202E}gpj.exe", "<script>alert(1)</script>", "a|b|c", "`rm -rf /`",
        "\"quoted\", and, commas", "line\nbreak\r\nand\ttab", "nul\0byte", "=1+1", "😀 日本語 العربية", "\\back\\slash",
        "<\u{301}b>", "|\u{301}|", "\"\u{301},", "&amp;", "\u{2028}", "b\u{FEFF}om", "@everyone", "*bold* _it_ [l](x)",
        "", " ", "\u{7F}\u{9B}", String(repeating: "Very", count: 100),
    ]

    private func store() throws -> TraceStore {
        func quoted(_ name: String) throws -> String {
            String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
        }
        let updates = try Self.names.enumerated().map { index, name in
            let text = try quoted(name)
            return "{\"view\": \(text), \"module\": \(text), \"instance\": \(text), \"start_ns\": \(index), "
                + "\"duration_ns\": \(20_000_000 + index)}"
        }
        let hostile = try quoted(Self.names[0] + Self.names[1] + Self.names[6] + Self.names[2])
        let others = """
            "trace": {"app": \(hostile), "device": \(hostile)}, "causes": [{"id": 1, "name": \(hostile)}],
            "hitches": [{"start_ns": 1, "duration_ns": 1, "narrative": \(hostile)}],
            "hangs": [{"start_ns": 1, "duration_ns": 1, "kind": \(hostile), "thread": \(hostile)},
            {"start_ns": \(hostile), "duration_ns": 1}], \(hostile): 1
            """
        return try Traces.store(
            "{\"format\": \"tracekit\", \"updates\": [\(updates.joined(separator: ",\n"))], \(others)}")
    }

    /// What no page may hold raw: controls but the line feed, and marks that reorder or hide text.
    private static func isHarmless(_ text: String) -> Bool {
        text.split(separator: "\n", omittingEmptySubsequences: false).allSatisfy { VisibleText.escape("\($0)") == $0 }
    }

    private func report(_ draw: Drawing<Report>) throws -> String {
        var options = ReportBuilder.Options()
        options.top = 1000
        options.input = CommandInput([Self.names[0]])
        return draw(try ReportBuilder.build(try store(), traces: [1], options), RenderOptions())
    }

    @Test(arguments: Report.renderers.names) func `no report passes control or direction marks on`(_ name: String)
        throws
    {
        let renderer = try #require(Report.renderers[name])
        let text = try report(renderer.draw)
        // A terminal and the log of a CI host know no markup.
        #expect(!text.contains("<script>") || name == "text" || name == "github")
        if name == "json" {
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) })
        } else {
            #expect(Self.isHarmless(text))
        }
    }

    @Test func `the text report shows a name as it can be shown`() throws {
        let text = try report(TextReport.render)
        #expect(text.contains("\\u{1b}[31mred\\u{1b}[0m") && text.contains("a\\u{202e}gpj.exe"))
        #expect(text.contains("line\\u{a}break\\u{d}\\u{a}and\\u{9}tab"))
    }

    @Test func `JSON gives every name back`() throws {
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(try report(JSONReport.render).utf8)) as? [String: Any])
        let trace = try #require((json["traces"] as? [[String: Any]])?.first)
        let sections = try #require(trace["sections"] as? [String: [String: Any]])
        let rows = try #require(sections["long_view_body_updates"]?["rows"] as? [[String: Any]])
        let views = rows.compactMap { ($0["view"] as? String).map { Array($0.unicodeScalars) } }
        #expect(Set(views) == Set(Self.names.map { Array($0.unicodeScalars) }))
    }

    /// The names through a query renderer.
    private func query(_ name: String) throws -> String {
        var renderer = try #require(GuardedQuery.renderers[name]).draw()
        var text = ""
        try GuardedQuery(try store()).run(
            "SELECT raw_view AS \"hostile \u{1B}|\", start_ns FROM updates ORDER BY start_ns",
            begin: { text += renderer.begin($0, RenderOptions()) },
            row: {
                text += renderer.row($0)
                return true
            })
        return text + renderer.end()
    }

    @Test func `a table of a query is harmless and has a line a row`() throws {
        let table = try query("table")
        #expect(Self.isHarmless(table))
        #expect(table.split(separator: "\n").count == Self.names.count + 1)
    }

    @Test func `Markdown has no markup in it that is not ours`() throws {
        let lines = try query("markdown").split(separator: "\n")
        #expect(lines.count == Self.names.count + 2)
        for line in lines {
            // The bars that are not escaped are those of two columns.
            var bars = 0
            var isEscaped = false
            for scalar in line.unicodeScalars {
                if scalar == "|", !isEscaped { bars += 1 }
                isEscaped = scalar == "\\" && !isEscaped
            }
            #expect(bars == 3, "\(line)")
            #expect(!line.unicodeScalars.contains("<"), "\(line)")
        }
    }

    @Test func `a CSV reader gets every name back`() throws {
        var (rows, row, cell): ([[String]], [String], String) = ([], [], "")
        var isQuoted = false
        for scalar in try query("csv").unicodeScalars {
            switch scalar {
            case "\"": isQuoted.toggle(); if isQuoted, !cell.isEmpty { cell.unicodeScalars.append(scalar) }
            case "," where !isQuoted:
                row.append(cell)
                cell = ""
            case "\n" where !isQuoted:
                rows.append(row + [cell])
                (row, cell) = ([], "")
            default: cell.unicodeScalars.append(scalar)
            }
        }
        #expect(rows.count == Self.names.count + 1 && rows.allSatisfy { $0.count == 2 })
        // A quote that opens a cell cannot be told from a doubled one by this small reader.
        for (name, row) in zip(Self.names, rows.dropFirst()) where name.unicodeScalars.first != "\"" {
            #expect(Array(row[0].unicodeScalars) == Array(name.unicodeScalars))
        }
    }

    @Test func `JSON rows of a query parse and give every name back`() throws {
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(try query("json").utf8)) as? [[String: Any]])
        let names = rows.compactMap { $0["hostile \u{1B}|"] as? String }
        #expect(names.map { Array($0.unicodeScalars) } == Self.names.map { Array($0.unicodeScalars) })
    }

    @Test func `a quote that a mark combines with does not end a label of Graphviz`() throws {
        let name = "x\"\u{301}, URL=\"\u{301}http://evil.example/\\\u{301}\" &lt; ##vso[x]"
        let quoted = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
        let store = try Traces.store(
            "{\"format\": \"tracekit\", \"causes\": [{\"id\": 1, \"name\": \(quoted)}], \"updates\": [{\"view\": \(quoted), \"cause\": 1, "
                + "\"start_ns\": 2, \"duration_ns\": 3}]}")
        let tree = try ChainTree.read(store, trace: 1, ChainTree.Filter())
        let dot = try #require(ChainTree.renderers.render(tree, as: "dot", RenderOptions()))
        // By bytes, as Graphviz reads: a label goes from one quote to the next that no backslash stands before.
        for line in dot.split(separator: "\n") {
            var (quotes, isEscaped) = (0, false)
            for byte in line.utf8 {
                if byte == UInt8(ascii: "\""), !isEscaped { quotes += 1 }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            }
            #expect(quotes == 0 || quotes == 2, "\(line)")
        }
        #expect(dot.contains("&amp;lt; #&#35;vso[x]"))
    }

    @Test func `Markdown has no links, mentions, references and formulas of a name`() {
        func check(_ text: String, _ expected: String, _ location: SourceLocation = #_sourceLocation) {
            #expect(MarkdownText.escape(text) == expected, sourceLocation: location)
        }
        check("https://evil.example/a?b=c", "https:\u{AD}//evil.example/a?b=c")
        check("x ftp://y smb://z a:b a:/b", "x ftp:\u{AD}//y smb:\u{AD}//z a:b a:/b")
        check("www.evil.example WWW.x awww.x", "www\u{AD}.evil.example WWW\u{AD}.x awww.x")
        check("me@evil.example @all", "me`@evil.example` `@all`")
        check("#12 GH-34 a/b#5 !6 GH-x", "\\#\u{AD}12 GH-\u{AD}34 a/b\\#\u{AD}5 \\!\u{AD}6 GH-x")
        check("~bug %v1 &7 5 %, 5%", "\\~\u{AD}bug %\u{AD}v1 &amp;\u{AD}7 5 %, 5%")
        check("$x$", "\u{AD}&dollar;\u{AD}x\u{AD}&dollar;\u{AD}")
        check("$`x`$", "\u{AD}&dollar;\u{AD}\\`x\\`\u{AD}&dollar;\u{AD}")
        check("3f2a91c 1234567 View_3f2a91c0", "3f2a91\u{AD}c 1234567 View\\_3f2a91c0")
        #expect(
            MarkdownText.escape(String(repeating: "0123456789", count: 4)).split(separator: "\u{AD}").allSatisfy {
                $0.count <= 6
            })
    }

    @Test func `no part of a cell is a formula, wherever a spreadsheet has its cells begin`() {
        func check(_ text: String, _ expected: String, _ location: SourceLocation = #_sourceLocation) {
            #expect(
                Array(FormulaGuard.text(text).unicodeScalars) == Array(expected.unicodeScalars),
                sourceLocation: location)
        }
        check("a;=cmd|'/c calc'!A1;b", "a;'=cmd|'/c calc'!A1;b")
        check("a;\"=1\";+2\t@x|-3,=4\n=5\r\n=6", "a;'\"=1\";'+2\t'@x|'-3,'=4\n'=5\r\n'=6")
        check("  =1", "'  =1")
        check("\u{A0}\u{FEFF}\u{200B}\"＝1", "'\u{A0}\u{FEFF}\u{200B}\"＝1")
        check("x; ﹦1;−2", "x;' ﹦1;'−2")
        check("\tx", "'\tx")
        for text in ["", "a=b", "a -b", "1;2", "x;'=1", "\u{301}=1", "a; b=c"] { check(text, text) }
    }

    @Test func `a word for the shell comes back as one word`() {
        #expect(ShellWord.quote("trace-1.json") == "trace-1.json")
        #expect(ShellWord.quote("") == "''")
        #expect(["#1", "%1", "=ls", "a#1"].map(ShellWord.quote) == ["'#1'", "'%1'", "'=ls'", "a#1"])
        #expect(ShellWord.quote("a b") == "'a b'")
        #expect(ShellWord.quote("it's; rm") == "'it'\\''s; rm'")
        #expect(Array(ShellWord.quote("'\u{301}$(x)").unicodeScalars) == Array("''\\''\u{301}$(x)'".unicodeScalars))
    }

    @Test func `marks that combine with a separator do not hide it from the host`() {
        let command = GitHubCommand.line("error", title: "a:\u{301}b,\u{301}c%\u{301}", "50%\u{301}")
        #expect(
            command.utf8.elementsEqual("::error title=a%3A\u{301}b%2C\u{301}c%25\u{301}::50%25\u{301}".utf8),
            "\(command)")
    }
}
