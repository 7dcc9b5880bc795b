/// How a property is named in code: by itself, or through a property that holds its model.
struct PropertyAccess {
    let property: String
    /// The property that holds the model; nil for a property of the same type.
    var holder: String?

    /// What code does with a property.
    enum Use {
        case read, write
        case readAndWrite
        /// Calls a function of its value.
        case call(String)

        var isRead: Bool { if case .write = self { false } else { true } }
    }

    /// The name whose meaning decides.
    var name: String { holder ?? property }

    /// The uses of the property in some code, without those where the name means something else.
    func uses(in member: SwiftMember, _ part: SwiftCode.Part) -> [(at: Int, use: Use)] {
        let tokens = part.tokens
        guard let code = member.code(tokens) else { return [] }
        let places = code.filter { tokens[$0].text == name && tokens[$0].isWord }
        guard !places.isEmpty, places.count <= Self.most else { return [] }
        let scopes = NameScopes(name, in: code, parameters: member.parameters, tokens)
        let conditions = tokens[part.region.open].conditions
        return places.compactMap { place in
            guard !scopes.contains(place), tokens[place].conditions == conditions, let end = end(place, tokens)
            else { return nil }
            return (end, Self.use(end, tokens))
        }
    }

    private static let most = 1000

    /// The token of the property, if the name means it here.
    private func end(_ place: Int, _ tokens: SwiftTokens) -> Int? {
        guard Self.isOwn(place, tokens) else { return nil }
        guard holder != nil else {
            return Self.isLabel(place, tokens) ? nil : place
        }
        guard let member = Self.member(place, tokens), tokens[member].text == property else { return nil }
        return member
    }

    /// Whether a name is no member of something else, no binding and no key path.
    static func isOwn(_ place: Int, _ tokens: SwiftTokens) -> Bool {
        var before = tokens.text(place - 1)
        if before == "." {
            // `self.x`, `self?.x`
            let receiver = tokens.text(place - 2) == "?" ? place - 3 : place - 2
            guard tokens.text(receiver) == "self" else { return false }
            before = tokens.text(receiver - 1)
        }
        return ![".", "\\", "&", "let", "var", "func", "case", "for", "@", "#"].contains(before)
    }

    /// Whether a name is the label of an argument, a case, or something else before a colon but a choice.
    static func isLabel(_ place: Int, _ tokens: SwiftTokens) -> Bool {
        tokens.text(place + 1) == ":" && tokens.text(place - 1) != "?"
    }

    /// The member that follows a name, as in `x.p` and `x?.p`.
    static func member(_ place: Int, _ tokens: SwiftTokens) -> Int? {
        var point = place + 1
        if ["?", "!"].contains(tokens.text(point)) { point += 1 }
        return tokens.text(point) == "." && tokens.isWord(point + 1) ? point + 1 : nil
    }

    /// What follows a property decides.
    private static func use(_ place: Int, _ tokens: SwiftTokens) -> Use {
        var (next, isWhole) = (place + 1, true)
        for _ in 0..<longestPath {
            let text = tokens.text(next)
            if text == "?" || text == "!", [".", "["].contains(tokens.text(next + 1)) { next += 1 }
            if tokens.text(next) == ".", tokens.isWord(next + 1) {
                if ["(", "{"].contains(tokens.text(next + 2)) {
                    return isWhole ? .call(tokens[next + 1].text) : .read
                }
                next += 2
            } else if tokens.text(next) == "[", tokens[next].line == tokens[next - 1].line {
                next = tokens.behind(next)
            } else {
                break
            }
            isWhole = false
        }
        switch tokens.text(next) {
        case "=": return .write
        case "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&+=", "&-=": return .readAndWrite
        default: return .read
        }
    }

    private static let longestPath = 20
}

extension PropertyAccess {
    /// The properties that may hold a model: whose declaration says its type by itself.
    static func holders(of model: String, in type: SwiftCode.Kind) -> [SwiftMember] {
        let (part, tokens) = (type.declaration, type.declaration.tokens)
        guard type.name != model, !part.region.headerHas(model, tokens), type.members(model).isEmpty else { return [] }
        return part.members.filter {
            holds(model, $0, tokens) && type.members($0.name).count == 1
        }
    }

    private static let wrappers: Set<String> = [
        "State", "StateObject", "ObservedObject", "EnvironmentObject", "Bindable",
    ]

    private static func holds(_ model: String, _ member: SwiftMember, _ tokens: SwiftTokens) -> Bool {
        guard member.kind == .stored, !member.isStatic, !member.name.isEmpty else { return false }
        let attributes = member.attributes.filter { $0.name != "MainActor" }
        guard attributes.count <= 1 else { return false }
        if let attribute = attributes.first, attribute.name == "Environment" {
            let words = attribute.arguments.map { tokens[$0].text }
            return words == [model, ".", "self"] && (member.type.isEmpty || member.isTyped(model, tokens))
        }
        if let attribute = attributes.first, !wrappers.contains(attribute.name) { return false }
        if !member.type.isEmpty { return member.isTyped(model, tokens) }
        guard let value = member.value, ["State", "StateObject"].contains(attributes.first?.name),
            tokens.text(value) == model, tokens.text(value + 1) == "("
        else { return false }
        // `= Store().list` is something else.
        return ![".", "?", "!", "(", "{", "["].contains(tokens.text(tokens.behind(value + 1)))
    }

    /// Whether a property of a model is one whose reads count: stored, changeable, and made by no macro.
    static func isTracked(_ name: String, in model: SwiftCode.Kind) -> Bool {
        let found = model.members(name)
        guard found.count == 1, let member = found.first?.member else { return false }
        return member.kind == .stored && !member.isStatic && !member.isConstant && !member.modifiers.contains("lazy")
            && member.attributes.allSatisfy { ["Published", "MainActor", "available"].contains($0.name) }
    }
}
