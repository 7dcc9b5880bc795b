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
    /// The version that the database had before it was opened; nil = ours.
    public let olderVersion: Int64?

    private init(_ database: Database, name: String, olderVersion: Int64? = nil) {
        self.database = database
        self.name = name
        self.olderVersion = olderVersion
    }

    /// Opens an existing database for reading, after checking that it is one of ours and of a version we know. One of
    /// an older version is brought to ours first, which takes the right to write to it.
    public static func open(
        _ path: String, _ interruption: Interruption = Interruption()
    ) throws(TraceError) -> TraceStore {
        try DatabaseFiles.check(FileTarget.path(of: path), as: path)
        var database = try Database(path: path, mode: .readOnly)
        if database.needsRollback {
            // An import was killed in its transaction: whoever may write takes it back by reading once.
            _ = try checkIdentity(Database(path: path, mode: .readWrite), path)
            database = try Database(path: path, mode: .readOnly)
        }
        let version = try checkIdentity(database, path)
        guard version < TraceSchema.version else { return TraceStore(database, name: path) }
        try migrate(path, from: version, interruption)
        database = try Database(path: path, mode: .readOnly)
        _ = try checkIdentity(database, path)
        return TraceStore(database, name: path, olderVersion: version)
    }

    /// All of it or nothing; where another process is at it too, the second finds nothing left to do.
    private static func migrate(
        _ path: String, from version: Int64, _ interruption: Interruption
    ) throws(TraceError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(path, W_OK) == 0, access(folder, W_OK) == 0 else {
            throw TraceError(
                .database,
                "the database has version \(version) and would have to be brought to version \(TraceSchema.version), "
                    + "but it cannot be written to", at: Place(file: path),
                fix: "copy it to a folder that you may write to, or import the traces again")
        }
        try interruption.beginWriting()
        defer { interruption.finishWriting() }
        try append(path, interruption) { _ in }
        // Nothing was imported: whoever is stopped after this was stopped before anything that he asked for.
        interruption.guarding { $0.isImported = false }
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
            try DatabaseFiles.check(FileTarget.path(of: path), as: path)
            try interruption.beginWriting()
            defer { interruption.finishWriting() }
            try append(path, interruption, write)
            return try open(path)
        }
    }

    /// The connection is closed when this returns.
    private static func fill(
        _ new: NewDatabase, _ path: String, _ interruption: Interruption,
        _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) {
        let database = try Database(path: new.temporary, mode: .create, displayName: path)
        database.wroteRows = new.beginToSynchronize
        database.room = new.room
        try fill(database, interruption, write)
        let pages = try database.integer("PRAGMA page_count") ?? 0
        try new.trim(to: Int(pages * (try database.integer("PRAGMA page_size") ?? 0)))
    }

    private static func fill(
        _ database: Database, _ interruption: Interruption, _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) {
        database.watch(interruption)
        try database.execute("PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        // Nothing is deleted here that would have to be overwritten.
        try database.execute("PRAGMA secure_delete = OFF")
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
            let version = try checkIdentity(database, path)
            // Whoever writes pages before the end keeps readers out until then: only what is not to be held in memory
            // (256 MB) is written early, and only where no reader must be waited for at every page.
            try database.execute("PRAGMA cache_spill = 16384")
            database.waits = false
            if version < TraceSchema.version { try SchemaMigration(database, from: version).run() }
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
        try fill(new, path, interruption, write)
        try interruption.check()
        try new.finish()
        return true
    }

    /// The version of a database that is ours; throws where anything in it is not.
    private static func checkIdentity(_ database: Database, _ path: String) throws(TraceError) -> Int64 {
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
        try SchemaCheck(database, path).run(isOlder: version < TraceSchema.version)
        return version
    }
}
