#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where results and messages go, and what is known about it. Commands see the outside world only through this.
final class Console {
    /// Takes bytes; false when nobody reads any more.
    typealias Sink = ([UInt8]) -> Bool

    private let output: Sink
    private let errors: Sink
    /// Columns of the terminal.
    let width: Int
    let isTerminal: Bool
    let environment: [String: String]
    /// The reader of standard output has gone: stop quietly.
    private(set) var isClosed = false

    init(output: @escaping Sink, errors: @escaping Sink, width: Int, isTerminal: Bool, environment: [String: String]) {
        self.output = output
        self.errors = errors
        self.width = width
        self.isTerminal = isTerminal
        self.environment = environment
    }

    func print(_ text: String) {
        guard !isClosed, !text.isEmpty else { return }
        if !output(Array(text.utf8)) { isClosed = true }
    }

    func warn(_ text: String) { _ = errors(Array("\(text)\n".utf8)) }

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

    /// The process' own streams.
    static func standard(environment: [String: String]) -> Console {
        signal(SIGPIPE, SIG_IGN)
        return Console(
            output: { write($0, to: 1) }, errors: { write($0, to: 2) }, width: terminalWidth(environment),
            isTerminal: isatty(1) == 1, environment: environment)
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
            if written < 0 {
                if errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(written)
        }
        return true
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    private static func terminalWidth(_ environment: [String: String]) -> Int {
        var size = winsize()
        if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return max(40, Int(size.ws_col)) }
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), (40...10_000).contains(columns) { return columns }
        return 100
    }
}
