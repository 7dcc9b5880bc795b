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

    @Test func `other lines stay as they are`() {
        for line in ["", "  Row", "a::b", ":one", "# [x]", "Type<A>::body"] { check(line, line) }
    }

    /// Names that would be commands, through everything that draws names as text.
    @Test func `no text begins a line with a command of a CI host`() throws {
        let name = "::error::x"
        let store = try Traces.store(
            """
            {"trace": {"app": "\(name)"}, "interactions": [{"id": 1, "kind": "\(name)", "name": "\(name)",
            "start_ns": 1, "duration_ns": 9}], "causes": [{"id": 2, "cause": 1, "name": "\(name)"}],
            "updates": [{"view": "\(name)", "cause": 2, "start_ns": 2, "duration_ns": 20000000,
            "instance": "\(name)"}], "hangs": [{"start_ns": 1, "duration_ns": 1, "kind": "\(name)"}]}
            """)
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        var texts = ReportRenderers.names.filter { $0 != "github" && $0 != "html" }.map { name in
            ReportRenderers.render(report, as: name, RenderOptions()) ?? ""
        }
        var narrow = RenderOptions()
        narrow.width = 40
        texts.append(TextReport.render(report, narrow))
        let tree = try ChainTree.read(store, trace: 1, ChainTree.Filter())
        for name in ChainRenderers.names { texts.append(ChainRenderers.render(tree, as: name, top: 9, narrow) ?? "") }
        texts.append(try Doctor.examine(store, trace: 1).text(narrow))
        #expect(texts[0].contains("::error::x") && texts.count > 5)
        for text in texts {
            for line in text.split(separator: "\n") {
                #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"), "\(line)")
            }
        }
    }
}
