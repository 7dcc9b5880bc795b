import Foundation
import Testing

@testable import trace_analyze

/// A file's text and options in; exit code, first line of the report and first lines of the messages out.
@Suite struct ReportCommandTests {
    private func check(
        _ text: String, _ options: String..., code: Int32 = 0, firstLine: String = "", errors: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let folder = try Folder()
        let run = CommandLineRun(["report", try folder.file("trace.json", text)] + options)
        #expect(run.code == code, sourceLocation: sourceLocation)
        let first = run.output.split(separator: "\n").first.map(String.init) ?? ""
        #expect(folder.neutral(first) == firstLine, sourceLocation: sourceLocation)
        expectBeginning(folder.neutral(run.errors), errors, sourceLocation)
    }

    @Test func `a complete trace is answered on the first line, without messages`() throws {
        try check(Samples.small, firstLine: "Recorded  Demo: 2.00 s, 4 updates")
    }

    @Test func `a file that is not there, empty or of another kind cannot be reported on`() throws {
        let missing = CommandLineRun(["report", "/nowhere/trace.json"])
        #expect(missing.code == 2 && missing.output.isEmpty)
        #expect(
            missing.errors == """
                /nowhere/trace.json: error: cannot read the file: no such file or directory
                  fix: check the path; relative paths start at the current directory

                """)
        try check(
            "", code: 2,
            errors: "DIR/trace.json: error: the file is empty\n  fix: record or export the trace again\n")
        try check(
            "hello, world", code: 2,
            errors: "DIR/trace.json:1:1: error: this is not a trace in a format that trace-analyze knows "
                + "(it begins with 'hello, world')\n  fix: formats read: ")
        try check(
            "{\"format\": \"tracekit\", \"updates\": [}", code: 2,
            errors: "DIR/trace.json:1:36: error: expected a value, found '}'\n  fix: correct the JSON at this place\n")
        try check(
            "{\"format\": \"tracekit\", \"version\": 9, \"updates\": []}", code: 2,
            errors: "DIR/trace.json:1:36: error: this file is version 9 of the format; this program reads version 1\n")
    }

    @Test func `a directory without a trace names itself and what it would need`() throws {
        let folder = try Folder()
        _ = try folder.file("notes.txt", "nothing to see")
        let run = CommandLineRun(["report", folder.path])
        #expect(run.code == 2)
        expectBeginning(
            folder.neutral(run.errors),
            "DIR: error: none of the 1 files in the directory is a trace or an export of one\n",
            SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: 1))
        let empty = try Folder()
        let none = CommandLineRun(["report", empty.path])
        #expect(none.code == 2 && empty.neutral(none.errors).hasPrefix("DIR: error: the directory holds no files\n"))
    }

    @Test func `beside traces in a directory other files are left out with a warning`() throws {
        let folder = try Folder()
        _ = try folder.file("a.json", Samples.small)
        _ = try folder.file("notes.txt", "nothing to see")
        let run = CommandLineRun(["report", folder.path])
        #expect(run.code == 0 && run.output.hasPrefix("Recorded  Demo"))
        #expect(folder.neutral(run.errors).contains("DIR/notes.txt:1:1: warning: this is not a trace"))
    }

    @Test func `a cut file is reported as far as it goes, and the first line says so`() throws {
        let cut = String(Samples.small.prefix(Samples.small.count - 60))
        let folder = try Folder()
        let run = CommandLineRun(["report", try folder.file("trace.json", cut)], width: 400)
        #expect(run.code == 0 && run.errors.isEmpty)
        let answer = folder.neutral(run.output).split(separator: "\n").map(String.init)
        #expect(
            answer[0].hasPrefix("! Note    incomplete: DIR/trace.json could not be read from byte \(cut.utf8.count)"))
        #expect(answer.contains { $0.hasPrefix("Recorded  Demo: 2.00 s, 3 updates") })
    }

    @Test func `a row that cannot be taken is counted before everything else`() throws {
        let broken = Samples.small.replacing("\"duration_ns\": 9000000", with: "\"duration_ns\": -9000000")
        try check(
            broken,
            firstLine:
                "! Note    1 of 4 rows could not be read and are not counted (section Rejected rows, --all)")
    }

    @Test func `deadlines come from a profile, a refresh rate or the user`() throws {
        func bodies(_ options: String...) throws -> String {
            let folder = try Folder()
            let run = CommandLineRun(["report", try folder.file("trace.json", Samples.small)] + options)
            return run.output.split(separator: "\n").first { $0.hasPrefix("Bodies") }.map { String($0.dropFirst(10)) }
                ?? ""
        }
        #expect(try bodies() == "1 RED > 16.67 ms, 1 ORANGE > 8.3 ms, 2 of 4 on time (frame)")
        #expect(
            try bodies("--profile", "instruments") == "3 RED > 1 ms, 1 ORANGE > 0.5 ms, 0 of 4 on time (instruments)")
        #expect(try bodies("--refresh-rate", "100") == "0 RED > 20 ms, 1 ORANGE > 10 ms, 3 of 4 on time (100 Hz)")
        #expect(try bodies("--deadlines=1,1.5") == "3 RED > 1.5 ms, 0 ORANGE > 1 ms, 1 of 4 on time (custom)")
    }

    @Test func `a list shows its fifteen worst and says how many there are`() throws {
        let folder = try Folder()
        let path = try folder.file("trace.json", Samples.red(40))
        func check(_ words: String..., shows title: String) {
            #expect(CommandLineRun(["report", path, "--all"] + words).output.contains("\n\(title)\n"), "\(words)")
        }
        check(shows: "Long view body updates (15 of 40)")
        check("--top", "3", shows: "Long view body updates (3 of 40)")
        check("--top", "40", shows: "Long view body updates (40)")
    }

    @Test func `the first screen has the problems with their fixes, and says how to see the rest`() {
        let run = CommandLineRun(["report", Samples.path("landmarks-before.json"), "--width", "80"])
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 61)
        let fix = lines.firstIndex { $0.hasPrefix("      Fix: ") }
        #expect(fix.map { $0 < 10 } == true)
        // The path of the sample takes room as well.
        let fixes = lines.count { $0.hasPrefix("      Fix: ") }
        #expect(fixes >= 4 && run.output.contains("  Cost ms          Problem (\(fixes < 5 ? "\(fixes) of 5" : "5"))"))
        #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("Next") || $0.hasPrefix("More") })
        #expect(
            run.output.hasSuffix(
                """
                --all
                Lines     add --source-root FOLDER for the lines of the app's sources
                Next      trace-analyze explain expensive-call

                """))
        #expect(!run.output.contains("Findings") && !run.output.contains("Views by total time"))
        let all = CommandLineRun(["report", Samples.path("landmarks-before.json"), "--all"]).output
        #expect(all.contains("Findings, by time wasted or blocked (12)") && all.contains("Problem (5)"))
    }

    @Test func `a part of a trace keeps the problems that touch it`() {
        func problems(_ words: String...) -> [String] {
            let run = CommandLineRun(["report", Samples.path("landmarks-before.json"), "--width", "120"] + words)
            let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
            let list = lines.drop { !$0.contains("Problem (") }.dropFirst().prefix { !$0.isEmpty }
            // Cost, share, severity and title.
            return list.filter { !$0.hasPrefix("      ") && !$0.hasPrefix("  Cost:") }.map { line in
                line.split(separator: "  ").dropFirst(3).joined(separator: "  ").trimmingCharacters(in: .whitespaces)
            }
        }
        #expect(
            problems("--view", "LandmarkRow") == [
                "LandmarkRow.body makes date, number or measurement formatters",
                "Each LandmarkRow depends on the whole ModelData.favorites",
                "Child Environment: SearchContext reaches every LandmarkRow",
            ])
        #expect(problems("--interaction", "2") == ["Each LandmarkRow depends on the whole ModelData.favorites"])
        #expect(problems("--window", "0..500") == ["The main thread hangs, busy in ModelData.load(_:)"])
    }

    @Test func `the statements that a report prints run as they stand`() throws {
        let folder = try Folder()
        _ = CommandLineRun(["import", try folder.file("trace.json", Samples.small), "--db", folder("t.sqlite")])
        let report = CommandLineRun(["report", folder("t.sqlite"), "--sql"]).output
        var statements: [String] = []
        var isInside = false
        for line in report.split(separator: "\n", omittingEmptySubsequences: false) {
            let mark = line.firstRange(of: "sql> ")
            if let mark, isInside { statements[statements.count - 1] += "\n" + line[mark.upperBound...] }
            if let mark, !isInside { statements.append(String(line[mark.upperBound...])) }
            isInside = mark != nil
        }
        #expect(statements.count >= 7)
        for statement in statements {
            let run = CommandLineRun(["query", folder("t.sqlite"), statement, "--format", "csv"])
            #expect(run.code == 0, "\(statement): \(run.errors)")
        }
    }

    @Test func `JSON goes through any parser, and is the same with and without a terminal`() throws {
        let folder = try Folder()
        let words = ["report", try folder.file("trace.json", Samples.small), "--format", "json"]
        let run = CommandLineRun(words, width: 40)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(json["schema"] as? String == "trace-analyze/report")
        let traces = try #require(json["traces"] as? [[String: Any]])
        let answer = try #require(traces.first?["answer"] as? [String: Any])
        #expect(answer["updates"] as? Int == 4 && answer["red"] as? Int == 1)
        #expect(run.output == CommandLineRun(words, width: 200, environment: ["CLICOLOR_FORCE": "1"]).output)
    }

    @Test func `colour follows the option, then the environment`() throws {
        let folder = try Folder()
        let words = ["report", try folder.file("trace.json", Samples.small)]
        func isColoured(_ options: [String], _ environment: [String: String]) -> Bool {
            CommandLineRun(words + options, environment: environment).output.contains("\u{1B}[")
        }
        #expect(!isColoured([], [:]))
        #expect(isColoured([], ["CLICOLOR_FORCE": "1"]))
        #expect(!isColoured([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]))
        #expect(isColoured(["--color", "always"], ["NO_COLOR": "1"]))
        #expect(!isColoured(["--color", "never"], ["CLICOLOR_FORCE": "1"]))
    }

    @Test func `the same input gives the same bytes`() throws {
        let folder = try Folder()
        let words = ["report", try folder.file("trace.json", Samples.small)]
        #expect(CommandLineRun(words).output == CommandLineRun(words, environment: ["LANG": "de_DE.UTF-8"]).output)
    }

    @Test func `a part that no update belongs to is told, with the nearest name`() throws {
        let folder = try Folder()
        let trace = try folder.file("trace.json", Samples.small)
        let run = CommandLineRun(["report", trace, "--view", "Haeder"])
        #expect(run.code == 64 && run.output.isEmpty)
        #expect(run.errors.contains("error: no update belongs to a view 'Haeder'\n  did you mean 'Header'?"))
        let during = CommandLineRun(["report", trace, "--during", "Nothing"])
        #expect(during.code == 64 && during.errors.contains("no signpost is called 'Nothing'"))
        #expect(CommandLineRun(["report", trace, "--view", "Header"]).code == 0)
    }

    @Test func `a reader that goes away ends the run quietly`() throws {
        let folder = try Folder()
        let run = CommandLineRun(["report", try folder.file("trace.json", Samples.small)], acceptedWrites: 0)
        #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty)
    }

    @Test(arguments: [
        ("report --view Landmarkrow", "no update belongs to a view 'Landmarkrow'\n  did you mean 'LandmarkRow'?"),
        ("report --view Nope", "no update belongs to a view 'Nope'; known: 'CategoryHome', 'CircleImage', "),
        ("report --during Nope", "no signpost is called 'Nope'; known: 'DecodeImage', "),
        ("report --interaction 999", "no interaction has the id 999; known: 1 (scroll Landmark list), "),
        ("report --window 13000..", "'--window' starts after the end of the trace, which is 12047 ms long"),
        ("chains --view Landmarkrow", "no update belongs to a view 'Landmarkrow'\n  did you mean 'LandmarkRow'?"),
        ("chains --cause Nope", "no chain contains 'Nope'; known: 'CategoryHome.body', "),
        ("chains --interaction 999", "no interaction has the id 999; known: 1 (scroll Landmark list), "),
    ])
    func `a part that no trace has is refused with what there is`(_ line: String, _ message: String) {
        let words = line.split(separator: " ").map(String.init)
        let run = CommandLineRun([words[0], Samples.path("landmarks-before.json")] + words.dropFirst())
        #expect(run.code == 64 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("trace-analyze: error: \(message)"), "\(run.errors)")
    }
}
