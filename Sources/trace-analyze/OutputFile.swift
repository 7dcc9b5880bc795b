import TraceKit

/// A file for results, opened before long work so that a wrong path is known at once, and replaced whole at the end.
///
/// What is there and is no regular file (a pipe, a device) and what is open already (`/dev/stdout`, `/dev/fd/3`) is
/// written to as it stands. A file that exists keeps its mode and its owner. Where a new file cannot take its place
/// without that, or without parting it from its other names (hard links), its content alone is replaced.
final class OutputFile {
    /// As the user gave it.
    private let path: String
    private let interruption: Interruption
    /// Where the result is written at first; the place itself where nothing is replaced.
    private var descriptor: Int32 = -1
    /// The regular file that is there, open for writing.
    private var existing: Int32 = -1
    /// The name of the file in the end, without links.
    private var place = ""
    /// The file beside it that holds the result so far; nil where it has no name.
    private var temporary: String?
    /// What went wrong first.
    private var code: Int32 = 0

    init(_ path: String, _ interruption: Interruption) throws(TraceError) {
        self.path = path
        self.interruption = interruption
        let target = try FileTarget(path)
        place = target.path
        if let number = target.descriptor {
            let flags = fcntl(number, F_GETFL)
            if flags >= 0, flags & O_ACCMODE == O_RDONLY { throw failure(EBADF) }
            descriptor = fcntl(number, F_DUPFD_CLOEXEC, 0)
            if descriptor < 0 { throw failure(errno) }
            return
        }
        // By the name as given: the system may refuse to follow a link that another user made.
        existing = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
        guard existing >= 0 || errno == ENOENT else { throw failure(errno) }
        var status = stat()
        if existing >= 0, fstat(existing, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            (descriptor, existing) = (existing, -1)
            return
        }
        try stage()
    }

    /// What was not finished leaves nothing behind.
    deinit {
        interruption.guarding { removeTemporary(&$0) }
        closeAll()
    }

    /// Whether there was a file before, which the result will replace.
    var replacesFile: Bool { existing >= 0 }

    // MARK: Writing

    private var bytes = 0
    private lazy var isTerminal = isatty(descriptor) == 1

    /// `wrote report.html (214 KB)`; nil where that is no file (a pipe, a device).
    var wrote: String? {
        guard isStaged else { return nil }
        let isLarge = bytes >= 1_000_000
        let size = bytes < 1000 ? "\(bytes) bytes" : isLarge ? "\(bytes / 1_000_000) MB" : "\(bytes / 1000) KB"
        return "wrote \(VisibleText.escape(path)) (\(size))"
    }

    /// The absolute path of the file, once it is in place; nil where that is no file.
    var regularFile: String? {
        guard isStaged, let path = realpath(place, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Whether a piece of the text could be written; `finish` says why not, and puts the file in place.
    func write(_ text: String, as kind: TerminalText = .plain) -> Bool {
        guard code == 0 else { return false }
        let piece = Array((isTerminal ? kind.visible(text) : text).utf8)
        bytes += piece.count
        if !Console.write(piece, to: descriptor) { code = errno }
        return code == 0
    }

    func finish(_ text: String, as kind: TerminalText = .plain) throws(TraceError) {
        _ = write(text, as: kind)
        guard isStaged else {
            // Whoever read it has seen enough, as with standard output.
            if code != 0, code != EPIPE { throw failure(code) }
            return closeAll()
        }
        interruption.guarding { leftovers in
            if code == 0 { code = put() }
            removeTemporary(&leftovers)
        }
        closeAll()
        if code != 0 { throw failure(code) }
    }

    private func removeTemporary(_ leftovers: inout Interruption.Leftovers) {
        guard let temporary else { return }
        unlink(temporary)
        leftovers.paths.remove(temporary)
        self.temporary = nil
    }

    private func closeAll() {
        for file in [descriptor, existing] where file >= 0 { close(file) }
        (descriptor, existing) = (-1, -1)
    }

    private func failure(_ code: Int32) -> TraceError {
        TraceError(
            .input, "cannot write the file: \(String(cString: strerror(code)).lowercased())", at: Place(file: path))
    }

    // MARK: Beside the place

    private var isStaged = false

    /// Opens the file that holds the result until it is whole: beside the place, and where nothing can be made there,
    /// without a name among the temporary files.
    private func stage() throws(TraceError) {
        isStaged = true
        var (folder, name) = ("/", place)
        if let slash = place.lastIndex(of: "/") {
            (folder, name) = (String(place[...slash]), String(place[place.index(after: slash)...]))
        }
        // Hidden, so that it is no file of a directory that is being read; short, for names have a limit.
        let prefix = ".\(String(decoding: name.utf8.prefix(200), as: UTF8.self)).writing-"
        Self.removeStale(folder, prefix)
        if let made = make(folder + prefix) {
            temporary = made
            return
        }
        let reason = errno
        guard existing >= 0 else { throw failure(reason) }
        let temporaries = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        guard let made = make("\(temporaries)/.trace-analyze-") else { throw failure(reason) }
        temporary = made
        interruption.guarding { removeTemporary(&$0) }
    }

    /// A new file with random digits behind its name, locked; nil (and `errno`) where it cannot be made.
    private func make(_ prefix: String) -> String? {
        let path = prefix + FileTarget.randomName()
        descriptor = interruption.guarding { leftovers in
            // What is in an existing file may be for its owner only.
            let mode: mode_t = existing >= 0 ? 0o600 : 0o644
            let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
            if file >= 0 {
                leftovers.paths.insert(path)
                flock(file, LOCK_EX | LOCK_NB)
            }
            return file
        }
        return descriptor >= 0 ? path : nil
    }

    /// Deletes what killed processes left: the lock on it went with them. What has such a name and is anything but a
    /// file of this user is not touched.
    private static func removeStale(_ folder: String, _ prefix: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            let digits = name.dropFirst(prefix.count)
            guard name.hasPrefix(prefix), digits.utf8.count == 16, UInt64(digits, radix: 16) != nil else { continue }
            // Without waiting for anybody at the other end, should it be a pipe.
            let file = open(folder + name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            guard file >= 0 else { continue }
            var status = stat()
            if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
                flock(file, LOCK_EX | LOCK_NB) == 0
            {
                unlink(folder + name)
            }
            close(file)
        }
    }

    // MARK: Into the place

    /// Puts the result in place. Returns an error's code, or zero.
    private func put() -> Int32 {
        guard existing >= 0 else {
            guard let temporary else { return ENOENT }
            return rename(temporary, place) == 0 ? 0 : errno
        }
        // A file that something is mounted on can only be written to.
        if let temporary, isLikeExisting(), rename(temporary, place) == 0 { return 0 }
        return overwrite()
    }

    /// Gives the new file the owner and mode of the one that is there; false where that is not all that it would lose.
    private func isLikeExisting() -> Bool {
        var (old, new) = (stat(), stat())
        var named = stat()
        guard fstat(existing, &old) == 0, fstat(descriptor, &new) == 0, old.st_nlink == 1, lstat(place, &named) == 0,
            FileIdentity(named) == FileIdentity(old)
        else { return false }
        if new.st_uid != old.st_uid || new.st_gid != old.st_gid {
            guard fchown(descriptor, old.st_uid, old.st_gid) == 0 else { return false }
        }
        return fchmod(descriptor, old.st_mode & 0o7777) == 0
    }

    /// Writes the result over the content of the file that is there: first what is behind its end, so that a full disk
    /// is known before anything is lost.
    private func overwrite() -> Int32 {
        var (old, new) = (stat(), stat())
        guard fstat(existing, &old) == 0, fstat(descriptor, &new) == 0 else { return errno }
        let code = copy(from: min(old.st_size, new.st_size), to: new.st_size)
        guard code == 0 else {
            _ = ftruncate(existing, old.st_size)
            return code
        }
        let rest = copy(from: 0, to: min(old.st_size, new.st_size))
        guard rest == 0 else { return rest }
        return ftruncate(existing, new.st_size) == 0 ? 0 : errno
    }

    private func copy(from start: off_t, to end: off_t) -> Int32 {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        var offset = start
        while offset < end {
            let count = pread(descriptor, &block, min(block.count, Int(end - offset)), offset)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            var written = 0
            while written < count {
                let step = block.withUnsafeBytes {
                    pwrite(existing, $0.baseAddress?.advanced(by: written), count - written, offset + off_t(written))
                }
                if step < 0, errno == EINTR { continue }
                guard step >= 0 else { return errno }
                written += step
            }
            offset += off_t(count)
        }
        return 0
    }
}
