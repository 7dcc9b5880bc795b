import Testing

@testable import TraceKit

/// Who may use whom: the table of ARCHITECTURE.md, held against the sources.
@Suite struct RoomsTests {
    /// A room, the rooms it may use, and the modules it may import (the C library is every room's).
    private static let rooms: [(room: String, uses: [String], imports: [String])] = [
        ("Core", [], ["CLinux"]),
        ("Text", ["Core"], []),
        ("Model", base, []),
        ("Import", base + ["Model"], []),
        // It runs the tool that exports recordings.
        ("Record", base + ["Import"], []),
        // Names of views are read as traces have them.
        ("SourceCode", base + ["Model"], []),
        ("Store", base + ["Model"], ["CSQLite", "TraceSchema"]),
        ("Analysis", base + ["Model", "Store"], []),
        ("Measurements", base + ["Model", "Store"], []),
        // The builders of results ask the store; their renderers draw the model only (tested below). Pages have the
        // words on rules.
        ("Report", base + ["Model", "Store", "Analysis", "SourceCode"], ["CEmbedded"]),
        ("Chains", base + ["Model", "Store"], []),
        ("Doctor", base + ["Model", "Store"], []),
        ("Query", base + ["Store"], ["CSQLite"]),
        // A comparison's page is made of the report's.
        ("Diff", base + ["Model", "Analysis", "Measurements", "Report", "SourceCode"], []),
        // The same floors as a comparison's.
        ("Trend", base + ["Model", "Measurements", "Diff"], []),
        // Budgets are JSON with comments, read by the importers' reader.
        ("Budget", base + ["Model", "Import", "Measurements", "SourceCode"], []),
        // A project's file is JSON with comments, as a budget is; problems are accepted by the rule that leads them.
        ("Project", base + ["Model", "Import", "Budget", "Analysis"], []),
        // A slice has the nodes above its rows, which the analysis chooses.
        ("Export", base + ["Model", "Store", "Analysis", "Chains", "SourceCode"], []),
        // What the analysis reads out of names must survive, and so must the names of formats.
        ("Redact", base + ["Model", "Import", "Analysis"], []),
        // What agents call is what the commands do: it knows what they know.
        (
            "Server",
            base + [
                "Model", "Import", "Analysis", "Store", "Report", "Chains", "Doctor", "Query", "Measurements", "Diff",
                "Budget", "SourceCode",
            ],
            ["TraceSchema"]
        ),
    ]

    /// What is under everything.
    private static let base = ["Core", "Text"]

    private static let systemLibraries = ["Glibc", "Musl", "Darwin", "CLinux", "Synchronization"]

    private static func files(_ room: String) -> [String] {
        Repository.files(below: "Sources/TraceKit/\(room)", suffix: ".swift")
    }

    /// The words of a file's code: without comments and without the words of its string literals.
    private static func words(_ path: String) throws -> Set<Substring> {
        var words: Set<Substring> = []
        for line in try Repository.text(path).split(separator: "\n") {
            var code = line
            while code.first == " " { code.removeFirst() }
            if code.hasPrefix("//") { continue }
            for (index, part) in code.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
                // Of a literal only what is put in counts: `\(…)` up to its bracket.
                let pieces =
                    index % 2 == 0 ? [part] : part.split(separator: "\\(").dropFirst().map { $0.prefix { $0 != ")" } }
                for piece in pieces { words.formUnion(piece.split { !$0.isLetter && !$0.isNumber && $0 != "_" }) }
            }
        }
        return words
    }

    /// The types a file declares for others: at the margin, and not private. `nested` = those inside of types too.
    private static func types(_ path: String, nested: Bool = false) throws -> Set<Substring> {
        var types: Set<Substring> = []
        for line in try Repository.text(path).split(separator: "\n") where nested || !line.hasPrefix(" ") {
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            guard nested || !words.contains("private") && !words.contains("fileprivate"), !line.hasPrefix("/"),
                let keyword = words.firstIndex(where: {
                    ["struct", "class", "enum", "protocol", "typealias"].contains($0)
                }),
                keyword + 1 < words.count
            else { continue }
            types.insert(words[keyword + 1])
        }
        return types
    }

    private static func imports(_ path: String) throws -> [String] {
        try Repository.text(path).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").drop { $0.hasPrefix("@") || $0 == "package" || $0 == "internal" }
            guard words.first == "import" else { return nil }
            return words.last.map(String.init)
        }
    }

    @Test func `every folder of TraceKit is a room of the table`() {
        let folders = Set(
            Repository.files(below: "Sources/TraceKit", suffix: ".swift").map { $0.split(separator: "/")[2] })
        let known = Set(Self.rooms.map { Substring($0.room) })
        #expect(folders.filter { !$0.hasSuffix(".swift") }.subtracting(known) == [])
        #expect(
            folders.filter { $0.hasSuffix(".swift") }.sorted() == [
                "AnalysisRun.swift", "OptionsHash.swift", "Pipeline.swift", "TraceAnalysis.swift", "Workbench.swift",
            ])
    }

    @Test(arguments: rooms.map(\.room)) func `a room imports only what it may`(_ room: String) throws {
        let allowed = Self.rooms.first { $0.room == room }?.imports ?? []
        for file in Self.files(room) {
            let others = try Self.imports(file).filter { !allowed.contains($0) && !Self.systemLibraries.contains($0) }
            #expect(others == [], "\(file)")
        }
    }

    @Test(arguments: rooms.map(\.room)) func `a room mentions the types of rooms it may use only`(_ room: String) throws
    {
        let uses = Self.rooms.first { $0.room == room }?.uses ?? []
        var own: Set<Substring> = []
        for file in Self.files(room) { own.formUnion(try Self.types(file, nested: true)) }
        var foreign: [Substring: String] = [:]
        for other in Self.rooms.map(\.room) where other != room && !uses.contains(other) {
            for file in Self.files(other) {
                for type in try Self.types(file) where !own.contains(type) { foreign[type] = other }
            }
        }
        for file in Self.files(room) {
            let mentioned = try Self.words(file).compactMap { word in foreign[word].map { "\(word) of \($0)" } }
            #expect(mentioned.sorted() == [], "\(file)")
        }
    }

    @Test func `a renderer draws the model and does not know the store`() throws {
        let files = Repository.files(below: "Sources/TraceKit", suffix: ".swift").filter { $0.contains("/Renderers/") }
        #expect(files.count > 20)
        for file in files {
            let words = try Self.words(file)
            for type: Substring in ["Database", "TraceStore", "Statement", "TracePipeline"] {
                #expect(!words.contains(type), "\(file) mentions \(type)")
            }
        }
    }

    @Test func `the command line knows the public face of TraceKit only`() throws {
        for file in Repository.files(below: "Sources/trace-analyze", suffix: ".swift") {
            let others = try Self.imports(file).filter { $0 != "TraceKit" && !Self.systemLibraries.contains($0) }
            #expect(others == [], "\(file)")
            #expect(!(try Repository.text(file).contains("@testable")), "\(file)")
        }
    }

    /// The module for users of the library, who have Foundation: the engine and the tool do not depend on it.
    @Test func `no source imports Foundation but the one that says what it shows of errors`() throws {
        let files = Repository.files(below: "Sources", suffix: ".swift").filter {
            !$0.hasPrefix("Sources/TraceKitErrors/")
        }
        #expect(files.count > 50)
        let package = try Repository.text("Package.swift")
        #expect(package.contains(#".executableTarget(name: "trace-analyze", dependencies: ["TraceKit"])"#))
        for file in files {
            #expect(try Self.imports(file).filter { $0.hasPrefix("Foundation") } == [], "\(file)")
        }
    }

    @Test func `a file with one type is named after it`() throws {
        for file in Repository.files(below: "Sources/TraceKit", suffix: ".swift") {
            let types = try Self.types(file)
            guard types.count == 1, let type = types.first, !file.contains("+") else { continue }
            let name = file.split(separator: "/").last?.dropLast(6).prefix { $0 != "+" }
            #expect(name == type || Self.otherNames.contains(String(name ?? "")), "\(file)")
        }
    }

    /// Files with one type and something that says more about them.
    private static let otherNames: Set<String> = [
        "Pipeline", "ByteSlice", "CauseStorms", "ZoomSections", "Platform", "Sorting", "XMLPlaces", "XMLProlog",
        "StoredTables",
    ]
}
