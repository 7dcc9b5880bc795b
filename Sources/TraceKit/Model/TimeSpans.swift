/// Some times of a trace: ascending spans `[from, to)` in nanoseconds that do not touch.
struct TimeSpans: Equatable {
    private(set) var spans: [Range<Int64>] = []
    /// The most spans; if there are more, those with the smallest gaps between them are joined.
    static let most = 200

    /// Spans in any order, which may overlap; empty ones are left out.
    init(_ ranges: [Range<Int64>]) {
        spans = ranges.filter { !$0.isEmpty }.merged()
        joinNearest()
    }

    /// The text of `text`; nil for anything else.
    init?(_ text: String) {
        var ranges: [Range<Int64>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let dots = part.firstRange(of: ".."), let from = Int64(part[..<dots.lowerBound]),
                let to = Int64(part[dots.upperBound...]), from >= 0, from < to
            else { return nil }
            ranges.append(from..<to)
        }
        self.init(ranges)
    }

    /// `2000000000..2500000000,4000000000..4250000000`.
    var text: String { spans.map { "\($0.lowerBound)..\($0.upperBound)" }.joined(separator: ",") }

    /// The length of all spans together.
    var nanoseconds: Int64 { spans.reduce(0) { $0.addingSaturating($1.upperBound - $1.lowerBound) } }

    func contains(_ time: Int64) -> Bool { overlaps(time, 0) }

    /// Whether an interval shares time with a span; one without a length must start in one.
    func overlaps(_ start: Int64, _ duration: Int64) -> Bool {
        let end = start.addingSaturating(max(1, duration))
        let after = spans.firstPlace { $0.upperBound > start }
        return after < spans.count && spans[after].lowerBound < end
    }

    private mutating func joinNearest() {
        guard spans.count > Self.most else { return }
        let gaps = spans.indices.dropFirst().sorted { gap(before: $0) < gap(before: $1) }
        let joined = Set(gaps.prefix(spans.count - Self.most))
        var kept: [Range<Int64>] = []
        for index in spans.indices {
            if joined.contains(index), let last = kept.popLast() {
                kept.append(last.lowerBound..<spans[index].upperBound)
            } else {
                kept.append(spans[index])
            }
        }
        spans = kept
    }

    private func gap(before index: Int) -> Int64 { spans[index].lowerBound - spans[index - 1].upperBound }
}
