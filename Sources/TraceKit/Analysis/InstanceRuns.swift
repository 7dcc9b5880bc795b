/// The runs of known instances of views in their update groups.
enum InstanceRuns {
    /// One instance in one group, as far as rows were seen.
    private struct Last: BitwiseCopyable {
        var row: Int32
        var group: Int32
        var runs: Int32
    }

    /// Tells of every update that is judged and is not the first run of its instance in its group: the row of the run
    /// before, and how many there were so far. Rows come by start, then id. `take` may be told of the same run twice.
    static func eachRepeat(
        _ records: TraceRecords, _ results: AnalysisResults, _ take: (_ previous: Int, _ runs: Int) -> Void
    ) {
        guard !records.updates.instance.isEmpty else { return }
        // The groups of an instance mostly follow upon each other: then what matters is only the last one.
        if !eachRepeat(records, results, forgetsGroups: true, take) {
            _ = eachRepeat(records, results, forgetsGroups: false, take)
        }
    }

    /// False, before the end, where an instance returns to a group that was forgotten.
    @inline(__always)
    private static func eachRepeat(
        _ records: TraceRecords, _ results: AnalysisResults, forgetsGroups: Bool,
        _ take: (_ previous: Int, _ runs: Int) -> Void
    ) -> Bool {
        let updates = records.updates
        let (instances, views, roles) = (updates.instance.rows, updates.view.buffer, results.role.buffer)
        let (groups, viewOfKey) = (results.group.buffer, results.viewOfKey.buffer)
        let index = PairIndex()
        let indexByGroup = PairIndex()
        let last = Column<Last>()
        for row in instances.values.indices {
            let (instance, group) = (instances.values[row], groups[row])
            guard instance.isPresent, group != AnalysisResults.none, roles[row] == .counted,
                results.judgedPlace(row) >= 0
            else { continue }
            var number = index.number(viewOfKey[Int(views[row])], instance.rawValue)
            if !forgetsGroups { number = indexByGroup.number(UInt32(number), UInt32(group)) }
            if number == last.count {
                last.append(Last(row: Int32(row), group: group, runs: 1))
                continue
            }
            let before = last.base[number]
            if before.group > group { return false }
            let runs = before.group == group ? before.runs + 1 : 1
            if runs > 1 { take(Int(before.row), Int(runs)) }
            last.base[number] = Last(row: Int32(row), group: group, runs: runs)
        }
        return true
    }
}
