/// In how many ways values can be dealt to two sides, by the U that the first side then has.
///
/// Counted by taking the pooled values in ascending order: a value dealt to the first side adds to U the values that
/// the second side has by then. Values that are equal are dealt together, and each pair of them adds a half.
struct UDistribution: Sendable {
    /// The number of ways by twice U, 0 ... 2 × first × second. Symmetric only where there are no ties.
    let ways: [Int]

    /// Deals pooled values, given by how many are equal to one another in ascending order, `first` of them to the
    /// first side. At most 40 values, or the numbers of ways outgrow 64 bits.
    init(ties: [Int], first: Int) {
        let second = ties.reduce(0, +) - first
        let width = 2 * first * second + 1
        // A row for every number of values that the first side may have so far.
        var rows = [[Int]](repeating: [Int](repeating: 0, count: width), count: first + 1)
        rows[0][0] = 1
        var seen = 0
        for size in ties {
            seen += size
            // From the top, so that the rows below still are those of the values before.
            for taken in stride(from: first, through: 0, by: -1) {
                if seen - taken > second {
                    rows[taken] = [Int](repeating: 0, count: width)
                    continue
                }
                var choices = 1
                for own in stride(from: 1, through: min(size, taken), by: 1) {
                    choices = choices * (size - own + 1) / own
                    let others = 2 * (seen - size - taken + own) + size - own
                    Self.add(rows[taken - own], times: choices, shift: own * others, to: &rows[taken])
                }
            }
        }
        ways = rows[first]
    }

    /// Adds a row so many times, moved to the right. Only rows without any ways are moved out of the range.
    private static func add(_ row: [Int], times: Int, shift: Int, to sum: inout [Int]) {
        guard shift >= 0, shift < sum.count else { return }
        for index in 0..<sum.count - shift { sum[index + shift] += times * row[index] }
    }

    /// Twice the part of all ways that lie as far out as this U on its side of the middle, at most 1.
    func twoSidedP(doubledU: Int) -> Double {
        let below = ways[...doubledU].reduce(0, +)
        let above = ways[doubledU...].reduce(0, +)
        let all = below + above - ways[doubledU]
        return min(1, 2 * Double(min(below, above)) / Double(all))
    }
}
