/// Selects the frames that a page will draw, if no other frames are needed: stacks have millions, a page has room for
/// few.
enum DrawnFramesPass: AnalysisPass {
    static let name = "drawn-frames"
    static let reads: Results = .processes
    static let writes: Results = .drawnFrames

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        guard options.needsDrawnFramesOnly, records.stacks.nodes.count > SampleChoice.mostFrames else { return }
        let used = UsedFrames(records)
        // Otherwise a page draws all of them.
        guard used.count > SampleChoice.mostFrames else { return }
        let (samples, scope) = (records.samples, results.scope)
        var running = RunningStates(records.names)
        let rows = Column<UInt32>()
        for row in samples.indices {
            let sample = samples[row]
            guard sample.stack != 0, running.contains(sample.state), !scope.isOther(sample.process) else { continue }
            rows.append(UInt32(row))
        }
        let drawn = SampleChoice.thinned(rows.count) { samples[Int(rows[$0])].thread == NameID(.main) }
        var stacks = NodeStacks(records, rows)
        _ = SampleChoice.fitting(drawn, &stacks)
        // The first and the last node give the number of frames, which keep their ids among all.
        results.drawnFrames = Set(stacks.nodes + [used.node(0), used.node(used.count - 1)]).sorted()
    }
}

/// The frames of stacks, by node.
private struct NodeStacks: DrawnStacks {
    private let records: TraceRecords
    /// The samples, by number.
    private let rows: Column<UInt32>
    private var isTaken: [Bool]
    private(set) var nodes: [Int] = []

    init(_ records: TraceRecords, _ rows: Column<UInt32>) {
        (self.records, self.rows) = (records, rows)
        isTaken = Array(repeating: false, count: records.stacks.nodes.count)
    }

    var count: Int { nodes.count }

    mutating func add(_ sample: Int) {
        var node = Int(records.samples[Int(rows[sample])].stack)
        while node != 0, !isTaken[node] {
            isTaken[node] = true
            nodes.append(node)
            node = Int(records.stacks.nodes.parent(node))
        }
    }

    mutating func drop(to count: Int) { nodes.removeSubrange(count...) }
}
