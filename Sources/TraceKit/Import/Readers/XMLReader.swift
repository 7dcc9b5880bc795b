/// A strict, streaming XML 1.0 reader: the caller asks for one event after the other.
///
/// Only requested values are built: names, texts and attribute values are slices of the window. Only the five
/// predefined entities and numeric references are known; a document type declaration is rejected, so nothing is ever
/// expanded or fetched. Encodings other than UTF-8 are rejected by name. Errors have their offset. Prefixes of names
/// have no meaning here.
struct XMLReader: ~Copyable {
    enum Event: Equatable {
        /// A start tag, or an empty-element tag, which is followed by its own `end`.
        case start
        case end
        /// The text between two tags, without comments and processing instructions, with CDATA sections.
        case text
        /// The end of the document.
        case finish
    }

    /// The position of an attribute, relative to the `<` of its tag.
    struct Attribute: BitwiseCopyable {
        var nameStart: Int32
        var nameLength: Int32
        var valueStart: Int32
        var valueLength: Int32
        /// Whether the value is the bytes as written: no references, tabs or line ends.
        var isPlain: Bool
    }

    let input: ByteInput
    /// A copy of the window's position, so that scanning does not access the input.
    var base: UnsafePointer<UInt8>
    var count: Int
    /// The next byte to read; inside a token, the token's first byte.
    var position = 0
    /// The start of the part of the window that is kept.
    var keep = 0
    /// Whether `keep` must stay at the start tag, because its attributes are still needed.
    var keepsTag = false

    /// The `<` of the last start tag.
    var tagStart = 0
    var nameLength = 0
    let attributes = Column<Attribute>(capacity: 64)
    /// Whether the `end` of an empty-element tag is the next event.
    var endIsDue = false
    /// Whether the last start tag's name is not yet among the open ones; leaves never need it.
    var openIsDue = false

    var textStart = 0
    var textLength = 0
    var textIsInScratch = false
    let scratch = Column<UInt8>(capacity: 256)
    private let valueScratch = Column<UInt8>(capacity: 256)

    /// The names of the open elements, concatenated, and the end of each.
    let openNames = Column<UInt8>(capacity: 1024)
    let openEnds = Column<Int>(capacity: 64)
    let classTable = XMLCharacters.table()
    let classes: UnsafePointer<UInt8>
    var hasBegun = false
    var hasRoot = false
    /// Whether reading ended at a document type declaration.
    var hasDocumentType = false

    /// The start of the current row, for messages; see `setMark`.
    var mark: Int?
    var savedMark: (place: Place, bytes: [UInt8])?

    init(_ input: ByteInput) {
        self.input = input
        base = UnsafePointer(input.base)
        count = input.count
        classes = UnsafePointer(classTable.base)
        openEnds.append(0)
    }

    // MARK: Events

    /// Reads the next event. Values of the last one (`name`, `attribute`, `text`) become invalid.
    @inline(__always)
    mutating func next() throws(TraceError) -> Event {
        keep = position
        if endIsDue {
            endIsDue = false
            return .end
        }
        if openIsDue { open() }
        guard openEnds.count > 1 else { return try nextOutside() }
        if base[position] == UInt8(ascii: "<") {
            let second = base[position + 1]
            if classes[Int(second)] & XMLCharacters.nameStart != 0 { return try startTag() }
            if second == UInt8(ascii: "/") { return try endTag() }
        }
        if try scanText() { return .text }
        if base[position + 1] == UInt8(ascii: "/") { return try endTag() }
        guard classes[Int(base[position + 1])] & XMLCharacters.nameStart != 0 else {
            throw unexpected("a tag", at: position)
        }
        return try startTag()
    }

    /// After `start`: reads the text of an element without children, and its end tag (no `end` follows). Returns nil if
    /// it has child elements: the next event is then the first child's `start`, and text before it is lost. The
    /// attributes stay valid as long as the text.
    @inline(__always)
    mutating func leafText() throws(TraceError) -> ByteSlice? {
        if endIsDue {
            endIsDue = false
            return ByteSlice(base + position, 0)
        }
        if base[position] == UInt8(ascii: "<"), classes[Int(base[position + 1])] & XMLCharacters.nameStart != 0 {
            return nil
        }
        if let text = fastLeafText() { return text }
        return try slowLeafText()
    }

    /// Skips the rest of the element whose `start` was just returned.
    mutating func skipElement() throws(TraceError) {
        let outer = depth
        while true {
            if try next() == .end, depth < outer { return }
        }
    }

    /// Whether the element whose start or child was read last has another child element, whose start tag is then read.
    /// Text between children is skipped.
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

    // MARK: Values of the last event

    /// The number of open elements, including the one whose `start` was just returned.
    var depth: Int { openEnds.count - 1 + (endIsDue ? 1 : 0) + (openIsDue ? 1 : 0) }

    /// The name of the last start tag; after `start` only.
    var name: ByteSlice { ByteSlice(base + tagStart + 1, nameLength) }

    /// After `start`: whether it is an empty-element tag.
    var isEmptyElement: Bool { endIsDue }

    /// After `text`: the text with references resolved and line ends as single line feeds.
    var text: ByteSlice {
        ByteSlice(textIsInScratch ? UnsafePointer(scratch.base) : base + textStart, textLength)
    }

    /// The value of an attribute of the last start tag, normalised; nil if there is none. Valid until the next event
    /// and the next requested value.
    @inline(__always)
    func attribute(named name: StaticString) -> ByteSlice? {
        for index in 0..<attributes.count where attributeName(at: index).equals(name) { return value(at: index) }
        return nil
    }

    func attributeName(at index: Int) -> ByteSlice {
        let attribute = attributes[index]
        return ByteSlice(base + tagStart + Int(attribute.nameStart), Int(attribute.nameLength))
    }

    @inline(__always)
    func value(at index: Int) -> ByteSlice {
        let attribute = attributes[index]
        let raw = ByteSlice(base + tagStart + Int(attribute.valueStart), Int(attribute.valueLength))
        return attribute.isPlain ? raw : normalised(raw)
    }

    @inline(never)
    private func normalised(_ raw: ByteSlice) -> ByteSlice {
        valueScratch.removeAll()
        XMLReferences.decode(raw, isAttribute: true, into: valueScratch)
        let length = valueScratch.count
        for _ in 0..<ByteInput.padding { valueScratch.append(0) }
        return ByteSlice(valueScratch.base, length)
    }
}
