import Testing

@testable import TraceKit

/// Patterns over many names at once.
@Suite struct GlobTests {
    @Test func `many names fit a pattern as each of them does`() {
        var random = SeededNumbers(3)
        func word(_ letters: String, _ length: Int) -> String {
            String(
                (0..<Int.random(in: 0...length, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a"
                })
        }
        for _ in 0..<200 {
            let names = (0..<30).map { _ in word("abé*", 5) }
            let known = GlobNames(names)
            for _ in 0..<20 {
                let pattern = word("abé*?x", 5)
                let expected = names.indices.filter { Glob.matches(names[$0], pattern) }
                #expect(known.matches(pattern).indexes == expected, "\(pattern) in \(names)")
            }
        }
    }

    @Test func `a pattern is held only against names that begin or end as it does`() {
        let names = GlobNames((0..<1_000).map { "View\($0)Row" } + ["Map", "Mop"])
        #expect(names.matches("M?p") == ([1_000, 1_001], 2))
        #expect(names.matches("*op") == ([1_001], 1))
        #expect(names.matches("View7*").compared == 111)
        #expect(names.matches("*77Row").indexes == [77, 177, 277, 377, 477, 577, 677, 777, 877, 977])
    }

    @Test func `the nearest word is the first of those with the least distance`() {
        var random = SeededNumbers(4)
        func word(_ length: Int) -> String {
            String(
                (0..<Int.random(in: 0...length, using: &random)).map { _ in "abcD".randomElement(using: &random) ?? "a"
                })
        }
        for _ in 0..<300 {
            let known = (0..<12).map { _ in word(9) }
            let words = NearestWords(known)
            for _ in 0..<10 {
                let wanted = word(12)
                let scored = known.map { Self.distance(Array(wanted.lowercased()), Array($0.lowercased())) }
                let least = scored.min() ?? 0
                let expected = least <= max(1, wanted.count / 3) ? scored.firstIndex(of: least).map { known[$0] } : nil
                #expect(words.to(wanted) == expected, "\(wanted) in \(known)")
            }
        }
    }

    /// Letters to change, add, drop or swap with their neighbour, in a full table.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var table = Array(repeating: Array(0...right.count), count: left.count + 1)
        for row in 0...left.count { table[row][0] = row }
        for row in left.indices {
            for column in right.indices {
                var best = min(
                    table[row][column] + (left[row] == right[column] ? 0 : 1), table[row][column + 1] + 1,
                    table[row + 1][column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, table[row - 1][column - 1] + 1)
                }
                table[row + 1][column + 1] = best
            }
        }
        return table[left.count][right.count]
    }
}
