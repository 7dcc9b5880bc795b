import CSQLite
import TraceSchema

/// The destination of an import's traces.
package enum StoreTarget: Equatable, Sendable {
    /// A private database that disappears with its connection.
    case temporary
    /// A file: a new one is written completely and renamed into place, an existing one gets one transaction.
    case file(String)
}

/// A table of long rows that many results do not need.
package enum LongTable: String, CaseIterable, Sendable {
    case samples = "sample"
    case stackFrames = "stack_frame"
}

/// A database of traces.
package final class TraceStore {
    let database: Database
    /// The name of the database in messages.
    package let name: String
    /// Whether another program may have written it.
    let isForeign: Bool
    /// The traces and tables with checked rows.
    private var checked: Set<CheckedRows> = []
    private let starts: TraceStarts
    /// The trace that was read last.
    private var last: StoredTrace?

    private struct CheckedRows: Hashable {
        let trace: Int64
        let table: String
    }

    private init(_ database: Database, name: String, isForeign: Bool) {
        self.database = database
        self.name = name
        self.isForeign = isForeign
        starts = TraceStarts(database)
    }

    /// The trace with an id, and the ranges of its rows.
    func stored(_ trace: Int64) -> StoredTrace {
        if let last, last.id == trace { return last }
        let stored = StoredTrace(starts, trace)
        last = stored
        return stored
    }

    /// Opens an existing database for reading, after checking that it is one of ours and of the version we write.
    package static func open(_ path: String) throws(TraceError) -> TraceStore {
        try DatabaseFiles.check(DatabaseFiles.place(of: path), as: path)
        var database = try Database(path: path, mode: .readOnly)
        if database.needsRollback {
            // An import was killed in its transaction: reading once with write permission rolls it back.
            try checkIdentity(Database(path: path, mode: .readWrite), path)
            database = try Database(path: path, mode: .readOnly)
        }
        try checkIdentity(database, path)
        return TraceStore(database, name: path, isForeign: true)
    }

    /// The ids of all traces, in order of import.
    package func traceIDs() throws(TraceError) -> [Int64] { try traceIDs(last: nil) }

    /// The ids of the last traces in order of import; nil = all.
    func traceIDs(last: Int?) throws(TraceError) -> [Int64] {
        var ids: [Int64] = []
        let limit = last.map { " DESC LIMIT \($0)" } ?? ""
        for row in try database.rows("SELECT id FROM (SELECT id FROM trace ORDER BY id\(limit)) ORDER BY id") {
            guard case .integer(let id) = row[0], (1...StoredTable.mostRows).contains(id) else {
                throw TraceError(
                    .database, "the database is damaged: the table 'trace' has an id that no trace of ours has",
                    at: Place(file: name), fix: "import the traces again, into a new file")
            }
            ids.append(id)
        }
        return ids
    }

    /// Reads every row of a trace in some tables, once, and throws for values that are not allowed, so that SQL over
    /// these tables sees only valid values. Costs nothing for a database that this process has made.
    func check(_ trace: Int64, _ tables: [StoredTable]) throws(TraceError) {
        guard isForeign else { return }
        let stored = stored(trace)
        for table in tables where checked.insert(CheckedRows(trace: trace, table: table.name)).inserted {
            var count: Int64 = 0
            try StoredRows(of: table.name, stored).each { _ in count += 1 }
            if table.name == "view_update" { try checkCount(count, stored) }
        }
    }

    /// Throws unless the sums (of views and of processes that are not analysed) contain as many updates as there are
    /// rows, so that missing rows are noticed.
    private func checkCount(_ rows: Int64, _ trace: StoredTrace) throws(TraceError) {
        let views = try ViewSums(trace)
        let others = try database.integer(
            "SELECT sum(updates) FROM process WHERE \(try trace.condition("process")) AND is_target = 0")
        // The numbers are untrusted.
        let counted = Int64(views.updates + views.checks + views.untimed).addingSaturating(others ?? 0)
        guard counted != rows else { return }
        throw TraceError(
            .database,
            "the database is damaged: the table 'view_update' has \(rows) rows of trace \(trace.id), its views and "
                + "processes count \(counted)", at: Place(file: name), fix: "import the trace again, into a new file")
    }

    /// Runs `write` on the target's database and commits its result completely or not at all. Stops if interrupted. A
    /// temporary database may omit `without` tables; reading one is an error.
    static func write(
        to target: StoreTarget, _ interruption: Interruption = Interruption(), without: Set<LongTable> = [],
        _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) -> TraceStore {
        switch target {
        case .temporary:
            let database = try Database.temporary()
            try fill(database, interruption) { database throws(TraceError) in
                for table in without { try database.execute("DROP TABLE \(table.rawValue)") }
                try write(database)
            }
            return TraceStore(database, name: Database.temporaryName, isForeign: false)
        case .file(let path):
            if access(path, F_OK) != 0, try create(path, interruption, write) { return try open(path) }
            NewDatabase.removeStale(path)
            let place = DatabaseFiles.place(of: path)
            try DatabaseFiles.check(place, as: path)
            try DatabaseFiles.checkSizeLimit(place, as: path)
            try interruption.beginWriting()
            defer { interruption.finishWriting() }
            try append(path, interruption, write)
            return try open(path)
        }
    }

    /// Closes the connection on return.
    private static func fill(
        _ new: NewDatabase, _ path: String, _ interruption: Interruption,
        _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) {
        let database = try Database(path: new.temporary, mode: .create, displayName: path)
        database.wroteRows = new.beginToSynchronize
        try fill(database, interruption, write)
    }

    private static func fill(
        _ database: Database, _ interruption: Interruption, _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) {
        database.watch(interruption)
        try database.execute("PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        // No deleted data needs to be overwritten.
        try database.execute("PRAGMA secure_delete = OFF")
        try database.execute("BEGIN EXCLUSIVE")
        try database.execute(TraceSchema.sql)
        try write(database)
        try indexTraces(database)
        try database.execute("COMMIT")
    }

    /// Adds an index by trace to every table once there are several traces: without it, SQLite reads the rows of all
    /// for one. Tables that are read completely use the starts of ids in `StoredTrace` instead.
    private static func indexTraces(_ database: Database) throws(TraceError) {
        guard try database.integer("SELECT count(*) > 1 FROM (SELECT 1 FROM trace LIMIT 2)") == 1 else { return }
        let tables = try database.rows(
            """
            SELECT m.name FROM sqlite_schema m WHERE m.type = 'table'
                AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) c WHERE c.name = 'trace_id')
                AND NOT EXISTS (SELECT 1 FROM pragma_index_list(m.name) l, pragma_index_info(l.name) c
                    WHERE c.seqno = 0 AND c.name = 'trace_id')
            """)
        for table in tables.compactMap({ $0[0].text }) where StoredTable.all.contains(where: { $0.name == table }) {
            try database.execute("CREATE INDEX IF NOT EXISTS \(table)_of_trace ON \(table) (trace_id)")
        }
    }

    /// Writes in one transaction. After an error it is rolled back and its connection closed.
    private static func append(
        _ path: String, _ interruption: Interruption, _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) {
        let database = try Database(path: path, mode: .readWrite)
        database.watch(interruption)
        do throws(TraceError) {
            try database.execute("BEGIN IMMEDIATE")
            try checkIdentity(database, path)
            // Writing pages before the end blocks readers until then: only changes that do not fit in memory (256 MB)
            // are written early, and only if that need not wait for a reader at every page.
            try database.execute("PRAGMA cache_spill = 16384")
            database.waits = false
            try write(database)
            try indexTraces(database)
            database.waits = true
            try interruption.commit { () throws(TraceError) in try database.execute("COMMIT") }
        } catch {
            try? database.execute("ROLLBACK")
            // After a disk error SQLite leaves the journal to the next reader, which is this process.
            _ = try? database.integer("SELECT count(*) FROM sqlite_schema")
            try interruption.check()
            throw error
        }
    }

    /// Makes a new database and puts it in place; returns false if another process made one of this name first.
    private static func create(
        _ path: String, _ interruption: Interruption, _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) -> Bool {
        let new = try NewDatabase(path, interruption)
        defer { new.remove() }
        if access(path, F_OK) == 0 { return false }
        try fill(new, path, interruption, write)
        try interruption.check()
        try new.finish()
        return true
    }

    /// Throws if a database is not ours, or not of the current version.
    private static func checkIdentity(_ database: Database, _ path: String) throws(TraceError) {
        let place = Place(file: path)
        guard try database.integer("PRAGMA application_id") == TraceSchema.applicationID else {
            throw TraceError(
                .database, "this SQLite database was not made by trace-analyze", at: place,
                fix: "give the name of a new file, or of a database that 'trace-analyze import' wrote")
        }
        let version = try database.integer("PRAGMA user_version") ?? 0
        guard version == TraceSchema.version else {
            let isNewer = version > TraceSchema.version
            throw TraceError(
                .database,
                "the database has version \(version); this program reads and writes version \(TraceSchema.version)",
                at: place,
                fix: isNewer
                    ? "use a newer trace-analyze"
                    : "import the traces again; what is only in this database, export first with trace-analyze 0.1: "
                        + "export DB#1 --to ndjson --output trace-1.ndjson")
        }
        try SchemaCheck(database, path).run()
    }
}
