/// Where the body of a view reads the property that updates it, and where that is written (docs/sources.md).
///
/// Said only where the sources leave no doubt; else there is nothing.
struct PropertyReads {
    /// A view and a cause of its updates, by their names in a trace.
    struct Question: Hashable {
        var view: String
        var cause: String
    }

    /// A property as a view sees it.
    struct Subject {
        var view: SwiftCode.Kind
        /// Nil for a property of the view.
        var model: SwiftCode.Kind?
        var property: String
        var accesses: [PropertyAccess]
        /// The property of the view that updates it: its own, or the only holder of the model.
        var stored: SwiftMember?
        var isUnclear: Bool { view.hasMacros || model?.hasMacros == true }
        /// Of a value of the environment, `theme` of `@Environment(\.theme)`.
        var key: String? {
            guard let attribute = stored?.attributes.first, attribute.name == "Environment", model == nil,
                attribute.arguments.count == 3
            else { return nil }
            return view.declaration.tokens.text(attribute.arguments.lowerBound + 2)
        }
    }

    var code: SwiftCode
    private var filesByName: [String: [Int]?] = [:]

    static let mostWrites = 3
    /// Members that read a property; others are not looked for in the body.
    private static let mostMembers = 64
    /// A name in more files is not looked for.
    private static let mostFiles = 50

    init(_ index: SourceIndex) { code = SwiftCode(index) }

    /// What the sources say to each question, in order.
    mutating func answers(_ questions: [Question]) -> [[SourceFinding]] {
        var known: Set<Question> = []
        let asked = questions.filter { known.insert($0).inserted }
        let subjects = asked.map { subject($0) }
        let wholes = asked.map { whole($0) }
        let names = Set(
            wholes.compactMap { $0 }.flatMap { $0.properties + [$0.holder.name] } + subjects.compactMap(\.?.property)
                + subjects.compactMap(\.?.stored?.name) + subjects.compactMap(\.?.key))
        filesByName = code.index.files(with: names, as: .behindPoint, most: Self.mostFiles)
        var found: [Question: [SourceFinding]] = [:]
        for (question, subject) in zip(asked, subjects) {
            guard let subject else { continue }
            let reads = reads(subject)
            found[question] = reads.isEmpty ? neverRead(subject) : reads
        }
        for (question, whole) in zip(asked, wholes) {
            if let whole, found[question, default: []].isEmpty { found[question] = lines(whole) }
        }
        // Last, because they may need many files.
        for (question, subject) in zip(asked, subjects) {
            if let subject { found[question, default: []] += writes(subject) }
        }
        return questions.map { found[$0] ?? [] }
    }

    // MARK: The property

    private mutating func subject(_ question: Question) -> Subject? {
        guard let name = SourceIndex.names(question.view).last(where: { $0 != "body" }), let view = code.kind(name),
            view.declaration.region.keyword == "struct", let cause = CauseName(question.cause)
        else { return nil }
        switch cause {
        case .view: return nil
        case .environment(let value): return environment(value, view)
        case .property(let names):
            // A call is no property, and the body of a view none that anything else writes.
            guard let last = names.last, last != "body", !names.contains(where: { $0.contains("(") }) else {
                return nil
            }
            let property = String(last.drop { $0 == "_" || $0 == "$" })
            let owner = names.dropLast().last
            guard !property.isEmpty else { return nil }
            if let owner, owner != name { return model(owner, property, view) }
            // Without an owner, the name may be that of another view's property.
            guard owner != nil || code.index.properties[property]?.count == 1 else { return nil }
            return own(property, view)
        }
    }

    private mutating func model(_ owner: String, _ property: String, _ view: SwiftCode.Kind) -> Subject? {
        guard let model = code.kind(owner), PropertyAccess.isTracked(property, in: model) else { return nil }
        let holders = PropertyAccess.holders(of: owner, in: view)
        guard !holders.isEmpty, holders.count <= 4 else { return nil }
        return Subject(
            view: view, model: model, property: property,
            accesses: holders.map { PropertyAccess(property: property, holder: $0.name) },
            stored: holders.count == 1 ? holders[0] : nil)
    }

    private func own(_ property: String, _ view: SwiftCode.Kind) -> Subject? {
        let found = view.members(property)
        guard found.count == 1, let member = found.first?.member, member.kind == .stored, !member.isStatic,
            member.attributes.count == 1, let attribute = member.attributes.first
        else { return nil }
        let isKey = found[0].part.tokens.text(attribute.arguments.lowerBound) == "\\"
        guard ["State", "Binding", "AppStorage"].contains(attribute.name) || attribute.name == "Environment" && isKey
        else { return nil }
        return Subject(
            view: view, property: property, accesses: [PropertyAccess(property: property)], stored: member)
    }

    /// The property with the value of the environment that has a name, or is of a type: `@Environment(\.theme) var x`.
    private func environment(_ value: String, _ view: SwiftCode.Kind) -> Subject? {
        guard let last = SourceIndex.names(value).last, let first = last.first else { return nil }
        let (part, tokens) = (view.declaration, view.declaration.tokens)
        let keys = [last, first.lowercased() + last.dropFirst()]
        let found = part.members.filter { member in
            guard member.kind == .stored, member.attributes.count == 1, let attribute = member.attributes.first,
                attribute.name == "Environment"
            else { return false }
            let words = attribute.arguments.map { tokens[$0].text }
            let isKey = words.count == 3 && words[..<2] == ["\\", "."] && keys.contains(words[2])
            return isKey && (member.type.isEmpty || first.isLowercase || member.isTyped(last, tokens))
        }
        return found.count == 1 ? own(found[0].name, view) : nil
    }

    // MARK: Reads

    private struct Read {
        var file: Int
        var line: Int
        var isSure: Bool
        var words: String
    }

    func reads(_ subject: Subject) -> [SourceFinding] {
        let bodies = subject.view.parts.flatMap { part in
            part.members.filter { $0.name == "body" && $0.body != nil && !$0.isStatic }.map { (part, $0) }
        }
        guard bodies.count == 1, let (part, body) = bodies.first else { return [] }
        var found = uses(subject, in: body, part).map { use in
            Read(
                file: part.file.number, line: use.line, isSure: use.context == .body,
                words: use.words(subject.property))
        }
        found += throughMembers(subject, part, body) + throughModel(subject, part, body)
        found.sort { ($0.isSure ? 0 : 1, $0.line) < ($1.isSure ? 0 : 1, $1.line) }
        guard let first = found.first else { return [] }
        let others = Set(found.filter { $0.isSure == first.isSure }.map(\.line)).count - 1
        let more = others == 0 ? "" : others == 1 ? ", as 1 more line does" : ", as \(others) more lines do"
        let unsure = first.isSure && !subject.isUnclear ? "" : "probably "
        return [SourceFinding(relation: .reads, file: first.file, line: first.line, words: unsure + first.words + more)]
    }

    /// A use that runs with the body around it.
    private struct PlainUse {
        var at: Int
        var line: Int
        var context: CodeContext

        func words(_ property: String) -> String {
            if case .inside(let name) = context { return "reads \(property), inside \(name) { }" }
            return "reads \(property)"
        }
    }

    private func uses(_ subject: Subject, in member: SwiftMember, _ part: SwiftCode.Part) -> [PlainUse] {
        subject.accesses.flatMap { uses(of: $0, in: member, part) }
    }

    private func uses(of access: PropertyAccess, in member: SwiftMember, _ part: SwiftCode.Part) -> [PlainUse] {
        access.uses(in: member, part).filter(\.use.isRead).compactMap { plain($0.at, in: member, part) }
    }

    private func plain(_ at: Int, in member: SwiftMember, _ part: SwiftCode.Part) -> PlainUse? {
        guard let context = context(at, in: member, part) else { return nil }
        switch context {
        case .body, .inside: return PlainUse(at: at, line: Int(part.tokens[at].line), context: context)
        case .handler, .unknown: return nil
        }
    }

    private func context(_ at: Int, in member: SwiftMember, _ part: SwiftCode.Part) -> CodeContext? {
        guard let block = member.body else { return nil }
        return CodeContext(of: at, in: block, part.tokens) { name in
            code.index.types[name].map { $0.contains(where: code.index.isView) }
        }
    }

    /// Reads in members of the view that its body names once.
    private func throughMembers(_ subject: Subject, _ part: SwiftCode.Part, _ body: SwiftMember) -> [Read] {
        var left = Self.mostMembers
        return subject.view.parts.flatMap { other in
            other.members.flatMap { member -> [Read] in
                guard left > 0, member.kind == .computed || member.kind == .function, member.name != "body",
                    !member.isStatic,
                    subject.view.members(member.name).count == 1
                else { return [] }
                let inner = uses(subject, in: member, other)
                guard let use = inner.first(where: { $0.context == .body }) ?? inner.first else { return [] }
                left -= 1
                guard let named = mention(of: member, in: body, part)
                else { return [] }
                let isSure = use.context == .body && named.context == .body
                let isHere = other.file.number == part.file.number
                let place = isHere ? "line \(use.line)" : shown(other.file.number, use.line)
                return [
                    Read(
                        file: part.file.number, line: named.line, isSure: isSure,
                        words: "reads \(subject.property), through \(member.name) (\(place))")
                ]
            }
        }
    }

    /// Where the body names a member, if it does so once.
    private func mention(of member: SwiftMember, in body: SwiftMember, _ part: SwiftCode.Part) -> PlainUse? {
        let tokens = part.tokens
        guard let code = body.code(tokens) else { return nil }
        let places = code.filter {
            tokens[$0].text == member.name && (tokens.text($0 - 1) != "." || tokens.text($0 - 2) == "self")
        }
        guard places.count == 1, let place = places.first, PropertyAccess.isOwn(place, tokens),
            !PropertyAccess.isLabel(place, tokens), (tokens.text(place + 1) == "(") == (member.kind == .function),
            tokens[place].conditions == tokens[part.region.open].conditions,
            !NameScopes(member.name, in: code, parameters: body.parameters, tokens).contains(place)
        else { return nil }
        return plain(place, in: body, part)
    }

    /// Calls of functions of the model that read the property.
    private func throughModel(_ subject: Subject, _ part: SwiftCode.Part, _ body: SwiftMember) -> [Read] {
        guard let model = subject.model else { return [] }
        let readers = model.parts.flatMap { part in
            part.members.filter { $0.kind == .function && !$0.isStatic }.map { (part, $0) }
        }
        var left = Self.mostMembers
        return readers.flatMap { other, function -> [Read] in
            guard left > 0, model.members(function.name).count == 1 else { return [] }
            let inner = uses(of: PropertyAccess(property: subject.property), in: function, other)
            guard let use = inner.first(where: { $0.context == .body }) else { return [] }
            left -= 1
            return subject.accesses.flatMap { access in
                uses(of: PropertyAccess(property: function.name, holder: access.holder), in: body, part)
                    .filter { part.tokens.text($0.at + 1) == "(" }
                    .map {
                        Read(
                            file: part.file.number, line: $0.line, isSure: $0.context == .body,
                            words: "calls \(model.name).\(function.name), which reads \(subject.property) "
                                + "(\(shown(other.file.number, use.line)))")
                    }
            }
        }
    }

    /// `Model.swift:31`
    private func shown(_ file: Int, _ line: Int) -> String {
        "\(code.index.place(file: file, line: line).path.split(separator: "/").last ?? ""):\(line)"
    }
}

// MARK: Writes

extension PropertyReads {
    /// Up to three places in functions and handlers.
    mutating func writes(_ subject: Subject) -> [SourceFinding] {
        var found: [SourceFinding] = []
        func add(_ access: PropertyAccess, _ part: SwiftCode.Part, _ isWrite: (PropertyAccess.Use) -> Bool) {
            for member in part.members {
                for (at, use) in access.uses(in: member, part) where isWrite(use) {
                    switch member.kind {
                    case .function: break
                    case .computed: guard context(at, in: member, part) == .handler else { continue }
                    // A closure in `init` runs later; else it sets the first value.
                    case .other: guard context(at, in: member, part) != .body else { continue }
                    case .stored: continue
                    }
                    let line = Int(part.tokens[at].line)
                    let words = "writes \(subject.property)"
                    let place = SourceFinding(relation: .writes, file: part.file.number, line: line, words: words)
                    if !found.contains(place) { found.append(place) }
                }
            }
        }
        let owner = subject.model ?? subject.view
        let isValue = Self.isCollection(subject.property, of: owner)
        func isWrite(_ use: PropertyAccess.Use) -> Bool {
            switch use {
            case .write, .readAndWrite: true
            case .call(let name): isValue && Self.changing.contains(name)
            case .read: false
            }
        }
        for part in owner.parts { add(PropertyAccess(property: subject.property), part, isWrite) }
        if let model = subject.model {
            for (access, part) in users(of: model, subject.property) { add(access, part, isWrite) }
        }
        if let key = subject.key { found += settings(of: key) }
        found.sort { ($0.file, $0.line) < ($1.file, $1.line) }
        return Array(found.prefix(Self.mostWrites))
    }

    /// The parts of other types in which a property of a model is named, and how.
    private mutating func users(of model: SwiftCode.Kind, _ property: String) -> [(PropertyAccess, SwiftCode.Part)] {
        guard let files = filesByName[property] ?? nil else { return [] }
        var found: [(PropertyAccess, SwiftCode.Part)] = []
        for number in files {
            guard let file = code.file(number), file.regions.count <= Self.mostRegions else { continue }
            let names = Set(file.regions.map(\.lastName))
            for name in names.sorted() where name != model.name {
                guard let type = code.kind(name) else { continue }
                for holder in PropertyAccess.holders(of: model.name, in: type).prefix(Self.mostHolders) {
                    let access = PropertyAccess(property: property, holder: holder.name)
                    for part in type.parts where part.file.number == number { found.append((access, part)) }
                }
            }
        }
        return found
    }

    /// Where views put a value into the environment: `.environment(\.theme, theme)`.
    private mutating func settings(of key: String) -> [SourceFinding] {
        guard let files = filesByName[key] ?? nil else { return [] }
        var found: [SourceFinding] = []
        for number in files {
            guard let tokens = code.file(number)?.tokens else { continue }
            for place in tokens.all.indices where tokens[place].text == key && tokens.text(place + 1) == "," {
                let words = (1...5).map { tokens.text(place - $0) }
                guard words == [".", "\\", "(", "environment", "."] else { continue }
                found.append(
                    SourceFinding(relation: .writes, file: number, line: Int(tokens[place].line), words: "sets \(key)"))
            }
        }
        return found
    }

    private static let mostHolders = 4
    /// Types and extensions of a file; one with more is generated.
    private static let mostRegions = 200

    /// Functions of collections and of `Bool` that change them.
    private static let changing: Set<String> = [
        "append", "formIntersection", "formSymmetricDifference", "formUnion", "insert", "merge", "move", "popFirst",
        "popLast", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange", "removeValue",
        "replaceSubrange", "reverse", "shuffle", "sort", "subtract", "swapAt", "toggle", "update", "updateValue",
    ]

    /// Whether a property is declared as a collection or truth value, so that these functions change it and not what it
    /// refers to.
    private static func isCollection(_ property: String, of owner: SwiftCode.Kind) -> Bool {
        guard let (part, member) = owner.members(property).first else { return false }
        let starts = ["[", "Set", "Array", "Dictionary", "Bool", "true", "false"]
        if let first = member.type.first { return starts.contains(part.tokens.text(first)) }
        return member.value.map { starts.contains(part.tokens.text($0)) } ?? false
    }
}

// MARK: What is never read

extension PropertyReads {
    /// A property that updates its view and that nothing reads.
    mutating func neverRead(_ subject: Subject) -> [SourceFinding] {
        let view = subject.view
        guard let stored = subject.stored, code.index.isWhole, !view.hasMacros, isObserved(stored, subject),
            !code.index.requirements.contains(stored.name), view.parts.allSatisfy({ !Self.callsMacro($0) })
        else { return [] }
        let names: Set = [stored.name, "_\(stored.name)", "$\(stored.name)"]
        let uses = view.parts.reduce(0) { sum, part in
            sum + (part.region.open...part.region.close).count { names.contains(part.tokens[$0].text) }
        }
        // `@Environment(\.units) var units`
        let ownKeys = stored.attributes.reduce(0) { sum, attribute in
            sum + attribute.arguments.count { view.declaration.tokens[$0].text == stored.name }
        }
        guard uses - ownKeys == 1 else { return [] }
        let own = view.declaration.file.number
        let isPrivate = !stored.modifiers.isDisjoint(with: ["private", "fileprivate"])
        guard let files = isPrivate ? [own] : filesByName[stored.name] ?? nil else { return [] }
        for number in Set(files + [own]) {
            guard let file = code.file(number), !Self.mayBeRead(stored.name, of: view, in: file) else { return [] }
        }
        return [
            SourceFinding(
                relation: .neverRead, file: own, line: Int(view.declaration.tokens[stored.at].line),
                words: "\(stored.name) is declared and never read in these sources: try without it")
        ]
    }

    /// Whether the property updates its view even if nothing reads it.
    private func isObserved(_ stored: SwiftMember, _ subject: Subject) -> Bool {
        subject.model == nil || stored.hasAttribute(["ObservedObject", "EnvironmentObject", "StateObject"])
    }

    private static func callsMacro(_ part: SwiftCode.Part) -> Bool {
        (part.region.open...part.region.close).contains {
            part.tokens[$0].text == "#" && part.tokens.isWord($0 + 1) && !plain.contains(part.tokens[$0 + 1].text)
        }
    }

    private static let plain: Set<String> = [
        "if", "else", "elseif", "endif", "available", "unavailable", "selector", "file", "fileID", "filePath", "line",
        "function", "colorLiteral", "imageLiteral",
    ]

    /// Whether a member of this name belongs, for all that is known, to the view.
    private static func mayBeRead(_ name: String, of view: SwiftCode.Kind, in file: SwiftCode.File) -> Bool {
        let tokens = file.tokens
        return (1..<max(1, tokens.count)).contains { index in
            guard tokens[index].text == name, tokens.text(index - 1) == "." else { return false }
            let receiver = tokens.text(index - 2)
            if receiver == "self" || Self.isOfEnvironment(index - 2, tokens) { return false }
            if tokens.isWord(index - 2) {
                if beforeValues.contains(receiver) { return false }
                return receiver.first?.isUppercase != true || receiver == view.name || receiver == "Self"
                    || tokens.text(index - 3) == "\\"
            }
            // `.name` by itself is a case or a static member; behind a bracket or a mark it is a member of something.
            return [")", "]", "}", "?", "!", "\"", ">", "\\"].contains(receiver)
        }
    }

    /// Whether a key path is one of the environment: `.environment(\.units, …)`.
    private static func isOfEnvironment(_ index: Int, _ tokens: SwiftTokens) -> Bool {
        tokens.text(index) == "\\" && tokens.text(index - 1) == "("
            && ["environment", "transformEnvironment", "Environment"].contains(tokens.text(index - 2))
    }

    private static let beforeValues: Set<String> = ["return", "case", "in", "is", "else", "try", "await", "throw"]
}
