/// Whose rows a trace holds.
extension StoredTrace {
    /// The process that was recorded is stated, every row says whose it is, and none is of that process: nothing that is
    /// counted would be of it.
    func isOfOthersAlone() throws(TraceError) -> Bool {
        let others = try database.integer(
            """
            SELECT count(*) FROM processes q JOIN traces t ON t.id = q.trace_id
            WHERE q.trace_id = \(id) AND (t.process IS NOT NULL OR t.pid IS NOT NULL)
                AND q.updates + q.signposts + q.hitches + q.hangs + q.samples + q.logs > 0
                AND NOT EXISTS (SELECT 1 FROM processes o WHERE o.trace_id = q.trace_id AND o.is_target = 1)
            """)
        guard others ?? 0 > 0 else { return false }
        for table in ["update_site", "signpost_sum", "hitch", "hang", "sample", "log"] {
            let isOfNobody = "\(try condition(table)) AND process_id IS NULL"
            let found = try database.integer("SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(isOfNobody))")
            if found == 1 { return false }
        }
        return true
    }
}
