/// Gives every distinct pair of 64-bit keys a dense number, in order of first appearance.
struct KeyIndex: ~Copyable {
    private var first = Column<UInt64>(repeating: 0, count: 64)
    private var second = Column<UInt64>(repeating: 0, count: 64)
    private var numbers = Column<Int32>(repeating: -1, count: 64)
    private(set) var count = 0

    mutating func number(_ one: UInt64, _ two: UInt64) -> Int {
        let mask = numbers.count - 1
        var slot = Self.hash(one, two) & mask
        while numbers[slot] >= 0 {
            if first[slot] == one && second[slot] == two { return Int(numbers[slot]) }
            slot = (slot + 1) & mask
        }
        first[slot] = one
        second[slot] = two
        numbers[slot] = Int32(count)
        count += 1
        if count * 2 > mask { grow() }
        return count - 1
    }

    private mutating func grow() {
        let (oldFirst, oldSecond, oldNumbers) = (first, second, numbers)
        let size = oldNumbers.count * 2
        first = Column(repeating: 0, count: size)
        second = Column(repeating: 0, count: size)
        numbers = Column(repeating: -1, count: size)
        for old in 0..<oldNumbers.count where oldNumbers[old] >= 0 {
            var slot = Self.hash(oldFirst[old], oldSecond[old]) & (size - 1)
            while numbers[slot] >= 0 { slot = (slot + 1) & (size - 1) }
            first[slot] = oldFirst[old]
            second[slot] = oldSecond[old]
            numbers[slot] = oldNumbers[old]
        }
    }

    private static func hash(_ one: UInt64, _ two: UInt64) -> Int {
        let product = (one ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: two ^ 0xD6E8_FEB8_6659_FD93)
        let mixed = (product.high ^ product.low) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 20)
    }
}
