/// A comparison as one page: the answer, both timelines above each other, and the tables of what differs.
enum HTMLDiff {
    static func render(_ diff: TraceDiff, _ options: RenderOptions) -> String {
        HTMLPage(
            title: "\(diff.before.label) → \(diff.after.label)", main: "\(answer(diff))\n\(PageMarkup.diffPanels)",
            foot: PageMarkup.diffFoot, reportJSON: JSONDiff.render(diff, options), pageJSON: DiffPageJSON.text(diff),
            script: PageScript.diff
        ).text
    }

    /// The lines of the text, in the same words; the verdict first.
    private static func answer(_ diff: TraceDiff) -> String {
        var lines = [HTMLPage.line("Verdict", verdict(diff), "verdict")]
        lines += diff.answer.map { HTMLPage.line($0.label, MarkupText.html($0.text), $0.label == "Use" ? "use" : "") }
        lines += diff.warnings.map { HTMLPage.line("Note", MarkupText.html($0), "note") }
        lines.append(HTMLPage.line("Before", MarkupText.html(DiffText.side(diff.before)), "side"))
        lines.append(HTMLPage.line("After", MarkupText.html(DiffText.side(diff.after)), "side"))
        lines.append(HTMLPage.line("Next", "<code>\(MarkupText.html(diff.next))</code>", "next"))
        return """
            <section class="answer" aria-label="The answer">
            <h1>\(MarkupText.html(diff.before.label)) → \(MarkupText.html(diff.after.label))</h1>
            <dl>
            \(lines.joined(separator: "\n"))
            </dl>
            <p class="method">\(MarkupText.html(diff.method))</p>
            </section>
            """
    }

    private static func verdict(_ diff: TraceDiff) -> String {
        let text = MarkupText.html(DiffText.verdict(diff))
        switch (diff.worse.isEmpty, diff.better.isEmpty) {
        case (true, true): return text
        case (false, true): return "<span class=\"worse\">▲ \(text)</span>"
        case (true, false): return "<span class=\"better\">▼ \(text)</span>"
        case (false, false): return "<span class=\"mixed\">◆ \(text)</span>"
        }
    }
}
