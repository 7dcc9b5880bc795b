/// The counts of a row (a view, a chain, or everything) in each single interaction, in strata: interactions of one kind
/// and name are only compared with each other (docs/analysis.md, section 8).
struct CountSamples: Sendable {
    /// The figure that is compared.
    enum Figure: Sendable { case updates, unnecessary }

    /// A part of a side: a stretch of one of its traces, or a whole trace if there are many. Interactions of one part
    /// are more alike than those of two.
    typealias Part = Int

    struct Entry: Sendable {
        var part: Part
        var updates: Double
        var unnecessary: Double

        func value(_ figure: Figure) -> Double { figure == .updates ? updates : unnecessary }
    }

    struct Side: Sendable {
        /// The number of interactions of the kind, by part.
        var windows: [Int]
        /// The interactions that updated the row, in any order.
        var entries: [Entry] = []

        var count: Int { windows.reduce(0, +) }

        func values(_ figure: Figure) -> [Double] { entries.map { $0.value(figure) }.filter { $0 > 0 } }

        func mean(_ figure: Figure) -> Double {
            count == 0 ? 0 : entries.reduce(0) { $0 + $1.value(figure) } / Double(count)
        }

        /// The level of each part: the mean of the logarithms of its values; nil if it did not perform the interaction.
        /// Values above `most` count as `most`, because a part may have few interactions, one with very many.
        func levels(_ figure: Figure, upTo most: Double) -> [Double?] {
            var sums = [Double](repeating: 0, count: windows.count)
            for entry in entries { sums[entry.part] += log1p(min(most, entry.value(figure))) }
            return zip(sums, windows).map { $1 == 0 ? nil : $0 / Double($1) }
        }

        /// The mean of the logarithms of all values.
        func level(_ figure: Figure, upTo most: Double) -> Double {
            count == 0 ? 0 : entries.reduce(0) { $0 + log1p(min(most, $1.value(figure))) } / Double(count)
        }

        /// The smallest and the largest value; nil without interactions.
        func range(_ figure: Figure) -> ClosedRange<Double>? {
            guard count > 0 else { return nil }
            var (least, greatest, positive) = (Double.infinity, 0.0, 0)
            for entry in entries where entry.value(figure) > 0 {
                (least, greatest) = (min(least, entry.value(figure)), max(greatest, entry.value(figure)))
                positive += 1
            }
            if positive < count { least = 0 }
            return least...greatest
        }

        /// Whether the interactions have different values; nil if there are too few.
        func varies(_ figure: Figure) -> Bool? {
            guard count >= 2, let range = range(figure) else { return nil }
            return range.lowerBound < range.upperBound
        }
    }

    struct Stratum: Sendable {
        /// The index of the kind among the interactions that both sides performed.
        var kind: Int
        var before: Side
        var after: Side

        /// An upper bound of a side's mean, for any distribution of the values.
        func largestMean(_ figure: Figure) -> Double {
            let sum = after.entries.reduce(before.entries.reduce(0) { $0 + $1.value(figure) }) { $0 + $1.value(figure) }
            return sum / Double(max(1, min(before.count, after.count)))
        }
    }

    /// The strata by kind, for the interactions in which either side updated the row.
    var strata: [Stratum]

    /// The samples as if every update of a side were unnecessary, which is the maximum if they are not judged.
    func takingAllAsUnnecessary(before: Bool, after: Bool) -> CountSamples {
        func taken(_ side: Side) -> Side {
            var side = side
            for index in side.entries.indices { side.entries[index].unnecessary = side.entries[index].updates }
            return side
        }
        return CountSamples(
            strata: strata.map { stratum in
                Stratum(
                    kind: stratum.kind, before: before ? taken(stratum.before) : stratum.before,
                    after: after ? taken(stratum.after) : stratum.after)
            })
    }

    /// The means of each side per interaction, added up over the kinds.
    func means(_ figure: Figure) -> (before: Double, after: Double) {
        strata.reduce((0, 0)) { ($0.0 + $1.before.mean(figure), $0.1 + $1.after.mean(figure)) }
    }

    /// The samples of one kind.
    func only(kind: Int) -> CountSamples {
        var (low, high) = (0, strata.count)
        while low < high {
            let middle = (low + high) / 2
            if strata[middle].kind < kind { low = middle + 1 } else { high = middle }
        }
        return CountSamples(strata: low < strata.count && strata[low].kind == kind ? [strata[low]] : [])
    }
}

/// The interactions of both sides, in the order of their kinds, to divide the counts of rows into strata.
struct InteractionWindows: Sendable {
    /// The kinds that both sides performed, sorted.
    let kinds: [InteractionKey]
    /// The kind of each window of each trace, both sides in one list; -1 for a kind that only one side performed.
    private let kindOfWindow: [[Int]]
    private let partOfWindow: [[CountSamples.Part]]
    /// A stratum without entries for each kind, with the number of performances of each part.
    private let empty: [CountSamples.Stratum]
    private let tracesBefore: Int

    init(before: [TraceFigures], after: [TraceFigures]) {
        func keys(_ traces: [TraceFigures]) -> Set<InteractionKey> { Set(traces.flatMap(\.interactions.keys)) }
        let kinds = keys(before).intersection(keys(after)).sorted()
        let places = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, $0) })
        let kindOfWindow = (before + after).map { $0.windows.map { places[$0] ?? -1 } }
        let (first, second) = (
            Self.parts(kindOfWindow[..<before.count], kinds.count),
            Self.parts(kindOfWindow[before.count...], kinds.count)
        )
        empty = kinds.indices.map {
            CountSamples.Stratum(
                kind: $0, before: .init(windows: first.performed[$0]), after: .init(windows: second.performed[$0]))
        }
        partOfWindow = first.ofWindow + second.ofWindow
        (self.kinds, self.kindOfWindow, tracesBefore) = (kinds, kindOfWindow, before.count)
    }

    /// Divides a side into parts: the part of each window of each trace, and the number of performances of each kind in
    /// each part.
    private static func parts(_ kindOfWindow: ArraySlice<[Int]>, _ kinds: Int) -> (
        ofWindow: [[CountSamples.Part]], performed: [[Int]]
    ) {
        let traces = kindOfWindow.count
        func share(_ number: Int) -> Int { (number + traces - 1) / max(1, traces) }
        // With few traces, all of one side may be above all of the other by chance.
        let fewest = max(share(fewestParts), traces < DiffThresholds.fewestTraces ? 2 : 1)
        let most = max(fewest, share(mostParts))
        var performed = Array(repeating: Array(repeating: 0, count: traces * most), count: kinds)
        let ofWindow = kindOfWindow.enumerated().map { trace, windows in
            var (times, met) = (Array(repeating: 0, count: kinds), Array(repeating: 0, count: kinds))
            for kind in windows where kind >= 0 { times[kind] += 1 }
            return windows.map { kind -> CountSamples.Part in
                guard kind >= 0 else { return 0 }
                // All stretches have the same number of interactions of the kind.
                let stretches = min(most, max(fewest, times[kind] / ofStretch))
                let part = trace * most + met[kind] * stretches / times[kind]
                met[kind] += 1
                performed[kind][part] += 1
                return part
            }
        }
        return (ofWindow, performed)
    }

    /// Four levels that are all above four others are hardly chance. More parts have at least six interactions each, so
    /// that a stretch with few large ones is no outlier.
    private static let (fewestParts, mostParts, ofStretch) = (4, 6, 6)

    /// The samples of a row, from its counts in each trace (nil if a trace has no such row).
    func samples(_ rows: [[WindowCounts]?]) -> CountSamples {
        var strata: [Int: CountSamples.Stratum] = [:]
        for (trace, row) in rows.enumerated() {
            for one in row ?? [] {
                let kind = kindOfWindow[trace][one.window]
                guard kind >= 0 else { continue }
                let entry = CountSamples.Entry(
                    part: partOfWindow[trace][one.window], updates: Double(one.counts.updates),
                    unnecessary: Double(one.counts.unnecessary))
                if trace < tracesBefore {
                    strata[kind, default: empty[kind]].before.entries.append(entry)
                } else {
                    strata[kind, default: empty[kind]].after.entries.append(entry)
                }
            }
        }
        return CountSamples(strata: strata.values.sorted { $0.kind < $1.kind })
    }

    /// The samples of all updates in interactions of each kind, including interactions without updates.
    func samplesOfKinds(_ rows: [[WindowCounts]]) -> [CountSamples] {
        let all = samples(rows)
        var byKind = kinds.indices.map { CountSamples(strata: [empty[$0]]) }
        for stratum in all.strata { byKind[stratum.kind].strata = [stratum] }
        return byKind
    }
}
