import Foundation
import Testing

@testable import TraceKit

/// Where sources make a view or call a function, in lines as `List.swift:4 makes Row`.
private func sites(_ files: [String: String], of name: String) throws -> [String] {
    try withTemporaryFolder { folder in
        for (file, text) in files { try text.write(toFile: "\(folder)/\(file)", atomically: false, encoding: .utf8) }
        let lookup = SourceLookup(try SourceIndex([folder]), link: nil)
        return lookup.callSites([name])[0].map { String($0.words.dropFirst(folder.utf8.count + 1)) }
    }
}

@Suite struct CallSitesTests {
    private static let row = [
        "Row.swift": "struct Row: View {\nlet id: Int\nvar body: some View { Text(\"\\(id)\") }\n}"
    ]

    private static func inside(_ code: String) -> [String: String] {
        row.merging(["Shelf.swift": "struct Shelf: View {\nvar body: some View {\n\(code)\n}\n}"]) { $1 }
    }

    // MARK: Views

    @Test(
        arguments: [
            "List(books) { Row(id: $0.id) }", "ForEach(ids, id: \\.self) { id in Row(id: id).padding() }",
            "if isOpen { Row(id: 1) }", "NavigationLink { Row { Text(\"x\") } } label: { Text(\"y\") }",
            "Panel.Row(id: 2)", "overlay(Row(id: 3))",
        ]) func `the line of the parent that makes a view`(_ code: String) throws
    {
        #expect(try sites(Self.inside(code), of: "Row") == ["Shelf.swift:3 makes Row"])
        #expect(try sites(Self.inside(code), of: "Books.Row<Text>") == ["Shelf.swift:3 makes Row"])
    }

    @Test func `modifiers, scenes and extensions of View make views too; up to three lines are told`() throws {
        var files = Self.row
        files["App.swift"] = "@main struct Books: App {\nvar body: some Scene { WindowGroup { Row(id: 0) } }\n}"
        files["Boxed.swift"] =
            "struct Boxed: ViewModifier {\nfunc body(content: Content) -> some View { Row(id: 1) }\n}"
        files["View+Row.swift"] = "extension View {\nfunc row() -> some View { Row(id: 2) }\n}"
        #expect(
            try sites(files, of: "Row") == [
                "App.swift:2 makes Row", "Boxed.swift:2 makes Row", "View+Row.swift:2 makes Row",
            ])
        files["Shelf.swift"] = "struct Shelf: View { var body: some View { Row(id: 3) } }"
        #expect(try sites(files, of: "Row").isEmpty)
    }

    @Test(
        arguments: [
            "let row: Row", "var rows: [Row] = []", "func f() -> Row { make() }", "Text(\"Row(id: 1)\") // Row(id: 1)",
            "x as? Row", "store.Row(id: 1)", "if x is Row { Text(\"y\") }", "RowView(id: 1)",
            "#if DEBUG\nRow(id: 1)\n#endif",
            "Row.preferred(1)",
        ]) func `a type, a text and something else of that name make nothing`(_ code: String) throws
    {
        #expect(try sites(Self.inside(code), of: "Row").isEmpty)
    }

    @Test(
        arguments: [
            "#Preview { Row(id: 1) }",
            "struct Row_Previews: PreviewProvider { static var previews: some View { Row(id: 1) } }",
            "final class RowTests: XCTestCase { func testRow() { _ = Row(id: 1) } }",
            "struct Factory { func row() -> some View { Row(id: 1) } }",
            "struct Row: View { var body: some View { EmptyView() } }",
            "struct Broken: View { var body: some View { Row(id: 1) ",
        ]) func `previews, tests, other types, a second view and broken sources name no line`(_ code: String) throws
    {
        #expect(try sites(Self.row.merging(["More.swift": code]) { $1 }, of: "Row").isEmpty)
    }

    @Test func `generated and hostile sources cost no more than their length`() throws {
        let clock = ContinuousClock()
        let texts = [
            String(repeating: "struct A: View { var body: some View { Row(id: 1) } }\n", count: 15_000),
            "struct A: View {\n" + String(repeating: "let row: Row { Row.x }\n", count: 30_000) + "}",
            String(repeating: "Row(", count: 200_000), String(repeating: "extension Row { ", count: 60_000),
        ]
        var found: [String] = []
        let time = try clock.measure {
            for text in texts { found += try sites(Self.row.merging(["More.swift": text]) { $1 }, of: "Row") }
        }
        #expect(found == [])
        #expect(time < .seconds(30))
    }

    // MARK: Functions

    private static let store = [
        "Store.swift": """
        final class Store {
            var books = Store.load("books.json")
            static func load(_ name: String) -> [Int] { [] }
            func reload() {
                books = Self.load("books.json")
            }
        }
        """
    ]

    @Test func `the lines that call a function by its type`() throws {
        var files = Self.store
        files["Main.swift"] =
            "func main() {\nlet books = Store.load(\"x\")\n}\nstruct Main {\nlet books = Store.load(\"x\")\n}"
        #expect(
            try sites(files, of: "Store.load(_:)") == [
                "Main.swift:5 calls load", "Store.swift:2 calls load", "Store.swift:5 calls load",
            ])
        // Of another receiver, or another function of that name.
        files["Main.swift"] = "struct Main {\nlet page = web.load(\"x\")\nlet x = load(1)\n}"
        #expect(try sites(files, of: "Store.load(_:)").count == 2)
        files["More.swift"] = "extension Store { func load(_ id: Int) {} }"
        #expect(try sites(files, of: "Store.load(_:)").isEmpty)
    }

    // MARK: Sources of another build

    @Test func `a member that samples name and no source declares is told with its view`() throws {
        try withTemporaryFolder { folder in
            let text =
                "struct Row: View {\nvar title: String { \"\" }\nvar body: some View { Text(title) }\n}\nclass Store {}"
            try text.write(toFile: "\(folder)/Row.swift", atomically: false, encoding: .utf8)
            let lookup = SourceLookup(try SourceIndex([folder]), link: nil)
            func names(_ functions: String...) -> [String?] {
                lookup.mentions(view: "Row", functions: functions).map(\.name)
            }
            #expect(names("Row.title.getter") == ["Row.title", "Row"])
            #expect(lookup.mentions(view: "Row", functions: ["Row.body.getter"]).map(\.place.line) == [3, 1])
            #expect(
                names("Row.title.getter", "Row.subtitle.getter", "Row.draw(_:)") == [
                    "Row.title", "Row; these sources have no Row.subtitle, Row.draw(_:)",
                ])
            // The system's, a macro's and a closure's names may be declared nowhere.
            #expect(
                names("DateFormatter.string(from:)", "Store.access(keyPath:)", "closure #1 in Row.x", "0x1f") == ["Row"]
            )
        }
    }
}
