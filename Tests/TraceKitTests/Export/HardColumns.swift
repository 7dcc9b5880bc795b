@testable import TraceKit

/// Columns that writers of Parquet get wrong, with any number of rows.
enum HardColumns {
    static let columns: [(name: String, kind: ParquetColumn.Kind, value: @Sendable (Int) -> SQLValue)] = [
        ("rising", .integer, { .integer(Int64($0) * 1_000_003) }),
        ("holes", .integer, { $0 % 7 == 3 ? .integer(Int64($0)) : .null }),
        ("nothing", .integer, { _ in .null }),
        ("extremes", .integer, { .integer([.max, .min, 0, -1, .max - 1, .min + 1][($0 + $0 / 9) % 6]) }),
        ("scattered", .integer, { .integer(Int64(bitPattern: UInt64($0) &* 0x9E37_79B9_7F4A_7C15)) }),
        ("few", .integer, { .integer(Int64($0 % 5)) }),
        ("runs", .integer, { .integer(Int64($0 / 37 * 1_000_000 + ($0 % 50 == 0 ? 9 : 0))) }),
        ("flag", .bool, { $0 % 4 == 3 ? .null : .integer(Int64($0 % 2)) }),
        ("real", .real, { .real(Double($0) * -0.25) }),
        ("oddReal", .real, { .real([.nan, -0.0, .infinity, 1.5][$0 % 4]) }),
        ("when", .time, { .integer(1_770_000_000_000_000 + Int64($0) * 1_234_567) }),
        ("constant", .text, { _ in .text("constant") }),
        ("names", .text, { .text("View\($0 % 300)") }),
        ("unique", .text, { $0 % 5 == 2 ? .null : .text("id-\($0 * 7919)") }),
        ("odd", .text, { .text(["", "a\u{0}b", "é😀", "\n\t\"'", "../x", "\u{7F}\u{7F}"][$0 % 6]) }),
        ("long", .text, { .text(String(repeating: $0 % 2 == 0 ? "é" : "\u{10FFFF}z", count: 40 + $0 % 90)) }),
        ("noText", .text, { _ in .null }),
    ]

    static func file(rows: Int, _ options: ParquetWriter.Options = .init()) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let sink: ParquetWriter.Sink = { (piece) throws(TraceError) in bytes += piece }
        var writer = ParquetWriter(
            columns.map { ParquetColumn($0.name, $0.kind) }, metadata: [("tool", "x\u{0}é"), ("none", "")],
            options: options)
        for row in 0..<rows {
            for (index, column) in columns.enumerated() {
                switch column.value(row) {
                case .integer(let value): writer.cells[index].append(value)
                case .real(let value): writer.cells[index].append(value)
                case .text(let text):
                    Array(text.utf8).withUnsafeBufferPointer { writer.cells[index].append($0) }
                case .null, .blob: writer.cells[index].append(same: nil, count: 1)
                }
            }
            try writer.endRow(sink)
        }
        try writer.finish(sink)
        return bytes
    }

    /// The rows of a column as text, so that what is no number is equal to itself.
    static func texts(_ column: Int, rows: Int) -> [String] { (0..<rows).map { "\(columns[column].value($0))" } }
}
