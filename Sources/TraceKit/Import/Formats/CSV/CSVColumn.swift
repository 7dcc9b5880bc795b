/// What a column of a table holds, as its heading says.
struct CSVColumn: BitwiseCopyable {
    enum Meaning: BitwiseCopyable {
        /// A field of our own format.
        case field
        /// What Instruments calls an update: `LandmarkRow.body`, `Layout: HStack`.
        case description
        /// `View Body Updates`, `Representable Updates`, `Other Updates`.
        case updateType
    }

    let index: Int
    /// The field that the cells go to, directly or after they were made sense of.
    let field: Field
    var meaning = Meaning.field
    /// The unit of its bare numbers; nil where the cells must carry units.
    var unit: DecimalTime.Unit?
    /// Whether the cells are as a table of Instruments shows them, and not as our own format writes them.
    let isShown: Bool
    /// The kind of record that only this heading belongs to.
    var kind: RecordKind?
    /// Whether the user says what it holds.
    var isMapped = false
    /// Whether that follows from the rows (`OwnRows`).
    var isOwn = false
}

/// Headings: the fields of our own format, exactly as they are, and those of Instruments' tables in any case.
enum CSVHeadings {
    /// The column of a heading that is known; nil for any other.
    static func column(_ index: Int, _ heading: String, _ table: FieldTable) -> CSVColumn? {
        let exact = heading[...].trimmingSpaces
        if let match = match(String(exact), table) {
            return CSVColumn(index: index, field: match.field, unit: match.unit, isShown: false)
        }
        let heading = FieldHeading(exact)
        let title = String(heading.title.lowercased().map { "_-\u{A0}".contains($0) ? " " : $0 })
        guard let declared = DeclaredField.of(title) else { return nil }
        return CSVColumn(
            index: index, field: declared.field, meaning: declared.meaning, unit: heading.unit, isShown: true,
            kind: declared.kind)
    }

    /// The column of a heading that the user maps to a field: `view`, `start_ms`, or `start`, whose unit is in the heading or
    /// in the cells.
    static func mapped(_ index: Int, _ heading: String, to field: String, _ table: FieldTable) -> CSVColumn? {
        if let match = match(field, table) {
            let isTime = match.valueType == .time
            return CSVColumn(
                index: index, field: match.field, unit: isTime ? match.unit : nil, isShown: true, isMapped: true)
        }
        guard let time = Field.allCases.first(where: { $0.key == field }) else { return nil }
        let unit = FieldHeading(heading[...], readsWords: true).unit
        return CSVColumn(index: index, field: time, unit: unit, isShown: true, isMapped: true)
    }

    static func match(_ text: String, _ table: FieldTable) -> FieldTable.Match? {
        let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: ByteInput.padding)
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { table.match(ByteSlice($0, buffer.count - ByteInput.padding)) }
        }
    }
}
