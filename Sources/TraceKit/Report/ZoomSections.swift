/// Selects a part of a trace to report on; all given conditions must hold.
package struct ReportZoom: Equatable, Sendable {
    /// Updates of this view.
    package var view: String?
    /// Updates inside this interaction window (its id in the database).
    package var interaction: Int64?
    /// Updates that start at or after `fromNs` and before `toNs`; hangs, hitches and signposts that overlap this time.
    package var fromNs: Int64?
    package var toNs: Int64?
    /// Updates that start during a signpost interval of this name.
    package var during: String?
    /// Signposts whose names match this pattern, instead of updates.
    package var signposts: String?
    /// Whether the times of `during` are in `temp.chosen_time`; checking the signposts for every row could take a
    /// minute.
    var hasChosenTimes = false

    package init() {}

    /// Parses `START..END` in milliseconds to nanoseconds; one of the two may be omitted.
    package static func window(_ text: String) -> (Int64?, Int64?)? {
        guard let dots = text.firstRange(of: "..") else { return nil }
        let (from, to) = (text[..<dots.lowerBound], text[dots.upperBound...])
        if from.isEmpty && to.isEmpty { return nil }
        let start = from.isEmpty ? nil : DecimalTime.nanoseconds(from, unit: .milliseconds)
        let end = to.isEmpty ? nil : DecimalTime.nanoseconds(to, unit: .milliseconds)
        guard from.isEmpty || start != nil, to.isEmpty || end != nil, start ?? 0 >= 0, start ?? 0 < end ?? Int64.max
        else { return nil }
        return (start, end)
    }

    package var isEmpty: Bool { self == ReportZoom() }

    /// Describes the part for the report's head. `title`: the name of the interaction.
    func words(interaction title: String? = nil) -> String {
        func time(_ nanoseconds: Int64) -> String {
            nanoseconds < 10_000_000_000
                ? "\(Decimal.text(Double(nanoseconds) / 1e6, digits: 2)) ms"
                : "\(Decimal.text(Double(nanoseconds) / 1e9, digits: 3)) s"
        }
        var parts: [String] = []
        if let view { parts.append("view \(view)") }
        if let interaction { parts.append("interaction \(interaction)\(title.map { " (\($0))" } ?? "")") }
        if fromNs != nil || toNs != nil {
            parts.append("from \(time(fromNs ?? 0))" + (toNs.map { " to \(time($0))" } ?? " on"))
        }
        if let during { parts.append("during signpost \(during)") }
        if let signposts { parts.append("signposts \(signposts)") }
        return parts.joined(separator: ", ")
    }

    /// The condition on `signposts s`. Brackets are escaped because they begin a character list in SQLite.
    var signpostCondition: String {
        var conditions: [String] = []
        if let signposts {
            let isPattern = signposts.contains { $0 == "*" || $0 == "?" }
            let glob = signposts.map { $0 == "[" ? "[[]" : String($0) }.joined()
            conditions.append(
                isPattern ? "s.name GLOB \(SQLTemplate.quote(glob))" : "s.name = \(SQLTemplate.quote(signposts))")
        }
        conditions.append(TargetRows.condition())
        return (conditions + timeConditions("s", hasLength: true)).map { " AND \($0)" }.joined()
    }

    /// The condition on `logs l`: only times apply to log lines.
    var logCondition: String {
        (timeConditions("l") + [TargetRows.condition()]).map { " AND \($0)" }.joined()
    }

    /// The condition on `updates`, as SQL with its values.
    var updateCondition: String {
        var conditions: [String] = []
        if let view { conditions.append("u.view = \(SQLTemplate.quote(view))") }
        if let interaction { conditions.append("u.interaction_id = \(interaction)") }
        return (conditions + timeConditions("u")).map { " AND \($0)" }.joined()
    }

    /// The same on the table behind `updates`.
    func tableCondition(_ trace: Int64) -> String {
        var conditions: [String] = []
        if let view {
            conditions.append(
                """
                \(UpdateCodes.site("t")) IN (SELECT s.id FROM update_site s JOIN name n ON n.id = s.name_id
                    WHERE s.trace_id = \(trace) AND n.text = \(SQLTemplate.quote(view)))
                """)
        }
        if let interaction { conditions.append("t.interaction_id = \(interaction)") }
        return (conditions + timeConditions("t")).map { " AND \($0)" }.joined()
    }

    /// The condition on hangs and hitches.
    var stallCondition: String {
        let own = interaction.map { ["h.interaction_id = \($0)"] } ?? []
        return (own + timeConditions("h", hasLength: true)).map { " AND \($0)" }.joined()
    }

    /// - Parameter hasLength: whether rows belong to a window that they overlap, not only to the one that they start in.
    private func timeConditions(_ table: String, hasLength: Bool = false) -> [String] {
        var conditions: [String] = []
        if let fromNs {
            let end = "\(table).start_ns + max(1, coalesce(\(table).duration_ms, 0) * 1e6)"
            conditions.append(hasLength ? "\(end) > \(fromNs)" : "\(table).start_ns >= \(fromNs)")
        }
        if let toNs { conditions.append("\(table).start_ns < \(toNs)") }
        if hasChosenTimes {
            conditions.append(
                """
                (SELECT d.end_ns FROM temp.chosen_time d WHERE d.start_ns <= \(table).start_ns
                    ORDER BY d.start_ns DESC LIMIT 1) > \(table).start_ns
                """)
        } else if let during {
            conditions.append(
                """
                EXISTS (SELECT 1 FROM signposts p WHERE p.trace_id = \(table).trace_id \
                AND p.name = \(SQLTemplate.quote(during)) \
                AND \(table).start_ns >= p.start_ns AND \(table).start_ns < p.start_ns + p.duration_ms * 1e6)
                """)
        }
        return conditions
    }
}

/// The sections of a report on a part of a trace: everything is counted again over the updates of that part. `:updates`
/// and `:stalls` are its conditions.
extension ReportSections {
    static let zoomed: [SectionDefinition] = [
        zoomedProblems, zoomedDurations, zoomedViews, zoomedInteractions, zoomedChains, zoomedLongest, zoomedHangs,
        zoomedHitches,
    ]

    private static let zoomedDurations = SectionDefinition(
        id: "body-durations", title: "Durations of view body updates", columns: bodyDurationColumns,
        sql: """
            WITH buckets(bucket, over_ms, up_to_ms, severity) AS (VALUES :buckets),
            counted AS (SELECT CASE :cases END AS bucket, count(*) AS updates
                FROM updates u WHERE u.trace_id = :trace AND u.is_target = 1 AND u.kind = 'body' AND u.phase <> 'check'
                    AND u.duration_ns IS NOT NULL:updates GROUP BY 1)
            SELECT over_ms, up_to_ms, severity, coalesce(updates, 0) AS updates
            FROM buckets LEFT JOIN counted USING (bucket)
            WHERE bucket BETWEEN (SELECT min(bucket) FROM counted) AND (SELECT max(bucket) FROM counted)
            ORDER BY bucket
            """,
        emptyNote: "no view body update has a duration", isLimited: false, isOptional: true)

    private static let zoomedViews = SectionDefinition(
        id: "views", title: "Views by total time",
        columns: [
            ReportColumn("view", "View", .name), ReportColumn("kind", "Kind", .word, drop: 1),
            ReportColumn("updates", "Updates", .count), ReportColumn("total_ms", "Total ms", .milliseconds),
            ReportColumn("max_ms", "Max ms", .milliseconds), ReportColumn("red", "Red", .count),
            ReportColumn("orange", "Orange", .count), ReportColumn("gray", "Gray", .count, drop: 2),
            ReportColumn("unnecessary", "Unnec.", .count, null: unknown),
            ReportColumn("wasted_ms", "Wasted ms", .milliseconds, null: unknown),
        ],
        sql: """
            SELECT u.view, u.kind, count(*) AS updates, coalesce(sum(u.duration_ms), 0) AS total_ms,
                max(u.duration_ms) AS max_ms, coalesce(sum(u.severity = 'red'), 0) AS red,
                coalesce(sum(u.severity = 'orange'), 0) AS orange, coalesce(sum(u.severity = 'gray'), 0) AS gray,
                \(unnecessary) AS unnecessary,
                \(knownWastedMs) AS wasted_ms
            FROM updates u WHERE u.trace_id = :trace AND u.is_target = 1 AND u.phase <> 'check':updates
            GROUP BY u.view, u.module, u.kind ORDER BY total_ms DESC, u.view, u.kind
            """,
        emptyNote: "no update is in this part of the trace",
        // Compares names for a few sites, not for every update.
        countSQL: """
            SELECT count(*) FROM (SELECT DISTINCT s.name_id, s.module_id, s.kind, s.kind_word_id FROM update_site s WHERE s.id IN (
                SELECT DISTINCT \(UpdateCodes.site("u")) FROM view_update u WHERE u.trace_id = :trace
                    AND \(UpdateCodes.membership("u")) <> \(Membership.otherProcess.sql)
                    AND \(UpdateCodes.phase("u")) <> \(UpdatePhase.check.sql):updates))
            """)

    private static let zoomedInteractions = SectionDefinition(
        id: "interactions", title: "Interactions",
        columns: [
            ReportColumn("id", "ID", .integer), ReportColumn("kind", "Kind", .word),
            ReportColumn("name", "Name", .name),
            ReportColumn("start_ms", "Start ms", .milliseconds, drop: 1), ReportColumn("updates", "Updates", .count),
            ReportColumn("unnecessary", "Unnec.", .count, null: unknown),
            ReportColumn("wasted_ms", "Wasted ms", .milliseconds, null: unknown),
            ReportColumn("red", "Red", .count), ReportColumn("orange", "Orange", .count),
        ],
        sql: """
            SELECT i.id, i.kind, i.name, i.start_ms, count(*) AS updates,
                \(unnecessary) AS unnecessary,
                \(knownWastedMs) AS wasted_ms,
                coalesce(sum(u.severity = 'red'), 0) AS red, coalesce(sum(u.severity = 'orange'), 0) AS orange
            FROM updates u JOIN interactions i ON i.id = u.interaction_id
            WHERE u.trace_id = :trace AND u.is_target = 1 AND u.phase <> 'check' AND i.kind <> 'trace':updates GROUP BY i.id ORDER BY i.start_ms, i.id
            """,
        emptyNote: "none of these updates is in an interaction",
        countSQL: """
            SELECT count(DISTINCT u.interaction_id) FROM updates u
            WHERE u.trace_id = :trace AND u.is_target = 1 AND u.phase <> 'check':updates
            """)

    private static let zoomedChains = SectionDefinition(
        id: "top-causes", title: "Top causes",
        columns: [
            ReportColumn("chain", "Chain of causes", .name, smallest: 44), ReportColumn("updates", "Updates", .count),
            ReportColumn("unnecessary", "Unnec.", .count, null: unknown),
            ReportColumn("wasted_ms", "Wasted ms", .milliseconds, null: unknown),
            ReportColumn("total_ms", "Total ms", .milliseconds, drop: 1),
        ],
        sql: """
            SELECT (SELECT k.chain FROM cause_chains k WHERE k.id = c.id) AS chain, c.updates, c.unnecessary, c.wasted_ms, c.total_ms
            FROM (SELECT u.chain_id AS id, count(*) AS updates, \(unnecessary) AS unnecessary,
                    \(knownWastedMs) AS wasted_ms, \(totalMs) AS total_ms
                FROM updates u WHERE \(isOfChain):updates GROUP BY u.chain_id) c
            WHERE true:first
            ORDER BY coalesce(c.wasted_ms, 0) DESC, c.total_ms DESC, c.id
            """,
        emptyNote: "none of these updates has a chain of causes",
        // The text of a chain takes much longer to read than its sums.
        firstSQL: """
            SELECT u.chain_id FROM updates u WHERE \(isOfChain):updates
            GROUP BY u.chain_id ORDER BY \(wastedMs) DESC, \(totalMs) DESC, u.chain_id
            """,
        countSQL: "SELECT count(DISTINCT u.chain_id) FROM updates u WHERE \(isOfChain):updates")

    private static let isOfChain =
        "u.trace_id = :trace AND u.is_target = 1 AND u.phase <> 'check' AND u.chain_id IS NOT NULL"
    /// NULL if necessity is known for no update in a window.
    private static let unnecessary = known("coalesce(sum(u.verdict = 'unnecessary'), 0)")
    private static let knownWastedMs = known(wastedMs)
    private static func known(_ value: String) -> String {
        "iif(coalesce(sum(u.verdict <> 'unknown'), 0) = 0 AND sum(u.verdict = 'unknown') > 0, NULL, \(value))"
    }
    private static let wastedMs = "coalesce(sum(CASE u.verdict WHEN 'unnecessary' THEN u.duration_ms END), 0)"
    private static let totalMs = "coalesce(sum(u.duration_ms), 0)"

    private static let zoomedLongest = SectionDefinition(
        id: "longest-updates", title: "Longest updates",
        columns: [
            ReportColumn("view", "View", .name), ReportColumn("kind", "Kind", .word, drop: 2),
            ReportColumn("severity", "Severity", .word), ReportColumn("duration_ms", "Duration ms", .milliseconds),
            ReportColumn("start_ms", "Start ms", .milliseconds), ReportColumn("phase", "Phase", .word, drop: 1),
            ReportColumn("verdict", "Verdict", .word), ReportColumn("reason", "Reason", .text, drop: 3),
            ReportColumn("instance", "Instance", .text, drop: 4),
            ReportColumn("driving_cause", "Driving cause", .text, drop: 5),
        ],
        sql: """
            SELECT u.view, u.kind, u.severity, u.duration_ms, u.start_ms, u.phase, u.verdict, u.reason, u.instance,
                u.driving_cause
            FROM updates u WHERE u.trace_id = :trace AND u.is_target = 1 AND u.phase <> 'check':updates
            ORDER BY u.duration_ns DESC, u.start_ns, u.id
            """,
        emptyNote: "no update is in this part of the trace")

    private static let zoomedHangs = SectionDefinition(
        id: "hangs", title: "Hangs", columns: hangs.columns,
        sql: hangsSQL(":stalls"),
        emptyNote: "no hang is here", isOptional: true)

    private static let zoomedHitches = SectionDefinition(
        id: "hitches", title: "Hitches", columns: hitches.columns,
        sql: hitchesSQL(":stalls"),
        emptyNote: "no hitch is here", isOptional: true)
}
