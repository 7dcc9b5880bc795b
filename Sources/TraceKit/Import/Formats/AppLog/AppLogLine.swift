/// A line of an app's own log: `2026-02-03 10:30:45.103 …`, `[10:30:45.103] INFO …`, `00:12.345 - …`.
struct AppLogLine {
    let time: AppLogTime
    let level: LogLevel
    /// The message without the level.
    let message: ByteSlice
    /// The process; empty if the line does not name it.
    let process: ByteSlice

    init(time: AppLogTime, level: LogLevel, message: ByteSlice, process: ByteSlice? = nil) {
        (self.time, self.level, self.message) = (time, level, message)
        self.process = process ?? message.prefix(0)
    }

    /// Returns nil for a line without a time. A level or a symbol may precede the time.
    init?(_ line: ByteSlice) {
        let text = line.trimmed()
        if let copied = Self.copied(text) {
            self = copied
            return
        }
        process = text.prefix(0)
        if let (time, rest) = Self.time(text) {
            self.time = time
            (level, message) = Self.level(Self.withoutSeparators(rest))
        } else {
            let (before, behind) = Self.level(text)
            let stamp = Self.withoutSeparators(Self.withoutSymbols(behind))
            guard stamp.count < text.count, let (time, rest) = Self.time(stamp) else { return nil }
            self.time = time
            let (own, message) = Self.level(Self.withoutSeparators(rest))
            (level, self.message) = (own == .unknown ? before : own, message)
        }
        if message.isEmpty { return nil }
    }

    /// Parses a row copied out of the Console app: `default⇥12:01:02.123456+0200⇥MyApp⇥message`, in the system's
    /// language.
    private static func copied(_ text: ByteSlice) -> AppLogLine? {
        var (cells, rest): ([ByteSlice], ByteSlice) = ([], text)
        while cells.count < 3, let tab = rest.firstIndex(of: 0x09) {
            cells.append(rest.prefix(tab))
            rest = rest.dropFirst(tab + 1)
        }
        guard cells.count == 3, cells[0].buffer.allSatisfy({ isLetter($0) || $0 >= 0x80 }),
            let (time, length) = AppLogTime.parse(cells[1]), !time.hasDate,
            cells[1].dropFirst(length).buffer.allSatisfy({ isDigit($0) || "+-:".utf8.contains($0) })
        else { return nil }
        return AppLogLine(
            time: time, level: level(named: cells[0].text) ?? .unknown, message: rest.trimmed(), process: cells[2])
    }

    /// Parses the time at the start of a text, in brackets or not; also returns the rest.
    private static func time(_ text: ByteSlice) -> (AppLogTime, ByteSlice)? {
        let isBracketed = text.hasPrefix("[")
        let stamp = text.dropFirst(isBracketed ? 1 : 0)
        guard let (time, length) = AppLogTime.parse(stamp) else { return nil }
        let rest = stamp.dropFirst(length)
        guard let next = rest.buffer.first else { return nil }
        if isBracketed { return next == UInt8(ascii: "]") ? (time, rest.dropFirst(1)) : nil }
        return next == 0x20 || next == 0x09 ? (time, rest) : nil
    }

    /// Removes emoji and other symbols at the beginning.
    private static func withoutSymbols(_ text: ByteSlice) -> ByteSlice {
        var rest = text
        while let first = rest.buffer.first {
            let length = first >= 0xF0 ? 4 : first == 0xE2 || rest.hasPrefix("\u{FE0F}") ? 3 : first == 0x20 ? 1 : 0
            if length == 0 { break }
            rest = rest.dropFirst(length)
        }
        return rest
    }

    /// Removes leading spaces and what loggers put between time and message: `- `, `| `, `: `.
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
        ("fatal", .fault), ("default", .default),
    ]

    /// The level of this name, in any case.
    static func level(named word: String) -> LogLevel? {
        let word = word.lowercased()
        return levels.first { $0.word == word }?.level
    }

    /// Splits off the level at the start of a message, which may be bare, in brackets or after a symbol.
    private static func level(_ message: ByteSlice) -> (LogLevel, ByteSlice) {
        let text = withoutSymbols(message)
        let open = text.hasPrefix("[") ? 1 : 0
        var end = open
        while end < text.count, end - open < 9, isLetter(text[end]) { end += 1 }
        guard let level = level(named: text.dropFirst(open).prefix(end - open).text) else {
            return (.unknown, message)
        }
        var rest = text.dropFirst(end)
        if open == 1 {
            guard rest.hasPrefix("]") else { return (.unknown, message) }
            rest = rest.dropFirst(1)
        }
        guard let next = rest.buffer.first, [0x20, 0x09, UInt8(ascii: ":"), UInt8(ascii: "]")].contains(next) else {
            return (.unknown, message)
        }
        return (level, withoutSeparators(next == UInt8(ascii: ":") ? rest.dropFirst(1) : rest))
    }
}
