/// "Did you mean": the known word that is closest to what someone wrote.
enum NearestWord {
    /// Nil where no word is close: more than a third of the letters differ.
    static func to(_ word: String, among known: [String]) -> String? {
        let scored = known.map { (word: $0, distance: distance(word, $0)) }
        guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, word.count / 3) ? best.word : nil
    }

    /// The tail of a message: `; did you mean 'update'?`, or the words that are known where none is close.
    static func hint(for word: String, among known: [String]) -> String {
        if let nearest = to(word, among: known) { return "; did you mean '\(nearest)'?" }
        return "; known: \(known.joined(separator: ", "))"
    }

    /// Letters to change, add, drop or swap with their neighbour, without regard to case; long words are compared
    /// by their beginnings.
    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.lowercased().prefix(64))
        let right = Array(right.lowercased().prefix(64))
        var before = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in left.indices {
            var next = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, before[column - 1] + 1)
                }
                next.append(best)
            }
            (before, last) = (last, next)
        }
        return last[right.count]
    }
}
