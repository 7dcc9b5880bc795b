/// Reads the figures of a trace from the database, each row once.
struct FigureReader {
    let database: Database
    let trace: Int64
    let stored: StoredTrace
    var figures: TraceFigures
    private(set) var places = UpdateSums.Places()
    /// The number of body evaluations without a time, known once updates are read.
    private(set) var untimed = 0

    /// - Parameters:
    ///   - chains: whether to read chains, of which there are many.
    ///   - series: whether to read the rows behind the figures, which comparisons need.
    ///   - problems: accepted problems, whose rows are left out.
    static func read(
        _ store: TraceStore, trace: Int64, chains: Bool = true, series: Bool = false,
        leavingOut problems: AcceptedRows = AcceptedRows()
    ) throws(TraceError) -> TraceFigures {
        try store.check(trace, StoredTable.all)
        let stored = store.stored(trace)
        var reader = FigureReader(stored, leavingOut: try ProblemRowSet.read(stored, problems))
        if let error = try ambiguity(reader.stored) { throw error }
        try reader.readTrace()
        try reader.readAccounts()
        try reader.readInteractions()
        try reader.readUpdates(chains: chains)
        try reader.readStalls()
        try reader.readSamples()
        try reader.readSignposts()
        try reader.readFunctions()
        try reader.readEvaluations()
        try reader.readLogs()
        try reader.readLoggedLanes()
        try reader.readFindings()
        try reader.readRecurring(leavingOut: problems)
        if series {
            reader.figures.series = try TraceSeries.read(stored)
            reader.figures.series.rows["updates_outside_interactions"] = reader.figures.updatesOutsideInteractions
        }
        return reader.figures
    }

    /// Reads only the chains of a trace, by their texts.
    static func readChains(_ store: TraceStore, trace: Int64) throws(TraceError) -> [String: UpdateFigures] {
        let stored = store.stored(trace)
        var reader = FigureReader(stored)
        return try store.database.reading { () throws(TraceError) in
            try reader.readInteractions()
            let sums = try reader.sums(chains: true)
            return try reader.chains(sums)
        }
    }

    private init(_ stored: StoredTrace, leavingOut leftOut: ProblemRowSet? = nil) {
        (self.stored, database, trace) = (stored, stored.database, stored.id)
        figures = TraceFigures(id: stored.id)
        places.leftOut = leftOut
    }

    private func rows(_ sql: String) throws(TraceError) -> [[SQLValue]] {
        try database.rows(sql, [.integer(trace)])
    }

    /// The reason why a trace has no figures: its process is unknown, or all its rows belong to other processes. Nil if
    /// it has figures; empty ones would pass every limit.
    static func ambiguity(_ stored: StoredTrace) throws(TraceError) -> TraceError? {
        if try stored.isOfOthersAlone() {
            let name = try stored.recordedProcess() ?? "the process that was recorded"
            return TraceError(
                .input, "no row of trace \(stored.id) is of \(name), the process that was recorded",
                fix: "read it with --process NAME, or with --process all; into a database, import it so")
        }
        let rows = try stored.database.rows(
            """
            SELECT q.process FROM processes q JOIN traces t ON t.id = q.trace_id
            WHERE q.trace_id = \(stored.id) AND t.process IS NULL AND q.updates + q.hitches + q.hangs + q.samples > 0 AND NOT EXISTS (
                SELECT 1 FROM processes o WHERE o.trace_id = \(stored.id) AND o.is_target = 1)
            ORDER BY 1
            """)
        if rows.isEmpty { return nil }
        let names = rows.prefix(5).compactMap { $0[0].text }.joined(separator: ", ")
        return TraceError(
            .input,
            "trace \(stored.id) holds rows of \(Decimal.counted(rows.count, "process")) (\(names)), "
                + "and nothing says which one was recorded",
            fix: "read it with --process NAME, or with --process all; into a database, import it so")
    }

    // MARK: The trace

    private mutating func readTrace() throws(TraceError) {
        let rows = try rows(
            """
            SELECT label, app, build, device, os, configuration, refresh_hz, profile,
                orange_ns, red_ns, started_at, imported_at, content_hash, lanes, truncated, damage, warnings, process,
                coalesce(name, source_file), format, coalesce(duration_ms, 0), slice_ns
            FROM traces WHERE id = ?
            """)
        guard let row = rows.first else { return }
        figures.label = row[0].text
        figures.name = row[18].text ?? ""
        figures.environment = TraceEnvironment(
            app: row[1].text ?? row[17].text, build: row[2].text, device: row[3].text, os: row[4].text,
            configuration: row[5].text, refreshHz: row[6] == .null ? nil : row[6].whole,
            profile: row[7].text ?? "", orangeNs: row[8].whole, redNs: row[9].whole,
            startedAt: row[10].text, importedAt: row[11].text, contentHash: row[12].text ?? "",
            isGuessed: RecordedTables.isListed(RecordedTables.guessedFormat, in: row[19].text))
        let slice = row[21].text.flatMap { TimeSpans($0) }
        figures.isSlice = slice != nil
        figures.durationMs = slice.map { Double($0.nanoseconds) / 1e6 } ?? row[20].number
        figures.lanes = Lane.set(row[13].text)
        if row[14].number == 1 {
            let damage = row[15].text ?? "cut off"
            figures.damage = damage
            figures.caveats.append("incomplete: \(damage)")
        }
        figures.caveats += (row[16].text ?? "").split(separator: "\n").map(String.init)
    }

    private mutating func readAccounts() throws(TraceError) {
        for row in try database.rows(
            "SELECT counter, sum(count) FROM import_counters WHERE \(try stored.condition("import_counter")) GROUP BY counter"
        ) {
            switch row[0].text {
            case "rows-seen": figures.rowsSeen = row[1].count
            case "rows-rejected": figures.rejects = row[1].count
            default: break
            }
        }
        if figures.rejects > 0 {
            figures.caveats.append("\(figures.rejects) of \(figures.rowsSeen) rows could not be taken")
        }
    }

    private mutating func readInteractions() throws(TraceError) {
        let rows = try database.rows(
            """
            SELECT id, kind, name, missed_deadline, round((end_ms - start_ms) * 1e6) FROM interactions
            WHERE \(try stored.condition("interaction"))
            """)
        for row in rows {
            guard case .integer(let id) = row[0] else { continue }
            let key = InteractionKey(kind: row[1].text ?? "", name: row[2].text)
            places.windows[id] = figures.windows.count
            figures.windows.append(key)
            var window = InteractionFigures()
            window.count = 1
            window.firstID = id
            window.missed = row[3].count
            window.windowNs = row[4].whole
            figures.interactions[key, default: InteractionFigures()] += window
        }
    }

    // MARK: Updates

    private mutating func sums(chains: Bool) throws(TraceError) -> UpdateSums {
        if chains { places.chains = try stored.rows(of: "cause_chain") }
        places.views = try SiteViews(stored)
        return try UpdateSums.read(stored, places, kinds: figures.windows)
    }

    private mutating func readUpdates(chains: Bool) throws(TraceError) {
        let sums = try sums(chains: chains)
        (figures.launch, figures.unattributed) = (sums.launch, sums.unattributed)
        (figures.hasAllocations, figures.hasEvidence) = (sums.hasAllocations, sums.hasEvidence)
        (figures.hasChanges, figures.hasInstances) = (sums.hasChanges, sums.hasInstances)
        figures.byWindow = sums.byWindow
        for one in sums.byWindow { figures.interactions[figures.windows[one.window]]?.counts += one.counts }
        for view in sums.views { figures.all += view.counts }
        try addViews(sums.views)
        if chains { figures.chains = try self.chains(sums) }
    }

    private mutating func addViews(_ views: [UpdateFigures]) throws(TraceError) {
        var keys: [Int64: ViewFigureKey] = [:]
        let statement = try database.prepare(
            """
            SELECT v.id, n.text, v.kind, v.checks, v.untimed FROM view v JOIN name n ON n.id = v.name_id
            WHERE \(try stored.condition("view", alias: "v"))
            """)
        while try statement.step() {
            keys[statement.integer(0)] = ViewFigureKey(
                view: statement.value(1).text ?? "",
                kind: UpdateKind(rawValue: UInt8(clamping: statement.integer(2))) ?? .other)
            figures.checks += Int(statement.integer(3))
            untimed += Int(statement.integer(4))
        }
        for (id, view) in zip(places.views.views, views) where view.counts.updates > 0 {
            guard let key = keys[id] else { continue }
            if key.kind == .body { figures.bodies += view.counts }
            // Types of several modules may share a name.
            figures.views.add(view, key)
        }
    }

    private func chains(_ sums: UpdateSums) throws(TraceError) -> [String: UpdateFigures] {
        var chains: [String: UpdateFigures] = [:]
        let texts = try ChainTexts(stored)
        // A single node is no chain.
        let statement = try database.prepare(
            """
            SELECT \(ChainTexts.chainColumns), id FROM cause_chain
            WHERE \(try stored.condition("cause_chain")) AND depth > 1 ORDER BY id
            """)
        while try statement.step() {
            guard let row = places.chains?.place(of: statement.integer(3)), sums.chains[row].counts.updates > 0 else {
                continue
            }
            let path = try texts.text(of: statement)
            chains.add(sums.chains[row], path)
        }
        return chains
    }

    // MARK: The other lanes

    private mutating func readStalls() throws(TraceError) {
        let hitches = try stalls("hitch", "coalesce(is_system, 0)") { $0.hitches }
        for row in hitches where row[2].number != 0 { figures.systemHitches.add(row[0].whole) }
        add(hitches.filter { $0[2].number == 0 }, \.hitches, \.hitches, \.hitchNs)
        let hangs = try stalls("hang", "is_delay") { $0.hangs }
        add(hangs.filter { $0[2].number == 0 }, \.hangs, \.hangs, \.hangNs)
    }

    /// Reads the duration, the interaction and `more` of the target's rows, except those left out.
    private func stalls(
        _ table: String, _ more: String, _ leftOutIDs: (ProblemRowSet) -> Set<Int64>
    ) throws(TraceError) -> [[SQLValue]] {
        let rows = try database.rows(
            """
            SELECT duration_ns, interaction_id, \(more), id, start_ns FROM \(table) h
            WHERE \(try stored.condition(table)) AND \(StoredTrace.isTarget("h"))
            """)
        guard let leftOut = places.leftOut else { return rows }
        let ids = leftOutIDs(leftOut)
        return rows.filter { row in
            !ids.contains(row[3].whole) && !leftOut.isOwed(row[4].whole, row[0].whole)
        }
    }

    /// Adds the durations of hangs or hitches to the figures of the trace, of their interactions
    /// and of their windows.
    private mutating func add(
        _ stalls: [[SQLValue]], _ all: WritableKeyPath<TraceFigures, StallFigures>,
        _ ofKind: WritableKeyPath<InteractionFigures, StallFigures>, _ ofWindow: WritableKeyPath<WindowStalls, Int64>
    ) {
        for row in stalls {
            let duration = row[0].whole
            figures[keyPath: all].add(duration)
            guard let place = places.windows[row[1].whole] else { continue }
            figures.interactions[figures.windows[place]]?[keyPath: ofKind].add(duration)
            let sum = figures.stallsByWindow[place, default: WindowStalls()][keyPath: ofWindow]
            figures.stallsByWindow[place, default: WindowStalls()][keyPath: ofWindow] = sum.addingSaturating(duration)
        }
    }

    private mutating func readSamples() throws(TraceError) {
        let rows = try database.rows(
            """
            SELECT count(s.weight_ns), total(s.weight_ns),
                total(CASE n.text WHEN 'main' THEN s.weight_ns END)
            FROM sample s LEFT JOIN name n ON n.id = s.thread_id
            WHERE \(try stored.condition("sample", alias: "s")) AND \(StoredTrace.isTarget("s"))
            """)
        guard let row = rows.first, row[0].number > 0 else { return }
        figures.cpu = CPUFigures(allNs: row[1].whole, mainNs: row[2].whole)
    }

    private mutating func readFindings() throws(TraceError) {
        figures.findings = try StoredFinding.read(stored)
        for case let id? in figures.findings.map(\.interaction) {
            figures.interactionOf[id] = places.windows[id].map { figures.windows[$0] }
        }
        figures.problems = try StoredProblem.read(stored)
        figures.gains = try gains()
        figures.problemShares = try problemShares()
        figures.smallerFindings = try StoredFinding.readSmaller(stored)
    }

    private func gains() throws(TraceError) -> [Int64: PromisedGain] {
        let rows = try database.rows(
            """
            SELECT g.problem_id, g.promise, g.kind, g.name, g.updates_after < g.updates_before, g.long_before, g.hang_before_ns / 1e6
            FROM problem_gain g WHERE \(try stored.condition("problem_gain", alias: "g"))
            """)
        return rows.reduce(into: [:]) { gains, row in
            guard let promise = row[1].text else { return }
            var figure: PromisedGain.Figure?
            if row[4] == .integer(1), let kind = row[2].text, kind != InteractionKind.trace.word {
                figure = .updates(InteractionKey(kind: kind, name: row[3].text))
            } else if row[5] != .null {
                figure = .longBodies
            } else if row[6] != .null {
                figure = .hangs(row[6].number)
            }
            gains[row[0].whole] = figure.map { PromisedGain(figure: $0, promise: promise) }
        }
    }

    private func problemShares() throws(TraceError) -> [Int64: [InteractionKey: ProblemShare]] {
        let rows = try database.rows(
            """
            SELECT problem_id, interaction_id, updates, unnecessary, long FROM problem_interaction
            WHERE \(try stored.condition("problem_interaction"))
            """)
        var shares: [Int64: [InteractionKey: ProblemShare]] = [:]
        for row in rows {
            guard let place = places.windows[row[1].whole] else { continue }
            var share = shares[row[0].whole]?[figures.windows[place]] ?? ProblemShare()
            share.updates += row[2].count
            share.unnecessary += row[3].count
            share.long += row[4].count
            shares[row[0].whole, default: [:]][figures.windows[place]] = share
        }
        return shares
    }
}
