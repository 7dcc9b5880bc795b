/// Nodes of the cause graph.
extension XctraceCells {
    /// A `typed-array` (Xcode 27) or `metadata` (26): name, colour, symbol, two unused; in the full cause table
    /// also event id, timestamp (of causes), start and duration (of updates).
    func node(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        if let text = try reader.leafText() {
            let name = text.count > 0 ? text : Self.nodeName(reader.attribute(XMLKey.fmt) ?? text)
            return XctraceValue(node: name.isEmpty ? .none : values.names.intern(name), .unknown)
        }
        var name = NameID.none
        var origin = Origin.unknown
        var detail = XctraceNodeDetail()
        var index = 0
        while try reader.nextChild() {
            let value = try value(index < 9 ? .scalar : .none, &reader)
            switch index {
            case 0: name = values.name(value)
            case 1: origin = Self.origin(ofColor: values.names, values.name(value))
            case 5: detail.eventID = (try? values.unsigned(value, "")) ?? nil
            case 6: detail.timestamp = time(value)
            case 7: detail.start = time(value)
            case 8: detail.duration = time(value)
            default: break
            }
            index += 1
        }
        if detail.eventID != nil { note(detail) }
        return XctraceValue(node: name, origin)
    }

    private func time(_ value: XctraceValue) -> Int64 {
        guard let time = (try? values.integer(value, "")) ?? nil, time >= 0, time < TraceBuilder.sentinel else {
            return -1
        }
        return time
    }

    /// The name in a shown form: `Name, color, symbol, n/a, n/a`, or in Xcode 26 the same with single spaces.
    private static func nodeName(_ fmt: ByteSlice) -> ByteSlice {
        if fmt.hasSuffix(", n/a, n/a"), let comma = lastIndex(of: UInt8(ascii: ","), in: fmt, skipping: 3) {
            return fmt.prefix(comma)
        }
        if fmt.hasSuffix(" n/a n/a"), let space = lastIndex(of: 0x20, in: fmt, skipping: 3) { return fmt.prefix(space) }
        return fmt
    }

    private static func lastIndex(of byte: UInt8, in text: ByteSlice, skipping: Int) -> Int? {
        var left = skipping
        var index = text.count
        while index > 0 {
            index -= 1
            guard text[index] == byte else { continue }
            if left == 0 { return index }
            left -= 1
        }
        return nil
    }

    /// Instruments shows the app's own nodes in blue and the system's in gray.
    private static func origin(ofColor names: NameTable, _ color: NameID) -> Origin {
        switch names.text(color) {
        case "blue": .app
        case "gray": .system
        default: .unknown
        }
    }
}

/// What a node of the full cause table says of itself; -1 = nothing.
struct XctraceNodeDetail: BitwiseCopyable {
    var eventID: UInt64?
    var timestamp: Int64 = -1
    var start: Int64 = -1
    var duration: Int64 = -1
}
