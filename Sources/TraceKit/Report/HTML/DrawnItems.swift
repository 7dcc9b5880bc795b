/// The views, chains and steps that the tables of a page refer to: only these are in the tables that describe them.
struct DrawnItems {
    /// The marked ids of one table. Ids of a trace are consecutive.
    private struct Marks {
        let ids: ClosedRange<Int64>?
        var isDrawn: [Bool]
        var isWritten = true

        init(_ stored: StoredTrace, _ table: String) throws(TraceError) {
            ids = try stored.rows(of: table)
            isDrawn = Array(repeating: false, count: ids?.count ?? 0)
        }

        mutating func note(_ values: [Int64]) {
            guard let ids else { return }
            for value in values { if let index = ids.place(of: value) { isDrawn[index] = true } }
            isWritten = false
        }

        /// A JSON list.
        var text: String {
            let text = TextBytes()
            text.append("[")
            for place in isDrawn.indices where isDrawn[place] {
                if text.count > 1 { text.append(",") }
                text.append((ids?.lowerBound ?? 0) + Int64(place))
            }
            text.append("]")
            return text.drain()
        }
    }

    private let stored: StoredTrace
    private var views: Marks
    private var chains: Marks
    /// The steps of all chains.
    private(set) var steps: ChainSteps?
    private var isDrawnStep: [Bool] = []

    init(_ page: PageBuilder.Place) throws(TraceError) {
        stored = page.stored
        views = try Marks(stored, "view")
        chains = try Marks(stored, "cause_chain")
        for table in ["drawn_view", "drawn_chain"] {
            try page.database.execute(
                "CREATE TEMP TABLE IF NOT EXISTS \(table) (id INTEGER PRIMARY KEY); DELETE FROM temp.\(table);")
        }
    }

    mutating func readSteps() throws(TraceError) {
        let steps = try ChainSteps(stored)
        isDrawnStep = Array(repeating: false, count: steps.count)
        self.steps = steps
    }

    mutating func note(_ table: PageTable) {
        for column in table.columns where column.encoding == .plain {
            switch column.name {
            case "view": views.note(column.values)
            case "chain": chains.note(column.values)
            case "step": noteSteps(column.values)
            default: break
            }
        }
    }

    /// Marks steps with all their predecessors.
    private mutating func noteSteps(_ ids: [Int64]) {
        guard let steps else { return }
        for id in ids {
            var index = steps.place(of: id) ?? -1
            while index >= 0, !isDrawnStep[index] {
                isDrawnStep[index] = true
                index = Int(steps.parents[index])
            }
        }
    }

    /// Writes the marks since the last call to a temporary table, for statements.
    mutating func write() throws(TraceError) {
        try write(&views, to: "drawn_view")
        try write(&chains, to: "drawn_chain")
    }

    private func write(_ marks: inout Marks, to table: String) throws(TraceError) {
        guard !marks.isWritten else { return }
        marks.isWritten = true
        try stored.database.prepare("INSERT OR IGNORE INTO temp.\(table) SELECT value FROM json_each(?)").run([
            .text(marks.text)
        ])
    }

    /// Step, predecessor and name id of each, and their number. A step follows its predecessor.
    func stepRows(_ limit: Int) -> PageTableDefinition.Rows {
        guard let steps else { return ([], 0) }
        let places = isDrawnStep.indices.filter { isDrawnStep[$0] }
        let rows = places.prefix(limit).map { place in
            let parent = Int64(steps.parents[place])
            return [steps.first + Int64(place), parent < 0 ? -1 : steps.first + parent, steps.names[place]]
        }
        return (rows, places.count)
    }
}

/// The samples of running threads that a page draws (`SampleChoice`), with the frames of their stacks.
struct DrawnSamples {
    /// Start, innermost frame and thread name id.
    private(set) var samples: PageTableDefinition.Rows = ([], 0)
    /// Thread name ids with their numbers of samples, drawn or not; those with most first.
    private(set) var threads: PageTableDefinition.Rows = ([], 0)
    /// Frame, caller, name id, and whether it is the app's own.
    private(set) var frames: PageTableDefinition.Rows = ([], 0)
    /// The first and last drawn sample of each run of samples of a problem, and the problem.
    private(set) var ofProblems: PageTableDefinition.Rows = ([], 0)

    init() {}

    init(_ page: PageBuilder.Place) throws(TraceError) {
        let all = try readRunning(page)
        let (total, main) = (all.count / 3, try Self.main(among: threads.rows.map { $0[0] }, page.database))
        var drawn = SampleChoice.thinned(total) { main.contains(all[3 * $0 + 2]) }
        if let ids = try page.stored.rows(of: "stack_frame") {
            var reader = try FrameReader(page.database, ids, all)
            if ids.count <= SampleChoice.mostFrames {
                for id in ids { try reader.read(id) }
            } else {
                drawn = try SampleChoice.fitting(drawn, &reader)
            }
            frames = (reader.rows, ids.count)
        }
        samples = (drawn.map { row in [all[3 * row], all[3 * row + 1], all[3 * row + 2]] }, total)
        let problems = try problemsOfStacks(page)
        guard !problems.isEmpty else { return }
        var runs: [[Int64]] = []
        // Samples of other threads may lie between.
        var last: Int64 = -1
        for (place, row) in drawn.enumerated() where main.contains(all[3 * row + 2]) {
            let problem = problems[all[3 * row + 1]] ?? -1
            if problem >= 0, problem == last, runs[runs.count - 1][1] == Int64(place) - 1 {
                runs[runs.count - 1][1] = Int64(place)
            } else if problem >= 0 {
                runs.append([Int64(place), Int64(place), problem])
            }
            last = problem
        }
        ofProblems = (runs, runs.count)
    }

    /// By innermost frame, the problem of a body that only samples tell of.
    private func problemsOfStacks(_ page: PageBuilder.Place) throws(TraceError) -> [Int64: Int64] {
        let rows = try page.database.rows(
            """
            SELECT t.stack_id, p.id FROM problem p JOIN sampled_body_stacks t ON t.trace_id = p.trace_id AND t.view = p.view
            WHERE p.trace_id = ? AND p.kind = 'sampled-body' AND t.stack_id IS NOT NULL
            """, [.integer(page.trace)])
        return Dictionary(rows.map { ($0[0].whole, $0[1].whole) }) { first, _ in first }
    }

    /// Start, innermost frame and thread of each, one after another.
    private mutating func readRunning(_ page: PageBuilder.Place) throws(TraceError) -> Column<Int64> {
        let statement = try page.database.prepare(
            """
            SELECT CAST(s.start_ns AS INTEGER), s.stack_id, s.thread_id \(Self.running(page.trace)) ORDER BY 1, s.id
            """)
        let all = Column<Int64>()
        var counts: [Int64: Int64] = [:]
        while try statement.step() {
            for column in 0..<3 { all.append(statement.whole(column)) }
            counts[all[all.count - 1], default: 0] += 1
        }
        threads = (counts.map { [$0.key, $0.value] }.sorted { ($1[1], $0[0]) < ($0[1], $1[0]) }, counts.count)
        return all
    }

    /// SQL from FROM on: the samples `s` of the app's threads that run.
    static func running(_ trace: Int64) -> String {
        """
        FROM sample s LEFT JOIN name w ON w.id = s.state_id
        WHERE s.trace_id = \(trace) AND s.stack_id IS NOT NULL
            AND (w.text IS NULL OR lower(w.text) = 'running')
            AND NOT EXISTS (SELECT 1 FROM process q
                WHERE q.trace_id = s.trace_id AND q.name_id = s.process_id AND q.is_target = 0)
        """
    }

    /// Which of these names belong to a main thread.
    private static func main(among names: [Int64], _ database: Database) throws(TraceError) -> Set<Int64> {
        let statement = try database.prepare("SELECT text = 'main' FROM name WHERE id = ?")
        var main: Set<Int64> = []
        for name in names {
            try statement.bind([.integer(name)])
            if try statement.step(), statement.integer(0) == 1 { main.insert(name) }
            statement.reset()
        }
        return main
    }
}

/// Reads frames with their callers, each once.
struct FrameReader: DrawnStacks {
    private let ids: ClosedRange<Int64>
    /// In the form of `readRunning`.
    private let samples: Column<Int64>
    private let statement: Statement
    private var isRead: [Bool]
    private var frames: [[Int64]] = []
    /// Whether a frame was not stored because there were too many (`DrawnFramesPass`).
    private var isIncomplete = false

    init(_ database: Database, _ ids: ClosedRange<Int64>, _ samples: Column<Int64>) throws(TraceError) {
        (self.ids, self.samples) = (ids, samples)
        isRead = Array(repeating: false, count: ids.count)
        statement = try database.prepare("SELECT caller_id, frame_id, is_app FROM stack_frame WHERE id = ?")
    }

    /// By id.
    var rows: [[Int64]] { frames.sorted { $0[0] < $1[0] } }

    var count: Int { isIncomplete ? .max : frames.count }

    mutating func add(_ sample: Int) throws(TraceError) { try read(samples[3 * sample + 1]) }

    mutating func drop(to count: Int) { frames.removeSubrange(count...) }

    /// Reads a frame and its callers. A caller has a smaller id, so this terminates.
    mutating func read(_ innermost: Int64) throws(TraceError) {
        var id = innermost
        while let index = ids.place(of: id), !isRead[index] {
            isRead[index] = true
            try statement.bind([.integer(id)])
            defer { statement.reset() }
            guard try statement.step() else {
                isIncomplete = true
                return
            }
            let caller = statement.whole(0)
            frames.append([id, caller, statement.whole(1), statement.whole(2)])
            id = caller
        }
    }
}

/// Reads the timeline of a trace for a comparison's page.
enum TimelineReader {
    static func read(_ store: TraceStore, trace: Int64) throws(TraceError) -> TraceTimeline {
        try store.check(trace, StoredTable.all)
        let stored = store.stored(trace)
        return try store.database.reading { () throws(TraceError) in
            var page = try PageBuilder(stored, try ViewSums(stored), tables: PageTables.timeline)
            let data = try page.data()
            let texts = try ChainTexts(stored, steps: page.drawn.steps)
            var chains: [(id: Int64, path: String)] = []
            for id in data.values("chains", "id") { chains.append((id, try texts.text(of: id))) }
            return TraceTimeline(data: data, chains: chains)
        }
    }
}
