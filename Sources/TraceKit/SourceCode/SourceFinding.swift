/// A line of the sources and what it does: `reads favorites, through summary (line 8)`.
struct SourceFinding: Equatable {
    var relation: SourceMention.Relation
    var file: Int
    var line: Int
    var words: String
}
