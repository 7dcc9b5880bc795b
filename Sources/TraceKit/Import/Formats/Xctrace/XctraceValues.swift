/// The values of a document by id, and the tables behind them.
///
/// Ids are those of the latest `<node>`: a node may redefine an id, otherwise it means the value in an earlier node of
/// the document. That is correct whether the exporter counts ids per node or per document. References never point
/// forward.
final class XctraceValues {
    /// The most ids kept for tables that are not read: they matter only to later nodes of the same document.
    static let unreadLimit = 1 << 22

    let names: NameTable
    private let dense = Column<UInt64>()
    private var sparse: [UInt64: UInt64] = [:]
    private var defined = 0
    /// Texts that no table has asked for: four bytes of length, then the bytes.
    private let texts = Column<UInt8>()
    private let bigNumbers = Column<UInt64>()
    let stacks: XctraceStacks
    private(set) var addressLists: [[UInt64]] = []

    init(_ records: TraceRecords) {
        names = records.names
        stacks = XctraceStacks(records)
    }

    // MARK: Ids

    @inline(__always)
    func define(_ id: UInt64, _ value: XctraceValue) {
        // An empty value differs from a missing one.
        let value = value.tag == .absent ? .opaque : value
        defined += 1
        if id < UInt64(dense.count) {
            dense[Int(id)] = value.bits
        } else if id == UInt64(dense.count) {
            dense.append(value.bits)
        } else {
            defineFar(id, value)
        }
    }

    @inline(never)
    private func defineFar(_ id: UInt64, _ value: XctraceValue) {
        // A far id extends the array only if it stays dense enough, so that it cannot grow without bound.
        if id < UInt64(defined) * 4 + 65536 {
            dense.pad(to: Int(id), with: 0)
            dense.append(value.bits)
        } else {
            sparse[id] = value.bits
        }
    }

    /// Whether another id of a table that is not read can be kept.
    var hasRoom: Bool { defined < Self.unreadLimit }

    /// Whether another view hierarchy can be kept: in large exports nearly every row has its own.
    var hasRoomForPaths: Bool { texts.count < 1 << 25 }

    /// The value behind a reference. If a table reads it, a text is converted to a name for good.
    @inline(__always)
    func value(of id: UInt64, isRead: Bool) -> XctraceValue {
        var value = XctraceValue.absent
        if id < UInt64(dense.count) { value = XctraceValue(bits: dense[Int(id)]) }
        if value.tag == .absent { value = sparse[id].map { XctraceValue(bits: $0) } ?? .missing }
        guard isRead, value.tag == .text else { return value }
        let name = XctraceValue(names.intern(text(value)))
        if id < UInt64(dense.count) { dense[Int(id)] = name.bits } else { sparse[id] = name.bits }
        return name
    }

    // MARK: Making values

    /// The value of a leaf's text: a number if it is one in the usual spelling.
    @inline(__always)
    func scalar(_ slice: ByteSlice, isRead: Bool) -> XctraceValue {
        if slice.count > 0, isDigit(slice[0]), slice[0] != UInt8(ascii: "0") || slice.count == 1 {
            if let plain = FieldValues.plainInteger(slice) { return XctraceValue(.number, UInt64(bitPattern: plain)) }
            if slice.count >= 19, slice.count <= 20, let value = FieldValues.unsigned(slice) {
                return bigNumber(value)
            }
        }
        return text(slice, isRead: isRead)
    }

    @inline(__always)
    func text(_ slice: ByteSlice, isRead: Bool) -> XctraceValue {
        if isRead { return XctraceValue(names.intern(slice)) }
        let offset = texts.count
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: slice.count)) { length in
            for byte in length { texts.append(byte) }
        }
        texts.append(contentsOf: slice.start, count: slice.count)
        return XctraceValue(.text, UInt64(offset))
    }

    func bigNumber(_ number: UInt64) -> XctraceValue {
        bigNumbers.append(number)
        return XctraceValue(.bigNumber, UInt64(bigNumbers.count - 1))
    }

    func addresses(_ list: [UInt64]) -> XctraceValue {
        addressLists.append(list)
        return XctraceValue(.addresses, UInt64(addressLists.count - 1))
    }

    // MARK: Reading values

    /// The bytes of a `text`, valid until the next text is kept.
    private func text(_ value: XctraceValue) -> ByteSlice {
        let start = UnsafePointer(texts.base) + value.index
        let length = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
        return ByteSlice(start + 4, Int(length))
    }

    /// The bytes of a text, valid until the next text is kept; nil for other values.
    func text(of value: XctraceValue) -> ByteSlice? {
        switch value.tag {
        case .text: return text(value)
        case .name:
            let bytes = names.bytes(of: value.nameID)
            return bytes.baseAddress.map { ByteSlice($0, bytes.count) }
        default: return nil
        }
    }

    /// The value as text; `.none` if there is none.
    @inline(__always)
    func name(_ value: XctraceValue) -> NameID {
        switch value.tag {
        case .name, .node: value.nameID
        case .absent, .missing: .none
        default: rareName(value)
        }
    }

    private func rareName(_ value: XctraceValue) -> NameID {
        switch value.tag {
        case .number: names.intern(String(value.payload))
        case .bigNumber: names.intern(String(bigNumbers[value.index]))
        case .text: names.intern(text(value))
        default: .none
        }
    }

    /// The value as a whole number; nil if there is none.
    @inline(__always)
    func unsigned(_ value: XctraceValue, _ column: @autoclosure () -> String) throws(RowProblem) -> UInt64? {
        switch value.tag {
        case .number: return value.payload
        case .bigNumber: return bigNumbers[value.index]
        case .absent, .missing: return nil
        default:
            guard let number = try rareInteger(value, column()) else { return nil }
            guard number >= 0 else { throw RowProblem(.negative, "'\(column())' is negative (\(number))") }
            return UInt64(number)
        }
    }

    /// The value as nanoseconds or another signed number; larger values are sentinels and become `Int64.max`.
    @inline(__always)
    func integer(_ value: XctraceValue, _ column: @autoclosure () -> String) throws(RowProblem) -> Int64? {
        switch value.tag {
        case .number: return Int64(bitPattern: value.payload)
        case .bigNumber: return Int64(exactly: bigNumbers[value.index]) ?? .max
        case .absent, .missing: return nil
        default: return try rareInteger(value, column())
        }
    }

    /// Parses a number with a sign, spaces or leading zeros; throws if it is no number.
    @inline(never)
    private func rareInteger(_ value: XctraceValue, _ column: String) throws(RowProblem) -> Int64? {
        let bytes = names.bytes(of: name(value))
        guard let start = bytes.baseAddress, bytes.count > 0 else { return nil }
        let text = ByteSlice(start, bytes.count).trimmed()
        if text.count == 0 { return nil }
        let isNegative = text[0] == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst(1) : text
        if let number = FieldValues.unsigned(digits) {
            if !isNegative { return Int64(exactly: number) ?? .max }
            return number == 1 << 63 ? .min : Int64(exactly: number).map { -$0 } ?? .min
        }
        let isNumber = digits.count > 0 && digits.buffer.allSatisfy { isDigit($0) }
        throw RowProblem(
            isNumber ? .outOfRange : .wrongType,
            isNumber
                ? "'\(column)' does not fit 64 bits: '\(FieldValues.cut(text))'"
                : "'\(column)' must be a whole number, found '\(FieldValues.cut(text))'")
    }
}

/// A cell's value in eight bytes: a tag in the low four bits, the payload above.
///
/// Exports have tens of millions of values with an id. Numbers are stored directly; everything else is an index into a
/// table of its kind (see `XctraceValues`).
struct XctraceValue: BitwiseCopyable {
    enum Tag: UInt64 {
        /// No value: `<sentinel/>`, a missing cell, an id that was never seen.
        case absent
        /// A whole number of up to eighteen digits.
        case number
        /// A whole number that needs up to 64 bits: an index into `XctraceValues.bigNumbers`.
        case bigNumber
        /// Text that no table has asked for yet: an offset into `XctraceValues.texts`.
        case text
        /// Text as a `NameID` of the trace.
        case name
        /// A frame, a binary, a whole stack.
        case frame, binary, stack
        /// A node of the cause graph: its `NameID` in the low 32 bits, its origin above.
        case node
        /// A list of addresses: an index into `XctraceValues.addressLists`.
        case addresses
        /// A composite that no table reads.
        case opaque
        /// A reference to an id that the file does not hold.
        case missing
    }

    let bits: UInt64

    static let absent = XctraceValue(bits: 0)
    static let opaque = XctraceValue(.opaque, 0)
    static let missing = XctraceValue(.missing, 0)

    init(bits: UInt64) { self.bits = bits }

    init(_ tag: Tag, _ payload: UInt64) { bits = payload << 4 | tag.rawValue }

    init(_ name: NameID) { self.init(.name, UInt64(name.rawValue)) }

    init(node name: NameID, _ origin: Origin) {
        self.init(.node, UInt64(origin.rawValue) << 32 | UInt64(name.rawValue))
    }

    var tag: Tag { Tag(rawValue: bits & 15) ?? .absent }
    var payload: UInt64 { bits >> 4 }
    var index: Int { Int(payload) }

    var isPresent: Bool { tag != .absent && tag != .missing }

    /// The number of a call stack; 0 for other values.
    var stack: UInt32 { tag == .stack ? UInt32(truncatingIfNeeded: payload) : 0 }

    /// The name in `name` and `node`.
    var nameID: NameID { NameID(rawValue: UInt32(truncatingIfNeeded: payload)) }
    var origin: Origin { Origin(rawValue: UInt8(truncatingIfNeeded: payload >> 32)) ?? .unknown }
}

/// The shape that a table wants of a column's cells, which decides what is kept of a value.
enum XctraceShape: UInt8, BitwiseCopyable {
    /// No value, although a column that is read may refer to an id inside.
    case none
    /// The raw text, as a number or a name.
    case scalar
    /// The shown form of a composite (`fmt`): threads, processes, messages.
    case shown
    /// The beginning of the shown form of a view's hierarchy: the nearest views.
    case path
    /// A node of the cause graph.
    case node
    /// A call stack with names, one of bare addresses, and their parts.
    case stack, addressStack, frame, binary, addresses
}
