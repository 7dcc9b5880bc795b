/// What the first lines say of console lines without times.
public struct ConsoleAnswer: Sendable {
    public var evaluations: Int
    /// Nothing had changed.
    public var unchanged: Int
    /// The views with most evaluations.
    public var views: [(view: String, evaluations: Int, unchanged: Int)]

    private static let listed = 3

    /// Nil where the trace holds none.
    static func read(_ database: Database, trace: Int64) throws(TraceError) -> ConsoleAnswer? {
        let known = try database.integer("SELECT sum(untimed) FROM view_summary WHERE trace_id = ?", .integer(trace))
        guard let known, known > 0 else { return nil }
        let rows = try database.rows(
            """
            SELECT view, count(*) AS evaluations, coalesce(sum(changed = ''), 0) FROM updates
            WHERE trace_id = ? AND membership = 'untimed' GROUP BY view ORDER BY evaluations DESC, view
            """, [.integer(trace)]
        ).map { (view: $0[0].text ?? "", evaluations: $0[1].count, unchanged: $0[2].count) }
        return ConsoleAnswer(
            evaluations: rows.reduce(0) { $0 + $1.evaluations }, unchanged: rows.reduce(0) { $0 + $1.unchanged },
            views: Array(rows.prefix(listed)))
    }

    /// `15 body evaluations, without times; nothing had changed in 8 of them (unnecessary, proven)`
    var counts: String {
        let text = "\(Decimal.counted(evaluations, "body evaluation")), without times"
        if unchanged == 0 { return text + "; something had changed in each" }
        return text + "; nothing had changed in \(Decimal.grouped(unchanged)) of them (unnecessary, proven)"
    }

    var viewWords: String {
        views.map { view in
            let waste = view.unchanged > 0 ? " (\(Decimal.grouped(view.unchanged)) unchanged)" : ""
            return "\(TextWidth.fit(view.view, 60)) \(Decimal.grouped(view.evaluations))\(waste)"
        }.joined(separator: "; ")
    }
}
