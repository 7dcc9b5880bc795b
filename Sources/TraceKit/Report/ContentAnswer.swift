/// What the first lines say of a trace that has nothing of what a report is about.
public struct ContentAnswer: Sendable {
    /// Rows of other kinds, in words: `3 causes`.
    var rows: [String]
    /// Tables or lanes that are there and have no rows.
    var empty: [String]
    /// Whether the trace has rows of processes that are not analysed.
    var hasOthers: Bool

    private static let kinds = [
        ("cause", "SELECT count(*) FROM cause WHERE trace_id = ?"),
        ("update group", "SELECT count(*) FROM update_group WHERE is_record = 1 AND trace_id = ?"),
        (
            "interaction",
            "SELECT count(*) FROM interaction WHERE kind < \(InteractionKind.signpost.sql) AND trace_id = ?"
        ),
        ("metric", "SELECT count(*) FROM metrics WHERE trace_id = ?"),
    ]

    static func read(_ database: Database, trace: Int64, _ lanes: Set<String>) throws(TraceError) -> ContentAnswer {
        var rows: [String] = []
        for (word, sql) in kinds {
            let count = Int(try database.integer(sql, .integer(trace)) ?? 0)
            if count > 0 { rows.append(Decimal.counted(count, word)) }
        }
        let others = try database.integer(
            "SELECT count(*) FROM processes WHERE trace_id = ? AND is_target = 0", .integer(trace))
        let tables = try database.rows(
            "SELECT detail FROM import_counters WHERE trace_id = ? AND counter = 'schema-empty' ORDER BY detail",
            [.integer(trace)]
        ).compactMap { $0[0].text }
        // A lane of the graph without rows says nothing beside the rows of another one.
        let empty = lanes.subtracting(["causes", "edges", "groups", "interactions"]).sorted()
        return ContentAnswer(
            rows: rows, empty: tables.isEmpty && rows.isEmpty ? empty.map(ReportWords.lane) : tables,
            hasOthers: others ?? 0 > 0)
    }

    /// `3 causes, 2 update groups; recorded and empty: swiftui-updates, time-profile`
    var words: String {
        var parts = rows.isEmpty ? [] : [rows.joined(separator: ", ")]
        if hasOthers { parts.append("rows of other processes") }
        if parts.isEmpty { parts.append("no rows") }
        if !empty.isEmpty, !hasOthers { parts.append("recorded and empty: \(empty.joined(separator: ", "))") }
        return parts.joined(separator: "; ")
    }
}
