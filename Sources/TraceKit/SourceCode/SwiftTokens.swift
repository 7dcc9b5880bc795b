/// The words and signs of a source with their brackets. Interpolations are code, other text of strings is not.
struct SwiftTokens {
    struct Token {
        var text: String
        /// Counted from 1.
        var line: Int32
        var isWord: Bool
        /// The open `#if`s around it.
        var conditions: UInt8
        /// The innermost bracket around it, as an index of a token; -1 without one.
        var parent: Int32
        /// The other bracket of a pair; -1 for other tokens.
        var partner: Int32 = -1
    }

    private(set) var all: [Token] = []

    /// Deeper code is not examined.
    private static let deepest = 200

    /// Nil if the brackets do not match or nest too deeply: then no token is certain to be where it seems to be.
    init?(_ source: [UInt8]) {
        var (open, conditions): ([Int], Int) = ([], 0)
        var lexer = Lexer(CodeText.blanked(source, keepsInterpolations: true))
        while let (text, line, isWord) = lexer.next(after: all.last) {
            if all.last?.text == "#", isWord {
                if text == "if" { conditions += 1 }
                if text == "endif" { conditions -= 1 }
                guard (0..<Self.deepest).contains(conditions) else { return nil }
            }
            var token = Token(
                text: text, line: Int32(line), isWord: isWord, conditions: UInt8(conditions), parent: -1)
            if let closed = Self.opening(text) {
                guard let start = open.popLast(), all[start].text == closed else { return nil }
                token.partner = Int32(start)
                all[start].partner = Int32(all.count)
            }
            token.parent = open.last.map(Int32.init) ?? -1
            if text == "(" || text == "[" || text == "{" {
                guard open.count < Self.deepest else { return nil }
                open.append(all.count)
            }
            all.append(token)
        }
        guard open.isEmpty, conditions == 0 else { return nil }
    }

    private static func opening(_ text: String) -> String? {
        switch text {
        case ")": "("
        case "]": "["
        case "}": "{"
        default: nil
        }
    }

    var count: Int { all.count }

    subscript(index: Int) -> Token { all[index] }

    /// The text of a token; empty outside.
    func text(_ index: Int) -> String { all.indices.contains(index) ? all[index].text : "" }

    func isWord(_ index: Int) -> Bool { all.indices.contains(index) && all[index].isWord }

    func parent(_ index: Int) -> Int { Int(all[index].parent) }

    func partner(_ index: Int) -> Int { Int(all[index].partner) }

    /// The next token with the same bracket around it, behind what an opening bracket encloses.
    func behind(_ index: Int) -> Int {
        let partner = Int(all[index].partner)
        return partner > index ? partner + 1 : index + 1
    }

    /// The token before with the same bracket around it: of a pair, the opening bracket.
    func before(_ index: Int) -> Int {
        guard index > 0 else { return -1 }
        let partner = Int(all[index - 1].partner)
        return partner >= 0 && partner < index - 1 ? partner : index - 1
    }

    /// The brackets around a token, the innermost first, up to one.
    func brackets(around index: Int, upTo end: Int) -> [Int] {
        var (found, at): ([Int], Int) = ([], parent(index))
        while at >= 0, at != end {
            found.append(at)
            at = parent(at)
        }
        return found
    }
}

/// Splits code into words, brackets, and runs of signs that form an operator.
private struct Lexer {
    private let code: [UInt8]
    private var at = 0
    private var line = 1
    /// The end of the last search for a pattern's end without a result.
    private var searched = 0

    /// Bytes; the end of a longer one is not looked for.
    private static let longestRegex = 1000

    init(_ code: [UInt8]) { self.code = code }

    mutating func next(after last: SwiftTokens.Token?) -> (text: String, line: Int, isWord: Bool)? {
        while at < code.count {
            let byte = code[at]
            if byte == UInt8(ascii: "\n") { line += 1 }
            if byte > UInt8(ascii: " ") {
                guard byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#"), skipRegex(last) else { break }
                return ("\"", line, false)
            }
            at += 1
        }
        guard at < code.count else { return nil }
        let start = at
        if CodeText.isNamePart(code[at]) {
            while at < code.count, CodeText.isNamePart(code[at]) { at += 1 }
            return (text(start..<at), line, true)
        }
        at += 1
        if code[start] == UInt8(ascii: "`") {
            while at < code.count, CodeText.isNamePart(code[at]) { at += 1 }
            let name = text((start + 1)..<at)
            if at < code.count, code[at] == UInt8(ascii: "`") { at += 1 }
            return (name, line, true)
        }
        if Self.isOperator(code[start]) { while at < code.count, Self.isOperator(code[at]) { at += 1 } }
        return (text(start..<at), line, false)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: code[range], as: UTF8.self) }

    private static func isOperator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "|"),
            UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "!"):
            true
        default: false
        }
    }

    /// Skips a pattern such as `/a(b/`, whose brackets are none; false if none begins here.
    private mutating func skipRegex(_ last: SwiftTokens.Token?) -> Bool {
        var (end, isMarked) = (at, false)
        if code[end] == UInt8(ascii: "#") {
            isMarked = true
            end += 1
            guard end < code.count, code[end] == UInt8(ascii: "/") else { return false }
        } else if let last, last.isWord && last.text != "return" || [")", "]", "}", "?", "."].contains(last.text) {
            return false
        }
        end += 1
        let isOperator =
            end < code.count && [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "=")].contains(code[end])
        guard at >= searched, !isOperator else { return false }
        let limit = min(code.count, at + Self.longestRegex)
        while end < limit, code[end] != UInt8(ascii: "\n") {
            if code[end] == UInt8(ascii: "\\") {
                end += 1
            } else if code[end] == UInt8(ascii: "/") {
                guard !isMarked || end + 1 < code.count && code[end + 1] == UInt8(ascii: "#") else {
                    end += 1
                    continue
                }
                at = end + (isMarked ? 2 : 1)
                return true
            }
            end += 1
        }
        searched = end
        return false
    }
}
