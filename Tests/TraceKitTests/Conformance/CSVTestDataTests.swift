import Foundation
import Testing

@testable import TraceKit

/// csv-test-data, where it was fetched (`TRACEKIT_CORPORA`): valid files with their cells as JSON, and files named
/// `bad-…` that break RFC 4180 or whose rows do not fit the header `foo,bar,baz`.
@Suite(
    .enabled(
        if: Repository.corpus("csv/csv-test-data/csv") != nil,
        "csv-test-data is not there; TRACEKIT_CORPORA names its home"))
struct CSVTestDataTests {
    private static let folder = Repository.corpus("csv/csv-test-data") ?? ""

    private static func names(isBad: Bool) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/csv").sorted()
            .filter { $0.hasPrefix("bad-") == isBad }.map { String($0.dropLast(4)) }
    }

    /// The rows, and whether one of them has a fault.
    private static func read(_ name: String) throws -> (rows: [[String]], isFaulty: Bool) {
        var reader = CSVReader(try ByteInput(path: "\(folder)/csv/\(name).csv"), delimiter: UInt8(ascii: ","))
        var (rows, isFaulty) = ([[String]](), false)
        while try reader.nextRow() {
            rows.append((0..<reader.cellCount).map { reader.cell($0).text })
            isFaulty = isFaulty || reader.fault != nil
        }
        return (rows, isFaulty)
    }

    /// The cells that the suite wants: arrays of them, or objects by the header.
    private static func wanted(_ name: String) throws -> [[String]] {
        let json = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/json/\(name).json"))
        let value = try JSONSerialization.jsonObject(with: json)
        if let rows = value as? [[String]] { return rows }
        let objects = try #require(value as? [[String: String]])
        return objects.map { object in ["foo", "bar", "baz"].map { object[$0] ?? "" } }
    }

    @Test func `valid files give their cells`() throws {
        let names = try Self.names(isBad: false)
        let wrong = try names.filter { name in
            let (rows, isFaulty) = try Self.read(name)
            let body = name.hasPrefix("header-") ? Array(rows.dropFirst()) : rows
            return try isFaulty || body != Self.wanted(name)
        }
        Conformance.report("csv-test-data, valid", names.count - wrong.count, of: names.count, "files give their cells")
        #expect(wrong.isEmpty && names.count == 18)
    }

    /// The one that is taken has a quote inside a cell that does not begin with one: everybody reads it as a quote.
    @Test func `broken files are told by a fault or by the number of their cells`() throws {
        let names = try Self.names(isBad: true)
        let taken = try names.filter { name in
            let (rows, isFaulty) = try Self.read(name)
            return !isFaulty && rows.first == ["foo", "bar", "baz"] && rows.allSatisfy { $0.count == 3 }
        }
        Conformance.report(
            "csv-test-data, broken", names.count - taken.count, of: names.count,
            "told (the other has a quote inside a bare cell, which everybody takes)")
        #expect(taken == ["bad-unescaped-quote"] && names.count == 7)
    }
}
