/// What the updates of a trace have, from one walk over all of them: they are most of the database.
struct DoctorUpdates {
    /// Rows, whatever they are.
    private(set) var rows = 0
    /// Rows without a start.
    private(set) var untimed = 0
    /// Rows that are led to by an edge which has nothing but its ends.
    private(set) var plainlyCaused = 0

    // Of those that are analysed, checks left out:
    private(set) var all = 0
    /// With a start.
    private(set) var started = 0
    /// With a start and a duration.
    private(set) var timed = 0
    /// With a start and a cause that drives them.
    private(set) var driven = 0
    /// Updates of bodies with a start, creations left out.
    private(set) var bodies = 0
    /// Those of them that say what changed.
    private(set) var told = 0
    /// Updates without a start that say what changed.
    private(set) var evidence = 0

    init(_ stored: StoredTrace) throws(TraceError) {
        var isBody: [Int64: Bool] = [:]
        for row in try stored.database.rows(
            "SELECT id, kind FROM update_site WHERE \(try stored.condition("update_site"))")
        {
            isBody[row[0].whole] = row[1].whole == Int64(UpdateKind.body.rawValue)
        }
        let statement = try stored.database.prepare(
            """
            SELECT codes, start_ns, duration_ns, cause_id, driving_cause_id, changed_id FROM view_update
            WHERE \(try stored.condition("view_update"))
            """)
        while try statement.step() {
            let codes = UpdateCodes.parts(statement.integer(0))
            let (isStarted, isTold) = (!statement.isNull(1), !statement.isNull(5))
            rows += 1
            if !isStarted { untimed += 1 }
            if !statement.isNull(3) { plainlyCaused += 1 }
            if codes.phase == .check || codes.membership == .otherProcess { continue }
            all += 1
            guard isStarted else {
                if isTold { evidence += 1 }
                continue
            }
            started += 1
            if !statement.isNull(2) { timed += 1 }
            if !statement.isNull(4) { driven += 1 }
            guard codes.phase == .update, isBody[codes.site] == true else { continue }
            bodies += 1
            if isTold { told += 1 }
        }
    }
}
