/// Counts over the updates of a trace.
struct DoctorUpdates {
    /// All rows.
    private(set) var rows = 0
    /// Rows that are checks, and rows of processes that are not analysed.
    private(set) var checks = 0
    private(set) var ofOthers = 0
    /// Rows without a start.
    private(set) var untimed = 0
    /// Rows that are the target of an edge with only its ends.
    private(set) var plainlyCaused = 0

    // Counts over analysed rows without checks:
    private(set) var all = 0
    /// Rows with a start.
    private(set) var started = 0
    /// Rows with a start and a duration.
    private(set) var timed = 0
    /// Rows with a start and a cause that drives them.
    private(set) var driven = 0
    /// Body updates with a start, without creations.
    private(set) var bodies = 0
    /// Body updates that say what changed.
    private(set) var withChanges = 0
    /// Updates without a start that say what changed.
    private(set) var evidence = 0

    init(_ stored: StoredTrace) throws(TraceError) {
        let row =
            try stored.database.rows(
                """
                WITH own AS (
                    SELECT start_ns, duration_ns, cause_id, driving_cause_id, changed_id,
                        \(UpdateCodes.membership("u")) = \(Membership.otherProcess.sql) AS is_other,
                        \(UpdateCodes.phase("u")) = \(UpdatePhase.check.sql) AS is_check,
                        \(UpdateCodes.phase("u")) = \(UpdatePhase.update.sql) AND \(UpdateCodes.site("u")) IN (
                            SELECT id FROM update_site
                            WHERE \(try stored.condition("update_site")) AND kind = \(UpdateKind.body.sql)) AS is_body
                    FROM view_update u WHERE \(try stored.condition("view_update"))
                )
                SELECT count(*), sum(NOT is_other AND is_check), sum(is_other), sum(start_ns IS NULL),
                    sum(cause_id IS NOT NULL), sum(NOT is_other AND NOT is_check),
                    count(start_ns) FILTER (WHERE NOT is_other AND NOT is_check),
                    count(duration_ns) FILTER (WHERE NOT is_other AND NOT is_check AND start_ns IS NOT NULL),
                    count(driving_cause_id) FILTER (WHERE NOT is_other AND NOT is_check AND start_ns IS NOT NULL),
                    count(start_ns) FILTER (WHERE NOT is_other AND is_body),
                    count(changed_id) FILTER (WHERE NOT is_other AND is_body AND start_ns IS NOT NULL),
                    count(changed_id) FILTER (WHERE NOT is_other AND NOT is_check AND start_ns IS NULL)
                FROM own
                """
            ).first?.map(\.count) ?? []
        guard row.count == 12 else { return }
        (rows, checks, ofOthers, untimed, plainlyCaused, all) = (row[0], row[1], row[2], row[3], row[4], row[5])
        (started, timed, driven, bodies, withChanges, evidence) = (row[6], row[7], row[8], row[9], row[10], row[11])
    }
}
