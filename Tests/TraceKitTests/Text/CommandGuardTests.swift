import Testing

@testable import TraceKit

/// A line in, the line as no CI host obeys it out.
@Suite struct CommandGuardTests {
    private func check(_ line: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(CommandGuard.line(line) == expected, sourceLocation: sourceLocation)
    }

    @Test func `a line that begins as a command gets a backslash`() {
        check("::error::x", "\\::error::x")
        check("  ::stop-commands::x", " \\::stop-commands::x")
        // The host drops every blank of Unicode before it looks.
        check(" \u{A0}::error::x", " \\::error::x")
        check("##[add-mask]x", "#\\#[add-mask]x")
        check("a ##[command]x ##[y]", "a #\\#[command]x #\\#[y]")
    }

    @Test func `commands of Azure Pipelines and TeamCity are taken apart anywhere in a line`() {
        check("a ##vso[task.setvariable variable=x]y", "a #\\#vso[task.setvariable variable=x]y")
        check("##teamcity[buildStop]", "#\\#teamcity[buildStop]")
        check("##VSO[x] ##[section]y", "#\\#VSO[x] #\\#[section]y")
        check("###vso[x", "##\\#vso[x")
        check("\t::error::x", "\\::error::x")
        check("\u{FEFF}::error::x", "\u{FEFF}\\::error::x")
    }

    @Test func `behind line ends of every kind too, and where a text goes on`() {
        #expect(CommandGuard.lines("a\n::x\r  ::y\r\n::z\u{2028}::w") == "a\n\\::x\r  \\::y\r\n\\::z\u{2028}\\::w")
        #expect(CommandGuard.lines("::x\n::y", startsLine: false) == "::x\n\\::y")
        #expect(CommandGuard.lines("a::b, ::c\n# [x] ##") == "a::b, ::c\n# [x] ##")
        #expect(CommandGuard.lines(CommandGuard.lines("::a ##vso[b\n::c")) == CommandGuard.lines("::a ##vso[b\n::c"))
    }

    @Test func `a command is found wherever it stands in a long text`() {
        for length in 0..<140 {
            let blanks = String(repeating: " ", count: length)
            #expect(CommandGuard.lines("\(blanks)##x[\(blanks)") == "\(blanks)#\\#x[\(blanks)", "\(length)")
            #expect(CommandGuard.lines("\(blanks)a\n::x") == "\(blanks)a\n\\::x", "\(length)")
            let plain = String(repeating: "a:b#", count: length)
            #expect(CommandGuard.lines(plain) == plain)
        }
    }

    @Test func `other lines stay as they are`() {
        for line in ["", "  Row", "a::b", ":one", "# [x]", "Type<A>::body"] { check(line, line) }
    }

    /// Names that would be commands, through everything that draws names as text.
    @Test func `no text begins a line with a command of a CI host`() throws {
        let name = "::error::x ##vso[a] ##[b] ##teamcity[c]"
        let store = try Traces.store(
            """
            {"format": "tracekit", "trace": {"app": "\(name)"}, "interactions": [{"id": 1, "kind": "\(name)", "name": "\(name)",
            "start_ns": 1, "duration_ns": 9}], "causes": [{"id": 2, "cause": 1, "name": "\(name)"}],
            "updates": [{"view": "\(name)", "cause": 2, "start_ns": 2, "duration_ns": 20000000,
            "instance": "\(name)"}], "hangs": [{"start_ns": 1, "duration_ns": 1, "kind": "\(name)"}]}
            """)
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        var texts = Report.renderers.names.filter { $0 != "github" }.map { name in
            Report.renderers.render(report, as: name, RenderOptions()) ?? ""
        }
        texts.append(GitHubCommand.line("error", title: name, name).replacing("::", with: ";;"))
        var narrow = RenderOptions()
        narrow.width = 40
        texts.append(TextReport.render(report, narrow))
        let tree = try ChainTree.read(store, trace: 1, ChainTree.Filter())
        for name in ChainTree.renderers.names { texts.append(ChainTree.renderers.render(tree, as: name, narrow) ?? "") }
        texts.append(TextDoctor.render(try Doctor.examine(store, trace: 1), narrow))
        let rows: [SQLValue] = [.text(name), .text("a\n\(name)")]
        for format in GuardedQuery.renderers.all {
            var renderer = format.draw()
            texts.append(
                CommandGuard.lines(renderer.begin([name, name], RenderOptions()) + renderer.row(rows) + renderer.end()))
        }
        #expect(texts[0].contains("::error::x") && texts.count > 9)
        for text in texts {
            for line in text.split(separator: "\n") {
                #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"), "\(line)")
                for word in ["##vso[", "##[", "##teamcity["] { #expect(!line.contains(word), "\(line)") }
            }
        }
    }
}
