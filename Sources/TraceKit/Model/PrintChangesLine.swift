/// One line of `Self._printChanges()` or `Self._logChanges()`, checked against its grammar:
///
///     line     = type ": unchanged."  |  type ": " property { ", " property } " changed."
///     property = "@self" | "@identity" | "@dependencies" | storedName | "@" byteOffset | keyPath
///
/// Types and key paths may be generic, so commas and colons inside brackets separate nothing.
struct PrintChangesLine {
    let type: ByteSlice
    /// The properties as listed in the line; empty for `unchanged.`.
    private let list: ByteSlice
    /// Whether the spelling is typical of SwiftUI (`@self`, `_count`, `\Model.name`), or the line lists no property: an
    /// app's own print is unlikely to look like this.
    private(set) var isUnmistakable = false

    /// Returns nil for any other text, such as an app's own print.
    init?(_ text: ByteSlice) {
        let line = text.trimmed()
        guard let separator = Self.end(of: line, at: Self.isColon), separator + 2 < line.count else { return nil }
        type = line.prefix(separator)
        guard Self.isType(type) else { return nil }
        let rest = line.dropFirst(separator + 2)
        if rest.equals("unchanged.") {
            list = rest.prefix(0)
            isUnmistakable = true
            return
        }
        guard rest.hasSuffix(" changed.") else { return nil }
        list = rest.dropLast(9)
        guard list.count > 0 else { return nil }
        var isEach = true
        var isMarked = false
        forEachProperty { property in
            isEach = isEach && Self.isProperty(property)
            isMarked = isMarked || property.count > 0 && Self.isMark(property[0])
        }
        guard isEach else { return nil }
        isUnmistakable = isMarked
    }

    /// Calls `body` with each changed property, in the line's order.
    func forEachProperty(_ body: (ByteSlice) -> Void) {
        var rest = list
        while rest.count > 0 {
            guard let comma = Self.end(of: rest, at: Self.isComma) else { return body(rest) }
            body(rest.prefix(comma))
            rest = rest.dropFirst(comma + 2)
            // A list must not end with a comma.
            if rest.isEmpty { body(rest) }
        }
    }

    // MARK: Grammar

    private static func isColon(_ byte: UInt8, _ next: UInt8) -> Bool { byte == UInt8(ascii: ":") && next == 0x20 }
    private static func isComma(_ byte: UInt8, _ next: UInt8) -> Bool { byte == UInt8(ascii: ",") && next == 0x20 }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "@") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\")
    }

    /// The offset of the first pair of bytes outside brackets for which `isSeparator` holds; nil if
    /// there is none or the brackets do not match.
    private static func end(of text: ByteSlice, at isSeparator: (UInt8, UInt8) -> Bool) -> Int? {
        var depth = 0
        for index in 0..<text.count {
            if depth == 0, index + 1 < text.count, isSeparator(text[index], text[index + 1]) { return index }
            depth += step(text, index)
            if depth < 0 { return nil }
        }
        return nil
    }

    /// The change of the brackets' depth at a byte. The `>` of an arrow is no bracket.
    private static func step(_ text: ByteSlice, _ index: Int) -> Int {
        switch text[index] {
        case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["): 1
        case UInt8(ascii: ">"): index > 0 && text[index - 1] == UInt8(ascii: "-") ? 0 : -1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): -1
        default: 0
        }
    }

    /// Whether it is the name of a type, perhaps nested, generic or with a private context. A type
    /// begins with a capital, unlike the first word of most prints.
    private static func isType(_ text: ByteSlice) -> Bool {
        guard let first = text.buffer.first, text[text.count - 1] != UInt8(ascii: ".") else { return false }
        switch first {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "("), 0x80...: break
        // A mangled name, as for types in `#Preview`: `$s10StateGraph….Parent`.
        case UInt8(ascii: "$") where text.hasPrefix("$s"): break
        default: return false
        }
        return isBalanced(text) { isNamePart($0) || $0 == UInt8(ascii: ".") }
    }

    private static func isProperty(_ text: ByteSlice) -> Bool {
        guard let first = text.buffer.first else { return false }
        switch first {
        case UInt8(ascii: "@"):
            if text.equals("@self") || text.equals("@identity") || text.equals("@dependencies") { return true }
            return text.count > 1 && text.dropFirst(1).buffer.allSatisfy(isDigit)
        case UInt8(ascii: "\\"): return text.count > 1 && isBalanced(text.dropFirst(1)) { $0 > 0x20 && $0 != 0x7F }
        default: return !isDigit(first) && text.buffer.allSatisfy(isNamePart)
        }
    }

    /// Whether brackets match and `isPlain` holds for all bytes outside them.
    private static func isBalanced(_ text: ByteSlice, _ isPlain: (UInt8) -> Bool) -> Bool {
        var depth = 0
        for index in 0..<text.count {
            guard text[index] >= 0x20 else { return false }
            let step = step(text, index)
            if depth == 0, step == 0, !isPlain(text[index]) { return false }
            depth += step
            if depth < 0 { return false }
        }
        return depth == 0
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
    }
}
