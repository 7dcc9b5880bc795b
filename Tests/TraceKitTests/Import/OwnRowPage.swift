@testable import TraceKit

/// The table of the fields of people's own rows in docs/formats.md.
enum OwnRowPage {
    static var markdown: String {
        let rows = OwnRowGuide.all.map { guide in
            "| `\(guide.field.key)` | \(shown(guide.titles)) | \(guide.type) | \(guide.isTime ? "yes" : "") | \(guide.need) "
                + "| \(examples(guide)) |"
        }
        let words = RowWords.interactions.map { kind, words in
            kind == .other ? "kept as they are: \(shown(words))" : "\(kind.word): \(shown(words))"
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

    private static func examples(_ guide: OwnRowGuide) -> String {
        guard guide.field != .reason else {
            return
                "`appear` (creation), `parent` or a view of the trace (nothing changed), `items`, `State change: items`"
        }
        return guide.examples.map { "`\($0)`" }.joined(separator: ", ") + (guide.field == .name ? " (of a tap)" : "")
    }
}
