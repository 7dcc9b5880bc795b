/// The names of nodes in chains: `Tap "Favorite"`, `ModelData.favorites`, `LandmarkRow.body`.
///
/// All are interned at once, so that later lookups change nothing.
final class NodeLabels {
    private let firstCauseNode: Int
    private let firstUpdateNode: Int
    private let causes: Column<CauseRecord>
    private let viewOfUpdate: Column<UInt32>
    /// Names by interaction.
    private let interactionLabels = Column<NameID>()
    /// Names by key of `TraceRecords.views`.
    private let viewLabels = Column<NameID>()

    init(_ records: TraceRecords) {
        (causes, viewOfUpdate) = (records.causes, records.updates.view)
        firstCauseNode = records.firstCauseNode
        firstUpdateNode = records.firstUpdateNode
        let names = records.names
        for interaction in records.interactions {
            let text = Self.text(interaction.kind, interaction.kindWord, interaction.name, names)
            interactionLabels.append(names.intern(text))
        }
        for view in records.views.buffer {
            viewLabels.append(view.kind == .body ? names.intern(view.name, with: ".body") : view.name)
        }
    }

    func label(_ node: Int) -> NameID {
        if node >= firstUpdateNode { return viewLabels[Int(viewOfUpdate[node - firstUpdateNode])] }
        if node >= firstCauseNode { return causes[node - firstCauseNode].name }
        return interactionLabels[node]
    }

    /// `Tap "Favorite"`; only the kind if the interaction has no name.
    static func text(_ kind: InteractionKind, _ kindWord: NameID, _ name: NameID, _ names: NameTable) -> String {
        text(names.text(kindWord) ?? kind.word, names.text(name))
    }

    /// The same for texts. A quoted name gets no second quotes.
    static func text(_ word: String, _ name: String?) -> String {
        let title = word.prefix(1).uppercased() + word.dropFirst()
        guard let name else { return title }
        let quote = UInt8(ascii: "\"")
        let isQuoted = name.utf8.count > 1 && name.utf8.first == quote && name.utf8.last == quote
        return isQuoted ? "\(title) \(name)" : "\(title) \"\(name)\""
    }
}
