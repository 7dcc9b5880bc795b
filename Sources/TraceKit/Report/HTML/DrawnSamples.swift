/// The samples of running threads that a page draws, with the frames of their stacks.
///
/// The main thread is what updates run on and users wait for: its samples are kept before those of other threads. A sample whose
/// stack is not there says nothing, so where stacks are too many for a page, fewer samples are drawn: every second one, every
/// fourth one, until what is drawn fits.
struct DrawnSamples {
    /// Start, innermost frame and the id of the thread's name.
    private(set) var samples: PageTableDefinition.Rows = ([], 0)
    /// The id of each thread's name, and its samples, drawn or not; those with most first.
    private(set) var threads: PageTableDefinition.Rows = ([], 0)
    /// Frame, its caller, the id of its name, and whether it is the app's own.
    private(set) var frames: PageTableDefinition.Rows = ([], 0)

    init() {}

    init(_ page: PageBuilder.Place, most: Int, mostFrames: Int) throws(TraceError) {
        try readRunning(page, most)
        guard let ids = try StoredTrace(page.database, page.trace).rows(of: "stack_frame") else { return }
        var reader = try FrameReader(page.database, ids)
        if ids.count <= mostFrames {
            for id in ids { try reader.read(id) }
        } else {
            var step = 1
            while step * 2 < samples.rows.count { step *= 2 }
            // The rougher steps first: those of a finer one lie between them.
            var kept = try reader.add(stride(from: 0, to: samples.rows.count, by: step), of: samples.rows, mostFrames)
            var drawn = step
            while step > 1, kept {
                step /= 2
                kept = try reader.add(
                    stride(from: step, to: samples.rows.count, by: step * 2), of: samples.rows, mostFrames)
                if kept { drawn = step }
            }
            samples.rows = stride(from: 0, to: samples.rows.count, by: drawn).map { samples.rows[$0] }
        }
        frames = (reader.rows, ids.count)
    }

    /// About so many, evenly over time.
    private mutating func readRunning(_ page: PageBuilder.Place, _ most: Int) throws(TraceError) {
        let statement = try page.database.prepare(
            """
            SELECT CAST(s.start_ns AS INTEGER), s.stack_id, s.thread_id
            FROM sample s LEFT JOIN name w ON w.id = s.state_id
            WHERE s.trace_id = \(page.trace) AND s.stack_id IS NOT NULL
                AND (w.text IS NULL OR lower(w.text) = 'running')
                AND NOT EXISTS (SELECT 1 FROM process q
                    WHERE q.trace_id = s.trace_id AND q.name_id = s.process_id AND q.is_target = 0)
            ORDER BY 1, s.id
            """)
        let all = Column<Int64>()
        var counts: [Int64: Int64] = [:]
        while try statement.step() {
            for column in 0..<3 { all.append(statement.whole(column)) }
            counts[all[all.count - 1], default: 0] += 1
        }
        let (total, main) = (all.count / 3, try Self.main(among: counts.keys, page.database))
        var thinning = PageThinning(all: total, long: main.reduce(0) { $0 + Int(counts[$1] ?? 0) }, limit: most)
        let rows = (0..<total).filter { thinning.keeps(isLong: main.contains(all[3 * $0 + 2])) }.map { row in
            [all[3 * row], all[3 * row + 1], all[3 * row + 2]]
        }
        samples = (rows, total)
        threads = (counts.map { [$0.key, $0.value] }.sorted { ($1[1], $0[0]) < ($0[1], $1[0]) }, counts.count)
    }

    /// Which of these names are that of a main thread.
    private static func main(among names: some Collection<Int64>, _ database: Database) throws(TraceError) -> Set<Int64>
    {
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

/// Reads frames with those that call them, each once.
private struct FrameReader {
    private let ids: ClosedRange<Int64>
    private let statement: Statement
    private var isRead: [Bool]
    private var read: [[Int64]] = []

    init(_ database: Database, _ ids: ClosedRange<Int64>) throws(TraceError) {
        self.ids = ids
        isRead = Array(repeating: false, count: ids.count)
        statement = try database.prepare("SELECT caller_id, frame_id, is_app FROM stack_frame WHERE id = ?")
    }

    /// By id.
    var rows: [[Int64]] { read.sorted { $0[0] < $1[0] } }

    /// Adds the stacks of some samples; of none where they would be more than `most` frames with those that are there.
    mutating func add(
        _ places: StrideTo<Int>, of samples: [[Int64]], _ most: Int
    ) throws(TraceError) -> Bool {
        let before = read.count
        for place in places {
            try self.read(samples[place][1])
            if read.count > most {
                read.removeSubrange(before...)
                return false
            }
        }
        return true
    }

    /// A frame and those that call it. A caller has a smaller id, so that this ends.
    mutating func read(_ innermost: Int64) throws(TraceError) {
        var id = innermost
        while let place = ids.place(of: id), !isRead[place] {
            isRead[place] = true
            try statement.bind([.integer(id)])
            defer { statement.reset() }
            guard try statement.step() else { return }
            let caller = statement.whole(0)
            read.append([id, caller, statement.whole(1), statement.whole(2)])
            id = caller
        }
    }
}
