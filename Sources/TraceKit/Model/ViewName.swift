/// Normalises view names so that they compare between builds and recordings.
///
/// Instruments and the runtime decorate a view's name: with the accessor that evaluates it, the context of a private
/// type, and addresses that differ in every process. The normalised name has none of these but keeps generic arguments.
/// The raw name is stored too.
enum ViewName {
    /// Converts `StaticBody<ViewBodyAccessor<LandmarkRow>, MainThreadFlags>`, `LandmarkRow.body` and `(unknown context
    /// at $104a3f2c8).LandmarkRow` to `LandmarkRow`. Not empty unless `raw` is.
    static func normalised(_ raw: String) -> String {
        var name = Substring(raw).trimmingSpaces
        name = droppingBody(name)
        for _ in 0..<mostWrappers {
            guard let inner = unwrapped(name) else { break }
            name = droppingBody(inner.trimmingSpaces)
        }
        let cleaned = droppingMarkers(String(demangled(name)))
        return cleaned.isEmpty ? raw : cleaned
    }

    /// The type of a mangled name: the part after its point (`$s10StateGraph….Parent` is `Parent`), otherwise the last
    /// name in it (`$s9Landmarks11LandmarkRowV` is `LandmarkRow`). Other names are unchanged.
    private static func demangled(_ name: Substring) -> Substring {
        guard let prefix = ["$s", "_$s", "$S", "_$S"].first(where: { name.hasPrefix($0) }) else { return name }
        if let point = name.firstIndex(of: "."), name.index(after: point) < name.endIndex {
            return name[name.index(after: point)...]
        }
        let bytes = Array(name.utf8)
        var (index, last) = (prefix.utf8.count, Range<Int>?.none)
        while let digits = bytes[index...].firstIndex(where: isDigit) {
            index = bytes[digits...].firstIndex { !isDigit($0) } ?? bytes.count
            // Names with a leading zero contain parts of others and are not decoded.
            guard bytes[digits] != UInt8(ascii: "0"), index - digits < 10,
                let length = Int(String(decoding: bytes[digits..<index], as: UTF8.self)), length <= bytes.count - index
            else { continue }
            let identifier = index..<(index + length)
            index += length
            // Private types are preceded by a hash of their file.
            if bytes[identifier.lowerBound] != UInt8(ascii: "_") { last = identifier }
            // Generic arguments follow the kind of a generic type; the kind of a private one is preceded by a mark.
            let kind = bytes[index...].starts(with: "LL".utf8) ? bytes[(index + 2)...] : bytes[index...]
            if ["Vy", "Cy", "Oy"].contains(where: { kind.starts(with: $0.utf8) }) { break }
        }
        return last.map { Substring(decoding: bytes[$0], as: UTF8.self) } ?? name
    }

    /// The most wrappers around a view: SwiftUI has two, and each costs a scan of its content.
    private static let mostWrappers = 8

    /// Removes the wrappers around a view's own type: `StaticBody`, `DynamicBody`, and accessors inside them.
    private static func unwrapped(_ name: Substring) -> Substring? {
        guard name.hasSuffix(">"), let open = name.firstIndex(of: "<") else { return nil }
        let wrapper = name[..<open].split(separator: ".").last ?? ""
        guard wrapper == "StaticBody" || wrapper == "DynamicBody" || wrapper.hasSuffix("BodyAccessor") else {
            return nil
        }
        let arguments = name[name.index(after: open)...]
        guard let end = endOfFirstArgument(arguments), end > arguments.startIndex else { return nil }
        return arguments[..<end]
    }

    /// The end of the first generic argument with balanced brackets: a comma or the closing `>`.
    private static func endOfFirstArgument(_ arguments: Substring) -> Substring.Index? {
        var depth = 0
        var previous: Character = " "
        for index in arguments.indices {
            switch arguments[index] {
            case "<", "(", "[": depth += 1
            case ">" where previous == "-": break  // the arrow of a function type
            case ">" where depth == 0: return index
            case ">", ")", "]": depth -= 1
            case "," where depth == 0: return index
            default: break
            }
            previous = arguments[index]
        }
        return nil
    }

    private static func droppingBody(_ name: Substring) -> Substring {
        for suffix in [".body", " body"] where name.hasSuffix(suffix) && name.count > suffix.count {
            return name.dropLast(suffix.count)
        }
        return name
    }

    // MARK: Markers

    /// The name without private contexts, addresses and UUIDs, for names other than views'. Not empty unless `name` is.
    static func withoutMarkers(_ name: String) -> String {
        let cleaned = droppingMarkers(name)
        return cleaned.isEmpty ? name : cleaned
    }

    /// Converts `Row<Text, Image>` to `Row`, `Outer<A>.Inner<B>` to `Outer.Inner`. Not empty unless `name` is.
    static func withoutGenerics(_ name: String) -> String {
        var depth = 0
        var result = ""
        var previous: Character = " "
        for character in name {
            switch character {
            case "<": depth += 1
            case ">" where previous != "-" && depth > 0: depth -= 1
            default: if depth == 0 { result.append(character) }
            }
            previous = character
        }
        return result.isEmpty || depth > 0 ? name : result
    }

    /// Removes private contexts, addresses and UUIDs, and parentheses that contained nothing else; `()` stays.
    private static func droppingMarkers(_ name: String) -> String {
        guard mayHaveMarkers(name) else { return name }
        let bytes = Array(name.utf8)
        var (result, contexts): ([UInt8], Contexts) = ([], Contexts(bytes))
        /// Whether the last thing read was a marker.
        var isAfterMarker = false
        var index = 0
        while index < bytes.count {
            if let end = contexts.unknown(at: index) {
                isAfterMarker = true
                index = end
                continue
            }
            if let length = addressLength(bytes, index) ?? uuidLength(bytes, index) {
                isAfterMarker = true
                index += length
                continue
            }
            if let (kept, end) = contexts.private(at: index) {
                result += bytes[kept]
                index = end
            } else if isAfterMarker, bytes[index] == UInt8(ascii: ")"), result.last == UInt8(ascii: "(") {
                result.removeLast()
                index += 1
            } else {
                result.append(bytes[index])
                index += 1
            }
            isAfterMarker = false
        }
        return tidied(String(decoding: result, as: UTF8.self))
    }

    /// Whether a name contains the characters that every marker needs; most names do not.
    private static func mayHaveMarkers(_ name: String) -> Bool {
        var previous: UInt8 = 0
        for byte in name.utf8 {
            if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "x") && previous == UInt8(ascii: "0") { return true }
            if byte == UInt8(ascii: "-"), isDigit(previous) || hexValue(previous) != nil { return true }
            previous = byte
        }
        return false
    }

    /// Finds the contexts in a name from its start to its end. It searches for the end of one only once, however many
    /// brackets are open before it.
    private struct Contexts {
        private let bytes: [UInt8]
        /// The first closing bracket and the first space from the last bracket on.
        private var (close, space) = (-1, -1)
        /// The last space after which a file's hash was searched, and the closing bracket after it.
        private var hash: (space: Int, close: Int?) = (-1, nil)

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// The end of `(unknown context at $104a3f2c8).`
        mutating func unknown(at index: Int) -> Int? {
            guard bytes[index] == UInt8(ascii: "("), bytes[index...].starts(with: "(unknown context at ".utf8) else {
                return nil
            }
            Self.move(&close, to: UInt8(ascii: ")"), from: index, bytes)
            guard close < bytes.count else { return nil }
            let next = close + 1
            return next < bytes.count && bytes[next] == UInt8(ascii: ".") ? next + 1 : next
        }

        /// The name and the end of `(LandmarkRow in _4F2A9C…)`.
        mutating func `private`(at index: Int) -> (name: Range<Int>, end: Int)? {
            guard bytes[index] == UInt8(ascii: "(") else { return nil }
            Self.move(&close, to: UInt8(ascii: ")"), from: index, bytes)
            Self.move(&space, to: UInt8(ascii: " "), from: index, bytes)
            if hash.space != space { hash = (space, endOfHash(behind: space)) }
            guard let end = hash.close, end == close else { return nil }
            return ((index + 1)..<space, end + 1)
        }

        private static func move(_ place: inout Int, to byte: UInt8, from index: Int, _ bytes: [UInt8]) {
            if place < index { place = bytes[index...].firstIndex(of: byte) ?? bytes.count }
        }

        /// The closing bracket after ` in _4F2A9C…`; nil if it is something else.
        private func endOfHash(behind space: Int) -> Int? {
            guard bytes[space...].starts(with: " in _".utf8) else { return nil }
            let digits = space + 5
            let end = bytes[digits...].firstIndex { hexValue($0) == nil } ?? bytes.count
            return end - digits >= 8 && end < bytes.count && bytes[end] == UInt8(ascii: ")") ? end : nil
        }
    }

    /// The length of an address: `0x` and hexadecimal digits outside a name, including a preceding `at`.
    private static func addressLength(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard start == 0 || !isNamePart(bytes[start - 1]) else { return nil }
        var index = start
        if bytes[index...].starts(with: "at 0x".utf8) { index += 3 }
        guard bytes[index...].starts(with: "0x".utf8) else { return nil }
        index += 2
        let digits = index
        while index < bytes.count, hexValue(bytes[index]) != nil { index += 1 }
        guard index > digits, index == bytes.count || !isNamePart(bytes[index]) else { return nil }
        return index - start
    }

    /// The length of a UUID: `8-4-4-4-12` hexadecimal digits.
    private static func uuidLength(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard bytes.count - start >= 36, start == 0 || !isNamePart(bytes[start - 1]) else { return nil }
        for offset in 0..<36 {
            let byte = bytes[start + offset]
            let isDash = offset == 8 || offset == 13 || offset == 18 || offset == 23
            guard isDash ? byte == UInt8(ascii: "-") : hexValue(byte) != nil else { return nil }
        }
        return 36
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
            || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }

    /// Removes traces of dropped parts: doubled or trailing spaces and points.
    private static func tidied(_ name: String) -> String {
        var result = ""
        for character in name where character != " " || (result.last != " " && !result.isEmpty) {
            result.append(character)
        }
        while let last = result.last, last == " " || last == "." || last == ":" || last == "@" { result.removeLast() }
        return result
    }
}

extension Substring {
    /// The text without spaces, tabs and line ends on both sides.
    var trimmingSpaces: Substring {
        var text = self
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }

    /// The text of a line after a logger's tags in brackets: level, category, file.
    var withoutLoggerMarks: Substring {
        var text = trimmingSpaces
        while text.first == "[", let end = text.firstIndex(of: "]") {
            text = text[text.index(after: end)...].trimmingSpaces
        }
        return text
    }
}

/// Recognises the names of views.
enum ViewWords {
    /// Whether a text may be the name of a view: an identifier, with or without its module and generic arguments.
    /// Pages, paths, sentences and numbers do not count.
    static func isName(_ text: String) -> Bool {
        let name = base(text)
        guard let first = name.first, first.isLetter || first == "_" || first == "$" || first == "(" else {
            return false
        }
        return name.allSatisfy { $0.isLetter || $0.isNumber || "_.$()".contains($0) }
    }

    /// Whether all texts are names of Swift types, and one of them has the form of a view's name.
    static func areTypes(_ texts: [String]) -> Bool {
        let types = texts.map { base($0).split(separator: ".").last.map(String.init) ?? "" }
        return types.allSatisfy { $0.first?.isUppercase == true && $0.contains(where: \.isLowercase) }
            && types.contains { type in parts.contains { type.hasSuffix($0) } }
    }

    /// Whether a name consists of several words, as most types of apps do: `FeedCell`.
    static func isCamelCase(_ name: Substring) -> Bool { name.dropFirst().contains(where: \.isUppercase) }

    private static func base(_ text: String) -> String {
        ViewName.withoutGenerics(ViewName.normalised(text)).filter { $0 != "?" }
    }

    /// The usual endings of view names.
    private static let parts = [
        "View", "Row", "Cell", "Card", "List", "Screen", "Sheet", "Page", "Tab", "Bar", "Grid", "Stack", "Button",
        "Label",
        "Header", "Footer", "Picker", "Section", "Item", "Badge", "Icon", "Image", "Form", "Field", "Menu", "Panel",
        "Toggle", "Chart", "Overlay", "Content",
    ]
}
