#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files that SQLite keeps beside a database, under names that everybody knows.
enum DatabaseFiles {
    static let suffixes = ["-journal", "-wal", "-shm"]

    static func journal(of database: String) -> String { "\(database)-journal" }

    /// Throws where one of them, or the database itself, is no regular file: SQLite would wait for a pipe, and write
    /// through a link into whatever that leads to.
    static func check(_ place: String, as name: String) throws(TraceError) {
        for suffix in [""] + suffixes {
            var status = stat()
            guard lstat(place + suffix, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { continue }
            if suffix.isEmpty, status.st_mode & S_IFMT == S_IFLNK { continue }
            guard suffix.isEmpty else { throw inTheWay(place + suffix, name) }
            throw TraceError(
                .database, "this is no regular file, so it cannot be a database", at: Place(file: name),
                fix: "give the name of a new file, or of a database that 'trace-analyze import' wrote")
        }
    }

    static func inTheWay(_ path: String, _ database: String) -> TraceError {
        TraceError(
            .database,
            "'\(FileTarget.split(path).name)' beside the database is in the way: it was not made by an import",
            at: Place(file: database), fix: "rename or delete it, or give the database another name")
    }

    /// Deletes what has this name if it is a regular file.
    static func deleteFile(_ path: String) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { unlink(path) }
    }
}
