/// The file that row groups are written to, and the contents of its footer.
final class ParquetFile {
    private let columns: [ParquetColumn]
    private let metadata: [(key: String, value: String)]
    private let options: ParquetWriter.Options
    private var groups: [Group] = []
    private var rows = 0
    private var position = 0
    private var snappy = Snappy()

    private struct Chunk {
        let column: Int
        let encodings: [ParquetEncoding]
        let rows: Int
        let dictionaryAt: Int?
        let dataAt: Int
        let start: Int
        let end: Int
        let plainSize: Int
        let statistics: ParquetStatistics
    }

    private struct Group {
        let chunks: [Chunk]
        let rows: Int
        let start: Int
        let end: Int
    }

    init(
        _ columns: [ParquetColumn], _ metadata: [(key: String, value: String)], _ options: ParquetWriter.Options
    ) {
        (self.columns, self.metadata, self.options) = (columns, metadata, options)
    }

    /// Writes one row group.
    func write(_ cells: [ParquetCells], rows: Int, _ sink: ParquetWriter.Sink) throws(TraceError) {
        if position == 0 { try put(Array(Self.magic), sink) }
        let start = position
        var chunks: [Chunk] = []
        for column in columns.indices { chunks.append(try writeChunk(column, cells[column], sink)) }
        groups.append(Group(chunks: chunks, rows: rows, start: start, end: position))
        self.rows += rows
    }

    /// Writes the footer.
    func finish(_ sink: ParquetWriter.Sink) throws(TraceError) {
        if position == 0 { try put(Array(Self.magic), sink) }
        var out = footer()
        out.appendLittleEndian(UInt32(truncatingIfNeeded: out.count))
        out += Self.magic
        try put(out, sink)
    }

    private static let magic = "PAR1".utf8

    private func put(_ bytes: [UInt8], _ sink: ParquetWriter.Sink) throws(TraceError) {
        try sink(bytes)
        position += bytes.count
    }

    // MARK: Pages

    private func writeChunk(
        _ column: Int, _ cells: ParquetCells, _ sink: ParquetWriter.Sink
    ) throws(TraceError) -> Chunk {
        var values = ParquetValues(cells, usesDelta: options.usesDelta)
        let start = position
        var plainSize = 0
        var dictionaryAt: Int?
        if let dictionary = values.dictionary {
            dictionaryAt = position
            plainSize += try writePage(2, dictionary.bytes, sink) { header in
                header.structure(7) { page in
                    page.i32(1, dictionary.count)
                    page.i32(2, ParquetEncoding.plain.rawValue)
                }
            }
        }
        let dataAt = position
        for first in stride(from: 0, to: cells.levels.count, by: options.pageRows) {
            let levels = cells.levels[first..<min(first + options.pageRows, cells.levels.count)]
            var body: [UInt8] = []
            body.appendRuns(levels, width: 1)
            var page: [UInt8] = []
            page.appendLittleEndian(UInt32(truncatingIfNeeded: body.count))
            page += body
            let present = cells.isWithoutNulls ? levels.count : levels.reduce(0) { $0 + Int($1) }
            values.appendNext(present, to: &page)
            plainSize += try writePage(0, page, sink) { header in
                header.structure(5) { page in
                    page.i32(1, levels.count)
                    page.i32(2, values.encoding.rawValue)
                    page.i32(3, ParquetEncoding.runs.rawValue)
                    page.i32(4, ParquetEncoding.runs.rawValue)
                }
            }
        }
        let isPlain = dictionaryAt != nil || values.encoding == .plain
        let encodings = (isPlain ? [.plain] : []) + [.runs] + (values.encoding == .plain ? [] : [values.encoding])
        return Chunk(
            column: column, encodings: encodings, rows: cells.levels.count, dictionaryAt: dictionaryAt, dataAt: dataAt,
            start: start, end: position, plainSize: plainSize, statistics: ParquetStatistics(cells))
    }

    /// Returns the uncompressed size of the page, including its header.
    private func writePage(
        _ kind: Int, _ body: [UInt8], _ sink: ParquetWriter.Sink, _ writeHeader: (inout ThriftBytes) -> Void
    ) throws(TraceError) -> Int {
        let packed = snappy.compress(body)
        var checksum = CRC32()
        packed.withUnsafeBufferPointer { checksum.update($0) }
        var header = ThriftBytes()
        header.i32(1, kind)
        header.i32(2, body.count)
        header.i32(3, packed.count)
        header.i32(4, Int(Int32(bitPattern: checksum.value)))
        writeHeader(&header)
        header.stop()
        try put(header.bytes, sink)
        try put(packed, sink)
        return header.bytes.count + body.count
    }

    // MARK: Footer

    private func footer() -> [UInt8] {
        var out = ThriftBytes()
        out.i32(1, 2)
        out.structures(2, Array(0...columns.count)) { element, number in
            guard number > 0 else {
                element.text(4, "schema")
                element.i32(5, columns.count)
                return
            }
            Self.writeSchema(columns[number - 1], &element)
        }
        out.i64(3, rows)
        out.structures(4, Array(groups.enumerated())) { item, group in writeGroup(group.element, group.offset, &item) }
        out.structures(5, metadata) { item, pair in
            item.text(1, pair.key)
            item.text(2, pair.value)
        }
        out.text(6, "tracekit version \(options.version) (build 0)")
        // Readers ignore statistics without a column order.
        out.structures(7, columns) { item, _ in item.structure(1) { _ in } }
        out.stop()
        return out.bytes
    }

    private static func writeSchema(_ column: ParquetColumn, _ element: inout ThriftBytes) {
        element.i32(1, column.kind.physical)
        element.i32(3, 1)
        element.text(4, column.name)
        switch column.kind {
        case .text:
            element.i32(6, 0)
            element.structure(10) { type in type.structure(1) { _ in } }
        case .time:
            element.i32(6, 10)
            element.structure(10) { type in
                type.structure(8) { time in
                    time.bool(1, true)
                    time.structure(2) { unit in unit.structure(2) { _ in } }
                }
            }
        case .bool, .integer, .real: break
        }
    }

    private func writeGroup(_ group: Group, _ number: Int, _ item: inout ThriftBytes) {
        item.structures(1, group.chunks) { item, chunk in
            item.i64(2, 0)
            item.structure(3) { meta in
                meta.i32(1, columns[chunk.column].kind.physical)
                meta.numbers(2, chunk.encodings.map(\.rawValue))
                meta.texts(3, [columns[chunk.column].name])
                meta.i32(4, 1)
                meta.i64(5, chunk.rows)
                meta.i64(6, chunk.plainSize)
                meta.i64(7, chunk.end - chunk.start)
                meta.i64(9, chunk.dataAt)
                if let dictionaryAt = chunk.dictionaryAt { meta.i64(11, dictionaryAt) }
                meta.structure(12) { chunk.statistics.write(&$0) }
            }
        }
        item.i64(2, group.chunks.reduce(0) { $0 + $1.plainSize })
        item.i64(3, group.rows)
        item.i64(5, group.start)
        item.i64(6, group.end - group.start)
        // The field has sixteen bits; a file with more groups omits the numbers.
        if number <= Int(Int16.max) { item.i16(7, number) }
    }
}
