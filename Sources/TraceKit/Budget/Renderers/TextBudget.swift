/// The result for a terminal: the answer, the breaches with commands that show more, then caveats.
enum TextBudget {
    static func render(_ result: BudgetResult, _ options: RenderOptions) -> String {
        var lines = TextLine.wrap(result.answer, width: options.width, indent: 2, options)
        if result.exitCode != 0, !lines.isEmpty { lines[0] = TextLine.paint(lines[0], .red, options) }
        lines += TextLine.labelled("Trace", result.trace, options)
        if let baseline = result.baseline { lines += TextLine.labelled("Baseline", baseline, options) }
        lines += TextLine.labelled("Budget", result.budget, options)
        for caveat in result.caveats { lines += TextLine.labelled("! Note", caveat, options) }
        if result.breaches.isEmpty, let closest = closest(result) {
            lines += TextLine.labelled("Closest", closest.sentence, options)
            lines += TextLine.next(closest.next, options)
        }
        for group in result.groups { lines += groupLines(group, result, options) }
        if !result.gaps.isEmpty { lines += ["", "Not checked"] }
        for gap in result.gapSentences { lines += wrapped("  ! ", gap.message, options) }
        if !result.accepted.isEmpty { lines += ["", "Accepted"] }
        for outcome in result.accepted { lines += wrapped("  - ", outcome.sentence, options) }
        let notes = result.notes
        if !notes.isEmpty { lines += ["", "Notes"] }
        for note in notes.prefix(20) { lines += wrapped("  - ", note, options) }
        if notes.count > 20 { lines.append("  and \(notes.count - 20) more") }
        return TextPage.text(lines, options)
    }

    private static func groupLines(
        _ group: BudgetGroup, _ result: BudgetResult, _ options: RenderOptions
    ) -> [String] {
        let head = group.problem == nil ? "Breached" : "Problem"
        var lines = [""] + TextLine.wrap("\(head): \(group.title)", width: options.width, indent: 2, options)
        if let problem = group.problem {
            lines += wrapped("  Why: ", problem.whyWithConfidence, options)
            lines += wrapped("  Fix: ", "\(problem.fix) → explain \(problem.kind)", options)
        }
        return lines + table(group.outcomes.map { result.outcomes[$0] }, options)
    }

    /// The limit that is closest to being breached, if its figure is not zero.
    private static func closest(_ result: BudgetResult) -> BudgetOutcome? {
        result.outcomes.first { $0.state == .within && ($0.now ?? 0) > 0 }
    }

    private static func wrapped(_ head: String, _ text: String, _ options: RenderOptions) -> [String] {
        let margin = String(repeating: " ", count: head.count)
        let wrapped = TextLine.wrap(text, width: options.width - head.count, indent: 0, options)
        return wrapped.enumerated().map { index, line in (index == 0 ? head : margin) + line }
    }

    /// The columns of a table of outcomes; numbers have units and are right-aligned.
    private static let columns = [
        ReportColumn("limit", "Limit", .text, smallest: 25), ReportColumn("of", "Of", .name),
        ReportColumn("allowed", "Allowed", .count), ReportColumn("now", "Now", .count),
        ReportColumn("over", "Over by", .count, drop: 1),
    ]

    private static func table(_ outcomes: [BudgetOutcome], _ options: RenderOptions) -> [String] {
        let table = TextTable(
            columns,
            outcomes.map { outcome in
                [
                    .text(outcome.measure.rawValue), .text(outcome.subject), .text(outcome.limitWords),
                    .text(outcome.nowWords ?? ""), .text(outcome.overWords ?? ""),
                ]
            }, options)
        var result = table.head()
        for index in outcomes.indices {
            result += table.row(index)
            let remarks = outcomes[index].remarks.joined(separator: "; ")
            if !remarks.isEmpty { result += wrapped("      ", remarks, options) }
            // A command is meant to be copied: it is never wrapped, and printed once for adjacent lines that share it.
            let next = outcomes[index].next
            let isLast = index + 1 == outcomes.count || outcomes[index + 1].next != next
            if isLast { result.append("      \(options.shown(next))") }
        }
        return result
    }
}
