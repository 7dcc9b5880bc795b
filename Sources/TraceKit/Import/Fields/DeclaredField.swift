/// A field as tables that are not ours call it: the one list of such headings. The type of its values follows from the field,
/// its unit from the heading (`FieldHeading`) or the value, and which fields a row needs from `RowKinds`.
struct DeclaredField {
    let field: Field
    /// In lower case, words separated by spaces.
    let titles: [String]
    /// What the values are where they have to be made sense of first.
    var meaning = CSVColumn.Meaning.field
    /// The kind of record that only this heading belongs to.
    var kind: RecordKind?

    /// The field of a title in lower case.
    static func of(_ title: String) -> DeclaredField? { byTitle[title] }

    private static let byTitle = Dictionary(
        uniqueKeysWithValues: all.flatMap { declared in declared.titles.map { ($0, declared) } })

    /// The titles of Instruments' tables (Xcode 26 and 27), and the few that people write instead.
    static let all = [
        DeclaredField(field: .start, titles: ["start", "start time", "timestamp", "time"]),
        DeclaredField(field: .end, titles: ["end", "end time"]),
        DeclaredField(field: .duration, titles: ["duration"]),
        DeclaredField(field: .id, titles: ["id"]),
        DeclaredField(field: .view, titles: ["view name", "view"]),
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
        DeclaredField(field: .name, titles: ["name"]),
        DeclaredField(field: .subsystem, titles: ["subsystem"]),
        DeclaredField(field: .signpostID, titles: ["identifier", "signpost id"]),
        DeclaredField(field: .message, titles: ["message", "start message"]),
        DeclaredField(field: .scope, titles: ["scope"]),
        DeclaredField(field: .label, titles: ["label"]),
        DeclaredField(field: .system, titles: ["is system"]),
        DeclaredField(field: .narrative, titles: ["narrative", "narrative description", "potential issue"]),
    ]
}

/// A heading or key as title and unit: `Duration (ms)`, `Duration [ms]`; where the user says what it holds, also
/// `duration_ms`, `duration ms` and `durationMs`.
struct FieldHeading {
    let title: String
    /// Nil where the heading has none.
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

    /// The last of several words: behind `_`, `-` or a space, or from a capital letter behind a small one on.
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
        case "ns": .nanoseconds
        case "µs", "\u{3BC}s", "us": .microseconds
        case "ms": .milliseconds
        case "s": .seconds
        default: nil
        }
    }
}
