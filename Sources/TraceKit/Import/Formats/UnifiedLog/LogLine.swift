/// One line of `log show` or `log stream` in the styles `default`, `compact` and `syslog`.
///
/// The styles differ in their columns before the message and in the order of the groups; all begin with the time.
///
///     2022-08-25 15:22:01.008417+0100 0x1590e Signpost 0x0 1766 0 [spid 0x29, process, begin] bluetoothd: [sub:cat] Name
///     2026-10-04 02:43:17.277 Sp MyApp[91779:3d786a2] [sub:cat] [spid excl, process,   end] Name
///     2022-08-25 15:22:01.008417+0100  localhost bluetoothd[1766]: [spid 0x29, process, begin] [sub:cat] Name: message
struct LogLine {
    struct Signpost {
        var kind = LogEvent.Kind.event
        var id: UInt64 = 0
        var hasID = false
        var scope = ByteSlice(emptyBytes, 0)
    }

    private(set) var time: LogTime
    /// The time as written.
    private(set) var written: ByteSlice
    private(set) var process = ByteSlice(emptyBytes, 0)
    private(set) var pid: UInt64 = 0
    /// The thread; zero if the style does not show it.
    private(set) var thread: UInt64 = 0
    private(set) var subsystem: ByteSlice?
    private(set) var category: ByteSlice?
    private(set) var signpost: Signpost?
    /// Whether the line's type is signpost.
    private(set) var claimsSignpost = false
    /// The level; nil if the line is no message but an activity or a loss of lines.
    private(set) var level: LogLevel? = .unknown
    /// The text after all groups.
    private(set) var message = ByteSlice(emptyBytes, 0)
    /// The range of `[spid …]`, with the spaces after it.
    private(set) var signpostGroup: Range<Int>?
    /// The end of the last group, including the spaces after it.
    private(set) var groupsEnd = 0
    /// Whether more than the columns before the groups was needed to recognise the style.
    private(set) var lookedAhead = false

    /// Returns nil for a line that is no record: a heading, the rest of a wrapped message, another program's output.
    /// Throws for one that begins like a record but is none.
    init?(_ line: ByteSlice) throws(RowProblem) {
        guard LogTime.begins(line) else { return nil }
        guard let (time, length) = LogTime.parse(line), length < line.count, line[length] == 0x20 else {
            throw RowProblem(.malformed, "expected a time such as 2026-10-04 02:43:17.277 and a space behind it")
        }
        self.init(time, written: line.prefix(length))
        var cursor = SliceCursor(line, at: length)
        let needsProcess = try readColumns(&cursor)
        try readGroups(&cursor, needsProcess: needsProcess)
    }

    private init(_ time: LogTime, written: ByteSlice) { (self.time, self.written) = (time, written) }

    static func isRecord(_ line: ByteSlice) -> Bool {
        do throws(RowProblem) { return try LogLine(line) != nil } catch { return false }
    }

    /// Whether a line has the time and the columns of one of the styles, regardless of the rest.
    static func hasColumns(_ line: ByteSlice) -> Bool {
        guard LogTime.begins(line), let (time, length) = LogTime.parse(line), length < line.count, line[length] == 0x20
        else { return false }
        var read = LogLine(time, written: line.prefix(length))
        var cursor = SliceCursor(line, at: length)
        do throws(RowProblem) { _ = try read.readColumns(&cursor) } catch { return false }
        return true
    }

    /// Reads the columns between the time and the groups. Returns whether the process is named among the groups.
    private mutating func readColumns(_ cursor: inout SliceCursor) throws(RowProblem) -> Bool {
        cursor.skipSpaces()
        if cursor.rest.hasPrefix("0x") {
            guard readDefault(&cursor) else {
                throw RowProblem(.malformed, "expected thread, type, activity, process id and time to live")
            }
            return true
        }
        if !(time.zone == nil && readCompact(&cursor)), !readSyslog(&cursor) {
            throw RowProblem(.malformed, "expected the columns of 'log show' in style default, compact or syslog")
        }
        return false
    }

    /// Reads `0x1590e    Signpost    0x0                  1766   0    `.
    private mutating func readDefault(_ cursor: inout SliceCursor) -> Bool {
        guard let thread = cursor.word().flatMap(SliceCursor.hexadecimal), let type = cursor.word(),
            let activity = cursor.word(), activity.hasPrefix("0x"), SliceCursor.hexadecimal(activity) != nil,
            let pid = cursor.number()
        else { return false }
        _ = cursor.number()
        self.thread = thread
        self.pid = pid
        claimsSignpost = type.equals("Signpost")
        level = LogLevel(exported: type)
        return true
    }

    /// Reads `Sp MyApp[91779:3d786a2] `.
    private mutating func readCompact(_ cursor: inout SliceCursor) -> Bool {
        let rest = cursor.rest
        guard rest.count > 3, rest[2] == 0x20, isLetter(rest[0]), rest[0] & 0x20 == 0,
            rest[1] == 0x20 || isLetter(rest[1]) && rest[1] & 0x20 != 0
        else { return false }
        var copy = cursor
        copy.skip(3)
        copy.skipSpaces()
        guard readProcess(&copy, withThread: true) else {
            // The whole line was searched for brackets.
            lookedAhead = true
            return false
        }
        claimsSignpost = rest.hasPrefix("Sp")
        level = LogLevel(exported: rest.prefix(2).trimmed())
        cursor = copy
        return true
    }

    /// Reads `localhost bluetoothd[1766]: `.
    private mutating func readSyslog(_ cursor: inout SliceCursor) -> Bool {
        var copy = cursor
        guard copy.word() != nil, readProcess(&copy, withThread: false), copy.skip(":") else { return false }
        // `App[123:4567] queue[3]: ` is a console line, and the rest its message.
        if ConsolePrefix.hasThread(cursor.rest.prefix(copy.index - cursor.index)) { return false }
        copy.skipSpaces()
        cursor = copy
        return true
    }

    /// Reads `Sample Pay[91779:3d786a2]`, or the same without the thread: up to the first brackets with only these
    /// numbers.
    private mutating func readProcess(_ cursor: inout SliceCursor, withThread: Bool) -> Bool {
        let rest = cursor.rest
        var from = 1
        while let open = rest.firstIndex(of: UInt8(ascii: "["), from: from) {
            from = open + 1
            var end = from
            while end < rest.count, isDigit(rest[end]) { end += 1 }
            guard let pid = FieldValues.unsigned(ByteSlice(rest.start + from, end - from)) else { continue }
            var thread: UInt64 = 0
            if withThread {
                guard end < rest.count, rest[end] == UInt8(ascii: ":") else { continue }
                let first = end + 1
                end = first
                while end < rest.count, hexValue(rest[end]) != nil { end += 1 }
                guard let digits = SliceCursor.hexadecimal(ByteSlice(rest.start + first, end - first)) else { continue }
                thread = digits
            }
            guard end < rest.count, rest[end] == UInt8(ascii: "]") else { continue }
            (self.pid, self.thread) = (pid, thread)
            process = rest.prefix(open)
            cursor.skip(end + 1)
            if withThread { cursor.skipSpaces() }
            return true
        }
        return false
    }

    // MARK: Groups

    /// Reads `[spid …]`, `process:`, `(Sender)` and `[subsystem:category]` in any order, then the message.
    private mutating func readGroups(_ cursor: inout SliceCursor, needsProcess: Bool) throws(RowProblem) {
        var needsProcess = needsProcess
        while true {
            if signpost == nil, cursor.rest.hasPrefix("[spid ") {
                let start = cursor.index
                signpost = try readSignpost(&cursor)
                signpostGroup = start..<cursor.index
            } else if needsProcess {
                guard let process = readName(&cursor) else {
                    throw RowProblem(.malformed, "expected the process's name and a colon")
                }
                self.process = process
                needsProcess = false
            } else if subsystem != nil || !(readSubsystem(&cursor) || readSender(&cursor)) {
                break
            }
        }
        groupsEnd = cursor.index
        message = cursor.rest.trimmed()
        if claimsSignpost, signpost == nil {
            throw RowProblem(.malformed, "the signpost has no [spid …] group, so its id and kind are not known")
        }
    }

    /// Reads `[spid 0x29, process,   end]`; the kind may be padded.
    private func readSignpost(_ cursor: inout SliceCursor) throws(RowProblem) -> Signpost {
        let rest = cursor.rest
        let inside = cursor.bracketed(UInt8(ascii: "["), UInt8(ascii: "]"))?.dropFirst(5)
        guard let inside, let (id, behind) = Self.firstPart(inside), let (scope, kindWord) = Self.firstPart(behind),
            Self.firstPart(kindWord) == nil
        else {
            throw RowProblem(.malformed, "expected [spid ID, SCOPE, KIND], found '\(FieldValues.cut(rest))'")
        }
        var signpost = Signpost()
        if id.equals("excl") {
            (signpost.id, signpost.hasID) = (LogEvent.exclusiveID, true)
        } else if id.hasPrefix("0x"), let number = SliceCursor.hexadecimal(id) {
            (signpost.id, signpost.hasID) = (number, true)
        } else {
            throw RowProblem(.wrongType, "expected a signpost id (0x… or excl), found '\(FieldValues.cut(id))'")
        }
        signpost.scope = scope
        guard let kind = Self.kind(kindWord.trimmed()) else {
            throw RowProblem(.wrongType, "expected begin, end or event, found '\(FieldValues.cut(kindWord.trimmed()))'")
        }
        signpost.kind = kind
        return signpost
    }

    static func kind(_ word: ByteSlice) -> LogEvent.Kind? {
        if word.equals("begin") { return .begin }
        if word.equals("end") { return .end }
        return word.equals("event") ? .event : nil
    }

    /// Splits a text at the first comma; nil without one.
    private static func firstPart(_ text: ByteSlice) -> (part: ByteSlice, behind: ByteSlice)? {
        guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        return (text.prefix(comma).trimmed(), text.dropFirst(comma + 1))
    }

    /// Reads `[com.example.app:Feed]`; brackets without a colon are part of a message.
    private mutating func readSubsystem(_ cursor: inout SliceCursor) -> Bool {
        var copy = cursor
        guard let inside = copy.bracketed(UInt8(ascii: "["), UInt8(ascii: "]")),
            let colon = inside.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        subsystem = inside.prefix(colon)
        category = inside.dropFirst(colon + 1)
        cursor = copy
        return true
    }

    private mutating func readSender(_ cursor: inout SliceCursor) -> Bool {
        guard !hasSender, cursor.bracketed(UInt8(ascii: "("), UInt8(ascii: ")")) != nil else { return false }
        hasSender = true
        return true
    }

    private var hasSender = false

    /// Reads `Sample Pay: `; returns it without colon and spaces.
    private func readName(_ cursor: inout SliceCursor) -> ByteSlice? {
        let rest = cursor.rest
        var from = 0
        while let colon = rest.firstIndex(of: UInt8(ascii: ":"), from: from) {
            from = colon + 1
            guard colon > 0, colon + 1 == rest.count || rest[colon + 1] == 0x20 else { continue }
            cursor.skip(colon + 1)
            cursor.skipSpaces()
            return rest.prefix(colon)
        }
        return nil
    }
}

/// Lines that `log` writes around its records; in joined captures they may be anywhere.
enum LogHeading {
    static func isHeading(_ line: ByteSlice) -> Bool {
        isBanner(line) || isColumns(line) || isTotal(line) || line.hasPrefix("Skipping info and debug messages")
            || line.hasPrefix("Skipping debug messages")
    }

    /// Whether it is `Filtering the log data using "subsystem == …"`, the first line of `log stream` in every style.
    static func isBanner(_ line: ByteSlice) -> Bool { line.hasPrefix("Filtering the log data using ") }

    /// Whether it has the headings of a style's columns.
    static func isColumns(_ line: ByteSlice) -> Bool {
        guard line.hasPrefix("Timestamp  ") else { return false }
        var rest = line.dropFirst(11)
        while rest.count > 0, rest[0] == 0x20 { rest = rest.dropFirst(1) }
        return rest.hasPrefix("Ty Process[PID:TID]") || rest.hasPrefix("Thread  ") || rest.hasPrefix("(process)[PID]")
    }

    /// Whether it is one of the last lines of `log show` in the default style.
    private static func isTotal(_ line: ByteSlice) -> Bool {
        line.hasPrefix("----------------------------------------") || line.hasPrefix("Log      - Default:")
            || line.hasPrefix("Activity - Create:")
    }

    /// The part that a line lacks to be a log line: the date in `10:00:00.123 Sp App[42:3d] …`, the whole time, or the
    /// type after it. Nil for any other line.
    static func lackOfTime(_ line: ByteSlice) -> String? {
        guard line.count > 9, !LogTime.begins(line) else { return nil }
        let (text, date) = (Array(line.buffer), Array("2026-01-01 ".utf8))
        if isDigit(line[0]), isDigit(line[1]), line[2] == UInt8(ascii: ":") {
            if hasColumns(date + text) { return "their times have no date" }
            guard let space = line.firstIndex(of: 0x20) else { return nil }
            let typed = date + text[..<space] + Array(" Df ".utf8) + text[(space + 1)...]
            return hasColumns(typed) ? "their times have no date, and no type (Ty) follows them" : nil
        }
        guard AppLogTime.parse(line) == nil else { return nil }
        return hasColumns(date + Array("00:00:00.000 ".utf8) + text) ? "they have no times" : nil
    }

    private static func hasColumns(_ line: [UInt8]) -> Bool { ByteSlice.with(line) { LogLine.hasColumns($0) } }
}

/// The message of the last event of a log, which lines below may continue: only its first line has a time.
///
/// Added lines are kept until the message is complete, so that the whole text is interned once.
struct LogContinuation {
    /// The most bytes of a message.
    private static let most = 64 << 10

    private let events: LogEvents
    private let names: NameTable
    /// The number of the event; -1 = no message is open.
    private var event = -1
    /// The message; empty until a line is added.
    private let text = Column<UInt8>()
    /// Blank lines since the last added one: they are part of the message if more of it follows.
    private var blanks = 0

    init(_ events: LogEvents, _ names: NameTable) { (self.events, self.names) = (events, names) }

    /// Whether a line may be part of a message: no event was appended since.
    var isOpen: Bool { event >= 0 && event == events.count - 1 }

    /// Opens the message of the event appended last.
    mutating func open() {
        close()
        event = events.count - 1
    }

    /// Ends the message.
    mutating func close() {
        if text.count > 0 {
            let count = text.count
            text.pad(to: count + ByteInput.padding, with: 0)
            events.messages[event] = names.intern(text.base, count)
            text.removeAll()
        }
        event = -1
        blanks = 0
    }

    mutating func addBlank() { blanks += 1 }

    /// Adds a line of an open message; returns false if it would become too long.
    mutating func add(_ line: ByteSlice) -> Bool {
        if text.count == 0 {
            let first = names.bytes(of: events.messages[event])
            text.append(contentsOf: first.baseAddress ?? emptyBytes, count: first.count)
        }
        guard text.count + blanks + 1 + line.count <= Self.most else { return false }
        if text.count > 0 { text.pad(to: text.count + blanks + 1, with: 0x0A) }
        text.append(contentsOf: line.start, count: line.count)
        blanks = 0
        return true
    }
}
