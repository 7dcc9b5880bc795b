/// The rows of a view with `is_target` that speak for the recording.
enum TargetRows {
    /// Those of the process that is analysed; where nothing says which one that is, all of them. `trace`: the trace's id as SQL.
    static func condition(trace: String = ":trace") -> String {
        """
        (is_target = 1 OR NOT EXISTS (SELECT 1 FROM processes p WHERE p.trace_id = \(trace) AND p.is_target = 1) \
        AND EXISTS (SELECT 1 FROM traces r WHERE r.id = \(trace) AND r.process IS NULL AND r.pid IS NULL))
        """
    }
}
