/// Patterns with `*` (any text) and `?` (one character), over whole names, case-sensitive.
enum Glob {
    static func matches(_ text: String, _ pattern: String) -> Bool {
        let text = Array(text)
        let pattern = Array(pattern)
        var place = 0
        var index = 0
        var star: (index: Int, place: Int)?
        while place < text.count {
            if index < pattern.count, pattern[index] == "*" {
                star = (index, place)
                index += 1
            } else if index < pattern.count, pattern[index] == "?" || pattern[index] == text[place] {
                index += 1
                place += 1
            } else if let last = star {
                // Let the last star take one character more.
                place = last.place + 1
                index = last.index + 1
                star?.place = place
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == "*" }
    }
}
