/// Where the app's sources make a view or call a function (docs/sources.md).
///
/// Said only of what is declared once, and if few lines do it.
struct CallSites {
    private enum Subject {
        /// A view, made by `Row(…)` or `Row { … }`.
        case creation(of: SwiftCode.Kind)
        /// A function of a type, called by `Store.load(…)`, or in that type by `load(…)`.
        case call(of: String, in: SwiftCode.Kind)

        /// The name in front of the bracket.
        var name: String {
            switch self {
            case .creation(let view): view.name
            case .call(let function, _): function
            }
        }
    }

    private var code: SwiftCode

    private static let mostLines = 3
    /// A name in more files is not looked for.
    private static let mostFiles = 50
    /// Types and extensions of a file, and places of a name in it; one with more is generated.
    private static let (mostRegions, mostPlaces) = (200, 1000)

    init(_ index: SourceIndex) { code = SwiftCode(index) }

    /// The lines for each name of a view (`LandmarkRow`) or function (`ModelData.load(_:)`), in order.
    mutating func answers(_ names: [String]) -> [[SourceFinding]] {
        let subjects = names.map { subject($0) }
        let files = code.index.files(
            with: Set(subjects.compactMap(\.?.name)), as: .beforeBracket, most: Self.mostFiles)
        return subjects.map { subject in
            guard let subject, let numbers = files[subject.name] ?? nil else { return [] }
            return lines(subject, numbers)
        }
    }

    private mutating func subject(_ name: String) -> Subject? {
        let names = SourceIndex.names(String(name.prefix { $0 != "(" })).filter { $0 != "body" }
        guard let last = names.last else { return nil }
        guard name.contains("(") else { return code.kind(last).map { .creation(of: $0) } }
        guard names.count > 1, let type = code.kind(names[names.count - 2]), type.members(last).count == 1,
            type.members(last)[0].member.kind == .function
        else { return nil }
        return .call(of: last, in: type)
    }

    private mutating func lines(_ subject: Subject, _ numbers: [Int]) -> [SourceFinding] {
        var found: [SourceFinding] = []
        for number in numbers {
            // What cannot be read may do it too.
            guard let file = code.file(number), file.regions.count <= Self.mostRegions else { return [] }
            let places = file.tokens.all.indices.filter { file.tokens[$0].text == subject.name }
            guard places.count <= Self.mostPlaces else { return [] }
            for place in places {
                guard let region = file.region(around: place), isSite(place, subject, region, file.tokens) else {
                    continue
                }
                let line = SourceFinding(
                    relation: .calls, file: number, line: Int(file.tokens[place].line), words: Self.words(subject))
                if found.last != line { found.append(line) }
                if found.count > Self.mostLines { return [] }
            }
        }
        return found
    }

    private static func words(_ subject: Subject) -> String {
        switch subject {
        case .creation(let view): "makes \(view.name)"
        case .call(let function, _): "calls \(function)"
        }
    }

    private func isSite(_ place: Int, _ subject: Subject, _ region: SwiftRegion, _ tokens: SwiftTokens) -> Bool {
        let (before, next) = (tokens.text(place - 1), tokens.text(place + 1))
        guard tokens[place].conditions == tokens[region.open].conditions, !isOfTests(region, tokens) else {
            return false
        }
        switch subject {
        case .creation(let view):
            let receiver = before == "." ? tokens.text(place - 2) : ""
            return (next == "(" || next == "{") && !Self.beforeTypes.contains(before)
                && (before != "." || receiver.first?.isUppercase == true)
                && region.lastName != view.name && isOfInterface(region, tokens)
        case .call(_, let type):
            guard next == "(", before != "func" else { return false }
            let isInside = region.lastName == type.name
            if before == "." {
                let receiver = tokens.text(place - 2)
                return receiver == type.name || isInside && ["self", "Self"].contains(receiver)
            }
            return isInside && before != "\\" && before != "#"
        }
    }

    /// What comes before the name of a type where no value of it is made.
    private static let beforeTypes: Set<String> = [
        ":", "->", "some", "any", "is", "as", "?", "!", "&", "<", "extension", "struct", "class", "enum", "actor",
        "protocol", "typealias", "import", "func", "case", "\\", "@", "#",
    ]

    /// Whether a type shows views: others make them for tests and previews.
    private func isOfInterface(_ region: SwiftRegion, _ tokens: SwiftTokens) -> Bool {
        let name = region.lastName
        if code.index.types[name]?.contains(where: code.index.isView) == true { return true }
        return name == "View" || ["App", "Scene", "ViewModifier"].contains { region.headerHas($0, tokens) }
    }

    private func isOfTests(_ region: SwiftRegion, _ tokens: SwiftTokens) -> Bool {
        ["PreviewProvider", "XCTestCase"].contains { region.headerHas($0, tokens) }
    }
}

extension SwiftCode.File {
    /// The innermost type or extension around a token.
    fileprivate func region(around place: Int) -> SwiftRegion? {
        regions.last { $0.open < place && place < $0.close }
    }
}
