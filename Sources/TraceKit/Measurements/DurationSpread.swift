/// How far the durations of one thing lie apart, on the scale of their logarithms, on which those of most programs are normal.
struct DurationSpread {
    let count: Int
    /// Standard deviation of the logarithms, from a median to a 95th percentile.
    let deviation: Double

    /// Nil where there are too few durations to say.
    private init?(count: Int, median: Double, p95: Double) {
        guard count > 1, median > 0 else { return nil }
        self.count = count
        deviation = log(p95 / median) / 1.645
    }

    init?(_ signpost: SignpostFigures?) {
        guard let signpost, let median = signpost.medianNs, let p95 = signpost.p95Ns else { return nil }
        self.init(count: signpost.intervals, median: Double(median), p95: Double(p95))
    }

    init?(_ view: ViewFigures?) {
        guard let view, let median = view.percentileMs(50), let p95 = view.percentileMs(95) else { return nil }
        self.init(count: view.durations.count, median: median, p95: p95)
    }
}

/// What the durations of all things of a recording say of those of one of them.
struct DurationSpreads {
    private let degrees: Int
    private let variance: Double
    private let errors: ErrorsByChance

    /// Of fewer durations the 95th percentile is the longest one, of which nothing can be said.
    static let fewestOfP95 = 20
    /// What may be ten times as long has hardly a limit.
    private static let mostTimes = 10.0
    /// A median and a 95th percentile of each.
    private static let figuresOfThing = 2

    /// `things`: of so many at most, something is said.
    init(_ spreads: [DurationSpread], things: Int) {
        degrees = spreads.reduce(0) { $0 + $1.count - 1 }
        let squares = spreads.reduce(0.0) { $0 + Double($1.count - 1) * $1.deviation * $1.deviation }
        variance = squares / Double(max(1, degrees))
        errors = ErrorsByChance(figures: Self.figuresOfThing * min(things, spreads.count))
    }

    /// How far a percentile may lie above this one in another recording of the same, by chance; nil where nothing is known.
    func mostApart(_ value: Double, percent: Int, _ own: DurationSpread?) -> Double? {
        guard let own else { return nil }
        let others = min(ErrorsByChance.mostOfOthers, max(0, degrees - own.count + 1))
        let deviation = max(own.deviation, variance.squareRoot())
        // The asymptotic error of a sample quantile of normal values.
        let error = (percent == 50 ? 1.25 : 2.11) * deviation * (2 / Double(own.count)).squareRoot()
        return value * (min(Self.mostTimes, exp(errors[own.count - 1 + others] * error)) - 1)
    }
}
