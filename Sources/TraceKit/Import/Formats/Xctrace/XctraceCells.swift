/// Reads elements as values: a cell of a row, and everything inside it.
///
/// A value with an `id` is kept, at any depth and also in columns that no table reads, because a later cell may `ref`
/// it. Composites are reduced to what some table could want, view hierarchies to their beginning.
final class XctraceCells {
    let values: XctraceValues
    /// Whether the table reads call stacks; otherwise frames and binaries are not kept.
    var keepsStacks = false
    /// Whether ids are kept; see `XctraceValues.unreadLimit`.
    var keepsIDs = true
    /// The times of the row's nodes in the full cause graph.
    private(set) var details: [XctraceNodeDetail] = []
    /// The frames of the open stacks.
    let frames = Column<UInt32>(capacity: 256)
    /// The number of invalid references, to values that are not in the file (so far) or by something other than a
    /// number, by element name.
    private var missing: [String: Int] = [:]
    private let display = Column<UInt8>(capacity: 256)
    /// The beginning of the row's view hierarchy.
    let pathBytes = Column<UInt8>(capacity: 512)
    /// The shown name of the open stack's leaf.
    let leafName = Column<UInt8>(capacity: 256)

    init(_ records: TraceRecords) { values = XctraceValues(records) }

    func beginRow() {
        pathBytes.removeAll()
        if !details.isEmpty { details.removeAll(keepingCapacity: true) }
    }

    private func noteMissing(_ element: ByteSlice) { missing[element.prefix(60).text, default: 0] += 1 }

    /// Counts the invalid references of a table, and resets them.
    func countMissing(in table: String, _ counters: inout ImportCounters) {
        for (element, count) in missing { counters.add(.missingReference, "\(table).\(element)", by: count) }
        missing = [:]
    }

    /// Reads the element whose start tag was just read, to its end.
    @inline(__always)
    func value(_ want: XctraceShape, _ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        if let ref = reader.attribute(named: "ref") {
            let value =
                Self.id(ref).map { want == .path ? path(of: $0) : values.value(of: $0, isRead: want != .none) }
                ?? .missing
            if value.tag == .missing { noteMissing(reader.name) }
            if reader.isEmptyElement { _ = try reader.next() } else { try reader.skipElement() }
            return value
        }
        if reader.isEmptyElement, reader.attributes.count == 0 {
            // `<sentinel/>`, or another empty element without a shown form.
            _ = try reader.next()
            return .absent
        }
        return try definition(want, &reader)
    }

    private static func id(_ text: ByteSlice) -> UInt64? {
        FieldValues.plainInteger(text).map { UInt64(bitPattern: $0) } ?? FieldValues.unsigned(text)
    }

    private func definition(_ want: XctraceShape, _ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        let id = keepsIDs ? reader.attribute(named: "id").flatMap { Self.id($0) } : nil
        let shape = want == .none ? Self.shape(ofType: reader.name, keepsStacks: keepsStacks) : want
        if shape == .none, id == nil {
            // The element itself is not needed, but ids inside it may be.
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
        case .path: return try path(&reader)
        case .node: return try node(&reader)
        case .stack: return try stack(&reader)
        case .addressStack: return try addressStack(&reader)
        case .frame: return try frame(&reader)
        case .binary: return try binary(&reader)
        case .addresses: return try addresses(&reader)
        }
    }

    /// The value of a leaf is its text or, without text, its shown form.
    @inline(__always)
    private func leaf(_ text: ByteSlice, isRead: Bool, _ reader: borrowing XMLReader) -> XctraceValue {
        if text.count > 0 { return values.scalar(text, isRead: isRead) }
        guard let fmt = reader.attribute(named: "fmt") else { return XctraceValue(NameID(.empty)) }
        return values.text(fmt, isRead: isRead)
    }

    /// Reads an element with children. Only its shown form is of interest, and only to a column that is read.
    private func composite(
        _ shape: XctraceShape, isRead: Bool, _ reader: inout XMLReader
    ) throws(TraceError) -> XctraceValue {
        var value = XctraceValue.opaque
        if shape == .scalar, let fmt = reader.attribute(named: "fmt") { value = values.text(fmt, isRead: isRead) }
        try readChildren(&reader)
        return value
    }

    func readChildren(_ reader: inout XMLReader) throws(TraceError) {
        while true {
            switch try reader.next() {
            case .start: _ = try value(.none, &reader)
            case .text: continue
            case .end, .finish: return
            }
        }
    }

    /// The `fmt` of a thread, a process or a message; without one, the shown forms of its parts.
    private func shown(isRead: Bool, _ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        let fmt = reader.attribute(named: "fmt")
        if let fmt, fmt.count > 0 {
            let value = values.text(fmt, isRead: isRead)
            if try reader.leafText() == nil { try readChildren(&reader) }
            return value
        }
        if let text = try reader.leafText() { return values.text(text, isRead: isRead) }
        display.removeAll()
        while try reader.nextChild() {
            let part = reader.attribute(named: "fmt")
            if let part { display.append(contentsOf: part.start, count: part.count) }
            let value = try value(part == nil ? .scalar : .none, &reader)
            if part == nil {
                let bytes = values.names.bytes(of: values.name(value))
                if let start = bytes.baseAddress { display.append(contentsOf: start, count: bytes.count) }
            }
        }
        return values.text(ByteSlice(display.base, display.count), isRead: isRead)
    }
}

extension XctraceCells {
    /// The shape to keep of an element in a column that no table reads, by its engineering type.
    private static func shape(ofType name: ByteSlice, keepsStacks: Bool) -> XctraceShape {
        if name.equals("process") || name.equals("thread") || name.equals("os-log-metadata") { return .shown }
        guard keepsStacks else { return .none }
        if name.equals("frame") { return .frame }
        if name.equals("binary") { return .binary }
        if name.equals("backtrace") || name.equals("tagged-backtrace") { return .stack }
        return name.equals("text-addresses") ? .addresses : .none
    }
}

/// Nodes of the cause graph.
extension XctraceCells {
    /// Reads a `typed-array` (Xcode 27) or `metadata` (26): name, colour, symbol, two unused; in the full cause table
    /// also event id, timestamp (of causes), start and duration (of updates).
    func node(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        if let text = try reader.leafText() {
            let name = text.count > 0 ? text : Self.nodeName(reader.attribute(named: "fmt") ?? text)
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
        if detail.eventID != nil { details.append(detail) }
        return XctraceValue(node: name, origin)
    }

    private func time(_ value: XctraceValue) -> Int64 {
        guard let time = (try? values.integer(value, "")) ?? nil, time >= 0, time < TraceBuilder.sentinel else {
            return -1
        }
        return time
    }

    /// The name in a shown form: `Name, color, symbol, n/a, n/a`; in Xcode 26 with spaces instead of commas.
    private static func nodeName(_ fmt: ByteSlice) -> ByteSlice {
        if fmt.hasSuffix(", n/a, n/a"), let comma = lastIndex(of: UInt8(ascii: ","), in: fmt, skipping: 3) {
            return fmt.prefix(comma)
        }
        if fmt.hasSuffix(" n/a n/a"), let space = lastIndex(of: 0x20, in: fmt, skipping: 3) { return fmt.prefix(space) }
        return fmt
    }

    private static func lastIndex(of byte: UInt8, in text: ByteSlice, skipping: Int) -> Int? {
        text.buffer.indices.filter { text[$0] == byte }.dropLast(skipping).last
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

/// The details of a node in the full cause table; -1 = unknown.
struct XctraceNodeDetail: BitwiseCopyable {
    var eventID: UInt64?
    var timestamp: Int64 = -1
    var start: Int64 = -1
    var duration: Int64 = -1
}

/// Hierarchies of views, `VStack ← Row ← List ← Screen`, innermost first.
extension XctraceCells {
    /// The most views and bytes kept of a hierarchy: whole ones reach up to the window, and can have more than 64 KB.
    private static let (pathViews, pathBytes) = (8, 400)
    private static let arrow: StaticString = " ← "

    /// Notes the enclosing views of the row's view. Most are never needed, and each row has its own, so a name of the
    /// trace is made only for the first update of a view.
    func path(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        var value = XctraceValue.opaque
        if let shown = reader.attribute(named: "fmt") {
            let beginning = Self.beginning(shown)
            pathBytes.append(contentsOf: beginning.start, count: beginning.count)
            if reader.attribute(named: "id") != nil, values.hasRoomForPaths {
                value = values.text(beginning, isRead: false)
            }
        }
        if try reader.leafText() == nil { try readChildren(&reader) }
        return value
    }

    /// Notes the hierarchy of an earlier row for this one.
    func path(of id: UInt64) -> XctraceValue {
        let value = values.value(of: id, isRead: false)
        if let text = values.text(of: value) { pathBytes.append(contentsOf: text.start, count: text.count) }
        return value
    }

    /// The innermost views; only whole names, unless the first alone is too long.
    private static func beginning(_ shown: ByteSlice) -> ByteSlice {
        let arrow = UnsafeBufferPointer(start: Self.arrow.utf8Start, count: Self.arrow.utf8CodeUnitCount)
        var (end, views, place) = (0, 1, 0)
        while place + arrow.count <= shown.count, place <= pathBytes {
            if arrow.indices.allSatisfy({ shown[place + $0] == arrow[$0] }) {
                if views == pathViews { return shown.prefix(place) }
                (end, views, place) = (place, views + 1, place + arrow.count)
            } else {
                place += 1
            }
        }
        if shown.count <= pathBytes { return shown }
        return shown.prefix(end > 0 ? end : pathBytes)
    }
}
