/// What a console shows before a line of the log: `2025-03-01 10:00:00.123456+0000 App[123:4567] `, with
/// `[Changed Body Properties] ` or `[com.apple.SwiftUI:Changed Body Properties] ` behind it where SwiftUI logs; without
/// that, or behind `[SwiftUI] `, only before a line that hardly anything but `_printChanges` prints.
struct ConsolePrefix {
    let time: LogTime
    let written: ByteSlice
    let process: ByteSlice
    let pid: UInt64
    let message: ByteSlice

    init?(_ line: ByteSlice) {
        guard let (time, length) = LogTime.parse(line), length < line.count, line[length] == 0x20 else { return nil }
        self.time = time
        written = line.prefix(length)
        let rest = line.dropFirst(length + 1)
        var from = 1
        while let open = rest.firstIndex(of: UInt8(ascii: "["), from: from) {
            from = open + 1
            let inside = rest.dropFirst(from).prefix(48)
            guard let close = inside.firstIndex(of: UInt8(ascii: "]")) else { continue }
            let colon = inside.prefix(close).firstIndex(of: UInt8(ascii: ":")) ?? close
            guard let pid = FieldValues.unsigned(inside.prefix(colon)) else { continue }
            let tail = rest.dropFirst(from + close + 1)
            guard let message = Self.message(tail) else { continue }
            self.pid = pid
            self.message = message
            process = rest.prefix(open)
            return
        }
        return nil
    }

    private static func message(_ tail: ByteSlice) -> ByteSlice? {
        guard tail.hasPrefix(" ") else { return nil }
        var text = tail.dropFirst(1)
        if text.hasPrefix("["), let close = text.firstIndex(of: UInt8(ascii: "]")),
            text.dropFirst(close).hasPrefix("] ")
        {
            let group = text.prefix(close)
            text = text.dropFirst(close + 2)
            if group.hasSuffix("Changed Body Properties") { return text }
            guard group.hasSuffix("SwiftUI") else { return nil }
        }
        return PrintChangesLine(text)?.isUnmistakable == true ? text : nil
    }
}
