/// The processes that are analysed, each with how many rows of a lane it has; the most first.
struct TargetProcesses: Sendable {
    private var processes: [(name: String, rows: Int)] = []

    private static let listed = 3

    /// Of a view with `is_target`; without one, the processes themselves.
    static func read(_ stored: StoredTrace, of view: String? = nil) throws(TraceError) -> TargetProcesses {
        let targets = try stored.database.rows(
            "SELECT process, 0 FROM processes WHERE trace_id = \(stored.id) AND is_target = 1 ORDER BY process")
        // Rows may name a process with and without its number.
        let named = targets.map { ProcessName($0[0].text ?? "") }
        let numbered = Set(named.filter { $0.pid != nil }.map(\.name))
        var rows = zip(targets, named).filter { $1.pid != nil || !numbered.contains($1.name) }.map(\.0)
        if let view, rows.count > 1 {
            let system = view == "hitches" ? " AND class <> 'system'" : ""
            rows = try stored.database.rows(
                """
                SELECT coalesce(process, 'unknown'), count(*) FROM \(view)
                WHERE trace_id = \(stored.id) AND is_target = 1\(system) GROUP BY 1 ORDER BY 2 DESC, 1
                """)
        } else if view != nil {
            rows = []
        }
        return TargetProcesses(processes: rows.map { ($0[0].text ?? "", $0[1].count) })
    }

    /// `2 processes`; nil where one is analysed, or none.
    var severalWords: String? { processes.count > 1 ? Decimal.counted(processes.count, "process") : nil }

    /// ` (App (7) 2, Safari (8) 1)`; nothing where one process is analysed.
    var shares: String {
        if processes.isEmpty { return "" }
        var parts = processes.prefix(Self.listed).map { "\($0.name) \(Decimal.grouped($0.rows))" }
        if processes.count > Self.listed { parts.append("\(Decimal.grouped(processes.count - Self.listed)) more") }
        return " (\(parts.joined(separator: ", ")))"
    }
}
