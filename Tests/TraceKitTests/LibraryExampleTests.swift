import Foundation
import Testing
import TraceKit

// Without @testable: what docs/library.md shows is the public face and nothing else.

// example begin
/// The views of a trace that missed a red deadline, worst first, with what set most of their time off.
func slowViews(in path: String) throws -> [String] {
    let loaded = try TracePipeline.load([path], into: .temporary, TracePipeline.Options())
    for diagnostic in loaded.diagnostics { print(diagnostic.text) }

    var lines: [String] = []
    try GuardedQuery(loaded.store).run(
        """
        SELECT view, count(*), max(duration_ms), root_cause FROM long_updates
        WHERE kind = 'body' AND severity = 'red' GROUP BY view ORDER BY 3 DESC
        """,
        begin: { _ in },
        row: { row in
            guard case .text(let view) = row[0], case .integer(let count) = row[1] else { return true }
            lines.append("\(view): \(count) red")
            return true
        })
    return lines
}
// example end

// budget begin
/// A test that fails when a trace breaks a budget: put your UI test's trace and your budget in place of these.
func brokenLimits(trace: String, budget: String) throws -> [String] {
    let limits = try BudgetFile.read(budget)
    let loaded = try TracePipeline.load([trace], into: .temporary, TracePipeline.Options())
    var broken = limits.errors.map(\.text)
    for figures in try loaded.figures() {
        let result = try BudgetCheck.run(limits, figures, baseline: nil, BudgetCheck.Options())
        if result.exitCode != 0 {
            broken.append(BudgetResult.renderers.render(result, as: "text", RenderOptions()) ?? "")
        }
    }
    return broken
}
// budget end

@Suite struct LibraryExampleTests {
    private func page() throws -> String { try Repository.text("docs/library.md") }

    /// The code between two marks of this file.
    private func code(_ name: String) throws -> String {
        let text = try Repository.text("Tests/TraceKitTests/LibraryExampleTests.swift")
        let from = try #require(text.range(of: "// \(name) begin\n")).upperBound
        let to = try #require(text.range(of: "// \(name) end\n")).lowerBound
        return String(text[from..<to])
    }

    @Test(arguments: ["example", "budget"]) func `the page quotes the code that is run here`(_ name: String) throws {
        #expect(try page().contains("```swift\nimport TraceKit\n\n\(code(name))```"))
    }

    @Test func `the example finds the slow views`() throws {
        let sample = "\(Repository.root)/SampleTraces/"
        #expect(try slowViews(in: sample + "landmarks-before.json") == ["LandmarkRow: 14 red"])
        #expect(try slowViews(in: sample + "landmarks-after.json") == [])
    }

    @Test func `the budget breaks on the trace before the fixes only`() throws {
        try withTemporaryFolder { folder in
            let sample = "\(Repository.root)/SampleTraces/"
            let budget = "\(folder)/budget.json"
            try #"{"version": 1, "trace": {"red": 0}}"#.write(
                toFile: budget, atomically: true, encoding: .utf8)
            #expect(try brokenLimits(trace: sample + "landmarks-after.json", budget: budget) == [])
            #expect(try brokenLimits(trace: sample + "landmarks-before.json", budget: budget).count == 1)
        }
    }
}
