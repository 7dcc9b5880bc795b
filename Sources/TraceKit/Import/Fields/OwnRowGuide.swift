/// The fields of own rows that the survey knows, for `trace-analyze formats NAME` and docs/formats.md.
struct OwnRowGuide {
    let field: Field
    /// The headings and keys of the field, the more likely ones first.
    let titles: [String]
    /// The form of its values; times have a unit.
    let type: String
    let need: String
    let examples: [String]

    var isTime: Bool { field.valueType == .time }

    static let all = (OwnRowSurvey.fields + [.name]).map { field in
        OwnRowGuide(
            field: field, titles: DeclaredField.ownTitles(of: field).filter { $0 != "\u{3BC}s" }, type: type(field),
            need: need(field), examples: examples(field))
    }

    private static func type(_ field: Field) -> String {
        switch field {
        case .duration: "time"
        case .changed: "list"
        default: field.valueType == .time ? "moment" : "text"
        }
    }

    private static func need(_ field: Field) -> String {
        switch field {
        case .view, .start: "always"
        case .end, .duration: "one of both"
        default: ""
        }
    }

    private static func examples(_ field: Field) -> [String] {
        switch field {
        case .view: ["CartRow", "Shop.CartRow.body"]
        case .start: ["2026-02-03T10:30:45.103Z"]
        case .end: ["10:30:45.116"]
        case .duration: ["12.5 ms"]
        case .event: ["body"]
        case .changed: ["_items; @self"]
        case .interaction: ["Scroll", "Tap Favorite"]
        case .reason: ["appear", "parent", "items", "State change: items"]
        default: ["Pay"]
        }
    }

    /// The lines that `trace-analyze formats NAME` prints about tables and JSON.
    static let lines = {
        let words = RowWords.bodies.map { $0.joined(separator: ", ") }.joined(separator: "; without these ")
        return ["Rows of your own: fields, and the headings or keys that they are found by, in any style"]
            + all.flatMap(\.lines)
            + TextWidth.wrap(
                "Times have their unit in the heading (took_ms, Took (µs)) or in the value; '--map FIELD=HEADING' names a "
                    + "column that is called otherwise. Values of event: \(words); words of interactions (tap, scroll, …); "
                    + "all others are signposts.", width: 100, indent: 0)
            + ["", "Rows of ours, by their 'record'"]
            + RecordKind.allCases.flatMap { kind in
                entry(kind.word.text, keys(kind).joined(separator: ", "))
            }
    }()

    private var lines: [String] {
        let about = [type, need, "like \(examples[0])"].filter { !$0.isEmpty }.joined(separator: ", ")
        return Self.entry("\(field.key) (\(about))", titles.joined(separator: ", "))
    }

    private static func entry(_ head: String, _ text: String) -> [String] {
        TextWidth.wrap("\(head): \(text)", width: 98, indent: 4).map { "  \($0)" }
    }

    private static func keys(_ kind: RecordKind) -> [String] {
        var keys: [String] = []
        for field in kind.declared.map(\.field) {
            let key = field.valueType == .time ? "\(field.key)_ns" : field.key
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }
}
