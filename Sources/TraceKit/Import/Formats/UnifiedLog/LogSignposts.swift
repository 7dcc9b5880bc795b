/// Collects the events of one log, and determines at its end their times, pairs, and the intervals that are view
/// bodies.
final class LogSignposts {
    private let builder: TraceBuilder
    let events = LogEvents()
    private let bodies: BodySignposts
    /// The earliest time as written.
    private var startedAt = ""
    private(set) var earliest = Int64.max

    init(_ builder: TraceBuilder) {
        self.builder = builder
        bodies = BodySignposts(builder)
    }

    /// Takes over the events of the next part of the log.
    func absorb(_ part: LogSignposts, _ numbers: PartNumbers) {
        events.absorb(part.events, numbers)
        if part.earliest < earliest { (earliest, startedAt) = (part.earliest, part.startedAt) }
    }

    /// Takes an event; `written` is its time as written.
    func append(_ event: LogEvent, written: ByteSlice) {
        events.append(event)
        if event.time.nanoseconds < earliest {
            earliest = event.time.nanoseconds
            startedAt = written.text
        }
    }

    /// Takes a line that is not the earliest. `name` is the signpost's name, `message` the text after it.
    func append(
        _ line: LogFrames.Line, _ name: ByteSlice, _ message: ByteSlice, _ frames: borrowing LogFrames,
        _ names: NameTable, byte: Int
    ) {
        let scope = names.intern(line.scope)
        if frames[line.frame].context == LogFrames.Frame.unnumbered || scope != frames[line.frame].scope {
            number(line.frame, frames, scope)
        }
        let row = events.count
        let source = LogEvents.Source(
            id: line.id, name: names.intern(name), context: frames[line.frame].context)
        events.append(line.kind, time: line.time, source, byte: byte)
        if !message.isEmpty { events.messages[row] = names.intern(message) }
    }

    private func number(_ frame: Int, _ frames: borrowing LogFrames, _ scope: NameID) {
        var context = frames.context(frame)
        context.scope = scope
        frames[frame].scope = scope
        frames[frame].context = events.number(context)
    }

    /// Makes records of the events; called once, after the last row of the file. `isConsole`: a lack of signposts is no
    /// reason for a warning.
    func finish(file: String, isConsole: Bool = false) {
        guard events.count > 0 else { return warnOfNothing(file) }
        if !isConsole, !events.contexts.buffer.contains(where: saysMore), !timesBodies { warnOfNothing(file) }
        noteClockChanges(file)
        nameProcesses(isConsole: isConsole)
        let clock = LogClock(events, earliest: earliest)
        let asked = builder.options.offsets[file]
        // Consoles and apps' logs may have no times.
        if asked != nil { builder.options.matches.note(.offset, file) }
        let offset = asked ?? offsetToTrace(clock)
        if offset == nil { builder.ownClocks += 1 }
        let shift = min(max(offset ?? 0, -TraceBuilder.sentinel / 2), TraceBuilder.sentinel / 2)
        if shift != 0 {
            for index in events.rows.indices {
                events.rows[index].time = events.rows[index].time.addingSaturating(shift)
            }
        }
        var records = LogRecords(events, bodies, builder)
        records.take(file: file, isPlaced: offset != nil)
        takeMetadata(bodiesOf: records.process)
    }

    /// Names the process of rows that only have its number, if other rows name it. A console has one process, named or
    /// not, so a bare number is the same one.
    private func nameProcesses(isConsole: Bool) {
        let contexts = events.contexts
        guard contexts.buffer.contains(where: { !$0.process.isPresent && $0.pid != 0 }) else { return }
        var names: [UInt64: NameID] = [:]
        for context in contexts.buffer where context.process.isPresent {
            // A number that two processes had identifies neither of them.
            let isOther = names[context.pid].map { $0 != context.process } ?? false
            names[context.pid] = isOther ? NameID.none : context.process
        }
        for place in 0..<contexts.count where !contexts[place].process.isPresent && contexts[place].pid != 0 {
            contexts[place].process = names[contexts[place].pid] ?? .none
            if isConsole, !contexts[place].process.isPresent { contexts[place].pid = 0 }
        }
    }

    /// The smallest step back in time that shows that a clock was set or logs were joined, not that lines are out of
    /// order.
    private static let stepBack: Int64 = 1_800_000_000_000

    /// Warns of times without a zone that go back, and of several zones.
    private func noteClockChanges(_ file: String) {
        var (last, steps) = (Int64?.none, [Int]())
        if events.contexts.contains(where: { $0.zone == nil }) {
            for row in events.rows where events.context(of: row).zone == nil {
                if let last, row.time <= last &- Self.stepBack { steps.append(row.byte) }
                last = row.time
            }
        }
        if let first = steps.first {
            let more = steps.count > 1 ? " and at \(Decimal.counted(steps.count - 1, "more line"))" : ""
            builder.tell(
                .warning, at: PlaceResolver.place(file: file, byte: first),
                "the times have no zone, and go back by half an hour or more here\(more), as when summer time ends; they "
                    + "are kept as written, so that intervals across such a line are wrong",
                fix: "log in a style that writes the zone (default, syslog, json)")
        }
        let zones = Set(events.contexts.buffer.compactMap(\.zone)).sorted()
        guard zones.count > 1 else { return }
        let words = zones.map { LogTime.text(zone: $0) }.joined(separator: ", ")
        builder.tell(
            .warning, at: Place(file: file),
            "the log's clock changes its zone (\(words)), as with summer time; times are compared in UTC")
    }

    /// The start of the log relative to the start of a trace from other files, if both clocks are absolute and less
    /// than a day apart. Nil = the log counts from its own first event.
    private func offsetToTrace(_ clock: LogClock) -> Int64? {
        guard let text = builder.records.metadata.startedAt, clock.zone != nil else { return nil }
        guard let origin = LogTime.utc(text) else { return nil }
        let offset = clock.earliest - origin
        return abs(offset) < 86_400_000_000_000 ? offset : nil
    }

    // MARK: The file

    /// Sets the process: the one with measured bodies, otherwise the only one in the log.
    private func takeMetadata(bodiesOf measured: LogRecords.Process?) {
        var metadata = builder.records.metadata
        metadata.startedAt = metadata.startedAt ?? startedAt
        if metadata.process == nil, let process = measured ?? onlyProcess {
            metadata.process = builder.names.text(process.name)
            metadata.pid = metadata.pid ?? Int64(exactly: process.pid)
        }
        builder.records.metadata = metadata
    }

    private var onlyProcess: LogRecords.Process? {
        // Signposts identify the recorded process better than other lines of the system.
        let all = events.contexts.buffer
        let emitters = all.contains(where: saysMore) ? all.filter(saysMore) : Array(all)
        guard let first = emitters.first, first.hasProcess else { return nil }
        let isOnly = emitters.allSatisfy { $0.pid == first.pid && $0.process == first.process }
        return isOnly ? (first.process, first.pid) : nil
    }

    /// Whether it is a context of signposts or of SwiftUI's lines about bodies; other messages have a level.
    private func saysMore(_ context: LogContext) -> Bool {
        context.level == nil || builder.names.isSwiftUILog(context.subsystem, context.category)
    }

    /// Whether the app times its bodies in log lines of its own.
    private var timesBodies: Bool {
        guard builder.options.takesBodySignposts else { return false }
        var lines = TimedBodyLines()
        for row in events.rows.indices { _ = lines.read(builder.names.bytes(of: events.messages[row])) }
        return lines.areBodies.contains(true)
    }

    private func warnOfNothing(_ file: String) {
        builder.tell(
            .warning, at: Place(file: file), "the log holds no signpost and no '\(SwiftUILog.category)' line",
            fix:
                "take it out of the system's log with: log show --signpost --info --debug --predicate 'process == \"APP\"'"
        )
    }
}

/// Signpost intervals that are evaluations of a body by their name: `LandmarkRow.body`. They become updates instead of
/// signposts. Other such intervals are found after everything was read (`takeSignpostBodies`).
struct BodySignposts {
    private let builder: TraceBuilder
    private let views = NameMemo<UInt32?>()

    init(_ builder: TraceBuilder) { self.builder = builder }

    /// The view whose bodies are the intervals of this name; nil if they are no bodies.
    func view(_ name: NameID, _ context: LogContext) -> UInt32? {
        let filters = builder.options.bodySignposts
        if !filters.isEmpty { note(name, context, filters) }
        return views(name) {
            let text = builder.names.text(name) ?? ""
            let isBody = builder.options.takesBodySignposts && text.utf8.count > 5 && text.hasSuffix(".body")
            return isBody ? builder.bodyView(name) : nil
        }
    }

    /// Records which filters matched a signpost, and its name as an alternative.
    private func note(_ name: NameID, _ context: LogContext, _ filters: [SignpostFilter]) {
        let names = builder.names
        let signpost = SignpostFilter(
            subsystem: names.text(context.subsystem) ?? "", category: names.text(context.category) ?? "",
            name: names.text(name))
        let matches = builder.options.matches
        for filter in filters where filter.includes(signpost) { matches.note(.bodySignposts, filter.text) }
        matches.offer(.bodySignposts, ["\(signpost.subsystem):\(signpost.category)"])
    }
}
