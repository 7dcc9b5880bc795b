/// Finds the updates of a part of a trace, and the times of its signposts, once for all sections and page tables that
/// need them.
enum ChosenUpdates {
    /// The condition on a table or view of updates called `row`, after `choose`. It selects the same rows as
    /// `ReportZoom.updateCondition`, which the printed statements use.
    static func condition(_ row: String) -> String { " AND \(row).id IN (SELECT id FROM temp.chosen_update)" }

    /// The placeholder values for the statements of sections, after `choose`.
    static func values(_ zoom: ReportZoom) -> [String: String] {
        let zoom = withChosenTimes(zoom)
        return [
            "updates": condition("u"), "part": "temp.chosen_update", "stalls": zoom.stallCondition,
            "signposts": zoom.signpostCondition, "logs": zoom.logCondition,
        ]
    }

    private static func withChosenTimes(_ zoom: ReportZoom) -> ReportZoom {
        var zoom = zoom
        zoom.hasChosenTimes = zoom.during != nil
        return zoom
    }

    /// Stores the selected updates in a table of this connection; returns whether the part selects updates.
    static func choose(_ database: Database, trace: Int64, _ zoom: ReportZoom) throws(TraceError) -> Bool {
        if let during = zoom.during { try chooseTimes(database, trace, during) }
        let condition = withChosenTimes(zoom).tableCondition(trace)
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

    /// Stores the times of signposts with this name; overlapping ones are merged.
    private static func chooseTimes(_ database: Database, _ trace: Int64, _ name: String) throws(TraceError) {
        try database.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS chosen_time (start_ns INTEGER PRIMARY KEY, end_ns INTEGER NOT NULL);
            DELETE FROM temp.chosen_time;
            INSERT INTO temp.chosen_time
            WITH intervals AS (
                SELECT p.start_ns, p.start_ns + p.duration_ns AS end_ns FROM signpost p
                WHERE p.trace_id = \(trace) AND p.duration_ns IS NOT NULL AND p.site_id IN (
                    SELECT s.id FROM signpost_site s JOIN name n ON n.id = s.name_id
                    WHERE s.trace_id = \(trace) AND n.text = \(SQLTemplate.quote(name)))
            ), begun AS (
                SELECT start_ns, end_ns, max(end_ns) OVER (ORDER BY start_ns, end_ns
                    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before_ns FROM intervals
            ), parts AS (
                SELECT start_ns, end_ns, sum(before_ns IS NULL OR before_ns < start_ns) OVER (
                    ORDER BY start_ns, end_ns) AS part FROM begun
            )
            SELECT min(start_ns), max(end_ns) FROM parts GROUP BY part;
            """)
    }
}
