/// The smallest and the largest value of a column in a row group: readers pass over groups that cannot hold what they look
/// for.
struct ParquetStatistics {
    let nulls: Int
    /// As PLAIN writes them, without the length of a text; nil where there is none.
    private(set) var range: (low: [UInt8], high: [UInt8])?
    /// False where long texts stand cut, as bounds.
    private(set) var isExact = true

    private static let longestText = 64

    init(_ cells: ParquetCells) {
        nulls = cells.nulls
        switch cells.kind {
        case .bool, .integer, .time:
            guard let low = cells.integers.min(), let high = cells.integers.max() else { return }
            range = cells.kind == .bool ? ([UInt8(low)], [UInt8(high)]) : (Self.bytes(low), Self.bytes(high))
        case .real: setReals(cells.reals)
        case .text: setTexts(cells.texts)
        }
    }

    func write(_ thrift: inout ThriftBytes) {
        thrift.i64(3, nulls)
        guard let range else { return }
        thrift.binary(5, range.high)
        thrift.binary(6, range.low)
        thrift.bool(7, isExact)
        thrift.bool(8, isExact)
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(value)
        return bytes
    }

    /// None where a value is no number: some engines take it for the largest of all and would pass over it. Zeros have the
    /// sign that makes the range wider.
    private mutating func setReals(_ values: [Double]) {
        guard let low = values.min(), let high = values.max(), !values.contains(where: \.isNaN) else { return }
        range = (
            Self.bytes((low == 0 ? -0.0 : low).bitPattern), Self.bytes((high == 0 ? 0.0 : high).bitPattern)
        )
    }

    private mutating func setTexts(_ texts: DistinctTexts) {
        guard texts.count > 0 else { return }
        var (lowest, highest) = (0, 0)
        for number in 1..<max(texts.count, 1) {
            if texts.isBelow(number, lowest) { lowest = number }
            if texts.isBelow(highest, number) { highest = number }
        }
        let (low, high) = (texts[lowest], texts[highest])
        guard low.count > Self.longestText || high.count > Self.longestText else {
            range = (Array(low), Array(high))
            return
        }
        isExact = false
        var start = low.prefix(Self.longestText)
        // Not in the middle of a character.
        while start.count < low.count, low[start.endIndex] & 0xC0 == 0x80 { start = start.dropLast() }
        var bound = Array(high)
        if bound.count > Self.longestText {
            bound.removeLast(bound.count - Self.longestText)
            // What follows a prefix is below the same prefix with its last character raised.
            guard let last = bound.lastIndex(where: { $0 < 0x7F }) else { return }
            bound.removeLast(bound.count - last - 1)
            bound[last] += 1
        }
        range = (Array(start), bound)
    }
}
