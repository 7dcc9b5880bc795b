/// The samples of a trace, in 16 bytes each: a recording holds millions of them from a handful of
/// threads.
///
/// The common part of a thread's samples – its name, process, state and weight – is their *source*
/// and kept once, or a few times if sources alternate wildly. `bySource` decides once per source
/// what depends on that alone.
final class SampleColumn: RandomAccessCollection {
    private struct Source: BitwiseCopyable, Equatable {
        var weight: Int64
        var thread: NameID
        var state: NameID
        var process: NameID

        init(_ sample: SampleRecord) {
            (weight, thread, state, process) = (sample.weight, sample.thread, sample.state, sample.process)
        }

        /// The index in `recent`.
        var slot: Int {
            let names = (thread.rawValue &* 31 &+ state.rawValue) &* 31 &+ process.rawValue
            let hash = (UInt64(names) ^ UInt64(bitPattern: weight)) &* 0x9E37_79B9_7F4A_7C15
            return Int(hash >> 54)
        }
    }

    private let starts = Column<Int64>()
    private let stacks = Column<UInt32>()
    private let sourceOfRow = Column<UInt32>()
    private let sources = Column<Source>()
    /// The last used source by slot; numbers begin at 1.
    private var recent = [UInt32](repeating: 0, count: 1024)

    var startIndex: Int { 0 }
    var endIndex: Int { starts.count }

    subscript(row: Int) -> SampleRecord {
        get {
            let source = sources[Int(sourceOfRow[row])]
            return SampleRecord(
                start: starts[row], weight: source.weight, thread: source.thread, state: source.state,
                stack: stacks[row], process: source.process)
        }
        set {
            (starts[row], stacks[row]) = (newValue.start, newValue.stack)
            sourceOfRow[row] = number(of: Source(newValue))
        }
    }

    func append(_ sample: SampleRecord) {
        starts.append(sample.start)
        stacks.append(sample.stack)
        sourceOfRow.append(number(of: Source(sample)))
    }

    /// Moves the samples of another column to the end of this one, each changed.
    func take(_ other: SampleColumn, changed: (SampleRecord) -> SampleRecord = { $0 }) {
        for sample in other { append(changed(sample)) }
        other.removeAll()
    }

    /// Sorts stably; does nothing if the samples are already sorted, as in most exports.
    func sort(by isBefore: (SampleRecord, SampleRecord) -> Bool) {
        guard indices.dropFirst().contains(where: { isBefore(self[$0], self[$0 - 1]) }) else { return }
        let order = sortedIndexes(count: count) { isBefore(self[$0], self[$1]) }
        starts.pick(order)
        stacks.pick(order)
        sourceOfRow.pick(order)
    }

    /// Removes the samples at rows for which the closure returns false.
    func keep(_ isKept: (Int) -> Bool) {
        starts.keep(isKept)
        stacks.keep(isKept)
        sourceOfRow.keep(isKept)
    }

    /// Returns the answers by row; each source is asked once.
    ///
    /// - Parameter answer: must not depend on start and stack.
    func bySource<Answer>(_ answer: (SampleRecord) -> Answer) -> Answers<Answer> {
        let answers = sources.map { source in
            answer(
                SampleRecord(
                    start: 0, weight: source.weight, thread: source.thread, state: source.state, stack: 0,
                    process: source.process))
        }
        return Answers(samples: self, answers: answers)
    }

    struct Answers<Answer> {
        fileprivate let samples: SampleColumn
        fileprivate let answers: [Answer]

        subscript(row: Int) -> Answer { answers[Int(samples.sourceOfRow[row])] }
    }

    private func number(of source: Source) -> UInt32 {
        let slot = source.slot
        if recent[slot] > 0, sources[Int(recent[slot]) - 1] == source { return recent[slot] - 1 }
        sources.append(source)
        recent[slot] = UInt32(sources.count)
        return recent[slot] - 1
    }

    private func removeAll() {
        starts.free()
        stacks.free()
        sourceOfRow.free()
        sources.free()
        recent = [UInt32](repeating: 0, count: 1024)
    }
}
