/// Signpost intervals that are evaluations of a view's body by their name: `LandmarkRow.body`. They become updates and are no
/// signposts then. Others that are (`takeSignpostBodies`) are found when all was read.
struct BodySignposts {
    private let builder: TraceBuilder
    /// Index into the trace's views, plus two, by name: zero = not looked at yet, one = no name of a body.
    private let views = SparseColumn<UInt32>(absent: 0)

    init(_ builder: TraceBuilder) { self.builder = builder }

    /// The view whose body the intervals of this name are; nil where they are none.
    func view(_ name: NameID, _ context: LogContext) -> UInt32? {
        let filters = builder.options.bodySignposts
        if !filters.isEmpty { note(name, context, filters) }
        if views[name.index] == 0 {
            let text = builder.names.text(name) ?? ""
            let isBody = builder.options.takesBodySignposts && text.utf8.count > 5 && text.hasSuffix(".body")
            views[name.index] = isBody ? newView(name, text) + 2 : 1
        }
        return views[name.index] > 1 ? views[name.index] - 2 : nil
    }

    /// Tells of bodies too which filters were of use, and what else they could have named.
    @inline(never)
    private func note(_ name: NameID, _ context: LogContext, _ filters: [SignpostFilter]) {
        let names = builder.names
        let signpost = SignpostFilter(
            subsystem: names.text(context.subsystem) ?? "", category: names.text(context.category) ?? "",
            name: names.text(name))
        let matches = builder.options.matches
        for filter in filters where filter.includes(signpost) { matches.note(.bodySignposts, filter.text) }
        matches.offer(.bodySignposts, ["\(signpost.subsystem):\(signpost.category)"])
    }

    private func newView(_ name: NameID, _ text: String) -> UInt32 {
        let normalised = builder.names.intern(ViewName.normalised(text))
        return builder.view(ViewKey(name: normalised, rawName: name, module: .none, kind: .body, kindWord: .none))
    }
}
