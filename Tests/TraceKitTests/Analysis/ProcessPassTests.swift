import Testing

@testable import TraceKit

/// Whose rows are analysed, and that others are kept without being blamed (docs/analysis.md, section 10).
@Suite struct ProcessPassTests {
    private func json(_ trace: String, _ lanes: (String, [String])...) -> String {
        let texts = lanes.map { "\"\($0.0)\": [\($0.1.joined(separator: ",\n"))]" }
        return "{\"format\": \"tracekit\", \"version\": 1, \"trace\": {\(trace)},\n \(texts.joined(separator: ",\n"))}"
    }

    private func hang(_ process: String, at start: Int = 0) -> String {
        "{\"start_ns\": \(start), \"duration_ns\": 700000000, \"process\": \"\(process)\"}"
    }

    private func update(_ process: String, at start: Int = 0) -> String {
        "{\"view\": \"Row\", \"start_ns\": \(start), \"duration_ns\": 20000000, \"process\": \"\(process)\"}"
    }

    private func check(
        _ json: String, _ choice: ProcessChoice = .automatic, targets: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let records = try Traces.records(json)
        var options = AnalysisOptions()
        options.process = choice
        let results = AnalysisPasses.run(records, options)
        let found = results.processes.filter { !results.scope.isOther($0.process) }
        #expect(found.compactMap { records.names.text($0.process) } == targets, sourceLocation: sourceLocation)
    }

    // MARK: Choosing

    @Test func `the target is the process that the recording names`() throws {
        let hangs = ("hangs", [hang("App (7)"), hang("Safari (8)"), hang("Safari (9)")])
        try check(json("\"process\": \"App\", \"pid\": 7", hangs), targets: ["App (7)"])
        try check(json("\"process\": \"Safari\", \"pid\": 9", hangs), targets: ["Safari (9)"])
        try check(json("\"process\": \"Safari\"", hangs), targets: ["Safari (8)", "Safari (9)"])
        try check(json("\"pid\": 8", hangs), targets: ["Safari (8)"])
        // Rows name it otherwise, or were recorded in another run of the app.
        try check(json("\"process\": \"My App\", \"pid\": 7", hangs), targets: ["App (7)"])
        try check(json("\"process\": \"App\", \"pid\": 70", hangs), targets: ["App (7)"])
        try check(json("\"process\": \"Elsewhere\"", hangs), targets: [])
    }

    @Test func `rows that name the process without its number are its rows too`() throws {
        let hangs = ("hangs", [hang("App (7)"), hang("App"), hang("App (8)")])
        try check(json("\"process\": \"App\", \"pid\": 7", hangs), targets: ["App", "App (7)"])
    }

    @Test func `else it is the one with view updates, or the only one`() throws {
        let hangs = ("hangs", [hang("Safari (8)"), hang("App (7)")])
        try check(json("", hangs, ("updates", [update("App (7)")])), targets: ["App (7)"])
        try check(json("", ("hangs", [hang("Safari (8)")])), targets: ["Safari (8)"])
        try check(json("", hangs), targets: [])
        try check(json("", ("updates", [update("A (1)"), update("B (2)")])), targets: [])
        func hitch(_ process: String, _ isSystem: Bool) -> String {
            "{\"start_ns\": 0, \"duration_ns\": 9, \"process\": \"\(process)\", \"system\": \(isSystem)}"
        }
        let hitches = ("hitches", [hitch("App (7)", false), hitch("SpringBoard (1)", true)])
        try check(json("", hitches), targets: ["App (7)"])
        // What any process wrote into the log has no times.
        let line = "{\"view\": \"Clock\", \"changed\": [\"@self\"], \"process\": \"Widget (9)\"}"
        try check(json("", ("updates", [update("A (1)"), line])), targets: ["A (1)"])
        try check(json("", ("updates", [line])), targets: ["Widget (9)"])
    }

    @Test func `among several it is the one that hung, if four fifths of the time of hangs is its`() throws {
        func long(_ seconds: Int) -> String {
            "{\"start_ns\": 0, \"duration_ns\": \(seconds)000000000, \"process\": \"App (7)\"}"
        }
        let trace = "\"name\": \"\(TraceMetadata.allProcesses)\""
        try check(json(trace, ("hangs", [hang("Safari (8)"), long(3)])), targets: ["App (7)"])
        try check(json(trace, ("hangs", [hang("Safari (8)"), long(2)])), targets: [])
        let store = try store(json(trace, ("hangs", [hang("Safari (8)"), long(3)])))
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        #expect(
            report.traces.first?.answer.caveats == [
                """
                all processes were recorded, and App (7) is analysed: 81 % of the time of all hangs is its; choose \
                another one with --process NAME
                """
            ])
    }

    @Test func `the user may choose another one, or all`() throws {
        let text = json("\"process\": \"App\"", ("hangs", [hang("App (7)"), hang("Safari (8)"), hang("Safari (9)")]))
        try check(text, .named("Safari"), targets: ["Safari (8)", "Safari (9)"])
        try check(text, .named("9"), targets: ["Safari (9)"])
        try check(text, .named("Safari (8)"), targets: ["Safari (8)"])
        try check(text, .all, targets: ["App (7)", "Safari (8)", "Safari (9)"])
    }

    // MARK: What is seen

    private func store(_ json: String, _ choice: ProcessChoice = .automatic) throws -> TraceStore {
        let records = try Traces.records(json)
        var options = AnalysisOptions()
        options.process = choice
        return try TraceStore.write(to: .temporary) { database throws(TraceError) in
            _ = try TraceWriter.write(records, AnalysisPasses.run(records, options), importedAt: nil, into: database)
        }
    }

    @Test func `what another process did is kept, and nobody is blamed for it`() throws {
        let samples = (0..<700).map { number in
            "{\"start_ns\": \(number * 1_000_000), \"weight_ns\": 1000000, \"process\": \"Safari (8)\", \"frames\": [\"spin\"]}"
        }
        let text = json(
            "\"process\": \"App\", \"pid\": 7", ("hangs", [hang("App (7)"), hang("Safari (8)", at: 5)]),
            ("updates", [update("App (7)"), update("Safari (8)", at: 1)]), ("samples", samples),
            ("hitches", ["{\"start_ns\": 0, \"duration_ns\": 20000000, \"process\": \"Safari (8)\"}"]))
        let store = try store(text)
        #expect(
            try store.rows("SELECT process, is_target, updates, hangs, hitches, samples FROM processes") == [
                "App (7)|1|1|1|0|0", "Safari (8)|0|1|1|1|700",
            ])
        #expect(
            try store.rows(
                "SELECT process, is_target, main_thread_coverage, hottest_frames FROM hangs ORDER BY start_ns")
                == ["App (7)|1|-|-", "Safari (8)|0|-|-"])
        #expect(
            try store.rows("SELECT process, membership, severity FROM updates ORDER BY start_ns") == [
                "App (7)|temporal|red", "Safari (8)|other-process|red",
            ])
        #expect(try store.rows("SELECT view, updates, red FROM view_summary") == ["Row|1|1"])
        #expect(try store.rows("SELECT hitch_ms, hitch_ratio FROM interactions") == ["0.0|0.0"])
        #expect(
            try store.rows("SELECT count(*) FROM findings WHERE title LIKE '%spin%' OR evidence LIKE '%spin%'") == ["0"]
        )
        #expect(try store.rows("SELECT process, pid, app FROM traces") == ["App|7|App"])

        let other = try self.store(text, .named("8"))
        #expect(try other.rows("SELECT process, pid, app FROM traces") == ["Safari|8|Safari"])
        #expect(
            try other.rows("SELECT process, hottest_frames FROM hangs ORDER BY start_ns")
                == ["App (7)|-", "Safari (8)|spin 699"])
    }

    @Test func `the rows of a trace without a table of contents say which app it is`() throws {
        let store = try store(json("", ("hangs", [hang("App (7)")])))
        #expect(try store.rows("SELECT process, pid, app FROM traces") == ["App|7|App"])
    }

    @Test func `several processes without a target are named, and there is no verdict before one is chosen`() throws {
        let store = try store(json("", ("hangs", [hang("App (7)"), hang("Safari (8)"), hang("Safari (8)")])))
        #expect(try store.rows("SELECT * FROM findings") == [])
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        let caveat = try #require(report.traces.first?.answer.caveats.first)
        #expect(
            caveat.hasPrefix(
                "the rows belong to 2 processes, and the recorded one is unknown: Safari (8) 2 rows, App (7) 1 row; "
                    + "choose one with --process NAME") && caveat.hasSuffix("Until then there are no findings"))
        let error = #expect(throws: TraceError.self) { try FigureReader.read(store, trace: 1) }
        #expect(
            error?.diagnostic.message
                == "trace 1 holds rows of 2 processes (App (7), Safari (8)), and nothing says which one was recorded")
    }

    @Test func `beside several processes without a target, rows that name none are analysed`() throws {
        let update = #"{"view": "Row", "start_ns": 0, "duration_ns": 20000000}"#
        let store = try store(json("", ("hangs", [hang("App (7)"), hang("Safari (8)")]), ("updates", [update])))
        #expect(try store.rows("SELECT rule, view FROM findings") == ["long-body|Row"])
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        let caveat = try #require(report.traces.first?.answer.caveats.first)
        #expect(caveat.hasPrefix("rows belong to 2 processes, and the recorded one is unknown: "))
        #expect(caveat.hasSuffix("Until then only rows without a process are analysed"))
    }

    @Test func `where several processes are analysed, a sample is never in the body of another one`() throws {
        let text = json(
            "",
            (
                "updates",
                [
                    update("App (7)"),
                    "{\"view\": \"Other\", \"start_ns\": 5000000, \"duration_ns\": 20000000, \"process\": \"App (8)\"}",
                ]
            ),
            ("hangs", [hang("App (7)"), hang("App (8)")]),
            (
                "samples",
                (6..<16).map { number in
                    "{\"start_ns\": \(number * 1_000_000), \"weight_ns\": 1000000, \"process\": \"App (\(number % 5 == 0 ? 7 : 8))\", "
                        + "\"frames\": [\"leaf\(number % 5 == 0 ? 7 : 8)\", \"\(number % 5 == 0 ? "Row" : "Other").body.getter\"]}"
                }
            ))
        let store = try store(text, .all)
        #expect(
            try store.rows(
                "SELECT view, hottest_frame, hottest_frame_samples, body_samples FROM long_updates ORDER BY view")
                == ["Other|Other.body.getter|8|8", "Row|Row.body.getter|2|2"])
        #expect(
            try store.rows("SELECT process, overlapping_views, hottest_frames FROM hangs ORDER BY process")
                == ["App (7)|Row 20.0 ms|leaf7 2", "App (8)|Other 20.0 ms|leaf8 8"])
        #expect(
            try store.rows("SELECT process, updates FROM update_groups ORDER BY process") == ["App (7)|1", "App (8)|1"])
        let evidence = try store.rows("SELECT evidence FROM findings WHERE rule LIKE 'hang%' ORDER BY 1")
        #expect(evidence.count == 2 && evidence[0].contains("in App (7)") && evidence[1].contains("in App (8)"))
    }

    // MARK: Names

    @Test func `a process has a name and a number`() {
        func check(_ text: String, _ name: String, _ pid: Int64?, sourceLocation: SourceLocation = #_sourceLocation) {
            let process = ProcessName(text)
            #expect(process == ProcessName(name, pid: pid), sourceLocation: sourceLocation)
            #expect(process.text == text, sourceLocation: sourceLocation)
        }
        check("Sample Pay (99692)", "Sample Pay", 99692)
        check("App (Beta) (7)", "App (Beta)", 7)
        check("App (Beta)", "App (Beta)", nil)
        check("4242", "", 4242)
        check("App (007)", "App (007)", nil)
        check("(7)", "(7)", nil)
        check("", "", nil)
    }
}
