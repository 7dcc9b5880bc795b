/// How a figure differs between the traces of two sides, by one value per trace (docs/diff.md). What says whether it changed asks here:
/// rows of a comparison, readings of a metric, and steps of a trend.
struct TraceChange {
    /// The medians of the sides, by nearest rank.
    let before: Double
    let after: Double
    /// Which side is worse, where the medians lie as far apart as the floor asks.
    let direction: DiffVerdict
    private let sorted: (before: [Double], after: [Double])
    private let floor: ChangeFloor

    /// Nil where a side has no value. Values are at least 0, and less is better.
    init?(before: [Double], after: [Double], floor: ChangeFloor) {
        sorted = (before.sorted(), after.sorted())
        self.floor = floor
        guard let first = Percentile.nearestRank(50, ofSorted: sorted.before),
            let second = Percentile.nearestRank(50, ofSorted: sorted.after)
        else { return nil }
        (self.before, self.after) = (first, second)
        direction = !floor.isReached(first, second) ? .none : second > first ? .worse : .better
    }

    /// A rank test, from 4 traces a side on; nil with fewer, and where no way to deal these values to the sides reaches the floor.
    var ranks: RankSum? {
        guard min(sorted.before.count, sorted.after.count) >= DiffThresholds.fewestSamples,
            floor.canBeReached(
                pooled: sorted.before + sorted.after, first: sorted.before.count, second: sorted.after.count)
        else { return nil }
        return RankSum(sorted.before, sorted.after)
    }

    /// Whether neither side varies at all, over 3 traces each.
    var isConstant: Bool {
        [sorted.before, sorted.after].allSatisfy { side in
            side.count >= DiffThresholds.fewestConstantTraces && side.first == side.last
        }
    }

    /// Whether, over 5 traces a side, every one of one side lies beyond every one of the other, and the median half as much again:
    /// of equal sides, one row in 126 has the first by chance, and hardly any both.
    var isFarApart: Bool {
        let (low, high) = after > before ? (sorted.before, sorted.after) : (sorted.after, sorted.before)
        guard direction != .none, min(low.count, high.count) >= DiffThresholds.fewestFarTraces,
            let most = low.last, let least = high.first
        else { return false }
        return least > most && max(before, after) >= DiffThresholds.farFactor * min(before, after)
    }
}

/// The least relevant difference between two sides, however significant it is.
struct ChangeFloor: Equatable, Sendable {
    /// In percent of the smaller side.
    var percent: Double = 10
    /// In the unit of the values: nanoseconds, updates per interaction.
    var absolute: Double = 0

    /// Any difference at all.
    static let any = ChangeFloor(percent: 0)

    /// Whether two values of at least 0 lie so far apart, in whichever direction. Equal values never do.
    func isReached(_ one: Double, _ other: Double) -> Bool {
        let difference = abs(one - other)
        return difference > 0 && difference >= absolute && 100 * difference >= percent * min(one, other)
    }

    /// Whether the medians (by nearest rank) of two sides could lie so far apart, however these pooled values of at
    /// least 0 were dealt to sides of these sizes.
    ///
    /// Rows that cannot are not worth asking about, and every row that is not asked about makes Holm's correction
    /// milder for the others. The answer must not depend on who got which value: by the pooled values alone it is
    /// independent, where nothing changed, of the p value that the test then gives, which stays valid.
    func canBeReached(pooled: [Double], first: Int, second: Int) -> Bool {
        guard first > 0, second > 0, first + second == pooled.count else { return false }
        let values = pooled.sorted()
        return [(first, second), (second, first)].contains { low, high in
            // Dealt the lowest values, a side has its least median, and the other its greatest at the same time.
            isReached(
                values[Percentile.rank(50, of: low) - 1], values[low + Percentile.rank(50, of: high) - 1])
        }
    }
}

/// Holm's correction for asking several questions at once: with it, the chance of one false answer or more among all
/// stays below the level, whatever the questions have to do with one another (Holm 1979).
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
