/// Sums over all updates by slice of time, for ranges of a trace whose updates are not all drawn. Slices begin at even
/// distances, and where interactions begin and end; if that gives too many sums, every second edge goes.
struct PageSlices {
    private struct Key: Hashable {
        var slice: Int32
        /// Ids; -1 = none.
        let chain: Int64
        let view: Int64
        let interaction: Int64
    }

    static let evenSlices = 200
    static let mostInteractions = 150
    static let mostSums = 24_000
    static let columns = [
        "checks", "updates", "unterminated", "red", "orange", "gray", "total_ns", "max_ns", "necessary", "unnecessary",
        "unknown", "wasted_ns", "proven", "likely", "possible",
    ]
    /// The only one that is no sum.
    private static let greatest = 7

    /// The start of each slice, ascending.
    private(set) var edges: [Int64]
    private var places: [Key: Int] = [:]
    /// The values of all keys, one after another.
    private var values: [Int64] = []

    init(_ page: PageBuilder.Place) throws(TraceError) {
        let length = max(
            1, try page.database.integer("SELECT coalesce(duration_ns, 0) FROM trace WHERE id = \(page.trace)") ?? 1)
        var edges = Set((0..<Int64(Self.evenSlices)).map { length / Int64(Self.evenSlices) * $0 })
        let ends = try page.database.rows(
            """
            SELECT start_ns, CAST(round(end_ms * 1e6) AS INTEGER) FROM interactions
            WHERE trace_id = ? AND start_ns > 0 ORDER BY start_ns, id LIMIT \(Self.mostInteractions + 1)
            """, [.integer(page.trace)])
        if ends.count <= Self.mostInteractions {
            for end in ends.joined() where PageBuilder.whole(end) > 0 { edges.insert(PageBuilder.whole(end)) }
        }
        self.edges = edges.sorted()
    }

    /// - Parameter view: the id of its view; nil if it has none.
    mutating func add(_ update: PageUpdate, view: Int64?) {
        // Like every row of the page's tables, one before the first edge belongs to the first slice.
        let slice = max(0, edges.firstPlace { $0 > update.start } - 1)
        let key = Key(
            slice: Int32(slice), chain: update.chain, view: view ?? -1, interaction: update.interaction)
        let start = place(of: key)
        guard update.codes.phase != .check else {
            values[start] += 1
            return
        }
        values[start + 1] += 1
        let duration = max(0, update.duration)
        switch update.codes.severity {
        case .red: values[start + 3] += 1
        case .orange: values[start + 4] += 1
        case .gray: values[start + 5] += 1
        case nil: values[start + 2] += 1
        }
        values[start + 6] = values[start + 6].addingSaturating(duration)
        values[start + Self.greatest] = max(values[start + Self.greatest], update.duration)
        addVerdict(update, duration, start)
        if places.count > 2 * Self.mostSums { halve() }
    }

    private mutating func addVerdict(_ update: PageUpdate, _ duration: Int64, _ start: Int) {
        switch update.codes.verdict {
        case .necessary: values[start + 8] += 1
        case .unnecessary:
            values[start + 9] += 1
            values[start + 11] = values[start + 11].addingSaturating(duration)
            let reason = Int(UpdateCodes.shownFlags(update.code) >> 4)
            switch Reason.allCases.indices.contains(reason) ? Reason.allCases[reason].confidence : nil {
            case .proven: values[start + 12] += 1
            case .likely: values[start + 13] += 1
            case .possible: values[start + 14] += 1
            case nil: break
            }
        case .unknown: values[start + 10] += 1
        case .some(.none), nil: break
        }
    }

    /// The index of the first value of a key.
    private mutating func place(of key: Key) -> Int {
        if let place = places[key] { return place * Self.columns.count }
        let place = places.count
        places[key] = place
        values += Self.columns.indices.map { $0 == Self.greatest ? -1 : 0 }
        return place * Self.columns.count
    }

    /// Joins two slices at a time.
    private mutating func halve() {
        edges = edges.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        var joined = self
        (joined.places, joined.values) = ([:], [])
        for (key, place) in places.sorted(by: { $0.value < $1.value }) {
            var half = key
            half.slice /= 2
            let (from, into) = (place * Self.columns.count, joined.place(of: half))
            for column in Self.columns.indices {
                let (one, other) = (joined.values[into + column], values[from + column])
                joined.values[into + column] =
                    column == Self.greatest ? max(one, other) : one.addingSaturating(other)
            }
        }
        (places, values) = (joined.places, joined.values)
    }

    /// Rows of slice, chain, view, interaction and sums, by slice; none if they are too many even for few slices.
    mutating func rows() -> (rows: [[Int64]], total: Int) {
        while places.count > Self.mostSums, edges.count > 8 { halve() }
        let sorted = places.sorted { left, right in
            (left.key.slice, left.key.chain, left.key.view, left.key.interaction)
                < (right.key.slice, right.key.chain, right.key.view, right.key.interaction)
        }
        guard places.count <= Self.mostSums else { return ([], places.count) }
        return (
            sorted.map { key, place in
                [Int64(key.slice), key.chain, key.view, key.interaction]
                    + values[place * Self.columns.count..<(place + 1) * Self.columns.count]
            }, places.count
        )
    }
}

extension PageTables {
    /// Where the slices begin.
    static let sliceEdges = PageTableDefinition(id: "slice_edges", columns: [("start_ns", .delta)])

    /// The sums of each slice; empty where all updates are drawn.
    static let slices = PageTableDefinition(
        id: "slices",
        columns: [("slice", .delta), ("chain", .plain), ("view", .plain), ("interaction", .plain)]
            + PageSlices.columns.map { ($0, .plain) },
        limit: PageSlices.mostSums)
}
