import Testing

@testable import trace_analyze

/// `trace-analyze trend` on a database that grows trace by trace.
@Suite struct TrendCommandTests {
    @Test func `labels name the step`() throws {
        let folder = try Folder()
        let database = folder("t.sqlite")
        for (label, file) in [("aaa", "after"), ("bbb", "after"), ("ccc", "before"), ("ddd", "before")] {
            let words = [
                "import", Samples.path("landmarks-\(file).json"), "--db", database, "--label", label, "--again",
            ]
            #expect(CommandLineRun(words).code == 0)
        }
        let run = CommandLineRun(["trend", database], width: 120)
        #expect(run.code == 0 && run.errors == "")
        #expect(run.output.contains("4, from aaa (#1) to ddd (#4)"))
        #expect(run.output.contains("WORSE 1 → 104 since ccc (#3)"))
        let last = CommandLineRun(["trend", database, "--last", "2", "--format", "json"])
        #expect(last.output.contains("\"label\": \"ddd\"") && !last.output.contains("\"label\": \"bbb\""))
        let view = CommandLineRun(["trend", database, "--view", "LandmarkRow"], width: 120)
        #expect(view.output.contains("LandmarkRow") && !view.output.contains("Headline"))
        let wrong = CommandLineRun(["trend", database, "--view", "LandmarkRo"])
        #expect(wrong.code == 64 && wrong.errors.contains("did you mean 'LandmarkRow'?"))
    }

    @Test func `a trace of which nothing says whose rows it holds is left out, and named`() throws {
        let folder = try Folder()
        let database = folder("t.sqlite")
        func update(_ process: String) -> String {
            "{\"view\": \"Row\", \"start_ns\": 1, \"duration_ns\": 9, \"process\": \"\(process)\"}"
        }
        let unclear = try folder.file(
            "two.json", "{\"format\": \"tracekit\", \"updates\": [\(update("App (7)")), \(update("Widget (8)"))]}")
        #expect(CommandLineRun(["import", unclear, "--db", database]).code == 0)
        #expect(CommandLineRun(["trend", database]).code == 2)
        #expect(CommandLineRun(["import", Samples.path("landmarks-before.json"), "--db", database]).code == 0)
        let run = CommandLineRun(["trend", database], width: 200)
        #expect(run.code == 0 && run.output.contains("left out: trace 1 holds rows of 2 processes"), "\(run)")
    }

    @Test func `logs of a console are followed by their evaluations`() throws {
        let folder = try Folder()
        let database = folder("t.sqlite")
        for (name, count) in [("a", 3), ("b", 3), ("c", 40), ("d", 40)] {
            let log = try folder.file("\(name).log", String(repeating: "Row: unchanged.\n", count: count))
            #expect(CommandLineRun(["import", log, "--db", database, "--label", name, "--again"]).code == 0)
        }
        let run = CommandLineRun(["trend", database], width: 120)
        #expect(run.output.contains("WORSE 3 → 40 since c (#3)"), "\(run)")
    }

    @Test func `wrong usage is explained`() {
        #expect(CommandLineRun(["trend"]).code == 64)
        #expect(CommandLineRun(["trend", "missing.sqlite"]).code == 2)
    }
}
