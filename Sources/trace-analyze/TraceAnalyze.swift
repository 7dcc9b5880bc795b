import TraceKit

@main
struct TraceAnalyze {
    static let version = "0.3.0"

    static let summary =
        "trace-analyze finds the SwiftUI views that miss their frame in exported traces, and the causes."

    /// All subcommands, in the order of the help.
    static var commands: [CommandSpec] {
        [
            reportCommand, recordCommand, diffCommand, checkCommand, trendCommand, importCommand, chainsCommand,
            explainCommand,
            doctorCommand, exportCommand, formatsCommand, queryCommand, schemaCommand, completionsCommand,
            manpageCommand, mcpCommand,
        ]
    }

    static func main() {
        Console.holdClosedStreams()
        let console = Console.standard(environment: environment())
        SignalWatch.start(console.interruption, clearsLine: console.errorsAreWatched)
        let code = run(Array(CommandLine.arguments.dropFirst()), console)
        // The signal thread ends the process with the right code.
        while code == interruptedCode { pause() }
        if let error = console.lostOutput {
            console.fail(
                "trace-analyze: error: the output is incomplete: \(String(cString: strerror(error)).lowercased())")
            exit(2)
        }
        exit(code)
    }

    /// Runs one command line and returns the exit code: 0 success, 1 internal error, 2 input or database unusable,
    /// 3 a limit is breached, 64 usage, 130 interrupted. A closed output ends quietly with 0.
    static func run(_ words: [String], _ console: Console) -> Int32 {
        do {
            return try dispatch(words, console)
        } catch let error as UsageError {
            console.fail("trace-analyze: error: \(VisibleText.escape(error.message))")
            if let suggestion = error.suggestion { console.fail("  did you mean '\(suggestion)'?") }
            let command = commands.first { words.contains($0.name) }
            console.fail("  see: trace-analyze \(command.map { "\($0.name) " } ?? "")--help")
            return 64
        } catch let error as TraceError {
            if error.kind == .interrupted { return interruptedCode }
            console.fail(error.diagnostic.text)
            switch error.kind {
            case .input, .database: return 2
            case .usage: return 64
            case .internalError, .interrupted: return 1
            }
        } catch {
            console.fail("trace-analyze: error: \(error)")
            return 1
        }
    }

    private static let interruptedCode: Int32 = 130

    private static func dispatch(_ words: [String], _ console: Console) throws -> Int32 {
        guard let first = words.first else {
            console.fail(overview)
            return 64
        }
        switch first {
        case "--help", "-h", "help":
            guard let name = words.dropFirst().first else {
                console.print(overview)
                return 0
            }
            console.print(try self.command(name).help(showsAll: words.dropFirst(2).first == "all"))
            return 0
        case "--version", "-v", "-V", "version":
            console.print("trace-analyze \(version)\n")
            return 0
        default: break
        }
        // Options may also precede the command.
        let index = first.hasPrefix("-") ? words.firstIndex { word in commands.contains { $0.name == word } } ?? 0 : 0
        let command = try self.command(words[index])
        let behind = words[(index + 1)...]
        // Behind `--` nothing is an option of ours.
        let end = behind.firstIndex(of: "--") ?? behind.endIndex
        let options = behind[..<end] + words[..<index]
        let rest = Array(options + behind[end...])
        if options.contains("--help") || options.contains("-h") {
            // `all` behind it: with every option.
            console.print(command.help(showsAll: options.contains("all")))
            return 0
        }
        var arguments = try Arguments(rest, for: command)
        if command.readsProject, !arguments.has("no-project"), let path = ProjectFile.find(from: console.folder) {
            arguments.fill(from: try ProjectFile.read(path), for: command)
        }
        console.isQuiet = arguments.has("quiet")
        return try command.run(arguments, console)
    }

    private static func command(_ name: String) throws(UsageError) -> CommandSpec {
        if let command = commands.first(where: { $0.name == name }) { return command }
        if access(name, F_OK) == 0 {
            throw UsageError("no command before the input", suggestion: "report \(ShellWord.quote(name))")
        }
        throw UsageError(
            "unknown command '\(name.prefix(40))'", suggestion: NearestWord.to(name, among: commands.map { $0.name }))
    }

    private static var overview: String {
        var text = """
            \(summary)

            Usage: trace-analyze COMMAND [arguments]

            Commands:

            """
        for command in commands {
            text +=
                "  \(command.name)\(String(repeating: " ", count: max(2, 13 - command.name.count)))\(command.summary)\n"
        }
        return text + """

            Examples:
              trace-analyze report SampleTraces/landmarks-before.json
              trace-analyze diff SampleTraces/landmarks-before.json SampleTraces/landmarks-after.json
              trace-analyze import trace.json --db traces.sqlite
              trace-analyze query traces.sqlite "SELECT view, red, max_ms FROM view_summary WHERE red > 0 ORDER BY red DESC"

            'trace-analyze COMMAND --help' shows what a command needs, '--help all' all of its options; '--version' (-v) prints the
            version.

            """
    }

    private static func environment() -> [String: String] {
        var result: [String: String] = [:]
        for name in [
            "NO_COLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS", "LC_ALL", "LC_CTYPE", "LANG", "SOURCE_DATE_EPOCH",
        ] {
            if let value = getenv(name) { result[name] = String(cString: value) }
        }
        return result
    }
}
