/// A signpost as traces are compared: processes are left out, because their ids change from one recording to the next.
struct SignpostKey: Hashable, Comparable, Sendable {
    var name: String
    var subsystem: String?
    var category: String?

    /// `com.example.app:Network:Load`, as the option `--interactions` has it.
    var qualified: String { "\(subsystem ?? ""):\(category ?? ""):\(name)" }

    static func < (left: SignpostKey, right: SignpostKey) -> Bool {
        (left.name, left.subsystem ?? "", left.category ?? "") < (
            right.name, right.subsystem ?? "", right.category ?? ""
        )
    }
}

/// The intervals and events of a signpost.
struct SignpostFigures: Equatable, Sendable {
    /// With both ends.
    var intervals = 0
    var events = 0
    var totalNs: Int64 = 0
    /// Nearest rank, of the intervals; nil where there is none.
    var medianNs: Int64?
    var p95Ns: Int64?
    var maxNs: Int64?

    /// How often it happened.
    var count: Int { intervals + events }
}

/// A function as traces are compared: threads and processes are left out.
struct FunctionKey: Hashable, Comparable, Sendable {
    var function: String
    var binary: String?

    /// `` Foundation`JSONDecoder.decode ``, as debuggers have it.
    var qualified: String { "\(binary ?? "")`\(function)" }

    static func < (left: FunctionKey, right: FunctionKey) -> Bool {
        (left.function, left.binary ?? "") < (right.function, right.binary ?? "")
    }
}

/// Samples in which the thread runs.
struct FunctionFigures: Equatable, Sendable {
    /// In the function itself.
    var ownSamples = 0
    /// In it, or in what it calls.
    var totalSamples = 0
}

/// Evaluations of a view's body that lines of a console or log tell of, and that belong to no update: how long they took,
/// no line says.
struct EvaluationFigures: Equatable, Sendable {
    var evaluations = 0
    /// Nothing had changed.
    var unchanged = 0

    static func += (left: inout EvaluationFigures, right: EvaluationFigures) {
        left.evaluations += right.evaluations
        left.unchanged += right.unchanged
    }
}

/// Hitches and hangs that begin in one interaction window, in nanoseconds.
struct WindowStalls: Equatable, Sendable {
    var hitchNs: Int64 = 0
    var hangNs: Int64 = 0
}

extension TraceFigures {
    /// Of all views.
    var allEvaluations: EvaluationFigures { evaluations.values.reduce(into: EvaluationFigures()) { $0 += $1 } }

    /// The share of the samples in which threads run; nil where there are none.
    func share(_ samples: Int) -> Double? {
        runningSamples > 0 ? Double(samples) / Double(runningSamples) : nil
    }
}
