/// The first lines of a brief report. The first fix stands on one of the first ten lines of the page: where these lines
/// are too many for that, the least important ones stand behind the problems.
struct TextHeadline {
    /// A line: what it may say, the fullest first, and how soon it has to go (those with low ranks stay).
    private struct Entry {
        var label: String
        var forms: [String]
        var rank: Int
    }

    private var above: [Entry]
    private var below: [Entry] = []
    private let options: RenderOptions

    /// Where a fix stands at last.
    static let firstFix = 10
    /// However little room there is, so many lines say what is reported on.
    static let fewest = 2

    init(_ answer: ReportAnswer, room: Int, _ options: RenderOptions) {
        self.options = options
        above = Self.entries(answer, options)
        let recorded = Self.chosen(above[0], options)
        if recorded != answer.recording, let details = answer.recordingDetails {
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

    /// The fullest form that takes one line, else the one that takes fewest.
    private static func chosen(_ entry: Entry, _ options: RenderOptions) -> String {
        let counts = entry.forms.map { TextLine.labelled(entry.label, $0, options).count }
        let least = counts.min() ?? 1
        return zip(entry.forms, counts).first { $0.1 == least }?.0 ?? ""
    }

    private static func entries(_ answer: ReportAnswer, _ options: RenderOptions) -> [Entry] {
        let recording = [answer.recording, answer.shortRecording]
        let mark = ReportWords.mark(answer)
        var entries = [Entry(label: "Recorded", forms: recording, rank: 0)]
        for (label, text) in ReportWords.lines(answer) {
            switch label {
            case "Bodies" where answer.subject == .updates:
                let short = ReportWords.severities(answer, showsMet: false) + mark
                entries.append(Entry(label: label, forms: [text, short], rank: 1))
            case "Worst":
                // That none was long is said by their numbers.
                if answer.worstViews.isEmpty, answer.bodyUpdates > 0, answer.missedGroups == 0 { continue }
                let forms = [3, 2, 1].map { ReportWords.worstViews(answer, most: $0) + mark }
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

    /// One line where it has room for both, else one for what was wasted and one for what was blocked.
    private static func costs(
        _ answer: ReportAnswer, _ label: String, _ text: String, _ options: RenderOptions
    ) -> [Entry] {
        guard TextLine.labelled(label, text, options).count > 1,
            let work = ReportWords.work(answer), let stalls = ReportWords.stalls(answer)
        else { return text.isEmpty ? [] : [Entry(label: label, forms: [text], rank: 2)] }
        let short = [ReportWords.work(answer, isShort: true), ReportWords.stalls(answer, isShort: true)]
        return [
            Entry(label: label, forms: [work, short[0] ?? work], rank: 2),
            Entry(
                label: "Stalls", forms: [stalls, short[1] ?? stalls], rank: answer.hangs + answer.hitches > 0 ? 3 : 7),
        ]
    }
}
