/// The keys of the outer levels of a JSON text, as far as its first bytes go: what formats are recognised by.
///
/// It reads what may be cut or wrong, so it checks nothing: it stops at the first byte that fits nowhere.
enum JSONOutline {
    struct Key {
        /// 1 = a key of the outermost object; in `[{"a": 0}]`, `a` is at depth 2.
        let depth: Int
        /// As it is written, escapes and all.
        let text: ByteSlice
        /// The text from its value on.
        let rest: ByteSlice

        /// The first byte of its value; zero where the text ends before it.
        var value: UInt8 { rest.isEmpty ? 0 : rest[0] }
    }

    /// Whether some key down to `maxDepth` answers yes.
    static func contains(_ head: ByteSlice, maxDepth: Int, where matches: (Key) -> Bool) -> Bool {
        first(head, maxDepth: maxDepth, where: matches) != nil
    }

    /// The first key down to `maxDepth` that answers yes.
    static func first(_ head: ByteSlice, maxDepth: Int, where matches: (Key) -> Bool) -> Key? {
        let body = JSONHead.skipMark(head)
        var depth = 0
        var index = 0
        while index < body.count {
            switch body[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                guard let end = endOfString(body, from: index + 1) else { return nil }
                let colon = skipSpace(body, from: end + 1)
                if depth <= maxDepth, colon < body.count, body[colon] == UInt8(ascii: ":") {
                    let first = skipSpace(body, from: colon + 1)
                    let text = ByteSlice(body.start + index + 1, end - index - 1)
                    let key = Key(depth: depth, text: text, rest: body.dropFirst(first))
                    if matches(key) { return key }
                }
                index = end
            default: break
            }
            index += 1
        }
        return nil
    }

    private static func endOfString(_ body: ByteSlice, from start: Int) -> Int? {
        var index = start
        while index < body.count {
            if body[index] == UInt8(ascii: "\"") { return index }
            index += body[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    private static func skipSpace(_ body: ByteSlice, from start: Int) -> Int {
        var index = start
        while index < body.count, isSpace(body[index]) { index += 1 }
        return index
    }
}
