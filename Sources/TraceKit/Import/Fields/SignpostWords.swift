/// Recognises views in the message of a signpost (`FeedView took 25.00 ms`) or in its name (`FeedRow`).
enum SignpostWords {
    /// A view that a text names.
    struct Name {
        /// The name as written, without what follows it.
        var raw: String
        /// Whether it has a typical ending of views.
        var endsAsView: Bool
    }

    /// Finds the view at the start of a message. Only figures, keys with values and text in brackets or quotes may
    /// follow: `FeedView id=3`, `FeedView (id: 3)`, `FeedView took 25.00 ms`. Nil for any other text.
    static func view(inMessage text: String) -> Name? {
        guard text.utf8.count <= longest else { return nil }
        var rest = Substring(text).trimmingSpaces
        for key in ["view=", "view:", "View:"] where rest.hasPrefix(key) {
            rest = rest.dropFirst(key.count).trimmingSpaces
        }
        let length = typeLength(rest)
        let raw = String(rest.prefix(length))
        guard let name = name(raw) else { return nil }
        let tail = rest.dropFirst(length)
        guard tail.isEmpty || isTail(tail, mayBeNumber: name.endsAsView) else { return nil }
        return name
    }

    /// Finds the view in the name of a signpost; nil for a name that only says that something is measured (`ViewBody`).
    static func view(called text: String) -> Name? {
        guard text.utf8.count <= longest, typeLength(Substring(text)) == text.count, let name = name(text) else {
            return nil
        }
        let words = parts(text)
        return measuring.isSuperset(of: words) || verbs.contains(words.first ?? "") ? nil : name
    }

    private static let longest = 400

    private static func name(_ raw: String) -> Name? {
        let type = ViewName.withoutGenerics(ViewName.normalised(raw))
        let own = type.split(separator: ".").last ?? ""
        let letters = own.drop { $0 == "_" }
        guard let first = letters.first, first.isUppercase, letters.contains(where: \.isLowercase) else { return nil }
        let last = parts(own).last ?? ""
        if others.contains(last) { return nil }
        return Name(raw: raw, endsAsView: endings.contains(last))
    }

    /// The length of the type at the start of a text, with its module and generic arguments.
    private static func typeLength(_ text: Substring) -> Int {
        var (length, depth) = (0, 0)
        var previous: Character = " "
        for character in text {
            switch character {
            case "<": depth += 1
            case ">" where previous == "-": break
            case ">" where depth > 0: depth -= 1
            case ">": return length
            case "_", ".": break
            case _ where character.isLetter || character.isNumber || depth > 0: break
            default: return previous == "." ? length - 1 : length
            }
            previous = character
            length += 1
        }
        return depth > 0 ? 0 : previous == "." ? length - 1 : length
    }

    // MARK: Tails

    private static func isTail(_ text: Substring, mayBeNumber: Bool) -> Bool {
        let opening = text.drop { " \t,;:|-–—→".contains($0) }
        if let first = opening.first, "([{\"'#@".contains(first) { return true }
        var isValue = false
        var hasFigure = false
        for token in opening.split(whereSeparator: { $0 == " " || $0 == "," || $0 == ";" || $0 == "\t" }) {
            let isKey = token.hasSuffix("=") || token.hasSuffix(":")
            if isKey || isValue || token.contains("=") {
                hasFigure = true
            } else if isFigure(token) {
                hasFigure = hasFigure || mayBeNumber || token.last?.isLetter == true
            } else if units.contains(String(token)) {
                hasFigure = true
            } else if !figureWords.contains(token.lowercased()) {
                return false
            }
            isValue = isKey
        }
        return hasFigure
    }

    /// Whether it is a figure: `25.00`, `25ms`, `0x1f`.
    private static func isFigure(_ token: Substring) -> Bool {
        guard let first = token.first(where: { $0 != "+" && $0 != "~" }), first.isASCII, first.isNumber else {
            return false
        }
        return token.allSatisfy { $0.isASCII || $0 == "µ" || $0 == "μ" }
    }

    private static let units: Set = ["ms", "s", "us", "µs", "μs", "ns", "sec", "secs", "seconds", "milliseconds"]
    private static let figureWords: Set = [
        "took", "in", "duration", "elapsed", "time", "id", "index", "after", "total",
    ]

    // MARK: Words

    /// The words of a name in lower case; those of `viewBody`, `view-body` and `View Body` are equal.
    static func words(_ text: String) -> Set<String> { Set(parts(text)) }

    private static func parts(_ text: some StringProtocol) -> [String] {
        var parts: [String] = []
        var word = ""
        var isCapital = false
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            guard character.isLetter else {
                if !word.isEmpty { parts.append(word.lowercased()) }
                (word, isCapital) = ("", false)
                continue
            }
            // The last of several capitals begins the next word: `UIView`.
            let isLast = index + 1 < characters.count && characters[index + 1].isLowercase
            if character.isUppercase, !word.isEmpty, !isCapital || isLast {
                parts.append(word.lowercased())
                word = ""
            }
            word.append(character)
            isCapital = character.isUppercase
        }
        return word.isEmpty ? parts : parts + [word.lowercased()]
    }

    /// Whether a name or category refers to views.
    static func speaksOfViews(_ words: Set<String>) -> Bool { !words.isDisjoint(with: viewWords) }

    /// Whether a name only says that bodies are measured.
    static func speaksOfBodiesAlone(_ words: Set<String>) -> Bool {
        if words.contains("view"), words.contains("body") { return true }
        return !words.isDisjoint(with: ["body", "bodies", "view", "views"]) && words.isSubset(of: measuring)
    }

    /// Whether a name refers to work for views other than their bodies.
    static func speaksOfOthers(_ words: Set<String>) -> Bool { !words.isDisjoint(with: foreign) }

    private static let endings: Set = ["view", "row", "cell", "card", "screen"]
    private static let viewWords: Set = [
        "view", "views", "body", "bodies", "render", "renders", "rendering", "swiftui",
    ]

    private static func set(_ words: String) -> Set<String> {
        Set(words.split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    private static let measuring = set(
        """
        view views body bodies render renders rendering rendered swift ui swiftui update updates updating evaluate evaluated
        evaluation evaluating eval compute computed build redraw recompute time timing timer interval measure measured
        measurement perf performance trace tracing track tracker signpost duration span profile profiling log of the my app
        """)

    /// Types with these endings are no views.
    private static let others = set(
        """
        controller model request response manager service store repository client error operation task job query delegate
        coordinator provider interactor presenter router reducer state event dto entity record cache decoder encoder parser
        loader fetcher worker thread queue session pass shader pipeline buffer texture frame node url data image
        """)

    /// Prefixes for actions, which are no views: `LoadScreen`.
    private static let verbs = set(
        """
        load loading fetch fetching decode encode parse show hide open close push pop present dismiss navigate animate layout
        dequeue configure make create init scroll tap select prefetch preload update download upload sync save query insert
        delete will did handle process prepare get set on
        """)

    /// Words for work that begins or ends at other times than a body.
    private static let foreign = set(
        """
        load loads loading loaded did will appear appears appeared disappear controller model transition transitions push pop
        present presents presentation dismiss navigate navigation route routing show hide open close visit page network
        networking http https url request requests response responses fetch fetches fetching download downloads upload uploads
        get post put patch delete send receive api rest graphql query queries sync database db sql save store cache decode
        decoding encode encoding parse parsing json xml html pdf image images web animate animation scroll scrolling tap gesture
        layout subviews rect for screen screens prepare bind dequeue configure configuration reuse init deinit create creation
        make alloc launch startup session analytics count task async await wait prefetch preload snapshot export import test
        """)
}
