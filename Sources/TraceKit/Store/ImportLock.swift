/// `FILE.importing-lock`: who has it makes the database `FILE`. It holds the digits at the end of the name under which
/// that is done, noted before there is such a file, so that it can be found and deleted when its maker was killed.
///
/// Its name must be known to all, so anything may stand there: what is no regular file, or has another content, is not
/// touched.
final class ImportLock {
    enum Result: Equatable {
        case taken
        /// Another process has it; or gave it back, and deleted the file, while this one opened it.
        case busy
        /// What stands there is nothing of ours.
        case foreign
        case failed(Int32)
    }

    let path: String
    private let database: String
    private var descriptor: Int32 = -1
    private static let mark = "trace-analyze "

    /// Of a database's path without links.
    init(_ database: String) {
        self.database = database
        path = "\(database).importing-lock"
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var isTaken: Bool { descriptor >= 0 }

    /// Takes the lock and deletes what its last owner left, who was killed.
    func take(creates: Bool) -> Result {
        // Without waiting for anybody at the other end, should it be a pipe.
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
        // Where a file system has no locks, there is nothing to wait for.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return .busy }
        // The one who had it may have deleted the file meanwhile: a lock on that keeps nobody out.
        guard FileIdentity(path) == FileIdentity(descriptor: file) else { return .busy }
        guard let digits = Self.digits(in: file) else { return .foreign }
        if !digits.isEmpty {
            let left = temporary(digits)
            for name in [left, DatabaseFiles.journal(of: left)] { DatabaseFiles.deleteFile(name) }
        }
        return .taken
    }

    /// What the file says; empty where its owner was killed before all of it was written, nil where it is not ours.
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

    /// A new name for the database while it is made.
    func renew() -> String { temporary(FileTarget.randomName()) }

    /// Writes into the lock's file what the database is called while it is made. Returns an error's code, or zero.
    func note(_ temporary: String) -> Int32 {
        let text = Array("\(Self.mark)\(temporary.suffix(16))".utf8)
        return ftruncate(descriptor, 0) == 0 && pwrite(descriptor, text, text.count, 0) == text.count ? 0 : errno
    }

    /// Deletes the file and gives the lock back.
    func remove() {
        guard descriptor >= 0 else { return }
        unlink(path)
        close(descriptor)
        descriptor = -1
    }
}
