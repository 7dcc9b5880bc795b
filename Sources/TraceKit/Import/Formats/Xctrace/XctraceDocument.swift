/// Reads one file: a table of contents, or nodes with a schema and its rows.
struct XctraceDocument: ~Copyable {
    private let readers: [XctraceReader]
    private let builder: TraceBuilder
    private let cells: XctraceCells
    private let row: XctraceRow
    private(set) var state: XctraceState

    /// The schema of the latest node that had one, which also applies to nodes without one.
    private var schema: XctraceSchema?
    /// Whether this node itself has the schema.
    private var isOwnSchema = false
    /// The rows of the node, if they are read.
    private var rows: XctraceRows?
    /// Skipped rows; counted together when the table ends.
    private var skippedRows = 0
    /// The run of the node, and whether another one is being read.
    private var nodeRun: Int?
    private var isOtherRun: Bool { nodeRun != nil && state.run != nil && nodeRun != state.run }
    /// Whether the node comes from a track's detail view, whose rows have attributes and no schema.
    private var isTrackDetail = false
    /// Whether anything was understood: a schema, a row, a recording's description.
    private(set) var hasContent = false
    /// Whether the error is in the file's content, so that it does not count as damage.
    private(set) var isUnusable = false

    init(_ readers: [XctraceReader], _ builder: TraceBuilder, file: Int, _ state: XctraceState) {
        (self.readers, self.builder, self.state) = (readers, builder, state)
        cells = XctraceCells(builder.records)
        row = XctraceRow(cells, builder, file: file)
        if self.state.run == nil { self.state.run = builder.options.run }
    }

    mutating func read(_ reader: inout XMLReader) throws(TraceError) {
        state.documentCount += 1
        guard try reader.next() == .start else { return }
        if reader.name.equals("trace-toc") {
            try readContents(&reader)
        } else if reader.name.equals("trace-query-result") {
            try readNodes(&reader)
        } else {
            throw reader.unexpected("<trace-query-result> or <trace-toc>", at: reader.tagStart)
        }
        while try reader.next() != .finish {}
    }

    private mutating func readContents(_ reader: inout XMLReader) throws(TraceError) {
        var contents = XctraceContents()
        let name = reader.input.name
        let builder = builder
        state.contentsCount += 1
        defer {
            hasContent = hasContent || !contents.runs.isEmpty
            contents.take(into: builder, &state, file: name)
        }
        try contents.read(&reader) {
            builder.rowsSeen += 1
            builder.records.counters.add(.skippedSchema, XctraceWords.trackDetail)
        }
    }

    private mutating func readNodes(_ reader: inout XMLReader) throws(TraceError) {
        var nodes = 0
        let before = builder.rowsSeen
        while try reader.nextChild() {
            if reader.name.equals("node") {
                nodes += 1
                try readNode(&reader)
            } else {
                _ = try readUnknown(&reader, in: nil)
            }
        }
        closeTable()
        if nodes == 0, builder.rowsSeen == before {
            hasContent = true
            builder.tell(
                .warning, at: Place(file: reader.input.name), "the export holds no table: its --xpath matched nothing")
        }
    }

    // MARK: Tables

    private mutating func readNode(_ reader: inout XMLReader) throws(TraceError) {
        let xpath = reader.attribute(named: "xpath").map { $0.prefix(1000).text } ?? ""
        nodeRun = XctraceRun.number(inPath: xpath)
        if let nodeRun { state.runs.insert(nodeRun) }
        isTrackDetail = xpath.contains("/tracks[") || xpath.contains("/tracks/")
        isOwnSchema = false
        if schema != nil { openTable() }
        while try reader.nextChild() {
            if reader.name.equals("row") {
                try readRow(&reader)
            } else if reader.name.equals("schema") {
                schema = try XctraceSchema(&reader, readers)
                isOwnSchema = true
                openTable()
            } else if XctraceWords.isComposite(reader.name) {
                // Backtraces that rows refer to may be outside of rows.
                _ = try cells.value(.none, &reader)
            } else {
                _ = try readUnknown(&reader, in: nil)
            }
        }
        closeTable()
    }

    private mutating func openTable() {
        hasContent = true
        guard let schema, let reader = schema.reader else { return cells.keepsStacks = false }
        cells.keepsStacks = reader.readsStacks
        if !isOtherRun { rows = XctraceRows(schema, reader, row) }
    }

    /// Handles the end of the file inside a table.
    mutating func loseTable() {
        if let rows { builder.lose(rows.schema.name, rows.reader.table.lanes) }
        closeTable(isCut: true)
    }

    private mutating func closeTable(isCut: Bool = false) {
        countSkippedRows()
        cells.countMissing(in: schema?.name ?? XctraceSchema.unnamed, &builder.records.counters)
        rows?.finish(&state, isWhole: isOwnSchema && !isCut)
        rows = nil
    }

    private mutating func countSkippedRows() {
        guard skippedRows > 0 else { return }
        if let schema {
            builder.records.counters.add(
                isOtherRun && schema.reader != nil ? .skippedRun : .skippedSchema, schema.name, by: skippedRows)
        } else {
            let what = isTrackDetail ? XctraceWords.trackDetail : XctraceSchema.unnamed
            builder.records.counters.add(.skippedSchema, what, by: skippedRows)
        }
        skippedRows = 0
    }

    /// Prepares for a table's first row; only then a missing column matters.
    private mutating func beginTable(_ schema: XctraceSchema) throws(TraceError) {
        if let missing = schema.missing {
            isUnusable = true
            throw schema.problem(missing: missing)
        }
        if state.run == nil { state.run = nodeRun }
        rows?.begin(&state)
    }

    // MARK: Rows

    private mutating func readRow(_ reader: inout XMLReader) throws(TraceError) {
        guard let schema = rows?.schema else { return try skipRow(&reader) }
        if rows?.hasBegun == false { try beginTable(schema) }
        reader.setMark()
        rows?.next()
        cells.beginRow()
        let number = try readCells(schema, &reader)
        row.offset = reader.markOffset
        guard number <= schema.slots.count else {
            let problem = RowProblem(
                .malformed, "the row has \(number) cells, but the table has \(schema.slots.count) columns")
            return rows?.reject(problem, at: reader.markPlace, raw: reader.markedText) ?? ()
        }
        rows?.take(at: reader.markPlace, raw: reader.markedText)
    }

    /// Reads the row's cells into `row`. Returns their number. A truncated row is rejected with the place of the cut.
    private mutating func readCells(_ schema: XctraceSchema, _ reader: inout XMLReader) throws(TraceError) -> Int {
        var column = 0
        do throws(TraceError) {
            while try reader.nextChild() {
                guard column < schema.slots.count else {
                    _ = try cells.value(.none, &reader)
                    column += 1
                    continue
                }
                let shape = schema.shapes[column]
                let value = try cells.value(shape, &reader)
                if shape != .none { row.cells[schema.slots[column]] = value }
                column += 1
            }
        } catch {
            builder.reject(
                RowProblem(.malformed, error.diagnostic.message), at: error.diagnostic.place ?? reader.markPlace,
                raw: reader.markedText)
            throw error
        }
        return column
    }

    /// Skips a row that no table reads. Its ids are kept as long as they are few: a later node could refer to them.
    private mutating func skipRow(_ reader: inout XMLReader) throws(TraceError) {
        hasContent = true
        builder.rowsSeen += 1
        skippedRows += 1
        if schema == nil, reader.attributes.count > 0 {
            isTrackDetail = true
            if !state.hasWarned {
                builder.tell(.warning, at: reader.tagPlace, XctraceWords.isTrackDetail, fix: XctraceWords.exportTables)
            }
            state.hasWarned = true
        }
        cells.keepsIDs = cells.values.hasRoom
        defer { cells.keepsIDs = true }
        if reader.isEmptyElement { return _ = try reader.next() }
        while try reader.nextChild() { _ = try cells.value(.none, &reader) }
    }

    // MARK: Unknown elements

    /// Reads an unknown element in place of a table or a row. One that holds values is a row under another name;
    /// `<row>`s inside it, at any depth, are rows of no table. Returns whether it is a mere value of the enclosing
    /// element. `outer` is the name of that element, if it is unknown too.
    private mutating func readUnknown(_ reader: inout XMLReader, in outer: String?) throws(TraceError) -> Bool {
        let isInside = outer != nil
        let isRow = isInside && reader.name.equals("row")
        if isInside, !isRow, reader.hasValueMarks || XctraceWords.isComposite(reader.name) {
            _ = try cells.value(.none, &reader)
            return true
        }
        let (name, place) = (reader.name.prefix(60).text, reader.tagPlace)
        if isInside, reader.name.equals("schema") {
            try reader.skipElement()
            return false
        }
        if try reader.leafText() != nil {
            if isRow { takeUnknownRow(name, in: outer, at: place) } else if !isInside { countUnknown(name) }
            return isInside && !isRow
        }
        var (holdsValues, holdsRows) = (isRow, false)
        while try reader.nextChild() {
            if try readUnknown(&reader, in: name) { holdsValues = true } else { holdsRows = true }
        }
        if !isRow { countUnknown(name) }
        if holdsValues || !holdsRows { takeUnknownRow(name, in: outer, at: place) }
        return false
    }

    private func countUnknown(_ name: String) {
        builder.records.counters.add(.unknownElement, schema.map { "\($0.name).\(name)" } ?? name)
    }

    private mutating func takeUnknownRow(_ name: String, in outer: String?, at place: Place) {
        hasContent = true
        builder.rowsSeen += 1
        guard !isTrackDetail, !isOtherRun, schema == nil || schema?.reader != nil else { return skippedRows += 1 }
        let problem = RowProblem(
            .unknownRecord,
            "expected <row> in the <node> of a table, found <\(name)>\(outer.map { " in <\($0)>" } ?? "")")
        guard rows == nil else { return rows?.rejectUnknown(problem, at: place, raw: "<\(name)>") ?? () }
        builder.reject(
            problem, of: schema?.reader?.table.lanes.last?.record, table: schema?.name, at: place, raw: "<\(name)>")
    }

    // MARK: Track details

    /// The error in words that fit the file: track details are not always well-formed XML.
    func explained(_ error: TraceError) -> TraceError {
        guard isTrackDetail, !isUnusable else { return error }
        return TraceError(
            error.kind, "\(error.diagnostic.message); \(XctraceWords.isTrackDetail)", at: error.diagnostic.place,
            fix: XctraceWords.exportTables)
    }
}

extension XMLReader {
    /// After `start`: whether the element has marks that xctrace writes only for values.
    fileprivate var hasValueMarks: Bool {
        isEmptyElement || attribute(named: "ref") != nil || attribute(named: "id") != nil
            || attribute(named: "fmt") != nil
    }
}

enum XctraceWords {
    /// Whether values of this type have parts.
    static func isComposite(_ name: ByteSlice) -> Bool {
        composites.contains { name.equals($0) }
    }

    private static let composites: [StaticString] = [
        "backtrace", "tagged-backtrace", "kperf-bt", "text-addresses", "frame", "binary", "thread", "process",
        "typed-array", "metadata", "os-log-metadata",
    ]
    static let trackDetail = "track detail"
    static let isTrackDetail =
        "this is the detail view of a track (allocations, leaks, VM regions), which holds no updates and is not read"
    static let exportTables =
        "export tables instead: xcrun xctrace export --input T.trace --xpath "
        + "'/trace-toc/run[@number=\"1\"]/data/table[@schema=\"swiftui-updates\"]'"
}

/// The number of a run in a node's `xpath`.
enum XctraceRun {
    /// The name in `schema name="…"`; nil if it is truncated.
    static func schema(inTag text: String) -> String? {
        guard let name = text.firstRange(of: "name=") else { return nil }
        let rest = text[name.upperBound...]
        guard let quote = rest.first, let end = rest.dropFirst().firstIndex(of: quote) else { return nil }
        return String(rest[..<end].dropFirst())
    }

    /// The number in `…/run[1]/…` and `…/run[@number="1"]/…`; nil if the path has none.
    static func number(inPath path: String) -> Int? {
        guard let run = path.firstRange(of: "run[") else { return nil }
        let rest = path[run.upperBound...]
        let digits = rest.drop { !$0.isWholeNumber && $0 != "]" }.prefix { $0.isWholeNumber }
        return Int(digits)
    }
}
