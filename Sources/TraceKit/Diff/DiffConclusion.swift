/// The verdict of a comparison in one word (docs/diff.md).
public enum ComparisonVerdict: String, CaseIterable, Sendable {
    case better, worse, mixed
    case likelyBetter = "likely-better"
    case likelyWorse = "likely-worse"
    case likelyMixed = "likely-mixed"
    /// Something moved, and chance may explain it.
    case different
    case noDifference = "no-difference"
    case notCompared = "not-compared"

    var text: String {
        switch self {
        case .better: "BETTER"
        case .worse: "WORSE"
        case .mixed: "MIXED"
        case .likelyBetter: "LIKELY BETTER"
        case .likelyWorse: "LIKELY WORSE"
        case .likelyMixed: "LIKELY MIXED"
        case .different: "DIFFERENT"
        case .noDifference: "NO DIFFERENCE"
        case .notCompared: "NOT COMPARED"
        }
    }
}

/// The first line of a comparison: the largest movements in plain numbers, one word, and the advice how to decide it
/// (docs/diff.md).
package struct DiffConclusion: Sendable {
    init() {}

    package var word = ComparisonVerdict.noDifference
    /// Sorted by size, largest first.
    package var movements: [Movement] = []
    /// The advice how to decide it: `one event: record 3 traces a side`; nil if it is decided.
    package var toDecide: String?

    /// The number of movements in the first line.
    private static let told = 3

    /// `hangs 2,310 → 0 ms, hitches 4,208 → 0 ms`; empty if nothing moved.
    package var movementText: String { leading.map(\.text).joined(separator: ", ") }

    /// The movements of the first line; those that decided the word come first.
    private var leading: [Movement] {
        // The parts of late time explain it, but are no further movements.
        var subjects: Set<String> = []
        let movements = movements.filter { movement in
            guard movement.figure != "late_ms" else { return false }
            // The sum and the median of the same lines are one movement.
            return !movement.figure.hasPrefix("log_") || subjects.insert(movement.subject ?? "").inserted
        }
        let sure = movements.filter { $0.certainty != .different }
        let late = movements.filter { $0.certainty == .different && $0.rank == 0 }
        // Movements of unknown direction add nothing to certain or likely ones.
        let rest = movements.filter { $0.certainty == .different && $0.rank > 0 && ($0.isJudged || sure.isEmpty) }
        // A person notices late time, even if it is only one event.
        let told = (sure + late + rest).prefix(Self.told)
        return told.filter { $0.rank == 0 } + told.filter { $0.rank > 0 }
    }

    /// - Parameters:
    ///   - isBetter: whether rows of the tables have the verdict better.
    ///   - isWorse: the same for worse.
    ///   - doubt: the question that no number of recordings decides.
    init(
        _ movements: [Movement], isBetter: Bool, isWorse: Bool, isCompared: Bool, tracesToTell: Int,
        doubt: String? = nil
    ) {
        self.movements = movements
        func any(_ certainty: Movement.Certainty, isBetter: Bool) -> Bool {
            movements.contains { $0.certainty == certainty && $0.isBetter == isBetter }
        }
        let (better, worse) = (
            isBetter || any(.certain, isBetter: true), isWorse || any(.certain, isBetter: false)
        )
        let (likelyBetter, likelyWorse) = (any(.likely, isBetter: true), any(.likely, isBetter: false))
        if !isCompared {
            word = .notCompared
        } else if better || worse {
            word = better && worse ? .mixed : better ? .better : .worse
        } else if likelyBetter || likelyWorse {
            word = likelyBetter && likelyWorse ? .likelyMixed : likelyBetter ? .likelyBetter : .likelyWorse
            toDecide = "record \(tracesToTell) traces a side to be sure"
        } else if let first = leading.first {
            word = .different
            toDecide = doubt ?? Self.toDecide(first, tracesToTell)
        }
    }

    private static func toDecide(_ movement: Movement, _ tracesToTell: Int) -> String {
        let events = max(movement.rowsBefore, movement.rowsAfter)
        if movement.figure == "metric" {
            let fewest = DiffThresholds.fewestSamples
            return events < fewest
                ? "\(Decimal.counted(events, "reading")) a side: from \(fewest) on chance can be ruled out"
                : "of these metrics chance is not ruled out"
        }
        if events == 1 { return "one event: record 3 traces a side" }
        if events < 10 { return "\(events) events: record 3 traces a side" }
        return "record \(tracesToTell) traces a side to be sure"
    }
}
