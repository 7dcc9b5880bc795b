/// A column of a Parquet file; all may hold nulls.
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
    /// Parquet's number of the physical type.
    var physical: Int {
        switch self {
        case .bool: 0
        case .integer, .time: 2
        case .real: 5
        case .text: 6
        }
    }
}

/// The values of one column in the row group that is being filled.
struct ParquetCells {
    let kind: ParquetColumn.Kind
    /// One a row: 0 = null, 1 = a value.
    private(set) var levels: [UInt32] = []
    /// Truth values, whole numbers and times that are not null.
    private(set) var integers: [Int64] = []
    private(set) var reals: [Double] = []
    /// For each text that is not null, which one of the distinct texts.
    private(set) var textNumbers: [UInt32] = []
    private(set) var texts = DistinctTexts()
    private(set) var isWithoutNulls = true

    init(_ kind: ParquetColumn.Kind) { self.kind = kind }

    var nulls: Int { levels.count - present }

    /// Values that are not null.
    var present: Int {
        switch kind {
        case .bool, .integer, .time: integers.count
        case .real: reals.count
        case .text: textNumbers.count
        }
    }

    mutating func appendNull() {
        levels.append(0)
        isWithoutNulls = false
    }

    /// Of a column of truth values: anything but zero is true.
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
        // Rows next to each other often say the same.
        let number = textNumbers.last.flatMap { texts.isEqual($0, value) ? $0 : nil } ?? texts.number(of: value)
        textNumbers.append(number)
    }

    /// Of a column that says the same in every row.
    mutating func append(same text: [UInt8]) {
        guard let number = textNumbers.last else { return text.withUnsafeBufferPointer { append($0) } }
        levels.append(1)
        textNumbers.append(number)
    }

    mutating func removeAll() {
        levels.removeAll(keepingCapacity: true)
        integers.removeAll(keepingCapacity: true)
        reals.removeAll(keepingCapacity: true)
        textNumbers.removeAll(keepingCapacity: true)
        texts.removeAll()
        isWithoutNulls = true
    }
}

/// Each distinct text once, in the order in which they came.
struct DistinctTexts {
    private(set) var bytes: [UInt8] = []
    /// Where each begins, and the end of the last one.
    private(set) var starts: [Int] = [0]
    private var hashes: [UInt64] = []
    /// Numbers plus one, by hash; zero = free. At least half is free.
    private var slots = [UInt32](repeating: 0, count: 64)

    var count: Int { starts.count - 1 }

    subscript(_ number: Int) -> ArraySlice<UInt8> { bytes[starts[number]..<starts[number + 1]] }

    func isEqual(_ number: UInt32, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = starts[Int(number)]
        return starts[Int(number) + 1] - start == text.count && self[Int(number)].elementsEqual(text)
    }

    mutating func number(of text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash ^= hash >> 32
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            if hashes[Int(number)] == hash, isEqual(number, text) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        let number = UInt32(truncatingIfNeeded: count)
        slots[slot] = number + 1
        bytes.append(contentsOf: text)
        starts.append(bytes.count)
        hashes.append(hash)
        if count * 2 > slots.count { grow() }
        return number
    }

    mutating func removeAll() { self = DistinctTexts() }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for (number, hash) in hashes.enumerated() {
            var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number) + 1
        }
    }
}
