/// The variation of a figure among the interactions of one kind in a recording.
struct Variation: Equatable, Sendable {
    /// The number of interactions.
    var count = 0
    var sum = 0.0
    var squares = 0.0

    /// The mean per interaction.
    var mean: Double { sum / Double(max(1, count)) }

    /// The degrees of freedom.
    var degrees: Int { max(0, count - 1) }

    /// The variance of single interactions; zero for fewer than two.
    var variance: Double { count > 1 ? max(0, (squares - sum * mean) / Double(degrees)) : 0 }

    /// Adds the figure of one interaction. Interactions with a figure of zero need not be added.
    mutating func add(_ value: Double) {
        sum += value
        squares += value * value
    }

    static func += (left: inout Variation, right: Variation) {
        left.count += right.count
        left.sum += right.sum
        left.squares += right.squares
    }
}

/// The variation of the interactions of all kinds in a recording, which gives the largest difference between two
/// recordings by chance. A kind with few interactions, of which one in a hundred is far out, says too little by itself.
///
/// Random counts have a variance in proportion to their mean and, in most recordings, to its square, like negative
/// binomial ones. Both factors are estimated from all kinds together, by moments. Stalls are rare and may occur in any
/// interaction.
struct VariationOfKinds: Sendable {
    private let isCount: Bool
    private let degrees: Int
    // Sums over all kinds of variances, means and squared means, weighted by degrees of freedom.
    private var variances = 0.0
    private var means = 0.0
    private var squares = 0.0
    /// The variance of the sum over all interactions, as a multiple of that of random counts.
    private(set) var excessOfSum = 1.0
    private let errors: ErrorsByChance

    /// The number of figures per kind: updates and unnecessary updates.
    private static let figuresOfKind = 2
    /// The fewest degrees of freedom of other kinds that say something about a kind with one interaction.
    private static let fewestOfOthers = 3
    /// The standard errors for a count without any other data.
    private static let ofRandomCounts = 3.0

    init(_ kinds: [Variation], isCount: Bool) {
        self.isCount = isCount
        degrees = kinds.reduce(0) { $0 + $1.degrees }
        var (variance, sum) = (0.0, 0.0)
        for kind in kinds where kind.degrees > 0 {
            variances += Double(kind.degrees) * kind.variance
            means += Double(kind.degrees) * kind.mean
            squares += Double(kind.degrees) * kind.mean * kind.mean
            variance += Double(kind.count) * kind.variance
            sum += kind.sum
        }
        if sum > 0 { excessOfSum = max(1, variance / sum) }
        errors = ErrorsByChance(figures: Self.figuresOfKind * kinds.count)
    }

    /// Creates the variation of counts of many rows. `things`: the number of rows about which something is said.
    init(ofRows kinds: [RowsOfKind], things: Int) {
        isCount = true
        var degrees = 0
        for kind in kinds where kind.count > 1 {
            let (count, own) = (Double(kind.count), kind.count - 1)
            degrees += kind.rows * own
            variances += Double(kind.squares) - Double(kind.squaresOfSums) / count
            means += Double(own) * Double(kind.sum) / count
            squares += Double(own) * Double(kind.squaresOfSums) / (count * count)
        }
        self.degrees = degrees
        errors = ErrorsByChance(figures: Self.figuresOfKind * things)
    }

    /// The variance of single interactions with this mean.
    private func variance(at mean: Double) -> Double {
        if !isCount { return variances / Double(max(1, degrees)) }
        guard means > 0 else { return 0 }
        let ofMean = max(0, variances - means) / squares
        return min(1, variances / means) * mean + ofMean * mean * mean
    }

    /// Returns the largest likely difference by chance between the means of two recordings with as many interactions;
    /// nil if unknown. The variance is that of the kind or, if larger, that of the other kinds at its mean.
    ///
    /// If counts are low by chance, their variance is too low as well, so it is taken at the highest mean that they may
    /// have.
    func mostApart(_ kind: Variation) -> Double? {
        guard kind.count > 0 else { return nil }
        let others = min(ErrorsByChance.mostOfOthers, max(0, degrees - kind.degrees))
        let known = kind.degrees + others
        guard kind.degrees > 0 || others >= Self.fewestOfOthers else {
            return isCount ? Self.ofRandomCounts * (2 * kind.mean).squareRoot() : nil
        }
        let errors = errors[known]
        func variance(_ mean: Double) -> Double { max(kind.variance, self.variance(at: mean)) / Double(kind.count) }
        let highest = isCount ? kind.mean + errors * variance(kind.mean).squareRoot() : kind.mean
        return errors * (2 * variance(highest)).squareRoot()
    }

    /// Returns the same for the sums over all interactions, from the variation within kinds.
    func mostApartOfSum(_ interactions: Int) -> Double? {
        guard degrees > 0 else { return nil }
        return errors[degrees] * (2 * Double(interactions) * variances / Double(degrees)).squareRoot()
    }
}

/// The rows with updates in the interactions of one kind. Sums of whole numbers do not depend on the order.
struct RowsOfKind {
    /// The number of interactions.
    let count: Int
    var rows = 0
    var sum = 0
    var squares = 0
    /// The sum of the squares of each row's sum.
    var squaresOfSums = 0

    init(count: Int) { self.count = count }

    mutating func add(sum: Int) {
        rows += 1
        self.sum &+= sum
        squaresOfSums &+= sum &* sum
    }
}

/// The variation of every figure of interactions that is compared with limits.
struct InteractionVariation: Sendable {
    var updates = Variation()
    var unnecessary = Variation()
    /// Stalls in milliseconds.
    var hitch = Variation()
    var hang = Variation()

    static func += (left: inout InteractionVariation, right: InteractionVariation) {
        left.updates += right.updates
        left.unnecessary += right.unnecessary
        left.hitch += right.hitch
        left.hang += right.hang
    }
}

/// The variation of all figures of a recording.
struct RecordingVariation {
    let byKind: [InteractionKey: InteractionVariation]
    let updates: VariationOfKinds
    let unnecessary: VariationOfKinds
    let hitch: VariationOfKinds
    let hang: VariationOfKinds

    init(_ trace: TraceFigures) {
        byKind = trace.variations()
        // Sorted, because sums of floating-point numbers depend on the order.
        let kinds = byKind.sorted { $0.key < $1.key }.map(\.value)
        updates = VariationOfKinds(kinds.map(\.updates), isCount: true)
        unnecessary = VariationOfKinds(kinds.map(\.unnecessary), isCount: true)
        hitch = VariationOfKinds(kinds.map(\.hitch), isCount: false)
        hang = VariationOfKinds(kinds.map(\.hang), isCount: false)
    }

    func of(_ keys: some Sequence<InteractionKey>) -> InteractionVariation {
        keys.reduce(into: InteractionVariation()) { sum, key in
            if let one = byKind[key] { sum += one }
        }
    }
}

extension TraceFigures {
    /// The variation by kind and name, in one pass over the windows.
    fileprivate func variations() -> [InteractionKey: InteractionVariation] {
        var all: [InteractionKey: InteractionVariation] = [:]
        for (key, figures) in interactions {
            var one = InteractionVariation()
            one.updates.count = figures.count
            one.unnecessary.count = figures.count
            one.hitch.count = figures.count
            one.hang.count = figures.count
            all[key] = one
        }
        for counts in byWindow {
            all[windows[counts.window]]?.updates.add(Double(counts.counts.updates))
            all[windows[counts.window]]?.unnecessary.add(Double(counts.counts.unnecessary))
        }
        // Sorted, because sums of floating-point numbers depend on the order.
        for (window, stalls) in stallsByWindow.sorted(by: { $0.key < $1.key }) {
            all[windows[window]]?.hitch.add(Double(stalls.hitchNs) / 1e6)
            all[windows[window]]?.hang.add(Double(stalls.hangNs) / 1e6)
        }
        return all
    }

    /// Returns the rows of views in the interactions of each kind.
    func rowsOfViews(_ value: (UpdateCounts) -> Int) -> [RowsOfKind] {
        let kinds = interactions.keys.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, $0) })
        let kindOfWindow = windows.map { numbers[$0] }
        var all = kinds.map { RowsOfKind(count: interactions[$0]?.count ?? 0) }
        // The sums of the current view by kind; nil for kinds without it.
        var sums = [Int?](repeating: nil, count: kinds.count)
        for view in views.values {
            var met: [Int] = []
            for counts in view.byWindow {
                guard let kind = kindOfWindow[counts.window] else { continue }
                if sums[kind] == nil { met.append(kind) }
                sums[kind] = (sums[kind] ?? 0) + value(counts.counts)
                all[kind].squares &+= value(counts.counts) &* value(counts.counts)
            }
            for kind in met {
                all[kind].add(sum: sums[kind] ?? 0)
                sums[kind] = nil
            }
        }
        return all
    }

    /// Returns the variation of a view's or chain's figure over the interactions of one kind, of which `counts` has
    /// some windows.
    func variation(
        _ counts: [WindowCounts], in key: InteractionKey, _ value: (UpdateCounts) -> Int
    ) -> Variation {
        var variation = Variation(count: interactions[key]?.count ?? 0)
        for one in counts where windows[one.window] == key { variation.add(Double(value(one.counts))) }
        return variation
    }
}

/// The spread of the durations of one view or signpost, on a logarithmic scale, on which most are normally distributed.
struct DurationSpread {
    let count: Int
    /// The standard deviation of the logarithms, from the median and the 95th percentile.
    let deviation: Double

    /// Returns nil if there are too few durations.
    private init?(count: Int, median: Double, p95: Double) {
        guard count > 1, median > 0 else { return nil }
        self.count = count
        deviation = log(p95 / median) / 1.645
    }

    init?(_ signpost: SignpostFigures?) {
        guard let signpost, let median = signpost.medianNs, let p95 = signpost.p95Ns else { return nil }
        self.init(count: signpost.intervals, median: Double(median), p95: Double(p95))
    }

    init?(_ view: UpdateFigures?) {
        guard let view, let median = view.percentileMs(50), let p95 = view.percentileMs(95) else { return nil }
        self.init(count: view.durations.count, median: median, p95: p95)
    }
}

/// The spread of the durations of all views or signposts of a recording, which supplements that of each.
struct DurationSpreads {
    private let degrees: Int
    private let variance: Double
    private let errors: ErrorsByChance

    /// The fewest durations with a useful 95th percentile; of fewer, it is the longest one.
    static let fewestOfP95 = 20
    /// The highest limit, as a multiple of the value.
    private static let mostTimes = 10.0
    /// The number of figures per view or signpost: a median and a 95th percentile.
    private static let figuresOfThing = 2

    /// - Parameter things: the most spreads about which something is said.
    init(_ spreads: [DurationSpread], things: Int) {
        degrees = spreads.reduce(0) { $0 + $1.count - 1 }
        let squares = spreads.reduce(0.0) { $0 + Double($1.count - 1) * $1.deviation * $1.deviation }
        variance = squares / Double(max(1, degrees))
        errors = ErrorsByChance(figures: Self.figuresOfThing * min(things, spreads.count))
    }

    /// Returns the largest likely increase of a percentile by chance in another recording of the same code; nil if
    /// unknown.
    func mostApart(_ value: Double, percent: Int, _ own: DurationSpread?) -> Double? {
        guard let own else { return nil }
        let others = min(ErrorsByChance.mostOfOthers, max(0, degrees - own.count + 1))
        let deviation = max(own.deviation, variance.squareRoot())
        // The asymptotic error of a sample quantile of normal values.
        let error = (percent == 50 ? 1.25 : 2.11) * deviation * (2 / Double(own.count)).squareRoot()
        return value * (min(Self.mostTimes, exp(errors[own.count - 1 + others] * error)) - 1)
    }
}

/// Student's t distribution (Abramowitz and Stegun, 26.7.3 and 26.7.4).
enum StudentT {
    /// The most degrees of freedom that are calculated; more hardly change the distribution.
    private static let mostDegrees = 200

    /// The probability of a value at least as far from zero, two-sided: 0 ... 1.
    static func p(_ t: Double, degrees: Int) -> Double {
        guard t.isFinite else { return 0 }
        let degrees = min(max(1, degrees), mostDegrees)
        let angle = atan(abs(t) / Double(degrees).squareRoot())
        let (sine, cosine) = (sin(angle), cos(angle))
        let isOdd = degrees % 2 == 1
        // The sum of the powers of the cosine up to degrees - 2; each term is computed from the previous one.
        var term = isOdd ? cosine : 1
        var sum = degrees == 1 ? 0 : term
        var next = isOdd ? 3 : 2
        while next <= degrees - 2 {
            term *= Double(next - 1) / Double(next) * cosine * cosine
            sum += term
            next += 2
        }
        let inside = isOdd ? 2 / Double.pi * (angle + sine * sum) : sine * sum
        return max(0, 1 - inside)
    }

    /// The value that is exceeded, to one side, with this probability; at most `most`, found by bisection.
    static func quantile(_ p: Double, degrees: Int, most: Double) -> Double {
        var (low, high) = (0.0, most)
        while high - low > 1e-3 {
            let middle = (low + high) / 2
            if Self.p(middle, degrees: degrees) > 2 * p { low = middle } else { high = middle }
        }
        return high
    }
}

/// The number of standard errors that, almost always, no figure of a second recording of the same code exceeds to one
/// side.
struct ErrorsByChance: Sendable {
    private let quantiles: [Double]

    /// The error probability over all figures of such a recording.
    private static let alpha = 0.03
    /// More degrees of freedom make no difference. More errors, as few degrees would need, would leave no limit.
    private static let (mostDegrees, mostErrors) = (30, 6.0)

    init(figures: Int) {
        let level = Self.alpha / Double(max(1, figures))
        quantiles = (1...Self.mostDegrees).map { StudentT.quantile(level, degrees: $0, most: Self.mostErrors) }
    }

    /// The errors for the degrees of freedom of their estimate.
    subscript(degrees: Int) -> Double { quantiles[min(max(1, degrees), quantiles.count) - 1] }

    /// The most degrees of freedom that the other kinds add to a kind's own.
    static let mostOfOthers = 6
}
