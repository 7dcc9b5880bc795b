/// The rows of one process.
struct ProcessSum {
    var process: NameID
    var updates = 0
    /// Of the updates, those of lines without times: what any process may write into a log.
    var untimed = 0
    var signposts = 0
    var hitches = 0
    /// Of the hitches, those of the system, whatever process shows them.
    var systemHitches = 0
    var hangs = 0
    var samples = 0
    var logs = 0

    /// Whether all its rows are lines of a log or hitches of the system: they are there, whatever was recorded.
    var isBeside: Bool {
        logs + systemHitches > 0 && updates + signposts + hitches - systemHitches + hangs + samples == 0
    }

    /// Whether all its rows are hitches of the system: no recording is of it.
    var isSystem: Bool { isBeside && systemHitches == hitches && logs == 0 }

    /// In order of the processes' names. Rows that do not say whose they are, and causes and groups, which only serve the
    /// updates, are in none of the sums; a process that has nothing else is there all the same.
    static func all(of records: TraceRecords) -> [ProcessSum] {
        var sums: [NameID: ProcessSum] = [:]
        func add(_ process: NameID, _ lane: WritableKeyPath<ProcessSum, Int>?, _ count: Int = 1) {
            guard process.isPresent else { return }
            var sum = sums[process] ?? ProcessSum(process: process)
            if let lane { sum[keyPath: lane] += count }
            sums[process] = sum
        }
        /// Rows next to each other mostly are of one process.
        func addAll(_ count: Int, _ lane: WritableKeyPath<ProcessSum, Int>?, _ process: (Int) -> NameID) {
            var first = 0
            for row in 0..<count where row > 0 && process(row) != process(first) {
                add(process(first), lane, row - first)
                first = row
            }
            if first < count { add(process(first), lane, count - first) }
        }
        let updates = records.updates
        if !updates.process.isEmpty {
            addAll(updates.count, \.updates) { updates.process[$0] }
            for row in 0..<updates.count where updates.start[row] == UpdateColumns.untimed {
                add(updates.process[row], \.untimed)
            }
        }
        addAll(records.signposts.count, \.signposts) { records.signposts[$0].process }
        addAll(records.hitches.count, \.hitches) { records.hitches[$0].process }
        for hitch in records.hitches where hitch.isSystem == true { add(hitch.process, \.systemHitches) }
        addAll(records.hangs.count, \.hangs) { records.hangs[$0].process }
        addAll(records.samples.count, \.samples) { records.samples[$0].process }
        addAll(records.logs.count, \.logs) { records.logs[$0].process }
        addAll(records.causes.count, nil) { records.causes[$0].process }
        addAll(records.groups.count, nil) { records.groups[$0].process }
        return sums.values.sorted { records.names.isText($0.process, before: $1.process) }
    }
}
