/// Whose rows a trace holds.
extension StoredTrace {
    /// Whether a row is not of a process that is left out of the analysis, as the public views have it.
    static func isTarget(_ row: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM process q
            WHERE q.trace_id = \(row).trace_id AND q.name_id = \(row).process_id AND q.is_target = 0)
        """
    }

    /// The process that was recorded, by its name or else its number; nil where neither is stated.
    func recordedProcess() throws(TraceError) -> String? {
        try database.rows("SELECT coalesce(process, 'process ' || pid) FROM traces WHERE id = \(id)").first?[0].text
    }

    /// The process that was recorded is stated, every row says whose it is, and none is of that process: nothing that is
    /// counted would be of it.
    func isOfOthersAlone() throws(TraceError) -> Bool {
        let others = try database.integer(
            """
            SELECT count(*) FROM processes q JOIN traces t ON t.id = q.trace_id
            WHERE q.trace_id = \(id) AND (t.process IS NOT NULL OR t.pid IS NOT NULL)
                AND q.updates + q.signposts + q.hitches + q.hangs + q.samples + q.logs > 0
                AND NOT EXISTS (SELECT 1 FROM processes o WHERE o.trace_id = \(id) AND o.is_target = 1)
            """)
        if others ?? 0 == 0 { return false }
        return try !hasRowsOfNobody()
    }

    /// Whether rows do not say whose they are.
    func hasRowsOfNobody() throws(TraceError) -> Bool {
        for table in ["update_site", "signpost_sum", "hitch", "hang", "sample_thread", "log"] {
            let isOfNobody = "\(try condition(table)) AND process_id IS NULL"
            let found = try database.integer("SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(isOfNobody))")
            if found == 1 { return true }
        }
        return false
    }
}
