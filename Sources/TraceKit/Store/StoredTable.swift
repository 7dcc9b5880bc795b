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
    /// Whether the number is below the row's own id, like that of a parent in a tree, which is written before its
    /// children.
    var isBelowID = false
}

/// A table of `schema.sql` with the allowed `id`, `trace_id` and other columns of its rows.
///
/// `StoredRows` checks every row that is read against it.
struct StoredTable: Sendable {
    let name: String
    /// All columns except `id` and `trace_id`, in no order to rely on.
    let columns: [StoredColumn]
    /// Whether the ids of a trace's rows are consecutive, unlike those of nodes.
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

/// The names of the columns of a lane's table with its records, in visiting order.
struct StoredColumnNames: ColumnVisitor {
    private(set) var all: [String] = []

    init<Record: LaneRecord>(of record: Record) {
        var record = record
        record.visit(&self)
    }

    /// The columns of `trace` with the recording's own description.
    init(of metadata: TraceMetadata) {
        var metadata = metadata
        metadata.visit(&self)
    }

    mutating func node(_ handle: inout UInt32, _ field: Field) { all.append("source_id") }
    mutating func group(_ handle: inout UInt32, _ field: Field) { all.append("source_id") }
    mutating func id(_ id: inout UInt64?, _ field: Field) { all.append(field.key) }
    mutating func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) {
        all.append(field.key)
        if field == .kind { all.append("\(field.key)_word_id") }
    }
    mutating func name(_ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence) {
        all.append("\(field.key)_id")
    }
    mutating func list(_ list: inout ListID, _ field: Field) { all.append("\(field.key)_id") }
    mutating func stack(_ stack: inout UInt32, _ field: Field) { all.append("stack_id") }
    mutating func start(_ time: inout Int64, _ field: Field, _ presence: Presence) { all.append("\(field.key)_ns") }
    mutating func duration(_ time: inout Int64, _ field: Field, _ presence: Presence) { all.append("\(field.key)_ns") }
    mutating func number(_ number: inout Int64, _ field: Field) { all.append(field.key) }
    mutating func flag(_ flag: inout Bool?, _ field: Field) { all.append("is_\(field.key)") }
    mutating func text(_ text: inout String?, _ field: Field, _ role: NameRole) { all.append(field.key) }
    mutating func integer(_ number: inout Int64?, _ field: Field) { all.append(field.key) }
}

extension OptionalColumn {
    /// The name of its column of `view_update`.
    var storedName: String {
        switch values {
        case .names, .lists, .groups: "\(field.key)_id"
        case .numbers: field.key
        case .times: "\(field.key)_ns"
        }
    }
}
