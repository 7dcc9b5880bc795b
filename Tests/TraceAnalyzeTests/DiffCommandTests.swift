import Foundation
import Testing

@testable import trace_analyze

/// `trace-analyze diff` as people type it.
@Suite struct DiffCommandTests {
    private static let before = Samples.path("landmarks-before.json")
    private static let after = Samples.path("landmarks-after.json")

    private func check(
        _ words: [String], code: Int32 = 0, _ lines: [String], errors: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let run = CommandLineRun(["diff"] + words, width: 120)
        #expect(run.code == code, sourceLocation: sourceLocation)
        for line in lines { #expect(run.output.contains(line), "\(line)", sourceLocation: sourceLocation) }
        expectBeginning(run.errors, errors, sourceLocation)
    }

    @Test func `the fix of the landmarks list is told in words`() {
        check(
            [Self.before, Self.after],
            [
                "Tap \"Favorite\": 104 → 1 update per tap, 103 fewer unnecessary", "red bodies 14 → 0",
                "app hitches 10 → 2, ms 267 → 17; system hitches 1 → 0",
                "hangs 1 → 0", "Verdict   BETTER: hitches 267 → 17 ms, hangs 313 → 0 ms, red bodies 14 → 0; ",
                "fewer   Tap \"Favorite\"",
            ])
    }

    @Test func `exchanged sides are worse, and a gate says so`() {
        check(
            [Self.after, Self.before, "--fail-on", "regression,new-finding,new-long-body"], code: 3,
            ["1 → 104 updates per tap, 103 more unnecessary", "WORSE: "],
            errors: """
                trace-analyze: failed on regression: Tap "Favorite": more updates 1 → 104, more unnecessary 0 → 103 (and 
                """)
        check([Self.before, Self.after, "--fail-on", "regression,new-finding,new-long-body"], ["BETTER"])
    }

    @Test func `a trace does not differ from itself`() {
        check([Self.after, Self.after, "--fail-on", "regression"], ["Verdict   NO DIFFERENCE"])
    }

    @Test func `the verdict stands first, and equal sides need two lines`() {
        let equal = CommandLineRun(["diff", Self.after, Self.after], width: 80).output.split(separator: "\n")
        #expect(equal.count == 2 && equal.first?.hasPrefix("Verdict   NO DIFFERENCE") == true, "\(equal)")
        let different = CommandLineRun(["diff", Self.before, Self.after], width: 80).output
        #expect(different.hasPrefix("Verdict   ") && different.contains("\nProblems  "), "\(different)")
    }

    @Test func `several runs a side, and traces inside one database`() throws {
        let folder = try Folder()
        let database = folder("t.sqlite")
        #expect(CommandLineRun(["import", Self.before, Self.after, "--db", database, "--label", "night 1"]).code == 0)
        check(["\(database)#1", "\(database)#2"], ["104 → 1 update per tap", "night 1"])
        check(
            ["--before", Self.before, Self.before, "--after", "\(database)#2", Self.after],
            ["104 → 1 update per tap", "2 and 2 traces: the first line judges the whole"])
    }

    @Test func `logs of a console are compared, and have limits`() throws {
        let folder = try Folder()
        func log(_ name: String, _ rows: Int, _ details: Int) throws -> String {
            try folder.file(
                name,
                String(repeating: "Row: unchanged.\n", count: rows)
                    + String(repeating: "Detail: _item changed.\n", count: details))
        }
        let (before, after) = (try log("before.log", 40, 12), try log("after.log", 3, 10))
        check(
            [before, after],
            [
                "LIKELY BETTER: body evaluations 52 → 13; record 4 traces a side to be sure",
                "body evaluations 52 → 13, of these unchanged 40 → 3; Row 40 → 3; Detail 12 → 10",
                "fewer?",
            ])
        check([after, before], ["LIKELY WORSE", "more?"])
        let budget = folder("budget.json")
        #expect(CommandLineRun(["check", after, "--init", "--output", budget]).code == 0)
        #expect(CommandLineRun(["check", after, "--budget", budget]).code == 0)
        let breached = CommandLineRun(["check", before, "--budget", budget])
        #expect(breached.code == 3 && breached.output.contains("unchanged    Whole trace       11   40"), "\(breached)")
    }

    @Test func `a gate never passes on sides that cannot be compared`() throws {
        let metrics = Samples.path("metrickit/landmarks-before.json")
        let run = CommandLineRun(["diff", Self.before, metrics, "--fail-on", "regression"])
        #expect(run.code == 2 && run.output.contains("NOT COMPARED: only the before side has view updates"))
        #expect(run.errors.contains("the sides cannot be compared"))
        #expect(CommandLineRun(["diff", Self.before, metrics]).code == 0)
        // Both have view updates, of other interactions.
        let folder = try Folder()
        let sides = try ["tap", "scroll"].map { kind in
            try folder.file(
                "\(kind).json",
                """
                {"format": "tracekit", "interactions": [{"kind": "\(kind)", "name": "Buy", "start_ns": 0}],
                 "updates": [{"view": "Row", "start_ns": 1000, "duration_ns": 500}]}
                """)
        }
        let other = CommandLineRun(["diff"] + sides + ["--fail-on", "regression"])
        #expect(other.code == 2 && other.output.contains("NOT COMPARED: no interaction was performed on both sides"))
        #expect(other.errors.contains("fix: perform the same interactions on both sides"))
    }

    @Test func `signposts and samples are compared without view updates`() throws {
        let folder = try Folder()
        let lines = { (ms: Int) in
            "{\"format\": \"tracekit\", \"signposts\": ["
                + (0..<5).map { second in
                    "{\"name\": \"Load\", \"start_ns\": \(second * 1_000_000_000), \"duration_ns\": \(ms * 1_000_000)}"
                }.joined(separator: ",") + "]}"
        }
        let fast = try folder.file("fast.json", lines(20)), slow = try folder.file("slow.json", lines(90))
        check(
            [fast, slow, "--fail-on", "regression"],
            ["Verdict   DIFFERENT: ", "median of Load 20 → 90 ms; 5 events", "slower?"])
        #expect(CommandLineRun(["diff", fast, slow, "--fail-on", "likely-regression"]).code == 3)
        // A side that lost its view updates passes no gate, whatever else is compared.
        let updates = try folder.file(
            "updates.json",
            lines(20).dropLast() + ", \"updates\": [{\"view\": \"Row\", \"start_ns\": 0, \"duration_ns\": 5}]}")
        #expect(CommandLineRun(["diff", updates, slow, "--fail-on", "regression"]).code == 2)
        #expect(CommandLineRun(["diff", updates, slow, "--fail-on", "regression", "--allow-incomplete"]).code == 0)
    }

    @Test func `a gate never passes on a side that was cut off, unless that is allowed`() throws {
        let folder = try Folder()
        let cut = try folder.file("cut.json", String(Samples.small.dropLast(60)))
        let whole = try folder.file("whole.json", Samples.small)
        #expect(CommandLineRun(["import", cut, "--db", folder("t.sqlite")]).code == 0)
        let sides = [
            [cut, whole], [whole, cut], [whole, folder("t.sqlite")], ["--before", whole, cut, "--after", whole],
        ]
        for sides in sides {
            for gate in ["regression", "new-finding", "new-long-body"] {
                let run = CommandLineRun(["diff"] + sides + ["--quiet", "--fail-on=\(gate)"])
                #expect(run.code == 2 && run.output.contains("Before"), "\(sides)")
                #expect(run.errors.contains(" is incomplete (") && run.errors.contains("--allow-incomplete"))
                #expect(CommandLineRun(["diff"] + sides + ["--fail-on=\(gate)", "--allow-incomplete"]).code == 0)
            }
            #expect(CommandLineRun(["diff"] + sides).code == 0)
        }
    }

    @Test(arguments: ["", ",", "regression,", ",regression", " "]) func `a gate that is empty is none`(_ gate: String) {
        let run = CommandLineRun(["diff", Self.before, Self.after, "--fail-on", gate])
        #expect(run.code == 64 && run.output.isEmpty && run.errors.contains("'--fail-on' "))
    }

    @Test func `a pattern that matches no name is worth a word`() {
        let words = ["diff", Self.before, Self.after]
        #expect(CommandLineRun(words + ["--pair", "Nope[0-9]"]).errors == "note: '--pair Nope[0-9]' matches no name\n")
        #expect(CommandLineRun(words + ["--pair", "Row$"]).errors == "")
    }

    @Test func `wrong usage is explained`() {
        check([Self.before], code: 64, [], errors: "trace-analyze: error: give BEFORE and AFTER, found 1 inputs")
        check(
            ["--before", Self.before], code: 64, [], errors: "trace-analyze: error: give the inputs of both sides")
        check(
            [Self.before, Self.after, "--fail-on", "regresion"], code: 64, [],
            errors: """
                trace-analyze: error: '--fail-on' accepts regression, likely-regression, new-finding, new-long-body, warning; found 'regresion'
                  did you mean 'regression'?
                """)
        check(
            [Self.before, Self.after, "--pair", "*"], code: 64, [],
            errors:
                "trace-analyze: error: '--pair' must be text of at most 200 bytes in which '*' is any text, found '*'")
        check(
            [Self.before, Self.after, "--generics", "lose"], code: 64, [],
            errors: "trace-analyze: error: '--generics' must be keep or drop, found 'lose'")
        check([Self.before, "missing.json"], code: 2, [], errors: "missing.json: error: ")
    }

    @Test func `a page is written with both timelines`() throws {
        let folder = try Folder()
        let page = folder("diff.html")
        check([Self.before, Self.after, "--format", "html", "--output", page], [], errors: "wrote \(page) (")
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(
            ["▼ BETTER</span>", "\"role\":\"before\"", "\"role\":\"after\""].allSatisfy(html.contains))
    }

    @Test(arguments: ["json", "markdown", "github", "text"]) func `every format is written whole`(_ format: String) {
        let run = CommandLineRun(["diff", Self.before, Self.after, "--format", format])
        #expect(run.code == 0 && run.output.hasSuffix("\n") && run.output.contains("Favorite"))
    }
}
