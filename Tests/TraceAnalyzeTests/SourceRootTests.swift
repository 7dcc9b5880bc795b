import Foundation
import Testing

@testable import TraceKit
@testable import trace_analyze

/// `--source-root`: where the views of findings stand, in every format.
@Suite struct SourceRootTests {
    private static let root = URL(fileURLWithPath: Samples.path("x")).deletingLastPathComponent()
        .deletingLastPathComponent().path
    private static let sources = "\(root)/Examples/Landmarks"
    private static let before = Samples.path("landmarks-before.json")
    private static let after = Samples.path("landmarks-after.json")
    private static let options = [
        "--source-root", sources, "--source-url", "https://example.com/{path}#L{line}", "--quiet",
    ]

    private func run(_ words: [String]) throws -> String {
        let run = CommandLineRun(words + Self.options)
        #expect(run.code == 0 || run.code == 3, "\(run.errors)")
        return run.output
    }

    @Test func `the text says the line below the fix, the property that is slow before its view`() throws {
        let text = try run(["report", Self.before, "--width", "400"])
        let row = "\(Self.sources)/LandmarkRow.swift"
        #expect(
            text.contains(
                "Where: \(row):9 (LandmarkRow.formattedDate), \(row):23 (LandmarkRow.formattedDistance), "))
        // What drives the updates, and what makes the view; where these are declared is no help then.
        #expect(text.contains("Reads: \(row):19 reads favorites\n"))
        #expect(text.contains("Used: \(Self.sources)/LandmarkList.swift:9 makes LandmarkRow\n"))
        #expect(
            text.contains("Reads: \(row):5 search is declared and never read in these sources: try without it\n"))
        let all = try run(["report", Self.before, "--width", "400", "--all", "--profile", "instruments"])
        // An extension says that it is a view.
        #expect(all.contains("Where: \(Self.sources)/LandmarkDetail.swift:24 (MapView)"))
    }

    @Test func `JSON, Markdown, annotations and SARIF have the line`() throws {
        let json = try run(["report", Self.before, "--format", "json"])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let trace = try #require((object["traces"] as? [[String: Any]])?.first)
        for id in ["problems", "findings"] {
            let section = try #require((trace["sections"] as? [String: [String: Any]])?[id])
            let rows = try #require(section["rows"] as? [[String: Any]])
            let places = try #require(section["places"] as? [[String: Any]])
            let row = rows.firstIndex { ($0["kind"] ?? $0["rule"]) as? String == "expensive-call" }
            let first = places.first { $0["row"] as? Int == row }
            #expect(first?["line"] as? Int == 9, "\(id)")
            #expect(first?["url"] as? String == "https://example.com/Examples/Landmarks/LandmarkRow.swift#L9")
        }
        #expect(json.contains("\"relation\": \"reads\""))
        let link = "LandmarkRow.swift:3 (LandmarkRow)](https://example.com/Examples/Landmarks/LandmarkRow.swift#L3)"
        #expect(try run(["report", Self.before, "--format", "markdown"]).contains(link))
        let annotations = try run(["report", Self.before, "--format", "github"])
        #expect(annotations.contains("::error file=Examples/Landmarks/LandmarkRow.swift,line=9,title="))
        let sarif = try run(["report", Self.before, "--format", "sarif"])
        let log = try #require(try JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any])
        let results = try #require((log["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
        #expect(results.count >= 4)
        #expect(sarif.contains("\"uri\": \"Examples/Landmarks/LandmarkRow.swift\""))
    }

    @Test func `the page has the address, and one without a template has none`() throws {
        let page = try run(["report", Self.before, "--format", "html"])
        #expect(page.contains("\"https://example.com/Examples/Landmarks/LandmarkRow.swift#L9\""))
        let plain = CommandLineRun([
            "report", Self.before, "--format", "html", "--source-root", Self.sources, "--quiet",
        ])
        #expect(plain.output.contains("LandmarkRow.swift:9") && !plain.output.contains("example.com"))
    }

    @Test func `a breach stands at its view, a comparison and an export say it too`() throws {
        let folder = try Folder()
        let budget = try folder.file(
            "b.json", "{\"version\": 1, \"views\": {\"LandmarkRow\": {\"red\": 0}}, \"trace\": {\"red\": 0}}")
        let check = ["check", Self.before, "--budget", budget, "--format"]
        let annotations = try run(check + ["github"])
        #expect(annotations.contains("::error file=Examples/Landmarks/LandmarkRow.swift,line=3,title=LandmarkRow"))
        #expect(annotations.contains("::error file=\(budget)"))
        let sarif = try run(check + ["sarif"])
        #expect(
            sarif.contains("relatedLocations") && sarif.contains("\"uri\": \"Examples/Landmarks/LandmarkRow.swift\""))
        #expect(try run(check + ["json"]).contains("\"source_line\": 3"))
        #expect(
            try run(["diff", Self.after, Self.before, "--format", "json"]).contains("LandmarkRow.swift:3 (LandmarkRow)")
        )
        let diff = try run(["diff", Self.after, Self.before, "--format", "github"])
        #expect(
            diff.contains("::warning file=Examples/Landmarks/LandmarkRow.swift,line=3,title=trace-analyze::new finding")
        )
        let perfetto = try run(["export", Self.before, "--to", "perfetto"])
        #expect(perfetto.contains("\"source\":\"\(Self.sources)/LandmarkRow.swift:3\""))
    }

    @Test func `options that do not go together, and folders that are none, are errors`() {
        let report = ["report", Self.before, "--source-root"]
        #expect(CommandLineRun(report + ["/no/such/folder"]).code == 2)
        #expect(CommandLineRun(report + [Self.sources, "--redact"]).code == 64)
        #expect(CommandLineRun(report + [Self.sources, "--source-url", "javascript:{path}"]).code == 64)
        #expect(CommandLineRun(["report", Self.before, "--source-url", "https://x/{path}"]).code == 64)
    }

    @Test func `without the option every output is as it was`() {
        for format in Report.renderers.names {
            let run = CommandLineRun(["report", Self.before, "--format", format, "--quiet"])
            #expect(!run.output.contains("Where: ") && !run.output.contains("\"places\""), "\(format)")
        }
    }
}
