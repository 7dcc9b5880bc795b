/// Replaces the names of a trace by pseudonyms before analysis, so that findings, statements and cause paths can only
/// quote pseudonyms. docs/redact.md says what is replaced and kept.
struct Redaction {
    private struct Use: Hashable {
        var role: String
        var name: NameID
    }

    private struct Text: Hashable {
        var role: NameRole
        var text: String
    }

    var pseudonyms: Pseudonyms
    let old: NameTable
    let new = NameTable()
    private var known: [Use: NameID] = [:]
    /// The new ids of lists and stacks, by old id.
    var newLists: [ListID] = []
    var newStacks: [UInt32] = []
    let words: WordRedaction
    /// What texts outside of the name table become: rows repeat a few.
    private var knownTexts: [Text: String] = [:]
    var diagnostics: DiagnosticRedaction

    /// Redacts a trace in place. Returns the analysis options with their names replaced too.
    static func apply(
        to records: TraceRecords, key: String, _ options: AnalysisOptions
    ) -> AnalysisOptions {
        var redaction = Redaction(records, key: key)
        let options = redaction.redacted(options, records)
        redaction.redact(records)
        return options
    }

    private init(_ records: TraceRecords, key: String) {
        pseudonyms = Pseudonyms(key: key)
        diagnostics = DiagnosticRedaction(key: key)
        old = records.names
        words = WordRedaction(records)
    }

    // MARK: Names

    /// The pseudonym of a text; words of the formats and of the system are kept.
    mutating func text(_ text: String, _ role: NameRole) -> String {
        if Self.isVocabulary(text) || SystemNames.exporterWords.contains(text) { return text }
        if role == .module || role == .binary, SystemNames.isModule(text) { return text }
        if role == .process { return process(text) }
        return pseudonyms.pseudonym(role.rawValue, text)
    }

    /// Keeps the process id, in the trace and its rows.
    private mutating func process(_ text: String) -> String {
        var process = ProcessName(text)
        if !process.name.isEmpty { process.name = pseudonyms.pseudonym(NameRole.process.rawValue, process.name) }
        return process.text
    }

    /// What `make` makes of a text, worked out once.
    mutating func once(
        _ text: String, _ role: NameRole, _ make: (inout Redaction, String) -> String
    ) -> String {
        let use = Text(role: role, text: text)
        if let known = knownTexts[use] { return known }
        let made = make(&self, text)
        knownTexts[use] = made
        return made
    }

    mutating func text(_ text: String?, _ role: NameRole) -> String? { text.map { self.text($0, role) } }

    private static let vocabulary = Set(Keyword.allCases.map(\.text) + HangClass.bands.map(\.word))

    static func isVocabulary(_ text: String) -> Bool { vocabulary.contains(text) }

    mutating func name(_ id: NameID, _ role: NameRole) -> NameID { name(id, role.rawValue) { $0.text($1, role) } }

    /// The new id of a name, computed once by `make`.
    mutating func name(
        _ id: NameID, _ role: String, _ make: (inout Redaction, String) -> String
    ) -> NameID {
        guard id.isPresent else { return .none }
        let use = Use(role: role, name: id)
        if let known = known[use] { return known }
        let name = new.intern(make(&self, old.text(id) ?? ""))
        known[use] = name
        return name
    }

    /// Redacts a view word by word and keeps Apple's words.
    mutating func view(_ id: NameID) -> NameID { name(id, NameRole.view.rawValue) { $0.view($1) } }

    private mutating func view(_ text: String) -> String {
        Self.isVocabulary(text) ? text : words.type(text, &pseudonyms)
    }

    /// A complaint with its types and names replaced word by word, and without the text after its known words; nil for
    /// any other message.
    mutating func complaint(_ id: NameID) -> NameID? {
        let bytes = old.bytes(of: id)
        guard let match = KnownComplaints.match(bytes) else { return nil }
        return name(id, "complaint") { redaction, _ in
            var (result, from) = ("", match.first)
            for hole in match.holes {
                result += Self.text(bytes, from..<hole.lowerBound)
                let name = Self.text(bytes, hole)
                result += hole == match.seconds ? name : redaction.words.type(name, &redaction.pseudonyms)
                from = hole.upperBound
            }
            return result + Self.text(bytes, from..<match.end)
        }
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    /// Keeps properties that SwiftUI names itself: `@self`, `@16`.
    mutating func property(_ id: NameID) -> NameID {
        name(id, NameRole.property.rawValue) { redaction, text in
            Self.isOffset(text) ? text : redaction.text(text, .property)
        }
    }

    /// Whether a text is the memory offset of a stored property.
    static func isOffset(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "@") && text.utf8.count <= 6
            && text.utf8.dropFirst().allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }

    /// Unifies thread states: a sample counts if its thread runs, whatever the exporter's spelling.
    mutating func state(_ id: NameID) -> NameID {
        name(id, "state") { redaction, text in
            text.lowercased() == "running" ? text : redaction.text(text, .word)
        }
    }

    /// Keeps the words that make a root a gesture, and removes addresses, which name comparison ignores.
    mutating func cause(_ id: NameID, _ kind: CauseKind) -> NameID {
        name(id, "cause.\(kind.word)") { redaction, text in
            if Self.isVocabulary(text) || SystemNames.exporterWords.contains(text) { return text }
            if kind == .update {
                let name = redaction.view(text)
                if Self.gestureWord(name) == Self.gestureWord(text) { return name }
            }
            let title = kind.word.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            let bare = ViewName.withoutMarkers(text)
            let word = Self.gestureWord(text) ?? (title == "Other" ? "Cause" : title)
            let pseudonym = redaction.pseudonyms.pseudonym(word, bare)
            return bare == text ? pseudonym : "\(pseudonym) 0x\(redaction.pseudonyms.pseudonym("", text).dropFirst())"
        }
    }

    /// `Tap` for a name that says tap, `Gesture` for other gestures; nil for no gesture.
    private static func gestureWord(_ text: String) -> String? {
        guard GestureName.isGesture(text) else { return nil }
        switch GestureName.kind(text) {
        case .tap: return "Tap"
        case .swipe: return "Drag"
        case .scroll: return "Scroll"
        case .type: return "Key"
        default: return "Gesture"
        }
    }

    mutating func kindWord(_ id: NameID) -> NameID {
        name(id, "kind") { redaction, text in
            guard !Self.isVocabulary(text) else { return text }
            return redaction.pseudonyms.pseudonym(Self.gestureWord(text) ?? NameRole.word.rawValue, text)
        }
    }

    // MARK: Options

    /// Options name views and signposts as the app does; the analysis sees only pseudonyms.
    private mutating func redacted(_ options: AnalysisOptions, _ records: TraceRecords) -> AnalysisOptions {
        var options = options
        let patterns = options.ignoredViews
        let views = records.views.buffer.compactMap { old.text($0.name) }.filter { name in
            patterns.contains { Glob.matches(name, $0) }
        }
        // The original patterns could match pseudonyms.
        options.ignoredViews = views.map { view($0) }
        options.interactionSignposts = options.interactionSignposts.map { filter in
            SignpostFilter(
                subsystem: text(filter.subsystem, .subsystem), category: text(filter.category, .category),
                name: text(filter.name, .signpost))
        }
        if case .named(let process) = options.process { options.process = .named(self.process(process)) }
        return options
    }
}
