/// An app's own log as JSON: objects with a time and a message, one per line or all in one array.
///
/// Each becomes a log line, as in `AppLogImporter`. Keys are those of the usual loggers; a number under a key that ends
/// in `_ms` becomes part of the message, and other keys are not read.
struct AppLogJSONImporter: Importer {
    static let name = "app-log-json"
    static let summary = "an app's own log as JSON: objects with a time and a message, one a line or in an array"
    static let example = #"{"timestamp":"2026-02-03T10:30:45.103Z","level":"info","message":"42 rows in 18.4 ms"}"#
    /// The last position, like that of the system's log.
    static func turn(_ head: ByteSlice) -> Int { .max }

    init() {}

    /// Whether most of the first objects have a time and a message.
    static func recognizes(_ head: ByteSlice) -> Bool {
        var (own, others) = (0, 0)
        var fields = AppLogFields(NameTable())
        let body = JSONHead.skipMark(head)
        if body.hasPrefix("[") {
            var reader = JSONReader(ByteInput(bytes: body.buffer, name: ""))
            // The text may be cut here; only complete objects count.
            _ = try? fields.readArray(&reader) { fields, _ in if fields.isLine { own += 1 } else { others += 1 } }
            return own > others
        }
        for untrimmed in HeadLines(body).lazy.filter({ !$0.trimmed().isEmpty }).prefix(mostLooked) {
            let line = untrimmed.trimmed()
            var reader = JSONReader(ByteInput(bytes: line.buffer, name: ""))
            let isWhole = line.hasPrefix("{") && (try? fields.read(&reader)) != nil
            if isWhole, fields.isLine {
                own += 1
            } else if isWhole || untrimmed.start + untrimmed.count < body.start + body.count {
                // The last line may be cut, even after a space.
                others += 1
            }
        }
        return own > others
    }

    private static let mostLooked = 40

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        let isArray = JSONHead.skipMark(try input.head()).hasPrefix("[")
        var reader = JSONReader(input, isLineBased: !isArray)
        try reader.skipByteOrderMark()
        var rows = AppLogRows(builder)
        defer { rows.finish(file: input.name) }
        var fields = AppLogFields(builder.names)
        let rowsBefore = builder.rowsSeen
        do throws(TraceError) {
            while try reader.nextLine() {
                if isArray {
                    try fields.readArray(&reader) { take($0, $1, &rows, builder) }
                } else {
                    try readLine(&reader, &fields, &rows, builder)
                }
            }
        } catch {
            try builder.keep(error, rowsBefore: rowsBefore)
        }
    }

    private func readLine(
        _ reader: inout JSONReader, _ fields: inout AppLogFields, _ rows: inout AppLogRows, _ builder: TraceBuilder
    ) throws(TraceError) {
        reader.setMark()
        do throws(TraceError) {
            try fields.read(&reader)
            try reader.endLine()
        } catch {
            builder.rowsSeen += 1
            return try builder.rejectLine(error, &reader)
        }
        take(fields, reader, &rows, builder)
        reader.clearMark()
    }

    /// Takes the object just read, which begins at the reader's mark.
    private func take(
        _ fields: AppLogFields, _ reader: borrowing JSONReader, _ rows: inout AppLogRows, _ builder: TraceBuilder
    ) {
        builder.rowsSeen += 1
        guard !fields.message.isEmpty else { return builder.records.counters.add(.skippedOtherLine) }
        do throws(RowProblem) {
            try fields.append(to: &rows, offset: reader.markOffset)
        } catch {
            builder.reject(error, at: reader.markPlace, raw: fields.message)
        }
    }
}

/// The fields of one object of such a log.
struct AppLogFields {
    private enum Role { case time, message, level, subsystem, category }

    /// The number of a key in `roles`, counted from one.
    private struct Key: RawRepresentable {
        let rawValue: UInt32
        init?(rawValue: UInt32) {
            guard (1...UInt32(AppLogFields.roles.count)).contains(rawValue) else { return nil }
            self.rawValue = rawValue
        }
        var role: Role { AppLogFields.roles[Int(rawValue) - 1].role }
    }

    private static let roles: [(key: String, role: Role)] = [
        ("timestamp", .time), ("time", .time), ("ts", .time), ("t", .time), ("date", .time), ("datetime", .time),
        ("@timestamp", .time), ("@t", .time), ("createdAt", .time), ("created_at", .time),
        ("message", .message), ("msg", .message), ("composedMessage", .message), ("text", .message), ("@m", .message),
        ("level", .level), ("severity", .level), ("lvl", .level), ("levelname", .level), ("@l", .level),
        ("subsystem", .subsystem), ("category", .category), ("logger", .category), ("label", .category),
        ("module", .category), ("tag", .category),
    ]

    private let names: NameTable
    private let keys = KnownKeys<Key>(Self.roles.map(\.key))
    private(set) var message = ""
    private var time = (text: "", isNumber: false)
    private var level = LogLevel.unknown
    private var (subsystem, category) = (NameID.none, NameID.none)
    /// The keys with a number of milliseconds, as text: `, duration: 12 ms` for `duration_ms`.
    private var durations = ""

    init(_ names: NameTable) { self.names = names }

    /// Whether the object is a log line.
    var isLine: Bool { !message.isEmpty && ByteSlice.with(time.text.utf8) { read(time: $0) } != nil }

    /// Reads all objects of an array, and calls `take` after each, with the reader's mark at its beginning.
    mutating func readArray(
        _ reader: inout JSONReader, _ take: (AppLogFields, borrowing JSONReader) -> Void
    ) throws(TraceError) {
        try reader.enterArray()
        while try reader.nextElement() {
            reader.setMark()
            try read(&reader)
            take(self, reader)
            reader.clearMark()
        }
    }

    mutating func read(_ reader: inout JSONReader) throws(TraceError) {
        (message, time, level, durations) = ("", ("", false), .unknown, "")
        (subsystem, category) = (.none, .none)
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if let role = keys.key(key)?.role {
                try read(role, &reader)
            } else if key.hasSuffix("_ms") || key.hasSuffix("Ms") {
                let name = key.text.dropLast(key.hasSuffix("_ms") ? 3 : 2)
                guard let value = try reader.scalar() else { continue }
                durations += ", \(name): \(value.text) ms"
            } else {
                try reader.skipValue()
            }
        }
    }

    private mutating func read(_ role: Role, _ reader: inout JSONReader) throws(TraceError) {
        let isNumber = try reader.peekKind() == .number
        guard let value = try reader.scalar() else { return }
        switch role {
        case .time: if time.text.isEmpty { time = (value.text, isNumber) }
        case .message: if message.isEmpty { message = value.text }
        case .level:
            level = isNumber ? Self.level(numbered: value.text) : AppLogLine.level(named: value.text) ?? .unknown
        case .subsystem: subsystem = names.intern(value)
        case .category: category = names.intern(value)
        }
    }

    /// The level of a number, as bunyan and pino write them.
    private static func level(numbered text: String) -> LogLevel {
        switch Int(text) ?? 0 {
        case 10..<30: .debug
        case 30..<40: .info
        case 40..<50: .default
        case 50..<60: .error
        case 60...: .fault
        default: .unknown
        }
    }

    private func read(time text: ByteSlice) -> AppLogTime? {
        if time.isNumber { return AppLogTime(number: text) }
        return AppLogTime.parse(text).flatMap { $0.length == text.count ? $0.time : nil }
    }

    func append(to rows: inout AppLogRows, offset: Int) throws(RowProblem) {
        try ByteSlice.with(time.text.utf8) { written throws(RowProblem) in
            guard let time = read(time: written) else {
                throw RowProblem(.missingField, "the line needs a time, as a date or a number")
            }
            try ByteSlice.with((message + durations).utf8) { message throws(RowProblem) in
                try rows.append(
                    AppLogLine(time: time, level: level, message: message.trimmed()), subsystem: subsystem,
                    category: category, offset: offset)
            }
        }
    }
}
