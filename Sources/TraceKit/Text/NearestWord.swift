/// "Did you mean": the known word closest to a typed one.
///
/// Example: `NearestWord.to("repotr", among: ["report", "diff"])` is `"report"`.
package enum NearestWord {
    /// The closest known word; nil if none is close: more than a third of the letters differ.
    package static func to(_ word: String, among known: [String]) -> String? { NearestWords(known).to(word) }

    /// The end of a message: `; did you mean 'update'?`, or the known words if none is close.
    static func hint(for word: String, among known: [String]) -> String {
        if let nearest = to(word, among: known) { return "; did you mean '\(nearest)'?" }
        return "; known: \(known.joined(separator: ", "))"
    }
}

/// Known words, indexed to look up many typed ones.
///
/// The distance counts letters to change, insert, delete or swap with a neighbour, ignoring case; long words are
/// compared by their prefixes.
struct NearestWords {
    private let known: [String]
    /// Letters as numbers, which compare fast.
    private var numbers: [Character: Int] = [:]
    private var letters: [[Int]] = []
    /// Indexes of the words by length, which excludes most candidates.
    private var byLength: [[Int]] = Array(repeating: [], count: longest + 1)
    private static let longest = 64

    init(_ known: [String]) {
        self.known = known
        for (index, word) in known.enumerated() {
            let letters = word.lowercased().prefix(Self.longest).map { letter in
                let number = numbers[letter] ?? numbers.count
                numbers[letter] = number
                return number
            }
            self.letters.append(letters)
            byLength[letters.count].append(index)
        }
    }

    var count: Int { known.count }

    /// The first of the closest words; nil if none is close.
    func to(_ word: String) -> String? {
        let own = word.lowercased().prefix(Self.longest).map { numbers[$0] ?? -1 }
        var limit = max(1, word.count / 3)
        var best: Int?
        for length in max(0, own.count - limit)...min(Self.longest, own.count + limit) {
            for index in byLength[length] {
                // Ties keep the order of the list.
                let isFirst = best.map { index < $0 } ?? true
                guard let distance = Self.distance(own, letters[index], upTo: isFirst ? limit : limit - 1) else {
                    continue
                }
                (best, limit) = (index, distance)
            }
        }
        return best.map { known[$0] }
    }

    /// The distance; nil if it exceeds the limit.
    private static func distance(_ left: [Int], _ right: [Int], upTo limit: Int) -> Int? {
        guard limit >= 0, abs(left.count - right.count) <= limit else { return nil }
        let far = limit + 1
        var before = [Int](repeating: far, count: right.count + 1)
        var last = Array(0...right.count)
        var next = before
        for row in left.indices {
            // Cells farther from the diagonal exceed the limit.
            let columns = max(0, row - limit)..<max(0, row - limit, min(right.count, row + limit + 1))
            next[columns.lowerBound] = columns.lowerBound == 0 ? row + 1 : far
            var least = next[columns.lowerBound]
            for column in columns {
                let isSame = left[row] == right[column]
                var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, before[column - 1] + 1)
                }
                next[column + 1] = min(best, far)
                least = min(least, best)
            }
            if columns.upperBound < right.count { next[columns.upperBound + 1] = far }
            // A swap may still come from the previous row.
            if least > limit, (last.min() ?? 0) + 1 > limit { return nil }
            (before, last, next) = (last, next, before)
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}
