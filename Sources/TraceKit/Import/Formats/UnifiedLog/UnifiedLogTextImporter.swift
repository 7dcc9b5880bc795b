/// Signposts and messages as `log show --signpost` and `log stream --signpost` print them, in the styles `default`,
/// `compact` and `syslog`; files may mix them.
///
/// Lines of SwiftUI's `_logChanges` become evidence; all messages become the lane of logs, with all of their lines;
/// other lines are skipped by named rules. Times count from the earliest line that is read.
struct UnifiedLogTextImporter: PartwiseImporter {
    static let name = "unified-log-text"
    static let summary = "signposts and messages printed by log show or log stream (default, compact, syslog)"
    static let search: FormatSearch.Ways = .lines
    static let example =
        #"2026-05-04 11:31:07.704 Sp App[42:3d] [com.example:perf] [spid excl, process, begin] LandmarkRow.body"#
    static let remedy = "print it with: log show --signpost --style compact"
    /// The last position, because the log is aligned with a trace from other files, by the wall clock.
    static func turn(_ head: ByteSlice) -> Int { .max }
    static let usesOffset = true

    /// The events of the current file, or of a part of it.
    private var signposts: LogSignposts?

    init() {}

    /// Whether it has a line that is a record in one of the styles, or a first line that only `log` writes.
    static func recognizes(_ head: ByteSlice) -> Bool {
        var (isFirst, hasBanner, hasColumns) = (true, false, false)
        for line in HeadLines(head) where !line.trimmed().isEmpty {
            // A banner may be followed by JSON, which another importer reads.
            if hasBanner, line[0] == UInt8(ascii: "{") || line[0] == UInt8(ascii: "[") { return false }
            if isFirst { hasBanner = LogHeading.isBanner(line) }
            if isFirst { hasColumns = LogHeading.isColumns(line) }
            isFirst = false
            if LogLine.isRecord(line) { return true }
            // A heading alone is an empty log, but here lines follow.
            if hasColumns, LogHeading.lackOfTime(line) != nil { return false }
        }
        return hasBanner || hasColumns
    }

    mutating func begin(_ input: ByteInput, into builder: TraceBuilder) throws(TraceError) {
        var reader = LineReader(input)
        try reader.skipByteOrderMark()
        reader.leave()
        signposts = nil
    }

    /// Pairs the signposts of all parts.
    mutating func end(_ input: ByteInput, into builder: TraceBuilder) {
        (signposts ?? LogSignposts(builder)).finish(file: input.name)
        signposts = nil
    }

    mutating func absorb(_ part: UnifiedLogTextImporter, _ numbers: PartNumbers) {
        if let events = part.signposts { signposts?.absorb(events, numbers) }
    }

    mutating func readPart(
        _ input: ByteInput, until limit: Int, file: Int, into builder: TraceBuilder
    ) throws(TraceError) -> PartRead {
        let signposts = signposts ?? LogSignposts(builder)
        self.signposts = signposts
        var reader = LineReader(input)
        try Self.skipRest(&reader, until: limit)
        let start = reader.nextOffset
        var lines = LogLines(signposts, builder)
        defer { lines.finish() }
        while reader.nextOffset < limit, let line = try reader.next() {
            if line.isTooLong || !lines.takeKnown(line) { lines.take(line, reader) }
            if !line.isTerminated, reader.looksCut(line) { builder.noteCutLine(at: reader.place(line)) }
        }
        // The rest of a message belongs to the part with its first line.
        while let line = try reader.next() {
            if !line.isTooLong, LogTime.begins(line.bytes) {
                reader.unread(line)
                break
            }
            lines.take(line, reader)
            if !line.isTerminated, reader.looksCut(line) { builder.noteCutLine(at: reader.place(line)) }
        }
        let end = reader.nextOffset
        reader.leave()
        return PartRead(start: start, end: end < limit ? nil : end)
    }

    /// Skips the lines before the first one with a time, which belong to the previous part; not at the beginning of the
    /// file, with or without a byte order mark.
    private static func skipRest(_ reader: inout LineReader, until limit: Int) throws(TraceError) {
        guard reader.nextOffset > 3 else { return }
        while reader.nextOffset < limit, let line = try reader.next() {
            if !line.isTooLong, LogTime.begins(line.bytes) { return reader.unread(line) }
        }
    }
}

/// Takes the lines of a part of a log.
private struct LogLines: ~Copyable {
    private let (signposts, builder): (LogSignposts, TraceBuilder)
    private let names: NameTable
    private var frames = LogFrames()
    private var message: LogContinuation
    // Counted here and added once, because most lines of many logs are such.
    private var (known, logLines, otherLines, continued) = (0, 0, 0, 0)

    init(_ signposts: LogSignposts, _ builder: TraceBuilder) {
        (self.signposts, self.builder, names) = (signposts, builder, builder.names)
        message = LogContinuation(signposts.events, names)
    }

    mutating func finish() {
        message.close()
        builder.rowsSeen += known
        if logLines > 0 { builder.records.counters.add(.skippedLogLine, by: logLines) }
        if otherLines > 0 { builder.records.counters.add(.skippedOtherLine, by: otherLines) }
        if continued > 0 { builder.records.counters.add(.continuedLine, by: continued) }
    }

    /// Takes a signpost written like earlier ones; returns false for any other line, which is not taken.
    mutating func takeKnown(_ line: LineReader.Line) -> Bool {
        guard let read = frames.read(line.bytes), read.time >= signposts.earliest, UTF8Check.isValid(read.message)
        else { return false }
        let (name, message) = Self.split(read.message)
        guard name.count > 0 else { return false }
        signposts.append(read, name, message, frames, names, byte: line.offset)
        known += 1
        return true
    }

    /// Takes a line that is not written like an earlier one.
    mutating func take(_ line: LineReader.Line, _ reader: borrowing LineReader) {
        if !line.isTooLong, goesOn(line.bytes) { return }
        message.close()
        if line.bytes.trimmed().isEmpty { return }
        builder.rowsSeen += 1
        do throws(RowProblem) {
            if line.isTooLong { throw LineReader.Line.tooLong }
            try takeRecord(line)
        } catch {
            let place = reader.place(line)
            builder.reject(error, at: place, raw: line.bytes.prefix(200).text)
            // The last line of a stopped capture may be incomplete.
            if !line.isTerminated { builder.noteCutLine(at: place) }
        }
    }

    /// Takes the line if it continues the message above. Returns whether it does.
    private mutating func goesOn(_ line: ByteSlice) -> Bool {
        guard message.isOpen, !LogTime.begins(line) else { return false }
        if line.trimmed().isEmpty {
            message.addBlank()
            return true
        }
        guard !LogHeading.isHeading(line), PrintChangesLine(line)?.isUnmistakable != true, UTF8Check.isValid(line),
            message.add(line)
        else { return false }
        continued += 1
        return true
    }

    private mutating func takeRecord(_ line: LineReader.Line) throws(RowProblem) {
        guard let record = try LogLine(line.bytes) else { return takeOther(line.bytes) }
        guard var event = record.signpost != nil ? try signpost(record) : evidence(record) ?? plain(record) else {
            logLines += 1
            return
        }
        guard UTF8Check.isValid(line.bytes) else {
            throw RowProblem(.invalidUTF8, "the line is not valid UTF-8")
        }
        event.byte = line.offset
        signposts.append(event, written: record.written)
        if event.kind == .line { message.open() }
        frames.learn(line.bytes, record, names)
    }

    /// Takes headings and output of the app, which may include lines of `_printChanges`.
    private mutating func takeOther(_ line: ByteSlice) {
        if LogHeading.isHeading(line) {
            builder.records.counters.add(.skippedHeading)
        } else if let changes = PrintChangesLine(line), changes.isUnmistakable, UTF8Check.isValid(line) {
            builder.evidence.add(changes)
            builder.rowsImported += 1
        } else {
            otherLines += 1
        }
    }

    private func signpost(_ line: LogLine) throws(RowProblem) -> LogEvent {
        let (name, message) = Self.split(line.message)
        guard name.count > 0, let signpost = line.signpost else {
            throw RowProblem(.missingField, "the signpost has no name", .name)
        }
        var event = event(line, signpost.kind, name: names.intern(name))
        event.id = signpost.id
        event.context.hasID = signpost.hasID
        event.context.scope = signpost.scope.isEmpty ? .none : names.intern(signpost.scope)
        event.message = message.isEmpty ? .none : names.intern(message)
        return event
    }

    private func evidence(_ line: LogLine) -> LogEvent? {
        guard let subsystem = line.subsystem, subsystem.equals(SwiftUILog.subsystem),
            let category = line.category, category.equals(SwiftUILog.category),
            let changes = PrintChangesLine(line.message)
        else { return nil }
        var event = event(line, .evidence)
        event.take(changes, builder)
        event.context.level = line.level ?? .unknown
        event.message = names.intern(line.message)
        return event
    }

    private func plain(_ line: LogLine) -> LogEvent? {
        guard let level = line.level, UTF8Check.isValid(line.message) else { return nil }
        var event = event(line, .line)
        event.context.level = level
        event.message = names.intern(line.message)
        return event
    }

    private func event(_ line: LogLine, _ kind: LogEvent.Kind, name: NameID = .none) -> LogEvent {
        var event = LogEvent(kind: kind, time: line.time, name: name)
        event.context = LogContext(
            pid: line.pid, thread: line.thread, process: names.intern(line.process),
            subsystem: line.subsystem.map { names.intern($0) } ?? .none,
            category: line.category.map { names.intern($0) } ?? .none)
        return event
    }

    /// Splits `Name: message`, `Name:` or `Name`.
    private static func split(_ text: ByteSlice) -> (name: ByteSlice, message: ByteSlice) {
        var from = 0
        while let colon = text.firstIndex(of: UInt8(ascii: ":"), from: from) {
            if colon + 1 == text.count || text[colon + 1] == 0x20 {
                return (text.prefix(colon), text.dropFirst(colon + 1).trimmed())
            }
            from = colon + 1
        }
        return (text, text.prefix(0))
    }
}
