/// The words with which own rows say what they are and why a body ran; they are only here. Case and punctuation do not
/// count: `focusLost` is `focus lost`.
enum RowWords {
    /// The kind of row that a word means.
    enum Meaning {
        /// An evaluation of a view's body.
        case body
        case interaction(InteractionKind)
        /// Another event.
        case event
    }

    /// The words for view body updates. Of these lists, only the first with a word in the file is used.
    static let bodies: [[String]] = [
        ["body", "view", "view body", "body update", "view body update"],
        ["update", "view update", "evaluation", "render", "rerender", "redraw"],
    ]

    /// The words for actions that begin an interaction. Those of the kind `other` keep their word as their kind.
    static let interactions: [(kind: InteractionKind, words: [String])] = [
        (.tap, ["tap", "click", "press", "touch", "long press", "double tap"]),
        (.type, ["keystroke", "type", "typing", "key", "key press", "text input"]),
        (.scroll, ["scroll", "fling"]),
        (.swipe, ["swipe", "drag", "pan"]),
        (.navigation, ["navigate", "navigation", "push", "pop", "present", "dismiss"]),
        (.launch, ["launch"]),
        (.other, ["focus", "focus lost", "blur", "pinch", "zoom", "rotate", "shortcut"]),
    ]

    private static let kinds = Dictionary(
        uniqueKeysWithValues: interactions.flatMap { kind, words in words.map { ($0, kind) } })
    /// Words that may surround that of an interaction: `didTap`, `buttonTapped`, `scrollBegan`.
    private static let fillers: Set = [
        "did", "on", "user", "button", "gesture", "event", "begin", "began", "start", "started",
    ]
    private static let pasts = ["tapped": "tap", "clicked": "click", "pressed": "press", "scrolled": "scroll"]

    static func normalised(_ text: String) -> String { FieldHeading.words(text[...]).joined(separator: " ") }

    /// Returns the kind of interaction that a word names; nil for any other word.
    static func interaction(_ word: String) -> InteractionKind? {
        if let kind = kinds[word] { return kind }
        let words = word.split(separator: " ").map(String.init).filter { !fillers.contains($0) }
        return kinds[words.map { pasts[$0] ?? $0 }.joined(separator: " ")]
    }

    /// Parses the user's action that a row names: `Scroll`, `Tap Favorite`, `tap: "Favorite"`. Returns its kind, if the
    /// text begins with a word for one, and its name.
    static func interaction(named text: String) -> (kind: InteractionKind, name: String, isKnown: Bool) {
        let trimmed = text[...].trimmingSpaces
        if let kind = interaction(normalised(String(trimmed))) {
            return (kind, kind == .other ? String(trimmed) : "", true)
        }
        var end = trimmed.startIndex
        // The longest prefix of at most three words wins.
        var found: (kind: InteractionKind, end: Substring.Index)?
        for _ in 0..<3 where end < trimmed.endIndex {
            let word = trimmed[end...].drop { $0 == " " || $0 == "_" || $0 == "-" }.prefix {
                $0.isLetter || $0.isNumber
            }
            guard !word.isEmpty else { break }
            end = word.endIndex
            if let kind = interaction(normalised(String(trimmed[..<end]))) { found = (kind, end) }
        }
        guard let found, found.kind != .other else { return (.other, String(trimmed), false) }
        let rest = trimmed[found.end...].filter { $0 != "\"" }
        let name = rest[...].drop { " :-–(_=".contains($0) }.trimmingSpaces
        return (found.kind, String(name.hasSuffix(")") && !name.contains("(") ? name.dropLast() : name), true)
    }

    private static let toldKinds: [String: InteractionKind] = [
        "tapped": .tap, "clicked": .tap, "pressed": .tap, "scrolled": .scroll, "swiped": .swipe,
    ]
    private static let toldLetters = FourLetters(["tapp", "clic", "pres", "scro", "swip"])
    private static let (mostToldWords, mostToldBytes) = (8, 120)

    /// Parses the user's action in a log line, after a logger's tags: `[input] tapped tag "work"`, `Buy button tapped`.
    /// Returns nil for other lines, and for long ones, which say more.
    static func interaction(toldBy line: UnsafeBufferPointer<UInt8>) -> (kind: InteractionKind, name: String)? {
        guard line.count <= mostToldBytes, toldLetters.occur(in: line, first: mostToldBytes) else { return nil }
        let line = String(decoding: line, as: UTF8.self)
        var words = line[...].withoutLoggerMarks.split(separator: " ").drop {
            $0.allSatisfy { !$0.isLetter && !$0.isNumber }
        }
        if words.first?.lowercased() == "user" { words.removeFirst() }
        guard (1...mostToldWords).contains(words.count) else { return nil }
        func kind(_ word: Substring?) -> InteractionKind? {
            word.flatMap { toldKinds[$0.lowercased().filter(\.isLetter)] }
        }
        if let kind = kind(words.first) {
            words.removeFirst()
            if ["on", "the"].contains(words.first?.lowercased()) { words.removeFirst() }
            return (kind, words.joined(separator: " ").filter { $0 != "\"" })
        }
        guard words.count > 1, let kind = kind(words.last) else { return nil }
        return (kind, words.dropLast().joined(separator: " ").filter { $0 != "\"" })
    }

    // MARK: Reasons

    /// The meaning of a reason.
    enum Reason: Equatable {
        case creation
        /// The body of the enclosing view ran.
        case parent
        /// A changed property, spelled as in `_printChanges`.
        case changed(String)
        /// Words that name no property.
        case unknown
    }

    static let appearances: Set = [
        "appear", "on appear", "appeared", "appearance", "first appearance", "created", "creation", "init",
    ]
    static let parents: Set = ["parent", "parent changed", "parent update", "parent updated"]

    /// Words that may precede a colon and the name of a property.
    private static let changes: Set = [
        "change", "changed", "state", "state change", "state changed", "property", "property change",
        "property changed", "binding", "binding change", "binding changed", "environment", "environment change",
        "environment changed", "observed object", "observable", "published", "model", "input", "dependency",
    ]

    /// Returns `items` for `State change: items` and `@State items`.
    private static func withoutKind(_ text: Substring) -> Substring {
        if let colon = text.firstIndex(of: ":"), changes.contains(normalised(String(text[..<colon]))) {
            return text[text.index(after: colon)...].trimmingSpaces
        }
        guard text.hasPrefix("@"), let space = text.firstIndex(of: " ") else { return text }
        let rest = text[space...].trimmingSpaces
        return rest.contains(" ") || rest == "changed" ? text : rest
    }

    /// Parses one reason: `appear`, `parent`, a property (`likes`, `_model`, `Store.items`), `likes changed`, `State
    /// change: likes`.
    static func reason(_ text: Substring) -> Reason {
        let word = normalised(String(text))
        if appearances.contains(word) { return .creation }
        if parents.contains(word) { return .parent }
        var name = withoutKind(text.trimmingSpaces)
        for ending in [" changed", " change"] where name.hasSuffix(ending) {
            name = name.dropLast(ending.count).trimmingSpaces
        }
        let isProperty = name.allSatisfy { $0.isLetter || $0.isNumber || "_.@$".contains($0) }
        guard isProperty, name.contains(where: { $0.isLetter || $0.isNumber }), interaction(word) == nil else {
            return .unknown
        }
        return .changed(String(name))
    }

    /// Splits a list in one text at `;` and `,`, without the surrounding brackets.
    static func items(_ text: String) -> [Substring] {
        var list = text[...].trimmingSpaces
        if list.hasPrefix("["), list.hasSuffix("]") { list = list.dropFirst().dropLast() }
        return list.split { $0 == ";" || $0 == "," }.map {
            var item = $0.trimmingSpaces
            if item.count > 1, let mark = item.first, mark == "\"" || mark == "'", item.last == mark {
                item = item.dropFirst().dropLast()
            }
            return item
        }.filter { !$0.isEmpty }
    }
}
