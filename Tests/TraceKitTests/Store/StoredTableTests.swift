import Testing
import TraceSchema

@testable import TraceKit

/// What `StoredTable` reads out of `schema.sql` against what SQLite reads out of it.
@Suite struct StoredTableTests {
    @Test func `every column of every table is read once`() throws {
        let store = try Traces.store("{\"format\": \"tracekit\", \"updates\": []}")
        let tables = try store.rows(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'")
        #expect(StoredTable.all.map(\.name).sorted() == tables.sorted())
        for table in StoredTable.all {
            var expected = try store.rows("SELECT name FROM pragma_table_info('\(table.name)') WHERE NOT pk")
            expected.removeAll { $0 == "trace_id" }
            #expect(table.columns.map(\.name).sorted() == expected.sorted(), "\(table.name)")
            #expect(try store.rows("SELECT name FROM pragma_table_info('\(table.name)') WHERE pk") == [table.key])
        }
    }

    @Test func `what may be NULL is read so`() throws {
        let store = try Traces.store("{\"format\": \"tracekit\", \"updates\": []}")
        for table in StoredTable.all {
            let sql = try store.rows("SELECT sql FROM sqlite_schema WHERE name = '\(table.name)'").first ?? ""
            // The long tables have no constraints, to be written faster.
            guard sql.hasSuffix("STRICT") else { continue }
            let optional = try store.rows(
                "SELECT name FROM pragma_table_info('\(table.name)') WHERE NOT pk AND NOT \"notnull\"")
            #expect(table.columns.filter(\.isOptional).map(\.name).sorted() == optional.sorted(), "\(table.name)")
        }
    }

    @Test func `references are those that SQLite reads`() throws {
        let store = try Traces.store("{\"format\": \"tracekit\", \"updates\": []}")
        for table in StoredTable.all {
            let references = table.columns.compactMap { column -> String? in
                guard case .row(let other) = column.content else { return nil }
                #expect(column.isBelowID == (other == table.name))
                return "\(column.name)|\(other)"
            }
            let expected = try store.rows(
                "SELECT \"from\", \"table\" FROM pragma_foreign_key_list('\(table.name)') WHERE \"from\" <> '\(table.key)'"
            )
            #expect(references.sorted() == expected.sorted(), "\(table.name)")
            for case .row(let other) in table.columns.map(\.content) { _ = try StoredTable.named(other) }
        }
    }

    @Test func `the rows that references lead to are there`() throws {
        let store = try Traces.store(
            RuleTraces.document(
                ("updates", [RuleTraces.update(1, "Row", at: 0, lasting: 20_000)]),
                ("hangs", ["{\"start_ms\": 0, \"duration_ms\": 300, \"thread\": \"main\"}"]),
                ("samples", ["{\"start_ms\": 1, \"frames\": [\"f\", \"main\"]}"])))
        #expect(try store.rows("SELECT count(*) FROM finding") != ["0"])
        #expect(try store.rows("SELECT * FROM pragma_foreign_key_check") == [])
    }

    @Test(arguments: 1...7) func `the rows of a trace are found among those of others`(count: Int) throws {
        let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            for number in 1...count {
                // Every second trace has no update at all.
                let rows = (0..<(number % 2 == 0 ? 0 : number)).map { "{\"view\": \"Row\", \"start_ns\": \($0)}" }
                try Traces.write(Traces.document("updates", rows), into: database)
            }
        }
        for number in 1...count {
            let range = try StoredTrace(store.database, Int64(number)).rows(of: "view_update")
            let expected = try store.rows(
                "SELECT min(id), max(id) FROM view_update WHERE trace_id = \(number) HAVING count(*) > 0")
            #expect(range.map { ["\($0.lowerBound)|\($0.upperBound)"] } ?? [] == expected)
        }
    }
}
