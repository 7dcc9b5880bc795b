/// What the app's own intervals say that the main thread did: signposts, slices of a Chrome trace, timed lines of a log
/// (docs/analysis.md, section 6).
///
/// An interval is *work* if nothing says that the main thread did other things in it; else it is a *span*, as of a screen,
/// a session or a download.
struct WorkIntervals {
    /// One interval.
    struct Interval {
        var start: Int64
        var end: Int64
        /// Index into `names`.
        var name: Int
        /// Row of `signposts`; -1 = a line of the log, with its message.
        var row: Int
        var message = NameID.none
        var duration: Int64 { end - start }
    }

    /// The intervals of one name that no other interval of work holds.
    struct Work {
        var name: String
        /// Whether they are on the main thread for certain; else they are if nothing contradicts.
        var isOnMain: Bool
        /// By start.
        var intervals: [Interval] = []
        /// What the intervals directly inside them take, by name.
        var inner: [(name: String, count: Int, nanoseconds: Int64)] = []

        var totalNs: Int64 { intervals.reduce(0) { $0.addingSaturating($1.duration) } }
        var longestNs: Int64 { intervals.map(\.duration).max() ?? 0 }
        var medianNs: Int64 { Percentile.nearestRank(50, ofSorted: intervals.map(\.duration).sorted()) ?? 0 }
        var rows: [Int] { intervals.map(\.row).filter { $0 >= 0 } }
    }

    /// Two pauses of this length in an interval say that the main thread did other things.
    static let pauseNs: Int64 = 8_000_000
    /// Times of logs are rounded to this: an interval that ends later than the one around it by less lies in it.
    static let roundingNs: Int64 = 1_000_000
    /// Intervals that cover this share of an outer one are what it does.
    static let coveringPercent = 80
    /// Of more threads that may be the main one none is known to be it.
    private static let mostThreads = 8
    /// Deeper nesting is not followed.
    private static let deepest = 64

    private let context: RuleContext
    private var names: [String] = []
    private var numbers: [String: Int] = [:]

    /// On one thread: the intervals, and what else began there.
    private struct ThreadRows {
        var isMain = false
        var intervals: [Interval] = []
        /// Bodies, and lines without a duration.
        var others: [Range<Int64>] = []
    }

    /// The work of all threads that are, or may be, the main one; by name.
    static func find(_ context: RuleContext) -> [Work] {
        var finder = WorkIntervals(context: context)
        let threads = finder.threads()
        return threads.flatMap { finder.work(of: $0) }
    }

    private init(context: RuleContext) { self.context = context }

    private mutating func number(_ name: String) -> Int {
        if let known = numbers[name] { return known }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }

    // MARK: Rows

    private struct ThreadKey: Hashable {
        var process: NameID
        /// None = the main thread.
        var thread: NameID
        var isMain: Bool
    }

    private mutating func threads() -> [ThreadRows] {
        let (records, scope) = (context.records, context.results.scope)
        let lines = timedLines()
        guard records.signposts.count > 0 || !lines.isEmpty else { return [] }
        var threads: [ThreadKey: ThreadRows] = [:]
        let mainThreads = context.loggedMainThreads
        func key(_ process: NameID, _ thread: NameID) -> ThreadKey {
            let isMain = MainThreadName.isMain(context.name(thread)) || mainThreads.contains(thread)
            return ThreadKey(process: scope.owner(process), thread: isMain ? .none : thread, isMain: isMain)
        }
        for row in 0..<records.signposts.count {
            let signpost = records.signposts[row]
            guard signpost.duration > 0, !scope.isOther(signpost.process), !isOfFrames(signpost) else { continue }
            let key = key(signpost.process, signpost.thread)
            guard key.isMain || MainThreadName.isUnknown(context.name(signpost.thread)) else { continue }
            let own = Interval(
                start: signpost.start, end: signpost.start.addingSaturating(signpost.duration),
                name: number(context.shortName(signpost.name)), row: row)
            threads[key, default: ThreadRows(isMain: key.isMain)].intervals.append(own)
        }
        let marks = LogThreadMarks(records)
        for row in 0..<records.logs.count where records.logs[row].start >= 0 {
            let log = records.logs[row]
            guard !scope.isOther(log.process) else { continue }
            let isMarked = marks.isMain(log)
            // Where lines say whether they are of the main thread, the others are not.
            if isMarked == false { continue }
            let key = isMarked == true ? key(log.process, NameID(.main)) : key(log.process, log.thread)
            if let line = lines[log.message] {
                let own = Interval(
                    start: max(0, log.start - line.duration), end: log.start, name: number(line.text), row: -1,
                    message: log.message)
                threads[key, default: ThreadRows(isMain: key.isMain)].intervals.append(own)
            } else {
                threads[key]?.others.append(log.start..<log.start)
            }
        }
        addBodies(to: &threads)
        if threads.count(where: { !$0.key.isMain }) > Self.mostThreads { threads = threads.filter(\.key.isMain) }
        return threads.sorted {
            ($0.key.process.rawValue, $0.key.thread.rawValue) < ($1.key.process.rawValue, $1.key.thread.rawValue)
        }
        .map(\.value)
    }

    /// Bodies run on the main thread: they are rows of it, and of a thread that may be it.
    private func addBodies(to threads: inout [ThreadKey: ThreadRows]) {
        let updates = context.updates
        let keysOfProcess = Dictionary(grouping: threads.keys, by: \.process)
        for row in 0..<updates.count where updates.start[row] >= 0 && context.isCounted(row) {
            guard updates.thread[row] == NameID(.main) else { continue }
            let keys = keysOfProcess[context.results.scope.owner(updates.process[row])] ?? []
            let span = updates.start[row]..<updates.start[row].addingSaturating(context.duration(row))
            for key in keys.prefix(Self.mostThreads) { threads[key]?.others.append(span) }
        }
    }

    /// Stages of frames, and what SwiftUI and the run loop report of themselves.
    private func isOfFrames(_ signpost: SignpostRecord) -> Bool {
        let category = signpost.category
        return FrameStage.categories.contains(category)
            || [Keyword.runLoopIntervals, .layouts, .cachedLayouts, .changes].contains { $0.nameID == category }
            || context.names.isOfFrameworks(subsystem: signpost.subsystem) && signpost.subsystem.isPresent
    }

    /// Messages of the log that tell how long something took, with that time; only of texts that may be slow.
    private func timedLines() -> [NameID: (text: String, duration: Int64)] {
        let slow = context.results.logGroups.contains { group in
            (group.maxNs ?? 0) > context.deadlines.redNs && (group.totalNs ?? 0) >= LongIntervalRule.leastTotalNs
        }
        guard slow else { return [:] }
        var lines: [NameID: (text: String, duration: Int64)] = [:]
        for row in 0..<context.records.logs.count {
            let log = context.records.logs[row]
            guard context.results.logDurations[log.message.index] > 0, log.start >= 0, !log.view.isPresent,
                lines[log.message] == nil
            else { continue }
            let message = context.names.bytes(of: log.message)
            let template = LogTemplate(message)
            guard let duration = template.duration, duration > 0, !WatchdogLine.isStall(message),
                KnownComplaints.match(message) == nil, TimedBodyLine(message) == nil
            else { continue }
            lines[log.message] = (template.quoted, duration)
        }
        return lines
    }

    // MARK: Work

    private mutating func work(of thread: ThreadRows) -> [Work] {
        let intervals = thread.intervals.sorted { ($0.start, -$0.end) < ($1.start, -$1.end) }
        let isSpan = spans(intervals, thread)
        var spansOfName: [Int: Int] = [:]
        var countOfName: [Int: Int] = [:]
        for (place, interval) in intervals.enumerated() {
            countOfName[interval.name, default: 0] += 1
            if isSpan[place] { spansOfName[interval.name, default: 0] += 1 }
        }
        let bodies = LongestEnds(thread.others)
        var found: [Int: Work] = [:]
        var inner: [Int: [Int: (count: Int, nanoseconds: Int64)]] = [:]
        var open: [Interval] = []
        for interval in intervals {
            // A name that is a span now and then is one.
            guard spansOfName[interval.name, default: 0] * 5 < countOfName[interval.name, default: 0] else { continue }
            while let last = open.last, last.end <= interval.start { open.removeLast() }
            if let outer = open.last {
                if outer.name != interval.name {
                    inner[outer.name, default: [:]][interval.name, default: (0, 0)].count += 1
                    inner[outer.name]?[interval.name]?.nanoseconds += interval.duration
                }
            } else if !bodies.hold(interval.start..<interval.end) {
                found[interval.name, default: Work(name: names[interval.name], isOnMain: thread.isMain)]
                    .intervals.append(interval)
            }
            if open.count < Self.deepest { open.append(interval) }
        }
        return found.sorted { $0.key < $1.key }.compactMap { name, work in
            var work = work
            work.inner = chain(of: name, work.totalNs, inner)
            return thread.isMain || isQuiet(work, thread, intervals) ? work : nil
        }
    }

    /// What covers most of an interval, and what most of that, from the outside inwards.
    private func chain(
        of name: Int, _ total: Int64, _ inner: [Int: [Int: (count: Int, nanoseconds: Int64)]]
    ) -> [(name: String, count: Int, nanoseconds: Int64)] {
        var (chain, at, whole, seen): ([(name: String, count: Int, nanoseconds: Int64)], Int, Int64, Set<Int>) = (
            [], name, total, [name]
        )
        while let most = inner[at]?.max(by: { ($0.value.nanoseconds, $1.key) < ($1.value.nanoseconds, $0.key) }),
            Double(most.value.nanoseconds) * 100 >= Double(whole) * Double(Self.coveringPercent),
            seen.insert(most.key).inserted
        {
            chain.append((names[most.key], most.value.count, most.value.nanoseconds))
            (at, whole) = (most.key, most.value.nanoseconds)
        }
        return chain
    }

    /// Which intervals are spans: others cross them, or begin in them after two pauses, or they begin an interaction.
    private func spans(_ intervals: [Interval], _ thread: ThreadRows) -> [Bool] {
        var isSpan = [Bool](repeating: false, count: intervals.count)
        let rows = rows(intervals, thread.others)
        var open: [(place: Int, busyUntil: Int64, pauses: Int)] = []
        for row in rows {
            while let last = open.last, intervals[last.place].end <= row.span.lowerBound { open.removeLast() }
            for index in open.indices {
                if row.span.lowerBound - open[index].busyUntil >= Self.pauseNs { open[index].pauses += 1 }
                open[index].busyUntil = max(open[index].busyUntil, row.span.upperBound)
                if open[index].pauses >= 2 { isSpan[open[index].place] = true }
            }
            guard row.place >= 0 else { continue }
            if let last = open.last,
                intervals[row.place].end > intervals[last.place].end.addingSaturating(Self.roundingNs)
            {
                // They cross instead of nesting.
                (isSpan[last.place], isSpan[row.place]) = (true, true)
            }
            if open.count < Self.deepest { open.append((row.place, row.span.lowerBound, 0)) }
        }
        for (place, interval) in intervals.enumerated() where contradicts(interval) { isSpan[place] = true }
        return isSpan
    }

    /// All that begins on the thread, in order; `place` = -1 for what is no interval.
    private func rows(_ intervals: [Interval], _ others: [Range<Int64>]) -> [(span: Range<Int64>, place: Int)] {
        let own = intervals.enumerated().map { (span: $1.start..<$1.end, place: $0) }
        let all = own + others.map { (span: $0, place: -1) }
        return all.sorted { left, right in
            if left.span.lowerBound != right.span.lowerBound { return left.span.lowerBound < right.span.lowerBound }
            return left.span.upperBound > right.span.upperBound
        }
    }

    /// Whether other lanes decide: it begins an interaction, or the recording says which frames and hangs were late. Then
    /// none is near, or the finding on those names what runs meanwhile.
    private func contradicts(_ interval: Interval) -> Bool {
        let span = interval.start..<interval.end
        let saysHang = interval.duration >= LongIntervalRule.oneNs && context.records.lanes.contains(.hangs)
        if context.saysHitches || saysHang || context.stalls.touch(span) { return true }
        let windows = context.results.windows
        let place = windows.firstPlace { $0.start >= interval.start }
        return place < windows.count && windows[place].start == interval.start && windows[place].kind == .signpost
    }

    /// Whether nothing else is said to happen in intervals of a thread that may be the main one, more than chance explains.
    private func isQuiet(_ work: Work, _ thread: ThreadRows, _ intervals: [Interval]) -> Bool {
        // What lies inside them is a part of them.
        func isPart(_ interval: Interval) -> Bool {
            let next = work.intervals.firstPlace { $0.start > interval.start }
            return next > 0 && work.intervals[next - 1].end >= interval.end
        }
        let starts =
            (thread.others.map(\.lowerBound)
            + intervals.filter { names[$0.name] != work.name && !isPart($0) }.map(\.start)).sorted()
        let length = Double(max(1, context.results.coveredNs))
        var (noisy, expected) = (0, 0.0)
        // By chance: of a rare event at least x/(1 + x), where x are expected.
        for interval in work.intervals {
            let next = starts.firstPlace { $0 > interval.start }
            if next < starts.count, starts[next] < interval.end { noisy += 1 }
            let mean = Double(starts.count) * Double(interval.duration) / length
            expected += mean / (1 + mean)
        }
        let all = work.intervals.count
        guard noisy * 5 <= all else { return false }
        return Binomial.chance(ofAtMost: noisy, of: all, each: expected / Double(all)) < 0.01
    }
}

/// Spans by start, with the latest end up to each: whether one holds another span.
private struct LongestEnds {
    private let starts: [Int64]
    private let latest: [Int64]

    init(_ spans: [Range<Int64>]) {
        let sorted = spans.sorted { $0.lowerBound < $1.lowerBound }
        starts = sorted.map(\.lowerBound)
        var last = Int64.min
        latest = sorted.map { span in
            last = max(last, span.upperBound)
            return last
        }
    }

    func hold(_ span: Range<Int64>) -> Bool {
        let place = starts.firstPlace { $0 > span.lowerBound }
        return place > 0 && latest[place - 1] >= span.upperBound
    }
}

/// What loggers write in brackets before a message of the thread that logs it: `[main] [search] filtered 8 rows`.
private struct LogThreadMarks {
    private enum Answer { static let (unknown, no, yes): (UInt8, UInt8, UInt8) = (0, 1, 2) }

    /// By message.
    private let answers: Column<UInt8>
    private var areThere = false
    private static let most = 4

    init(_ records: TraceRecords) {
        answers = Column(repeating: Answer.unknown, count: records.names.count + 1)
        for log in records.logs where !log.thread.isPresent && answers[log.message.index] == Answer.unknown {
            let isMain = Self.isMain(records.names.bytes(of: log.message))
            answers[log.message.index] = isMain ? Answer.yes : Answer.no
            if isMain { areThere = true }
        }
    }

    /// Nil where a line names its thread otherwise, or no line of the log has such a mark.
    func isMain(_ log: LogRecord) -> Bool? {
        areThere && !log.thread.isPresent ? answers[log.message.index] == Answer.yes : nil
    }

    private static func isMain(_ message: UnsafeBufferPointer<UInt8>) -> Bool {
        guard message.first == UInt8(ascii: "[") else { return false }
        var rest = String(decoding: message.prefix(120), as: UTF8.self)[...]
        for _ in 0..<most {
            guard rest.hasPrefix("["), let end = rest.firstIndex(of: "]") else { return false }
            if MainThreadName.isMain(String(rest[..<end].dropFirst())) { return true }
            rest = rest[end...].dropFirst().drop { $0 == " " }
        }
        return false
    }
}

/// What names of threads say.
enum MainThreadName {
    static func isMain(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == "main" || name.hasPrefix("main thread") || name.hasPrefix("main (") || name == "crrenderermain"
            || name.hasPrefix("com.apple.main-thread")
    }

    /// A number, or nothing: the source does not say which thread is the main one.
    static func isUnknown(_ name: String) -> Bool {
        name.isEmpty || name.hasPrefix("0x") || name.allSatisfy(\.isNumber)
    }
}
