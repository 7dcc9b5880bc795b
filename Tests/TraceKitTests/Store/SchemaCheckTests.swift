import Foundation
import Testing
import TraceSchema

@testable import TraceKit

/// Databases that somebody made to look like ours: what SQLite would run of them is not run.
@Suite struct SchemaCheckTests {
    /// A database of ours, changed by SQL; what is said of it.
    private func refusal(version: Int? = nil, _ change: String) throws -> String? {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            if let version {
                try Database(path: path, mode: .create)
                    .execute(Repository.text("Tests/Databases/version-\(version).sql"))
            } else {
                _ = try TraceStore.write(to: .file(path)) { database throws(TraceError) in
                    try Traces.write(Traces.updates("{\"view\": \"Row\", \"start_ns\": 5}"), into: database)
                }
            }
            try Database(path: path, mode: .readWrite).execute(change)
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

    private static let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT * FROM n"

    @Test(arguments: [nil, 1, 2, 3, 4])
    func `tables, views and indexes of the user's own are none of our business`(version: Int?) throws {
        let own = """
            CREATE TABLE notes(trace_id, text, shout AS (upper(text))); CREATE INDEX red ON view_update(duration_ns);
            CREATE VIEW "my updates" AS \(Self.endless); CREATE TRIGGER t AFTER INSERT ON notes BEGIN SELECT 1; END
            """
        #expect(try refusal(version: version, "") == nil)
        #expect(try refusal(version: version, own) == nil)
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

    @Test(arguments: 1...4)
    func `an older database is looked at before it is brought along`(version: Int) throws {
        #expect(
            try refusal(version: version, "DROP TABLE trace; CREATE VIEW trace AS \(Self.endless)")
                == "the table 'trace' is not the one that trace-analyze makes")
        #expect(
            try refusal(version: version, "DROP TABLE trace; CREATE VIEW TRACE AS \(Self.endless)")
                == "the table 'trace' is not the one that trace-analyze makes")
        // Its views are made anew, whatever they say.
        #expect(try refusal(version: version, "DROP VIEW updates; CREATE VIEW updates AS \(Self.endless)") == nil)
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
