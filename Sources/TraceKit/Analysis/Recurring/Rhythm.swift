/// Whether things happen at a steady pace.
enum Rhythm {
    private static let leastGaps = 8

    /// The median gap of starts in order, where most gaps are about as long, and the whole is that gap as often as there are gaps;
    /// nil where they are not.
    static func period(of starts: [Int64]) -> Int64? {
        let gaps = zip(starts.dropFirst(), starts).map { $0 - $1 }.sorted()
        guard gaps.count >= leastGaps, let first = starts.first, let last = starts.last else { return nil }
        let median = gaps[gaps.count / 2]
        let deviations = gaps.map { abs($0 - median) }.sorted()
        guard median > 0, deviations[gaps.count / 2] * 8 < median else { return nil }
        let (span, steady) = (Double(last - first), Double(median) * Double(gaps.count))
        return abs(span - steady) * 5 <= span ? median : nil
    }
}
