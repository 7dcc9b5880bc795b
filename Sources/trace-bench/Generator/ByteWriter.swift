#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Bytes on their way to a file descriptor: gathered in a buffer of 1 MiB, so memory does not grow with the file.
///
/// The first failure ends all writing; `finish` throws it, so that writers need not look at every call.
final class ByteWriter {
    private static let capacity = 1 << 20

    private let descriptor: Int32
    private let buffer: UnsafeMutablePointer<UInt8>
    private var used = 0
    private var flushed = 0
    private(set) var failure: String?

    /// Bytes written so far.
    var count: Int { flushed + used }

    /// Writes to a new file; to standard output where the path is nil.
    init(creating path: String?) throws(BenchFailure) {
        buffer = .allocate(capacity: Self.capacity)
        descriptor = path.map { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) } ?? 1
        guard descriptor >= 0 else {
            throw BenchFailure("cannot create '\(path ?? "")': \(String(cString: strerror(errno)))")
        }
    }

    deinit { buffer.deallocate() }

    @inline(__always)
    func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

    @inline(__always)
    func append(_ text: BenchText) { append(text.start, text.count) }

    func append(_ text: String) {
        var text = text
        text.withUTF8 { if let start = $0.baseAddress { append(start, $0.count) } }
    }

    @inline(__always)
    private func append(_ start: UnsafePointer<UInt8>, _ count: Int) {
        if used + count > Self.capacity { flush() }
        (buffer + used).update(from: start, count: count)
        used += count
    }

    @inline(__always)
    func append(byte: UInt8) {
        if used == Self.capacity { flush() }
        buffer[used] = byte
        used += 1
    }

    /// In decimal.
    @inline(__always)
    func append(_ number: UInt64) {
        if used + 20 > Self.capacity { flush() }
        var length = 1
        var limit: UInt64 = 10
        while length < 20, number >= limit {
            length += 1
            if length == 20 { break }
            limit &*= 10
        }
        put(number, digits: length)
    }

    /// In decimal, with leading zeros up to `digits`; higher digits are left out.
    @inline(__always)
    func append(_ number: UInt64, digits: Int) {
        if used + 20 > Self.capacity { flush() }
        put(number, digits: digits)
    }

    @inline(__always)
    private func put(_ number: UInt64, digits: Int) {
        var rest = number
        var place = used + digits
        while place > used {
            place -= 1
            buffer[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        used += digits
    }

    func finish() throws(BenchFailure) {
        flush()
        if descriptor > 2, close(descriptor) != 0, failure == nil { failure = String(cString: strerror(errno)) }
        if let failure { throw BenchFailure("cannot write: \(failure)") }
    }

    @inline(never)
    private func flush() {
        var done = 0
        while failure == nil, done < used {
            let written = write(descriptor, buffer + done, used - done)
            if written < 0, errno != EINTR { failure = String(cString: strerror(errno)) }
            done += max(written, 0)
        }
        flushed += used
        used = 0
    }
}
