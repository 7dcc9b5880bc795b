/// What the first lines say of a log.
public struct LogAnswer: Sendable {
    public var lines: Int
    public var errors: Int
    public var faults: Int
    public var processes: Int
    /// Lines of which the source says a level.
    public var withLevel: Int
    /// Faults and errors, and what repeats; nil where there is nothing of the kind.
    public var groups: LogGroupsAnswer?

    /// Nil where the trace holds none.
    static func read(_ database: Database, trace: Int64) throws(TraceError) -> LogAnswer? {
        let row =
            try database.rows(
                """
                SELECT coalesce(sum(lines), 0), coalesce(sum(lines) FILTER (WHERE level = 'error'), 0),
                    coalesce(sum(lines) FILTER (WHERE level = 'fault'), 0), count(DISTINCT process),
                    coalesce(sum(lines) FILTER (WHERE level IS NOT NULL), 0)
                FROM log_levels WHERE trace_id = ?1 AND \(TargetRows.condition(trace: "\(trace)"))
                """, [.integer(trace)]
            ).first ?? []
        guard row.count == 5, row[0].count > 0 else { return nil }
        return LogAnswer(
            lines: row[0].count, errors: row[1].count, faults: row[2].count, processes: row[3].count,
            withLevel: row[4].count, groups: try LogGroupsAnswer.read(database, trace: trace))
    }

    /// Whether a list of so many lines says little that the groups do not say: it has all lines, and most are in groups.
    func areGrouped(_ listed: Int) -> Bool { listed == lines && (groups?.lines ?? 0) * 2 > lines }

    /// `1 204 lines of 3 processes, 2 errors, 1 fault`
    var counts: String {
        var text = Decimal.counted(lines, "line")
        if processes > 0 { text += " of \(Decimal.counted(processes, "process"))" }
        if withLevel == 0 { return text + ", levels not recorded" }
        return text + ", \(Decimal.counted(errors, "error")), \(Decimal.counted(faults, "fault"))"
    }
}
