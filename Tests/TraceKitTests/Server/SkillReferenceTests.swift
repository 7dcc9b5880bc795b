import Foundation
import Testing

@testable import TraceKit

/// The references of the skill are made from the schema and the rules (`UPDATE_GOLDEN=1` writes them).
@Suite struct SkillReferenceTests {
    private func expectPage(_ text: String, _ path: String) throws {
        let file = "\(Repository.root)/\(path)"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
        let isSame = try Repository.text(path) == text
        #expect(isSame, "\(path): UPDATE_GOLDEN=1 rewrites the page")
    }

    @Test func `the reference of the schema is made from schema.sql`() throws {
        try expectPage(try HelpTopics.schemaReference(), "skill/tracekit-swiftui-performance/references/schema.md")
        for view in try SchemaGuide.read().views {
            #expect(!view.meaning.isEmpty && !view.columns.isEmpty, "\(view.name)")
        }
    }

    @Test func `the reference of the rules is made from their words`() throws {
        try expectPage(HelpTopics.rulesReference(), "skill/tracekit-swiftui-performance/references/rules.md")
    }

    @Test func `every topic of help is a resource`() throws {
        let topics = HelpTopics.all(try SchemaGuide.read())
        #expect(Set(topics.map(\.uri)).count == topics.count)
        #expect(topics.count == 2 + RuleGuides.all.count + (try SchemaGuide.read().views.count))
        for topic in topics { #expect(!topic.lines.isEmpty && !topic.title.isEmpty) }
    }

    @Test func `pages of resources make the whole list`() throws {
        var (names, cursor): ([String], String?) = ([], nil)
        for _ in 0..<20 {
            let more = cursor.map { "\"cursor\":\"\($0)\"" } ?? ""
            let result = try ServerRun([ServerRun.modern(1, "resources/list", more)]).result(1)
            names += result?["resources"]?.items?.compactMap { $0["name"]?.text } ?? []
            cursor = result?["nextCursor"]?.text
            if cursor == nil { break }
        }
        #expect(names == HelpTopics.all(try SchemaGuide.read()).map(\.name))
    }
}
