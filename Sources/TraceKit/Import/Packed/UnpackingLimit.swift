/// How much is unpacked of one file: of all parts of a zip file together, and of what is packed inside of them.
///
/// A part that is read again counts once. Threads may read different parts.
final class UnpackingLimit: @unchecked Sendable {
    /// What was read of one stream.
    private struct Progress {
        var packed = 0
        var unpacked = 0
    }

    /// One stream of the file: a part of a zip file by its offset, or what is packed inside of that part.
    struct Share {
        fileprivate let limit: UnpackingLimit
        fileprivate let offset: Int
        fileprivate let isNested: Bool

        /// The share of what is packed inside of this stream.
        var nested: Share { Share(limit: limit, offset: offset, isNested: true) }

        /// Takes down that the stream has been read up to there; what is wrong with that, or nil.
        func note(packed: Int, unpacked: Int) -> String? {
            limit.note(offset, isNested: isNested, Progress(packed: packed, unpacked: unpacked))
        }
    }

    private let monitor = Monitor()
    private var outer: [Int: Progress] = [:]
    private var nested: [Int: Progress] = [:]
    private var (packed, unpacked, unpackedNested) = (0, 0, 0)
    private var problem: String?

    /// Whether no more may be unpacked.
    var isReached: Bool { monitor.locked { problem != nil } }

    func share(offset: Int) -> Share { Share(limit: self, offset: offset, isNested: false) }

    private func note(_ offset: Int, isNested: Bool, _ progress: Progress) -> String? {
        monitor.locked {
            if isNested {
                unpackedNested += Self.advance(&nested, offset, progress).unpacked
            } else {
                let more = Self.advance(&outer, offset, progress)
                packed += more.packed
                unpacked += more.unpacked
            }
            if problem == nil { problem = findProblem() }
            return problem
        }
    }

    /// Moves a stream on, and returns by how much.
    private static func advance(_ streams: inout [Int: Progress], _ offset: Int, _ now: Progress) -> Progress {
        let before = streams[offset] ?? Progress()
        let after = Progress(packed: max(before.packed, now.packed), unpacked: max(before.unpacked, now.unpacked))
        streams[offset] = after
        return Progress(packed: after.packed - before.packed, unpacked: after.unpacked - before.unpacked)
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
