/// A window over the bytes of a file, a pipe or memory, read in pieces of fixed size.
///
/// Readers scan with raw pointers up to `end`, which is followed by at least sixteen zero bytes, and call `refill` when
/// they meet one of them. Bytes still needed are moved to the front; the window grows only for a longer token (up to
/// `Limits.token`), never with the file.
final class ByteInput {
    /// The most bytes of one token or line, so that a hostile file cannot exhaust memory. Each has its own error.
    enum Limits {
        static let token = 16 << 20
        static let line = 64 << 20
        static let jsonDepth = 512
        static let xmlDepth = 256
        static let columns = 4096
    }

    static let padding = ByteSlice.padding
    private static let pieceSize = 256 << 10

    /// The display name, as the user gave it.
    let name: String
    private(set) var base: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private var capacity: Int
    private var descriptor: Int32
    /// The source of the bytes, if it is no descriptor.
    private let stream: (any ByteStream)?
    private var streamFailure: TraceError?
    /// The bytes peeked at after the window: for a file only their number, otherwise a copy, which is read first later.
    private var peeked: (count: Int, file: OpenFile?) = (0, nil)
    private var spool: FileRangeStream?
    /// The most bytes of one read.
    private let piece: Int
    /// Offset in the file of `base[0]`.
    private(set) var baseOffset = 0
    private(set) var atEnd = false
    /// Whether the first byte read begins a line.
    private var beginsAtLine = true
    /// The reason why nothing more can be read.
    private var failure: TraceError?
    /// Whether the bytes are decompressed ones.
    var isUnpacked: Bool { stream != nil }
    /// The reason why bytes are missing at the end; nil if none are.
    var cut: TraceError? { stream?.cut }
    /// Checked before every block.
    var interruption: Interruption? { didSet { stream?.watch(interruption) } }
    /// Called with the number of bytes of every block that was read.
    var onRead: ((Int) -> Void)?
    /// The hash of all bytes read so far.
    private(set) var hash = ContentHash()
    private var newlinesBeforeBase = 0
    /// Offset in the file of the first byte of the line at `base[0]`.
    private var lineStartBeforeBase = 0
    /// Called with the number of bytes scanned to find the place of another byte, for tests.
    var onCount: ((Int) -> Void)?
    /// The index up to which newlines in the window were counted, their number, and the index of the last: places are
    /// requested in order, and a window may be as long as the longest line.
    private var counted: (upTo: Int, newlines: Int, last: Int?) = (0, 0, nil)

    private init(_ descriptor: Int32, _ stream: (any ByteStream)?, _ name: String, piece: Int, capacity: Int) {
        (self.descriptor, self.stream, self.name) = (descriptor, stream, name)
        (self.piece, self.capacity) = (piece, capacity)
        base = .allocate(capacity: capacity + Self.padding)
        base.initialize(repeating: 0, count: Self.padding)
    }

    /// Reads from an open descriptor, which is closed on release (except standard input).
    convenience init(descriptor: Int32, name: String) {
        self.init(descriptor, nil, name, piece: Self.pieceSize, capacity: Self.pieceSize)
    }

    /// Reads from a stream, such as decompressed bytes.
    convenience init(stream: any ByteStream, name: String) {
        self.init(-1, stream, name, piece: Self.pieceSize, capacity: Self.pieceSize)
    }

    /// Whether the input can be opened again without losing bytes.
    var isRegularFile: Bool { size != nil }

    /// The size in bytes; nil for a pipe.
    var size: Int? {
        var status = stat()
        guard descriptor > 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Opens a file for reading.
    convenience init(path: String) throws(TraceError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.openError(path, errno) }
        self.init(descriptor: descriptor, name: path)
    }

    /// Opens a file for reading from an offset.
    convenience init(path: String, from offset: Int) throws(TraceError) {
        try self.init(path: path)
        var previous: UInt8 = 0
        guard lseek(descriptor, off_t(offset - 1), SEEK_SET) >= 0, read(descriptor, &previous, 1) == 1 else {
            throw Self.openError(path, errno)
        }
        beginsAtLine = previous == 0x0A
        baseOffset = offset
        lineStartBeforeBase = offset
    }

    /// Reads bytes that are already in memory.
    convenience init(bytes: some Collection<UInt8>, name: String) {
        self.init(-1, nil, name, piece: 0, capacity: bytes.count)
        count = UnsafeMutableBufferPointer(start: base, count: capacity).initialize(fromContentsOf: bytes)
        (base + count).initialize(repeating: 0, count: Self.padding)
        hash.update(UnsafeBufferPointer(start: base, count: count))
        atEnd = true
    }

    /// Reads bytes in memory like from a pipe, `piece` at a time, into a window that is hardly larger: the smallest
    /// inputs then show how a reader handles tokens that cross the window's end.
    convenience init(bytes: some Collection<UInt8>, name: String, piece: Int) {
        let piece = max(1, piece)
        self.init(-1, MemoryStream(Array(bytes), piece: piece), name, piece: piece, capacity: piece)
    }

    deinit {
        if descriptor > 0 { close(descriptor) }
        base.deallocate()
    }

    static func openError(_ path: String, _ code: Int32) -> TraceError {
        let reason = String(cString: strerror(code)).lowercased()
        let fix = code == ENOENT ? "check the path; relative paths start at the current directory" : nil
        return TraceError(.input, "cannot read the file: \(reason)", at: Place(file: path), fix: fix)
    }

    /// The size limit of the window: a line may be kept, with room for a piece after it, so that readers can detect a
    /// line that is too long and continue after it.
    private var largestWindow: Int { Limits.line + piece }

    /// Reads more bytes after the window and drops everything before `keep`. Returns how far the kept bytes moved to
    /// the front. `atEnd` is set when nothing more will come. If it throws, nothing has moved, so that a reader may
    /// treat the error as one of its record and continue.
    func refill(keeping keep: Int) throws(TraceError) -> Int {
        guard !atEnd else { return 0 }
        if let failure { throw failure }
        try awaitBytes()
        let needsRoom = capacity - (count - keep) < (piece + 1) / 2
        if needsRoom, capacity >= largestWindow { throw tooLong(keep) }
        drop(keep)
        if needsRoom { grow() }
        let got = readSome()
        let code = errno
        if got > 0 {
            hash.update(UnsafeBufferPointer(start: base + count, count: got))
            count += got
            onRead?(got)
        } else {
            atEnd = got == 0
        }
        if got < 0 {
            // Thrown by the next call, because the bytes have moved in this one.
            failure =
                streamFailure
                ?? TraceError(
                    .input, "cannot read further: \(String(cString: strerror(code)).lowercased())", at: place(of: count)
                )
        }
        (base + count).initialize(repeating: 0, count: Self.padding)
        return keep
    }

    /// Moves the start of the window to this index, from which the next reader reads.
    func consume(upTo index: Int) {
        drop(index)
        (base + count).initialize(repeating: 0, count: Self.padding)
    }

    /// Skips the rest of the line at an offset; returns false if no line ends in the window.
    func skipToLine() throws(TraceError) -> Bool {
        guard !beginsAtLine else { return true }
        _ = try refill(keeping: 0)
        guard let end = UnsafeBufferPointer(start: base, count: count).firstIndex(of: 0x0A) else { return false }
        consume(upTo: end + 1)
        // Lines are counted from here, because the reader of the previous part counts this line end.
        newlinesBeforeBase = 0
        return true
    }

    /// Continues like another input of the same file, which began at the line `start` that this one has reached; hashes
    /// bytes from the block at `first` on.
    func goOn(as other: ByteInput, from start: Int, first: Int) {
        let newlines = place(of: start - baseOffset).line.map { $0 - 1 } ?? 0
        // Not `swap`: as long as a property of a class may be lent, every access to it is checked.
        (base, other.base) = (other.base, base)
        (descriptor, other.descriptor) = (other.descriptor, descriptor)
        (capacity, other.capacity) = (other.capacity, capacity)
        newlinesBeforeBase = newlines + other.newlinesBeforeBase
        onRead?(other.baseOffset + other.count - baseOffset - count)
        (count, baseOffset, atEnd) = (other.count, other.baseOffset, other.atEnd)
        (lineStartBeforeBase, counted) = (other.lineStartBeforeBase, other.counted)
        hash = hash.joined(at: first, with: other.hash)
    }

    /// Reads everything that is left, so that `hash` covers the whole input.
    func readToEnd() throws(TraceError) {
        while !atEnd { _ = try refill(keeping: count) }
    }

    /// Reads the next bytes after the window; returns the same as `read`.
    private func readSome() -> Int {
        let (target, room) = (base + count, capacity - count)
        if let file = peeked.file, spool == nil { spool = FileRangeStream(file, offset: 0, count: peeked.count) }
        if let spool, case let got = readSome(of: spool, to: target, room), got != 0 { return got }
        return readOn(to: target, room)
    }

    private func readOn(to target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        if let stream { return readSome(of: stream, to: target, room) }
        return Self.readSome(of: descriptor, to: target, room)
    }

    private func readSome(of stream: any ByteStream, to target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        do throws(TraceError) {
            return try stream.read(to: target, room)
        } catch {
            streamFailure = error
            return -1
        }
    }

    // MARK: Looking ahead

    /// Whether the whole input is in the window.
    var isWhole: Bool { atEnd }

    /// Returns the bytes after the window and after those returned before; zero at the end. They are not consumed: the
    /// position in a file does not change, and bytes that can be read only once are kept in a temporary file.
    func peek(into target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int {
        guard !atEnd else { return 0 }
        if isRegularFile {
            let file = OpenFile(descriptor: dup(descriptor), name: name)
            let stream = FileRangeStream(file, offset: baseOffset + count + peeked.count, count: room)
            let got = try stream.read(to: target, room)
            peeked.count += got
            return got
        }
        try awaitBytes()
        let got = readOn(to: target, room)
        let code = errno
        if got < 0 {
            throw streamFailure
                ?? TraceError(
                    .input, "cannot read further: \(String(cString: strerror(code)).lowercased())", at: place(of: count)
                )
        }
        guard got > 0 else { return 0 }
        guard let file = peeked.file ?? OpenFile.temporary(named: name), write(file.descriptor, target, got) == got
        else {
            throw TraceError(.input, "cannot write a temporary file for what comes in", at: Place(file: name))
        }
        peeked = (peeked.count + got, file)
        return got
    }

    /// Calls `read`, again if a signal interrupted it.
    static func readSome(of descriptor: Int32, to target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        while true {
            let got = read(descriptor, target, room)
            if got >= 0 || errno != EINTR { return got }
        }
    }

    /// Checks the interruption from time to time while a pipe has no data.
    private func awaitBytes() throws(TraceError) {
        guard let interruption else { return }
        try interruption.check()
        guard descriptor >= 0 else { return }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, Self.pollMilliseconds) == 0 { try interruption.check() }
    }

    private static let pollMilliseconds: Int32 = 100

    private func drop(_ keep: Int) {
        guard keep > 0 else { return }
        let (newlines, last) = newlines(before: keep)
        newlinesBeforeBase += newlines
        if let last { lineStartBeforeBase = baseOffset + last + 1 }
        counted = (0, 0, nil)
        base.update(from: base + keep, count: count - keep)
        count -= keep
        baseOffset += keep
    }

    private func tooLong(_ start: Int) -> TraceError {
        TraceError(
            .input, "a single value is longer than \(Limits.line >> 20) MB", at: place(of: start),
            fix: "split or shorten it; the limit protects memory")
    }

    private func grow() {
        capacity = capacity * 2 < Limits.line ? capacity * 2 : largestWindow
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.padding)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
    }

    /// The first bytes of the input (up to 64 KiB), for recognising its format; nothing is consumed.
    func head() throws(TraceError) -> ByteSlice {
        while count < Self.headSize, !atEnd { _ = try refill(keeping: 0) }
        return ByteSlice(base, min(count, Self.headSize))
    }

    static let headSize = 64 << 10

    /// The first bytes of the input, fewer if it is shorter; nothing is consumed.
    func start(_ length: Int) throws(TraceError) -> UnsafeBufferPointer<UInt8> {
        while count < length, !atEnd { _ = try refill(keeping: 0) }
        return UnsafeBufferPointer(start: UnsafePointer(base), count: min(count, length))
    }

    /// The place of a byte of the window; line and column are only counted now.
    func place(of index: Int) -> Place {
        let index = min(max(0, index), count)
        onCount?(index - (index < counted.upTo ? 0 : counted.upTo))
        let (newlines, last) = newlines(before: index)
        let lineStart = last.map { baseOffset + $0 + 1 } ?? lineStartBeforeBase
        let offset = baseOffset + index
        return Place(file: name, line: newlinesBeforeBase + newlines + 1, column: offset - lineStart + 1, byte: offset)
    }

    /// Up to `length` bytes from `index` on as printable text, for `import_rejects.raw`.
    func excerpt(from index: Int, length: Int = 200) -> String {
        let index = min(max(0, index), count)
        let length = min(length, count - index)
        return String(decoding: UnsafeBufferPointer(start: base + index, count: length), as: UTF8.self)
    }

    /// The number of newlines in the window before an index, and the index of the last of them.
    private func newlines(before index: Int) -> (count: Int, last: Int?) {
        if index < counted.upTo { counted = (0, 0, nil) }
        let (more, last) = Self.newlines(
            in: UnsafeBufferPointer(start: base + counted.upTo, count: index - counted.upTo))
        counted = (index, counted.newlines + more, last.map { $0 + counted.upTo } ?? counted.last)
        return (counted.newlines, counted.last)
    }

    /// Counts newlines. Every byte passes here once; the C library checks many bytes at a time.
    private static func newlines(in bytes: UnsafeBufferPointer<UInt8>) -> (count: Int, last: Int?) {
        guard let start = bytes.baseAddress else { return (0, nil) }
        var number = 0
        var next = 0
        while let found = memchr(start + next, 0x0A, bytes.count - next) {
            number += 1
            next = UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1
        }
        return (number, number == 0 ? nil : next - 1)
    }
}
