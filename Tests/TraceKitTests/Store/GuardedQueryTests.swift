import Foundation
import Testing

@testable import TraceKit

/// SQL that users type: it reads, it ends, and the file stays as it is.
@Suite struct GuardedQueryTests {
    private static let document = Traces.updates("{\"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 1}")

    /// The rows of a query over one update, or the message of its refusal.
    private func check(_ sql: String, _ outcome: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            let store = try TraceStore.write(to: .file(path)) { database throws(TraceError) in
                try Traces.write(Self.document, into: database)
            }
            let before = bytes(of: path)
            #expect(Self.run(sql, store) == outcome, sourceLocation: sourceLocation)
            #expect(bytes(of: path) == before, sourceLocation: sourceLocation)
            #expect(
                names(in: folder) == ["t.sqlite"],
                sourceLocation: sourceLocation)
        }
    }

    private static func run(_ sql: String, _ store: TraceStore, timeLimit: Double = 30) -> String {
        var lines: [String] = []
        do throws(TraceError) {
            try GuardedQuery(store, timeLimit: timeLimit).run(
                sql, begin: { lines.append($0.joined(separator: "|")) },
                row: { row in
                    lines.append(row.map(\.plain).joined(separator: "|"))
                    return lines.count < 100
                })
        } catch {
            return error.kind == .database ? error.diagnostic.message : "another kind of error"
        }
        return lines.joined(separator: "\n")
    }

    @Test func `a query gives its columns and rows`() throws {
        try check("SELECT view, start_ns FROM updates", "view|start_ns\nRow|5")
        try check("SELECT 1 AS x WHERE 0;", "x")
        try check("WITH n(i) AS (VALUES (1), (2)) SELECT sum(i) FROM n ; ", "sum(i)\n3")
        try check("SELECT name FROM pragma_table_info('trace') LIMIT 1", "name\nid")
        try check("PRAGMA user_version", "user_version\n2")
    }

    @Test(arguments: [
        "INSERT INTO name (text) VALUES ('x')", "UPDATE trace SET name = 'x'", "DELETE FROM trace",
        "DROP TABLE trace", "CREATE TABLE t(x)", "CREATE TEMP TABLE t(x)", "ATTACH 'other.sqlite' AS other",
        "ATTACH ':memory:' AS other", "DETACH main", "BEGIN", "COMMIT",
        "SAVEPOINT s", "REINDEX", "ANALYZE", "PRAGMA journal_mode = WAL", "PRAGMA query_only = OFF",
        "PRAGMA user_version = 7", "PRAGMA writable_schema = ON", "SELECT load_extension('evil.so')",
        "WITH x AS (SELECT 1) INSERT INTO name (text) SELECT 'x' FROM x",
    ])
    func `what does more than read is refused`(_ sql: String) throws {
        try check(sql, "the query was refused: it does more than read")
    }

    @Test(arguments: ["VACUUM", "VACUUM INTO 'copy.sqlite'", "UPDATE sqlite_master SET sql = ''"])
    func `what writes in a way of its own is refused too`(_ sql: String) throws {
        let store = try Traces.store(Self.document)
        let outcome = Self.run(sql, store)
        #expect(outcome.hasPrefix("the query was refused") || outcome.contains("may not be modified"), "\(outcome)")
        #expect(try store.rows("SELECT count(*) FROM updates") == ["1"])
    }

    @Test func `one statement at a time`() throws {
        try check("SELECT 1; DROP TABLE trace", "the query was refused: it holds more than one statement")
        try check("", "there is no statement in the query")
        try check("-- only a comment", "there is no statement in the query")
    }

    @Test func `mistakes come back in SQLite's words`() throws {
        try check("SELECT colour FROM updates", "no such column: colour")
        try check("SELEC 1", "near \"SELEC\": syntax error")
    }

    @Test func `the table through which rows come in is gone once they are in`() throws {
        let store = try Traces.store(Self.document)
        #expect(Self.run("SELECT count(*) FROM tracekit_feed", store) == "no such table: tracekit_feed")
    }

    @Test func `a value that would fill the memory is refused`() throws {
        try check(
            "SELECT length(zeroblob(1000000000))", "the query was refused: it makes a value of more than 64 MB")
    }

    @Test func `an endless query is stopped, and the next one runs`() throws {
        let store = try Traces.store(Self.document)
        let start = ContinuousClock.now
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        #expect(Self.run(endless, store, timeLimit: 0.2).hasPrefix("the query was stopped after 0.2 seconds"))
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(Self.run("SELECT count(*) AS n FROM updates", store) == "n\n1")
    }

    @Test func `reading ends when nobody wants more rows`() throws {
        let store = try Traces.store(Self.document)
        let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        #expect(Self.run(many, store).split(separator: "\n").count == 100)
    }
}
