/// What is added up over the updates of a trace, or over a part of them: those of the target whose bodies ran at a known time.
struct UpdateSums {
    /// How updates are told apart.
    struct Places {
        var views = SiteViews()
        /// The ids of the trace's chains; nil where they are not added up.
        var chains: ClosedRange<Int64>?
        /// Windows by id, as places in `TraceFigures.windows`.
        var windows: [Int64: Int] = [:]
        /// The kind of interaction of each window.
        var kindOfWindow: [Int] = []
        /// Rows that are not read.
        var leftOut: ProblemRowSet?
    }

    private let updates = Column<CountedUpdate>()
    private(set) var byWindow: [WindowCounts] = []
    /// In no interaction.
    private(set) var launch = UpdateCounts()
    private(set) var unattributed = UpdateCounts()
    private(set) var hasAllocations = false
    private(set) var hasEvidence = false
    private(set) var hasChanges = false
    private(set) var hasInstances = false
    private let places: Places

    private init(_ places: Places) { self.places = places }

    /// By the place of the view.
    func views() -> SettledRows {
        SettledRows(updates, rows: places.views.views.count, kinds: places.kindOfWindow, row: \.view)
    }

    /// By the id, from the trace's first chain on.
    func chains() -> SettledRows {
        SettledRows(updates, rows: places.chains?.count ?? 0, kinds: places.kindOfWindow, row: \.chain)
    }

    // MARK: Reading

    /// From so many updates on (`sharedFrom`) two threads read half of them each.
    static func read(
        _ stored: StoredTrace, _ places: Places, jobs: Int, sharedFrom: Int = 50_000
    ) throws(TraceError) -> UpdateSums {
        guard let rows = try stored.rows(of: "view_update") else { return UpdateSums(places) }
        // Nobody else has the second connection, and nothing is written meanwhile.
        guard jobs > 1, rows.count >= sharedFrom, let second = stored.database.second() else {
            return try read(stored.database, stored.id, rows, places)
        }
        let middle = rows.lowerBound + Int64(rows.count / 2)
        let (trace, database) = (stored.id, stored.database)
        let later = BackgroundWork { () throws(TraceError) in
            try read(second, trace, middle...rows.upperBound, places)
        }
        let earlier = Result { () throws(TraceError) in try read(database, trace, rows.lowerBound...middle - 1, places)
        }
        let rest = try later.wait()
        var sums = try earlier.get()
        sums.add(rest)
        return sums
    }

    private static func read(
        _ database: Database, _ trace: Int64, _ rows: ClosedRange<Int64>, _ places: Places
    ) throws(TraceError) -> UpdateSums {
        var sums = UpdateSums(places)
        var last: (id: Int64, place: Int?) = (-1, nil)
        try database.scan(
            [
                "id", "codes", "chain_id", "interaction_id", "duration_ns", "allocations", "changed_id",
                "driving_cause_id", "instance_id",
            ],
            of: "view_update",
            where: """
                trace_id = \(trace) AND id BETWEEN \(rows.lowerBound) AND \(rows.upperBound) AND start_ns IS NOT NULL
                """
        ) { row in
            let codes = UpdateCodes.parts(row.integer(1))
            guard codes.phase != .check, codes.membership != .otherProcess else { return }
            if places.leftOut?.holdsUpdate(row.integer(0)) == true { return }
            let window = row.integer(3)
            if window != last.id { last = (window, places.windows[window]) }
            sums.add(row, codes, window: last.place, isLaunch: window == 0 && codes.membership == .launch)
        }
        return sums
    }

    @inline(__always)
    private mutating func add(_ row: ScannedRow, _ codes: UpdateCodes.Parts, window: Int?, isLaunch: Bool) {
        guard let view = places.views.place(of: codes.site) else { return }
        let chain = row.integer(2)
        let update = CountedUpdate(
            view: view, chain: places.chains?.place(of: chain),
            window: window, severity: codes.severity, verdict: codes.verdict ?? .none,
            ns: row.isNull(4) ? nil : row.integer(4), allocations: row.integer(5), hasChanged: !row.isNull(6))
        updates.append(update)
        if !hasAllocations, !row.isNull(5) { hasAllocations = true }
        if !hasEvidence { hasEvidence = update.isUnnecessary || !row.isNull(6) || !row.isNull(7) }
        if !hasChanges, !row.isNull(6) { hasChanges = true }
        if !hasInstances, !row.isNull(8) { hasInstances = true }
        let counts = update.counts
        if let window {
            byWindow.add(counts, window: window)
        } else if isLaunch {
            launch += counts
        } else {
            unattributed += counts
        }
    }

    /// Adds those of later updates.
    private mutating func add(_ later: UpdateSums) {
        updates.take(later.updates)
        byWindow += later.byWindow
        launch += later.launch
        unattributed += later.unattributed
        if later.hasAllocations { hasAllocations = true }
        if later.hasEvidence { hasEvidence = true }
        if later.hasChanges { hasChanges = true }
        if later.hasInstances { hasInstances = true }
    }
}
