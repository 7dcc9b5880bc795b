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

    init(_ path: String) throws(TraceError) {
        self.path = path
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            temporary = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            let temporary = "\(path).writing-\(getpid())"
            self.temporary = temporary
            descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        }
        guard descriptor >= 0 else { throw Self.failure("cannot write the file", path) }
    }

    /// Whether a piece of the text could be written; `finish` puts the file in place.
    func write(_ text: String) -> Bool { Console.write(Array(text.utf8), to: descriptor) }

    func finish(_ text: String) throws(TraceError) {
        let isWritten = write(text)
        let failure = Self.failure("cannot write the file", path)
        close(descriptor)
        guard isWritten, temporary.map({ rename($0, path) == 0 }) ?? true else {
            if let temporary { unlink(temporary) }
            throw failure
        }
    }

    func discard() {
        close(descriptor)
        if let temporary { unlink(temporary) }
    }

    private static func failure(_ what: String, _ path: String) -> TraceError {
        TraceError(.input, "\(what): \(String(cString: strerror(errno)).lowercased())", at: Place(file: path))
    }
}
