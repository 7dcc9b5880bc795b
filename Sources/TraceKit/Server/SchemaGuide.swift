import TraceSchema

/// The public views of the database with columns from SQLite and comments from schema.sql.
struct SchemaGuide: Sendable {
    struct View: Sendable {
        let name: String
        /// The comment above it, on one line.
        let meaning: String
        let columns: [String]

        /// `view_summary(view_id, trace_id, …): A view with the sums …`
        var line: String { "\(name)(\(columns.joined(separator: ", "))): \(meaning)" }
    }

    let views: [View]
    /// Names of tables, which are not stable between versions.
    let tables: [String]

    static func read() throws(TraceError) -> SchemaGuide {
        let database = try Database(path: "", mode: .create, displayName: Database.temporaryName)
        try database.execute(TraceSchema.sql)
        let comments = comments(TraceSchema.sql)
        var views: [View] = []
        var tables: [String] = []
        for row in try database.rows("SELECT name, type FROM sqlite_schema WHERE type <> 'index' ORDER BY rowid") {
            guard let name = row[0].text else { continue }
            guard row[1].text == "view" else {
                tables.append(name)
                continue
            }
            let columns = try database.rows("SELECT name FROM pragma_table_info(?) ORDER BY cid", [.text(name)])
            views.append(
                View(name: name, meaning: comments[name] ?? "", columns: columns.compactMap { $0.first?.text }))
        }
        return SchemaGuide(views: views, tables: tables)
    }

    /// The comment above each view, by name.
    private static func comments(_ sql: String) -> [String: String] {
        var comments: [String: String] = [:]
        var open: [Substring] = []
        for line in sql.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("-- ") {
                open.append(line.dropFirst(3))
                continue
            }
            if line.hasPrefix("CREATE VIEW "), let name = line.split(separator: " ").dropFirst(2).first {
                comments[String(name)] = open.joined(separator: " ")
            }
            open = []
        }
        return comments
    }

    /// A hint for an error about an unknown name: the nearest name, and the columns of the views in the statement.
    func hint(for message: String, in sql: String) -> String? {
        func missing(_ what: String) -> String? {
            guard let range = message.firstRange(of: "no such \(what): ") else { return nil }
            let name = message[range.upperBound...].prefix { $0 != " " }
            return name.split(separator: ".").last.map(String.init)
        }
        if let name = missing("table") {
            let known = views.map(\.name)
            let nearest = NearestWord.to(name, among: known + tables).map { "did you mean \($0)? " } ?? ""
            return "\(nearest)views: \(known.joined(separator: ", "))"
        }
        guard let name = missing("column") else { return nil }
        let words = Set(sql.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { $0.lowercased() })
        let named = views.filter { words.contains($0.name) }
        let shown = named.isEmpty ? views : named
        let nearest = NearestWord.to(name, among: shown.flatMap(\.columns)).map { "did you mean \($0)? " } ?? ""
        if named.isEmpty { return nearest.isEmpty ? nil : nearest }
        return nearest + named.map { "\($0.name): \($0.columns.joined(separator: ", "))" }.joined(separator: "; ")
    }
}
