/// The parts of what passes make and read of a trace: the columns and lists of `AnalysisResults` under the heading of the
/// same name.
///
/// Every part is written by one pass, and by nobody after it: whoever waits for that pass can read it on any thread. Only
/// `edges` is there before: it is what is read of the records' edges, which are given back when nobody reads them any more.
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
    static let lateTime = Results(rawValue: 1 << 20)
    static let logGroups = Results(rawValue: 1 << 21)
}

/// Everything the passes compute over one trace; written to the database once.
///
/// Columns have one element per record of the same index. The headings are the parts of `Results`.
final class AnalysisResults {
    let deadlines: Deadlines
    static let none: Int32 = -1

    init(deadlines: Deadlines) { self.deadlines = deadlines }

    // MARK: processes

    var scope = ProcessScope()
    /// By name of the process; empty where no row says whose it is.
    var processes: [ProcessSum] = []
    /// Per update.
    var role = Column<UpdateRole>()

    // MARK: drawnFrames

    /// Nodes of `StackTable`, ascending: the frames that are stored; nil = all.
    var drawnFrames: [Int]?

    // MARK: severity

    /// Code of `Severity` per update; `noSeverity` where it has no duration.
    var severity = Column<Int8>()
    /// When the updates without an end ended at the earliest; zero where there are none.
    var openUntil: Int64 = 0

    /// How long an update took, or one without an end at least.
    @inline(__always)
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

    /// Per view.
    var viewSums: [ViewSummary] = []

    // MARK: overview

    /// Updates of view bodies by bucket of `DurationBuckets`; empty where none has a duration.
    var bodyDurations: [Int] = []
    /// Nanoseconds that the trace is long: as stated, else up to the last end of any record; zero = it has no length.
    var length: Int64 = 0
    /// That time in equal slices; empty where the trace has no length.
    var slices: [TimeSlice] = []

    // MARK: signpostSums

    var signposts: [SignpostSummary] = []
    /// Which signposts have intervals within those of others.
    var signpostNests: [SignpostNest] = []

    // MARK: complaints

    /// In order of their first lines, those with a time first.
    var complaints: [ComplaintSummary] = []
    /// Index into `complaints` per line of the log, or none; empty where there are none.
    var complaintOfLog = Column<Int32>()

    // MARK: logGroups

    /// Faults and errors first, then what repeats; last one without a text for the lines that are in no other.
    var logGroups: [LogGroupSummary] = []

    // MARK: groups

    /// The groups of the trace, then groups that only ids of updates name, or derived ones.
    var groups: [GroupSummary] = []
    /// Index into `groups` per update, or none.
    var group = Column<Int32>()

    // MARK: chains

    /// The chosen parent per node, or none.
    var parent = Column<Int32>()
    /// The nearest interaction or cause up the chain, per node, or none.
    var recordAbove = Column<Int32>()
    /// The nearest node up the chain that is no view update, per update, or none.
    var drivingCause = DrivingCauses(nodes: Column(), first: 0)
    /// Index into `chains` per update, or none (checks and untimed evidence have no row of their own).
    var chain = Column<Int32>()
    var chains = Column<CauseChain>()
    /// The paths of the chains as a tree of names: a step is one name behind its parent's path.
    var chainSteps = Column<ChainStep>()
    /// Per step, that where the first half of what is written of a very long path ends; -1 = the path is shorter.
    var chainHeads = SparseColumn<Int32>(absent: -1)
    /// Distinct updates that the own edges of each cause lead to.
    var fanOuts = Column<Int32>()

    // MARK: roundTrips

    /// Per chain, whether an event of the app goes round through the framework in it.
    var goesRound: [Bool] = []

    // MARK: recurring

    /// What makes bodies run again and again where no cause was recorded, in order of the first run.
    var recurring: [RecurringCause] = []
    /// By cause: drivers first, then what runs with them.
    var links: [RecurringLink] = []
    /// In order of the evaluations.
    var runs: [RecurringRun] = []
    /// Index into `runs` per update, or none.
    var run = SparseColumn<Int32>(absent: none)
    var churn: [IdentityChurn] = []

    // MARK: windows

    var windows: [WindowSummary] = []
    /// Index into `windows` per update, or none.
    var window = Column<Int32>()
    var membership = Column<Membership>()
    /// Per recurring cause: whether its runs keep to the windows, in which its updates count then.
    var answers: [Bool] = []
    /// Index into `windows` per hitch and per hang, or none.
    var hitchWindow: [Int32] = []
    var hangWindow: [Int32] = []

    // MARK: verdicts

    /// The updates that get a verdict (in a window or of a recurring cause, no checks), by window, and behind these by run.
    var judged = Buckets()
    /// The most runs of one known instance in one group, by view; zero where none ran again.
    var mostRuns: [Int] = []
    var reason = Column<Reason>()
    var verdict = Column<Verdict>()

    // MARK: verdictSums

    /// Per window and view: the verdicts of its updates.
    var windowVerdicts: [VerdictCounts] = []
    var viewVerdicts: [VerdictCounts] = []
    /// Per recurring cause.
    var recurringVerdicts: [VerdictCounts] = []
    /// Per view: windows in which it was updated.
    var viewWindows: [Int] = []
    /// Per cause record.
    var causes: [CauseSummary] = []
    /// Per interaction and cause: its own updates, those that come through a further cause left out.
    var ownSums = Column<RecordSum>()

    // MARK: stalls

    var hitches: [StallSummary] = []
    var hangs: [StallSummary] = []

    // MARK: lateTime

    /// What the time of each hitch and hang went to.
    var lateParts: [LatePart] = []
    /// The part of hitches that an update has; -1 = none has any of it.
    var lateOfUpdate = SparseColumn<Int64>(absent: -1)

    // MARK: hotFrames

    /// Of the long bodies that have samples in the app's own frames, by row of the update.
    var hotFrames: [HotFrame] = []

    // MARK: findings

    /// Ranked; of each rule the largest.
    var findings: [Finding] = []
    /// The others, by rule and then ranked.
    var smallerFindings: [SmallerFinding] = []
    /// The findings by root cause, the costliest first.
    var problems: [Problem] = []
    /// The rows that these are about.
    var problemRows = ProblemRelation()

    // MARK: profile

    var sampleThreads: [SampleThread] = []
    /// By thread.
    var functions: [FunctionSum] = []
    /// The call trees of the threads: callers before what they call, of one caller the heaviest first.
    var calls: [CallSum] = []
}

extension AnalysisResults {
    /// Where an update is judged: its window, or behind all windows its run of a recurring cause; -1 = nowhere.
    @inline(__always)
    func judgedPlace(_ row: Int) -> Int {
        if window[row] >= 0 { return Int(window[row]) }
        return membership[row] == .recurring ? windows.count + Int(run[row]) : -1
    }
}

/// A view as the analysis counts it.
struct ViewIdentity: DenseKey {
    let name: NameID
    let module: NameID
    let kind: UpdateKind

    @inline(__always)
    var hash: UInt64 { HashMixer.mix(UInt64(name.rawValue) << 32 | UInt64(module.rawValue), UInt64(kind.rawValue)) }
}

/// The sums over the updates of a view, checks and untimed evidence left out.
struct ViewSummary {
    var updates = 0
    var totalNs: Int64 = 0
    /// Nearest rank over the updates that have an end; nil where none has.
    var medianNs: Int64?
    var p95Ns: Int64?
    var maxNs: Int64?
    var severities = SeverityCounts()
    var checks = 0
    var untimed = 0
}

/// Updates by severity; their sum is the number of updates.
struct SeverityCounts: Equatable {
    var red = 0
    var orange = 0
    var gray = 0
    var unterminated = 0

    init() {}

    /// What was counted of one number, by `kind`.
    init(_ counts: borrowing CountTable, _ number: Int) {
        unterminated = counts.count(number, 0)
        gray = counts.count(number, 1)
        orange = counts.count(number, 2)
        red = counts.count(number, 3)
    }

    var total: Int { red + orange + gray + unterminated }

    /// The kind as which an update with this severity code is counted: 0 ..< 4.
    @inline(__always)
    static func kind(_ code: Int8) -> Int { Int(code &- AnalysisResults.noSeverity) }
}

/// Updates inside windows or of recurring causes by verdict; their sum is the number of those updates.
struct VerdictCounts: Equatable {
    var necessary = 0
    var unnecessary = 0
    var unknown = 0
    /// Own duration of the unnecessary ones.
    var wastedNs: Int64 = 0
    /// The unnecessary ones by confidence.
    var proven = 0
    var likely = 0
    var possible = 0

    init() {}

    /// What was counted of one number, by `kind`.
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

    /// The kind as which an update with a verdict is counted: 0 ..< 5, the unnecessary ones first.
    static func kind(_ verdict: Verdict, _ reason: Reason) -> Int {
        switch verdict {
        case .unnecessary: (reason.confidence ?? .possible).rawValue
        case .none, .unknown: 3
        case .necessary: 4
        }
    }
}

/// The place of an update relative to the interactions (docs/analysis.md, section 4). Codes of the database.
enum Membership: UInt8, Coded, BitwiseCopyable {
    case linked, temporal, launch, unattributed, untimed
    /// The update is of a process that is not analysed.
    case otherProcess
    /// A recurring cause made it, which no interaction started.
    case recurring

    var shownWord: String? { self == .otherProcess ? "other-process" : "\(self)" }
}

/// The updates that begin in one slice of a trace's time; checks are left out.
struct TimeSlice {
    /// A trace is cut into this many slices, enough for the widest strip that is drawn, in halves of its columns.
    static let count = 240
    var severities = SeverityCounts()
}

/// Complaints of one kind about one thing, of one process.
struct ComplaintSummary {
    /// Index into `KnownComplaints.all`.
    let complaint: Int
    let subject: String?
    let process: NameID
    /// The text of the first line.
    let message: NameID
    var lines = 0
    var untimed = 0
    /// Of the lines with a time; -1 where there is none.
    var firstNs: Int64 = -1
    var lastNs: Int64 = -1
    var level = LogLevel.unknown
    /// Of hangs that have a length and no time: the longest.
    var longestNs: Int64 = 0
    /// The views that ran around most of these lines, most often first.
    var views: [(view: NameID, lines: Int)] = []
}

/// Lines of the log with one text, level and origin.
struct LogGroupSummary {
    /// Without what differs from line to line (`LogTemplate`); nil for the lines that are in no other group.
    let text: String?
    /// The first one; nil where there is no text.
    let line: LogRecord?
    let lines: Int
    /// Of the durations that the lines tell of; nil where they tell of none.
    var medianNs: Int64?
    var maxNs: Int64?
    var totalNs: Int64?
}

/// A signpost (name, subsystem, category, process) with the sums over its intervals and events.
struct SignpostSummary {
    var name: NameID
    var subsystem: NameID
    var category: NameID
    var process = NameID.none
    /// With both ends.
    var intervals = 0
    var events = 0
    /// Begins without an end, and ends without a begin.
    var open = 0
    var withoutBegin = 0
    var totalNs: Int64 = 0
    /// Nearest rank; -1 = no interval, as in `maxNs`.
    var medianNs: Int64 = -1
    var p95Ns: Int64 = -1
    var maxNs: Int64 = -1
    /// Time in which at least one, and at least two of its intervals run.
    var coveredNs: Int64 = 0
    var overlapNs: Int64 = 0
    /// The most of its intervals that run at the same time.
    var mostAtOnce = 0
}

/// Intervals of one signpost, by index of its summary, whose innermost surrounding interval is one of another signpost.
struct SignpostNest {
    var inner: Int
    var outer: Int
    var intervals = 0
    /// Of the inner ones.
    var totalNs: Int64 = 0
}

/// Whether an update was due (section 5). Codes of the database.
enum Verdict: UInt8, Coded, BitwiseCopyable {
    case none, necessary, unnecessary, unknown

    var shownWord: String? { self == .none ? nil : "\(self)" }
}

/// Why a verdict is as it is, by the number of the rule in section 5. Codes of the database.
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

    /// How sure an `unnecessary` is.
    var confidence: Confidence? {
        switch self {
        case .unchanged: .proven
        case .repeated: .likely
        case .fanOut, .parentOnly: .possible
        default: nil
        }
    }
}

/// How sure it is that an update was unnecessary, weakest first.
package enum Confidence: Int, CaseIterable, Comparable, Sendable {
    case possible, likely, proven

    package var word: String { "\(self)" }
    package static func < (left: Confidence, right: Confidence) -> Bool { left.rawValue < right.rawValue }
}

struct GroupSummary: BitwiseCopyable {
    var start: Int64
    /// As recorded, or -1.
    var duration: Int64
    /// Union of its updates' intervals on its thread, else its own duration; -1 = unknown.
    var busy: Int64 = -1
    /// Index of the record in `TraceRecords.groups`; none for a group that no record describes.
    var record = AnalysisResults.none
    /// Handle among group ids; zero = none.
    var id: UInt32
    var thread: NameID
    var process: NameID
    var updates: Int32 = 0
    var isAccumulated = false
    var isDerived: Bool
    /// Of a process that is not analysed.
    var isOther = false
}

/// One name of a path; a path is the step of its last name.
struct ChainStep {
    /// Index into `AnalysisResults.chainSteps` (always a smaller one), or -1.
    var parent: Int32
    var name: NameID
    /// Name of the path's first node.
    var root: NameID
}

/// What drives each update. Mostly the nearest record above it: then the column of that is the same one.
struct DrivingCauses {
    /// By node.
    let nodes: Column<Int32>
    /// The node of the first update.
    let first: Int

    /// By update; valid as long as `nodes`.
    var buffer: UnsafeMutableBufferPointer<Int32> { UnsafeMutableBufferPointer(rebasing: nodes.buffer[first...]) }
}

/// A path of causes that updates have, by its last name.
struct CauseChain: BitwiseCopyable {
    /// Names of a path that are written at most; the middle of a longer one is left out (its depth still counts all). The view
    /// `cause_chains` has the same number.
    static let mostWritten = 64

    /// Index into `AnalysisResults.chainSteps`.
    var step: Int32
    var depth: Int32

    /// The index of the last name before the gap in the middle of a very long path; -1 = all names are written.
    func head(_ heads: SparseColumn<Int32>) -> Int32 { depth > Self.mostWritten ? heads[Int(step)] : -1 }
}

/// What a cause set off.
struct CauseSummary {
    /// Updates whose chain contains it.
    var updates = 0
    var totalNs: Int64 = 0
    var wastedNs: Int64 = 0
    /// Those inside windows, by verdict.
    var necessary = 0
    var unnecessary = 0
    var unknown = 0
}

/// The updates with a time to which an interaction or cause is the nearest one up their chains.
struct RecordSum: BitwiseCopyable {
    var updates: Int32 = 0
    var checks: Int32 = 0
    /// Those inside windows, by verdict.
    var necessary: Int32 = 0
    var unnecessary: Int32 = 0
    var unknown: Int32 = 0
    var window = CommonWindow()
    var updatesNs: Int64 = 0
    var checksNs: Int64 = 0
    /// Of the unnecessary ones.
    var wastedNs: Int64 = 0

    @inline(__always)
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

/// The window of several rows: the one that all of them are in, or none.
struct CommonWindow: BitwiseCopyable {
    private static let unset: Int32 = -2
    private static let mixed: Int32 = -3

    /// A window, `AnalysisResults.none`, or one of the above.
    private var state = CommonWindow.unset

    @inline(__always)
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
    /// The node it begins at; none for signposts and the whole trace.
    var node: Int32
    /// The record in `TraceRecords.interactions`; nil for all other windows.
    var record: Int?
    /// The exporter's id, for ties; nil = none.
    var sourceID: UInt64?
    var start: Int64
    /// As recorded, or up to its last event; -1 = unknown.
    var duration: Int64
    var lane: Lane
    /// The nodes of its events, where it has several: a drag or a scroll is one interaction.
    var events: [Int32] = []
    var end: Int64 = 0
    var linked = 0
    var temporal = 0
    var checks = 0
    var severities = SeverityCounts()
    /// Of its longest update or group of updates, which meets the deadline or misses it; -1 = none has an end.
    var longestNs: Int64 = -1
    /// Hitches that start in it, system ones left out; nil where the trace has no hitch lane.
    var hitchNs: Int64?

    /// What windows begin with. One that says how long it lasts goes on until the next one of its lane.
    enum Lane: Int, CaseIterable { case record, gesture, scroll, signpost, trace }

    var updates: Int { linked + temporal }

    /// When the last of its events began.
    var lastEvent: Int64 { events.isEmpty ? start : start.addingSaturating(max(0, duration)) }

    /// Milliseconds of hitch a second of window; nil for a window of no length.
    var hitchRatio: Double? {
        guard let hitchNs, end > start else { return nil }
        return Double(hitchNs) / 1e6 / (Double(end - start) / 1e9)
    }
}

/// The app's own frame that holds most samples of a long view body.
struct HotFrame {
    /// Row of the update.
    var update: Int
    var frame: NameID
    /// Where that function stands, where known.
    var source: StackTable.Source?
    /// Samples in that frame or in what it calls outside the app, of all samples inside the body.
    var samples: Int
    var bodySamples: Int
}

/// What happened during a hang or a hitch.
struct StallSummary {
    /// Views and frames that are listed per stall.
    static let listed = 5
    /// The views with the longest updates during it, with the time of the overlap, longest first.
    var views: [(view: UInt32, overlapNs: Int64)] = []
    /// Main-thread samples present / expected; nil where the trace has no main-thread samples.
    var coverage: Double?
    /// The main thread's hottest frames in it, with samples.
    var frames: [(frame: NameID, samples: Int)] = []
    /// Whether an update group or an update ran during it.
    var isSwiftUIBusy = false
    /// Nanoseconds that the late frame took in the app and in the render server; nil where that was not recorded.
    var appNs: Int64?
    var renderNs: Int64?
}

extension Int64 {
    /// The sum, staying at the largest value instead of wrapping: only hostile input gets there.
    @inline(__always)
    func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    /// A number without its fraction, staying at the largest and the smallest value; zero for what is no number.
    init(towardZero number: Double) {
        self = Int64(exactly: number.rounded(.towardZero)) ?? (number > 0 ? .max : number < 0 ? .min : 0)
    }
}
