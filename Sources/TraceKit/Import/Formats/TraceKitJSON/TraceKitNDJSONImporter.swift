/// The project's own records as NDJSON: one object per line with its kind in `record`, in any order.
///
/// The format is for logs that are still being written: a line that cannot be read is one reject, and reading goes on
/// with the next line. As in the document, the `trace` record is no row: it is only counted if it is rejected.
struct TraceKitNDJSONImporter: PartwiseImporter {
    static let name = "tracekit-ndjson"
    static let summary = "the project's own records, one JSON object a line"
    static let search: FormatSearch.Ways = .lines
    static let example =
        #"{"record":"update","id":3,"view":"LandmarkRow","start_ns":1000500000,"duration_ns":9200000}"#
    static var fields: [String] { OwnRowGuide.lines }

    init() {}

    /// Whether some line at the head is an object with one of our words (or nearly one) under `record` at its top
    /// level.
    ///
    /// If the first line opens an object and ends inside it, before any `record`, the file is a document instead.
    static func recognizes(_ head: ByteSlice) -> Bool { recognizes(head, ImportOptions()) }

    /// The same, also for rows without `record` whose keys are ours, or that the user maps.
    static func recognizes(_ head: ByteSlice, _ options: ImportOptions) -> Bool {
        var rest = JSONHead.skipMark(head)
        // One array of objects is not NDJSON.
        if rest.hasPrefix("["), JSONHead.skipMark(rest.dropFirst(1)).hasPrefix("{") { return false }
        let keys = FieldKeys(options.unnoted)
        var isFirst = true
        while rest.count > 0 {
            let line = rest.prefix(rest.buffer.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.count)
            switch LineHead.look(at: line.trimmed(), keys) {
            case .record: return true
            case .openObject where isFirst: return false
            default: break
            }
            if !line.trimmed().isEmpty { isFirst = false }
            rest = rest.dropFirst(line.count + 1)
        }
        return OwnRowJSON.lines(head, options) != nil
    }

    /// The fields of own rows in the file; nil if it has none.
    private var own: OwnRows?

    mutating func begin(_ input: ByteInput, into builder: TraceBuilder) throws(TraceError) {
        try findOwnRows(input, builder.options)
        own?.begin(builder, in: input.name)
        var reader = JSONReader(input, isLineBased: true)
        try reader.skipByteOrderMark()
        reader.leave()
    }

    /// Finds own rows in the first lines that are records; other lines may precede them.
    private mutating func findOwnRows(_ input: ByteInput, _ options: ImportOptions) throws(TraceError) {
        // Errors are reported when the lines are read, so that the lines before them are kept.
        guard let head = try? input.head() else { return }
        own = OwnRowJSON.lines(head, options)
        if let error = own?.missingUnit(at: { input.place(of: $0) }) { throw error }
        guard own == nil, !input.isWhole || input.count > head.count, !Self.recognizes(head, options) else { return }
        own =
            try FormatSearch.lines(of: input) { lines -> OwnRows?? in
                Self.recognizes(lines, options) ? .some(OwnRowJSON.lines(lines, options)) : nil
            } ?? nil
        if let error = own?.missingUnit(at: { _ in Place(file: input.name) }) { throw error }
    }

    mutating func readPart(
        _ input: ByteInput, until limit: Int, file: Int, into builder: TraceBuilder
    ) throws(TraceError) -> PartRead {
        var reader = JSONReader(input, isLineBased: true)
        var records = JSONRecordReader(builder, own: own)
        var start: Int?
        do throws(TraceError) {
            while try reader.nextLine() {
                if start == nil { start = reader.offset }
                guard reader.offset < limit else {
                    let end = reader.offset
                    reader.leave()
                    return PartRead(start: start, end: end)
                }
                try readLine(&reader, &records, file, builder)
            }
        } catch {
            // Complete records are kept; the error's place is where the file becomes unreadable.
            guard error.kind == .input, builder.rowsSeen > 0 else { throw error }
            builder.noteDamage(error.diagnostic)
        }
        return PartRead(start: start, end: nil)
    }

    @inline(__always)
    private func readLine(
        _ reader: inout JSONReader, _ records: inout JSONRecordReader, _ file: Int, _ builder: TraceBuilder
    ) throws(TraceError) {
        reader.setMark()
        let problem: RowProblem?
        do throws(TraceError) {
            problem = try records.read(&reader)
            try reader.endLine()
        } catch {
            return try rejectLine(error, &reader, builder)
        }
        let name = records.fields.name(.record)
        guard problem == nil, let kind = RecordKind(name: name) ?? Self.kind(name, &records) else {
            builder.rowsSeen += 1
            return reject(problem ?? RecordKind.problem(name, builder.names), reader, records, builder)
        }
        if let problem = records.settleTimes(kind) {
            builder.rowsSeen += 1
            return reject(problem, reader, records, builder, kind)
        }
        records.countUnknownKeys(kind)
        do throws(RowProblem) {
            try builder.append(kind, records.fields, offset: reader.markOffset, file: file)
        } catch {
            builder.rowsSeen += 1
            return reject(error, reader, records, builder, kind)
        }
        guard kind != .trace else { return }
        builder.rowsSeen += 1
        builder.rowsImported += 1
    }

    /// The kind of a line that does not state it.
    private static func kind(_ record: NameID, _ records: inout JSONRecordReader) -> RecordKind? {
        record.isPresent ? nil : records.kindOfFields()
    }

    /// Rejects a line that is no record, and goes on with the next one. Without a line end, the input was cut.
    private func rejectLine(
        _ error: TraceError, _ reader: inout JSONReader, _ builder: TraceBuilder
    ) throws(TraceError) {
        builder.rowsSeen += 1
        let kind = reader.fault
        // The raw text must be taken before the rest of the line moves the window.
        let line = reader.markedLine()
        builder.reject(
            RowProblem(kind, error.diagnostic.message), at: error.diagnostic.place ?? reader.markPlace,
            raw: line)
        guard try !reader.skipLine() else { return }
        builder.noteDamage(error.diagnostic)
    }

    @inline(never)
    private func reject(
        _ problem: RowProblem, _ reader: borrowing JSONReader, _ records: borrowing JSONRecordReader,
        _ builder: TraceBuilder, _ kind: RecordKind? = nil
    ) {
        let kind = own == nil ? RecordKind(name: records.fields.name(.record)) : kind
        let offset = problem.kind == .missingField ? nil : problem.field.map { records.fields.offset(of: $0) }
        builder.reject(
            problem, of: kind, at: reader.place(ofOffset: offset), raw: reader.markedText)
    }
}

/// The format of a file as far as one line shows it.
private enum LineHead {
    /// An object with one of our words under `record`, or without `record` and with the keys of a row in our format.
    case record
    /// The beginning of an object that continues after the line, without such a word so far.
    case openObject
    case other

    static func look(at line: ByteSlice, _ keys: FieldKeys) -> LineHead {
        guard line.count > 0, line[0] == UInt8(ascii: "{") else { return .other }
        let input = ByteInput(bytes: line.buffer, name: "")
        var reader = JSONReader(input)
        var row = RowKeys()
        do throws(TraceError) {
            try row.read(&reader, keys)
            return row.isOurs ? .record : .other
        } catch {
            if row.record != nil, row.isOurs { return .record }
            return reader.position >= input.count ? .openObject : .other
        }
    }
}
