#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What holds for all traces of a project: `.trace-analyze.json`, in the working directory or above it (docs/project.md).
///
/// Example: `{"deadlines": "8.3,16.67", "ignore": ["Debug*"], "budget": "ci/budget.json"}`
public struct ProjectFile: Sendable {
    public static let name = ".trace-analyze.json"

    public let path: String
    /// Options by name with what they have where the command line says nothing; paths begin at the file's folder.
    public let options: [String: [String]]
    public let accepted: [AcceptedProblem]

    /// Options that may stand in the file. Those of one list are one choice: the command line's replaces them all.
    public static let choices = [
        ["profile", "refresh-rate", "deadlines"], ["ignore"], ["confidence"], ["interactions"], ["process"], ["budget"],
        ["source-root"], ["source-url"],
    ]
    /// Their values are paths.
    private static let paths: Set = ["budget", "source-root"]

    /// `.trace-analyze.json: deadlines, ignore; 2 accepted problems`
    public var words: String {
        let names = Self.choices.flatMap { $0 }.filter { options[$0] != nil }
        let parts = [
            names.isEmpty ? nil : names.joined(separator: ", "),
            accepted.isEmpty ? nil : Decimal.counted(accepted.count, "accepted problem"),
        ].compactMap { $0 }
        return parts.isEmpty ? path : "\(path): \(parts.joined(separator: "; "))"
    }

    /// The file of a folder or of the nearest one above it, up to the root of a repository; nil where there is none.
    public static func find(from folder: String) -> String? {
        var folder = folder
        while true {
            let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            if access(path, F_OK) == 0 { return path }
            guard folder != "/", access("\(folder)/.git", F_OK) != 0, let slash = folder.lastIndex(of: "/") else {
                return nil
            }
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
    }

    /// Throws what is wrong with it first, with its place.
    public static func read(_ path: String) throws(TraceError) -> ProjectFile {
        try read(try BudgetFile.bytes(path, "project file"), path: path)
    }

    static func read(_ text: [UInt8], path: String) throws(TraceError) -> ProjectFile {
        var reader = ProjectReader(try BudgetFile.strict(text, name: path), path: path)
        do throws(TraceError) {
            try reader.readDocument()
        } catch {
            throw TraceError(
                error.kind, error.diagnostic.message, at: error.diagnostic.place,
                fix: error.diagnostic.fix ?? "correct the project file at this place, or pass it over with --no-project"
            )
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        for name in paths {
            guard let values = reader.options[name] else { continue }
            reader.options[name] = values.map { $0.hasPrefix("/") ? $0 : folder + $0 }
        }
        return ProjectFile(path: path, options: reader.options, accepted: reader.accepted)
    }
}

/// A problem that somebody has decided to live with.
public struct AcceptedProblem: Sendable {
    /// `problems.key`
    public var key = ""
    public var reason = ""
    /// As it was written.
    public var date: String?
    /// What it cost then; nil = whatever it costs.
    public var costMs: Double?

    /// Whether a problem of this cost is still the one that was accepted: it may grow by 10 % or 1 ms.
    func covers(_ now: Double) -> Bool { costMs.map { now <= $0 * 1.1 || now <= $0 + 1 } ?? true }

    /// For the report.
    public var note: AcceptedNote {
        AcceptedNote(key: key, words: "\(reason)\(date.map { " (\($0))" } ?? "")", costMs: costMs, covers: covers)
    }
}

/// Takes a project file apart.
private struct ProjectReader: ~Copyable {
    var options: [String: [String]] = [:]
    private(set) var accepted: [AcceptedProblem] = []
    private var reader: JSONReader
    private static let acceptedKeys = ["key", "reason", "date", "cost_ms"]

    init(_ bytes: [UInt8], path: String) { reader = JSONReader(ByteInput(bytes: bytes, name: path)) }

    mutating func readDocument() throws(TraceError) {
        try reader.skipByteOrderMark()
        let known = ProjectFile.choices.flatMap { $0 } + ["accepted"]
        var seen: Set<String> = []
        try reader.enterObject()
        while let key = try reader.nextKey()?.text {
            guard known.contains(key) else { throw unknown(key, known) }
            guard seen.insert(key).inserted else { throw problem("the key '\(key)' stands here a second time") }
            if key == "accepted" { try readAccepted() } else { options[key] = try values(key) }
        }
        try reader.expectEnd()
        for choice in ProjectFile.choices where choice.count(where: { options[$0] != nil }) > 1 {
            let given = choice.filter { options[$0] != nil }
            throw problem("give one of \(given.joined(separator: ", ")), not several")
        }
    }

    /// A text or a number, or a list of them.
    private mutating func values(_ key: String) throws(TraceError) -> [String] {
        guard try reader.peekKind() == .array else { return [try value(key)] }
        var values: [String] = []
        try reader.enterArray()
        while try reader.nextElement() { values.append(try value(key)) }
        return values
    }

    private mutating func value(_ key: String) throws(TraceError) -> String {
        let text: String
        switch try reader.peekKind() {
        case .string: text = try reader.string().text
        case .number: text = try reader.number().text
        default: throw problem("expected a text for '\(key)', or a list of texts")
        }
        guard !text.isEmpty else { throw problem("the value of '\(key)' is empty") }
        return text
    }

    private mutating func readAccepted() throws(TraceError) {
        guard try reader.peekKind() == .array else { throw problem("expected a list of accepted problems") }
        try reader.enterArray()
        while try reader.nextElement() {
            var entry = AcceptedProblem()
            try reader.enterObject()
            while let key = try reader.nextKey()?.text {
                switch key {
                case "key": entry.key = try value(key)
                case "reason": entry.reason = try value(key)
                case "date": entry.date = try value(key)
                case "cost_ms":
                    guard let cost = Double(try value(key)), cost.isFinite, cost >= 0 else {
                        throw problem("expected a number of milliseconds for 'cost_ms'")
                    }
                    entry.costMs = cost
                default: throw unknown(key, Self.acceptedKeys)
                }
            }
            guard !entry.key.isEmpty, !entry.reason.isEmpty else {
                throw problem("an accepted problem needs its key (column 'key' of the view problems) and a reason")
            }
            accepted.append(entry)
        }
    }

    private func unknown(_ key: String, _ known: [String]) -> TraceError {
        problem("unknown key '\(key.prefix(40))'\(NearestWord.hint(for: key, among: known))")
    }

    private func problem(_ message: String) -> TraceError {
        TraceError(.input, message, at: reader.place(ofOffset: reader.offset))
    }
}
