/// How far two sides must lie apart before anybody should care, however significant the difference is.
struct ChangeFloor: Equatable, Sendable {
    /// In percent of the smaller side.
    var percent: Double = 10
    /// In the unit of the values: nanoseconds, updates per interaction.
    var absolute: Double = 0

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
