/// The header row of a table: its delimiter, the columns that are read, and what the rows are.
struct CSVHeader {
    let delimiter: UInt8
    /// The headings, in order.
    let headings: [String]
    /// The columns that are read.
    private(set) var columns: [CSVColumn] = []
    /// Unknown headings.
    private(set) var unknown: [String] = []
    /// The kind of all rows; nil if each states its own in `record`.
    private(set) var kind: RecordKind?
    private let isTooLong: Bool
    /// The fields of own rows; nil if the rows are not own ones.
    private(set) var own: OwnRows?

    var hasRecordColumn: Bool { columns.contains { $0.field == .record } }
    /// Whether the table has no durations.
    private(set) var lacksDurations = false
    /// Whether the updates are in Instruments' format.
    private(set) var hasShownViews = false
    private(set) var hasUpdateType = false
    /// Whether numbers have a decimal comma.
    private(set) var hasDecimalCommas = false

    // MARK: Recognising

    /// Finds the header at the head of an input, with the delimiter that gives the most known headings; nil if the
    /// first row is not the header of a trace's table.
    static func find(_ head: ByteSlice, _ map: [String: String]) -> CSVHeader? {
        var body = head.hasPrefix("\u{FEFF}") ? head.dropFirst(3) : head
        while body.count > 0, body[0] == 0x0A || body[0] == 0x0D { body = body.dropFirst(1) }
        // No header begins like XML, JSON or a log line.
        guard body.count > 3, !"<{[#".utf8.contains(body[0]), !isDigit(body[0]) else { return nil }
        var best: CSVHeader?
        for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09] {
            guard let header = CSVHeader(body, delimiter, map), header.headings.count > 1 else { continue }
            if header.knownHeadings > best?.knownHeadings ?? 1 { best = header }
        }
        guard var best else { return nil }
        let isOfTrace = best.columns.count > 1 && best.isOfTrace
        let rows = best.rows(at: body, behind: body.start - head.start)
        best.hasDecimalCommas = DecimalCommas.areUsed(in: rows, delimiter: best.delimiter)
        best.readOwn(rows, map)
        best.takeNamedIntervals()
        return isOfTrace || best.own != nil ? best : nil
    }

    /// The number of known headings, including those that only own rows have.
    private var knownHeadings: Int {
        columns.count + unknown.filter { OwnRowSurvey.isTitle($0) }.count
    }

    private init?(_ head: ByteSlice, _ delimiter: UInt8, _ map: [String: String]) {
        var reader = CSVReader(ByteInput(bytes: head.buffer, name: ""), delimiter: delimiter)
        guard (try? reader.nextRow()) == true, reader.fault == nil || reader.fault?.kind == .tooLong else { return nil }
        self.delimiter = delimiter
        headings = (0..<reader.cellCount).map { reader.cell($0).text }
        isTooLong = reader.fault != nil || !reader.isTerminated && head.count >= ByteInput.headSize - 3
        readHeadings(map)
        guard !hasRecordColumn else { return }
        let kinds = Set(kinds)
        kind = kinds.count == 1 ? kinds.first : nil
    }

    /// Reads the headings. The user's mapping wins over known headings.
    private mutating func readHeadings(_ map: [String: String]) {
        let table = FieldTable()
        let chosen = map.sorted { $0.key < $1.key }
        var mapped: [CSVColumn] = []
        var others: [CSVColumn] = []
        for (index, heading) in headings.enumerated() {
            let title = heading[...].trimmingSpaces
            let choice = chosen.first { $0.value[...].trimmingSpaces == title }
            if let column = choice.flatMap({ CSVHeadings.mapped(index, heading, to: $0.key, table) }) {
                mapped.append(column)
            } else if let column = CSVHeadings.column(index, heading, table) {
                others.append(column)
            } else {
                unknown.append(heading)
            }
        }
        let taken = Self.fields(of: mapped)
        unknown += others.filter { taken.contains($0.field) }.map { headings[$0.index] }
        columns = (mapped + others.filter { !taken.contains($0.field) }).sorted { $0.index < $1.index }
    }

    /// Finds out whether the rows at the head are own rows, and reads their columns accordingly.
    private mutating func readOwn(_ rows: [OwnRowSurvey.Row], _ map: [String: String]) {
        // Tables of Instruments declare their content.
        guard !hasRecordColumn, !isTooLong, kind == nil || kind == .update,
            columns.allSatisfy({ $0.meaning == .field && $0.kind == nil })
        else { return }
        var understood: [String: Field] = [:]
        for column in columns where !column.isMapped { understood[headings[column.index]] = column.field }
        let rows = hasDecimalCommas ? rows.map { $0.mapTexts(DecimalCommas.withPoint) } : rows
        guard
            let own = OwnRowSurvey.choose(headings, rows, map, isTable: true, understood: { understood[$0] })
        else { return }
        let names = Set(own.columns.map(\.name))
        // Several columns may name the subject of an interaction.
        let taken = own.columns.reduce(into: FieldSet([])) { if $1.field != .name { $0.insert($1.field) } }
        let dropped = columns.filter {
            own.unfit.contains(headings[$0.index]) || taken.contains($0.field) && !names.contains(headings[$0.index])
        }
        unknown += dropped.map { headings[$0.index] }
        unknown.removeAll { names.contains($0) }
        columns.removeAll { column in
            names.contains(headings[column.index]) || dropped.contains { $0.index == column.index }
        }
        for column in own.columns {
            guard let index = headings.firstIndex(of: column.name) else { continue }
            columns.append(CSVColumn(index: index, field: column.field, unit: column.unit, isShown: true, isOwn: true))
        }
        columns.sort { $0.index < $1.index }
        kind = own.bodyWords == nil ? .update : nil
        self.own = own
    }

    /// Treats rows with a name, a start and an end, of otherwise unknown kind, as signpost intervals.
    private mutating func takeNamedIntervals() {
        let fields = Self.fields(of: columns)
        guard !hasRecordColumn, own == nil, kind == nil, kinds.isEmpty,
            fields.isSuperset(of: FieldSet(.start, .name)), !fields.isDisjoint(with: FieldSet(.duration, .end)),
            RecordKind.signpost.fields.union(FieldSet(.end)).isSuperset(of: fields)
        else { return }
        kind = .signpost
    }

    /// The first rows after the header.
    private func rows(at head: ByteSlice, behind skipped: Int) -> [OwnRowSurvey.Row] {
        var reader = CSVReader(ByteInput(bytes: head.buffer, name: ""), delimiter: delimiter)
        var rows: [OwnRowSurvey.Row] = []
        var isHeader = true
        while rows.count < OwnRowSurvey.mostRows, (try? reader.nextRow()) == true {
            // The last row may be cut here.
            guard reader.fault == nil, !reader.isBlank, reader.isTerminated || head.count < ByteInput.headSize - 3
            else { continue }
            guard !isHeader, reader.cellCount == headings.count else {
                isHeader = false
                continue
            }
            var row = OwnRowSurvey.Row(offset: skipped + reader.rowOffset)
            for (index, heading) in headings.enumerated() where !reader.cells[index].isEmpty {
                row.values[heading] = OwnRowSurvey.Value(text: reader.cell(index).text)
            }
            rows.append(row)
        }
        return rows
    }

    private static func fields(of columns: [CSVColumn]) -> FieldSet {
        columns.reduce(into: FieldSet([])) { $0.insert($1.field) }
    }

    /// The kinds of records whose rules the columns fit. A heading of only one kind, such as `Hang Type`, decides.
    private var kinds: [RecordKind] {
        columns.compactMap(\.kind).first.map { [$0] } ?? RowKinds.kinds(Self.fields(of: columns))
    }

    /// Whether it is a trace's table. The test is strict, because tables of all sorts exist: the table must have our
    /// own `record` column, a certain kind of record, or a start in our own units; an Instruments table must have a
    /// start and a duration or an end.
    private var isOfTrace: Bool {
        if hasRecordColumn || kind != nil || lacksStart { return true }
        guard let start = columns.first(where: { $0.field == .start }) else { return false }
        if !start.isShown || start.isMapped || columns.contains(where: { $0.field == .duration }) { return true }
        // Many tables have a start and an end and say what they are of.
        return columns.contains { $0.field == .end } && columns.contains { $0.field.valueType != .time }
    }

    /// Whether the rows are updates with durations in our own units but without starts.
    private var lacksStart: Bool {
        RowKinds.lacksStart(Self.fields(of: columns))
            && columns.contains { [.duration, .end].contains($0.field) && (!$0.isShown || $0.isMapped) }
    }

    /// Headings that name a field of updates but are not read.
    var unread: [String] {
        guard !hasRecordColumn, kind == .update, columns.allSatisfy({ $0.meaning == .field }) else { return [] }
        return unknown.filter { OwnRowSurvey.isTitle($0) }
    }

    // MARK: Checking

    /// The fields of `map` whose heading is in this table.
    func mapped(_ map: [String: String]) -> [String] {
        let titles = Set(headings.map { $0[...].trimmingSpaces })
        return map.filter { titles.contains($0.value[...].trimmingSpaces) }.map(\.key)
    }

    /// Decides which columns are read. Throws if the header cannot be used.
    mutating func settle(_ map: [String: String], at place: Place) throws(TraceError) {
        guard !isTooLong else {
            throw TraceError(
                .input,
                "the header has more than \(ByteInput.Limits.columns) columns or \(ByteInput.headSize >> 10) KB",
                at: place, fix: "leave out the columns that hold no records")
        }
        try checkMap(map, at: place)
        if !hasRecordColumn, lacksStart { throw withoutStart(at: place) }
        guard hasRecordColumn || kind != nil || own != nil else { throw ambiguity(at: place) }
        if let kind {
            let fields = kind.fields.union(own == nil ? [] : Field.ofOwnRows)
            unknown += columns.filter { !fields.contains($0.field) }.map { headings[$0.index] }
            columns.removeAll { !fields.contains($0.field) }
        }
        hasShownViews = own == nil && columns.contains { $0.meaning != .field || $0.field == .view && $0.isShown }
        lacksDurations = !columns.contains { [.record, .duration, .end].contains($0.field) }
        hasUpdateType = columns.contains { $0.meaning == .updateType }
        try checkRepeats(at: place)
    }

    private func withoutStart(at place: Place) -> TraceError {
        let shown = headings.prefix(8).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
        return TraceError(
            .input,
            "no column says when a view update starts; the table has \(shown)\(headings.count > 8 ? ", …" : "")",
            at: place,
            fix: "add a column 'start_ms'; if there is one under another heading, name it: --map start_ms=HEADING")
    }

    /// The error of a header that fits no kind of record, or several.
    private func ambiguity(at place: Place) -> TraceError {
        let shown = columns.prefix(8).map { "'\(headings[$0.index])'" }.joined(separator: ", ")
        let (fields, rules) = (Self.fields(of: columns), kinds)
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

    private func checkRepeats(at place: Place) throws(TraceError) {
        for (number, column) in columns.enumerated()
        where column.field != .cause && !(column.isOwn && column.field == .name) {
            let same = columns[..<number].first {
                $0.field == column.field && $0.meaning == column.meaning && !($0.isOwn && $0.field == .name)
            }
            guard let same else { continue }
            let (first, second) = (headings[same.index].prefix(60), headings[column.index].prefix(60))
            throw TraceError(
                .input, "two columns hold '\(column.field.key)': '\(first)' and '\(second)'", at: place,
                fix: "leave out or rename one of them")
        }
    }

    /// Throws for an unknown field, and for a heading that this table lacks although its rows have the field.
    private func checkMap(_ map: [String: String], at place: Place) throws(TraceError) {
        let table = FieldTable()
        for (key, heading) in map.sorted(by: { $0.key < $1.key }) {
            guard let column = CSVHeadings.mapped(0, heading, to: key, table) else {
                throw TraceError(
                    .usage, "'\(key)' is not a field\(NearestWord.hint(for: key, among: FieldTable.keys))",
                    fix: "map a field to a heading: --map view=\"View Name\"")
            }
            let wanted = heading[...].trimmingSpaces
            if headings.contains(where: { $0[...].trimmingSpaces == wanted }) { continue }
            if let kind, !kind.fields.contains(column.field) { continue }
            let hint = NearestWord.hint(for: heading, among: headings)
            throw TraceError(
                .usage, "the table has no column '\(heading)', which '\(key)' is mapped to\(hint)", at: place,
                fix: "map the field to a heading as the first row has it")
        }
    }
}

/// The content of a table's column, according to its heading.
struct CSVColumn: BitwiseCopyable {
    enum Meaning: BitwiseCopyable {
        /// A field of our own format.
        case field
        /// Instruments' words for an update: `LandmarkRow.body`, `Layout: HStack`.
        case description
        /// `View Body Updates`, `Representable Updates`, `Other Updates`.
        case updateType
    }

    let index: Int
    /// The field for the cells, directly or after interpretation.
    let field: Field
    var meaning = Meaning.field
    /// The unit of its bare numbers; nil if the cells must have units.
    var unit: DecimalTime.Unit?
    /// Whether the cells are in Instruments' format, not in our own.
    let isShown: Bool
    /// The kind of record that this heading implies.
    var kind: RecordKind?
    /// Whether the user maps the column.
    var isMapped = false
    /// Whether its meaning follows from the rows (`OwnRows`).
    var isOwn = false
}

/// Known headings: the fields of our own format, exactly, and the headings of Instruments' tables in any case.
enum CSVHeadings {
    /// The column for a known heading; nil for any other.
    static func column(_ index: Int, _ heading: String, _ table: FieldTable) -> CSVColumn? {
        let exact = heading[...].trimmingSpaces
        if let match = table.match(String(exact)) {
            return CSVColumn(index: index, field: match.field, unit: match.unit, isShown: false)
        }
        let heading = FieldHeading(exact)
        let title = String(heading.title.lowercased().map { "_-\u{A0}".contains($0) ? " " : $0 })
        guard let declared = DeclaredField.of(title) else { return nil }
        return CSVColumn(
            index: index, field: declared.field, meaning: declared.meaning, unit: heading.unit, isShown: true,
            kind: declared.kind)
    }

    /// The column for a heading that the user maps to a field: `view`, `start_ms`, or `start` with the unit in the
    /// heading or in the cells.
    static func mapped(_ index: Int, _ heading: String, to field: String, _ table: FieldTable) -> CSVColumn? {
        if let match = table.match(field) {
            let isTime = match.valueType == .time
            return CSVColumn(
                index: index, field: match.field, unit: isTime ? match.unit : nil, isShown: true, isMapped: true)
        }
        guard let time = Field.allCases.first(where: { $0.key == field }) else { return nil }
        let unit = FieldHeading(heading[...], readsWords: true).unit
        return CSVColumn(index: index, field: time, unit: unit, isShown: true, isMapped: true)
    }
}
