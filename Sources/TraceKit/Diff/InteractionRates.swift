/// Counts per interaction of the same kind, the only way to compare recordings of different length.
///
/// A row (a view, a chain) may be updated in several kinds of interactions. Its rate is the mean of its rates in each
/// of them, weighted by the number of performances over all traces of both sides, so that the weights are the same for
/// every trace. Kinds in which no trace has the row, and kinds that some trace did not perform, are left out.
struct InteractionRates {
    /// Indexes of the interactions that every trace performed, in order.
    private let common: [InteractionKey: Int]
    /// The number of performances in each trace, both sides in one list, and in all together.
    private let performed: [[Double]]
    private let weights: [Double]

    init(_ traces: [TraceFigures]) {
        let keys = (traces.first?.interactions.keys.sorted() ?? []).filter { key in
            traces.allSatisfy { ($0.interactions[key]?.count ?? 0) > 0 }
        }
        common = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        let performed = traces.map { trace in keys.map { Double(trace.interactions[$0]?.count ?? 0) } }
        weights = keys.indices.map { place in performed.reduce(0) { $0 + $1[place] } }
        self.performed = performed
    }

    /// The rates, one per trace; nil if no interaction allows a comparison.
    func rates(_ rows: [[InteractionKey: UpdateCounts]]) -> [UpdateRates]? {
        // Sorted, because sums of floating-point numbers depend on the order.
        let met = rows.map { row in
            row.compactMap { key, counts in
                counts.updates > 0 ? common[key].map { (place: $0, counts: counts) } : nil
            }.sorted { $0.place < $1.place }
        }
        var (total, last) = (0.0, -1)
        for place in met.joined().map(\.place).sorted() where place != last {
            total += weights[place]
            last = place
        }
        guard last >= 0 else { return nil }
        return zip(met, performed).map { met, performed in
            met.reduce(into: UpdateRates()) { sum, met in
                sum.add(met.counts, times: weights[met.place] / total / performed[met.place])
            }
        }
    }
}

/// Counts and times per interaction.
struct UpdateRates: Equatable {
    var updates: Double
    var unnecessary = 0.0
    /// Whether the necessity of some update is known, and whether that of some is unknown.
    private var isJudged = false
    private var isUnknown = false
    var red = 0.0
    var orange = 0.0
    var totalMs = 0.0
    var wastedMs = 0.0
    /// The unnecessary updates; nil if no necessity is known.
    var knownUnnecessary: Double? { isJudged || !isUnknown ? unnecessary : nil }
    var knownWastedMs: Double? { isJudged || !isUnknown ? wastedMs : nil }
    var allocations = 0.0

    var long: Double { red + orange }

    init(updates: Double = 0) { self.updates = updates }

    mutating func add(_ counts: UpdateCounts, times factor: Double) {
        updates += Double(counts.updates) * factor
        unnecessary += Double(counts.unnecessary) * factor
        if counts.necessary + counts.unnecessary > 0 { isJudged = true }
        if counts.unknown > 0 { isUnknown = true }
        red += Double(counts.red) * factor
        orange += Double(counts.orange) * factor
        totalMs += counts.totalMs * factor
        wastedMs += counts.wastedMs * factor
        allocations += Double(counts.allocations) * factor
    }
}

/// The timelines of a comparison's page, with paired names.
struct DiffTimelines {
    private let names: DiffNames
    private let rowOfChain: [String: Int]

    init(names: DiffNames, tables: [DiffTable]) {
        self.names = names
        let chains = tables.first { $0.id == "chains" }?.rows ?? []
        rowOfChain = Dictionary(chains.enumerated().map { ($1.title, $0) }) { first, _ in first }
    }

    /// The timeline of the first of these traces.
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
