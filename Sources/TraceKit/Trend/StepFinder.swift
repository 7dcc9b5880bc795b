/// Finds the index at which a series moved from one level to another.
///
/// The levels are the medians before and after it; the index is the one at which the sum of the values' deviations from
/// them is smallest. It is a step only if the levels differ by more than the floor (`ChangeFloor`), explain at least
/// half of the deviation from the single median (a series that only scatters has no step), and differ by more than
/// chance over all series that are examined.
enum StepFinder {
    /// The step of values in time order; nil values are skipped. `chance`: the variation of similar series.
    static func step(_ values: [Double?], floor: ChangeFloor, _ scale: SeriesScale, _ chance: SeriesChance)
        -> TrendStep?
    {
        let known = values.enumerated().compactMap { index, value in value.map { (index: index, value: $0) } }
        // Two traces may differ by chance; `diff` compares them.
        guard known.count > 2 else { return nil }
        let series = known.map(\.value)
        let before = PrefixDeviations(series)
        let after = PrefixDeviations(series.reversed())
        var best: (place: Int, deviation: Double)?
        for place in 1..<series.count {
            let deviation = before.deviations[place - 1] + after.deviations[series.count - place - 1]
            if best == nil || deviation < best?.deviation ?? 0 { best = (place, deviation) }
        }
        guard let best, let all = before.deviations.last else { return nil }
        let levels = (before.medians[best.place - 1], after.medians[series.count - best.place - 1])
        // Sums of the same numbers in another order differ in their last digits.
        guard floor.isReached(levels.0, levels.1), best.deviation * 2 <= all * (1 + 1e-9),
            isEvident(series[..<best.place], series[best.place...], scale, chance)
        else { return nil }
        return TrendStep(index: known[best.place].index, before: levels.0, after: levels.1)
    }

    private static func isEvident(
        _ before: ArraySlice<Double>, _ after: ArraySlice<Double>, _ scale: SeriesScale, _ chance: SeriesChance
    ) -> Bool {
        // A recording is slower or faster as a whole: a single time on one side proves nothing.
        if scale.isTime, min(before.count, after.count) < 2 { return false }
        if chance.isSteady, Set(before).count == 1, Set(after).count == 1 { return true }
        let places = Double(before.count + after.count - 1)
        return p(before.map(scale.even), after.map(scale.even), scale, chance) * places <= chance.level
    }

    /// The p of a t test with a moderated variance (Smyth 2004): the variance of the few values of a series is combined
    /// with that of all similar series.
    private static func p(
        _ before: [Double], _ after: [Double], _ scale: SeriesScale, _ chance: SeriesChance
    ) -> Double {
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        let (first, second) = (mean(before), mean(after))
        let squares =
            before.reduce(0) { $0 + ($1 - first) * ($1 - first) }
            + after.reduce(0) { $0 + ($1 - second) * ($1 - second) }
        let degrees = before.count + after.count - 2 + chance.degrees
        let expected = chance.noise * scale.leastVariance(at: (first + second) / 2)
        let joined = (Double(chance.degrees) * expected + squares) / Double(degrees)
        let variance = max(joined, scale.leastVariance(at: (first + second) / 2))
        let error = (variance * (1 / Double(before.count) + 1 / Double(after.count))).squareRoot()
        return StudentT.p((second - first) / error, degrees: degrees)
    }
}

/// The smallest variance of a figure's values, and the scale on which they vary equally at every level.
struct SeriesScale {
    /// Whether the values are durations in milliseconds; otherwise they are counts.
    var isTime: Bool
    /// The number of interactions, or other things, behind a mean.
    var observations = 1.0

    /// The relative difference between recordings of the same app as a whole.
    private static let ofRecordings = 0.025

    /// Converts a value to the scale: the square root of a count, because larger counts vary more by chance (Anscombe
    /// 1948), and the logarithm of a time, because times differ by a factor. Single milliseconds do not matter.
    func even(_ value: Double) -> Double {
        isTime ? log1p(max(0, value)) : (max(0, value) + 0.375 / max(1, observations)).squareRoot()
    }

    /// The smallest variance at a level on that scale, from counting alone and from the difference between recordings.
    func leastVariance(at level: Double) -> Double {
        let ofRecordings = isTime ? Self.ofRecordings : Self.ofRecordings / 2 * max(1, level)
        return ofRecordings * ofRecordings + (isTime ? 0 : 0.25 / max(1, observations))
    }
}

/// The variation of many series of one figure, which shows how one of them varies.
struct SeriesChance {
    /// The variance of values from one trace to the next, as a multiple of the smallest one.
    var noise = 1.0
    /// The degrees of freedom that the other series are worth.
    var degrees = few
    /// Whether hardly any count varies (`areSteady`): then a count that changes once, and stays, has a step.
    var isSteady = false
    /// The level for each series.
    var level = alpha

    /// The level of the whole trend.
    static let alpha = 0.03
    /// The degrees of freedom if the variation of other series is nearly unknown, and if it is known: from this many
    /// differences on.
    private static let (few, many, fewestRatios) = (2, 6, 20)

    init() {}

    /// - Parameter level: the level of each of the series.
    init(_ series: [(values: [Double?], scale: SeriesScale)], level: Double) {
        self.level = level
        // The squared differences between consecutive traces; a step affects only one of them.
        var ratios: [Double] = []
        for (values, scale) in series {
            for (value, next) in zip(values, values.dropFirst()) {
                guard let value, let next, value != 0 || next != 0 else { continue }
                let difference = scale.even(next) - scale.even(value)
                let level = (scale.even(next) + scale.even(value)) / 2
                ratios.append(difference * difference / 2 / scale.leastVariance(at: level))
            }
        }
        guard ratios.count >= Self.fewestRatios else { return }
        ratios.sort()
        degrees = Self.many
        // The median of a squared normal value is 0.455 of its variance.
        noise = max(1, ratios[ratios.count / 2] / 0.455)
    }

    /// Whether hardly any count of a trend differs between consecutive traces: at most one in twenty, leaving out one
    /// index, because a change by one commit is no noise. Counts that stay zero do not matter.
    static func areSteady(_ counts: [[Double?]]) -> Bool {
        var (changed, pairs): ([Int: Int], [Int: Int]) = ([:], [:])
        for values in counts {
            for (place, (value, next)) in zip(values, values.dropFirst()).enumerated() {
                guard let value, let next, value != 0 || next != 0 else { continue }
                pairs[place, default: 0] += 1
                if value != next { changed[place, default: 0] += 1 }
            }
        }
        let varying = pairs.filter { place, all in 20 * (changed[place] ?? 0) > all }
        return !pairs.isEmpty && varying.count <= 1
    }
}

/// The median of every prefix of a series, by nearest rank, and the sum of the deviations from it.
private struct PrefixDeviations {
    private(set) var medians: [Double] = []
    private(set) var deviations: [Double] = []

    init(_ series: [Double]) {
        var sorted: [Double] = []
        for value in series {
            sorted.insert(value, at: sorted.firstPlace { $0 >= value })
            let median = sorted[Percentile.rank(50, of: sorted.count) - 1]
            medians.append(median)
            deviations.append(sorted.reduce(0) { $0 + abs($1 - median) })
        }
    }
}
