/// The values of a column that are not null, page by page in the encoding that suits them: a dictionary where few are
/// distinct, steps for other whole numbers, what is new for other texts, else as they are.
struct ParquetValues {
    let encoding: ParquetEncoding
    /// The distinct values, encoded as PLAIN.
    let dictionary: (bytes: [UInt8], count: Int)?

    private let cells: ParquetCells
    private let numbers: [UInt32]
    private let width: Int
    private var next = 0

    private static let largestDictionary = 65_536

    init(_ cells: ParquetCells, usesDelta: Bool) {
        self.cells = cells
        switch cells.kind {
        case .text where cells.texts.count <= Self.limit(cells.present, 2) && cells.present > 0:
            var bytes: [UInt8] = []
            for number in 0..<cells.texts.count { bytes.appendText(cells.texts[number]) }
            (dictionary, numbers, encoding) = ((bytes, cells.texts.count), cells.textNumbers, .dictionary)
        case .integer, .time:
            guard let (distinct, numbers) = Self.distinct(cells.integers) else {
                (dictionary, self.numbers) = (nil, [])
                encoding = usesDelta && !cells.integers.isEmpty ? .delta : .plain
                break
            }
            var bytes: [UInt8] = []
            for value in distinct { bytes.appendLittleEndian(value) }
            (dictionary, self.numbers, encoding) = ((bytes, distinct.count), numbers, .dictionary)
        case .text:
            (dictionary, numbers) = (nil, [])
            encoding = usesDelta && cells.present > 0 ? .prefixes : .plain
        case .bool, .real: (dictionary, numbers, encoding) = (nil, [], .plain)
        }
        width = max(1, Int.bitWidth - ((dictionary?.count ?? 1) - 1).leadingZeroBitCount)
    }

    /// The values of the next page.
    mutating func appendNext(_ count: Int, to page: inout [UInt8]) {
        let range = next..<next + count
        next += count
        switch (encoding, cells.kind) {
        case (.dictionary, _):
            page.append(UInt8(width))
            page.appendRuns(numbers[range], width: width)
        case (.delta, _): page.appendDeltas(cells.integers[range])
        case (.prefixes, _): page.appendPrefixes(cells.textNumbers[range], of: cells.texts)
        case (_, .bool):
            cells.integers[range].withUnsafeBufferPointer { page.appendPacked($0, width: 1, upTo: range.count) }
        case (_, .integer), (_, .time): for value in cells.integers[range] { page.appendLittleEndian(value) }
        case (_, .real): for value in cells.reals[range] { page.appendLittleEndian(value.bitPattern) }
        case (_, .text): for number in cells.textNumbers[range] { page.appendText(cells.texts[Int(number)]) }
        }
    }

    /// How many distinct values are few: at least so many values a distinct one, but sixteen are always few.
    private static func limit(_ present: Int, _ each: Int) -> Int { min(max(16, present / each), largestDictionary) }

    /// The distinct values in the order in which they come, and for each value which one it is; nil where they are not few.
    private static func distinct(_ values: [Int64]) -> ([Int64], [UInt32])? {
        guard !values.isEmpty else { return nil }
        let most = limit(values.count, 8)
        let distinct = DenseIndex<Int64>()
        var numbers: [UInt32] = []
        numbers.reserveCapacity(values.count)
        var last: (value: Int64, number: UInt32)?
        for value in values {
            if let last, last.value == value {
                numbers.append(last.number)
                continue
            }
            let number = UInt32(truncatingIfNeeded: distinct.number(of: value))
            guard distinct.count <= most else { return nil }
            last = (value, number)
            numbers.append(number)
        }
        return (distinct.keys.array, numbers)
    }
}

extension [UInt8] {
    /// A text as PLAIN has it: its length, then its bytes.
    fileprivate mutating func appendText(_ text: ArraySlice<UInt8>) {
        appendLittleEndian(UInt32(truncatingIfNeeded: text.count))
        self += text
    }
}
