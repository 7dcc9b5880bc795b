/// Names of hangs by their length (docs/analysis.md, section 6), in the exporter's spelling.
enum HangClass {
    /// From this many nanoseconds on, longest first.
    static let bands: [(fromNs: Int64, word: String)] = [
        (2_000_000_000, "Severe Hang"),
        (500_000_000, "Hang"),
        (250_000_000, "Microhang"),
        (100_000_000, "Brief Unresponsiveness"),
    ]

    static func word(forDuration duration: Int64) -> String {
        bands.first { duration >= $0.fromNs }?.word ?? "Potential Interaction Delay"
    }
}
