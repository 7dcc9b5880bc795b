import CSQLite
import Foundation
import Testing

@testable import TraceKit

/// Databases as files: whole or not at all, ours or refused.
@Suite struct TraceStoreTests {
    private struct Failure: Error {}

    private static let document = Traces.updates("{\"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 1}")

    private func write(_ path: String, _ documents: String...) throws -> TraceStore {
        try TraceStore.write(to: .file(path)) { database throws(TraceError) in
            for document in documents { try Traces.write(document, into: database) }
        }
    }

    /// The message with which a file is refused.
    private func refusal(_ path: String) -> String? {
        do throws(TraceError) {
            _ = try TraceStore.open(path)
            return nil
        } catch { return error.kind == .database ? error.diagnostic.message : "another kind" }
    }

    /// A database file made by plain SQL.
    private func plainDatabase(_ path: String, _ sql: String) throws {
        try Database(path: path, mode: .create).execute(sql)
    }

    @Test func `a new file is there whole, and nothing else with it`() throws {
        try withTemporaryFolder { folder in
            let store = try write("\(folder)/t.sqlite", Self.document)
            #expect(try store.traceIDs() == [1])
            #expect(names(in: folder) == ["t.sqlite"])
            #expect(try store.rows("PRAGMA integrity_check") == ["ok"])
            let head = try #require(bytes(of: "\(folder)/t.sqlite"))
            #expect(head.starts(with: Array("SQLite format 3\0".utf8)))
        }
    }

    @Test func `several traces live side by side with ids of their own and names stored once`() throws {
        try withTemporaryFolder { folder in
            let json = """
                {"interactions": [{"id": 1, "kind": "tap", "name": "Row", "start_ns": 1}],
                "causes": [{"id": 2, "cause": 1, "name": "Model.x", "start_ns": 2}],
                "updates": [{"id": 3, "cause": 2, "view": "Row", "start_ns": 5, "duration_ns": 1, "changed": ["x"]}],
                "groups": [{"id": 1, "start_ns": 1}],
                "samples": [{"start_ns": 1, "frames": ["leaf", "main"]}]}
                """
            let path = "\(folder)/t.sqlite"
            _ = try write(path, json, json)
            let store = try write(path, json)
            #expect(try store.traceIDs() == [1, 2, 3])
            #expect(
                try store.rows("SELECT count(*), count(DISTINCT text) FROM name").map { $0.split(separator: "|") }
                    .allSatisfy { $0[0] == $0[1] })
            #expect(
                try store.rows("SELECT min(id), max(id), count(*) FROM name").map { $0.split(separator: "|") }
                    .allSatisfy { $0[0] == "1" && $0[1] == $0[2] })
            // Nodes of one trace do not run into those of another, and edges stay inside.
            #expect(
                try store.rows(
                    """
                    SELECT count(*), count(DISTINCT id) FROM (SELECT id FROM interaction UNION ALL SELECT id FROM cause
                    UNION ALL SELECT id FROM view_update)
                    """) == ["9|9"])
            #expect(
                try store.rows(
                    """
                    SELECT e.trace_id, f.trace_id, f.name, t.trace_id, t.name FROM effects e
                    JOIN node_names f ON f.id = from_id JOIN node_names t ON t.id = to_id ORDER BY to_id
                    """)
                    == (1...3).flatMap {
                        ["\($0)|\($0)|Tap \"Row\"|\($0)|Model.x", "\($0)|\($0)|Model.x|\($0)|Row.body"]
                    })
            #expect(try store.rows("SELECT trace_id, leaf FROM samples ORDER BY 1") == ["1|leaf", "2|leaf", "3|leaf"])
            #expect(try store.rows("SELECT trace_id, changed FROM updates ORDER BY 1") == ["1|x", "2|x", "3|x"])
        }
    }

    @Test func `a write that fails leaves no file`() throws {
        try withTemporaryFolder { folder in
            #expect(throws: TraceError.self) {
                try TraceStore.write(to: .file("\(folder)/t.sqlite")) { database throws(TraceError) in
                    try Traces.write(Self.document, into: database)
                    throw TraceError(.input, "no more")
                }
            }
            #expect(names(in: folder) == [])
        }
    }

    @Test func `a write that fails leaves an existing database as it was`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            _ = try write(path, Self.document)
            let before = bytes(of: path)
            #expect(throws: TraceError.self) {
                try TraceStore.write(to: .file(path)) { database throws(TraceError) in
                    try Traces.write(Self.document, into: database)
                    throw TraceError(.input, "no more")
                }
            }
            #expect(bytes(of: path) == before)
            #expect(names(in: folder) == ["t.sqlite"])
            #expect(try write(path, Self.document).traceIDs() == [1, 2])
        }
    }

    @Test func `a folder that cannot be written to is an error of the database`() throws {
        #expect {
            try write("/nowhere/t.sqlite", Self.document)
        } throws: { error in
            (error as? TraceError)?.kind == .database
                && (error as? TraceError)?.diagnostic.place == Place(file: "/nowhere/t.sqlite")
        }
    }

    @Test func `what is no database of ours is refused with the reason`() throws {
        try withTemporaryFolder { folder in
            try plainDatabase("\(folder)/foreign", "CREATE TABLE t(x)")
            #expect(refusal("\(folder)/foreign") == "this SQLite database was not made by trace-analyze")
            try plainDatabase(
                "\(folder)/newer", "PRAGMA application_id = 0x54724B74; PRAGMA user_version = 99; CREATE TABLE t(x)")
            #expect(refusal("\(folder)/newer") == "the database has version 99; this program knows versions up to 3")
            try Data("this is not a database, whatever its name is".utf8)
                .write(to: URL(fileURLWithPath: "\(folder)/text.sqlite"))
            #expect(refusal("\(folder)/text.sqlite") == "this is not an SQLite database")
            #expect(refusal("\(folder)/none")?.hasPrefix("cannot open the database") == true)
        }
    }

    @Test func `nothing is added to a database that is refused`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/foreign"
            try plainDatabase(path, "CREATE TABLE t(x)")
            let before = bytes(of: path)
            #expect(throws: TraceError.self) { try write(path, Self.document) }
            #expect(bytes(of: path) == before)
        }
    }

    @Test func `a damaged database is named as one`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            _ = try write(path, Self.document)
            var damaged = try #require(bytes(of: path))
            // Everything behind the first page is overwritten.
            for index in 16384..<damaged.count { damaged[index] = 0xAA }
            try damaged.write(to: URL(fileURLWithPath: path))
            #expect {
                try TraceStore.open(path).rows("SELECT * FROM updates")
            } throws: { error in
                (error as? TraceError)?.diagnostic.message.hasPrefix("the database is damaged") == true
            }
        }
    }

    @Test func `a reader can look while another process' write is open`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            _ = try write(path, Self.document)
            let writer = try Database(path: path, mode: .readWrite)
            try writer.execute("BEGIN IMMEDIATE; DELETE FROM trace")
            #expect(try TraceStore.open(path).traceIDs() == [1])
            try writer.execute("ROLLBACK")
        }
    }

    // MARK: Stopped, killed, or two at once

    /// A write that is asked to stop after its first trace.
    private func stop(_ path: String) throws {
        let interruption = Interruption()
        _ = try TraceStore.write(to: .file(path), interruption) { database throws(TraceError) in
            try Traces.write(Self.document, into: database)
            interruption.request()
        }
    }

    @Test func `an import that is stopped leaves nothing, and an existing database as it was`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            #expect(throws: Interruption.error) { try stop(path) }
            #expect(names(in: folder) == [])
            _ = try write(path, Self.document)
            let before = bytes(of: path)
            #expect(throws: Interruption.error) { try stop(path) }
            #expect(bytes(of: path) == before)
            #expect(names(in: folder) == ["t.sqlite"])
        }
    }

    @Test func `SQL that runs for long is stopped in the middle`() throws {
        let interruption = Interruption()
        #expect(throws: Interruption.error) {
            try TraceStore.write(to: .temporary, interruption) { database throws(TraceError) in
                interruption.request()
                _ = try database.rows(
                    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT sum(x) FROM n")
            }
        }
    }

    @Test func `what a killed import left is overwritten by the next, or deleted beside a database`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            for count in 1...2 {
                for name in ["t.sqlite.importing", "t.sqlite.importing-lock"] {
                    try Data("half a database".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
                }
                #expect(try write(path, Self.document).traceIDs().count == count)
                #expect(names(in: folder) == ["t.sqlite"])
            }
        }
    }

    @Test func `several that make one database come one after the other`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            let failures = DispatchQueue(label: "failures")
            nonisolated(unsafe) var failed: [String] = []
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                do { _ = try write(path, Self.document) } catch { failures.sync { failed.append("\(error)") } }
            }
            #expect(failed == [])
            let ids = try TraceStore.open(path).traceIDs()
            #expect(ids == [1, 2, 3, 4])
            #expect(names(in: folder) == ["t.sqlite"])
        }
    }

    /// A database with one trace, and a journal, as a process that was killed in its transaction leaves them.
    private func killed(_ path: String) throws {
        let origin = "\(path)-origin"
        _ = try write(origin, Self.document)
        let writer = try Database(path: origin, mode: .readWrite)
        try writer.execute("PRAGMA cache_size = 2; PRAGMA cache_spill = 1; BEGIN IMMEDIATE; DELETE FROM trace")
        try writer.execute(
            """
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 20000)
            INSERT INTO name (text) SELECT 'half of an import ' || x FROM n
            """)
        for suffix in ["", "-journal"] {
            try FileManager.default.copyItem(atPath: origin + suffix, toPath: path + suffix)
        }
        try writer.execute("ROLLBACK")
        try FileManager.default.removeItem(atPath: origin)
    }

    @Test func `who reads a database after a killed import takes the half of it back`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            try killed(path)
            #expect(try Database(path: path, mode: .readOnly).needsRollback)
            let store = try TraceStore.open(path)
            #expect(try store.traceIDs() == [1])
            #expect(try store.rows("PRAGMA integrity_check; ") == ["ok"])
            #expect(names(in: folder) == ["t.sqlite"])
        }
    }

    @Test func `the journal of a deleted database does not get into the next of its name`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            try killed(path)
            try FileManager.default.removeItem(atPath: path)
            let store = try write(path, Self.document)
            #expect(try store.rows("PRAGMA integrity_check") == ["ok"])
            #expect(try store.rows("SELECT count(*) FROM updates") == ["1"])
            #expect(names(in: folder) == ["t.sqlite"])
        }
    }
}
