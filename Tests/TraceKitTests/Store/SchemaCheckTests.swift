import CSQLite
import Foundation
import Testing
import TraceSchema

@testable import TraceKit

/// Databases that somebody made to look like ours: what SQLite would run of them is not run.
@Suite struct SchemaCheckTests {
    /// A database of ours, changed by SQL; what is said of it.
    private func refusal(_ change: String) throws -> String? {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            _ = try TraceStore.write(to: .file(path)) { database throws(TraceError) in
                try Traces.write(Traces.updates("{\"view\": \"Row\", \"start_ns\": 5}"), into: database)
            }
            try forge(path, change)
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            do throws(TraceError) {
                let store = try TraceStore.open(path)
                #expect((try? store.rows("SELECT count(*) FROM updates")) != nil)
                return nil
            } catch {
                #expect(error.kind == .database && error.diagnostic.place?.file == path)
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before, "it is left as it was")
                return error.diagnostic.message
            }
        }
    }

    /// Changes a database as somebody does who means harm: statements about `sqlite_schema` itself among them.
    private func forge(_ path: String, _ change: String) throws {
        let database = try Database(path: path, mode: .readWrite)
        _ = tracekit_sqlite_db_config(database.handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
        try database.execute("PRAGMA writable_schema = ON; \(change)")
        // Other connections read the schema anew when this number is another.
        let version = try database.integer("PRAGMA schema_version") ?? 0
        try database.execute("PRAGMA schema_version = \(version + 1)")
    }

    private static let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT * FROM n"

    @Test func `tables, views and plain indexes of the user's own are none of our business`() throws {
        let own = """
            CREATE TABLE notes(trace_id, text, shout AS (upper(text))); CREATE INDEX red ON view_update(duration_ns);
            CREATE INDEX "by trace" ON signpost(trace_id, start_ns DESC); CREATE UNIQUE INDEX once ON notes(lower(text));
            CREATE VIEW "my updates" AS \(Self.endless); CREATE TRIGGER t AFTER INSERT ON notes BEGIN SELECT 1; END
            """
        #expect(try refusal("") == nil)
        #expect(try refusal(own) == nil)
        #expect(try refusal("\(own); ANALYZE") == nil)
    }

    @Test func `what is read does not depend on the user's own indexes`() throws {
        let updates = (0..<50).map { number in
            """
            {"id": \(number + 1), "view": "Row", "start_ns": \(number * 1000), "duration_ns": \(number * 7_919 % 900),
             "cause": \(number + 100)}
            """
        }
        let causes = (0..<50).map { "{\"id\": \($0 + 100), \"name\": \"state \($0 % 7)\", \"start_ns\": \($0 * 1000)}" }
        let json = """
            {"format": "tracekit", "updates": [\(updates.joined(separator: ","))],
             "causes": [\(causes.joined(separator: ","))]}
            """
        let store = try Traces.store(json)
        func read() throws -> [String] {
            var page = try PageBuilder(store.stored(1), ViewSums(store.stored(1)))
            let data = try page.data()
            let records = try TraceReader.read(store.database, trace: 1)
            let figures = try FigureReader.read(store, trace: 1, chains: true)
            return data.tables.map { "\($0.id) \($0.columns.map(\.values))" }
                + [
                    "\(Array(records.updates.start.buffer))", "\(records.edges.count)",
                    "\(figures.all.updates) \(figures.chains.count)",
                ]
        }
        let before = try read()
        try store.database.execute(
            """
            CREATE INDEX a ON view_update(trace_id, duration_ns DESC, start_ns); CREATE INDEX b ON edge(trace_id, label_id);
            CREATE INDEX c ON chain_step(trace_id, name_id DESC); CREATE INDEX d ON cause_chain(trace_id, step_id DESC);
            CREATE INDEX e ON cause(trace_id, name_id DESC, start_ns); ANALYZE
            """)
        #expect(try read() == before)
    }

    @Test(arguments: [
        (
            "DROP VIEW timeline; CREATE VIEW timeline AS \(endless)",
            "the view 'timeline' is not the one that trace-analyze makes"
        ),
        ("DROP VIEW timeline; CREATE TABLE timeline(x)", "the view 'timeline' is not the one that trace-analyze makes"),
        ("DROP VIEW timeline", "the database has no view 'timeline'"),
        (
            "DROP VIEW timeline; CREATE VIEW TIMELINE AS \(endless)",
            "the view 'timeline' is not the one that trace-analyze makes"
        ),
        (
            "DROP TABLE finding; CREATE VIEW finding AS \(endless)",
            "the table 'finding' is not the one that trace-analyze makes"
        ),
        (
            "DROP TABLE finding; CREATE VIRTUAL TABLE finding USING fts5(x)",
            "the table 'finding' is not the one that trace-analyze makes"
        ),
        (
            "DROP TABLE finding; CREATE TABLE finding(id, x AS (hex(zeroblob(1000000))))",
            "the table 'finding' is not the one that trace-analyze makes"
        ),
        ("DROP TABLE finding", "the database has no table 'finding'"),
        (
            "CREATE TRIGGER t AFTER INSERT ON name BEGIN INSERT INTO name(text) VALUES (new.text || '!'); END",
            "the trigger 't' on the table 'name' was not made by trace-analyze"
        ),
        (
            "CREATE TRIGGER t AFTER INSERT ON NAME BEGIN SELECT 1; END",
            "the trigger 't' on the table 'name' was not made by trace-analyze"
        ),
        (
            "CREATE TRIGGER t INSTEAD OF INSERT ON updates BEGIN SELECT 1; END",
            "the trigger 't' on the view 'updates' was not made by trace-analyze"
        ),
    ])
    func `what has the name of ours and is not is refused`(change: String, words: String) throws {
        #expect(try refusal(change) == words)
    }

    @Test func `a view that is the beginning of ours is not ours`() throws {
        // Without its condition the join is of everything with everything.
        let schema = TraceSchema.sql
        let start = try #require(schema.range(of: "CREATE VIEW hangs AS"))
        let end = try #require(schema.range(of: " ON t.id = h.thread_id", range: start.lowerBound..<schema.endIndex))
        let view = schema[start.lowerBound..<end.lowerBound]
        #expect(try refusal("DROP VIEW hangs; \(view)") == "the view 'hangs' is not the one that trace-analyze makes")
    }

    @Test(arguments: [
        "INSERT INTO sqlite_schema VALUES ('trigger', CAST('t' AS BLOB), 'finding', 0, \(trigger))",
        "INSERT INTO sqlite_schema VALUES (CAST('trigger' AS BLOB), 't', 'finding', 0, \(trigger))",
        "INSERT INTO sqlite_schema VALUES ('trigger', 't', CAST('finding' AS BLOB), 0, \(trigger))",
        "INSERT INTO sqlite_schema VALUES ('trigger', 't', NULL, 0, \(trigger))",
        "INSERT INTO sqlite_schema VALUES ('trigger', 't', 'finding', 0, CAST(\(trigger) AS BLOB))",
        "INSERT INTO sqlite_schema VALUES (7, 't', 'finding', 0, \(trigger))",
        "INSERT INTO sqlite_schema VALUES ('table', 'notes', 'notes', 0, \(trigger))",
        "INSERT INTO sqlite_schema VALUES ('index', 'sqlite_autoindex_finding_1', 'finding', 0, \(trigger))",
    ])
    func `a row of sqlite_schema that is not what it says is refused`(change: String) throws {
        #expect(try refusal(change) != nil)
    }

    private static let trigger = "'CREATE TRIGGER t AFTER INSERT ON finding BEGIN DELETE FROM finding; END'"

    @Test(arguments: [
        ("duration_ns,  ", "duration_ns NOT NULL ON CONFLICT IGNORE,  "),
        ("changed_id REFERENCES", "changed_id COLLATE NOCASE REFERENCES"),
        ("codes, ", "codes CHECK (codes),"), ("codes, ", "codes DEFAULT 7,"), ("codes, ", "CODES, "),
    ])
    func `a table in other words is refused`(old: String, new: String) throws {
        let words = "the table 'view_update' is not the one that trace-analyze makes"
        let change = "UPDATE sqlite_schema SET sql = replace(sql, '\(old)', '\(new)') WHERE name = 'view_update'"
        #expect(try refusal(change) == words)
        #expect(TraceSchema.sql.contains(old))
    }

    @Test(arguments: [
        "CREATE INDEX i ON finding(length(title))", "CREATE INDEX i ON finding(title COLLATE NOCASE)",
        "CREATE INDEX i ON finding(title) WHERE length(title) > 5", "CREATE UNIQUE INDEX i ON finding(trace_id)",
        "CREATE INDEX i ON FINDING(upper(title))",
    ])
    func `an index that computes or refuses something is refused`(change: String) throws {
        #expect(try refusal(change) == "the index 'i' on the table 'finding' is more than a list of columns")
    }

    /// SQLite goes by the statement, not by the table that the row of `sqlite_schema` names beside it.
    @Test func `a trigger that hides behind a table of the user's own never runs`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            let document = Traces.updates("{\"view\": \"Row\", \"start_ns\": 5}")
            func write() throws {
                _ = try TraceStore.write(to: .file(path)) { database throws(TraceError) in
                    try Traces.write(document, into: database)
                }
            }
            try write()
            try forge(
                path,
                """
                CREATE TABLE notes(x);
                INSERT INTO sqlite_schema VALUES ('trigger', 't', 'notes', 0,
                    'CREATE TRIGGER t AFTER INSERT ON name BEGIN DELETE FROM trace; END')
                """)
            // Whether SQLite takes such a schema is its own affair; nothing of ours may be gone.
            try? write()
            let store = try? TraceStore.open(path)
            if let store { #expect(try store.traceIDs().first == 1) }
        }
    }

    @Test func `nothing is imported into a database with a trigger`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            let document = Traces.updates("{\"view\": \"Row\", \"start_ns\": 5}")
            _ = try TraceStore.write(to: .file(path)) { database throws(TraceError) in
                try Traces.write(document, into: database)
            }
            try Database(path: path, mode: .readWrite).execute(
                "CREATE TRIGGER t AFTER INSERT ON trace BEGIN DELETE FROM trace; END")
            #expect {
                try TraceStore.write(to: .file(path)) { database throws(TraceError) in
                    try Traces.write(document, into: database)
                }
            } throws: { error in
                (error as? TraceError)?.diagnostic.text == """
                    \(path): error: the trigger 't' on the table 'trace' was not made by trace-analyze
                      fix: import the traces again, into a new file
                    """
            }
        }
    }
}
