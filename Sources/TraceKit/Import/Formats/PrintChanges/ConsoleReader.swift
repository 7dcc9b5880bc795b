/// Reads the lines of a console as evidence and log lines.
///
/// A log line states its time and source before its message (`ConsolePrefix`) or below it (`ConsoleMetadata`).
/// Everything else was printed: it has no time, and only the output of `_printChanges`, complaints of frameworks and
/// lines about bodies are read.
struct ConsoleReader {
    private let builder: TraceBuilder
    private let logged: LogSignposts
    private let block = ConsoleBlock()
    private let joined = Column<UInt8>(capacity: 1024)
    private let nearby: NearbyViews

    init(_ builder: TraceBuilder) {
        self.builder = builder
        nearby = NearbyViews(builder.viewNames)
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
        // Without lines above it and without a time, a line of this form is a message.
        if let metadata = ConsoleMetadata(line.bytes), metadata.time != nil || metadata.isPrinted || !block.isEmpty {
            return try take(metadata, line)
        }
        // Invalid bytes only matter in lines that would be taken.
        if !UTF8Check.isValid(line.bytes), Self.isTaken(line.bytes) { throw Self.invalid }
        if !block.hasRoom(for: line.bytes) { settle() }
        block.append(line)
    }

    func finish(file: String) {
        settle()
        if logged.events.count > 0 { logged.finish(file: file, isConsole: true) }
    }

    private static func isTaken(_ line: ByteSlice) -> Bool {
        PrintChangesLine(line) != nil || KnownComplaints.match(line.buffer) != nil || isOfBody(line)
    }

    /// Whether the app's own code reports a body in a line.
    private static func isOfBody(_ line: ByteSlice) -> Bool {
        TimedBodyLine(line.buffer) != nil || BodyRunLine(line.buffer) != nil
    }

    private static let invalid = RowProblem(.invalidUTF8, "the line is not valid UTF-8")

    // MARK: Printed lines

    /// Takes the lines so far as printed ones.
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
        } else if Self.isOfBody(line) {
            nearby.passOther()
            builder.records.logs.append(LogRecord(message: builder.names.intern(line.trimmed())))
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
            case .logged(let event): logged.events.views[event] = view
            }
        }
    }

    /// Notes a log line with a time; `number` is the number of its event.
    private func note(_ event: LogEvent, _ number: Int) {
        if event.kind == .evidence { return noteEvaluation(event.name) }
        guard let match = KnownComplaints.match(builder.names.bytes(of: event.message)) else {
            return nearby.passOther()
        }
        let view = nearby.view(of: KnownComplaints.all[match.complaint], at: .logged(number))
        if view.isPresent { logged.events.views[number] = view }
    }

    // MARK: Log lines

    private func take(_ prefix: ConsolePrefix, _ line: LineReader.Line) throws(RowProblem) {
        guard UTF8Check.isValid(line.bytes) else { throw Self.invalid }
        var event = event(prefix.source, prefix.time, prefix.message, prefix.changes)
        event.byte = line.offset
        append(event, written: prefix.written)
    }

    /// Takes the lines above as a message, or as printed ones. A message without a time is skipped.
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

    /// The lines of the message. Lines that cannot be part of it are taken as printed ones: SwiftUI logs about a body
    /// in a single line, and its printed lines about a body are part of no other message.
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

    /// The changes of a body in a message: its category must match or, if it is not shown, the spelling.
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
        event.context = LogContext(
            pid: source.pid, thread: source.thread, process: name(source.process), subsystem: name(source.subsystem),
            category: name(source.category), level: source.level)
        event.message = builder.names.intern(message.trimmed())
        if let changes {
            event.take(changes, builder)
            // The process with reported bodies is the one recorded, whatever else was logged.
            if source.level == .unknown { event.context.level = nil }
        }
        return event
    }

    private func append(_ event: LogEvent, written: ByteSlice) {
        builder.rowsSeen += 1
        note(event, logged.events.count)
        logged.append(event, written: written)
    }
}

/// Copies of console lines whose metadata may still follow: the reader's window moves on.
struct ConsoleBlock {
    struct Line {
        /// Valid until the next line is added.
        var bytes: ByteSlice
        /// Its offset in the file.
        var offset: Int
    }

    private struct Place: BitwiseCopyable {
        var first: Int
        var count: Int
        var offset: Int
    }

    /// The most bytes and lines of a message.
    private static let mostBytes = 64 << 10
    private static let mostLines = 1000

    private let bytes = Column<UInt8>(capacity: 4096)
    private let places = Column<Place>()

    var isEmpty: Bool { places.count == 0 }

    /// Whether a line can be added.
    func hasRoom(for line: ByteSlice) -> Bool {
        places.count < Self.mostLines && bytes.count + line.count + ByteInput.padding <= Self.mostBytes
    }

    /// Appends a line, shortened if it is too long for the buffer.
    func append(_ line: LineReader.Line) {
        var count = min(line.bytes.count, Self.mostBytes - ByteInput.padding - bytes.count)
        // Characters are not cut in two.
        while count > 0, count < line.bytes.count, line.bytes[count] & 0xC0 == 0x80 { count -= 1 }
        places.append(Place(first: bytes.count, count: count, offset: line.offset))
        bytes.append(contentsOf: line.bytes.start, count: count)
        bytes.pad(to: bytes.count + ByteInput.padding, with: 0)
    }

    func removeAll() {
        bytes.removeAll()
        places.removeAll()
    }

    /// The lines without blank ones at the beginning and the end.
    var lines: [Line] {
        let all = places.buffer.map { Line(bytes: ByteSlice(bytes.base + $0.first, $0.count), offset: $0.offset) }
        let first = all.firstIndex { !$0.bytes.trimmed().isEmpty } ?? all.count
        let last = all.lastIndex { !$0.bytes.trimmed().isEmpty } ?? first - 1
        return Array(all[first..<(last + 1)])
    }
}

/// The views named by console lines near a complaint: many of these lines have no time.
final class NearbyViews {
    /// A log line that waits for the next evaluation.
    enum Place {
        /// Row of `TraceRecords.logs`.
        case printed(Int)
        /// Index of a log event.
        case logged(Int)
    }

    /// The most other lines between a complaint and its evaluation.
    private static let reach = 10

    private let viewNames: ViewNames
    /// The number of lines so far that are neither evaluations nor complaints.
    private var others = 0
    private var last: (view: NameID, others: Int)?
    private var waiting: [(place: Place, others: Int)] = []

    init(_ viewNames: ViewNames) { self.viewNames = viewNames }

    func passOther() { others += 1 }

    /// Notes the evaluation of a body, and calls `give` for every recent complaint for which it is the next evaluation.
    func pass(type: NameID, _ give: (Place, NameID) -> Void) {
        let view = viewNames[type]
        for line in waiting where others - line.others <= Self.reach { give(line.place, view) }
        waiting.removeAll(keepingCapacity: true)
        last = (view, others)
    }

    /// Returns the view for a complaint as far as known; the next evaluation may replace it. A loop runs a view after
    /// the line about it; other faults of a body are reported while it runs.
    func view(of complaint: KnownComplaint, at place: Place) -> NameID {
        let before = last.flatMap { others - $0.others <= Self.reach ? $0.view : nil }
        if let before, complaint.weight != .loop { return before }
        waiting.append((place, others))
        return before ?? .none
    }
}
