/// The log part of the first screen.
package struct LogAnswer: Sendable {
    package var lines: Int
    package var errors: Int
    package var faults: Int
    package var processes: Int
    /// Lines with a recorded level.
    package var withLevel: Int
    /// Faults, errors and repeated texts; nil if there are none.
    package var groups: LogGroupsAnswer?

    /// Nil if the trace has no log lines.
    static func read(_ database: Database, trace: Int64) throws(TraceError) -> LogAnswer? {
        let row =
            try database.rows(
                """
                SELECT coalesce(sum(lines), 0), coalesce(sum(lines) FILTER (WHERE level = 'error'), 0),
                    coalesce(sum(lines) FILTER (WHERE level = 'fault'), 0), count(DISTINCT process),
                    coalesce(sum(lines) FILTER (WHERE level IS NOT NULL), 0)
                FROM log_levels WHERE trace_id = ?1 AND \(TargetRows.condition(trace: "\(trace)"))
                """, [.integer(trace)]
            ).first ?? []
        guard row.count == 5, row[0].count > 0 else { return nil }
        return LogAnswer(
            lines: row[0].count, errors: row[1].count, faults: row[2].count, processes: row[3].count,
            withLevel: row[4].count, groups: try LogGroupsAnswer.read(database, trace: trace))
    }

    /// Whether a list of this many lines adds little to the groups: it has all lines, and most are in groups.
    func areGrouped(_ listed: Int) -> Bool { listed == lines && (groups?.lines ?? 0) * 2 > lines }

    /// `1 204 lines of 3 processes, 2 errors, 1 fault`
    var counts: String {
        var text = Decimal.counted(lines, "line")
        if processes > 0 { text += " of \(Decimal.counted(processes, "process"))" }
        if withLevel == 0 { return text + ", levels not recorded" }
        return text + ", \(Decimal.counted(errors, "error")), \(Decimal.counted(faults, "fault"))"
    }
}

/// The log groups of the first screen: the first fault or error, and repeated texts.
package struct LogGroupsAnswer: Sendable {
    package struct Group: Sendable {
        package var text: String
        /// The first line.
        package var example: String
        package var lines: Int
        package var level: String?
        /// Nil if the first line has no time.
        package var firstMs: Double?
        /// The median of the durations in the lines.
        package var medianMs: Double?
        package var maxMs: Double?
        /// Whether a system framework wrote the lines.
        package var isOfFrameworks: Bool

        var isTrouble: Bool { level == "error" || level == "fault" }
    }

    /// Faults and errors first, the app's before those of frameworks.
    package var groups: [Group]
    /// Lines in all groups.
    package var lines: Int { groups.reduce(0) { $0 + $1.lines } }

    static func read(_ database: Database, trace: Int64) throws(TraceError) -> LogGroupsAnswer? {
        let rows = try database.rows(
            """
            SELECT text, example, count, level, first_ms, median_ms, max_ms, subsystem LIKE 'com.apple.%' FROM log_groups
            WHERE trace_id = ?1 AND text IS NOT NULL AND \(TargetRows.condition(trace: "\(trace)")) ORDER BY id
            """, [.integer(trace)])
        func milliseconds(_ value: SQLValue) -> Double? { value == .null ? nil : value.number }
        let groups = rows.map { row in
            Group(
                text: row[0].text ?? "", example: row[1].text ?? "", lines: row[2].count, level: row[3].text,
                firstMs: milliseconds(row[4]), medianMs: milliseconds(row[5]), maxMs: milliseconds(row[6]),
                isOfFrameworks: row[7].count == 1)
        }
        return groups.isEmpty ? nil : LogGroupsAnswer(groups: groups)
    }

    // MARK: Text

    /// `1 error: "…" at 12.300 s; "decoded N rows" 369 times, median 23.7 ms, max 80.1 ms`. `isAboutLogs`: include
    /// lines of frameworks if the app has none. Nil if there is nothing to report.
    func words(isAboutLogs: Bool) -> String? {
        let repeated = groups.filter { !$0.isTrouble && (!$0.isOfFrameworks || isAboutLogs) }
        // Prefers lines with durations, then the app's own, then the most frequent.
        let most = repeated.max { ($0.totalMs, $1.isOfFrameworks ? 1 : 0) < ($1.totalMs, $0.isOfFrameworks ? 1 : 0) }
        let leading = most?.totalMs == 0 ? repeated.first : most
        let bodies = repeated.lazy.compactMap(Self.bodies).prefix(Self.listedBodies).joined(separator: "; ")
        let told = bodies.isEmpty ? leading.map(Self.repetition) : bodies
        let parts = [trouble, told].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private var trouble: String? {
        guard let first = groups.first, first.isTrouble else { return nil }
        let counts = ["fault", "error"].compactMap { level -> String? in
            let lines = groups.filter { $0.level == level }.reduce(0) { $0 + $1.lines }
            return lines > 0 ? Decimal.counted(lines, level) : nil
        }
        let isAlone = first.lines == 1
        let text = Self.quoted(isAlone ? first.example : first.text)
        let times = isAlone ? "" : " \(Decimal.grouped(first.lines)) times, first"
        return
            "\(counts.joined(separator: ", ")): \(text)\(times)\(first.firstMs.map { " at \(Self.seconds($0))" } ?? "")"
    }

    private static func repetition(_ group: Group) -> String {
        var text = "\(quoted(group.text)) \(group.lines == 1 ? "once" : "\(Decimal.grouped(group.lines)) times")"
        if let median = group.medianMs, let most = group.maxMs {
            text += ", median \(milliseconds(median)), max \(milliseconds(most))"
        }
        return text
    }

    private static let listedBodies = 3

    /// `FeedCell 2 bodies, 18.0 ms at most (lines without a time)`; nil for lines that time no body, or have a time.
    private static func bodies(_ group: Group) -> String? {
        var example = group.example
        guard group.firstMs == nil, let most = group.maxMs,
            let view = example.withUTF8({ TimedBodyLine($0).map { String($0.view) } })
        else { return nil }
        let count = group.lines == 1 ? "1 body" : "\(Decimal.grouped(group.lines)) bodies"
        return "\(view) \(count), \(milliseconds(most)) at most (lines without a time)"
    }

    private static let longest = 72

    private static func quoted(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return "\"\(line.count > longest ? "\(line.prefix(longest))…" : line)\""
    }

    private static func milliseconds(_ time: Double) -> String { "\(Decimal.text(time, digits: time < 1 ? 3 : 1)) ms" }
    private static func seconds(_ milliseconds: Double) -> String {
        "\(Decimal.text(milliseconds / 1000, digits: 3)) s"
    }
}

extension LogGroupsAnswer.Group {
    fileprivate var totalMs: Double { (medianMs ?? 0) * Double(lines) }
}

/// The console part of the first screen: lines about bodies that belong to no update.
package struct ConsoleAnswer: Sendable {
    package var evaluations: Int
    /// Lines with a time, as in a log. No line has the duration of a body.
    package var timed: Int
    /// Lines that say that nothing changed; nil if no line says what changed.
    package var unchanged: Int?
    /// The views with most evaluations.
    package var views: [(view: String, evaluations: Int, unchanged: Int)]

    private static let listed = 3

    /// Reads the answer of a trace with such lines.
    static func read(_ database: Database, trace: Int64) throws(TraceError) -> ConsoleAnswer {
        let rows = try database.rows(
            """
            SELECT view, count(*) AS evaluations, coalesce(sum(changed = ''), 0), count(changed) FROM updates
            WHERE trace_id = ? AND membership = 'untimed' GROUP BY view ORDER BY evaluations DESC, view
            """, [.integer(trace)])
        let views = rows.map { (view: $0[0].text ?? "", evaluations: $0[1].count, unchanged: $0[2].count) }
        let saysChanges = rows.contains { $0[3].count > 0 }
        return ConsoleAnswer(
            evaluations: views.reduce(0) { $0 + $1.evaluations }, timed: try timedLines(database, trace),
            unchanged: saysChanges ? views.reduce(0) { $0 + $1.unchanged } : nil,
            views: Array(views.prefix(listed)))
    }

    /// The number of lines with a time.
    static func timedLines(_ database: Database, _ trace: Int64) throws(TraceError) -> Int {
        let count = try database.integer(
            """
            SELECT sum(count) FROM import_counters WHERE trace_id = ?
                AND counter = '\(ImportCounters.Name.evidenceKept.rawValue)' AND detail = '\(ImportCounters.timedLines)'
            """, .integer(trace))
        return Int(count ?? 0)
    }

    /// What evaluations lack.
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
        guard let unchanged else { return text + "; what had changed is not recorded" }
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
