/// How the rows of one file of people's own are read: which of its columns or keys holds what (chosen by `OwnRowSurvey` from the
/// first rows, as if the user had named them with `--map`).
struct OwnRows {
    /// A column or key that our formats would not understand.
    struct Column {
        let field: Field
        let name: String
        /// Of its bare numbers; nil where the values say it.
        var unit: DecimalTime.Unit?
    }

    var columns: [Column] = []
    /// Which words of the column `event` are view body updates; nil where no column says what a row is. Empty: rows with a view
    /// and a duration are.
    var bodyWords: [String]?
    /// Whether the names of the rows tell bodies (`FeedRow.body`) from other intervals, which are read as signposts.
    var areBodiesNamed = false
    /// Keys that are those of a field of updates, and are not read.
    var unread: [String] = []
    /// Keys of our formats whose values are none of ours.
    var unfit: Set<String> = []
    /// Whether one of them tells when updates ended: a row without has not ended.
    var hasEnds = false
    /// How the rows are understood, for the reader of the result.
    var note = ""
    /// Columns with times that nothing tells the unit of.
    var withoutUnit: [TimeWithoutUnit] = []
    /// The first value of those: its place among them, and where its row begins, from the first byte that was looked at.
    var firstWithoutUnit = (index: 0, value: "", offset: 0)

    /// Whether a text is the name of a type and `.body`.
    static func isBodyName(_ text: String) -> Bool {
        guard text.hasSuffix(".body"), ViewWords.isName(text) else { return false }
        return text.split(separator: ".").dropLast().last?.first?.isUppercase == true
    }

    func column(_ name: String) -> Column? { columns.first { $0.name == name } }

    /// The error of rows whose times have no unit anywhere.
    func missingUnit(at place: (Int) -> Place) -> TraceError? {
        guard !withoutUnit.isEmpty else { return nil }
        let first = withoutUnit[firstWithoutUnit.index]
        let problem = RowProblem.withoutUnit(first.name, found: firstWithoutUnit.value, first.field, withoutUnit)
        return TraceError(.input, problem.message, at: place(firstWithoutUnit.offset), fix: problem.fix)
    }

    /// What the builder must know of rows that are read so.
    func begin(_ builder: TraceBuilder, in file: String) {
        builder.hasOwnRows = true
        for column in columns where column.field.valueType == .time { builder.timeNames[column.field] = column.name }
        builder.tell(.note, at: Place(file: file), note)
        Self.note(unread: unread, builder, in: file)
    }
}

extension OwnRows {
    /// Names columns or keys that are not read though they look like ours.
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

/// Makes the rows of people's own into records: what they are, and why bodies ran.
struct OwnRowSorter {
    private let rows: OwnRows
    private let builder: TraceBuilder
    private let meanings = Memo<NameID, RowWords.Meaning>()
    private let reasons = Memo<NameID, RowReasons>()
    private let bodyNames = Memo<NameID, Bool>()

    init(_ rows: OwnRows, _ builder: TraceBuilder) { (self.rows, self.builder) = (rows, builder) }

    /// Puts what a row says where a record of its kind has it, and returns the kind. `times`: what it has besides `fields`.
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
        // What we have no kind for keeps its own word.
        fields.set(.kind, kind == .other ? event : kind.wordID.nameID)
        if name.isPresent { fields.set(.name, name) }
        return .interaction
    }

    /// An interval that its name says is no body.
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

    /// What an interaction or event is about.
    private func target(_ fields: RecordFields) -> NameID {
        let first = [Field.name, .label, .view].first { fields.has($0) }
        return first.map { fields.name($0) } ?? .none
    }

    // MARK: Values

    private func reason(_ text: NameID) -> RowReasons {
        reasons(text) { RowReasons(builder.names.text(text) ?? "", builder) }
    }

    /// The changed properties that one text lists.
    static func changed(_ text: String, _ builder: TraceBuilder) -> ListID {
        builder.records.lists.intern(RowWords.items(text).map { builder.names.intern(String($0)) })
    }
}

/// Why a body ran, as a text of people's own says: `appear`, `likes; @self`.
struct RowReasons {
    private(set) var changed = ListID.none
    private(set) var isCreation = false
    private(set) var unknown: [String] = []

    init(_ text: String, _ builder: TraceBuilder) {
        var properties: [NameID] = []
        for item in RowWords.items(text) {
            switch RowWords.reason(item) {
            case .creation: isCreation = true
            // What changed in it is not told.
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
