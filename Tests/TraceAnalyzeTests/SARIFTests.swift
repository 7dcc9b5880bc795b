import Foundation
import Testing

@testable import trace_analyze

/// Results for hosts that show them beside files: each has a place and keeps its fingerprint.
@Suite struct SARIFTests {
    private func results(_ words: [String]) throws -> [[String: Any]] {
        let run = CommandLineRun(words + ["--format", "sarif", "--quiet"])
        let log = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        return try #require((log["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
    }

    private func address(_ result: [String: Any]) -> String? {
        let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
        guard let line = (place?["region"] as? [String: Any])?["startLine"] as? Int, line >= 1 else { return nil }
        return (place?["artifactLocation"] as? [String: Any])?["uri"] as? String
    }

    private func fingerprints(_ results: [[String: Any]]) -> [String] {
        results.compactMap { ($0["partialFingerprints"] as? [String: String])?.values.first }
    }

    @Test(arguments: ["landmarks-before.json", "xctrace/landmarks-before", "signposts/landmarks-before.default.log"])
    func `every problem has a location, without sources that of the input`(_ name: String) throws {
        let results = try results(["report", Samples.path(name)])
        #expect(!results.isEmpty)
        for result in results {
            let place = try #require(address(result), "\(result)")
            #expect(place.hasPrefix("file://") && place.contains(name.prefix { $0 != "." }), "\(place)")
        }
        #expect(Set(fingerprints(results)).count == results.count)
    }

    @Test func `with sources some problems are beside code, and the others keep the input`() throws {
        let sources = Samples.path("../Examples/Landmarks")
        let all = try results(["report", Samples.path("landmarks-before.json"), "--source-root", sources])
        let addresses = all.compactMap(address)
        #expect(addresses.count == all.count)
        #expect(addresses.contains { $0.hasSuffix("LandmarkRow.swift") })
        #expect(addresses.contains { $0.hasSuffix("landmarks-before.json") })
    }

    @Test func `a fingerprint does not change with figures in a title`() throws {
        func document(_ open: Int) -> String {
            let updates = (0..<open).map {
                #"{"id": \#($0 + 1), "view": "Row", "start_ns": \#($0 * 1000 + 1), "phase": "update"}"#
            }
            return
                #"{"format": "tracekit", "trace": {"duration_ns": 2000000000}, "updates": [\#(updates.joined(separator: ",")),"#
                + #" {"id": 99, "view": "Row", "start_ns": 50000000, "duration_ns": 30000000}]}"#
        }
        let folder = try Folder()
        let inputs = try [3, 7].map { try folder.file("\($0).json", document($0)) }
        let found = try inputs.map { try results(["report", $0]) }
        #expect(!found[0].isEmpty)
        #expect(Set(fingerprints(found[0])) == Set(fingerprints(found[1])))
    }

    @Test func `every breach of a budget has a location`() throws {
        let folder = try Folder()
        let budget = try folder.file(
            "b.json", #"{"version": 1, "trace": {"red": 0, "hang_ms": 0}, "views": {"LandmarkRow": {"red": 0}}}"#)
        let results = try results(["check", Samples.path("landmarks-before.json"), "--budget", budget])
        #expect(results.count == 3 && results.allSatisfy { address($0)?.hasSuffix("b.json") == true })
    }
}
