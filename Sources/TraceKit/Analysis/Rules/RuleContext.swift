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
    /// By view that names no change: who probably is its parent.
    lazy var probableParents = EvaluationOrder(records, results).parents()
    lazy var drivers = DriverCounts(records)
    /// The property wrappers of causes by name; none where causes of a name have several.
    lazy var wrappers: [NameID: PropertyWrapper] = {
        var found: [NameID: PropertyWrapper] = [:]
        for row in 0..<records.causes.count where records.causes[row].wrapper != .none {
            let cause = records.causes[row]
            if let known = found[cause.name], known != cause.wrapper { found[cause.name] = PropertyWrapper.none }
            if found[cause.name] == nil { found[cause.name] = cause.wrapper }
        }
        return found.filter { $0.value != .none }
    }()
    /// Changes of a cause within its busiest second: runs of a recurring cause; of others, nodes of one name within 1 ms are one.
    func mostChanges(_ cause: NameID) -> Int { changesPerSecond[cause] ?? 0 }

    private lazy var changesPerSecond: [NameID: Int] = {
        var times: [NameID: [Int64]] = [:]
        for row in 0..<records.causes.count where records.causes[row].start != UpdateColumns.untimed {
            times[records.causes[row].name, default: []].append(records.causes[row].start)
        }
        var runs: [NameID: [Int64]] = [:]
        for run in results.runs where run.start != UpdateColumns.untimed {
            let cause = results.recurring[Int(run.cause)]
            if cause.isSeen { runs[cause.root, default: []].append(run.start) }
        }
        return times.merging(runs) { $1 }.mapValues { times in
            var distinct: [Int64] = []
            for time in times.sorted() {
                if let last = distinct.last, time - last <= RecordedRoots.oneChangeNs { continue }
                distinct.append(time)
            }
            return Peak(distinct).count
        }
    }()

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
    lazy var hasRunLoop = mainSamples.rows.contains { stackReader[records.samples[Int($0)].stack].isInLoop }

    /// Whether the recording says which frames were late.
    var saysHitches: Bool { records.lanes.contains(.hitches) || !records.hitches.isEmpty }
    /// Whether the display shows a frame every 16.67 ms, so that 8.3 ms are no deadline.
    lazy var isSlowDisplay = DisplayRate.hertz(records).map { $0 <= 60 } ?? false
    /// Whether such a display showed every frame in time, as far as the recording says.
    lazy var isQuietSlowDisplay =
        isSlowDisplay && saysHitches && stalls.isEmpty && deadlines.profile == Deadlines.frame.profile
    /// Hangs, and where the work of hitches lies.
    lazy var stalls = StallSpans(self)

    lazy var triggerEvents = TriggerEvents(self)
    /// Updates that follow each other, as spans in order: one ends after a pause as a burst of evaluations does, and before a
    /// view runs again after another one.
    lazy var updateRuns: [Range<Int64>] = {
        var runs: [Range<Int64>] = []
        var (views, last): (Set<Int>, Int?) = ([], nil)
        for row in updates.start.indices where isCounted(row) {
            let (start, view) = (updates.start[row], view(row))
            let end = start.addingSaturating(max(0, durations[row]))
            let isAgain = view != last && views.contains(view)
            last = view
            if let run = runs.last, !isAgain, start <= run.upperBound.addingSaturating(EvaluationOrder.gapNs) {
                runs[runs.count - 1] = run.lowerBound..<max(run.upperBound, end)
                views.insert(view)
            } else {
                runs.append(max(start, runs.last?.upperBound ?? start)..<max(end, runs.last?.upperBound ?? end))
                views = [view]
            }
        }
        return runs
    }()

    /// Whether an update counts: no check, no untimed evidence, of an analysed process.
    @inline(__always)
    func isCounted(_ row: Int) -> Bool { results.role[row] == .counted }

    /// Threads that logged a body or a stall: those are of the main thread.
    lazy var loggedMainThreads: Set<NameID> = {
        var found: Set<NameID> = []
        for log in records.logs where log.thread.isPresent && !found.contains(log.thread) {
            if log.view.isPresent || WatchdogLine.isStall(names.bytes(of: log.message)) { found.insert(log.thread) }
        }
        return found
    }()

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

    /// The app's view above most of the long updates of a framework's view.
    func appView(aboveLongUpdatesOf view: Int) -> String? { appViewsAbove[view] }

    private lazy var appViewsAbove: [Int: String] = {
        var counts: [Int: [String: Int]] = [:]
        let severity = results.severity.buffer
        for row in severity.indices where severity[row] > 0 && isCounted(row) && isFramework[view(row)] {
            if let above = appView(above: row) { counts[view(row), default: [:]][above, default: 0] += 1 }
        }
        return counts.compactMapValues { own in
            RuleWords.largest(1, of: own.map { (name: $0.key, count: $0.value) }).first?.name
        }
    }()

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
