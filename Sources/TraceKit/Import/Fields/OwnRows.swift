/// The columns or keys of a file of own rows, and the fields they hold (chosen by `OwnRowSurvey` from the first rows,
/// as if the user had named them with `--map`).
struct OwnRows {
    /// A column or key that our formats would not understand.
    struct Column {
        let field: Field
        let name: String
        /// The unit of its bare numbers; nil if the values state it.
        var unit: DecimalTime.Unit?
    }

    var columns: [Column] = []
    /// The words of the column `event` for view body updates; nil if no column says what a row is. Empty: rows with a
    /// view and a duration are updates.
    var bodyWords: [String]?
    /// Whether the names distinguish bodies (`FeedRow.body`) from other intervals, which are read as signposts.
    var areBodiesNamed = false
    /// Keys that name a field of updates but are not read.
    var unread: [String] = []
    /// Keys of our formats whose values do not fit.
    var unfit: Set<String> = []
    /// Whether there is a column for ends: a row without an end is unfinished.
    var hasEnds = false
    /// A note to the user about how the rows are understood.
    var note = ""
    /// Columns with times of unknown unit.
    var withoutUnit: [TimeWithoutUnit] = []
    /// The first value of these: its column's index, and the offset of its row from the first byte examined.
    var firstWithoutUnit = (index: 0, value: "", offset: 0)

    /// Whether a text is the name of a type followed by `.body`.
    static func isBodyName(_ text: String) -> Bool {
        guard text.hasSuffix(".body"), ViewWords.isName(text) else { return false }
        return text.split(separator: ".").dropLast().last?.first?.isUppercase == true
    }

    func column(_ name: String) -> Column? { columns.first { $0.name == name } }

    /// The error if times have no unit anywhere.
    func missingUnit(at place: (Int) -> Place) -> TraceError? {
        guard !withoutUnit.isEmpty else { return nil }
        let first = withoutUnit[firstWithoutUnit.index]
        let problem = RowProblem.withoutUnit(first.name, found: firstWithoutUnit.value, first.field, withoutUnit)
        return TraceError(.input, problem.message, at: place(firstWithoutUnit.offset), fix: problem.fix)
    }

    /// Informs the builder about such rows.
    func begin(_ builder: TraceBuilder, in file: String) {
        builder.hasOwnRows = true
        for column in columns where column.field.valueType == .time { builder.timeNames[column.field] = column.name }
        builder.tell(.note, at: Place(file: file), note)
        Self.note(unread: unread, builder, in: file)
    }
}

extension OwnRows {
    /// Warns about columns or keys that look like ours but are not read.
    static func note(unread names: [String], _ builder: TraceBuilder, in file: String) {
        guard !names.isEmpty else { return }
        let names = names.map { String($0[...].trimmingSpaces.prefix(40)) }
        let shown = names.prefix(6).map { "'\($0)'" }.joined(separator: ", ") + Decimal.more(of: names.count, listed: 6)
        let options = names.prefix(6).map { "--map \(ShellWord.quote("\(option(for: $0))=\($0)"))" }.joined(
            separator: " ")
        builder.tell(
            .note, at: Place(file: file),
            names.count == 1
                ? "\(shown) is not read, though it looks like a field of updates; to read it: \(options)"
                : "\(shown) are not read, though they look like fields of updates; to read one: \(options)")
    }

    private static func option(for name: String) -> String {
        guard let field = OwnRowSurvey.field(of: name) else { return "FIELD" }
        return field.valueType == .time && FieldHeading(name[...], readsWords: true).unit == nil
            ? "\(field.key)_ms" : field.key
    }
}

/// Turns own rows into records: finds their kinds, and the reasons of bodies.
struct OwnRowSorter {
    private let rows: OwnRows
    private let builder: TraceBuilder
    private let meanings = Memo<NameID, RowWords.Meaning>()
    private let reasons = Memo<NameID, RowReasons>()
    private let bodyNames = Memo<NameID, Bool>()

    init(_ rows: OwnRows, _ builder: TraceBuilder) { (self.rows, self.builder) = (rows, builder) }

    /// Moves the values of a row to the fields of its kind of record, which is returned. `times`: fields that the row
    /// has besides `fields`.
    func settle(_ fields: RecordFields, _ times: FieldSet = []) -> RecordKind {
        let has = fields.present.union(times)
        let event = rows.bodyWords == nil ? NameID.none : fields.name(.event)
        if !event.isPresent {
            guard !has.contains(.view) else {
                let isBody = !rows.areBodiesNamed || isBodyName(fields.name(.view))
                return isBody ? settleUpdate(fields, has) : settleInterval(fields)
            }
            let isLine = has.isSuperset(of: FieldSet(.start, .message))
            return RowKinds.timedKind(has) ?? (isLine ? .log : .update)
        }
        switch meaning(event) {
        case .body: return settleUpdate(fields, has)
        case .interaction(let kind): return settleInteraction(fields, kind, event)
        case .event:
            let isBody = rows.bodyWords?.isEmpty == true && has.contains(.view) && has.contains(.duration)
            return isBody ? settleUpdate(fields, has) : settleEvent(fields, event)
        }
    }

    private func isBodyName(_ name: NameID) -> Bool {
        bodyNames(name) { OwnRows.isBodyName(builder.names.text(name) ?? "") }
    }

    private func meaning(_ event: NameID) -> RowWords.Meaning {
        meanings(event) {
            let word = RowWords.normalised(builder.names.text(event) ?? "")
            if rows.bodyWords?.contains(word) == true { return .body }
            return RowWords.interaction(word).map { .interaction($0) } ?? .event
        }
    }

    // MARK: Kinds

    private func settleUpdate(_ fields: RecordFields, _ has: FieldSet) -> RecordKind {
        if !rows.hasEnds { fields.noteUnmeasured(has) }
        if fields.has(.view), case let shown = fields.name(.view), case let view = builder.viewNames[shown],
            view != shown
        {
            fields.set(.view, view)
            if !fields.rawView.isPresent { fields.rawView = shown }
        }
        if fields.has(.reason) {
            let reason = reason(fields.name(.reason))
            if reason.changed.isPresent, !fields.has(.changed) {
                fields.set(.changed, bits: UInt64(reason.changed.rawValue))
            }
            if reason.isCreation, !fields.has(.phase) { fields.set(.phase, NameID(.creation)) }
            for word in reason.unknown { builder.records.counters.add(.unknownWord, "reason '\(word)'") }
        }
        fields.remove(FieldSet(.event, .reason, .name, .label, .message))
        return .update
    }

    private func settleInteraction(_ fields: RecordFields, _ kind: InteractionKind, _ event: NameID) -> RecordKind {
        let name = target(fields)
        fields.remove(FieldSet(.event, .reason, .interaction, .view, .label, .message, .changed, .phase))
        // Interactions of other kinds keep their own word.
        fields.set(.kind, kind == .other ? event : kind.wordID.nameID)
        if name.isPresent { fields.set(.name, name) }
        return .interaction
    }

    /// Makes an interval of a row whose name is not that of a body.
    private func settleInterval(_ fields: RecordFields) -> RecordKind {
        fields.set(.name, fields.name(.view))
        fields.remove(FieldSet(.view, .reason, .interaction, .changed, .phase))
        return .signpost
    }

    private func settleEvent(_ fields: RecordFields, _ event: NameID) -> RecordKind {
        let target = target(fields)
        fields.remove(FieldSet(.event, .reason, .interaction, .view, .label, .changed, .phase))
        fields.set(.name, event)
        if target.isPresent, !fields.has(.message) { fields.set(.message, target) }
        return .signpost
    }

    /// The subject of an interaction or event.
    private func target(_ fields: RecordFields) -> NameID {
        let first = [Field.name, .label, .view].first { fields.has($0) }
        return first.map { fields.name($0) } ?? .none
    }

    // MARK: Values

    private func reason(_ text: NameID) -> RowReasons {
        reasons(text) { RowReasons(builder.names.text(text) ?? "", builder) }
    }

    /// The changed properties listed in a text.
    static func changed(_ text: String, _ builder: TraceBuilder) -> ListID {
        builder.records.lists.intern(RowWords.items(text).map { builder.names.intern(String($0)) })
    }
}

/// The reason why a body ran, from a text in own rows: `appear`, `likes; @self`.
struct RowReasons {
    private(set) var changed = ListID.none
    private(set) var isCreation = false
    private(set) var unknown: [String] = []

    init(_ text: String, _ builder: TraceBuilder) {
        var properties: [NameID] = []
        for item in RowWords.items(text) {
            switch RowWords.reason(item) {
            case .creation: isCreation = true
            // The text does not say what changed in the parent.
            case .parent: break
            case .changed(let property): properties.append(builder.names.intern(property))
            case .unknown: unknown.append(String(item.prefix(40)))
            }
        }
        guard !properties.isEmpty else { return }
        changed = builder.records.lists.intern(properties)
        builder.hasReasons = true
    }
}
