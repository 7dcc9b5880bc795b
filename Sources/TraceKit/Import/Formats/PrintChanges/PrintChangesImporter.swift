/// What `Self._printChanges()` printed to a console, one line for each time a body ran.
///
/// Such lines have no time: each is an update of its own, or evidence for an update of another file of the trace
/// (see `BodyEvidence`). Lines of `_logChanges` that a console shows with a prefix keep their time. Whatever else
/// the app printed between them is left out by a named rule.
struct PrintChangesImporter: Importer {
    static let name = "print-changes"
    static let summary = "console lines of Self._printChanges() and Self._logChanges()"
    static let example = #"LandmarkRow: @self, _isFavorite changed."#

    init() {}

    /// At least one line that hardly anything but SwiftUI prints.
    static func recognizes(_ head: ByteSlice) -> Bool {
        var rest = head.hasPrefix("\u{FEFF}") ? head.dropFirst(3) : head
        while rest.count > 0 {
            let end = rest.buffer.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.count
            let line = rest.prefix(end)
            rest = rest.dropFirst(end + 1)
            if ConsolePrefix(line) != nil { return true }
            if let changes = PrintChangesLine(line), changes.isUnmistakable { return true }
        }
        return false
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        var reader = LineReader(input)
        try reader.skipByteOrderMark()
        let logged = LogSignposts(builder)
        defer { if !logged.isEmpty { logged.finish(file: input.name) } }
        while let line = try reader.next() {
            if line.bytes.trimmed().isEmpty { continue }
            builder.rowsSeen += 1
            do throws(RowProblem) {
                if line.isTooLong { throw LineReader.Line.tooLong }
                try take(line, logged, builder)
            } catch {
                builder.reject(error, at: reader.place(line), raw: line.bytes.prefix(200).text)
            }
        }
    }

    private func take(
        _ row: LineReader.Line, _ logged: LogSignposts, _ builder: TraceBuilder
    ) throws(RowProblem) {
        let line = row.bytes
        let prefix = ConsolePrefix(line)
        guard let changes = PrintChangesLine(prefix?.message ?? line) else {
            return builder.records.counters.add(.skippedOtherLine)
        }
        guard UTF8Check.isValid(line) else { throw RowProblem(.invalidUTF8, "the line is not valid UTF-8") }
        guard let prefix else {
            builder.evidence.add(changes)
            builder.rowsImported += 1
            return
        }
        var event = LogEvent(kind: .evidence, time: prefix.time, name: builder.names.intern(changes.type))
        event.process = builder.names.intern(prefix.process)
        event.pid = prefix.pid
        event.changed = builder.evidence.list(changes)
        event.byte = row.offset
        logged.append(event, written: prefix.written)
    }
}
