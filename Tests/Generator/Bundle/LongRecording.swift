/// A recording whose tables, with the texts and arrays that they refer to, are as long as asked for, beside the story's own:
/// what the reader of recordings is measured with.
/// Rows have the columns, and with that the length, of those of real recordings.
struct LongRecording {
    /// What most of its rows are.
    enum Kind: String, CaseIterable {
        /// Intervals, and the events that they were made of, as Instruments stores both.
        case pairs
        /// Events of intervals that no table holds.
        case begins
        /// Single events.
        case events
        /// Lines of the log: few texts, or every line another one.
        case logs, messages
        /// Call stacks of a program; of functions without names, nearly every stack another one; stacks that share nothing.
        case samples, leaves, stacks
        /// Some of everything.
        case mixed
    }

    private var random = SeededRandom(seed: 22)
    private var time: UInt64 = 0
    private let process: UInt64
    private let threads: [UInt64]
    private let names: [UInt64]
    private let subsystem: UInt64
    private let categories: [UInt64]
    private let (begin, end, event, scope): (UInt64, UInt64, UInt64, UInt64)

    static func write(_ kind: Kind, megabytes: Int, into folder: String) throws(GeneratorFailure) {
        try BundleStory.write(LandmarksStory.told(fixed: false), into: folder) { story in
            var recording = LongRecording(&story)
            return recording.tables(kind, bytes: megabytes * 1_000_000, &story)
        }
    }

    private init(_ story: inout BundleStory) {
        process = story.values.process(story.pid)
        threads = (0..<6).map { number in story.values.thread(0x300 + number, of: story.pid) }
        names = (0..<40).map { number in story.values.text("Load page \(number)") }
        subsystem = story.values.text("com.example.Landmarks")
        categories = ["Network", "Images", "Layout"].map { name in story.values.text(name) }
        (begin, end, event) = (story.values.text("Begin"), story.values.text("End"), story.values.text("Event"))
        scope = story.values.text("Process")
    }

    private mutating func tables(_ kind: Kind, bytes: Int, _ story: inout BundleStory) -> [BundleTable] {
        let end = story.values.size + bytes
        func isFull(_ tables: BundleTable...) -> Bool {
            story.values.size + tables.reduce(0) { $0 + $1.rows.count * $1.rowSize } >= end
        }
        switch kind {
        case .pairs:
            var (intervals, events) = (Self.intervals, Self.events)
            while !isFull(intervals, events) { addInterval(&events, &intervals) }
            return [intervals, events]
        case .begins:
            var (intervals, events) = (Self.intervals, Self.events)
            while !isFull(events) { addInterval(&events, &intervals) }
            return [events]
        case .events:
            var events = Self.events
            while !isFull(events) {
                let message = story.values.message("item \(random.next() % 200)")
                events.rows.append(signpost(event, events.rows.count, at: step(), message))
            }
            return [events]
        case .logs, .messages:
            var logs = Self.logs
            while !isFull(logs) {
                let text =
                    kind == .logs
                    ? "loaded \(random.next() % 500)" : "request \(logs.rows.count) took \(random.next() % 9999) ms"
                let level = story.values.text(random.chance(5) ? "Error" : "Default")
                logs.rows.append(
                    [step(), pick(threads), process, level, subsystem, pick(categories), story.values.message(text)]
                        + Self.missing(3))
            }
            return [logs]
        case .samples:
            var samples = Self.samples
            var program = program(&story)
            while !isFull(samples) { samples.rows.append(sample(program.next(&random), &story)) }
            return [samples]
        case .leaves, .stacks:
            var samples = Self.samples
            while !isFull(samples) {
                samples.rows.append(sample(frames(kind == .stacks ? UInt64(samples.rows.count) << 14 : 0), &story))
            }
            return [samples]
        case .mixed:
            return [Kind.pairs, .events, .logs, .messages, .samples].flatMap { part in
                time = 0
                return tables(part, bytes: bytes / 5, &story)
            }
        }
    }

    // MARK: Rows

    private mutating func step() -> UInt64 {
        time += 1 + random.next() % 60_000
        return time
    }

    private mutating func pick(_ values: [UInt64]) -> UInt64 { values[Int(random.next() % UInt64(values.count))] }

    /// An interval, and its begin and its end: each begins as another one may still run.
    private mutating func addInterval(_ events: inout BundleTable, _ intervals: inout BundleTable) {
        let start = step()
        let duration = 1 + random.next() % 90_000
        let head = signpost(begin, events.rows.count / 2, at: start, BundleTable.none)
        var tail = head
        (tail[0], tail[3]) = (start + duration, end)
        events.rows += [head, tail]
        intervals.rows.append(
            [
                start, duration, 0, head[6], head[8], subsystem, head[5], process, process, head[1], head[1],
                BundleTable.none, BundleTable.none,
            ] + Self.missing(5))
    }

    private static func missing(_ count: Int) -> [UInt64] { Array(repeating: BundleTable.none, count: count) }

    private mutating func signpost(_ kind: UInt64, _ number: Int, at time: UInt64, _ message: UInt64) -> [UInt64] {
        [
            time, pick(threads), process, kind, scope, UInt64(number) + 1, pick(names), subsystem, pick(categories),
            message,
        ] + Self.missing(4)
    }

    /// `base` tells apart addresses that are to have nothing in common.
    private mutating func frames(_ base: UInt64) -> [UInt64] {
        (0..<24).map { level in
            0x1_0000_4000 + base + UInt64(level) * 64 + (level < 4 ? random.next() % 50 * 4096 : 0)
        }
    }

    /// A program of 3,000 functions with names in three binaries.
    private mutating func program(_ story: inout BundleStory) -> CallGraph {
        let binaries: [Binary] = [.landmarks, .swiftUI, .attributeGraph]
        let starts = (0..<3_000).map { number in
            story.address(of: Frame("LongList.row\(number)(at:)", binaries[number % binaries.count])) & ~63
        }
        return CallGraph(starts: starts, &random)
    }

    private mutating func sample(_ addresses: [UInt64], _ story: inout BundleStory) -> [UInt64] {
        let stack = story.backtrace(addresses, process)
        return [step(), threads[0], process, 4, story.values.text("Running"), 1_000_000, stack]
    }

    // MARK: Tables

    private static var intervals: BundleTable {
        BundleTable(
            schema: "os-signpost-interval",
            columns: BundleTable.intervalColumns + [
                .init("start-backtrace", "Backtrace"), .init("end-backtrace", "Backtrace"),
                .init("start-emit-location", "ReturnLocation", .long),
                .init("end-emit-location", "ReturnLocation", .long), .init("signature", "PrototypeString"),
            ])
    }

    private static var events: BundleTable {
        BundleTable(
            schema: "os-signpost",
            columns: [
                .init("time", "RecordedEventTimestamp", .time), .init("thread", "Thread"), .init("process", "Process"),
                .init("event-type", "PrototypeString"), .init("scope", "PrototypeString"),
                .init("identifier", "OSSignpostIdentifier", .long), .init("name", "SignpostName", .category1),
                .init("subsystem", "OSLogSubsystem"), .init("category", "OSLogCategory", .category2),
                .init("message", "OSLogMetadata"), .init("format-string", "OSLogFormatString"),
                .init("backtrace", "Backtrace"), .init("emit-location", "ReturnLocation", .long),
                .init("signature", "PrototypeString"),
            ])
    }

    private static var logs: BundleTable {
        BundleTable(
            schema: "os-log",
            columns: BundleTable.logColumns + [
                .init("format-string", "OSLogFormatString"), .init("backtrace", "Backtrace"),
                .init("emit-location", "ReturnLocation", .long),
            ])
    }

    private static var samples: BundleTable {
        BundleTable(
            schema: "time-profile",
            columns: [
                .init("time", "SampleTimestamp", .time), .init("thread", "Thread", .category1),
                .init("process", "Process"), .init("core", "CPUCore"), .init("thread-state", "ThreadState"),
                .init("weight", "TimeSampleWeight", .long), .init("stack", "Backtrace"),
            ])
    }
}
