/// Bytes one behind the other, from wherever they come: a part of a file, memory, what is unpacked from another stream.
protocol ByteStream: AnyObject {
    /// Puts up to `room` bytes (more than none) at `target` and returns how many; zero at the end.
    func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int
    /// Asked whether to stop while there is nothing to read.
    func watch(_ interruption: Interruption?)
    /// Why the bytes are not all that there were, once they have come to an end; nil where nothing is missing.
    var cut: TraceError? { get }
}

extension ByteStream {
    var cut: TraceError? { nil }
    func watch(_ interruption: Interruption?) {}

    /// All bytes that are left; an error where they are more than `limit`.
    func readAll(limit: Int, _ name: String) throws(TraceError) -> Column<UInt8> {
        let bytes = Column<UInt8>()
        // A recording has many small files: room is made as they turn out to need it.
        var piece = 4 << 10
        while true {
            let old = bytes.count
            try bytes.append(upTo: piece) { target throws(TraceError) in try read(to: target, piece) }
            if bytes.count == old { return bytes }
            if bytes.count == old + piece { piece = min(2 * piece, 64 << 10) }
            guard bytes.count <= limit else { throw ByteLimit.passed(limit, name) }
        }
    }
}

/// How much of a stream is read.
enum ByteLimit {
    static func passed(_ limit: Int, _ name: String) -> TraceError {
        TraceError(
            .input, "the file is longer than \(limit >> 20) MB when it is unpacked", at: Place(file: name),
            fix: "the limit protects memory")
    }
}

/// Bytes in memory.
final class MemoryStream: ByteStream {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        let count = min(room, bytes.count - position)
        bytes.withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { target.update(from: base + position, count: count) }
        }
        position += count
        return count
    }
}

/// An open file, closed with the last who has it.
final class OpenFile {
    let descriptor: Int32
    let name: String

    init(path: String) throws(TraceError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        name = path
        guard descriptor >= 0 else { throw ByteInput.openError(path, errno) }
    }

    /// Takes over a descriptor.
    init(descriptor: Int32, name: String) { (self.descriptor, self.name) = (descriptor, name) }

    /// A file without a name, which is gone with this.
    static func temporary(named name: String) -> OpenFile? {
        guard let file = TemporaryFile.make() else { return nil }
        unlink(file.path)
        return OpenFile(descriptor: file.descriptor, name: name)
    }

    static func temporary(_ bytes: UnsafeBufferPointer<UInt8>) -> OpenFile? {
        guard let file = temporary(named: "x"), write(file.descriptor, bytes.baseAddress, bytes.count) == bytes.count
        else {
            return nil
        }
        return file
    }

    deinit { if descriptor > 2 { close(descriptor) } }

    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    var isRegular: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Bytes from an offset on, fewer where the file ends.
    func bytes(at offset: Int, count: Int) throws(TraceError) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        let stream = FileRangeStream(self, offset: offset, count: min(count, max(0, size - offset)))
        return try stream.readAll(limit: .max, name).array
    }
}

/// A part of a file that is read from its beginning to its end, wherever else it is read.
final class FileRangeStream: ByteStream {
    private let file: OpenFile
    private var offset: Int
    private var left: Int

    init(_ file: OpenFile, offset: Int, count: Int) { (self.file, self.offset, left) = (file, offset, count) }

    func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int {
        guard left > 0 else { return 0 }
        while true {
            let got = pread(file.descriptor, target, min(room, left), off_t(offset))
            let code = errno
            if got < 0, code == EINTR { continue }
            guard got >= 0 else {
                throw TraceError(
                    .input, "cannot read further: \(String(cString: strerror(code)).lowercased())",
                    at: Place(file: file.name, byte: offset))
            }
            offset += got
            left -= got
            return got
        }
    }
}

/// What is left of an input: of a pipe too, whose first bytes were looked at already.
final class InputStreamReader: ByteStream {
    private let input: ByteInput

    init(_ input: ByteInput) { self.input = input }

    func watch(_ interruption: Interruption?) { input.interruption = interruption }

    func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int {
        while input.count == 0, !input.atEnd { _ = try input.refill(keeping: 0) }
        let count = min(room, input.count)
        target.update(from: input.base, count: count)
        input.consume(upTo: count)
        return count
    }
}
