import Foundation
import Testing

@testable import trace_analyze

/// What is made of the commands' definitions: completions and the manual page.
@Suite struct CompletionsTests {
    private func script(_ shell: String) -> String { CommandLineRun(["completions", shell]).output }

    /// Runs a program with a file behind its arguments; nil where it is not installed.
    private func run(_ program: String, _ arguments: [String], on text: String) throws -> (code: Int32, output: String)?
    {
        let folders = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        guard
            let path = folders.map({ "\($0)/\(program)" }).first(where: FileManager.default.isExecutableFile(atPath:))
        else { return nil }
        let folder = try Folder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments + [try folder.file("file", text)]
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "MANWIDTH": "100"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func `every command, option and word occurs`(_ shell: String) {
        let text = script(shell)
        for command in TraceAnalyze.commands {
            #expect(text.contains(command.name))
            for option in command.allOptions {
                #expect(text.contains(shell == "fish" ? " -l \(option.name) " : "--\(option.name)"), "\(option.name)")
                for word in option.words { #expect(text.contains(word), "\(command.name) --\(option.name) \(word)") }
            }
            for word in command.argumentWords { #expect(text.contains(word), "\(command.name) \(word)") }
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func `the shell itself can read its script`(_ shell: String) throws {
        #expect(script(shell).count > 5000)
        guard let result = try run(shell, ["-n"], on: script(shell)) else { return }
        #expect(result == (0, ""))
    }

    /// The words that bash offers for a command line.
    private func completed(_ words: String...) throws -> [String]? {
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let probe = """
            \(script("bash"))
            COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1)
            _trace_analyze
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try run("bash", [], on: probe)?.output.split(separator: "\n").map(String.init)
    }

    @Test func `bash completes commands, options and closed lists`() throws {
        guard let commands = try completed("trace-analyze", "re") else { return }
        #expect(commands == ["report", "record"])
        #expect(try completed("trace-analyze", "report", "--prof") == ["--profile"])
        #expect(try completed("trace-analyze", "report", "--format", "m") == ["markdown"])
        #expect(
            try completed("trace-analyze", "report", "x.json", "--profile", "") == ["frame", "instruments", "device"])
        #expect(try completed("trace-analyze", "explain", "fan") == ["fan-out"])
        #expect(try completed("trace-analyze", "completions", "") == ["bash", "zsh", "fish"])
        let folder = try Folder()
        let file = try folder.file("a trace.json", "")
        #expect(try completed("trace-analyze", "report", folder("a")) == [file])
        #expect(try completed("trace-analyze", "report", "--output", folder("a")) == [file])
        #expect(try completed("trace-analyze", "report", "--top", "") == [])
    }

    @Test func `the manual page holds every command and option, and is clean roff`() throws {
        let text = CommandLineRun(["manpage"]).output
        for command in TraceAnalyze.commands {
            #expect(text.contains("\n.SS \(command.name)"))
            for option in command.allOptions {
                let name = option.name.split(separator: "-").joined(separator: "\\-")
                #expect(text.contains("\\fB\\-\\-\(name)\\fR"), "\(option.name)")
            }
        }
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        if let groff = try run("groff", ["-man", "-Tutf8", "-ww", "-z"], on: text) { #expect(groff == (0, "")) }
        guard let page = try run("groff", ["-man", "-Tascii", "-P-cbou"], on: text) else { return }
        #expect(page.output.contains("trace-analyze report trace.json --profile instruments"))
        #expect(page.output.contains("--max-rejects N|P%"))
    }

    @Test func `a shell that is not known is answered with those that are`() {
        let run = CommandLineRun(["completions", "fisch"])
        #expect(run.code == 64 && run.errors.contains("shells: bash, zsh, fish\n  did you mean 'fish'?"))
        #expect(CommandLineRun(["completions"]).code == 64 && CommandLineRun(["manpage", "x"]).code == 64)
    }
}
