import Testing

@testable import TraceKit

/// Files of one trace in, a warning of what both hold out.
@Suite struct BodiesCountedTwiceTests {
    private func warnings(_ files: String...) throws -> [String] {
        var assembly = TraceAssembly(ImportOptions())
        for (index, text) in files.enumerated() {
            let input = ByteInput(bytes: Array(text.utf8), name: "\(index)")
            try assembly.read(input, by: try TraceAssembly.importer(for: input))
        }
        return try assembly.finish().warnings.map(\.message)
    }

    private static func table(_ starts: [Int], view: String = "Row") -> String {
        "view,start_ms,duration_ms\n" + starts.map { "\(view),\($0),9\n" }.joined()
    }

    private static func lines(_ starts: [Int], view: String = "Row", kind: String = "body") -> String {
        starts.map {
            "{\"record\":\"update\",\"view\":\"\(view)\",\"kind\":\"\(kind)\",\"start_ms\":\($0),\"duration_ms\":9}\n"
        }.joined()
    }

    @Test func `bodies that two files hold are counted, within a shift of their clocks too`() throws {
        for shift in [0, 3] {
            let said = try warnings(Self.table([0, 50, 100, 400]), Self.lines([0, 50, 100, 900].map { $0 + shift }))
            #expect(said.count == 1 && said.first?.hasPrefix("3 bodies of '0' and '1' overlap with one of") == true)
        }
    }

    @Test func `a body is in one pair, and the milliseconds of a log are near enough`() throws {
        let said = try warnings(Self.table(Array(0..<20)), Self.lines((0..<20).map { $0 + 9 }))
        #expect(said.first?.hasPrefix("20 bodies") == true)
        let close = try warnings("view,start_us,duration_us\nRow,300,100\n", "view,start_ms,duration_ms\nRow,1,0\n")
        #expect(close.first?.hasPrefix("1 body of '0' and '1' overlaps with") == true)
    }

    @Test func `what only one of them holds, and what is no body, is no matter`() throws {
        #expect(try warnings(Self.table([0, 50]), Self.lines([0, 50], view: "Other")).isEmpty)
        #expect(try warnings(Self.table([0, 50]), Self.lines([20, 70, 200])).isEmpty)
        #expect(try warnings(Self.table([0, 50]), Self.lines([0, 50], kind: "layout")).isEmpty)
        // Within one file instances of a view may overlap.
        #expect(try warnings(Self.table([0, 1, 2])).isEmpty)
    }
}
