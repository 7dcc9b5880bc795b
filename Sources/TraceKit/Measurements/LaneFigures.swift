/// The identity of a signpost across traces. Processes are left out, because their ids change.
struct SignpostKey: Hashable, Comparable, Sendable {
    var name: String
    var subsystem: String?
    var category: String?

    /// `com.example.app:Network:Load`, as for the option `--interactions`.
    var qualified: String { "\(subsystem ?? ""):\(category ?? ""):\(name)" }

    static func < (left: SignpostKey, right: SignpostKey) -> Bool {
        (left.name, left.subsystem ?? "", left.category ?? "") < (
            right.name, right.subsystem ?? "", right.category ?? ""
        )
    }
}

/// The intervals and events of a signpost.
struct SignpostFigures: Equatable, Sendable {
    /// Intervals with both ends.
    var intervals = 0
    var events = 0
    var totalNs: Int64 = 0
    /// Durations by nearest rank over the intervals; nil without intervals.
    var medianNs: Int64?
    var p95Ns: Int64?
    var maxNs: Int64?

    /// The number of intervals and events.
    var count: Int { intervals + events }
}

/// The identity of a function across traces, without threads and processes.
struct FunctionKey: Hashable, Comparable, Sendable {
    var function: String
    var binary: String?

    /// `` Foundation`JSONDecoder.decode ``, as in debuggers.
    var qualified: String { "\(binary ?? "")`\(function)" }

    static func < (left: FunctionKey, right: FunctionKey) -> Bool {
        (left.function, left.binary ?? "") < (right.function, right.binary ?? "")
    }
}

/// The running samples of a function.
struct FunctionFigures: Equatable, Sendable {
    /// Samples in the function itself.
    var ownSamples = 0
    /// Samples in the function or its callees.
    var totalSamples = 0
}

/// Evaluations of a view's body in console or log lines that belong to no update. Their durations are unknown.
struct EvaluationFigures: Equatable, Sendable {
    var evaluations = 0
    /// Evaluations whose line says that nothing had changed.
    var unchanged = 0

    static func += (left: inout EvaluationFigures, right: EvaluationFigures) {
        left.evaluations += right.evaluations
        left.unchanged += right.unchanged
    }
}

/// The log lines with one text, and the durations in them.
struct LogFigures: Equatable, Sendable {
    var lines = 0
    /// The median and the largest of the durations in milliseconds; nil without durations.
    var medianMs: Double?
    var maxMs: Double?
    var totalMs = 0.0
}

/// The recurring causes of one label.
struct RecurringFigures: Equatable, Sendable {
    var runs = 0
    var updates = 0
    /// Updates of unknown duration.
    var open = 0
    var totalNs: Int64 = 0
    /// The starts of the first and the last run; nil without times.
    var firstNs: Int64?
    var lastNs: Int64?
    /// Whether it recurs at a steady pace, and whether its runs keep to interactions.
    var isSteady = false
    var answers = false
    /// The first of its views.
    var view: String?

    /// The time from the first run to the last; nil if unknown.
    var spanNs: Int64? {
        guard let firstNs, let lastNs, lastNs > firstNs else { return nil }
        return lastNs - firstNs
    }

    var updatesPerSecond: Double? { spanNs.map { Double(updates) * 1e9 / Double($0) } }

    /// The share of the main thread in that time, in percent; nil if no update has a duration.
    var mainThreadShare: Double? {
        guard totalNs > 0, let spanNs else { return nil }
        return min(100, Double(totalNs) * 100 / Double(spanNs))
    }

    static func += (left: inout RecurringFigures, right: RecurringFigures) {
        left.runs += right.runs
        left.updates += right.updates
        left.open += right.open
        left.totalNs = left.totalNs.addingSaturating(right.totalNs)
        left.firstNs = [left.firstNs, right.firstNs].compactMap { $0 }.min()
        left.lastNs = [left.lastNs, right.lastNs].compactMap { $0 }.max()
        left.isSteady = left.isSteady && right.isSteady
        left.answers = left.answers && right.answers
    }
}

/// Hitches and hangs that begin in one interaction window, in nanoseconds.
struct WindowStalls: Equatable, Sendable {
    var hitchNs: Int64 = 0
    var hangNs: Int64 = 0
}

extension TraceFigures {
    /// The evaluations of all views.
    var allEvaluations: EvaluationFigures { evaluations.values.reduce(into: EvaluationFigures()) { $0 += $1 } }

    /// The trace with its body updates counted as evaluations too, although their log lines say more.
    var withUpdatesAsEvaluations: TraceFigures {
        var trace = self
        for (key, figures) in views where key.kind == .body {
            trace.evaluations[key.view, default: EvaluationFigures()].evaluations += figures.counts.updates
        }
        trace.views = [:]
        return trace
    }

    /// The number of body updates of each view outside interactions, without times.
    var updatesOutsideInteractions: [String: FigureSeries] {
        views.reduce(into: [:]) { series, entry in
            guard entry.key.kind == .body else { return }
            let inside = entry.value.byWindow.reduce(0) { sum, one in
                windows[one.window].kind == "trace" ? sum : sum + one.counts.updates
            }
            let outside = entry.value.counts.updates - inside
            if outside > 0 { series[entry.key.view] = FigureSeries(times: [0], weights: [Double(outside)]) }
        }
    }

    /// The share of running samples; nil without samples.
    func share(_ samples: Int) -> Double? {
        runningSamples > 0 ? Double(samples) / Double(runningSamples) : nil
    }
}
