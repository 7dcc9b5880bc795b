@testable import TraceKit

/// The two-sided Mann–Whitney test as textbooks have it, on the product's `RankSum`.
///
/// Exact for at most 20 values a side without ties. Otherwise the normal approximation, corrected for ties and for
/// continuity.
struct MannWhitney: Equatable {
    /// The pairs in which the first side's value is the larger one; ties count half.
    let firstU: Double
    /// The pairs in which the second side's value is the larger one. Both add up to the number of pairs.
    let secondU: Double
    /// How probable a U at least as far from the middle is where the sides do not differ: 0 < p <= 1.
    let p: Double
    /// Whether p was counted, not approximated.
    let isExact: Bool
    /// Counted also where values tie, up to 20 a side, else p. With few values that tie the approximation is off either
    /// way (1 1 1 against 2 2 2 has p = 0.047, counted 0.1); verdicts rest on this one.
    let countedP: Double

    /// Compares two samples of finite values, in any order. Where a side is empty or all values are equal, p is 1.
    init(_ first: [Double], _ second: [Double]) {
        let ranks = RankSum(first, second)
        firstU = Double(ranks.doubledU) / 2
        secondU = Double(2 * ranks.pairs - ranks.doubledU) / 2
        guard ranks.canDiffer else {
            (p, isExact, countedP) = (1, true, 1)
            return
        }
        let counted = max(first.count, second.count) <= RankSum.exactLimit ? ranks.countedP : nil
        if let counted, ranks.ties.allSatisfy({ $0 == 1 }) {
            (p, isExact, countedP) = (counted, true, counted)
        } else {
            (p, isExact, countedP) = (ranks.normalP, false, counted ?? ranks.normalP)
        }
    }
}
