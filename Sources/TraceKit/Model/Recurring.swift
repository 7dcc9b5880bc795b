/// What makes view bodies run again and again: a root of the recorded graph, or what is inferred from the order of evaluations
/// (docs/analysis.md, section 3).
struct RecurringCause {
    /// What it is called wherever it is told.
    var label = ""
    /// The name and kind of the recorded root; none where the cause is inferred.
    var root = NameID.none
    var kind = CauseKind.other
    /// Whether a view names what changed. Else what runs first does so for a parent that the recording does not show.
    var isSeen: Bool
    /// Index into `AnalysisResults.views`: the view that names it most often, or the one that runs first.
    var view: Int
    /// What that view names, most often; none where it names nothing.
    var property: ListID = .none
    var runs = 0
    /// Evaluations in its runs; first ones are left out.
    var updates = 0
    var totalNs: Int64 = 0
    /// Of its first and its last run; -1 = without times.
    var first: Int64 = -1
    var last: Int64 = -1
    /// Of runs that come at a steady pace; -1 = they do not.
    var periodNs: Int64 = -1
    /// Of its links.
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
    /// Longer than the red deadline.
    var long = 0
    var totalNs: Int64 = 0
}

/// A view whose updates a recurring cause makes.
struct RecurringLink {
    /// Index into `AnalysisResults.recurring`.
    var cause: Int
    /// Index into `AnalysisResults.views`.
    var view: Int
    /// Whether the view names what changed, or only runs with it.
    var isDriver: Bool
    /// Runs of the cause with the view.
    var runs = 0
    /// All bursts with the view, whatever drives them.
    var bursts = 0
    var updates = 0
    var totalNs: Int64 = 0
    /// What it names most often, where it is a driver; and all that it names, the most often first, few of them.
    var property: ListID = .none
    var named: [ListID] = []
    /// The run in which it was counted last.
    var lastRun = -1
}

/// One occurrence of a recurring cause.
struct RecurringRun: BitwiseCopyable {
    /// Index into `AnalysisResults.recurring`.
    var cause: Int32
    /// -1 = without a time.
    var start: Int64
    var updates: Int32
}

/// Instances that are made again though the place in the tree stays.
struct IdentityChurn {
    /// Index into `AnalysisResults.views`.
    var view: Int
    /// The view that names what changed each time, and what it names; nil = nobody does.
    var driver: (view: Int, property: ListID)?
    /// How often they were made again, and how many the last time.
    var times: Int
    var atOnce: Int
    /// The rows that were made again.
    var rows: [UInt32]
}

/// How often something recurs, and at what pace.
package struct Recurrence: Equatable, Sendable {
    package var runs: Int
    /// Of its first and its last run; nil = without times.
    var firstNs: Int64?
    var lastNs: Int64?
    /// Of runs that come at a steady pace.
    package var periodNs: Int64?

    /// From so many a second on, readers do not count the seconds between them.
    static let fast = 5

    /// Runs a second.
    var rate: Int? {
        guard let firstNs, let lastNs, lastNs > firstNs else { return nil }
        return Int((Double(runs - 1) * 1e9 / Double(lastNs - firstNs)).rounded())
    }

    /// `every 0.50 s`, `about 30 times a second`; nil where it is neither steady nor fast.
    var pace: String? {
        if let rate, rate >= Self.fast { return "about \(Decimal.grouped(rate)) times a second" }
        return periodNs.map { "every \(Self.seconds($0))" }
    }

    /// `every 0.50 s (40 times)`, `about 30 times a second`; without a pace `(40 times)`.
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
