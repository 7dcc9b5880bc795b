/// Patterns with `*` (any text) and `?` (one character), over whole names, case-sensitive.
enum Glob {
    static func matches(_ text: String, _ pattern: String) -> Bool {
        let text = Array(text)
        let pattern = Array(pattern)
        var place = 0
        var index = 0
        var star: Int?
        var retry = 0
        while place < text.count {
            if index < pattern.count, pattern[index] == "*" {
                star = index
                retry = place
                index += 1
            } else if index < pattern.count, pattern[index] == "?" || pattern[index] == text[place] {
                index += 1
                place += 1
            } else if let star {
                // Let the last star take one character more.
                retry += 1
                place = retry
                index = star + 1
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == "*" }
    }
}
