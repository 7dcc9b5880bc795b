/// Finds the place at which a series moved from one level to another.
///
/// The levels are the medians of what is before and behind; the place is where the values deviate least from them, added
/// up. It is a step only if the levels lie far enough apart to count (`ChangeFloor`) and explain at least half of how far
/// the values deviate from their one median: a series that only scatters has no step.
enum StepFinder {
    /// Of values in order of time; nil values are left out. Linear in the number of places times n log n.
    static func step(_ values: [Double?], floor: ChangeFloor) -> TrendStep? {
        let known = values.enumerated().compactMap { index, value in value.map { (index: index, value: $0) } }
        guard known.count >= 2 else { return nil }
        let series = known.map(\.value)
        var best: (place: Int, deviation: Double)?
        for place in 1..<series.count {
            let deviation = deviation(series[..<place]) + deviation(series[place...])
            if best == nil || deviation < best?.deviation ?? 0 { best = (place, deviation) }
        }
        guard let best else { return nil }
        let (before, after) = (median(series[..<best.place]), median(series[best.place...]))
        guard floor.isReached(before, after), best.deviation * 2 <= deviation(series[...]) else { return nil }
        return TrendStep(index: known[best.place].index, before: before, after: after)
    }

    private static func median(_ values: ArraySlice<Double>) -> Double {
        Percentile.nearestRank(50, ofSorted: values.sorted()) ?? 0
    }

    private static func deviation(_ values: ArraySlice<Double>) -> Double {
        let median = median(values)
        return values.reduce(0) { $0 + abs($1 - median) }
    }
}
