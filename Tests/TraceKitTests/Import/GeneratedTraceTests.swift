import Foundation
import Testing

@testable import TraceKit
@testable import trace_generate

/// The generated trace that the engine is measured with: it must be one trace in every format, or figures of formats
/// could not be compared.
@Suite struct GeneratedTraceTests {
    private static func generate(_ format: StreamFormat, seed: UInt64 = 7, _ folder: String) throws -> String {
        let path = "\(folder)/trace-\(format.rawValue)-\(seed)"
        try format.write(StreamShape(), records: 2_000, seed: seed, to: try OutputFile(creating: path))
        return path
    }

    private func check(
        _ format: StreamFormat, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try withTemporaryFolder { folder in
            let lines = try TraceDump.store(try Self.generate(.ndjson, folder))
            let other = try TraceDump.store(try Self.generate(format, folder))
            try TraceDump.expectEqual(
                lines, other, views: ["updates", "causes", "effects", "interactions", "signposts"], "\(format)",
                sourceLocation: sourceLocation)
            for view in ["view_summary", "cause_chains", "hitches", "findings"] {
                let rows = try lines.rows("SELECT * FROM \(view) ORDER BY 1")
                #expect(!rows.isEmpty, "\(view)", sourceLocation: sourceLocation)
                #expect(
                    try rows == other.rows("SELECT * FROM \(view) ORDER BY 1"), "\(view)",
                    sourceLocation: sourceLocation)
            }
            #expect(try other.rows("SELECT * FROM import_rejects") == [], sourceLocation: sourceLocation)
        }
    }

    @Test func `JSON analyses to what NDJSON does`() throws { try check(.json) }

    @Test func `CSV analyses to what NDJSON does`() throws { try check(.csv) }

    /// Checks are nodes of the cause table only; instances, changed properties and what rests on them are nowhere;
    /// categories and Instruments' severities are in no other format.
    @Test func `xctrace holds the same view updates`() throws {
        try withTemporaryFolder { folder in
            let lines = try TraceDump.store(try Self.generate(.ndjson, folder))
            let columns = """
                SELECT source_id, view, module, kind, phase, thread, start_ns, duration_ns, severity, allocations
                FROM updates WHERE phase <> 'check' ORDER BY CAST(source_id AS INTEGER)
                """
            for format in [StreamFormat.xctrace, .xctraceUpdates] {
                let tables = try TraceDump.store(try Self.generate(format, folder))
                let rows = try tables.rows(columns)
                #expect(rows.count > 1_300)
                #expect(try rows == lines.rows(columns), "\(format)")
                #expect(try tables.rows("SELECT * FROM import_rejects") == [])
            }
        }
    }

    @Test func `a log has the bodies, and as many lines as were asked for`() throws {
        try withTemporaryFolder { folder in
            let path = try Self.generate(.signposts, folder)
            let store = try TraceDump.store(path)
            // The heading is a line of its own.
            #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 2_001)
            #expect(try store.rows("SELECT count(*) > 700, min(kind), max(kind) FROM updates") == ["1|body|body"])
            #expect(try store.rows("SELECT * FROM import_rejects") == [])
        }
    }

    @Test(arguments: StreamFormat.allCases)
    func `the same seed gives the same bytes, another seed others`(_ format: StreamFormat) throws {
        let (first, again, other) = try withTemporaryFolder { folder in
            let first = bytes(of: try Self.generate(format, folder))
            let again = bytes(of: try Self.generate(format, folder))
            return (first, again, bytes(of: try Self.generate(format, seed: 8, folder)))
        }
        #expect(first != nil)
        #expect(first == again)
        #expect(first != other)
    }

    @Test func `a number of bytes ends the trace behind the record that reaches it`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/trace"
            let file = try OutputFile(creating: path)
            try StreamFormat.xctraceUpdates.write(StreamShape(), records: .max, bytes: 100_000, seed: 1, to: file)
            let count = bytes(of: path)?.count ?? 0
            #expect(count >= 100_000 && count < 110_000)
            #expect(try TraceDump.store(path).rows("SELECT damage FROM traces") == ["-"])
        }
    }

    @Test func `spread numbers lie around their median`() {
        var random = SeededRandom(spreading: 3)
        let numbers = (0..<10_000).map { _ in random.spread(1_000_000) }.sorted()
        #expect((900_000...1_100_000).contains(numbers[5_000]))
        #expect((2_500_000...3_200_000).contains(numbers[8_413]))
        #expect(numbers[9_999] < 37_000_000)
        let shares = (0..<10_000).map { _ in random.below(4) }
        #expect((0..<4).allSatisfy { share in (2_300...2_700).contains(shares.filter { $0 == share }.count) })
    }
}
