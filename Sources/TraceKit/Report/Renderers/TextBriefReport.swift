/// A brief report for a terminal: the answer, the problems, and the most important tables; on a page of 80 columns
/// limited in lines.
struct TextBriefReport {
    /// How much is shown; consecutive plans show less and less.
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
            // Notes come first if there is still room for the recording.
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

    /// The note that the input is incomplete, which leads even if the other notes follow below.
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

/// The first lines of a brief report. The first fix must be among the first ten lines of the page; if these lines are
/// too many, the least important ones follow after the problems.
struct TextHeadline {
    /// A line in several forms, the fullest first, and its rank; low ranks are kept longest.
    private struct Entry {
        var label: String
        var forms: [String]
        var rank: Int
    }

    private var above: [Entry]
    private var below: [Entry] = []
    private let options: RenderOptions

    /// The last line on which the first fix may be.
    static let firstFix = 10
    /// The least number of lines about the recording.
    static let fewest = 2

    init(_ answer: ReportAnswer, room: Int, _ options: RenderOptions) {
        self.options = options
        above = Self.entries(answer, options)
        let recorded = Self.chosen(above[0], options)
        if recorded != answer.recording, let details = answer.recorded.details {
            below.append(Entry(label: "With", forms: [details], rank: 9))
        }
        while above.count > Self.fewest, lines(above).count > room {
            guard let last = above.indices.max(by: { above[$0].rank < above[$1].rank }) else { break }
            below.insert(above.remove(at: last), at: 0)
        }
    }

    var linesAbove: [String] { lines(above) }
    var linesBelow: [String] { lines(below) }

    private func lines(_ entries: [Entry]) -> [String] {
        entries.flatMap { TextLine.labelled($0.label, Self.chosen($0, options), options) }
    }

    /// The fullest form that fits on one line, else the shortest.
    private static func chosen(_ entry: Entry, _ options: RenderOptions) -> String {
        let counts = entry.forms.map { TextLine.labelled(entry.label, $0, options).count }
        let least = counts.min() ?? 1
        return zip(entry.forms, counts).first { $0.1 == least }?.0 ?? ""
    }

    private static func entries(_ answer: ReportAnswer, _ options: RenderOptions) -> [Entry] {
        let recording = [answer.recording, answer.recorded.short]
        let mark = ReportWords.mark(answer)
        var entries = [Entry(label: "Recorded", forms: recording, rank: 0)]
        for (label, text) in ReportWords.lines(answer) {
            switch label {
            case "Bodies" where answer.subject == .updates:
                let short = answer.bodies.severities(showsMet: false) + mark
                entries.append(Entry(label: label, forms: [text, short], rank: 1))
            case "Worst":
                // The severity counts already say that none was long.
                let bodies = answer.bodies
                if bodies.worst.isEmpty, bodies.sums.bodies > 0, bodies.missedGroups == 0 { continue }
                let forms = [3, 2, 1].map { bodies.worstWords(most: $0) + mark }
                entries.append(Entry(label: label, forms: forms, rank: 5))
            case "Waste", "Stalls": entries += costs(answer, label, text, options)
            case "Others":
                let others = answer.otherUpdates
                let forms = [text, others.map { $0.short + mark } ?? text]
                entries.append(Entry(label: label, forms: forms, rank: others?.hasRed == true ? 2 : 6))
            case "Slowest", "Hottest", "Most": entries.append(Entry(label: label, forms: [text], rank: 6))
            case "Project", "Log", "App log": entries.append(Entry(label: label, forms: [text], rank: 8))
            default: entries.append(Entry(label: label, forms: [text], rank: 1))
            }
        }
        return entries
    }

    /// One line if both fit, else one for waste and one for stalls.
    private static func costs(
        _ answer: ReportAnswer, _ label: String, _ text: String, _ options: RenderOptions
    ) -> [Entry] {
        let mark = ReportWords.mark(answer)
        guard TextLine.labelled(label, text, options).count > 1,
            let work = answer.waste.work(mark: mark), let stalls = answer.stalls.words()
        else { return text.isEmpty ? [] : [Entry(label: label, forms: [text], rank: 2)] }
        let short = (answer.waste.work(isShort: true, mark: mark), answer.stalls.words(isShort: true))
        return [
            Entry(label: label, forms: [work, short.0 ?? work], rank: 2),
            Entry(
                label: "Stalls", forms: [stalls, short.1 ?? stalls],
                rank: answer.stalls.hangs + answer.stalls.hitches > 0 ? 3 : 7),
        ]
    }
}
