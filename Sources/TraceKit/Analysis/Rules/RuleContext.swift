/// What rules read: records, results, and shared sums, each computed once.
final class RuleContext {
    let records: TraceRecords
    let options: AnalysisOptions
    let results: AnalysisResults
    let updates: UpdateColumns
    // Buffers used for every row; records and results keep them alive.
    private let keys: UnsafeMutableBufferPointer<UInt32>
    private let viewOfKey: UnsafeMutableBufferPointer<UInt32>
    private let durations: UnsafeMutableBufferPointer<Int64>

    init(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        self.records = records
        self.options = options
        self.results = results
        updates = records.updates
        keys = records.updates.view.buffer
        viewOfKey = results.viewOfKey.buffer
        durations = records.updates.duration.buffer
    }

    var names: NameTable { records.names }
    var deadlines: Deadlines { results.deadlines }

    /// By view.
    lazy var longUpdates = LongUpdates.tallies(self)
    /// Main-thread samples inside long bodies, by view.
    lazy var bodySamples = BodySamples.collect(self)
    /// The app's own intervals in at least half of the long bodies, by view.
    lazy var bodyIntervals = BodyIntervals.collect(self)
    lazy var wastedRows = WastedRows(self)
    /// By view, only views that have any.
    lazy var consoleLines = ConsoleLines.collect(self)
    /// Those worth a finding.
    lazy var recurringCauses = RecurringCauseRule.reported(self)
    var recurringNames: RecurringNames { RecurringNames(records, results) }
    lazy var drivers = DriverCounts(records)
    lazy var mainSamples = MainSamples(self)
    /// By `ProcessScope.owner`.
    lazy var mainSamplesByOwner = mainSamples.byOwner(self)
    lazy var costlyCalls = CostlyCalls(names)
    lazy var stackReader = StackReader(records, costlyCalls)
    /// Hangs, hitches and busy runs by what had the main thread, and the hitches that were late in rendering.
    lazy var stretches = {
        var finder = StretchGroups(self)
        let groups = finder.groups()
        return (groups: groups, rendered: finder.rendered)
    }()

    /// The nanoseconds between two samples of a running main thread.
    lazy var samplePeriodNs: Int64? = MainThread(records, rows: mainSamples.rows, stackReader).periodNs

    /// Whether a main thread is seen in a run loop.
    lazy var hasRunLoop = mainSamples.rows.contains { stackReader[records.samples[$0].stack].isInLoop }

    /// Whether the recording says which frames were late.
    var saysHitches: Bool { records.lanes.contains(.hitches) || !records.hitches.isEmpty }
    /// Whether the display shows a frame every 16.67 ms, so that 8.3 ms are no deadline.
    lazy var isSlowDisplay = DisplayRate.hertz(records).map { $0 <= 60 } ?? false
    /// Whether such a display showed every frame in time, as far as the recording says.
    lazy var isQuietSlowDisplay =
        isSlowDisplay && saysHitches && stalls.isEmpty && deadlines.profile == Deadlines.frame.profile
    /// Hangs, and where the work of hitches lies.
    lazy var stalls = StallSpans(self)

    /// Whether an update counts: no check, no untimed evidence, of an analysed process.
    @inline(__always)
    func isCounted(_ row: Int) -> Bool { results.role[row] == .counted }

    // MARK: Names

    func name(_ id: NameID) -> String { names.text(id) ?? "" }

    /// Messages of Instruments about code that may block the main thread, in time order.
    private(set) lazy var hangRisks = records.logs.filter { log in
        log.category == NameID(.hangRisks) && !log.subsystem.isPresent
    }

    /// The views around a view, innermost first, by its name, from its first update that has them.
    private(set) lazy var hierarchies: [String: String] = {
        guard !updates.hierarchy.isEmpty else { return [:] }
        var first = [NameID](repeating: .none, count: results.views.count)
        let missing = NameID.none
        for row in 0..<updates.count where updates.hierarchy[row] != missing && isCounted(row) {
            if first[view(row)] == missing { first[view(row)] = updates.hierarchy[row] }
        }
        let known = first.indices.filter { first[$0] != missing }
        return Dictionary(known.map { (viewName($0), short(name(first[$0]))) }) { first, _ in first }
    }()

    /// Source locations of functions, by name.
    private lazy var sources = records.stacks.sourcesByName(names)

    /// Names of the app's own functions.
    private lazy var appFrames = Set(records.stacks.nodes.frames.buffer.lazy.filter(\.isApp).map(\.name))

    /// The innermost app function on a path, except the entry point, which is on every path.
    func appFunction(in path: HeavyPath?) -> NameID {
        let inner = path?.frames.dropFirst().last { appFrames.contains($0) }
        guard let inner, !name(inner).contains("$main") else { return .none }
        return inner
    }

    /// The same for a hang. If no frame has a known owner, the names of frames decide.
    func appFunction(inHang path: HeavyPath?) -> NameID {
        if !appFrames.isEmpty { return appFunction(in: path) }
        let inner = path?.frames.dropFirst().last { frame in
            costlyCalls.family(frame) == nil && AppFunctionName.isLikely(name(frame))
        }
        return inner ?? .none
    }

    /// The app function with most samples in the long bodies of a view.
    func appFunction(ofLongUpdatesOf view: Int) -> NameID { appFunction(in: bodySamples[view]?.heavyPath(self)) }

    /// `Model.swift:42`; nil if unknown.
    func place(ofFunction frame: NameID) -> String? { sources[frame].map { StackTable.place($0, names) } }

    /// `ModelData.load(_:) (Model.swift:42)`, without the location if it is unknown.
    func placed(_ frame: NameID) -> String {
        guard let source = sources[frame] else { return short(name(frame)) }
        return "\(short(name(frame))) (\(short(StackTable.place(source, names))))"
    }

    /// A name for a sentence, truncated if very long.
    func short(_ text: String) -> String {
        // A text has at most as many characters as bytes.
        guard text.utf8.count > Self.longestName, text.count > Self.longestName else { return text }
        return "\(text.prefix(Self.longestName - 1))…"
    }

    static let longestName = 200

    func shortName(_ id: NameID) -> String { short(name(id)) }

    func viewName(_ view: Int) -> String { name(results.views[view].name) }

    func shortViewName(_ view: Int) -> String { short(viewName(view)) }

    /// The condition that selects rows of `updates` of one view.
    func isView(_ view: Int) -> String {
        let summary = results.views[view]
        return """
            view = \(RuleSQL.literal(viewName(view))) AND module \(RuleSQL.equals(names.text(summary.module))) AND \
            \(RuleSQL.kind(summary.kind))
            """
    }

    /// An additional condition that selects some processes, if several are analysed.
    func isOfProcesses(_ processes: [NameID]) -> String {
        guard results.scope.hasSeveral else { return "" }
        let names = Set(processes.map(name)).sorted()
        return " AND coalesce(process, '') IN (\(RuleSQL.list(names)))"
    }

    /// By view: whether it is a framework node, for which there is no advice.
    private(set) lazy var isFramework = results.views.map { AppViews.isFramework($0, names) }

    /// The nearest app view above an update: up the cause chain, or else in the view hierarchy.
    func appView(above row: Int) -> String? {
        let first = records.firstUpdateNode
        var node = Int(results.parent[first + row])
        var steps = 0
        while node >= first, steps < 100 {
            let above = view(node - first)
            if !isFramework[above] { return shortViewName(above) }
            node = Int(results.parent[node])
            steps += 1
        }
        let around = names.text(updates.hierarchy[row]) ?? hierarchies[viewName(view(row))]
        return around?.split(separator: " ← ").map(String.init).first { !AppViews.isNode($0) }.map(short)
    }

    // MARK: Rows

    /// Updates with a duration, by recurring cause.
    private(set) lazy var recurringRows: [[UInt32]] = {
        var rows = [[UInt32]](repeating: [], count: results.recurring.count)
        let (run, runs) = (results.run.rows, results.runs)
        for row in run.values.indices where run[row] >= 0 && durations[row] >= 0 && isCounted(row) {
            rows[Int(runs[Int(run[row])].cause)].append(UInt32(row))
        }
        return rows
    }()

    @inline(__always)
    func view(_ row: Int) -> Int { Int(viewOfKey[Int(keys[row])]) }

    @inline(__always)
    func duration(_ row: Int) -> Int64 { durations[row] >= 0 ? durations[row] : leastDuration(row) }

    /// The cost of an update: its part of late frames, else its main-thread time.
    @inline(__always)
    func cost(_ row: Int) -> Int64 {
        let late = results.lateOfUpdate[row]
        return late >= 0 ? late : duration(row)
    }

    /// The least duration of an update without an end, if that misses a deadline.
    private func leastDuration(_ row: Int) -> Int64 {
        results.severity[row] > 0 ? results.leastDuration(row, updates) : 0
    }

    /// Where the update is judged: `-1` is the launch, nil nowhere.
    func place(_ row: Int) -> Int? {
        switch results.membership[row] {
        case .linked, .temporal: Int(results.window[row])
        case .launch: -1
        case .recurring: results.judgedPlace(row)
        case .unattributed, .untimed, .otherProcess: nil
        }
    }

    /// The severity of spending this long in one place.
    func severity(ofTime nanoseconds: Int64) -> Finding.Severity {
        switch deadlines.severity(ofDuration: nanoseconds) {
        case .red: .high
        case .orange: .medium
        case .gray: .low
        }
    }

    /// `a red deadline (16.67 ms)`, for the text on severity: the deadlines are the user's.
    static let severityOfTime =
        """
        high where the time in the worst window is longer than the red deadline, medium where it is longer than the \
        orange one, low otherwise
        """
}
