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

    /// One order on every page: what was lost, what was recorded, what ran, the problems, what else there is to say. Where there are
    /// no problems, all notes lead: they tell what could not be seen.
    private func lines(_ plan: Plan) -> [String] {
        var lines: [String] = []
        if let problems, problems.count > 0 {
            let first = problems.item(0)
            // An empty line, the heading, and the fix itself.
            let room = TextHeadline.firstFix - 3 - first.title.count - first.why.count
            let losses = notes(trace.answer.losses)
            let leads = room - losses.count >= TextHeadline.fewest
            let below = leads ? trace.answer.reservations : trace.answer.caveats
            let above = leads ? losses : incomplete(Decimal.counted(below.count, "note"))
            let headline = TextHeadline(trace.answer, room: room - above.count, options)
            lines += above + headline.linesAbove
            lines += problems.lines(
                most: plan.problems, note: below.isEmpty ? nil : "\(Decimal.counted(below.count, "note")) below",
                listsAccepted: plan.rows == .max, showsSQL: false)
            let rest = headline.linesBelow + notes(below, most: plan.notes)
            lines += rest.isEmpty ? [] : [""] + rest
        } else {
            let headline = TextHeadline(trace.answer, room: .max, options)
            lines += notes(trace.answer.caveats, most: plan.notes) + headline.linesAbove
            lines += problems?.lines(listsAccepted: plan.rows == .max, showsSQL: false) ?? []
            let rest = headline.linesBelow
            lines += rest.isEmpty ? [] : (problems == nil ? [] : [""]) + rest
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
        if problems?.lacksLines == true {
            lines += TextLine.labelled("Lines", "add --source-root FOLDER for the lines of the app's sources", options)
        }
        return lines + TextLine.next(trace.answer.next, options)
    }

    /// The note that the input is incomplete, which leads even if the other notes follow below.
    private func incomplete(_ notes: String) -> [String] {
        guard trace.answer.caveats.first?.hasPrefix(TraceSummary.incomplete) == true else { return [] }
        return TextLine.labelled("! Note", "\(TraceSummary.incomplete) input, \(notes) below", options)
    }

    private func notes(_ all: [String], most: Int = .max) -> [String] {
        let lines = all.prefix(most).flatMap { TextLine.labelled("! Note", $0, options) }
        guard all.count > most else { return lines }
        return lines + TextLine.labelled("! Note", "… and \(all.count - most) more: --all", options)
    }
}

/// The lines about the recording: what it is and what ran in it are above the problems, the others below. The first fix must be
/// among the first ten lines of the page; if these lines are too long, what ran follows below too.
struct TextHeadline {
    /// A line in several forms, the fullest first.
    private struct Entry {
        var label: String
        var forms: [String]
    }

    private var above: [Entry]
    private var below: [Entry]
    private let options: RenderOptions

    /// The last line on which the first fix may be.
    static let firstFix = 10
    /// The lines that they need at least.
    static let fewest = 2

    init(_ answer: ReportAnswer, room: Int, _ options: RenderOptions) {
        self.options = options
        let recorded = Entry(label: "Recorded", forms: [answer.recording, answer.recorded.short])
        let entries = Self.entries(answer, options)
        (above, below) = ([recorded] + entries.prefix(1), Array(entries.dropFirst()))
        if Self.chosen(recorded, options) != answer.recording, let details = answer.recorded.details {
            below.append(Entry(label: "With", forms: [details]))
        }
        if lines(above).count > room, above.count > 1 { below.insert(above.removeLast(), at: 0) }
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
        let mark = ReportWords.mark(answer)
        var entries: [Entry] = []
        for (label, text) in ReportWords.lines(answer) {
            switch label {
            case "Bodies" where answer.subject == .updates:
                let short = answer.bodies.severities(showsMet: false) + mark
                entries.append(Entry(label: label, forms: [text, short]))
            case "Worst":
                // The severity counts already say that none was long.
                let bodies = answer.bodies
                if bodies.worst.isEmpty, bodies.sums.bodies > 0, bodies.missedGroups == 0 { continue }
                entries.append(Entry(label: label, forms: [3, 2, 1].map { bodies.worstWords(most: $0) + mark }))
            case "Waste", "Stalls": entries += costs(answer, label, text, options)
            case "Others":
                entries.append(Entry(label: label, forms: [text, answer.otherUpdates.map { $0.short + mark } ?? text]))
            default: entries.append(Entry(label: label, forms: [text]))
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
        else { return text.isEmpty ? [] : [Entry(label: label, forms: [text])] }
        let short = (answer.waste.work(isShort: true, mark: mark), answer.stalls.words(isShort: true))
        return [
            Entry(label: label, forms: [work, short.0 ?? work]),
            Entry(label: "Stalls", forms: [stalls, short.1 ?? stalls]),
        ]
    }
}
