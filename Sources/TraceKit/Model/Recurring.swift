/// A recurring cause of view bodies: a root of the recorded graph, or one inferred from the order of evaluations
/// (docs/analysis.md, section 3).
struct RecurringCause {
    /// Its name in all outputs.
    var label = ""
    /// The name and kind of the recorded root; none if the cause is inferred.
    var root = NameID.none
    var kind = CauseKind.other
    /// Whether a view names the changed property. Otherwise the first view that runs represents an unrecorded parent.
    var isSeen: Bool
    /// Index into `AnalysisResults.views`: the view that names it most often, or the one that runs first.
    var view: Int
    /// The property that this view names most often; none if it names none.
    var property: ListID = .none
    var runs = 0
    /// Evaluations in its runs, without first ones.
    var updates = 0
    var totalNs: Int64 = 0
    /// The starts of its first and last run; -1 = without times.
    var first: Int64 = -1
    var last: Int64 = -1
    /// The period of regular runs; -1 = irregular.
    var periodNs: Int64 = -1
    /// The range of its links.
    var links: Range<Int> = 0..<0
    /// Signpost intervals that begin with its runs, with most time first.
    var intervals: [RecurringInterval] = []
}

/// Intervals of one signpost that begin with the runs of a recurring cause.
struct RecurringInterval {
    /// Index into `AnalysisResults.recurring`.
    var cause: Int
    var name: NameID
    var count = 0
    /// Intervals longer than the red deadline.
    var long = 0
    var totalNs: Int64 = 0
}

/// A view whose updates a recurring cause triggers.
struct RecurringLink {
    /// Index into `AnalysisResults.recurring`.
    var cause: Int
    /// Index into `AnalysisResults.views`.
    var view: Int
    /// Whether the view names what changed, or only runs with it.
    var isDriver: Bool
    /// Runs of the cause that include the view.
    var runs = 0
    /// All bursts that include the view, regardless of their cause.
    var bursts = 0
    var updates = 0
    var totalNs: Int64 = 0
    /// For a driver, the property that it names most often, and a few of all that it names, most frequent first.
    var property: ListID = .none
    var named: [ListID] = []
    /// The run in which it was last counted.
    var lastRun = -1
}

/// One occurrence of a recurring cause.
struct RecurringRun: BitwiseCopyable {
    /// Index into `AnalysisResults.recurring`.
    var cause: Int32
    /// The start; -1 = without a time.
    var start: Int64
    var updates: Int32
}

/// Instances that are recreated although their position in the view tree stays.
struct IdentityChurn {
    /// Index into `AnalysisResults.views`.
    var view: Int
    /// The view that names what changed each time, and the property; nil = unknown.
    var driver: (view: Int, property: ListID)?
    /// The number of recreations, and of instances in the last one.
    var times: Int
    var atOnce: Int
    /// The rows of the recreations.
    var rows: [UInt32]
}

/// The number and rate of something that recurs.
package struct Recurrence: Equatable, Sendable {
    package var runs: Int
    /// The starts of the first and last run; nil = without times.
    var firstNs: Int64?
    var lastNs: Int64?
    /// The period of regular runs.
    package var periodNs: Int64?

    /// From this many per second on, texts give a rate instead of a period.
    static let fast = 5

    /// Runs per second.
    var rate: Int? {
        guard let firstNs, let lastNs, lastNs > firstNs else { return nil }
        return Int((Double(runs - 1) * 1e9 / Double(lastNs - firstNs)).rounded())
    }

    /// `every 0.50 s`, `once a second`, `about 30 times a second`; nil if it is neither regular nor fast.
    var pace: String? {
        if let rate, rate >= Self.fast { return "about \(Decimal.grouped(rate)) times a second" }
        return periodNs.map { abs($0 - 1_000_000_000) < 10_000_000 ? "once a second" : "every \(Self.seconds($0))" }
    }

    /// `every 0.50 s (40 times)`, `about 30 times a second`; without a rate `(40 times)`.
    var often: String {
        let times = "(\(Decimal.grouped(runs)) times)"
        guard let pace else { return times }
        return (rate ?? 0) >= Self.fast ? pace : "\(pace) \(times)"
    }

    /// `0.40 s`
    static func seconds(_ nanoseconds: Int64) -> String {
        "\(Decimal.text(Double(nanoseconds) / 1e9, digits: nanoseconds < 10_000_000_000 ? 2 : 0)) s"
    }
}

extension RecurringCause {
    var recurrence: Recurrence {
        func known(_ time: Int64) -> Int64? { time < 0 ? nil : time }
        return Recurrence(
            runs: runs, firstNs: known(first), lastNs: known(last), periodNs: periodNs > 0 ? periodNs : nil)
    }
}
