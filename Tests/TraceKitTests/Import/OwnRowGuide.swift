@testable import TraceKit

/// The table of the fields of people's own rows in docs/formats.md, made from what the survey knows.
enum OwnRowGuide {
    static var markdown: String {
        let rows = (OwnRowSurvey.fields + [.name]).map { field in
            let titles = DeclaredField.ownTitles(of: field).filter { $0 != "\u{3BC}s" }.map { "`\($0)`" }.joined(
                separator: " ")
            let isTime = field.valueType == .time
            let type = isTime ? field == .duration ? "time" : "moment" : field == .changed ? "list" : "text"
            return
                "| `\(field.key)` | \(titles) | \(type) | \(isTime ? "yes" : "") | \(need(field)) | \(example(field)) |"
        }
        let words = RowWords.interactions.map { kind, words in
            let shown = words.map { "`\($0)`" }.joined(separator: " ")
            return kind == .other ? "kept as they are: \(shown)" : "\(kind.word): \(shown)"
        }
        return
            ([
                "| field | headings and keys | type | unit | needed | example |",
                "| --- | --- | --- | --- | --- | --- |",
            ] + rows + [
                "",
                "Words of `event`: updates \(RowWords.bodies.map(shown).joined(separator: "; where none of these is there, ")). "
                    + "Interactions: \(words.joined(separator: "; ")). All others are events (signposts).",
            ]).joined(separator: "\n")
    }

    private static func shown(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: " ") }

    private static func need(_ field: Field) -> String {
        switch field {
        case .view, .start: "always"
        case .end, .duration: "one of both"
        default: ""
        }
    }

    private static func example(_ field: Field) -> String {
        switch field {
        case .view: "`CartRow`, `Shop.CartRow.body`"
        case .start: "`2026-02-03T10:30:45.103Z`"
        case .end: "`10:30:45.116`"
        case .duration: "`12.5 ms`"
        case .event: "`body`"
        case .changed: "`_items; @self`"
        case .interaction: "`Scroll`, `Tap Favorite`"
        case .reason:
            "`appear` (creation), `parent` or a view of the trace (nothing changed), `items`, `State change: items`"
        default: "`Pay` (of a tap)"
        }
    }
}
