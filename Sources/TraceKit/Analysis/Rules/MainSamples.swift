/// The main thread's samples by time.
struct MainSamples {
    /// Rows of `TraceRecords.samples`, in order of time.
    let rows: [Int]

    init(_ context: RuleContext) {
        let samples = context.records.samples
        rows = (0..<samples.count).filter { samples[$0].thread == NameID(.main) }
    }

    /// The stacks of the samples in an interval, with how often each is there; also those of a thread that waits.
    func stacks(from start: Int64, to end: Int64, _ context: RuleContext) -> (byStack: [UInt32: Int], total: Int) {
        let samples = context.records.samples
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if samples[rows[middle]].start < start { low = middle + 1 } else { high = middle }
        }
        var byStack: [UInt32: Int] = [:]
        var total = 0
        while low < rows.count, samples[rows[low]].start < end {
            let stack = samples[rows[low]].stack
            if stack != 0 { byStack[stack, default: 0] += 1 }
            total += 1
            low += 1
        }
        return (byStack, total)
    }
}

extension SampleRecord {
    /// Whether the thread ran, as far as the source says.
    func isRunning(_ names: NameTable) -> Bool {
        guard state.isPresent else { return true }
        return names.text(state)?.lowercased() == "running"
    }
}
