import TraceKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file for results, opened before long work so that a wrong path is known at once, and replaced whole.
struct OutputFile {
    private let path: String
    private let temporary: String
    private let descriptor: Int32

    init(_ path: String) throws(TraceError) {
        self.path = path
        temporary = "\(path).writing-\(getpid())"
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure("cannot write the file", path) }
    }

    func finish(_ text: String) throws(TraceError) {
        let isWritten = Console.write(Array(text.utf8), to: descriptor)
        let failure = Self.failure("cannot write the file", path)
        close(descriptor)
        guard isWritten, rename(temporary, path) == 0 else {
            unlink(temporary)
            throw failure
        }
    }

    func discard() {
        close(descriptor)
        unlink(temporary)
    }

    private static func failure(_ what: String, _ path: String) -> TraceError {
        TraceError(.input, "\(what): \(String(cString: strerror(errno)).lowercased())", at: Place(file: path))
    }
}
