/// The project's own records as tables (CSV, TSV), and tables copied out of Instruments.
///
/// A table holds records of all kinds with a `record` column, or of one kind, which follows from its header (see
/// `RowKinds`). As in the other forms of the format, the row of the `trace` record is only counted if it is rejected.
struct TraceKitCSVImporter: PartwiseImporter {
    static let name = "tracekit-csv"
    static let summary = "the project's own records as CSV or TSV, and tables copied out of Instruments"
    static let example = #"record,id,view,start_ns,duration_ns"#
    static var fields: [String] { OwnRowGuide.lines }
    static let isPartial = true

    /// The views of updates in Instruments' format.
    private let views = Memo<XctraceViewWords, ViewKey>()
    /// The header of the current file.
    private var header: CSVHeader?

    init() {}

    static func recognizes(_ head: ByteSlice) -> Bool { recognizes(head, ImportOptions()) }

    /// Whether the head is a header row with known headings or headings that the user maps.
    static func recognizes(_ head: ByteSlice, _ options: ImportOptions) -> Bool {
        CSVHeader.find(head, options.columnMap) != nil
    }

    /// The tables in a file. One with a `record` column may hold all kinds of records, and so overlap with any other
    /// file.
    static func tables(in head: ByteSlice, _ options: ImportOptions) -> Set<String> {
        guard let header = CSVHeader.find(head, options.columnMap) else { return [] }
        let kinds =
            header.kind.map { [$0] } ?? (header.own == nil ? RecordKind.allCases : [.update, .interaction, .signpost])
        return Set(kinds.map(\.documentKey))
    }

    /// Whether parts can be read separately: in Instruments' tables, a view's name may be given once for several rows.
    var canReadParts: Bool { header?.hasShownViews == false }

    mutating func begin(_ input: ByteInput, into builder: TraceBuilder) throws(TraceError) {
        let header = try header(of: input, builder)
        var reader = CSVReader(input, delimiter: header.delimiter)
        try reader.skipByteOrderMark()
        while try reader.nextRow(), reader.isBlank {}
        reader.leave()
        self.header = header
    }

    mutating func readPart(
        _ input: ByteInput, until limit: Int, file: Int, into builder: TraceBuilder
    ) throws(TraceError) -> PartRead {
        guard let header else { return PartRead(start: nil, end: nil) }
        var reader = CSVReader(input, delimiter: header.delimiter)
        var cells = CSVCells(header, builder)
        var sorter = header.own.map { OwnRowSorter($0, builder) }
        let before = builder.rowsSeen
        let start = reader.nextOffset
        do throws(TraceError) {
            // Rows of several lines are read to their end, because the reader of the next part cannot know of them.
            while reader.nextOffset < max(limit, reader.lineBound), try reader.nextRow() {
                if reader.isBlank { continue }
                readRow(header, &reader, &cells, &sorter, file, builder)
                if !reader.isTerminated { noteCut(header, reader, builder) }
            }
        } catch {
            // Complete rows are kept; the error's place is where the file becomes unreadable.
            guard error.kind == .input, builder.rowsSeen > before else { throw error }
            builder.rowsSeen += 1
            builder.reject(
                RowProblem(.malformed, error.diagnostic.message),
                at: error.diagnostic.place ?? reader.rowPlace, raw: reader.rowText)
            builder.noteDamage(error.diagnostic)
            return PartRead(start: start, end: nil)
        }
        let end = reader.nextOffset
        reader.leave()
        return PartRead(start: start, end: end < limit ? nil : end)
    }

    private func header(of input: ByteInput, _ builder: TraceBuilder) throws(TraceError) -> CSVHeader {
        let head = try input.head()
        let place = input.place(of: 0)
        guard var header = CSVHeader.find(head, builder.options.columnMap) else {
            throw TraceError(.input, "the first row is not the header of a trace's table", at: place)
        }
        try header.settle(builder.options.columnMap, at: place)
        let (options, headings) = (builder.options, header.headings)
        for field in header.mapped(options.columnMap) { options.matches.note(.map, field) }
        if !options.columnMap.isEmpty { options.matches.offer(.map, headings.map { String($0.prefix(60)) }) }
        if let lane = header.kind?.lane { builder.records.lanes.insert(lane) }
        for column in header.columns where column.field.valueType == .time {
            builder.timeNames[column.field] = String(headings[column.index][...].trimmingSpaces)
        }
        if let own = header.own {
            if let error = own.missingUnit(at: { input.place(of: $0) }) { throw error }
            own.begin(builder, in: input.name)
        } else {
            OwnRows.note(unread: header.unread, builder, in: input.name)
        }
        for heading in header.unknown {
            let shown = heading.isEmpty ? "(no heading)" : String(heading.prefix(60))
            builder.records.counters.add(.unknownColumn, shown)
        }
        return header
    }

    // MARK: Rows

    private func readRow(
        _ header: CSVHeader, _ reader: inout CSVReader, _ cells: inout CSVCells, _ sorter: inout OwnRowSorter?,
        _ file: Int, _ builder: TraceBuilder
    ) {
        if let problem = Self.raggedness(header, reader) {
            builder.rowsSeen += 1
            return builder.reject(
                RowProblem(problem.kind, problem.message), of: header.kind,
                isCut: !reader.isTerminated, at: reader.place(ofOffset: problem.offset), raw: reader.rowText)
        }
        var found = header.kind
        do throws(RowProblem) {
            try cells.read(&reader)
            let own = sorter?.settle(cells.fields)
            let kind = if let own { own } else { try kind(header, cells.fields, builder) }
            found = kind
            builder.countStrangeFields(kind, cells.fields)
            if kind == .update, own == nil, header.lacksDurations { cells.fields.noteUnmeasured(cells.fields.present) }
            if kind == .update, header.hasShownViews {
                try resolveView(cells, header, builder.names)
            }
            try builder.append(kind, cells.fields, offset: reader.rowOffset, file: file)
            guard kind != .trace else { return }
            builder.rowsSeen += 1
            builder.rowsImported += 1
        } catch {
            builder.rowsSeen += 1
            let offset = error.kind == .missingField ? nil : error.field.map { cells.fields.offset(of: $0) }
            builder.reject(
                error, of: found, at: reader.place(ofOffset: offset ?? reader.rowOffset),
                raw: reader.rowText)
        }
    }

    private func kind(
        _ header: CSVHeader, _ fields: RecordFields, _ builder: TraceBuilder
    ) throws(RowProblem) -> RecordKind {
        if let kind = header.kind { return kind }
        let name = fields.name(.record)
        guard let kind = RecordKind(name: name) else { throw RecordKind.problem(name, builder.names) }
        return kind
    }

    /// Converts the view of an update in Instruments' format to the fields of our own columns: view, kind and phase.
    private func resolveView(
        _ cells: borrowing CSVCells, _ header: CSVHeader, _ names: NameTable
    ) throws(RowProblem) {
        let fields = cells.fields
        let words = XctraceViewWords(
            type: cells.updateType, description: cells.description, viewName: fields.name(.view),
            module: fields.name(.module), hasNoTypes: !header.hasUpdateType)
        let view = try views(words) { () throws(RowProblem) in try words.key(names) }
        fields.set(.view, view.name)
        fields.rawView = view.rawName
        if !fields.has(.kind) { fields.set(.kind, view.kindWord.isPresent ? view.kindWord : view.kind.wordID.nameID) }
        if words.module.isPresent { fields.set(.module, view.module) }
        let isCreation = fields.name(.category) == NameID(.creationTitle)
        if isCreation, !fields.has(.phase) { fields.set(.phase, NameID(.creation)) }
    }

    /// The fault in the number of a row's cells, if any.
    private static func raggedness(_ header: CSVHeader, _ reader: borrowing CSVReader) -> CSVReader.Fault? {
        if let fault = reader.fault { return fault }
        let expected = header.headings.count
        guard reader.cellCount != expected else { return nil }
        let message = "the row has \(reader.cellCount) cells, the header has \(expected)"
        let offset = reader.cellCount > expected ? reader.offset(ofCell: expected) : reader.endOffset
        return CSVReader.Fault(kind: .malformed, message: message, offset: offset)
    }

    // MARK: Cut inputs

    /// Notes that the input was cut, unless a last row without a line end has all its cells.
    private func noteCut(_ header: CSVHeader, _ reader: borrowing CSVReader, _ builder: TraceBuilder) {
        guard reader.isCut || reader.cellCount < header.headings.count else { return }
        let problem = Self.raggedness(header, reader)
        let place = reader.place(ofOffset: problem?.offset ?? reader.endOffset)
        let fix = "the file ends too early; export it again"
        builder.noteDamage(Diagnostic(.error, at: place, problem?.message ?? "the last row is cut", fix: fix))
    }
}
