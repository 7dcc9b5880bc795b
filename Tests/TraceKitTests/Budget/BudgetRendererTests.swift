import Foundation
import Testing

@testable import TraceKit

/// Results through every renderer: golden files of a small one, and what hosts demand of any.
@Suite struct BudgetRendererTests {
    /// Breaches, a gap and notes.
    private func small() throws -> BudgetResult {
        let limits = """
            {
              "version": 1,
              "trace": {"red": 0, "hang_ms": 260, "rejects": "+0"},
              "interactions": {"tap Favorite": {"updates_per_interaction": 3}},
              "views": {"LandmarkRow": {"p95_ms": 8.3}, "Gone": {"red": 0}}
            }
            """
        let budget = try BudgetFile.read(Array(limits.utf8), name: "ci/budget.json")
        var options = BudgetCheck.Options()
        options.input = CommandInput(["trace.json"])
        return try BudgetCheck.run(budget, try BudgetCheckTests.trace(SmallTrace.json), baseline: nil, options)
    }

    private func render(_ result: BudgetResult, _ name: String) throws -> String {
        try #require(BudgetResult.renderers.render(result, as: name, RenderOptions()))
    }

    @Test(arguments: BudgetResult.renderers.names) func `every renderer has its golden file`(_ name: String) throws {
        try expectGolden(try render(try small(), name), "check.\(name)")
    }

    @Test func `an unknown format has no renderer`() throws {
        #expect(BudgetResult.renderers.render(try small(), as: "pdf", RenderOptions()) == nil)
    }

    @Test(arguments: BudgetResult.renderers.names) func `no format passes controls or direction marks on`(
        _ name: String
    )
        throws
    {
        let text = try render(try HostileBudget.result(), name)
        if name == "json" || name == "sarif" {
            _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) })
            return
        }
        for line in text.split(separator: "\n") { #expect(VisibleText.escape("\(line)") == line) }
        // Markdown reads no markup inside of code.
        let markup = name == "markdown" ? Self.withoutCode(text) : text
        #expect(name == "text" || !markup.contains("<script"))
    }

    /// The text without its code spans, whose ends are runs of as many backticks.
    private static func withoutCode(_ text: String) -> String {
        var result = ""
        for line in text.split(separator: "\n") {
            var rest = line
            while let start = rest.firstIndex(of: "`"), !rest[..<start].hasSuffix("\\") {
                let fence = rest[start...].prefix { $0 == "`" }
                guard let end = rest[fence.endIndex...].firstRange(of: fence) else { break }
                result += rest[..<start]
                rest = rest[end.upperBound...]
            }
            result += rest + "\n"
        }
        return result
    }

    // MARK: Names that are not in the trace

    /// A view, a function and a signpost with a typo, a pattern, and limits that hold.
    private func mistyped() throws -> BudgetResult {
        let limits = #"""
            {
              "version": 1,
              "trace": {"red": 9},
              "views": {"Rwo": {"red": 0, "p95_ms": 9}, "Gone*": {"red": 0}, "Row": {"red": 9}},
              "chains": {"Tap \"A\" → S → Rwo.body": {"updates_per_interaction": 4}}
            }
            """#
        let budget = try BudgetFile.read(Array(limits.utf8), name: "b.json")
        return try BudgetCheck.run(
            budget, try BudgetCheckTests.trace(BudgetCheckTests.trace), baseline: nil, BudgetCheck.Options())
    }

    @Test func `every format tells a name that is not in the trace, and the nearest one`() throws {
        let result = try mistyped()
        #expect(result.exitCode == 0 && result.skipped.count == 4)
        for name in BudgetResult.renderers.names {
            let text = try render(result, name).replacing("\\", with: "").split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
            for word in ["Rwo", "Gone", "Rwo.body", "did you mean"] { #expect(text.contains(word), "\(name): \(word)") }
        }
        let warnings = try render(result, "github").split(separator: "\n").filter { $0.contains("skipped") }
        let limits = "Rwo: 2 limits are skipped (red, p95_ms): not in this trace; did you mean 'Row'?"
        #expect(warnings.contains("::warning file=b.json,line=4,title=trace-analyze check::\(limits)"), "\(warnings)")
        #expect(warnings.count == 3 && warnings.allSatisfy { $0.hasPrefix("::warning ") })
        let junit = try render(result, "junit")
        #expect(junit.contains("<skipped message=\"Rwo: red is skipped: not in this trace; did you mean"))
        #expect(try render(result, "sarif").contains("\"level\": \"warning\""))
    }

    @Test func `limits on names of the trace have no warning, and are not skipped`() throws {
        let limits = #"{"version": 1, "trace": {"red": 9}, "views": {"Row": {"red": 9}, "Ro*": {"orange": 9}}}"#
        let budget = try BudgetFile.read(Array(limits.utf8), name: "b.json")
        let result = try BudgetCheck.run(
            budget, try BudgetCheckTests.trace(BudgetCheckTests.trace), baseline: nil, BudgetCheck.Options())
        #expect(result.skipped.isEmpty && result.answer.hasPrefix("Within budget: 3 limits on "))
        for name in BudgetResult.renderers.names {
            let text = try render(result, name)
            #expect(
                !text.contains("is skipped") && !text.contains("<skipped") && !text.contains("not in this trace"),
                "\(name)")
        }
    }

    @Test func `ten warnings at most, and how many are left`() throws {
        let names = (1...14).map { "\"Nothing\($0)\": {\"red\": 0}" }.joined(separator: ", ")
        let budget = try BudgetFile.read(Array("{\"version\": 1, \"views\": {\(names)}}".utf8), name: "b.json")
        let result = try BudgetCheck.run(
            budget, try BudgetCheckTests.trace(BudgetCheckTests.trace), baseline: nil, BudgetCheck.Options())
        let lines = try render(result, "github").split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("::warning ") }.count == 10)
        let left = 14 + result.caveats.count - 10
        #expect(lines.last?.hasSuffix("; \(left) more warnings") == true, "\(lines.last ?? "")")
    }

    // MARK: CI hosts

    /// Lines that the host would take for commands: it looks behind leading white space.
    private static func commands(_ text: String) -> [Substring] {
        text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.filter { $0.hasPrefix("::") }
    }

    @Test func `no name becomes a command of the host`() throws {
        let result = try HostileBudget.result()
        for name in BudgetResult.renderers.names where name != "github" {
            #expect(Self.commands(try render(result, name)) == [], "\(name)")
        }
        for command in Self.commands(try render(result, "github")) {
            let word = command.dropFirst(2).prefix { $0.isLetter }
            #expect(["error", "warning", "notice"].contains(word), "\(command)")
        }
    }

    @Test func `the host's escapes`() {
        let place = Place(file: "a,b.json", line: 3)
        #expect(
            GitHubCommand.line("error", title: "50 %, a:b", "50 %, a:b\n", at: place)
                == "::error file=a%2Cb.json,line=3,title=50 %25%2C a%3Ab::50 %25, a:b%0A")
    }

    @Test func `ten annotations at most, the worst, and how many are left`() throws {
        let result = try HostileBudget.result()
        let lines = try render(result, "github").split(separator: "\n")
        let errors = lines.filter { $0.hasPrefix("::error ") }
        #expect(errors.count == 10 && result.breaches.count > 20)
        let left = result.breaches.count + result.gaps.count - 10
        #expect(lines.last?.hasSuffix("; \(left) more than the 10 shown here") == true)
        #expect(
            errors.first?.contains(
                GitHubCommand.line("", title: "", try #require(result.breaches.first).sentence).dropFirst(11)) == true)
        // One property ends where the next begins.
        let head = try #require(errors.first?.dropFirst("::error ".count).firstRange(of: "::")).lowerBound
        let properties = errors[0][..<head].dropFirst("::error ".count).split(separator: ",")
        #expect(properties.map { $0.prefix { $0 != "=" } } == ["file", "line", "title"])
        #expect(properties[0] == "file=a b%2Cc%3Ad%0A%25.json")
    }

    @Test func `a summary stays below the size that the host takes`() throws {
        let result = try HostileBudget.result()
        let whole = MarkdownBudget.render(result, largest: 1 << 20)
        #expect(!whole.contains("Cut at the size"))
        for largest in stride(from: 2_000, to: whole.utf8.count, by: 1_111) {
            let text = MarkdownBudget.render(result, largest: largest)
            #expect(text.utf8.count <= largest)
            #expect(text.hasSuffix(" lines are left out.\n\n"), "\(largest)")
            #expect(text.contains("<details>") == text.contains("</details>"))
        }
    }

    @Test func `tables of the summary keep their columns`() throws {
        let text = try render(try HostileBudget.result(), "markdown")
        for line in text.split(separator: "\n") where line.hasPrefix("|") {
            var bars = 0
            var isEscaped = false
            for scalar in line.unicodeScalars {
                if scalar == "|", !isEscaped { bars += 1 }
                isEscaped = scalar == "\\" && !isEscaped
            }
            #expect([7, 8].contains(bars), "\(line)")
        }
    }

    // MARK: JUnit

    /// How often each element stands in a document, as our strict reader sees it; and what its attributes add up to.
    private func elements(_ xml: String) throws -> (counts: [String: Int], declared: [String: Int]) {
        var reader = XMLReader(ByteInput(bytes: Array(xml.utf8), name: "junit.xml"))
        var (counts, declared): ([String: Int], [String: Int]) = ([:], [:])
        while true {
            switch try reader.next() {
            case .finish: return (counts, declared)
            case .start:
                let name = reader.name.text
                counts[name, default: 0] += 1
                for index in 0..<reader.attributes.count where name == "testsuite" {
                    let key = reader.attributeName(at: index).text
                    if let number = Int(reader.value(at: index).text) { declared[key, default: 0] += number }
                }
            case .text, .end: continue
            }
        }
    }

    @Test func `JUnit parses, and its counts are those of its cases`() throws {
        for result in [try small(), try HostileBudget.result()] {
            let (counts, declared) = try elements(try render(result, "junit"))
            #expect(counts["testsuites"] == 1)
            #expect(counts["testcase"] == result.outcomes.count && declared["tests"] == result.outcomes.count)
            #expect(counts["failure"] == result.breaches.count && declared["failures"] == result.breaches.count)
            #expect(counts["error"] == result.gaps.count && declared["errors"] == result.gaps.count)
            #expect((counts["skipped"] ?? 0) == result.skipped.count && declared["skipped"] == result.skipped.count)
        }
    }

    // MARK: SARIF

    /// What the schema of SARIF 2.1.0 and GitHub's code scanning demand of the objects that are written.
    @Test func `SARIF has what its schema demands`() throws {
        for result in [try small(), try HostileBudget.result()] {
            let log = try #require(
                try JSONSerialization.jsonObject(with: Data(try render(result, "sarif").utf8)) as? [String: Any])
            #expect(log["version"] as? String == "2.1.0")
            let run = try #require((log["runs"] as? [[String: Any]])?.first)
            let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
            #expect(driver["name"] as? String == "trace-analyze")
            let rules = try #require(driver["rules"] as? [[String: Any]])
            let ids = rules.compactMap { $0["id"] as? String }
            #expect(Set(ids).count == rules.count)
            for rule in rules {
                for key in ["shortDescription", "fullDescription", "help"] { try expectMessage(rule[key]) }
            }
            let results = try #require(run["results"] as? [[String: Any]])
            #expect(results.count == result.breaches.count)
            for entry in results {
                #expect(ids[try #require(entry["ruleIndex"] as? Int)] == entry["ruleId"] as? String)
                #expect(entry["level"] as? String == "error")
                try expectMessage(entry["message"])
                try expectLocations(entry["locations"])
            }
            let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
            #expect(invocation["executionSuccessful"] as? Bool == false)
            for note in try #require(invocation["toolExecutionNotifications"] as? [[String: Any]]) {
                try expectMessage(note["message"])
                try expectLocations(note["locations"])
            }
        }
    }

    private func expectMessage(_ value: Any?) throws {
        let text = try #require((value as? [String: Any])?["text"] as? String)
        #expect(!text.isEmpty)
    }

    private func expectLocations(_ value: Any?) throws {
        let location = try #require((value as? [[String: Any]])?.first)
        let place = try #require(location["physicalLocation"] as? [String: [String: Any]])
        let uri = try #require(place["artifactLocation"]?["uri"] as? String)
        #expect(URL(string: uri) != nil && !uri.contains(" ") && !uri.contains("\n"))
        #expect(try #require(place["region"]?["startLine"] as? Int) >= 1)
        let logical = try #require((location["logicalLocations"] as? [[String: Any]])?.first)
        #expect(logical["name"] is String && logical["fullyQualifiedName"] is String)
    }

    @Test func `a message has no links and placeholders`() {
        #expect(SARIFText.message("[a](b) {0} \\ \u{1B}") == "\\[a\\](b) {{0}} \\\\ \\\\u{{1b}}")
    }

    @Test func `a path as a URI`() {
        #expect(SARIFText.uri("ci/budget.json") == "ci/budget.json")
        #expect(SARIFText.uri("/a b/ü:%.json") == "file:///a%20b/%C3%BC%3A%25.json")
    }
}
