/// A folder that holds the facts of many traces, for engines that read Parquet (docs/fleet.md).
public struct FleetTarget: Sendable {
    public let root: String
    /// Facts by name; nil = all.
    public var facts: Set<String>?
    /// Whether whole numbers are written as steps: half the bytes, which Spark reads from 3.3 on.
    public var usesDelta = true
    /// Threads to use; the bytes are the same for every number.
    public var jobs = ProcessorCount.available

    /// Of the program that writes; the files name it.
    public var version = "0.0.0"

    public init(root: String) { self.root = root }

    /// Takes the folder, or makes it. Throws `.input` where it holds something else; nothing is touched then. To be called
    /// before the first trace is written.
    public func open() throws(TraceError) { try FleetFolder.open(root) }

    /// The names of all facts.
    public static var factNames: [String] { FactTable.all.map(\.name) }

    /// Writes the facts of one trace, unless they are there. Throws `.input` where the folder cannot be written to.
    public func write(_ store: TraceStore, trace: Int64) throws(TraceError) -> FleetAnswer {
        var export = try FleetExport(store.database, trace: trace, root: root, facts: facts)
        export.options.usesDelta = usesDelta
        export.options.version = version
        export.jobs = jobs
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

/// What became of one input.
public struct FleetAnswer: Sendable {
    public enum Status: String, Sendable {
        case ok, known
        /// The whole part of a damaged input is there, and the trace says so.
        case damaged
        /// Nothing of it is there.
        case failed
    }

    public var status: Status
    /// The name of its files; nil where there are none.
    public var key: String?
    public var updates: Int64 = 0
    public var error: String?

    /// Nothing could be read.
    public static func failed(_ error: String) -> FleetAnswer { FleetAnswer(status: .failed, error: error) }

    /// One line of JSON without its end.
    public func line(input: String) -> String {
        let members = [
            ("input", JSONText.quote(input)), ("status", JSONText.quote(status.rawValue)),
            ("key", key.map(JSONText.quote) ?? "null"), ("updates", "\(updates)"),
            ("error", error.map(JSONText.quote) ?? "null"),
        ]
        return "{\(members.map { "\(JSONText.quote($0.0)): \($0.1)" }.joined(separator: ", "))}"
    }
}
