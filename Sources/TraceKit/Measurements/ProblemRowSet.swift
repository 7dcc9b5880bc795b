/// Accepted problems, whose rows are left out of figures.
package struct AcceptedRows: Sendable {
    /// The ids of the accepted problems.
    var problems: Set<Int64>
    /// The ids of problems that are not accepted; their rows stay.
    var others: Set<Int64>

    init(of problems: [StoredProblem] = [], butNotOf others: [StoredProblem] = []) {
        (self.problems, self.others) = (Set(problems.map(\.id)), Set(others.map(\.id)))
    }
}

/// The rows of accepted problems, which figures leave out.
struct ProblemRowSet {
    /// Ranges of update ids, ascending and disjoint.
    private var updates: [ClosedRange<Int64>] = []
    /// Updates of problems that are not accepted, which stay.
    private var kept: [ClosedRange<Int64>] = []
    /// The times of the updates of accepted problems, and of all others, ascending and disjoint.
    private var times: [ClosedRange<Int64>] = []
    private var otherTimes: [ClosedRange<Int64>] = []
    private(set) var hangs: Set<Int64> = []
    private(set) var hitches: Set<Int64> = []

    /// Returns nil if no problem is accepted.
    static func read(_ stored: StoredTrace, _ accepted: AcceptedRows) throws(TraceError) -> ProblemRowSet? {
        guard !accepted.problems.isEmpty else { return nil }
        var rows = ProblemRowSet()
        let (theirs, others) = (condition(stored, accepted.problems), condition(stored, accepted.others))
        rows.updates = try updates(stored, theirs)
        rows.kept = try updates(stored, others)
        rows.times = try times(stored, theirs)
        rows.otherTimes = try times(stored, condition(stored, accepted.problems, isNot: true))
        for (isKept, condition) in [(false, theirs), (true, others)] {
            for row in try stored.database.rows("SELECT p.hang_id, p.hitch_id FROM problem_event p WHERE \(condition)")
            {
                if case .integer(let id) = row[0] { if isKept { rows.hangs.remove(id) } else { rows.hangs.insert(id) } }
                if case .integer(let id) = row[1] {
                    if isKept { rows.hitches.remove(id) } else { rows.hitches.insert(id) }
                }
            }
        }
        return rows
    }

    private static func condition(_ stored: StoredTrace, _ problems: Set<Int64>, isNot: Bool = false) -> String {
        let ids = problems.sorted().map { "\($0)" }.joined(separator: ", ")
        return "p.trace_id = \(stored.id) AND p.problem_id \(isNot ? "NOT " : "")IN (\(ids))"
    }

    private static func updates(_ stored: StoredTrace, _ condition: String) throws(TraceError) -> [ClosedRange<Int64>] {
        joined(
            try stored.database.rows(
                "SELECT p.first_id, p.last_id FROM problem_update p WHERE p.is_of_cause = 1 AND \(condition)"))
    }

    private static func times(_ stored: StoredTrace, _ condition: String) throws(TraceError) -> [ClosedRange<Int64>] {
        joined(
            try stored.database.rows(
                """
                SELECT u.start_ns, u.start_ns + max(0, coalesce(u.duration_ns, 0)) FROM problem_update p
                CROSS JOIN view_update u ON u.id BETWEEN p.first_id AND p.last_id
                WHERE p.is_of_cause = 1 AND \(condition) AND u.start_ns IS NOT NULL
                """))
    }

    func holdsUpdate(_ id: Int64) -> Bool { Self.isAny(of: updates, in: id...id) && !Self.isAny(of: kept, in: id...id) }

    /// Whether accepted problems explain an interval (in nanoseconds): their updates run in it at least as long as
    /// those of other problems.
    func isOwed(_ start: Int64, _ duration: Int64) -> Bool {
        guard start >= 0 else { return false }
        let interval = start...start.addingSaturating(max(0, duration))
        return Self.isAny(of: times, in: interval)
            && Self.overlap(of: times, with: interval) >= Self.overlap(of: otherTimes, with: interval)
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

    /// Whether one of the `ranges`, which are ascending and disjoint, overlaps `range`.
    private static func isAny(of ranges: [ClosedRange<Int64>], in range: ClosedRange<Int64>) -> Bool {
        let place = ranges.firstPlace { $0.upperBound >= range.lowerBound }
        return place < ranges.count && ranges[place].lowerBound <= range.upperBound
    }

    private static func overlap(of ranges: [ClosedRange<Int64>], with range: ClosedRange<Int64>) -> Int64 {
        var (sum, place) = (Int64(0), ranges.firstPlace { $0.upperBound >= range.lowerBound })
        while place < ranges.count, ranges[place].lowerBound <= range.upperBound {
            sum += min(ranges[place].upperBound, range.upperBound) - max(ranges[place].lowerBound, range.lowerBound)
            place += 1
        }
        return sum
    }
}
