/// The bytes of a gzip file, of a zlib stream or of a deflated part of a zip file, checked against what it says of them.
final class UnpackedStream: ByteStream {
    enum Packing: Equatable {
        /// RFC 1952; several may stand one behind the other.
        case gzip
        /// RFC 1950.
        case zlib
        /// What a zip file's list says of the bytes.
        case deflate(crc: UInt32, count: Int)
    }

    /// What is unpacked must not be too much, and where it is much not too many times what it was.
    enum Limits {
        static let bytes = 64 << 30
        static let freeBytes = 128 << 20
        static let ratio = 400
    }

    private let inflater: Inflater
    private let source: any ByteStream
    private let packing: Packing
    private let name: String
    private let start: Int
    private var hasBegun = false
    private var isFinished = false
    private var crc = CRC32()
    private var adler = Adler32()
    /// Of the member that is being read.
    private var count = 0
    private var total = 0

    /// `offset`: where in the file the stream begins.
    init(_ source: any ByteStream, _ packing: Packing, name: String, offset: Int = 0) {
        (self.source, self.packing, self.name, start) = (source, packing, name, offset)
        inflater = Inflater(source, name: name, offset: offset)
    }

    static func isGzip(_ head: some Collection<UInt8>) -> Bool { head.starts(with: [0x1F, 0x8B]) }

    /// 0x78 and the 16-bit head divisible by 31, as everything in a recording begins that is packed.
    static func isZlib(_ head: [UInt8]) -> Bool {
        head.count >= 2 && head[0] == 0x78 && (Int(head[0]) << 8 | Int(head[1])) % 31 == 0
    }

    func watch(_ interruption: Interruption?) { source.watch(interruption) }

    func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int {
        while !isFinished {
            if !hasBegun { try begin() }
            let got = try inflater.read(to: target, room)
            guard got > 0 else {
                try end()
                continue
            }
            let bytes = UnsafeBufferPointer(start: UnsafePointer(target), count: got)
            if packing == .zlib { adler.update(bytes) } else { crc.update(bytes) }
            count += got
            total += got
            try checkSize()
            return got
        }
        return 0
    }

    private func checkSize() throws(TraceError) {
        var most = Limits.bytes
        if case .deflate(_, let stated) = packing { most = min(most, stated) }
        guard total <= most else {
            throw wrong(most < Limits.bytes ? "it unpacks to more than its \(most) bytes" : "it unpacks to too much")
        }
        guard total > Limits.freeBytes, total / Limits.ratio > inflater.offset - start else { return }
        throw wrong("it unpacks to more than \(Limits.ratio) times its size, as no trace does")
    }

    // MARK: What stands around the stream

    private func byte() throws(TraceError) -> UInt8 {
        guard let byte = try inflater.byteBehind() else { throw wrong("it ends too early") }
        return byte
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
            guard try inflater.byteBehind() == nil else { throw wrong("something stands behind its end") }
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
        guard next == 0x1F else { throw wrong("something else stands behind its gzip data") }
        inflater.giveBack()
        (isFinished, hasBegun) = (false, false)
    }

    private func wrong(_ what: String) -> TraceError {
        TraceError(
            .input, "cannot unpack the file: \(what)", at: Place(file: name, byte: inflater.offset),
            fix: "copy or pack it again")
    }
}
