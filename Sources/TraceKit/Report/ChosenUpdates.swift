/// The updates of a part of a trace, looked for once: every section and every table of a page on that part asks for them.
enum ChosenUpdates {
    /// The condition over a table or view of updates that is called `row`, once `choose` has run: the same rows as by
    /// `ReportZoom.updateCondition`, which the statements of a report show.
    static func condition(_ row: String) -> String { " AND \(row).id IN (SELECT id FROM temp.chosen_update)" }

    /// What stands for the part in the statements of sections, once `choose` has run.
    static var values: [String: String] { ["updates": condition("u"), "part": "temp.chosen_update"] }

    /// Whether the part is one of updates, and they were put into a table of this connection.
    static func choose(_ database: Database, trace: Int64, _ zoom: ReportZoom) throws(TraceError) -> Bool {
        let condition = zoom.tableCondition(trace)
        if condition.isEmpty { return false }
        try database.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS chosen_update (id INTEGER PRIMARY KEY);
            DELETE FROM temp.chosen_update;
            INSERT INTO temp.chosen_update
            SELECT t.id FROM view_update t WHERE t.trace_id = \(trace)\(condition) ORDER BY t.id;
            """)
        return true
    }
}
