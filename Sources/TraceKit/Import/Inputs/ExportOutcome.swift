/// The outcome of exporting a table, which decides whether to try again and what to report.
enum ExportOutcome: Equatable {
    /// It has rows.
    case filled
    /// It was recorded but has no rows.
    case empty
    /// The recording does not have it, because it was not recorded.
    case notRecorded
    /// The table of contents names it, but the export found none.
    case nothingMatched
    /// `xctrace` crashed. The next try often works.
    case crashed(Crash)
    /// `xctrace` gave this reason.
    case refused(String)
    /// The recording was not saved completely, so that none of its tables can be exported.
    case unfinished

    enum Crash: Equatable {
        case signal(Int32)
        /// It ended with this code and no message.
        case silent(Int32)
        case noFile, halfFile
        /// The file did not grow for this time.
        case hung(Duration)
        /// It was not tried, because others hung again and again.
        case notTried
    }

    /// - Parameters:
    ///   - root: the name of the root element of a complete file.
    ///   - hung: the time for which the file had not grown when the export was stopped because of it.
    init(_ run: ChildRun, file: String, root: StaticString, hung: Duration?) {
        if let hung {
            self = .crashed(.hung(hung))
            return
        }
        switch run.ending {
        case .signal(let signal): self = .crashed(.signal(signal))
        case .exit(let code) where (129...192).contains(code): self = .crashed(.signal(code - 128))
        case .notStarted(let code): self = .refused(String(cString: strerror(code)).lowercased())
        case .exit(let code):
            let found = code == 0 ? ExportedFile.outcome(file, root: root) : .crashed(.silent(code))
            if found.hasFile || found == .nothingMatched {
                self = found
            } else if run.errors.holds(Self.unfinishedWords) || run.output.holds(Self.unfinishedWords) {
                self = .unfinished
            } else if code != 0, let words = run.errors.lastLine ?? run.output.lastLine {
                self = .refused(words)
            } else {
                self = found
            }
        }
    }

    /// The message of `xctrace` about a recording without its end.
    private static let unfinishedWords = "Document Missing Template"

    /// Whether there is a complete file to read.
    var hasFile: Bool { self == .filled || self == .empty }

    /// The problem, as words after the name of a table; nil if there is none.
    func problem(tries: Int) -> String? {
        switch self {
        case .filled, .empty: nil
        case .notRecorded: "not recorded"
        case .nothingMatched: "nothing matched"
        case .crashed(let crash) where crash == .notTried || crash.isHung: crash.words
        case .crashed(let crash): "crashed \(Decimal.counted(tries, "time")): \(crash.words)"
        // In quotes, because the words are those of `xctrace`.
        case .refused(let words): "refused: '\(words)'"
        case .unfinished: "the recording is not finished"
        }
    }
}

extension ExportOutcome.Crash {
    var words: String {
        switch self {
        case .signal(let signal): "signal \(signal)\(Self.names[signal].map { ", \($0)" } ?? "")"
        case .silent(let code): "status \(code) without a word"
        case .noFile: "it wrote no file"
        case .halfFile: "it wrote half a file"
        case .hung(let time): "the file did not grow for \(time.components.seconds) s"
        case .notTried: "not tried"
        }
    }

    private static let names: [Int32: String] = [
        SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGINT: "SIGINT",
    ]

    var isHung: Bool { if case .hung = self { true } else { false } }
}

/// A file that an export wrote.
private enum ExportedFile {
    private static let block = 256 << 10

    /// Whether the file is complete, and whether it has rows. It is truncated if `xctrace` crashed.
    static func outcome(_ path: String, root: StaticString) -> ExportOutcome {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return .crashed(.noFile) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            return .crashed(.noFile)
        }
        let end = tail(file, Int(status.st_size))
        // `<root/>` is complete too.
        let isBare = ends(end, "<", root, "/>")
        guard isBare || ends(end, "</", root, ">") else { return .crashed(.halfFile) }
        if isBare { return .nothingMatched }
        if root.description == "trace-toc" { return .filled }
        return content(file)
    }

    /// The last bytes without white space.
    private static func tail(_ file: Int32, _ size: Int) -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: min(size, 1024))
        let count = pread(file, &bytes, bytes.count, off_t(size - bytes.count))
        let isBlank: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
        return bytes.prefix(max(0, count))[...].reversed().drop(while: isBlank).reversed()[...]
    }

    private static func ends(_ bytes: ArraySlice<UInt8>, _ parts: StaticString...) -> Bool {
        let expected = parts.flatMap { Array($0.description.utf8) }
        return bytes.suffix(expected.count).elementsEqual(expected)
    }

    /// Reads up to the first row, which follows the schema.
    private static func content(_ file: Int32) -> ExportOutcome {
        var (hasNode, kept): (Bool, ArraySlice<UInt8>) = (false, [])
        var bytes = [UInt8](repeating: 0, count: block)
        while true {
            let count = CLibrary.readBytes(file, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return hasNode ? .empty : .nothingMatched }
            // An element may lie across two blocks.
            let text = kept + bytes.prefix(count)
            if hasElement("row", text) { return .filled }
            hasNode = hasNode || hasElement("node", text)
            kept = text.suffix(8)
        }
    }

    /// Whether an element of this name begins in the bytes. Texts and values escape `<`.
    private static func hasElement(_ name: StaticString, _ bytes: ArraySlice<UInt8>) -> Bool {
        let word = Array("<\(name)".utf8)
        var rest = bytes
        while let start = rest.firstIndex(of: word[0]) {
            let found = rest[start...].prefix(word.count + 1)
            if found.count > word.count, found.dropLast().elementsEqual(word), let next = found.last {
                if next <= UInt8(ascii: " ") || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") { return true }
            }
            rest = rest[(start + 1)...]
        }
        return false
    }
}
