/// Opens inputs that may be compressed, so that readers see the decompressed bytes.
enum PackedInput {
    /// Opens a file, or part of a zip file by a path such as `exports.zip/time-profile.xml`.
    static func open(path: String) throws(TraceError) -> ByteInput {
        if access(path, F_OK) != 0, let (file, member) = splitArchive(path) {
            let archive = try ZipArchive(OpenFile(path: file))
            guard let found = archive[member] else {
                throw TraceError(.input, "the zip file has no part '\(member.prefix(200))'", at: Place(file: file))
            }
            return try open(found, of: archive)
        }
        return try unpacked(try ByteInput(path: path))
    }

    static func open(_ member: ZipArchive.Member, of archive: ZipArchive) throws(TraceError) -> ByteInput {
        let name = "\(archive.name)/\(member.name)"
        let input = ByteInput(stream: try archive.open(member), name: name)
        return try unpacked(input, share: archive.share(of: member).nested)
    }

    /// Returns the input or, if it is gzip, its decompressed content.
    static func unpacked(
        _ input: ByteInput, share: UnpackingLimit.Share? = nil
    ) throws(TraceError) -> ByteInput {
        guard UnpackedStream.isGzip(try input.start(2)) else { return input }
        let stream = UnpackedStream(InputStreamReader(input), .gzip, name: input.name, share: share)
        return ByteInput(stream: stream, name: input.name)
    }

    /// Splits `exports.zip/time-profile.xml` into `exports.zip` and `time-profile.xml`.
    static func splitArchive(_ path: String) -> (file: String, member: String)? {
        var end = path.endIndex
        while let slash = path[..<end].lastIndex(of: "/") {
            end = slash
            let file = String(path[..<slash])
            guard let head = FileHead.bytes(file, 4) else { continue }
            return ZipArchive.isZip(head) ? (file, String(path[path.index(after: slash)...])) : nil
        }
        return nil
    }
}

/// Reads the first bytes of a regular file. Pipes are not opened, because their bytes can be read only once.
enum FileHead {
    /// Whether a path leads to a pipe or a device, which cannot be read twice.
    static func isStream(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    static func bytes(_ path: String, _ count: Int) -> [UInt8]? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = try? OpenFile(path: path) else {
            return nil
        }
        return try? file.bytes(at: 0, count: count)
    }
}

/// Stores a zip file from a pipe: its list is at its end, so that all of it must be read first.
enum PipedArchive {
    /// Returns nil for an input that is no zip file.
    static func take(_ input: ByteInput) throws(TraceError) -> ZipArchive? {
        guard ZipArchive.isZip(try input.start(4)) else { return nil }
        // The file has no name, so it disappears with the process.
        guard let file = OpenFile.temporary(named: input.name) else {
            throw TraceError(.input, "cannot make a temporary file for what comes in", at: Place(file: input.name))
        }
        let stream = InputStreamReader(input)
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 64 << 10)
        defer { room.deallocate() }
        while true {
            let count = try stream.read(to: room, 64 << 10)
            if count == 0 { return try ZipArchive(file) }
            guard write(file.descriptor, room, count) == count else {
                throw TraceError(
                    .input, "cannot write a temporary file: \(String(cString: strerror(errno)).lowercased())",
                    at: Place(file: input.name))
            }
        }
    }
}

/// A stream of bytes from any source: part of a file, memory, or a decompressed stream.
protocol ByteStream: AnyObject {
    /// Writes up to `room` (at least one) bytes to `target` and returns their number; zero at the end.
    func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int
    /// Sets an interruption that is checked while there is nothing to read.
    func watch(_ interruption: Interruption?)
    /// The reason why bytes are missing at the end, known once it is reached; nil if none are.
    var cut: TraceError? { get }
}

extension ByteStream {
    var cut: TraceError? { nil }
    func watch(_ interruption: Interruption?) {}

    /// Reads all remaining bytes; throws if they are more than `limit`.
    func readAll(limit: Int, _ name: String) throws(TraceError) -> Column<UInt8> {
        let bytes = Column<UInt8>()
        // The buffer grows with the content, because a recording has many small files.
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

/// The error about streams that are too long.
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
    /// The most bytes that one read returns.
    private let piece: Int
    private var position = 0

    init(_ bytes: [UInt8], piece: Int = .max) { (self.bytes, self.piece) = (bytes, piece) }

    func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        let count = min(room, piece, bytes.count - position)
        bytes.withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { target.update(from: base + position, count: count) }
        }
        position += count
        return count
    }
}

/// An open file, closed when it is released.
final class OpenFile {
    let descriptor: Int32
    let name: String

    init(path: String) throws(TraceError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        name = path
        guard descriptor >= 0 else { throw ByteInput.openError(path, errno) }
    }

    /// Takes ownership of a descriptor.
    init(descriptor: Int32, name: String) { (self.descriptor, self.name) = (descriptor, name) }

    /// Creates a file without a name, which disappears when it is closed.
    static func temporary(named name: String) -> OpenFile? {
        guard let file = TemporaryFile.make() else { return nil }
        unlink(file.path)
        return OpenFile(descriptor: file.descriptor, name: name)
    }

    deinit { if descriptor > 2 { close(descriptor) } }

    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Reads bytes from an offset; fewer at the end of the file.
    func bytes(at offset: Int, count: Int) throws(TraceError) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        let stream = FileRangeStream(self, offset: offset, count: min(count, max(0, size - offset)))
        return try stream.readAll(limit: .max, name).array
    }
}

/// A part of a file that is read from beginning to end, independently of other reads.
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

/// The remaining bytes of an input, including bytes of a pipe that were looked at already.
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

/// The amount of data decompressed from one file: from all parts of a zip file together, and from compressed data
/// inside them.
///
/// A part that is read again counts once. Threads may read different parts.
final class UnpackingLimit: @unchecked Sendable {
    /// The progress in one stream.
    private struct Progress {
        var packed = 0
        var unpacked = 0
    }

    /// One stream of the file: part of a zip file by its offset, or compressed data inside that part.
    struct Share {
        fileprivate let limit: UnpackingLimit
        fileprivate let offset: Int
        fileprivate let isNested: Bool

        /// The share of compressed data inside this stream.
        var nested: Share { Share(limit: limit, offset: offset, isNested: true) }

        /// Notes the progress of the stream. Returns the problem with it, or nil.
        func note(packed: Int, unpacked: Int) -> String? {
            limit.note(Stream(offset: offset, isNested: isNested), Progress(packed: packed, unpacked: unpacked))
        }
    }

    private struct Stream: Hashable {
        let offset: Int
        let isNested: Bool
    }

    private let monitor = Monitor()
    private var streams: [Stream: Progress] = [:]
    private var (packed, unpacked, unpackedNested) = (0, 0, 0)
    private var problem: String?

    /// Whether nothing more may be decompressed.
    var isReached: Bool { monitor.locked { problem != nil } }

    func share(offset: Int) -> Share { Share(limit: self, offset: offset, isNested: false) }

    private func note(_ stream: Stream, _ now: Progress) -> String? {
        monitor.locked {
            let before = streams[stream] ?? Progress()
            let after = Progress(packed: max(before.packed, now.packed), unpacked: max(before.unpacked, now.unpacked))
            streams[stream] = after
            if stream.isNested {
                unpackedNested += after.unpacked - before.unpacked
            } else {
                packed += after.packed - before.packed
                unpacked += after.unpacked - before.unpacked
            }
            if problem == nil { problem = findProblem() }
            return problem
        }
    }

    private func findProblem() -> String? {
        typealias Limits = UnpackedStream.Limits
        let all = unpacked + unpackedNested
        if all > Limits.bytes { return "it unpacks to more than \(Limits.bytes >> 30) GB" }
        let isTooMuch =
            unpacked > Limits.freeBytes && unpacked / Limits.ratio > packed
            || all > Limits.nestedFreeBytes && all / Limits.ratio > packed
        return isTooMuch ? "it unpacks to more than \(Limits.ratio) times its size, as no trace does" : nil
    }
}
