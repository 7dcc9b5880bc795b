/// A brief report for a terminal: the answer, the problems, and the few tables to begin with; on a page of 80 columns at
/// most as many lines as it may have.
struct TextBriefReport {
    /// How much is shown. Those that follow each other show ever less.
    private struct Plan {
        /// Rows of a table, problems, notes.
        var rows: Int
        var problems: Int
        var notes: Int
    }

    private static let plans = [
        Plan(rows: .max, problems: .max, notes: .max), Plan(rows: 5, problems: .max, notes: 4),
        Plan(rows: 3, problems: .max, notes: 2), Plan(rows: 3, problems: 4, notes: 2),
        Plan(rows: 3, problems: 3, notes: 2), Plan(rows: 2, problems: 2, notes: 1),
        Plan(rows: 1, problems: 1, notes: 1),
    ]

    private let trace: TraceReport
    private let options: RenderOptions
    private let problems: TextProblems?

    static func lines(_ trace: TraceReport, _ options: RenderOptions) -> [String] {
        let report = TextBriefReport(trace, options)
        var lines: [String] = []
        for plan in plans {
            lines = report.lines(plan)
            if lines.count <= trace.mostLines ?? .max { break }
        }
        return lines
    }

    private init(_ trace: TraceReport, _ options: RenderOptions) {
        (self.trace, self.options) = (trace, options)
        problems = trace.sections.first { $0.id == "problems" }.map { TextProblems($0, isBrief: true, options) }
    }

    private func lines(_ plan: Plan) -> [String] {
        var lines: [String] = []
        let caveats = caveats(plan)
        if let problems, problems.count > 0 {
            let first = problems.item(0)
            // An empty line, the heading, and the fix itself.
            let room = TextHeadline.firstFix - 3 - first.title.count - first.why.count
            // Notes come first where that leaves room for what is reported on.
            let leads = !caveats.isEmpty && room - caveats.count >= TextHeadline.fewest
            let notes = Decimal.counted(trace.answer.caveats.count, "note")
            let above = leads ? caveats : incomplete(notes)
            let headline = TextHeadline(trace.answer, room: room - above.count, options)
            let note = caveats.isEmpty || !above.isEmpty ? nil : "\(notes) below"
            lines += above + headline.linesAbove
            lines += problems.lines(
                most: plan.problems, note: note, listsAccepted: plan.rows == .max, showsSQL: false)
            let rest = headline.linesBelow + (leads ? [] : caveats)
            lines += rest.isEmpty ? [] : [""] + rest
        } else {
            let headline = TextHeadline(trace.answer, room: .max, options)
            lines += caveats + headline.linesAbove + headline.linesBelow
            lines += problems?.lines(listsAccepted: plan.rows == .max, showsSQL: false) ?? []
        }
        if let strip = trace.strip {
            lines += [""] + TextStrip.lines(strip, options, isGuessed: trace.answer.isGuessed)
        }
        if let strip = trace.signpostStrip { lines += [""] + TextSignpostStrip.lines(strip, options) }
        for section in trace.sections where section.id != "problems" {
            lines += TextReport.section(section, rows: plan.rows, showsSQL: false, options)
        }
        lines.append("")
        if let more = trace.more { lines += TextLine.next(more, label: "More", options) }
        return lines + TextLine.next(trace.answer.next, options)
    }

    /// A report of a part of the input begins with that, also where the notes stand below.
    private func incomplete(_ notes: String) -> [String] {
        guard trace.answer.caveats.first?.hasPrefix(TraceSummary.incomplete) == true else { return [] }
        return TextLine.labelled("! Note", "\(TraceSummary.incomplete) input, \(notes) below", options)
    }

    private func caveats(_ plan: Plan) -> [String] {
        let all = trace.answer.caveats
        let lines = all.prefix(plan.notes).flatMap { TextLine.labelled("! Note", $0, options) }
        guard all.count > plan.notes else { return lines }
        return lines + TextLine.labelled("! Note", "… and \(all.count - plan.notes) more: --all", options)
    }
}
