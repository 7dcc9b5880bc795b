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
}

/// Headings: the fields of our own format, exactly as they are, and those of Instruments' tables in any case.
enum CSVHeadings {
    /// Instruments' column titles in lower case (Xcode 26 and 27), and the few that people write instead.
    private static func field(ofTitle title: String) -> Field? {
        switch title {
        case "start", "start time", "timestamp", "time": .start
        case "duration": .duration
        case "id": .id
        case "view name", "view", "description": .view
        case "update type": .kind
        case "module": .module
        case "category": .category
        case "severity": .severity
        case "allocations": .allocations
        case "downstream cost": .downstream
        case "thread", "start thread": .thread
        case "process", "start process": .process
        case "name": .name
        case "subsystem": .subsystem
        case "identifier", "signpost id": .signpostID
        case "message", "start message": .message
        case "scope": .scope
        case "label": .label
        case "hang type": .kind
        case "is system": .system
        case "narrative", "narrative description", "potential issue": .narrative
        default: nil
        }
    }

    private static func meaning(ofTitle title: String) -> CSVColumn.Meaning {
        switch title {
        case "description": .description
        case "update type": .updateType
        default: .field
        }
    }

    /// The column of a heading that is known; nil for any other.
    static func column(_ index: Int, _ heading: String, _ table: FieldTable) -> CSVColumn? {
        let exact = heading[...].trimmingSpaces
        if let match = match(String(exact), table) {
            return CSVColumn(index: index, field: match.field, unit: match.unit, isShown: false)
        }
        let (rest, unit) = splitUnit(exact)
        let title = String(rest.lowercased().map { "_-\u{A0}".contains($0) ? " " : $0 })
        guard let field = field(ofTitle: title) else { return nil }
        return CSVColumn(
            index: index, field: field, meaning: meaning(ofTitle: title), unit: unit, isShown: true,
            kind: title == "hang type" ? .hang : nil)
    }

    /// The column of a heading that the user maps to a field: `view`, `start_ms`, or `start` with units in its cells.
    static func mapped(_ index: Int, _ heading: String, to field: String, _ table: FieldTable) -> CSVColumn? {
        if let match = match(field, table) {
            let isTime = match.valueType == .time
            return CSVColumn(index: index, field: match.field, unit: isTime ? match.unit : nil, isShown: !isTime)
        }
        guard let time = Field.allCases.first(where: { $0.key == field }) else { return nil }
        return CSVColumn(index: index, field: time, unit: splitUnit(heading[...].trimmingSpaces).1, isShown: true)
    }

    static func match(_ text: String, _ table: FieldTable) -> FieldTable.Match? {
        let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: ByteInput.padding)
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { table.match(ByteSlice($0, buffer.count - ByteInput.padding)) }
        }
    }

    /// `Duration (ms)` and `Duration [ms]` as title and unit.
    private static func splitUnit(_ heading: Substring) -> (String, DecimalTime.Unit?) {
        for (open, close) in [("(", ")"), ("[", "]")] where heading.hasSuffix(close) {
            guard let mark = heading.lastIndex(of: Character(open)) else { continue }
            let unit: DecimalTime.Unit
            switch heading[heading.index(after: mark)...].dropLast() {
            case "ns": unit = .nanoseconds
            case "µs", "\u{3BC}s", "us": unit = .microseconds
            case "ms": unit = .milliseconds
            case "s": unit = .seconds
            default: continue
            }
            return (String(heading[..<mark].trimmingSpaces), unit)
        }
        return (String(heading), nil)
    }
}
