/// The project's own format as one JSON document (interchange format, version 1).
struct TraceKitJSONImporter: Importer {
    static let name = "tracekit-json"
    static let summary = "the project's own records as one JSON document"
    static let search: FormatSearch.Ways = .document
    static let example =
        #"{"format":"tracekit","version":1,"updates":[{"view":"LandmarkRow","start_ns":0,"duration_ns":9200000}]}"#
    static var fields: [String] { OwnRowGuide.lines }
    static let version = 1

    init() {}

    static func recognizes(_ head: ByteSlice) -> Bool { recognizes(head, ImportOptions()) }

    /// Whether it is a JSON object that names the format, because many others have a `version` or a list of `updates`;
    /// or an array of rows whose keys are ours, or that the user maps.
    static func recognizes(_ head: ByteSlice, _ options: ImportOptions) -> Bool {
        let body = JSONHead.skipMark(head)
        if body.hasPrefix("["), beginsWithRow(body, FieldKeys(options.unnoted)) { return true }
        return isOurs(head) || OwnRowJSON.document(head, options) != nil
    }

    private static func isOurs(_ head: ByteSlice) -> Bool {
        JSONHead.skipMark(head).hasPrefix("{")
            && JSONOutline.contains(head, maxDepth: 1) { $0.text.equals("format") && $0.rest.hasPrefix("\"tracekit\"") }
    }

    /// Whether an array's first object is a row in our format, as far as the text goes.
    private static func beginsWithRow(_ body: ByteSlice, _ keys: FieldKeys) -> Bool {
        var reader = JSONReader(ByteInput(bytes: body.buffer, name: ""))
        var row = RowKeys()
        do throws(TraceError) {
            try reader.enterArray()
            guard try reader.nextElement(), try reader.peekKind() == .object else { return false }
            try row.read(&reader, keys)
        } catch {
            guard reader.position >= body.count else { return false }
        }
        return row.isOurs
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        let head = try input.head()
        let document = Self.isOurs(head) ? nil : OwnRowJSON.document(head, builder.options)
        if let error = document?.own?.missingUnit(at: { input.place(of: $0) }) { throw error }
        document?.own?.begin(builder, in: input.name)
        var reader = JSONReader(input)
        try reader.skipByteOrderMark()
        var records = JSONRecordReader(builder, own: document?.own)
        do throws(TraceError) {
            if let document {
                try readRows(document.path[...], "document", lanes: document.lanes, &reader, &records, file, builder)
                try reader.expectEnd()
            } else {
                try readDocument(&reader, &records, file, builder)
            }
        } catch {
            // Complete records are kept; the error's place is where the file becomes unreadable.
            guard error.kind == .input, builder.rowsSeen > 0 else { throw error }
            builder.noteDamage(error.diagnostic)
        }
    }

    private func readDocument(
        _ reader: inout JSONReader, _ records: inout JSONRecordReader, _ file: Int, _ builder: TraceBuilder
    ) throws(TraceError) {
        if try reader.peekKind() == .array {
            try reader.enterArray()
            while try reader.nextElement() { try readRow(nil, &reader, &records, file, builder) }
            return try reader.expectEnd()
        }
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("format") {
                try checkFormat(&reader)
            } else if key.equals("version") {
                try checkVersion(&reader)
            } else if let kind = Self.lane(key.text) {
                try readLane(kind, &reader, &records, file, builder)
            } else {
                builder.records.counters.add(.unknownKey, "document.\(key.prefix(60).text)")
                try reader.skipValue()
            }
        }
        try reader.expectEnd()
    }

    private static func lane(_ key: String) -> RecordKind? { RecordKind.allCases.first { $0.documentKey == key } }

    /// Reads the rows at a path; `name`: the key of the next value; `lanes`: keys beside the path with lanes in our
    /// format.
    private func readRows(
        _ path: ArraySlice<String?>, _ name: String, lanes: Set<String> = [], _ reader: inout JSONReader,
        _ records: inout JSONRecordReader, _ file: Int, _ builder: TraceBuilder
    ) throws(TraceError) {
        guard let step = path.first else { return try readRow(nil, &reader, &records, file, builder) }
        let kind = try reader.peekKind()
        if let wanted = step, kind == .object {
            try reader.enterObject()
            while let key = try reader.nextKey()?.text {
                if key == wanted {
                    try readRows(path.dropFirst(), key, &reader, &records, file, builder)
                } else if lanes.contains(key), let lane = Self.lane(key) {
                    var records = JSONRecordReader(builder, style: .camel)
                    try readLane(lane, &reader, &records, file, builder)
                } else {
                    builder.records.counters.add(.unknownKey, "\(name).\(key.prefix(60))")
                    try reader.skipValue()
                }
            }
        } else if step == nil, kind == .array {
            try reader.enterArray()
            while try reader.nextElement() {
                try readRows(path.dropFirst(), name, &reader, &records, file, builder)
            }
        } else {
            builder.records.counters.add(.unknownKey, "document.\(name.prefix(60))")
            try reader.skipValue()
        }
    }

    private func readLane(
        _ kind: RecordKind, _ reader: inout JSONReader, _ records: inout JSONRecordReader, _ file: Int,
        _ builder: TraceBuilder
    ) throws(TraceError) {
        switch try reader.peekKind() {
        case .null: try reader.null()
        case .object where kind == .trace: try readRow(kind, &reader, &records, file, builder)
        case .array where kind != .trace:
            try reader.enterArray()
            if let lane = kind.lane { builder.records.lanes.insert(lane) }
            do throws(TraceError) {
                while try reader.nextElement() { try readRow(kind, &reader, &records, file, builder) }
            } catch {
                builder.lose(kind.documentKey, kind.lane.map { [$0] } ?? [])
                throw error
            }
        default:
            throw reader.unexpected(
                "'\(kind.documentKey)' to hold \(kind == .trace ? "an object" : "a list of records")")
        }
    }

    /// - Parameter lane: the kind of the row; nil if its `record` or its keys decide.
    private func readRow(
        _ lane: RecordKind?, _ reader: inout JSONReader, _ records: inout JSONRecordReader, _ file: Int,
        _ builder: TraceBuilder
    ) throws(TraceError) {
        guard let value = try reader.peekKind() else { throw reader.unexpected("a record") }
        reader.setMark()
        defer { reader.clearMark() }
        if lane != .trace { builder.rowsSeen += 1 }
        var (problem, kind): (RowProblem?, RecordKind?) = (nil, lane)
        do throws(TraceError) {
            if value == .object {
                problem = try records.read(&reader)
                kind = kind ?? Self.kind(&records)
                if let kind {
                    problem = problem ?? records.settleTimes(kind)
                    records.countUnknownKeys(kind)
                } else {
                    problem = problem ?? RecordKind.problem(records.fields.name(.record), builder.names)
                }
            } else {
                try reader.skipValue()
                problem = RowProblem(.wrongType, "a record must be an object")
            }
        } catch {
            // A truncated record counts as seen, and is rejected with the place of the cut.
            if lane != .trace {
                builder.reject(
                    RowProblem(.malformed, error.diagnostic.message), of: kind, isCut: true,
                    at: error.diagnostic.place ?? reader.markPlace, raw: reader.markedText)
            }
            throw error
        }
        if problem == nil, let kind {
            do throws(RowProblem) {
                try builder.append(kind, records.fields, offset: reader.markOffset, file: file)
                // The `trace` record of an array is no row either.
                if kind != .trace { builder.rowsImported += 1 } else if lane == nil { builder.rowsSeen -= 1 }
            } catch {
                problem = error
            }
        }
        guard let problem else { return }
        if lane == .trace { builder.rowsSeen += 1 }
        let offset = problem.kind == .missingField ? nil : problem.field.map { records.fields.offset(of: $0) }
        builder.reject(problem, of: kind, at: reader.place(ofOffset: offset), raw: reader.markedText)
    }

    private static func kind(_ records: inout JSONRecordReader) -> RecordKind? {
        let record = records.fields.name(.record)
        return record.isPresent ? RecordKind(name: record) : records.kindOfFields()
    }

    private func checkFormat(_ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .string else { throw reader.unexpected("the name of the format") }
        let format = try reader.string()
        guard format.equals("tracekit") else {
            throw reader.error(at: reader.position, "the format is '\(FieldValues.cut(format))', not 'tracekit'")
        }
    }

    private func checkVersion(_ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .number else { throw reader.unexpected("the version's number") }
        let version = try reader.number()
        guard version.equals("1") else {
            throw reader.error(
                at: reader.position,
                "this file is version \(FieldValues.cut(version)) of the format; this program reads version \(Self.version)"
            )
        }
    }
}

/// Tests on the head of a JSON text that recognise its format.
enum JSONHead {
    /// Removes a UTF-8 byte order mark and leading white space.
    static func skipMark(_ head: ByteSlice) -> ByteSlice {
        let body = head.hasPrefix("\u{FEFF}") ? head.dropFirst(3) : head
        var first = 0
        while first < body.count, isSpace(body[first]) { first += 1 }
        return body.dropFirst(first)
    }

    static func contains(_ body: ByteSlice, _ text: StaticString) -> Bool {
        var index = 0
        while index + text.utf8CodeUnitCount <= body.count {
            if body.dropFirst(index).hasPrefix(text) { return true }
            index += 1
        }
        return false
    }
}
