/// What the keys of JSON objects stand for: first what the user maps, then our own keys, then times without a unit.
struct FieldKeys {
    /// A key that the user maps: a field with its unit, or a time whose unit is in the key or the value.
    private struct Mapped {
        /// As `--map` names it.
        let option: String
        let field: Field
        let match: FieldTable.Match?
        let unit: DecimalTime.Unit?
    }

    enum Known {
        case exact(FieldTable.Match)
        /// A time, and the unit that its key says.
        case time(Field, DecimalTime.Unit?)
        /// A field of rows of people's own, as text or a list of texts.
        case text(Field)
        case nothing
    }

    private let table = FieldTable()
    private let mapped: [String: Mapped]
    /// Our own keys of these fields count no more.
    private let taken: FieldSet
    private let matches: OptionMatches
    /// How the rows are read where they are people's own.
    private let own: OwnRows?

    init(_ options: ImportOptions, own: OwnRows? = nil) {
        matches = options.matches
        self.own = own
        var mapped: [String: Mapped] = [:]
        for (option, key) in options.columnMap {
            guard let column = CSVHeadings.mapped(0, key, to: option, table) else { continue }
            mapped[String(key[...].trimmingSpaces)] = Mapped(
                option: option, field: column.field, match: CSVHeadings.match(option, table), unit: column.unit)
        }
        self.mapped = mapped
        var taken = mapped.values.reduce(into: FieldSet([])) { $0.insert($1.field) }
        for column in own?.columns ?? [] where column.field != .name { taken.insert(column.field) }
        self.taken = taken
    }

    func look(up key: ByteSlice) -> Known {
        if !mapped.isEmpty {
            let text = key.text
            if let own = mapped[text] {
                matches.note(.map, own.option)
                if let match = own.match { return .exact(match) }
                return own.field.valueType == .time ? .time(own.field, own.unit) : .text(own.field)
            }
            matches.offer(.map, [String(text.prefix(60))])
        }
        if let own {
            let text = key.text
            if let column = own.column(text) {
                return column.field.valueType == .time ? .time(column.field, column.unit) : .text(column.field)
            }
            if own.unfit.contains(text) { return .nothing }
        }
        if let own = table.match(key) { return taken.contains(own.field) ? .nothing : .exact(own) }
        guard key.count <= 8, let field = Self.bare.first(where: { $0.key == key.text }), !taken.contains(field) else {
            return .nothing
        }
        return .time(field, nil)
    }

    /// The field that our formats have for a key.
    func understood(_ key: String) -> Field? {
        OwnRowSurvey.withBytes(key) { table.match($0)?.field } ?? Self.bare.first { $0.key == key }
    }

    /// The times that rows of others have under our names, without the unit.
    private static let bare: [Field] = [.start, .end, .duration]
}

/// The keys of one object: what they say of the rows of its file.
struct RowKeys {
    /// The word under `record`, cut.
    private(set) var record: String?
    /// The fields that its other keys stand for.
    private(set) var fields = FieldSet([])

    /// Reads the object at the reader's position up to its end; throws where the text ends before it.
    mutating func read(_ reader: inout JSONReader, _ keys: FieldKeys) throws(TraceError) {
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("record"), try reader.peekKind() == .string {
                record = try reader.string().prefix(64).text
                continue
            }
            switch keys.look(up: key) {
            case .exact(let match): fields.insert(match.field)
            case .time(let field, _), .text(let field): fields.insert(field)
            case .nothing: break
            }
            try reader.skipValue()
        }
    }

    /// Whether the object is a row of ours.
    var isOurs: Bool {
        if let record { return NearestWord.to(record, among: RecordKind.words) != nil }
        return RowKinds.timedKind(fields) != nil
    }
}
