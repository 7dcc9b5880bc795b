/// The rows that speak for the recording: those of the process that is analysed; where nothing says which one that is, all of them.
enum TargetRows {
    /// Of a view with `is_target`. `trace`: the trace's id as SQL, which is the same for all rows: what is looked up by the id
    /// that a row has is looked up for every row.
    static func condition(trace: String = ":trace") -> String { "(is_target = 1 OR \(nothingSaysWhose(trace)))" }

    /// Of a bare table with `process_id`: the other processes are looked up once, and not for every row.
    static func bareCondition(_ row: String, trace: String = ":trace") -> String {
        """
        (\(row).process_id IS NULL OR \(nothingSaysWhose(trace)) OR \(row).process_id NOT IN \
        (SELECT q.name_id FROM process q WHERE q.trace_id = \(trace) AND q.is_target = 0))
        """
    }

    private static func nothingSaysWhose(_ trace: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM processes p WHERE p.trace_id = \(trace) AND p.is_target = 1) \
        AND EXISTS (SELECT 1 FROM traces r WHERE r.id = \(trace) AND r.process IS NULL AND r.pid IS NULL)
        """
    }
}
