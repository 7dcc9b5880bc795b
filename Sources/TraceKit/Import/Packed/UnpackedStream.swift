/// The bytes of a gzip file, of a zlib stream or of a deflated part of a zip file, checked against what it says of them.
final class UnpackedStream: ByteStream {
    enum Packing: Equatable {
        /// RFC 1952; several may follow one another.
        case gzip
        /// RFC 1950.
        case zlib
        /// What a zip file's list says of the bytes.
        case deflate(crc: UInt32, count: Int)
    }

    /// What is unpacked of a file must not be too much, and where it is much not too many times what it was
    /// (`UnpackingLimit`).
    enum Limits {
        static let bytes = 64 << 30
        static let freeBytes = 128 << 20
        /// The same where something packed is packed again: a recording has lists that are little but zeros.
        static let nestedFreeBytes = 1 << 30
        static let ratio = 400
        /// How far the length at the end of a gzip file may be from what was unpacked of a damaged one.
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
    /// Of the member that is being read.
    private var count = 0
    private var total = 0
    /// Whether a byte was missing around the packed data.
    private var endsEarly = false
    private(set) var cut: TraceError?

    /// `offset`: where in the file the stream begins; `share`: its part in what may be unpacked, where others have one too.
    init(
        _ source: any ByteStream, _ packing: Packing, name: String, offset: Int = 0, share: UnpackingLimit.Share? = nil
    ) {
        (self.source, self.packing, self.name, start) = (source, packing, name, offset)
        self.share = share ?? UnpackingLimit().share(offset: offset)
        inflater = Inflater(source, name: name, offset: offset)
    }

    static func isGzip(_ head: some Collection<UInt8>) -> Bool { head.starts(with: [0x1F, 0x8B]) }

    /// 0x78 and the 16-bit head divisible by 31, as everything in a recording begins that is packed.
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

    /// The next bytes, unchecked; none at the end, and where gzip data were cut.
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

    /// Whether gzip data end before their end, behind something that can be read. A whole file that was damaged may seem to
    /// end early too, but its last four bytes are about the length of what was unpacked.
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

    /// Goes on to the next part of a gzip file. Zeros at its end are what tapes leave there.
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
