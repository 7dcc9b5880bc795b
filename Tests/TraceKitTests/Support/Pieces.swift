import Foundation

@testable import TraceKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An input that arrives in pieces of `size` bytes, each by a read of its own, so that tokens cross refills.
///
/// A writer waits until the reader has taken a piece before it sends the next.
func inputInPieces(_ bytes: [UInt8], size: Int, name: String = "pieces.json") -> ByteInput {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "no pipe")
    let (reading, writing) = (ends[0], ends[1])
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            guard write(writing, piece, piece.count) == piece.count, waitUntilTaken(reading, writing) else { break }
        }
        close(writing)
    }
    return ByteInput(descriptor: reading, name: name)
}

#if canImport(Darwin)
    /// FIONREAD, a macro that Swift does not see there.
    private let bytesWaiting: UInt = 0x4004_667F
#else
    private let bytesWaiting = UInt(FIONREAD)
#endif

/// Whether the reader took everything; false when it gave up.
private func waitUntilTaken(_ reading: Int32, _ writing: Int32) -> Bool {
    var waiting: Int32 = 1
    while true {
        // The end that reads: asked about the other one, macOS says that nothing waits.
        guard ioctl(reading, bytesWaiting, &waiting) == 0, waiting > 0 else { return true }
        var state = pollfd(fd: writing, events: 0, revents: 0)
        if poll(&state, 1, 0) > 0 { return false }
        sched_yield()
    }
}

func inputInPieces(_ text: String, size: Int, name: String = "pieces.json") -> ByteInput {
    inputInPieces(Array(text.utf8), size: size, name: name)
}
