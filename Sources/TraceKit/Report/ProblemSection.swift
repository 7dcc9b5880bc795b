/// The section of problems, one per root cause.
extension ReportSections {
    static let problems = problems(title: "Problems, by cost", where: "")

    /// The title of the section in a report on a part of a trace.
    static let zoomedProblemsTitle = "Problems with rows here; cost, share and reason cover the whole trace"

    /// For a part of the trace: problems with an update, hang, hitch, signpost or line in it.
    static let zoomedProblems = problems(
        title: zoomedProblemsTitle,
        where: """
             AND (p.id IN (
                    SELECT r.problem_id FROM problem_update r
                    WHERE r.trace_id = :trace AND r.is_own = 1
                        AND EXISTS (SELECT 1 FROM :part c WHERE c.id BETWEEN r.first_id AND r.last_id)
                    UNION
                    SELECT e.problem_id FROM problem_event e JOIN hangs h ON h.id = e.hang_id
                    WHERE e.trace_id = :trace AND e.is_own = 1 AND :hasstalls:stalls
                    UNION
                    SELECT e.problem_id FROM problem_event e JOIN hitches h ON h.id = e.hitch_id
                    WHERE e.trace_id = :trace AND e.is_own = 1 AND :hasstalls:stalls
                    UNION
                    SELECT e.problem_id FROM problem_event e JOIN signposts s ON s.id = e.signpost_id
                    WHERE e.trace_id = :trace AND e.is_own = 1 AND :hastimes:signposts
                    UNION
                    SELECT e.problem_id FROM problem_event e JOIN logs l ON l.id = e.log_id
                    WHERE e.trace_id = :trace AND e.is_own = 1 AND :hastimes:logs)
                OR p.view = :view AND p.id NOT IN (SELECT problem_id FROM problem_update WHERE trace_id = :trace AND is_own = 1))
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
                ReportColumn("gain", "Gain", .note),
            ],
            sql: StoredProblem.statement(where: "p.trace_id = :trace\(condition)"),
            emptyNote: "No problems found", briefRows: 5,
            isOptional: !condition.isEmpty)
    }
}

/// The sentences of problems, shortened.
enum ProblemText {
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

/// Adds source locations of views and causes to the rows of problems and findings.
struct SourceNotes {
    private let lookup: SourceLookup
    private let database: Database
    /// Rules about what a body does: their best location is the line with most samples.
    private static let rulesOfBodies: Set = ["long-body", "expensive-call"]
    /// Rules about what updates a view: where its body reads that.
    private static let rulesOfReads: Set = [
        "fan-out", "environment-broadcast", "recurring-cause", "parent-only-updates",
    ]
    /// Rules that tell a view's parent to give it less, or to make fewer of it: where it is made.
    private static let rulesOfParents: Set = [
        "fan-out", "parent-only-updates", "unchanged-updates", "identity-churn", "eager-container",
    ]
    /// The rule whose findings have a function as their cause.
    private static let ruleOfCalls = "hang-busy"

    init(_ lookup: SourceLookup, _ database: Database) {
        self.lookup = lookup
        self.database = database
    }

    /// Adds the locations to a section whose rows are about code.
    func add(to section: inout ReportSection, trace: Int64) throws(TraceError) {
        switch section.id {
        case ReportSections.problems.id:
            section.places = try mentions(of: section.problems.map(Subject.init), trace: trace)
        case ReportSections.findings.id:
            let rows = try database.rows(
                "SELECT rule, view, cause FROM findings WHERE trace_id = ? ORDER BY id LIMIT \(section.rows.count)",
                [.integer(trace)])
            section.places = try mentions(
                of: rows.map { Subject(rule: $0[0].text, view: $0[1].text, cause: $0[2].text) }, trace: trace)
        default: break
        }
    }

    /// The subject of a problem or finding.
    struct Subject {
        var rule: String?
        var view: String?
        var cause: String?
        /// A source line from the recording.
        var source: String?
        /// The finding that leads a problem.
        var lead: Int64?
    }

    func mentions(of subjects: [Subject], trace: Int64) throws(TraceError) -> [[SourceMention]] {
        let (lines, calls) = (try hottestLines(trace), try namedCalls(trace))
        let wrapped = try wrappedCauses(trace)
        let subjects = subjects.map { subject in
            var subject = subject
            subject.cause = subject.cause.map { wrapped[$0] ?? $0 }
            return subject
        }
        let uses = lookup.uses(
            subjects.map { subject in
                guard let rule = subject.rule, Self.rulesOfReads.contains(rule), let view = subject.view,
                    let cause = subject.cause
                else { return nil }
                return (view, cause)
            })
        let named = subjects.map { subject -> String? in
            guard subject.rule == Self.ruleOfCalls else { return nil }
            return subject.cause ?? subject.lead.flatMap { calls[$0] }
        }
        let sites = lookup.callSites(
            zip(subjects, named).map { subject, call in
                call ?? subject.rule.flatMap { Self.rulesOfParents.contains($0) ? subject.view : nil }
            })
        return subjects.indices.map { index in
            let subject = subjects[index]
            let isOfBody = subject.rule.map { Self.rulesOfBodies.contains($0) } ?? false
            let hottest = isOfBody ? subject.view.flatMap { lines[$0] } : nil
            let declared = lookup.mentions(
                view: subject.view, cause: subject.cause,
                sources: subject.source.map { [$0] } ?? hottest?.sources ?? [],
                functions: hottest?.functions ?? named[index].map { [$0] } ?? [])
            // What is edited first.
            let isRead = { (mention: SourceMention) in mention.relation == .reads || mention.relation == .neverRead }
            let uses = uses[index]
            return uses.filter(isRead) + declared + uses.filter { !isRead($0) } + sites[index]
        }
    }

    /// `@EnvironmentObject player` for causes that are recorded with their property wrapper and without an owner.
    private func wrappedCauses(_ trace: Int64) throws(TraceError) -> [String: String] {
        let rows = try database.rows(
            """
            SELECT name, min(wrapper), count(DISTINCT wrapper) FROM causes
            WHERE trace_id = ? AND wrapper IS NOT NULL AND name NOT GLOB '*[.@ ]*' GROUP BY name
            """, [.integer(trace)])
        return Dictionary(
            rows.filter { $0[2].count == 1 }.map { ($0[0].text ?? "", "\($0[1].text ?? "") \($0[0].text ?? "")") }
        ) { first, _ in first }
    }

    /// By finding, the call that kept the main thread busy.
    private func namedCalls(_ trace: Int64) throws(TraceError) -> [Int64: String] {
        let rows = try database.rows(
            "SELECT id, cause FROM findings WHERE trace_id = ? AND rule = ?",
            [.integer(trace), .text(Self.ruleOfCalls)])
        return Dictionary(rows.map { ($0[0].whole, $0[1].text ?? "") }) { first, _ in first }
    }

    /// By view, the functions with most samples in its long updates, and their lines.
    private func hottestLines(_ trace: Int64) throws(TraceError) -> [String: (sources: [String], functions: [String])] {
        let rows = try database.rows(
            """
            SELECT view, source, function FROM (
                SELECT u.view, f.text || ':' || h.line AS source, n.text AS function, sum(h.samples) AS samples,
                    sum(sum(h.samples)) OVER (PARTITION BY u.view) AS all_samples
                FROM hot_frame h JOIN updates u ON u.id = h.update_id JOIN name n ON n.id = h.frame_id
                LEFT JOIN name f ON f.id = h.file_id
                WHERE u.trace_id = ? GROUP BY 1, 2, 3)
            WHERE samples * 10 >= all_samples ORDER BY samples DESC, source, function
            """, [.integer(trace)])
        var found: [String: (sources: [String], functions: [String])] = [:]
        for row in rows {
            guard let view = row[0].text, found[view, default: ([], [])].functions.count < Self.mostLines else {
                continue
            }
            if let source = row[1].text { found[view, default: ([], [])].sources.append(source) }
            if let function = row[2].text { found[view, default: ([], [])].functions.append(function) }
        }
        return found
    }

    /// The lines with most samples that are shown of a view.
    private static let mostLines = 3
}

extension SourceNotes.Subject {
    init(_ problem: StoredProblem) {
        self.init(
            rule: problem.kind, view: problem.view, cause: problem.cause, source: problem.source, lead: problem.lead)
    }
}
