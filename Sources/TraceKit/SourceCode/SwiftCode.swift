/// Sources read word by word, each when it is first asked for.
struct SwiftCode {
    struct File {
        let number: Int
        let tokens: SwiftTokens
        let regions: [SwiftRegion]
        /// By region.
        let members: [[SwiftMember]]
    }

    /// A declaration or an extension of a type.
    struct Part {
        let file: File
        let region: SwiftRegion
        let members: [SwiftMember]

        var tokens: SwiftTokens { file.tokens }
    }

    /// A type that is declared once.
    struct Kind {
        let name: String
        /// The declaration first, then the extensions.
        let parts: [Part]
        private let byName: [String: [(part: Part, member: SwiftMember)]]

        init(name: String, parts: [Part]) {
            (self.name, self.parts) = (name, parts)
            byName = Dictionary(grouping: parts.flatMap { part in part.members.map { (part, $0) } }) { $0.1.name }
        }

        var declaration: Part { parts[0] }

        /// Its members of a name, with their parts.
        func members(_ name: String) -> [(part: Part, member: SwiftMember)] { byName[name] ?? [] }

        /// Whether a macro may have changed it.
        var hasMacros: Bool {
            parts.contains { part in part.region.attributes.contains { !Self.knownAttributes.contains($0.name) } }
        }

        private static let knownAttributes: Set<String> = ["Observable", "Model", "MainActor", "available"]
    }

    let index: SourceIndex
    private var files: [Int: File?] = [:]
    private var kinds: [String: Kind?] = [:]
    /// The bytes that may still be read.
    private var left = 16 << 20

    /// Longer sources are generated.
    private static let longest = 1 << 20
    private static let mostParts = 40

    init(_ index: SourceIndex) { self.index = index }

    /// Nil if its brackets do not match, or if too much was read.
    mutating func file(_ number: Int) -> File? {
        if let file = files[number] { return file }
        var file: File?
        if let source = SourceText.read(index.absolute(number)), source.count <= min(Self.longest, left) {
            left -= source.count
            if let tokens = SwiftTokens(source) {
                let regions = SwiftRegion.all(in: tokens)
                file = File(
                    number: number, tokens: tokens, regions: regions,
                    members: regions.map { SwiftMember.all(of: $0, tokens) })
            }
        }
        files[number] = .some(file)
        return file
    }

    /// The type with a name, if only one has it and all of it can be read.
    mutating func kind(_ name: String) -> Kind? {
        if let kind = kinds[name] { return kind }
        let kind = read(name)
        kinds[name] = .some(kind)
        return kind
    }

    private mutating func read(_ name: String) -> Kind? {
        guard let types = index.types[name], types.count == 1, let type = types.first else { return nil }
        let extensions = index.extensions[name[...]] ?? []
        guard extensions.allSatisfy({ $0.path == type.path }), extensions.count < Self.mostParts,
            let declaration = file(type.file)?.parts(where: {
                $0.path == type.path && $0.keyword != "extension" && $1 == type.line
            }), declaration.count == 1
        else { return nil }
        var parts = declaration
        for number in Set(extensions.map(\.file)).sorted() {
            guard let file = file(number) else { return nil }
            parts += file.parts { region, _ in region.path == type.path && region.keyword == "extension" }
        }
        return parts.count == 1 + extensions.count ? Kind(name: name, parts: parts) : nil
    }
}

extension SwiftCode.File {
    fileprivate func parts(where isWanted: (SwiftRegion, Int) -> Bool) -> [SwiftCode.Part] {
        regions.indices.filter { isWanted(regions[$0], Int(tokens[regions[$0].name].line)) }
            .map { SwiftCode.Part(file: self, region: regions[$0], members: members[$0]) }
    }
}

extension SwiftMember {
    /// The tokens of its body, without the brackets.
    func code(_ tokens: SwiftTokens) -> Range<Int>? { body.map { ($0 + 1)..<tokens.partner($0) } }
}
