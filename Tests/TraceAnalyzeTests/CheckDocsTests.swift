import Foundation
import Testing

@testable import TraceKit
@testable import trace_analyze

/// Holds docs/check.md and docs/ci.md against the program.
@Suite struct CheckDocsTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        .standardized.path

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
    }

    /// The blocks between ```language and ```.
    private func blocks(_ language: String, _ name: String) throws -> [String] {
        try text(name).components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    /// Runs the commands of a page in a folder of its own; returns the runs.
    private func run(_ block: String, _ folder: Folder) -> [(line: String, run: CommandLineRun)] {
        block.split(separator: "\n").filter { $0.hasPrefix("trace-analyze ") }.map { line in
            let command = line.components(separatedBy: "  #")[0]
            let words = command.split(separator: " ").dropFirst().map { word in
                word.hasPrefix("SampleTraces/") ? "\(root)/\(word)" : word.contains(".") ? folder("\(word)") : "\(word)"
            }
            return (command, CommandLineRun(words))
        }
    }

    @Test func `every limit is described in the words of the program`() throws {
        let page = try text("docs/check.md")
        for measure in BudgetMeasure.all {
            let scopes =
                measure.scopes.count == BudgetScope.allCases.count
                ? "all"
                : BudgetScope.allCases.filter { measure.scopes.contains($0) }.map(\.rawValue).joined(separator: ", ")
            #expect(page.contains("| `\(measure.rawValue)` | \(scopes) | \(measure.meaning) |"), "\(measure)")
        }
        for format in BudgetResult.renderers.names { #expect(page.contains("| `\(format)` |"), "\(format)") }
    }

    @Test func `the budgets of the page are budgets`() throws {
        let budgets = try blocks("json", "docs/check.md")
        #expect(budgets.count == 3)
        for budget in budgets {
            #expect(try BudgetFile.read(Array(budget.utf8), name: "check.md").errors.map(\.text) == [])
        }
    }

    @Test(arguments: ["docs/check.md", "docs/ci.md"]) func `the commands of the page run`(_ page: String) throws {
        let folder = try Folder()
        var count = 0
        for block in try blocks("sh", page) {
            for (line, run) in run(block, folder) {
                #expect(run.code == 0, "\(line): \(run.errors)")
                count += 1
            }
        }
        #expect(count >= 2)
    }

    @Test func `what the page shows is what is printed`() throws {
        let folder = try Folder()
        _ = run(try #require(try blocks("sh", "docs/check.md").first), folder)
        let run = CommandLineRun(
            ["check", "\(root)/SampleTraces/landmarks-before.json", "--budget", folder("budget.json")], width: 120)
        #expect(run.code == 3)
        let shown = folder.neutral(run.output).replacingOccurrences(of: "\(root)/", with: "")
            .replacingOccurrences(of: "DIR/", with: "")
        let block = try #require(try text("docs/check.md").components(separatedBy: "```\n$ trace-analyze check ").last)
        let lines = block.components(separatedBy: "\n…\n")[0].components(separatedBy: "\n").dropFirst()
        #expect(lines.count > 8)
        #expect(shown.hasPrefix(lines.joined(separator: "\n")))
    }

    /// The job `analyse` on the sample export, as its steps stand in the page.
    @Test func `the recipe's analysis runs on an export`() throws {
        let folder = try Folder()
        let exports = "\(root)/SampleTraces/xctrace/landmarks-before"
        #expect(CommandLineRun(["check", "--init", exports, "--output", folder("budget.json")]).code == 0)
        let recipe = try #require(try blocks("yaml", "docs/ci.md").first)
        let steps = recipe.components(separatedBy: "run: trace-analyze ").dropFirst().map {
            $0.components(separatedBy: "\n")[0].components(separatedBy: " >>")[0]
        }
        #expect(steps.count == 3)
        for step in steps {
            let words = step.split(separator: " ").map { word in
                word == "exports" || word == "ci/main.json"
                    ? exports : word == "ci/budget.json" ? folder("budget.json") : "\(word)"
            }
            let run = CommandLineRun(words)
            #expect(run.code == 0, "\(step): \(run.errors)")
        }
    }
}
