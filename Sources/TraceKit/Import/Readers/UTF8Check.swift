/// Whether bytes are well-formed UTF-8 (no overlong forms, no surrogates, nothing above U+10FFFF).
enum UTF8Check {
    static func isValid(_ slice: ByteSlice) -> Bool { isASCII(slice) || firstInvalid(slice) == nil }

    /// Most text is: eight bytes at a time, of which the last overlap those before them.
    @inline(__always)
    private static func isASCII(_ slice: ByteSlice) -> Bool {
        guard slice.count >= 8 else { return false }
        var bits = slice.word(slice.count - 8)
        var index = 0
        while index + 8 < slice.count {
            bits |= slice.word(index)
            index += 8
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }

    /// The offset of the first byte that is not part of a well-formed sequence.
    static func firstInvalid(_ slice: ByteSlice) -> Int? {
        var index = 0
        let bytes = slice.start
        while index < slice.count {
            let first = bytes[index]
            if first < 0x80 {
                // Most text is ASCII: eight bytes at a time where none has its top bit set.
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
