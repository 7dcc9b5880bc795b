/// The settings of a project: `.trace-analyze.json`, in the working directory or above it (docs/project.md).
///
/// Example: `{"deadlines": "8.3,16.67", "ignore": ["Debug*"], "budget": "ci/budget.json"}`
package struct ProjectFile: Sendable {
    package static let name = ".trace-analyze.json"

    package let path: String
    /// Default values of options by name; relative paths start at the file's folder.
    package let options: [String: [String]]
    package let accepted: [AcceptedProblem]

    /// Options that the file may set. Those of one list are alternatives: one on the command line replaces them all.
    package static let choices = [
        ["profile", "refresh-rate", "deadlines"], ["ignore"], ["confidence"], ["interactions"], ["process"], ["budget"],
        ["source-root"], ["source-url"],
    ]
    /// Options whose values are paths.
    private static let paths: Set = ["budget", "source-root"]

    /// `.trace-analyze.json: deadlines, ignore; 2 accepted problems`
    package var words: String {
        let names = Self.choices.flatMap { $0 }.filter { options[$0] != nil }
        let parts = [
            names.isEmpty ? nil : names.joined(separator: ", "),
            accepted.isEmpty ? nil : Decimal.counted(accepted.count, "accepted problem"),
        ].compactMap { $0 }
        return parts.isEmpty ? path : "\(path): \(parts.joined(separator: "; "))"
    }

    /// Finds the file in a folder or the nearest one above it, up to the root of a repository; nil if there is none.
    package static func find(from folder: String) -> String? {
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

    /// Throws the first error, with its position.
    package static func read(_ path: String) throws(TraceError) -> ProjectFile {
        let fix = "put a file in its place, or ignore it with --no-project"
        return try read(try BudgetFile.bytes(path, "project file", fix: fix), path: path)
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

/// An accepted problem.
package struct AcceptedProblem: Sendable {
    /// `problems.key`
    package var key = ""
    package var reason = ""
    /// The key as written in the file.
    package var date: String?
    /// Its cost when it was accepted; nil = any cost.
    package var costMs: Double?

    /// Whether a problem of this cost is still the accepted one: it may grow by 10 % or 1 ms.
    func covers(_ now: Double) -> Bool { costMs.map { now <= $0 * 1.1 || now <= $0 + 1 } ?? true }

    /// The kind of problem and its subject.
    fileprivate static func parts(_ key: String) -> (kind: String, about: String) {
        let parts = key.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count == 2 ? parts[1] : "")
    }

    /// The key of the trace that was probably meant: nearly equal, of the same kind if possible, or of the same name with
    /// another kind, or the first of the same kind. Nil if nothing is similar.
    package func nearest(among keys: [String]) -> String? {
        let (kind, about) = Self.parts(key)
        let known = keys.map { (key: $0, parts: Self.parts($0)) }
        let alike = known.filter { $0.parts.kind == kind }
        if let near = NearestWord.to(about, among: alike.map(\.parts.about)) { return "\(kind):\(near)" }
        return known.first { $0.parts.about == about }?.key ?? NearestWord.to(key, among: keys) ?? alike.first?.key
    }

    /// The form for the report.
    package var note: AcceptedNote {
        AcceptedNote(key: key, words: "\(reason)\(date.map { " (\($0))" } ?? "")", costMs: costMs, covers: covers)
    }
}

/// Parses a project file.
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
            guard seen.insert(key).inserted else { throw problem("duplicate key '\(key)'") }
            if key == "accepted" { try readAccepted() } else { options[key] = try values(key, ProjectValue.problem) }
        }
        try reader.expectEnd()
        for choice in ProjectFile.choices where choice.count(where: { options[$0] != nil }) > 1 {
            let given = choice.filter { options[$0] != nil }
            throw problem("give one of \(given.joined(separator: ", ")), not several")
        }
    }

    /// A string or a number, or a list of them.
    private mutating func values(_ key: String, _ problem: ProjectValue.Check) throws(TraceError) -> [String] {
        guard try reader.peekKind() == .array else { return [try value(key, problem)] }
        var values: [String] = []
        try reader.enterArray()
        while try reader.nextElement() { values.append(try value(key, problem)) }
        return values
    }

    private mutating func value(
        _ key: String, _ check: ProjectValue.Check = { _, _ in nil }
    ) throws(TraceError) -> String {
        let text: String
        let kind = try reader.peekKind()
        let place = reader.place(ofOffset: reader.offset)
        switch kind {
        case .string: text = try reader.string().text
        case .number: text = try reader.number().text
        default: throw problem("expected a text for '\(key)', or a list of texts")
        }
        guard !text.isEmpty else { throw TraceError(.input, "the value of '\(key)' is empty", at: place) }
        if let form = check(key, text) {
            throw TraceError(.input, "'\(key)' must be \(form), found '\(text.prefix(40))'", at: place)
        }
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
                case "key": entry.key = try value(key, ProjectValue.problem)
                case "reason": entry.reason = try value(key)
                case "date": entry.date = try value(key, ProjectValue.problem)
                case "cost_ms":
                    entry.costMs = Double(try value(key, ProjectValue.problem))
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

/// Validates the values of a project file.
private enum ProjectValue {
    /// The description of a valid value for a key; nil if the value is valid.
    typealias Check = (_ key: String, _ text: String) -> String?

    static func problem(_ key: String, _ text: String) -> String? {
        let (form, holds): (String, Bool) =
            switch key {
            case "profile": oneOf(Deadlines.named.map { $0.profile } + [Deadlines.deviceProfile], text)
            case "refresh-rate": ("a whole number from 1 to 1000", Int(text).map { (1...1000).contains($0) } ?? false)
            case "deadlines":
                ("two numbers of milliseconds A,B with 0 < A <= B", Deadlines(milliseconds: text) != nil)
            case "confidence": oneOf(Confidence.allCases.map(\.word), text)
            case "interactions":
                ("SUBSYSTEM:CATEGORY or SUBSYSTEM:CATEGORY:NAME", SignpostFilter(text) != nil)
            case "key": ("KIND:NAME, as in the view problems, with a kind that is a rule", isKey(text))
            case "date": ("a day as YYYY-MM-DD", isDay(text))
            case "cost_ms": ("a number of milliseconds", Double(text).map { $0.isFinite && $0 >= 0 } ?? false)
            default: ("", true)
            }
        return holds ? nil : form
    }

    private static func oneOf(_ words: [String], _ text: String) -> (String, Bool) {
        ("one of \(words.joined(separator: ", "))", words.contains(text))
    }

    private static func isKey(_ text: String) -> Bool {
        let (kind, about) = AcceptedProblem.parts(text)
        return !about.isEmpty && FindingRules.all.contains { $0.guide.id == kind }
    }

    private static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isNumbers = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (48...57).contains($0) }
        guard isNumbers, parts.map(\.count) == [4, 2, 2],
            let year = Int64(parts[0]), let month = Int64(parts[1]), let day = Int64(parts[2]), (1...12).contains(month)
        else { return false }
        return (1...LogTime.days(in: month, of: year)).contains(day)
    }
}
