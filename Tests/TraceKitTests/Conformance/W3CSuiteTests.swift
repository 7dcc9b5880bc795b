import Foundation
import Testing

@testable import TraceKit

/// The W3C XML conformance suite, where it was fetched (`TRACEKIT_CORPORA`). Our reader is one for XML 1.0 without
/// document types: what has a DOCTYPE gets the one typed error, all else is taken or refused as the catalogue says.
@Suite(
    .enabled(
        if: Repository.corpus("xml/w3c/xmlconf-flattened.xml") != nil,
        "the W3C suite is not there; TRACEKIT_CORPORA names its home"))
struct W3CSuiteTests {
    /// A test of the catalogue.
    private struct Case {
        let type: String
        let path: String
        /// XML 1.1, namespaces and editions after the ones we follow are not ours to judge.
        let isExcluded: Bool
    }

    private static func cases() throws -> [Case] {
        let catalogue = try String(
            contentsOfFile: try #require(Repository.corpus("xml/w3c/xmlconf-flattened.xml")), encoding: .utf8)
        let folder = try #require(Repository.corpus("xml/w3c/xmlconf"))
        var base = ""
        var cases: [Case] = []
        for part in catalogue.split(separator: "<").dropFirst() {
            let tag = String(part.prefix { $0 != ">" })
            if tag.hasPrefix("TESTCASES"), let own = attribute("xml:base", tag) { base = own }
            guard tag.hasPrefix("TEST "), let type = attribute("TYPE", tag), let uri = attribute("URI", tag) else {
                continue
            }
            let edition = attribute("RECOMMENDATION", tag) ?? "XML1.0"
            let isExcluded =
                edition.hasPrefix("XML1.1") || edition.hasPrefix("NS") || base.contains("1.1")
                || attribute("NAMESPACE", tag) == "no" || type == "error"
            cases.append(Case(type: type, path: "\(folder)/\(base)\(uri)", isExcluded: isExcluded))
        }
        return cases
    }

    private static func attribute(_ name: String, _ tag: String) -> String? {
        for quote in ["\"", "'"] {
            guard let start = tag.range(of: " \(name)=\(quote)") ?? tag.range(of: "\n\(name)=\(quote)") else {
                continue
            }
            return String(tag[start.upperBound...].prefix { String($0) != quote })
        }
        return nil
    }

    /// nil = read to the end; else the error's message.
    private static func failure(_ bytes: [UInt8]) -> String? {
        var reader = XMLReader(ByteInput(bytes: bytes, name: "test.xml"))
        do throws(TraceError) {
            while true { if case .finish = try reader.next() { return nil } }
        } catch { return error.diagnostic.message }
    }

    @Test func `document types get one error and all else is as the catalogue says`() throws {
        var (typed, right, excluded) = (0, 0, 0)
        var wrong: [String] = []
        for test in try Self.cases() {
            guard let data = FileManager.default.contents(atPath: test.path) else { continue }
            let bytes = Array(data)
            let isWide =
                bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C])
            let failure = Self.failure(bytes)
            if failure?.contains("document type declaration") == true {
                typed += 1
            } else if test.isExcluded || isWide {
                excluded += 1
            } else if (failure == nil) == (test.type != "not-wf") {
                right += 1
            } else if failure != nil, String(decoding: bytes, as: UTF8.self).contains("<!DOCTYPE") {
                // Refused before its document type was reached: an error all the same.
                typed += 1
            } else {
                wrong.append("\(test.path.suffix(60)) (\(test.type)): \(failure ?? "taken")")
            }
        }
        Conformance.report("W3C XML, no document type", right, of: right + wrong.count, "as the catalogue says")
        Conformance.report(
            "W3C XML, document type", typed, of: typed,
            "refused with the one error (\(excluded) others: XML 1.1, namespaces, UTF-16)")
        let unexplained = wrong.filter { line in !Self.known.contains { line.contains($0) } }
        #expect(unexplained.isEmpty, "\(unexplained.joined(separator: "\n"))")
        #expect(right > 150 && typed > 1500)
    }

    /// Files whose outcome differs for a reason that stands here.
    private static let known: [String] = []
}
