/// Reads elements as values: a cell of a row, and whatever stands inside it.
///
/// A value under an `id` is kept, at any depth and in columns that no table reads as well, because a later cell
/// may `ref` it. Of composites only what some table could want is kept; of view hierarchies, nothing.
final class XctraceCells {
    let values: XctraceValues
    /// Whether the table reads call stacks: only then are frames and binaries worth keeping.
    var keepsStacks = false
    /// Whether ids are kept at all, see `XctraceValues.unreadLimit`.
    var keepsIDs = true
    /// What the row's nodes of the full cause graph say of themselves.
    private(set) var details: [XctraceNodeDetail] = []
    private let frames = Column<UInt32>(capacity: 256)
    private let display = Column<UInt8>(capacity: 256)

    init(_ records: TraceRecords) { values = XctraceValues(records) }

    @inline(__always)
    func beginRow() {
        if !details.isEmpty { details.removeAll(keepingCapacity: true) }
    }

    /// Reads the element whose start tag was just read, to its end.
    @inline(__always)
    func value(_ want: XctraceShape, _ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        if let ref = reader.attribute(XMLKey.ref) {
            let value = FieldValues.unsigned(ref).map { values.value(of: $0, isRead: want != .none) } ?? .missing
            if reader.isEmptyElement { _ = try reader.next() } else { try reader.skipElement() }
            return value
        }
        if reader.isEmptyElement, reader.attributes.count == 0 {
            // `<sentinel/>`, and any other empty element without a word of its own.
            _ = try reader.next()
            return .absent
        }
        return try definition(want, &reader)
    }

    private func definition(_ want: XctraceShape, _ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        let id = keepsIDs ? reader.attribute(XMLKey.id).flatMap { FieldValues.unsigned($0) } : nil
        let shape = want == .none ? Self.shape(ofType: reader, keepsStacks: keepsStacks) : want
        if shape == .none, id == nil {
            // Nothing of the element itself is wanted, but ids inside it may be.
            guard try reader.leafText() == nil else { return .absent }
            try readChildren(&reader)
            return .absent
        }
        let value = try parts(shape, isRead: want != .none, &reader)
        if let id { values.define(id, value) }
        return value
    }

    @inline(__always)
    private func parts(
        _ shape: XctraceShape, isRead: Bool, _ reader: inout XMLReader
    ) throws(TraceError) -> XctraceValue {
        switch shape {
        case .none, .scalar:
            if let text = try reader.leafText() { return leaf(text, isRead: isRead, reader) }
            return try composite(shape, isRead: isRead, &reader)
        case .shown: return try shown(isRead: isRead, &reader)
        case .node: return try node(&reader)
        case .stack: return try stack(&reader)
        case .addressStack: return try addressStack(&reader)
        case .frame: return try frame(&reader)
        case .binary: return try binary(&reader)
        case .addresses: return try addresses(&reader)
        }
    }

    /// A leaf's value is its text; the shown form stands in where there is no text.
    @inline(__always)
    private func leaf(_ text: ByteSlice, isRead: Bool, _ reader: borrowing XMLReader) -> XctraceValue {
        if text.count > 0 { return values.scalar(text, isRead: isRead) }
        guard let fmt = reader.attribute(XMLKey.fmt) else { return XctraceValue(NameID(.empty)) }
        return values.text(fmt, isRead: isRead)
    }

    /// An element with children: of interest by its shown form only, and only to a column that is read.
    private func composite(
        _ shape: XctraceShape, isRead: Bool, _ reader: inout XMLReader
    ) throws(TraceError) -> XctraceValue {
        var value = XctraceValue.opaque
        if shape == .scalar, let fmt = reader.attribute(XMLKey.fmt) { value = values.text(fmt, isRead: isRead) }
        try readChildren(&reader)
        return value
    }

    private func readChildren(_ reader: inout XMLReader) throws(TraceError) {
        while true {
            switch try reader.next() {
            case .start: _ = try value(.none, &reader)
            case .text: continue
            case .end, .finish: return
            }
        }
    }

    /// The `fmt` of a thread, a process or a message; without one, what its parts show.
    private func shown(isRead: Bool, _ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        let fmt = reader.attribute(XMLKey.fmt)
        if let fmt, fmt.count > 0 {
            let value = values.text(fmt, isRead: isRead)
            if try reader.leafText() == nil { try readChildren(&reader) }
            return value
        }
        if let text = try reader.leafText() { return values.text(text, isRead: isRead) }
        display.removeAll()
        while try reader.nextChild() {
            let part = reader.attribute(XMLKey.fmt)
            if let part { display.append(contentsOf: part.start, count: part.count) }
            let value = try value(.scalar, &reader)
            if part == nil {
                let bytes = values.names.bytes(of: values.name(value))
                if let start = bytes.baseAddress { display.append(contentsOf: start, count: bytes.count) }
            }
        }
        return values.text(ByteSlice(display.base, display.count), isRead: isRead)
    }
}

/// Nodes of the cause graph.
extension XctraceCells {
    /// A `typed-array` (Xcode 27) or `metadata` (26): name, colour, symbol, two unused; in the full cause table
    /// also event id, timestamp (of causes), start and duration (of updates).
    private func node(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        let fmt = reader.attribute(XMLKey.fmt).map { values.names.intern(Self.nodeName(fmt)) }
        if let text = try reader.leafText() {
            return XctraceValue(node: text.count > 0 ? values.names.intern(text) : fmt ?? .none, .unknown)
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
        if detail.eventID != nil { details.append(detail) }
        return XctraceValue(node: name.isPresent ? name : fmt ?? .none, origin)
    }

    private func time(_ value: XctraceValue) -> Int64 {
        guard let time = (try? values.integer(value, "")) ?? nil, time >= 0, time < TraceBuilder.sentinel else { return -1 }
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

/// Call stacks.
extension XctraceCells {
    /// A `backtrace`, or a `tagged-backtrace` around one: frames from the leaf to the root.
    private func stack(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        let first = frames.count
        var whole = XctraceValue.absent
        while try reader.nextChild() {
            let part = try value(Self.stackPart(reader), &reader)
            switch part.tag {
            case .frame: frames.append(UInt32(part.payload))
            case .stack: whole = part
            default: break
            }
        }
        if frames.count > first {
            var stack: UInt32 = 0
            for index in stride(from: frames.count - 1, through: first, by: -1) {
                stack = values.stacks.child(of: stack, frame: frames[index])
            }
            whole = XctraceValue(.stack, UInt64(stack))
        }
        frames.removeLast(frames.count - first)
        return whole
    }

    private static func stackPart(_ reader: borrowing XMLReader) -> XctraceShape {
        reader.name.equals("frame") ? .frame : reader.name.equals("backtrace") ? .stack : .none
    }

    private func frame(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        let shown = reader.attribute(named: "name") ?? reader.attribute(named: "addr") ?? reader.attribute(XMLKey.fmt)
        let name = shown.map { values.names.intern($0) } ?? .none
        var binary: UInt32 = 0
        while try reader.nextChild() {
            let part = try value(reader.name.equals("binary") ? .binary : .none, &reader)
            if part.tag == .binary { binary = UInt32(part.payload) }
        }
        return XctraceValue(.frame, UInt64(values.stacks.frame(name, binary: binary)))
    }

    private func binary(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        // Two values cannot be held at once where one of them has references: the path comes first.
        let path = reader.attribute(named: "path").map { values.names.intern($0) } ?? .none
        let name = reader.attribute(named: "name")
        let bytes = values.names.bytes(of: path)
        let pathSlice = bytes.baseAddress.map { ByteSlice($0, bytes.count) }
        let index = values.stacks.binary(name: name, path: pathSlice)
        if try reader.leafText() == nil { try readChildren(&reader) }
        return XctraceValue(.binary, UInt64(index))
    }

    /// A `kperf-bt`: lists of return addresses and, as the leaf, the address that ran.
    private func addressStack(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        var list: [UInt64] = []
        var leaf: UInt64?
        while try reader.nextChild() {
            let isList = reader.name.equals("text-addresses")
            let isLeaf = reader.name.equals("text-address")
            let part = try value(isList ? .addresses : isLeaf ? .scalar : .none, &reader)
            if part.tag == .addresses { list += values.addressLists[part.index] }
            if isList, part.tag != .addresses { list += (try? values.unsigned(part, "")).flatMap { $0 }.map { [$0] } ?? [] }
            if isLeaf { leaf = (try? values.unsigned(part, "")) ?? nil }
        }
        if let leaf, list.first != leaf { list.insert(leaf, at: 0) }
        return list.isEmpty ? .absent : XctraceValue(.stack, UInt64(values.stacks.stack(addresses: list)))
    }

    private func addresses(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        guard var rest = try reader.leafText()?.trimmed() else {
            try readChildren(&reader)
            return .opaque
        }
        var list: [UInt64] = []
        while rest.count > 0 {
            let end = rest.firstIndex(of: 0x20) ?? rest.count
            if let address = FieldValues.unsigned(rest.prefix(end)) { list.append(address) }
            rest = rest.dropFirst(end).trimmed()
        }
        return values.addresses(list)
    }
}

extension XctraceCells {
    /// What is worth keeping of an element in a column that no table reads, by its engineering type.
    @inline(__always)
    private static func shape(ofType reader: borrowing XMLReader, keepsStacks: Bool) -> XctraceShape {
        let key = reader.nameKey
        if key == XMLKey.of("process") || key == XMLKey.of("thread") { return .shown }
        if key != 0, key != XMLKey.of("frame"), key != XMLKey.of("binary") { return .none }
        return longShape(reader.name, keepsStacks: keepsStacks)
    }

    private static func longShape(_ name: ByteSlice, keepsStacks: Bool) -> XctraceShape {
        if name.equals("os-log-metadata") { return .shown }
        guard keepsStacks else { return .none }
        if name.equals("frame") { return .frame }
        if name.equals("binary") { return .binary }
        if name.equals("backtrace") || name.equals("tagged-backtrace") { return .stack }
        return name.equals("text-addresses") ? .addresses : .none
    }
}

/// What a node of the full cause table says of itself; -1 = nothing.
struct XctraceNodeDetail: BitwiseCopyable {
    var eventID: UInt64?
    var timestamp: Int64 = -1
    var start: Int64 = -1
    var duration: Int64 = -1
}

extension XMLReader {
    /// Whether the element whose start or child was read last has a further child element; its start tag is read.
    /// Text between children is passed over.
    @inline(__always)
    mutating func nextChild() throws(TraceError) -> Bool {
        while true {
            switch try next() {
            case .start: return true
            case .text: continue
            case .end, .finish: return false
            }
        }
    }
}
