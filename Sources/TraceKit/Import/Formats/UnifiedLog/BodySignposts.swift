/// Signpost intervals that stand for evaluations of a view's body: those named `LandmarkRow.body`, and those of a
/// subsystem and category that the user names (`--body-signposts`). They become updates and are no signposts then.
struct BodySignposts {
    private struct Filter {
        var subsystem: NameID
        var category: NameID
        /// None = any.
        var name: NameID

        func includes(_ name: NameID, _ context: LogContext) -> Bool {
            subsystem == context.subsystem && category == context.category
                && (!self.name.isPresent || self.name == name)
        }
    }

    private let builder: TraceBuilder
    private let filters: [Filter]
    /// Index into the trace's views, plus two, by name: zero = not looked at yet, one = no name of a body.
    private let views = SparseColumn<UInt32>(absent: 0)
    private let filteredViews = SparseColumn<UInt32>(absent: 0)

    init(_ builder: TraceBuilder) {
        self.builder = builder
        let names = builder.names
        filters = builder.options.bodySignposts.map {
            Filter(
                subsystem: names.intern($0.subsystem), category: names.intern($0.category),
                name: $0.name.map { names.intern($0) } ?? .none)
        }
    }

    /// The view whose body the intervals of this name and context are; nil where they are none.
    func view(_ name: NameID, _ context: LogContext) -> UInt32? {
        if !filters.isEmpty { note(name, context) }
        let known = views[name.index]
        if known > 1 { return known - 2 }
        if known == 0 {
            let text = builder.names.text(name) ?? ""
            let isBody = text.utf8.count > 5 && text.hasSuffix(".body")
            views[name.index] = isBody ? newView(name) + 2 : 1
            if isBody { return views[name.index] - 2 }
        }
        guard filters.contains(where: { $0.includes(name, context) }) else { return nil }
        if filteredViews[name.index] == 0 { filteredViews[name.index] = newView(name) + 2 }
        return filteredViews[name.index] - 2
    }

    /// Tells which filters were of use, and what else they could have named.
    @inline(never)
    private func note(_ name: NameID, _ context: LogContext) {
        let matches = builder.options.matches
        for (index, filter) in filters.enumerated() where filter.includes(name, context) {
            matches.note(.bodySignposts, builder.options.bodySignposts[index].text)
        }
        let names = builder.names
        matches.offer(
            .bodySignposts, ["\(names.text(context.subsystem) ?? ""):\(names.text(context.category) ?? "")"])
    }

    private func newView(_ name: NameID) -> UInt32 {
        let normalised = builder.names.intern(ViewName.normalised(builder.names.text(name) ?? ""))
        return builder.view(ViewKey(name: normalised, rawName: name, module: .none, kind: .body, kindWord: .none))
    }
}
