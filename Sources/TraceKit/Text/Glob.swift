/// Matches case-sensitive patterns with `*` (any text) and `?` (one character) against whole names.
enum Glob {
    static func matches(_ text: String, _ pattern: String) -> Bool {
        matches(Array(text), Array(pattern), any: "*", one: "?")
    }

    static func matches<Symbol: Equatable>(_ text: [Symbol], _ pattern: [Symbol], any: Symbol, one: Symbol) -> Bool {
        var position = 0
        var index = 0
        var star: (index: Int, place: Int)?
        while position < text.count {
            if index < pattern.count, pattern[index] == any {
                star = (index, position)
                index += 1
            } else if index < pattern.count, pattern[index] == one || pattern[index] == text[position] {
                index += 1
                position += 1
            } else if let last = star {
                // Extends the last star by one character.
                position = last.place + 1
                index = last.index + 1
                star?.place = position
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == any }
    }
}

/// Patterns of the command line, also for the parser of its arguments.
package enum NamePattern {
    package static func matches(_ text: String, _ pattern: String) -> Bool { Glob.matches(text, pattern) }
}

/// Matches many names against many patterns: a pattern is compared only with names that share its literal beginning or
/// end.
struct GlobNames {
    /// Characters as numbers, which compare fast.
    private typealias Text = [UInt32]

    /// The names in order, with their indexes.
    private struct Order {
        var texts: [Text]
        var indexes: [Int]

        init(_ texts: [Text]) {
            indexes = texts.indices.sorted { texts[$0].lexicographicallyPrecedes(texts[$1]) }
            self.texts = indexes.map { texts[$0] }
        }

        func beginning(with prefix: ArraySlice<UInt32>) -> ArraySlice<Int> {
            let count = prefix.count
            let first = texts.firstPlace { !$0.prefix(count).lexicographicallyPrecedes(prefix) }
            let last = texts.firstPlace { prefix.lexicographicallyPrecedes($0.prefix(count)) }
            return indexes[first..<max(first, last)]
        }
    }

    private static let (any, one): (UInt32, UInt32) = (0, 1)
    private var numbers: [Character: UInt32] = [:]
    private let texts: [Text]
    private let order: Order
    /// The reversed names in order, with their indexes.
    private let backwards: Order

    init(_ names: [String]) {
        var numbers: [Character: UInt32] = [:]
        texts = names.map { name in
            name.map { character in
                let number = numbers[character] ?? UInt32(numbers.count) + Self.one + 1
                numbers[character] = number
                return number
            }
        }
        self.numbers = numbers
        order = Order(texts)
        backwards = Order(texts.map { $0.reversed() })
    }

    /// The ascending indexes of the names that match a pattern, and how many names were compared.
    func matches(_ pattern: String) -> (indexes: [Int], compared: Int) {
        var symbols: Text = []
        for character in pattern {
            switch character {
            case "*": symbols.append(Self.any)
            case "?": symbols.append(Self.one)
            default:
                guard let number = numbers[character] else { return ([], 0) }
                symbols.append(number)
            }
        }
        let isWildcard = { (symbol: UInt32) in symbol <= Self.one }
        let prefix = symbols.prefix { !isWildcard($0) }
        let suffix = Array(symbols.reversed()).prefix { !isWildcard($0) }
        let (first, last) = (order.beginning(with: prefix), backwards.beginning(with: suffix))
        let candidates = first.count <= last.count ? first : last
        let found = candidates.filter { Glob.matches(texts[$0], symbols, any: Self.any, one: Self.one) }
        return (found.sorted(), candidates.count)
    }
}
