import Foundation
import Testing
import TraceKit

@testable import trace_analyze

/// Words in; exit code and what stands first on each stream out.
@Suite struct CommandTests {
    private func check(
        _ words: String..., code: Int32, output: String = "", errors: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let run = CommandLineRun(words)
        #expect(run.code == code, sourceLocation: sourceLocation)
        expectBeginning(run.output, output, sourceLocation)
        expectBeginning(run.errors, errors, sourceLocation)
    }

    @Test(arguments: ["--version", "-v", "-V", "version"])
    func `every form of the option prints the version`(_ word: String) {
        let run = CommandLineRun([word])
        #expect(run.code == 0 && run.output == "trace-analyze \(TraceAnalyze.version)\n" && run.errors.isEmpty)
    }

    @Test func `no words at all is a usage error that shows the overview`() {
        check(code: 64, errors: "trace-analyze finds the SwiftUI views that miss their frame")
    }

    @Test(arguments: ["--help", "-h", "help"]) func `help goes to standard output`(_ word: String) {
        check(word, code: 0, output: "trace-analyze finds the SwiftUI views")
    }

    @Test(arguments: TraceAnalyze.commands.map { $0.name })
    func `every command explains itself with usage, examples and options`(_ name: String) throws {
        let command = try #require(TraceAnalyze.commands.first { $0.name == name })
        for words in [[name, "--help"], [name, "--help", "all"]] {
            let help = CommandLineRun(words)
            #expect(help.code == 0 && help.errors.isEmpty)
            #expect(help.output.hasPrefix("Usage: trace-analyze \(name)"))
            #expect(help.output.contains("\nExamples:\n") && help.output.contains("\nOptions:\n"))
            // None is lost: what is not described is named.
            for option in command.allOptions {
                #expect(help.output.split { " \n".contains($0) }.contains("--\(option.name)"), "\(option.name)")
            }
            let parts = ["Usage: ", "\nExamples:\n", "\nOptions:\n"].compactMap {
                help.output.firstRange(of: $0)?.lowerBound
            }
            #expect(parts.count == 3 && parts == parts.sorted())
            // Help fits a terminal of ordinary width.
            for line in help.output.split(separator: "\n") { #expect(line.count <= 110, "\(line)") }
            #expect(CommandLineRun(["help"] + words.filter { $0 != "--help" }).output == help.output)
        }
        #expect(CommandLineRun(["--help"]).output.contains(command.summary))
    }

    @Test(arguments: TraceAnalyze.commands.map { $0.name })
    func `help describes no more than twelve options, and all of them if asked`(_ name: String) throws {
        let command = try #require(TraceAnalyze.commands.first { $0.name == name })
        func described(_ words: String...) -> [Substring] {
            let lines = CommandLineRun(words).output.split(separator: "\n")
            return lines.prefix { !$0.hasPrefix("More options") }.filter { $0.hasPrefix("  --") }
        }
        #expect(described(name, "--help").count <= 12)
        for option in command.allOptions {
            #expect(described(name, "--help", "all").contains { $0.hasPrefix("  --\(option.name) ") }, "\(option.name)")
        }
        for basic in command.basics { #expect(command.allOptions.contains { $0.name == basic }, "\(basic)") }
    }

    @Test func `a format is described by what is read of it`() {
        check("formats", "csv", code: 0, output: "tracekit-csv")
        #expect(CommandLineRun(["formats", "csv"]).output.contains("elapsed time"))
        #expect(CommandLineRun(["formats", "xctrace-xml"]).output.contains("time-profile"))
        check("formats", "cvs", code: 64, errors: "trace-analyze: error: unknown format 'cvs'")
        for format in TracePipeline.formats { check("formats", format.name, code: 0, output: format.name) }
    }

    @Test func `the version is a line of its own`() {
        check("--version", code: 0, output: "trace-analyze \(TraceAnalyze.version)\n")
    }

    @Test func `a mistyped word is answered with the nearest one`() {
        check(
            "raport", code: 64,
            errors: """
                trace-analyze: error: unknown command 'raport'
                  did you mean 'report'?
                  see: trace-analyze --help
                """)
        check(
            "report", "x.json", "--fromat", "json", code: 64,
            errors: "trace-analyze: error: unknown option '--fromat'\n  did you mean '--format'?\n")
        check(
            "report", "x.json", "--format", "jsn", code: 64,
            errors: """
                trace-analyze: error: unknown format 'jsn'; formats: text, json, html, markdown, sarif, github
                  did you mean 'json'?
                """)
        check(
            "help", "raport", code: 64,
            errors: "trace-analyze: error: unknown command 'raport'\n  did you mean 'report'?")
        check(
            "report", "x.json", "--color", "allways", code: 64,
            errors: """
                trace-analyze: error: '--color' must be auto, always or never, found 'allways'
                  did you mean 'always'?
                """)
        check(
            "report", "x.json", "--profile", "instrument", code: 64,
            errors: """
                trace-analyze: error: unknown profile 'instrument'; profiles: frame, instruments, device
                  did you mean
                """)
    }

    @Test func `a word like no other gets no suggestion`() {
        let run = CommandLineRun(["zzzzzz"])
        #expect(run.code == 64 && !run.errors.contains("did you mean"))
    }

    @Test func `options are checked before anything is read`() {
        let missing = "/nowhere/trace.json"
        check("report", code: 64, errors: "trace-analyze: error: give at least one INPUT")
        check("import", missing, code: 64, errors: "trace-analyze: error: give the database with --db FILE")
        check("query", "a.sqlite", code: 64, errors: "trace-analyze: error: give a database and one SQL statement")
        check("schema", "x", code: 64, errors: "trace-analyze: error: 'schema' takes no arguments")
        check("report", missing, "--top", code: 64, errors: "trace-analyze: error: '--top' needs a value (N)")
        check("report", missing, "--sql=yes", code: 64, errors: "trace-analyze: error: '--sql' takes no value")
        check(
            "report", missing, "--top", "0", code: 64,
            errors: "trace-analyze: error: '--top' must be a whole number from 1 to 1000000, found '0'")
        check(
            "report", missing, "--deadlines", "9,8", code: 64,
            errors: "trace-analyze: error: '--deadlines' must be two numbers of milliseconds A,B with 0 < A <= B")
        check(
            "report", missing, "--profile", "frame", "--refresh-rate", "60", code: 64,
            errors: "trace-analyze: error: give only one of --profile, --refresh-rate")
        check("report", missing, "--color", "blue", code: 64, errors: "trace-analyze: error: '--color' must be")
        check("report", "-x", code: 64, errors: "trace-analyze: error: unknown option '-x'")
        check("report", "---top", "5", code: 64, errors: "trace-analyze: error: unknown option '---top'")
    }

    @Test func `a double dash ends the options`() {
        check("report", "--", "--top", code: 2, errors: "--top: error: cannot read the file: no such file")
    }

    @Test func `control characters in words are shown, not obeyed`() {
        check("re\u{1B}[31mport", code: 64, errors: "trace-analyze: error: unknown command 're\\u{1b}[31mport'")
    }

    @Test func `the schema is printed as it stands in the repository`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../schema.sql")
        #expect(CommandLineRun(["schema"]).output == (try String(contentsOf: file, encoding: .utf8)))
    }
}
