/// The tokens of a Swift source that matter for declarations: names, brackets and a few signs. Comments, string
/// contents, regular expressions, numbers and most operators are skipped.
///
/// It never fails: other text gives other tokens, in linear time.
struct SwiftTokens {
    enum Kind {
        case name, open, close, openBrace, closeBrace, less, greater, comma, colon, semicolon, equals, dot, at
        /// `#if`; `#else` and `#elseif`; `#endif`.
        case ifDirective, elseDirective, endDirective
        case other, end
    }

    struct Token {
        var kind: Kind
        var start: Int
        var end: Int
        /// Counted from 1.
        var line: Int
        /// Whether only spaces and comments precede it on its line.
        var isFirst = false
        /// Whether it is a name in backticks, which is no keyword.
        var isQuoted = false
    }

    /// A string whose interpolation holds the current tokens: `\(…)`.
    private struct OpenString {
        var hashes: Int
        var isMultiline: Bool
        /// Open parentheses in the interpolation.
        var depth = 0
    }

    let source: ByteSlice
    private var at = 0
    private var line = 1
    private var isFirst = true
    private var strings: [OpenString] = []
    /// A string that continues after an interpolation up to the next one, whose bracket comes first.
    private var opensAgain = false
    /// Slashes that began no regular expression: searching for many ends would take quadratic time.
    private var failures = 0
    private static let mostFailures = 256
    /// Whether the previous token ends an expression: then a slash divides, else it may begin a regular expression.
    private var isAfterValue = false

    init(_ source: ByteSlice) {
        self.source = source
        // A byte order mark, or the interpreter line.
        if source.hasPrefix("\u{FEFF}") { at = 3 }
        if source.has("#!", at: at) { skipLine() }
    }

    func text(_ token: Token) -> String { source.dropFirst(token.start).prefix(token.end - token.start).text }

    func slice(_ token: Token) -> ByteSlice { source.dropFirst(token.start).prefix(token.end - token.start) }

    /// Zeros follow the end.
    @inline(__always)
    private func byte(_ offset: Int) -> UInt8 { offset < source.count ? source[offset] : 0 }

    mutating func next() -> Token {
        if opensAgain {
            opensAgain = false
            return Token(kind: .open, start: at - 1, end: at, line: line)
        }
        skipSpace()
        defer { isFirst = false }
        let start = at
        guard at < source.count else { return Token(kind: .end, start: start, end: start, line: line) }
        let first = source[at]
        if Self.isNameStart(first) { return name(start) }
        if let kind = Self.signs[Int(first)] {
            at += 1
            return bracket(kind, first, start)
        }
        let startLine = line
        let kind: Kind
        switch first {
        case UInt8(ascii: "\""):
            kind = string(hashes: 0)
        case UInt8(ascii: "`"): return quotedName(start)
        case UInt8(ascii: "#"): return hash(start)
        case UInt8(ascii: "/") where skipRegex(hashes: 0): kind = .other
        case _ where isDigit(first):
            while Self.isNamePart(byte(at)) || byte(at) == UInt8(ascii: ".") && isDigit(byte(at + 1)) { at += 1 }
            kind = .other
        case _ where Self.isOperator(first):
            return operatorToken(start)
        default:
            at += 1
            kind = .other
        }
        isAfterValue = kind == .other
        return Token(kind: kind, start: start, end: at, line: startLine, isFirst: isFirst)
    }

    // MARK: Names and signs

    private static let signs: [Kind?] = {
        var signs = [Kind?](repeating: nil, count: 256)
        let all: [(Unicode.Scalar, Kind)] = [
            ("(", .open), ("[", .open), (")", .close), ("]", .close), ("{", .openBrace), ("}", .closeBrace),
            (",", .comma), (":", .colon), (";", .semicolon), (".", .dot), ("@", .at),
        ]
        for (sign, kind) in all { signs[Int(sign.value)] = kind }
        return signs
    }()

    private mutating func name(_ start: Int) -> Token {
        while Self.isNamePart(byte(at)) { at += 1 }
        let token = Token(kind: .name, start: start, end: at, line: line, isFirst: isFirst)
        isAfterValue = !Self.isBeforeExpression(slice(token))
        return token
    }

    private mutating func quotedName(_ start: Int) -> Token {
        at += 1
        while at < source.count, source[at] != UInt8(ascii: "`"), source[at] != UInt8(ascii: "\n") { at += 1 }
        let end = at
        if byte(at) == UInt8(ascii: "`") { at += 1 }
        isAfterValue = true
        return Token(kind: .name, start: start + 1, end: end, line: line, isFirst: isFirst, isQuoted: true)
    }

    /// A bracket or sign; after the parenthesis that ends an interpolation comes the rest of its string.
    private mutating func bracket(_ kind: Kind, _ byte: UInt8, _ start: Int) -> Token {
        let token = Token(kind: kind, start: start, end: at, line: line, isFirst: isFirst)
        isAfterValue = kind == .close || kind == .closeBrace
        guard let last = strings.indices.last else { return token }
        if byte == UInt8(ascii: "(") { strings[last].depth += 1 }
        if byte == UInt8(ascii: ")") {
            if strings[last].depth > 0 {
                strings[last].depth -= 1
            } else {
                opensAgain = scanRest(of: strings.removeLast())
                isAfterValue = !opensAgain
            }
        }
        return token
    }

    private mutating func operatorToken(_ start: Int) -> Token {
        let (first, second) = (source[at], byte(at + 1))
        let isPostfix = first == UInt8(ascii: "!") || first == UInt8(ascii: "?")
        var kind = Kind.other
        if first == UInt8(ascii: "="), !Self.isOperator(second) { kind = .equals }
        if first == UInt8(ascii: "<"), second != UInt8(ascii: "=") { kind = .less }
        if first == UInt8(ascii: ">"), second != UInt8(ascii: "=") { kind = .greater }
        at += 1
        // Angle brackets directly follow other signs: `A<B<C>>`, `A<B?>`; an arrow is no bracket.
        if first == UInt8(ascii: "-"), second == UInt8(ascii: ">") { at += 1 }
        if kind == .other, !isPostfix, second == UInt8(ascii: "=") { at += 1 }
        // `value! / 2`, `value? / 2`
        isAfterValue = isAfterValue && isPostfix
        return Token(kind: kind, start: start, end: at, line: line, isFirst: isFirst)
    }

    /// `#if`, `#"raw"#`, `#/regex/#`, `#selector`.
    private mutating func hash(_ start: Int) -> Token {
        var hashes = 0
        while byte(at + hashes) == UInt8(ascii: "#") { hashes += 1 }
        let startLine = line
        let after = byte(at + hashes)
        if after == UInt8(ascii: "\"") {
            at += hashes
            let kind = string(hashes: hashes)
            isAfterValue = kind == .other
            return Token(kind: kind, start: start, end: at, line: startLine, isFirst: isFirst)
        }
        var kind = Kind.other
        if after == UInt8(ascii: "/") {
            at += hashes
            if !skipRegex(hashes: hashes) { at += 1 }
        } else {
            at += hashes
            let word = at
            while Self.isNamePart(byte(at)) { at += 1 }
            let name = source.dropFirst(word).prefix(at - word)
            if name.equals("if") { kind = .ifDirective }
            if name.equals("else") || name.equals("elseif") { kind = .elseDirective }
            if name.equals("endif") { kind = .endDirective }
            // A condition contains no code of a branch.
            if kind == .ifDirective || kind == .elseDirective { skipCondition() }
        }
        isAfterValue = kind == .other
        return Token(kind: kind, start: start, end: at, line: startLine, isFirst: isFirst)
    }

    /// Up to the end of the line.
    private mutating func skipCondition() {
        while at < source.count, source[at] != UInt8(ascii: "\n") {
            if source[at] == UInt8(ascii: "/"), byte(at + 1) == UInt8(ascii: "/") { return skipLine() }
            if source[at] == UInt8(ascii: "/"), byte(at + 1) == UInt8(ascii: "*") {
                skipBlockComment()
            } else {
                at += 1
            }
        }
    }

    // MARK: Strings

    /// Scans a string from its opening quote. A string with an interpolation ends as an open bracket, and continues
    /// after the closing one.
    private mutating func string(hashes: Int) -> Kind {
        let isMultiline =
            source.count - at >= 3 && source.has("\"\"\"", at: at) && !(hashes > 0 && endsOnLine(hashes: hashes))
        at += isMultiline ? 3 : 1
        return scanRest(of: OpenString(hashes: hashes, isMultiline: isMultiline)) ? .open : .other
    }

    /// Whether a raw string that begins with three quotes ends on its line: `#"""#` is one quote.
    private func endsOnLine(hashes: Int) -> Bool {
        var end = at + 1
        while end < source.count, source[end] != UInt8(ascii: "\n") {
            end += 1
            if source[end - 1] == UInt8(ascii: "\""), (0..<hashes).allSatisfy({ byte(end + $0) == UInt8(ascii: "#") }) {
                return true
            }
        }
        return false
    }

    /// Scans to the end of the string or an interpolation, and returns whether it is the latter.
    private mutating func scanRest(of string: OpenString) -> Bool {
        while at < source.count {
            switch source[at] {
            case UInt8(ascii: "\n"):
                // A single-line string without an end.
                if !string.isMultiline { return false }
                line += 1
                at += 1
            case UInt8(ascii: "\\"):
                at += 1
                guard hasHashes(string.hashes) else { continue }
                at += string.hashes
                if byte(at) == UInt8(ascii: "(") {
                    at += 1
                    strings.append(string)
                    return true
                }
                if at < source.count, source[at] != UInt8(ascii: "\n") { at += 1 }
            case UInt8(ascii: "\""):
                let quotes = string.isMultiline ? 3 : 1
                let isEnd = !string.isMultiline || source.count - at >= 3 && source.has("\"\"\"", at: at)
                at += isEnd ? quotes : 1
                guard isEnd, hasHashes(string.hashes) else { continue }
                at += string.hashes
                return false
            default: at += 1
            }
        }
        return false
    }

    private func hasHashes(_ number: Int) -> Bool {
        number == 0 || (0..<number).allSatisfy { byte(at + $0) == UInt8(ascii: "#") }
    }

    /// Skips a regular expression if one may begin here and ends; otherwise does nothing. A bare one is on one line.
    private mutating func skipRegex(hashes: Int) -> Bool {
        guard failures < Self.mostFailures else { return false }
        var end = at + 1
        if hashes == 0 {
            guard !isAfterValue else { return false }
            switch byte(end) {
            case 0, UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ")"),
                UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "."):
                return false
            default: break
            }
        }
        var lines = 0
        while end < source.count {
            switch source[end] {
            case UInt8(ascii: "\n"):
                if hashes == 0 {
                    failures += 1
                    return false
                }
                lines += 1
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "/") where (0..<hashes).allSatisfy { byte(end + 1 + $0) == UInt8(ascii: "#") }:
                at = end + 1 + hashes
                line += lines
                return true
            default: break
            }
            end += 1
        }
        failures += 1
        return false
    }

    // MARK: Space and comments

    private mutating func skipSpace() {
        while at < source.count {
            switch source[at] {
            case UInt8(ascii: "\n"):
                line += 1
                isFirst = true
                at += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C, 0: at += 1
            case UInt8(ascii: "/"):
                if byte(at + 1) == UInt8(ascii: "/") {
                    skipLine()
                } else if byte(at + 1) == UInt8(ascii: "*") {
                    skipBlockComment()
                } else {
                    return
                }
            default: return
            }
        }
    }

    private mutating func skipLine() { at = source.firstIndex(of: UInt8(ascii: "\n"), from: at) ?? source.count }

    /// Block comments nest. One without an end extends to the end of the file.
    private mutating func skipBlockComment() {
        var depth = 0
        while at < source.count {
            if source[at] == UInt8(ascii: "/"), byte(at + 1) == UInt8(ascii: "*") {
                depth += 1
                at += 2
            } else if source[at] == UInt8(ascii: "*"), byte(at + 1) == UInt8(ascii: "/") {
                depth -= 1
                at += 2
                if depth == 0 { return }
            } else {
                if source[at] == UInt8(ascii: "\n") {
                    line += 1
                    isFirst = true
                }
                at += 1
            }
        }
    }

    // MARK: Letters

    @inline(__always)
    private static func isNameStart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || (byte | 0x20) &- UInt8(ascii: "a") <= UInt8(ascii: "z") - UInt8(ascii: "a")
    }

    @inline(__always)
    private static func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) }

    private static func isOperator(_ byte: UInt8) -> Bool { "=-+!*%<>&|^~?/".utf8.contains(byte) }

    /// Keywords before an expression.
    private static func isBeforeExpression(_ name: ByteSlice) -> Bool {
        guard name.count <= 6 else { return false }
        return name.equals("return") || name.equals("in") || name.equals("case") || name.equals("if")
            || name.equals("guard") || name.equals("while") || name.equals("try") || name.equals("await")
            || name.equals("where") || name.equals("else") || name.equals("switch") || name.equals("throw")
    }
}
