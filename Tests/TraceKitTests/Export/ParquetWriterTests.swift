import Testing

@testable import TraceKit

@Suite struct ParquetWriterTests {
    @Test(arguments: [0, 1, 2, 7, 8, 9, 31, 32, 33, 128, 129, 130, 1_000, 5_003])
    func valuesAreReadBack(rows: Int) throws {
        for usesDelta in [true, false] {
            for groupRows in [131_072, max(3, rows / 7)] {
                var options = ParquetWriter.Options()
                (options.usesDelta, options.groupRows) = (usesDelta, groupRows)
                options.pageRows = max(1, groupRows / 3)
                let read = try ParquetReader(try HardColumns.file(rows: rows, options))
                #expect(read.names == HardColumns.columns.map(\.name))
                #expect(read.groups.reduce(0, +) == rows)
                #expect(read.groups.allSatisfy { $0 <= groupRows })
                #expect(read.metadata == ["tool": "x\u{0}é", "none": ""])
                for (index, column) in read.columns.enumerated() {
                    #expect(column.map { "\($0)" } == HardColumns.texts(index, rows: rows), "\(read.names[index])")
                }
            }
        }
    }

    @Test func sameRowsAreTheSameBytes() throws {
        let bytes = try HardColumns.file(rows: 1_000)
        #expect(try HardColumns.file(rows: 1_000) == bytes)
        #expect(SHA256.hex(SHA256.hash(bytes)) == "aee26912f5bddd8002b134470734a832d0b4d680d803677704f9bf260406ca4c")
    }

    @Test func aGroupIsFullOfLongTexts() throws {
        var options = ParquetWriter.Options()
        options.groupTextBytes = 4_000
        let read = try ParquetReader(try HardColumns.file(rows: 300, options))
        #expect(read.groups.count > 3)
    }

    @Test func boundsOfLongTextsHoldThem() throws {
        for long in [String(repeating: "é", count: 60), String(repeating: "a", count: 63) + "éz", "b"] {
            var cells = ParquetCells(.text)
            for text in [long, "c" + long] { Array(text.utf8).withUnsafeBufferPointer { cells.append($0) } }
            guard let range = ParquetStatistics(cells).range else { continue }
            for text in [long, "c" + long] {
                #expect(!text.utf8.lexicographicallyPrecedes(range.low))
                #expect(!range.high.lexicographicallyPrecedes(text.utf8))
            }
            #expect(String(validating: range.low, as: UTF8.self) != nil)
            #expect(String(validating: range.high, as: UTF8.self) != nil)
        }
    }

    @Test func whatIsNoNumberHasNoBounds() {
        var cells = ParquetCells(.real)
        cells.append(1.5)
        #expect(ParquetStatistics(cells).range != nil)
        cells.append(Double.nan)
        #expect(ParquetStatistics(cells).range == nil)
    }

    @Test(arguments: [0, 1, 3, 4, 5, 59, 60, 61, 64, 67, 68, 256, 257, 65_535, 65_536, 65_537, 200_000])
    func snappyIsUnpacked(count: Int) throws {
        var snappy = Snappy()
        for step in [0, 3, 0x9E37_79B9] {
            let data = (0..<count).map { UInt8(truncatingIfNeeded: ($0 * step) >> 13) }
            #expect(try ParquetReader.unpacked(snappy.compress(data)[...]) == data)
        }
    }
}
