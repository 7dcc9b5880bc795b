/// How far a figure may rise before a limit that was made from it is breached.
///
/// A limit that chance breaches is taken out of the budget sooner or later, and with it what it was for. So the head-room
/// is what chance makes of the figure, as far as one trace shows that, and at least what a comparison of traces calls a
/// change.
enum BudgetHeadroom {
    private static let percent = 0.1
    /// Times and ratios vary by more than a tenth from run to run.
    private static let percentOfTimes = 0.2
    /// Durations below a millisecond vary by more than a fifth.
    private static let leastMs = 1.0
    /// What a comparison takes notice of.
    private static let leastUpdates = 2.0
    /// Up to here Apple calls hitches good, in milliseconds a second.
    private static let goodRatio = 5.0
    /// Of the samples.
    private static let leastShare = 0.02
    /// A second, and of the main thread.
    private static let (leastRate, leastPercent) = (1.0, 1.0)
    /// Samples that follow each other are mostly of one call, and so many say no more than one.
    private static let samplesOfCall = 10.0

    static func limit(
        _ value: Double, _ measure: BudgetMeasure, _ subject: BudgetSubject, _ figures: BudgetFigures
    ) -> Double {
        limit(value, measure, chance: chance(value, measure, subject, figures))
    }

    /// More than this needs a reason that a reader can hold against it.
    private static let (widePercent, wideNumber) = (0.25, 2.0)

    /// Why a limit lies far above its figure; nil where it does not.
    static func note(_ limit: Double, on value: Double, _ measure: BudgetMeasure) -> String? {
        let isShare = [.selfShare, .totalShare].contains(measure)
        guard limit > value + max(value * widePercent, isShare ? leastShare : wideNumber) + 1e-9 else { return nil }
        let (most, now) = (BudgetWords.number(limit), BudgetWords.number((value * 100).rounded() / 100))
        if measure == .hitchRatio, limit == goodRatio {
            return "\(measure.rawValue) \(most): \(now) in this trace; up to \(most) ms/s Apple calls good"
        }
        let more = BudgetWords.number(((limit - value) * 100).rounded() / 100)
        return
            "\(measure.rawValue) \(most): \(now) in this trace; with so few rows, chance alone may make \(more) more "
            + "of that in an equal recording"
    }

    /// `chance`: how far chance moves it; nil where that is not known.
    static func limit(_ value: Double, _ measure: BudgetMeasure, chance: Double?) -> Double {
        let chance = chance ?? 0
        switch measure {
        case .rejects: return value
        case .red: return value > 0 ? up(value + max(value * percent, chance)) : 0
        case .orange, .unnecessary, .updatesPerInteraction, .unnecessaryPerInteraction, .count, .evaluations,
            .unchanged:
            return up(value + max(value * percent, leastUpdates, chance))
        case .hangMs:
            return value > 0 || chance > 0 ? tenth(value + max(value * percentOfTimes, leastMs, chance)) : 0
        case .wastedMs, .hitchMs, .p95Ms, .medianMs, .maxMs:
            return tenth(value + max(value * percentOfTimes, leastMs, chance))
        case .hitchRatio: return tenth(max(goodRatio, value + max(value * percentOfTimes, chance)))
        case .updatesPerSecond: return tenth(value + max(value * percentOfTimes, leastRate, chance))
        case .mainThreadShare: return min(100, tenth(value + max(value * percentOfTimes, leastPercent, chance)))
        case .selfShare, .totalShare:
            return min(1, up((value + max(value * percent, leastShare, chance)) * 100) / 100)
        }
    }

    /// What a double adds in its last digits is no next number.
    private static func up(_ value: Double) -> Double { (value - 1e-9 * value.magnitude).rounded(.up) }

    private static func tenth(_ value: Double) -> Double { up(value * 10) / 10 }

    private static func chance(
        _ value: Double, _ measure: BudgetMeasure, _ subject: BudgetSubject, _ figures: BudgetFigures
    ) -> Double? {
        if let chance = figures.chance(measure, subject) { return chance.most }
        switch (measure, subject) {
        case (.red, _), (.orange, _), (.unnecessary, _): return scatter(value) * figures.excess(value).squareRoot()
        case (.count, _), (.evaluations, _), (.unchanged, _): return scatter(value)
        case (.wastedMs, .trace):
            // As the number of updates that are wasted.
            let count = Double(figures.trace.all.unnecessary)
            // Each is as long as chance makes it: they vary by their mean once more.
            return count > 0 ? value / count * scatter(2 * count) * figures.excess(count).squareRoot() : nil
        case (.medianMs, .signpost(let key)), (.p95Ms, .signpost(let key)):
            let spread = DurationSpread(figures.trace.signposts[key])
            return figures.signpostSpreads.mostApart(value, percent: measure == .medianMs ? 50 : 95, spread)
        case (.p95Ms, .view(let key)):
            return figures.viewSpreads.mostApart(value, percent: 95, DurationSpread(figures.trace.views[key]))
        case (.updatesPerSecond, .recurring(let label)), (.mainThreadShare, .recurring(let label)):
            guard let cause = figures.trace.recurring[label], !cause.isSteady, cause.runs > 0 else { return nil }
            return value / Double(cause.runs) * scatter(Double(cause.runs))
        case (.selfShare, _), (.totalShare, _):
            let calls = Double(max(1, figures.trace.runningSamples)) / samplesOfCall
            return 3 * (2 * value * (1 - value) / calls).squareRoot()
        default: return nil
        }
    }

    /// Three standard errors of the difference of two counts of events that do not know of each other.
    private static func scatter(_ count: Double) -> Double { 3 * (2 * count).squareRoot() }
}
