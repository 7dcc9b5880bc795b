/// The rule guides as terminal text and as the page `docs/rules.md`.
package enum RuleGuideText {
    /// One line per rule, if the page is wide enough.
    package static func list(_ guides: [RuleGuide], width: Int) -> String {
        let margin = guides.reduce(0) { max($0, $1.id.count) } + 2
        return guides.flatMap { guide in
            TextWidth.wrap(guide.title, width: max(16, width - margin), indent: 0).enumerated().map { index, line in
                TextWidth.pad(index == 0 ? guide.id : "", to: margin, rightAligned: false) + line + "\n"
            }
        }.joined()
    }

    /// The full text of one rule.
    package static func explain(_ guide: RuleGuide, width: Int) -> String {
        var lines = TextWidth.wrap("\(guide.id): \(guide.title)", width: width, indent: 2)
        for (title, text) in parts(guide) {
            lines += ["", title] + TextWidth.wrap(text, width: max(30, width - 2), indent: 0).map { "  \($0)" }
        }
        lines += ["", thresholdsTitle]
        for threshold in guide.thresholds {
            lines += TextWidth.wrap("- \(threshold)", width: max(30, width - 2), indent: 2).map { "  \($0)" }
        }
        for (title, code) in codes(guide) {
            lines += ["", title] + code.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
        }
        if guide.example != nil {
            let next = "Record again after the change, and compare: trace-analyze diff BEFORE AFTER"
            lines += ["", "Next"] + TextWidth.wrap(next, width: max(30, width - 2), indent: 0).map { "  \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The page of all rules.
    package static func markdown(_ guides: [RuleGuide]) -> String {
        var lines = [
            "# Rules", "",
            "What `trace-analyze report` looks for. Findings with one root cause are a problem, whose kind is the rule of the",
            "one closest to the code. `trace-analyze explain RULE` prints the same text; this page is generated from it",
            "(`UPDATE_GOLDEN=1 swift test --filter RuleGuideTests`).", "", "| rule | what it is |", "|---|---|",
        ]
        lines += guides.map { "| [`\($0.id)`](#\($0.id)) | \($0.title) |" }
        for guide in guides {
            lines += ["", "## \(guide.id)", "", "**\(guide.title).**"]
            for (title, text) in parts(guide) {
                lines += [""] + TextWidth.wrap("**\(title).** \(sentence(text))", width: 120, indent: 0)
            }
            lines += ["", "**\(thresholdsTitle).**", ""]
            for threshold in guide.thresholds { lines += TextWidth.wrap("- \(threshold)", width: 120, indent: 2) }
            for (title, code) in codes(guide) { lines += ["", "**\(title).**", "", "```swift", code, "```"] }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let thresholdsTitle = "Thresholds"

    private static func parts(_ guide: RuleGuide) -> [(title: String, text: String)] {
        [
            ("What it finds", guide.finds), ("Why it matters", guide.matters),
            ("What to do", "\(guide.fix) Effort: \(guide.effort)."),
            ("Limits", guide.limits), ("Severity", sentence(guide.severity)),
        ]
    }

    private static func codes(_ guide: RuleGuide) -> [(title: String, code: String)] {
        guide.example.map { [("Before", $0.before), ("After", $0.after)] } ?? []
    }

    private static func sentence(_ text: String) -> String {
        let upper = text.prefix(1).uppercased() + text.dropFirst()
        return upper.hasSuffix(".") ? upper : "\(upper)."
    }
}
