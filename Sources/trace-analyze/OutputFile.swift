import TraceKit

/// A file for results: opened before long work, so that a bad path fails at once, and replaced as a whole at the end.
///
/// Pipes, devices and open descriptors (`/dev/stdout`, `/dev/fd/3`) are written to directly. An existing file keeps its
/// mode, its owner and its hard links; if a rename cannot keep these, its content is overwritten instead.
final class OutputFile {
    /// As the user gave it.
    private let path: String
    private let interruption: Interruption
    /// The temporary file; the target itself if that is no regular file.
    private var descriptor: Int32 = -1
    /// The regular file to replace, open for writing; -1 if there is none.
    private var existing: Int32 = -1
    /// The path of the target with links resolved.
    private var target = ""
    /// The path of the temporary file; nil if it has none.
    private var temporary: String?
    /// The first error code; 0 if there was no error.
    private var code: Int32 = 0

    init(_ path: String, _ interruption: Interruption) throws(TraceError) {
        self.path = path
        self.interruption = interruption
        let resolved = try FileTarget(path)
        target = resolved.path
        if let number = resolved.descriptor {
            let flags = fcntl(number, F_GETFL)
            if flags >= 0, flags & O_ACCMODE == O_RDONLY { throw failure(EBADF) }
            descriptor = fcntl(number, F_DUPFD_CLOEXEC, 0)
            if descriptor < 0 { throw failure(errno) }
            return
        }
        // Opened by the given path: the system may refuse to follow a link that another user made.
        existing = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
        guard existing >= 0 || errno == ENOENT else { throw failure(errno) }
        var status = stat()
        if existing >= 0, fstat(existing, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            (descriptor, existing) = (existing, -1)
            return
        }
        try stage()
    }

    /// Deletes the temporary file of an unfinished result.
    deinit {
        interruption.guarding { removeTemporary(&$0) }
        closeAll()
    }

    /// Whether the result replaces an existing file.
    var replacesFile: Bool { existing >= 0 }

    // MARK: Writing

    private var bytes = 0
    private lazy var isTerminal = isatty(descriptor) == 1

    /// `wrote report.html (214 KB)`; nil if the target is a pipe or a device.
    var wrote: String? {
        guard isStaged else { return nil }
        let isLarge = bytes >= 1_000_000
        let size = bytes < 1000 ? "\(bytes) bytes" : isLarge ? "\(bytes / 1_000_000) MB" : "\(bytes / 1000) KB"
        return "wrote \(VisibleText.escape(path)) (\(size))"
    }

    /// The absolute path of the finished file; nil if the target is a pipe or a device.
    var regularFile: String? {
        guard isStaged, let path = realpath(target, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Writes a piece of the text and returns whether that succeeded; `finish` throws the error.
    func write(_ text: String, as kind: TerminalText = .plain) -> Bool {
        guard code == 0 else { return false }
        let piece = Array((isTerminal ? kind.visible(text) : text).utf8)
        bytes += piece.count
        if !Console.write(piece, to: descriptor) { code = errno }
        return code == 0
    }

    /// Writes the last piece and moves the result to its target.
    func finish(_ text: String, as kind: TerminalText = .plain) throws(TraceError) {
        _ = write(text, as: kind)
        guard isStaged else {
            // A reader that closes the pipe has seen enough, as with standard output.
            if code != 0, code != EPIPE { throw failure(code) }
            return closeAll()
        }
        interruption.guarding { leftovers in
            if code == 0 { code = replaceTarget() }
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

    // MARK: The temporary file

    private var isStaged = false

    /// Opens the temporary file next to the target, or unnamed in the temporary directory if that folder is read-only.
    private func stage() throws(TraceError) {
        isStaged = true
        var (folder, name) = ("/", target)
        if let slash = target.lastIndex(of: "/") {
            (folder, name) = (String(target[...slash]), String(target[target.index(after: slash)...]))
        }
        // Hidden, so that it is not read as an input of that directory; short, because names have a limit.
        let prefix = ".\(String(decoding: name.utf8.prefix(200), as: UTF8.self)).writing-"
        Self.removeStale(folder, prefix)
        if let made = createTemporary(folder + prefix) {
            temporary = made
            return
        }
        let reason = errno
        guard existing >= 0 else { throw failure(reason) }
        let temporaries = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        guard let made = createTemporary("\(temporaries)/.trace-analyze-") else { throw failure(reason) }
        temporary = made
        interruption.guarding { removeTemporary(&$0) }
    }

    /// Creates and locks a file with random digits after the prefix; nil (and `errno`) on failure.
    private func createTemporary(_ prefix: String) -> String? {
        let path = prefix + FileTarget.randomName()
        descriptor = interruption.guarding { leftovers in
            // The existing file may be readable by its owner only.
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

    /// Deletes temporary files of killed processes, which no longer hold their locks. Only regular files of this user are
    /// touched.
    private static func removeStale(_ folder: String, _ prefix: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            let digits = name.dropFirst(prefix.count)
            guard name.hasPrefix(prefix), digits.utf8.count == 16, UInt64(digits, radix: 16) != nil else { continue }
            // Does not block if the path is a pipe.
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

    // MARK: Replacing the target

    /// Moves the result to its target. Returns an error code, or zero.
    private func replaceTarget() -> Int32 {
        guard existing >= 0 else {
            guard let temporary else { return ENOENT }
            return rename(temporary, target) == 0 ? 0 : errno
        }
        // A mount point cannot be replaced by a rename; its content is overwritten.
        if let temporary, isLikeExisting(), rename(temporary, target) == 0 { return 0 }
        return overwrite()
    }

    /// Gives the new file the owner and mode of the existing one; false if a rename would lose more than these.
    private func isLikeExisting() -> Bool {
        var (old, new) = (stat(), stat())
        var named = stat()
        guard fstat(existing, &old) == 0, fstat(descriptor, &new) == 0, old.st_nlink == 1, lstat(target, &named) == 0,
            FileIdentity(named) == FileIdentity(old)
        else { return false }
        if new.st_uid != old.st_uid || new.st_gid != old.st_gid {
            guard fchown(descriptor, old.st_uid, old.st_gid) == 0 else { return false }
        }
        return fchmod(descriptor, old.st_mode & 0o7777) == 0
    }

    /// Overwrites the content of the existing file: first the part past its old end, so that a full disk fails before any
    /// content is lost.
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
