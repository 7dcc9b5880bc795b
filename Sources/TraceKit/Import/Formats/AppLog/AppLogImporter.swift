/// Logs that an app writes itself, with its own logger or with `print`: each line is a time, then the message.
///
/// Each line becomes a log line. Lines of `_printChanges` about a body are evidence with a time, as in the console.
/// Lines without a time are kept only if they report a duration, or that a body ran.
struct AppLogImporter: Importer {
    static let name = "app-log"
    static let summary = "lines of an app's own: a time, a level or none, the message; or messages with durations"
    static let example = "2026-02-03T10:30:45.103Z INFO Feed: 42 rows prepared in 18.4 ms"
    /// The last position, like that of the system's log.
    static func turn(_ head: ByteSlice) -> Int { .max }

    init() {}

    /// Whether most of the first lines are useful, and none is from `log show`, Xcode's console or a device: other
    /// readers explain what those lack.
    static func recognizes(_ head: ByteSlice) -> Bool {
        var (own, others) = (0, 0)
        let colors = TerminalColors()
        for raw in HeadLines(head).lazy.filter({ !$0.trimmed().isEmpty }).prefix(mostLooked) {
            let line = colors.removed(from: raw)
            if LogLine.hasColumns(line) || ConsolePrefix(line) != nil || LogHeading.lackOfTime(line) != nil
                || UnknownInput.isOfDevice(line)
            {
                return false
            }
            if AppLogLine(line) != nil || isKept(line) { own += 1 } else { others += 1 }
        }
        return own >= fewest && own > others
    }

    private static let (mostLooked, fewest) = (40, 2)

    /// Whether a line without a time is useful.
    private static func isKept(_ line: ByteSlice) -> Bool {
        LogTemplate(line.buffer).duration != nil || BodyRunLine(line.buffer) != nil
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        var reader = LineReader(input)
        try reader.skipByteOrderMark()
        var rows = AppLogRows(builder)
        defer { rows.finish(file: input.name) }
        let colors = TerminalColors()
        while let line = try reader.next() {
            let text = colors.removed(from: line.bytes)
            if text.trimmed().isEmpty { continue }
            builder.rowsSeen += 1
            var isRejected = false
            do throws(RowProblem) {
                guard !line.isTooLong else { throw LineReader.Line.tooLong }
                guard UTF8Check.isValid(text) else { throw RowProblem(.invalidUTF8, "the line is not valid UTF-8") }
                if let read = AppLogLine(text) {
                    try rows.append(read, offset: line.offset)
                } else if Self.isKept(text) {
                    builder.records.logs.append(LogRecord(message: builder.names.intern(text.trimmed())))
                    builder.rowsImported += 1
                } else {
                    builder.records.counters.add(.skippedOtherLine)
                }
            } catch {
                builder.reject(error, at: reader.place(line), raw: line.bytes.prefix(200).text)
                isRejected = true
            }
            if !line.isTerminated, isRejected || reader.looksCut(line) { builder.noteCutLine(at: reader.place(line)) }
        }
    }
}
