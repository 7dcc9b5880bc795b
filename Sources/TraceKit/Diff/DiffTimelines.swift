/// The timelines of a comparison's page, under the names by which the sides pair.
struct DiffTimelines {
    private let names: DiffNames
    private let rowOfChain: [String: Int]

    init(names: DiffNames, tables: [DiffTable]) {
        self.names = names
        let chains = tables.first { $0.id == "chains" }?.rows ?? []
        rowOfChain = Dictionary(chains.enumerated().map { ($1.title, $0) }) { first, _ in first }
    }

    func timeline(_ timeline: TraceTimeline, title: String) -> DiffTimeline {
        let views = timeline.views.map { key in
            let paired = names.view(key).view
            return paired == key.view ? nil : paired
        }
        var titles: [String] = []
        var indices: [String: Int] = [:]
        let interactions = timeline.interactions.map { key in
            let title = names.interaction(key).title
            if let index = indices[title] { return index }
            indices[title] = titles.count
            titles.append(title)
            return titles.count - 1
        }
        let chains = timeline.chains.compactMap { chain in
            rowOfChain[names.chain(chain.path)].map { (chain: chain.id, row: $0) }
        }
        return DiffTimeline(
            title: title, data: timeline.data, views: views, titles: titles, interactions: interactions, chains: chains)
    }

    /// `first of 4 traces: Landmarks`; what stands for the only trace of a side is said of the side.
    static func title(_ side: DiffSide, _ traces: [TraceFigures]) -> String {
        guard traces.count > 1, let first = traces.first else { return DiffText.side(side) }
        return "first of \(traces.count) traces: \([first.label, first.name].compactMap { $0 }.first ?? "")"
    }
}
