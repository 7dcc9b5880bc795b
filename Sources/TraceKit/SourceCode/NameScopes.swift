/// Where in the code of a member a name means something else than the property of that name.
///
/// Rather too much than too little: a condition's names count up to the end of its block, those of a `guard` or a
/// pattern up to the end of the block around it.
struct NameScopes {
    private var ranges: [Range<Int>] = []
    /// Whether there are too many to look at.
    private var isEverywhere = false

    private static let most = 100
    private static let longestStatement = 200
    private static let longestSignature = 200
    /// Names that Swift declares by itself in some blocks.
    private static let implicit: Set<String> = ["error", "newValue", "oldValue", "self", "Self"]

    /// - Parameter range: the tokens of the member: its parameters, if any, and its body.
    init(_ name: String, in range: Range<Int>, parameters: Range<Int>, _ tokens: SwiftTokens) {
        isEverywhere =
            Self.implicit.contains(name) || parameters.contains { tokens[$0].text == name }
        guard !isEverywhere else { return }
        for index in range where ranges.count < Self.most {
            if tokens[index].text == "{" {
                if let end = Self.signature(index, name, tokens) { ranges.append(index..<end) }
            } else if tokens[index].text == name, Self.isDeclared(index, tokens) {
                ranges.append(index..<Self.end(of: index, tokens, range.upperBound))
            } else if tokens[index].text == "func" || tokens[index].text == "subscript", tokens[index].isWord {
                if let local = Self.function(index, name, tokens, range.upperBound) { ranges.append(local) }
            }
        }
        isEverywhere = ranges.count >= Self.most
    }

    func contains(_ index: Int) -> Bool { isEverywhere || ranges.contains { $0.contains(index) } }

    /// The end of a closure whose captures or parameters have the name.
    private static func signature(_ open: Int, _ name: String, _ tokens: SwiftTokens) -> Int? {
        var index = open + 1
        while index < tokens.partner(open), index - open < longestSignature {
            let token = tokens[index]
            if token.text == "in", token.isWord {
                let hasName = ((open + 1)..<index).contains { tokens[$0].text == name }
                return hasName ? tokens.partner(open) : nil
            }
            let isPart =
                token.isWord
                ? !statements.contains(token.text)
                : [",", ":", "(", "[", "->", ".", "?", "<", ">", "@", "&", "!", "="].contains(token.text)
            guard isPart else { return nil }
            index = tokens.behind(index)
        }
        // A signature that is too long may declare it.
        return index < tokens.partner(open) ? tokens.partner(open) : nil
    }

    private static let statements: Set<String> = [
        "for", "if", "let", "var", "guard", "switch", "while", "return", "func", "do", "case",
    ]

    /// Whether a pattern declares the name: `let x`, `for x in`, `let (x, y)`, `case let .some(x)`, `func x`.
    private static func isDeclared(_ index: Int, _ tokens: SwiftTokens) -> Bool {
        if introducers.contains(tokens.text(index - 1)) { return true }
        // `var a = 1, x = 2`, `case .some(let a), .none`: whatever follows a comma and is followed by a value.
        if tokens.text(index - 1) == ",", ["=", ":"].contains(tokens.text(index + 1)), isInDeclaration(index, tokens) {
            return true
        }
        var open = tokens.parent(index)
        while open >= 0, tokens[open].text == "(" {
            var before = open - 1
            for _ in 0..<8 where before >= 0 {
                guard tokens[before].isWord || [".", "?"].contains(tokens[before].text), tokens[before].text != "in"
                else { break }
                if ["let", "var", "for"].contains(tokens[before].text) { return true }
                before -= 1
            }
            open = tokens.parent(open)
        }
        return false
    }

    private static let introducers: Set<String> = ["let", "var", "for", "func", "inout", "catch"]

    /// Whether a list such as `let a = 1, x = 2` goes on here.
    private static func isInDeclaration(_ index: Int, _ tokens: SwiftTokens) -> Bool {
        var at = index
        for _ in 0..<longestStatement {
            at = tokens.before(at)
            guard at >= 0, tokens.parent(at) == tokens.parent(index), !["{", "}", ";"].contains(tokens[at].text) else {
                return false
            }
            if tokens[at].text == "let" || tokens[at].text == "var" { return true }
        }
        return true
    }

    /// The end of what a pattern declares.
    private static func end(of index: Int, _ tokens: SwiftTokens, _ last: Int) -> Int {
        var at = index
        while tokens.parent(at) >= 0, tokens[tokens.parent(at)].text != "{" { at = tokens.parent(at) }
        let block = tokens.parent(at)
        let end = block >= 0 ? tokens.partner(block) : last
        var keyword = at
        for _ in 0..<longestStatement {
            keyword = tokens.before(keyword)
            guard keyword >= 0, tokens.parent(keyword) == block, !["{", "}", ";"].contains(tokens[keyword].text) else {
                return end
            }
            guard tokens[keyword].isWord, ![".", "#"].contains(tokens.text(keyword - 1)) else { continue }
            if tokens[keyword].text == "guard" || tokens[keyword].text == "case" && !isCondition(keyword, tokens) {
                return end
            }
            if ["if", "while", "for", "catch"].contains(tokens[keyword].text) { return blockEnd(at, tokens, end) }
        }
        return end
    }

    /// Whether a `case` is one of `if case`, `for case`.
    private static func isCondition(_ index: Int, _ tokens: SwiftTokens) -> Bool {
        ["if", "while", "for", ","].contains(tokens.text(index - 1))
    }

    private static func blockEnd(_ start: Int, _ tokens: SwiftTokens, _ end: Int) -> Int {
        var at = start
        for _ in 0..<longestStatement where at < end {
            if tokens[at].text == "{" { return tokens.partner(at) }
            at = tokens.behind(at)
        }
        return end
    }

    /// Where the parameters of a local function have the name.
    private static func function(_ index: Int, _ name: String, _ tokens: SwiftTokens, _ end: Int) -> Range<Int>? {
        let close = blockEnd(index, tokens, end)
        var at = index
        while at < close, tokens[at].text != "{" {
            if tokens[at].text == "(", ((at + 1)..<tokens.partner(at)).contains(where: { tokens[$0].text == name }) {
                return index..<close
            }
            at = tokens.behind(at)
        }
        return nil
    }
}
