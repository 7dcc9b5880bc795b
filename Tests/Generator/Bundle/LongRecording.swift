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
        /// Call stacks that share their outer frames, or nothing.
        case samples, stacks
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
        try BundleStory.write(LandmarksStory.told(fixed: false), into: folder) { values in
            var recording = LongRecording(&values)
            return recording.tables(kind, bytes: megabytes * 1_000_000, &values)
        }
    }

    private init(_ values: inout BundleValues) {
        process = values.process(4242)
        threads = (0..<6).map { values.thread(0x300 + $0, of: 4242) }
        names = (0..<40).map { values.text("Load page \($0)") }
        subsystem = values.text("com.example.Landmarks")
        categories = ["Network", "Images", "Layout"].map { values.text($0) }
        (begin, end, event) = (values.text("Begin"), values.text("End"), values.text("Event"))
        scope = values.text("Process")
    }

    private mutating func tables(_ kind: Kind, bytes: Int, _ values: inout BundleValues) -> [BundleTable] {
        let end = values.size + bytes
        func isFull(_ tables: BundleTable...) -> Bool {
            values.size + tables.reduce(0) { $0 + $1.rows.count * $1.rowSize } >= end
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
                let message = values.message("item \(random.next() % 200)")
                events.rows.append(signpost(event, events.rows.count, at: step(), message))
            }
            return [events]
        case .logs, .messages:
            var logs = Self.logs
            while !isFull(logs) {
                let text =
                    kind == .logs
                    ? "loaded \(random.next() % 500)" : "request \(logs.rows.count) took \(random.next() % 9999) ms"
                let level = values.text(random.chance(5) ? "Error" : "Default")
                logs.rows.append(
                    [step(), pick(threads), process, level, subsystem, pick(categories), values.message(text)]
                        + Self.missing(3))
            }
            return [logs]
        case .samples, .stacks:
            var samples = Self.samples
            while !isFull(samples) {
                samples.rows.append(sample(kind == .stacks ? UInt64(samples.rows.count) << 14 : 0, &values))
            }
            return [samples]
        case .mixed:
            return [Kind.pairs, .events, .logs, .messages, .samples].flatMap { part in
                time = 0
                return tables(part, bytes: bytes / 5, &values)
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
    private mutating func sample(_ base: UInt64, _ values: inout BundleValues) -> [UInt64] {
        let depth = 24
        var frames = (0..<depth).map { level in
            0x1_0000_4000 + base + UInt64(level) * 64 + (level < 4 ? random.next() % 50 * 4096 : 0)
        }
        frames[0] += 1
        let rest = values.array(Array(frames.dropFirst()))
        let stack = values.array([process << 32 | values.array([frames[0]]), process << 32 | rest])
        return [step(), threads[0], process, 4, values.text("Running"), 1_000_000, stack]
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
            columns: [
                .init("time", "RecordedEventTimestamp", .time), .init("thread", "Thread"), .init("process", "Process"),
                .init("message-type", "PrototypeString"), .init("subsystem", "OSLogSubsystem"),
                .init("category", "OSLogCategory", .category2), .init("message", "OSLogMetadata"),
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
