/// A figure by which recordings are compared, either of the whole recording or of each subject of one kind. Its words,
/// unit, floor and rows are declared here.
package struct Figure: Sendable {
    /// The way in which the rows of a figure become one value.
    enum Measure {
        /// The sum of the weights of events.
        case sum
        /// The mean over the interactions of a kind.
        case perInteraction
        /// The median of durations.
        case median
        /// The median of repeated measurements.
        case readings
    }

    enum Unit: String { case count, milliseconds, asWritten = "as-written" }

    /// The data that both sides must have. An empty lane means that nothing happened; without the lane, nothing is
    /// known.
    enum Need: Equatable {
        case lane(Lane)
        /// View updates, or log lines about bodies.
        case bodies
        /// View updates without interactions.
        case updatesAlone
        /// View updates, and interactions of the same sort on both sides.
        case updatesOutside
        /// Hangs and hitches with the parts of their time.
        case lateTime
        /// Unnecessary updates, with the same evidence on both sides.
        case evidence
        /// A log, if no other figure has rows.
        case nothingElse
        /// The subject itself; on a side without it, the interaction was not performed or the value not measured.
        case subject
    }

    let id: String
    /// The words in a sentence: `hangs`, `red bodies`, `updates per`. The subject follows, if any.
    let words: String
    /// The words after the subject.
    var ending = ""
    let unit: Unit
    /// The smallest relevant difference.
    let floor: Double
    let measure: Measure
    let need: Need
    /// Whether it consists of few large events, so that it must move by more to be likely.
    var isRare = false
    /// Whether an increase is acceptable if fewer frames are late: frames that are no longer dropped update views.
    var growsWithFrames = false
    /// Whether a subject must be on both sides to be likely better or worse.
    var isLikelyOfBoth = false
    /// Whether it never makes a change likely: among tests of many views, some succeed by chance.
    var isNeverLikely = false
    /// Whether each row is a run of its own, so that a rank test of the rows may decide what is likely.
    var areRunsApart = false
    /// Whether less of it is better; false if neither direction is.
    var isJudged = true
    /// The smallest relevant share of the larger value.
    var leastMove = 0.25
    /// Figures with a lower rank come first.
    let rank: Int
}

extension Figure {
    /// `updates per tap "Favorite"`; without the subject if it is empty.
    func words(for subject: String) -> String {
        [words, subject, ending].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// All figures in output order. Their rows come from the view `figure_rows`, except the durations in log lines.
    static let all = [
        Figure(
            id: "hang_ms", words: "hangs", unit: .milliseconds, floor: 50, measure: .sum, need: .lane(.hangs),
            isRare: true, rank: 0),
        Figure(
            id: "hitch_ms", words: "hitches", unit: .milliseconds, floor: 16, measure: .sum, need: .lane(.hitches),
            isRare: true, rank: 0),
        Figure(
            id: "launch_ms", words: "launch", unit: .milliseconds, floor: 50, measure: .median, need: .subject,
            areRunsApart: true, rank: 1),
        Figure(
            id: "red", words: "red bodies", unit: .count, floor: 2, measure: .sum, need: .lane(.updates), isRare: true,
            rank: 1),
        Figure(
            id: "long", words: "long bodies", unit: .count, floor: 2, measure: .sum, need: .lane(.updates),
            isRare: true, rank: 2),
        // A change may move time from one view to another and leave the sums as they were.
        Figure(
            id: "long_by_view", words: "long bodies of", unit: .count, floor: 10, measure: .sum,
            need: .lane(.updates), isNeverLikely: true, rank: 3),
        // The parts of hang and hitch time only explain; the sums above decide.
        Figure(
            id: "late_ms", words: "late time:", unit: .milliseconds, floor: 16, measure: .sum, need: .lateTime,
            isRare: true, isLikelyOfBoth: true, rank: 3),
        Figure(
            id: "recurring_updates", words: "updates by recurring causes", unit: .count, floor: 10, measure: .sum,
            need: .bodies, growsWithFrames: true, rank: 3),
        // A fix may rename a cause: if only one side has it, the total decides.
        Figure(
            id: "updates_by_cause", words: "updates by", unit: .count, floor: 10, measure: .sum, need: .bodies,
            growsWithFrames: true, isLikelyOfBoth: true, rank: 3),
        Figure(
            id: "unnecessary", words: "unnecessary updates per", unit: .count, floor: 2, measure: .perInteraction,
            need: .evidence, rank: 4),
        Figure(
            id: "interaction_updates", words: "updates per", unit: .count, floor: 2, measure: .perInteraction,
            need: .subject, rank: 5),
        Figure(
            id: "updates", words: "updates", unit: .count, floor: 10, measure: .sum, need: .updatesAlone,
            growsWithFrames: true, rank: 6),
        // A change may stop the updates of one view and hardly move the sums.
        Figure(
            id: "updates_outside_interactions", words: "updates of", ending: "outside interactions", unit: .count,
            floor: 30,
            measure: .sum, need: .updatesOutside, growsWithFrames: true, isNeverLikely: true, leastMove: 0.75, rank: 6),
        // Recordings differ in how much the user does between start and end, so only a large move
        // counts.
        Figure(
            id: "main_cpu_ms", words: "CPU of the main thread", unit: .milliseconds, floor: 250, measure: .sum,
            need: .lane(.samples), isRare: true, growsWithFrames: true, leastMove: 0.75, rank: 4),
        Figure(
            id: "evaluations", words: "body evaluations", unit: .count, floor: 10, measure: .sum,
            need: .lane(.evaluations), rank: 3),
        Figure(
            id: "complaints", words: "complaints of frameworks", unit: .count, floor: 2, measure: .sum,
            need: .lane(.logs), rank: 4),
        Figure(
            id: "log_errors", words: "errors and faults of the log", unit: .count, floor: 2, measure: .sum,
            need: .lane(.logs), rank: 7),
        // A line that replaces another one has its own text, so the total of both is compared.
        Figure(
            id: "log_ms", words: "time in all timed lines", unit: .milliseconds, floor: 50, measure: .sum,
            need: .nothingElse, isRare: true, isLikelyOfBoth: true, rank: 5),
        Figure(
            id: "log_total_ms", words: "time in the lines", unit: .milliseconds, floor: 10, measure: .sum,
            need: .subject, rank: 5),
        Figure(
            id: "log_median_ms", words: "median of the lines", unit: .milliseconds, floor: 1, measure: .median,
            need: .subject, rank: 6),
        // A name that only one side has may have been renamed.
        Figure(
            id: "signpost_long_ms", words: "time in intervals over 16.67 ms of", unit: .milliseconds, floor: 100,
            measure: .sum, need: .lane(.signposts), isRare: true, growsWithFrames: true, isLikelyOfBoth: true, rank: 5),
        Figure(
            id: "signpost_ms", words: "median of", unit: .milliseconds, floor: 1, measure: .median, need: .subject,
            rank: 6),
        Figure(
            id: "metric", words: "", unit: .asWritten, floor: 0, measure: .readings, need: .subject, rank: 2),
        // Fewer lines do not mean less work, but in recordings of logs alone their number shows what changed.
        Figure(
            id: "log_lines", words: "lines", unit: .count, floor: 10, measure: .sum, need: .nothingElse,
            isNeverLikely: true, isJudged: false, rank: 8),
    ]
}

/// The rows of one figure and subject in one trace.
package struct FigureSeries: Sendable {
    /// The time of each row; nil if only their order is known.
    var times: [Int64]?
    var weights: [Double] = []

    var sum: Double { weights.reduce(0, +) }
    var mean: Double? { weights.isEmpty ? nil : sum / Double(weights.count) }
    var median: Double? { Percentile.nearestRank(50, ofSorted: weights.sorted()) }
}

/// The rows behind the figures of one trace.
package struct TraceSeries: Sendable {
    /// The rows by figure, then by subject, which is empty for figures without subjects.
    var rows: [String: [String: FigureSeries]] = [:]
    /// The end of the launch: the start of the first interaction, or of the first recurring cause; otherwise zero.
    var launchEnd: Int64 = 0
    /// The texts of log lines; only the first ones if there are many.
    var logTexts: Set<String> = []

    /// The most subjects per figure; those with the most rows are kept.
    private static let mostSubjects = 2_000

    /// Reads the rows of all figures of one trace; none for a figure whose lane it lacks.
    static func read(_ stored: StoredTrace) throws(TraceError) -> TraceSeries {
        var series = TraceSeries()
        for sql in [
            "SELECT min(start_ns) FROM interactions WHERE trace_id = ?1 AND kind <> 'trace'",
            "SELECT CAST(min(first_ms) * 1e6 AS INTEGER) FROM recurring WHERE trace_id = ?1",
        ] where series.launchEnd == 0 {
            let first = try stored.database.integer(sql, .integer(stored.id))
            series.launchEnd = first ?? 0
        }
        for figure in Figure.all { try series.read(figure.id, stored) }
        try series.readLog(stored)
        return series
    }

    private mutating func read(_ figure: String, _ stored: StoredTrace) throws(TraceError) {
        let statement = try stored.database.prepare(
            """
            SELECT subject, start_ns, weight FROM figure_rows WHERE trace_id = ?1 AND figure = ?2 ORDER BY start_ns, row_id
            """)
        try statement.bind([.integer(stored.id), .text(figure)])
        var found: [String: FigureSeries] = [:]
        while try statement.step() {
            let subject = statement.value(0).text ?? ""
            found[subject, default: FigureSeries()].add(statement.value(1), statement.value(2).number)
        }
        rows[figure] = Self.largest(found)
    }

    /// Reads the durations and the number of log lines by text.
    private mutating func readLog(_ stored: StoredTrace) throws(TraceError) {
        let isTarget = try stored.isTargetKnown() ? "is_target = 1" : "1"
        let groups = try stored.database.rows(
            "SELECT text, median_ms IS NOT NULL FROM log_groups WHERE trace_id = ?1 AND \(isTarget) AND text IS NOT NULL",
            [.integer(stored.id)])
        let isTimed = groups.reduce(into: [String: Bool]()) { known, row in
            let text = row[0].text ?? ""
            known[text] = known[text] == true || row[1].whole == 1
        }
        let statement = try stored.database.prepare(
            "SELECT start_ns, message FROM logs WHERE trace_id = ?1 AND \(isTarget) AND complaint_id IS NULL ORDER BY id"
        )
        try statement.bind([.integer(stored.id)])
        let isAlone = isOfLogAlone
        var (times, lines): ([String: FigureSeries], [String: FigureSeries]) = ([:], [:])
        var all = FigureSeries()
        while try statement.step() {
            var message = statement.value(1).text ?? ""
            let template = LogTemplate(message)
            let text = String(decoding: template.text, as: UTF8.self)
            if logTexts.count < Self.mostSubjects { logTexts.insert(text) }
            if isAlone { lines["\"\(text)\"", default: FigureSeries()].add(statement.value(0), 1) }
            guard let duration = template.duration, isTimed[text] == true,
                !message.withUTF8(WatchdogLine.isStall)
            else { continue }
            times["\"\(text)\"", default: FigureSeries()].add(statement.value(0), Double(duration) / 1e6)
            all.add(statement.value(0), Double(duration) / 1e6)
        }
        if !all.weights.isEmpty { rows["log_ms"] = ["": all] }
        for figure in ["log_total_ms", "log_median_ms"] { rows[figure] = Self.largest(times) }
        rows["log_lines"] = Self.largest(lines)
    }

    /// Whether only log lines have rows.
    private var isOfLogAlone: Bool {
        rows.allSatisfy { ["complaints", "log_errors"].contains($0.key) || $0.value.isEmpty }
    }

    private static func largest(_ found: [String: FigureSeries]) -> [String: FigureSeries] {
        guard found.count > mostSubjects else { return found }
        let kept = found.sorted { left, right in
            let (first, second) = (left.value.weights.count, right.value.weights.count)
            return first != second ? first > second : left.key < right.key
        }.prefix(mostSubjects)
        return Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}

extension FigureSeries {
    fileprivate mutating func add(_ time: SQLValue, _ weight: Double) {
        if weights.isEmpty { times = time == .null ? nil : [] }
        if time == .null { times = nil }
        times?.append(time.whole)
        weights.append(weight)
    }
}
