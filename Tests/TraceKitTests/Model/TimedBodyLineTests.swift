import Testing

@testable import TraceKit

/// Lines in which an app's own code tells how long bodies took, and lines that only sound like them.
@Suite struct TimedBodyLineTests {
    private static func line(_ text: String) -> (line: TimedBodyLine, duration: Int64)? {
        var (text, lines) = (text, TimedBodyLines())
        let read = text.withUTF8 { lines.read($0) }
        return read.map { (lines.parsed[$0.index], $0.duration) }
    }

    @Test(arguments: [
        ("[UI] FeedCell body 12.4 ms (reason: viewModel.items)", "FeedCell", 12_400, "viewModel.items"),
        ("[Perf] ⚠️ Slow render: ProductGrid 34.2ms", "ProductGrid", 34_200, nil),
        ("GridView.body took 0.018s", "GridView", 18_000, nil),
        ("ChatView.body:42 - body 3.4 ms, markdown 210 chars", "ChatView", 3_400, nil),
        ("Shop.CartRow body evaluated in 3ms, trigger=likes; main", "Shop.CartRow", 3_000, "likes; main"),
        ("rendered InboxList in 41 ms", "InboxList", 41_000, nil),
        ("View body update took: PlayerBar = 900 µs", "PlayerBar", 900, nil),
        ("re-render of ChartPanel: 22 msec [why: ticks]", "ChartPanel", 22_000, "ticks"),
    ])
    func `a line names the view, the time and the reason`(
        text: String, view: String, microseconds: Int64, reason: String?
    ) throws {
        let (line, duration) = try #require(Self.line(text))
        #expect(line.view == view && duration == microseconds * 1000 && line.reason.map(String.init) == reason)
    }

    @Test(arguments: [
        "GET /products body 12 ms", "HTTPResponse body took 14 ms", "DetailView body evaluated 30 times in 1.0s",
        "FeedCell body", "FeedCell body avg 12 ms", "FeedCell loaded in 12 ms", "somebody rendered it in 3 ms",
        "FeedCell body 0 ms", "ReportPage render 40 s", "FeedCell appeared, body next, network 12 ms",
        "render queue of ShadowPass flushed in 3 ms",
    ])
    func `other lines name none`(text: String) { #expect(Self.line(text)?.line.view == nil) }

    @Test func `lines that differ in numbers alone are one, and digits of names are no numbers`() {
        var lines = TimedBodyLines()
        for text in [
            "Tab2View body 3.5 ms", "Tab2View body 12 ms", "Tab3View body 12 ms", "Tab12View body 12 ms",
            "Tab13View body 12 ms", "Tab2View body 3 ms, why: id7",
        ] {
            var text = text
            _ = text.withUTF8 { lines.read($0) }
        }
        #expect(
            lines.parsed.map { "\($0.view) \($0.reason ?? "-")" } == [
                "Tab2View -", "Tab3View -", "Tab12View -", "Tab13View -", "Tab2View id7",
            ])
    }

    private static func updates(_ lines: [String], _ options: ImportOptions = ImportOptions()) throws -> [String] {
        let log = lines.enumerated().map { "[00:\(10 + $0).000] \($1)" }.joined(separator: "\n")
        let records = try Traces.records(log, options)
        return (0..<records.updates.count).map { row in
            let view = records.names.text(records.views[Int(records.updates.view[row])].name) ?? ""
            return "\(view) \(records.updates.start[row] / 1_000_000) \(records.updates.duration[row] / 1_000_000)"
        }
    }

    @Test func `lines whose form names views are updates that end with their line`() throws {
        let lines = ["start", "Slow render: CartRow 34 ms", "Slow render: Toolbar 20 ms", "ShadowPass render 3 ms"]
        #expect(try Self.updates(lines) == ["CartRow 966 34", "Toolbar 1980 20"])
        var options = ImportOptions()
        options.takesBodySignposts = false
        #expect(try Self.updates(lines, options) == [])
    }

    @Test func `lines of a log are no updates where bodies were measured`() throws {
        let log = """
            {"format": "tracekit", "updates": [{"id": 1, "view": "CartRow", "start_ns": 0, "duration_ns": 9000000}],
             "logs": [{"start_ns": 10000000, "message": "CartRow body 9 ms"}]}
            """
        let store = try Traces.store(log)
        #expect(try store.rows("SELECT count(*) FROM updates") == ["1"])
        #expect(try store.rows("SELECT count(*) FROM logs") == ["1"])
    }

    @Test(arguments: [
        ("[input] tapped tag \"work\"", "tap tag work"), ("Buy button tapped", "tap Buy button"),
        ("👆 User pressed Save", "tap Save"), ("scrolled the feed", "scroll feed"), ("Tapped.", "tap "),
    ])
    func `a line tells of what the user did`(line: String, action: String) throws {
        var line = line
        let told = try #require(line.withUTF8 { RowWords.interaction(toldBy: $0) })
        #expect("\(told.kind.word) \(told.name)" == action)
    }

    @Test(arguments: [
        "compressed 12 files", "press release loaded", "wiretapped", "memory pressure: 4",
        "the button that was tapped is not in the hierarchy of this window any more",
    ])
    func `other lines tell of nothing that the user did`(line: String) {
        var line = line
        #expect(line.withUTF8 { RowWords.interaction(toldBy: $0)?.name } == nil)
    }

    @Test func `what the user did is known beside timed bodies alone`() throws {
        func kinds(_ lines: [String]) throws -> [String] {
            let log = lines.enumerated().map { "[00:\(10 + $0).000] INFO \($1)" }.joined(separator: "\n")
            return try Traces.store(log).rows(
                "SELECT kind || ' ' || name FROM interactions WHERE kind <> 'trace' ORDER BY id")
        }
        #expect(
            try kinds(["tapped Buy", "CartRow body 20 ms", "tapped Pay", "CartRow body 21 ms"]) == [
                "tap Buy", "tap Pay",
            ])
        #expect(try kinds(["tapped Buy", "cart loaded in 20 ms", "tapped Pay"]) == [])
    }
}
