/// The result for a job summary or a comment: the answer, a table of breaches, and all figures in a collapsed section.
enum MarkdownBudget {
    /// GitHub's limit for a step summary in bytes; it refuses a longer one.
    static let largest = 1 << 20
    /// Bytes reserved for the end of the page.
    private static let reserve = 1 << 10

    static func render(_ result: BudgetResult, _ options: RenderOptions) -> String { render(result, largest: largest) }

    static func render(_ result: BudgetResult, largest: Int) -> String {
        var page = Page(room: largest - reserve)
        page.add("### trace-analyze check: \(result.answer)\n\n")
        page.add("Trace: \(escape(result.trace))  \n")
        if let baseline = result.baseline { page.add("Baseline: \(escape(baseline))  \n") }
        page.add("Budget: \(escape(result.budget))\n")
        for caveat in result.caveats { page.add("\n> **Note:** \(escape(caveat))\n") }
        if !result.breaches.isEmpty {
            for group in result.groups {
                page.add("\n**\(escape(group.title))**\n")
                if let problem = group.problem {
                    page.add("\nWhy: \(escape(problem.whyWithConfidence))  \n")
                    page.add("Fix: \(escape(problem.fix)) (`trace-analyze explain \(problem.kind)`)\n")
                }
                page.add("\n" + row(["limit", "of", "allowed", "now", "over by", "note", "where to look"]) + rule(7))
                for outcome in group.outcomes.map({ result.outcomes[$0] }) {
                    page.add(row(cells(outcome) + [MarkdownText.code(outcome.next)]))
                }
            }
        }
        if !result.gaps.isEmpty { page.add("\nNot checked:\n\n") }
        for gap in result.gapSentences { page.add("- \(escape(gap.message)): \(escape(gap.fix ?? ""))\n") }
        if !result.accepted.isEmpty { page.add("\nAccepted:\n\n") }
        for outcome in result.accepted { page.add("- \(escape(outcome.sentence))\n") }
        let skipped = result.skippedSentences
        if !skipped.isEmpty { page.add("\nSkipped:\n\n") }
        for sentence in skipped { page.add("- \(escape(sentence.message))\n") }
        let rest = result.outcomes.filter { $0.state == .within }
        if !rest.isEmpty {
            page.add("\n<details><summary>\(rest.count) within their limits</summary>\n\n")
            page.add(row(["limit", "of", "allowed", "now", "", "note"]) + rule(6))
            for outcome in rest { page.add(row(cells(outcome))) }
            page.close("\n</details>\n")
        }
        // Text appended after it begins a new section.
        return page.text + "\n"
    }

    private static func cells(_ outcome: BudgetOutcome) -> [String] {
        [
            outcome.measure.rawValue, outcome.subject, outcome.limitWords, outcome.nowWords ?? "",
            outcome.overWords ?? "", outcome.remarks.joined(separator: "; "),
        ].map(escape)
    }

    private static func row(_ cells: [String]) -> String { "\(MarkdownText.row(cells))\n" }
    private static func rule(_ columns: Int) -> String { "|" + String(repeating: " --- |", count: columns) + "\n" }
    private static func escape(_ text: String) -> String { MarkdownText.escape(text) }

    /// Collects pieces until one does not fit, and counts the others.
    private struct Page {
        let room: Int
        private var kept = ""
        private var left = 0
        private var closing = ""

        init(room: Int) { self.room = room }

        mutating func add(_ piece: String) {
            guard left == 0, kept.utf8.count + piece.utf8.count <= room else {
                left += 1
                return
            }
            kept += piece
        }

        /// Writes a closing piece if its opening one fitted.
        mutating func close(_ piece: String) { if kept.contains("<details>") { closing = piece } }

        var text: String {
            let note = "\nCut at the size of summary that the host takes: \(left) lines are left out.\n"
            return kept + closing + (left > 0 ? note : "")
        }
    }
}
