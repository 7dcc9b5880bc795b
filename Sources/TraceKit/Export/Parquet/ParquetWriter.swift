/// Writes a flat Parquet file piece by piece; only the current row group is in memory.
///
/// Equal rows give equal bytes: the output does not depend on time, machine or hash order.
struct ParquetWriter {
    struct Options: Sendable {
        /// Delta encodings (DELTA_BINARY_PACKED, DELTA_BYTE_ARRAY) take half the bytes; Spark before 3.3 cannot read
        /// them.
        var usesDelta = true
        /// The version of the program, which readers check for known writer bugs.
        var version = "0.0.0"
        var pageRows = 20_000
        var groupRows = 131_072
        /// Bytes of text after which a group is full, which limits memory.
        var groupTextBytes = 16 << 20

        init() {}
    }

    typealias Sink = ([UInt8]) throws(TraceError) -> Void

    let columns: [ParquetColumn]
    /// The values of the current row group; each row appends one to every column, then calls `endRow`.
    var cells: [ParquetCells]

    private let options: Options
    private let file: ParquetFile
    /// The number of the current row group, from 0.
    private(set) var groupNumber = 0
    private var groupRows = 0

    init(
        _ columns: [ParquetColumn], metadata: [(key: String, value: String)] = [], options: Options = Options()
    ) {
        self.columns = columns
        cells = columns.map { ParquetCells($0.kind) }
        self.options = options
        file = ParquetFile(columns, metadata, options)
    }

    /// The number of rows that the row group can still hold.
    var room: Int { options.groupRows - groupRows }

    /// Whether the row group must end with the row of the last text.
    private(set) var isFull = false

    /// The index of a text in a column of the row group.
    mutating func number(of text: UnsafeBufferPointer<UInt8>, in column: Int) -> UInt32 {
        let number = cells[column].number(of: text)
        if cells[column].texts.bytes.count >= options.groupTextBytes { isFull = true }
        return number
    }

    mutating func endRow(_ sink: Sink) throws(TraceError) { try endRows(1, sink) }

    /// Ends rows after every column got a value for each.
    mutating func endRows(_ count: Int, _ sink: Sink) throws(TraceError) {
        groupRows += count
        let isFull = room <= 0 || cells.contains { $0.texts.bytes.count >= options.groupTextBytes }
        if isFull { try writeGroup(sink) }
    }

    /// Writes the remaining rows and the footer.
    mutating func finish(_ sink: Sink) throws(TraceError) {
        if groupRows > 0 { try writeGroup(sink) }
        try file.finish(sink)
    }

    private mutating func writeGroup(_ sink: Sink) throws(TraceError) {
        try file.write(cells, rows: groupRows, sink)
        cells = columns.map { ParquetCells($0.kind) }
        groupNumber += 1
        (groupRows, isFull) = (0, false)
    }
}

/// Writes Thrift's compact protocol, used for Parquet's footers and page headers.
struct ThriftBytes {
    private(set) var bytes: [UInt8] = []
    private var lastField: Int16 = 0

    private enum Code {
        static let yes: UInt8 = 1
        static let no: UInt8 = 2
        static let i16: UInt8 = 4
        static let i32: UInt8 = 5
        static let i64: UInt8 = 6
        static let binary: UInt8 = 8
        static let list: UInt8 = 9
        static let structure: UInt8 = 12
    }

    mutating func bool(_ field: Int16, _ value: Bool) { begin(field, value ? Code.yes : Code.no) }

    mutating func i16(_ field: Int16, _ value: Int) { number(field, Code.i16, value) }

    mutating func i32(_ field: Int16, _ value: Int) { number(field, Code.i32, value) }

    mutating func i64(_ field: Int16, _ value: Int) { number(field, Code.i64, value) }

    mutating func binary(_ field: Int16, _ value: [UInt8]) {
        begin(field, Code.binary)
        append(value)
    }

    mutating func text(_ field: Int16, _ value: String) { binary(field, Array(value.utf8)) }

    mutating func structure(_ field: Int16, _ write: (inout ThriftBytes) -> Void) {
        begin(field, Code.structure)
        nested(write)
    }

    mutating func structures<Items: Collection>(
        _ field: Int16, _ items: Items, _ write: (inout ThriftBytes, Items.Element) -> Void
    ) {
        list(field, Code.structure, items.count)
        for item in items { nested { write(&$0, item) } }
    }

    mutating func numbers(_ field: Int16, _ values: [Int]) {
        list(field, Code.i32, values.count)
        for value in values { bytes.appendZigzag(Int64(value)) }
    }

    mutating func texts(_ field: Int16, _ values: [String]) {
        list(field, Code.binary, values.count)
        for value in values { append(Array(value.utf8)) }
    }

    /// Ends the outermost structure.
    mutating func stop() { bytes.append(0) }

    private mutating func nested(_ write: (inout ThriftBytes) -> Void) {
        let outer = lastField
        lastField = 0
        write(&self)
        stop()
        lastField = outer
    }

    private mutating func number(_ field: Int16, _ code: UInt8, _ value: Int) {
        begin(field, code)
        bytes.appendZigzag(Int64(value))
    }

    private mutating func append(_ value: [UInt8]) {
        bytes.appendVarint(UInt64(value.count))
        bytes += value
    }

    private mutating func list(_ field: Int16, _ code: UInt8, _ count: Int) {
        begin(field, Code.list)
        if count < 15 {
            bytes.append(UInt8(count) << 4 | code)
        } else {
            bytes.append(0xF0 | code)
            bytes.appendVarint(UInt64(count))
        }
    }

    /// Begins a field. Fields come in ascending order, so only the difference to the previous number is written.
    private mutating func begin(_ field: Int16, _ code: UInt8) {
        let step = field - lastField
        lastField = field
        if (1...15).contains(step) { return bytes.append(UInt8(step) << 4 | code) }
        bytes.append(code)
        bytes.appendZigzag(Int64(field))
    }
}

extension [UInt8] {
    /// Seven bits per byte, lowest first.
    mutating func appendVarint(_ value: UInt64) {
        var rest = value
        while rest > 127 {
            append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Encodes small numbers of either sign in few bytes.
    mutating func appendZigzag(_ value: Int64) { appendVarint(UInt64(bitPattern: value << 1 ^ value >> 63)) }

    mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
