#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What went wrong, in words for the person at the terminal.
struct GeneratorFailure: Error {
    var message: String

    init(_ message: String) { self.message = message }

    /// Reads `errno`, so it is made right after the call that failed.
    init(_ action: String, _ path: String) {
        message = "cannot \(action) '\(path)': \(String(cString: strerror(errno)))"
    }
}

/// Bytes on their way to a file: gathered in a buffer, so memory does not grow with the file.
///
/// The first failure ends all writing and is thrown by `finish`, so that writers need not look at every call.
final class OutputFile {
    private static let capacity = 1 << 18

    private let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var flushed = 0
    private(set) var failure: GeneratorFailure?

    /// Bytes written so far.
    var count: Int { flushed + buffer.count }

    /// Writes to a new file; to standard output where the path is nil.
    init(creating path: String?) throws(GeneratorFailure) {
        self.path = path ?? "standard output"
        descriptor = path.map { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) } ?? 1
        guard descriptor >= 0 else { throw GeneratorFailure("create", self.path) }
        buffer.reserveCapacity(Self.capacity + 4_096)
    }

    func append(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.capacity { flush() }
    }

    func append(_ bytes: [UInt8]) {
        buffer += bytes
        if buffer.count >= Self.capacity { flush() }
    }

    func append(_ number: UInt64) { append(String(number)) }

    /// `replacement` is what stands for a byte that cannot stand for itself.
    @inline(__always)
    func append(_ text: String, escaping replacement: (UInt8) -> String?) {
        guard text.utf8.contains(where: { replacement($0) != nil }) else { return append(text) }
        for byte in text.utf8 {
            if let words = replacement(byte) { buffer.append(contentsOf: words.utf8) } else { buffer.append(byte) }
        }
    }

    func finish() throws(GeneratorFailure) {
        flush()
        if descriptor > 2, close(descriptor) != 0, failure == nil { failure = GeneratorFailure("close", path) }
        if let failure { throw failure }
    }

    /// Creates a directory; one that is there already is fine. Its parent must exist.
    static func makeDirectory(_ path: String) throws(GeneratorFailure) {
        guard mkdir(path, 0o755) != 0, errno != EEXIST else { return }
        throw GeneratorFailure("create directory", path)
    }

    @inline(never)
    private func flush() {
        var written = 0
        while failure == nil, written < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0, errno != EINTR { failure = GeneratorFailure("write", path) }
            written += max(count, 0)
        }
        flushed += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}
