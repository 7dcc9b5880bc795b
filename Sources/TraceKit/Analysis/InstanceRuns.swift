/// The runs of known instances of views in their update groups.
enum InstanceRuns {
    /// One instance in one group, as far as rows were seen.
    private struct Last: BitwiseCopyable {
        var row: Int32
        var group: Int32
        var runs: Int32
    }

    /// Tells of every update inside a window that is not the first run of its instance in its group: the row of the run
    /// before, and how many there were so far. Rows come by start, then id. `take` may be told of the same run twice.
    static func eachRepeat(
        _ records: TraceRecords, _ results: AnalysisResults, _ take: (_ previous: Int, _ runs: Int) -> Void
    ) {
        guard !records.updates.instance.isEmpty else { return }
        let rows = (records.updates, results.group, results.window, results.viewOfKey)
        // The groups of an instance mostly follow upon each other: then what matters is only the last one.
        if !eachRepeat(rows, forgetsGroups: true, take) { _ = eachRepeat(rows, forgetsGroups: false, take) }
    }

    /// False, before the end, where an instance returns to a group that was forgotten.
    private static func eachRepeat(
        _ rows: (UpdateColumns, Column<Int32>, Column<Int32>, [UInt32]), forgetsGroups: Bool,
        _ take: (_ previous: Int, _ runs: Int) -> Void
    ) -> Bool {
        let (updates, groups, windows, viewOfKey) = rows
        let (instances, views) = (updates.instance, updates.view)
        var index = KeyIndex()
        let last = Column<Last>()
        for row in 0..<updates.count where windows[row] != AnalysisResults.none && updates.isCounted(row) {
            let (instance, group) = (instances[row], groups[row])
            guard instance.isPresent, group != AnalysisResults.none else { continue }
            let view = UInt64(viewOfKey[Int(views[row])])
            let number = index.number(
                view << 32 | UInt64(instance.rawValue), forgetsGroups ? 0 : UInt64(UInt32(bitPattern: group)))
            if number == last.count {
                last.append(Last(row: Int32(row), group: group, runs: 1))
                continue
            }
            let before = last[number]
            if before.group > group { return false }
            let runs = before.group == group ? before.runs + 1 : 1
            if runs > 1 { take(Int(before.row), Int(runs)) }
            last[number] = Last(row: Int32(row), group: group, runs: runs)
        }
        return true
    }
}
