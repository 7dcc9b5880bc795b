/// Recognises names of gestures: `onTapGesture`, `key down`.
///
/// Names that only mention one do not count: `Preference: HeightKey`, `onScrollGeometryChange`.
enum GestureName {
    private static let words = ["gesture", "tap", "click", "drag", "scroll", "key", "touch"]

    /// Whether a word of the text begins with a gesture word; words end at case changes and punctuation.
    static func isGesture(_ text: String) -> Bool { kindOfWord(in: text) != nil }

    /// The kind of interaction of the first gesture word.
    static func kind(_ name: String) -> InteractionKind { kindOfWord(in: name) ?? .other }

    private static func kindOfWord(in text: String) -> InteractionKind? {
        guard !isTrigger(text) else { return nil }
        var isGesture = false
        for name in text.unicodeScalars.split(whereSeparator: { !$0.properties.isAlphabetic }) {
            let parts = Self.parts(of: name)
            guard !isFeedback(parts) else { continue }
            for (place, part) in parts.enumerated() {
                guard let gesture = words.first(where: { part.hasPrefix($0) }) else { continue }
                switch gesture {
                case "tap", "click", "touch": return .tap
                case "drag": return .swipe
                case "scroll": return .scroll
                case "key":
                    if isKeystroke(parts, place) { return .type }
                default: isGesture = true
                }
            }
        }
        return isGesture ? .other : nil
    }

    /// Words that SwiftUI's graph puts before a value that changes: `Preference: HeightKey`,
    /// `Focus: KeyField`.
    private static let triggers: Set<String> = [
        "preference", "external", "focus", "environment", "layout", "geometry", "observer", "creation",
    ]

    /// Whether the name begins with such a word and a colon.
    static func isTrigger(_ text: String) -> Bool {
        guard let colon = text.firstRange(of: ": ") else { return false }
        return parts(of: text[..<colon.lowerBound].unicodeScalars).contains { triggers.contains($0) }
    }

    /// Whether it runs because a value changed, in any interaction: `onScrollGeometryChange`,
    /// `onScrollPhaseChange`.
    private static func isFeedback(_ parts: [String]) -> Bool {
        parts.first == "on" && parts.last == "change" && parts.count > 2
    }

    /// Whether a word with `key` means keystrokes, as in `KeyPress` and `keyboard`; `HeightKey`,
    /// `keyPath` and `KeyframeAnimator` name values.
    private static func isKeystroke(_ parts: [String], _ place: Int) -> Bool {
        if parts[place].hasPrefix("keyframe") || parts[place].hasPrefix("keypath") { return false }
        guard parts[place] == "key" else { return true }
        if place + 1 < parts.count { return parts[place + 1] != "path" && parts[place + 1] != "frame" }
        return place == 0 || parts[place - 1] == "on"
    }

    /// Splits `onTapGesture` into on, tap, gesture.
    static func parts(of text: some Sequence<Unicode.Scalar>) -> [String] {
        var parts: [String] = []
        var current = ""
        var wasLower = false
        for scalar in text {
            let isLetter = scalar.properties.isAlphabetic
            let isUpper = scalar.properties.isUppercase
            if !isLetter || isUpper && wasLower {
                if !current.isEmpty { parts.append(current.lowercased()) }
                current = ""
            }
            if isLetter { current.unicodeScalars.append(scalar) }
            wasLower = !isUpper
        }
        if !current.isEmpty { parts.append(current.lowercased()) }
        return parts
    }
}
