/// A figure that differs between the sides of a comparison by a quarter and by more than its floor.
package struct Movement: Sendable {
    /// The certainty that the movement is not chance.
    package enum Certainty: String, Sendable { case certain, likely, different }

    package var figure: String
    /// The kind of interaction, the cause, the signpost, …; nil for a figure of the whole recording.
    package var subject: String?
    /// `hangs`, `updates per tap "Favorite"`.
    package var words: String
    package var isTime: Bool
    /// The medians of the traces of each side.
    package var before: Double
    package var after: Double
    /// The number of rows behind each value.
    package var rowsBefore: Int
    package var rowsAfter: Int
    package var certainty: Certainty
    /// Whether less is known to be better, which is not the case for every metric.
    package var isJudged = true
    /// Movements with a lower rank come first.
    var rank = 0

    /// Whether it is better; nil if it is not known whether less is better.
    package var isBetter: Bool? { isJudged ? after < before : nil }

    /// `hangs 2,310 → 0 ms`
    package var text: String {
        if figure == "metric" { return "\(words) \(DiffWords.reading(before)) → \(DiffWords.reading(after))" }
        let unit = isTime ? " ms" : ""
        return
            "\(words) \(DiffWords.number(before, isTime: isTime)) → \(DiffWords.number(after, isTime: isTime))\(unit)"
    }
}

/// Finds the figures that moved, and decides which movements are likely real (docs/analysis.md, section 8).
///
/// It tests totals and kinds only, never single views: among many tests, some succeed by chance.
struct Movements {
    /// The fewest traces per side for which rank tests decide instead.
    private static let certainFrom = 6
    private static let leastEvents = 10
    /// The number of events from which one recording per side is as good as two with fewer.
    private static let manyEvents = 20
    private static let stretches = 5

    private let before: [TraceFigures]
    private let after: [TraceFigures]
    private let lanes: DiffLanes
    /// Whether late time fell by half. Then more updates may come from frames that are no longer dropped.
    let lateTimeFell: Bool
    private let haveNoInteractions: Bool
    private let isOfOtherScreens: Bool

    init(before: [TraceFigures], after: [TraceFigures], _ lanes: DiffLanes) {
        (self.before, self.after, self.lanes) = (before, after, lanes)
        isOfOtherScreens = lanes.otherScreens != nil
        func lateNs(_ side: [TraceFigures]) -> Double {
            side.reduce(0.0) { $0 + $1.hitches.ms + $1.hangs.ms } / Double(max(1, side.count))
        }
        lateTimeFell = lateNs(before) > 0 && lateNs(after) * 2 <= lateNs(before)
        haveNoInteractions = (before + after).allSatisfy { $0.interactions.keys.allSatisfy { $0.kind == "trace" } }
    }

    /// All movements by rank, then by size: late time, then long bodies, then unnecessary updates.
    func all() -> [Movement] {
        var found: [(movement: Movement, size: Double)] = []
        for figure in Figure.all where areComparable(figure) {
            for subject in subjects(of: figure) {
                if let movement = movement(figure, subject) { found.append(movement) }
            }
        }
        let certain = certainReadings()
        for place in found.indices where found[place].movement.subject.map(certain.contains) == true {
            found[place].movement.certainty = .certain
        }
        // Long bodies are reported once.
        if found.contains(where: { $0.movement.figure == "red" && $0.movement.after == 0 }) {
            found.removeAll { $0.movement.figure == "long" }
        }
        if found.contains(where: { ["red", "long"].contains($0.movement.figure) }) {
            found.removeAll { $0.movement.figure == "long_by_view" }
        }
        // The time of lines with one text says more than that of all together.
        if found.contains(where: { $0.movement.figure == "log_total_ms" && $0.movement.certainty != .different }) {
            found.removeAll { $0.movement.figure == "log_ms" }
        }
        // If a movement decides, the figures of single views are only in the tables.
        if found.contains(where: { $0.movement.certainty != .different }) {
            found.removeAll { $0.movement.figure == "updates_outside_interactions" }
        }
        return found.sorted { left, right in
            let (first, second) = (left.movement, right.movement)
            if first.rank != second.rank { return first.rank < second.rank }
            return left.size != right.size ? left.size > right.size : first.words < second.words
        }.map(\.movement)
    }

    /// Whether the sides have a figure in common.
    var canTell: Bool { Figure.all.contains(where: isThere) }

    private func isThere(_ figure: Figure) -> Bool { areComparable(figure) && !subjects(of: figure).isEmpty }

    /// The words for view updates whose interactions do not compare.
    static let longBodies = "long bodies"

    /// The lanes compared outside of tables: `metrics`, `lines of the log`.
    var compared: [String] {
        [
            ("metric", "metrics"), ("log_errors", "lines of the log"), ("log_total_ms", "lines of the log"),
            ("log_lines", "lines of the log"), ("long", Self.longBodies),
        ].reduce(
            into: []) {
                names, entry in
                let hasRows = Figure.all.contains { $0.id == entry.0 && isThere($0) }
                if hasRows, !names.contains(entry.1) { names.append(entry.1) }
            }
    }

    /// The figures of each side, for sides without a common figure: `before: hangs 313 ms; after: no figure`.
    var sideBySide: String {
        [("before", before), ("after", after)].map { role, side in
            let values = Figure.all.filter {
                ($0.measure == .sum || $0.measure == .readings) && !$0.isLikelyOfBoth && !$0.isNeverLikely
            }
            .flatMap { figure in
                Self.values(of: figure, side)
            }
            return "\(role): \(values.isEmpty ? "no figure" : values.prefix(Self.shown).joined(separator: ", "))"
        }.joined(separator: "; ")
    }

    private static let shown = 6

    private static func values(of figure: Figure, _ side: [TraceFigures]) -> [String] {
        let subjects = Set(side.flatMap { $0.series.rows[figure.id]?.keys.map { $0 } ?? [] }).sorted()
        return subjects.prefix(3).compactMap { subject in
            let values = side.compactMap { Sample(figure, subject, of: $0).value }.sorted()
            guard let value = Percentile.nearestRank(50, ofSorted: values), value != 0 else { return nil }
            let isTime = figure.unit == .milliseconds
            return "\(figure.words(for: subject)) \(DiffWords.number(value, isTime: isTime))\(isTime ? " ms" : "")"
        }
    }

    // MARK: Comparability

    private func areComparable(_ figure: Figure) -> Bool {
        switch figure.need {
        case .lane(.evaluations): lanes.hasEvaluationsAlone
        case .lane(let lane): lanes.allHave(lane)
        case .bodies: lanes.haveBodies && lanes.unequalEvidence == nil
        case .updatesAlone: lanes.allHave(.updates) && haveNoInteractions
        case .updatesOutside: lanes.allHave(.updates) && lanes.haveSameInteractions
        case .lateTime:
            [.hangs, .hitches, .updates].allSatisfy(lanes.allHave) && lanes.unequalEvidence == nil
        case .evidence: lanes.allHave(.updates) && lanes.unequalEvidence == nil
        case .subject: true
        case .nothingElse: lanes.haveLogsAlone
        }
    }

    /// The subjects, sorted. A kind of interaction, a signpost or a metric that only one side has is left out.
    private func subjects(of figure: Figure) -> [String] {
        func names(_ side: [TraceFigures]) -> Set<String> {
            side.reduce(into: []) { $0.formUnion($1.series.rows[figure.id]?.keys.map { $0 } ?? []) }
        }
        let (left, right) = (names(before), names(after))
        let isOfBoth = figure.need == .subject || figure.measure == .perInteraction
        return (isOfBoth ? left.intersection(right) : left.union(right)).sorted()
    }

    // MARK: Movements

    private func movement(_ figure: Figure, _ subject: String) -> (movement: Movement, size: Double)? {
        let left = before.map { Sample(figure, subject, of: $0) }
        let right = after.map { Sample(figure, subject, of: $0) }
        guard let (old, new) = Self.pair(left, right, { $0.value }), abs(new - old) >= figure.floor,
            Self.hasMoved(old, new, by: figure.leastMove)
        else { return nil }
        // A shorter recording has less of everything.
        if figure.measure == .sum, let (old, new) = Self.pair(left, right, { $0.rate }),
            !Self.hasMoved(old, new, by: figure.leastMove)
        {
            return nil
        }
        var movement = Movement(
            figure: figure.id, subject: subject.isEmpty ? nil : subject,
            words: figure.words(for: subject),
            isTime: figure.unit == .milliseconds, before: old, after: new,
            rowsBefore: left.reduce(0) { $0 + $1.events },
            rowsAfter: right.reduce(0) { $0 + $1.events }, certainty: .different, rank: figure.rank)
        movement.isJudged = figure.measure == .readings ? MetricDirection.isLessBetter(subject) : figure.isJudged
        let isOneSided = figure.isLikelyOfBoth && (left + right).contains { $0.rows.weights.isEmpty }
        let isExcused =
            lateTimeFell && new > old
            && (figure.growsWithFrames || figure.measure == .perInteraction && Self.isContinuous(subject))
        let mayBeLikely = movement.isJudged && !figure.isNeverLikely && !isOneSided && !isExcused && !isOfOtherScreens
        if mayBeLikely, isLikely(figure, left, right, old, new) || figure.id == "unnecessary" && wasteVanished(subject)
        {
            movement.certainty = .likely
        }
        // Metrics have many units: those that a person notices come first, then the largest changes.
        if figure.measure == .readings {
            if !MetricDirection.isTested(subject) { movement.rank += 1 }
            return (movement, abs(new - old) / max(abs(old), abs(new)))
        }
        return (movement, abs(new - old) / max(figure.floor, 1))
    }

    static func isContinuous(_ subject: String) -> Bool {
        ["scroll", "drag", "pinch", "swipe"].contains { subject.hasPrefix($0) }
    }

    /// The medians of both sides; nil if a side has no value.
    private static func pair(
        _ left: [Sample], _ right: [Sample], _ value: (Sample) -> Double?
    ) -> (Double, Double)? {
        func median(_ side: [Sample]) -> Double? {
            Percentile.nearestRank(50, ofSorted: side.compactMap(value).sorted())
        }
        guard let old = median(left), let new = median(right) else { return nil }
        return (old, new)
    }

    private static func hasMoved(_ old: Double, _ new: Double, by share: Double) -> Bool {
        abs(new - old) >= share * max(abs(old), abs(new)) && new != old
    }

    // MARK: Certain movements

    /// The metrics of XCTest and MetricKit whose readings differ in a rank test: for each test its hitch ratio and
    /// duration, corrected together (Holm).
    private func certainReadings() -> Set<String> {
        guard let figure = Figure.all.first(where: { $0.measure == .readings }) else { return [] }
        var tests: [String: [(subject: String, p: Double)]] = [:]
        let subjects = subjects(of: figure)
        let timed = Set(subjects.filter(MetricDirection.isTested).map { $0.components(before: ": ") })
        for subject in subjects
        where MetricDirection.isTested(subject)
            || MetricDirection.isCPUTime(subject) && !timed.contains(subject.components(before: ": "))
        {
            let readings = [before, after].map { side in
                side.flatMap { $0.series.rows[figure.id]?[subject]?.weights ?? [] }
            }
            guard let ranks = TraceChange(before: readings[0], after: readings[1], floor: .any)?.ranks else { continue }
            tests[subject.components(before: ": "), default: []].append((subject, ranks.p))
        }
        return tests.values.reduce(into: []) { certain, asked in
            for (one, p) in zip(asked, Holm.adjusted(asked.map(\.p))) where p <= DiffThresholds.alpha {
                certain.insert(one.subject)
            }
        }
    }

    // MARK: Likely movements

    private func isLikely(_ figure: Figure, _ left: [Sample], _ right: [Sample], _ old: Double, _ new: Double) -> Bool {
        let fewest = min(left.count, right.count)
        guard fewest < Self.certainFrom else { return false }
        let (more, less) = new > old ? (right, left) : (left, right)
        if fewest >= 3, figure.measure == .sum,
            more.allSatisfy({ $0.events > 0 }), less.allSatisfy({ $0.events == 0 })
        {
            return true
        }
        if figure.areRunsApart {
            let rows = [left, right].map { side in side.flatMap(\.rows.weights) }
            let ranks = TraceChange(before: rows[0], after: rows[1], floor: .any)?.ranks
            return ranks.map { $0.p <= DiffThresholds.alpha } ?? false
        }
        let events = more.reduce(0) { $0 + $1.events }
        let others = less.reduce(0) { $0 + $1.events }
        guard events >= Self.leastEvents, figure.measure == .sum || others >= Self.leastEvents else { return false }
        let rareFactor = fewest == 1 && events < Self.manyEvents ? 6.0 : 4.0
        let factor = figure.isRare ? rareFactor : (fewest == 1 ? 3.0 : 2.5)
        func isFar(_ values: (Double, Double)?) -> Bool {
            guard let (old, new) = values else { return true }
            return max(old, new) >= factor * min(old, new)
        }
        guard isFar((old, new)), figure.measure != .sum || isFar(Self.pair(left, right, { $0.rate })) else {
            return false
        }
        // A short recording may lack occasional events.
        if let seconds = Self.seconds(more), let others = Self.seconds(less), figure.measure == .sum,
            Double(events) * others < Self.leastExpected * seconds
        {
            return false
        }
        let performed = [left, right].map { side in side.reduce(0) { $0 + $1.rows.weights.count } }
        let byRuns = figure.measure != .sum && performed.allSatisfy { $0 >= Self.leastEvents }
        func areApart(leavesOutGaps: Bool) -> Bool {
            guard let high = Self.stretches(of: more, byRuns: byRuns, leavesOutGaps: leavesOutGaps).min(),
                let low = Self.stretches(of: less, byRuns: byRuns, leavesOutGaps: leavesOutGaps, ofAll: true).max()
            else { return false }
            return high > low
        }
        // One burst counts as one event.
        if !byRuns, !more.contains(where: \.isSpread) { return false }
        if areApart(leavesOutGaps: false) { return true }
        // Events during scrolling pause between the scrolls.
        let bursts = more.reduce(0) { $0 + $1.bursts }
        return !byRuns && bursts >= Self.leastBursts && areApart(leavesOutGaps: true)
    }

    /// Whether most updates of an interaction were unnecessary on one side and hardly any on the other: that share does
    /// not depend on how often or how long the user did it.
    private func wasteVanished(_ subject: String) -> Bool {
        let shares = [before, after].map { side -> (wasted: Double, of: Double) in
            func sum(_ figure: String) -> Double {
                side.reduce(0) { $0 + ($1.series.rows[figure]?[subject]?.sum ?? 0) }
            }
            return (sum("unnecessary"), sum("interaction_updates"))
        }
        guard let most = shares.max(by: { $0.wasted < $1.wasted }),
            let least = shares.min(by: { $0.wasted < $1.wasted })
        else { return false }
        return most.wasted >= 100 && most.wasted >= 0.5 * most.of && least.of >= 20 && least.wasted <= 0.05 * least.of
    }

    private static let leastBursts = 3
    /// The fewest events expected on the side with less if nothing changed: of three, none occur by chance in 5 %.
    private static let leastExpected = 3.0

    /// The total length of a side's recordings; nil if one is unknown.
    private static func seconds(_ side: [Sample]) -> Double? {
        side.reduce(Optional(0.0)) { sum, sample in
            sum.flatMap { sum in sample.rate == nil ? nil : sum + sample.lengthNs / 1e9 }
        }
    }

    /// The values of the traces if there are five or more, otherwise of five stretches of all together. `byRuns`:
    /// stretches have equal numbers of rows, otherwise equal times.
    private static func stretches(
        of side: [Sample], byRuns: Bool, leavesOutGaps: Bool, ofAll: Bool = false
    ) -> [Double] {
        if side.count >= stretches { return side.compactMap { $0.rate ?? $0.value } }
        if byRuns {
            let rows = side.flatMap(\.rows.weights)
            guard let measure = side.first?.figure.measure else { return [] }
            return (0..<stretches).compactMap { part in
                let run = rows[(rows.count * part / stretches)..<(rows.count * (part + 1) / stretches)]
                return measure == .perInteraction
                    ? run.reduce(0, +) / Double(run.count) : Percentile.nearestRank(50, ofSorted: run.sorted())
            }
        }
        var (sums, seconds) = ([Double](repeating: 0, count: stretches), 0.0)
        for sample in side {
            let parts = sample.parts(stretches, leavesOutGaps: leavesOutGaps, ofAll: ofAll)
            for part in sums.indices { sums[part] += parts.sums[part] }
            seconds += parts.seconds
        }
        return sums.map { $0 / max(seconds, 1e-9) }
    }
}

/// A figure in one trace.
private struct Sample {
    let figure: Figure
    var rows: FigureSeries
    private let launchEnd: Int64
    let lengthNs: Double

    init(_ figure: Figure, _ subject: String, of trace: TraceFigures) {
        self.figure = figure
        rows = trace.series.rows[figure.id]?[subject] ?? FigureSeries()
        launchEnd = trace.series.launchEnd
        lengthNs = max(trace.durationMs * 1e6, Double(rows.times?.last ?? 0))
    }

    var value: Double? {
        switch figure.measure {
        case .sum: rows.sum
        case .perInteraction: rows.mean
        case .median, .readings: rows.median
        }
    }

    /// The sum per second of the recording; nil for other measures, and for rows without times.
    var rate: Double? {
        guard figure.measure == .sum, lengthNs > 0, rows.times != nil || rows.weights.isEmpty else { return nil }
        return rows.sum / (lengthNs / 1e9)
    }

    /// The number of events behind the value: the count itself, or the number of rows.
    var events: Int {
        figure.unit == .count && figure.measure == .sum ? Int(clamping: rows.sum) : rows.weights.count
    }

    /// The shortest pause that separates bursts.
    private static let gapNs: Int64 = 1_000_000_000

    /// The rows after the launch, in time order.
    private var kept: [(time: Int64, weight: Double)] {
        zip(rows.times ?? [], rows.weights).filter { $0.0 >= launchEnd }.sorted { $0.0 < $1.0 }
            .map { (time: $0.0, weight: $0.1) }
    }

    /// Whether its rows span more than a moment, or have no times.
    var isSpread: Bool {
        guard rows.times != nil, let first = kept.first?.time, let last = kept.last?.time else {
            return rows.times == nil
        }
        return last - first > Self.gapNs
    }

    var bursts: Int {
        let times = kept.map(\.time)
        return times.isEmpty ? 0 : 1 + zip(times, times.dropFirst()).count { $1 - $0 > Self.gapNs }
    }

    /// The sums of equal parts of the span with the figure, after the launch, and the length of a part; rows without
    /// times are divided by their order. `leavesOutGaps`: pauses do not count as time; `ofAll`: the span is the whole
    /// recording, as for the side with less, where the absence of the figure matters.
    func parts(_ count: Int, leavesOutGaps: Bool, ofAll: Bool) -> (sums: [Double], seconds: Double) {
        var sums = [Double](repeating: 0, count: count)
        if rows.times == nil {
            for (place, weight) in rows.weights.enumerated() { sums[place * count / rows.weights.count] += weight }
            return (sums, 1)
        }
        var kept = kept
        if leavesOutGaps, kept.count > 1 {
            var (pauses, last) = (Int64(0), kept[0].time)
            for place in kept.indices {
                let gap = kept[place].time - last
                last = kept[place].time
                if gap > Self.gapNs { pauses += gap - Self.gapNs / 10 }
                kept[place].time -= pauses
            }
        }
        guard var first = kept.first?.time, var last = kept.last?.time, last > first else {
            sums[0] = kept.reduce(0) { $0 + $1.weight }
            return (sums, max(lengthNs - Double(launchEnd), 1) / 1e9 / Double(count))
        }
        if ofAll, !leavesOutGaps { (first, last) = (min(first, launchEnd), max(last, Int64(min(lengthNs, 9e18)))) }
        let span = Double(last - first)
        for (time, weight) in kept { sums[min(count - 1, Int(Double(time - first) / span * Double(count)))] += weight }
        return (sums, span / 1e9 / Double(count))
    }
}

/// The metrics of which less is better: durations, hitches, memory, writes, processor time. For others it is unknown.
private enum MetricDirection {
    private static let words = [
        "hitch", "hang", "duration", "time", "latency", "memory", "footprint", "cpu", "disk", "writes", "instructions",
        "cycles",
    ]

    /// Rates, and metrics that grow with the time of use.
    private static let others = ["rate", "cumulative"]

    /// Whether a person notices the metric; the other metrics of a test follow it, or are its cost.
    static func isTested(_ metric: String) -> Bool {
        let metric = metric.lowercased()
        if isNumber(metric) { return metric.contains("hang") }
        return metric.contains("hitch") && metric.contains("ratio")
            || ["duration", "hang", "launch", "monotonic time"].contains { metric.contains($0) }
    }

    /// Whether it is CPU time, which decides if a test has no metric that a person notices.
    static func isCPUTime(_ metric: String) -> Bool { metric.lowercased().contains("cpu time") }

    /// Whether it is a number of events, which is bad only for hangs.
    private static func isNumber(_ metric: String) -> Bool { metric.contains("(events per") }

    static func isLessBetter(_ metric: String) -> Bool {
        let metric = metric.lowercased()
        if isNumber(metric) { return metric.contains("hang") }
        return words.contains { metric.contains($0) } && !others.contains { metric.contains($0) }
    }
}

extension String {
    /// The text before a separator; empty without one.
    fileprivate func components(before separator: String) -> String {
        firstRange(of: separator).map { String(self[..<$0.lowerBound]) } ?? ""
    }
}

extension Int {
    /// The nearest representable whole number.
    fileprivate init(clamping value: Double) { self = value >= 9e15 ? Int(9e15) : value <= 0 ? 0 : Int(value) }
}
