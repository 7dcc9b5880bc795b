/// One record as read, before it is checked: a slot for every field, reused for each row.
final class RecordFields {
    /// A value and its place in the file.
    private struct Slot: BitwiseCopyable {
        var bits: UInt64 = 0
        var offset = 0
    }

    private(set) var present = FieldSet([])
    /// The slots by field.
    private let slots = Column(repeating: Slot(), count: Field.allCases.count)
    /// The ids in `cause` or `causes`.
    let causes = Column<UInt64>()
    /// The exporter's spelling of the view, if the record has one besides the view's name.
    var rawView = NameID.none

    @inline(__always)
    func reset() {
        present = FieldSet(rawValue: 0)
        if causes.count > 0 { causes.removeAll() }
        rawView = .none
    }

    @inline(__always)
    func has(_ field: Field) -> Bool { present.contains(field) }

    @inline(__always)
    func set(_ field: Field, bits: UInt64) {
        slots[Int(field.rawValue)].bits = bits
        present.insert(field)
    }

    func remove(_ fields: FieldSet) { present.subtract(fields) }

    @inline(__always)
    func set(_ field: Field, _ name: NameID) { set(field, bits: UInt64(name.rawValue)) }

    @inline(__always)
    func appendCause(_ id: UInt64) {
        causes.append(id)
        present.insert(.cause)
    }

    /// Marks the update of a row that only says when a body ran; `has`: the fields of the row. A row with an id, causes
    /// or a group was measured, and its update had not ended.
    func noteUnmeasured(_ has: FieldSet) {
        guard has.isDisjoint(with: FieldSet(.duration, .end, .id, .cause, .group)), has.contains(.start) else { return }
        set(.evaluated, bits: 0)
    }

    /// The place of the field's value in the file, for error messages.
    @inline(__always)
    func note(_ field: Field, offset: Int) { slots[Int(field.rawValue)].offset = offset }

    func offset(of field: Field) -> Int { slots[Int(field.rawValue)].offset }

    @inline(__always)
    func bits(_ field: Field) -> UInt64 { slots[Int(field.rawValue)].bits }

    /// The text of a name field; none if it is absent.
    @inline(__always)
    func name(_ field: Field) -> NameID {
        has(field) ? NameID(rawValue: UInt32(truncatingIfNeeded: bits(field))) : .none
    }

    /// A time or an integer; nil if it is absent.
    @inline(__always)
    func integer(_ field: Field) -> Int64? { has(field) ? Int64(bitPattern: bits(field)) : nil }

    @inline(__always)
    func list(_ field: Field) -> ListID {
        has(field) ? ListID(rawValue: UInt32(truncatingIfNeeded: bits(field))) : .none
    }
}

/// The reason why a row is rejected. It is thrown while the row is read, caught by the importer and kept as a reject.
struct RowProblem: Error {
    let kind: RejectRecord.Kind
    let message: String
    /// The field to point at, if any.
    let field: Field?
    /// The fix, if it is more than correcting the row.
    let fix: String?

    /// Whether the row itself is valid and only conflicts with others.
    var isOfGraph: Bool { kind == .selfEdge || kind == .duplicateID }

    init(_ kind: RejectRecord.Kind, _ message: String, _ field: Field? = nil, fix: String? = nil) {
        self.kind = kind
        self.message = message
        self.field = field
        self.fix = fix
    }
}

extension RecordKind {
    /// Returns the problem of a row whose `record` is missing or unknown.
    static func problem(_ name: NameID, _ names: NameTable) -> RowProblem {
        guard let text = names.text(name) else {
            return RowProblem(.missingField, "'record' is missing; it is one of \(words.joined(separator: ", "))")
        }
        let shown = text.count > 40 ? "\(text.prefix(40))…" : text
        return RowProblem(
            .unknownRecord, "unknown record '\(shown)'\(NearestWord.hint(for: text, among: words))", .record)
    }
}

/// The kind of record that a row is, if no `record` column or key says so; these rules are only here.
///
/// A row is of a kind if it has all of `needs`, one of `oneOf` (if there are any) and none of `without`. A row that
/// fits no rule or several is rejected, because guessing would put numbers under wrong names.
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

    /// Returns the kinds whose rules rows with these fields fit. An end counts as a duration.
    static func kinds(_ fields: FieldSet) -> [RecordKind] {
        let fields = fields.contains(.end) ? fields.union(FieldSet(.duration)) : fields
        return rules.filter { rule in
            fields.isSuperset(of: rule.needs) && fields.isDisjoint(with: rule.without)
                && (rule.oneOf.isEmpty || !fields.isDisjoint(with: rule.oneOf))
        }.map(\.kind)
    }

    /// Returns the kind of a timed row in a file that does not declare its content; nil if it is not certain.
    static func timedKind(_ fields: FieldSet) -> RecordKind? {
        let kinds = Set(kinds(fields))
        guard fields.contains(.start), kinds.count == 1, let kind = kinds.first, kind != .trace else { return nil }
        return kind
    }

    /// Whether rows are view updates without any start.
    static func lacksStart(_ fields: FieldSet) -> Bool {
        fields.contains(.view) && !fields.isDisjoint(with: FieldSet(.duration, .end))
            && fields.isDisjoint(with: FieldSet(.start, .changed)) && kinds(fields).isEmpty
    }
}
