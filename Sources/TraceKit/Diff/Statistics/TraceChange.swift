/// The difference of a figure between the traces of two sides, with one value per trace (docs/diff.md). It is shared by
/// rows of a comparison, readings of a metric, and steps of a trend.
struct TraceChange {
    /// The medians of the sides, by nearest rank.
    let before: Double
    let after: Double
    /// Whether the after side is worse or better, if the medians differ by more than the floor.
    let direction: DiffVerdict
    private let sorted: (before: [Double], after: [Double])
    private let floor: ChangeFloor

    /// Returns nil if a side has no value. Values are at least 0, and less is better.
    init?(before: [Double], after: [Double], floor: ChangeFloor) {
        sorted = (before.sorted(), after.sorted())
        self.floor = floor
        guard let first = Percentile.nearestRank(50, ofSorted: sorted.before),
            let second = Percentile.nearestRank(50, ofSorted: sorted.after)
        else { return nil }
        (self.before, self.after) = (first, second)
        direction = !floor.isReached(first, second) ? .none : second > first ? .worse : .better
    }

    /// A rank test, from 4 traces per side on; nil with fewer, and if no distribution of these values to the sides
    /// reaches the floor.
    var ranks: RankSum? {
        guard min(sorted.before.count, sorted.after.count) >= DiffThresholds.fewestSamples,
            floor.canBeReached(
                pooled: sorted.before + sorted.after, first: sorted.before.count, second: sorted.after.count)
        else { return nil }
        return RankSum(sorted.before, sorted.after)
    }

    /// Whether neither side varies, over at least 3 traces each.
    var isConstant: Bool {
        [sorted.before, sorted.after].allSatisfy { side in
            side.count >= DiffThresholds.fewestConstantTraces && side.first == side.last
        }
    }

    /// Whether, over at least 5 traces per side, all of one side are beyond all of the other, and the larger median is
    /// at least 1.5 times the smaller. Between equal sides, one row in 126 meets the first condition by chance, and
    /// hardly any meets both.
    var isFarApart: Bool {
        let (low, high) = after > before ? (sorted.before, sorted.after) : (sorted.after, sorted.before)
        guard direction != .none, min(low.count, high.count) >= DiffThresholds.fewestFarTraces,
            let most = low.last, let least = high.first
        else { return false }
        return least > most && max(before, after) >= DiffThresholds.farFactor * min(before, after)
    }
}

/// The smallest relevant difference between two sides, however significant it is.
struct ChangeFloor: Equatable, Sendable {
    /// The percentage of the smaller side.
    var percent: Double = 10
    /// The absolute difference in the unit of the values: nanoseconds, updates per interaction.
    var absolute: Double = 0

    /// Any difference.
    static let any = ChangeFloor(percent: 0)

    /// Whether two values of at least 0 differ by this much, in either direction. Equal values never do.
    func isReached(_ one: Double, _ other: Double) -> Bool {
        let difference = abs(one - other)
        return difference > 0 && difference >= absolute && 100 * difference >= percent * min(one, other)
    }

    /// Whether the medians (by nearest rank) of two sides could differ by this much, for any distribution of these
    /// pooled values of at least 0 to sides of these sizes.
    ///
    /// Rows that cannot are not tested, and every row that is not tested makes Holm's correction milder for the others.
    /// The answer must not depend on the actual distribution: if it only uses the pooled values and nothing changed, it
    /// is independent of the p value of the test, which stays valid.
    func canBeReached(pooled: [Double], first: Int, second: Int) -> Bool {
        guard first > 0, second > 0, first + second == pooled.count else { return false }
        let values = pooled.sorted()
        return [(first, second), (second, first)].contains { low, high in
            // The side with the lowest values has its smallest median, and the other its largest at the same time.
            isReached(
                values[Percentile.rank(50, of: low) - 1], values[low + Percentile.rank(50, of: high) - 1])
        }
    }
}

/// Holm's correction for several tests: with it, the probability of one false result or more among all stays below the
/// level, whatever the dependencies between the tests (Holm 1979).
enum Holm {
    /// The adjusted p values, in the order given: the k-th smallest of m times m − k + 1, never less than a smaller
    /// one's and at most 1. Equal values stay equal. Empty for none.
    static func adjusted(_ values: [Double]) -> [Double] {
        var adjusted = values
        var floor = 0.0
        var left = Double(values.count)
        for index in values.indices.sorted(by: { values[$0] < values[$1] }) {
            floor = min(1, max(floor, left * values[index]))
            adjusted[index] = floor
            left -= 1
        }
        return adjusted
    }
}
