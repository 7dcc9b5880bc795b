import Foundation
import Testing

@testable import TraceKit

/// Writes files into a folder and makes an index of it.
private func withSources<Result>(_ files: [String: String], _ body: (SourceIndex, String) throws -> Result) throws
    -> Result
{
    try withTemporaryFolder { folder in
        for (name, text) in files {
            let path = "\(folder)/\(name)"
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: false, encoding: .utf8)
        }
        return try body(try SourceIndex([folder]), folder)
    }
}

@Suite struct SourceIndexTests {
    private static let landmarks = [
        "Sources/Row.swift":
            "struct Row: View {\n  @State var counter = 0\n}\nextension EnvironmentValues {\n @Entry var theme = 1 }",
        "Sources/Model.swift":
            "@Observable class ModelData {\n var favorites = 1\n var _storage = 2 }\nstruct SearchContext {}",
        "Sources/List.swift":
            "struct List2 {\n struct Cell: View { var id = 1 }\n}\nextension Other { struct Cell: View {} }",
        "Sources/Table.swift": "struct Item: Codable { var id = 1 }\nenum Screen { struct Item: View {} }",
    ]

    @Test(
        arguments: [
            ("Row", "Row.swift:1"), ("Row<Text, Image>", "Row.swift:1"), ("Landmarks.Row", "Row.swift:1"),
            ("Row.body", "Row.swift:1"), ("List2.Cell", "List.swift:2"), ("App.List2.Cell", "List.swift:2"),
            ("Other.Cell", "List.swift:4"), ("Item", "Table.swift:2"), ("Cell", nil), ("Nothing", nil), ("", nil),
            // Another type's: `ModelData` is no module.
            ("ModelData.Row", nil), ("Optional<Row>", nil), ("(Row, Row)", nil),
        ] as [(String, String?)])
    func `a view has the place of its declaration, if that is the only one`(_ name: String, _ place: String?) throws {
        try withSources(Self.landmarks) { index, folder in
            #expect(index.place(ofView: name)?.text == place.map { "\(folder)/Sources/\($0)" })
        }
    }

    @Test(
        arguments: [
            ("ModelData.favorites", "Model.swift:2"), ("@Observable ModelData.favorites", "Model.swift:2"),
            ("@Observable ModelData.(Dictionary<Int, Int>)", "Model.swift:1"),
            ("ModelData._favorites", "Model.swift:2"),
            ("@State: counter", "Row.swift:2"), ("@State counter", "Row.swift:2"), ("Row.counter", "Row.swift:2"),
            ("Creation of Row", "Row.swift:1"), ("Row.body [skipped]", "Row.swift:1"),
            ("Child Environment: SearchContext", "Model.swift:4"), ("EnvironmentWriter: theme", "Row.swift:5"),
            ("EnvironmentWriter: Theme", "Row.swift:5"), ("counter", nil), ("Transaction", nil), ("External: Row", nil),
            ("External Environment", nil), ("Layout: Row", nil), ("Tap \"Row.counter\"", nil), ("Row.id", nil),
            ("@State: id", nil), ("<graph>", nil), ("@", nil), ("...", nil),
        ] as [(String, String?)])
    func `a cause has the place of its property or type`(_ name: String, _ place: String?) throws {
        try withSources(Self.landmarks) { index, folder in
            #expect(index.place(ofCause: name)?.text == place.map { "\(folder)/Sources/\($0)" })
        }
    }

    @Test func `a function of a stack has the place of its declaration, unless it has two`() throws {
        let text = """
            class Model {
                func load(_ name: String) { func load() {} }
                static func make() {}
                func twice() {}
                func twice(_ x: Int) {}
            }
            func load() {}
            """
        try withSources(["Model.swift": text, "Other.swift": "struct Other { func load() {} }"]) { index, _ in
            #expect(index.place(ofFunction: "Model.load(_:)")?.line == 2)
            #expect(index.place(ofFunction: "closure #1 in App.Model.load(_:)")?.line == 2)
            #expect(index.place(ofFunction: "static Model.make()") == nil)
            #expect(index.place(ofFunction: "Model.make()")?.line == 3)
            for name in ["Model.twice()", "load()", "Model.none()", "-[Model load]", "", "."] {
                #expect(index.place(ofFunction: name) == nil, "\(name)")
            }
            let mention = SourceLookup(index, link: nil).mentions(view: nil, functions: ["Model.load(_:)"]).first
            #expect(mention?.place.line == 2 && mention?.name == "Model.load(_:)")
        }
    }

    @Test func `a line that the recording names is found by the end of its path`() throws {
        try withSources(["A/Row.swift": "", "B/Row.swift": "", "B/Cell.swift": ""]) { index, folder in
            #expect(index.place(ofFile: "/Users/me/App/B/Row.swift", line: 7)?.text == "\(folder)/B/Row.swift:7")
            #expect(index.place(ofFile: "Cell.swift", line: 3)?.text == "\(folder)/B/Cell.swift:3")
            #expect(index.place(ofFile: "Row.swift", line: 3) == nil)
            #expect(index.place(ofFile: "", line: 3) == nil)
            let lookup = SourceLookup(index, link: try SourceLink("vscode://file{file}:{line}"))
            let mention = lookup.mentions(view: nil, sources: ["B/Row.swift:7"]).first
            #expect(mention?.address?.hasSuffix("/B/Row.swift:7") == true && mention?.name == nil)
            #expect(lookup.mentions(view: nil, sources: ["Row.swift"]).isEmpty)
            #expect(lookup.mentions(view: nil, sources: ["Row.swift:0"]).isEmpty)
        }
    }

    @Test func `hidden folders, those of dependencies and what the top gitignore names are not looked at`() throws {
        let view = "struct V: View {}"
        let files = [
            ".git/HEAD": "", ".gitignore": "Vendor/\n*.gen.swift\n!Keep.gen.swift\n/Top/Build\n",
            ".build/V.swift": view,
            "Pods/V.swift": view, "Sub/DerivedData/V.swift": view, "Sub/node_modules/V.swift": view,
            "Sub/Vendor/V.swift": view, "A.gen.swift": view, "Top/Build/V.swift": view,
            "Sub/Keep.gen.swift": "struct Kept: View {}", "Sub/Build/V.swift": view,
        ]
        try withSources(files) { index, folder in
            #expect(index.place(ofView: "V")?.text == "\(folder)/Sub/Build/V.swift:1")
            #expect(index.place(ofView: "V")?.pathInRepository == "Sub/Build/V.swift")
            #expect(index.place(ofView: "Kept")?.pathInRepository == "Sub/Keep.gen.swift")
            #expect(index.sources == 2 && index.diagnostics == [])
            let inner = try SourceIndex(["\(folder)/Sub"])
            #expect(inner.place(ofView: "Kept")?.pathInRepository == "Sub/Keep.gen.swift")
        }
    }

    @Test func `links that go round, pipes and files that cannot be read hold nothing up`() throws {
        try withSources(["A/V.swift": "struct V: View {}"]) { _, folder in
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/A/loop", withDestinationPath: "..")
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/A/W.swift", withDestinationPath: "V.swift")
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/A/X.swift", withDestinationPath: "X.swift")
            mkfifo("\(folder)/A/P.swift", 0o600)
            let large = String(repeating: " ", count: SourceText.longest + 1)
            try large.write(toFile: "\(folder)/A/Large.swift", atomically: false, encoding: .utf8)
            let index = try SourceIndex([folder, "\(folder)/A", folder + "/"])
            #expect(index.place(ofView: "V")?.text == "\(folder)/A/V.swift:1")
            #expect(index.sources == 1)
            #expect(
                index.diagnostics.map(\.message) == [
                    "the source cannot be read, or is larger than 4 MB; it is left out"
                ])
        }
    }

    @Test func `more files than the limits are left out with a word`() throws {
        let files = Dictionary(uniqueKeysWithValues: (0..<30).map { ("F\($0).swift", "struct V\($0): View {}") })
        try withSources(files) { _, folder in
            let few = try SourceFolder(folder, SourceFolder.Limits(entries: 1000, files: 7))
            #expect(few.files.count == 7 && few.leftOut.count == 1)
            let short = try SourceFolder(folder, SourceFolder.Limits(entries: 10, files: 1000))
            #expect(short.files.count <= 10 && short.leftOut.count == 1)
        }
    }

    @Test func `a folder that is none is an error, one without sources a warning`() throws {
        try withTemporaryFolder { folder in
            #expect(throws: TraceError.self) { try SourceIndex(["\(folder)/none"]) }
            try "".write(toFile: "\(folder)/file", atomically: false, encoding: .utf8)
            #expect(throws: TraceError.self) { try SourceIndex(["\(folder)/file"]) }
            #expect(
                try SourceIndex([folder]).diagnostics.map(\.message) == [
                    "no Swift source is here, so no place can be given"
                ])
        }
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `lines may end in any way`(_ end: String) throws {
        let text = ["struct A: View {", "// {", "}", "struct B: View {}"].joined(separator: end)
        try withSources(["V.swift": text]) { index, folder in
            #expect(index.place(ofView: "A")?.line == 1)
            #expect(index.place(ofView: "B")?.line == 4)
        }
    }
}

@Suite struct IgnoredPathsTests {
    @Test(
        arguments: [
            ("*.o", "a/b/c.o", true), ("*.o", "c.os", false), ("/a", "a", true), ("/a", "b/a", false),
            ("a/b", "a/b", true), ("a/b", "x/a/b", false), ("**/b", "x/y/b", true), ("**/b", "b", true),
            ("#a", "#a", false), ("a*\n!ab", "ab", false), ("!ab\na*", "ab", true), ("a?c", "abc", true),
            ("a ", "a", true), ("d/", "d", false), ("[", "[", false), ("a/**/b", "a/b", false), ("", "a", false),
            ("/", "a", false), ("*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false), ("a\r\n", "a", true),
        ] as [(String, String, Bool)])
    func `plain patterns fit as git has them, others fit nothing`(_ rules: String, _ path: String, _ answer: Bool) {
        #expect(IgnoredPaths(rules).contains(path, isFolder: false) == answer)
    }

    @Test func `a pattern with a slash at its end is for folders`() {
        #expect(IgnoredPaths("d/").contains("x/d", isFolder: true))
    }
}

@Suite struct SourceLinkTests {
    private let place = SourcePlace(
        path: "S/a b.swift", pathInRepository: "S/a b#(1).swift", absolutePath: "/x/S/ü.swift", line: 12)

    @Test func `a template is filled with escaped paths`() throws {
        let web = try SourceLink("https://github.com/me/app/blob/main/{path}#L{line}")
        #expect(web.address(place) == "https://github.com/me/app/blob/main/S/a%20b%23%281%29.swift#L12")
        #expect(try SourceLink("vscode://file{file}:{line}").address(place) == "vscode://file/x/S/%C3%BC.swift:12")
        #expect(
            try SourceLink("xed://open?file={file}&line={line}").address(place)
                == "xed://open?file=/x/S/%C3%BC.swift&line=12")
    }

    @Test(
        arguments: [
            "javascript:alert(1)//{path}", "data:text/html,{path}", "file:///{path}", "{path}", "//x/{path}", "https",
            "https:{line}",
            "https://x/{path}\"onclick", "https://x/{path}<b>", "https://x/ {path}", "https://x/{name}/{path}",
            "https://x/{path",
            "JavaScript:{path}", "https://x/{path})",
        ]) func `what is no plain address of a file is refused`(_ template: String)
    {
        #expect(throws: TraceError.self) { try SourceLink(template) }
    }
}
