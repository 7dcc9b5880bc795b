/// A field with the headings and keys that foreign tables and rows have for it; this is the only list of them. The type
/// of the values follows from the field, the unit from the heading (`FieldHeading`) or the value, and `RowKinds` has
/// the fields that a row needs.
struct DeclaredField {
    let field: Field
    /// Titles in lower case, with spaces between words.
    var titles: [String] = []
    /// Titles only for own rows, the more likely ones first (see `OwnRowSurvey`).
    var own: [String] = []
    /// The meaning of the values, if they must be interpreted first.
    var meaning = CSVColumn.Meaning.field
    /// The kind of record that this heading implies.
    var kind: RecordKind?

    /// Finds the field of a title in lower case.
    static func of(_ title: String) -> DeclaredField? { byTitle[title] }

    private static let byTitle = Dictionary(
        uniqueKeysWithValues: all.flatMap { declared in declared.titles.map { ($0, declared) } })

    /// The titles in Instruments' tables (Xcode 26 and 27), and the few common alternatives.
    static let all = [
        DeclaredField(
            field: .start, titles: ["start", "start time", "timestamp", "time"],
            own: [
                "ts", "begin", "began", "started", "started at", "t", "at", "offset", "date", "recorded at",
                "logged at",
            ]),
        DeclaredField(field: .end, titles: ["end", "end time"], own: ["finish", "finished", "ended", "ended at"]),
        DeclaredField(
            field: .duration, titles: ["duration"],
            own: [
                "dur", "elapsed", "elapsed time", "took", "cost", "body time", "body duration", "render", "render time",
                "render duration",
            ] + FieldHeading.bareUnits + ["time"]),
        DeclaredField(field: .id, titles: ["id"]),
        DeclaredField(
            field: .view, titles: ["view name", "view"],
            own: ["view type", "screen", "screen name", "component", "body"] + weakViewTitles),
        DeclaredField(field: .view, titles: ["description"], meaning: .description),
        DeclaredField(field: .kind, titles: ["update type"], meaning: .updateType),
        DeclaredField(field: .kind, titles: ["hang type"], kind: .hang),
        DeclaredField(field: .module, titles: ["module"]),
        DeclaredField(field: .category, titles: ["category"]),
        DeclaredField(field: .severity, titles: ["severity"]),
        DeclaredField(field: .allocations, titles: ["allocations"]),
        DeclaredField(field: .downstream, titles: ["downstream cost"]),
        DeclaredField(field: .thread, titles: ["thread", "start thread"]),
        DeclaredField(field: .process, titles: ["process", "start process"]),
        DeclaredField(
            field: .name, titles: ["name"], own: ["label", "title", "field", "target", "element", "control"]),
        DeclaredField(field: .subsystem, titles: ["subsystem"]),
        DeclaredField(field: .signpostID, titles: ["identifier", "signpost id"]),
        DeclaredField(field: .message, titles: ["message", "start message"], own: ["msg", "text", "log", "line"]),
        DeclaredField(field: .scope, titles: ["scope"]),
        DeclaredField(field: .label, titles: ["label"]),
        DeclaredField(field: .system, titles: ["is system"]),
        DeclaredField(field: .narrative, titles: ["narrative", "narrative description", "potential issue"]),
        DeclaredField(field: .event, own: ["event", "event type", "type", "kind"]),
        DeclaredField(field: .changed, own: ["changed", "changed properties"]),
        DeclaredField(field: .reason, own: ["reason", "why", "trigger", "cause"]),
        DeclaredField(
            field: .interaction, own: ["interaction", "user interaction", "gesture", "user action", "action"]),
    ]

    /// Titles of views that have many other meanings too.
    static var weakViewTitles: [String] { ["name", "label"] }

    /// Returns all titles of a field in own rows, the more likely ones first.
    static func ownTitles(of field: Field) -> [String] { ownTitles[field] ?? [] }

    private static let ownTitles = Dictionary(
        all.filter { $0.meaning == .field && $0.kind == nil }.map { ($0.field, $0.titles + $0.own) },
        uniquingKeysWith: { $0 + $1 })

    /// Whether it is a title for views.
    static func isView(_ title: String) -> Bool { viewTitles.contains(title) }

    private static let viewTitles = Set(ownTitles(of: .view))
}

/// The title and unit of a heading or key: `Duration (ms)`, `Duration [ms]`; with `readsWords`, also `duration_ms`,
/// `duration ms` and `durationMs`.
struct FieldHeading {
    let title: String
    /// The unit; nil if the heading has none.
    let unit: DecimalTime.Unit?

    init(_ heading: Substring, readsWords: Bool = false) {
        let heading = heading.trimmingSpaces
        if let (title, unit) = Self.bracketed(heading) {
            (self.title, self.unit) = (title, unit)
        } else if readsWords, let unit = Self.lastWord(heading).flatMap(Self.unit) {
            (title, self.unit) = (String(heading), unit)
        } else {
            (title, unit) = (String(heading), nil)
        }
    }

    private static func bracketed(_ heading: Substring) -> (String, DecimalTime.Unit)? {
        for (open, close) in [("(", ")"), ("[", "]")] where heading.hasSuffix(close) {
            guard let mark = heading.lastIndex(of: Character(open)),
                let unit = unit(heading[heading.index(after: mark)...].dropLast())
            else { continue }
            return (String(heading[..<mark].trimmingSpaces), unit)
        }
        return nil
    }

    /// The last of several words: after `_`, `-` or a space, or from a capital letter that follows a small one.
    private static func lastWord(_ heading: Substring) -> Substring? {
        var (start, previous): (Substring.Index?, Character?) = (nil, nil)
        for index in heading.indices {
            let letter = heading[index]
            if "_- ".contains(letter) {
                start = heading.index(after: index)
            } else if letter.isUppercase, previous?.isLowercase == true {
                start = index
            }
            previous = letter
        }
        return start.map { heading[$0...] }
    }

    private static func unit(_ text: Substring) -> DecimalTime.Unit? {
        switch text.lowercased() {
        case "ns", "nanoseconds", "nanos": .nanoseconds
        case "µs", "\u{3BC}s", "us", "usec", "microseconds", "micros": .microseconds
        case "ms", "msec", "milliseconds", "millis": .milliseconds
        case "s", "sec", "seconds": .seconds
        default: nil
        }
    }

    // MARK: Own rows

    /// Headings that consist of a unit.
    static let bareUnits = ["ms", "milliseconds", "µs", "\u{3BC}s", "microseconds"]

    /// Reads a heading or key in any style: `viewName`, `view_name` and `View Name` are `view name`; the unit may be
    /// the last word.
    ///
    /// Only the last part of a key inside an object, such as `payload.view`, is read.
    init(own heading: Substring) {
        var heading = heading.trimmingSpaces
        if let dot = heading.lastIndex(of: "."), let next = heading[dot...].dropFirst().first, next.isLetter {
            heading = heading[dot...].dropFirst()
        }
        if let (title, unit) = Self.bracketed(heading) {
            self.init(title: Self.words(title[...]).joined(separator: " "), unit: unit)
            return
        }
        let words = Self.words(heading)
        let title = words.joined(separator: " ")
        if Self.bareUnits.contains(title) {
            self.init(title: title, unit: Self.unit(title[...]))
        } else if words.count > 1, let unit = words.last.flatMap({ Self.unit($0[...]) }) {
            self.init(title: words.dropLast().joined(separator: " "), unit: unit)
        } else {
            self.init(title: title, unit: nil)
        }
    }

    private init(title: String, unit: DecimalTime.Unit?) { (self.title, self.unit) = (title, unit) }

    /// Splits a text into words in lower case, at punctuation and before a capital letter that follows a small one.
    static func words(_ text: Substring) -> [String] {
        var words: [String] = []
        var (word, wasLower) = ("", false)
        func end() {
            if !word.isEmpty { words.append(word.lowercased()) }
            word = ""
        }
        for letter in text {
            let isPart = letter.isLetter || letter.isNumber || letter == "µ" || letter == "@"
            if !isPart || letter.isUppercase && wasLower { end() }
            if isPart { word.append(letter) }
            wasLower = letter.isLowercase && letter.isLetter
        }
        end()
        return words
    }
}
