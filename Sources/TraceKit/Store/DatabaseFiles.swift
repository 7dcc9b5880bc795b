import CLinux

/// The files that SQLite keeps next to a database, under fixed names.
enum DatabaseFiles {
    static let suffixes = ["-journal", "-wal", "-shm"]

    static func journal(of database: String) -> String { "\(database)-journal" }

    /// The absolute path of a database without links, even of one that does not exist yet.
    static func place(of path: String) -> String { FileTarget.real(path) ?? FileTarget.path(of: path) }

    /// Throws unless the database and these files are what SQLite writes under their names: it
    /// would wait for a pipe, write through a link, delete the user's own file with a journal's
    /// name, or one that the journal names. `place`: without links.
    static func check(_ place: String, as name: String) throws(TraceError) {
        for suffix in [""] + suffixes {
            var status = stat()
            guard lstat(place + suffix, &status) == 0 else { continue }
            let isRegular = status.st_mode & S_IFMT == S_IFREG
            if suffix.isEmpty {
                if isRegular { continue }
                throw TraceError(
                    .database, "this is no regular file, so it cannot be a database", at: Place(file: name),
                    fix: "give the name of a new file, or of a database that 'trace-analyze import' wrote")
            }
            // The user may know the file by another of its names.
            guard isRegular, status.st_nlink <= 1, isWrittenBySQLite(place + suffix, suffix) else {
                throw inTheWay(place + suffix, name)
            }
        }
        guard let other = superJournal(of: place) else { return }
        throw TraceError(
            .database,
            "'\(FileTarget.split(journal(of: place)).name)' beside the database was not made by an import: SQLite would "
                + "delete the file that it names, '\(other)'", at: Place(file: name),
            fix: "delete this journal if you do not know where it comes from, and import the traces again")
    }

    /// Whether a file begins as SQLite writes it under this name. A crash may leave zeros in any.
    private static func isWrittenBySQLite(_ path: String, _ suffix: String) -> Bool {
        // Opening and closing the index of a write-ahead log would release this process's locks on
        // it.
        if suffix == "-shm" { return true }
        // SQLite reports the reason if a file cannot be read.
        guard let head = bytes(of: path, from: 0, count: 8)?.bytes else { return true }
        if head.allSatisfy({ $0 == 0 }) { return true }
        let logMarks: [[UInt8]] = [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]]
        if suffix == "-wal" { return logMarks.contains { head.starts(with: $0) } }
        // The mark is written over zeros, and a crash may leave its beginning.
        let written = head.lastIndex { $0 != 0 }.map { head[...$0] } ?? []
        return journalMark.starts(with: written)
    }

    /// The first bytes of a journal, and the last ones if it names a super-journal.
    private static let journalMark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    /// The super-journal that a database's journal names: a journal ends with its name, the name's
    /// length in four bytes, a checksum and the mark. Nil if it names none.
    private static func superJournal(of database: String) -> String? {
        let path = journal(of: database)
        guard let (end, size) = bytes(of: path, from: -16, count: 16), end.count == 16,
            end.suffix(8) == journalMark[...]
        else { return nil }
        let length = end.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length > 0, length <= size - 16 else { return nil }
        let name = bytes(of: path, from: size - 16 - length, count: min(length, Int(PATH_MAX)))
        return String(decoding: name?.bytes ?? [], as: UTF8.self)
    }

    /// Bytes of a file (fewer at its end) and its size; a negative `start` counts from the end. Nil
    /// if it cannot be read.
    private static func bytes(of path: String, from start: Int, count: Int) -> (bytes: [UInt8], size: Int)? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { return nil }
        let size = Int(status.st_size)
        var bytes = [UInt8](repeating: 0, count: count)
        let got = pread(file, &bytes, count, off_t(start < 0 ? max(0, size + start) : start))
        return got < 0 ? nil : (Array(bytes.prefix(got)), size)
    }

    /// Throws if this process may not write files as long as the database (`ulimit -f`). A failed
    /// transaction could not be rolled back, because that writes pages past the limit too.
    static func checkSizeLimit(_ place: String, as name: String) throws(TraceError) {
        var status = stat()
        guard stat(place, &status) == 0, UInt64(clamping: status.st_size) > tracekit_longest_file() else { return }
        throw TraceError(
            .database, "cannot write to the database: it is longer than a file may be here", at: Place(file: name),
            fix: Database.fix(EFBIG))
    }

    static func inTheWay(_ path: String, _ database: String) -> TraceError {
        TraceError(
            .database,
            "'\(FileTarget.split(path).name)' beside the database is in the way: it was not made by an import",
            at: Place(file: database), fix: "rename or delete it, or give the database another name")
    }

    /// Deletes the file of this name if it is a regular one.
    static func deleteFile(_ path: String) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { unlink(path) }
    }
}

/// `FILE.importing-lock`, whose owner makes the database `FILE`. Before a file is made under a
/// temporary name, the lock's file gets the digits at the end of that name, so that the file can be
/// found and deleted if its maker is killed.
///
/// The lock's name is public, so anything may be there: only a regular file with our content is
/// touched.
final class ImportLock {
    enum Result: Equatable {
        case taken
        /// Another process has it, or released and deleted it while this one opened it.
        case busy
        /// The name belongs to something else.
        case foreign
        case failed(Int32)
    }

    let path: String
    private let database: String
    private var descriptor: Int32 = -1
    private static let mark = "trace-analyze "

    /// - Parameter database: its path without links.
    init(_ database: String) {
        self.database = database
        path = "\(database).importing-lock"
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var isTaken: Bool { descriptor >= 0 }

    /// Takes the lock and deletes the leftovers of an owner that was killed.
    func take(creates: Bool) -> Result {
        // Does not block if the path is a pipe.
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (creates ? O_CREAT : 0)
        let file = open(path, flags, 0o644)
        guard file >= 0 else {
            return [ELOOP, EMLINK, EISDIR, ENXIO].contains(errno) ? .foreign : .failed(errno)
        }
        let result = claim(file)
        if result == .taken { descriptor = file } else { close(file) }
        return result
    }

    private func claim(_ file: Int32) -> Result {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .foreign }
        // A file system without locks has nothing to wait for.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return .busy }
        // The previous owner may have deleted the file: a lock on a deleted file protects nothing.
        guard FileIdentity(path) == FileIdentity(descriptor: file) else { return .busy }
        guard let digits = Self.digits(in: file) else { return .foreign }
        if !digits.isEmpty {
            let left = temporary(digits)
            for name in [left, DatabaseFiles.journal(of: left)] { DatabaseFiles.deleteFile(name) }
        }
        return .taken
    }

    /// The digits in the file; empty if its owner was killed before writing them all, nil if it is
    /// not ours.
    private static func digits(in file: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count >= 0 else { return nil }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        if mark.hasPrefix(text) { return "" }
        let digits = text.dropFirst(mark.count)
        guard text.hasPrefix(mark), digits.utf8.count <= 16, UInt64(digits, radix: 16) != nil else { return nil }
        return digits.utf8.count == 16 ? String(digits) : ""
    }

    private func temporary(_ digits: String) -> String { "\(database).importing-\(digits)" }

    /// A new temporary name for the database.
    func renew() -> String { temporary(FileTarget.randomName()) }

    /// Writes the temporary name of the database into the lock's file. Returns an error's code, or
    /// zero.
    func note(_ temporary: String) -> Int32 {
        let text = Array("\(Self.mark)\(temporary.suffix(16))".utf8)
        return ftruncate(descriptor, 0) == 0 && pwrite(descriptor, text, text.count, 0) == text.count ? 0 : errno
    }

    /// Deletes the file and releases the lock.
    func remove() {
        guard descriptor >= 0 else { return }
        unlink(path)
        close(descriptor)
        descriptor = -1
    }
}
