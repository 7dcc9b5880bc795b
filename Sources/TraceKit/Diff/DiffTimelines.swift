/// The timelines of a comparison's page, under the names by which the sides pair.
struct DiffTimelines {
    private let names: DiffNames
    private let rowOfChain: [String: Int]

    init(names: DiffNames, tables: [DiffTable]) {
        self.names = names
        let chains = tables.first { $0.id == "chains" }?.rows ?? []
        rowOfChain = Dictionary(chains.enumerated().map { ($1.title, $0) }) { first, _ in first }
    }

    /// Of the first of these traces.
    func timeline(_ timeline: TraceTimeline, of traces: [TraceFigures]) -> DiffTimeline {
        let data = timeline.data
        let views = data.texts("views", "view").map { view in
            let paired = names.view(view ?? "")
            return paired == view ? nil : paired
        }
        var titles: [String] = []
        var indices: [String: Int] = [:]
        let keys = zip(data.texts("interactions", "kind"), data.texts("interactions", "name"))
        let interactions = keys.map { kind, name in
            let title = names.interaction(InteractionKey(kind: kind ?? "", name: name)).title
            if let index = indices[title] { return index }
            indices[title] = titles.count
            titles.append(title)
            return titles.count - 1
        }
        let chains = timeline.chains.compactMap { chain in
            rowOfChain[names.chain(chain.path)].map { (chain: chain.id, row: $0) }
        }
        return DiffTimeline(
            title: Self.title(traces), data: data, views: views, titles: titles, interactions: interactions,
            chains: chains)
    }

    /// `first of 4 traces: Landmarks`
    private static func title(_ traces: [TraceFigures]) -> String? {
        guard traces.count > 1, let first = traces.first else { return nil }
        return "first of \(traces.count) traces: \([first.label, first.name].compactMap { $0 }.first ?? "")"
    }
}
