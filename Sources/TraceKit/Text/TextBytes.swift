/// A byte buffer for text being written: exports consist of millions of pieces of a few bytes.
final class TextBytes {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 1 << 12) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

    func append(_ text: String) {
        var text = text
        text.withUTF8 { if let base = $0.baseAddress { append(base, $0.count) } }
    }

    func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        if capacity - count < length { grow(by: length) }
        (start + count).update(from: bytes, count: length)
        count += length
    }

    func append(byte: UInt8) {
        if count == capacity { grow(by: 1) }
        start[count] = byte
        count += 1
    }

    func append(_ number: UInt64) {
        // The longest number has twenty digits.
        if capacity - count < 20 { grow(by: 20) }
        var (rest, digits) = (number, 1)
        while rest >= 10 {
            rest /= 10
            digits += 1
        }
        rest = number
        for place in stride(from: count + digits - 1, through: count, by: -1) {
            start[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += digits
    }

    func append(_ number: Int64) {
        if number < 0 { append(byte: UInt8(ascii: "-")) }
        append(UInt64(number.magnitude))
    }

    /// Appends the bytes of `other`.
    func append(_ range: Range<Int>, of other: TextBytes) { append(other.start + range.lowerBound, range.count) }

    func clear() { count = 0 }

    /// The written bytes, valid while `body` runs.
    func withBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        body(UnsafeBufferPointer(start: start, count: count))
    }

    /// Truncates to the given number of bytes.
    func drop(to length: Int) { count = min(count, length) }

    /// Returns and clears the text written since the last call.
    func drain() -> String {
        defer { count = 0 }
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    private func grow(by length: Int) {
        let larger = max(2 * capacity, count + length)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        new.update(from: start, count: count)
        start.deallocate()
        (start, capacity) = (new, larger)
    }
}

extension String {
    /// Concatenates pieces with one copy each; interpolation copies long ones several times.
    init(pieces: [String]) {
        let count = pieces.reduce(0) { $0 + $1.utf8.count }
        self.init(unsafeUninitializedCapacity: count) { room in
            var end = 0
            for var piece in pieces {
                piece.withUTF8 { bytes in
                    _ = UnsafeMutableBufferPointer(rebasing: room[end...]).update(fromContentsOf: bytes)
                    end += bytes.count
                }
            }
            return end
        }
    }
}

/// Texts in the form they have in an export, escaped and quoted, by number. Each is made on first use; above a total
/// size they are discarded and made again.
final class LiteralTexts {
    private let bytes = TextBytes()
    private var ends: [(from: Int, to: Int)]
    private let make: (Int, TextBytes) -> Void
    private static let mostBytes = 16 << 20

    convenience init(count: Int, _ make: @escaping (Int) -> String) {
        self.init(count: count, appending: { $1.append(make($0)) })
    }

    /// - Parameter make: appends a text to the given buffer.
    init(count: Int, appending make: @escaping (Int, TextBytes) -> Void) {
        ends = Array(repeating: (-1, -1), count: count)
        self.make = make
    }

    func write(_ number: Int, to out: TextBytes) {
        if ends[number].from < 0 { add(number) }
        out.append(ends[number].from..<ends[number].to, of: bytes)
    }

    private func add(_ number: Int) {
        if bytes.count > Self.mostBytes {
            bytes.clear()
            for place in ends.indices { ends[place] = (-1, -1) }
        }
        let from = bytes.count
        make(number, bytes)
        ends[number] = (from, bytes.count)
    }
}
