/// Bytes inside a reader's window: valid only until the reader moves on. Sixteen readable bytes follow it.
struct ByteSlice {
    let start: UnsafePointer<UInt8>
    let count: Int

    @inline(__always)
    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
        self.start = start
        self.count = count
    }

    /// Calls `body` with a copy of the bytes, followed by readable ones.
    static func with<Result, Failure>(
        _ bytes: some Sequence<UInt8>, _ body: (ByteSlice) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let padded = Array(bytes) + [UInt8](repeating: 0, count: padding)
        return try padded.withUnsafeBufferPointer { buffer throws(Failure) in
            try body(ByteSlice(buffer.baseAddress ?? emptyBytes, buffer.count - padding))
        }
    }

    static let padding = 16

    @inline(__always)
    subscript(index: Int) -> UInt8 { start[index] }

    var isEmpty: Bool { count == 0 }
    var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }
    var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// Whether the bytes are exactly this ASCII text.
    @inline(__always)
    func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && equalBytes(start, text.utf8Start, count)
    }

    @inline(__always)
    func hasPrefix(_ text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && equalBytes(start, text.utf8Start, text.utf8CodeUnitCount)
    }

    func hasSuffix(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        return count >= length && equalBytes(start + (count - length), text.utf8Start, length)
    }

    func dropFirst(_ number: Int) -> ByteSlice {
        let number = min(number, count)
        return ByteSlice(start + number, count - number)
    }

    func dropLast(_ number: Int) -> ByteSlice { ByteSlice(start, max(0, count - number)) }

    func prefix(_ number: Int) -> ByteSlice { ByteSlice(start, min(number, count)) }

    /// The offset of the first `byte` at or after `from`, or nil.
    func firstIndex(of byte: UInt8, from: Int = 0) -> Int? {
        guard from < count, let found = memchr(start + from, Int32(byte), count - from) else { return nil }
        return UnsafeRawPointer(start).distance(to: found)
    }

    /// The eight bytes from `offset` on, in memory order. At most sixteen may be beyond the end.
    @inline(__always)
    func word(_ offset: Int) -> UInt64 { UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self) }

    /// Whether the ASCII text is at `offset`, completely before the end or in the bytes after it.
    @inline(__always)
    func has(_ text: StaticString, at offset: Int) -> Bool {
        equalBytes(start + offset, text.utf8Start, text.utf8CodeUnitCount)
    }

    /// The slice without spaces, tabs and line ends on both sides.
    func trimmed() -> ByteSlice {
        var first = 0
        var last = count
        while first < last, isSpace(start[first]) { first += 1 }
        while last > first, isSpace(start[last - 1]) { last -= 1 }
        return ByteSlice(start + first, last - first)
    }
}

@inline(__always)
func equalBytes(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    memcmp(left, right, count) == 0
}

/// The first byte from `start` on that is one of the three, a control character or not ASCII.
/// Readers stop at the zeros behind their window. Works on eight bytes at a time: byte by byte, the
/// report of a large export takes a sixth longer.
@inline(__always)
func firstSpecial(
    from start: UnsafePointer<UInt8>, _ one: UInt8, _ two: UInt8, _ three: UInt8
) -> UnsafePointer<UInt8> {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let (first, second, third) = (ones &* UInt64(one), ones &* UInt64(two), ones &* UInt64(three))
    var place = start
    while true {
        let word = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
        // A byte that is now zero borrows from the one above it, so only the lowest mark is
        // certain.
        let equal = ((word ^ first) &- ones) | ((word ^ second) &- ones) | ((word ^ third) &- ones)
        let marks = (equal | (word &- (ones &* 0x20)) | word) & tops
        if marks != 0 { return place + marks.trailingZeroBitCount / 8 }
        place += 8
    }
}

@inline(__always)
func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

/// A valid address for slices without bytes (sixteen zeros, like the padding behind every window).
var emptyBytes: UnsafePointer<UInt8> { StaticString("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0").utf8Start }

/// Reads little-endian numbers at any alignment.
extension UnsafeRawPointer {
    @inline(__always)
    func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}
