/// The figures of one trace, for comparison with another trace, with a budget, and over time.
///
/// All of them are in the public views too; here they are read in one pass over the updates.
package struct TraceFigures: Sendable {
    /// Its id in the database.
    package var id: Int64
    /// The user's label (`import --label`).
    package var label: String?
    /// The name of the recording, or of its file if it has none.
    package var name = ""
    var environment = TraceEnvironment()
    /// The lanes that the input has, even those without rows.
    var lanes: Set<Lane> = []
    /// Caveats: damage, rejected rows, warnings of the import.
    var caveats: [String] = []
    /// The reason why the input is incomplete; nil if it was read to its end.
    var damage: String?
    /// The damage as a sentence about the trace.
    package var incompleteness: String? { damage.map { "\(name) is incomplete (\($0))" } }
    var durationMs = 0.0
    /// Whether it is part of a longer recording; its duration is that of the part.
    var isSlice = false
    var rowsSeen = 0
    var rejects = 0
    /// Sums over all updates.
    var all = UpdateCounts()
    /// Sums over the view bodies.
    var bodies = UpdateCounts()
    var checks = 0
    /// Updates before the first interaction, and updates in no interaction.
    var launch = UpdateCounts()
    var unattributed = UpdateCounts()
    var interactions: [InteractionKey: InteractionFigures] = [:]
    /// The interaction of each window, by `WindowCounts.window`.
    var windows: [InteractionKey] = []
    /// The updates of each window that has any.
    var byWindow: [WindowCounts] = []
    var views: [ViewFigureKey: UpdateFigures] = [:]
    /// Updates by chain, whose names are joined with arrows.
    var chains: [String: UpdateFigures] = [:]
    var hitches = StallFigures()
    /// Hitches that are not the app's; they are in no ratio.
    var systemHitches = StallFigures()
    var hangs = StallFigures()
    /// The lanes whose rows all come from log lines.
    var loggedLanes: Set<Lane> = []
    /// The CPU time of samples; nil if no sample has a weight.
    var cpu: CPUFigures?
    var hasAllocations = false
    /// Whether the reason of any update is known; without reasons no update is unnecessary.
    var hasEvidence = false
    /// Whether any update has changed properties, and whether any has an instance.
    var hasChanges = false
    var hasInstances = false
    var findings: [StoredFinding] = []
    /// The interactions of findings, by the id of the interaction.
    var interactionOf: [Int64: InteractionKey] = [:]
    /// The problems, ordered by cost.
    var problems: [StoredProblem] = []
    /// The promised gains of fixing problems, by the id of the problem.
    var gains: [Int64: PromisedGain] = [:]
    /// The updates of problems by interaction, by the id of the problem.
    var problemShares: [Int64: [InteractionKey: ProblemShare]] = [:]
    /// Findings without evidence, smaller than others of their rules.
    var smallerFindings: [StoredFinding] = []
    /// Hangs and the app's hitches by the index of the window that they begin in.
    var stallsByWindow: [Int: WindowStalls] = [:]
    /// Signposts and functions of the analysed processes.
    var signposts: [SignpostKey: SignpostFigures] = [:]
    var functions: [FunctionKey: FunctionFigures] = [:]
    /// Evaluations by view.
    var evaluations: [String: EvaluationFigures] = [:]
    /// Recurring causes by label.
    var recurring: [String: RecurringFigures] = [:]
    /// Log lines of the analysed processes by text.
    var logs: [String: LogFigures] = [:]
    /// The rows behind the figures, if they were read.
    var series = TraceSeries()
    /// The number of samples in which a thread runs; shares of functions refer to it.
    var runningSamples = 0

    /// The sum over all interaction windows.
    var inInteractions: UpdateCounts { interactions.values.reduce(into: UpdateCounts()) { $0 += $1.counts } }
    var interactionCount: Int { interactions.values.reduce(0) { $0 + $1.count } }
}

/// The circumstances of a recording. A comparison of traces warns if they differ.
struct TraceEnvironment: Equatable, Sendable {
    var app: String?
    var build: String?
    var device: String?
    var os: String?
    var configuration: String?
    var refreshHz: Int64?
    var profile = ""
    var orangeNs: Int64 = 0
    var redNs: Int64 = 0
    var startedAt: String?
    var importedAt: String?
    var contentHash = ""
    /// Whether its SwiftUI tables were read experimentally.
    var isGuessed = false

    /// The properties that must be equal for recordings to compare, with their names in messages; nil = unknown.
    static let properties: [(what: String, value: @Sendable (TraceEnvironment) -> String?)] = [
        ("device", \.device), ("system", \.os), ("build configuration", \.configuration),
        ("refresh rate", { $0.refreshHz.map { "\($0) Hz" } }), ("app", \.app), ("profile of deadlines", \.deadlines),
    ]

    private var deadlines: String {
        let limits = [orangeNs, redNs].map { Decimal.rounded(Double($0) / 1e6) }
        return "\(profile) (\(limits[0]) and \(limits[1]) ms)"
    }

    /// `Landmarks 1.4 (812), iPhone 17 Pro, iOS 26.1`; empty if nothing is known.
    var words: String {
        [
            [app, build].compactMap { $0 }.joined(separator: " "), device, os, configuration,
            isGuessed ? RecordedTables.guessWords : nil,
        ]
        .compactMap { $0 }
        .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// Interactions of one kind and name, which are compared with each other.
struct InteractionKey: Hashable, Comparable, Sendable {
    /// `tap`, `scroll`, … or the exporter's word; `trace` for the whole recording without interactions.
    var kind: String
    var name: String?

    /// `Tap "Favorite"`, as in chains.
    var title: String {
        if kind == "trace", name == nil { return "Whole trace" }
        return NodeLabels.text(kind, name)
    }

    static func < (left: InteractionKey, right: InteractionKey) -> Bool {
        left.kind != right.kind ? left.kind < right.kind : (left.name ?? "") < (right.name ?? "")
    }
}

/// The gain of fixing a problem, as a figure that another trace can be checked for.
struct PromisedGain: Sendable {
    enum Figure: Sendable {
        /// The most updates in one interaction.
        case updates(InteractionKey)
        /// The number of long bodies of the problem's view, and the longest.
        case longBodies
        /// The milliseconds of the problem's hangs in this trace.
        case hangs(Double)
    }

    let figure: Figure
    /// `about 104 → 1 updates per tap "Favorite"`
    let promise: String
}

/// The figures of the windows of one kind and name.
struct InteractionFigures: Sendable {
    /// The number of windows.
    var count = 0
    /// The lowest id of the windows, for commands that show one.
    var firstID: Int64?
    var counts = UpdateCounts()
    /// Windows in which an update or a group missed a deadline.
    var missed = 0
    /// Hitches of the app that start in them; meaningless without a hitch lane.
    var hitches = StallFigures()
    var hangs = StallFigures()
    /// The total length of the windows, in nanoseconds.
    var windowNs: Int64 = 0

    /// Milliseconds of hitches per second of the windows; nil if they have no length.
    var hitchRatio: Double? { windowNs > 0 ? hitches.ms / (Double(windowNs) / 1e9) : nil }

    static func += (left: inout InteractionFigures, right: InteractionFigures) {
        left.count += right.count
        left.firstID = [left.firstID, right.firstID].compactMap { $0 }.min()
        left.counts += right.counts
        left.missed += right.missed
        left.hitches += right.hitches
        left.hangs += right.hangs
        left.windowNs = left.windowNs.addingSaturating(right.windowNs)
    }
}

/// The identity of a view across traces. Modules are left out, because a type may move between them.
struct ViewFigureKey: Hashable, Comparable, Sendable {
    var view: String
    var kind: UpdateKind

    /// `LandmarkRow`; with the kind for updates other than bodies: `MapView (representable)`.
    var title: String { kind == .body ? view : "\(view) (\(kind.word))" }

    static func < (left: ViewFigureKey, right: ViewFigureKey) -> Bool {
        left.view != right.view ? left.view < right.view : left.kind.word < right.kind.word
    }
}

/// The number and durations of hangs or hitches.
struct StallFigures: Equatable, Sendable {
    var count = 0
    var totalNs: Int64 = 0
    var longestNs: Int64 = 0

    var ms: Double { Double(totalNs) / 1e6 }

    mutating func add(_ duration: Int64) {
        count += 1
        totalNs = totalNs.addingSaturating(duration)
        longestNs = max(longestNs, duration)
    }

    static func += (left: inout StallFigures, right: StallFigures) {
        left.count += right.count
        left.totalNs = left.totalNs.addingSaturating(right.totalNs)
        left.longestNs = max(left.longestNs, right.longestNs)
    }
}

/// The CPU time by the weights of time-profile samples, in nanoseconds.
struct CPUFigures: Equatable, Sendable {
    var allNs: Int64 = 0
    var mainNs: Int64 = 0
}

extension TraceFigures {
    /// The accepted problems of this trace that have not grown since, costliest first.
    func accepted(_ notes: [AcceptedNote]) -> [AcceptedNote] {
        let noteOf = notes.byKey
        return problems.compactMap { problem in
            noteOf[problem.key].flatMap { $0.covers(problem.costMs ?? 0) ? $0 : nil }
        }
    }
}

/// The updates that a problem is about, in interactions of one kind and name.
struct ProblemShare: Sendable {
    var updates = 0
    var unnecessary = 0
    var long = 0
}
