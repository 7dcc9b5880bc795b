/// The line that Xcode 15 and newer put below a message copied with its metadata:
///
///     Type: Info | Timestamp: 2026-05-10 08:34:39.786132+10:00 | Process: App | Library: SwiftUI | TID: 0x3937c4d
///
/// The user chooses the fields. A line with only `Type: stdio` follows output of the app.
struct ConsoleMetadata {
    private enum Key {
        case type, timestamp, process, pid, library, subsystem, category, tid
    }

    /// The time; nil if it is not shown.
    private(set) var time: LogTime?
    private(set) var written = ByteSlice(emptyBytes, 0)
    private(set) var source = ConsoleSource()
    /// Whether the lines above were printed by the app, so that they have no time.
    private(set) var isPrinted = false
    /// Whether a part is no field but the text after a bar in a value.
    private var hasRest = false

    /// Returns nil for any other line.
    init?(_ line: ByteSlice) {
        var rest = line.trimmed()
        guard rest.count > 5, Self.key(rest) != nil else { return nil }
        while !rest.isEmpty {
            let end = Self.separator(rest) ?? rest.count
            take(rest.prefix(end))
            rest = rest.dropFirst(end + 3)
        }
        // Values may contain bars. Without a time, such a line is more likely a message.
        guard time != nil || !hasRest && (isPrinted || source.level != .unknown) else { return nil }
    }

    private mutating func take(_ field: ByteSlice) {
        guard let key = Self.key(field), let colon = field.firstIndex(of: UInt8(ascii: ":")) else {
            hasRest = hasRest || !Self.isField(field)
            return
        }
        let value = field.dropFirst(colon + 1).trimmed()
        switch key {
        case .type:
            isPrinted = value.equals("stdio")
            source.level = LogLevel(exported: value) ?? .unknown
        case .timestamp:
            // A time without its date is useless.
            if let (time, length) = LogTime.parse(value), length == value.count {
                (self.time, written) = (time, value)
            }
        case .process: source.process = value
        case .pid: source.pid = FieldValues.unsigned(value) ?? 0
        case .subsystem: source.subsystem = value
        case .category: source.category = value
        case .tid: source.thread = SliceCursor.integer(value) ?? 0
        case .library: break
        }
    }

    private static func key(_ field: ByteSlice) -> Key? {
        keys.first { field.hasPrefix($0.word) }?.key
    }

    private static let keys: [(word: StaticString, key: Key)] = [
        ("Type:", .type), ("Timestamp:", .timestamp), ("Process:", .process), ("PID:", .pid), ("Library:", .library),
        ("Subsystem:", .subsystem), ("Category:", .category), ("TID:", .tid),
    ]

    /// Whether it is `Word: value`; later versions may have more such fields.
    private static func isField(_ text: ByteSlice) -> Bool {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon < 24 else { return false }
        return text.prefix(colon).buffer.allSatisfy { isLetter($0) || $0 == 0x20 }
    }

    /// The offset of the first ` | ` of a text.
    private static func separator(_ text: ByteSlice) -> Int? {
        var from = 1
        while let bar = text.firstIndex(of: UInt8(ascii: "|"), from: from) {
            if text[bar - 1] == 0x20, bar + 1 < text.count, text[bar + 1] == 0x20 { return bar - 1 }
            from = bar + 1
        }
        return nil
    }
}
