/// A cell's value in eight bytes: a tag in the low four bits, the payload above.
///
/// Exports hold tens of millions of values under an id. Numbers stand here themselves; everything else is an
/// index into a table of its kind (see `XctraceValues`).
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

    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    @inline(__always)
    init(_ tag: Tag, _ payload: UInt64) { bits = payload << 4 | tag.rawValue }

    @inline(__always)
    init(_ name: NameID) { self.init(.name, UInt64(name.rawValue)) }

    @inline(__always)
    init(node name: NameID, _ origin: Origin) {
        self.init(.node, UInt64(origin.rawValue) << 32 | UInt64(name.rawValue))
    }

    @inline(__always)
    var tag: Tag { Tag(rawValue: bits & 15) ?? .absent }
    @inline(__always)
    var payload: UInt64 { bits >> 4 }
    @inline(__always)
    var index: Int { Int(payload) }

    @inline(__always)
    var isPresent: Bool { tag != .absent && tag != .missing }

    /// The name in `name` and `node`.
    @inline(__always)
    var nameID: NameID { NameID(rawValue: UInt32(truncatingIfNeeded: payload)) }
    var origin: Origin { Origin(rawValue: UInt8(truncatingIfNeeded: payload >> 32)) ?? .unknown }
}

/// What a table wants of a column's cells; what of a value is worth keeping follows from it.
enum XctraceShape: UInt8, BitwiseCopyable {
    /// Nothing: but what stands under an id inside may be referred to from a column that is read.
    case none
    /// The raw text, as a number or a name.
    case scalar
    /// The shown form of a composite (`fmt`): threads, processes, messages.
    case shown
    /// The beginning of the shown form of a view's hierarchy: the views next to it.
    case path
    /// A node of the cause graph.
    case node
    /// A call stack with names, one of bare addresses, and their parts.
    case stack, addressStack, frame, binary, addresses
}
