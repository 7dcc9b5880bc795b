/// Views of updates from the words of Instruments' tables, by the rules of the xctrace importer: the view's name is
/// empty on most body rows, where the description tells it. What a row says of its view repeats, so it is worked
/// out once.
final class CSVShownViews {
    private struct Words: Hashable {
        var type: NameID
        var description: NameID
        var viewName: NameID
        var module: NameID
    }

    private struct View {
        var name: NameID
        var raw: NameID
        var kind: NameID
        var module: NameID
    }

    private var views: [Words: View] = [:]

    /// Puts the view, its kind and the phase where our own columns would have put them.
    func resolve(_ cells: borrowing CSVCells, hasUpdateType: Bool, _ names: NameTable) throws(RowProblem) {
        let fields = cells.fields
        let words = Words(
            type: cells.updateType, description: cells.description, viewName: fields.name(.view),
            module: fields.name(.module))
        guard words.description.isPresent || words.viewName.isPresent else {
            throw RowProblem(.missingField, "the row has neither a description nor a view name")
        }
        let view = views[words] ?? Self.view(words, hasUpdateType: hasUpdateType, names)
        views[words] = view
        fields.set(.view, view.name)
        fields.rawView = view.raw
        if !fields.has(.kind) { fields.set(.kind, view.kind) }
        if words.module.isPresent { fields.set(.module, view.module) }
        let isCreation = fields.name(.category) == NameID(.creationTitle)
        if isCreation, !fields.has(.phase) { fields.set(.phase, NameID(.creation)) }
    }

    private static func view(_ words: Words, hasUpdateType: Bool, _ names: NameTable) -> View {
        let description = names.text(words.description) ?? ""
        let viewName = names.text(words.viewName) ?? ""
        let (lane, rest) = XctraceUpdateWords.lane(ofDescription: description)
        let type = names.text(words.type) ?? ""
        let kind = hasUpdateType ? XctraceUpdateWords.kind(ofType: type, lane: lane) : lane ?? .body
        // Views from before the recording are `[unknown view: created before tracing started?]`.
        let isNamed = !viewName.isEmpty && !viewName.hasPrefix("[unknown view")
        let shown = isNamed || rest.isEmpty ? viewName : rest
        return View(
            name: names.intern(ViewName.normalised(shown)),
            raw: words.description.isPresent ? words.description : words.viewName,
            kind: kind?.wordID.nameID ?? words.type,
            module: names.text(words.module) == "<unknown>" ? .none : words.module)
    }
}
