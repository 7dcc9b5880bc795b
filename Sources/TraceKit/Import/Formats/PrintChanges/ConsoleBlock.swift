/// Lines of a console whose metadata may still be to come, copied: the reader's window moves on.
struct ConsoleBlock {
    struct Line {
        /// Valid until the next line is added.
        var bytes: ByteSlice
        /// Its offset in the file.
        var offset: Int
    }

    private struct Place: BitwiseCopyable {
        var first: Int
        var count: Int
        var offset: Int
    }

    /// No message has more bytes or lines than these.
    private static let mostBytes = 64 << 10
    private static let mostLines = 1000

    private let bytes = Column<UInt8>(capacity: 4096)
    private let places = Column<Place>()

    var isEmpty: Bool { places.count == 0 }

    /// Whether a line can be added.
    func hasRoom(for line: ByteSlice) -> Bool {
        places.count < Self.mostLines && bytes.count + line.count + ByteInput.padding <= Self.mostBytes
    }

    /// A line for which there never is room is cut.
    func append(_ line: LineReader.Line) {
        var count = min(line.bytes.count, Self.mostBytes - ByteInput.padding - bytes.count)
        // No character is cut in two.
        while count > 0, count < line.bytes.count, line.bytes[count] & 0xC0 == 0x80 { count -= 1 }
        places.append(Place(first: bytes.count, count: count, offset: line.offset))
        bytes.append(contentsOf: line.bytes.start, count: count)
        bytes.pad(to: bytes.count + ByteInput.padding, with: 0)
    }

    func removeAll() {
        bytes.removeAll()
        places.removeAll()
    }

    /// All lines but those that are blank at the beginning and the end.
    var lines: [Line] {
        let all = places.buffer.map { Line(bytes: ByteSlice(bytes.base + $0.first, $0.count), offset: $0.offset) }
        let first = all.firstIndex { !$0.bytes.trimmed().isEmpty } ?? all.count
        let last = all.lastIndex { !$0.bytes.trimmed().isEmpty } ?? first - 1
        return Array(all[first..<(last + 1)])
    }
}
