/// What the recording is and where it comes from. All texts are as the exporter wrote them.
struct TraceMetadata: Equatable {
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
    var durationNs: Int64?
    /// What the user calls the trace.
    var label: String?
    /// The input ended before it was complete: where (byte offset and file).
    var truncatedAt: Place?
}

/// A view as section 5 of docs/analysis.md has it: name, module and kind, with the exporter's own spelling.
struct ViewKey: Hashable, BitwiseCopyable {
    var name: NameID
    var rawName: NameID
    var module: NameID
    var kind: UpdateKind
    /// The exporter's word where it is none of ours (`kind` is then `.other`).
    var kindWord: NameID
}

/// What is done to rows in every column of a table, whatever the column holds.
protocol ColumnChange {
    func callAsFunction(_ column: Column<some BitwiseCopyable>)
    func callAsFunction(_ column: SparseColumn<some BitwiseCopyable>)
}

/// The updates of a trace as columns, one element an update; sorted by start, then id, once built.
final class UpdateColumns {
    /// Nanoseconds since the start of the trace; `untimed` for console evidence.
    let start = Column<Int64>()
    /// Nanoseconds, or `unterminated`.
    let duration = Column<Int64>()
    /// Index into `TraceRecords.views`.
    let view = Column<UInt32>()
    /// Handle of the exporter's id; zero = none.
    let id = Column<UInt32>()
    let thread = Column<NameID>()
    let phase = Column<UpdatePhase>()
    let instance = SparseColumn<NameID>(absent: .none)
    /// Handle of the group id; zero = none.
    let group = SparseColumn<UInt32>(absent: 0)
    let changed = SparseColumn<ListID>(absent: .none)
    let category = SparseColumn<NameID>(absent: .none)
    let instrumentsSeverity = SparseColumn<NameID>(absent: .none)
    /// -1 = not recorded.
    let allocations = SparseColumn<Int64>(absent: -1)
    let downstream = SparseColumn<Int64>(absent: -1)

    static let untimed = Int64.min
    /// Times and durations are below this: what exporters write from here on means "no end" (seen: 6148782250705247539 and
    /// 2^64 - 1).
    static let sentinel: Int64 = 1 << 62
    static let unterminated: Int64 = -1

    var count: Int { start.count }

    /// Does the same to every column.
    @inline(__always)
    func change(by change: some ColumnChange) {
        change(start)
        change(duration)
        change(view)
        change(id)
        change(thread)
        change(phase)
        change(instance)
        change(group)
        change(changed)
        change(category)
        change(instrumentsSeverity)
        change(allocations)
        change(downstream)
    }

    /// Takes what is the same everywhere of the updates of another part of the same input; `takeNumbers` takes the rest.
    func takeTimes(_ other: UpdateColumns) {
        let first = count
        start.take(other.start)
        duration.take(other.duration)
        phase.take(other.phase)
        allocations.take(other.allocations, at: first) { $0 }
        downstream.take(other.downstream, at: first) { $0 }
    }

    /// Takes what has other numbers here.
    func takeNumbers(_ other: UpdateColumns, _ numbers: PartNumbers) {
        let first = view.count
        view.take(other.view) { numbers.views[Int($0)] }
        id.take(other.id) { numbers.ids[Int($0)] }
        thread.take(other.thread) { numbers.names[$0.index] }
        instance.take(other.instance, at: first) { numbers.names[$0.index] }
        group.take(other.group, at: first) { numbers.groupIDs[Int($0)] }
        changed.take(other.changed, at: first) { numbers.lists[Int($0.rawValue)] }
        category.take(other.category, at: first) { numbers.names[$0.index] }
        instrumentsSeverity.take(other.instrumentsSeverity, at: first) { numbers.names[$0.index] }
    }

    /// Appends an update with what every update has.
    func append(
        start: Int64, duration: Int64, view: UInt32, id: UInt32, thread: NameID, phase: UpdatePhase
    ) {
        self.start.append(start)
        self.duration.append(duration)
        self.view.append(view)
        self.id.append(id)
        self.thread.append(thread)
        self.phase.append(phase)
    }

    /// Gives the last update what many have; nil is what this one does not have.
    @inline(never)
    func complete(group: UInt32?, instance: NameID?, changed: ListID?, allocations: Int64?) {
        let row = count - 1
        if let group { self.group[row] = group }
        if let instance { self.instance[row] = instance }
        if let changed { self.changed[row] = changed }
        if let allocations { self.allocations[row] = allocations }
    }
}

struct CauseRecord: BitwiseCopyable {
    var id: UInt32
    var name: NameID
    var kind: CauseKind
    /// The exporter's word where it is none of ours.
    var kindWord: NameID
    var origin: Origin
    /// Nanoseconds, or `UpdateColumns.untimed`.
    var start: Int64
}

struct InteractionRecord {
    var id: UInt32
    var kind: InteractionKind
    var kindWord: NameID
    var name: NameID
    var start: Int64
    /// Nanoseconds, or -1 where the record has no end.
    var duration: Int64
    /// The cause node it was found at (a gesture root), by handle of its id; zero = a record of its own.
    var causeID: UInt32
}

/// An edge between two nodes: by the handles of their ids while a trace is built, by node index (see
/// `TraceRecords.nodeCount`) once it is.
struct EdgeRecord: BitwiseCopyable {
    var from: UInt32
    var to: UInt32
    /// Nanoseconds, or `UpdateColumns.untimed` where the source gives none.
    var at: Int64
    var label: NameID
    var changed: ListID
}

struct GroupRecord: BitwiseCopyable {
    /// Handle among group ids; zero = none.
    var id: UInt32
    var label: NameID
    var thread: NameID
    var start: Int64
    /// Nanoseconds, or -1.
    var duration: Int64
}

struct SignpostRecord: BitwiseCopyable {
    enum Pairing: UInt8, CaseIterable, BitwiseCopyable { case complete, beginOnly, endOnly }

    var name: NameID
    var subsystem: NameID
    var category: NameID
    var process: NameID
    var thread: NameID
    var scope: NameID
    var message: NameID
    /// The signpost's own 64-bit id; meaningful where `hasID`.
    var signpostID: UInt64
    var hasID: Bool
    var pairing: Pairing
    var start: Int64
    /// Nanoseconds, or -1 for a single event and for an interval without one of its ends.
    var duration: Int64
}

struct HitchRecord: BitwiseCopyable {
    var start: Int64
    var duration: Int64
    var isSystem: Bool
    var narrative: NameID
}

struct HangRecord: BitwiseCopyable {
    var start: Int64
    var duration: Int64
    /// The exporter's word, or none.
    var kind: NameID
    var thread: NameID
}

struct SampleRecord: BitwiseCopyable {
    var start: Int64
    /// Nanoseconds of CPU time, or -1 where the source counts something else.
    var weight: Int64
    var thread: NameID
    /// The thread's state (`Running`, `Blocked`), where the source gives it.
    var state: NameID
    /// Index into `StackTable`; zero = no stack.
    var stack: UInt32
}

/// One number that MetricKit or XCTest measured: context for a trace, on no time line.
struct MetricRecord: Equatable {
    /// `metrickit` or `xctest`.
    var source: String
    /// What was measured: a signpost, or the group of figures that the source files it under.
    var name: String
    /// A signpost's category.
    var category: String?
    /// The figure, by the source's own word.
    var metric: String
    /// As the source has it, spelled one way (`s`, `ms per s`, `byte`); nil = a plain number.
    var unit: String?
    var value: Double
    /// Of a test that measures several times: which time, from 1.
    var iteration: Int64?
    var test: String?
    var device: String?
    /// The time the figure sums up, as the source writes it.
    var period: String?
}

/// One bucket of a histogram that MetricKit counted.
struct MetricBucketRecord: Equatable {
    /// What was measured, as in `MetricRecord`.
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

/// A row that was not taken, with its place and reason.
struct RejectRecord {
    /// Why a row was not taken. A closed list: reports and budgets count by it.
    enum Kind: String, CaseIterable {
        case malformed, wrongType = "wrong-type", missingField = "missing-field", negative
        case outOfRange = "out-of-range", duplicateID = "duplicate-id", invalidUTF8 = "invalid-utf8"
        case tooLong = "too-long", unknownRecord = "unknown-record", danglingReference = "dangling-reference"
        case selfEdge = "self-edge"
    }

    var kind: Kind
    var place: Place
    var message: String
    /// The row as it stands in the input, cut.
    var raw: String
}

/// Everything one trace holds, in memory: what importers fill and what the store and the passes read.
final class TraceRecords {
    var metadata = TraceMetadata()
    var names = NameTable()
    var lists = ListTable()
    var stacks = StackTable()
    /// The exporter's ids by handle (element 0 stands for "no id").
    let ids = Column<UInt64>()
    /// Handles of records that have causes but no id of their own.
    let isAnonymous = SparseColumn<Bool>(absent: false)
    var views: [ViewKey] = []
    let updates = UpdateColumns()
    var interactions: [InteractionRecord] = []
    let causes = Column<CauseRecord>()
    let edges = EdgeColumns()
    let groupIDs = Column<UInt64>()
    let groups = Column<GroupRecord>()
    let signposts = Column<SignpostRecord>()
    var hitches: [HitchRecord] = []
    var hangs: [HangRecord] = []
    let samples = Column<SampleRecord>()
    var metrics: [MetricRecord] = []
    var metricBuckets: [MetricBucketRecord] = []
    var rejects: [RejectRecord] = []
    /// What a reader of the trace must know.
    var warnings: [Diagnostic] = []
    /// What ended the reading of a file early, where something did.
    var damage: Diagnostic?
    var counters = ImportCounters()
    /// The lanes the source has, even where they hold no row, by their keys in our own format (`hitches`, …).
    var lanes: Set<String> = []
    /// Where the records come from: display names of the files, the format, a hash of the content.
    var sourceFiles: [String] = []
    var formats: [String] = []
    var contentHash = ""

    /// The nodes of the cause graph are the interactions, then the causes, then the updates, each in its order.
    var nodeCount: Int { interactions.count + causes.count + updates.count }
    var firstCauseNode: Int { interactions.count }
    var firstUpdateNode: Int { interactions.count + causes.count }

    /// The exporter's id behind a handle; nil where the record had none.
    func sourceID(_ handle: UInt32) -> UInt64? {
        handle == 0 || isAnonymous[Int(handle)] ? nil : ids[Int(handle)]
    }

    /// The latest end of anything that has a time; nil for a trace without times.
    var lastEnd: Int64? {
        var last: Int64 = -1
        func take(_ start: Int64, _ duration: Int64) {
            guard start >= 0 else { return }
            let (end, overflow) = start.addingReportingOverflow(max(0, duration))
            if !overflow { last = max(last, end) }
        }
        let (starts, durations) = (updates.start.buffer, updates.duration.buffer)
        for row in starts.indices { take(starts[row], durations[row]) }
        for interaction in interactions { take(interaction.start, interaction.duration) }
        for row in 0..<causes.count { take(causes[row].start, 0) }
        for row in 0..<groups.count { take(groups[row].start, groups[row].duration) }
        for row in 0..<signposts.count { take(signposts[row].start, signposts[row].duration) }
        for hitch in hitches { take(hitch.start, hitch.duration) }
        for hang in hangs { take(hang.start, hang.duration) }
        for row in 0..<samples.count { take(samples[row].start, 0) }
        return last < 0 ? nil : last
    }

    init() {
        ids.append(0)
        groupIDs.append(0)
    }
}

/// Call stacks as a tree that shares its outer frames: a stack is the node of its leaf.
final class StackTable {
    struct Node: DenseKey {
        /// The caller's node; zero = none.
        var parent: UInt32
        var frame: NameID
        /// The binary that holds the frame, where known.
        var binary: NameID
        /// Whether that binary is the app's own.
        var isApp: Bool

        @inline(__always)
        var hash: UInt64 {
            HashMixer.mix(
                UInt64(parent) << 32 | UInt64(frame.rawValue), UInt64(binary.rawValue) << 1 | (isApp ? 1 : 0))
        }
    }

    private var index = DenseIndex<Node>()
    private(set) var nodes = [Node(parent: 0, frame: .none, binary: .none, isApp: false)]

    func child(of parent: UInt32, frame: NameID, binary: NameID = .none, isApp: Bool = false) -> UInt32 {
        let node = Node(parent: parent, frame: frame, binary: binary, isApp: isApp)
        // The first node stands for "none".
        let id = index.number(of: node) + 1
        if id == nodes.count { nodes.append(node) }
        return UInt32(id)
    }
}
