import Foundation
import Testing

@testable import TraceKit

/// utf8tests, where it was fetched (`TRACEKIT_CORPORA`): lines `number:valid:bytes` and `number:invalid:bytes`.
@Suite(
    .enabled(
        if: Repository.corpus("text/utf8tests/utf8tests.bin") != nil,
        "utf8tests is not there; TRACEKIT_CORPORA names its home"))
struct UTF8TestsTests {
    private struct Case {
        let number: String
        let isValid: Bool
        let bytes: [UInt8]
    }

    private static func cases() throws -> [Case] {
        let path = try #require(Repository.corpus("text/utf8tests/utf8tests.bin"))
        let data = Array(try #require(FileManager.default.contents(atPath: path)))
        return data.split(separator: 0x0A).compactMap { line in
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            return Case(
                number: String(decoding: parts[0], as: UTF8.self), isValid: parts[1].elementsEqual("valid".utf8),
                bytes: Array(parts[2]))
        }
    }

    /// Whether a JSON document takes the bytes as a string, with its controls and quotes escaped.
    private static func isTakenByJSON(_ bytes: [UInt8]) -> Bool {
        let text = bytes.flatMap { byte -> [UInt8] in
            byte < 0x20 || byte == 0x22 || byte == 0x5C ? Array("\\u00\(hex(byte))".utf8) : [byte]
        }
        var reader = JSONReader(ByteInput(bytes: [0x22] + text + [0x22], name: "x"))
        return (try? reader.string().buffer.elementsEqual(bytes)) ?? false
    }

    private static func hex(_ byte: UInt8) -> String { String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }

    @Test func `valid sequences are taken and all others refused`() throws {
        let cases = try Self.cases()
        for isValid in [true, false] {
            let all = cases.filter { $0.isValid == isValid }
            let wrong = all.filter { test in
                let isTaken = withSlice(bytes: test.bytes) { UTF8Check.isValid($0) }
                return isTaken != isValid || Self.isTakenByJSON(test.bytes) != isValid
            }
            Conformance.report(
                "utf8tests, \(isValid ? "valid" : "invalid")", all.count - wrong.count, of: all.count,
                isValid ? "taken" : "refused")
            #expect(wrong.map(\.number) == [] && !all.isEmpty)
        }
    }
}
