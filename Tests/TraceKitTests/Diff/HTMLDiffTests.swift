import Foundation
import Testing

@testable import TraceKit

/// The comparison as one page: what stands in it, and what cannot get out of its place.
@Suite struct HTMLDiffTests {
    private typealias Tap = DiffTraces.Tap

    /// A comparison of two documents as the command makes it for a page.
    private func diff(_ before: [String], _ after: [String], _ options: DiffOptions = DiffOptions()) throws -> TraceDiff
    {
        func timeline(_ json: String) throws -> TraceTimeline {
            try TimelineReader.read(try Traces.store(json), trace: 1)
        }
        return try DiffBuilder.build(
            before: try DiffTraces.figures(before), after: try DiffTraces.figures(after), options,
            timelines: (try timeline(before[0]), try timeline(after[0])))
    }

    /// Each tap twice, so that counts that do not vary say something.
    private static let before = DiffTraces.json([
        Tap(updates: [("Row", 40, 1)], hitchMs: 20), Tap(name: "Buy", updates: [("Price", 1, 4), ("Basket", 1, 2)]),
        Tap(updates: [("Row", 40, 1)], hitchMs: 20), Tap(name: "Buy", updates: [("Price", 1, 4), ("Basket", 1, 2)]),
    ])
    private static let after = DiffTraces.json([
        Tap(updates: [("Row", 1, 1)]), Tap(name: "Buy", updates: [("Price", 12, 18), ("BasketV2", 1, 2)]),
        Tap(updates: [("Row", 1, 1)]), Tap(name: "Buy", updates: [("Price", 12, 18), ("BasketV2", 1, 2)]),
    ])

    private func page(_ diff: TraceDiff) -> String { HTMLDiff.render(diff, RenderOptions()) }

    /// What stands between two texts, which must be there once.
    private func part(_ html: String, _ opening: String, _ closing: String) throws -> String {
        let rest = html.components(separatedBy: opening)
        try #require(rest.count == 2, "\(opening) stands \(rest.count - 1) times")
        return try #require(rest[1].components(separatedBy: closing).first)
    }

    private func embedded(_ html: String, _ id: String) throws -> [String: Any] {
        let text = try part(html, "<script type=\"application/json\" id=\"\(id)\">", "</script>")
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    // MARK: Contents

    @Test func `the page data of a small comparison stands in its golden file`() throws {
        let text = DiffPageJSON.text(try diff([Self.before], [Self.after]))
        try expectGolden(text.replacingOccurrences(of: "},\"", with: "},\n\"") + "\n", "diff-page.json")
    }

    @Test func `the numbers are those that JSON prints, and stand there only`() throws {
        let diff = try diff([Self.before], [Self.after])
        let found = try embedded(page(diff), "report-json") as NSDictionary
        let json = try JSONSerialization.jsonObject(with: Data(JSONDiff.render(diff, RenderOptions()).utf8))
        #expect(found == json as? NSDictionary)
    }

    @Test func `the answer is the text's in the same words, with the sums of both sides under a fold`() throws {
        let diff = try diff([Self.before], [Self.after])
        let html = page(diff)
        let reasons = MarkupText.html(DiffText.verdictReasons(diff))
        #expect(DiffText.verdict(diff) == diff.conclusion.word.text + DiffText.verdictReasons(diff))
        let word = "<span class=\"mixed\">◆ \(diff.conclusion.word.text)</span>"
        let headline = "<p class=\"headline\">\(word)<span class=\"reasons\">\(reasons)</span></p>"
        var last = try #require(html.range(of: headline)).lowerBound
        let fold = try #require(html.range(of: "<details class=\"all\">")).lowerBound
        for line in diff.answer {
            let found = html.range(of: "<dt>\(line.label)</dt><dd>\(MarkupText.html(line.text))</dd>")
            let place = try #require(found, "\(line.label)").lowerBound
            #expect(place > last && (place > fold) == (line.kind == .sums), "\(line.label)")
            last = place
        }
        #expect(Set(diff.answer.map(\.kind)) == [.findings, .change, .sums])
        #expect(html.contains("<p class=\"method\">\(MarkupText.html(diff.method))</p>"))
    }

    @Test func `every row has its short words and a mark for each figure`() throws {
        let diff = try diff([Self.before], [Self.after])
        let tables = try #require(try embedded(page(diff), "page-json")["tables"] as? [[String: Any]])
        #expect(tables.compactMap { $0["id"] as? String } == diff.tables.map(\.id))
        for (table, model) in zip(tables, diff.tables) {
            let marks = try #require(table["marks"] as? [String])
            let columns = try #require(table["columns"] as? [[String: Any]])
            #expect(table["short"] as? [String] == model.rows.map(\.shortWords))
            #expect(marks.allSatisfy { $0.count == columns.count } && marks.count == model.rows.count)
        }
        let interactions = try #require(tables.first { $0["id"] as? String == "interactions" }?["marks"] as? [String])
        #expect(interactions.contains { $0.contains("b") } && interactions.contains { $0.contains("w") })
    }

    // MARK: Timelines

    @Test func `rows of both timelines carry the names under which they pair`() throws {
        var options = DiffOptions()
        _ = options.leaveOutOfNames("V2$")
        let page = try #require(try diff([Self.before], [Self.after], options).page)
        #expect(page.before.titles == ["Tap \"Favorite\"", "Tap \"Buy\""] && page.before.interactions == [0, 1, 0, 1])
        #expect(page.before.views.allSatisfy { $0 == nil })
        #expect(page.after.views.compactMap { $0 } == ["Basket"])
    }

    @Test func `chains that differ are found on the sides that have them`() throws {
        let diff = try diff([Self.before], [Self.after])
        let page = try #require(diff.page)
        let rows = try #require(diff.tables.first { $0.id == "chains" }).rows.map { "\($0.words): \($0.title)" }
        func words(_ side: DiffTimeline) -> [String] { side.chains.map { rows[$0.row] }.sorted() }
        #expect(words(page.before).contains("gone: Tap \"Buy\" → Basket.body"))
        #expect(words(page.after).contains("new: Tap \"Buy\" → BasketV2.body"))
        #expect(
            !words(page.after).contains { $0.hasPrefix("gone") } && !words(page.before).contains { $0.hasPrefix("new") }
        )
    }

    @Test func `of several traces the first is drawn, and says so`() throws {
        let diff = try diff([Self.before, Self.before], [Self.after])
        #expect(diff.page?.before.title?.hasPrefix("first of 2 traces") == true)
        #expect(diff.page?.after.title == nil)
    }

    @Test func `without timelines the page still has its answer and tables`() throws {
        let html = page(try DiffTraces.diff([Self.before], [Self.after]))
        let data = try embedded(html, "page-json")
        #expect((data["sides"] as? [Any])?.isEmpty == true && (data["tables"] as? [Any])?.isEmpty == false)
    }

    // MARK: Safety

    @Test func `the policy names exactly the style and the script of the page`() throws {
        let html = page(try diff([Self.before], [Self.after]))
        let policy = try part(html, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\"")
        let style = try part(html, "<style>", "</style>")
        let script = try part(html, "<script id=\"page-script\">", "</script>")
        #expect(
            policy == "default-src 'none'; style-src '\(SHA256.policySource(of: style))'; "
                + "script-src '\(SHA256.policySource(of: script))'; img-src data:; base-uri 'none'; form-action 'none'")
        #expect(!html.contains(" style=\"") && !html.contains(" onclick="))
    }

    @Test func `the page has no network address, and its script never parses markup or code`() throws {
        let html = page(try diff([Self.before], [Self.after]))
        for word in ["http:", "https:", "//cdn", "ws://", "wss:", "src=\"", "@import", "url("] {
            #expect(!html.contains(word), "\(word)")
        }
        for word in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(", "</",
        ] {
            #expect(!PageScript.diff.contains(word), "\(word)")
        }
    }

    @Test func `no name leaves its place`() throws {
        let names = [
            "</script><img src=x onerror=alert(1)>", "<!--<script>", "]]>", "a\u{202E}gpj.exe", "\\\\u003c",
            "&lt;b&gt;",
            "' onload='x", String(repeating: "Very", count: 2500),
        ]
        func trace(_ count: Int) -> String {
            DiffTraces.json(
                [Tap(name: names[0], updates: names.map { (view: $0, count: count, ms: 1) })],
                facts: "\"trace\": {\"app\": \"\(names[0])\"}")
        }
        var options = DiffOptions()
        options.before = .init(label: names[0])
        options.after = .init(label: names[3])
        let html = page(try diff([trace(5)], [trace(1)], options))
        #expect(
            html.components(separatedBy: "<script").count == 4 && html.components(separatedBy: "</script").count == 4)
        #expect(!html.contains("<img") && !html.contains("<!--"))
        for line in html.split(separator: "\n") { #expect(VisibleText.escape("\(line)") == line) }
    }

    @Test func `the same traces give the same bytes`() throws {
        let (before, after) = (RandomTrace(seed: 3).json(), RandomTrace(seed: 4).json())
        #expect(page(try diff([before], [after])) == page(try diff([before], [after])))
    }
}
