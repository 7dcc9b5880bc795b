/// The folder shared by many writers, identified by a marker file, so that nothing is written to a foreign folder.
enum FleetFolder {
    /// Query engines ignore names that begin with `_`.
    static let marker = "_tracekit"

    /// Opens a folder of ours or an empty one; creates it if it does not exist.
    static func open(_ root: String) throws(TraceError) {
        if isOurs(root) { return }
        try make(root)
        guard let directory = opendir(root) else { throw failure(root) }
        var isEmpty = true
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            // Files that a file system or desktop puts into an empty folder.
            if !name.hasPrefix("."), name != "lost+found" { isEmpty = false }
        }
        closedir(directory)
        // Another worker may have been faster: the marker is always created first.
        guard isEmpty || isOurs(root) else {
            throw TraceError(
                .input, "not a folder of facts: it is not empty, and has no file '\(marker)'", at: Place(file: root),
                fix: "give an empty folder, or one that does not exist yet")
        }
        let file = CLibrary.create("\(root)/\(marker)")
        guard file >= 0 else { throw failure(root) }
        close(file)
    }

    static func isOurs(_ root: String) -> Bool { access("\(root)/\(marker)", F_OK) == 0 }

    static func gone(_ root: String) -> TraceError {
        TraceError(.input, "the folder of facts is gone, or is another one now", at: Place(file: root))
    }

    static func failure(_ path: String) -> TraceError {
        TraceError(.input, "cannot write: \(String(cString: strerror(errno)).lowercased())", at: Place(file: path))
    }

    private static func make(_ path: String) throws(TraceError) {
        if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
        let parent = FileTarget.split(path).folder
        guard errno == ENOENT, parent != path, parent != "." else { throw failure(path) }
        try make(parent)
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failure(path) }
    }
}

/// A fact file being written: it gets its name when it is complete, and is deleted otherwise.
final class FleetFile {
    private let temporary: String
    private let place: String
    private let interruption: Interruption?
    /// Negative = closed.
    private var descriptor: Int32 = -1
    private var isDone = false

    init(temporary: String, place: String, _ interruption: Interruption?) throws(TraceError) {
        (self.temporary, self.place, self.interruption) = (temporary, place, interruption)
        descriptor = guarding { leftovers in
            let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
            if file >= 0 { leftovers.paths.insert(temporary) }
            return file
        }
        guard descriptor >= 0 else { throw FleetFolder.failure(temporary) }
        flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        guarding { leftovers in
            guard leftovers.paths.remove(temporary) != nil, !isDone else { return }
            unlink(temporary)
        }
    }

    func put(_ bytes: [UInt8]) throws(TraceError) {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes {
                CLibrary.writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: $0[start...]))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FleetFolder.failure(temporary) }
            start += count
        }
    }

    /// Gives the file its name.
    func finish() throws(TraceError) {
        // Otherwise the name could survive a power failure without the content.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FleetFolder.failure(temporary) }
        let code = close(descriptor)
        descriptor = -1
        guard code == 0, rename(temporary, place) == 0 else { throw FleetFolder.failure(place) }
        isDone = true
    }

    /// Runs `body` on the list of files to delete on interruption.
    private func guarding<Result>(_ body: (inout Interruption.Leftovers) -> Result) -> Result {
        if let interruption { return interruption.guarding(body) }
        return body(&own)
    }

    /// The list to use without interruption.
    private var own = Interruption.Leftovers()
}

/// A folder with the facts of many traces, for engines that read Parquet (docs/fleet.md).
package struct FleetTarget: Sendable {
    package let root: String
    /// Fact names; nil = all.
    package var facts: Set<String>?
    /// Whether whole numbers are delta-encoded: half the size, readable by Spark from 3.3 on.
    package var usesDelta = true
    /// The version of the writing program, stored in the files.
    package var version = "0.0.0"

    package init(root: String) { self.root = root }

    /// Opens or creates the folder; call it before writing the first trace. Throws `.input` without touching anything
    /// if the folder holds something else.
    package func open() throws(TraceError) { try FleetFolder.open(root) }

    /// The names of all facts.
    package static var factNames: [String] { FactTable.all.map(\.name) }

    /// Writes the facts of one trace unless they exist. Throws `.input` if the folder cannot be written.
    package func write(_ store: TraceStore, trace: Int64) throws(TraceError) -> FleetAnswer {
        var export = try FleetExport(store.database, trace: trace, root: root, facts: facts)
        export.options.usesDelta = usesDelta
        export.options.version = version
        let outcome = try export.run()
        let row = try store.database.rows(
            "SELECT truncated, updates FROM traces WHERE id = ?", [.integer(trace)]
        ).first
        let isDamaged = row?[0].whole == 1
        return FleetAnswer(
            status: isDamaged ? .damaged : outcome == .known ? .known : .ok, key: export.layout.key,
            updates: row?[1].whole ?? 0)
    }
}

/// The result for one input.
package struct FleetAnswer: Sendable {
    package enum Status: String, Sendable {
        case ok, known
        /// The readable part of a damaged input was written, and the trace says so.
        case damaged
        /// Nothing was written.
        case failed
    }

    package var status: Status
    /// The name of its files; nil if there are none.
    package var key: String?
    package var updates: Int64 = 0
    package var error: String?

    /// The answer for an unreadable input.
    package static func failed(_ error: String) -> FleetAnswer { FleetAnswer(status: .failed, error: error) }

    /// One line of JSON without a line end.
    package func line(input: String) -> String {
        let members = [
            ("input", JSONText.quote(input)), ("status", JSONText.quote(status.rawValue)),
            ("key", key.map(JSONText.quote) ?? "null"), ("updates", "\(updates)"),
            ("error", error.map(JSONText.quote) ?? "null"),
        ]
        return "{\(members.map { "\(JSONText.quote($0.0)): \($0.1)" }.joined(separator: ", "))}"
    }
}

/// The paths of a trace's facts: `DIR/v1/FACT/app=SLUG/day=YYYY-MM-DD/KEY.parquet`.
struct FleetLayout: Equatable, Sendable {
    let root: String
    let appSlug: String
    let day: String
    /// A hash of the trace's bytes and of the options that change results: the same trace has the same key.
    let key: String

    init(root: String, app: String?, day: String?, contentHash: String, optionsHash: String) {
        self.root = root
        appSlug = Self.slug(app)
        self.day = day.flatMap { Self.isDay($0) ? $0 : nil } ?? Self.unknown
        key = SHA256.hex(SHA256.hash(Array("\(contentHash)\n\(optionsHash)".utf8)).prefix(16))
    }

    func folder(_ fact: String) -> String { "\(root)/v1/\(fact)/app=\(appSlug)/day=\(day)" }

    func file(_ fact: String) -> String { "\(folder(fact))/\(key).parquet" }

    /// The name of an unfinished file. Query engines ignore names that begin with a point.
    func temporaryFile(_ fact: String, process: Int32) -> String {
        // Workers on other machines may have the same process id.
        "\(folder(fact))/.\(key).\(process)-\(FileTarget.randomName()).tmp"
    }

    /// Whether a name is that of an unfinished file of this trace.
    func isTemporary(_ name: String) -> Bool { name.hasPrefix(".\(key).") && name.hasSuffix(".tmp") }

    // MARK: Names of apps

    private static let unknown = "unknown"
    private static let longestName = 64
    private static let hashDigits = 12

    /// The app's name in a path, which query engines read back as text: ASCII that begins with a letter. Names of that
    /// form are kept; any other is shortened and gets a hash of the whole, so that different names stay different.
    static func slug(_ app: String?) -> String {
        guard let app else { return unknown }
        if isPlain(app) { return app }
        var words = ""
        for byte in app.utf8 {
            if words.utf8.count == longestName { break }
            if isLetterOrDigit(byte) {
                words.unicodeScalars.append(Unicode.Scalar(byte))
            } else if !words.isEmpty, words.last != "-" {
                words.append("-")
            }
        }
        if words.last == "-" { words.removeLast() }
        let hash = SHA256.hex(SHA256.hash(Array(app.utf8))).prefix(hashDigits)
        return (["app"] + (words.isEmpty ? [] : [words]) + [String(hash)]).joined(separator: "-")
    }

    private static func isPlain(_ name: String) -> Bool {
        guard name.utf8.count <= longestName, let first = name.utf8.first, isLetter(first) else { return false }
        guard name.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) else {
            return false
        }
        // Words that an engine would read as another type, or that are reserved here.
        guard ![unknown, "nan", "inf", "infinity", "true", "false", "null"].contains(name.lowercased()) else {
            return false
        }
        // A name that looks as if it had a hash gets one, too.
        let end = name.utf8.suffix(hashDigits + 1)
        let isHashed = end.first == UInt8(ascii: "-") && end.dropFirst().allSatisfy(isHexDigit)
        return !(isHashed && end.count == hashDigits + 1)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func isDay(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.enumerated().allSatisfy { place, byte in
                place == 4 || place == 7 ? byte == UInt8(ascii: "-") : isDigit(byte)
            }
    }

    // MARK: Versions

    /// `1.4 (812)` is version 1.4, build 812; anything else is the version.
    static func version(_ build: String?) -> (version: String?, build: String?) {
        guard let build else { return (nil, nil) }
        let bytes = Array(build.utf8)
        guard bytes.last == UInt8(ascii: ")"), let open = bytes.lastIndex(of: UInt8(ascii: "(")), open >= 2,
            bytes[open - 1] == UInt8(ascii: " "), open + 2 < bytes.count
        else { return (build, nil) }
        let number = bytes[(open + 1)..<(bytes.count - 1)]
        guard !number.contains(UInt8(ascii: ")")) else { return (build, nil) }
        return (String(decoding: bytes[..<(open - 1)], as: UTF8.self), String(decoding: number, as: UTF8.self))
    }
}
