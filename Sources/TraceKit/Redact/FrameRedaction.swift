/// Replaces the words of a frame one by one: rules tell by them what a function does and whose body it is.
///
/// Kept are signs, numbers, words of Swift and of the system and, outside the app's own binaries, those by which the
/// rule `expensive-call` knows costly calls. A word that is a view's name becomes the view's pseudonym.
struct FrameRedaction {
    private let views: Set<String>
    private let costly: Costly

    /// The words of the patterns of `CostlyAPI`.
    private struct Costly {
        var wholeFrames: Set<String> = []
        var words: Set<String> = []
        var beginnings: [String] = []

        init() {
            for pattern in CostlyAPI.all.flatMap(\.patterns) {
                if pattern.hasPrefix("=") {
                    wholeFrames.insert(String(pattern.dropFirst()))
                    continue
                }
                for word in pattern.split(separator: " ") {
                    if word.hasSuffix("*") {
                        beginnings.append(String(word.dropLast()))
                    } else {
                        words.insert(String(word))
                    }
                }
            }
        }
    }

    init(_ records: TraceRecords) {
        views = Set(records.views.compactMap { records.names.text($0.name) })
        costly = Costly()
    }

    func redacted(_ frame: String, isApp: Bool, _ pseudonyms: inout Pseudonyms) -> String {
        if !isApp, costly.wholeFrames.contains(frame) { return frame }
        var result = ""
        var word = ""
        for scalar in frame.unicodeScalars {
            if Self.isWordPart(scalar) {
                word.unicodeScalars.append(scalar)
            } else {
                result += replacement(word, isApp, &pseudonyms)
                word = ""
                result.unicodeScalars.append(scalar)
            }
        }
        return result + replacement(word, isApp, &pseudonyms)
    }

    /// As in `CostlyCalls.words`: letters, digits, underscores and all that is not ASCII.
    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x80 || scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }

    private func replacement(_ word: String, _ isApp: Bool, _ pseudonyms: inout Pseudonyms) -> String {
        if views.contains(word) { return pseudonyms.pseudonym(Redaction.Role.view.rawValue, word) }
        if word.isEmpty || word.allSatisfy({ $0.isNumber }) || SystemNames.frameWords.contains(word) { return word }
        if !isApp, costly.words.contains(word) || costly.beginnings.contains(where: { word.hasPrefix($0) }) {
            return word
        }
        return pseudonyms.pseudonym(Redaction.Role.frame.rawValue, word)
    }
}
