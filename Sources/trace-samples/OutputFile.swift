#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file or directory that could not be written, in words for the person who asked for it.
struct OutputFailure: Error {
    var message: String

    /// Reads `errno`, so it is made right after the call that failed.
    init(_ action: String, _ path: String) {
        message = "cannot \(action) '\(path)': \(String(cString: strerror(errno)))"
    }
}

/// Bytes on their way to a file: appended to a buffer, handed to the system 64 KB at a time.
///
/// The first failure stops all further writing and is thrown by `finish`, so that writers need not check every byte.
final class OutputFile {
    private static let capacity = 1 << 16

    private let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var failure: OutputFailure?

    init(creating path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { throw OutputFailure("create", path) }
        buffer.reserveCapacity(Self.capacity + 4_096)
    }

    func append(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.capacity { flush() }
    }

    func append(_ number: UInt64) {
        append(String(number))
    }

    func append(byte: UInt8) {
        buffer.append(byte)
    }

    func finish() throws {
        flush()
        let result = close(descriptor)
        if let failure { throw failure }
        guard result == 0 else { throw OutputFailure("close", path) }
    }

    /// Creates a directory; one that is there already is fine. Its parent must exist.
    static func makeDirectory(_ path: String) throws {
        guard mkdir(path, 0o755) != 0, errno != EEXIST else { return }
        throw OutputFailure("create directory", path)
    }

    private func flush() {
        var written = 0
        while failure == nil, written < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0, errno != EINTR { failure = OutputFailure("write", path) }
            written += max(count, 0)
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
