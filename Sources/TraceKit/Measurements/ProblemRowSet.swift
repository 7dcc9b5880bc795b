/// The rows that some problems are about: what a trace has without them is not owed to these problems.
struct ProblemRowSet {
    /// Ascending; the rows in between belong to them.
    private var updates: [ClosedRange<Int64>] = []
    /// When these updates run, ascending, no two of them overlapping.
    private var times: [ClosedRange<Int64>] = []
    private(set) var hangs: Set<Int64> = []
    private(set) var hitches: Set<Int64> = []

    /// `problems` by their keys. Nil where there are none.
    static func read(_ stored: StoredTrace, _ problems: Set<String>) throws(TraceError) -> ProblemRowSet? {
        guard !problems.isEmpty else { return nil }
        let keys = problems.sorted().map(SQLTemplate.quote).joined(separator: ", ")
        let isOfThem = """
            p.trace_id = \(stored.id) AND p.problem_id IN (
                SELECT id FROM problem WHERE trace_id = \(stored.id) AND "key" IN (\(keys)))
            """
        var rows = ProblemRowSet()
        rows.updates = Self.joined(
            try stored.database.rows("SELECT p.first_id, p.last_id FROM problem_update p WHERE \(isOfThem)"))
        rows.times = Self.joined(
            try stored.database.rows(
                """
                SELECT u.start_ns, u.start_ns + max(0, coalesce(u.duration_ns, 0)) FROM problem_update p
                JOIN view_update u ON u.id BETWEEN p.first_id AND p.last_id WHERE \(isOfThem) AND u.start_ns IS NOT NULL
                """))
        for row in try stored.database.rows("SELECT p.hang_id, p.hitch_id FROM problem_event p WHERE \(isOfThem)") {
            if case .integer(let id) = row[0] { rows.hangs.insert(id) }
            if case .integer(let id) = row[1] { rows.hitches.insert(id) }
        }
        return rows
    }

    func holdsUpdate(_ id: Int64) -> Bool { Self.isAny(of: updates, in: id...id) }

    /// Whether one of the updates runs in an interval, in nanoseconds: then that is owed to it.
    func overlapsUpdates(_ start: Int64, _ duration: Int64) -> Bool {
        start >= 0 && Self.isAny(of: times, in: start...start.addingSaturating(max(0, duration)))
    }

    private static func joined(_ rows: [[SQLValue]]) -> [ClosedRange<Int64>] {
        var ranges: [ClosedRange<Int64>] = []
        for row in rows {
            guard case .integer(let first) = row[0], case .integer(let last) = row[1], first <= last else { continue }
            ranges.append(first...last)
        }
        ranges.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        var joined: [ClosedRange<Int64>] = []
        for range in ranges {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    /// Whether one of the `ranges`, which are ascending and apart, meets another one.
    private static func isAny(of ranges: [ClosedRange<Int64>], in range: ClosedRange<Int64>) -> Bool {
        let place = ranges.firstPlace { $0.upperBound >= range.lowerBound }
        return place < ranges.count && ranges[place].lowerBound <= range.upperBound
    }
}
