import TraceSchema

extension StoredTable {
    /// Every table of `schema.sql`, in its order.
    static let all = read(TraceSchema.sql)
    /// The tables that every command reads.
    static let short = all.filter { !$0.isLong }
    /// The tables that are as long as the trace.
    static let long = all.filter { $0.isLong }

    /// STRICT tables are short for every trace, except these.
    private static let longAndStrict: Set = ["name", "property_list", "problem_update", "problem_event"]

    /// Reads the statements that make tables: one column per line, with comments after and below it.
    private static func read(_ sql: String) -> [StoredTable] {
        var tables: [StoredTable] = []
        var table: (name: String, columns: [[String]])?
        // Splits bytes, which is fast: every command reads it when it starts.
        for line in sql.utf8.split(separator: UInt8(ascii: "\n")) {
            let isFirst = line.starts(with: "CREATE TABLE ".utf8)
            guard isFirst || table != nil else { continue }
            let words = line.prefix { $0 != UInt8(ascii: "-") }.split(whereSeparator: " ,\"".utf8.contains)
                .map { String(Substring($0)) }
            if isFirst {
                table = (words[2], [])
            } else if let read = table, line.first == UInt8(ascii: ")") {
                tables.append(StoredTable(read.name, read.columns, isStrict: words.contains("STRICT;")))
                table = nil
            } else if !words.isEmpty {
                table?.columns.append(words)
            }
        }
        return tables
    }

    private init(_ name: String, _ columns: [[String]], isStrict: Bool) {
        let key = columns.first { $0.contains("PRIMARY") } ?? ["id"]
        self.init(
            name: name,
            columns: columns.filter { $0 != key && $0[0] != "trace_id" }.map {
                StoredColumn($0, of: name, isStrict: isStrict)
            },
            // The ids of interactions are those of nodes; windows that are no records come after all of these.
            isDense: name != "interaction" && !key.contains("REFERENCES"), key: key[0],
            isLong: !isStrict || Self.longAndStrict.contains(name))
    }
}

extension StoredColumn {
    /// Reads a column from the words of its line in `schema.sql`.
    fileprivate init(_ words: [String], of table: String, isStrict: Bool) {
        let place = "\(table).\(words[0])"
        let target = words.firstIndex(of: "REFERENCES").map { words[$0 + 1] }
        self.init(
            name: words[0], content: target.map(Content.row) ?? Self.content(words, place),
            isOptional: isStrict ? !words.contains("NOT") : !Self.required.contains(place), isBelowID: target == table)
    }

    /// The content of a column, unless it has ids of one other table.
    private static func content(_ words: [String], _ place: String) -> Content {
        let name = words[0]
        if words.contains("REAL") { return .real }
        if words.contains("TEXT") { return (Self.words[place] ?? Self.words[name]).map(Content.word) ?? .text }
        if name == "codes" { return .updateCodes }
        if sourceIDs.contains(name) { return .sourceID }
        if name.hasSuffix("_id") { return .node }
        if let range = ranges[place] ?? ranges[name] { return .number(range) }
        return .number(name.hasSuffix("_ns") ? amount : name.hasPrefix("is_") ? flag : count)
    }

    /// A number of rows. No trace has more, and sums of such numbers do not overflow.
    private static let count = 0...StoredTable.mostRows
    /// A number that is only shown, or added with care. Also nanoseconds, or a sum of them, clamped at the largest
    /// number: `StoredRows` ensures that the end of a row with a start and a duration is a number too.
    private static let amount = 0...Int64.max
    private static let any = Int64.min...Int64.max
    private static let flag: ClosedRange<Int64> = 0...1

    private static let sourceIDs: Set = ["source_id", "signpost_id", "swap_id"]

    /// The ranges of numbers that do not follow from name and table: by column, or by table and column.
    private static let ranges: [String: ClosedRange<Int64>] = [
        "view.kind": codes(UpdateKind.self), "update_site.kind": codes(UpdateKind.self),
        "cause.kind": codes(CauseKind.self), "interaction.kind": codes(InteractionKind.self),
        "stretch.kind": codes(Stretch.Kind.self), "origin": codes(Origin.self), "wrapper": codes(PropertyWrapper.self),
        "severity": codes(Severity.self), "pairing": codes(SignpostRecord.Pairing.self),
        "witness": codes(StretchPart.Witness.self), "level": codes(LogLevel.self), "call_sum.level": count,
        "slice": 0...Int64(TimeSlice.count - 1), "orange_ns": 1...Int64.max, "red_ns": 1...Int64.max,
        "answers": flag, "missed_deadline": flag, "goes_round": flag, "accumulated": flag, "derived": flag,
        "passes_on": flag,
        "allocations": amount, "truncated_byte": amount, "line": amount, "column": amount, "byte": amount,
        "run": amount, "recorded_table.rows": amount, "metric_bucket.count": amount,
        "pid": any, "refresh_hz": any, "recording_run": any, "hangs_over_ms": any, "iteration": any,
    ]

    private static func codes<Code: CaseIterable>(_: Code.Type) -> ClosedRange<Int64> {
        0...Int64(Code.allCases.count - 1)
    }

    /// The allowed texts, for columns with a closed list of them.
    private static let words: [String: Set<String>] = [
        "severity": words(Finding.Severity.self), "effort": words(Finding.Effort.self),
        "confidence": Set(Confidence.allCases.map(\.word)), "import_reject.kind": words(RejectRecord.Kind.self),
        "counter": words(ImportCounters.Name.self),
    ]

    private static func words<Words: CaseIterable & RawRepresentable<String>>(_: Words.Type) -> Set<String> {
        Set(Words.allCases.map(\.rawValue))
    }

    /// Columns that no row of a long table lacks, which SQLite does not check there.
    private static let required: Set = [
        "view_update.codes", "cause.kind", "cause.name_id", "cause.origin", "cause.wrapper", "edge.from_id",
        "edge.to_id", "edge.label_id", "update_group.start_ns", "update_group.derived", "update_group.is_record",
        "signpost.site_id", "signpost.start_ns", "signpost.pairing", "log.level", "log.message_id",
    ]
}

/// The tables and lists of an import's input, from its counters.
struct InputTables {
    /// Tables that were read, with their rows; zero for empty ones.
    private(set) var read: [String: Int] = [:]
    /// Tables that were skipped, with their rows.
    private(set) var skipped: [String: Int] = [:]
    /// Tables and lists that could not be read to their end.
    private(set) var lost: Set<String> = []

    /// The counters behind these facts. There may be many others: one per unknown key of a file.
    private static let counters: [ImportCounters.Name] = [.schemaRows, .emptySchema, .skippedSchema, .lostTable]

    init(_ database: Database, _ trace: Int64) throws(TraceError) {
        let counters = Self.counters.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let rows = try database.rows(
            "SELECT counter, detail, count FROM import_counters WHERE trace_id = ? AND counter IN (\(counters))",
            [.integer(trace)])
        for row in rows {
            let (table, count) = (row[1].text ?? "", row[2].count)
            switch row[0].text.flatMap(ImportCounters.Name.init) {
            case .schemaRows: read[table, default: 0] += count
            case .emptySchema: read[table, default: 0] += 0
            case .skippedSchema: skipped[table, default: 0] += count
            case .lostTable: lost.insert(table)
            default: break
            }
        }
    }

    /// The lost part of a lane, as a sentence; nil if nothing was lost.
    func lost(of lane: Lane) -> String? {
        if let table = RecordedTables.schemas(ofLane: lane).first(where: lost.contains) {
            return "the table \(table) could not be read"
        }
        return lost.contains(lane.rawValue) ? "its rows could not be read to their end" : nil
    }
}
