/// Tells costly calls from the names of frames; works out each name once.
final class CostlyCalls {
    private struct Pattern {
        var words: [(text: [UInt8], isBeginning: Bool)] = []
        var whole: [UInt8]?
    }

    private let patterns: [[Pattern]]
    private let names: NameTable
    /// Family by name; -1 = none.
    private var known: [NameID: Int] = [:]

    init(_ names: NameTable) {
        self.names = names
        patterns = CostlyAPI.all.map { $0.patterns.map(Self.parse) }
    }

    /// Index into `CostlyAPI.all`; nil for all other frames.
    func family(_ frame: NameID) -> Int? {
        if let family = known[frame] { return family >= 0 ? family : nil }
        let bytes = Array(names.bytes(of: frame))
        let words = Self.words(bytes)
        let family = patterns.firstIndex { $0.contains { Self.matches($0, bytes, words) } }
        known[frame] = family ?? -1
        return family
    }

    private static func parse(_ text: String) -> Pattern {
        if text.hasPrefix("=") { return Pattern(whole: Array(text.utf8.dropFirst())) }
        return Pattern(
            words: text.split(separator: " ").map { word in
                let isBeginning = word.hasSuffix("*")
                return (Array((isBeginning ? word.dropLast() : word).utf8), isBeginning)
            })
    }

    private static func matches(_ pattern: Pattern, _ bytes: [UInt8], _ words: [ArraySlice<UInt8>]) -> Bool {
        if let whole = pattern.whole { return whole == bytes }
        return pattern.words.allSatisfy { wanted in
            words.contains { wanted.isBeginning ? $0.starts(with: wanted.text) : $0.elementsEqual(wanted.text) }
        }
    }

    /// Names of types, functions and labels: runs of letters, digits and underscores.
    static func words(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split { byte in
            let letter = byte | 0x20
            return
                !(letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
                || byte >= UInt8(ascii: "0")
                    && byte <= UInt8(ascii: "9")
                || byte == UInt8(ascii: "_") || byte >= 0x80)
        }
    }
}
