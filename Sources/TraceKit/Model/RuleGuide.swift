/// What is to be said about a rule, in fixed parts: `trace-analyze explain` and `docs/rules.md` are made from it.
public struct RuleGuide: Sendable {
    /// Lower-case with dashes, after the trouble.
    public let id: String
    public let title: String
    /// What it finds.
    public let finds: String
    /// Why it matters.
    public let matters: String
    /// What to do.
    public let fix: String
    /// What it cannot see, and where it is wrong.
    public let limits: String
    /// What makes a finding high, medium or low.
    public let severity: String
    /// What the fix takes: small, medium or large.
    public let effort: String
    /// The numbers that decide, one a line.
    public let thresholds: [String]
    /// What it looks like in Swift, and how it is put right; nil where the trouble is not in the code.
    public let example: Example?

    public struct Example: Sendable {
        public let before: String
        public let after: String
    }
}
