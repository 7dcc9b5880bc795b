/// Counts per interaction of the same kind: the only way in which recordings of different length compare.
///
/// A row (a view, a chain) may be updated in several kinds of interactions. Its rate is the mean of its rates in each
/// of them, weighted by how often the interaction was performed over all traces of both sides, so that the weights are
/// the same for every trace. Kinds in which no trace has the row, and kinds that some trace did not perform, are left out.
struct InteractionRates {
    /// Windows by interaction, a trace each, both sides in one list.
    private let windows: [[InteractionKey: Int]]
    /// Performed in every trace, in order.
    private let common: [InteractionKey: Int]

    init(_ traces: [TraceFigures]) {
        windows = traces.map { $0.interactions.mapValues(\.count) }
        let keys = (windows.first?.keys.sorted() ?? []).filter { key in
            traces.allSatisfy { ($0.interactions[key]?.count ?? 0) > 0 }
        }
        common = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    }

    /// One a trace, or nil for all where no interaction allows a comparison.
    func rates(_ rows: [[InteractionKey: UpdateCounts]]) -> [UpdateRates]? {
        var met: [InteractionKey: Int] = [:]
        for row in rows {
            for (key, counts) in row where counts.updates > 0 { if let place = common[key] { met[key] = place } }
        }
        // In one order, because sums of fractions depend on it.
        let keys = met.sorted { $0.value < $1.value }.map(\.key)
        guard !keys.isEmpty else { return nil }
        let weights = keys.map { key in Double(windows.reduce(0) { $0 + ($1[key] ?? 0) }) }
        let total = weights.reduce(0, +)
        return zip(rows, windows).map { row, windows in
            var sum = UpdateRates()
            for (key, weight) in zip(keys, weights) {
                guard let counts = row[key], let performed = windows[key] else { continue }
                sum.add(counts, times: weight / total / Double(performed))
            }
            return sum
        }
    }
}

/// Counts and times per interaction.
struct UpdateRates: Equatable {
    var updates = 0.0
    var unnecessary = 0.0
    var red = 0.0
    var orange = 0.0
    var totalMs = 0.0
    var wastedMs = 0.0
    var allocations = 0.0

    var long: Double { red + orange }

    mutating func add(_ counts: UpdateCounts, times factor: Double) {
        updates += Double(counts.updates) * factor
        unnecessary += Double(counts.unnecessary) * factor
        red += Double(counts.red) * factor
        orange += Double(counts.orange) * factor
        totalMs += counts.totalMs * factor
        wastedMs += counts.wastedMs * factor
        allocations += Double(counts.allocations) * factor
    }
}
