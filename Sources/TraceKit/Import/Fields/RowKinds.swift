/// Which kind of record rows are, where no `record` column or key says so: the one place with these rules.
///
/// Rows are of a kind when they have all of `needs`, one of `oneOf` (where there are any) and none of
/// `without`. What fits no rule or several is refused: guessing would put numbers under wrong names.
enum RowKinds {
    private struct Rule {
        let kind: RecordKind
        let needs: FieldSet
        var oneOf = FieldSet([])
        var without = FieldSet([])
    }

    private static let rules: [Rule] = [
        Rule(kind: .edge, needs: FieldSet(.from, .to)),
        Rule(kind: .update, needs: FieldSet(.view), oneOf: FieldSet(.start, .changed)),
        Rule(kind: .sample, needs: FieldSet(.weight, .frames)),
        Rule(kind: .hitch, needs: FieldSet(.start, .duration), oneOf: FieldSet(.narrative, .system)),
        Rule(
            kind: .signpost, needs: FieldSet(.start, .name), oneOf: FieldSet(.subsystem, .category, .signpostID),
            without: FieldSet(.view)),
        Rule(kind: .log, needs: FieldSet(.start, .level, .message), without: FieldSet(.name, .view, .duration)),
        Rule(kind: .trace, needs: FieldSet([]), oneOf: FieldSet(.app, .refreshHz, .startedAt), without: timed),
        Rule(kind: .cause, needs: FieldSet(.id, .name), oneOf: FieldSet(.origin, .cause), without: FieldSet(.view)),
        Rule(
            kind: .interaction, needs: FieldSet(.kind, .name, .start, .duration),
            without: FieldSet(.view, .origin, .cause, .subsystem, .category, .signpostID)),
        Rule(
            kind: .hang, needs: FieldSet(.kind, .start, .duration, .thread),
            without: FieldSet(.id, .view, .name, .label)),
        Rule(
            kind: .group, needs: FieldSet(.start, .duration, .label), without: FieldSet(.kind, .view, .from, .to)),
        Rule(
            kind: .group, needs: FieldSet(.id, .start, .duration, .thread),
            without: FieldSet(.kind, .name, .view, .label)),
    ]

    private static var timed: FieldSet { FieldSet(.start, .at, .view) }

    /// The kinds whose rule rows with these fields fit. An end says as much as a duration.
    static func kinds(_ fields: FieldSet) -> [RecordKind] {
        let fields = fields.contains(.end) ? fields.union(FieldSet(.duration)) : fields
        return rules.filter { rule in
            fields.isSuperset(of: rule.needs) && fields.isDisjoint(with: rule.without)
                && (rule.oneOf.isEmpty || !fields.isDisjoint(with: rule.oneOf))
        }.map(\.kind)
    }

    /// The kind of a row that happens at a time, of a file that says nothing else of what it holds; nil where that is not
    /// certain.
    static func timedKind(_ fields: FieldSet) -> RecordKind? {
        let kinds = Set(kinds(fields))
        guard fields.contains(.start), kinds.count == 1, let kind = kinds.first, kind != .trace else { return nil }
        return kind
    }

    /// Whether rows are view updates of which nothing says when they start.
    static func lacksStart(_ fields: FieldSet) -> Bool {
        fields.contains(.view) && !fields.isDisjoint(with: FieldSet(.duration, .end))
            && fields.isDisjoint(with: FieldSet(.start, .changed)) && kinds(fields).isEmpty
    }
}
