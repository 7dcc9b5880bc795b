import Foundation
import Testing

@testable import TraceKit

/// What the writer makes, read by pyarrow where Python has it.
@Suite struct ParquetPeerTests {
    private static let hasReader = (try? run("import pyarrow.parquet")) != nil

    private struct Failure: Error {}

    /// What a Python program prints.
    private static func run(_ program: String, _ words: String...) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [ProcessInfo.processInfo.environment["TRACEKIT_PYTHON"] ?? "python3", "-c", program] + words
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
        return String(decoding: data, as: UTF8.self)
    }

    /// A line a column: every value as whole numbers, bits or bytes, so that nothing is lost on the way.
    private static let program = """
        import pyarrow.parquet, struct, sys
        def plain(value):
            if value is None: return "-"
            if isinstance(value, bool): return str(int(value))
            if isinstance(value, float): return "nan" if value != value else str(struct.unpack("<q", struct.pack("<d", value))[0])
            return value.encode().hex() + "." if isinstance(value, str) else str(value)
        file = pyarrow.parquet.ParquetFile(sys.argv[1], page_checksum_verification=True)
        table = file.read()
        for name in table.column_names:
            column = table[name]
            if name == "when": column = column.cast("int64")
            print(" ".join(map(plain, column.to_pylist())))
        print(file.metadata.created_by)
        """

    private static func plain(_ value: SQLValue) -> String {
        switch value {
        case .null, .blob: "-"
        case .integer(let value): "\(value)"
        case .real(let value): value.isNaN ? "nan" : "\(Int64(bitPattern: value.bitPattern))"
        case .text(let text): text.utf8.map { String(UInt32($0) + 256, radix: 16).dropFirst() }.joined() + "."
        }
    }

    @Test(.enabled(if: hasReader, "Python has no pyarrow"), arguments: [0, 1, 9, 33, 130, 5_003])
    func anotherReaderReadsTheSame(rows: Int) throws {
        try withTemporaryFolder { folder in
            for usesDelta in [true, false] {
                var options = ParquetWriter.Options()
                (options.usesDelta, options.groupRows, options.pageRows) = (usesDelta, 2_000, 700)
                options.version = "1.2.3"
                let path = "\(folder)/hard.parquet"
                try Data(try HardColumns.file(rows: rows, options)).write(to: URL(fileURLWithPath: path))
                let lines = try Self.run(Self.program, path).split(separator: "\n", omittingEmptySubsequences: false)
                for (index, column) in HardColumns.columns.enumerated() {
                    let values = (0..<rows).map { Self.plain(column.value($0)) }.joined(separator: " ")
                    #expect(lines[index] == values, "\(column.name), \(rows) rows")
                }
                #expect(lines[HardColumns.columns.count] == "tracekit version 1.2.3 (build 0)")
            }
        }
    }
}
