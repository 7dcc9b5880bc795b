/// Which intervals are view updates, by name and category, and with `--body-signposts` by message; each is looked at once.
struct ChromeUpdateRule {
    struct Update {
        var view: UInt32
        var phase: UpdatePhase
    }

    private struct Words: Hashable {
        var name: NameID
        var category: NameID
        var message: NameID
    }

    private static let category = "swiftui-update."

    private let builder: TraceBuilder
    private var known: [Words: Update?] = [:]

    init(_ builder: TraceBuilder) { self.builder = builder }

    /// Nil for an interval that is no update.
    mutating func update(_ event: ChromeEvent) -> Update? {
        let message = builder.options.bodySignposts.isEmpty ? NameID.none : event.message
        let words = Words(name: event.name, category: event.category, message: message)
        if let known = known[words] { return known }
        let update = makeUpdate(event.name, builder.names.text(event.category) ?? "", message)
        known[words] = .some(update)
        return update
    }

    private func makeUpdate(_ name: NameID, _ category: String, _ message: NameID) -> Update? {
        let text = builder.names.text(name) ?? ""
        let filters = builder.options.bodySignposts.filter { Self.matches($0, category, text) }
        for filter in filters { builder.options.matches.note(.bodySignposts, filter.text) }
        if category.hasPrefix(Self.category) {
            // Events may have several categories: the second says the phase, where our own export writes it.
            let words = category.dropFirst(Self.category.count).split(separator: ",", omittingEmptySubsequences: false)
            let kind = builder.updateKind(builder.names.intern(String(words.first ?? "")))
            let phase = words.dropFirst().first.flatMap { UpdatePhase(name: builder.names.intern(String($0))) }
            return Update(view: view(text, name, kind.kind, kind.word), phase: phase ?? Self.phase(text))
        }
        let isBody =
            builder.options.takesBodySignposts
            && (text.hasSuffix(".body") && text.utf8.count > 5 || Self.phase(text) == .check)
        guard isBody || !filters.isEmpty else { return nil }
        if !isBody, SignpostWords.view(called: text) == nil,
            let named = SignpostWords.view(inMessage: builder.names.text(message) ?? "")
        {
            return Update(view: view(named.raw, builder.names.intern(named.raw), .body, .none), phase: .update)
        }
        return Update(view: view(text, name, .body, .none), phase: Self.phase(text))
    }

    private func view(_ text: String, _ raw: NameID, _ kind: UpdateKind, _ kindWord: NameID) -> UInt32 {
        let skipped = text.hasSuffix(Self.skipped) ? String(text.dropLast(Self.skippedMark.count)) : text
        let name = builder.names.intern(kind == .body ? ViewName.normalised(skipped) : skipped)
        return builder.view(ViewKey(name: name, rawName: raw, module: .none, kind: kind, kindWord: kindWord))
    }

    private static let skippedMark = " [skipped]"
    private static let skipped = ".body" + skippedMark

    private static func phase(_ text: String) -> UpdatePhase {
        text.hasSuffix(skipped) && text.utf8.count > skipped.utf8.count ? .check : .update
    }

    /// A category may carry the subsystem before a colon, as some writers have it.
    private static func matches(_ filter: SignpostFilter, _ category: String, _ name: String) -> Bool {
        guard category == filter.category || category == "\(filter.subsystem):\(filter.category)" else { return false }
        return filter.name == nil || filter.name == name
    }
}
