/// Metadata of a recording. All texts are as the exporter wrote them.
struct TraceMetadata: Equatable {
    /// The name of a recording of all processes.
    static let allProcesses = "all processes"

    var name: String?
    var app: String?
    var process: String?
    var pid: Int64?
    var device: String?
    var os: String?
    var build: String?
    var configuration: String?
    var refreshHz: Int64?
    var startedAt: String?
    /// The Instruments template and its version.
    var template: String?
    var instruments: String?
    /// The run of the rows, and all known runs as comma-separated numbers.
    var recordingRun: Int64?
    var recordingRuns: String?
    /// The shortest recorded hang, in milliseconds.
    var hangsThresholdMs: Int64?
    /// The recording of the process, and its end, in Instruments' words:
    /// `launched; Time limit reached`, `attached`.
    var recordedAs: String?
    /// For a slice of a longer trace: its times (`TimeSpans.text`), and the start of the first interaction of the whole
    /// trace.
    var slice: String?
    var interactionsFromNs: Int64?
    var durationNs: Int64?
    /// The user's label of the trace.
    var label: String?
    /// The byte offset and the file at which the input ended early.
    var truncatedAt: Place?

    /// Visits the fields of a trace record in our format, except its duration.
    mutating func visit<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.text(&name, .name, .trace)
        try visitor.text(&app, .app, .app)
        try visitor.text(&process, .process, .process)
        try visitor.integer(&pid, .pid)
        try visitor.text(&device, .device, .device)
        try visitor.text(&os, .os, .system)
        try visitor.text(&build, .build, .build)
        try visitor.text(&configuration, .configuration, .word)
        try visitor.integer(&refreshHz, .refreshHz)
        try visitor.text(&startedAt, .startedAt, .time)
        try visitor.text(&template, .template, .trace)
        try visitor.text(&instruments, .instruments, .system)
        try visitor.integer(&recordingRun, .recordingRun)
        try visitor.text(&recordingRuns, .recordingRuns, .runs)
        try visitor.integer(&hangsThresholdMs, .hangsThresholdMs)
        try visitor.text(&recordedAs, .recordedAs, .word)
        try visitor.text(&slice, .slice, .runs)
        try visitor.integer(&interactionsFromNs, .interactionsFrom)
    }

    /// The times of a slice of a longer trace; nil = the trace is whole.
    var sliceSpans: TimeSpans? { slice.flatMap { TimeSpans($0) } }
}

/// A view: name, module and kind (docs/analysis.md, section 5), with the exporter's spelling.
struct ViewKey: DenseKey {
    var name: NameID
    var rawName: NameID
    var module: NameID
    var kind: UpdateKind
    /// The exporter's word if it is none of ours (`kind` is then `.other`).
    var kindWord: NameID

    var hash: UInt64 {
        HashMixer.mix(
            name.rawValue, rawName.rawValue, module.rawValue, kindWord.rawValue &* 31 &+ UInt32(kind.rawValue))
    }
}

struct CauseRecord: LaneRecord, BitwiseCopyable {
    static let kind = RecordKind.cause

    /// Handle of the exporter's id; zero = none.
    var id: UInt32 = 0
    var name = NameID.none
    var kind = CauseKind.other
    /// The exporter's word if it is none of ours.
    var kindWord = NameID.none
    var origin = Origin.unknown
    var wrapper = PropertyWrapper.none
    /// Nanoseconds, or `UpdateColumns.untimed`.
    var start = UpdateColumns.untimed
    var process = NameID.none

    mutating func visit<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.node(&id, .id)
        try visitor.word(&kind, other: &kindWord, .kind)
        try visitor.name(&name, .name, .cause, .required)
        try visitor.word(&origin, .origin)
        try visitor.word(&wrapper, .wrapper)
        try visitor.start(&start, .start, .optional)
        try visitor.name(&process, .process, .process)
    }
}

struct InteractionRecord: LaneRecord {
    static let kind = RecordKind.interaction

    /// Handle of the exporter's id; zero = none.
    var id: UInt32 = 0
    var kind = InteractionKind.other
    var kindWord = NameID.none
    var name = NameID.none
    var start: Int64 = 0
    /// Nanoseconds, or -1 without an end.
    var duration: Int64 = -1
    /// The cause node from which it was derived (a gesture root), by handle of its id; zero = a record of its own.
    var causeID: UInt32 = 0

    mutating func visit<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.node(&id, .id)
        try visitor.word(&kind, other: &kindWord, .kind)
        try visitor.name(&name, .name, .interaction)
        try visitor.start(&start, .start)
        try visitor.duration(&duration, .duration)
    }
}

/// An edge between two nodes: by handles of ids while a trace is built, by node index (see `TraceRecords.nodeCount`)
/// afterwards.
struct EdgeRecord: LaneRecord, BitwiseCopyable {
    static let kind = RecordKind.edge

    var from: UInt32 = 0
    var to: UInt32 = 0
    /// Nanoseconds, or `UpdateColumns.untimed` if the source gives none.
    var at = UpdateColumns.untimed
    var label = NameID.none
    var changed = ListID.none

    var start: Int64 { at }

    /// Whether it has neither a time nor changes, and the usual label.
    var isPlain: Bool { at == UpdateColumns.untimed && !changed.isPresent && label == NameID(.update) }

    mutating func visit<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.node(&from, .from)
        try visitor.node(&to, .to)
        try visitor.name(&label, .label, .word, .otherwise(NameID(.update)))
        try visitor.start(&at, .at, .optional)
        try visitor.list(&changed, .changed)
    }
}

struct GroupRecord: LaneRecord, BitwiseCopyable {
    static let kind = RecordKind.group

    /// Handle among group ids; zero = none.
    var id: UInt32 = 0
    var label = NameID.none
    var thread = NameID.none
    var start: Int64 = 0
    /// Nanoseconds, or -1.
    var duration: Int64 = -1
    var process = NameID.none

    mutating func visit<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.group(&id, .id)
        try visitor.name(&label, .label, .group)
        try visitor.start(&start, .start)
        try visitor.duration(&duration, .duration)
        try visitor.name(&thread, .thread, .thread, .otherwise(NameID(.main)))
        try visitor.name(&process, .process, .process)
    }
}

struct SignpostRecord: LaneRecord, BitwiseCopyable {
    static let kind = RecordKind.signpost

    /// The ends of an interval that the source has.
    enum Pairing: UInt8, CodedWord {
        case complete, beginOnly, endOnly

        /// The existing end, if the other one is missing.
        var wordID: Keyword {
            switch self {
            case .complete: .empty
            case .beginOnly: .begin
            case .endOnly: .end
            }
        }
    }

    var name = NameID.none
    var subsystem = NameID.none
    var category = NameID.none
    var process = NameID.none
    var thread = NameID.none
    var scope = NameID.none
    var message = NameID.none
    var hasID = false
    var pairing = Pairing.complete
    /// The signpost's own 64-bit id; meaningful if `hasID`.
    var signpostID: UInt64 = 0
    var start: Int64 = 0
    /// Nanoseconds, or -1 for a single event and for an interval with only one end.
    var duration: Int64 = -1

    mutating func visit<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.name(&name, .name, .signpost, .required)
        try visitor.name(&subsystem, .subsystem, .subsystem)
        try visitor.name(&category, .category, .category)
        var id = hasID ? signpostID : nil
        try visitor.id(&id, .signpostID)
        (signpostID, hasID) = (id ?? 0, id != nil)
        try visitor.start(&start, .start)
        try visitor.duration(&duration, .duration)
        try visitor.name(&message, .message, .message)
        try visitor.name(&process, .process, .process)
        try visitor.name(&thread, .thread, .thread)
        try visitor.name(&scope, .scope, .word)
        try visitor.word(&pairing, .unpaired)
    }
}

struct HitchRecord: LaneRecord, BitwiseCopyable {
    static let kind = RecordKind.hitch

    var start: Int64 = 0
    var duration: Int64 = 0
    /// Nil = unknown.
    var isSystem: Bool?
    var narrative = NameID.none
    var process = NameID.none
    /// The late swap: the stages of its frame have the same id.
    var swapID: UInt64?

    mutating func visit<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.start(&start, .start)
        try visitor.duration(&duration, .duration, .required)
        try visitor.flag(&isSystem, .system)
        try visitor.name(&narrative, .narrative, .narrative)
        try visitor.name(&process, .process, .process)
        try visitor.id(&swapID, .swapID)
    }
}

struct HangRecord: LaneRecord, BitwiseCopyable {
    static let kind = RecordKind.hang

    var start: Int64 = 0
    var duration: Int64 = 0
    /// The exporter's word, or none.
    var kind = NameID.none
    var thread = NameID.none
    var process = NameID.none

    /// Whether it is of the main thread, which is assumed if the source has no thread names.
    var isOfMainThread: Bool { !thread.isPresent || thread == NameID(.main) }

    /// Whether it is only a delay of an interaction: shorter than the shortest hang, and without another word of the
    /// exporter.
    func isDelay(_ names: NameTable) -> Bool {
        guard duration < HangClass.leastHang else { return false }
        guard let word = names.text(kind)?.lowercased() else { return true }
        return word == "potential interaction delay" || word == "brief unresponsiveness"
    }

    mutating func visit<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.start(&start, .start)
        try visitor.duration(&duration, .duration, .required)
        try visitor.name(&kind, .kind, .word)
        try visitor.name(&thread, .thread, .thread, .otherwise(NameID(.main)))
        try visitor.name(&process, .process, .process)
    }
}

struct SampleRecord: LaneRecord, BitwiseCopyable {
    static let kind = RecordKind.sample

    /// `UpdateColumns.untimed` for samples of call trees, which count stacks but have no times.
    var start = UpdateColumns.untimed
    /// Nanoseconds of CPU time, or -1 if the source counts something else.
    var weight: Int64 = -1
    var thread = NameID.none
    /// The thread's state (`Running`, `Blocked`), if the source has it.
    var state = NameID.none
    /// Index into `StackTable`; zero = no stack.
    var stack: UInt32 = 0
    var process = NameID.none

    mutating func visit<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.start(&start, .start, .optional)
        try visitor.duration(&weight, .weight)
        try visitor.name(&thread, .thread, .thread, .otherwise(NameID(.main)))
        try visitor.name(&state, .state, .state)
        try visitor.stack(&stack, .frames)
        try visitor.name(&process, .process, .process)
    }
}

/// A line of the unified log that is no signpost and does not describe a body, or a framework complaint in a console
/// without times.
struct LogRecord: LaneRecord, BitwiseCopyable {
    static let kind = RecordKind.log

    var start = UpdateColumns.untimed
    var level = LogLevel.unknown
    var subsystem = NameID.none
    var category = NameID.none
    var message = NameID.none
    var process = NameID.none
    var thread = NameID.none
    /// For a complaint in a console: the view whose body the surrounding lines name.
    var view = NameID.none

    mutating func visit<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.start(&start, .start, .optional)
        try visitor.word(&level, .level)
        try visitor.name(&subsystem, .subsystem, .subsystem)
        try visitor.name(&category, .category, .category)
        try visitor.name(&message, .message, .message, .required)
        try visitor.name(&process, .process, .process)
        try visitor.name(&thread, .thread, .thread)
        try visitor.name(&view, .view, .view)
    }
}

/// A number measured by MetricKit or XCTest: context for a trace, without a timeline.
struct MetricRecord: Equatable {
    /// `metrickit` or `xctest`.
    var source: String
    /// The measured thing: a signpost, or the group of figures in the source.
    var name: String
    /// A signpost's category.
    var category: String?
    /// The figure, in the source's word.
    var metric: String
    /// The unit in one spelling (`s`, `ms per s`, `byte`); nil = a plain number.
    var unit: String?
    var value: Double
    /// For a repeated test measurement: its number, from 1.
    var iteration: Int64?
    var test: String?
    var device: String?
    /// The time range of the figure, as the source writes it.
    var period: String?
    /// The heaviest path in the call stack of a diagnostic, innermost frame first:
    /// `CoreData + 355457 ← UIKitCore + 99`.
    var stack: String?
}

/// One bucket of a MetricKit histogram.
struct MetricBucketRecord: Equatable {
    /// The source and the measured thing, as in `MetricRecord`.
    var source: String
    var name: String
    var category: String?
    var metric: String
    var unit: String?
    var start: Double
    var end: Double
    var count: Int64
    var device: String?
    var period: String?
}

/// A rejected row with its position and reason.
struct RejectRecord {
    /// The reason of a rejection. A closed list: reports and budgets count by it.
    enum Kind: String, CaseIterable {
        case malformed, wrongType = "wrong-type", missingField = "missing-field", negative
        case outOfRange = "out-of-range", duplicateID = "duplicate-id", invalidUTF8 = "invalid-utf8"
        case tooLong = "too-long", unknownRecord = "unknown-record", danglingReference = "dangling-reference"
        case selfEdge = "self-edge"
    }

    var kind: Kind
    var place: Place
    var message: String
    /// The text of the row in the input, truncated.
    var raw: String
    /// A fix beyond correcting the row; not stored.
    var fix: String?
}

/// All records of one trace in memory: written by importers, read by the store and the passes.
final class TraceRecords {
    var metadata = TraceMetadata()
    var names = NameTable()
    var lists = ListTable()
    var stacks = StackTable()
    /// The exporter's ids by handle (element 0 is "no id").
    let ids = Column<UInt64>()
    /// Handles of records that have causes but no id of their own.
    let isAnonymous = SparseColumn<Bool>(absent: false)
    let views = Column<ViewKey>()
    let updates = UpdateColumns()
    var interactions: [InteractionRecord] = []
    let causes = Column<CauseRecord>()
    let edges = Column<EdgeRecord>()
    let groupIDs = Column<UInt64>()
    let groups = Column<GroupRecord>()
    let signposts = Column<SignpostRecord>()
    var hitches: [HitchRecord] = []
    var hangs: [HangRecord] = []
    let samples = SampleColumn()
    let logs = Column<LogRecord>()
    var metrics: [MetricRecord] = []
    var metricBuckets: [MetricBucketRecord] = []
    /// The tables of the recording, from its table of contents; empty without one.
    var recordedTables: [RecordedTable] = []
    var rejects: [RejectRecord] = []
    /// Caveats for readers of the trace.
    var warnings: [Diagnostic] = []
    /// The reason why the reading of a file ended early, if it did.
    var damage: Diagnostic?
    var counters = ImportCounters()
    /// The lanes of the source, including empty ones.
    var lanes: Set<Lane> = []
    /// The origin of the records: display names of the files, the format, a hash of the content.
    var sourceFiles: [String] = []
    var formats: [String] = []
    var contentHash = ""
    /// A hash of the options for reading and analysis.
    var optionsHash = ""

    /// The names of nodes in chains, made with their texts on first use, once the records are complete.
    private(set) lazy var labels = NodeLabels(self)

    /// The number of graph nodes, which are the interactions, the causes and the updates, in this order.
    var nodeCount: Int { interactions.count + causes.count + updates.count }
    var firstCauseNode: Int { interactions.count }
    var firstUpdateNode: Int { interactions.count + causes.count }

    /// The exporter's id of a handle; nil if the record has none.
    func sourceID(_ handle: UInt32) -> UInt64? {
        handle == 0 || isAnonymous[Int(handle)] ? nil : ids[Int(handle)]
    }

    /// The latest end of anything with a time; nil for a trace without times.
    var lastEnd: Int64? {
        var last: Int64 = -1
        func include(_ start: Int64, _ duration: Int64) {
            guard start >= 0 else { return }
            let (end, overflow) = start.addingReportingOverflow(max(0, duration))
            if !overflow { last = max(last, end) }
        }
        forEachRow(include)
        for row in 0..<causes.count { include(causes[row].start, 0) }
        return last < 0 ? nil : last
    }

    /// Calls `body` with start and duration of every row of a lane; negative if missing.
    func forEachRow(_ body: (_ start: Int64, _ duration: Int64) -> Void) {
        let (starts, durations) = (updates.start.buffer, updates.duration.buffer)
        for row in starts.indices { body(starts[row], durations[row]) }
        for interaction in interactions { body(interaction.start, interaction.duration) }
        for row in 0..<groups.count { body(groups[row].start, groups[row].duration) }
        for signpost in signposts { body(signpost.start, signpost.duration) }
        for hitch in hitches { body(hitch.start, hitch.duration) }
        for hang in hangs { body(hang.start, hang.duration) }
        for sample in samples { body(sample.start, -1) }
        for log in logs { body(log.start, -1) }
    }

    init() {
        ids.append(0)
        groupIDs.append(0)
    }
}

/// Call stacks as a tree that shares outer frames: a stack is the node of its leaf.
final class StackTable {
    /// The content of a frame.
    struct Frame: DenseKey {
        var name = NameID.none
        /// The binary that contains it, if known.
        var binary = NameID.none
        /// Whether that binary belongs to the app.
        var isApp = false

        var hash: UInt64 {
            HashMixer.mix(UInt64(name.rawValue), UInt64(binary.rawValue) << 1 | (isApp ? 1 : 0))
        }
    }

    struct Node {
        /// The caller's node; zero = none.
        var parent: UInt32
        var frame: NameID
        var binary: NameID
        var isApp: Bool
    }

    /// Nodes stored as caller and frame number: stacks have millions of nodes but few frames.
    struct Nodes: RandomAccessCollection {
        fileprivate let pairs: Column<UInt64>
        let frames: Column<Frame>

        var startIndex: Int { 0 }
        var endIndex: Int { pairs.count }

        subscript(node: Int) -> Node {
            let frame = frames[frame(node)]
            return Node(parent: parent(node), frame: frame.name, binary: frame.binary, isApp: frame.isApp)
        }

        func parent(_ node: Int) -> UInt32 { UInt32(pairs[node] >> 32) }

        /// Index into `frames`.
        func frame(_ node: Int) -> Int { Int(UInt32(truncatingIfNeeded: pairs[node])) }
    }

    /// A symbol in a binary.
    struct Function: Hashable {
        var frame: NameID
        var binary: NameID
    }

    /// The file of a function and the smallest of its seen lines. Samples have many lines of one function; keeping
    /// these apart would split its node.
    struct Source: Equatable {
        var file: NameID
        var line: Int64
    }

    private let index = PairIndex()
    private let frames = DenseIndex<Frame>()
    private(set) var sources: [Function: Source] = [:]

    /// The first is "none".
    let nodes: Nodes

    init() {
        nodes = Nodes(pairs: index.keys, frames: frames.keys)
        _ = child(of: 0, Frame())
    }

    /// A frame's number, for adding many calls of it.
    func number(of frame: Frame) -> UInt32 { UInt32(frames.number(of: frame)) }

    func child(of parent: UInt32, frame: UInt32) -> UInt32 { UInt32(index.number(parent, frame)) }

    func child(of parent: UInt32, _ frame: Frame) -> UInt32 { child(of: parent, frame: number(of: frame)) }

    /// Adds a call that is known to be new, as when reading stored stacks.
    func add(to parent: UInt32, _ frame: Frame) {
        index.append(UInt64(parent) << 32 | UInt64(number(of: frame)))
    }

    /// Records a line of a function. Of several files the first in byte order is kept, independent of the order of
    /// calls.
    func note(_ source: Source, of function: Function, _ names: NameTable) {
        guard let known = sources[function] else {
            sources[function] = source
            return
        }
        let isFirst =
            known.file == source.file ? source.line < known.line : names.isText(source.file, before: known.file)
        if isFirst { sources[function] = source }
    }

    func source(of node: Node) -> Source? {
        sources.isEmpty ? nil : sources[Function(frame: node.frame, binary: node.binary)]
    }

    /// Source locations by function name, in any binary; none for names in several files.
    func sourcesByName(_ names: NameTable) -> [NameID: Source] {
        var (found, isUnclear) = ([NameID: Source](), Set<NameID>())
        for (function, source) in sources {
            let known = found[function.frame] ?? source
            if known.file != source.file { isUnclear.insert(function.frame) }
            found[function.frame] = known.line <= source.line ? known : source
        }
        return found.filter { !isUnclear.contains($0.key) }
    }

    /// The last component of a source's path, and its line: `File.swift:42`.
    static func place(_ source: Source, _ names: NameTable) -> String {
        let file = (names.text(source.file) ?? "").split(separator: "/", omittingEmptySubsequences: true).last ?? ""
        return "\(file):\(source.line)"
    }

    /// Parses `path:line` as in our own format; nil for anything else.
    static func parts(ofPlace text: String) -> (file: Substring, line: Int64)? {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
            let line = Int64(text[text.index(after: colon)...]), line >= 0
        else { return nil }
        return (text[..<colon], line)
    }
}
