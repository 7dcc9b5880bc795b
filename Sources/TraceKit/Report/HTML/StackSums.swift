/// The stacks of all samples of running threads, each with its number of samples, and when these were taken.
struct StackSums {
    private struct Key: Hashable { let thread: Int64, stack: Int64 }

    /// Thread name id, innermost frame and samples, the most frequent first. The samples of stacks that are too many
    /// for a page are in rows without a frame (-1), one for each thread.
    private(set) var stacks: PageTableDefinition.Rows = ([], 0)
    /// As in `DrawnSamples`.
    private(set) var frames: PageTableDefinition.Rows = ([], 0)

    /// Start and row of `stacks` of each sample with a time, by time; none if samples are more than `mostTimes`. For a range.
    private(set) var samples: PageTableDefinition.Rows = ([], 0)

    static let mostStacks = 8_000
    static let mostFrames = 20_000
    static let mostTimes = 60_000

    init() {}

    init(_ page: PageBuilder.Place) throws(TraceError) {
        guard try page.database.lackingTables().isEmpty else { return }
        let statement = try page.database.prepare(
            """
            SELECT s.thread_id, s.stack_id, count(*) \(DrawnSamples.running(page.trace))
            GROUP BY 1, 2 ORDER BY 3 DESC, 2, 1
            """)
        let ids = try page.stored.rows(of: "stack_frame")
        var reader: FrameReader?
        if let ids { reader = try FrameReader(page.database, ids, Column<Int64>()) }
        var (rest, isFull): ([Int64: Int64], Bool) = ([:], false)
        while try statement.step() {
            let row = [statement.whole(0), statement.whole(1), statement.whole(2)]
            stacks.total += 1
            if !isFull {
                try reader?.read(row[1])
                isFull = stacks.rows.count >= Self.mostStacks || (reader?.count ?? 0) > Self.mostFrames
            }
            if isFull { rest[row[0], default: 0] += row[2] } else { stacks.rows.append(row) }
        }
        stacks.rows += rest.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { [$0.key, -1, $0.value] }
        if let reader, let ids { frames = (reader.rows, ids.count) }
        try readTimes(page)
    }

    private mutating func readTimes(_ page: PageBuilder.Place) throws(TraceError) {
        samples.total = stacks.rows.reduce(0) { $0 + Int($1[2]) }
        guard samples.total <= Self.mostTimes else { return }
        var places: [Key: Int64] = [:]
        for (place, row) in stacks.rows.enumerated() { places[Key(thread: row[0], stack: row[1])] = Int64(place) }
        let statement = try page.database.prepare(
            """
            SELECT CAST(s.start_ns AS INTEGER), s.thread_id, s.stack_id \(DrawnSamples.running(page.trace)) ORDER BY 1, s.id
            """)
        while try statement.step() {
            let (thread, stack) = (statement.whole(1), statement.whole(2))
            let place = places[Key(thread: thread, stack: stack)] ?? places[Key(thread: thread, stack: -1)]
            if let place, !statement.isNull(0) { samples.rows.append([statement.whole(0), place]) }
        }
    }
}

extension PageTables {
    /// Samples by thread and stack, drawn or not, for a comparison.
    static let stacks = PageTableDefinition(
        id: "stacks", columns: [("thread", .name), ("stack", .plain), ("samples", .plain)],
        rows: { page, _ in page.stackSums.stacks }, limit: .max)

    /// When each of these samples was taken.
    static let stackSamples = PageTableDefinition(
        id: "stack_samples", columns: [("start_ns", .delta), ("row", .plain)],
        rows: { page, _ in page.stackSums.samples }, limit: .max)

    /// The frames of these stacks.
    static let stackFrames = PageTableDefinition(
        id: "frames", columns: [("id", .delta), ("parent", .plain), ("name", .name), ("app", .plain)],
        rows: { page, _ in page.stackSums.frames }, limit: .max)
}
