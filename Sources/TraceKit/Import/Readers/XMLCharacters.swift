/// The characters that XML 1.0 (fifth edition) allows.
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

    /// Whether a name is valid: the byte table accepts everything above ASCII. False if the bytes are not valid UTF-8.
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
    /// The index after the character above ASCII at `index`.
    @inline(never)
    mutating func character(at index: Int) throws(TraceError) -> Int {
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

/// The references that XML has without a document type: five entities and characters by number.
enum XMLReferences {
    /// The scalar of the text between `&` and `;`; nil for anything else.
    static func scalar(_ body: ByteSlice) -> UInt32? {
        if body.equals("lt") { return 0x3C }
        if body.equals("gt") { return 0x3E }
        if body.equals("amp") { return 0x26 }
        if body.equals("quot") { return 0x22 }
        if body.equals("apos") { return 0x27 }
        guard body.count > 1, body[0] == UInt8(ascii: "#") else { return nil }
        let isHex = body[1] == UInt8(ascii: "x")
        let digits = body.dropFirst(isHex ? 2 : 1)
        guard digits.count > 0 else { return nil }
        var value: UInt32 = 0
        for index in 0..<digits.count {
            guard let digit = hexValue(digits[index]), isHex || digit < 10 else { return nil }
            value = value * (isHex ? 16 : 10) + UInt32(digit)
            if value > 0x10FFFF { return nil }
        }
        return XMLCharacters.isCharacter(value) ? value : nil
    }

    /// Appends checked text or an attribute's checked value with its references resolved and its line ends made
    /// one: a line feed in text, a space in attributes.
    static func decode(_ raw: ByteSlice, isAttribute: Bool, into result: Column<UInt8>) {
        var index = 0
        while index < raw.count {
            let byte = raw[index]
            index += 1
            switch byte {
            case UInt8(ascii: "&"):
                let end = raw.firstIndex(of: UInt8(ascii: ";"), from: index) ?? raw.count
                append(scalar(ByteSlice(raw.start + index, end - index)) ?? 0xFFFD, to: result)
                index = end + 1
            case 0x0D:
                if index < raw.count, raw[index] == 0x0A { index += 1 }
                result.append(isAttribute ? 0x20 : 0x0A)
            case 0x09, 0x0A: result.append(isAttribute ? 0x20 : byte)
            default:
                let start = index - 1
                while index < raw.count, raw[index] >= 0x20, raw[index] != UInt8(ascii: "&") { index += 1 }
                result.append(contentsOf: raw.start + start, count: index - start)
            }
        }
    }

    private static func append(_ value: UInt32, to result: Column<UInt8>) {
        guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { return }
        for byte in bytes { result.append(byte) }
    }
}

extension XMLReader {
    /// Checks the reference whose `&` is at `start`; returns the index after its `;`.
    @inline(never)
    mutating func reference(at start: Int) throws(TraceError) -> Int {
        let offset = start - position
        var index = start + 1
        while true {
            let byte = base[index]
            if byte == 0, index >= count {
                index = try more(index, "a reference")
            } else if byte == UInt8(ascii: "#") || classes[Int(byte)] & XMLCharacters.name != 0 {
                index += 1
            } else {
                break
            }
        }
        let first = position + offset
        let body = ByteSlice(base + first + 1, index - first - 1)
        guard base[index] == UInt8(ascii: ";"), body.count > 0 else {
            throw error(
                at: first, "expected a reference such as '&amp;' after '&'", fix: "write '&amp;' for a plain '&'")
        }
        guard XMLReferences.scalar(body) != nil else {
            throw error(
                at: first, "the reference '&\(FieldValues.cut(body));' is not known",
                fix: "only &lt; &gt; &amp; &quot; &apos; and numbers of XML characters are read")
        }
        return index + 1
    }
}
