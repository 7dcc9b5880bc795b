import TraceKit

/// The output streams and what is known about them. Commands see the outside world only through this.
final class Console {
    /// Writes bytes; returns false when the reader has gone.
    typealias Sink = ([UInt8]) -> Bool

    private let output: Sink
    private let errors: Sink
    /// Columns of the terminal.
    let width: Int
    let isTerminal: Bool
    /// Whether standard error is a terminal.
    let errorsAreWatched: Bool
    let environment: [String: String]
    /// The working directory of the command.
    let folder: String
    /// Cancellation, and the temporary files to delete on exit.
    let interruption = Interruption()
    /// The reader of standard output has gone: stop quietly.
    private(set) var isClosed = false
    /// The error of standard output, other than a closed pipe: the printed output is incomplete.
    private(set) var lostOutput: Int32?
    /// Whether the next text begins a line.
    private var isAtLineStart = true
    /// Errors only: neither progress nor warnings.
    var isQuiet = false

    init(
        output: @escaping Sink, errors: @escaping Sink, width: Int, isTerminal: Bool, errorsAreWatched: Bool = false,
        environment: [String: String], folder: String = "/"
    ) {
        self.folder = folder
        self.output = output
        self.errors = errors
        self.width = width
        self.isTerminal = isTerminal
        self.errorsAreWatched = errorsAreWatched
        self.environment = environment
    }

    /// Prints results. Neutralises control characters for terminals, and workflow commands for CI hosts unless the text
    /// holds such commands on purpose (`holdsCommands`).
    func print(_ text: String, as kind: TerminalText = .plain, holdsCommands: Bool = false) {
        guard !isClosed, let last = text.utf8.last else { return }
        let harmless = holdsCommands ? text : CommandGuard.lines(text, startsLine: isAtLineStart)
        let shown = isTerminal ? kind.visible(harmless) : harmless
        isAtLineStart = last == UInt8(ascii: "\n")
        _ = send(Array(shown.utf8))
    }

    /// Writes bytes to standard output as they are. False, from the first time on, where they cannot be written.
    func send(_ bytes: [UInt8]) -> Bool {
        if isClosed { return false }
        if output(bytes) { return true }
        isClosed = true
        lostOutput = [EPIPE, EBADF].contains(errno) ? nil : errno
        return false
    }

    /// Prints a message unless `--quiet` is given.
    func warn(_ text: String) { if !isQuiet { fail(text) } }

    /// Prints an error message.
    func fail(_ text: String) {
        _ = errors(Self.line(text))
    }

    /// Prints a message on standard error, for callers without a console.
    static func printError(_ text: String) { _ = write(line(text), to: 2) }

    /// A message, escaped as for a terminal wherever it goes.
    private static func line(_ text: String) -> [UInt8] {
        Array("\(TerminalText.plain.visible(CommandGuard.lines(text)))\n".utf8)
    }

    /// Prints a diagnostic: errors always, the rest unless `--quiet` is given.
    func show(_ diagnostic: Diagnostic) {
        if diagnostic.level == .error { fail(diagnostic.text) } else { warn(diagnostic.text) }
    }

    /// A progress line; nil if standard error is no capable terminal, or `--quiet` is given.
    func progressLine(seconds: @escaping () -> Double = ProgressLine.clock()) -> ProgressLine? {
        guard errorsAreWatched, !isQuiet, environment["TERM"] != "dumb" else { return nil }
        return ProgressLine(width: width, seconds: seconds) { [errors] in _ = errors(Array($0.utf8)) }
    }

    /// Whether the locale names UTF-8; assumes it without a locale, as terminals use it.
    var usesUTF8: Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        guard let locale = names.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else { return true }
        let word = locale.lowercased().filter { $0 != "-" && $0 != "_" }
        return word.hasSuffix("utf8") || word.contains("utf8@")
    }

    /// `--color` beats `NO_COLOR` beats `CLICOLOR_FORCE` beats whether it is a terminal.
    func usesColor(_ choice: String?) -> Bool {
        switch choice {
        case "always": return true
        case "never": return false
        default: break
        }
        if let value = environment["NO_COLOR"], !value.isEmpty { return false }
        if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
        return isTerminal && environment["TERM"] != "dumb"
    }

    /// Opens `/dev/null` for standard streams that the caller closed, in a mode in which reads and writes fail. Otherwise
    /// the next opened file would get the number of the stream, and the output.
    static func holdClosedStreams() {
        for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", mode)
        }
    }

    /// The process' own streams.
    static func standard(environment: [String: String]) -> Console {
        Console(
            output: { write($0, to: 1) }, errors: { write($0, to: 2) }, width: terminalWidth(environment),
            isTerminal: isatty(1) == 1, errorsAreWatched: isatty(2) == 1, environment: environment,
            folder: workingDirectory())
    }

    private static func workingDirectory() -> String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }

    /// Bytes per call of `write`: macOS refuses 2 GiB, Linux writes less than that.
    private static let longestWrite = 1 << 30

    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.prefix(longestWrite).withUnsafeBytes { CLibrary.writeBytes(descriptor, $0) }
            if written < 0 {
                if errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(written)
        }
        return true
    }

    private static func terminalWidth(_ environment: [String: String]) -> Int {
        var size = winsize()
        if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return max(40, Int(size.ws_col)) }
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), (40...10_000).contains(columns) { return columns }
        return 100
    }
}
