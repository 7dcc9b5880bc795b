/// What the samples of the main thread say of some of its time: how many run, wait or idle, and in whose code.
struct StretchTally {
    /// Samples in running code, in a wait, and in an idle run loop.
    private(set) var running = 0
    private(set) var waiting = 0
    private(set) var idle = 0
    /// Running samples by stack.
    private(set) var stacks: [UInt32: Int] = [:]
    /// Waiting samples by stack.
    private(set) var waits: [UInt32: Int] = [:]

    var isEmpty: Bool { running + waiting == 0 }

    mutating func add(_ stack: UInt32, isRunning: Bool, _ reader: StackReader, count: Int = 1) {
        let state = reader[stack]
        if state.isIdle {
            idle += count
        } else if isRunning, !state.isWaiting {
            running += count
            stacks[stack, default: 0] += count
        } else {
            waiting += count
            waits[stack, default: 0] += count
        }
    }

    /// The same samples, all of a wait.
    func asWaits() -> StretchTally {
        var tally = self
        tally.waits.merge(stacks, uniquingKeysWith: +)
        (tally.waiting, tally.running, tally.stacks) = (waiting + running, 0, [:])
        return tally
    }

    /// The same with other waits.
    func withWaits(_ waits: [UInt32: Int]) -> StretchTally {
        var tally = self
        (tally.waits, tally.waiting) = (waits, waits.values.reduce(0, +))
        return tally
    }

    mutating func add(_ other: StretchTally) {
        running += other.running
        waiting += other.waiting
        idle += other.idle
        stacks.merge(other.stacks, uniquingKeysWith: +)
        waits.merge(other.waits, uniquingKeysWith: +)
    }
}

extension TraceRecords {
    /// Whether none of these samples, which are in order, has a time.
    func areUntimed(samples rows: [UInt32]) -> Bool {
        rows.last.map { samples[Int($0)].start == UpdateColumns.untimed } ?? false
    }
}

/// The samples of one process's main thread, by time, to be counted in stretches.
struct MainThread {
    private let records: TraceRecords
    private let reader: StackReader
    /// Rows of `TraceRecords.samples`, by time.
    let rows: [UInt32]
    /// Whether a sample runs, as far as the source says.
    private let isRunning: SampleColumn.Answers<Bool>
    /// Whether they are of call trees, which say how often a stack was seen and not when: they count in every stretch.
    let isUntimed: Bool
    /// The nanoseconds between two samples of a running thread: the median gap, else the median weight.
    let periodNs: Int64?
    private var allowance: WalkAllowance

    init(_ records: TraceRecords, rows: [UInt32], _ reader: StackReader) {
        (self.records, self.rows, self.reader) = (records, rows, reader)
        var states = RunningStates(records.names)
        isRunning = records.samples.bySource { states.contains($0.state) }
        allowance = WalkAllowance(rows: rows.count)
        let samples = records.samples
        isUntimed = records.areUntimed(samples: rows)
        // Behind a sample without a time the difference wraps, and is below zero.
        periodNs =
            Percentile.medianDistance(
                zip(rows.dropFirst(), rows).lazy.map { samples[Int($0)].start &- samples[Int($1)].start })
            ?? Percentile.medianDistance(rows.lazy.map { samples[Int($0)].weight })
    }

    /// Indexes into `rows` of the samples in a span.
    func places(in span: Range<Int64>) -> Range<Int> {
        if isUntimed { return rows.indices }
        let samples = records.samples
        let first = rows.firstPlace { samples[Int($0)].start >= span.lowerBound }
        return first..<max(first, rows.firstPlace { samples[Int($0)].start >= span.upperBound })
    }

    /// The samples in a span; nil where so many spans overlap that counting them all would take too long.
    mutating func tally(in span: Range<Int64>) -> StretchTally? {
        let places = places(in: span)
        guard allowance.allows(places.count) else { return nil }
        var tally = StretchTally()
        for place in places { add(place, to: &tally) }
        return tally
    }

    /// The sample that tells what the thread waits for in a span: the last one before the longest pause, if it lies in the
    /// span or at most two periods before, else the first one after it.
    func atLongestPause(in span: Range<Int64>) -> StretchTally {
        var tally = StretchTally()
        if isUntimed { return tally }
        let samples = records.samples
        let places = places(in: span)
        var (longest, next, time) = (Int64(-1), places.lowerBound, span.lowerBound)
        for place in places {
            let pause = samples[Int(rows[place])].start - time
            if pause > longest { (longest, next) = (pause, place) }
            time = samples[Int(rows[place])].start
        }
        if span.upperBound - time > longest { next = places.upperBound }
        let earliest = span.lowerBound - min(span.lowerBound, 2 * (periodNs ?? 0))
        if next > 0, samples[Int(rows[next - 1])].start >= earliest {
            add(next - 1, to: &tally)
        } else if next < rows.count,
            samples[Int(rows[next])].start <= span.upperBound.addingSaturating(2 * (periodNs ?? 0))
        {
            add(next, to: &tally)
        }
        return tally.asWaits()
    }

    private func add(_ place: Int, to tally: inout StretchTally) {
        tally.add(records.samples[Int(rows[place])].stack, isRunning: isRunning[Int(rows[place])], reader)
    }

    /// Adds the samples in a span.
    func add(_ span: Range<Int64>, to tally: inout StretchTally) {
        for place in places(in: span) { add(place, to: &tally) }
    }

    /// What a sample that runs says; nil of one that waits.
    func running(_ place: Int) -> StackReader.State? {
        let state = reader[records.samples[Int(rows[place])].stack]
        return isRunning[Int(rows[place])] && !state.isWaiting ? state : nil
    }

    /// All of them.
    func tally() -> StretchTally {
        var tally = StretchTally()
        for place in rows.indices { add(place, to: &tally) }
        return tally
    }

    /// The stretches of at least `StretchRules.leastRunNs` in which the thread runs with gaps of at most two periods, behind
    /// the launch. None in a program without a run loop: no one waits for its next event.
    /// - Parameter launchEnd: as recorded; nil = unknown. Then the run that holds code outward of the run loop is the launch.
    func busyRuns(launchEnd: Int64?) -> [Range<Int64>] {
        guard let periodNs, !isUntimed else { return [] }
        let samples = records.samples
        var (runs, first, last) = ([Range<Int64>](), Int64(-1), Int64(-1))
        var (hasLoop, isLaunch) = (false, false)
        func close() {
            if first >= 0, last - first >= StretchRules.leastRunNs, !isLaunch { runs.append(first..<last) }
            (first, isLaunch) = (-1, false)
        }
        for place in rows.indices where isRunning[Int(rows[place])] {
            let (time, state) = (samples[Int(rows[place])].start, reader[samples[Int(rows[place])].stack])
            if state.isIdle { continue }
            if let launchEnd, time < launchEnd { continue }
            if first < 0 || time - last > 2 * periodNs {
                close()
                first = time
            }
            last = time
            if state.isInLoop { hasLoop = true } else if launchEnd == nil, runs.isEmpty, !hasLoop { isLaunch = true }
        }
        close()
        return hasLoop ? runs : []
    }

    /// The main threads of the analysed processes with samples, by `ProcessScope.owner`.
    static func byOwner(_ records: TraceRecords, _ results: AnalysisResults, _ reader: StackReader) -> [NameID:
        MainThread]
    {
        if results.mainSampleRows.isEmpty { return [:] }
        return results.scope.byOwner(results.mainSampleRows) { records.samples[Int($0)].process }.mapValues {
            MainThread(records, rows: $0, reader)
        }
    }
}

extension MainThread {
    /// Time divided as all samples of a call tree are: by whose code ran, and what waited.
    func parts(of duration: Int64) -> [StretchPart] {
        let tally = tally()
        let all = tally.running + tally.waiting + tally.idle
        guard all > 0 else { return [] }
        var byCode: [String: Int] = [:]
        for (stack, count) in tally.stacks { byCode[reader.codeOfApp(stack) ?? "", default: 0] += count }
        func part(_ witness: StretchPart.Witness, _ samples: Int, code: String? = nil) -> StretchPart {
            StretchPart(
                stretch: -1, witness: witness, code: code,
                nanoseconds: Int64(Double(duration) * Double(samples) / Double(all)))
        }
        let running = byCode.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }
            .map { part(.mainThread, $0.value, code: $0.key.isEmpty ? nil : $0.key) }
        return running + [part(.blocked, tally.waiting + tally.idle)].filter { $0.nanoseconds > 0 }
    }
}
