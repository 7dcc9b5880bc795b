import Testing

@testable import TraceKit

/// Reports on traces without view updates: what they are about, and what they leave out.
@Suite struct SubjectReportTests {
    private func report(_ json: String, zoom: ReportZoom = ReportZoom(), page: Bool = false) throws -> (
        Report, TraceStore
    ) {
        var options = ReportBuilder.Options()
        options.zoom = zoom
        options.hasPage = page
        let store = try Traces.store(json)
        return (try ReportBuilder.build(store, traces: [1], options), store)
    }

    private static let signposts = Traces.document(
        "signposts",
        [
            "{\"name\": \"load\", \"start_ns\": 1000000, \"duration_ns\": 800000000, \"process\": \"App\"}",
            "{\"name\": \"parse\", \"start_ns\": 2000000, \"duration_ns\": 300000000, \"process\": \"App\"}",
            "{\"name\": \"parse\", \"start_ns\": 100000000, \"duration_ns\": 400000000, \"process\": \"App\"}",
            "{\"name\": \"load [x]\", \"start_ns\": 2000000, \"unpaired\": \"begin\"}",
            "{\"name\": \"<b>tick</b>\\u001b[2J\", \"start_ns\": 3000000}",
        ])

    private static let samples = Traces.document(
        "samples",
        (0..<40).map { row in
            "{\"start_ns\": \(row * 1_000_000), \"weight_ns\": 1000000, \"thread\": \"\(row % 4 == 0 ? "pool" : "main")\", "
                + "\"frames\": [\"\(row % 3 == 0 ? "memcpy" : "draw")\", \"work\", \"main\"]}"
        })

    @Test func `a trace of signposts is answered by its signposts`() throws {
        let (report, _) = try report(Self.signposts)
        let trace = report.traces[0]
        let text = TextReport.render(report, RenderOptions())
        #expect(text.contains("Slowest   load 800.0 ms at 1.0 ms (1 interval); parse 400.0 ms"))
        #expect(text.contains("3 intervals of 4 signposts, 1 event, 1 open"))
        #expect(!text.contains("view"), "\(text)")
        #expect(!text.contains("\u{1b}"))
        #expect(
            trace.sections.map(\.id) == [
                "signposts", "longest-intervals", "nested-intervals", "overlapping-intervals", "unpaired-signposts",
                "import", "rejects",
            ])
        #expect(trace.answer.next.hasSuffix("--signposts load"))
        let nested = try #require(trace.sections.first { $0.id == "nested-intervals" })
        #expect(nested.rows.map { $0.prefix(3) } == [[.text("parse"), .text("load"), .integer(2)]])
        let drawings = [
            text, MarkdownReport.render(report, RenderOptions()), GitHubReport.render(report, RenderOptions()),
            JSONReport.render(report, RenderOptions()),
            HTMLReport.render(try self.report(Self.signposts, page: true).0, RenderOptions()),
        ]
        for (index, drawing) in drawings.enumerated() {
            #expect(drawing.contains("load"), "\(index)")
            // JSON and text are no markup.
            #expect(index == 0 || index == 3 || !drawing.contains("<b>tick"), "\(index)")
        }
    }

    @Test(arguments: [("load", 1), ("load*", 2), ("*", 5), ("load [x]", 1), ("lo?d [[]x]", 0), ("load [?]", 1)])
    func `a pattern lists every interval and event of its signposts`(_ pattern: String, _ count: Int) throws {
        var zoom = ReportZoom()
        zoom.signposts = pattern
        let (report, store) = try report(Self.signposts, zoom: zoom)
        let list = try #require(report.traces[0].sections.first { $0.id == "signpost-intervals" })
        #expect(list.rows.count == count)
        for section in report.traces[0].sections {
            #expect(try store.database.rows(section.sql) == section.rows)
            let statement = try store.database.prepare(section.sql)
            #expect((0..<statement.columnCount).map { statement.columnName($0) } == section.columns.map(\.name))
        }
    }

    @Test func `counted again over a part, the sums of all are the sums of the trace`() throws {
        var zoom = ReportZoom()
        zoom.signposts = "*"
        let whole = try report(Self.signposts).0.traces[0].sections[0]
        let part = try report(Self.signposts, zoom: zoom).0.traces[0].sections[0]
        let columns = part.columns.map(\.name)
        #expect(part.rows.count == whole.rows.count)
        for row in part.rows {
            #expect(whole.rows.contains { Array($0.prefix(columns.count)) == row }, "\(row)")
        }
    }

    @Test func `a time profile is answered by its functions`() throws {
        let (report, store) = try report(Self.samples)
        let text = TextReport.render(report, RenderOptions())
        #expect(text.contains("40 samples of 2 threads, 40 ms of CPU; main thread busy"))
        #expect(text.contains("Hottest   draw"))
        #expect(!text.contains("view"), "\(text)")
        #expect(
            report.traces[0].sections.map(\.id) == [
                "threads", "hottest-functions", "hottest-functions-by-total", "call-tree", "import", "rejects",
            ])
        for section in report.traces[0].sections {
            let statement = try store.database.prepare(section.sql)
            #expect((0..<statement.columnCount).map { statement.columnName($0) } == section.columns.map(\.name))
            #expect(try store.database.rows(section.sql).count == section.total)
        }
    }

    @Test func `beside view updates, details are shown where they are asked for`() throws {
        let json = """
            {"format": "tracekit", "version": 1, "updates": [{"id": 1, "view": "Row", "start_ns": 5, "duration_ns": 9}],
             "signposts": [{"name": "s", "start_ns": 1, "duration_ns": 5}],
             "samples": [{"start_ns": 2, "thread": "main", "frames": ["f"]}]}
            """
        var options = ReportBuilder.Options()
        let store = try Traces.store(json)
        func sections() throws -> [String] {
            try ReportBuilder.build(store, traces: [1], options).traces[0].sections.map(\.id)
        }
        #expect(try sections().contains("signposts"))
        #expect(try !sections().contains("longest-intervals"))
        #expect(try !sections().contains("call-tree"))
        options.showsFunctions = true
        #expect(try sections().contains("call-tree"))
    }
}
