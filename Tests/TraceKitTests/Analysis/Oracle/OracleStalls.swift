@testable import TraceKit

/// Section 6 of docs/analysis.md: what belongs to a hitch or a hang.
struct OracleStalls {
    struct Stall {
        /// Index into the windows.
        var window: Int?
        /// `View 1.2 ms`, longest first, at most five.
        var views: [String]
        /// Main-thread samples present / expected.
        var coverage: Double?
    }

    let trace: OracleTrace
    let windows: OracleWindows

    func stall(from start: Int64, duration: Int64) -> Stall {
        Stall(
            window: windows.latestWindow(holding: start), views: views(start, start + duration),
            coverage: coverage(start, start + duration))
    }

    /// The word of a hang that its exporter gave none.
    static func word(_ duration: Int64) -> String {
        if duration < 100_000_000 { return "Potential Interaction Delay" }
        if duration < 250_000_000 { return "Brief Unresponsiveness" }
        if duration < 500_000_000 { return "Microhang" }
        return duration < 2_000_000_000 ? "Hang" : "Severe Hang"
    }

    private func views(_ start: Int64, _ end: Int64) -> [String] {
        let overlaps = Dictionary(grouping: trace.updates.filter(\.counts), by: \.viewKey).mapValues { updates in
            updates.reduce(Int64(0)) { sum, update in
                let from = update.start ?? 0
                return sum + max(0, min(end, from + (update.duration ?? 0)) - max(start, from))
            }
        }
        return overlaps.filter { $0.value > 0 }.sorted { $0.value > $1.value }.prefix(5).map { view, overlap in
            "\(view[1] ?? "") \(Decimal.text(Double(overlap) / 1e6, digits: 1)) ms"
        }
    }

    /// "The number of samples expected is the length over the median weight of the main thread's samples"; where none
    /// has a weight, over the median gap between them.
    private func coverage(_ start: Int64, _ end: Int64) -> Double? {
        let samples = trace.samples.filter { ($0.thread ?? "main") == "main" }
        let weights = samples.compactMap(\.weight).filter { $0 > 0 }.sorted()
        let times = samples.map(\.start).sorted()
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
        guard let period = OracleTables.nearestRank(weights.isEmpty ? gaps : weights, 50), end > start else {
            return nil
        }
        let present = times.filter { start <= $0 && $0 < end }.count
        return min(1, Double(present) / (Double(end - start) / Double(period)))
    }
}
