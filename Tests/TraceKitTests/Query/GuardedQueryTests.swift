import Foundation
import Testing
import TraceSchema

@testable import TraceKit

/// SQL that users type: it reads, it ends, and the file stays as it is.
@Suite struct GuardedQueryTests {
    private static let document = Traces.updates("{\"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 1}")

    /// The rows of a query over one update, or the message of its refusal.
    /// nil: any rows at all.
    private func check(_ sql: String, _ outcome: String?, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            let store = try TraceStore.write(to: .file(path)) { database throws(TraceError) in
                try Traces.write(Self.document, into: database)
            }
            let before = bytes(of: path)
            let found = Self.run(sql, store)
            #expect(outcome.map { $0 == found } ?? found.contains("\n"), "\(found)", sourceLocation: sourceLocation)
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
        try check("PRAGMA user_version", "user_version\n\(TraceSchema.version)")
    }

    @Test(arguments: [
        (
            "SELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT 1)",
            "your statement adds up to more than 64 bits"
        ),
        ("SELECT abs(-9223372036854775807 - 1)", "your statement adds up to more than 64 bits"),
        ("SELECT json('{')", "malformed JSON"),
        ("SELECT view LIKE 'a' ESCAPE 'bb' FROM updates", "ESCAPE expression must be a single character"),
        ("SELECT 1 LIMIT 'x'", "your statement has a value of the wrong type (datatype mismatch)"),
    ])
    func `what goes wrong while a statement runs is not blamed on the database`(sql: String, message: String) throws {
        let store = try Traces.store(Self.document)
        do throws(TraceError) {
            try GuardedQuery(store).run(sql, begin: { _ in }, row: { _ in true })
            Issue.record("nothing went wrong")
        } catch {
            #expect(error.kind == .database && error.diagnostic.message == message, "\(error.diagnostic.text)")
            #expect(error.diagnostic.place == nil && error.diagnostic.fix != nil)
        }
    }

    @Test func `where a statement of our own adds up to too much, the database is damaged`() throws {
        let store = try Traces.store(Self.document)
        let error = #expect(throws: TraceError.self) {
            try store.database.rows("SELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT 1)")
        }
        #expect(error?.diagnostic.message.hasPrefix("the database is damaged: the numbers in it add up") == true)
    }

    @Test(arguments: [
        "INSERT INTO name (text) VALUES ('x')", "UPDATE trace SET name = 'x'", "DELETE FROM trace",
        "DROP TABLE trace", "CREATE TABLE t(x)", "CREATE TEMP TABLE t(x)", "ATTACH 'other.sqlite' AS other",
        "ATTACH ':memory:' AS other", "DETACH main", "BEGIN", "COMMIT",
        "SAVEPOINT s", "REINDEX", "ANALYZE", "PRAGMA journal_mode = WAL", "PRAGMA query_only = OFF",
        "PRAGMA user_version = 7", "PRAGMA writable_schema = ON",
        "WITH x AS (SELECT 1) INSERT INTO name (text) SELECT 'x' FROM x", "REPLACE INTO name VALUES (1, 'x')",
        "EXPLAIN DELETE FROM trace", "ALTER TABLE trace ADD COLUMN x", "CREATE INDEX i ON trace(id)",
        "CREATE TRIGGER t AFTER INSERT ON trace BEGIN SELECT 1; END", "CREATE VIEW v AS SELECT 1", "DROP VIEW updates",
        "CREATE VIRTUAL TABLE f USING fts5(x)", "CREATE VIRTUAL TABLE r USING rtree(id, a, b)",
        "PRAGMA trusted_schema = ON", "PRAGMA temp_store_directory = '/tmp'", "PRAGMA incremental_vacuum",
        "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA optimize", "PRAGMA journal_mode", "PRAGMA locking_mode = EXCLUSIVE",
        "PRAGMA page_size = 512", "PRAGMA application_id = 1", "PRAGMA cell_size_check = OFF", "PRAGMA foreign_keys",
        "PRAGMA schema_version = 9", "PRAGMA main.user_version = 7", "PRAGMA hard_heap_limit = 1",
        "SELECT * FROM pragma_integrity_check", "SELECT LOAD_EXTENSION('evil.so', 'entry')",
        "SELECT sqlite_log(1, 'x')", "WITH f(x) AS (SELECT load_extension('evil.so')) SELECT 1 FROM f WHERE x",
        "ATTACH DATABASE 'file:x?mode=rwc' AS x", "DELETE FROM trace RETURNING id",
    ])
    func `what does more than read is refused`(_ sql: String) throws {
        try check(sql, "the query was refused: it does more than read")
    }

    @Test func `a JSON text can be taken apart as a table`() throws {
        try check("SELECT key, value FROM json_each('[7, \"a\"]')", "key|value\n0|7\n1|a")
        try check("SELECT fullkey FROM json_tree('{\"a\": [1]}') WHERE atom IS NOT NULL", "fullkey\n$.a[0]")
        try check("SELECT count(*) AS n FROM updates u, json_each('[1, 2]') j WHERE u.start_ns > j.value", "n\n2")
        try check("SELECT json_extract('{\"a\": 5}', '$.a') AS x, '[3]' ->> 0 AS y", "x|y\n5|3")
    }

    @Test func `what only computes is run`() throws {
        try check("SELECT abs(-1), round(1.26, 1), upper('a'), max(1, 2), coalesce(NULL, 3)", nil)
        try check("SELECT count(*), sum(1), avg(1), group_concat('a'), row_number() OVER ()", nil)
        try check("SELECT date('now'), strftime('%Y', 0), CURRENT_TIMESTAMP, random(), printf('%d', 1)", nil)
        try check("SELECT 'ab' LIKE 'A%', 'ab' GLOB 'a*', likely(1), sqlite_version(), quote(x'00')", nil)
    }

    @Test func `infinity is a number in JSON, and no other number is it`() throws {
        var json = JSONQuery()
        _ = json.begin(["a", "b", "c"], RenderOptions())
        let store = try Traces.store(Self.document)
        var text = ""
        try GuardedQuery(store).run("SELECT 9e999 AS a, -9e999 AS b, 9e999 - 9e999 AS c", begin: { _ in }) { row in
            text = json.row(row)
            return true
        }
        #expect(text == "\n  {\"a\": 9e999, \"b\": -9e999, \"c\": null}")
    }

    @Test(arguments: [
        "SELECT fts3_tokenizer('simple')", "SELECT hex(FTS3_Tokenizer('simple'))",
        "SELECT 1 WHERE EXISTS (SELECT fts3_tokenizer('porter'))", "SELECT fts3_tokenizer('x', x'0000000000000000')",
        "SELECT rtreecheck('trace')", "SELECT fts5(NULL)",
        "VACUUM", "VACUUM INTO 'copy.sqlite'", "UPDATE sqlite_master SET sql = ''", "SELECT * FROM dbstat",
        "SELECT count(*) FROM DBStat AS x", "SELECT (SELECT max(pgsize) FROM main.dbstat)",
        "SELECT * FROM sqlite_dbpage", "SELECT hex(p.data) FROM \"SQLite_DBPage\" p",
        "UPDATE sqlite_dbpage SET data = x''", "SELECT writefile('x', 'y')",
        "SELECT load_extension('evil.so')", "SELECT LOAD_EXTENSION('evil.so', 'entry')",
        "SELECT edit('x')", "SELECT readfile('/etc/passwd')",
        "SELECT * FROM pragma_journal_mode('wal')", "SELECT * FROM pragma_user_version(7)",
    ])
    func `what writes in a way of its own is refused too`(_ sql: String) throws {
        let store = try Traces.store(Self.document)
        let outcome = Self.run(sql, store)
        // Not every SQLite has all of these.
        let words = [
            "the query was refused", "no such table", "no such function", "too many arguments", "unknown database",
        ]
        #expect(
            words.contains { outcome.hasPrefix($0) } || outcome.contains("may not be modified"), "\(outcome)")
        #expect(try store.rows("SELECT count(*) FROM updates") == ["1"])
    }

    @Test func `one statement at a time`() throws {
        try check("SELECT 1; DROP TABLE trace", "the query was refused: it holds more than one statement")
        try check("", "the query has no statement")
        try check("-- only a comment", "the query has no statement")
        try check("/* only", "the query has no statement")
        try check("SELECT 1 AS x -- DROP TABLE trace", "x\n1")
        try check("/* a */ SELECT 1 AS x /* b */ ; -- c\n ; /* d", "x\n1")
        try check(
            "SELECT 1; /* a */ -- b\n DELETE FROM trace", "the query was refused: it holds more than one statement")
        try check(".tables", "near \".\": syntax error")
        try check(".shell true", "near \".\": syntax error")
        try check("SELECT 1\0; DROP TABLE trace", "the query was refused: it contains a zero byte")
    }

    @Test func `mistakes come back in SQLite's words`() throws {
        try check("SELECT colour FROM updates", "no such column: colour")
        try check("SELEC 1", "near \"SELEC\": syntax error")
    }

    @Test func `the table through which rows come in is gone once they are in`() throws {
        let store = try Traces.store(Self.document)
        #expect(Self.run("SELECT count(*) FROM tracekit_feed", store) == "no such table: tracekit_feed")
    }

    /// What makes one value of more than a query may have; none of it may take the memory first.
    @Test(arguments: [
        "SELECT length(zeroblob(1000000000))", "SELECT randomblob(1000000000)", "SELECT hex(zeroblob(40000000))",
        "SELECT quote(zeroblob(60000000))",
        "SELECT replace(hex(zeroblob(50000)), '0', hex(zeroblob(50000)))",
        "SELECT group_concat(zeroblob(1000000)) FROM (SELECT 1 FROM name a, name b, name c, name d, name e)",
        "WITH RECURSIVE s(x) AS (SELECT 'abcdefgh' UNION ALL SELECT x || x FROM s) SELECT length(x) FROM s",
        "WITH RECURSIVE s(x) AS (SELECT 'abcdefgh' UNION ALL SELECT x || x FROM s) SELECT max(length(x)) FROM s",
    ])
    func `a value that would fill the memory is refused`(_ sql: String) throws {
        let outcome = Self.run(sql, try Traces.store(Self.document))
        #expect(
            outcome == "the query was refused: it makes a value of more than 64 MB"
                || sql.contains("group_concat") && !outcome.hasPrefix("another"), "\(outcome.prefix(200))")
    }

    @Test(arguments: ["printf('%.*c', 1000000000, 'x')", "format('%1000000000d', 1)"])
    func `a text that printf cannot make is none, or refused as too long`(_ text: String) throws {
        let outcome = Self.run("SELECT \(text) AS x", try Traces.store(Self.document))
        // Which of them is up to the version of SQLite.
        #expect(["x\n-", "the query was refused: it makes a value of more than 64 MB"].contains(outcome))
    }

    @Test func `the limit of memory applies to the whole library`() throws {
        // After the first database it is set and has no effect, which is as well for the tests beside this one.
        let store = try Traces.store(Self.document)
        GuardedQuery.limitMemory()
        #expect(try store.rows("PRAGMA hard_heap_limit") == ["\(512 << 20)"])
        #expect(GuardedQuery.hasMemoryLimit(store.database))
    }

    @Test func `a row of many long values is refused`() throws {
        let values = Array(repeating: "zeroblob(30000000)", count: 3).joined(separator: ", ")
        try check("SELECT \(values)", "the query was refused: it makes a row of more than 64 MB")
    }

    @Test func `what is deep, long or wide is refused in words`() throws {
        let deep = "SELECT " + String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000)
        let store = try Traces.store(Self.document)
        let outcome = Self.run(deep, store)
        // A newer SQLite has no limit of its own there.
        #expect(["parser stack overflow", "near"].contains { outcome.hasPrefix($0) } || outcome.hasSuffix(")\n1"))
        let sum = "SELECT " + Array(repeating: "1", count: 5000).joined(separator: "+")
        #expect(Self.run(sum, store) == "Expression tree is too large (maximum depth 1000)")
        let long = "SELECT '" + String(repeating: "x", count: 1 << 20) + "'"
        #expect(Self.run(long, store) == "the query was refused: it is longer than 1 MB")
        #expect(
            Self.run("SELECT length('" + String(repeating: "x", count: 1_000_000) + "') AS n", store) == "n\n1000000")
        let wide = "SELECT " + Array(repeating: "1", count: 3000).joined(separator: ",")
        #expect(Self.run(wide, store) == "too many columns in result set")
        let compound = Array(repeating: "SELECT 1", count: 600).joined(separator: " UNION ALL ")
        #expect(Self.run(compound, store) == "too many terms in compound SELECT")
        let pattern = "SELECT 'x' LIKE '" + String(repeating: "%x", count: 1000) + "'"
        #expect(Self.run(pattern, store).contains("LIKE or GLOB pattern too complex"))
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

    @Test func `time in which the reader does something else does not count`() throws {
        let store = try Traces.store(Self.document)
        var rows = 0
        let sql = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9000)
            SELECT (SELECT sum(i * x.column1) FROM n) FROM (VALUES (1), (2), (3)) x
            """
        let query = GuardedQuery(store, timeLimit: 1)
        try query.run(sql, begin: { _ in usleep(600_000) }) { _ in
            rows += 1
            usleep(600_000)
            return true
        }
        #expect(rows == 3)
    }

    @Test func `who waits for a query hears when it is long over its time, and only then`() throws {
        let endless = QueryClock(seconds: 0)
        #expect(endless.waitForOverdue(.milliseconds(10)))
        let ended = QueryClock(seconds: 0)
        ended.finish()
        #expect(!ended.waitForOverdue(.zero))
        let quick = QueryClock(seconds: 1000)
        let waiting = BackgroundWork { () throws(TraceError) in quick.waitForOverdue(.zero) }
        quick.finish()
        #expect(try waiting.wait() == false)
        #expect(QueryClock(seconds: 0).hasPassed && !quick.hasPassed)
    }
}
