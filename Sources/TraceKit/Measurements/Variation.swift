/// How much the interactions of one kind differ within a recording.
struct Variation: Equatable, Sendable {
    /// How many interactions.
    var count = 0
    var sum = 0.0
    var squares = 0.0

    /// Of the figure for one interaction.
    var mean: Double { sum / Double(max(1, count)) }

    /// Degrees of freedom.
    var degrees: Int { max(0, count - 1) }

    /// Of the single interactions; zero where there is one alone.
    var variance: Double { count > 1 ? max(0, (squares - sum * mean) / Double(degrees)) : 0 }

    /// `value`: the figure of one interaction; those that are left out have none of it.
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

/// How the interactions of all kinds of a recording vary, and with that how far two recordings of one of them may lie apart by
/// chance. Few interactions of a kind, of which one in a hundred is far out, say too little of it by themselves.
///
/// Random counts vary in proportion to their mean, in most recordings by a share of the mean too, as negative binomial ones do;
/// how large those are is taken from all kinds together, by moments. Stalls are rare, and may be in any interaction.
struct VariationOfKinds: Sendable {
    private let isCount: Bool
    private let degrees: Int
    // Of all kinds, each as often as it has degrees of freedom: variances, means and squares of means.
    private var variances = 0.0
    private var means = 0.0
    private var squares = 0.0
    /// How many times more than random counts the sum over all interactions varies.
    private(set) var excessOfSum = 1.0
    private let errors: ErrorsByChance

    /// Updates and unnecessary updates.
    private static let figuresOfKind = 2
    /// Less than this says nothing of a kind that was performed once.
    private static let fewestOfOthers = 3
    /// Standard errors where nothing is known but the count itself.
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

    /// Of counts of many rows, of so many of which something is said.
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

    /// How far the means of two recordings of as many interactions lie apart by chance, all but always; nil where that is not
    /// seen. They vary as they do here or, if that is more, as those of the other kinds do at their mean.
    ///
    /// Of counts that are low by chance the variance is too low as well: it is taken at the highest mean that they may have.
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

    /// The same of the sums over all interactions, as far as those of one kind differ.
    func mostApartOfSum(_ interactions: Int) -> Double? {
        guard degrees > 0 else { return nil }
        return errors[degrees] * (2 * Double(interactions) * variances / Double(degrees)).squareRoot()
    }
}

/// Rows that had something in the interactions of one kind. Whole numbers: their sums are the same in any order.
struct RowsOfKind {
    /// Interactions.
    let count: Int
    var rows = 0
    var sum = 0
    var squares = 0
    /// Of the sum of each row.
    var squaresOfSums = 0

    init(count: Int) { self.count = count }

    mutating func add(sum: Int) {
        rows += 1
        self.sum &+= sum
        squaresOfSums &+= sum &* sum
    }
}

/// The variation of every figure of interactions that is held against limits.
struct InteractionVariation: Sendable {
    var updates = Variation()
    var unnecessary = Variation()
    /// In milliseconds.
    var hitch = Variation()
    var hang = Variation()

    static func += (left: inout InteractionVariation, right: InteractionVariation) {
        left.updates += right.updates
        left.unnecessary += right.unnecessary
        left.hitch += right.hitch
        left.hang += right.hang
    }
}

/// Of a whole recording.
struct RecordingVariation {
    let byKind: [InteractionKey: InteractionVariation]
    let updates: VariationOfKinds
    let unnecessary: VariationOfKinds
    let hitch: VariationOfKinds
    let hang: VariationOfKinds

    init(_ trace: TraceFigures) {
        byKind = trace.variations()
        // In order: sums of fractions depend on it.
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
    /// By kind and name, in one go over the windows.
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
        // In order: sums of fractions depend on it.
        for (window, stalls) in stallsByWindow.sorted(by: { $0.key < $1.key }) {
            all[windows[window]]?.hitch.add(Double(stalls.hitchNs) / 1e6)
            all[windows[window]]?.hang.add(Double(stalls.hangNs) / 1e6)
        }
        return all
    }

    /// What views had in the interactions of each kind.
    func rowsOfViews(_ value: (UpdateCounts) -> Int) -> [RowsOfKind] {
        let kinds = interactions.keys.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, $0) })
        let kindOfWindow = windows.map { numbers[$0] }
        var all = kinds.map { RowsOfKind(count: interactions[$0]?.count ?? 0) }
        // Of the view at hand, by kind; nil where it has none.
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

    /// Of what some windows of one kind of interaction had of a view or a chain.
    func variation(
        _ counts: [WindowCounts], in key: InteractionKey, _ value: (UpdateCounts) -> Int
    ) -> Variation {
        var variation = Variation(count: interactions[key]?.count ?? 0)
        for one in counts where windows[one.window] == key { variation.add(Double(value(one.counts))) }
        return variation
    }
}

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

    init?(_ view: UpdateFigures?) {
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

/// Student's t distribution (Abramowitz and Stegun, 26.7.3 and 26.7.4).
enum StudentT {
    /// Beyond so many degrees the distribution hardly changes.
    private static let mostDegrees = 200

    /// How probable a value at least as far from zero is, two-sided: 0 ... 1.
    static func p(_ t: Double, degrees: Int) -> Double {
        guard t.isFinite else { return 0 }
        let degrees = min(max(1, degrees), mostDegrees)
        let angle = atan(abs(t) / Double(degrees).squareRoot())
        let (sine, cosine) = (sin(angle), cos(angle))
        let isOdd = degrees % 2 == 1
        // The sum of the powers of the cosine up to degrees - 2, with factors that grow from one to the next.
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

    /// How far from zero a value lies that is exceeded, to one side, with this probability; found by halving.
    static func quantile(_ p: Double, degrees: Int, most: Double) -> Double {
        var (low, high) = (0.0, most)
        while high - low > 1e-3 {
            let middle = (low + high) / 2
            if Self.p(middle, degrees: degrees) > 2 * p { low = middle } else { high = middle }
        }
        return high
    }
}

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
