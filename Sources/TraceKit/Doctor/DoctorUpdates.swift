/// Counts over the updates of a trace, from a single scan: updates are most of the database.
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
    /// With a start.
    private(set) var started = 0
    /// With a start and a duration.
    private(set) var timed = 0
    /// With a start and a cause that drives them.
    private(set) var driven = 0
    /// Body updates with a start, without creations.
    private(set) var bodies = 0
    /// Body updates that say what changed.
    private(set) var withChanges = 0
    /// Updates without a start that say what changed.
    private(set) var evidence = 0

    init(_ stored: StoredTrace) throws(TraceError) {
        let sites = try stored.rows(of: "update_site") ?? 0...0
        var isBody = Array(repeating: false, count: sites.count)
        for row in try stored.database.rows(
            "SELECT id, kind FROM update_site WHERE \(try stored.condition("update_site"))")
        {
            guard let index = sites.place(of: row[0].whole) else { continue }
            isBody[index] = row[1].whole == Int64(UpdateKind.body.rawValue)
        }
        var sums = DoctorUpdates()
        try stored.database.scan(
            ["id", "codes", "start_ns", "duration_ns", "cause_id", "driving_cause_id", "changed_id"],
            of: "view_update", where: try stored.condition("view_update")
        ) { row in
            sums.add(row) { site in sites.place(of: site).map { isBody[$0] } ?? false }
        }
        self = sums
    }

    private init() {}

    /// - Parameter isBody: whether the update is of a body, by site.
    private mutating func add(_ row: Statement, _ isBody: (Int64) -> Bool) {
        let codes = UpdateCodes.parts(row.integer(1))
        let (isStarted, hasChanges) = (!row.isNull(2), !row.isNull(6))
        rows += 1
        if !isStarted { untimed += 1 }
        if !row.isNull(4) { plainlyCaused += 1 }
        guard codes.membership != .otherProcess else { return ofOthers += 1 }
        guard codes.phase != .check else { return checks += 1 }
        all += 1
        guard isStarted else {
            if hasChanges { evidence += 1 }
            return
        }
        started += 1
        if !row.isNull(3) { timed += 1 }
        if !row.isNull(5) { driven += 1 }
        guard codes.phase == .update, isBody(codes.site) else { return }
        bodies += 1
        if hasChanges { withChanges += 1 }
    }
}
