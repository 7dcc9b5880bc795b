/// The processes that are analysed, each with how many rows of a lane it has; the most first.
struct TargetProcesses: Sendable {
    private var processes: [(name: String, rows: Int)] = []
    /// The process that is analysed, where others have its name too.
    private var pid: Int64?

    private static let listed = 3

    static func read(_ stored: StoredTrace) throws(TraceError) -> TargetProcesses {
        let targets = try stored.database.rows(
            "SELECT process FROM processes WHERE trace_id = \(stored.id) AND is_target = 1 ORDER BY process")
        // Rows may name a process with and without its number.
        let named = targets.map { ProcessName($0[0].text ?? "") }
        let numbered = Set(named.filter { $0.pid != nil }.map(\.name))
        let told = zip(targets, named).filter { $1.pid != nil || !numbered.contains($1.name) }.map(\.0)
        var found = TargetProcesses(processes: told.map { ($0[0].text ?? "", 0) })
        if told.count == 1 { found.pid = try sharedPid(stored, found.processes[0].name) }
        return found
    }

    /// Those with rows in a view that has `is_target`; none where one process is analysed.
    func counted(in view: String, _ stored: StoredTrace) throws(TraceError) -> TargetProcesses {
        guard processes.count > 1 else { return TargetProcesses() }
        let system = view == "hitches" ? " AND class <> 'system'" : ""
        let rows = try stored.database.rows(
            """
            SELECT coalesce(process, 'unknown'), count(*) FROM \(view)
            WHERE trace_id = \(stored.id) AND is_target = 1\(system) GROUP BY 1 ORDER BY 2 DESC, 1
            """)
        return TargetProcesses(processes: rows.map { ($0[0].text ?? "", $0[1].count) })
    }

    /// View updates of processes that are not analysed.
    static func otherUpdates(_ stored: StoredTrace) throws(TraceError) -> Int {
        let sum = try stored.database.integer(
            "SELECT sum(updates) FROM processes WHERE trace_id = ? AND is_target = 0", .integer(stored.id))
        return Int(sum ?? 0)
    }

    /// The number of a process where others of the trace have its name.
    private static func sharedPid(_ stored: StoredTrace, _ text: String) throws(TraceError) -> Int64? {
        let process = ProcessName(text)
        let others = try stored.database.rows(
            "SELECT process FROM processes WHERE trace_id = \(stored.id) AND is_target = 0")
        let isShared = others.contains { ProcessName($0[0].text ?? "").name == process.name }
        return isShared && !process.name.isEmpty ? process.pid : nil
    }

    /// `2 processes`, or `process 7` of several that have its name; nil where there is nothing to tell.
    var words: String? {
        processes.count > 1 ? Decimal.counted(processes.count, "process") : pid.map { "process \($0)" }
    }

    /// ` (App (7) 2, Safari (8) 1)`; nothing where one process is analysed.
    var shares: String {
        if processes.isEmpty { return "" }
        var parts = processes.prefix(Self.listed).map { "\($0.name) \(Decimal.grouped($0.rows))" }
        if processes.count > Self.listed { parts.append("\(Decimal.grouped(processes.count - Self.listed)) more") }
        return " (\(parts.joined(separator: ", ")))"
    }
}
