/// An encoding with two or four bytes per character, recognised by its mark or by zeros beside ASCII letters. It is not
/// supported, and rejected by name.
struct WideEncoding {
    private let width: Int
    private let isBigEndian: Bool
    /// The length of the byte order mark.
    private let markLength: Int

    private static let marks: [(bytes: [UInt8], width: Int, isBigEndian: Bool)] = [
        ([0x00, 0x00, 0xFE, 0xFF], 4, true), ([0xFF, 0xFE, 0x00, 0x00], 4, false), ([0xFE, 0xFF], 2, true),
        ([0xFF, 0xFE], 2, false),
    ]
    /// The number of characters that are examined.
    private static let sample = 64

    /// Recognises the encoding of an input's head; nil for UTF-8 and all others.
    init?(_ head: ByteSlice) {
        if let mark = Self.marks.first(where: { head.buffer.starts(with: $0.bytes) }) {
            (width, isBigEndian, markLength) = (mark.width, mark.isBigEndian, mark.bytes.count)
            return
        }
        for (width, isBigEndian) in [(4, true), (4, false), (2, true), (2, false)] {
            guard Self.isText(head, width, isBigEndian) else { continue }
            (self.width, self.isBigEndian, markLength) = (width, isBigEndian, 0)
            return
        }
        return nil
    }

    /// Whether the first character, and most after it, are ASCII with zeros beside them.
    private static func isText(_ head: ByteSlice, _ width: Int, _ isBigEndian: Bool) -> Bool {
        let count = min(sample, head.count / width)
        guard count > 1 else { return false }
        let plain = (0..<count).filter { index in
            let unit = unit(head, index * width, width, isBigEndian)
            return unit >= 0x20 && unit < 0x7F || unit >= 0x09 && unit <= 0x0D
        }
        return plain.first == 0 && plain.count * 4 >= count * 3
    }

    private static func unit(_ head: ByteSlice, _ offset: Int, _ width: Int, _ isBigEndian: Bool) -> UInt32 {
        (0..<width).reduce(0) { $0 << 8 | UInt32(head[offset + (isBigEndian ? $1 : width - 1 - $1)]) }
    }

    var name: String { "UTF-\(width * 8)\(isBigEndian ? "BE" : "LE")" }

    /// The head in UTF-8.
    func narrowed(_ head: ByteSlice) -> [UInt8] {
        let body = head.dropFirst(markLength)
        let units = (0..<body.count / width).map { Self.unit(body, $0 * width, width, isBigEndian) }
        let text =
            width == 2
            ? String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
            : String(decoding: units, as: UTF32.self)
        return Array(text.utf8)
    }

    func refusal(_ file: String) -> TraceError {
        TraceError(
            .input, "the encoding \(name) is not read; expected UTF-8",
            at: Place(file: file, line: 1, column: 1, byte: 0),
            fix: "convert the file: iconv -f \(name) -t UTF-8 (in a spreadsheet, save it as 'CSV UTF-8'; "
                + "an XML declaration must name the new encoding)")
    }
}

/// Whether bytes are well-formed UTF-8 (no overlong forms, no surrogates, nothing above U+10FFFF).
enum UTF8Check {
    static func isValid(_ slice: ByteSlice) -> Bool { firstInvalid(slice) == nil }

    /// The offset of the first byte that is not part of a well-formed sequence.
    static func firstInvalid(_ slice: ByteSlice) -> Int? {
        var index = 0
        let bytes = slice.start
        while index < slice.count {
            let first = bytes[index]
            if first < 0x80 {
                // Most text is ASCII, so eight bytes are skipped at a time if none has its top bit set.
                let isWord = index + 8 <= slice.count
                let word = isWord ? UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self) : 0
                index += isWord && word & 0x8080_8080_8080_8080 == 0 ? 8 : 1
                continue
            }
            let (length, low, high): (Int, UInt8, UInt8)
            switch first {
            case 0xC2...0xDF: (length, low, high) = (2, 0x80, 0xBF)
            case 0xE0: (length, low, high) = (3, 0xA0, 0xBF)
            case 0xED: (length, low, high) = (3, 0x80, 0x9F)
            case 0xE1...0xEF: (length, low, high) = (3, 0x80, 0xBF)
            case 0xF0: (length, low, high) = (4, 0x90, 0xBF)
            case 0xF1...0xF3: (length, low, high) = (4, 0x80, 0xBF)
            case 0xF4: (length, low, high) = (4, 0x80, 0x8F)
            default: return index
            }
            guard index + length <= slice.count, bytes[index + 1] >= low, bytes[index + 1] <= high else { return index }
            for next in 2..<max(2, length) where bytes[index + next] & 0xC0 != 0x80 { return index }
            index += length
        }
        return nil
    }
}
