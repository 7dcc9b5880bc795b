/// Gathers the events of one log and settles them at its end: times, pairs, and which intervals are view bodies.
final class LogSignposts {
    private let builder: TraceBuilder
    private let events = Column<LogEvent>()
    private var bodies: BodySignposts
    /// The earliest time as it is written.
    private var startedAt = ""
    private var earliest = Int64.max

    init(_ builder: TraceBuilder) {
        self.builder = builder
        bodies = BodySignposts(builder)
    }

    var isEmpty: Bool { events.count == 0 }

    /// The event that was taken last.
    var last: LogEvent? { events.count > 0 ? events[events.count - 1] : nil }

    /// Takes the events of the next part of the log.
    func absorb(_ part: LogSignposts, _ numbers: PartNumbers) {
        events.append(part.events) { event in
            var event = event
            event.name = numbers.names[event.name.index]
            event.boot = numbers.names[event.boot.index]
            event.process = numbers.names[event.process.index]
            event.subsystem = numbers.names[event.subsystem.index]
            event.category = numbers.names[event.category.index]
            event.scope = numbers.names[event.scope.index]
            event.message = numbers.names[event.message.index]
            event.changed = numbers.lists[Int(event.changed.rawValue)]
            return event
        }
        if part.earliest < earliest { (earliest, startedAt) = (part.earliest, part.startedAt) }
    }

    /// Takes an event; `written` is its time as it stands in the log.
    func append(_ event: LogEvent, written: ByteSlice) {
        events.append(event)
        if event.time.nanoseconds < earliest {
            earliest = event.time.nanoseconds
            startedAt = written.text
        }
    }

    /// Makes records of the events. Called once, after the last row of the file.
    func finish(file: String) {
        guard events.count > 0 else { return warnOfNothing(file) }
        let times = LogClock(events).times
        let offset = builder.options.offsets[file] ?? offsetToTrace()
        shift(times, by: min(max(offset ?? 0, -TraceBuilder.sentinel / 2), TraceBuilder.sentinel / 2))
        let order = sortedIndexes(count: events.count) { times[$0] == times[$1] ? nil : times[$0] < times[$1] }
        let partners = SignpostPairing.partners(inOrder: order) { moment($0, at: times[$0]) }
        for index in order {
            let row = Int(index)
            let event = events[row]
            let partner = partners[row]
            if times[row] < 0 {
                rejectEarly(event, file, times[row])
            } else if event.kind == .evidence {
                builder.evidence.add(
                    type: event.name, changed: event.changed, time: times[row], isPlaced: offset != nil)
                builder.rowsImported += 1
            } else if partner == SignpostPairing.repeated {
                builder.records.counters.add(.skippedRepeatedLine)
            } else if partner < 0 {
                takeAlone(event, at: times[row])
            } else if event.kind == .end, times[Int(partner)] < 0 {
                takeAlone(event, at: times[row])
            } else if event.kind == .begin {
                takePair(event, events[Int(partner)], from: times[row], to: times[Int(partner)])
            }
        }
        takeMetadata()
    }

    /// How long after the start of a trace that other files have begun the log begins, where both clocks are
    /// absolute and less than a day apart. Nil leaves the log to count from its own first event.
    private func offsetToTrace() -> Int64? {
        guard let text = builder.records.metadata.startedAt,
            let zone = (0..<events.count).lazy.compactMap({ self.events[$0].time.zone }).first
        else { return nil }
        var padded = Array(text.utf8)
        let length = padded.count
        padded += [UInt8](repeating: 0, count: ByteInput.padding)
        let origin: LogTime? = padded.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { LogTime.parse(ByteSlice($0, length))?.time }
        }
        guard let origin, origin.zone != nil else { return nil }
        var earliest = Int64.max
        for index in 0..<events.count {
            let time = events[index].time
            earliest = min(earliest, time.zone == nil ? time.nanoseconds - zone : time.nanoseconds)
        }
        let offset = earliest - origin.nanoseconds
        return abs(offset) < 86_400_000_000_000 ? offset : nil
    }

    private func shift(_ times: Column<Int64>, by offset: Int64) {
        guard offset != 0 else { return }
        for index in 0..<times.count { times[index] += offset }
    }

    private func rejectEarly(_ event: LogEvent, _ file: String, _ time: Int64) {
        builder.reject(
            RowProblem(.negative, "the start is before the trace begins (\(time) ns)", .start),
            at: PlaceResolver.place(file: file, byte: event.byte), raw: builder.names.text(event.name) ?? "")
    }

    private func moment(_ index: Int, at time: Int64) -> SignpostPairing.Moment {
        let event = events[index]
        let key = SignpostPairing.Key(
            process: event.scope == NameID(.system) ? 0 : event.pid,
            thread: event.scope == NameID(.thread) ? event.thread : 0, subsystem: event.subsystem,
            category: event.category, name: event.name, id: event.id, hasID: event.hasID)
        let kind: SignpostPairing.Kind =
            switch event.kind {
            case .begin: .begin
            case .end: .end
            case .event, .evidence: .event
            }
        return SignpostPairing.Moment(
            key: key, kind: kind, time: time, emitter: event.thread, message: event.message)
    }

    // MARK: Records

    private func takePair(_ begin: LogEvent, _ end: LogEvent, from start: Int64, to last: Int64) {
        builder.rowsImported += 2
        if bodies.append(begin, start: start, duration: last - start) { return }
        var record = record(begin, start)
        record.duration = last - start
        if !record.message.isPresent { record.message = end.message }
        builder.records.signposts.append(record)
    }

    /// A single event, or one side of an interval. A body without an end is an update without one; an end alone
    /// does not say when its body began and stays a signpost.
    private func takeAlone(_ event: LogEvent, at time: Int64) {
        builder.rowsImported += 1
        if event.kind == .begin, bodies.append(event, start: time, duration: UpdateColumns.unterminated) { return }
        var record = record(event, time)
        if event.kind != .event { record.pairing = event.kind == .begin ? .beginOnly : .endOnly }
        builder.records.signposts.append(record)
    }

    private func record(_ event: LogEvent, _ start: Int64) -> SignpostRecord {
        SignpostRecord(
            name: event.name, subsystem: event.subsystem, category: event.category, process: event.process,
            thread: threadName(event.thread), scope: event.scope, message: event.message, signpostID: event.id,
            hasID: event.hasID, pairing: .complete, start: start, duration: -1)
    }

    private var threadNames: [UInt64: NameID] = [:]

    /// Logs number their threads and do not say which is the main one.
    private func threadName(_ thread: UInt64) -> NameID {
        guard thread != 0 else { return .none }
        if let known = threadNames[thread] { return known }
        let name = builder.names.intern("0x" + String(thread, radix: 16))
        threadNames[thread] = name
        return name
    }

    // MARK: The file

    /// The process is the one whose bodies were measured, else the only one in the log.
    private func takeMetadata() {
        var metadata = builder.records.metadata
        metadata.startedAt = metadata.startedAt ?? startedAt
        if metadata.process == nil, let process = bodies.process ?? onlyProcess {
            metadata.process = builder.names.text(process.name)
            metadata.pid = metadata.pid ?? Int64(exactly: process.pid)
        }
        builder.records.metadata = metadata
    }

    private var onlyProcess: (name: NameID, pid: UInt64)? {
        for index in 1..<max(1, events.count)
        where events[index].pid != events[0].pid || events[index].process != events[0].process { return nil }
        return events[0].process.isPresent ? (events[0].process, events[0].pid) : nil
    }

    private func warnOfNothing(_ file: String) {
        builder.records.warnings.append(
            Diagnostic(
                .warning, at: Place(file: file), "the log holds no signpost and no '\(SwiftUILog.category)' line",
                fix: "record it with: log show --signpost --info --debug --predicate 'process == \"APP\"'"))
    }
}
