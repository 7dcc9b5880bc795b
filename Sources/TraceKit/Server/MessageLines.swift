/// Splits a stream into messages, one per line. Memory is bounded by the longest accepted message; the rest of a longer
/// one is skipped.
struct MessageLines {
    enum Line: Equatable {
        case bytes([UInt8])
        /// Longer than `limit`; reported once, as soon as it is known.
        case tooLong
    }

    static let longest = 4 << 20

    /// Fills a buffer like `read`: the number of bytes, zero at the end, negative for an error.
    private let fill: (UnsafeMutableRawBufferPointer) -> Int
    private let limit: Int
    /// Bytes read but not yet returned, from `next` on.
    private var pending: [UInt8] = []
    private var next = 0
    /// `pending` has no line end before this index.
    private var searched = 0
    private var isSkipping = false
    private var isAtEnd = false
    private var piece = [UInt8](repeating: 0, count: 64 << 10)

    init(limit: Int = longest, _ fill: @escaping (UnsafeMutableRawBufferPointer) -> Int) {
        (self.limit, self.fill) = (limit, fill)
    }

    /// Reads lines from an open descriptor.
    init(descriptor: Int32) {
        self.init { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count >= 0 || errno != EINTR { return count }
            }
        }
    }

    /// The next non-empty line without its end; the text after the last line end is a line too. Nil at the end.
    mutating func nextLine() -> Line? {
        while true {
            if let end = pending[searched...].firstIndex(of: 0x0A) {
                let line = Self.content(pending[next..<end])
                (next, searched) = (end + 1, end + 1)
                if isSkipping {
                    isSkipping = false
                } else if line.count > limit {
                    return .tooLong
                } else if !Self.isBlank(line) {
                    return .bytes(Array(line))
                }
                continue
            }
            if !isSkipping, Self.content(pending[next...]).count > limit {
                isSkipping = true
                forget()
                return .tooLong
            }
            if isSkipping { forget() }
            searched = pending.count
            if isAtEnd {
                let rest = isSkipping ? [] : Array(Self.content(pending[next...]))
                forget()
                return Self.isBlank(rest[...]) ? nil : .bytes(rest)
            }
            readOn()
        }
    }

    private mutating func forget() {
        pending.removeAll(keepingCapacity: pending.capacity <= 1 << 20)
        (next, searched) = (0, 0)
    }

    private mutating func readOn() {
        if next > 0 {
            pending.removeFirst(next)
            (next, searched) = (0, searched - next)
            if pending.isEmpty, pending.capacity > 1 << 20 { pending = [] }
        }
        let count = piece.withUnsafeMutableBytes(fill)
        if count > 0 { pending += piece.prefix(count) } else { isAtEnd = true }
    }

    /// The line without a trailing carriage return.
    private static func content(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == 0x0D ? line.dropLast() : line
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}

/// Writes messages, one per line, from any thread.
final class MessageOutlet: @unchecked Sendable {
    private let monitor = Monitor()
    private let write: ([UInt8]) -> Bool
    private var isGone = false

    /// - Parameter write: writes bytes; returns false when the reader has gone.
    init(_ write: @escaping ([UInt8]) -> Bool) { self.write = write }

    /// Whether the reader has gone.
    var isClosed: Bool { monitor.locked { isGone } }

    func send(_ message: JSONValue) {
        let bytes = Array((message.line + "\n").utf8)
        monitor.locked { if !isGone, !write(bytes) { isGone = true } }
    }
}
