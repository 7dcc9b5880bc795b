/// What recurring causes are called, in findings and in the database (`recurring.label`).
struct RecurringNames {
    private let records: TraceRecords
    private let results: AnalysisResults

    init(_ records: TraceRecords, _ results: AnalysisResults) { (self.records, self.results) = (records, results) }

    /// `Feed.tick`, `BlockEditorView._blockFrames`; of a parent that is not seen, the view that runs first.
    func label(of cause: RecurringCause) -> String {
        guard cause.isSeen else { return view(cause.view) }
        if cause.root.isPresent { return name(cause.root) }
        // Several lists may name the same.
        var names: [String] = []
        for list in results.drivers(of: cause).first?.named ?? [cause.property] {
            let one = name(list, of: cause.view)
            if !names.contains(one) { names.append(one) }
        }
        return names.count == 2
            ? "\(names[0]) and \(names[1])"
            : names.count > 2 ? "\(names[0]), \(names[1]) and others" : names.first ?? view(cause.view)
    }

    /// `BlockEditorView._blockFrames`
    func name(_ list: ListID, of view: Int) -> String {
        let names = properties(list, of: view)
        guard let one = names.first else { return self.view(view) }
        return names.count == 1 ? one : "\(one) and \(Decimal.counted(names.count - 1, "other value"))"
    }

    /// What a view names: its own properties as they are, `@dependencies` and offsets in words.
    func properties(_ list: ListID, of view: Int) -> [String] {
        let view = self.view(view)
        return records.lists[list].filter { $0 != NameID(.selfProperty) && $0 != NameID(.identityProperty) }.map { id in
            let text = name(id)
            if id == NameID(.dependenciesProperty) { return "what \(view) observes" }
            if text.hasPrefix("@") { return "\(view)'s value \(text)" }
            return text.hasPrefix("\\") ? String(text.dropFirst()) : "\(view).\(text)"
        }
    }

    private func name(_ id: NameID) -> String { records.names.text(id) ?? "" }

    private func view(_ view: Int) -> String { name(results.views[view].name) }
}

extension AnalysisResults {
    /// Its links to views that name what changed; one that does so in few of the runs is one of those that run with it.
    func drivers(of cause: RecurringCause) -> [RecurringLink] {
        links[cause.links].prefix { $0.isDriver }.filter { $0.runs * 2 >= cause.runs }
    }
}
