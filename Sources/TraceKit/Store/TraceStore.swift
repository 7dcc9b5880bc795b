import CSQLite
import TraceSchema

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the traces of an import go.
public enum StoreTarget: Equatable, Sendable {
    /// A private database that disappears with its connection.
    case temporary
    /// A file: made whole and renamed into place where it is new, one transaction where it exists.
    case file(String)
}

/// A database of traces.
public final class TraceStore {
    let database: Database
    /// What to call it in messages.
    public let name: String

    private init(_ database: Database, name: String) {
        self.database = database
        self.name = name
    }

    /// Opens an existing database for reading, after checking that it is one of ours and of a version we know.
    public static func open(_ path: String) throws(TraceError) -> TraceStore {
        var database = try Database(path: path, mode: .readOnly)
        if database.needsRollback {
            // An import was killed in its transaction: whoever may write takes it back by reading once.
            try checkIdentity(Database(path: path, mode: .readWrite), path)
            database = try Database(path: path, mode: .readOnly)
        }
        try checkIdentity(database, path)
        return TraceStore(database, name: path)
    }

    /// The ids of all traces, in order of import.
    public func traceIDs() throws(TraceError) -> [Int64] {
        try database.rows("SELECT id FROM trace ORDER BY id").compactMap { row in
            if case .integer(let id) = row[0] { id } else { nil }
        }
    }

    /// Runs `write` on the target's database and makes its result lasting: all of it or none. Stops where that is
    /// asked for.
    static func write(
        to target: StoreTarget, _ interruption: Interruption = Interruption(),
        _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) -> TraceStore {
        switch target {
        case .temporary:
            // SQLite's name for a database without a name: on disk where it must be, and gone with the connection.
            let database = try Database(path: "", mode: .create, displayName: Database.temporaryName)
            try fill(database, interruption, write)
            return TraceStore(database, name: Database.temporaryName)
        case .file(let path):
            if access(path, F_OK) != 0, try create(path, interruption, write) { return try open(path) }
            NewDatabase.removeStale(path)
            try interruption.beginWriting()
            defer { interruption.finishWriting() }
            try append(path, interruption, write)
            return try open(path)
        }
    }

    private static func fill(
        _ database: Database, _ interruption: Interruption, _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) {
        database.watch(interruption)
        try database.execute("PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        try database.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN")
        try database.execute(TraceSchema.sql)
        try write(database)
        try database.execute("COMMIT")
    }

    /// One transaction, rolled back and its connection closed before an error gets out.
    private static func append(
        _ path: String, _ interruption: Interruption, _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) {
        let database = try Database(path: path, mode: .readWrite)
        database.watch(interruption)
        do throws(TraceError) {
            try database.execute("BEGIN IMMEDIATE")
            try checkIdentity(database, path)
            // Whoever writes pages before the end keeps readers out until then: only what is not to be held in memory
            // (256 MB) is written early, and only where no reader must be waited for at every page.
            try database.execute("PRAGMA cache_spill = 16384")
            database.waits = false
            try write(database)
            database.waits = true
            try interruption.commit { () throws(TraceError) in try database.execute("COMMIT") }
        } catch {
            try? database.execute("ROLLBACK")
            // After an error of the disk SQLite leaves the journal to whoever reads next. That is us, now.
            _ = try? database.integer("SELECT count(*) FROM sqlite_schema")
            try interruption.check()
            throw error
        }
    }

    /// Makes a new database whole and puts it in place; false where another process was faster with the same name.
    private static func create(
        _ path: String, _ interruption: Interruption, _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) -> Bool {
        let new = try NewDatabase(path, interruption)
        defer { new.remove() }
        if access(path, F_OK) == 0 { return false }
        try fill(Database(path: new.temporary, mode: .create, displayName: path), interruption, write)
        try interruption.check()
        try new.finish()
        return true
    }

    private static func checkIdentity(_ database: Database, _ path: String) throws(TraceError) {
        let place = Place(file: path)
        guard try database.integer("PRAGMA application_id") == TraceSchema.applicationID else {
            throw TraceError(
                .database, "this SQLite database was not made by trace-analyze", at: place,
                fix: "give the name of a new file, or of a database that 'trace-analyze import' wrote")
        }
        let version = try database.integer("PRAGMA user_version") ?? 0
        guard version <= TraceSchema.version else {
            throw TraceError(
                .database,
                "the database has version \(version); this program knows versions up to \(TraceSchema.version)",
                at: place, fix: "use a newer trace-analyze")
        }
    }
}
