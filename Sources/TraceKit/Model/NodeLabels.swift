/// The names of nodes as they stand in chains: `Tap "Favorite"`, `ModelData.favorites`, `LandmarkRow.body`.
final class NodeLabels {
    private let records: TraceRecords
    /// Per key of `TraceRecords.views`; made when first needed.
    private var viewLabels: [NameID]

    init(_ records: TraceRecords) {
        self.records = records
        viewLabels = [NameID](repeating: .none, count: records.views.count)
    }

    func label(_ node: Int) -> NameID {
        if node >= records.firstUpdateNode {
            return label(ofView: Int(records.updates.view[node - records.firstUpdateNode]))
        }
        if node >= records.firstCauseNode { return records.causes[node - records.firstCauseNode].name }
        let interaction = records.interactions[node]
        return records.names.intern(Self.text(interaction.kind, interaction.kindWord, interaction.name, records.names))
    }

    private func label(ofView key: Int) -> NameID {
        if viewLabels[key].isPresent { return viewLabels[key] }
        let view = records.views[key]
        let label = view.kind == .body ? records.names.intern("\(records.names.text(view.name) ?? "").body") : view.name
        viewLabels[key] = label
        return label
    }

    /// `Tap "Favorite"`; the kind alone where the interaction has no name.
    static func text(_ kind: InteractionKind, _ kindWord: NameID, _ name: NameID, _ names: NameTable) -> String {
        let word = names.text(kindWord) ?? kind.word
        let title = word.prefix(1).uppercased() + word.dropFirst()
        return names.text(name).map { "\(title) \"\($0)\"" } ?? title
    }
}
