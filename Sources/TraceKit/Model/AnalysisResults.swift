/// The parts of a trace that passes read and write. Each has a heading in `AnalysisResults` with its columns and lists.
///
/// One pass writes each part, and none changes it afterwards, so any thread may read it once that pass is done. Only
/// `edges` exists before: the records' edges, which are freed after their last reader.
struct Results: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let severity = Results(rawValue: 1 << 0)
    static let views = Results(rawValue: 1 << 1)
    static let viewSums = Results(rawValue: 1 << 2)
    static let overview = Results(rawValue: 1 << 3)
    static let signpostSums = Results(rawValue: 1 << 4)
    static let groups = Results(rawValue: 1 << 5)
    static let chains = Results(rawValue: 1 << 6)
    static let roundTrips = Results(rawValue: 1 << 7)
    static let windows = Results(rawValue: 1 << 8)
    static let verdicts = Results(rawValue: 1 << 9)
    static let verdictSums = Results(rawValue: 1 << 10)
    static let stalls = Results(rawValue: 1 << 11)
    static let hotFrames = Results(rawValue: 1 << 12)
    static let findings = Results(rawValue: 1 << 13)
    static let processes = Results(rawValue: 1 << 14)
    static let profile = Results(rawValue: 1 << 15)
    static let edges = Results(rawValue: 1 << 16)
    static let drawnFrames = Results(rawValue: 1 << 17)
    static let recurring = Results(rawValue: 1 << 18)
    static let complaints = Results(rawValue: 1 << 19)
    static let stretches = Results(rawValue: 1 << 20)
    static let logGroups = Results(rawValue: 1 << 21)
    static let gains = Results(rawValue: 1 << 22)
}

/// The results of all passes over one trace; written to the database once.
///
/// Columns have one element per record of the same index. The headings are the parts of `Results`.
final class AnalysisResults {
    let deadlines: Deadlines
    static let none: Int32 = -1

    init(deadlines: Deadlines) { self.deadlines = deadlines }

    // MARK: processes

    var scope = ProcessScope()
    /// The processes, sorted by name; empty if no row names a process.
    var processes: [ProcessSum] = []
    /// Rows of the samples of the analysed main threads, by time.
    var mainSampleRows: [UInt32] = []
    /// The role of each update.
    var role = Column<UpdateRole>()

    // MARK: drawnFrames

    /// The stored frames, as ascending nodes of `StackTable`; nil = all.
    var drawnFrames: [Int]?

    // MARK: severity

    /// The `Severity` code of each update; `noSeverity` without a duration.
    var severity = Column<Int8>()
    /// The earliest possible end of updates without an end; zero if there are none.
    var openUntil: Int64 = 0

    /// The duration of an update, or the minimum duration of one without an end.
    func leastDuration(_ row: Int, _ updates: UpdateColumns) -> Int64 {
        let duration = updates.duration[row]
        return duration >= 0 ? duration : max(0, openUntil - updates.start[row])
    }
    static let noSeverity: Int8 = -1

    // MARK: views

    /// Index into `views`, by index into `TraceRecords.views`.
    var viewOfKey = Column<UInt32>()
    var views: [ViewIdentity] = []

    // MARK: viewSums

    /// Sums by view.
    var viewSums: [ViewSummary] = []

    // MARK: overview

    /// Body updates by bucket of `DurationBuckets`; empty if none has a duration.
    var bodyDurations: [Int] = []
    /// The length of the trace in nanoseconds: as stated, otherwise up to the last end of any record; zero = no length.
    var length: Int64 = 0
    /// The nanoseconds covered by the rows: less than `length` for a slice.
    var coveredNs: Int64 = 0
    /// Equal time slices of the trace; empty if it has no length.
    var slices: [TimeSlice] = []

    // MARK: signpostSums

    var signposts: [SignpostSummary] = []
    /// Signposts whose intervals lie within those of others.
    var signpostNests: [SignpostNest] = []

    // MARK: complaints

    /// The complaints by first line, those with a time first.
    var complaints: [ComplaintSummary] = []
    /// The index into `complaints` of each log line, or none; empty without complaints.
    var complaintOfLog = Column<Int32>()

    // MARK: logGroups

    /// Faults and errors, then repeated texts, then one group without a text for all other lines.
    var logGroups: [LogGroupSummary] = []
    /// The time stated in a message; negative = none. Complaints of frameworks state none.
    var logDurations = SparseColumn<Int64>(absent: -1)

    // MARK: groups

    /// The recorded groups, then groups known only by the ids of updates, or derived ones.
    var groups: [GroupSummary] = []
    /// The index into `groups` of each update, or none.
    var group = Column<Int32>()

    // MARK: chains

    /// The chosen parent of each node, or none.
    var parent = Column<Int32>()
    /// For each node, the nearest interaction or cause up the chain, or none.
    var recordAbove = Column<Int32>()
    /// For each update, the nearest node up the chain that is no view update, or none.
    var drivingCause = DrivingCauses(nodes: Column(), first: 0)
    /// The index into `chains` of each update, or none (checks and untimed evidence have no chain of their own).
    var chain = Column<Int32>()
    var chains = Column<CauseChain>()
    /// The paths of the chains as a tree of names: a step adds one name to its parent's path.
    var chainSteps = Column<ChainStep>()
    /// For each step of a very long path, the step at which the first written half ends; -1 = the path is shorter.
    var chainHeads = SparseColumn<Int32>(absent: -1)
    /// The number of distinct updates that the edges of each cause lead to.
    var fanOuts = Column<Int32>()

    // MARK: roundTrips

    /// For each chain, whether an app event goes through the framework and back.
    var goesRound: [Bool] = []

    // MARK: recurring

    /// Recurring causes of bodies, recorded or inferred, by first run.
    var recurring: [RecurringCause] = []
    /// Plain names (`currentTime`, not `_time`) that bodies of several views name: no view is known to own them.
    var sharedProperties: [NameID] = []
    /// The links by cause: drivers first, then views that run with them.
    var links: [RecurringLink] = []
    /// The runs in order of the evaluations.
    var runs: [RecurringRun] = []
    /// The index into `runs` of each update, or none.
    var run = SparseColumn<Int32>(absent: none)
    var churn: [IdentityChurn] = []

    // MARK: windows

    var windows: [WindowSummary] = []
    /// The index into `windows` of each update, or none.
    var window = Column<Int32>()
    var membership = Column<Membership>()
    /// For each recurring cause, whether its runs stay inside windows, so that its updates count there.
    var answers: [Bool] = []
    /// The index into `windows` of each hitch and hang, or none.
    var hitchWindow: [Int32] = []
    var hangWindow: [Int32] = []

    // MARK: verdicts

    /// The updates that get a verdict (in a window or of a recurring cause, no checks), by window, followed by those by
    /// run.
    var judged = Buckets()
    /// The most runs of one known instance in one group, by view; zero if none ran twice.
    var mostRuns: [Int] = []
    var reason = Column<Reason>()
    var verdict = Column<Verdict>()

    // MARK: verdictSums

    /// Verdict counts by window and view.
    var windowVerdicts: [VerdictCounts] = []
    var viewVerdicts: [VerdictCounts] = []
    /// Verdict counts by recurring cause.
    var recurringVerdicts: [VerdictCounts] = []
    /// The number of windows in which each view was updated.
    var viewWindows: [Int] = []
    /// Sums by cause record.
    var causes: [CauseSummary] = []
    /// The own updates of each interaction and cause, without those that come through a further cause.
    var ownSums = Column<RecordSum>()

    // MARK: stalls

    var hitches: [StallSummary] = []
    var hangs: [StallSummary] = []

    // MARK: stretches

    /// The waits of the main thread, by kind, then by row.
    var stretches: [Stretch] = []
    /// The parts of their time, by stretch.
    var stretchParts: [StretchPart] = []
    /// The views in samples, those with the most samples first.
    var sampledBodies: [SampledBody] = []
    /// The part of hitches attributed to each update; -1 = none.
    var lateOfUpdate = SparseColumn<Int64>(absent: -1)

    // MARK: hotFrames

    /// The app's hottest frame of each long body that has one, by row of the update.
    var hotFrames: [HotFrame] = []

    // MARK: findings

    /// The largest findings of each rule, ranked.
    var findings: [Finding] = []
    /// The other findings, by rule and then ranked.
    var smallerFindings: [SmallerFinding] = []
    /// Findings grouped by root cause, the costliest first.
    var problems: [Problem] = []
    /// The rows of the problems.
    var problemRows = ProblemRelation()

    // MARK: gains

    /// The gains of fixing the costliest problems, by problem; many problems have none.
    var gains: [ProblemGain] = []

    // MARK: profile

    var sampleThreads: [SampleThread] = []
    /// Functions by thread.
    var functions: [FunctionSum] = []
    /// The call trees of the threads: callers come before callees; siblings are sorted by weight, heaviest first.
    var calls: [CallSum] = []
}

extension AnalysisResults {
    /// The index of an update's bucket in `judged`: its window or, after all windows, its run; -1 = none.
    func judgedPlace(_ row: Int) -> Int {
        if window[row] >= 0 { return Int(window[row]) }
        return membership[row] == .recurring ? windows.count + Int(run[row]) : -1
    }
}

/// A view as the analysis distinguishes it.
struct ViewIdentity: DenseKey {
    let name: NameID
    let module: NameID
    let kind: UpdateKind

    var hash: UInt64 { HashMixer.mix(UInt64(name.rawValue) << 32 | UInt64(module.rawValue), UInt64(kind.rawValue)) }
}

/// Sums over the updates of a view, without checks and untimed evidence.
struct ViewSummary {
    var updates = 0
    var totalNs: Int64 = 0
    /// Durations by nearest rank over the updates with an end; nil if there are none.
    var medianNs: Int64?
    var p95Ns: Int64?
    var maxNs: Int64?
    var severities = SeverityCounts()
    var checks = 0
    var untimed = 0
}

/// Updates by severity; the sum is the number of updates.
struct SeverityCounts: Equatable {
    var red = 0
    var orange = 0
    var gray = 0
    var unterminated = 0

    init() {}

    /// The counts of one number, by `kind`.
    init(_ counts: borrowing CountTable, _ number: Int) {
        unterminated = counts.count(number, 0)
        gray = counts.count(number, 1)
        orange = counts.count(number, 2)
        red = counts.count(number, 3)
    }

    var total: Int { red + orange + gray + unterminated }

    /// The kind under which an update with this severity code is counted: 0 ..< 4.
    static func kind(_ code: Int8) -> Int { Int(code &- AnalysisResults.noSeverity) }
}

/// Updates inside windows or of recurring causes by verdict; the sum is their number.
struct VerdictCounts: Equatable {
    var necessary = 0
    var unnecessary = 0
    var unknown = 0
    /// The own duration of the unnecessary ones.
    var wastedNs: Int64 = 0
    /// The unnecessary ones by confidence.
    var proven = 0
    var likely = 0
    var possible = 0

    init() {}

    /// The counts of one number, by `kind`.
    init(_ counts: borrowing CountTable, _ number: Int, wastedNs: Int64) {
        possible = counts.count(number, 0)
        likely = counts.count(number, 1)
        proven = counts.count(number, 2)
        unknown = counts.count(number, 3)
        necessary = counts.count(number, 4)
        unnecessary = possible + likely + proven
        self.wastedNs = wastedNs
    }

    var total: Int { necessary + unnecessary + unknown }

    /// The kind under which an update with a verdict is counted: 0 ..< 5, the unnecessary ones first.
    static func kind(_ verdict: Verdict, _ reason: Reason) -> Int {
        switch verdict {
        case .unnecessary: (reason.confidence ?? .possible).rawValue
        case .none, .unknown: 3
        case .necessary: 4
        }
    }
}

/// The position of an update relative to the interactions (docs/analysis.md, section 4). Codes of the database.
enum Membership: UInt8, Coded, BitwiseCopyable {
    case linked, temporal, launch, unattributed, untimed
    /// The update belongs to a process that is not analysed.
    case otherProcess
    /// A recurring cause triggered it, not an interaction.
    case recurring

    var shownWord: String? { self == .otherProcess ? "other-process" : "\(self)" }
}

/// The updates that begin in one time slice of a trace, without checks.
struct TimeSlice {
    /// The number of slices: two per column of the widest strip.
    static let count = 240
    var severities = SeverityCounts()
}

/// Complaints of one kind, subject and process.
struct ComplaintSummary {
    /// Index into `KnownComplaints.all`.
    let complaint: Int
    let subject: String?
    let process: NameID
    /// The text of the first line.
    let message: NameID
    var lines = 0
    var untimed = 0
    /// The time of the first line with a time; -1 if there is none.
    var firstNs: Int64 = -1
    var lastNs: Int64 = -1
    var level = LogLevel.unknown
    /// The longest of the hangs with a length but no time.
    var longestNs: Int64 = 0
    /// The views that ran around most of these lines, most frequent first.
    var views: [(view: NameID, lines: Int)] = []
}

/// Log lines with the same text, level and origin.
struct LogGroupSummary {
    /// The text without its variable parts (`LogTemplate`); nil for the lines in no other group.
    let text: String?
    /// The first line; nil without a text.
    let line: LogRecord?
    let lines: Int
    /// Median, largest and sum of the durations in the lines; nil without any.
    var medianNs: Int64?
    var maxNs: Int64?
    var totalNs: Int64?
}

/// A signpost (name, subsystem, category, process) with sums over its intervals and events.
struct SignpostSummary {
    var name: NameID
    var subsystem: NameID
    var category: NameID
    var process = NameID.none
    /// Intervals with both ends.
    var intervals = 0
    var events = 0
    /// Begins without an end, and ends without a begin.
    var open = 0
    var withoutBegin = 0
    var totalNs: Int64 = 0
    /// Durations by nearest rank; -1 = no interval, as in `maxNs`.
    var medianNs: Int64 = -1
    var p95Ns: Int64 = -1
    var maxNs: Int64 = -1
    /// The time in which at least one, and at least two, of its intervals run.
    var coveredNs: Int64 = 0
    var overlapNs: Int64 = 0
    /// The largest number of its intervals that run at the same time.
    var mostAtOnce = 0
}

/// Intervals of one signpost (by summary index) whose innermost surrounding interval belongs to another signpost.
struct SignpostNest {
    var inner: Int
    var outer: Int
    var intervals = 0
    /// The total duration of the inner ones.
    var totalNs: Int64 = 0
}

/// Whether an update was necessary (section 5). Codes of the database.
enum Verdict: UInt8, Coded, BitwiseCopyable {
    case none, necessary, unnecessary, unknown

    var shownWord: String? { self == .none ? nil : "\(self)" }
}

/// The reason of a verdict, by the number of the rule in section 5. Codes of the database.
enum Reason: UInt8, Coded, BitwiseCopyable {
    case none, creation, unchanged, changedInput, repeated, fanOut, expected, parentOnly, changedDependency, noEvidence

    var shownWord: String? {
        switch self {
        case .none: nil
        case .changedInput, .changedDependency: "changed-input"
        case .fanOut: "fan-out"
        case .parentOnly: "parent-only"
        case .noEvidence: "no-evidence"
        default: "\(self)"
        }
    }

    var verdict: Verdict {
        switch self {
        case .none: .none
        case .creation, .changedInput, .expected, .changedDependency: .necessary
        case .unchanged, .repeated, .fanOut, .parentOnly: .unnecessary
        case .noEvidence: .unknown
        }
    }

    /// The confidence of an `unnecessary` verdict.
    var confidence: Confidence? {
        switch self {
        case .unchanged: .proven
        case .repeated: .likely
        case .fanOut, .parentOnly: .possible
        default: nil
        }
    }
}

/// The confidence that an update was unnecessary, weakest first.
package enum Confidence: Int, CaseIterable, Comparable, Sendable {
    case possible, likely, proven

    package var word: String { "\(self)" }
    package static func < (left: Confidence, right: Confidence) -> Bool { left.rawValue < right.rawValue }
}

struct GroupSummary: BitwiseCopyable {
    var start: Int64
    /// The duration as recorded, or -1.
    var duration: Int64
    /// The union of its updates' intervals on its thread, otherwise its own duration; -1 = unknown.
    var busy: Int64 = -1
    /// The index in `TraceRecords.groups`; none for a group without a record.
    var record = AnalysisResults.none
    /// Handle among group ids; zero = none.
    var id: UInt32
    var thread: NameID
    var process: NameID
    var updates: Int32 = 0
    var isAccumulated = false
    var isDerived: Bool
    /// Whether its process is not analysed.
    var isOther = false
}

/// One name of a path; a path is represented by the step of its last name.
struct ChainStep {
    /// Index into `AnalysisResults.chainSteps` (always a smaller one), or -1.
    var parent: Int32
    var name: NameID
    /// Name of the path's first node.
    var root: NameID
}

/// The driving cause of each update. It is mostly the nearest record above, so the columns may be the same.
struct DrivingCauses {
    /// The causes by node.
    let nodes: Column<Int32>
    /// The node of the first update.
    let first: Int

    /// The causes by update; valid as long as `nodes`.
    var buffer: UnsafeMutableBufferPointer<Int32> { UnsafeMutableBufferPointer(rebasing: nodes.buffer[first...]) }
}

/// A path of causes of some updates, represented by its last name.
struct CauseChain: BitwiseCopyable {
    /// The most names of a path that are written; the middle of a longer one is omitted, but its depth counts all. The
    /// view `cause_chains` has the same number.
    static let mostWritten = 64

    /// Index into `AnalysisResults.chainSteps`.
    var step: Int32
    var depth: Int32

    /// The step of the last name before the gap in a very long path; -1 = all names are written.
    func head(_ heads: SparseColumn<Int32>) -> Int32 { depth > Self.mostWritten ? heads[Int(step)] : -1 }
}

/// Sums over the updates that a cause triggered.
struct CauseSummary {
    /// Updates whose chain contains it.
    var updates = 0
    var totalNs: Int64 = 0
    var wastedNs: Int64 = 0
    /// Updates inside windows, by verdict.
    var necessary = 0
    var unnecessary = 0
    var unknown = 0
}

/// Sums over the updates with a time whose nearest record up the chain is this interaction or cause.
struct RecordSum: BitwiseCopyable {
    var updates: Int32 = 0
    var checks: Int32 = 0
    /// Updates inside windows, by verdict.
    var necessary: Int32 = 0
    var unnecessary: Int32 = 0
    var unknown: Int32 = 0
    var window = CommonWindow()
    var updatesNs: Int64 = 0
    var checksNs: Int64 = 0
    /// The time of the unnecessary ones.
    var wastedNs: Int64 = 0

    mutating func add(_ duration: Int64, isCheck: Bool, verdict: Verdict, window: Int32) {
        self.window.add(window)
        if isCheck {
            checks &+= 1
            checksNs = checksNs.addingSaturating(duration)
            return
        }
        updates &+= 1
        updatesNs = updatesNs.addingSaturating(duration)
        switch verdict {
        case .none: break
        case .necessary: necessary &+= 1
        case .unknown: unknown &+= 1
        case .unnecessary:
            unnecessary &+= 1
            wastedNs = wastedNs.addingSaturating(duration)
        }
    }
}

/// The only window that several rows are in, or none.
struct CommonWindow: BitwiseCopyable {
    private static let unset: Int32 = -2
    private static let mixed: Int32 = -3

    /// A window, `AnalysisResults.none`, or one of the above.
    private var state = CommonWindow.unset

    mutating func add(_ window: Int32) {
        if state != window { state = state == Self.unset ? window : Self.mixed }
    }

    mutating func add(_ other: CommonWindow) {
        if other.state != Self.unset { add(other.state) }
    }

    var window: Int? { state >= 0 ? Int(state) : nil }
}

/// An interaction window.
struct WindowSummary {
    var kind: InteractionKind
    var kindWord: NameID
    var name: NameID
    /// The node at which it begins; none for signposts and the whole trace.
    var node: Int32
    /// Its index in `TraceRecords.interactions`; nil for all other windows.
    var record: Int?
    /// The exporter's id, to break ties; nil = none.
    var sourceID: UInt64?
    var start: Int64
    /// The duration as recorded, or up to its last event; -1 = unknown.
    var duration: Int64
    var lane: Lane
    /// The nodes of its events, if it has several: a drag or a scroll is one interaction.
    var events: [Int32] = []
    var end: Int64 = 0
    var linked = 0
    var temporal = 0
    var checks = 0
    var severities = SeverityCounts()
    /// The duration of its longest update or update group, for its deadline; -1 = none has an end.
    var longestNs: Int64 = -1
    /// The time of the app's hitches that start in it; nil without a hitch lane.
    var hitchNs: Int64?

    /// The kind of a window's beginning. A window with a duration lasts until the next one of its
    /// lane.
    enum Lane: Int, CaseIterable { case record, gesture, scroll, signpost, trace }

    var updates: Int { linked + temporal }

    /// The start of its last event.
    var lastEvent: Int64 { events.isEmpty ? start : start.addingSaturating(max(0, duration)) }

    /// Milliseconds of hitches per second of the window; nil for a window without length.
    var hitchRatio: Double? {
        guard let hitchNs, end > start else { return nil }
        return Double(hitchNs) / 1e6 / (Double(end - start) / 1e9)
    }
}

/// The app frame with the most samples in a long view body.
struct HotFrame {
    /// Row of the update.
    var update: Int
    var frame: NameID
    /// The source location of that function, if known.
    var source: StackTable.Source?
    /// Samples in that frame or its callees outside the app, and all samples in the body.
    var samples: Int
    var bodySamples: Int
}

/// The activity during a hang or a hitch.
struct StallSummary {
    /// The most views and frames listed per stall.
    static let listed = 5
    /// Whether its views and frames were determined; short stalls are skipped where very many overlap.
    var isExamined = true
    /// The views with the longest overlapping updates, longest first.
    var views: [(view: UInt32, overlapNs: Int64)] = []
    /// Main-thread samples present / expected; nil without main-thread samples.
    var coverage: Double?
    /// The main thread's hottest frames during it, with samples.
    var frames: [(frame: NameID, samples: Int)] = []
    /// Whether an update group or an update ran during it.
    var isSwiftUIBusy = false
    /// Nanoseconds that the late frame took in the app and in the render server; nil if not recorded.
    var appNs: Int64?
    var renderNs: Int64?
}

extension Int64 {
    /// The sum, clamped instead of wrapping; only hostile input reaches the limit.
    func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    /// Converts a number towards zero, clamped to the range; zero for NaN.
    init(towardZero number: Double) {
        self = Int64(exactly: number.rounded(.towardZero)) ?? (number > 0 ? .max : number < 0 ? .min : 0)
    }
}
