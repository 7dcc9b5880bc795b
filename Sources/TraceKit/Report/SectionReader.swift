/// Reads the sections of a trace's report.
struct SectionReader {
    /// Rows per table of a page, which has a search field: more than anyone reads in a terminal.
    private static let pageRows = 500
    private static let listRows = 15

    private let database: Database
    private let options: ReportBuilder.Options
    /// The values of the placeholders in printed statements, and in executed ones.
    private let shown: [String: String]
    private let executed: [String: String]

    /// - Parameter isChosen: whether `ChosenUpdates` has the updates of the part.
    init(
        _ stored: StoredTrace, _ views: ViewSums, _ options: ReportBuilder.Options, isChosen: Bool
    ) throws(TraceError) {
        (database, self.options) = (stored.database, options)
        let values = try Self.values(stored, views, options.zoom)
        shown = values.merging(["first": "", "more": ""]) { $1 }
        executed = (isChosen ? values.merging(ChosenUpdates.values(options.zoom)) { $1 } : values)
            .merging(["more": StoredProblem.more]) { $1 }
    }

    private static func values(
        _ stored: StoredTrace, _ views: ViewSums, _ zoom: ReportZoom
    ) throws(TraceError) -> [String: String] {
        let buckets = try durationBuckets(stored)
        return [
            "trace": "\(stored.id)", "updates": zoom.updateCondition, "stalls": zoom.stallCondition,
            "signposts": zoom.signpostCondition, "logs": zoom.logCondition,
            "buckets": buckets.rows, "cases": buckets.cases,
            "longbodies": "\(views.longBodies)", "longothers": "\(views.longOthers)", "untimed": "\(views.untimed)",
            "updatedviews": "\(views.updated)", "wastefulviews": "\(views.wasteful)",
            "interaction": zoom.interaction.map { "\($0)" } ?? "NULL",
            "hasstalls": zoom.stallCondition.isEmpty ? "0" : "1",
            "hastimes": zoom.logCondition.isEmpty ? "0" : "1",
            "part": """
            (SELECT u.id FROM updates u \
            WHERE u.trace_id = \(stored.id) AND u.is_target = 1\(zoom.updateCondition))
            """,
            "view": zoom.view.map(SQLTemplate.quote) ?? "NULL",
        ]
    }

    private static func durationBuckets(_ stored: StoredTrace) throws(TraceError) -> DurationBuckets {
        let row =
            try stored.database.rows("SELECT orange_ns, red_ns FROM traces WHERE id = ?", [.integer(stored.id)])
            .first ?? []
        guard row.count == 2, case (.integer(let orange), .integer(let red)) = (row[0], row[1]) else {
            return DurationBuckets(orangeNs: Deadlines.frame.orangeNs, redNs: Deadlines.frame.redNs)
        }
        return DurationBuckets(orangeNs: orange, redNs: red)
    }

    /// The most rows of a section in a report other than a page.
    func limit(_ definition: SectionDefinition) -> Int {
        options.top ?? (options.showsLittle ? definition.briefRows ?? BriefSections.rows(definition.id) : nil)
            ?? Self.listRows
    }

    func section(_ definition: SectionDefinition) throws(TraceError) -> ReportSection {
        let limit = options.hasPage ? max(limit(definition), Self.pageRows) : limit(definition)
        let first = definition.firstSQL.map { " AND id IN (\(SQLTemplate.fill($0, executed)) LIMIT \(limit))" }
        let sql = SQLTemplate.fill(definition.sql, executed.merging(["first": first ?? ""]) { $1 })
        var rows: [[SQLValue]] = []
        if try hasSource(definition) {
            rows = try database.rows(definition.isLimited ? "\(sql)\nLIMIT \(limit)" : sql)
        }
        var total = rows.count
        if definition.isLimited, rows.count == limit {
            let count = definition.countSQL.map { SQLTemplate.fill($0, executed) }
            total = Int(try database.integer(count ?? "SELECT count(*) FROM (\(Self.unordered(sql)))") ?? 0)
        }
        if !definition.isLimited { rows = rows.filter { !$0.isEmpty } }
        let smaller = try smaller(definition)
        var section = ReportSection(
            id: definition.id, title: definition.title, columns: definition.columns, rows: rows,
            total: total + (smaller?.total ?? 0), emptyNote: definition.emptyNote,
            sql: SQLTemplate.fill(definition.sql, shown), smaller: smaller)
        if definition.id == ReportSections.problems.id {
            section.show(rows.map(StoredProblem.init), options.accepted)
        }
        return section
    }

    private func smaller(_ definition: SectionDefinition) throws(TraceError) -> ReportSection.Smaller? {
        guard let sql = definition.smallerSQL else { return nil }
        let rows = try database.rows(SQLTemplate.fill(sql.counts, executed))
        guard !rows.isEmpty else { return nil }
        return ReportSection.Smaller(
            counts: rows.map { (of: $0[0].text ?? "", count: $0[1].count) }, sql: SQLTemplate.fill(sql.all, executed))
    }

    private func hasSource(_ definition: SectionDefinition) throws(TraceError) -> Bool {
        guard let sql = definition.sourceSQL else { return true }
        return try database.integer(SQLTemplate.fill(sql, executed)) ?? 0 > 0
    }

    /// The statement without its ORDER BY clause, which counting does not need.
    private static func unordered(_ sql: String) -> String {
        var rest = sql[...]
        var order: String.Index?
        while let found = rest.firstRange(of: "ORDER BY ") {
            order = found.lowerBound
            rest = rest[found.upperBound...]
        }
        return order.map { String(sql[..<$0]) } ?? sql
    }
}
