/// Adds to the rows of problems and findings where their views and causes stand in the app's sources.
struct SourceNotes {
    private let lookup: SourceLookup
    private let database: Database
    /// The columns of a section that say what a row is about, where it has them.
    private static let columns = ["view", "cause", "source"]
    /// Sections whose rows are about code.
    private static let sections: Set = ["problems", "findings"]
    /// Rules that are about what a body does: the line that holds most of its samples says it best.
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

    /// What a problem or a finding is about.
    struct Subject {
        var rule: String?
        var view: String?
        var cause: String?
        /// A line that the recording names.
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

    /// Of each view the function, and its line, in which most samples of its long updates were taken.
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
