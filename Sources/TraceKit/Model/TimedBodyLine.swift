/// A log line with which an app's own code reports how long a body took:
/// `[UI] FeedCell body 12.4 ms (reason: items)`, `Slow render: ProductGrid 34ms`,
/// `GridView.body took 0.018s`.
///
/// Between the view and the duration only words about bodies are allowed, which excludes lines
/// about other things. All lines of a form together decide whether their names are those of views.
struct TimedBodyLine {
    let view: Substring
    /// Whether the line has the word `body`, which hardly anything else has.
    let saysBody: Bool
    /// The line up to its duration, without the view. Lines of one statement in the code share it.
    let form: String
    /// The reason of the evaluation as written; nil if the line has none.
    let reason: Substring?

    private static let bodies: Set<Substring> = ["body"]
    private static let renders: Set<Substring> = [
        "render", "renders", "rendered", "rendering", "rerender", "rerendered", "redraw", "redrew",
    ]
    private static let fillers: Set<Substring> = [
        "took", "takes", "in", "for", "of", "time", "duration", "is", "was", "it", "update", "updated", "evaluation",
        "evaluated", "computed",
        "recomputed", "pass", "about", "slow", "long", "view", "swiftui", "cost", "lasted", "re",
    ]
    private static let reasons: Set<Substring> = ["reason", "why", "trigger", "cause", "changed", "because"]
    /// The longest duration of a body, in nanoseconds.
    private static let longest: Int64 = 10_000_000_000
    private static let mostBytes = 300

    /// Returns nil for lines without a view and the duration of its body.
    init?(_ message: UnsafeBufferPointer<UInt8>) {
        guard Self.duration(message) != nil else { return nil }
        let text = String(decoding: UnsafeBufferPointer(rebasing: message.prefix(Self.mostBytes)), as: UTF8.self)
        var words: [Substring] = []
        for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && !"_.<>".contains($0) }) {
            let end = word.hasSuffix(".") ? word.dropLast() : word
            guard end.hasSuffix(".body") else {
                words.append(end)
                continue
            }
            words += [end.dropLast(5), "body"]
        }
        guard let number = Self.number(words), case let sentence = Self.sentence(words[..<number]),
            let view = sentence.view,
            sentence.saysBody || sentence.saysRender
        else { return nil }
        self.view = words[view]
        saysBody = sentence.saysBody
        form = words[..<number].indices.map { $0 == view ? "*" : words[$0].lowercased() }.joined(separator: " ")
        reason = Self.reason(text, behind: words[number])
    }

    /// The duration in nanoseconds; nil for a line without any of the words, or without a plausible
    /// duration.
    fileprivate static func duration(_ message: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard letters.occur(in: message, first: mostBytes), let duration = LogTemplate(message).duration, duration > 0,
            duration <= longest
        else {
            return nil
        }
        return duration
    }

    /// The line without its numbers; digits in words are kept.
    fileprivate static func shape(_ message: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var shape: [UInt8] = []
        shape.reserveCapacity(message.count)
        for byte in message.prefix(mostBytes) {
            let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            if isDigit, let last = shape.last {
                if last == number { continue }
                let isInWord =
                    last | 0x20 >= UInt8(ascii: "a") && last | 0x20 <= UInt8(ascii: "z") || last == UInt8(ascii: "_")
                    || last >= UInt8(ascii: "0") && last <= UInt8(ascii: "9")
                let isPoint = last == UInt8(ascii: ".") && shape.dropLast().last == number
                if isPoint { shape.removeLast() } else { shape.append(isInWord ? byte : number) }
            } else {
                shape.append(isDigit ? number : byte)
            }
        }
        return shape
    }

    private static let number = UInt8(ascii: "#")

    /// The index of the first number with a unit.
    private static func number(_ words: [Substring]) -> Int? {
        words.indices.first { place in
            guard words[place].first?.isNumber == true else { return false }
            let unit = words[place].drop { $0.isNumber || $0 == "." }
            if !unit.isEmpty { return LogTemplate("1\(unit)").duration != nil }
            return place + 1 < words.count && LogTemplate("1 \(words[place + 1])").duration != nil
        }
    }

    /// The view and the words about bodies right before the number, read backwards.
    private static func sentence(_ words: ArraySlice<Substring>) -> (view: Int?, saysBody: Bool, saysRender: Bool) {
        var (view, saysBody, saysRender): (Int?, Bool, Bool) = (nil, false, false)
        for place in words.indices.reversed() {
            let word = words[place].lowercased()[...]
            if bodies.contains(word) {
                saysBody = true
            } else if renders.contains(word) {
                saysRender = true
            } else if fillers.contains(word) || word.allSatisfy(\.isNumber) {
                // The number of a code line, which some loggers write.
                continue
            } else if view == nil, isType(words[place]) {
                view = place
            } else {
                break
            }
        }
        return (view, saysBody, saysRender)
    }

    /// Whether a word may be the name of a view.
    static func isType(_ word: Substring) -> Bool {
        let name = word.split(separator: ".").last ?? ""
        return ViewWords.isName(String(word)) && name.first?.isUppercase == true && name.contains(where: \.isLowercase)
            && !others.contains { name.hasSuffix($0) }
    }

    /// Other things that have a body or are rendered.
    private static let others = ["Response", "Request", "Message", "Payload", "Mail", "Email", "Http", "HTTP"]

    /// The reason: `items` for `(reason: items)`.
    private static func reason(_ text: String, behind number: Substring) -> Substring? {
        let rest = text[number.endIndex...]
        for word in rest.split(whereSeparator: { !$0.isLetter }) where reasons.contains(word.lowercased()[...]) {
            let value = text[word.endIndex...].drop { " :=".contains($0) }.prefix { !")]|".contains($0) }
            return value.isEmpty ? nil : value
        }
        return nil
    }

    private static let letters = FourLetters(["body", "rend", "redr"])
}

/// The timed body lines of a log. Lines that differ only in numbers are parsed once: a log may have
/// a hundred thousand lines of a few shapes.
struct TimedBodyLines {
    private(set) var parsed: [TimedBodyLine] = []
    private var indexes: [[UInt8]: Int?] = [:]
    private static let mostShapes = 10_000

    /// The index in `parsed` and the duration in nanoseconds; nil for other lines.
    mutating func read(_ message: UnsafeBufferPointer<UInt8>) -> (index: Int, duration: Int64)? {
        guard let duration = TimedBodyLine.duration(message) else { return nil }
        let shape = TimedBodyLine.shape(message)
        if let index = indexes[shape] { return index.map { ($0, duration) } }
        let line = TimedBodyLine(message)
        let index = line.map { _ in parsed.count }
        if let line { parsed.append(line) }
        if indexes.count < Self.mostShapes { indexes[shape] = .some(index) }
        return index.map { ($0, duration) }
    }

    /// Whether lines are about bodies, by index in `parsed`: all lines of a form are, if their
    /// names are those of views.
    var areBodies: [Bool] {
        let forms = Dictionary(grouping: parsed, by: \.form).mapValues { lines in
            ViewWords.areTypes(lines.map { String($0.view) })
                || lines.contains { $0.saysBody && ViewWords.isCamelCase($0.view) }
        }
        return parsed.map { forms[$0.form] ?? false }
    }
}
