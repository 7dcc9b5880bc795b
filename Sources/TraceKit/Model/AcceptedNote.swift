/// A problem that was accepted, as reports and budgets need it.
public struct AcceptedNote: Sendable {
    public var key: String
    /// Why, and when.
    public var words: String
    public var costMs: Double?
    /// Whether a problem of this cost is still the one that was accepted.
    public var covers: @Sendable (_ costMs: Double) -> Bool
}

extension [AcceptedNote] {
    /// The first of each key.
    var byKey: [String: AcceptedNote] { Dictionary(map { ($0.key, $0) }) { first, _ in first } }
}
