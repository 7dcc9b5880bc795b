import Foundation
import Testing

@testable import trace_analyze

/// `check` from the command line: what it writes, and its exit code.
@Suite struct CheckCommandTests {
    private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../SampleTraces"
    ).standardized.path

    private func check(
        _ limits: String, _ words: String..., code: Int32, output: String, errors: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let folder = try Folder()
        let trace = try folder.file("trace.json", Samples.small)
        let budget = try folder.file("budget.json", limits)
        let run = CommandLineRun(["check", trace, "--budget", budget] + words)
        #expect(run.code == code, sourceLocation: sourceLocation)
        expectBeginning(folder.neutral(run.output), output, sourceLocation)
        expectBeginning(folder.neutral(run.errors), errors, sourceLocation)
    }

    @Test func `within is 0, breached is 3, what cannot be checked is 2`() throws {
        try check(
            #"{"version": 1, "trace": {"red": 1}, "views": {"Row": {"p95_ms": 17}}}"#, code: 0,
            output:
                "Within budget: 2 limits on 4 view updates\nTrace     Demo\nBudget    DIR/budget.json\nClosest   Row: p95_ms is 17 ms, "
        )
        try check(
            #"{"version": 1, "trace": {"red": 0, "orange": 1}}"#, code: 3, output: "1 of 2 limits breached\n")
        try check(
            #"{"version": 1, "trace": {"red": 0, "hitch_ratio": 5}}"#, code: 2,
            output: "1 of 2 limits breached; 1 of 2 limits cannot be checked\n",
            errors: """
                DIR/budget.json:1:36: error: Whole trace: hitch_ratio cannot be checked: the input has no lane of hitches
                  fix: export the table hitches too, or take the limit out of the budget
                """)
    }

    @Test func `a budget with errors is unusable input, and all of them are told`() throws {
        try check(
            "{\"version\": 1,\n \"trase\": {},\n \"views\": {\"Row\": {\"p95\": 1}}}", code: 2, output: "",
            errors: """
                DIR/budget.json:2:2: error: unknown key 'trase'; did you mean 'trace'?
                DIR/budget.json:3:20: error: unknown limit 'p95'; \
                known: red, orange, unnecessary, updates_per_interaction, unnecessary_per_interaction, wasted_ms, p95_ms, updates, evaluations

                """)
    }

    @Test func `arguments that do not fit`() throws {
        func usage(_ words: [String], _ message: String) {
            let run = CommandLineRun(["check"] + words)
            #expect(run.code == 64 && run.output.isEmpty)
            expectBeginning(run.errors, "trace-analyze: error: \(message)", #_sourceLocation)
        }
        usage([], "give at least one INPUT")
        usage(["x.json"], "give the limits with --budget FILE, or write them with --init")
        usage(["x.json", "--init", "--budget", "b"], "'--init' and '--budget' exclude each other")
        usage(["x.json", "--init", "--format", "json"], "'--init' and '--format' exclude each other")
        usage(
            ["x.json", "--budget", "b", "--format", "xml"], "unknown format 'xml'; formats: text, json, junit, sarif,")
    }

    @Test func `the budget is read before the trace`() {
        let run = CommandLineRun(["check", "/nowhere/t.json", "--budget", "/nowhere/b.json"])
        #expect(run.code == 2)
        expectBeginning(run.errors, "/nowhere/b.json: error: cannot read the file: no such file", #_sourceLocation)
    }

    @Test func `several traces are refused`() throws {
        let folder = try Folder()
        let (one, other) = (try folder.file("1.json", Samples.small), try folder.file("2.json", Samples.red(2)))
        let budget = try folder.file("b.json", #"{"version": 1, "trace": {"red": 1}}"#)
        let run = CommandLineRun(["check", one, other, "--budget", budget])
        #expect(run.code == 2)
        #expect(
            run.errors == """
                note: 2 files are read as 2 traces (as parts of one trace: --one-trace)
                error: check needs exactly one trace, this input holds 2
                  fix: name one trace (in a database: FILE#2), or add --one-trace

                """)
        #expect(CommandLineRun(["import", one, other, "--db", folder("t.sqlite")]).code == 0)
        #expect(CommandLineRun(["check", folder("t.sqlite#1"), "--budget", budget]).code == 0)
        #expect(CommandLineRun(["check", folder("t.sqlite#2"), "--budget", budget]).code == 3)
    }

    @Test func `a trace that was cut off is refused, unless allowed`() throws {
        let folder = try Folder()
        let trace = try folder.file("t.json", String(Samples.small.dropLast(4)))
        let budget = try folder.file("b.json", #"{"version": 1, "trace": {"red": 1}}"#)
        let run = CommandLineRun(["check", trace, "--budget", budget])
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(run.errors.contains("is incomplete (") && run.errors.contains("--allow-incomplete"))
        let allowed = CommandLineRun(["check", trace, "--budget", budget, "--allow-incomplete"])
        #expect(allowed.code == 0 && allowed.output.contains("! Note    incomplete: "))
    }

    @Test(arguments: ["before", "after"])
    func `--init writes a budget that the same trace keeps`(_ name: String) throws {
        let folder = try Folder()
        let trace = "\(samples)/landmarks-\(name).json"
        let written = CommandLineRun(["check", "--init", trace, "--output", folder("budget.json")])
        #expect(written.code == 0 && written.output.isEmpty && written.errors.hasPrefix("wrote "))
        #expect(CommandLineRun(["check", "--init", trace]).output == (try folder.text("budget.json")))
        let run = CommandLineRun(["check", trace, "--budget", folder("budget.json")])
        #expect(run.code == 0 && run.output.hasPrefix("Within budget: "))
    }

    @Test func `the flaw is caught by the budget of its fix, the tap first`() throws {
        let folder = try Folder()
        let (before, after) = ("\(samples)/landmarks-before.json", "\(samples)/landmarks-after.json")
        #expect(CommandLineRun(["check", "--init", after, "--output", folder("b.json")]).code == 0)
        let run = CommandLineRun(["check", before, "--budget", folder("b.json")], width: 120)
        #expect(run.code == 3)
        let first = run.output.split(separator: "\n").first { $0.hasPrefix("Problem: ") }
        #expect(first == "Problem: Each LandmarkRow depends on the whole ModelData.favorites")
        let sarif = CommandLineRun(
            ["check", before, "--budget", folder("b.json"), "--format", "sarif", "--output", folder("r.sarif")])
        #expect(sarif.code == 3 && sarif.output.isEmpty)
        #expect(try folder.text("r.sarif").contains("\"version\": \"2.1.0\""))
    }

    @Test func `headroom against a baseline`() throws {
        let folder = try Folder()
        let (before, after) = ("\(samples)/landmarks-before.json", "\(samples)/landmarks-after.json")
        let budget = try folder.file(
            "b.json", #"{"version": 1, "interactions": {"*": {"updates_per_interaction": "+10 %"}}}"#)
        func run(_ now: String, _ old: String) -> CommandLineRun {
            CommandLineRun(["check", now, "--budget", budget, "--baseline", old])
        }
        #expect(run(after, before).code == 0)
        #expect(run(after, after).code == 0)
        let worse = run(before, after)
        #expect(worse.code == 3 && worse.output.hasPrefix("1 of 1 limit breached in 2 places\n"))
        #expect(worse.output.contains("+10 % on 1 in the baseline"))
        let none = CommandLineRun(["check", after, "--budget", budget])
        #expect(none.code == 2 && none.errors.contains("fix: give --baseline BEFORE"))
    }

    @Test func `commands to look further have the options of the check`() throws {
        let folder = try Folder()
        let trace = try folder.file("trace.json", Samples.small)
        let budget = try folder.file(
            "b.json", #"{"version": 1, "views": {"Row": {"red": 0}}, "trace": {"rejects": 0}}"#)
        let run = CommandLineRun(
            ["check", trace, "--budget", budget, "--profile", "instruments", "--one-trace", "--ignore", "A B"])
        #expect(run.code == 3)
        let command = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("      trace-analyze ") })
        #expect(
            folder.neutral("\(command)")
                == "      trace-analyze report DIR/trace.json --one-trace --profile instruments --ignore 'A B' --view Row"
        )
    }

    @Test func `a file that is no budget is not told line by line`() throws {
        let folder = try Folder()
        let trace = try folder.file("trace.json", Samples.small)
        let views = (0..<30).map { "\"x\($0)\": 1" }.joined(separator: ",\n")
        let run = CommandLineRun(["check", trace, "--budget", try folder.file("b.json", "{\(views)}")])
        #expect(run.code == 2)
        #expect(run.errors.hasSuffix("\nand 11 more errors in this file; is it a budget?\n"))
    }

    @Test func `rows of other processes alone pass no limit, and have no budget of their own`() throws {
        let folder = try Folder()
        let trace = try folder.file(
            "trace.json",
            """
            {"format": "tracekit", "trace": {"process": "App", "pid": 7}, "hangs": [
              {"start_ms": 0, "duration_ms": 300, "process": "Server (8)"}]}
            """)
        let budget = try folder.file("budget.json", "{\"version\": 1, \"trace\": {\"hang_ms\": 0}}")
        for words in [["check", trace, "--budget", budget], ["check", "--init", trace]] {
            let run = CommandLineRun(words)
            #expect(run.code == 2 && run.errors.contains("is of App, the process that was recorded"), "\(run.errors)")
        }
        let run = CommandLineRun(["check", trace, "--budget", budget, "--process", "Server"])
        #expect(run.code == 3)
    }

    @Test func `no budget is made from a trace without figures`() throws {
        let folder = try Folder()
        let log = try folder.file(
            "app.log",
            """
            Timestamp                       (process)[PID]
            2026-05-01 10:00:00.123456+0200  localhost App[123]: (App) [com.example:net] the request took long

            """)
        let run = CommandLineRun(["check", "--init", log])
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(
            run.errors.contains(
                "error: the input has no figure that could have a limit: no view updates, hangs, hitches, signposts, "
                    + "samples, body evaluations or durations in lines of a log"))
    }
}
