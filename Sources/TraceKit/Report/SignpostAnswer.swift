/// The signpost part of the first screen.
package struct SignpostAnswer: Sendable {
    /// The number of signposts: distinct by name, subsystem, category and process.
    package var signposts: Int
    package var intervals: Int
    package var events: Int
    /// Begins without an end, and ends without a begin.
    package var open: Int
    package var withoutBegin: Int
    /// The signposts with the longest intervals, longest first; those of the main thread before all others.
    package var slowest: [Slow]
    /// Whether any come from the app or the system, not from other tables of Instruments.
    package var hasOwn: Bool

    package struct Slow: Sendable {
        package var name: String
        /// Set if the slowest belong to several processes.
        package var process: String?
        package var intervals: Int
        package var medianMs: Double
        package var p95Ms: Double
        package var maxMs: Double
        /// The start of its longest interval.
        package var startMs: Double
    }

    /// The number of signposts named on the first screen.
    private static let listed = 3

    /// Nil if the trace has no signposts.
    static func read(_ database: Database, trace: Int64) throws(TraceError) -> SignpostAnswer? {
        let target = TargetRows.condition(trace: "\(trace)")
        let sums =
            try database.rows(
                """
                SELECT count(*), coalesce(sum(intervals), 0), coalesce(sum(events), 0), coalesce(sum(open), 0),
                    coalesce(sum(without_begin), 0),
                    coalesce(sum(\(RecordedTables.isOwnSignpost)), 0)
                FROM signpost_summary WHERE trace_id = ? AND \(target)
                """, [.integer(trace)]
            ).first?.map { $0.count } ?? []
        guard sums.count == 6, sums[0] > 0 else { return nil }
        let slowest = try database.rows(
            """
            WITH on_main AS MATERIALIZED (
                SELECT DISTINCT i.name_id, coalesce(i.process_id, 0) AS process
                FROM signpost_site i JOIN name t ON t.id = i.thread_id
                WHERE i.trace_id = ?1 AND t.text = 'main'
            ), slow AS MATERIALIZED (
                SELECT q.*, u.max_ns, u.name_id, u.subsystem_id, u.category_id, u.process_id,
                    m.name_id IS NOT NULL AS is_on_main
                FROM signpost_summary q JOIN signpost_sum u ON u.id = q.id
                LEFT JOIN on_main m ON m.name_id = u.name_id AND m.process = coalesce(u.process_id, 0)
                WHERE q.trace_id = ?1 AND q.intervals > 0 AND \(target)
                ORDER BY is_on_main DESC, q.max_ms DESC, q.name, q.id LIMIT \(listed)
            ), longest AS MATERIALIZED (
                SELECT site_id, start_ns, duration_ns FROM signpost
                WHERE trace_id = ?1 AND duration_ns >= (SELECT min(max_ns) FROM slow)
                    AND duration_ns IN (SELECT max_ns FROM slow)
            )
            SELECT q.name, q.intervals, q.median_ms, q.p95_ms, q.max_ms, q.process,
                (SELECT min(s.start_ns) / 1e6 FROM longest s JOIN signpost_site i ON i.id = s.site_id
                    WHERE s.duration_ns = q.max_ns AND i.name_id = q.name_id AND i.subsystem_id IS q.subsystem_id
                        AND i.category_id IS q.category_id AND i.process_id IS q.process_id)
            FROM slow q ORDER BY q.is_on_main DESC, q.max_ms DESC, q.name, q.id
            """, [.integer(trace)])
        let isOfSeveral = Set(slowest.map { $0[5].text }).count > 1
        return SignpostAnswer(
            signposts: sums[0], intervals: sums[1], events: sums[2], open: sums[3], withoutBegin: sums[4],
            slowest: slowest.map { row in
                Slow(
                    name: row[0].text ?? "", process: isOfSeveral ? row[5].text : nil, intervals: row[1].count,
                    medianMs: row[2].number, p95Ms: row[3].number, maxMs: row[4].number, startMs: row[6].number)
            }, hasOwn: sums[5] > 0)
    }

    // MARK: Text

    /// `3 intervals of 2 signposts, 1 event`
    var counts: String {
        var parts = ["\(Decimal.counted(intervals, "interval")) of \(Decimal.counted(signposts, "signpost"))"]
        if events > 0 { parts.append(Decimal.counted(events, "event")) }
        if open > 0 { parts.append("\(Decimal.grouped(open)) open (begin without end)") }
        if withoutBegin > 0 { parts.append("\(Decimal.grouped(withoutBegin)) without a begin") }
        return parts.joined(separator: ", ")
    }

    var slowestWords: String {
        if slowest.isEmpty { return "unknown: no interval has both its ends" }
        return slowest.enumerated().map { index, slow in
            let process = slow.process.map { " of \($0)" } ?? ""
            let longest = "\(slow.name)\(process) \(Self.time(slow.maxMs))"
            if index > 0 { return longest }
            let at = "\(longest) at \(Self.time(slow.startMs))"
            if slow.intervals == 1 { return "\(at) (1 interval)" }
            return
                """
                \(at) (\(Decimal.grouped(slow.intervals)) intervals, median \(Self.time(slow.medianMs)), P95 \
                \(Self.time(slow.p95Ms)))
                """
        }.joined(separator: "; ")
    }

    private static func time(_ milliseconds: Double) -> String {
        "\(Decimal.text(milliseconds, digits: milliseconds > 0 && milliseconds < 1 ? 3 : 1)) ms"
    }
}
