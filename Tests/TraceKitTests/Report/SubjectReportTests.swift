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

    private static func log(_ time: Int, _ message: String, _ level: String = "info") -> String {
        "{\"start_ns\": \(time), \"level\": \"\(level)\", \"message\": \"\(message)\", \"process\": \"App (1)\"}"
    }

    @Test func `a trace of log lines is answered by them`() throws {
        let json = Traces.document(
            "logs", [Self.log(1, "one", "error"), Self.log(9, "two|\\u001b[2J"), Self.log(5, "")])
        let text = TextReport.render(try report(json).0, RenderOptions())
        #expect(text.contains("Log       3 lines of 1 process, 1 error, 0 faults"), "\(text)")
        #expect(text.contains("two|") && !text.contains("\u{1B}") && !text.contains("view"), "\(text)")
    }

    @Test func `what comes next after lines of a console depends on what they say`() throws {
        func next(_ console: String) throws -> String {
            let store = try Traces.store(console)
            return try ReportBuilder.build(store, traces: [1], ReportBuilder.Options()).traces[0].answer.next
        }
        #expect(try next("Row: unchanged.\n") == "trace-analyze explain unchanged-updates")
        #expect(try next("Row: @self changed.\n") == "trace-analyze doctor INPUT")
        let doctor = try Doctor.examine(try Traces.store("Row: @self changed.\n"), trace: 1)
        #expect(doctor.next.first?.contains("xcrun xctrace record --template SwiftUI") == true, "\(doctor.next)")
    }

    @Test func `lines of a console are in the log that a report counts`() throws {
        var options = ReportBuilder.Options()
        options.showsLogs = true
        let lines = ["App[1:2] Row: @self changed.", "App[1:2] hello", "Other[3:4] Row: _a changed."]
        let store = try Traces.store(
            lines.enumerated().map { "2026-05-01 10:00:0\($0.offset).0+0200 \($0.element)\n" }.joined())
        let trace = try ReportBuilder.build(store, traces: [1], options).traces[0]
        #expect(trace.answer.logs?.lines == 3)
        #expect(trace.sections.first { $0.id == "logs" }?.rows.count == 3)
        #expect(try store.rows("SELECT count(*) FROM logs") == ["3"])
        #expect(trace.answer.caveats.first?.contains(": App (1) 2 rows, Other (3) 1 row;") == true)
    }

    @Test func `lines of the log are counted by process and level as they stand`() throws {
        let words = ["debug", "info", "default", "error", "fault"]
        let lines = (0..<300).map { number -> String in
            let level = number % 7 < 5 ? "\"level\": \"\(words[number % 7])\", " : ""
            let process = number % 4 == 0 ? "" : "\"process\": \"App (\(number % 4))\", "
            return "{\"start_ms\": \(number), \(level)\(process)\"message\": \"\(number)\"}"
        }
        let store = try Traces.store("{\"format\": \"tracekit\", \"logs\": [\(lines.joined(separator: ","))]}")
        let counted = try store.rows(
            "SELECT process, level, is_target, lines FROM log_levels WHERE trace_id = 1 ORDER BY 1, 2")
        #expect(counted.count == 24)
        #expect(
            try counted
                == store.rows("SELECT process, level, is_target, count(*) FROM logs GROUP BY 1, 2, 3 ORDER BY 1, 2"))
    }

    @Test func `asked for, the log is shown around hangs and red bodies, else whole`() throws {
        let second = 1_000_000_000
        let lines = (0..<20).map { Self.log($0 * second, "line \($0)") }.joined(separator: ",")
        func shown(_ lanes: String, zoom: ReportZoom = ReportZoom()) throws -> [String] {
            var options = ReportBuilder.Options()
            (options.showsLogs, options.top, options.zoom) = (true, 100, zoom)
            let store = try Traces.store("{\"format\": \"tracekit\", \"logs\": [\(lines)], \(lanes)}")
            let sections = try ReportBuilder.build(store, traces: [1], options).traces[0].sections
            return sections.first { $0.id == "logs" }?.rows.map { $0[2].text ?? "" } ?? ["no section"]
        }
        let hangs =
            "\"hangs\": [{\"start_ns\": \(5 * second), \"duration_ns\": \(2 * second)}, {\"start_ns\": \(6 * second), \"duration_ns\": 5}]"
        #expect(try shown(hangs) == (4...8).map { "line \($0)" })
        let body =
            "\"updates\": [{\"view\": \"A\", \"start_ns\": \(12 * second), \"duration_ns\": 20000000}, {\"view\": \"A\", \"start_ns\": 1, \"duration_ns\": 9}]"
        #expect(try shown(body) == (11...13).map { "line \($0)" })
        #expect(try shown("\"hangs\": []").count == 20)
        var zoom = ReportZoom()
        (zoom.fromNs, zoom.toNs) = (Int64(second), Int64(3 * second))
        #expect(try shown(body, zoom: zoom) == ["line 1", "line 2"])
        var options = ReportBuilder.Options()
        options.showsLogs = true
        let none = try ReportBuilder.build(try Traces.store(Self.signposts), traces: [1], options)
        #expect(TextReport.render(none, RenderOptions()).contains("the input has no log"))
    }

    @Test func `a lane that nobody recorded is no empty lane`() throws {
        let json = "{\"format\": \"tracekit\", \"hangs\": [], \"hitches\": [{\"start_ns\": 1, \"duration_ns\": 2}]}"
        let page = try #require(try report(json, page: true).0.traces[0].page)
        #expect(page.lanes == ["hangs", "hitches"])
    }

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
            #expect(statement.columnNames == section.columns.map(\.name))
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
            #expect(statement.columnNames == section.columns.map(\.name))
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
