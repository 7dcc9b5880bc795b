import CLinux

/// A new database, written next to its target.
///
/// `FILE.importing-lock` says that an import is running: a lock that the system releases when its process dies. So two
/// imports of one name run one after the other. SQLite's own locks cannot do this, because they are on a file that does
/// not exist yet. The database is written under a random name, `FILE.importing-` and sixteen digits, which others
/// cannot predict. The lock's file contains these digits, so that the next import deletes the leftovers of a killed
/// one, and nothing else.
final class NewDatabase {
    private let path: String
    /// The path of the database without links, even if it does not exist yet.
    private let place: String
    private let interruption: Interruption
    /// The temporary path of the database; an empty file at first.
    private(set) var temporary = ""
    private let lock: ImportLock
    /// The database as a file. It stays open until SQLite has closed the database: closing it would
    /// release SQLite's own locks.
    private var file: Int32 = -1

    /// Waits until no other process is making a database of this name.
    init(_ path: String, _ interruption: Interruption) throws(TraceError) {
        self.path = path
        self.interruption = interruption
        place = FileTarget.path(of: path)
        lock = ImportLock(place)
        try DatabaseFiles.check(place, as: path)
        var waited = 0
        while !(try claim()) {
            try interruption.check()
            guard waited < Database.patience else { throw Database.busy(path) }
            usleep(UInt32(Database.pause))
            waited += Database.pause
        }
    }

    deinit { remove() }

    /// Takes the lock and makes the empty file; returns false if another process has the lock.
    private func claim() throws(TraceError) -> Bool {
        let result = interruption.guarding { leftovers in
            let result = lock.take(creates: true)
            guard result == .taken else { return result }
            leftovers.paths.insert(lock.path)
            temporary = lock.renew()
            // The name is free, unless an attacker guessed it.
            let code = lock.note(temporary)
            guard code == 0 else { return .failed(code) }
            file = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
            guard file >= 0 else { return .failed(errno) }
            leftovers.paths.formUnion([temporary, DatabaseFiles.journal(of: temporary)])
            return result
        }
        switch result {
        case .taken: return true
        case .busy: return false
        case .failed(let code): throw failure("cannot make the database", code)
        case .foreign: throw DatabaseFiles.inTheWay(lock.path, path)
        }
    }

    /// Asks the system to begin writing to the disk, and does not wait, so that `finish` waits for
    /// less. It also reports errors of the disk.
    func beginToSynchronize() {
        tracekit_begin_synchronizing(file)
    }

    /// Puts the database in place, once it is on the disk.
    func finish() throws(TraceError) {
        try synchronize(temporary)
        // A journal without its database is that of a deleted one; SQLite would roll it back into
        // the new one.
        for suffix in DatabaseFiles.suffixes { unlink(place + suffix) }
        let code: Int32 = interruption.guarding { leftovers in
            guard rename(temporary, place) == 0 else { return errno }
            leftovers.paths.remove(temporary)
            leftovers.isImported = true
            return 0
        }
        guard code == 0 else { throw failure("cannot put the database in place", code) }
        // The new name should reach the disk too, but the database is complete without it: errors do not matter.
        try? synchronize(FileTarget.split(place).folder)
    }

    /// Releases the lock.
    func remove() {
        guard lock.isTaken else { return }
        interruption.guarding { leftovers in
            if leftovers.paths.remove(temporary) != nil { unlink(temporary) }
            // SQLite makes no journal here, unless the system requires one.
            if let journal = leftovers.paths.remove(DatabaseFiles.journal(of: temporary)) { unlink(journal) }
            leftovers.paths.remove(lock.path)
            lock.remove()
            close(file)
            file = -1
        }
    }

    /// Deletes the leftovers of a killed import beside an existing database.
    static func removeStale(_ path: String) {
        let lock = ImportLock(FileTarget.path(of: path))
        guard lock.take(creates: false) == .taken else { return }
        lock.remove()
    }

    private func synchronize(_ path: String) throws(TraceError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        #if canImport(Darwin)
            // `fsync` may leave data in the drive's cache there. Some file systems have nothing
            // else.
            if fcntl(file, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(file) == 0 else { throw failure("cannot write the database to disk", errno) }
    }

    private func failure(_ what: String, _ code: Int32) -> TraceError {
        TraceError(
            .database, "\(what): \(String(cString: strerror(code)).lowercased())", at: Place(file: path),
            fix: Database.fix(code))
    }
}
