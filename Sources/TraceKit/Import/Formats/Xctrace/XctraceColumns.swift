/// A column that a table reads. It is declared once, by name and type, and read by the same name:
///
///     private let start = TimeColumn("start", isNeeded: true)
///     let time = try row[start]
class XctraceColumn {
    /// The shape that the table wants of the cells, which decides what is kept of a value.
    class var shape: XctraceShape { .scalar }

    /// The names in order of preference: a few exporters rename columns.
    final let names: [String]
    /// Whether a table without this column cannot be read.
    final let isNeeded: Bool
    /// The index of its cells in `XctraceRow.cells`, and whether the current table has it.
    final var (slot, isInTable) = (0, false)

    init(_ names: String..., isNeeded: Bool = false) { (self.names, self.isNeeded) = (names, isNeeded) }

    final var name: String { names[0] }
}

/// A whole number; nil if there is none.
final class IntegerColumn: XctraceColumn {}

/// A number of up to 64 bits; nil if there is none.
final class IDColumn: XctraceColumn {}

/// Nanoseconds since the recording began; every row has them.
final class TimeColumn: XctraceColumn {}

/// Nanoseconds; every row has them.
final class DurationColumn: XctraceColumn {}

/// Nanoseconds; -1 if it was still open when the recording ended.
final class OpenDurationColumn: XctraceColumn {}

/// A text; `.none` if it is missing or empty.
final class WordColumn: XctraceColumn {}

/// The shown form of a value with parts, such as the message of a log.
final class ShownColumn: XctraceColumn { override class var shape: XctraceShape { .shown } }

/// The thread as in records: `main`, or its name without process and pid.
final class ThreadColumn: XctraceColumn { override class var shape: XctraceShape { .shown } }

/// The process as in records, from its own cell or from the thread.
final class ProcessColumn: XctraceColumn { override class var shape: XctraceShape { .shown } }

/// A node of the cause graph.
final class NodeColumn: XctraceColumn { override class var shape: XctraceShape { .node } }

/// The views around the row's view, innermost first.
final class HierarchyColumn: XctraceColumn { override class var shape: XctraceShape { .path } }

/// The number of a call stack with names; 0 if there is none.
final class StackColumn: XctraceColumn { override class var shape: XctraceShape { .stack } }

/// The number of a call stack of addresses; 0 if there is none.
final class AddressStackColumn: XctraceColumn { override class var shape: XctraceShape { .addressStack } }

/// The cells of one row, for its table.
final class XctraceRow {
    let builder: TraceBuilder
    let values: XctraceValues
    /// The cells by slot.
    let cells = Column<XctraceValue>()
    private let threads: XctraceThreads
    private let reader: XctraceCells
    /// The row's offset in the file.
    var offset = 0
    let file: Int

    init(_ reader: XctraceCells, _ builder: TraceBuilder, file: Int) {
        (self.reader, self.builder, self.file) = (reader, builder, file)
        values = reader.values
        threads = XctraceThreads(values.names)
    }

    /// The times of the row's nodes in the full cause graph.
    var details: [XctraceNodeDetail] { reader.details }

    /// The cell as read.
    func value(_ column: XctraceColumn) -> XctraceValue { cells[column.slot] }

    /// The cell's text, which may be empty.
    func text(_ column: XctraceColumn) -> NameID { values.name(value(column)) }

    private func word(_ column: XctraceColumn) -> NameID {
        let name = text(column)
        return name == NameID(.empty) ? .none : name
    }

    private func integer(_ column: XctraceColumn) throws(RowProblem) -> Int64? {
        let value = value(column)
        if value.tag == .number { return Int64(bitPattern: value.payload) }
        if value.tag == .missing { throw dangling(column) }
        return try values.integer(value, column.name)
    }

    private func dangling(_ column: XctraceColumn) -> RowProblem {
        RowProblem(.danglingReference, "'\(column.name)' refers to a value that the file does not hold")
    }

    subscript(column: IntegerColumn) -> Int64? { get throws(RowProblem) { try integer(column) } }
    subscript(column: IDColumn) -> UInt64? {
        get throws(RowProblem) {
            let value = value(column)
            if value.tag == .missing { throw dangling(column) }
            return try values.unsigned(value, column.name)
        }
    }
    subscript(column: TimeColumn) -> Int64 { get throws(RowProblem) { try builder.start(integer(column)) } }
    subscript(column: DurationColumn) -> Int64 { get throws(RowProblem) { try builder.duration(integer(column)) } }
    subscript(column: OpenDurationColumn) -> Int64 {
        get throws(RowProblem) { try builder.optionalDuration(integer(column)) }
    }
    subscript(column: WordColumn) -> NameID { word(column) }
    subscript(column: ShownColumn) -> NameID { word(column) }
    subscript(column: ThreadColumn) -> NameID { threads.thread(text(column)) }
    subscript(column: NodeColumn) -> XctraceValue { value(column) }
    subscript(column: StackColumn) -> UInt32 { value(column).stack }
    subscript(column: AddressStackColumn) -> UInt32 { value(column).stack }
    subscript(column: HierarchyColumn) -> NameID {
        let bytes = reader.pathBytes
        return bytes.count == 0 ? .none : values.names.intern(ByteSlice(bytes.base, bytes.count))
    }

    /// The thread, or `other` if the row has none.
    func thread(_ column: ThreadColumn, or other: Keyword = .main) -> NameID {
        let thread = self[column]
        return thread.isPresent ? thread : NameID(other)
    }

    /// The process from its own cell, otherwise from that of the thread.
    func process(_ process: ProcessColumn, _ thread: ThreadColumn? = nil) -> NameID {
        threads.process(word(process), thread: thread.map { word($0) } ?? .none)
    }
}

/// The rows of one table of an export or a recording: each is passed to the table, counted, and rejected with its place
/// if it is invalid.
struct XctraceRows {
    let schema: XctraceSchema
    let reader: XctraceReader
    private let row: XctraceRow
    private var builder: TraceBuilder { row.builder }
    private(set) var (count, rejected, hasBegun) = (0, 0, false)

    init(_ schema: XctraceSchema, _ reader: XctraceReader, _ row: XctraceRow) {
        (self.schema, self.reader, self.row) = (schema, reader, row)
        row.builder.records.lanes.formUnion(reader.table.lanes)
    }

    /// Prepares for the first row, if no column is missing.
    mutating func begin(_ state: inout XctraceState) {
        hasBegun = true
        for column in schema.unknownColumns {
            builder.records.counters.add(.unknownColumn, "\(schema.name).\(column.prefix(60))")
        }
        for column in reader.columns { column.isInTable = false }
        for cell in 0..<schema.slots.count where schema.shapes[cell] != .none {
            reader.columns[schema.slots[cell]].isInTable = true
        }
        row.cells.pad(to: reader.columns.count, with: .absent)
        state.tableCount += 1
        reader.table.begin(schema.name, number: state.tableCount)
    }

    /// Makes room for the cells of the next row.
    mutating func next() {
        builder.rowsSeen += 1
        count += 1
        for slot in 0..<reader.columns.count { row.cells[slot] = .absent }
    }

    /// Passes the row, whose cells were read, to the table.
    mutating func take(at place: @autoclosure () -> Place, raw: @autoclosure () -> String) {
        do throws(RowProblem) {
            switch try reader.table.read(row, builder) {
            case .imported: builder.rowsImported += 1
            case .held: break
            case .skipped(let rule): builder.records.counters.add(rule, schema.name)
            }
        } catch {
            reject(error, at: place(), raw: raw())
        }
    }

    mutating func reject(
        _ problem: RowProblem, at place: @autoclosure () -> Place, raw: @autoclosure () -> String
    ) {
        rejected += 1
        builder.reject(problem, of: reader.table.lanes.last?.record, table: schema.name, at: place(), raw: raw())
    }

    /// Rejects an element of the table that should be a row but is none.
    mutating func rejectUnknown(_ problem: RowProblem, at place: Place, raw: String) {
        count += 1
        reject(problem, at: place, raw: raw)
    }

    /// Counts the rows that were read. `isWhole`: the table is complete, even without rows.
    func finish(_ state: inout XctraceState, isWhole: Bool = true) {
        builder.records.counters.add(.schemaRows, schema.name, by: count)
        state.note(schema.name, rows: count, rejected: rejected)
        if count == 0, isWhole { builder.records.counters.add(.emptySchema, schema.name) }
    }
}
