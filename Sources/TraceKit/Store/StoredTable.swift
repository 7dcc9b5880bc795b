/// The allowed values of a column of a table of `schema.sql`.
struct StoredColumn: Sendable {
    enum Content: Sendable {
        /// A whole number in a range.
        case number(ClosedRange<Int64>)
        /// The id of a row of another table, among those of the same trace.
        case row(of: String)
        /// The id of a node of the trace's cause graph.
        case node
        /// The number that `UpdateCodes` splits.
        case updateCodes
        /// An exporter's 64-bit id: INTEGER, or TEXT above 2^63 - 1.
        case sourceID
        /// A number that is neither infinite nor NaN.
        case real
        case text
        /// One of a closed list of texts.
        case word(Set<String>)
    }

    let name: String
    let content: Content
    /// Whether NULL is allowed.
    var isOptional = false
    /// Whether the number is below the row's own id: a parent in a tree, written before its
    /// children.
    var isBelowID = false

    /// The same column, with NULL allowed.
    var optional: StoredColumn {
        var column = self
        column.isOptional = true
        return column
    }

    static func number(_ name: String, _ range: ClosedRange<Int64>) -> StoredColumn {
        StoredColumn(name: name, content: .number(range))
    }

    /// A number of rows. No trace has more, and sums of such numbers do not overflow.
    static func count(_ name: String) -> StoredColumn { number(name, 0...StoredTable.mostRows) }

    /// Nanoseconds, or a sum of them, clamped at the largest number. For a row with a start and a duration,
    /// `StoredRows` ensures that its end is a number too.
    static func time(_ name: String) -> StoredColumn { number(name, 0...Int64.max) }

    /// A number that is only shown, or added with care.
    static func amount(_ name: String) -> StoredColumn { number(name, 0...Int64.max) }

    static func any(_ name: String) -> StoredColumn { number(name, Int64.min...Int64.max) }
    static func flag(_ name: String) -> StoredColumn { number(name, 0...1) }

    /// The number of a case of an enumeration.
    static func code<Code: CaseIterable>(_ name: String, _: Code.Type) -> StoredColumn {
        number(name, 0...Int64(Code.allCases.count - 1))
    }

    static func row(_ name: String, of table: String) -> StoredColumn {
        StoredColumn(name: name, content: .row(of: table))
    }

    static func name(_ name: String) -> StoredColumn { row(name, of: "name") }
    static func node(_ name: String) -> StoredColumn { StoredColumn(name: name, content: .node) }
    static func text(_ name: String) -> StoredColumn { StoredColumn(name: name, content: .text) }
    static func real(_ name: String) -> StoredColumn { StoredColumn(name: name, content: .real) }
    static func sourceID(_ name: String) -> StoredColumn {
        StoredColumn(name: name, content: .sourceID, isOptional: true)
    }

    static func word<Words: CaseIterable & RawRepresentable<String>>(_ name: String, _: Words.Type) -> StoredColumn {
        StoredColumn(name: name, content: .word(Set(Words.allCases.map(\.rawValue))))
    }

    static func word(_ name: String, among words: [String]) -> StoredColumn {
        StoredColumn(name: name, content: .word(Set(words)))
    }

    static func parent(_ name: String, of table: String) -> StoredColumn {
        StoredColumn(name: name, content: .row(of: table), isOptional: true, isBelowID: true)
    }
}

/// A table of `schema.sql` with the allowed `id`, `trace_id` and other columns of its rows.
///
/// `StoredRows` checks every row that it reads against this. A test compares it with `schema.sql`:
/// every column of every table is here.
struct StoredTable: Sendable {
    let name: String
    /// All columns except `id` and `trace_id`, in no order to rely on.
    let columns: [StoredColumn]
    /// Whether the ids of a trace's rows are consecutive, which ids of nodes are not.
    var isDense = true
    /// The primary key.
    var key = "id"
    /// Whether it is as long as the trace, and read only if a command needs it.
    var isLong = false

    /// The most rows of a table, and the largest id: far beyond what a disk holds, far below an
    /// overflow.
    static let mostRows: Int64 = 1 << 40

    static func named(_ name: String) throws(TraceError) -> StoredTable {
        guard let table = all.first(where: { $0.name == name }) else {
            throw TraceError(.internalError, "there is no table '\(name)'")
        }
        return table
    }
}

/// The columns of a lane's table that hold its records, in visiting order.
struct StoredColumnCollector: ColumnVisitor {
    fileprivate(set) var columns: [StoredColumn] = []

    private mutating func add(_ column: StoredColumn, isOptional: Bool) {
        columns.append(isOptional ? column.optional : column)
    }

    private static func isOptional(_ presence: Presence) -> Bool {
        if case .required = presence { false } else { true }
    }

    mutating func node(_ handle: inout UInt32, _ field: Field) { columns.append(.sourceID("source_id")) }
    mutating func group(_ handle: inout UInt32, _ field: Field) { columns.append(.sourceID("source_id")) }
    mutating func id(_ id: inout UInt64?, _ field: Field) { columns.append(.sourceID(field.key)) }

    mutating func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) {
        columns.append(.code(field.key, Code.self))
        if field == .kind { columns.append(.name("\(field.key)_word_id").optional) }
    }

    mutating func name(_ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence) {
        add(.name("\(field.key)_id"), isOptional: Self.isOptional(presence))
    }

    mutating func list(_ list: inout ListID, _ field: Field) {
        columns.append(.row("\(field.key)_id", of: "property_list").optional)
    }

    mutating func stack(_ stack: inout UInt32, _ field: Field) {
        columns.append(.row("stack_id", of: "stack_frame").optional)
    }

    mutating func start(_ time: inout Int64, _ field: Field, _ presence: Presence) {
        add(.time("\(field.key)_ns"), isOptional: Self.isOptional(presence))
    }

    mutating func duration(_ time: inout Int64, _ field: Field, _ presence: Presence) {
        add(.time("\(field.key)_ns"), isOptional: Self.isOptional(presence))
    }

    mutating func number(_ number: inout Int64, _ field: Field) { columns.append(.amount(field.key).optional) }
    mutating func flag(_ flag: inout Bool?, _ field: Field) { columns.append(.flag("is_\(field.key)").optional) }
    mutating func text(_ text: inout String?, _ field: Field, _ role: NameRole) {
        columns.append(.text(field.key).optional)
    }
    mutating func integer(_ number: inout Int64?, _ field: Field) { columns.append(.any(field.key).optional) }
}

extension StoredColumn {
    /// The columns of `trace` with the recording's own data.
    static var ofMetadata: [StoredColumn] {
        var (metadata, collector) = (TraceMetadata(), StoredColumnCollector())
        metadata.visit(&collector)
        return collector.columns
    }

    static func columns<Record: LaneRecord>(of record: Record) -> [StoredColumn] {
        var (record, collector) = (record, StoredColumnCollector())
        record.visit(&collector)
        return collector.columns
    }
}

extension OptionalColumn {
    /// Its column in `view_update`.
    var stored: StoredColumn {
        switch values {
        case .names: .name("\(field.key)_id").optional
        case .lists: .row("\(field.key)_id", of: "property_list").optional
        case .groups: .row("\(field.key)_id", of: "update_group").optional
        case .numbers: .amount(field.key).optional
        case .times: .time("\(field.key)_ns").optional
        }
    }
}
