/// What the rules read: records, results, and sums that several of them need, each made once.
final class RuleContext {
    let records: TraceRecords
    let options: AnalysisOptions
    let results: AnalysisResults
    let updates: UpdateColumns
    private let viewOfKey: [UInt32]

    init(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        self.records = records
        self.options = options
        self.results = results
        updates = records.updates
        viewOfKey = results.viewOfKey
    }

    var names: NameTable { records.names }
    var deadlines: Deadlines { results.deadlines }

    /// Per view.
    lazy var longUpdates = LongUpdates.tallies(self)
    /// Main-thread samples inside long bodies, per view.
    lazy var bodySamples = BodySamples.collect(self)
    lazy var mainSamples = MainSamples(self)
    lazy var costlyCalls = CostlyCalls(names)

    // MARK: Names

    func name(_ id: NameID) -> String { names.text(id) ?? "" }

    /// A name for a sentence: very long ones are cut.
    func short(_ text: String) -> String {
        text.count > Self.longestName ? "\(text.prefix(Self.longestName - 1))…" : text
    }

    static let longestName = 80

    func viewName(_ view: Int) -> String { name(results.views[view].name) }

    func shortViewName(_ view: Int) -> String { short(viewName(view)) }

    /// Names of the nodes that can drive updates (interactions, then causes), by node.
    lazy var driverNames: Column<NameID> = {
        let labels = NodeLabels(records)
        let names = Column<NameID>(capacity: records.firstUpdateNode)
        for node in 0..<records.firstUpdateNode { names.append(labels.label(node)) }
        return names
    }()

    // MARK: Rows

    @inline(__always)
    func view(_ row: Int) -> Int { Int(viewOfKey[Int(updates.view[row])]) }

    @inline(__always)
    func duration(_ row: Int) -> Int64 { max(0, updates.duration[row]) }

    /// Whether the update is in the launch or in a window: `-1` is the launch, nil neither.
    func place(_ row: Int) -> Int? {
        switch results.membership[row] {
        case .linked, .temporal: Int(results.window[row])
        case .launch: -1
        case .unattributed, .untimed: nil
        }
    }

    /// How bad it is to spend this long in one place.
    func severity(ofTime nanoseconds: Int64) -> Finding.Severity {
        switch deadlines.severity(ofDuration: nanoseconds) {
        case .red: .high
        case .orange: .medium
        case .gray: .low
        }
    }

    /// `a red deadline (16.67 ms)`, for the words on severity: the deadlines are the user's.
    static let severityOfTime =
        "high where the time in the worst window is longer than the red deadline, medium where it is longer than the "
        + "orange one, low otherwise"

    // MARK: Causes

    /// Per update, the nearest cause record up its chain that fulfils a condition, as an index into the causes, or
    /// none. Every node is walked over once; in a cycle the walk stops.
    func nearestCause(_ isWanted: (Int) -> Bool) -> Column<Int32> {
        let unknown: Int32 = -2
        let nearest = Column<Int32>(repeating: unknown, count: records.nodeCount)
        let parents = results.parent
        var walk: [Int] = []
        for first in 0..<records.nodeCount where nearest[first] == unknown {
            var node = first
            var found = AnalysisResults.none
            walk.removeAll(keepingCapacity: true)
            while nearest[node] == unknown {
                nearest[node] = AnalysisResults.none
                walk.append(node)
                guard parents[node] >= 0 else { break }
                node = Int(parents[node])
                let cause = node - records.firstCauseNode
                if cause >= 0, cause < records.causes.count, isWanted(cause) {
                    found = Int32(cause)
                    break
                }
                if nearest[node] != unknown { found = nearest[node] }
            }
            for node in walk { nearest[node] = found }
        }
        let causes = Column<Int32>(capacity: updates.count)
        causes.append(contentsOf: nearest.base + records.firstUpdateNode, count: updates.count)
        return causes
    }
}
