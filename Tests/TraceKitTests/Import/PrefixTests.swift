import Foundation
import Testing

@testable import TraceKit

/// Inputs that end too early, as the program reads them: each says that it is incomplete, or is whole as far as it goes, and has every row
/// that was whole.
@Suite struct PrefixTests {
    /// Every small file that is read.
    private static let fixtures = (Repository.files(below: "Tests/Corpus") + Repository.files(below: "SampleTraces"))
        .filter { path in
            let size = bytes(of: "\(Repository.root)/\(path)")?.count ?? 0
            return (1...1200).contains(size) && !path.contains("bundle") && !path.contains("/mcp/")
                && !["refuse", "README"].contains { path.contains($0) }
        }

    private struct Outcome {
        var format: String?
        var rows = 0
        var isTold = false
    }

    private static func outcome(_ bytes: some Collection<UInt8>, as type: (any Importer.Type)? = nil) -> Outcome {
        var outcome = Outcome()
        do throws(TraceError) {
            let input = ByteInput(bytes: bytes, name: "x")
            let type = if let type { type } else { try TraceAssembly.importer(for: input) }
            var assembly = TraceAssembly(ImportOptions())
            try assembly.read(input, by: type)
            let records = try assembly.finish()
            outcome.format = type.name
            outcome.rows = records.counters.count(.rowsImported)
            outcome.isTold = records.damage != nil
        } catch {
            outcome.isTold = true
        }
        return outcome
    }

    @Test(arguments: fixtures) func `no prefix is read as if it were whole, or loses a whole row`(
        _ path: String
    ) throws {
        let data = Array(try #require(bytes(of: "\(Repository.root)/\(path)")))
        let type = try TraceAssembly.importer(for: ByteInput(bytes: data, name: "x"))
        // Rows of lines that are whole, by the format's own reader.
        var (rowsOfLines, end) = (0, 0)
        // Of each line its end, the bytes beside it, and every ninth: a debug build reads them all in a few seconds.
        for length in 1..<data.count
        where length % 9 == 0 || data[length - 1] == 0x0A || data[length] == 0x0A || data[max(0, length - 2)] == 0x0A {
            if data[length - 1] == 0x0A {
                end = length
                rowsOfLines = Self.outcome(data.prefix(end), as: type).rows
            }
            let outcome = Self.outcome(data.prefix(length))
            if outcome.format == nil { continue }
            #expect(
                outcome.format == type.name || outcome.isTold || rowsOfLines == 0,
                "\(length) bytes are taken for \(outcome.format ?? "")")
            guard outcome.format == type.name else { continue }
            #expect(outcome.rows >= rowsOfLines, "\(length) bytes: \(outcome.rows) of \(rowsOfLines) whole rows")
        }
    }

    @Test func `a log of an app that ends within a line says so`() throws {
        let lines = (10..<18).map { "2026-05-04T10:00:\($0).100Z INFO CartRow body \($0) ms" }
        for log in [lines.joined(separator: "\n"), lines.map { String($0.dropFirst(11)) }.joined(separator: "\n")] {
            let (bytes, last) = (Array(log.utf8), Array(log.utf8.split(separator: 0x0A).last ?? []))
            for length in (bytes.count - last.count + 1)..<bytes.count {
                let outcome = Self.outcome(bytes.prefix(length))
                #expect(
                    outcome.isTold && outcome.rows >= 7,
                    "\(String(decoding: bytes.prefix(length).suffix(50), as: UTF8.self))")
            }
            // Many programs write no end behind the last line.
            #expect(!Self.outcome(bytes).isTold && Self.outcome(bytes).rows == 8)
            #expect(!Self.outcome(bytes + [0x0A]).isTold)
        }
    }

    @Test func `a log of an app as JSON that ends within a line says so and keeps the line before it`() throws {
        let line = "{\"ts\": \"2026-05-04T10:00:00.100Z\", \"msg\": \"CartRow body 10 ms\"}"
        let bytes = Array("\(line)\n\(line)".utf8)
        for length in (line.utf8.count + 2)..<bytes.count {
            let records = try LogFixtures.records([Array(bytes.prefix(length))])
            #expect(records.damage != nil && records.updates.count == 1, "\(length)")
        }
        let whole = try LogFixtures.records([bytes])
        #expect(whole.damage == nil && whole.updates.count == 2)
    }

    @Test func `another last line without an end is whole`() throws {
        for last in ["0:13.000 done", "0:13.000 CartRow body 12 ms (reason: items)", "0:13.000 saved 12 rows"] {
            let log = "0:10.000 CartRow body 10 ms\n0:11.000 CartRow body 11 ms\n0:12.000 loaded 3 rows\n\(last)"
            #expect(try LogFixtures.records(log).damage == nil, "\(last)")
        }
    }
}
