/// The numbers that share the column `codes` of `view_update`, with the bits of schema.sql, for
/// Swift and for SQL.
enum UpdateCodes {
    private static let membershipBit = 2
    private static let verdictBit = 5
    private static let reasonBit = 7
    private static let severityBit = 11
    private static let siteBit = 13

    /// - Parameter severity: -1 for an update without a duration.
    static func code(
        phase: UpdatePhase, _ membership: Membership, _ verdict: Verdict, _ reason: Reason, severity: Int8, site: Int64
    ) -> Int64 {
        Int64(phase.rawValue) | Int64(membership.rawValue) << membershipBit | Int64(verdict.rawValue) << verdictBit
            | Int64(reason.rawValue) << reasonBit | Int64(severity + 1) << severityBit | site << siteBit
    }

    /// The parts of a code of `view_update` as SQL; `row` is the name of the row in the statement. The codes are those
    /// of schema.sql, but `severity` counts from 0 = gray and is negative without a duration.
    static func phase(_ row: String) -> String { "(\(row).codes & 3)" }
    static func membership(_ row: String) -> String { "(\(row).codes >> \(membershipBit) & 7)" }
    static func verdict(_ row: String) -> String { "(\(row).codes >> \(verdictBit) & 3)" }
    static func reason(_ row: String) -> String { "(\(row).codes >> \(reasonBit) & 15)" }
    static func severity(_ row: String) -> String { "((\(row).codes >> \(severityBit) & 3) - 1)" }
    /// All parts except the site.
    static func flags(_ row: String) -> String { "(\(row).codes & \(1 << siteBit - 1))" }
    static func site(_ row: String) -> String { "(\(row).codes >> \(siteBit))" }

    /// Whether all parts of a stored number are valid codes, and the site is one of `sites`.
    static func isValid(_ code: Int64, sites: ClosedRange<Int64>) -> Bool {
        code >= 0 && UpdatePhase(code: code & 3) != nil && Membership(code: code >> membershipBit & 7) != nil
            && Reason(code: code >> reasonBit & 15) != nil && sites.contains(code >> siteBit)
    }

    /// Phase, verdict and reason of a stored number in the form for pages: two bits, two and four.
    static func shownFlags(_ code: Int64) -> Int64 {
        code & 3 | (code >> verdictBit & 3) << 2 | (code >> reasonBit & 15) << 4
    }

    /// Severity, verdict and reason of a stored number as one, below `mostJudged`.
    static func judged(_ code: Int64) -> Int { Int(code >> verdictBit) & (mostJudged - 1) }
    static let mostJudged = 1 << (siteBit - verdictBit)

    static func words(ofJudged number: Int) -> (severity: Severity?, verdict: Verdict?, reason: Reason?) {
        let code = Int64(number) << verdictBit
        return (
            Severity(code: (code >> severityBit & 3) - 1), Verdict(code: code >> verdictBit & 3),
            Reason(code: code >> reasonBit & 15)
        )
    }

    struct Parts {
        var phase: UpdatePhase?
        var membership: Membership?
        var verdict: Verdict?
        /// The severity; nil for an update without a duration.
        var severity: Severity?
        var site: Int64
    }

    /// The parts of a stored number.
    static func parts(_ code: Int64) -> Parts {
        Parts(
            phase: UpdatePhase(code: code & 3), membership: Membership(code: code >> membershipBit & 7),
            verdict: Verdict(code: code >> verdictBit & 3), severity: Severity(code: (code >> severityBit & 3) - 1),
            site: code >> siteBit)
    }
}
