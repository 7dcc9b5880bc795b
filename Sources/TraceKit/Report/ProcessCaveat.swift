/// What a reader must know of whose rows a trace holds, before any number.
enum ProcessCaveat {
    /// Processes that are named at most.
    private static let listed = 5

    /// Nil where the rows are those of one process, or where it is known which process the recording is of.
    static func text(_ database: Database, trace: Int64) throws(TraceError) -> String? {
        let rows = try database.rows(
            """
            SELECT process, updates + signposts + hitches + hangs + samples + logs AS rows FROM processes
            WHERE trace_id = ? AND NOT EXISTS (
                SELECT 1 FROM processes t WHERE t.trace_id = processes.trace_id AND t.is_target = 1)
            ORDER BY rows DESC, process
            """, [.integer(trace)])
        if rows.isEmpty { return nil }
        var names = rows.prefix(listed).map { "\($0[0].text ?? "") \(Decimal.counted($0[1].count, "row"))" }
        if rows.count > listed { names.append("\(Decimal.grouped(rows.count - listed)) more") }
        let list = names.joined(separator: ", ")
        let stated = try database.rows("SELECT process, pid FROM traces WHERE id = ?", [.integer(trace)]).first
        if let name = stated?.first?.text {
            return "none of the rows is of \(name), the process that was recorded: they are of \(list); "
                + "choose another one with --process NAME, or all with --process all"
        }
        return
            "the rows are of \(Decimal.counted(rows.count, "process")), and nothing says which one was recorded: \(list); "
            + "choose one with --process NAME, or all with --process all. No finding is made before that"
    }
}
