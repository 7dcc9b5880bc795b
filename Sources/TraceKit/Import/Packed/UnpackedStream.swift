/// The decompressed bytes of a gzip file, a zlib stream or a deflated part of a zip file, checked against its checksum
/// and size.
final class UnpackedStream: ByteStream {
    enum Packing: Equatable {
        /// RFC 1952; several members may follow one another.
        case gzip
        /// RFC 1950.
        case zlib
        /// The checksum and size in a zip file's list.
        case deflate(crc: UInt32, count: Int)
    }

    /// The limits on decompressed data: not too much and, beyond some amount, not too many times the compressed size
    /// (`UnpackingLimit`).
    enum Limits {
        static let bytes = 64 << 30
        static let freeBytes = 128 << 20
        /// The same for nested compression: a recording has lists that are mostly zeros.
        static let nestedFreeBytes = 1 << 30
        static let ratio = 400
        /// The largest difference between the size stated at the end of a damaged gzip file and the decompressed size.
        static let damage = 32 << 10
    }

    private let inflater: Inflater
    private let source: any ByteStream
    private let packing: Packing
    private let name: String
    private let start: Int
    private let share: UnpackingLimit.Share
    private var hasBegun = false
    private var isFinished = false
    private var crc = CRC32()
    private var adler = Adler32()
    /// The bytes of the current member.
    private var count = 0
    private var total = 0
    /// Whether a byte was missing outside of the compressed data.
    private var endsEarly = false
    private(set) var cut: TraceError?

    /// Decompresses a stream. `offset`: the offset of the stream in the file; `share`: its share of a limit that it has
    /// in common with others.
    init(
        _ source: any ByteStream, _ packing: Packing, name: String, offset: Int = 0, share: UnpackingLimit.Share? = nil
    ) {
        (self.source, self.packing, self.name, start) = (source, packing, name, offset)
        self.share = share ?? UnpackingLimit().share(offset: offset)
        inflater = Inflater(source, name: name, offset: offset)
    }

    static func isGzip(_ head: some Collection<UInt8>) -> Bool { head.starts(with: [0x1F, 0x8B]) }

    /// Whether the head is 0x78 and, as 16 bits, divisible by 31, like all compressed data in a recording.
    static func isZlib(_ head: [UInt8]) -> Bool {
        head.count >= 2 && head[0] == 0x78 && (Int(head[0]) << 8 | Int(head[1])) % 31 == 0
    }

    func watch(_ interruption: Interruption?) { source.watch(interruption) }

    func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int {
        let got = try unpack(to: target, room)
        guard got > 0 else { return 0 }
        let bytes = UnsafeBufferPointer(start: UnsafePointer(target), count: got)
        if packing == .zlib { adler.update(bytes) } else { crc.update(bytes) }
        count += got
        total += got
        try checkSize()
        return got
    }

    /// Decompresses the next bytes, unchecked; none at the end, and if gzip data were cut.
    private func unpack(to target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int {
        do throws(TraceError) {
            while !isFinished {
                if !hasBegun { try begin() }
                let got = try inflater.read(to: target, room)
                if got > 0 { return got }
                try end()
            }
        } catch {
            guard isCut else { throw error }
            (cut, isFinished) = (error, true)
        }
        return 0
    }

    /// Whether gzip data end early, after something readable. A complete file that is damaged may seem to end early
    /// too, but its last four bytes are about the size of what was decompressed.
    private var isCut: Bool {
        guard packing == .gzip, total > 0 else { return false }
        guard inflater.isCut else { return endsEarly }
        let length = Int(UInt32(truncatingIfNeeded: count))
        return inflater.lastNumber.map { abs(Int($0) - length) > Limits.damage } ?? true
    }

    private func checkSize() throws(TraceError) {
        if case .deflate(_, let stated) = packing, total > stated {
            throw wrong("it unpacks to more than its \(stated) bytes")
        }
        if let problem = share.note(packed: inflater.offset - start, unpacked: total) {
            throw wrong(problem, fix: "unpack it yourself, and give what comes out of it if you trust that")
        }
    }

    // MARK: Around the stream

    private func byte() throws(TraceError) -> UInt8 {
        if let byte = try inflater.byteBehind() { return byte }
        endsEarly = true
        throw wrong("it ends too early")
    }

    private func number(bytes: Int) throws(TraceError) -> UInt32 {
        var number: UInt32 = 0
        for index in 0..<bytes { number |= UInt32(try byte()) << UInt32(8 * index) }
        return number
    }

    private func begin() throws(TraceError) {
        switch packing {
        case .deflate: break
        case .zlib:
            let head = [try byte(), try byte()]
            guard Self.isZlib(head), head[1] & 0x20 == 0 else { throw wrong("its head is wrong") }
        case .gzip: try readHead()
        }
        (crc, adler, count) = (CRC32(), Adler32(), 0)
        inflater.restart()
        hasBegun = true
    }

    private func readHead() throws(TraceError) {
        let head = [try byte(), try byte(), try byte(), try byte()]
        guard Self.isGzip(head), head[2] == 8, head[3] & 0xE0 == 0 else {
            throw wrong("the head of its gzip data is wrong")
        }
        let flags = head[3]
        _ = try (number(bytes: 4), number(bytes: 2))
        if flags & 4 != 0 { for _ in 0..<(try number(bytes: 2)) { _ = try byte() } }
        for flag: UInt8 in [8, 16] where flags & flag != 0 { while try byte() != 0 {} }
        if flags & 2 != 0 { _ = try number(bytes: 2) }
    }

    private func end() throws(TraceError) {
        isFinished = true
        switch packing {
        case .deflate(let stated, let length):
            guard crc.value == stated, count == length else { throw wrong("its checksum or length is wrong") }
        case .zlib:
            var stated: UInt32 = 0
            for _ in 0..<4 { stated = stated << 8 | UInt32(try byte()) }
            guard adler.value == stated else { throw wrong("its checksum is wrong") }
            guard try inflater.byteBehind() == nil else { throw wrong("something is behind its end") }
        case .gzip:
            guard try number(bytes: 4) == crc.value else { throw wrong("its checksum is wrong") }
            guard try number(bytes: 4) == UInt32(truncatingIfNeeded: count) else { throw wrong("its length is wrong") }
            try beginNext()
        }
    }

    /// Moves to the next member of a gzip file. Zeros at its end are padding from tapes.
    private func beginNext() throws(TraceError) {
        var next = try inflater.byteBehind()
        guard next != nil else { return }
        while next == 0 { next = try inflater.byteBehind() }
        guard next != nil else { return }
        guard next == 0x1F else { throw wrong("something else is behind its gzip data") }
        inflater.giveBack()
        (isFinished, hasBegun) = (false, false)
    }

    private func wrong(_ what: String, fix: String = "copy or pack it again") -> TraceError {
        TraceError(
            .input, "cannot unpack the file: \(what)", at: Place(file: name, byte: inflater.offset), fix: fix)
    }
}
