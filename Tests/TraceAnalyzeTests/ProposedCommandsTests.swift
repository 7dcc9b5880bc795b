import Foundation
import Testing

@testable import trace_analyze

/// The commands behind `More` and `Next`: run as they are printed, they show the same trace.
@Suite struct ProposedCommandsTests {
    /// The words of a command as a shell takes them apart: blanks between, single quotes around what is more than a word.
    private static func words(_ line: Substring) -> [String] {
        var words: [String] = []
        var (word, isQuoted, isOpen) = ("", false, false)
        var escapes = false
        for character in line {
            if escapes {
                word.append(character)
                escapes = false
            } else if character == "'" {
                isQuoted.toggle()
                isOpen = true
            } else if isQuoted {
                word.append(character)
            } else if character == "\\" {
                escapes = true
                isOpen = true
            } else if character == " " {
                if isOpen { words.append(word) }
                (word, isOpen) = ("", false)
            } else {
                word.append(character)
                isOpen = true
            }
        }
        return isOpen ? words + [word] : words
    }

    /// The commands that an output proposes, without the name of the program.
    private static func proposed(_ output: String, _ label: String) -> [[String]] {
        output.replacing(" \\\n", with: " ").split(separator: "\n").filter {
            $0.hasPrefix(label + "  ") && $0.contains("trace-analyze ")
        }.map {
            line in
            Array(words(line.dropFirst(label.count)).drop { $0.isEmpty }.dropFirst())
        }
    }

    /// The line of a report that says what was read.
    private static func line(_ label: String, _ output: String) -> Substring? {
        output.split(separator: "\n").first { $0.hasPrefix(label) }
    }

    private static let table = "Component,At,Took\nRow,0,25.3\nCard,30,9.7\nRow,60,3\n"
    private static let columns = [
        "--map", "view=Component", "--map", "start_ms=At", "--map", "duration_ms=Took", "--ignore", "My View",
        "--deadlines", "4,12",
    ]

    @Test func `more and next of a report read the input as the report did`() throws {
        let folder = try Folder()
        let table = try folder.file("my table.csv", Self.table)
        let report = CommandLineRun(["report", table] + Self.columns)
        #expect(report.code == 0, "\(report.errors)")
        let more = try #require(Self.proposed(report.output, "More").first)
        #expect(more.first == "report" && more.last == "--all" && more.contains(table))
        let again = CommandLineRun(more)
        #expect(again.code == 0, "\(again.errors)")
        for label in ["Recorded", "Bodies"] {
            #expect(Self.line(label, again.output) == Self.line(label, report.output))
        }
        let part = CommandLineRun(["report", table, "--view", "Row"] + Self.columns)
        #expect(part.code == 0, "\(part.errors)")
        for next in Self.proposed(part.output, "Next") { #expect(CommandLineRun(next).code == 0, "\(next)") }
        // Without the options the table cannot be read at all.
        #expect(CommandLineRun(["report", table]).code != 0)
    }

    @Test func `every option that chose what is analysed is in the command`() throws {
        let trace = Samples.path("landmarks-before.json")
        let options = [
            "--profile", "instruments", "--ignore", "LandmarkRow", "--confidence", "likely", "--process", "all",
            "--max-rejects", "5%", "--no-project",
        ]
        let report = CommandLineRun(["report", trace, "--jobs", "1", "--functions", "--format", "text"] + options)
        #expect(report.code == 0, "\(report.errors)")
        let more = try #require(Self.proposed(report.output, "More").first)
        for word in options { #expect(more.contains(word), "\(word)") }
        #expect(more.contains("--functions") && !more.contains("--jobs") && !more.contains("--format"))
        let again = CommandLineRun(more)
        #expect(again.code == 0 && Self.line("Bodies", again.output) == Self.line("Bodies", report.output))
    }

    @Test func `what the project's file says is not said again`() throws {
        let folder = try Folder()
        let trace = try folder.file("trace.json", Samples.small)
        _ = try folder.file(".trace-analyze.json", #"{"profile": "instruments"}"#)
        let report = CommandLineRun(["report", trace], folder: folder.path)
        #expect(report.output.contains("instruments"))
        #expect(Self.proposed(report.output, "More") == [["report", trace, "--all"]])
    }

    @Test func `several reports name their inputs, and so do their commands`() throws {
        let folder = try Folder()
        let inputs = [
            try folder.file("a b.csv", "view,start_ms,duration_ms\nRow,0,25.3\n"),
            try folder.file("c.json", Samples.small),
        ]
        let run = CommandLineRun(["report"] + inputs)
        #expect(run.code == 0, "\(run.errors)")
        #expect(Self.proposed(run.output, "More") == inputs.map { ["report", $0, "--all"] })
        let named = run.output.split(separator: "\n").filter { $0.hasPrefix("Input ") }
        #expect(named.map { Self.words($0) } == inputs.map { ["Input", $0] })
        let markdown = CommandLineRun(["report", "--format", "markdown"] + inputs).output
        #expect(markdown.contains("| Input | "))
        let doctor = CommandLineRun(["doctor"] + inputs).output
        #expect(Self.proposed(doctor, "Next") == inputs.map { ["report", $0] })
        #expect(doctor.contains("Input     "))
        // One alone needs no name.
        #expect(!CommandLineRun(["report", inputs[1]]).output.contains("Input  "))
    }

    @Test func `files that are one trace are named together`() throws {
        let folder = Samples.path("xctrace/landmarks-before")
        let inputs = ["\(folder)/swiftui-updates.xml", "\(folder)/hitches.xml"]
        let run = CommandLineRun(["report"] + inputs)
        #expect(Self.proposed(run.output, "More") == [["report"] + inputs + ["--all"]])
        let whole = CommandLineRun(["report", folder])
        #expect(Self.proposed(whole.output, "More") == [["report", folder, "--all"]])
    }

    @Test func `a trace of several in a database is named by its number`() throws {
        let folder = try Folder()
        let database = folder("t.sqlite")
        let inputs = ["before", "after"].map { Samples.path("landmarks-\($0).json") }
        let first = CommandLineRun(["report", inputs[0], "--db", database, "--profile", "instruments"])
        #expect(Self.proposed(first.output, "More") == [["report", database, "--all"]])
        let both = CommandLineRun(["report", inputs[1], "--db", database])
        #expect(Self.proposed(both.output, "More") == [["report", "\(database)#2", "--all"]])
        let all = CommandLineRun(["report", database])
        #expect(Self.proposed(all.output, "More") == [1, 2].map { ["report", "\(database)#\($0)", "--all"] })
        let chains = CommandLineRun(["chains", database])
        let next = Self.proposed(chains.output, "Next")
        #expect(next.first?.prefix(2) == ["report", "\(database)#1"])
        for command in next { #expect(CommandLineRun(command).code == 0, "\(command)") }
    }

    @Test func `nothing that the user named is in a command where names are replaced`() throws {
        let trace = Samples.path("landmarks-before.json")
        let options = ["--redact", "--ignore", "LandmarkRow", "--process", "all"]
        let run = CommandLineRun(["report", trace] + options)
        #expect(Self.proposed(run.output, "More") == [["report", "INPUT", "--redact", "--all"]])
    }

    @Test func `a comparison proposes what its after side shows`() throws {
        let folder = try Folder()
        let inputs = try ["a.csv", "b.csv"].map { name in
            try folder.file(name, name == "a.csv" ? Self.table : Self.table.replacing("9.7", with: "9.1"))
        }
        let run = CommandLineRun(["diff"] + inputs + Self.columns)
        let next = try #require(Self.proposed(run.output, "Next").first)
        #expect(next.contains(inputs[1]) && next.contains("view=Component"), "\(run.output)")
        // The budget it would write is of no use here.
        let shown = next.contains("--output") ? Array(next.dropLast(2)) : next
        #expect(CommandLineRun(shown).code == 0, "\(next)")
    }

    @Test func `a trend of one trace proposes an import that is taken`() throws {
        let folder = try Folder()
        let trace = try folder.file("trace.json", Samples.small)
        let database = folder("t.sqlite")
        #expect(CommandLineRun(["import", trace, "--db", database]).code == 0)
        for input in [database, "\(database)#1"] {
            let run = CommandLineRun(["trend", input])
            #expect(
                Self.proposed(run.output, "Next") == [
                    ["import", "NEXT.json", "--db", database, "--label", "COMMIT"]
                ])
        }
        // A trace that is in no database is the first to go into one.
        let run = CommandLineRun(["trend", trace])
        #expect(
            Self.proposed(run.output, "Next") == [["import", trace, "--db", "traces.sqlite", "--label", "COMMIT"]])
    }
}
