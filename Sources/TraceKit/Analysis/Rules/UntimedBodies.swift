/// Long bodies of which only lines of a log without a time tell: `TrendsView.body 33.6 ms`.
enum UntimedBodies {
    /// One finding per view and statement of the code whose bodies mostly miss a deadline.
    static func findings(_ context: RuleContext) -> [Finding] {
        context.results.logGroups.compactMap { group in
            guard let line = group.line, line.start < 0, group.lines >= RuleThresholds.occurrences,
                !context.results.scope.isOther(line.process), let median = group.medianNs, let most = group.maxNs,
                let total = group.totalNs, median > context.deadlines.orangeNs,
                let view = TimedBodyLine(context.names.bytes(of: line.message)).map({ String($0.view) })
            else { return nil }
            return finding(view: view, lines: group.lines, median: median, most: most, total: total, line, context)
        }
    }

    private static func finding(
        view: String, lines: Int, median: Int64, most: Int64, total: Int64, _ line: LogRecord, _ context: RuleContext
    ) -> Finding {
        let name = context.short(view)
        let messages = messages(like: line, context)
        return Finding(
            severity: median > context.deadlines.redNs ? .high : .medium,
            title: "\(name).body \(context.deadlines.words.isTooLong)", view: view, effort: .medium,
            sql: """
                SELECT id, level, category, message, thread FROM logs
                WHERE trace_id = :trace AND is_target = 1 AND start_ns IS NULL AND message IN (\(RuleSQL.list(messages)))
                ORDER BY id
                """, rows: lines, costNs: total
        ) {
            Finding.Rest(
                window: nil,
                evidence: """
                    \(RuleWords.count(lines, "line")) of the log without a time: median \(RuleWords.ms(median)), longest \
                    \(RuleWords.ms(most)), \(RuleWords.ms(total)) in all
                    """,
                hint: """
                    Give \(name) finished values: do formatting, sorting, filtering and decoding once, where the model \
                    changes, not in body; record with Time Profiler to see the calls.
                    """)
        }
    }

    /// The texts of the lines that differ from one in their numbers alone.
    private static func messages(like line: LogRecord, _ context: RuleContext) -> [String] {
        let text = LogTemplate(context.names.bytes(of: line.message)).text
        var known: Set<NameID> = []
        for log in context.records.logs
        where log.start < 0 && log.process == line.process && !known.contains(log.message) {
            if LogTemplate(context.names.bytes(of: log.message)).text == text { known.insert(log.message) }
        }
        return known.map(context.name).sorted()
    }
}
