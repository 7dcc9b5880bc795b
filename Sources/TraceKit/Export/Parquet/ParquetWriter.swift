/// Writes a flat Parquet file piece by piece: a row group is in memory until it is full, then it is handed on.
///
/// The same rows come to the same bytes: nothing of the time, the machine or the order of hashes is in them.
struct ParquetWriter {
    struct Options: Sendable {
        /// Steps of whole numbers (DELTA_BINARY_PACKED) and what is new of texts (DELTA_BYTE_ARRAY) take half the bytes;
        /// Spark before 3.3 cannot read them.
        var usesDelta = true
        /// Of the program, as readers look it up where a writer is known for a fault.
        var version = "0.0.0"
        var pageRows = 20_000
        var groupRows = 131_072
        /// Bytes of texts after which a group is full, so that long ones do not fill the memory.
        var groupTextBytes = 16 << 20

        init() {}
    }

    typealias Sink = ([UInt8]) throws(TraceError) -> Void

    let columns: [ParquetColumn]
    /// The values of the row group so far; each row appends one to every column, then says `endRow`.
    var cells: [ParquetCells]

    private let options: Options
    private let file: ParquetFile
    /// Who writes the groups that are full, while the next one is being filled.
    private let work: FollowingWork
    /// Which row group is being filled, from 0.
    private(set) var groupNumber = 0
    private var groupRows = 0

    init(
        _ columns: [ParquetColumn], metadata: [(key: String, value: String)] = [], options: Options = Options(),
        _ work: FollowingWork = FollowingWork(jobs: 1)
    ) {
        self.columns = columns
        cells = columns.map { ParquetCells($0.kind) }
        (self.options, self.work) = (options, work)
        file = ParquetFile(columns, metadata, options)
    }

    /// How many rows the row group may still get.
    var room: Int { options.groupRows - groupRows }

    /// Whether the row group must end with the row that the last text is of.
    private(set) var isFull = false

    /// The number of a text in a column of the row group.
    mutating func number(of text: UnsafeBufferPointer<UInt8>, in column: Int) -> UInt32 {
        let number = cells[column].number(of: text)
        if cells[column].texts.bytes.count >= options.groupTextBytes { isFull = true }
        return number
    }

    mutating func endRow(_ sink: @escaping Sink) throws(TraceError) { try endRows(1, sink) }

    /// Every column got a value for so many rows.
    mutating func endRows(_ count: Int, _ sink: @escaping Sink) throws(TraceError) {
        groupRows += count
        let isFull = room <= 0 || cells.contains { $0.texts.bytes.count >= options.groupTextBytes }
        if isFull { try writeGroup(sink) }
    }

    /// The rows that are left, and the footer: all is written when the work is done.
    mutating func finish(_ sink: @escaping Sink) throws(TraceError) {
        if groupRows > 0 { try writeGroup(sink) }
        let file = file
        try work.begin { () throws(TraceError) in try file.finish(sink) }
    }

    private mutating func writeGroup(_ sink: @escaping Sink) throws(TraceError) {
        let (file, full, rows) = (file, cells, groupRows)
        cells = columns.map { ParquetCells($0.kind) }
        groupNumber += 1
        (groupRows, isFull) = (0, false)
        try work.begin { () throws(TraceError) in try file.write(full, rows: rows, sink) }
    }
}
