import Foundation
import Testing

/// The READMEs describe the repository correctly, and texts keep to its rules of length and language.
@Suite struct RepositoryTests {
    /// Texts for people, without the changelog, which names removed files.
    private static let pages =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "scripts/README.md", "scripts/bench-peers/README.md"]
        + Repository.files(below: "docs", suffix: ".md") + Repository.files(below: "Tests", suffix: "/README.md")

    /// Everything that may name a script.
    private static let sources =
        pages + Repository.files(below: "scripts").filter { !$0.contains("__pycache__") }
        + Repository.files(below: "Tests/Torture").filter { !$0.contains("__pycache__") }
        + Repository.files(below: ".github") + ["Tests/Browser/browser-test", "Tests/Reference/make-statistics"]
        + Repository.files(below: "Tests", suffix: ".swift") + Repository.files(below: "Sources", suffix: ".swift")

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(Repository.root)/\(path)")
    }

    private static let folders = ["scripts/", "Tests/Torture/", "Tests/Browser/", "Tests/Darwin/", "Tests/Reference/"]

    /// Paths below scripts/ and the folders of tests that are programs, wherever a text mentions one.
    private static func namedPaths(_ text: String) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || "-_./".contains($0)) }.compactMap { word in
            guard let start = folders.compactMap({ word.range(of: $0)?.lowerBound }).min() else { return nil }
            var path = String(word[start...])
            while path.hasSuffix(".") { path.removeLast() }
            return path
        }
    }

    /// Where the links of a page lead, without those to other sites and inside the page.
    private static func links(_ text: String) -> [String] {
        text.components(separatedBy: "](").dropFirst().map { String($0.prefix { $0 != ")" && $0 != "#" }) }
            .filter { !$0.isEmpty && !$0.hasPrefix("http") }
    }

    @Test func `a script that is named anywhere is there`() throws {
        for file in Self.sources {
            let absent = Self.namedPaths(try Repository.text(file)).filter { !Self.exists($0) }
            #expect(absent == [], "\(file)")
        }
    }

    @Test func `a path of a script is found in any text`() {
        let text = "`scripts/run`, (Tests/Torture/crash-test -q). 'Tests/Torture/fault-shim.c', \"$x/scripts/test\"."
        let paths = ["scripts/run", "Tests/Torture/crash-test", "Tests/Torture/fault-shim.c", "scripts/test"]
        #expect(Self.namedPaths(text) == paths)
    }

    @Test(arguments: pages) func `a link of a page leads somewhere`(_ page: String) throws {
        let folder = page.split(separator: "/").dropLast().joined(separator: "/")
        for link in Self.links(try Repository.text(page)) {
            #expect(Self.exists("\(folder)/\(link)"), "\(page) links to \(link)")
        }
    }

    @Test func `the way of one row names files that are there, 25 at most`() throws {
        let text = try Repository.text("ARCHITECTURE.md")
        let section = try #require(text.components(separatedBy: "## The way of one row\n").last).components(
            separatedBy: "\n## ")[0]
        let names = Set(
            Repository.files(below: "Sources", suffix: ".swift").compactMap { $0.split(separator: "/").last })
        let ways = section.components(separatedBy: "\n\n**").dropFirst()
        #expect(ways.count == 3)
        for way in ways {
            let files = way.components(separatedBy: "`").filter { $0.hasSuffix(".swift") }
            #expect(files.count > 10 && files.count <= 25, "\(files.count)")
            #expect(files.filter { !names.contains($0[...]) } == [])
        }
    }

    @Test func `scripts has few entries, and a folder beside the test targets says what is in it`() throws {
        #expect(names(in: "\(Repository.root)/scripts").filter { $0 != "__pycache__" }.count <= 12)
        for folder in ["scripts", "scripts/bench-peers", "Tests", "Tests/Torture", "Tests/Browser", "Tests/Darwin"] {
            #expect(Self.exists("\(folder)/README.md"), "\(folder)")
        }
        let torture = try Repository.text("Tests/Torture/README.md")
        for name in names(in: "\(Repository.root)/Tests/Torture") where name != "__pycache__" && name != "README.md" {
            #expect(torture.contains("`\(name)"), "Tests/Torture/README.md does not name \(name)")
        }
    }

    @Test func `the README and the docs stay short`() throws {
        #expect(try Repository.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count < 120)
        // Two pages are generated and as long as there are rules and options.
        let pages = Repository.files(below: "docs", suffix: ".md").filter {
            $0 != "docs/rules.md" && $0 != "docs/commands.md"
        }
        let bytes = try pages.reduce(0) { try $0 + Repository.text($1).utf8.count }
        #expect(bytes < 220_000, "\(bytes) bytes")
    }

    /// A function ends at the first brace with its own indentation.
    private static func longFunctions(_ path: String) throws -> [String] {
        var open: (name: Substring, margin: Int, first: Int)?
        var long: [String] = []
        for (index, line) in try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let margin = line.prefix { $0 == " " }.count
            if let function = open, line.dropFirst(margin) == "}", margin == function.margin {
                if index - function.first >= 70 {
                    long.append("\(path): \(function.name), \(index - function.first + 1) lines")
                }
                open = nil
            } else if open == nil, line.contains("func ") || line.contains("init("), line.hasSuffix("{") {
                open = (line.dropFirst(margin), margin, index)
            }
        }
        return long
    }

    @Test func `no function is longer than seventy lines`() throws {
        for path in Repository.files(below: "Sources", suffix: ".swift") {
            let long = try Self.longFunctions(path)
            #expect(long == [])
        }
    }

    // MARK: Plain words

    /// Comments, strings and documents, by line. The list of words that redaction knows is no text.
    private static let texts =
        (["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "schema.sql"]
        + Repository.files(below: "docs", suffix: ".md") + Repository.files(below: "skill", suffix: ".md")
        + ["swift", "js", "css", "c", "h"].flatMap { Repository.files(below: "Sources", suffix: ".\($0)") })
        .filter { $0 != "Sources/TraceKit/Redact/DiagnosticRedaction.swift" }

    @Test func `sources and documents say things plainly`() throws {
        // Words of riddles ("what stands there is nobody's"), not `stand-in` or "standard".
        let riddle = /(?i)\b(nobody|whoever|stands?(?!-in))\b/
        for path in Self.texts {
            let lines = try Repository.text(path).split(separator: "\n")
            #expect(lines.filter { $0.contains(riddle) } == [], "\(path)")
        }
    }

    @Test func `the README links every page of the docs`() throws {
        let linked = Set(Self.links(try Repository.text("README.md")))
        let pages = Repository.files(below: "docs", suffix: ".md")
        #expect(pages.filter { !linked.contains($0) } == [])
    }
}
