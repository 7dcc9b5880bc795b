/// The rules of one .gitignore file for the paths below its folder.
struct GitIgnore {
    typealias Name = ArraySlice<UInt8>

    private struct Pattern {
        /// Names and wildcards between slashes; an empty one is `**`.
        var parts: [Name]
        var isNegated = false
        var isForFolders = false
        /// Whether it matches paths from the folder, not a name at any depth.
        var isAnchored = false
        var hasWildcards: Bool
    }

    private var patterns: [Pattern] = []
    /// More patterns are ignored; each costs time for every file.
    private static let mostPatterns = 2000

    init(_ text: ByteSlice) {
        for line in text.buffer.split(separator: UInt8(ascii: "\n")) {
            if let pattern = Self.pattern(Array(line)[...]) { patterns.append(pattern) }
            if patterns.count == Self.mostPatterns { return }
        }
    }

    var isEmpty: Bool { patterns.isEmpty }

    private static func pattern(_ line: Name) -> Pattern? {
        var line = line
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        // A trailing blank counts if a backslash precedes it.
        while line.last == UInt8(ascii: " "), line.dropLast().last != UInt8(ascii: "\\") { line.removeLast() }
        guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
        let isNegated = first == UInt8(ascii: "!")
        if isNegated { line.removeFirst() }
        let isForFolders = line.last == UInt8(ascii: "/")
        if isForFolders { line.removeLast() }
        let isAnchored = line.contains(UInt8(ascii: "/"))
        if line.first == UInt8(ascii: "/") { line.removeFirst() }
        guard !line.isEmpty else { return nil }
        let parts = line.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).map { part in
            part.elementsEqual("**".utf8) ? Name() : part
        }
        return Pattern(
            parts: parts, isNegated: isNegated, isForFolders: isForFolders, isAnchored: isAnchored,
            hasWildcards: line.contains { "*?[\\".utf8.contains($0) })
    }

    /// Whether a path is ignored; nil if no pattern matches. `path`: the names from this folder on.
    func ignores(_ path: ArraySlice<[UInt8]>, isFolder: Bool) -> Bool? {
        guard let name = path.last else { return nil }
        // The last matching pattern decides.
        for pattern in patterns.reversed() where isFolder || !pattern.isForFolders {
            let fits =
                if !pattern.isAnchored {
                    Self.fits(name, pattern.parts[0], pattern.hasWildcards) || pattern.parts[0].isEmpty
                } else {
                    Self.fits(path, pattern)
                }
            if fits { return !pattern.isNegated }
        }
        return nil
    }

    /// Matches names against parts, where `**` matches any number of names; the last `**` is extended, as in `Glob`.
    private static func fits(_ path: ArraySlice<[UInt8]>, _ pattern: Pattern) -> Bool {
        let parts = pattern.parts
        var position = path.startIndex
        var index = 0
        var any: (index: Int, place: Int)?
        while position < path.endIndex {
            if index < parts.count, parts[index].isEmpty {
                any = (index, position)
                // At the end it matches one name or more.
                if index == parts.count - 1 { return true }
                index += 1
            } else if index < parts.count, fits(path[position], parts[index], pattern.hasWildcards) {
                index += 1
                position += 1
            } else if let last = any {
                position = last.place + 1
                index = last.index + 1
                any = (last.index, position)
            } else {
                return false
            }
        }
        return index == parts.count
    }

    /// Matches a name against `*`, `?`, `[a-z]`, `[!a]` and `\*`.
    private static func fits(_ name: [UInt8], _ pattern: Name, _ hasWildcards: Bool) -> Bool {
        guard hasWildcards else { return name.elementsEqual(pattern) }
        var position = 0
        var index = pattern.startIndex
        var star: (index: Int, place: Int)?
        while position < name.count {
            if index < pattern.endIndex, pattern[index] == UInt8(ascii: "*") {
                star = (index, position)
                index += 1
            } else if let next = step(name[position], pattern, index) {
                index = next
                position += 1
            } else if let last = star {
                position = last.place + 1
                index = last.index + 1
                star = (last.index, position)
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// The pattern index after matching a letter at `index`; nil if it does not match.
    private static func step(_ letter: UInt8, _ pattern: Name, _ index: Int) -> Int? {
        guard index < pattern.endIndex else { return nil }
        switch pattern[index] {
        case UInt8(ascii: "?"): return index + 1
        case UInt8(ascii: "\\") where index + 1 < pattern.endIndex:
            return pattern[index + 1] == letter ? index + 2 : nil
        case UInt8(ascii: "["):
            guard let (fits, end) = letters(pattern[(index + 1)...], hold: letter), fits else { return nil }
            return end
        default: return pattern[index] == letter ? index + 1 : nil
        }
    }

    /// Whether a bracket list contains a letter, and the index after it; nil for an unterminated list, which matches
    /// nothing.
    private static func letters(_ list: Name, hold letter: UInt8) -> (Bool, Int)? {
        var list = list
        let isNegated = list.first == UInt8(ascii: "!") || list.first == UInt8(ascii: "^")
        if isNegated { list.removeFirst() }
        var isFound = false
        var before: UInt8?
        var isFirst = true
        while let first = list.popFirst() {
            // The closing bracket; directly after the opening one it is a letter.
            if first == UInt8(ascii: "]"), !isFirst { return (isFound != isNegated, list.startIndex) }
            isFirst = false
            if first == UInt8(ascii: "-"), let from = before, let next = list.first, next != UInt8(ascii: "]") {
                list.removeFirst()
                guard let last = next == UInt8(ascii: "\\") ? list.popFirst() : next else { return nil }
                isFound = isFound || from <= letter && letter <= last
                before = nil
            } else if first == UInt8(ascii: "["), list.first == UInt8(ascii: ":"),
                let close = list.firstIndex(of: UInt8(ascii: "]")), close > list.startIndex + 1,
                list[close - 1] == UInt8(ascii: ":")
            {
                guard let holds = holds(list[(list.startIndex + 1)..<(close - 1)], letter) else { return nil }
                isFound = isFound || holds
                list = list[(close + 1)...]
                before = nil
            } else {
                guard let one = first == UInt8(ascii: "\\") ? list.popFirst() : first else { return nil }
                isFound = isFound || one == letter
                before = one
            }
        }
        return nil
    }

    /// Whether a letter belongs to `[:upper:]` and the like; nil for an unknown class.
    private static func holds(_ name: Name, _ letter: UInt8) -> Bool? {
        let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
        let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
        let isGraphic = (0x21...0x7E).contains(letter)
        let isAlphanumeric = isUpper || isLower || isDigit(letter)
        switch String(decoding: name, as: UTF8.self) {
        case "alnum": return isAlphanumeric
        case "alpha": return isUpper || isLower
        case "blank": return letter == 0x20 || letter == 0x09
        case "cntrl": return letter < 0x20 || letter == 0x7F
        case "digit": return isDigit(letter)
        case "graph": return isGraphic
        case "lower": return isLower
        case "print": return isGraphic || letter == 0x20
        case "punct": return isGraphic && !isAlphanumeric
        case "space": return letter == 0x20 || (0x09...0x0D).contains(letter)
        case "upper": return isUpper
        case "xdigit": return isDigit(letter) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter | 0x20)
        default: return nil
        }
    }
}
