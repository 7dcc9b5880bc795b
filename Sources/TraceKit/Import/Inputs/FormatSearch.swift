/// Finds the format of an input whose first bytes do not show it: lines in a known format after any number of others,
/// or a document whose telling key comes late. Reads as far as necessary and keeps little of it.
struct FormatSearch {
    /// The ways to find a format after the first bytes.
    struct Ways: OptionSet {
        let rawValue: UInt8
        /// Any of its lines shows the format.
        static let lines = Ways(rawValue: 1)
        /// The keys of the outer levels of a JSON text show the format.
        static let document = Ways(rawValue: 2)
    }

    private let types: [any Importer.Type]
    private let options: ImportOptions
    private var outline: JSONSkeleton?
    private var lines = LineWindow()
    private static let blockSize = 64 << 10

    /// Finds the importer that recognises the input; nil if there is none. Nothing is consumed.
    static func importer(
        for input: ByteInput, _ options: ImportOptions, among types: [any Importer.Type] = Importers.all
    ) throws(TraceError) -> (any Importer.Type)? {
        let head = try input.head()
        // Supported texts have no zero bytes; such an input is a picture, a film or a program.
        guard !input.isWhole || input.count > head.count, head.firstIndex(of: 0) == nil else { return nil }
        var search = FormatSearch(types, options, JSONHead.skipMark(head))
        if let found = search.look(at: ByteSlice(input.base, input.count)) { return found }
        let block = UnsafeMutablePointer<UInt8>.allocate(capacity: blockSize)
        defer { block.deallocate() }
        while case let count = try input.peek(into: block, blockSize), count > 0 {
            if let found = search.look(at: ByteSlice(block, count)) { return found }
        }
        return search.finish()
    }

    /// Passes complete lines to `look` until it returns something, however late. Nothing is consumed.
    static func lines<Found>(of input: ByteInput, _ look: (ByteSlice) -> Found?) throws(TraceError) -> Found? {
        _ = try input.head()
        var lines = LineWindow()
        func found(in window: [UInt8]) -> Found? { ByteSlice.with(window, look) }
        lines.append(ByteSlice(input.base, input.count))
        let block = UnsafeMutablePointer<UInt8>.allocate(capacity: blockSize)
        defer { block.deallocate() }
        while true {
            while let window = lines.next() { if let found = found(in: window) { return found } }
            let count = try input.peek(into: block, blockSize)
            guard count > 0 else { return found(in: lines.rest()) }
            lines.append(ByteSlice(block, count))
        }
    }

    private init(_ types: [any Importer.Type], _ options: ImportOptions, _ body: ByteSlice) {
        (self.types, self.options) = (types, options)
        if body.hasPrefix("{") || body.hasPrefix("[") { outline = JSONSkeleton() }
    }

    private mutating func look(at bytes: ByteSlice) -> (any Importer.Type)? {
        if outline?.append(bytes) == true, let found = recognize(outline) { return found }
        lines.append(bytes)
        var found: (any Importer.Type)?
        while found == nil, let window = lines.next() { found = recognize(window, .lines) }
        return found
    }

    private mutating func finish() -> (any Importer.Type)? { recognize(lines.rest(), .lines) }

    private func recognize(_ outline: JSONSkeleton?) -> (any Importer.Type)? {
        outline.flatMap { recognize($0.bytes, .document) }
    }

    private func recognize(_ bytes: [UInt8], _ ways: Ways) -> (any Importer.Type)? {
        guard !bytes.isEmpty else { return nil }
        return ByteSlice.with(bytes) { slice in
            types.first { !$0.search.isDisjoint(with: ways) && $0.recognizes(slice, options) }
        }
    }
}

/// Complete lines of a text that comes in pieces, about 64 KB at a time. Of longer lines, only the beginning is kept.
private struct LineWindow {
    private var bytes: [UInt8] = []
    /// Whether the next bytes continue a line whose beginning was already returned.
    private var isInLongLine = false
    private static let size = 64 << 10

    mutating func append(_ more: ByteSlice) { bytes += more.buffer }

    /// The next lines, as soon as there are enough.
    mutating func next() -> [UInt8]? {
        if isInLongLine {
            guard let end = bytes.firstIndex(of: 0x0A) else {
                bytes.removeAll(keepingCapacity: true)
                return nil
            }
            bytes.removeFirst(end + 1)
            isInLongLine = false
        }
        guard bytes.count >= Self.size else { return nil }
        let end = bytes[..<Self.size].lastIndex(of: 0x0A)
        let count = end.map { $0 + 1 } ?? Self.size
        isInLongLine = end == nil
        defer { bytes.removeFirst(count) }
        return Array(bytes[..<count])
    }

    /// The remaining bytes at the end.
    mutating func rest() -> [UInt8] { isInLongLine ? [] : bytes }
}

/// The outer two levels of a JSON text, with the beginnings of its strings, so that `JSONOutline` can read a text of
/// any length.
private struct JSONSkeleton {
    private(set) var bytes: [UInt8] = []
    private var level = 0
    private var isInString = false
    private var isEscaped = false
    /// The number of bytes kept of the string; nil outside of kept strings.
    private var kept: Int?
    /// Whether each open bracket of the outer levels is kept.
    private var areKept = [false, false, false]

    private static let mostOfString = 100
    /// Long arrays of objects must leave room for later keys.
    private static let (inner, outer) = (32 << 10, 56 << 10)

    /// Whether bytes of this level are kept.
    private func keeps(_ level: Int) -> Bool {
        level < 2 ? bytes.count < Self.outer : level == 2 && bytes.count < Self.inner
    }

    /// Takes the next piece of the text. Returns whether anything was added.
    mutating func append(_ piece: ByteSlice) -> Bool {
        let before = bytes.count
        for byte in piece.buffer { if isInString { takeOfString(byte) } else { take(byte) } }
        return bytes.count > before
    }

    private mutating func takeOfString(_ byte: UInt8) {
        let isEnd = byte == UInt8(ascii: "\"") && !isEscaped
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        if let count = kept, isEnd || count < Self.mostOfString - (isEscaped ? 2 : 0) {
            bytes.append(byte)
            kept = count + 1
        } else if kept != nil {
            kept = Self.mostOfString
        }
        if isEnd { isInString = false }
    }

    private mutating func take(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isKept = keeps(level)
            if level < areKept.count { areKept[level] = isKept }
            if isKept { bytes.append(byte) }
            level += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            level = max(0, level - 1)
            if level < areKept.count, areKept[level] { bytes.append(byte) }
        case UInt8(ascii: "\""):
            isInString = true
            kept = keeps(level) ? 0 : nil
            if kept != nil { bytes.append(byte) }
        case 0x20, 0x09, 0x0A, 0x0D: break
        default: if keeps(level) { bytes.append(byte) }
        }
    }
}
