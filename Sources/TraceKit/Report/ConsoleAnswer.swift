/// What the first lines say of lines of consoles and logs that tell of bodies, and belong to no update.
public struct ConsoleAnswer: Sendable {
    public var evaluations: Int
    /// Those whose line has a time, as lines of a log have. How long a body took, no line says.
    public var timed: Int
    /// Nothing had changed.
    public var unchanged: Int
    /// The views with most evaluations.
    public var views: [(view: String, evaluations: Int, unchanged: Int)]

    private static let listed = 3

    /// Of a trace that holds some.
    static func read(_ database: Database, trace: Int64) throws(TraceError) -> ConsoleAnswer {
        let rows = try database.rows(
            """
            SELECT view, count(*) AS evaluations, coalesce(sum(changed = ''), 0) FROM updates
            WHERE trace_id = ? AND membership = 'untimed' GROUP BY view ORDER BY evaluations DESC, view
            """, [.integer(trace)]
        ).map { (view: $0[0].text ?? "", evaluations: $0[1].count, unchanged: $0[2].count) }
        return ConsoleAnswer(
            evaluations: rows.reduce(0) { $0 + $1.evaluations }, timed: try timedLines(database, trace),
            unchanged: rows.reduce(0) { $0 + $1.unchanged },
            views: Array(rows.prefix(listed)))
    }

    /// How many lines have a time of their own.
    static func timedLines(_ database: Database, _ trace: Int64) throws(TraceError) -> Int {
        let count = try database.integer(
            """
            SELECT sum(count) FROM import_counters WHERE trace_id = ?
                AND counter = '\(ImportCounters.Name.evidenceKept.rawValue)' AND detail = '\(ImportCounters.timedLines)'
            """, .integer(trace))
        return Int(count ?? 0)
    }

    /// What the evaluations do not have.
    static func missing(timed: Int) -> String { timed > 0 ? "a duration" : "a time" }

    /// `15 body evaluations, without times; nothing had changed in 8 of them (unnecessary, proven)`
    var counts: String {
        let without =
            timed == 0
            ? "without times"
            : timed >= evaluations
                ? "with times, without durations"
                : "without durations; \(Decimal.grouped(timed)) of their lines have times"
        let text = "\(Decimal.counted(evaluations, "body evaluation")), \(without)"
        if unchanged == 0 { return text + "; none ran unchanged" }
        return text + "; nothing had changed in \(Decimal.grouped(unchanged)) of them (unnecessary, proven)"
    }

    var viewWords: String {
        views.map { view in
            let waste = view.unchanged > 0 ? " (\(Decimal.grouped(view.unchanged)) unchanged)" : ""
            return "\(TextWidth.fit(view.view, 60)) \(Decimal.grouped(view.evaluations))\(waste)"
        }.joined(separator: "; ")
    }
}
