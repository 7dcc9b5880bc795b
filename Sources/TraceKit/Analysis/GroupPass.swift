/// Assigns every update to its update group and computes the cost of groups (docs/analysis.md, section 2).
///
/// Many small updates can miss the frame together: a group's cost is the union of its updates' intervals on its thread,
/// so that nested updates do not count twice. Checks belong to groups and add to their time, but do not count as
/// updates.
enum GroupPass: AnalysisPass {
    static let name = "update-groups"
    static let reads: Results = [.processes, .severity]
    static let writes: Results = .groups
    /// Gaps up to this length do not end a derived group.
    static let largestGapNs: Int64 = 1_000_000

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let updates = records.updates
        let assigned = Column<Int32>(repeating: AnalysisResults.none, count: updates.count)
        let hasIDs =
            !updates.group.isEmpty
            && (0..<updates.count).contains { namesGroup($0, updates) && results.role[$0] != .other }
        if !records.lanes.contains(.groups) && !hasIDs {
            derive(records, assigned, results)
        } else {
            assignRecorded(records, assigned, results)
        }
        results.group = assigned
        addCosts(records, results)
    }

    // MARK: Recorded groups

    /// Whether the update names its group; untimed evidence ran in none.
    private static func namesGroup(_ row: Int, _ updates: UpdateColumns) -> Bool {
        updates.group[row] != 0 && updates.start[row] != UpdateColumns.untimed
    }

    private static func assignRecorded(
        _ records: TraceRecords, _ assigned: Column<Int32>, _ results: AnalysisResults
    ) {
        let updates = records.updates
        var rows = [Int32](repeating: AnalysisResults.none, count: records.groupIDs.count)
        for row in 0..<records.groups.count {
            let group = records.groups[row]
            if group.id != 0 { rows[Int(group.id)] = Int32(row) }
            results.groups.append(
                GroupSummary(
                    start: group.start, duration: group.duration, record: Int32(row), id: group.id,
                    thread: group.thread, process: group.process, isDerived: false,
                    isOther: results.scope.isOther(group.process)))
        }
        for row in 0..<updates.count where namesGroup(row, updates) {
            let id = Int(updates.group[row])
            guard rows[id] == AnalysisResults.none else { continue }
            // An id without a record still forms a group, which begins with its first timed update.
            rows[id] = Int32(results.groups.count)
            results.groups.append(
                GroupSummary(
                    start: updates.start[row], duration: -1, id: UInt32(id), thread: updates.thread[row],
                    process: updates.process[row], isDerived: false, isOther: results.role[row] == .other))
        }
        for row in 0..<updates.count where updates.group[row] != 0 { assigned[row] = rows[Int(updates.group[row])] }
        assignByTime(records, assigned, results)
    }

    /// A thread of a process, if several are analysed: each has a main thread.
    private struct ThreadKey: Hashable {
        var owner: NameID
        var thread: NameID
    }

    /// Updates without a group id go to the latest group of their thread that contains their start: a sweep with a
    /// stack of open groups per thread. Among equal starts the lowest id is on top, groups without one below.
    private static func assignByTime(
        _ records: TraceRecords, _ assigned: Column<Int32>, _ results: AnalysisResults
    ) {
        let (updates, scope) = (records.updates, results.scope)
        var open: [ThreadKey: [Int32]] = [:]
        var next = 0
        for row in 0..<updates.count where assigned[row] == AnalysisResults.none {
            let start = updates.start[row]
            if start == UpdateColumns.untimed || results.role[row] == .other { continue }
            while next < records.groups.count, records.groups[next].start <= start {
                var end = next
                while end < records.groups.count, records.groups[end].start == records.groups[next].start { end += 1 }
                let begun = (next..<end).reversed().filter { !results.groups[$0].isOther }
                for group in begun.filter({ records.groups[$0].id == 0 }) + begun.filter({ records.groups[$0].id != 0 })
                {
                    let key = ThreadKey(
                        owner: scope.owner(records.groups[group].process), thread: records.groups[group].thread)
                    open[key, default: []].append(Int32(group))
                }
                next = end
            }
            let thread = ThreadKey(owner: scope.owner(updates.process[row]), thread: updates.thread[row])
            while let top = open[thread]?.last {
                let group = records.groups[Int(top)]
                if group.start.addingSaturating(group.duration) > start {
                    assigned[row] = top
                    break
                }
                open[thread]?.removeLast()
            }
        }
    }

    // MARK: Derived groups

    private struct Run: BitwiseCopyable {
        var group: Int32
        var latestEnd: Int64
    }

    private static func derive(_ records: TraceRecords, _ assigned: Column<Int32>, _ results: AnalysisResults) {
        let updates = records.updates
        let (starts, durations, threads) = (updates.start.buffer, updates.duration.buffer, updates.thread.buffer)
        let groupOf = assigned.buffer
        let found = Column<(process: NameID, thread: NameID, start: Int64)>()
        // By thread; the run of the current thread is kept apart.
        let runs = SparseColumn<Run>(absent: Run(group: AnalysisResults.none, latestEnd: 0))
        let scope = results.scope
        let pairs = PairIndex()
        var lane = 0
        var run = runs.absent
        let roles = results.role.buffer
        for row in starts.indices where starts[row] != UpdateColumns.untimed && roles[row] != .other {
            let (start, end) = (starts[row], starts[row].addingSaturating(max(0, durations[row])))
            let process = scope.owner(updates.process[row])
            let own = scope.hasSeveral ? pairs.number(process.rawValue, threads[row].rawValue) : threads[row].index
            if own != lane {
                runs[lane] = run
                lane = own
                run = runs[lane]
            }
            if run.group >= 0, start - run.latestEnd <= largestGapNs {
                run.latestEnd = max(run.latestEnd, end)
            } else {
                run = Run(group: Int32(found.count), latestEnd: end)
                found.append((process, threads[row], start))
            }
            groupOf[row] = run.group
        }
        results.groups = found.buffer.map {
            GroupSummary(
                start: $0.start, duration: -1, id: 0, thread: $0.thread, process: $0.process, isDerived: true)
        }
    }

    // MARK: Costs

    /// The running cost of one group.
    private struct Cost: BitwiseCopyable {
        var thread: NameID
        var updates: Int32 = 0
        var worst: Int8 = 0
        /// -1 = unknown.
        var busy: Int64 = -1
        var coveredUntil = Int64.min
        var latestEnd = Int64.min
    }

    private static func addCosts(_ records: TraceRecords, _ results: AnalysisResults) {
        let costs = costs(results.groups, records, results)
        // Moved out, so that they are changed in place.
        var groups: [GroupSummary] = []
        swap(&groups, &results.groups)
        for group in groups.indices {
            if groups[group].isOther { continue }
            let cost = costs[group]
            groups[group].updates = cost.updates
            groups[group].busy = cost.busy < 0 ? groups[group].duration : cost.busy
            if groups[group].isDerived { groups[group].duration = cost.latestEnd - groups[group].start }
            let isLong = results.deadlines.severity(ofDuration: groups[group].busy) != .gray
            groups[group].isAccumulated = isLong && cost.worst <= 0
        }
        results.groups = groups
    }

    private static func costs(
        _ groups: [GroupSummary], _ records: TraceRecords, _ results: AnalysisResults
    ) -> Scratch<Cost> {
        let updates = records.updates
        let (starts, durations, threads) = (updates.start.buffer, updates.duration.buffer, updates.thread.buffer)
        let (roles, groupOf, severity) = (results.role.buffer, results.group.buffer, results.severity.buffer)
        let costs = Scratch(repeating: Cost(thread: .none), count: groups.count)
        for (group, summary) in groups.enumerated() { costs[group].thread = summary.thread }
        for row in starts.indices where groupOf[row] != AnalysisResults.none && roles[row] != .other {
            let group = Int(groupOf[row])
            var cost = costs[group]
            let (start, duration) = (starts[row], durations[row])
            cost.worst = max(cost.worst, severity[row])
            if start != UpdateColumns.untimed {
                if roles[row] == .counted { cost.updates &+= 1 }
                let end = start.addingSaturating(max(0, duration))
                cost.latestEnd = max(cost.latestEnd, end)
                if duration >= 0, threads[row] == cost.thread {
                    // Updates come by start: the union grows by the part past its end so far.
                    let own = max(0, end - max(start, cost.coveredUntil))
                    cost.busy = max(0, cost.busy).addingSaturating(own)
                    cost.coveredUntil = max(cost.coveredUntil, end)
                }
            }
            costs[group] = cost
        }
        return costs
    }
}
