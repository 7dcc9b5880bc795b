import CSQLite
import Foundation
import Testing
import TraceSchema

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

    @Test func `a temporary database needs no folder, and leaves nothing in one`() throws {
        try withTemporaryFolder { folder in
            let file = try #require(TemporaryFile.make(in: folder))
            #expect(names(in: folder).count == 1)
            var status = stat()
            #expect(fstat(file.descriptor, &status) == 0 && status.st_mode & 0o777 == 0o600)
            close(file.descriptor)
            unlink(file.path)
            let database = try Database.temporary()
            try database.execute("PRAGMA journal_mode = OFF; CREATE TABLE t (a); INSERT INTO t VALUES (7)")
            #expect(try database.integer("SELECT a FROM t") == 7)
            #expect(names(in: folder).isEmpty)
        }
    }

    @Test func `several traces live side by side with ids of their own and names stored once`() throws {
        try withTemporaryFolder { folder in
            let json = """
                {"format": "tracekit", "interactions": [{"id": 1, "kind": "tap", "name": "Row", "start_ns": 1}],
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
                try store.rows("SELECT count(*), count(DISTINCT trace_id || text) FROM name").map {
                    $0.split(separator: "|")
                }
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
            let known = "this program reads and writes version \(TraceSchema.version)"
            #expect(refusal("\(folder)/newer") == "the database has version 99; \(known)")
            for version in 1..<TraceSchema.version {
                try plainDatabase(
                    "\(folder)/older-\(version)",
                    "PRAGMA application_id = 0x54724B74; PRAGMA user_version = \(version); CREATE TABLE trace(id)")
                #expect(refusal("\(folder)/older-\(version)") == "the database has version \(version); \(known)")
            }
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

    // MARK: What SQLite says, in our words

    private func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch let error as TraceError {
            return error.diagnostic.text
        } catch { return "\(error)" }
    }

    @Test func `a full disk is said to be one, with where to free space`() throws {
        let fill = "PRAGMA max_page_count = 3; CREATE TABLE t(x); INSERT INTO t VALUES (zeroblob(100000))"
        let temporary = try Database(path: "", mode: .create, displayName: Database.temporaryName)
        #expect(
            message { try temporary.execute(fill) } == """
                temporary database: error: the disk is full
                  fix: free some space in the folder for temporary files, or name another one with TMPDIR
                """)
        try withTemporaryFolder { folder in
            let database = try Database(path: "\(folder)/t", mode: .create, displayName: "t")
            #expect(
                message { try database.execute(fill) } == "t: error: the disk is full\n  fix: free some space")
        }
    }

    @Test func `a database that is only read cannot be written to`() throws {
        try withTemporaryFolder { folder in
            _ = try write("\(folder)/t", Self.document)
            let database = try Database(path: "\(folder)/t", mode: .readOnly, displayName: "t")
            #expect(
                message { try database.execute("DELETE FROM trace") } == """
                    t: error: the database cannot be written to (attempt to write a readonly database)
                      fix: give the name of a file in a folder that you may write to
                    """)
        }
    }

    @Test(arguments: [
        (SQLITE_NOMEM, "t: error: out of memory\n  fix: allow this process more memory"),
        (
            SQLITE_BUSY,
            "t: error: another process is using the database, for more than 10 seconds now\n  fix: wait for it and try again"
        ),
        (SQLITE_NOTADB, "t: error: this is not an SQLite database"),
        (SQLITE_MISMATCH, "t: error: SQLite error 20: not an error in: SELECT 1"),
    ])
    func `what goes wrong seldom`(_ code: Int32, _ text: String) throws {
        let database = try Database(path: "", mode: .create, displayName: "t")
        #expect(database.error(code, sql: "SELECT 1").diagnostic.text == text)
    }

    @Test(arguments: [
        (ENOSPC, "no space left on device\n  fix: free some space"),
        (EFBIG, "file too large\n  fix: raise the limit on the size of files (ulimit -f)"),
        (EIO, "input/output error"),
        (EROFS, "read-only file system\n  fix: give the name of a file in a folder that you may write to"),
    ])
    func `an error of the disk has the system's reason, where SQLite has forgotten it`(_ code: Int32, _ text: String)
        throws
    {
        let database = try Database(path: "", mode: .create, displayName: "t")
        errno = code
        let error = database.error(SQLITE_IOERR)
        #expect(error.diagnostic.text == "t: error: cannot read or write the database: \(text)")
        errno = 0
        #expect(
            database.error(SQLITE_IOERR).diagnostic.message == "cannot read or write the database: not an error")
    }

    @Test func `values of every type come back as they were`() throws {
        let database = try Database(path: "", mode: .create)
        let values: [SQLValue] = [.null, .integer(.min), .real(-0.5), .text("a\0é"), .blob([0, 255]), .blob([])]
        #expect(try database.rows("SELECT ?, ?, ?, ?, ?, x''", Array(values.dropLast())) == [values])
        #expect(values.map(\.number) == [0, Double(Int64.min), -0.5, 0, 0, 0])
        #expect(throws: TraceError.self) { try database.prepare("-- nothing") }
    }

    @Test func `names that somebody changed are refused with their trace, and do no harm to another one`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            _ = try write(path, Self.document)
            try Database(path: path, mode: .readWrite).execute("UPDATE name SET id = 10000 WHERE id = 1")
            let store = try write(path, Self.document)
            #expect(message { _ = try FigureReader.read(store, trace: 1) }.contains("the database is damaged"))
            #expect(try FigureReader.read(store, trace: 2).id == 2)
            try Database(path: path, mode: .readWrite).execute(
                "UPDATE name SET id = \(Int64(UInt32.max)) WHERE id = (SELECT max(id) FROM name)")
            let before = bytes(of: path)
            #expect(message { _ = try write(path, Self.document) }.contains("the database is full"))
            #expect(bytes(of: path) == before)
        }
    }

    // MARK: Read back

    @Test func `metrics are read back as they were imported`() throws {
        for folder in ["metrickit", "xctest"] {
            for file in Repository.files(below: "SampleTraces/\(folder)") where !file.hasSuffix(".md") {
                let input = try ByteInput(path: "\(Repository.root)/\(file)")
                var assembly = TraceAssembly(ImportOptions())
                try assembly.read(input, by: try TraceAssembly.importer(for: input))
                let records = try assembly.finish()
                let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
                    _ = try TraceWriter.write(
                        records, AnalysisPasses.run(records, AnalysisOptions()), importedAt: nil, into: database)
                }
                let again = try TraceReader.read(store.database, trace: 1)
                #expect(!records.metrics.isEmpty, "\(file)")
                #expect(again.metrics.map { "\($0)" } == records.metrics.map { "\($0)" }, "\(file)")
                #expect(again.metricBuckets.map { "\($0)" } == records.metricBuckets.map { "\($0)" }, "\(file)")
            }
        }
    }

    @Test func `a trace that was cut is one when it is read back`() throws {
        var assembly = TraceAssembly(ImportOptions())
        let input = ByteInput(bytes: Array(Self.document.utf8.dropLast(2)), name: "cut.json")
        try assembly.read(input, by: try TraceAssembly.importer(for: input))
        let records = try assembly.finish()
        let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            _ = try TraceWriter.write(
                records, AnalysisPasses.run(records, AnalysisOptions()), importedAt: nil, into: database)
        }
        let again = try TraceReader.read(store.database, trace: 1)
        #expect(records.metadata.truncatedAt?.byte != nil)
        #expect(again.metadata.truncatedAt?.byte == records.metadata.truncatedAt?.byte)
        #expect(again.metadata.truncatedAt?.file == "cut.json")
        #expect(again.damage?.message == records.damage?.message)
    }

    @Test func `a trace that is not there is none`() throws {
        let store = try Traces.store(Self.document, deadlines: .instruments)
        #expect(message { _ = try TraceReader.read(store.database, trace: 7) }.hasSuffix("the database has no trace 7"))
        #expect(try TraceReader.deadlines(store.database, trace: 1) == .instruments)
        #expect(try TraceReader.deadlines(store.database, trace: 7) == .frame)
    }

    // MARK: Stopped, killed, or two at once

    @Test func `who comes to a locked database waits until it is free, unless he need not or is stopped`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            _ = try write(path, Self.document)
            nonisolated(unsafe) let other = try Database(path: path, mode: .readWrite)
            try other.execute("BEGIN EXCLUSIVE")
            let impatient = try Database(path: path, mode: .readOnly, displayName: "t")
            impatient.waits = false
            #expect(
                message { try impatient.execute("SELECT * FROM trace") }.hasPrefix("t: error: another process is using")
            )
            let stopped = try Database(path: path, mode: .readOnly, displayName: "t")
            let interruption = Interruption()
            stopped.watch(interruption)
            interruption.request()
            #expect(message { try stopped.execute("SELECT * FROM trace") } != "no error")
            let freed = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                usleep(100_000)
                try? other.execute("ROLLBACK")
                freed.signal()
            }
            #expect(try Database(path: path, mode: .readOnly).integer("SELECT count(*) FROM trace") == 1)
            freed.wait()
        }
    }

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
                for (name, text) in [
                    ("t.sqlite.importing-0123456789abcdef", "half a database"),
                    ("t.sqlite.importing-0123456789abcdef-journal", "half a journal"),
                    ("t.sqlite.importing-lock", "trace-analyze 0123456789abcdef"),
                ] {
                    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
                }
                #expect(try write(path, Self.document).traceIDs().count == count)
                #expect(names(in: folder) == ["t.sqlite"])
            }
            // Killed before it noted the name, while it did, and before it made the file.
            for text in ["", "trace-an", "trace-analyze ", "trace-analyze 0123456", "trace-analyze 0123456789abcdef"] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path).importing-lock"))
                _ = try write(path, Self.document)
                #expect(names(in: folder) == ["t.sqlite"])
            }
        }
    }

    /// What may stand under a name that is known to all.
    enum Thing: String, CaseIterable {
        case fifo, folder, link, danglingLink, file

        func make(_ path: String, victim: String) throws {
            switch self {
            case .fifo: #expect(mkfifo(path, 0o600) == 0)
            case .folder: #expect(mkdir(path, 0o700) == 0)
            case .link: #expect(symlink(victim, path) == 0)
            case .danglingLink: #expect(symlink("nowhere", path) == 0)
            case .file: try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
            }
        }
    }

    @Test(arguments: Thing.allCases)
    func `what stands under the lock's name and is none is neither waited for nor followed nor deleted`(
        _ thing: Thing
    ) throws {
        try withTemporaryFolder { folder in
            let (path, victim) = ("\(folder)/t.sqlite", "\(folder)/victim")
            try Data("victim".utf8).write(to: URL(fileURLWithPath: victim))
            try thing.make("\(path).importing-lock", victim: victim)
            try thing.make("\(path).importing", victim: victim)
            let before = names(in: folder)
            let error = #expect(throws: TraceError.self) { try write(path, Self.document) }
            #expect(
                error?.diagnostic.message.hasPrefix("'t.sqlite.importing-lock' beside the database is in the way")
                    == true)
            #expect(names(in: folder) == before)
            // An existing database needs no lock.
            _ = try write("\(folder)/other.sqlite", Self.document)
            #expect(rename("\(folder)/other.sqlite", path) == 0)
            #expect(try write(path, Self.document).traceIDs() == [1, 2])
            #expect(names(in: folder) == (before + ["t.sqlite"]).sorted())
            #expect(bytes(of: victim) == Data("victim".utf8))
        }
    }

    @Test(arguments: Thing.allCases.filter { $0 != .file }, DatabaseFiles.suffixes)
    func `what stands under the name of SQLite's journal and is none is refused`(
        _ thing: Thing, _ suffix: String
    ) throws {
        try withTemporaryFolder { folder in
            let (path, victim) = ("\(folder)/t.sqlite", "\(folder)/victim")
            try Data("victim".utf8).write(to: URL(fileURLWithPath: victim))
            for isThere in [false, true] {
                if isThere { _ = try write(path, Self.document) }
                try thing.make(path + suffix, victim: victim)
                let before = names(in: folder)
                #expect(throws: TraceError.self) { try write(path, Self.document) }
                if isThere { #expect(throws: TraceError.self) { try TraceStore.open(path) } }
                #expect(names(in: folder) == before)
                try FileManager.default.removeItem(atPath: path + suffix)
            }
            #expect(try TraceStore.open(path).traceIDs() == [1])
            #expect(bytes(of: victim) == Data("victim".utf8))
        }
    }

    @Test func `a database is made where a link leads to`() throws {
        try withTemporaryFolder { folder in
            #expect(symlink("real.sqlite", "\(folder)/t.sqlite") == 0)
            for _ in 1...2 { _ = try write("\(folder)/t.sqlite", Self.document) }
            #expect(names(in: folder) == ["real.sqlite", "t.sqlite"])
            let ids = try TraceStore.open("\(folder)/real.sqlite").traceIDs()
            #expect(ids == [1, 2])
        }
    }

    @Test func `a stop takes the journal of a database that is being made along`() throws {
        try withTemporaryFolder { folder in
            let interruption = Interruption()
            let new = try NewDatabase("\(folder)/t.sqlite", interruption)
            // It lives on, as in a process that ends: after `end` it would wait forever to remove what it made.
            _ = Unmanaged.passRetained(new)
            try Data("as an SQLite that insists on one writes it".utf8)
                .write(to: URL(fileURLWithPath: "\(new.temporary)-journal"))
            #expect(!interruption.end(waits: false).isImported)
            #expect(names(in: folder) == [])
        }
    }

    @Test func `a database that is being made has no journal, and any other is defended`() throws {
        try withTemporaryFolder { folder in
            for mode in [Database.Mode.create, .readWrite] {
                let database = try Database(path: "\(folder)/t.sqlite", mode: mode)
                let isDefended = mode != .create
                // Defensive mode neither does without a journal nor lets the table of the schema be changed.
                let journal = try database.rows("PRAGMA journal_mode = OFF")
                #expect(journal == [[.text(isDefended ? "delete" : "off")]])
                try database.execute("PRAGMA writable_schema = ON; CREATE TABLE IF NOT EXISTS t(x)")
                let refusal = message { try database.execute("DELETE FROM sqlite_schema WHERE name = 'none'") }
                #expect(refusal.contains("may not be modified") == isDefended, "\(refusal)")
            }
        }
    }

    @Test(arguments: ["file:t.sqlite", ":memory:", "file:t.sqlite?mode=ro", "file:///t.sqlite", "FILE:t.sqlite"])
    func `a name that SQLite takes for something else is the name of a file`(_ name: String) throws {
        // Relative, so that nothing stands before it.
        let path = "\(name.split(separator: "/").joined(separator: "-"))-\(getpid())"
        defer { unlink(path) }
        for count in 1...2 {
            #expect(try write(path, Self.document).traceIDs().count == count)
            #expect(bytes(of: path)?.starts(with: Array("SQLite format 3".utf8)) == true)
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

    @Test func `who makes a database that another is making waits for it, unless he is stopped`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            nonisolated(unsafe) let first = try NewDatabase(path, Interruption())
            let stopped = Interruption()
            stopped.request()
            #expect(throws: Interruption.error) { _ = try NewDatabase(path, stopped) }
            Thread.detachNewThread {
                usleep(100_000)
                first.remove()
            }
            let second = try NewDatabase(path, Interruption())
            let made = names(in: folder)
            #expect(made == [String(second.temporary.dropFirst(folder.count + 1)), "t.sqlite.importing-lock"])
            #expect(made[0].hasPrefix("t.sqlite.importing-") && made[0].count == 35)
            second.remove()
            #expect(names(in: folder) == [])
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
            INSERT INTO name (trace_id, text) SELECT 2, 'half of an import ' || x FROM n
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

    /// A journal without pages whose last bytes name another file as its super-journal.
    private func journal(of database: Data, naming victim: String) -> Data {
        func number(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).bigEndian) { Array($0) } }
        let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        let pageSize = Int(database[16]) << 8 | Int(database[17])
        var bytes = mark
        for value in [0, 1, database.count / pageSize, 512, pageSize] { bytes += number(value) }
        bytes += [UInt8](repeating: 0, count: 512 - bytes.count) + number(0) + Array(victim.utf8)
        return Data(bytes + number(victim.utf8.count) + number(victim.utf8.reduce(0) { $0 + Int($1) }) + mark)
    }

    @Test func `a journal that names another file is refused, and nothing is deleted or changed`() throws {
        try withTemporaryFolder { folder in
            let (path, victim) = ("\(folder)/t.sqlite", "\(folder)/victim.txt")
            _ = try write(path, Self.document)
            try Data("keep me".utf8).write(to: URL(fileURLWithPath: victim))
            let database = try #require(bytes(of: path))
            let forged = journal(of: database, naming: victim)
            for name in ["t.sqlite", "new.sqlite"] {
                try forged.write(to: URL(fileURLWithPath: "\(folder)/\(name)-journal"))
                let words = [
                    message { _ = try TraceStore.open("\(folder)/\(name)") },
                    message { _ = try write("\(folder)/\(name)", Self.document) },
                ]
                for words in words.filter({ name == "t.sqlite" || $0 == words[1] }) {
                    #expect(words.contains("SQLite would delete the file that it names, '\(victim)'"), "\(words)")
                }
                #expect(bytes(of: "\(folder)/\(name)-journal") == forged)
            }
            #expect(bytes(of: path) == database && bytes(of: victim) == Data("keep me".utf8))
            #expect(names(in: folder) == ["new.sqlite-journal", "t.sqlite", "t.sqlite-journal", "victim.txt"])
        }
    }

    @Test func `a connection deletes no file that a journal names, whenever the journal came`() throws {
        try withTemporaryFolder { folder in
            let (path, victim) = ("\(folder)/t.sqlite", "\(folder)/victim.txt")
            _ = try write(path, Self.document)
            try Data("keep me".utf8).write(to: URL(fileURLWithPath: victim))
            let forged = journal(of: try #require(bytes(of: path)), naming: victim)
            try forged.write(to: URL(fileURLWithPath: "\(path)-journal"))
            let said = message {
                _ = try Database(path: path, mode: .readWrite).integer("SELECT count(*) FROM trace")
            }
            #expect(said.contains("cannot open the database"))
            #expect(bytes(of: victim) == Data("keep me".utf8))
        }
    }

    @Test(arguments: ["-journal", "-wal"])
    func `a file of the user's that has a name of SQLite's is neither deleted nor written to`(
        _ suffix: String
    ) throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            _ = try write(path, Self.document)
            let notes = Data("what I changed today".utf8)
            try notes.write(to: URL(fileURLWithPath: path + suffix))
            #expect(
                message { _ = try TraceStore.open(path) }.contains(
                    "'t.sqlite\(suffix)' beside the database is in the way"))
            #expect(message { _ = try write(path, Self.document) }.contains("is in the way"))
            #expect(bytes(of: path + suffix) == notes)
            // Another name of a file that somebody has elsewhere.
            try FileManager.default.removeItem(atPath: path + suffix)
            try Data(count: 100).write(to: URL(fileURLWithPath: "\(folder)/mine"))
            #expect(link("\(folder)/mine", path + suffix) == 0)
            #expect(message { _ = try write(path, Self.document) }.contains("is in the way"))
            #expect(bytes(of: "\(folder)/mine") == Data(count: 100))
            // Empty, or zeros: what a crash leaves.
            try FileManager.default.removeItem(atPath: path + suffix)
            try Data().write(to: URL(fileURLWithPath: path + suffix))
            #expect(try TraceStore.open(path).traceIDs() == [1])
        }
    }

    @Test(arguments: 0...8) func `a journal whose mark was written in part is one that a crash left`(_ count: Int)
        throws
    {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            _ = try write(path, Self.document)
            let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
            let head = mark.prefix(count) + [UInt8](repeating: 0, count: 512 - count)
            try Data(head).write(to: URL(fileURLWithPath: "\(path)-journal"))
            #expect(try TraceStore.open(path).traceIDs() == [1])
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
