/// What Apple calls good, a warning and critical of the milliseconds of hitch a second.
enum HitchBand {
    static let (good, warning) = (5, 10)

    /// The word alone, in a statement.
    static func sql(_ ratio: String) -> String {
        "CASE WHEN \(ratio) > \(warning) THEN 'critical' WHEN \(ratio) > \(good) THEN 'warning' ELSE 'good' END"
    }

    /// `critical: over 10`
    static func words(_ ratio: Double) -> String {
        ratio > Double(warning) ? "critical: over \(warning)" : ratio > Double(good) ? "warning: over \(good)" : "good"
    }
}
