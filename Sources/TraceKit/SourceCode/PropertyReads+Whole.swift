/// Of an observed object that updates its views as a whole, what a view reads and what writes that (docs/sources.md).
extension PropertyReads {
    /// An object as a view sees it.
    struct Whole {
        /// The view that holds it: the view of the question, or the only one that makes that and holds it.
        var view: SwiftCode.Kind
        var holder: SwiftMember
        var model: SwiftCode.Kind
        /// Its published properties.
        var properties: [String]

        func subject(_ property: String) -> Subject {
            Subject(
                view: view, model: model, property: property,
                accesses: [PropertyAccess(property: property, holder: holder.name)], stored: holder)
        }
    }

    private static let wrappers: Set<String> = ["EnvironmentObject", "ObservedObject", "StateObject"]
    /// A name with more holders is not looked at, and neither is a model with more properties.
    private static let (mostHolders, mostProperties) = (40, 60)

    /// The object of a cause such as `@EnvironmentObject player`; nil where the sources leave a doubt.
    mutating func whole(_ question: Question) -> Whole? {
        guard let space = question.cause.firstIndex(of: " "),
            Self.wrappers.contains(String(question.cause[..<space].dropFirst())),
            case .property(let names)? = CauseName(question.cause), names.count == 1,
            let name = SourceIndex.names(question.view).last(where: { $0 != "body" }), let view = code.kind(name),
            let found = holder(names[0], view),
            let model = code.kind(found.model), !model.hasMacros
        else { return nil }
        let properties = model.parts.flatMap { part in
            part.members.filter { $0.kind == .stored && !$0.isStatic && $0.hasAttribute(["Published"]) }.map(\.name)
        }
        guard !properties.isEmpty, properties.count <= Self.mostProperties, Set(properties).count == properties.count
        else { return nil }
        return Whole(view: found.view, holder: found.member, model: model, properties: properties)
    }

    /// The view that holds an object under a name, and the type of that.
    private mutating func holder(
        _ name: String, _ view: SwiftCode.Kind
    ) -> (view: SwiftCode.Kind, member: SwiftMember, model: String)? {
        if let own = held(name, in: view) { return (view, own.member, own.model) }
        guard let declared = code.index.properties[name], declared.count <= Self.mostHolders else { return nil }
        var makers: [(view: SwiftCode.Kind, member: SwiftMember, model: String)] = []
        for path in declared.map(\.path) {
            let owner = path.split(separator: ".").dropLast().last.map(String.init) ?? ""
            guard let kind = code.kind(owner), let found = held(name, in: kind), makes(view.name, kind) else {
                continue
            }
            makers.append((kind, found.member, found.model))
        }
        return makers.count == 1 ? makers[0] : nil
    }

    private func held(_ name: String, in view: SwiftCode.Kind) -> (member: SwiftMember, model: String)? {
        let found = view.members(name)
        guard found.count == 1, let (part, member) = found.first, member.attributes.count == 1,
            member.hasAttribute(Self.wrappers)
        else { return nil }
        if let type = member.type.first.map({ part.tokens.text($0) }), member.isTyped(type, part.tokens) {
            return (member, type)
        }
        // `@StateObject var player = Player()`
        guard member.type.isEmpty, let value = member.value, part.tokens.isWord(value),
            part.tokens.text(value + 1) == "("
        else { return nil }
        return (member, part.tokens.text(value))
    }

    private func makes(_ view: String, _ kind: SwiftCode.Kind) -> Bool {
        kind.parts.contains { part in
            (part.region.open...part.region.close).contains {
                part.tokens[$0].text == view && part.tokens.text($0 + 1) == "(" && part.tokens.text($0 - 1) != "."
            }
        }
    }

    /// What the view reads of it, and what writes that, first what this view does not read: it updates the view for nothing.
    mutating func lines(_ whole: Whole) -> [SourceFinding] {
        var (read, unread): ([SourceFinding], [String]) = ([], [])
        for property in whole.properties {
            let found = reads(whole.subject(property))
            if found.isEmpty { unread.append(property) } else { read += found }
        }
        if read.isEmpty, let first = whole.properties.first { read = neverRead(whole.subject(first)) }
        var written: [SourceFinding] = []
        for property in unread + whole.properties.filter({ !unread.contains($0) }) {
            guard written.count < Self.mostWrites else { break }
            if let first = writes(whole.subject(property)).first { written.append(first) }
        }
        return Array(read.prefix(Self.mostWrites)) + written
    }
}
