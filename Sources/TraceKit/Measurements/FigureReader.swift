/// Reads the figures of a trace from the database, each row of it once.
struct FigureReader {
    let database: Database
    let trace: Int64
    let stored: StoredTrace
    var figures: TraceFigures
    /// Windows by id, and what they are.
    private var windows: [Int64: InteractionKey] = [:]
    /// Their places in `TraceFigures.windows`.
    private var windowPlaces: [Int64: Int] = [:]

    static func read(_ store: TraceStore, trace: Int64) throws(TraceError) -> TraceFigures {
        try store.check(trace, StoredTable.all)
        var reader = FigureReader(database: store.database, trace: trace, figures: TraceFigures(id: trace))
        try reader.checkTarget()
        try reader.readTrace()
        try reader.readAccounts()
        try reader.readInteractions()
        try reader.readUpdates()
        try reader.readStalls()
        try reader.readSamples()
        try reader.readSignposts()
        try reader.readFunctions()
        try reader.readFindings()
        return reader.figures
    }

    private init(database: Database, trace: Int64, figures: TraceFigures) {
        self.database = database
        self.trace = trace
        stored = StoredTrace(database, trace)
        self.figures = figures
    }

    private func rows(_ sql: String) throws(TraceError) -> [[SQLValue]] {
        try database.rows(sql, [.integer(trace)])
    }

    /// Nothing is said of whose rows these are: figures of none of them would pass every limit.
    private func checkTarget() throws(TraceError) {
        let rows = try rows(
            """
            SELECT q.process FROM processes q JOIN traces t ON t.id = q.trace_id
            WHERE q.trace_id = ? AND t.process IS NULL AND q.updates + q.hitches + q.hangs + q.samples > 0 AND NOT EXISTS (
                SELECT 1 FROM processes o WHERE o.trace_id = q.trace_id AND o.is_target = 1)
            ORDER BY 1
            """)
        guard !rows.isEmpty else { return }
        let names = rows.prefix(5).compactMap { $0[0].text }.joined(separator: ", ")
        throw TraceError(
            .input,
            "trace \(trace) holds rows of \(Decimal.counted(rows.count, "process")) (\(names)), "
                + "and nothing says which one was recorded",
            fix: "choose one with --process NAME, or all with --process all")
    }

    // MARK: The trace

    private mutating func readTrace() throws(TraceError) {
        let rows = try rows(
            """
            SELECT label, app, build, device, os, configuration, refresh_hz, profile,
                orange_ns, red_ns, started_at, imported_at, content_hash, lanes, truncated, damage, warnings, process,
                coalesce(name, source_file)
            FROM traces WHERE id = ?
            """)
        guard let row = rows.first else { return }
        figures.label = row[0].text
        figures.name = row[18].text ?? ""
        figures.environment = TraceEnvironment(
            app: row[1].text ?? row[17].text, build: row[2].text, device: row[3].text, os: row[4].text,
            configuration: row[5].text, refreshHz: row[6] == .null ? nil : row[6].whole,
            profile: row[7].text ?? "", orangeNs: row[8].whole, redNs: row[9].whole,
            startedAt: row[10].text, importedAt: row[11].text, contentHash: row[12].text ?? "")
        figures.lanes = Set((row[13].text ?? "").split(separator: ",").map(String.init))
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
            windows[id] = key
            windowPlaces[id] = figures.windows.count
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

    /// Sums by view, chain and window: the finest ones that others are made of, so that each update is added once.
    private struct Bin: Hashable {
        var view: Int64
        var chain: Int64
        /// Zero = in no window, or `launch`.
        var window: Int64
    }

    private static let launch: Int64 = -1

    private mutating func readUpdates() throws(TraceError) {
        let statement = try database.prepare(
            """
            SELECT s.view_id, coalesce(u.chain_id, 0),
                coalesce(u.interaction_id, CASE \(UpdateCodes.membership("u")) WHEN \(Membership.launch.sql)
                    THEN \(Self.launch) ELSE 0 END),
                u.duration_ns, \(UpdateCodes.severity("u")), \(UpdateCodes.verdict("u")), u.allocations,
                u.changed_id IS NOT NULL OR u.driving_cause_id IS NOT NULL
            FROM view_update u JOIN update_site s ON s.id = \(UpdateCodes.site("u"))
            WHERE \(try stored.condition("view_update", alias: "u")) AND \(UpdateCodes.phase("u")) <> \(UpdatePhase.check.sql)
                AND u.start_ns IS NOT NULL AND \(UpdateCodes.membership("u")) <> \(Membership.otherProcess.sql)
            """)
        var bins: [Bin: UpdateCounts] = [:]
        var durations: [Int64: [Int64]] = [:]
        while try statement.step() {
            let bin = Bin(view: statement.integer(0), chain: statement.integer(1), window: statement.integer(2))
            let duration = statement.isNull(3) ? nil : statement.integer(3)
            let isUnnecessary = Verdict(code: statement.integer(5)) == .unnecessary
            var one = UpdateCounts(updates: 1, unnecessary: isUnnecessary ? 1 : 0)
            switch Severity(code: statement.integer(4)) {
            case .orange: one.orange = 1
            case .red: one.red = 1
            case .gray, nil: break
            }
            if let duration {
                one.totalNs = duration
                one.wastedNs = isUnnecessary ? duration : 0
                durations[bin.view, default: []].append(duration)
            }
            if !statement.isNull(6) {
                one.allocations = statement.integer(6)
                figures.hasAllocations = true
            }
            if statement.integer(7) == 1 || isUnnecessary { figures.hasEvidence = true }
            bins[bin, default: UpdateCounts()] += one
        }
        try addViews(bins, durations)
        try addChains(bins)
        for (bin, counts) in bins { add(counts, in: bin.window) }
        figures.byWindow.settle()
    }

    /// The entry of what lies in an interaction.
    private func windowCounts(_ window: Int64, _ counts: UpdateCounts) -> WindowCounts? {
        windowPlaces[window].map {
            WindowCounts(window: $0, updates: counts.updates, unnecessary: counts.unnecessary)
        }
    }

    private mutating func add(_ counts: UpdateCounts, in window: Int64) {
        figures.all += counts
        if let key = windows[window] {
            figures.interactions[key]?.counts += counts
            if let one = windowCounts(window, counts) { figures.byWindow.append(one) }
        } else if window == Self.launch {
            figures.launch += counts
        } else {
            figures.unattributed += counts
        }
    }

    private mutating func addViews(_ bins: [Bin: UpdateCounts], _ durations: [Int64: [Int64]]) throws(TraceError) {
        var keys: [Int64: ViewFigureKey] = [:]
        for row in try database.rows(
            "SELECT view_id, view, kind, checks FROM view_summary WHERE \(try stored.condition("view", id: "view_id"))"
        ) {
            guard case .integer(let id) = row[0] else { continue }
            keys[id] = ViewFigureKey(view: row[1].text ?? "", kind: row[2].text ?? "")
            figures.checks += row[3].count
        }
        for (bin, counts) in bins {
            guard let key = keys[bin.view] else { continue }
            if key.kind == "body" { figures.bodies += counts }
            figures.views[key, default: ViewFigures()].counts += counts
            if let window = windows[bin.window] {
                figures.views[key]?.byInteraction[window, default: UpdateCounts()] += counts
                if let one = windowCounts(bin.window, counts) { figures.views[key]?.byWindow.append(one) }
            }
        }
        for (id, values) in durations { if let key = keys[id] { figures.views[key]?.durations += values } }
        for key in figures.views.keys { figures.views[key]?.settle() }
    }

    private mutating func addChains(_ bins: [Bin: UpdateCounts]) throws(TraceError) {
        var paths: [Int64: String] = [:]
        for row in try database.rows(
            "SELECT id, chain FROM cause_chains WHERE \(try stored.condition("cause_chain")) AND depth > 1"
        ) {
            if case .integer(let id) = row[0] { paths[id] = row[1].text }
        }
        // By id first: paths are long to look up.
        var chains: [Int64: ChainFigures] = [:]
        for (bin, counts) in bins where paths[bin.chain] != nil {
            chains[bin.chain, default: ChainFigures()].counts += counts
            if let window = windows[bin.window] {
                chains[bin.chain]?.byInteraction[window, default: UpdateCounts()] += counts
                if let one = windowCounts(bin.window, counts) { chains[bin.chain]?.byWindow.append(one) }
            }
        }
        figures.chains.reserveCapacity(chains.count)
        for (id, chain) in chains { if let path = paths[id] { figures.chains[path, default: ChainFigures()] += chain } }
    }

    // MARK: The other lanes

    /// Whether a row is not of a process that is left out of the analysis, as the public views have it.
    static func isTarget(_ row: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM process q
            WHERE q.trace_id = \(row).trace_id AND q.name_id = \(row).process_id AND q.is_target = 0)
        """
    }

    private mutating func readStalls() throws(TraceError) {
        let hitches = try database.rows(
            """
            SELECT duration_ns, is_system, interaction_id FROM hitch h
            WHERE \(try stored.condition("hitch")) AND \(Self.isTarget("h"))
            """)
        for row in hitches {
            let duration = row[0].whole
            guard row[1].number == 0 else {
                figures.systemHitches.add(duration)
                continue
            }
            figures.hitches.add(duration)
            guard let key = windows[row[2].whole], let place = windowPlaces[row[2].whole] else { continue }
            figures.interactions[key]?.hitches.add(duration)
            let sum = figures.stallsByWindow[place, default: WindowStalls()].hitchNs
            figures.stallsByWindow[place, default: WindowStalls()].hitchNs = sum.addingSaturating(duration)
        }
        for row in try database.rows(
            "SELECT duration_ns, interaction_id FROM hang h WHERE \(try stored.condition("hang")) AND \(Self.isTarget("h"))"
        ) {
            let duration = row[0].whole
            figures.hangs.add(duration)
            guard let key = windows[row[1].whole], let place = windowPlaces[row[1].whole] else { continue }
            figures.interactions[key]?.hangs.add(duration)
            let sum = figures.stallsByWindow[place, default: WindowStalls()].hangNs
            figures.stallsByWindow[place, default: WindowStalls()].hangNs = sum.addingSaturating(duration)
        }
    }

    private mutating func readSamples() throws(TraceError) {
        let rows = try database.rows(
            """
            SELECT count(s.weight_ns), total(s.weight_ns),
                total(CASE n.text WHEN 'main' THEN s.weight_ns END)
            FROM sample s LEFT JOIN name n ON n.id = s.thread_id
            WHERE \(try stored.condition("sample", alias: "s")) AND \(Self.isTarget("s"))
            """)
        guard let row = rows.first, row[0].number > 0 else { return }
        figures.cpu = CPUFigures(allNs: row[1].whole, mainNs: row[2].whole)
    }

    private mutating func readFindings() throws(TraceError) {
        let rows = try database.rows(
            """
            SELECT rule, severity, title, view, evidence, interaction_id FROM findings
            WHERE \(try stored.condition("finding")) ORDER BY id
            """)
        figures.findingInteractions = rows.map { windows[$0[5].whole] }
        figures.findings = rows.map { row in
            FindingFigures(
                rule: row[0].text ?? "", severity: row[1].text ?? "", title: row[2].text ?? "", view: row[3].text,
                evidence: row[4].text ?? "")
        }
    }
}
