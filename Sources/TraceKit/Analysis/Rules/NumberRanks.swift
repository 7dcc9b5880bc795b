/// Numbers in a row, of any stretch of which it is quickly known how many are small, and which is in the middle (a
/// wavelet matrix).
///
/// A row of bits for each binary digit of the numbers, from the highest on: for the next digit all numbers are put
/// those with a zero first, otherwise in the same order. A stretch stays two stretches then.
struct NumberRanks {
    /// One digit of all numbers.
    private struct Digit {
        var bits: [UInt64]
        /// Zeros before each word of `bits`.
        var zerosBefore: [Int32]
        var zeros: Int

        func zeros(before place: Int) -> Int {
            let (word, bit) = (place / 64, place % 64)
            let ones = bit == 0 ? 0 : (bits[word] << UInt64(64 - bit)).nonzeroBitCount
            return Int(zerosBefore[word]) + bit - ones
        }
    }

    /// The highest first.
    private var digits: [Digit] = []

    init(_ numbers: [UInt32], below limit: Int) {
        var numbers = numbers
        for digit in (0..<max(1, Int.bitWidth - max(0, limit - 1).leadingZeroBitCount)).reversed() {
            let isOne = { (number: UInt32) in number >> UInt32(digit) & 1 == 1 }
            var bits = [UInt64](repeating: 0, count: numbers.count / 64 + 1)
            for (place, number) in numbers.enumerated() where isOne(number) {
                bits[place / 64] |= 1 << UInt64(place % 64)
            }
            var zerosBefore: [Int32] = []
            zerosBefore.reserveCapacity(bits.count)
            var zeros: Int32 = 0
            for word in bits {
                zerosBefore.append(zeros)
                zeros += Int32(64 - word.nonzeroBitCount)
            }
            let small = numbers.filter { !isOne($0) }
            digits.append(Digit(bits: bits, zerosBefore: zerosBefore, zeros: small.count))
            numbers = small + numbers.filter(isOne)
        }
    }

    /// How many of a stretch are less than a limit.
    func count(below limit: UInt32, of places: Range<Int>) -> Int {
        guard Int(limit) < 1 << digits.count else { return places.count }
        var (first, last, count) = (places.lowerBound, places.upperBound, 0)
        for (index, digit) in digits.enumerated() {
            let zeros = (digit.zeros(before: first), digit.zeros(before: last))
            if limit >> UInt32(digits.count - 1 - index) & 1 == 1 {
                count += zeros.1 - zeros.0
                (first, last) = (digit.zeros + first - zeros.0, digit.zeros + last - zeros.1)
            } else {
                (first, last) = zeros
            }
        }
        return count
    }

    /// The number that stands at `rank` of a stretch in order, from zero on.
    func number(at rank: Int, of places: Range<Int>) -> UInt32 {
        var (first, last, rank) = (places.lowerBound, places.upperBound, rank)
        var number: UInt32 = 0
        for digit in digits {
            let zeros = (digit.zeros(before: first), digit.zeros(before: last))
            number <<= 1
            if rank < zeros.1 - zeros.0 {
                (first, last) = zeros
            } else {
                rank -= zeros.1 - zeros.0
                number |= 1
                (first, last) = (digit.zeros + first - zeros.0, digit.zeros + last - zeros.1)
            }
        }
        return number
    }
}
