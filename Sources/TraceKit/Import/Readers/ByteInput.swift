/// A window over the bytes of a file, a pipe or memory, read in fixed pieces.
///
/// Readers scan with raw pointers up to `end`, where at least sixteen zero bytes follow, and call `refill` when
/// they meet one of them. What they still need is kept by moving it to the front; the window grows only for a
/// token that is longer than it (up to `Limits.token`), never with the file.
final class ByteInput {
    /// Limits on what one token may take, so that a hostile file cannot exhaust memory. Each has its own error.
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
    /// Where the bytes come from, where that is no descriptor.
    private let stream: (any ByteStream)?
    private var streamFailure: TraceError?
    /// What was looked at behind the window: of a file how many bytes, of anything else the bytes, which come first again.
    private var peeked: (count: Int, file: OpenFile?) = (0, nil)
    private var spool: FileRangeStream?
    /// How many bytes one read takes at most.
    private let piece: Int
    /// Offset in the file of `base[0]`.
    private(set) var baseOffset = 0
    private(set) var atEnd = false
    /// Whether the first byte that is read begins a line.
    private var beginsAtLine = true
    /// Why nothing more can be read.
    private var failure: TraceError?
    /// Whether the bytes come out of something packed.
    var isUnpacked: Bool { stream != nil }
    /// Why the bytes up to the end are not all that there were; nil where nothing is missing.
    var cut: TraceError? { stream?.cut }
    /// Asked before every block whether to go on.
    var interruption: Interruption? { didSet { stream?.watch(interruption) } }
    /// Told of the bytes of every block that was read.
    var onRead: ((Int) -> Void)?
    /// Over all bytes read so far.
    private(set) var hash = ContentHash()
    private var newlinesBeforeBase = 0
    /// Offset in the file of the first byte of the line that `base[0]` is in.
    private var lineStartBeforeBase = 0
    /// Told of bytes that are looked at for the place of another byte, for tests.
    var onCount: ((Int) -> Void)?
    /// Up to where in the window newlines were counted, how many there are, and the index of the last: places are asked
    /// for one behind the other, and a window may be as long as the longest line.
    private var counted: (upTo: Int, newlines: Int, last: Int?) = (0, 0, nil)

    private init(_ descriptor: Int32, _ stream: (any ByteStream)?, _ name: String, piece: Int, capacity: Int) {
        (self.descriptor, self.stream, self.name) = (descriptor, stream, name)
        (self.piece, self.capacity) = (piece, capacity)
        base = .allocate(capacity: capacity + Self.padding)
        base.initialize(repeating: 0, count: Self.padding)
    }

    /// Reads from an open descriptor, which it closes at the end of its life (but never standard input).
    convenience init(descriptor: Int32, name: String) {
        self.init(descriptor, nil, name, piece: Self.pieceSize, capacity: Self.pieceSize)
    }

    /// Reads what a stream gives: unpacked bytes.
    convenience init(stream: any ByteStream, name: String) {
        self.init(-1, stream, name, piece: Self.pieceSize, capacity: Self.pieceSize)
    }

    /// Whether the input can be opened again without losing what was read of it.
    var isRegularFile: Bool { size != nil }

    /// In bytes; nil for a pipe, which does not say.
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

    /// Opens a file for reading from an offset on.
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

    /// Reads bytes that are in memory as a pipe would give them, `piece` at a time, into a window that is hardly
    /// larger: what a reader does where tokens cross the window's end shows on the smallest inputs.
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

    /// What is kept may be as long as a line, with room for a piece behind it: so that readers can see by themselves that
    /// a line is too long, and go on behind it.
    private var largestWindow: Int { Limits.line + piece }

    /// Reads more bytes behind the window after dropping everything before `keep`. Returns how far the kept
    /// bytes moved to the front. `atEnd` is set when nothing more will come. Where it throws, nothing has moved, so
    /// that a reader may take the error for one of its record and go on.
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
            // Thrown by the next call: in this one the bytes have moved.
            failure =
                streamFailure
                ?? TraceError(
                    .input, "cannot read further: \(String(cString: strerror(code)).lowercased())", at: place(of: count)
                )
        }
        (base + count).initialize(repeating: 0, count: Self.padding)
        return keep
    }

    /// Makes the window begin at this index: what comes next is read from there.
    func consume(upTo index: Int) {
        drop(index)
        (base + count).initialize(repeating: 0, count: Self.padding)
    }

    /// Skips the rest of the line that an offset is in; false where no line ends in the window.
    func skipToLine() throws(TraceError) -> Bool {
        guard !beginsAtLine else { return true }
        _ = try refill(keeping: 0)
        guard let end = UnsafeBufferPointer(start: base, count: count).firstIndex(of: 0x0A) else { return false }
        consume(upTo: end + 1)
        // Lines are counted from here on: the reader of the line before counts its end.
        newlinesBeforeBase = 0
        return true
    }

    /// Goes on as another input of the same file does, which began at the line `start` that this one has come to, and
    /// hashes bytes from the block at `first` on.
    func goOn(as other: ByteInput, from start: Int, first: Int) {
        let newlines = place(of: start - baseOffset).line.map { $0 - 1 } ?? 0
        // Not `swap`: while a property of a class may be lent like that, every reading of it is checked.
        (base, other.base) = (other.base, base)
        (descriptor, other.descriptor) = (other.descriptor, descriptor)
        (capacity, other.capacity) = (other.capacity, capacity)
        newlinesBeforeBase = newlines + other.newlinesBeforeBase
        onRead?(other.baseOffset + other.count - baseOffset - count)
        (count, baseOffset, atEnd) = (other.count, other.baseOffset, other.atEnd)
        (lineStartBeforeBase, counted) = (other.lineStartBeforeBase, other.counted)
        hash = hash.joined(at: first, with: other.hash)
    }

    /// Reads past everything that is left, so that `hash` covers all of the input.
    func readToEnd() throws(TraceError) {
        while !atEnd { _ = try refill(keeping: count) }
    }

    /// Puts the next bytes behind the window, and returns as `read` does.
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

    /// Whether all of the input is in the window.
    var isWhole: Bool { atEnd }

    /// The bytes behind the window and behind those that this returned before; zero at the end. They are not consumed: a file
    /// is read without moving on in it, and what can be read only once is kept in a temporary file.
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

    /// As `read`, which is asked again where a signal came between.
    static func readSome(of descriptor: Int32, to target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        while true {
            let got = read(descriptor, target, room)
            if got >= 0 || errno != EINTR { return got }
        }
    }

    /// Looks up now and then while a pipe has nothing to say, so that a wish to stop is heard.
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

    /// The first bytes of the input, fewer where it ends; nothing is consumed.
    func start(_ length: Int) throws(TraceError) -> UnsafeBufferPointer<UInt8> {
        while count < length, !atEnd { _ = try refill(keeping: 0) }
        return UnsafeBufferPointer(start: UnsafePointer(base), count: min(count, length))
    }

    /// The place of a byte of the window; line and column are counted only now.
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

    /// Every byte passes here once; the C library looks at many of them at a time.
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
