/// Reads a file on a thread of its own, so that whoever makes something of its bytes need not wait until the system has
/// copied them, nor hash them: of an XML export, which one thread has to read from its beginning to its end, that is a
/// fifth of the time, and more where the file comes from the disk.
final class ReadAhead {
    private let ring: PieceRing
    private let work: BackgroundWork<ContentHash>
    private let taker: PieceTaker

    /// Begins to read where the descriptor stands; `hash` is of what was read before. Nobody else may read from the descriptor
    /// from here on, and it must stay open until this is gone. Nil where no thread can be had.
    init?(_ descriptor: Int32, hash: ContentHash) {
        let ring = PieceRing()
        self.ring = ring
        taker = PieceTaker(ring)
        work = BackgroundWork { () throws(TraceError) in Self.fill(ring, from: descriptor, hash) }
        guard work.isRunning else { return nil }
    }

    deinit {
        ring.stop()
        _ = try? work.wait()
    }

    /// As `read`: zero at the end of the file, -1 and `errno` where it cannot be read further.
    func take(to target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int { taker.take(to: target, room) }

    /// Of all bytes of the file, once `take` has said that there are no more.
    func hash() -> ContentHash { (try? work.wait()) ?? ContentHash() }

    private static func fill(_ ring: PieceRing, from descriptor: Int32, _ hash: ContentHash) -> ContentHash {
        var hash = hash
        while let room = ring.room() {
            let got = ByteInput.readSome(of: descriptor, to: room, PieceRing.pieceSize)
            let code = errno
            if got > 0 { hash.update(UnsafeBufferPointer(start: room, count: got)) }
            ring.append(got, code)
            if got <= 0 { break }
        }
        return hash
    }
}

/// Reads a stream on a thread of its own: whoever makes something of its bytes need not unpack them too.
final class StreamAhead: ByteStream {
    private let ring: PieceRing
    private let work: BackgroundWork<Void>
    private let taker: PieceTaker

    /// Nobody else may read from the stream from here on. Nil where no thread can be had.
    init?(_ stream: any ByteStream) {
        let ring = PieceRing()
        self.ring = ring
        taker = PieceTaker(ring)
        work = BackgroundWork { () throws(TraceError) in try Self.fill(ring, from: stream) }
        guard work.isRunning else { return nil }
    }

    deinit {
        ring.stop()
        _ = try? work.wait()
    }

    func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int {
        let count = taker.take(to: target, room)
        if count < 0 { try work.wait() }
        return max(0, count)
    }

    private static func fill(_ ring: PieceRing, from stream: any ByteStream) throws(TraceError) {
        while let room = ring.room() {
            var got = -1
            defer { ring.append(got, 0) }
            got = try stream.read(to: room, PieceRing.pieceSize)
            if got == 0 { break }
        }
    }
}

/// Takes the bytes of pieces, however many are asked for.
private final class PieceTaker {
    private let ring: PieceRing
    /// Bytes of the piece at hand that were taken.
    private var offset = 0

    init(_ ring: PieceRing) { self.ring = ring }

    /// Puts the next bytes at `target`, as many as are there, up to `room`. As `read`: zero at the end of the file, -1 and
    /// `errno` where it cannot be read further.
    func take(to target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        var count = 0
        while count < room, let piece = ring.first(waiting: count == 0) {
            guard piece.count > 0 else {
                if count == 0 { errno = piece.code }
                return count > 0 ? count : piece.count
            }
            let length = min(room - count, piece.count - offset)
            (target + count).update(from: piece.bytes + offset, count: length)
            count += length
            offset += length
            if offset == piece.count {
                ring.removeFirst()
                offset = 0
            }
        }
        return count
    }
}

/// Pieces of a file between the thread that reads them and the one that takes them.
private final class PieceRing: @unchecked Sendable {
    /// `count` is what `read` returned; `code` says why where that is below zero.
    typealias Piece = (bytes: UnsafeMutablePointer<UInt8>, count: Int, code: Int32)

    static let pieceSize = 256 << 10
    /// All together fit the processor's caches.
    private static let most = 8
    private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: most * pieceSize)
    private let monitor = Monitor()
    /// What `read` returned, by place in the ring.
    private var counts = [Int](repeating: 0, count: most)
    private var code: Int32 = 0
    /// Pieces that were appended and removed, ever.
    private var (appended, removed) = (0, 0)
    private var isStopped = false
    /// Somebody waits for the first piece, or for room.
    private var isAwaited = false

    deinit { bytes.deallocate() }

    // MARK: The thread that reads

    /// Where to put the next piece; nil once nobody wants it any more. Where all places are taken, this waits until half of
    /// them are free: to wake a thread for every piece would take longer than to copy it.
    func room() -> UnsafeMutablePointer<UInt8>? {
        monitor.locked {
            if appended - removed == Self.most { waitUntil { appended - removed <= Self.most / 2 } }
            return isStopped ? nil : bytes + appended % Self.most * Self.pieceSize
        }
    }

    func append(_ count: Int, _ code: Int32) {
        monitor.locked {
            counts[appended % Self.most] = count
            self.code = code
            appended += 1
            wake()
        }
    }

    // MARK: The thread that takes

    /// The oldest piece; nil where there is none yet and this is not to wait.
    func first(waiting: Bool) -> Piece? {
        monitor.locked {
            if waiting { waitUntil { appended > removed } }
            guard appended > removed else { return nil }
            let place = removed % Self.most
            return (bytes + place * Self.pieceSize, counts[place], code)
        }
    }

    func removeFirst() {
        monitor.locked {
            removed += 1
            if appended - removed == Self.most / 2 { wake() }
        }
    }

    /// Nothing more is wanted.
    func stop() {
        monitor.locked {
            isStopped = true
            wake()
        }
    }

    // MARK: Both

    private func waitUntil(_ isThere: () -> Bool) {
        while !isThere(), !isStopped {
            isAwaited = true
            monitor.wait()
        }
    }

    private func wake() {
        guard isAwaited else { return }
        isAwaited = false
        monitor.signal()
    }
}
