import Foundation
import Testing

@testable import TraceKit

/// Nicolas Seriot's JSONTestSuite, where it was fetched (`TRACEKIT_CORPORA`): what every reader must take, what
/// none may take, and that nothing in it brings ours down.
@Suite(
    .enabled(
        if: Repository.corpus("json/JSONTestSuite/test_parsing") != nil,
        "JSONTestSuite is not there; TRACEKIT_CORPORA names its home"))
struct JSONTestSuiteTests {
    static let folder = Repository.corpus("json/JSONTestSuite/test_parsing")

    private static func isAccepted(_ bytes: [UInt8]) -> Bool {
        var reader = JSONReader(ByteInput(bytes: bytes, name: "test.json"))
        do throws(TraceError) {
            try reader.skipByteOrderMark()
            try reader.skipValue()
            try reader.expectEnd()
            return true
        } catch { return false }
    }

    /// The files whose names begin with `prefix`, by whether they were accepted.
    private static func outcome(_ prefix: String) throws -> (accepted: [String], refused: [String]) {
        let folder = try #require(folder)
        var result: (accepted: [String], refused: [String]) = ([], [])
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasPrefix(prefix) {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
            if isAccepted(bytes) { result.accepted.append(name) } else { result.refused.append(name) }
        }
        return result
    }

    @Test func `all 95 valid files are accepted`() throws {
        let result = try Self.outcome("y_")
        Conformance.report("JSONTestSuite, valid", result.accepted.count, of: 95, "accepted")
        #expect(result.refused.isEmpty && result.accepted.count == 95)
    }

    @Test func `all 188 invalid files are refused`() throws {
        let result = try Self.outcome("n_")
        Conformance.report("JSONTestSuite, invalid", result.refused.count, of: 188, "refused")
        #expect(result.accepted.isEmpty && result.refused.count == 188)
    }

    @Test func `where the standard leaves it open, numbers are taken and broken text is not`() throws {
        let result = try Self.outcome("i_")
        let open = result.accepted.filter { !$0.hasPrefix("i_number") && !$0.contains("surrogate") }
        #expect(result.refused.allSatisfy { !$0.hasPrefix("i_number") })
        #expect(
            open == [
                "i_structure_500_nested_arrays.json", "i_structure_UTF-8_BOM_empty_object.json",
            ])
    }
}
