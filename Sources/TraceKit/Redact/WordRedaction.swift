/// Redacts the words of a type or frame one by one: rules use words to see what a function does and whose body it is.
///
/// Keeps punctuation, short numbers, and whole words known to be Swift's or Apple's; outside the app's binaries also
/// the prefixes by which the rule `expensive-call` recognises costly calls. Words of the app's views get the same
/// pseudonyms in views and frames.
struct WordRedaction {
    /// The kind of binary that holds a frame.
    enum Origin: String {
        case app, system, unknown
        /// A binary that is neither the app's nor known to be the system's.
        case other
    }

    /// Words in names of redacted views, and those of them that are also Apple's words.
    private var viewWords: Set<String> = []
    private var ownWords: Set<String> = []
    private let costly: Costly

    /// The words of the patterns of `CostlyAPI`.
    private struct Costly {
        var wholeFrames: Set<String> = []
        var words: Set<String> = []
        var beginnings: [String] = []

        init() {
            for pattern in CostlyAPI.all.flatMap(\.patterns) {
                if pattern.hasPrefix("=") {
                    wholeFrames.insert(String(pattern.dropFirst()))
                    continue
                }
                for word in pattern.split(separator: " ") {
                    if word.hasSuffix("*") {
                        beginnings.append(String(word.dropLast()))
                    } else {
                        words.insert(String(word))
                    }
                }
            }
        }

        /// The longest prefix of the word that begins the name of a costly call.
        func beginning(of word: String) -> String? {
            beginnings.filter { word.utf8.starts(with: $0.utf8) }.max { $0.utf8.count < $1.utf8.count }
        }
    }

    init(_ records: TraceRecords) {
        costly = Costly()
        for view in records.views.buffer {
            let name = records.names.text(view.name) ?? ""
            if Self.isOwn(name, module: records.names.text(view.module)) { ownWords.formUnion(Self.words(name)) }
        }
        for view in records.views.buffer {
            for id in [view.name, view.rawName] {
                viewWords.formUnion(Self.words(records.names.text(id) ?? "").filter { !isKeptInTypes($0) })
            }
        }
    }

    /// Whether it is a type of the app without arguments, so that no word of it is taken for Apple's.
    private static func isOwn(_ name: String, module: String?) -> Bool {
        !SystemNames.isModule(module ?? "") && !name.utf8.contains(UInt8(ascii: "<"))
    }

    // MARK: Types

    /// A type: `NavigationLink<View_3fa2b1c4, Text>`.
    func type(_ name: String, _ pseudonyms: inout Pseudonyms) -> String {
        Self.replacing(name) { word in
            isKeptInTypes(word) ? word : pseudonyms.pseudonym(NameRole.view.rawValue, word)
        }
    }

    private func isKeptInTypes(_ word: String) -> Bool {
        Self.isSign(word) || !ownWords.contains(word) && AppleWords.types.contains(word)
    }

    // MARK: Frames

    func frame(_ frame: String, _ origin: Origin, _ pseudonyms: inout Pseudonyms) -> String {
        if origin != .app, costly.wholeFrames.contains(frame) { return frame }
        return Self.replacing(frame) { replacement($0, origin, &pseudonyms) }
    }

    private func replacement(_ word: String, _ origin: Origin, _ pseudonyms: inout Pseudonyms) -> String {
        if Self.isSign(word) { return word }
        let isCostly = origin != .app && costly.words.contains(word)
        // With known binaries, view names matter only in frames of the app.
        if isCostly, origin != .unknown { return word }
        if viewWords.contains(word) { return pseudonyms.pseudonym(NameRole.view.rawValue, word) }
        if isCostly || AppleWords.types.contains(word) || AppleWords.signatures.contains(word) { return word }
        if origin == .system, AppleWords.functions.contains(word) { return word }
        // The prefix is what makes it a costly call.
        if origin != .app, let beginning = costly.beginning(of: word) {
            return word == beginning ? word : pseudonyms.pseudonym(beginning, word)
        }
        return pseudonyms.pseudonym(NameRole.frame.rawValue, word)
    }

    // MARK: Words

    /// `_` for a missing label, numbers of closures and tuples; longer numbers may be private.
    private static func isSign(_ word: String) -> Bool {
        word == "_"
            || word.utf8.count <= 2 && word.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }

    private static func words(_ text: String) -> Set<String> {
        var words: Set<String> = []
        _ = replacing(text) { word in
            words.insert(word)
            return word
        }
        return words
    }

    private static func replacing(_ text: String, _ replacement: (String) -> String) -> String {
        var result = ""
        var word = ""
        func endWord() {
            if !word.isEmpty { result += replacement(word) }
            word = ""
        }
        for scalar in text.unicodeScalars {
            if isWordPart(scalar) {
                word.unicodeScalars.append(scalar)
            } else {
                endWord()
                result.unicodeScalars.append(scalar)
            }
        }
        endWord()
        return result
    }

    /// As in `CostlyCalls.words`: letters, digits, underscores and all that is not ASCII.
    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x80 || scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
}

/// Stable pseudonyms: the kind of name and a short hash, `View_3fa2b1c4`.
///
/// They depend only on kind, name and key, so both sides of a comparison get the same ones. The underscore keeps them
/// one word wherever names are split. If two names share a short hash, the later one gets a longer hash.
struct Pseudonyms {
    private let key: String
    private struct Use: Hashable {
        let word: String
        let name: String
    }

    /// The name by pseudonym.
    private var owners: [String: String] = [:]
    /// Names repeat their words.
    private var known: [Use: String] = [:]

    /// Hexadecimal digits of a hash.
    private let digits: Int
    private static let longDigits = 32

    init(key: String, digits: Int = 8) {
        self.key = key
        self.digits = digits
    }

    mutating func pseudonym(_ word: String, _ name: String) -> String {
        let use = Use(word: word, name: name)
        if let pseudonym = known[use] { return pseudonym }
        let pseudonym = newPseudonym(word, name)
        known[use] = pseudonym
        return pseudonym
    }

    private mutating func newPseudonym(_ word: String, _ name: String) -> String {
        let hash = SHA256.hex(SHA256.hash(Array("\(key)\u{0}\(word)\u{0}\(name)".utf8)))
        let short = "\(word)_\(hash.prefix(digits))"
        let owner = owners[short] ?? name
        owners[short] = owner
        return owner == name ? short : "\(word)_\(hash.prefix(Self.longDigits))"
    }
}
