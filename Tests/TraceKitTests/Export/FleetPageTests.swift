import Foundation
import Testing

@testable import TraceKit

/// docs/fleet.md: `scripts/fleet` asks the questions as they stand there, so they must stand where it finds them.
@Suite struct FleetPageTests {
    private static func page() throws -> String { try Repository.text("docs/fleet.md") }

    private static func questions() throws -> [(name: Substring, sql: String)] {
        try page().components(separatedBy: "\n**(").dropFirst().map { part in
            let sql = part.components(separatedBy: "```sql\n").dropFirst().first ?? ""
            return (part.prefix(1), sql.components(separatedBy: "```").first ?? "")
        }
    }

    @Test func `the page names every fact`() throws {
        let page = try Self.page()
        for fact in FactTable.all { #expect(page.contains("`\(fact.name)`"), "\(fact.name)") }
    }

    @Test func `six questions, of columns that facts have`() throws {
        let questions = try Self.questions()
        #expect(questions.map(\.name) == ["a", "b", "c", "d", "e", "f"])
        var known: [String: Set<String>] = [:]
        for fact in FactTable.all {
            known[fact.name] = Set((FactTable.constants + fact.columns.map(\.parquet)).map(\.name))
        }
        for question in questions {
            let words = question.sql.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
            let tables = zip(words, words.dropFirst()).filter { ["FROM", "JOIN"].contains($0.0) }.map(\.1)
            let facts = tables.filter { known[$0] != nil }
            #expect(!facts.isEmpty, "(\(question.name))")
            // Names that the question itself gives stand behind AS or before it.
            let pairs = zip(words, words.dropFirst())
            var columns = Set(pairs.flatMap { $0.0 == "AS" ? [$0.1] : $0.1 == "AS" ? [$0.0] : [] })
            columns.formUnion(tables + ["quantile_disc"])
            for fact in facts { columns.formUnion(known[fact] ?? []) }
            for word in words where word.contains("_") && !columns.contains(word) {
                Issue.record("(\(question.name)) \(word) is no column of \(facts)")
            }
        }
    }

    @Test func `the script finds the commands it runs`() throws {
        let page = try Self.page()
        #expect(page.contains("```sh\nfind traces -type f -print0 | xargs"))
        #expect(page.contains("```python\nimport glob, json, os\n"))
        #expect(page.contains("```sql\nCOPY "))
        for engine in ["DuckDB", "Spark", "ClickHouse"] { #expect(page.contains("\n| \(engine) | `CREATE ")) }
    }
}
