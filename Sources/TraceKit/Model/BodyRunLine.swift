/// A log line with which an app's own code reports that a body ran, but not for how long: `FeedRow body`, `🔵
/// ProfileView.body called`, `Rendering FeedRow 3`, `FeedRow re-rendered (12)`.
///
/// Such a line has the name of the view, a word for the event, and perhaps a detail.
struct BodyRunLine {
    let view: Substring
    /// The number of runs in a time before the line in nanoseconds, as in
    /// `FeedRow body evaluated 60 times in 1.0 s`; nil = one run.
    let rate: (count: Int, span: Int64)?

    private static let renders: Set<String> = [
        "render", "renders", "rendered", "rendering", "rerender", "rerenders", "rerendered", "rerendering", "redraw",
        "redraws", "redrew", "redrawn", "redrawing",
    ]
    private static let runs: Set<String> = [
        "called", "evaluated", "evaluating", "computed", "computing", "recomputed", "executed", "invoked", "ran", "run",
        "runs", "running", "update", "updated", "updates", "reevaluated", "evaluation", "getter", "again", "count",
    ]
    /// Words that begin a detail.
    private static let links: Set<String> = ["for", "with", "at", "id", "index", "item", "because"]
    private static let fillers: Set<String> = ["of", "the", "view", "body"]
    /// The most words of a logger before the line's own: `[UI] INFO`.
    private static let mostWordsBefore = 3
    private static let mostBytes = 200

    /// Returns nil for other lines, and for those with a duration.
    init?(_ message: UnsafeBufferPointer<UInt8>) {
        guard Self.letters.occur(in: message, first: Self.mostBytes) else { return nil }
        let text = String(decoding: UnsafeBufferPointer(rebasing: message.prefix(Self.mostBytes)), as: UTF8.self)
        if let view = Self.evaluated(text) {
            (self.view, rate) = (view, nil)
            return
        }
        let words = Self.words(text)
        let begin = words.prefix(Self.mostWordsBefore + 1).firstIndex {
            $0.isType || $0.plain == "body" || Self.renders.contains($0.plain)
        }
        guard let begin, let view = Self.view(words[begin...]), LogTemplate(message).duration == nil else { return nil }
        self.view = view
        rate = Self.rate(words[begin...], text)
    }

    /// The view in a line that the Composable Architecture prints for debugging:
    /// `HomeView: Evaluating WithViewStore<State, Action, ...>.body`; without such a name, the
    /// store's type.
    private static func evaluated(_ text: String) -> Substring? {
        let mark = "Evaluating WithViewStore<"
        guard let range = text.firstRange(of: mark) else { return nil }
        let before = text[..<range.lowerBound].trimmingSpaces
        if before.isEmpty { return text[range.lowerBound...].dropFirst("Evaluating ".count).prefix { $0 != "<" } }
        guard before.last == ":" else { return nil }
        return before.dropLast().split(whereSeparator: { " :[]".contains($0) }).last
    }

    private struct Word {
        let text: Substring
        /// The word in lower case, without the hyphen of `re-rendered`.
        let plain: String
        /// Whether punctuation precedes it, as in `#3` and `(idle)`, or follows it, as in `body:`.
        let (isApart, endsPart): (Bool, Bool)

        var isType: Bool { TimedBodyLine.isType(text) }
    }

    private static func words(_ text: String) -> [Word] {
        func isLetter(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
        var words: [Word] = []
        for chunk in text.split(separator: " ") {
            let inner = chunk.drop { !isLetter($0) }
            guard let last = inner.lastIndex(where: isLetter) else {
                // Punctuation without a word.
                words.append(Word(text: "", plain: "", isApart: true, endsPart: true))
                continue
            }
            let (word, isApart) = (inner[...last], inner.startIndex > chunk.startIndex)
            let endsPart = inner.index(after: last) < inner.endIndex
            if let dot = word.firstRange(of: ".body")?.lowerBound,
                word[dot...].allSatisfy({ isLetter($0) || $0 == "." })
            {
                words.append(Word(text: word[..<dot], plain: "", isApart: isApart, endsPart: false))
                words.append(Word(text: "body", plain: "body", isApart: false, endsPart: endsPart))
            } else {
                let plain = word.lowercased().filter { $0 != "-" }
                words.append(Word(text: word, plain: plain, isApart: isApart, endsPart: endsPart))
            }
        }
        return words
    }

    /// The view whose body ran, if the words say nothing else before they end or begin a detail.
    private static func view(_ words: ArraySlice<Word>) -> Substring? {
        var (view, saysBody, saysRender): (Substring?, Bool, Bool) = (nil, false, false)
        var mayEnd = false
        for word in words {
            let isSaid = view != nil && (saysBody || saysRender)
            if word.plain == "body" {
                saysBody = true
            } else if renders.contains(word.plain) {
                saysRender = true
            } else if view == nil, word.isType {
                view = word.text
            } else if word.text.isEmpty, !isSaid {
                continue
            } else if isSaid, mayEnd || word.isApart || word.text.first?.isNumber != false {
                break
            } else if !runs.contains(word.plain), !links.contains(word.plain), !fillers.contains(word.plain) {
                return nil
            }
            mayEnd = word.endsPart || runs.contains(word.plain) || links.contains(word.plain)
        }
        guard let view, saysBody || saysRender else { return nil }
        return ViewWords.isCamelCase(view) && (saysBody || ViewWords.areTypes([String(view)])) ? view : nil
    }

    private static func rate(_ words: ArraySlice<Word>, _ text: String) -> (count: Int, span: Int64)? {
        guard let times = words.firstIndex(where: { $0.plain == "times" }), times > words.startIndex,
            let count = Int(words[times - 1].text), count <= mostRuns, times + 2 < words.endIndex,
            words[times + 1].plain == "in",
            let span = LogTemplate("in \(text[words[times + 2].text.startIndex...])").duration
        else { return nil }
        return (count, span)
    }

    /// The largest number of runs in one line; more are not read.
    private static let mostRuns = 10_000

    private static let letters = FourLetters(["body", "rend", "redr"])
}
