import Foundation
import Testing

@testable import TraceKit
@testable import trace_analyze

/// What a CI host that shows the output would obey: nothing in a name, whatever command prints it.
@Suite struct CIOutputTests {
    private static let name = "::error::x\\n  ::warning::y\\r::notice::z ##vso[a]b ##[c]d ##teamcity[e]"

    private static var trace: String {
        """
        {"format": "tracekit", "version": 1, "trace": {"name": "\(name)", "app": "\(name)", "device": "\(name)"},
        "interactions": [{"id": 1, "kind": "tap", "name": "\(name)", "start_ns": 0, "duration_ns": 500000000}],
        "causes": [{"id": 2, "kind": "state", "name": "\(name)", "start_ns": 1000, "cause": 1}],
        "updates": [{"id": 3, "view": "\(name)", "module": "\(name)", "start_ns": 2000, "duration_ns": 20000000, "cause": 2,
        "changed": ["\(name)"], "instance": "\(name)", "thread": "main", "##vso[k]": 1},
        {"id": 4, "view": "\(name)", "start_ns": "\(name)"}],
        "hangs": [{"start_ns": 0, "duration_ns": 400000000, "kind": "\(name)"}],
        "signposts": [{"name": "\(name)", "subsystem": "s", "category": "c", "start_ns": 0, "duration_ns": 9, "message": "\(name)"}],
        "samples": [{"start_ns": 2001, "weight_ns": 1000000, "frames": ["\(name)"], "thread": "main"}]}
        """
    }

    /// Lines as hosts read them.
    private func check(_ text: String, isOurs: Bool = false, _ words: [String]) {
        for line in text.split(whereSeparator: \.isNewline) {
            let start = line.drop { $0.isWhitespace }
            let isCommand = ["::error ", "::warning ", "::notice "].contains { start.hasPrefix($0) }
            #expect(!start.hasPrefix("::") || isOurs && isCommand, "\(words): \(line.prefix(200))")
            for word in ["##vso[", "##[", "##teamcity["] where line.contains(word) {
                Issue.record("\(words): \(line.prefix(200))")
            }
        }
    }

    @Test func `no command prints a line that a CI host obeys`() throws {
        let folder = try Folder()
        let trace = try folder.file("##vso[t].json", Self.trace)
        let sql = "SELECT raw_view AS \"::error::h\", name || char(10) || '::error::' FROM updates, causes"
        let budget = try folder.file(
            "b.json", "{\"version\": 1, \"trace\": {\"red\": 0}, \"views\": {\"*\": {\"red\": 0}}}")
        var runs = Report.renderers.names.map { ["report", trace, "--sql", "--format", $0] }
        runs += TraceDiff.renderers.names.map {
            ["diff", trace, Samples.path("landmarks-before.json"), "--format", $0]
        }
        runs += ChainTree.renderers.names.map { ["chains", trace, "--format", $0] }
        runs += TraceExporters.names.map { ["export", trace, "--to", $0] }
        runs += GuardedQuery.renderers.all.map { ["query", trace, sql, "--format", $0.name] }
        runs += BudgetResult.renderers.names.map { ["check", trace, "--budget", budget, "--format", $0] }
        runs += [
            ["check", "--init", trace], ["doctor", trace], ["doctor", trace, "--format", "json"],
            ["import", trace, "--db", folder("t.sqlite")], ["report", folder("::error::.json")],
            ["report", "##vso[x]\n::error::y"],
            ["report", trace, "--view", "::error::x"], ["query", trace, "SELECT ##vso[x]"], ["##vso[x]"],
            ["report", trace, "--strict"],
        ]
        for words in runs {
            let run = CommandLineRun(words)
            check(run.output, isOurs: words.last == "github", words)
            check(run.errors, words)
        }
    }

    @Test func `quotes keep the first cell of CSV exact, and a file has every letter`() throws {
        let folder = try Folder()
        let trace = try folder.file("t.json", Samples.small)
        let sql = "SELECT '::error::x' AS a, 'b' || char(10) || '::c ##vso[d]' AS b"
        #expect(
            CommandLineRun(["query", trace, sql, "--format", "csv"]).output
                == "a,b\n\"::error::x\",\"b\n\\::c #\\#vso[d]\"\n")
        #expect(CommandLineRun(["query", trace, sql, "--format", "csv", "--output", folder("o.csv")]).code == 0)
        let exact = try String(contentsOfFile: folder("o.csv"), encoding: .utf8)
        #expect(exact == "a,b\n\"::error::x\",\"b\n::c ##vso[d]\"\n")
    }
}
