/// Logs that an app writes by itself, with a logger of its own or with `print`: each line is a time, then the message.
///
/// A line becomes a line of the log. What `_printChanges` says of a body is evidence with a time, as in the console. Of lines
/// without a time those that tell of a duration are lines of the log without one.
struct AppLogImporter: Importer {
    static let name = "app-log"
    static let summary = "lines of an app's own: a time, a level or none, the message; or messages with durations"
    static let example = "2026-02-03T10:30:45.103Z INFO Feed: 42 rows prepared in 18.4 ms"

    init() {}

    /// Whether most of the first lines have a time or tell of a duration, and none is one of `log show` or of Xcode's console: of those the other
    /// readers say what they lack.
    static func recognizes(_ head: ByteSlice) -> Bool {
        var (own, others) = (0, 0)
        for line in HeadLines(head).lazy.filter({ !$0.trimmed().isEmpty }).prefix(mostLooked) {
            if LogLine.hasColumns(line) || ConsolePrefix(line) != nil || LogHeading.lackOfTime(line) != nil {
                return false
            }
            if AppLogLine(line) != nil || tellsDuration(line) { own += 1 } else { others += 1 }
        }
        return own >= fewest && own > others
    }

    private static let (mostLooked, fewest) = (40, 2)

    private static func tellsDuration(_ line: ByteSlice) -> Bool { LogTemplate(line.buffer).duration != nil }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        var reader = LineReader(input)
        try reader.skipByteOrderMark()
        let events = LogSignposts(builder)
        defer { if events.events.count > 0 { events.finish(file: input.name, isConsole: true) } }
        var clock = AppLogClock()
        while let line = try reader.next() {
            if line.bytes.trimmed().isEmpty { continue }
            builder.rowsSeen += 1
            do throws(RowProblem) {
                guard !line.isTooLong else { throw LineReader.Line.tooLong }
                guard UTF8Check.isValid(line.bytes) else {
                    throw RowProblem(.invalidUTF8, "the line is not valid UTF-8")
                }
                if let read = AppLogLine(line.bytes) {
                    events.append(event(read, clock.time(read), line.offset, builder), written: read.written)
                } else if Self.tellsDuration(line.bytes) {
                    let message = builder.names.intern(line.bytes.trimmed())
                    builder.records.logs.append(LogRecord(message: message))
                    builder.rowsImported += 1
                } else {
                    builder.records.counters.add(.skippedOtherLine)
                }
            } catch {
                builder.reject(error, at: reader.place(line), raw: line.bytes.prefix(200).text)
            }
        }
    }

    private func event(_ line: AppLogLine, _ time: LogTime, _ offset: Int, _ builder: TraceBuilder) -> LogEvent {
        var event = LogEvent(kind: .line, time: time, name: .none)
        event.byte = offset
        if let changes = PrintChangesLine(line.message), changes.isUnmistakable {
            event.take(changes, builder)
        } else {
            event.context.level = line.level
        }
        event.message = builder.names.intern(line.message)
        return event
    }
}

/// A line of an app's own log: `2026-02-03 10:30:45.103 …`, `[10:30:45.103] INFO …`, `00:12.345 - …`.
struct AppLogLine {
    let time: LogTime
    /// Whether the time has a date; else it is a time of day, or counts from some start.
    let hasDate: Bool
    /// The time as written; empty without a date.
    let written: ByteSlice
    let level: LogLevel
    /// Without the level.
    let message: ByteSlice

    init?(_ line: ByteSlice) {
        let text = line.trimmed()
        let isBracketed = text.hasPrefix("[")
        let stamp = text.dropFirst(isBracketed ? 1 : 0)
        guard let (time, length, hasDate) = Self.date(stamp) ?? Self.clock(stamp) else { return nil }
        var rest = stamp.dropFirst(length)
        if isBracketed {
            guard rest.hasPrefix("]") else { return nil }
            rest = rest.dropFirst(1)
        }
        guard let next = rest.buffer.first, isBracketed || next == 0x20 || next == 0x09 else { return nil }
        (self.time, self.hasDate) = (time, hasDate)
        written = hasDate ? stamp.prefix(length) : stamp.prefix(0)
        (level, message) = Self.level(Self.withoutSeparators(rest))
        if message.isEmpty { return nil }
    }

    private static let comma = UInt8(ascii: ",")

    private static func date(_ text: ByteSlice) -> (LogTime, Int, Bool)? {
        guard LogTime.begins(text), let (time, length) = LogTime.parse(text) else { return nil }
        var (end, time_) = (length, time)
        // Some loggers write a comma before the milliseconds.
        guard let more = LogTime.fraction(text, &end, separator: comma) else { return nil }
        time_.nanoseconds += more
        return (time_, end, true)
    }

    /// `10:30:45.103`, `0:12.345` or `10:30:45,103`: only with a fraction, which tells it from other numbers.
    private static func clock(_ text: ByteSlice) -> (LogTime, Int, Bool)? {
        var (parts, index): ([Int64], Int) = ([], 0)
        while parts.count < 3 {
            let start = index
            while index < text.count, index - start < 3, text[index] >= 0x30, text[index] <= 0x39 { index += 1 }
            guard index > start, let number = LogTime.number(text, start, index - start) else { return nil }
            parts.append(number)
            guard index < text.count, text[index] == UInt8(ascii: ":") else { break }
            index += 1
        }
        let digits = index
        guard parts.count > 1, parts.dropFirst().allSatisfy({ $0 < 60 }), index < text.count,
            let fraction = LogTime.fraction(text, &index, separator: text[index] == comma ? comma : UInt8(ascii: ".")),
            index > digits
        else { return nil }
        let seconds = parts.reduce(0) { $0 * 60 + $1 }
        return (LogTime(nanoseconds: seconds * 1_000_000_000 + fraction, zone: nil), index, false)
    }

    /// Without spaces and what loggers put between time and message: `- `, `| `, `: `.
    private static func withoutSeparators(_ text: ByteSlice) -> ByteSlice {
        var rest = text
        while let first = rest.buffer.first, [0x20, 0x09, UInt8(ascii: "-"), UInt8(ascii: "|")].contains(first) {
            rest = rest.dropFirst(1)
        }
        return rest
    }

    private static let levels: [(word: String, level: LogLevel)] = [
        ("trace", .debug), ("verbose", .debug), ("debug", .debug), ("info", .info), ("notice", .default),
        ("warn", .default), ("warning", .default), ("error", .error), ("critical", .fault), ("fault", .fault),
        ("fatal", .fault),
    ]

    /// The level that a message begins with, alone or in brackets, and the message behind it.
    private static func level(_ text: ByteSlice) -> (LogLevel, ByteSlice) {
        let open = text.hasPrefix("[") ? 1 : 0
        var end = open
        while end < text.count, end - open < 9, isLetter(text[end]) { end += 1 }
        let word = text.dropFirst(open).prefix(end - open).text.lowercased()
        guard let known = levels.first(where: { $0.word == word }) else { return (.unknown, text) }
        var rest = text.dropFirst(end)
        if open == 1 {
            guard rest.hasPrefix("]") else { return (.unknown, text) }
            rest = rest.dropFirst(1)
        }
        guard let next = rest.buffer.first, [0x20, 0x09, UInt8(ascii: ":"), UInt8(ascii: "]")].contains(next) else {
            return (.unknown, text)
        }
        return (known.level, withoutSeparators(next == UInt8(ascii: ":") ? rest.dropFirst(1) : rest))
    }
}

/// Times of day are of the date that was written last, and go on behind midnight.
private struct AppLogClock {
    private static let dayNs: Int64 = 86_400_000_000_000
    /// Where the day begins, as the clock showed; the time of the last line within it.
    private var (day, last): (Int64, Int64) = (0, 0)
    private var zone: Int64?

    mutating func time(_ line: AppLogLine) -> LogTime {
        if line.hasDate {
            zone = line.time.zone
            let shown = line.time.nanoseconds + (zone ?? 0)
            last = shown % Self.dayNs
            day = shown - last
            return line.time
        }
        if line.time.nanoseconds < last - Self.dayNs / 2 { day += Self.dayNs }
        last = line.time.nanoseconds
        return LogTime(nanoseconds: day + last - (zone ?? 0), zone: zone)
    }
}
