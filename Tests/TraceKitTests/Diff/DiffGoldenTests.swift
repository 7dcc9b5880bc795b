import Testing

@testable import TraceKit

/// A comparison through every renderer, as it stands in Tests/Golden. `UPDATE_GOLDEN=1` rewrites the files.
@Suite struct DiffGoldenTests {
    private typealias Tap = DiffTraces.Tap

    /// Better in one interaction, worse in another, one view renamed, one name hostile.
    private static func diff() throws -> TraceDiff {
        let facts = "\"trace\": {\"app\": \"Shop\", \"build\": \"1.0\", \"device\": \"iPhone 17\"}"
        let before = [
            Tap(updates: [("Row", 40, 1), ("<b>|`x`", 2, 9)], hitchMs: 20),
            Tap(name: "Buy", updates: [("Price", 1, 4), ("Basket", 1, 2)]),
        ]
        let after = [
            Tap(updates: [("Row", 1, 1), ("<b>|`x`", 2, 2)]),
            Tap(name: "Buy", updates: [("Price", 12, 18), ("BasketV2", 1, 2)]),
        ]
        var options = DiffOptions()
        options.before = .init(label: "before.json")
        options.after = .init(label: "after.json")
        options.input = CommandInput(["after.json"])
        // A third kind of tap, once only: what is likely is said apart.
        let once = { Tap(name: "Sort", updates: [("Row", $0, 1)]) }
        return try DiffTraces.diff(
            [DiffTraces.json(before + before + [once(5)], facts: facts)],
            [DiffTraces.json(after + after + [once(30)], facts: facts)], options)
    }

    @Test(arguments: TraceDiff.renderers.names.filter { $0 != "html" })
    func `every renderer for text has its golden file`(
        _ name: String
    ) throws {
        var render = RenderOptions()
        render.width = 100
        let renderer = try #require(TraceDiff.renderers[name])
        try expectGolden(renderer.draw(Self.diff(), render), "diff.\(name)")
    }

    @Test func `annotations beyond ten are counted, not dropped`() throws {
        var diff = try Self.diff()
        diff.worse = (1...12).map { "row \($0)" }
        let lines = GitHubDiff.render(diff, RenderOptions()).split(separator: "\n").filter { $0.hasPrefix("::error") }
        #expect(lines.count == 10 && lines[9].hasSuffix("::… and 3 more; see the text report"))
    }

    @Test func `what would end a workflow command is escaped`() {
        #expect(
            GitHubCommand.line("error", title: "a:b,c", "50 %\n::error::x\r")
                == "::error title=a%3Ab%2Cc::50 %25%0A::error::x\(VisibleText.escape("\r"))")
    }
}
