/// Complaints of SwiftUI, UIKit, AppKit and others in the log.
enum ComplaintRule: FindingRule {
    static let depth = RuleDepth.writes
    static let needs: [RuleNeed] = [.lines]
    static let guide = RuleGuide(
        "framework-complaint", "Complaints of the frameworks",
        finds:
            """
            Lines in which SwiftUI, UIKit, AppKit, SwiftData or the system say that the app uses them wrongly, where \
            that costs time or shows wrong content: cycles, values written several times per frame, state written \
            while a body runs, ids used twice, work on the wrong thread, hangs without a time. The view `complaints` \
            lists all.
            """,
        matters: "The framework saw it happen. A loop runs the same views several times per frame.",
        fix:
            """
            It differs by complaint and is in the finding. A loop: measure with onGeometryChange, update the state \
            only when the value has changed, and don't use a measured size to lay out the view that was measured.
            """,
        limits:
            """
            Only some complaints are recognised, by their words. A log does not say what they cost, and rarely which \
            view they are about: the finding names the one whose body ran around most lines.
            """,
        severity:
            """
            a loop high from \(RuleThresholds.complaintsOfLoop) lines on, else medium; what shows wrong content or \
            blocks medium; what the framework puts right itself low
            """,
        effort: .medium, thresholds: ["one line makes a finding"])

    static func findings(_ context: RuleContext) -> [Finding] {
        let own = context.results.complaints.filter { !context.results.scope.isOther($0.process) }
        let loops = own.filter { known($0).weight == .loop }
        let others = own.filter { known($0).weight != .loop && reportedLines($0) > 0 }
        let timed = TimedLines(context)
        return stories(of: loops).map { finding($0, timed, context) } + others.map { finding([$0], timed, context) }
    }

    /// The lines with a time of complaints, except of those that have findings as hangs.
    private struct TimedLines {
        private struct Key: Hashable {
            var complaint: Int
            var subject: String?
            var process: NameID

            init(_ summary: ComplaintSummary) {
                (complaint, subject, process) = (summary.complaint, summary.subject, summary.process)
            }
        }

        private var numberOf: [Key: Int] = [:]
        /// By number of the complaint.
        private var rows: [[Int]]

        init(_ context: RuleContext) {
            let (results, logs) = (context.results, context.records.logs)
            rows = Array(repeating: [], count: results.complaints.count)
            for (number, summary) in results.complaints.enumerated() { numberOf[Key(summary)] = number }
            let isOfHang = results.complaints.map { ComplaintRule.known($0).weight == .hang }
            for (row, number) in results.complaintOfLog.buffer.enumerated() where number >= 0 && logs[row].start >= 0 {
                if !isOfHang[Int(number)] { rows[Int(number)].append(row) }
            }
        }

        func rows(of story: [ComplaintSummary]) -> [Int] {
            story.flatMap { summary in numberOf[Key(summary)].map { rows[$0] } ?? [] }.sorted()
        }
    }

    private static func known(_ summary: ComplaintSummary) -> KnownComplaint { KnownComplaints.all[summary.complaint] }

    /// Hangs with a time have findings as hangs.
    private static func reportedLines(_ summary: ComplaintSummary) -> Int {
        known(summary).weight == .hang ? summary.untimed : summary.lines
    }

    // MARK: Loops

    /// Merges loops around one view: what is written several times a frame, and the resulting cycles. The leading one
    /// names what is written, and of those has most lines.
    private static func stories(of loops: [ComplaintSummary]) -> [[ComplaintSummary]] {
        let ranked = loops.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            if (one.subject == nil) != (other.subject == nil) { return one.subject != nil }
            return (other.lines, left.offset) < (one.lines, right.offset)
        }.map(\.element)
        var (stories, places) = ([[ComplaintSummary]](), StoryPlaces())
        for summary in ranked {
            if let place = places.place(of: summary) {
                stories[place].append(summary)
            } else {
                places.add(summary, stories.count)
                stories.append([summary])
            }
        }
        return stories
    }

    /// Assigns complaints to stories.
    private struct StoryPlaces {
        private struct Subject: Hashable {
            var process: NameID
            var view: NameID
        }

        private var ofView: [Subject: Int] = [:]
        /// For loops through SwiftUI's graph, by process: the first story, and the first without a view.
        private var ofGraph: [NameID: Int] = [:]
        private var ofGraphAlone: [NameID: Int] = [:]

        func place(of summary: ComplaintSummary) -> Int? {
            let isOfGraph = ComplaintRule.known(summary).isOfGraph
            guard let view = summary.views.first?.view else { return isOfGraph ? ofGraph[summary.process] : nil }
            return ofView[Subject(process: summary.process, view: view)]
                ?? (isOfGraph ? ofGraphAlone[summary.process] : nil)
        }

        mutating func add(_ lead: ComplaintSummary, _ place: Int) {
            let view = lead.views.first?.view
            if let view { ofView[Subject(process: lead.process, view: view)] = place }
            guard ComplaintRule.known(lead).isOfGraph else { return }
            if ofGraph[lead.process] == nil { ofGraph[lead.process] = place }
            if view == nil, ofGraphAlone[lead.process] == nil { ofGraphAlone[lead.process] = place }
        }
    }

    // MARK: Findings

    private static func finding(
        _ story: [ComplaintSummary], _ timed: TimedLines, _ context: RuleContext
    ) -> Finding {
        let (lead, known) = (story[0], known(story[0]))
        let lines = story.reduce(0) { $0 + reportedLines($1) }
        let view = story.lazy.compactMap { $0.views.first?.view }.first
        let title = known.title(lead.subject.map(context.short))
        let count = reportedLines(lead) == 1 ? "" : " (\(RuleWords.number(reportedLines(lead))) times)"
        let around = view.map { ", around \(context.shortName($0))" } ?? ""
        return Finding(
            severity: severity(known, lines), title: "\(title)\(count)\(around)",
            view: view.map(context.name), cause: lead.subject ?? known.id, effort: .medium, sql: sql(story),
            rows: lines, costNs: 0
        ) {
            Finding.Rest(
                evidence: evidence(story, context), hint: "\(known.fix) Why it matters: \(known.matters)",
                about: .lines(timed.rows(of: story)))
        }
    }

    private static func severity(_ known: KnownComplaint, _ lines: Int) -> Finding.Severity {
        switch known.weight {
        case .loop: lines >= RuleThresholds.complaintsOfLoop ? .high : .medium
        case .medium, .hang: .medium
        case .low: .low
        }
    }

    private static func evidence(_ story: [ComplaintSummary], _ context: RuleContext) -> String {
        var parts = [times(story)]
        if story.count > 1 {
            parts[0] += ": \(RuleWords.top(story.map { (name: shortTitle($0, context), count: $0.lines) }))"
        }
        if let views = story.first(where: { !$0.views.isEmpty })?.views {
            let named = views.map { (name: context.shortName($0.view), count: $0.lines) }
            parts.append("views around these lines: \(RuleWords.top(named))")
        }
        let message = context.shortName(story[0].message)
        if lines(story) == 1 { parts[0] += ": \(message)" } else { parts.append("the first one: \(message)") }
        return parts.joined(separator: "; ")
    }

    private static func lines(_ story: [ComplaintSummary]) -> Int { story.reduce(0) { $0 + reportedLines($1) } }

    /// What is written, or what happens.
    private static func shortTitle(_ summary: ComplaintSummary, _ context: RuleContext) -> String {
        if let subject = summary.subject { return known(summary).name(context.short(subject)) }
        let title = known(summary).title(nil)
        return title.firstRange(of: ": ").map { String(title[$0.upperBound...]) } ?? title
    }

    private static func times(_ story: [ComplaintSummary]) -> String {
        let lines = RuleWords.count(lines(story), "line")
        let timed = story.filter { $0.firstNs >= 0 && known($0).weight != .hang }
        guard let first = timed.map(\.firstNs).min(), let last = timed.map(\.lastNs).max() else {
            let longest = story[0].longestNs
            return "\(lines) without a time\(longest > 0 ? ", the longest hang \(RuleWords.ms(longest))" : "")"
        }
        let untimed = story.reduce(0) { $0 + $1.untimed }
        let rest = untimed > 0 ? ", \(RuleWords.number(untimed)) of them without a time" : ""
        return last > first
            ? "\(lines) from \(RuleWords.at(first)) to \(RuleWords.at(last))\(rest)"
            : "\(lines) at \(RuleWords.at(first))\(rest)"
    }

    private static func sql(_ story: [ComplaintSummary]) -> String {
        // SQLite limits the depth of conditions: with very many subjects all are listed.
        let conditions =
            story.count > 100
            ? Set(story.map { known($0).id }).sorted().map { "c.complaint = \(RuleSQL.literal($0))" }
            : story.map { summary in
                "c.complaint = \(RuleSQL.literal(known(summary).id)) AND c.subject \(RuleSQL.equals(summary.subject))"
            }
        // Hangs with a time are rows of their own.
        let untimed = known(story[0]).weight == .hang ? " AND l.start_ms IS NULL" : ""
        return """
            SELECT l.id, l.start_ms, l.level, c.complaint, c.subject, l.message, l.process
            FROM logs l JOIN complaints c ON c.id = l.complaint_id
            WHERE l.trace_id = :trace AND l.is_target = 1\(untimed)
                AND (\(conditions.joined(separator: "\n        OR ")))
            ORDER BY l.id
            """
    }
}
