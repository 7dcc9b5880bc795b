import Foundation
import Testing

@testable import TraceKit

/// The report as one page: what stands in it, and what cannot get out of its place.
@Suite struct HTMLReportTests {
    /// The page of a document, the JSON report of the same model, and the model's page data.
    private func page(_ json: String) throws -> (html: String, json: String, data: PageData) {
        var options = ReportBuilder.Options()
        options.input = CommandInput(["trace.json"])
        options.hasPage = true
        let report = try ReportBuilder.build(try Traces.store(json), traces: [1], options)
        let data = try #require(report.traces[0].page)
        return (
            HTMLReport.render(report, RenderOptions()), JSONReport.render(report, RenderOptions()), data
        )
    }

    /// What stands between two texts, which must be there once.
    private func part(_ html: String, _ opening: String, _ closing: String) throws -> String {
        let rest = html.components(separatedBy: opening)
        try #require(rest.count == 2, "\(opening) stands \(rest.count - 1) times")
        return try #require(rest[1].components(separatedBy: closing).first)
    }

    private func embedded(_ html: String, _ id: String) throws -> Any {
        let text = try part(html, "<script type=\"application/json\" id=\"\(id)\">", "</script>")
        return try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    @Test func `the page data of the small trace stands in its golden file`() throws {
        var options = ReportBuilder.Options()
        options.hasPage = true
        let report = try ReportBuilder.build(try Traces.store(SmallTrace.json), traces: [1], options)
        try expectGolden(
            PageJSON.text(report).replacingOccurrences(of: "},\"", with: "},\n\"") + "\n", "report-page.json")
    }

    @Test func `the embedded report is what JSON prints`() throws {
        for json in [SmallTrace.json, RandomTrace(seed: 5).json(), Self.hostile] {
            let page = try page(json)
            let found = try #require(try embedded(page.html, "report-json") as? NSDictionary)
            let expected = try JSONSerialization.jsonObject(with: Data(page.json.utf8)) as? NSDictionary
            #expect(found == expected)
        }
    }

    @Test func `the tables of the page begin with the rows of the JSON report`() throws {
        var options = ReportBuilder.Options()
        options.top = 2
        let store = try Traces.store(RandomTrace(seed: 8).json())
        let plain = try ReportBuilder.build(store, traces: [1], options).traces[0]
        options.hasPage = true
        let paged = try ReportBuilder.build(store, traces: [1], options).traces[0]
        #expect(paged.page != nil)
        #expect(plain.page == nil)
        #expect(plain.sections.map(\.rows) == paged.sections.map(\.rows))
        #expect(plain.sections.map(\.total) == paged.pageSections.map(\.total))
        for (few, many) in zip(plain.sections, paged.pageSections) {
            #expect(Array(many.rows.prefix(few.rows.count)) == few.rows, "\(few.id)")
            #expect(many.rows.count == many.total, "\(few.id)")
        }
    }

    @Test func `the policy names exactly the style and the script of the page`() throws {
        let html = try page(SmallTrace.json).html
        let policy = try part(html, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\"")
        let style = try part(html, "<style>", "</style>")
        let script = try part(html, "<script id=\"page-script\">", "</script>")
        #expect(
            policy == "default-src 'none'; style-src '\(SHA256.policySource(of: style))'; "
                + "script-src '\(SHA256.policySource(of: script))'; img-src data:; base-uri 'none'; form-action 'none'")
        #expect(html.components(separatedBy: "<script").count == 4 && html.components(separatedBy: "<style").count == 2)
        #expect(!html.contains(" style=\"") && !html.contains(" onclick="))
    }

    @Test func `the page has no network address and asks for nothing`() throws {
        let html = try page(SmallTrace.json).html
        for word in ["http:", "https:", "//cdn", "ws://", "wss:", "src=\"", "@import", "url("] {
            let isThere = html.contains(word)
            #expect(!isThere, "\(word)")
        }
        let links = html.components(separatedBy: "href=\"").dropFirst().compactMap {
            $0.components(separatedBy: "\"").first
        }
        #expect(links == ["data:,", "#main"])
    }

    @Test func `the script builds elements and never parses markup or code`() {
        for word in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "DOMParser",
            "fetch(",
            "XMLHttpRequest", "WebSocket", "sendBeacon", "localStorage", "setAttribute('style'", "</",
        ] {
            let isThere = PageScript.report.contains(word)
            #expect(!isThere, "\(word)")
        }
        #expect(PageScript.report.contains("'use strict'"))
    }

    @Test func `the same trace gives the same bytes`() throws {
        let seed = RandomTrace(seed: 11).json()
        #expect(try page(seed).html == (try page(seed).html))
    }

    @Test func `the answer is the text report's in the same words`() throws {
        let html = try page(SmallTrace.json).html
        #expect(html.contains("3 <b class=\"red\">RED</b> &gt; 16.67 ms, 1 <b class=\"orange\">ORANGE</b> &gt; 8.3 ms"))
        let worst = "LandmarkRow 1 red 1 orange, max 17.3 ms; LandmarkDetail 1 red; LandmarkList 1 red"
        #expect(html.contains("<dt>Worst</dt><dd>\(worst)</dd>"))
        let waste =
            "2 of 3 judged updates in interactions unnecessary (17 ms, 1 proven, 1 possible); 1 could not be judged"
        #expect(html.contains("<dt>Waste</dt><dd>\(waste)</dd>"))
        #expect(html.contains("<dt>Stalls</dt><dd>1 hang (260 ms); 1 hitch (17 ms)</dd>"))
    }

    @Test func `the page begins with the costliest problem, or with that there is none`() throws {
        func headline(_ json: String) throws -> Substring? {
            let html = try page(json).html
            let start = html.range(of: "<p class=\"headline\">")?.upperBound
            return start.map { html[$0...].prefix { $0 != "\n" } }
        }
        let slow =
            "{\"format\": \"tracekit\", \"updates\": [{\"id\": 1, \"view\": \"<Cart>\", \"start_ms\": 0, \"duration_ms\": 90}]}"
        #expect(
            try headline(slow) == "&lt;Cart&gt;.body is too long for a frame <small>90.0 ms</small></p>")
        #expect(try headline(slow.replacing("90", with: "3")) == "No problems found</p>")
    }

    @Test func `without causes nothing is said to be necessary`() throws {
        let html = try page(
            """
            {"format": "tracekit", "version": 1, "interactions": [{"id": 1, "kind": "tap", "start_ms": 0, "duration_ms": 50}],
             "updates": [{"id": 2, "view": "A", "start_ms": 1, "duration_ms": 1}, {"id": 3, "view": "A", "start_ms": 3, "duration_ms": 1}]}
            """
        ).html
        #expect(html.contains("<dt>Waste</dt><dd>whether the 2 updates were necessary is not recorded</dd>"))
    }

    @Test func `a part of the trace has its own sums in the headline`() throws {
        func only(_ zoom: ReportZoom) throws -> String? {
            var options = ReportBuilder.Options()
            options.zoom = zoom
            let report = try ReportBuilder.build(try Traces.store(SmallTrace.json), traces: [1], options)
            return ReportWords.lines(report.traces[0].answer).first { $0.0 == "Only" }?.1
        }
        var zoom = ReportZoom()
        zoom.view = "LandmarkRow"
        let view = try #require(try only(zoom))
        #expect(view.hasPrefix("view LandmarkRow: ") && view.contains(" updates, 1 RED, 1 ORANGE"), "\(view)")
        zoom = ReportZoom()
        zoom.view = "Nobody"
        #expect(try only(zoom) == "view Nobody: 0 updates")
        #expect(try only(ReportZoom()) == nil)
    }

    // MARK: Long columns

    /// As model.js reads them.
    private func unpacked(_ text: String) -> [Int64] {
        let digits = PageJSON.digits, base = Int64(digits.count / 2)
        var (values, number): ([Int64], Int64) = ([], 0)
        for byte in text.utf8 {
            let digit = Int64(digits.firstIndex(of: byte) ?? -1)
            if digit >= base {
                number = number * base + digit - base
            } else {
                values.append(number * base + digit - 1)
                number = 0
            }
        }
        return values
    }

    private func column(_ encoding: PageColumn.Encoding, _ values: [Int64]) throws -> Any {
        let table = PageTable(
            id: "x", columns: [PageColumn(name: "c", encoding: encoding, values: values)], total: values.count)
        var data = PageData()
        data.tables = [table]
        let json = try #require(PageJSON.tables(data).first { $0.0 == "tables" }).1
        let tables = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let columns = (tables?["x"] as? [String: Any])?["columns"] as? [String: Any]
        return try #require((columns?["c"] as? [Any])?.last)
    }

    @Test func `long columns are texts of the same numbers, half as long`() throws {
        let values = (0..<600).map { Int64($0) * 7_919 * Int64($0) - 1 }
        let text = try #require(try column(.plain, values) as? String)
        #expect(unpacked(text) == values)
        #expect(text.utf8.count * 17 < values.map { "\($0),".utf8.count }.reduce(0, +) * 10)
        let steps = try #require(try column(.delta, values.map { $0 + 1 }) as? String)
        #expect(unpacked(steps).reduce(into: [Int64]()) { $0.append(($0.last ?? 0) + $1) } == values.map { $0 + 1 })
        let most = Array(repeating: Int64.max - 1, count: 600)
        #expect(unpacked(try #require(try column(.plain, most) as? String)) == most)
        #expect(Set(PageJSON.digits).count == PageJSON.digits.count)
        #expect(PageJSON.digits.count == 2 * Int(PageJSON.base))
        #expect(!PageJSON.digits.contains { $0 <= 32 || $0 > 126 || "\"\\<>&#".utf8.contains($0) })
    }

    /// A page that is printed goes through it, and its script and numbers must arrive as they are.
    @Test func `nothing of a page looks like a command of a CI host`() throws {
        let values = (0..<200_000).map { Int64($0) &* 2_654_435_761 % 100_000 }
        let packed = try #require(try column(.plain, values) as? String)
        for text in [packed, PageScript.report, PageScript.diff, PageScript.style] {
            #expect(CommandGuard.lines(text) == text)
        }
    }

    @Test func `columns that are short, or hold what a text cannot, are lists`() throws {
        #expect(try column(.plain, [1, -1, 3]) as? [Int64] == [1, -1, 3])
        for stranger in [-2, Int64.min, .max] {
            let values = [stranger] + Array(repeating: 5, count: 700)
            #expect(try column(.plain, values) is [Any])
        }
        #expect(try column(.delta, (0..<700).map { 700 - Int64($0) * 3 }) is [Any])
    }

    // MARK: Hostile names

    private static let names = [
        "</script><img src=x onerror=alert(1)>", "<!--<script>", "]]>", "a\u{202E}gpj.exe", "nul\0byte",
        "\u{2028}\u{2029}",
        "\u{E0041}tag", "\\u003c", "&lt;b&gt;", "' onload='x", "\"", String(repeating: "Very", count: 2500),
    ]

    private static let hostile: String = {
        func quoted(_ name: String) -> String { JSONText.quote(name) }
        let updates = names.enumerated().map { index, name in
            "{\"view\": \(quoted(name)), \"module\": \(quoted(name)), \"start_ns\": \(index), \"duration_ns\": 20000000}"
        }
        return "{\"format\": \"tracekit\", \"trace\": {\"app\": \(quoted(names.joined()))}, "
            + "\"updates\": [\(updates.joined(separator: ",\n"))]}"
    }()

    @Test func `no name leaves its place`() throws {
        let html = try page(Self.hostile).html
        #expect(
            html.components(separatedBy: "<script").count == 4 && html.components(separatedBy: "</script").count == 4)
        #expect(!html.contains("<img") && !html.contains("<!--"))
        for line in html.split(separator: "\n") { #expect(VisibleText.escape("\(line)") == line) }
    }

    @Test func `every name is in the page's data as it is`() throws {
        let data = try #require(try embedded(try page(Self.hostile).html, "page-json") as? [String: Any])
        let trace = try #require((data["traces"] as? [[String: Any]])?.first)
        let found = try #require(trace["names"] as? [String]).map { Array($0.unicodeScalars) }
        for name in Self.names { #expect(found.contains(Array(name.unicodeScalars)), "\(name.prefix(40))") }
    }

    @Test func `HTML text is inert and shows what it hides`() {
        #expect(
            MarkupText.html("<b a=\"1\" c='2'>&\u{202E}\0")
                == "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;\\u{202e}\\u{0}")
        #expect(MarkupText.html("<\u{301}/é→") == "&lt;\u{301}/é→")
    }

    @Test func `JSON in a script element escapes what could end it, and nothing else`() {
        #expect(MarkupText.script(json: "{\"a\": \"é→😀\"}\n") == "{\"a\": \"é→😀\"}\n")
        #expect(MarkupText.script(json: "\"<>&\u{202E}\u{E0041}\"") == "\"\\u003c\\u003e\\u0026\\u202e\\udb40\\udc41\"")
    }
}
