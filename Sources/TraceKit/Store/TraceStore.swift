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
        let database = try Database(path: path, mode: .readOnly)
        try checkIdentity(database, path)
        return TraceStore(database, name: path)
    }

    /// The ids of all traces, in order of import.
    public func traceIDs() throws(TraceError) -> [Int64] {
        try database.rows("SELECT id FROM trace ORDER BY id").compactMap { row in
            if case .integer(let id) = row[0] { id } else { nil }
        }
    }

    /// Runs `write` on the target's database and makes its result lasting: all of it or none.
    static func write(
        to target: StoreTarget, _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) -> TraceStore {
        switch target {
        case .temporary:
            // SQLite's name for a database without a name: on disk where it must be, and gone with the connection.
            let database = try Database(path: "", mode: .create, displayName: "temporary database")
            try fill(database, write)
            return TraceStore(database, name: "temporary database")
        case .file(let path):
            try access(path, F_OK) == 0 ? append(path, write) : create(path, write)
            return try open(path)
        }
    }

    private static func fill(
        _ database: Database, _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) {
        try database.execute("PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        try database.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN")
        try database.execute(TraceSchema.sql)
        try write(database)
        try database.execute("COMMIT")
    }

    private static func append(
        _ path: String, _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) {
        let database = try Database(path: path, mode: .readWrite)
        try database.execute("BEGIN IMMEDIATE")
        do throws(TraceError) {
            try checkIdentity(database, path)
            try write(database)
            try database.execute("COMMIT")
        } catch {
            try? database.execute("ROLLBACK")
            throw error
        }
    }

    private static func create(
        _ path: String, _ write: (Database) throws(TraceError) -> Void
    ) throws(TraceError) {
        let temporary = "\(path).importing-\(getpid())"
        unlink(temporary)
        do throws(TraceError) {
            try fill(Database(path: temporary, mode: .create, displayName: path), write)
            try synchronize(temporary, displayName: path)
            guard rename(temporary, path) == 0 else {
                throw TraceError(
                    .database, "cannot put the database in place: \(String(cString: strerror(errno)).lowercased())",
                    at: Place(file: path))
            }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static func synchronize(_ path: String, displayName: String) throws(TraceError) {
        #if canImport(Darwin)
            let descriptor = Darwin.open(path, O_RDWR)
        #elseif canImport(Glibc)
            let descriptor = Glibc.open(path, O_RDWR)
        #else
            let descriptor = Musl.open(path, O_RDWR)
        #endif
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw TraceError(
                .database, "cannot write the database to disk: \(String(cString: strerror(errno)).lowercased())",
                at: Place(file: displayName))
        }
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
