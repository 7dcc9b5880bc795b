/// JSON as people write it by hand: with `//` and `/* */` comments and a comma behind the last entry.
enum BudgetSyntax {
    /// A comment that nothing ends, by the byte it begins at.
    struct OpenComment: Error { let offset: Int }

    private static let space = UInt8(ascii: " ")

    /// The same bytes as strict JSON: what JSON does not know is blank, everything else stays where it is, so that
    /// places in the one are places in the other.
    static func strict(_ text: [UInt8]) throws(OpenComment) -> [UInt8] {
        var bytes = text
        /// A comma behind a value, with nothing but blanks since.
        var comma: Int?
        /// The last byte that was no blank.
        var last = UInt8(ascii: "{")
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "/"), let end = try endOfComment(bytes, index) {
                for place in index..<end where bytes[place] != 0x0A && bytes[place] != 0x0D { bytes[place] = space }
                index = end
                continue
            }
            if isSpace(byte) {
                index += 1
                continue
            }
            switch byte {
            case UInt8(ascii: ","): comma = "[{,".utf8.contains(last) ? nil : index
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let comma { bytes[comma] = space }
                comma = nil
            default: comma = nil
            }
            last = byte
            index = byte == UInt8(ascii: "\"") ? endOfString(bytes, index) : index + 1
        }
        return bytes
    }

    /// The first byte behind the comment; nil where none begins.
    private static func endOfComment(_ bytes: [UInt8], _ start: Int) throws(OpenComment) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        var index = start + 2
        switch bytes[start + 1] {
        case UInt8(ascii: "/"):
            while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
            return index
        case UInt8(ascii: "*"):
            while index + 1 < bytes.count {
                if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
                index += 1
            }
            throw OpenComment(offset: start)
        default: return nil
        }
    }

    /// The first byte behind the string; one that does not end is left to the reader to complain about.
    private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != 0x0A {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    /// Where the key begins whose colon ends at `end`.
    static func startOfKey(_ bytes: [UInt8], before end: Int) -> Int {
        var index = end - 2
        while index > 0, bytes[index] != UInt8(ascii: "\"") { index -= 1 }
        // Its closing quote is found; the opening one is the next that no backslash escapes.
        repeat {
            index -= 1
            while index > 0, bytes[index] != UInt8(ascii: "\"") { index -= 1 }
            var backslashes = 0
            while index > backslashes, bytes[index - 1 - backslashes] == UInt8(ascii: "\\") { backslashes += 1 }
            if backslashes % 2 == 0 { return max(0, index) }
        } while index > 0
        return 0
    }
}
