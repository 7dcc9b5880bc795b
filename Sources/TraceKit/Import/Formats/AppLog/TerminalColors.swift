/// Removes colours from lines written for a terminal.
struct TerminalColors {
    private let plain = Column<UInt8>(capacity: 1024)
    private static let escape: UInt8 = 0x1B

    /// The line without its escape sequences (`ESC [ … m`); valid until the next call.
    func removed(from line: ByteSlice) -> ByteSlice {
        guard var next = line.firstIndex(of: Self.escape) else { return line }
        plain.removeAll()
        var start = 0
        while true {
            plain.append(contentsOf: line.start + start, count: next - start)
            start = next + 1
            if start < line.count, line[start] == UInt8(ascii: "[") {
                start += 1
                // Parameters, then the letter that ends the sequence.
                while start < line.count, line[start] < 0x40 { start += 1 }
                start = min(start + 1, line.count)
            }
            guard let further = line.firstIndex(of: Self.escape, from: start) else { break }
            next = further
        }
        plain.append(contentsOf: line.start + start, count: line.count - start)
        let count = plain.count
        plain.pad(to: count + ByteInput.padding, with: 0)
        return ByteSlice(plain.base, count)
    }
}
