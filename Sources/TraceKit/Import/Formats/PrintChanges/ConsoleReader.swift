/// Reads the lines of a console: to evidence, and to lines of the log.
///
/// A line of the log says who wrote it, and when, before its message (`ConsolePrefix`) or below it (`ConsoleMetadata`). All
/// else was printed: it has no time, and what `_printChanges` says of a body and what frameworks complain of is all that is
/// taken of it.
struct ConsoleReader {
    private let builder: TraceBuilder
    private let logged: LogSignposts
    private let block = ConsoleBlock()
    private let joined = Column<UInt8>(capacity: 1024)
    private let nearby: NearbyViews

    init(_ builder: TraceBuilder) {
        self.builder = builder
        nearby = NearbyViews(builder.names)
        logged = LogSignposts(builder)
    }

    func take(_ line: LineReader.Line) throws(RowProblem) {
        if line.isTooLong {
            settle()
            throw LineReader.Line.tooLong
        }
        if let prefix = ConsolePrefix(line.bytes) {
            settle()
            return try take(prefix, line)
        }
        // With nothing above it and no time, a line that looks so is a message.
        if let metadata = ConsoleMetadata(line.bytes), metadata.time != nil || metadata.isPrinted || !block.isEmpty {
            return try take(metadata, line)
        }
        // Only of what would be taken it matters which bytes it has.
        if !UTF8Check.isValid(line.bytes), Self.isTaken(line.bytes) { throw Self.invalid }
        if !block.hasRoom(for: line.bytes) { settle() }
        block.append(line)
    }

    func finish(file: String) {
        settle()
        if !logged.isEmpty { logged.finish(file: file, isConsole: true) }
    }

    private static func isTaken(_ line: ByteSlice) -> Bool {
        PrintChangesLine(line) != nil || KnownComplaints.match(line.buffer) != nil
    }

    private static let invalid = RowProblem(.invalidUTF8, "the line is not valid UTF-8")

    // MARK: What was printed

    /// Takes the lines so far as lines that were printed.
    private func settle() {
        guard !block.isEmpty else { return }
        for line in block.lines { takePrinted(line.bytes) }
        block.removeAll()
    }

    private func takePrinted(_ line: ByteSlice) {
        if line.trimmed().isEmpty { return }
        builder.rowsSeen += 1
        if let changes = PrintChangesLine(line) {
            builder.evidence.add(changes)
            builder.rowsImported += 1
            noteEvaluation(builder.names.intern(changes.type))
        } else if let match = KnownComplaints.match(line.buffer) {
            let row = builder.records.logs.count
            let view = nearby.view(of: KnownComplaints.all[match.complaint], at: .printed(row))
            builder.records.logs.append(LogRecord(message: builder.names.intern(line.trimmed()), view: view))
            builder.rowsImported += 1
        } else {
            nearby.passOther()
            builder.records.counters.add(.skippedOtherLine)
        }
    }

    // MARK: Complaints

    private func noteEvaluation(_ type: NameID) {
        nearby.pass(type: type) { place, view in
            switch place {
            case .printed(let row): builder.records.logs[row].view = view
            case .logged(let event): logged.views[event] = view
            }
        }
    }

    /// Notes a line of the log with a time, the number of whose event is `event`.
    private func note(_ event: LogEvent, _ number: Int) {
        if event.kind == .evidence { return noteEvaluation(event.name) }
        guard let match = KnownComplaints.match(builder.names.bytes(of: event.message)) else {
            return nearby.passOther()
        }
        let view = nearby.view(of: KnownComplaints.all[match.complaint], at: .logged(number))
        if view.isPresent { logged.views[number] = view }
    }

    // MARK: Lines of the log

    private func take(_ prefix: ConsolePrefix, _ line: LineReader.Line) throws(RowProblem) {
        guard UTF8Check.isValid(line.bytes) else { throw Self.invalid }
        var event = event(prefix.source, prefix.time, prefix.message, prefix.changes)
        event.byte = line.offset
        append(event, written: prefix.written)
    }

    /// The lines above are a message, or what was printed. Without a time a message is left out.
    private func take(_ metadata: ConsoleMetadata, _ line: LineReader.Line) throws(RowProblem) {
        guard let time = metadata.time, !metadata.isPrinted, !block.isEmpty else {
            settle()
            builder.rowsSeen += 1
            return builder.records.counters.add(.skippedHeading)
        }
        defer { block.removeAll() }
        let message = takeMessage(metadata)
        guard let first = message.first, let last = message.last else {
            builder.rowsSeen += 1
            return builder.records.counters.add(.skippedHeading)
        }
        let text = message.count == 1 ? last.bytes : join(message)
        guard UTF8Check.isValid(text), UTF8Check.isValid(line.bytes) else { throw Self.invalid }
        var event = event(metadata.source, time, text, Self.changes(text, metadata.source))
        event.byte = first.offset
        append(event, written: metadata.written)
    }

    /// The lines of the message. Others that are no part of it are taken as printed: what SwiftUI logs of a body is one line,
    /// and what it prints of one is part of no other message.
    private func takeMessage(_ metadata: ConsoleMetadata) -> [ConsoleBlock.Line] {
        var message: [ConsoleBlock.Line] = []
        let lines = block.lines
        let isOneLine = lines.last.map { Self.changes($0.bytes, metadata.source) != nil } ?? false
        for (index, line) in lines.enumerated() {
            let isLast = index == lines.count - 1
            let isPrinted = isOneLine ? !isLast : !isLast && PrintChangesLine(line.bytes)?.isUnmistakable == true
            if isPrinted { takePrinted(line.bytes) } else { message.append(line) }
        }
        let further = message.count(where: { !$0.bytes.trimmed().isEmpty }) - 1
        if further > 0 { builder.records.counters.add(.continuedLine, by: further) }
        return message
    }

    /// What a message says of a body: its category tells that it does, or, where that is not shown, the way it is spelled.
    private static func changes(_ message: ByteSlice, _ source: ConsoleSource) -> PrintChangesLine? {
        guard source.category.isEmpty || source.category.equals(SwiftUILog.category) else { return nil }
        let changes = PrintChangesLine(message)
        return source.category.isEmpty && changes?.isUnmistakable != true ? nil : changes
    }

    private func join(_ lines: [ConsoleBlock.Line]) -> ByteSlice {
        joined.removeAll()
        for line in lines {
            if joined.count > 0 { joined.append(0x0A) }
            joined.append(contentsOf: line.bytes.start, count: line.bytes.count)
        }
        let count = joined.count
        joined.pad(to: count + ByteInput.padding, with: 0)
        return ByteSlice(joined.base, count)
    }

    private func event(
        _ source: ConsoleSource, _ time: LogTime, _ message: ByteSlice, _ changes: PrintChangesLine?
    ) -> LogEvent {
        func name(_ text: ByteSlice) -> NameID { text.isEmpty ? .none : builder.names.intern(text) }
        var event = LogEvent(kind: .line, time: time, name: .none)
        event.process = name(source.process)
        event.pid = source.pid
        event.thread = source.thread
        event.subsystem = name(source.subsystem)
        event.category = name(source.category)
        event.message = builder.names.intern(message.trimmed())
        event.level = source.level
        if let changes {
            event.kind = .evidence
            event.name = builder.names.intern(changes.type)
            event.changed = builder.evidence.list(changes)
            // Whose bodies are told of is whose trace it is, whatever else was logged.
            if source.level == .unknown { event.level = nil }
        }
        return event
    }

    private func append(_ event: LogEvent, written: ByteSlice) {
        builder.rowsSeen += 1
        note(event, logged.count)
        logged.append(event, written: written)
    }
}
