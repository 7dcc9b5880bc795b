/// What each single interaction gave a row – a view, a chain, or everything –, in strata: interactions of one kind and
/// name are only compared with each other (docs/analysis.md, section 8).
struct CountSamples: Sendable {
    /// The figure that is compared.
    enum Figure: Sendable { case updates, unnecessary }

    struct Entry: Sendable {
        /// The place of its trace among those of its side.
        var trace: Int
        var updates: Double
        var unnecessary: Double

        func value(_ figure: Figure) -> Double { figure == .updates ? updates : unnecessary }
    }

    struct Side: Sendable {
        /// Interactions of the kind, by trace.
        var windows: [Int]
        /// Those of them that updated the row, in any order.
        var entries: [Entry] = []

        var count: Int { windows.reduce(0, +) }

        func values(_ figure: Figure) -> [Double] { entries.map { $0.value(figure) }.filter { $0 > 0 } }

        func mean(_ figure: Figure) -> Double {
            count == 0 ? 0 : entries.reduce(0) { $0 + $1.value(figure) } / Double(count)
        }

        /// The mean in each trace; nil where it did not perform the interaction.
        func means(_ figure: Figure) -> [Double?] {
            var sums = [Double](repeating: 0, count: windows.count)
            for entry in entries { sums[entry.trace] += entry.value(figure) }
            return zip(sums, windows).map { $1 == 0 ? nil : $0 / Double($1) }
        }

        /// The least and the greatest value; nil without interactions.
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

        /// Whether the interactions give different values; nil where there are too few to say.
        func varies(_ figure: Figure) -> Bool? {
            guard count >= 2, let range = range(figure) else { return nil }
            return range.lowerBound < range.upperBound
        }
    }

    struct Stratum: Sendable {
        /// The kind's place among the interactions that both sides performed.
        var kind: Int
        var before: Side
        var after: Side

        /// What no mean of a side exceeds, whichever of the values are its.
        func largestMean(_ figure: Figure) -> Double {
            let sum = [before, after].reduce(0) { $1.entries.reduce($0) { $0 + $1.value(figure) } }
            return sum / Double(max(1, min(before.count, after.count)))
        }
    }

    /// Of the interactions in which either side updated the row, by kind.
    var strata: [Stratum]

    /// Those of one kind.
    func only(kind: Int) -> CountSamples {
        var (low, high) = (0, strata.count)
        while low < high {
            let middle = (low + high) / 2
            if strata[middle].kind < kind { low = middle + 1 } else { high = middle }
        }
        return CountSamples(strata: low < strata.count && strata[low].kind == kind ? [strata[low]] : [])
    }
}

/// The interactions of both sides, in the order of their kinds, to bring the counts of rows into strata.
struct InteractionWindows: Sendable {
    /// Performed on both sides, in order.
    let kinds: [InteractionKey]
    /// The kind of each window of each trace, both sides in one list; -1 for a kind that only one side performed.
    private let kindOfWindow: [[Int]]
    /// A stratum without entries, by kind: how often each trace performed it.
    private let empty: [CountSamples.Stratum]
    private let tracesBefore: Int

    init(before: [TraceFigures], after: [TraceFigures]) {
        func keys(_ traces: [TraceFigures]) -> Set<InteractionKey> { Set(traces.flatMap(\.interactions.keys)) }
        let kinds = keys(before).intersection(keys(after)).sorted()
        let places = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, $0) })
        let kindOfWindow = (before + after).map { $0.windows.map { places[$0] ?? -1 } }
        let performed = kindOfWindow.map { windows in
            var counts = [Int](repeating: 0, count: kinds.count)
            for kind in windows where kind >= 0 { counts[kind] += 1 }
            return counts
        }
        empty = kinds.indices.map { kind in
            let windows = performed.map { $0[kind] }
            return CountSamples.Stratum(
                kind: kind, before: .init(windows: Array(windows[..<before.count])),
                after: .init(windows: Array(windows[before.count...])))
        }
        (self.kinds, self.kindOfWindow, tracesBefore) = (kinds, kindOfWindow, before.count)
    }

    /// The samples of a row, given by its counts in each trace (nil where a trace has no such row).
    func samples(_ rows: [ArraySlice<WindowCounts>?]) -> CountSamples {
        var strata: [CountSamples.Stratum] = []
        // Where a kind stands, once there are too many to look through.
        var places: [Int: Int] = [:]
        var last = 0
        func place(of kind: Int) -> Int {
            // Windows come in order of time, mostly some of one kind behind each other.
            if last < strata.count, strata[last].kind == kind { return last }
            let isShort = strata.count <= Self.looksThrough
            if let place = isShort ? strata.firstIndex(where: { $0.kind == kind }) : places[kind] { return place }
            strata.append(empty[kind])
            if strata.count == Self.looksThrough + 1 {
                for (place, stratum) in strata.enumerated() { places[stratum.kind] = place }
            } else if !isShort {
                places[kind] = strata.count - 1
            }
            return strata.count - 1
        }
        for (trace, row) in rows.enumerated() {
            for counts in row ?? [] {
                let kind = kindOfWindow[trace][counts.window]
                guard kind >= 0 else { continue }
                last = place(of: kind)
                let isBefore = trace < tracesBefore
                let entry = CountSamples.Entry(
                    trace: isBefore ? trace : trace - tracesBefore, updates: Double(counts.updates),
                    unnecessary: Double(counts.unnecessary))
                if isBefore {
                    strata[last].before.entries.append(entry)
                } else {
                    strata[last].after.entries.append(entry)
                }
            }
        }
        return CountSamples(strata: strata.sorted { $0.kind < $1.kind })
    }

    private static let looksThrough = 8

    /// The samples of all updates in interactions of each kind, also of those that updated nothing.
    func samplesOfKinds(_ rows: [[WindowCounts]]) -> [CountSamples] {
        let all = samples(rows.map { $0[...] })
        var byKind = kinds.indices.map { CountSamples(strata: [empty[$0]]) }
        for stratum in all.strata { byKind[stratum.kind].strata = [stratum] }
        return byKind
    }
}
