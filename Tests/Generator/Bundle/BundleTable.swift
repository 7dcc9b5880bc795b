/// A table of a recording, as Instruments stores it.
struct BundleTable {
    /// Where a value stands in a row: in the head that all rows have, or in a field of its own of four or eight bytes.
    enum Place: String {
        case time = "XRTraceRelativeTimestampFieldID"
        case duration = "XRDurationFieldID"
        case category1 = "XRCategory1FieldID"
        case category2 = "XRCategory2FieldID"
        case word, long
    }

    struct Column {
        var mnemonic: String
        /// The name of its engineering type, without `XR` and `TypeID`.
        var type: String
        var place: Place

        init(_ mnemonic: String, _ type: String, _ place: Place = .word) {
            (self.mnemonic, self.type, self.place) = (mnemonic, type, place)
        }
    }

    var schema: String
    var columns: [Column]
    var rows: [[UInt64]] = []
    var attributes: [(String, Archived)] = [("target-pid", .text("SINGLE"))]
    static let none = UInt64.max

    /// Of `os-signpost-interval`, as far as the story says something about them.
    static var intervalColumns: [Column] {
        [
            .init("start", "StartTime", .time), .init("duration", "Duration", .duration),
            .init("layout-qualifier", "LayoutID"), .init("name", "PrototypeString", .category1),
            .init("category", "OSLogCategory", .category2), .init("subsystem", "OSLogSubsystem"),
            .init("identifier", "OSSignpostIdentifier", .long), .init("process", "Process"),
            .init("end-process", "Process"), .init("start-thread", "Thread"), .init("end-thread", "Thread"),
            .init("start-message", "OSLogMetadata"), .init("end-message", "OSLogMetadata"),
        ]
    }

    /// Of `os-log`, so far too.
    static var logColumns: [Column] {
        [
            .init("time", "RecordedEventTimestamp", .time), .init("thread", "Thread"), .init("process", "Process"),
            .init("message-type", "PrototypeString"), .init("subsystem", "OSLogSubsystem"),
            .init("category", "OSLogCategory", .category2), .init("message", "OSLogMetadata"),
        ]
    }

    private var hasDuration: Bool { columns.contains { $0.place == .duration } }
    private var fields: [Column] { columns.filter { $0.place == .word || $0.place == .long } }
    /// Bytes.
    var rowSize: Int { (hasDuration ? 24 : 16) + fields.reduce(0) { $0 + ($1.place == .long ? 8 : 4) } }

    /// Fewer than Instruments has, so that a sample stays small.
    private static let rowsOfSegment = 1024

    // MARK: Files

    /// Names and bytes, not packed yet.
    func files() -> [(String, [UInt8])] {
        [
            ("schema.xml", Array(schemaXML.utf8)), ("bulkstore_descriptor", descriptor), ("spec.plist", spec),
            ("bulkstore", bulkstore),
        ]
    }

    var specification: Archived {
        .object([
            ("schemaName", .text(schema)), ("engineeringName", .text(schema)),
            ("attributes", .dictionary(attributes.map { (.text($0.0), $0.1) })),
        ])
    }

    private var spec: [UInt8] { KeyedArchiveWriter.bytes(root: specification) }

    private var schemaXML: String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<schema name=\"\(schema)\" topology="
        text += hasDuration ? "\"XRTD64_CC32_R_TypeID\">" : "\"XRT64_CC32_R_TypeID\">"
        for column in columns {
            text += "<column mnemonic=\"\(column.mnemonic)\" engineeringName=\"\(column.mnemonic)\""
            text += " engineeringType=\"XR\(column.type)TypeID\""
            if column.place != .word, column.place != .long { text += " topologyField=\"\(column.place.rawValue)\"" }
            text += "/>"
        }
        return text + "</schema>\n"
    }

    private var descriptor: [UInt8] {
        var fields: [Archived] = []
        func add(_ name: String, _ type: UInt64) {
            let field = Archived.object([
                ("_name", .text(name)), ("_index", .integer(UInt64(fields.count))), ("_type", .integer(type)),
                ("_multi", .integer(1)),
            ])
            fields.append(.unkeyed([field]))
        }
        add("topology", hasDuration ? 6 : 7)
        for column in self.fields { add(column.mnemonic, column.place == .long ? 2 : 1) }
        let props: [(Archived, Archived)] = [
            (.text("next_event_id"), .integer(UInt64(rows.count))),
            (.text("mono_event_id"), .integer(UInt64(rows.count))),
            (.text("storage_manager_version"), .integer(1)),
        ]
        let root = Archived.object([
            ("_identifier", .text(schema)), ("_name", .text(schema)), ("_version", .integer(1)),
            ("_variableSize", .flag(false)), ("_minEventSize", .integer(UInt64(rowSize))),
            ("_maxEventSize", .integer(UInt64(rowSize))), ("_fields", .list(fields)), ("_props", .dictionary(props)),
        ])
        return KeyedArchiveWriter.bytes(root: .unkeyed([root]))
    }

    private var bulkstore: [UInt8] {
        let segment = rowSize * Self.rowsOfSegment
        var bytes: [UInt8] = []
        for word in [0x1234_0A0A, 3, 40, 4096, rowSize, segment, Self.rowsOfSegment] {
            bytes += Self.number(UInt64(word), 4)
        }
        bytes += repeatElement(0, count: 4096 - bytes.count)
        for row in rows { bytes += self.bytes(of: row) }
        let rest = (bytes.count - 4096) % segment
        return rest == 0 ? bytes : bytes + repeatElement(0, count: segment - rest)
    }

    private func bytes(of row: [UInt64]) -> [UInt8] {
        precondition(row.count == columns.count, "a row has one value for each column")
        func value(_ place: Place) -> UInt64 { columns.firstIndex { $0.place == place }.map { row[$0] } ?? 0 }
        var bytes = Self.number(value(.time), 8)
        if hasDuration { bytes += Self.number(value(.duration), 8) }
        bytes += Self.number(value(.category1), 4) + Self.number(value(.category2), 4)
        for (column, value) in zip(columns, row) {
            if column.place == .word { bytes += Self.number(value, 4) }
            if column.place == .long { bytes += Self.number(value, 8) }
        }
        return bytes
    }

    /// The low byte first.
    static func number(_ number: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }
}
