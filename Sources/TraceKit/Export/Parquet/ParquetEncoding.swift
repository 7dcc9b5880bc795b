/// The encodings of values in pages.
enum ParquetEncoding: Int {
    case plain = 0
    case runs = 3
    case delta = 5
    case prefixes = 7
    case dictionary = 8
}

extension [UInt8] {
    /// Appends numbers of a fixed bit width, lowest bit first, padded with zeros to `count` numbers and whole bytes.
    mutating func appendPacked<Value: FixedWidthInteger>(
        _ values: UnsafeBufferPointer<Value>, width: Int, upTo count: Int
    ) {
        let start = self.count
        append(contentsOf: repeatElement(0, count: (count * width + 7) / 8))
        withUnsafeMutableBytes { bytes in
            var (open, bits, place): (UInt64, Int, Int) = (0, 0, start)
            for value in values {
                let value = UInt64(truncatingIfNeeded: value)
                open |= value << UInt64(bits)
                bits += width
                guard bits >= 64 else { continue }
                bytes.storeBytes(of: open.littleEndian, toByteOffset: place, as: UInt64.self)
                place += 8
                bits -= 64
                // The remaining bits of the value; none if it ended with the word.
                open = value >> UInt64(width - bits)
            }
            while bits > 0 {
                bytes[place] = UInt8(truncatingIfNeeded: open)
                open >>= 8
                place += 1
                bits -= 8
            }
        }
    }

    /// Writes at least eight equal values as a run, everything else packed in groups of eight. Only the last group may
    /// be padded, so a run gives its first values to an open group.
    mutating func appendRuns<Value: FixedWidthInteger>(_ values: ArraySlice<Value>, width: Int) {
        values.withUnsafeBufferPointer { values in
            var (index, literal) = (0, 0)
            while index < values.count {
                let value = values[index]
                var end = index + 1
                while end < values.count, values[end] == value { end += 1 }
                let missing = (8 - (index - literal) % 8) % 8
                let start = index + Swift.min(end - index, missing)
                guard end - start >= 8 else {
                    index = end
                    continue
                }
                appendGroups(UnsafeBufferPointer(rebasing: values[literal..<start]), width: width)
                appendVarint(UInt64(end - start) << 1)
                for byte in 0..<(width + 7) / 8 { append(UInt8(truncatingIfNeeded: value >> Value(8 * byte))) }
                (index, literal) = (end, end)
            }
            appendGroups(UnsafeBufferPointer(rebasing: values[literal...]), width: width)
        }
    }

    private mutating func appendGroups(_ values: UnsafeBufferPointer<some FixedWidthInteger>, width: Int) {
        guard !values.isEmpty else { return }
        let groups = (values.count + 7) / 8
        appendVarint(UInt64(groups) << 1 | 1)
        appendPacked(values, width: width, upTo: groups * 8)
    }

    /// Writes the differences of consecutive values minus the smallest of 128, in as many bits as the largest of 32
    /// needs. Differences may overflow: readers add with the same overflow.
    mutating func appendDeltas(_ values: ArraySlice<Int64>) {
        appendVarint(128)
        appendVarint(4)
        appendVarint(UInt64(values.count))
        appendZigzag(values.first ?? 0)
        values.withUnsafeBufferPointer { values in
            withUnsafeTemporaryAllocation(of: Int64.self, capacity: 128) { steps in
                for first in stride(from: 1, to: values.count, by: 128) {
                    let count = Swift.min(128, values.count - first)
                    for step in 0..<count { steps[step] = values[first + step] &- values[first + step - 1] }
                    appendBlock(UnsafeMutableBufferPointer(rebasing: steps[..<count]))
                }
            }
        }
    }

    private mutating func appendBlock(_ steps: UnsafeMutableBufferPointer<Int64>) {
        let least = steps.min() ?? 0
        appendZigzag(least)
        let parts = stride(from: 0, to: 128, by: 32).map {
            UnsafeBufferPointer(rebasing: steps[Swift.min($0, steps.count)..<Swift.min($0 + 32, steps.count)])
        }
        var widths: [Int] = []
        for index in steps.indices { steps[index] &-= least }
        for part in parts {
            let bits = part.reduce(0) { $0 | UInt64(bitPattern: $1) }
            widths.append(64 - bits.leadingZeroBitCount)
            append(UInt8(64 - bits.leadingZeroBitCount))
        }
        for (part, width) in zip(parts, widths) where !part.isEmpty { appendPacked(part, width: width, upTo: 32) }
    }

    /// Writes for each text the length of the prefix shared with the previous one, then the lengths of the suffixes,
    /// then the suffixes.
    mutating func appendPrefixes(_ numbers: ArraySlice<UInt32>, of texts: DistinctTexts) {
        var (shared, lengths, rests): ([Int64], [Int64], [UInt8]) = ([], [], [])
        shared.reserveCapacity(numbers.count)
        lengths.reserveCapacity(numbers.count)
        texts.bytes.withUnsafeBufferPointer { bytes in
            var before = 0..<0
            for number in numbers {
                let text = texts.starts[Int(number)]..<texts.starts[Int(number) + 1]
                let most = Swift.min(before.count, text.count)
                var same = 0
                while same < most, bytes[before.lowerBound + same] == bytes[text.lowerBound + same] { same += 1 }
                shared.append(Int64(same))
                lengths.append(Int64(text.count - same))
                rests.append(contentsOf: bytes[(text.lowerBound + same)..<text.upperBound])
                before = text
            }
        }
        appendDeltas(shared[...])
        appendDeltas(lengths[...])
        self += rests
    }
}

/// Encodes the non-null values of a column page by page: with a dictionary if few are distinct, else differences for
/// whole numbers, shared prefixes for texts, and plain values for others.
struct ParquetValues {
    let encoding: ParquetEncoding
    /// The distinct values in PLAIN encoding.
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

    /// Appends the values of the next page.
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

    /// The largest number of distinct values for a dictionary: one per `each` values, but at least sixteen.
    private static func limit(_ present: Int, _ each: Int) -> Int { min(max(16, present / each), largestDictionary) }

    /// The distinct values in order of appearance, and the index of each value; nil if there are too many.
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
    /// Appends a text in PLAIN encoding: its length, then its bytes.
    fileprivate mutating func appendText(_ text: ArraySlice<UInt8>) {
        appendLittleEndian(UInt32(truncatingIfNeeded: text.count))
        self += text
    }
}

/// The minimum and maximum of a column in a row group; readers skip groups outside their search range.
struct ParquetStatistics {
    let nulls: Int
    /// In PLAIN encoding, without the length of a text; nil if there is none.
    private(set) var range: (low: [UInt8], high: [UInt8])?
    /// False if long texts are truncated to bounds.
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

    /// No range if a value is not a number, which some engines treat as the largest of all. Zeros get the sign that
    /// widens the range.
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
        // Not inside a character.
        while start.count < low.count, low[start.endIndex] & 0xC0 == 0x80 { start = start.dropLast() }
        var bound = Array(high)
        if bound.count > Self.longestText {
            bound.removeLast(bound.count - Self.longestText)
            // Texts with a prefix are below the prefix with its last character incremented.
            guard let last = bound.lastIndex(where: { $0 < 0x7F }) else { return }
            bound.removeLast(bound.count - last - 1)
            bound[last] += 1
        }
        range = (Array(start), bound)
    }
}
