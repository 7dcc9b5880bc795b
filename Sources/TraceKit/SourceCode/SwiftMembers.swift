/// A type or an extension in a source, as ranges of its tokens.
struct SwiftRegion {
    /// The name with its enclosing types.
    var path: String
    var keyword: String
    /// The token of the name.
    var name: Int
    /// The brackets of its members.
    var open: Int
    var close: Int
    var attributes: [SwiftMember.Attribute]

    /// The name without its enclosing types.
    var lastName: String { path.split(separator: ".").last.map(String.init) ?? "" }

    /// The types and extensions of a source, in order.
    static func all(in tokens: SwiftTokens) -> [SwiftRegion] {
        var (found, byBracket): ([SwiftRegion], [Int: Int]) = ([], [:])
        var index = 0
        while index < tokens.count {
            defer { index += 1 }
            guard tokens[index].isWord, keywords.contains(tokens[index].text), tokens.text(index - 1) != ".",
                tokens.isWord(index + 1), !SwiftMember.words.contains(tokens[index + 1].text)
            else { continue }
            var (name, last) = (tokens[index + 1].text, index + 1)
            while tokens.text(last + 1) == ".", tokens.isWord(last + 2) {
                name += ".\(tokens[last + 2].text)"
                last += 2
            }
            guard let open = header(tokens, behind: last), name.utf8.count < longestName else { continue }
            let brackets = tokens.brackets(around: index, upTo: -1)
            let outer = brackets.lazy.compactMap { byBracket[$0] }.first.map { found[$0].path } ?? ""
            byBracket[open] = found.count
            found.append(
                SwiftRegion(
                    path: outer.isEmpty ? name : "\(outer).\(name)", keyword: tokens[index].text, name: index + 1,
                    open: open, close: tokens.partner(open), attributes: SwiftMember.attributes(tokens, before: index)))
        }
        return found
    }

    private static let keywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "extension"]
    private static let longestName = 500
    private static let longestHeader = 300

    /// The bracket that opens the members, behind conformances and conditions.
    private static func header(_ tokens: SwiftTokens, behind name: Int) -> Int? {
        var index = name + 1
        for _ in 0..<longestHeader where index < tokens.count {
            let text = tokens[index].text
            if text == "{" { return index }
            let isOther = tokens[index].partner >= 0 && tokens[index].partner < index
            if text == ";" || text == "=" || text == "in" || isOther || keywords.contains(text) { return nil }
            if index == name + 1, ![":", "<"].contains(text), text != "where" { return nil }
            index = tokens.behind(index)
        }
        return nil
    }

    /// Whether its header has a word, such as a generic parameter.
    func headerHas(_ word: String, _ tokens: SwiftTokens) -> Bool {
        ((name + 1)..<open).contains { tokens[$0].text == word }
    }
}

/// A member of a type, as ranges of tokens.
struct SwiftMember {
    struct Attribute {
        var name: String
        /// Its arguments without the brackets; empty without any.
        var arguments: Range<Int>
    }

    enum Kind { case stored, computed, function, other }

    var kind: Kind
    /// Empty if it has none.
    var name: String
    /// The token of the name, or of the keyword.
    var at: Int
    var attributes: [Attribute]
    var modifiers: Set<String>
    /// Of a property, its type.
    var type: Range<Int> = 0..<0
    /// Of a stored property, the first token of its value.
    var value: Int?
    /// Whether it is declared by `let`.
    var isConstant = false
    /// Of a function, its parameters with their brackets.
    var parameters: Range<Int> = 0..<0
    /// The bracket that opens its body.
    var body: Int?

    var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }

    static let modifierWords: Set<String> = [
        "public", "private", "fileprivate", "internal", "open", "package", "static", "class", "final", "lazy", "weak",
        "unowned", "mutating", "nonmutating", "override", "dynamic", "optional", "required", "convenience",
        "nonisolated", "isolated", "indirect",
    ]
    private static let declarations: Set<String> = [
        "var", "let", "func", "init", "deinit", "subscript", "case", "struct", "class", "enum", "actor", "protocol",
        "extension", "typealias", "associatedtype",
    ]
    /// The words that may begin a declaration.
    static let words = modifierWords.union(declarations)

    /// The attributes right before a keyword, with modifiers in between.
    static func attributes(_ tokens: SwiftTokens, before keyword: Int) -> [Attribute] {
        var (found, at): ([Attribute], Int) = ([], keyword)
        for _ in 0..<50 {
            var index = tokens.before(at)
            guard index >= 0 else { break }
            var arguments = 0..<0
            if tokens[index].text == "(" {
                arguments = (index + 1)..<tokens.partner(index)
                index -= 1
            }
            guard tokens.isWord(index) else { break }
            while tokens.text(index - 1) == ".", tokens.isWord(index - 2) { index -= 2 }
            if tokens.text(index - 1) == "@" {
                found.append(Attribute(name: tokens[index].text, arguments: arguments))
                at = index - 1
            } else if modifierWords.contains(tokens[index].text) {
                at = index
            } else {
                break
            }
        }
        return found
    }

    /// The members of a type or extension.
    static func all(of region: SwiftRegion, _ tokens: SwiftTokens) -> [SwiftMember] {
        var (found, attributes, modifiers): ([SwiftMember], [Attribute], Set<String>) = ([], [], [])
        var index = region.open + 1
        while index < region.close {
            let text = tokens[index].text
            let next = tokens.text(index + 1)
            if text == "@", tokens.isWord(index + 1) {
                index += 2
                while tokens.text(index) == ".", tokens.isWord(index + 1) { index += 2 }
                var attribute = Attribute(name: tokens[index - 1].text, arguments: 0..<0)
                if tokens.text(index) == "(" {
                    attribute.arguments = (index + 1)..<tokens.partner(index)
                    index = tokens.behind(index)
                }
                attributes.append(attribute)
            } else if modifierWords.contains(text), !(text == "class" && !words.contains(next) && next != "(") {
                modifiers.insert(text)
                index += 1
                if next == "(" {
                    // `private(set)` hides nothing from readers.
                    modifiers.remove(text)
                    index = tokens.behind(index)
                }
            } else if declarations.contains(text), tokens[index].isWord {
                var member = SwiftMember(
                    kind: .other, name: "", at: index, attributes: attributes, modifiers: modifiers)
                index = member.read(tokens, region.close)
                found.append(member)
                (attributes, modifiers) = ([], [])
            } else {
                index = tokens.behind(index)
                // The words of `#if os(macOS)` are no attributes' end; everything else is.
                if text == "}" || text == ";" { (attributes, modifiers) = ([], []) }
            }
        }
        return found
    }

    /// Reads the rest of the declaration, and returns the token behind it.
    private mutating func read(_ tokens: SwiftTokens, _ end: Int) -> Int {
        let keyword = tokens[at].text
        if tokens.isWord(at + 1) {
            name = tokens[at + 1].text
            at += 1
        }
        switch keyword {
        case "var", "let":
            guard !name.isEmpty else { return at + 1 }
            isConstant = keyword == "let"
            return readProperty(tokens, end)
        case "func", "init", "subscript":
            var index = at + 1
            while index < end, tokens[index].text != "{", index == at + 1 || !startsDeclaration(tokens, index) {
                if tokens[index].text == "(", parameters.isEmpty {
                    parameters = index..<(tokens.partner(index) + 1)
                }
                index = tokens.behind(index)
            }
            if keyword == "func", !name.isEmpty { kind = .function }
            guard index < end, tokens[index].text == "{" else { return index }
            body = index
            return tokens.behind(index)
        case "struct", "enum", "actor", "protocol", "extension", "class":
            var index = at + 1
            while index < end, tokens[index].text != "{" { index = tokens.behind(index) }
            return index < end ? tokens.behind(index) : index
        default: return at + 1
        }
    }

    private mutating func readProperty(_ tokens: SwiftTokens, _ end: Int) -> Int {
        kind = .stored
        var index = at + 1
        if tokens.text(index) == ":" {
            index += 1
            let start = index
            while index < end, !["=", "{", ",", ";"].contains(tokens[index].text),
                index == start || tokens[index].line == tokens[index - 1].line
            {
                index = tokens.behind(index)
            }
            type = start..<min(index, end)
        }
        if index < end, tokens[index].text == "=" {
            value = index + 1
            while index < end, !startsDeclaration(tokens, index), tokens[index].text != ";" {
                index = tokens.behind(index)
            }
        } else if index < end, tokens[index].text == "{" {
            if tokens.text(index + 1) != "willSet", tokens.text(index + 1) != "didSet" { kind = .computed }
            body = index
            index = tokens.behind(index)
        }
        return min(index, end)
    }

    /// Whether a declaration begins here, on a line of its own.
    private func startsDeclaration(_ tokens: SwiftTokens, _ index: Int) -> Bool {
        let text = tokens[index].text
        return (tokens[index].line > tokens[index - 1].line || tokens[index - 1].text == "}")
            && (text == "@" || text == "#" || tokens[index].isWord && Self.words.contains(text))
    }

    /// Whether the type is exactly a name, or that as an optional.
    func isTyped(_ name: String, _ tokens: SwiftTokens) -> Bool {
        guard (1...2).contains(type.count), tokens[type.lowerBound].text == name else { return false }
        return type.count == 1 || tokens[type.lowerBound + 1].text == "?"
    }

    func hasAttribute(_ names: Set<String>) -> Bool { attributes.contains { names.contains($0.name) } }
}
