/// Hangs that a log tells of: `Hang detected: 1.42s (debugger attached, not reporting)`.
extension TraceBuilder {
    /// Makes hangs of the lines that have a time, which is when the hang was over. None is made where the input has the hang
    /// itself; one that is longer than the log before its line begins with the trace.
    ///
    /// The lines of the log must be in order.
    func addLoggedHangs() {
        let logs = records.logs
        var recorded: RecordedHangs?
        var added: [HangRecord] = []
        for row in 0..<logs.count {
            let log = logs[row]
            guard log.start >= 0, names.isOfFrameworks(subsystem: log.subsystem),
                let length = KnownComplaints.hang(names.bytes(of: log.message)), length > 0
            else { continue }
            let known = recorded ?? RecordedHangs(records.hangs)
            recorded = known
            let start = max(0, log.start - length)
            if known.hasOne(of: log.process, from: start, to: log.start) { continue }
            added.append(HangRecord(start: start, duration: length, thread: NameID(.main), process: log.process))
        }
        records.hangs += added
    }
}

/// The hangs that the input has, for asking whether one of a process overlaps a time.
private struct RecordedHangs {
    /// Hangs in order of their starts.
    private struct Spans {
        var starts: [Int64] = []
        /// The latest end of each hang and those before it.
        var ends: [Int64] = []

        mutating func append(_ hang: HangRecord) {
            starts.append(hang.start)
            ends.append(max(ends.last ?? 0, hang.start.addingSaturating(hang.duration)))
        }

        func hasOne(from start: Int64, to end: Int64) -> Bool {
            var (low, high) = (0, starts.count)
            while low < high {
                let middle = (low + high) / 2
                if starts[middle] <= end { low = middle + 1 } else { high = middle }
            }
            return low > 0 && ends[low - 1] >= start
        }
    }

    private var all = Spans()
    private var byProcess: [NameID: Spans] = [:]

    init(_ hangs: [HangRecord]) {
        for hang in hangs.sorted(by: { $0.start < $1.start }) {
            all.append(hang)
            byProcess[hang.process, default: Spans()].append(hang)
        }
    }

    /// A hang or a line that does not say whose it is may be of any process.
    func hasOne(of process: NameID, from start: Int64, to end: Int64) -> Bool {
        guard process.isPresent else { return all.hasOne(from: start, to: end) }
        return [process, .none].contains { byProcess[$0]?.hasOne(from: start, to: end) == true }
    }
}
