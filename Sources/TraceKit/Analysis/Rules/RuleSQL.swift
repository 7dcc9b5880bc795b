/// Pieces of the statements that findings show.
enum RuleSQL {
    /// Updates in the launch, or where they are judged; and which of these places it is: that of `RuleContext.place`.
    static let isPlaced = "membership IN ('linked', 'temporal', 'launch', 'recurring')"
    static let place = "coalesce(interaction_id, CASE WHEN membership = 'recurring' THEN -run_id ELSE 0 END)"

    /// A text as SQL, whatever it holds.
    static func literal(_ text: String) -> String {
        if !text.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == 0 }) { return "'\(text)'" }
        var result = String.UnicodeScalarView()
        var hasNUL = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'": result.append(contentsOf: "''".unicodeScalars)
            case "\0":
                // SQLite reads statements up to the first NUL.
                hasNUL = true
                result.append(contentsOf: "'||char(0)||'".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return hasNUL ? "('\(result)')" : "'\(result)'"
    }

    static func list(_ texts: [String]) -> String { texts.map(literal).joined(separator: ", ") }

    static func list(_ numbers: [Int64]) -> String { numbers.map { "\($0)" }.joined(separator: ", ") }

    /// `= 'text'`, or `IS NULL`.
    static func equals(_ text: String?) -> String { text.map { "= \(literal($0))" } ?? "IS NULL" }

    /// Kinds of updates that have a word of ours; all others are counted as one.
    static let namedKinds = list(UpdateKind.allCases.filter { $0 != .other }.map(\.word))

    /// The condition on rows of `updates` whose changed properties name @identity.
    static let hasIdentity = "instr(';' || replace(changed, '\\;', '') || ';', ';@identity;') > 0"

    static func kind(_ kind: UpdateKind) -> String {
        kind == .other ? "kind NOT IN (\(namedKinds))" : "kind = \(literal(kind.word))"
    }
}

extension RuleContext {
    /// A list of updates of one view.
    func updatesSQL(_ view: Int, _ condition: String, from source: String = "updates") -> String {
        """
        SELECT id, view, start_ms, duration_ms, severity, phase, instance, verdict, reason, driving_cause, changed
        FROM \(source)
        WHERE trace_id = :trace AND is_target = 1 AND \(isView(view))
            AND \(condition)
        ORDER BY start_ns, id
        """
    }
}
