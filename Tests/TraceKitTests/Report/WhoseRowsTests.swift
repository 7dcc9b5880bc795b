import Testing

@testable import TraceKit

/// Whose rows the first lines of a report count, and what they say where there is little or nothing to count.
@Suite struct WhoseRowsTests {
    private func text(_ json: String, _ process: ProcessChoice = .automatic) throws -> String {
        let records = try Traces.records(json)
        var options = AnalysisOptions()
        options.process = process
        let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            _ = try TraceWriter.write(records, AnalysisPasses.run(records, options), importedAt: nil, into: database)
        }
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        let summary = try TraceSummary.read(store.database, trace: 1)
        #expect(summary.recording == report.traces[0].answer.recording)
        #expect(summary.caveats == report.traces[0].answer.caveats)
        var render = RenderOptions()
        render.width = 200
        return TextReport.render(report, render)
    }

    private func json(_ trace: String, _ lanes: String...) -> String {
        let rest = lanes.map { ", \($0)" }.joined()
        return "{\"format\": \"tracekit\", \"version\": 1, \"trace\": {\(trace)}\(rest)}"
    }

    private static let stalls = """
        "hangs": [{"start_ms": 0, "duration_ms": 300, "process": "App (7)"}, {"start_ms": 0, "duration_ms": 900, "process": "App (8)"}],
        "signposts": [{"name": "Load", "start_ms": 0, "duration_ms": 3, "process": "App (7)"},
          {"name": "Load", "start_ms": 0, "duration_ms": 9, "process": "App (8)"}]
        """

    @Test func `the first lines count the signposts and hangs of the target`() throws {
        let text = try text(json(#""process": "App", "pid": 7"#, Self.stalls))
        // Another process has the same name.
        #expect(text.contains("App, process 7: 900.00 ms, 1 signpost interval\n"), "\(text)")
        #expect(text.contains("Slowest   Load 3.0 ms at 0.0 ms (1 interval)\n"), "\(text)")
        #expect(text.contains("Stalls    1 hang (300 ms)\n"), "\(text)")
        let none = try self.text(json(#""process": "Elsewhere""#, Self.stalls))
        #expect(none.contains("no row belongs to Elsewhere"), "\(none)")
        #expect(
            none.contains("no hangs, but 2 hangs (1200 ms) of App (7), App (8), not analysed: --process NAME\n")
                && !none.contains("Slowest"), "\(none)")
    }

    @Test func `none of a lane tells what other processes have of it`() throws {
        func rows(_ process: String) -> String {
            json(
                "\"process\": \"Shop\", \"pid\": 7",
                """
                "updates": [{"view": "Row", "start_ms": 1, "duration_ms": 20, "process": "Shop (7)"}],
                "hitches": [{"start_ms": 5, "duration_ms": 41, "process": "\(process)"},
                  {"start_ms": 90, "duration_ms": 50, "process": "\(process)"}], "hangs": []
                """)
        }
        let others = try text(rows("Mail (9)"))
        let words = "2 hitches (91 ms) of Mail (9), not analysed: --process 'Mail (9)'"
        #expect(others.contains("no hangs; no hitches, but \(words)\n"), "\(others)")
        #expect(others.contains("no hitch of the app was recorded; \(words)\n"), "\(others)")
        #expect(others.contains("no hang of the app was recorded\n"), "\(others)")
        // A lane of its own needs no word on that of others.
        let own = try text(rows("Shop (7)"))
        #expect(own.contains("no hangs; 2 hitches (91 ms)") && !own.contains("not analysed"), "\(own)")
        let report = try ReportBuilder.build(try Traces.store(rows("Mail (9)")), traces: [1], ReportBuilder.Options())
        let text = JSONReport.render(report, RenderOptions())
        #expect(text.contains("\"hitches\": 0,") && text.contains("\"other_hitches\": {"), "\(text)")
        #expect(text.contains("\"total_ms\": 91,") && text.contains("\"Mail (9)\""), "\(text)")
        let ofOwn = try ReportBuilder.build(try Traces.store(rows("Shop (7)")), traces: [1], ReportBuilder.Options())
        #expect(!JSONReport.render(ofOwn, RenderOptions()).contains("other_hitches"))
    }

    @Test func `logs, hangs and lists of signposts are of the target too`() throws {
        let rows = json(
            "\"process\": \"App\", \"pid\": 7",
            """
            "signposts": [{"name": "Load", "start_ms": 1, "duration_ms": 5, "process": "App (7)"},
              {"name": "Load", "start_ms": 0, "duration_ms": 9, "process": "Server (8)"}],
            "hangs": [{"start_ms": 0, "duration_ms": 300, "process": "Server (8)"}],
            "logs": [{"start_ms": 1, "level": "info", "message": "mine", "process": "App (7)"},
              {"start_ms": 1, "level": "error", "message": "theirs", "process": "Server (8)"}]
            """)
        let text = try text(rows)
        #expect(text.contains("1 line of 1 process, 0 errors, 0 faults"), "\(text)")
        #expect(!text.contains("Hangs (1)") && text.contains("Server (8)  no "), "\(text)")
    }

    @Test func `rows that do not say whose they are belong to the recorded process`() throws {
        let text = try text(
            json(
                "\"process\": \"App\", \"pid\": 7",
                """
                "updates": [{"view": "Row", "start_ms": 1, "duration_ms": 20}],
                "signposts": [{"name": "Composite", "start_ms": 0, "duration_ms": 9, "process": "Server (8)"}]
                """))
        #expect(!text.contains("none of the rows"), "\(text)")
    }

    @Test func `tables of signposts are of the target, and those of others are counted by process`() throws {
        let text = try text(
            json(
                "\"process\": \"App\", \"pid\": 7",
                """
                "signposts": [{"name": "Load", "start_ms": 1, "duration_ms": 5, "process": "App (7)"},
                  {"name": "Composite", "start_ms": 0, "duration_ms": 9, "process": "Server (8)"},
                  {"name": "Draw", "start_ms": 1, "duration_ms": 2, "process": "Server (8)"}]
                """))
        #expect(text.contains("Signposts (1)") && text.contains("Server (8)  no "), "\(text)")
        #expect(!text.contains("Composite") && !text.contains("Draw"))
    }

    @Test func `where several processes are analysed, lines and tables say whose they are`() throws {
        let text = try text(json(#""process": "App", "pid": 7"#, Self.stalls), .all)
        #expect(text.contains("App, 2 processes: 900.00 ms, 2 signpost intervals\n"), "\(text)")
        #expect(
            text.contains("Slowest   Load of App (8) 9.0 ms at 0.0 ms (1 interval); Load of App (7) 3.0 ms\n"),
            "\(text)")
        #expect(text.contains("Stalls    2 hangs (1200 ms: App (7) 1, App (8) 1)\n"), "\(text)")
        #expect(text.contains("  Hang            900.00      0.00  main    App (8)"), "\(text)")
        #expect(text.contains("of 900.0 ms at 0.000 s in App (8);"), "\(text)")
    }

    @Test func `updates that nobody analyses are said beside what is shown`() throws {
        let updates = """
            "updates": [{"view": "A", "start_ms": 0, "duration_ms": 20, "process": "App (7)"},
              {"view": "A", "start_ms": 50, "duration_ms": 20, "process": "App (7)"},
              {"view": "B", "start_ms": 0, "duration_ms": 20, "process": "Widget (8)"}]
            """
        let text = try text(
            json("", updates, #""signposts": [{"name": "Load", "start_ms": 0, "duration_ms": 3}]"#))
        #expect(text.contains("1 signpost interval, 3 view updates of other processes not analysed\n"), "\(text)")
        #expect(text.contains("Next      trace-analyze report INPUT --process 'App (7)'\n"), "\(text)")
    }

    @Test func `a process that shows hitches of the system was not recorded for them`() throws {
        let text = try text(
            json("", #""hitches": [{"start_ms": 0, "duration_ms": 16, "process": "backboardd (66)", "system": true}]"#))
        #expect(text.contains("Recorded  unnamed recording: 16.00 ms\n"), "\(text)")
        #expect(text.contains("no app hitches, 1 system hitch"), "\(text)")
    }

    @Test func `hitches of the system are the system's, whatever processes are analysed`() throws {
        let hitches = """
            "hitches": [{"start_ms": 0, "duration_ms": 20, "system": false, "process": "App (7)"},
              {"start_ms": 50, "duration_ms": 30, "system": true, "process": "backboardd (3)"},
              {"start_ms": 100, "duration_ms": 10}]
            """
        for process in [ProcessChoice.automatic, .all] {
            let text = try text(json(#""process": "App", "pid": 7"#, hitches), process)
            let system = process == .all ? ", 1 system hitch" : ""
            let shares = process == .all ? ": App (7) 1, unknown 1" : ""
            #expect(
                text.contains("Stalls    2 \(process == .all ? "app " : "")hitches (30 ms\(shares))\(system); "),
                "\(text)")
            #expect(text.contains("  system         30.00     50.00  backboardd (3)"), "\(text)")
            #expect(text.contains("  unknown        10.00    100.00"), "\(text)")
        }
    }

    @Test func `a console line without a time does not hide signposts`() throws {
        let untimed = #""updates": [{"view": "Row", "changed": ["_item"]}]"#
        let text = try text(json("", Self.stalls.replacing("App (8)", with: "App (7)"), untimed))
        #expect(text.contains("Signposts 2 intervals of 1 signpost\n"), "\(text)")
        #expect(text.contains("Bodies    1 body evaluation, without times"), "\(text)")
        #expect(text.contains("Timeline  Load") && text.contains("Longest signpost intervals (2)"), "\(text)")
        #expect(!text.contains("the lane of view updates is empty"), "\(text)")
    }

    @Test func `a trace without rows is not one of 0 updates`() throws {
        let nothing = try text(json(#""process": "App""#))
        #expect(nothing.contains("Recorded  App: no rows\n"), "\(nothing)")
        #expect(nothing.contains("Holds     no view updates, signposts, samples,"), "\(nothing)")
        let empty = try text(json("", #""updates": []"#))
        #expect(empty.contains("recorded, and empty: view updates"), "\(empty)")
        #expect(empty.contains("! Note    the lane of view updates is empty\n"), "\(empty)")
        let causes = try text(json("", #""causes": [{"id": 1, "name": "Model.x"}]"#))
        #expect(causes.contains("unnamed recording: 1 cause\n"), "\(causes)")
        let stalls = try text(json("", #""hangs": [], "hitches": []"#))
        #expect(stalls.contains("Recorded  unnamed recording\nStalls    no hangs; no hitches\n"), "\(stalls)")
        for text in [nothing, empty, causes, stalls] {
            #expect(!text.contains("0 updates") && !text.contains("Interactions"), "\(text)")
            #expect(text.contains("Next      trace-analyze doctor INPUT"), "\(text)")
        }
    }

    @Test func `updates of several processes are not 0 updates where none is analysed`() throws {
        func update(_ process: String) -> String {
            #"{"view": "Row", "start_ns": 0, "duration_ns": 9, "process": "\#(process)"}"#
        }
        let updates = [update("App (7)"), update("Widget (8)"), update("Widget (8)")].joined(separator: ", ")
        let text = try text(json("", "\"updates\": [\(updates)]"))
        #expect(text.contains("3 updates of 2 processes, none analysed\n"), "\(text)")
        #expect(text.contains("Holds     nothing of a process that is analysed\n"), "\(text)")
        #expect(text.contains("Processes (2)\n") && !text.contains("Interactions"), "\(text)")
        #expect(text.contains("Next      trace-analyze report INPUT --process 'Widget (8)'"), "\(text)")
    }

    @Test func `metrics alone are the report`() throws {
        let records = TraceRecords()
        records.formats = ["metrickit"]
        records.metrics = [
            MetricRecord(
                source: "metrickit", name: "hangDiagnostics", category: nil, metric: "hangDuration", unit: "s",
                value: 20, iteration: nil, test: nil, device: nil, period: nil)
        ]
        let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            let results = AnalysisPasses.run(records, AnalysisOptions())
            _ = try TraceWriter.write(records, results, importedAt: nil, into: database)
        }
        var options = ReportBuilder.Options()
        options.isBrief = true
        let text = TextReport.render(
            try ReportBuilder.build(store, traces: [1], options), RenderOptions())
        #expect(text.contains("Recorded  unnamed recording: 1 figure\nMetrics   1 figure of metrickit;"), "\(text)")
        #expect(text.contains("hangDiagnostics  hangDuration  20.00  s"), "\(text)")
        #expect(text.contains("hangDiagnostics: 1 hang reported, up to 20.0 s"), "\(text)")
    }
}
