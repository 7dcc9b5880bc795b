/// Which kind of record the rows of a table are, where no `record` column says so: the one place with these rules.
///
/// A table is of a kind when its header has all of `needs`, one of `oneOf` (where there are any) and none of
/// `without`. A header that fits no rule or several is refused: guessing would put numbers under wrong names.
enum CSVRowKinds {
    private struct Rule {
        let kind: RecordKind
        let needs: FieldSet
        var oneOf = FieldSet([])
        var without = FieldSet([])
    }

    private static var rules: [Rule] {
        [
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
    }

    private static var timed: FieldSet { FieldSet(.start, .at, .view) }

    /// The kinds whose rule a header fits.
    static func kinds(of columns: [CSVColumn]) -> [RecordKind] {
        let fields = fields(of: columns)
        // A heading that only one kind's table has settles it: `Hang Type`.
        if let kind = columns.compactMap(\.kind).first { return [kind] }
        return rules.filter { rule in
            fields.isSuperset(of: rule.needs) && fields.isDisjoint(with: rule.without)
                && (rule.oneOf.isEmpty || !fields.isDisjoint(with: rule.oneOf))
        }.map(\.kind)
    }

    static func fields(of columns: [CSVColumn]) -> FieldSet {
        columns.reduce(into: FieldSet([])) { $0.insert($1.field) }
    }

    /// What to tell of a header that is no kind's or several kinds'.
    static func ambiguity(_ columns: [CSVColumn], _ headings: [String], at place: Place) -> TraceError {
        let shown = columns.prefix(8).map { "'\(headings[$0.index])'" }.joined(separator: ", ")
        let fields = fields(of: columns)
        let rules = kinds(of: columns)
        let fitting = RecordKind.allCases.filter {
            rules.isEmpty ? $0.fields.isSuperset(of: fields) : rules.contains($0)
        }
        let what =
            fitting.isEmpty
            ? "belong to no one kind of record"
            : "fit several kinds of records (\(fitting.map { $0.word.text }.joined(separator: ", ")))"
        return TraceError(
            .input, "the columns \(shown)\(columns.count > 8 ? ", …" : "") \(what)", at: place,
            fix: "add a 'record' column that says of each row what it is: \(RecordKind.words.joined(separator: ", "))")
    }
}
