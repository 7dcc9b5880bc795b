import Foundation
import Testing

@testable import TraceKit
@testable import trace_analyze

/// skill/tracekit-swiftui-performance/SKILL.md and docs/agents.md say what is true of the commands and the tools.
@Suite struct SkillTests {
    private static func page(_ path: String) throws -> String {
        try String(contentsOfFile: "\(CommandPagesTests.root)/\(path)", encoding: .utf8)
    }

    @Test func `the skill has the form of one and is short`() throws {
        let lines = try Self.page("skill/tracekit-swiftui-performance/SKILL.md").components(separatedBy: "\n")
        #expect(lines.count < 150 && lines[0] == "---" && lines[3] == "---")
        #expect(lines[1].hasPrefix("name: ") && lines[1].dropFirst(6).allSatisfy { $0.isLowercase || $0 == "-" })
        // What reads skills takes the name of the folder for that of the skill.
        let folder = "skill/\(lines[1].dropFirst(6))"
        #expect(FileManager.default.fileExists(atPath: "\(CommandPagesTests.root)/\(folder)/SKILL.md"), "\(folder)")
        #expect(lines[2].hasPrefix("description: ") && lines[2].count < 1024)
    }

    /// The commands of a page's blocks.
    private static func commands(_ page: String) -> [String] {
        page.components(separatedBy: "\n").filter { $0.hasPrefix("trace-analyze ") }
    }

    /// The words of a command on the samples; a double quote makes several words one.
    private static func words(_ command: String, _ folder: Folder) -> [String] {
        command.components(separatedBy: "\"").enumerated().flatMap { index, part in
            index % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
        }.dropFirst().map { word in
            switch word {
            case "exports/", "before/": Samples.path("xctrace/landmarks-before")
            case "after/": Samples.path("landmarks-after.json")
            case "budget.json": folder(word)
            default: word
            }
        }
    }

    @Test func `the commands of the skill work as written`() throws {
        let folder = try Folder()
        let commands = Self.commands(try Self.page("skill/tracekit-swiftui-performance/SKILL.md"))
        #expect(commands.count == 6)
        #expect(
            Set(commands.compactMap { $0.split(separator: " ").dropFirst().first }) == [
                "report", "chains", "diff", "check", "query",
            ])
        for command in commands {
            let run = CommandLineRun(Self.words(command, folder))
            #expect(run.code == 0, "\(command): \(run.errors)")
            #expect(command.contains("--output") || !run.output.isEmpty, "\(command)")
        }
    }

    @Test(arguments: ["landmarks-before.json", "landmarks-after.json"])
    func `the query of the skill has rows with late updates only`(_ sample: String) throws {
        let command = try #require(
            Self.commands(try Self.page("skill/tracekit-swiftui-performance/SKILL.md")).last { $0.contains(" query ") })
        let sql = command.components(separatedBy: "\"")[1]
        let run = CommandLineRun(["query", Samples.path(sample), sql, "--format", "csv"])
        let rows = run.output.split(separator: "\n").map { $0.split(separator: ",") }
        #expect(run.code == 0 && rows.first?.prefix(3) == ["view", "red", "orange"], "\(run.errors)")
        if sample.contains("before") { #expect(rows.count > 1) }
        for row in rows.dropFirst() { #expect(row[1] != "0" || row[2] != "0", "\(row)") }
    }

    @Test func `commands, options and tools that are named are there`() throws {
        let names = TraceAnalyze.commands.map(\.name)
        for path in ["skill/tracekit-swiftui-performance/SKILL.md", "docs/agents.md"] {
            let text = try Self.page(path)
            for rest in text.components(separatedBy: "trace-analyze ").dropFirst() {
                let word = String(rest.prefix { $0.isLetter })
                if !word.isEmpty, word == word.lowercased() {
                    #expect(names.contains(word) || ["command"].contains(word), "\(path): trace-analyze \(word)")
                }
            }
            for tool in ServerTools.all { #expect(text.contains("`\(tool.name)`"), "\(path) lacks \(tool.name)") }
        }
        for tool in ServerTools.all {
            let row = try #require(
                try Self.page("docs/agents.md").components(separatedBy: "\n").first { $0.hasPrefix("| `\(tool.name)`") }
            )
            for property in tool.input { #expect(row.contains("`\(property.name)`"), "\(tool.name): \(property.name)") }
        }
    }

    @Test func `the numbers of the page on agents are those of the server`() throws {
        let page = try Self.page("docs/agents.md")
        for revision in ProtocolRevision.allCases { #expect(page.contains(revision.rawValue)) }
        let limits = [
            "\(ToolAnswer.limit >> 10) KB of JSON", "| open traces | \(OpenTraces.most);",
            "\(MessageLines.longest >> 20) MB, 100 000 values, \(JSONValue.Limits.depth) levels",
            "| \(ServerQueue.mostJobs), one is worked on",
        ]
        for limit in limits { #expect(page.contains(limit), "\(limit)") }
        #expect(JSONValue.Limits.values == 100_000)
    }
}
