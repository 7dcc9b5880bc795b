/// The section of problems, one per root cause.
extension ReportSections {
    static let problems = problems(title: "Problems, by cost", where: "")

    /// The title of the section in a report on a part of a trace.
    static let zoomedProblemsTitle = "Problems with rows here; cost, share and reason cover the whole trace"

    /// For a part of the trace: problems with an update, hang, hitch or signpost in it.
    static let zoomedProblems = problems(
        title: zoomedProblemsTitle,
        where: """
             AND (p.id IN (
                    SELECT r.problem_id FROM problem_update r
                    WHERE r.trace_id = :trace
                        AND EXISTS (SELECT 1 FROM :part c WHERE c.id BETWEEN r.first_id AND r.last_id)
                    UNION
                    SELECT e.problem_id FROM problem_event e JOIN hangs h ON h.id = e.hang_id
                    WHERE e.trace_id = :trace AND :hasstalls:stalls
                    UNION
                    SELECT e.problem_id FROM problem_event e JOIN hitches h ON h.id = e.hitch_id
                    WHERE e.trace_id = :trace AND :hasstalls:stalls
                    UNION
                    SELECT e.problem_id FROM problem_event e JOIN signposts s ON s.id = e.signpost_id
                    WHERE e.trace_id = :trace AND :hastimes:signposts)
                OR p.view = :view AND p.id NOT IN (SELECT problem_id FROM problem_update WHERE trace_id = :trace))
            """)

    private static func problems(title: String, where condition: String) -> SectionDefinition {
        SectionDefinition(
            id: "problems", title: title,
            columns: [
                ReportColumn("cost_ms", "Cost ms", .milliseconds, null: unknown),
                ReportColumn("share", "Share", .percent, drop: 4),
                ReportColumn("severity", "Severity", .word), ReportColumn("title", "Problem", .name, smallest: 42),
                ReportColumn("kind", "Kind", .text, drop: 1),
                ReportColumn("interactions", "Interactions", .count, drop: 2),
                ReportColumn("confidence", "How sure", .word, drop: 3), ReportColumn("view", "View", .text, drop: 6),
                ReportColumn("cause", "Cause", .text, drop: 7), ReportColumn("source", "Source", .text, drop: 5),
                ReportColumn("id", "ID", .integer, drop: 8), ReportColumn("key", "Key", .text, drop: 9),
                ReportColumn("why", "Why", .note), ReportColumn("fix", "Fix", .note),
            ],
            sql: """
                SELECT p.cost_ms, p.share, p.severity, p.title, p.kind, p.interactions, p.confidence, p.view, p.cause, p.source,
                    p.id, p.key, p.why, p.fix
                FROM problems p WHERE p.trace_id = :trace\(condition) ORDER BY p.id
                """,
            emptyNote: "No problems found", briefRows: 5,
            isOptional: !condition.isEmpty)
    }
}

/// Sentences about a problem, from the cells of its row by column name.
enum ProblemText {
    static func cells(_ section: ReportSection) -> [[String: SQLValue]] {
        section.rows.map { cells(section, $0) }
    }

    static func cells(_ section: ReportSection, _ row: [SQLValue]) -> [String: SQLValue] {
        Dictionary(zip(section.columns.map(\.name), row)) { first, _ in first }
    }

    /// The reason with its confidence: `700 of 740 updates are unnecessary [likely]`
    static func why(_ row: [String: SQLValue]) -> String { why(row["why"]?.text ?? "", row["confidence"]?.text) }

    static func why(_ text: String, _ confidence: String?) -> String {
        confidence.map { "\(text) [\($0)]" } ?? text
    }

    /// As many whole clauses of a sentence as fit; at least the first.
    static func clauses(_ text: String, fitting fits: (String) -> Bool) -> String {
        if fits(text) { return text }
        let end = text.hasSuffix(".") ? "." : ""
        let parts = clauseEnds(text).map { "\(text[..<$0])\(end)" }
        return parts.last(where: fits) ?? parts.first ?? text
    }

    /// The ends of clauses at a `;` or a full stop outside parentheses, quotes and code.
    private static func clauseEnds(_ text: String) -> [String.Index] {
        var ends: [String.Index] = []
        var (depth, isQuoted, isCode, mark) = (0, false, false, text.startIndex)
        var last: UInt8 = 0
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            let isEnd = last == UInt8(ascii: ";") || last == UInt8(ascii: ".")
            if byte == UInt8(ascii: " "), isEnd, depth <= 0, !isQuoted, !isCode { ends.append(mark) }
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "`"): isCode.toggle()
            default: break
            }
            (last, mark) = (byte, index)
        }
        return ends
    }
}

/// Separates accepted problems from the others.
enum AcceptedNotes {
    /// Moves covered problems to the end, with their reason; one that has grown shows its accepted cost.
    static func add(to section: inout ReportSection, _ accepted: [AcceptedNote]) {
        guard section.id == "problems", !accepted.isEmpty else { return }
        let names = section.columns.map(\.name)
        guard let key = names.firstIndex(of: "key"), let cost = names.firstIndex(of: "cost_ms"),
            let why = names.firstIndex(of: "why")
        else { return }
        section.columns.append(ReportColumn("accepted", "Accepted", .text, drop: 1))
        let notes = accepted.byKey
        var (open, apart) = ([[SQLValue]](), [[SQLValue]]())
        for var row in section.rows {
            let note = row[key].text.flatMap { notes[$0] }
            if let note, note.covers(row[cost].number) {
                apart.append(row + [.text(note.words)])
                continue
            }
            if let note {
                let was = note.costMs.map { "\(Decimal.text($0, digits: 2)) ms" } ?? ""
                // At the front, because the confidence is at the end.
                row[why] = .text("(it was accepted at \(was) and has grown) \(row[why].text ?? "")")
            }
            open.append(row + [.null])
        }
        section.rows = open + apart
    }
}

/// Adds source locations of views and causes to the rows of problems and findings.
struct SourceNotes {
    private let lookup: SourceLookup
    private let database: Database
    /// The columns that identify the subject of a row.
    private static let columns = ["view", "cause", "source"]
    /// Sections whose rows are about code.
    private static let sections: Set = ["problems", "findings"]
    /// Rules about what a body does: their best location is the line with most samples.
    private static let rulesOfBodies: Set = ["long-body", "expensive-call"]

    init(_ lookup: SourceLookup, _ database: Database) {
        self.lookup = lookup
        self.database = database
    }

    func add(to section: inout ReportSection, trace: Int64) throws(TraceError) {
        guard Self.sections.contains(section.id) else { return }
        let places = Self.columns.map { name in section.columns.firstIndex { $0.name == name } }
        let rule = section.columns.firstIndex { ["rule", "kind"].contains($0.name) }
        let views = places[0] == nil ? try views(section, trace) : []
        let subjects = section.rows.enumerated().map { index, row in
            let cells = places.map { place in place.flatMap { row[$0].text } }
            let view = cells[0] ?? (index < views.count ? views[index] : nil)
            return Subject(rule: rule.flatMap { row[$0].text }, view: view, cause: cells[1], source: cells[2])
        }
        section.places = try mentions(of: subjects, trace: trace)
    }

    /// The subject of a problem or finding.
    struct Subject {
        var rule: String?
        var view: String?
        var cause: String?
        /// A source line from the recording.
        var source: String?
    }

    func mentions(of subjects: [Subject], trace: Int64) throws(TraceError) -> [[SourceMention]] {
        let lines = try hottestLines(trace)
        return subjects.map { subject in
            let isOfBody = subject.rule.map { Self.rulesOfBodies.contains($0) } ?? false
            let line = isOfBody ? subject.view.flatMap { lines[$0] } : nil
            return lookup.mentions(
                view: subject.view, cause: subject.cause, source: subject.source ?? line?.source,
                function: line?.function)
        }
    }

    /// The views of the findings, in the order of the section.
    private func views(_ section: ReportSection, _ trace: Int64) throws(TraceError) -> [String?] {
        guard section.id == "findings" else { return [] }
        return try database.rows(
            "SELECT view FROM findings WHERE trace_id = ? ORDER BY id LIMIT \(section.rows.count)", [.integer(trace)]
        ).map { $0[0].text }
    }

    /// By view, the function with most samples in its long updates, and its line.
    private func hottestLines(_ trace: Int64) throws(TraceError) -> [String: (source: String?, function: String?)] {
        let rows = try database.rows(
            """
            SELECT u.view, f.text || ':' || h.line AS source, n.text AS function, sum(h.samples) AS samples
            FROM hot_frame h JOIN updates u ON u.id = h.update_id JOIN name n ON n.id = h.frame_id
            LEFT JOIN name f ON f.id = h.file_id
            WHERE u.trace_id = ? GROUP BY 1, 2, 3 ORDER BY samples DESC, 2, 3
            """, [.integer(trace)])
        return Dictionary(rows.map { ($0[0].text ?? "", ($0[1].text, $0[2].text)) }) { first, _ in first }
    }
}
