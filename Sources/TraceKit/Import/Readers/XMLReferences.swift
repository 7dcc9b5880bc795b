/// The references that XML has without a document type: five entities and characters by number.
enum XMLReferences {
    /// The scalar behind what stands between `&` and `;`; nil for anything else.
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
            default: result.append(byte)
            }
        }
    }

    private static func append(_ value: UInt32, to result: Column<UInt8>) {
        guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { return }
        for byte in bytes { result.append(byte) }
    }
}

extension XMLReader {
    /// Checks the reference whose `&` stands at `start`; the index behind its `;`.
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
