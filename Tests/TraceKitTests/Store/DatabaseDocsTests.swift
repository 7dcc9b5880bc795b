import Testing

@testable import TraceKit

/// Holds docs/database.md against the database it describes.
@Suite struct DatabaseDocsTests {
    private static func store() throws -> TraceStore {
        try TracePipeline.load(
            ["\(Repository.root)/SampleTraces/landmarks-before.json"], into: .temporary, TracePipeline.Options()
        ).store
    }

    /// The statements between ```sql and ```.
    private static func queries() throws -> [String] {
        try Repository.text("docs/database.md").split(separator: "```sql\n").dropFirst().compactMap { part in
            part.split(separator: "```").first.map(String.init)
        }
    }

    @Test func `every worked query runs as it stands`() throws {
        let queries = try Self.queries()
        #expect(queries.count >= 20)
        let store = try Self.store()
        for query in queries {
            var rows = 0
            try GuardedQuery(store).run(
                query, begin: { _ in },
                row: { _ in
                    rows += 1
                    return true
                })
            let isEmptyHere = [
                "metric", "import_rejects", "recorded_tables", "JOIN logs", "log_levels", "FROM log_groups",
                "FROM complaints",
                "recurring",
            ].contains {
                query.contains($0)
            }
            #expect(rows > 0 || isEmptyHere, "no rows: \(query)")
        }
    }

    @Test func `every view of the schema is described with all its columns`() throws {
        let text = try Repository.text("docs/database.md")
        let store = try Self.store()
        for view in try store.database.rows("SELECT name FROM sqlite_schema WHERE type = 'view'").compactMap({
            $0[0].text
        }) {
            #expect(text.contains(view), "the view \(view) is not described")
            for column in try store.database.rows("SELECT name FROM pragma_table_info('\(view)')").compactMap({
                $0[0].text
            }) {
                #expect(text.contains("`\(column)`"), "\(view).\(column) is not described")
            }
        }
    }
}
