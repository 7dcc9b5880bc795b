/// Declarations in Swift sources that a trace may name: types and their properties.
struct SwiftDeclarations {
    struct Declaration: Sendable {
        /// The name without its enclosing types: `LandmarkRow`, `favorites`.
        var name: String
        /// The enclosing types, joined by points; empty at the top of a file.
        var scope: String
        /// The file, as a number of the caller's.
        var file: Int
        /// The line of the name, counted from 1.
        var line: Int
        /// For a type: whether it is declared as a view or another type that SwiftUI updates.
        var isView = false

        /// The name with its enclosing types.
        var path: String { scope.isEmpty ? name : "\(scope).\(name)" }
    }

    var types: [Declaration] = []
    var properties: [Declaration] = []
    /// Functions of types.
    var functions: [Declaration] = []
    /// Types that an extension makes views, by qualified name.
    var viewExtensions: [String] = []
    /// Extensions, by the qualified names of their types.
    var extensions: [Declaration] = []
    /// Names of the properties that protocols ask for.
    var requirements: Set<String> = []
}

/// Finds the declarations of a source by keywords and braces. There is no grammar: sources that do not compile give
/// partial results, regular expressions are read as code, and of `var a = 1, b = 2` only the first name is found.
struct SwiftScanner {
    /// What an open brace belongs to.
    private struct Frame {
        /// The enclosing types, including this one.
        var scope: String
        /// Whether it is the body of a type or extension.
        var hasMembers = false
        var isProtocol = false
    }

    /// A declaration whose opening brace is still missing.
    private struct Header {
        enum Part { case name, behindName, conformances, conditions }
        let keyword: String
        var part = Part.name
        var name = ""
        var line = 0
        var isView = false
        /// Open brackets of any kind.
        var depth = 0
    }

    private let file: Int
    private var line = 1
    private var frames = [Frame(scope: "")]
    /// Braces beyond `deepest`, and open parentheses and brackets of the current declaration.
    private var (deeper, depth) = (0, 0)
    private var header: Header?
    private var (expectsProperty, expectsFunction) = (false, false)
    /// The last character that is no blank.
    private var last: UInt8 = 0
    /// The frames at each open `#if`.
    private var branches: [[Frame]] = []
    private var found = SwiftDeclarations()

    /// Deeper braces are not examined, which keeps saving frames for `#if` cheap.
    private static let deepest = 128
    /// Longer names are ignored, because the qualified name of every type is kept.
    private static let longestPath = 2048

    /// - Parameter file: a number of the caller's.
    static func scan(_ source: [UInt8], file: Int, into sum: inout SwiftDeclarations) {
        var scanner = SwiftScanner(file)
        scanner.scan(CodeText.blanked(source))
        sum.types += scanner.found.types
        sum.properties += scanner.found.properties
        sum.functions += scanner.found.functions
        sum.viewExtensions += scanner.found.viewExtensions
        sum.extensions += scanner.found.extensions
        sum.requirements.formUnion(scanner.found.requirements)
    }

    private init(_ file: Int) { self.file = file }

    private mutating func scan(_ code: [UInt8]) {
        var at = 0
        while at < code.count {
            let byte = code[at]
            let start = at
            at += 1
            switch byte {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            case _ where CodeText.isNamePart(byte):
                while at < code.count, CodeText.isNamePart(code[at]) { at += 1 }
                read(word: String(decoding: code[start..<at], as: UTF8.self))
                last = byte
            case UInt8(ascii: "`"):
                while at < code.count, code[at] != byte, code[at] != UInt8(ascii: "\n") { at += 1 }
                read(name: String(decoding: code[(start + 1)..<at], as: UTF8.self))
                if at < code.count, code[at] == byte { at += 1 }
                last = byte
            default:
                read(sign: byte)
                last = byte
            }
        }
    }

    // MARK: Words

    private mutating func read(word: String) {
        if last == UInt8(ascii: "#") { return branch(word) }
        if last == UInt8(ascii: "@") { return }
        // `.struct` and `let actor` are names; `<let N: Int>` is no property.
        let isExpected = expectsProperty || expectsFunction
        let isName = last == UInt8(ascii: ".") || isExpected || header.map { $0.depth > 0 } ?? false
        guard Self.keywords.contains(word), !isName else { return read(name: word) }
        // `class func` and `class var` declare no class.
        header = nil
        (expectsProperty, expectsFunction) = (false, false)
        switch word {
        case "struct", "class", "enum", "actor", "protocol", "extension": header = Header(keyword: word)
        case "var", "let":
            let frame = frames[frames.count - 1]
            expectsProperty = depth == 0 && (frame.hasMembers || frame.isProtocol)
        case "func": expectsFunction = depth == 0 && frames[frames.count - 1].hasMembers
        default: break
        }
    }

    private static let keywords: Set<String> = [
        "struct", "class", "enum", "actor", "protocol", "extension", "var", "let", "func", "init", "import", "static",
        "public", "private", "internal", "override", "subscript", "typealias",
    ]

    private mutating func read(name: String) {
        if expectsProperty {
            expectsProperty = false
            let frame = frames[frames.count - 1]
            if frame.isProtocol {
                found.requirements.insert(name)
            } else {
                found.properties.append(.init(name: name, scope: frame.scope, file: file, line: line))
            }
        }
        if expectsFunction {
            expectsFunction = false
            found.functions.append(
                .init(name: name, scope: frames[frames.count - 1].scope, file: file, line: line))
        }
        guard var header, header.depth == 0 else { return }
        switch header.part {
        // `actor in` and `guard let actor else` declare no actor.
        case .name where name == "in" || name == "else": self.header = nil
        case .name:
            header.name += name
            header.line = line
            header.part = .behindName
            self.header = header
        case .behindName, .conformances:
            if name == "where" {
                header.part = .conditions
            } else if header.part == .behindName {
                // Two names in a row are no header.
                self.header = nil
                return
            } else if Self.isViewLike(name) {
                header.isView = true
            }
            self.header = header
        case .conditions: break
        }
    }

    /// SwiftUI protocols whose types have a body or an update function.
    private static func isViewLike(_ word: String) -> Bool {
        ["View", "App", "Scene", "Widget", "Layout", "Shape", "DynamicProperty", "Commands"].contains(word)
            || ["Modifier", "Representable", "Style", "Content"].contains { word.hasSuffix($0) }
    }

    /// Each branch of an `#if` starts with the braces that were open before the first: `#if os(iOS)` and `#else` may
    /// open the same type twice.
    private mutating func branch(_ word: String) {
        switch word {
        case "if": if branches.count < Self.deepest { branches.append(frames) }
        case "else", "elseif": if let before = branches.last { frames = before }
        case "endif": _ = branches.popLast()
        default: break
        }
    }

    // MARK: Signs

    private mutating func read(sign: UInt8) {
        (expectsProperty, expectsFunction) = (false, false)
        switch sign {
        case UInt8(ascii: "{"):
            if header?.depth != 0 { header = nil }
            open()
        case UInt8(ascii: "}"):
            header = nil
            if deeper > 0 { deeper -= 1 } else if frames.count > 1 { frames.removeLast() }
            depth = 0
        case UInt8(ascii: "("), UInt8(ascii: "["): step(1, isAngle: false)
        case UInt8(ascii: ")"), UInt8(ascii: "]"): step(-1, isAngle: false)
        case UInt8(ascii: "<"): step(1, isAngle: true)
        case UInt8(ascii: ">") where last != UInt8(ascii: "-"): step(-1, isAngle: true)
        case UInt8(ascii: ";"), UInt8(ascii: "="):
            if header?.part != .conditions, header?.depth == 0 { header = nil }
        case UInt8(ascii: ":"):
            if header?.part == .name { header = nil }
            if header?.part == .behindName, header?.depth == 0 { header?.part = .conformances }
        case UInt8(ascii: "."):
            if header?.part == .name { header = nil }
            guard header?.keyword == "extension", header?.part == .behindName, header?.depth == 0 else { break }
            header?.part = .name
            header?.name += "."
        default: if header?.part == .name { header = nil }
        }
    }

    private mutating func step(_ change: Int, isAngle: Bool) {
        if header?.part == .name { header = nil }
        if let inner = header?.depth { header?.depth = max(0, inner + change) }
        if !isAngle { depth = max(0, depth + change) }
    }

    private mutating func open() {
        let outer = frames[frames.count - 1].scope
        var frame = Frame(scope: outer)
        if let header, !header.name.isEmpty, header.name.utf8.count + outer.utf8.count < Self.longestPath {
            let type = SwiftDeclarations.Declaration(
                name: header.name, scope: outer, file: file, line: header.line, isView: header.isView)
            frame = Frame(scope: type.path, hasMembers: header.keyword != "protocol")
            frame.isProtocol = header.keyword == "protocol"
            if header.keyword == "extension" {
                found.extensions.append(type)
                if header.isView { found.viewExtensions.append(type.path) }
            } else if frame.hasMembers {
                found.types.append(type)
            }
        }
        header = nil
        depth = 0
        if frames.count < Self.deepest { frames.append(frame) } else { deeper += 1 }
    }
}

/// The code of a source: comments and the contents of strings are blanks, lines stay lines.
enum CodeText {
    /// Strings in interpolations of strings in … beyond this are taken for code.
    private static let deepest = 16

    /// What of strings is no code.
    private struct StringParts {
        var starts: [Int] = []
        var texts: [Range<Int>] = []
    }

    /// - Parameter keepsInterpolations: whether what is interpolated stays, and of each string its first quote.
    static func blanked(_ source: [UInt8], keepsInterpolations: Bool = false) -> [UInt8] {
        var code = source
        // Very old files end lines with a carriage return only.
        if !code.contains(UInt8(ascii: "\n")) { code = code.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : $0 } }
        var at = code.starts(0, with: "\u{FEFF}") ? 3 : 0
        blank(&code, 0..<at)
        if code.starts(at, with: "#!") { blank(&code, at..<lineEnd(code, at)) }
        while at < code.count {
            var parts = StringParts()
            let end =
                switch code[at] {
                case UInt8(ascii: "/") where code.starts(at, with: "//"): lineEnd(code, at)
                case UInt8(ascii: "/") where code.starts(at, with: "/*"): commentEnd(code, at)
                case UInt8(ascii: "\""), UInt8(ascii: "#"): stringEnd(code, at, 0, &parts) ?? at
                default: at
                }
            if keepsInterpolations, !parts.starts.isEmpty {
                for text in parts.texts { blank(&code, text) }
                for start in parts.starts { code[start] = UInt8(ascii: "\"") }
            } else {
                blank(&code, at..<end)
            }
            at = max(at + 1, end)
        }
        return code
    }

    /// Whether a byte between names means nothing.
    static func isBlank(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") || byte == UInt8(ascii: "`") }

    static func isNamePart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || isDigit(byte)
            || (byte | 0x20) &- UInt8(ascii: "a") <= UInt8(ascii: "z") - UInt8(ascii: "a")
    }

    private static func blank(_ code: inout [UInt8], _ range: Range<Int>) {
        for index in range where code[index] != UInt8(ascii: "\n") { code[index] = UInt8(ascii: " ") }
    }

    private static func lineEnd(_ code: [UInt8], _ start: Int) -> Int {
        code[start...].firstIndex(of: UInt8(ascii: "\n")) ?? code.count
    }

    /// Block comments nest. One without an end extends to the end of the file.
    private static func commentEnd(_ code: [UInt8], _ start: Int) -> Int {
        var (at, depth) = (start, 0)
        while at < code.count {
            if code.starts(at, with: "/*") {
                depth += 1
                at += 2
            } else if code.starts(at, with: "*/") {
                depth -= 1
                at += 2
                if depth == 0 { return at }
            } else {
                at += 1
            }
        }
        return at
    }

    /// The end of the string that begins here, with its interpolations; nil where none begins. On one line, a string
    /// without an end ends with it.
    private static func stringEnd(
        _ code: [UInt8], _ start: Int, _ depth: Int, _ parts: inout StringParts
    ) -> Int? {
        // Nor does a string begin within its own marks.
        if start > 0, code[start - 1] == UInt8(ascii: "#") { return nil }
        let hashes = code[start...].prefix { $0 == UInt8(ascii: "#") }.count
        var at = start + hashes
        guard code.starts(at, with: "\""), depth < deepest else { return nil }
        let end = String(repeating: "#", count: hashes)
        // The lines of a longer string begin behind its marks: `#"""#` is one quote.
        let isMultiline =
            code.starts(at, with: "\"\"\"")
            && [nil, UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(
                code.dropFirst(at + 3).first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") })
        let quotes = isMultiline ? "\"\"\"\(end)" : "\"\(end)"
        at += isMultiline ? 3 : 1
        var text = start
        parts.starts.append(start)
        defer { parts.texts.append(text..<at) }
        while at < code.count {
            if code.starts(at, with: quotes) {
                at += quotes.utf8.count
                return at
            }
            if code[at] == UInt8(ascii: "\n"), !isMultiline { return at }
            guard code.starts(at, with: "\\\(end)") else {
                at += 1
                continue
            }
            at += 1 + hashes
            if code.starts(at, with: "(") {
                parts.texts.append(text..<at)
                at = interpolationEnd(code, at, isMultiline, depth, &parts)
                text = at
            } else if at < code.count, code[at] != UInt8(ascii: "\n") {
                at += 1
            }
        }
        return at
    }

    private static func interpolationEnd(
        _ code: [UInt8], _ start: Int, _ isMultiline: Bool, _ depth: Int, _ parts: inout StringParts
    ) -> Int {
        var (at, open) = (start, 0)
        while at < code.count {
            switch code[at] {
            case UInt8(ascii: "("): open += 1
            case UInt8(ascii: ")"):
                open -= 1
                if open == 0 { return at + 1 }
            case UInt8(ascii: "\n") where !isMultiline: return at
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                if let end = stringEnd(code, at, depth + 1, &parts) {
                    at = end
                    continue
                }
            default: break
            }
            at += 1
        }
        return at
    }
}

extension [UInt8] {
    fileprivate func starts(_ index: Int, with text: String) -> Bool {
        let text = text.utf8
        return count - index >= text.count && self[index..<(index + text.count)].elementsEqual(text)
    }
}
