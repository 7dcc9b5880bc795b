/// Which characters XML 1.0 (fifth edition) allows where.
enum XMLCharacters {
    static let nameStart: UInt8 = 1
    static let name: UInt8 = 2
    static let space: UInt8 = 4

    /// The classes of every byte. Bytes above ASCII count as parts of names: `XMLReader` checks those by scalar.
    static func table() -> Column<UInt8> {
        let table = Column<UInt8>(repeating: 0, count: 256)
        for byte in UInt8(ascii: "a")...UInt8(ascii: "z") { table[Int(byte)] = nameStart | name }
        for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") { table[Int(byte)] = nameStart | name }
        for byte in UInt8(ascii: "0")...UInt8(ascii: "9") { table[Int(byte)] = name }
        for byte in 0x80...0xFF { table[byte] = nameStart | name }
        for byte in [UInt8(ascii: "_"), UInt8(ascii: ":")] { table[Int(byte)] = nameStart | name }
        for byte in [UInt8(ascii: "-"), UInt8(ascii: ".")] { table[Int(byte)] = name }
        for byte in [0x20, 0x09, 0x0A, 0x0D] { table[byte] = space }
        return table
    }

    /// The production `Char`.
    static func isCharacter(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// The production `NameStartChar`.
    static func isNameStart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D: true
        case 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF: true
        case 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF: true
        default: false
        }
    }

    /// The production `NameChar`.
    static func isName(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isNameStart(scalar)
        }
    }

    /// Whether all of a name is one: the byte table lets everything above ASCII pass. The bytes are valid UTF-8
    /// or the answer is no.
    static func isName(_ bytes: ByteSlice) -> Bool {
        guard bytes.count > 0, UTF8Check.isValid(bytes) else { return false }
        var isFirst = true
        for scalar in String(decoding: bytes.buffer, as: UTF8.self).unicodeScalars {
            guard isFirst ? isNameStart(scalar.value) : isName(scalar.value) else { return false }
            isFirst = false
        }
        return true
    }
}

extension XMLReader {
    /// The index behind the character above ASCII that begins at `index`.
    @inline(__always)
    mutating func character(at index: Int) throws(TraceError) -> Int {
        let first = base[index]
        let second = base[index + 1] & 0xC0 == 0x80
        if first >= 0xC2, first <= 0xDF, second { return index + 2 }
        if first >= 0xE1, first <= 0xEC, second, base[index + 2] & 0xC0 == 0x80 { return index + 3 }
        return try rareCharacter(at: index)
    }

    @inline(never)
    private mutating func rareCharacter(at index: Int) throws(TraceError) -> Int {
        let length = base[index] >= 0xF0 ? 4 : base[index] >= 0xE0 ? 3 : 2
        var index = index
        while index + length > count, !input.atEnd { index = try more(index, "a character") }
        let bytes = ByteSlice(base + index, min(length, count - index))
        if UTF8Check.firstInvalid(bytes) != nil { throw error(at: index, "this byte is not valid UTF-8") }
        if bytes[0] == 0xEF, bytes[1] == 0xBF, bytes[2] >= 0xBE {
            throw error(at: index, "the character U+FFF\(bytes[2] == 0xBE ? "E" : "F") is not allowed in XML")
        }
        return index + length
    }

    func badControl(at index: Int) -> TraceError {
        let code = String(base[index], radix: 16, uppercase: true)
        return error(at: index, "the control character U+\(code.count < 2 ? "000" : "00")\(code) is not allowed in XML")
    }
}
