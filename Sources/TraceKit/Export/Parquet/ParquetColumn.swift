/// A nullable column of a Parquet file.
struct ParquetColumn: Equatable, Sendable {
    enum Kind: Sendable {
        case bool
        case integer
        case real
        case text
        /// Microseconds since 1970, in UTC.
        case time
    }

    let name: String
    let kind: Kind

    init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
}

extension ParquetColumn.Kind {
    /// Parquet's code of the physical type.
    var physical: Int {
        switch self {
        case .bool: 0
        case .integer, .time: 2
        case .real: 5
        case .text: 6
        }
    }
}

/// The values of a column in the current row group.
struct ParquetCells {
    let kind: ParquetColumn.Kind
    /// One level per row: 0 = null, 1 = a value.
    private(set) var levels: [UInt8] = []
    /// Non-null booleans, whole numbers and times.
    private(set) var integers: [Int64] = []
    private(set) var reals: [Double] = []
    /// For each non-null text, its index among the distinct texts.
    private(set) var textNumbers: [UInt32] = []
    private(set) var texts = DistinctTexts()
    private(set) var isWithoutNulls = true
    /// The index of the text looked up last.
    private var lastText: UInt32?

    init(_ kind: ParquetColumn.Kind) { self.kind = kind }

    var nulls: Int { levels.count - present }

    /// The number of non-null values.
    var present: Int {
        switch kind {
        case .bool, .integer, .time: integers.count
        case .real: reals.count
        case .text: textNumbers.count
        }
    }

    /// Appends a number; in a boolean column nonzero is true.
    mutating func append(_ value: Int64) {
        levels.append(1)
        integers.append(kind == .bool && value != 0 ? 1 : value)
    }

    mutating func append(_ value: Double) {
        levels.append(1)
        reals.append(value)
    }

    mutating func append(_ value: UnsafeBufferPointer<UInt8>) {
        levels.append(1)
        textNumbers.append(number(of: value))
    }

    /// The index of a text among the distinct texts.
    mutating func number(of text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        // Adjacent rows often have the same text.
        if let lastText, texts.isEqual(lastText, text) { return lastText }
        let number = texts.number(of: text)
        lastText = number
        return number
    }

    /// Appends the same text to several rows; nil = null.
    mutating func append(same text: [UInt8]?, count: Int) {
        levels.append(contentsOf: repeatElement(text == nil ? 0 : 1, count: count))
        guard let text else { return isWithoutNulls = count == 0 && isWithoutNulls }
        let number = text.withUnsafeBufferPointer { bytes in self.number(of: bytes) }
        textNumbers.append(contentsOf: repeatElement(number, count: count))
    }

    /// Appends one value per row with a nonzero level: a number, the bits of a real, or the index of a text.
    mutating func append(_ values: UnsafePointer<Int64>, levels new: UnsafePointer<UInt8>, count: Int) {
        let present = (0..<count).reduce(0) { $0 + Int(new[$1]) }
        levels.append(contentsOf: UnsafeBufferPointer(start: new, count: count))
        if present < count { isWithoutNulls = false }
        if present == 0 { return }
        let rows = (0..<count).lazy.filter { new[$0] != 0 }
        switch kind {
        case .bool: for row in rows { integers.append(values[row] == 0 ? 0 : 1) }
        case .integer, .time:
            if present == count { return integers.append(contentsOf: UnsafeBufferPointer(start: values, count: count)) }
            for row in rows { integers.append(values[row]) }
        case .real: for row in rows { reals.append(Double(bitPattern: UInt64(bitPattern: values[row]))) }
        case .text: for row in rows { textNumbers.append(UInt32(truncatingIfNeeded: values[row])) }
        }
    }
}

/// Distinct texts in order of first appearance.
struct DistinctTexts {
    private(set) var bytes: [UInt8] = []
    /// The start of each text, and the end of the last one.
    private(set) var starts: [Int] = [0]
    private let places = PlaceTable()

    var count: Int { starts.count - 1 }

    subscript(_ number: Int) -> ArraySlice<UInt8> { bytes[starts[number]..<starts[number + 1]] }

    func isEqual(_ number: UInt32, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let (start, end) = (starts[Int(number)], starts[Int(number) + 1])
        guard end - start == text.count, let other = text.baseAddress else { return end - start == text.count }
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { ByteHash.areEqual($0 + start, other, text.count) } ?? true
        }
    }

    /// Whether one text precedes another in byte order.
    func isBelow(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (starts[left]..<starts[left + 1], starts[right]..<starts[right + 1])
        return bytes.withUnsafeBufferPointer { bytes in
            bytes[left].lexicographicallyPrecedes(bytes[right])
        }
    }

    mutating func number(of text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let hash = Self.hash(text)
        let slot = places.place(hash) { isEqual(UInt32($0), text) }
        if let number = places.number(at: slot) { return UInt32(number) }
        bytes.append(contentsOf: text)
        starts.append(bytes.count)
        bytes.withUnsafeBufferPointer { bytes in
            places.insert(hash, at: slot) { number in
                Self.hash(UnsafeBufferPointer(rebasing: bytes[starts[number]..<starts[number + 1]]))
            }
        }
        return UInt32(count - 1)
    }

    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        ByteHash.hash(text.baseAddress ?? emptyBytes, text.count)
    }
}
