/// How many standard errors are exceeded, to one side, by none of the figures of a recording that is the same as another,
/// all but always.
struct ErrorsByChance: Sendable {
    private let quantiles: [Double]

    /// Of all that is said of such a recording.
    private static let alpha = 0.03
    /// From so many degrees of freedom on, more make no difference; and where few would make it larger than this, there would
    /// be no limit left.
    private static let (mostDegrees, mostErrors) = (30, 6.0)

    init(figures: Int) {
        let level = Self.alpha / Double(max(1, figures))
        quantiles = (1...Self.mostDegrees).map { StudentT.quantile(level, degrees: $0, most: Self.mostErrors) }
    }

    /// By the degrees of freedom of what the error was taken from.
    subscript(degrees: Int) -> Double { quantiles[min(max(1, degrees), quantiles.count) - 1] }

    /// What others say is worth so many values of one's own.
    static let mostOfOthers = 6
}
