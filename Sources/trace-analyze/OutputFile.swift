import TraceKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file for results, opened before long work so that a wrong path is known at once, and replaced whole. What is
/// there and is no regular file (a pipe, a device) is written to as it stands.
struct OutputFile {
    private let path: String
    private let temporary: String?
    private let descriptor: Int32
    private let interruption: Interruption

    init(_ path: String, _ interruption: Interruption) throws(TraceError) {
        self.path = path
        self.interruption = interruption
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            temporary = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.failure("cannot write the file", path) }
            return
        }
        let temporary = "\(path).writing-\(getpid())"
        self.temporary = temporary
        Self.removeStale(path)
        descriptor = interruption.guarding { leftovers in
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            if descriptor >= 0 {
                leftovers.paths.insert(temporary)
                flock(descriptor, LOCK_EX | LOCK_NB)
            }
            return descriptor
        }
        guard descriptor >= 0 else { throw Self.failure("cannot write the file", path) }
    }

    /// Deletes what killed processes left: the lock on it went with them, which their number alone would not tell.
    private static func removeStale(_ path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        let prefix = "\(path.split(separator: "/", omittingEmptySubsequences: false).last ?? "").writing-"
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            guard name.hasPrefix(prefix), Int(name.dropFirst(prefix.count)) != nil else { continue }
            let file = open(folder + name, O_WRONLY | O_CLOEXEC)
            if file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(folder + name) }
            if file >= 0 { close(file) }
        }
    }

    /// Whether a piece of the text could be written; `finish` puts the file in place.
    func write(_ text: String) -> Bool { Console.write(Array(text.utf8), to: descriptor) }

    /// Why the last piece could not be written.
    var failure: TraceError { Self.failure("cannot write the file", path) }

    func finish(_ text: String) throws(TraceError) {
        let code = write(text) ? 0 : errno
        close(descriptor)
        let result = interruption.guarding { leftovers in
            guard let temporary else { return code }
            leftovers.paths.remove(temporary)
            if code == 0, rename(temporary, path) == 0 { return 0 }
            let result = code == 0 ? errno : code
            unlink(temporary)
            return result
        }
        guard result == 0 else { throw Self.failure("cannot write the file", path, result) }
    }

    func discard() {
        close(descriptor)
        guard let temporary else { return }
        interruption.guarding { leftovers in
            leftovers.paths.remove(temporary)
            unlink(temporary)
        }
    }

    private static func failure(_ what: String, _ path: String, _ code: Int32 = errno) -> TraceError {
        TraceError(.input, "\(what): \(String(cString: strerror(code)).lowercased())", at: Place(file: path))
    }
}
