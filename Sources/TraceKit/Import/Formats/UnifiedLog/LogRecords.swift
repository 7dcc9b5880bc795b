/// Makes records of a log's events: a begin makes one, its end completes it.
///
/// Events come in order of time; those of equal times in the order in which they were written.
struct LogRecords: ~Copyable {
    /// A process by name and number.
    typealias Process = (name: NameID, pid: UInt64)

    /// The begin of an interval without an end so far.
    private struct Begin: BitwiseCopyable {
        var time: Int64
        var source: Int32
        var message: NameID
        /// Its row among the updates or the signposts; negative if it was rejected.
        var record: Int32
        var isBody: Bool
    }

    private let events: LogEvents
    private let builder: TraceBuilder
    private let bodies: BodySignposts
    private let updates: UpdateColumns
    private let signposts: Column<SignpostRecord>
    /// The number of the pairing key of each source; and the view whose body it is, plus two (zero = not determined yet,
    /// one = none).
    private let keys: Column<UInt32>
    private let views: Column<UInt32>
    /// The names by context; none = not interned yet.
    private let threads: Column<NameID>
    private let processes: Column<NameID>
    private let open: SignpostPairing.OpenBegins<Begin>
    private var spoken: SpokenNames
    /// The process of the bodies, while there is only one.
    private(set) var process: Process?
    private var hasSeveralProcesses = false
    private var imported = 0
    private var repeated = 0
    private var early = 0

    init(_ events: LogEvents, _ bodies: BodySignposts, _ builder: TraceBuilder) {
        self.events = events
        self.builder = builder
        self.bodies = bodies
        updates = builder.records.updates
        signposts = builder.records.signposts
        keys = Self.keys(events)
        views = Column(repeating: 0, count: events.sources.count)
        threads = Column(repeating: .none, count: events.contexts.count)
        processes = Column(repeating: .none, count: events.contexts.count)
        open = SignpostPairing.OpenBegins(keys: events.sources.count)
        spoken = SpokenNames(events)
    }

    /// The pairing keys. Signposts of scope `system` may end in another process than they began in; those of scope
    /// `thread` pair only on their own thread.
    private static func keys(_ events: LogEvents) -> Column<UInt32> {
        let numbers = DenseIndex<SignpostPairing.Key>()
        let keys = Column<UInt32>(capacity: events.sources.count)
        for source in events.sources {
            let context = events.contexts[Int(source.context)]
            let key = SignpostPairing.Key(
                process: context.scope == NameID(.system) ? 0 : context.pid,
                thread: context.scope == NameID(.thread) ? context.thread : 0, subsystem: context.subsystem,
                category: context.category, name: source.name, id: source.id, hasID: context.hasID)
            keys.append(UInt32(numbers.number(of: key)))
        }
        return keys
    }

    /// Takes all events. `isPlaced`: whether the log's start in the trace is known.
    mutating func take(file: String, isPlaced: Bool) {
        let rows = events.rows
        for index in sortedIndexes(count: rows.count, by: { rows[$0].time < rows[$1].time }) {
            take(Int(index), rows[Int(index)], file, isPlaced)
        }
        builder.spokenSignposts.formUnion(spoken.kinds(events))
        builder.rowsImported += imported
        if repeated > 0 { builder.records.counters.add(.skippedRepeatedLine, by: repeated) }
        if early > 0 { builder.records.counters.add(.skippedEarlyLine, by: early) }
    }

    private mutating func take(_ index: Int, _ row: LogEvents.Row, _ file: String, _ isPlaced: Bool) {
        let source = row.source
        let key = Int(keys[source])
        guard row.time < TraceBuilder.sentinel else {
            return reject(row, RowProblem(.outOfRange, "the time is more than 146 years after the start", .start), file)
        }
        let isEarly = row.time < 0
        switch row.kind {
        case .begin:
            let message = events.messages[index]
            if let newest = open.newest(key), newest.time == row.time, newest.message == message,
                context(Int(newest.source)).thread == context(source).thread
            {
                if isEarly { reject(row, file) } else { repeated += 1 }
                return
            }
            var begin = Begin(time: row.time, source: Int32(source), message: message, record: -1, isBody: false)
            if let newest = open.newest(key), newest.message != message,
                context(Int(newest.source)).thread == context(source).thread
            {
                spoken.noteNested(source)
            }
            if isEarly { reject(row, file) } else { takeBegin(&begin, source) }
            open.add(begin, to: key)
        case .end:
            let begin = close(key, source, events.messages[index])
            if isEarly {
                reject(row, file)
            } else if let begin, begin.record >= 0 {
                complete(begin, at: row.time, events.messages[index], source)
            } else {
                takeAlone(index, row, .endOnly)
            }
        case .event:
            if isEarly { reject(row, file) } else { takeAlone(index, row, .complete) }
        case .evidence:
            if isEarly { return reject(row, file) }
            builder.evidence.add(
                type: events.sources[source].name, changed: events.changed[index], time: row.time, isPlaced: isPlaced,
                process: processName(Int(events.sources[source].context)))
            appendLine(index, row)
        case .line:
            // A log may go back further than the other files of the trace; that is no fault of the line.
            if isEarly { early += 1 } else { appendLine(index, row) }
        }
    }

    private mutating func appendLine(_ index: Int, _ row: LogEvents.Row) {
        imported += 1
        let context = context(row.source)
        let number = Int(events.sources[row.source].context)
        builder.records.logs.append(
            LogRecord(
                start: row.time, level: context.level ?? .unknown, subsystem: context.subsystem,
                category: context.category, message: events.messages[index], process: processName(number),
                thread: threadName(number), view: events.views[index]))
    }

    private func context(_ source: Int) -> LogContext { events.contexts[Int(events.sources[source].context)] }

    private func reject(_ row: LogEvents.Row, _ file: String) {
        reject(row, RowProblem(.negative, "the start is before the trace begins (\(row.time) ns)", .start), file)
    }

    private func reject(_ row: LogEvents.Row, _ problem: RowProblem, _ file: String) {
        builder.rejectLate(
            problem, file: file, byte: row.byte, raw: builder.names.text(events.sources[row.source].name) ?? "")
    }

    // MARK: Intervals

    private func appendUpdate(_ view: UInt32, _ source: Int, at start: Int64, _ duration: Int64) {
        updates.process[updates.count] = processName(Int(events.sources[source].context))
        updates.append(
            start: start, duration: duration, view: view - 2, id: 0, thread: NameID(.main), phase: .update)
    }

    /// Takes a begin. A body without an end becomes an update without one.
    private mutating func takeBegin(_ begin: inout Begin, _ source: Int) {
        imported += 1
        let view = views[source] == 0 ? findView(source) : views[source]
        if view > 1 {
            begin.isBody = true
            begin.record = Int32(updates.count)
            appendUpdate(view, source, at: begin.time, UpdateColumns.unterminated)
        } else {
            begin.record = Int32(signposts.count)
            signposts.append(record(source, begin.message, .beginOnly, at: begin.time))
        }
    }

    /// Closes the begin of an end: the newest with the same message and thread if there is one, otherwise the newest.
    private func close(_ key: Int, _ source: Int, _ message: NameID) -> Begin? {
        guard message.isPresent, let newest = open.newest(key) else { return open.close(key) }
        let thread = context(source).thread
        if newest.message == message, context(Int(newest.source)).thread == thread { return open.close(key) }
        return open.close(key) { begin in
            begin.message == message && context(Int(begin.source)).thread == thread
        }
    }

    private mutating func complete(_ begin: Begin, at time: Int64, _ message: NameID, _ source: Int) {
        imported += 1
        spoken.note(source, begin.message, message)
        let row = Int(begin.record)
        if begin.isBody {
            updates.duration[row] = time - begin.time
        } else {
            var signpost = signposts[row]
            (signpost.duration, signpost.pairing) = (time - begin.time, .complete)
            if !begin.message.isPresent { signpost.message = message }
            let (own, other) = (Int(events.sources[Int(begin.source)].context), Int(events.sources[source].context))
            if own != other, context(Int(begin.source)).pid != context(source).pid,
                builder.names.text(signpost.category) == Self.launches
            {
                // The system begins a launch, and the launched app ends it.
                (signpost.process, signpost.thread) = (processName(other), threadName(other))
            }
            signposts[row] = signpost
        }
    }

    /// Takes a single event, or an end without a begin: the start of its body is unknown, so it stays a signpost.
    private mutating func takeAlone(_ index: Int, _ row: LogEvents.Row, _ pairing: SignpostRecord.Pairing) {
        imported += 1
        signposts.append(record(row.source, events.messages[index], pairing, at: row.time))
    }

    private func record(
        _ source: Int, _ message: NameID, _ pairing: SignpostRecord.Pairing, at time: Int64
    ) -> SignpostRecord {
        let (what, context) = (events.sources[source], context(source))
        return SignpostRecord(
            name: what.name, subsystem: context.subsystem, category: context.category,
            process: processName(Int(what.context)),
            thread: threadName(Int(what.context)), scope: context.scope, message: message,
            hasID: context.hasID, pairing: pairing, signpostID: what.id, start: time, duration: -1)
    }

    private static let launches = "AppLaunch"

    /// The name of the process, with its number if the log has it.
    private func processName(_ context: Int) -> NameID {
        if !processes[context].isPresent { processes[context] = events.contexts[context].processName(builder.names) }
        return processes[context]
    }

    /// The number of the thread as text; logs do not say which thread is the main one.
    private func threadName(_ context: Int) -> NameID {
        let number = events.contexts[context].thread
        guard number != 0 else { return .none }
        if !threads[context].isPresent {
            threads[context] = builder.names.intern("0x" + String(number, radix: 16))
        }
        return threads[context]
    }

    // MARK: Bodies

    private mutating func findView(_ source: Int) -> UInt32 {
        let context = context(source)
        let view = bodies.view(events.sources[source].name, context)
        if view != nil { note(context) }
        views[source] = view.map { $0 + 2 } ?? 1
        return views[source]
    }

    private mutating func note(_ context: LogContext) {
        guard context.hasProcess, !hasSeveralProcesses else { return }
        if let process, process.name != context.process || process.pid != context.pid {
            hasSeveralProcesses = true
            self.process = nil
        } else {
            process = (context.process, context.pid)
        }
    }
}
