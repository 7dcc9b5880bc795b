import Foundation
import Testing

@testable import TraceKit
@testable import trace_analyze

/// docs/commands.md is what `--help` prints, and docs/tutorial.md is what happens.
@Suite struct CommandPagesTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        .standardized.path

    private static var isUpdating: Bool { ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" }

    private static func page(_ name: String) throws -> String {
        try String(contentsOfFile: "\(root)/docs/\(name)", encoding: .utf8)
    }

    // MARK: commands.md

    private static func commandsPage() -> String {
        var page = """
            # Commands

            The output of `trace-analyze COMMAND --help all`; this page is generated from it (`UPDATE_GOLDEN=1 swift test`), and a
            test compares the two. Results go to standard output, everything else to standard error. Exit codes: 0 fine, 1
            internal error, 2 input or database unusable, 3 a limit is breached, 64 wrong usage, 130 interrupted.

            Texts fit the terminal from 40 columns on. `--color` overrides `NO_COLOR`, `CLICOLOR_FORCE` and the check for a
            terminal. What an `INPUT` may be: [formats.md](formats.md#what-is-read).


            """
        page += TraceAnalyze.commands.map { "- [`\($0.name)`](#\($0.name)): \($0.summary)" }.joined(separator: "\n")
        for command in TraceAnalyze.commands {
            page += "\n\n## \(command.name)\n\n```text\n\(CommandLineRun([command.name, "--help", "all"]).output)```"
        }
        return page + "\n"
    }

    @Test func `the page of the commands is their help`() throws {
        let page = Self.commandsPage()
        if Self.isUpdating {
            try page.write(toFile: "\(Self.root)/docs/commands.md", atomically: true, encoding: .utf8)
        }
        let stored = try Self.page("commands.md").components(separatedBy: "\n")
        let made = page.components(separatedBy: "\n")
        let line = zip(stored, made).enumerated().first { $1.0 != $1.1 }
        #expect(
            line == nil && stored.count == made.count, "line \(line?.offset ?? -1): UPDATE_GOLDEN=1 rewrites the page")
    }

    // MARK: tutorial.md

    /// A command of a page and the lines shown behind it; `…` stands for lines that are left out.
    private struct Step {
        var line: String
        var shown: [String] = []
    }

    /// The blocks that begin with `$ trace-analyze`, in their order.
    private static func steps(_ page: String) -> [Step] {
        var steps: [Step] = []
        var isOpen = false
        for line in page.components(separatedBy: "\n") {
            if line.hasPrefix("$ trace-analyze ") {
                steps.append(Step(line: String(line.dropFirst(2))))
                isOpen = true
            } else if line.hasPrefix("```") {
                isOpen = false
            } else if isOpen {
                steps[steps.count - 1].shown.append(line)
            }
        }
        return steps
    }

    /// The words of a command line, with quotes as a shell has them, and paths in the repository or the folder.
    private static func words(_ line: String, _ folder: Folder) -> [String] {
        var words: [String] = []
        var current = ""
        var quote: Character?
        for character in line + " " {
            if let open = quote {
                if character == open { quote = nil } else { current.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == " " {
                if !current.isEmpty { words.append(current) }
                current = ""
            } else {
                current.append(character)
            }
        }
        return words.dropFirst().map { word in
            if word.hasPrefix("SampleTraces/") { return "\(root)/\(word)" }
            return ["sqlite", "html", "json"].contains { word.hasSuffix(".\($0)") } && !word.hasPrefix("-")
                ? folder(word) : word
        }
    }

    /// Whether the shown pieces stand in the output, whole lines and in order.
    private static func missing(_ shown: [String], in output: String) -> String? {
        let lines = output.components(separatedBy: "\n")
        var place = 0
        for line in shown where line != "…" {
            guard let found = lines[place...].firstIndex(of: line) else { return line }
            place = found + 1
        }
        return nil
    }

    /// `UPDATE_GOLDEN=1` cannot write prose: it prints what the commands print now.
    @Test(arguments: ["tutorial.md", "library.md", "recording.md"])
    func `the commands of a page print what the page shows`(_ name: String) throws {
        let folder = try Folder()
        let steps = Self.steps(try Self.page(name))
        if name == "tutorial.md" { #expect(steps.count >= 8) }
        for step in steps {
            let run = CommandLineRun(Self.words(step.line, folder))
            let isGate = step.line.contains(" check ") || step.line.contains("--fail-on")
            #expect(run.code == 0 || isGate && run.code == 3, "\(step.line): \(run.errors)")
            let output = folder.neutral(run.output).replacingOccurrences(of: "DIR/", with: "")
                .replacingOccurrences(of: "\(Self.root)/", with: "")
            let missing = Self.missing(step.shown, in: output)
            #expect(missing == nil, "\(step.line) does not print: \(missing ?? "")")
            if missing != nil, Self.isUpdating { print(output) }
        }
    }
}
