import Foundation
import Testing

@testable import TraceKit

/// The structure that speedscope's schema asks for, and that no sample is lost.
@Suite struct SpeedscopeExporterTests {
    private func export(_ store: TraceStore) throws -> [String: Any] {
        var text = ""
        try TraceExporters.write(store, trace: 1, as: "speedscope") { piece in
            text += piece
            return true
        }
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func frames(_ document: [String: Any]) throws -> [[String: Any]] {
        try #require((document["shared"] as? [String: Any])?["frames"] as? [[String: Any]])
    }

    @Test func `stacks stand outermost first, by thread, with nanoseconds as weights`() throws {
        let document = try export(
            try Traces.store(
                Traces.document(
                    "samples",
                    [
                        #"{"start_ns": 1, "weight_ns": 1000001, "thread": "worker", "frames": ["b", "a"]}"#,
                        #"{"start_ns": 2, "weight_ns": 5, "thread": "main", "frames": ["c", "b", "a"], "binaries": ["L", "L", "A"]}"#,
                        #"{"start_ns": 3, "weight_ns": 7, "thread": "main"}"#,
                    ])))
        #expect(document["$schema"] as? String == "https://www.speedscope.app/file-format-schema.json")
        let names = try frames(document).map { "\($0["name"] ?? "") \($0["file"] ?? "-")" }
        let profiles = try #require(document["profiles"] as? [[String: Any]])
        #expect(profiles.map { $0["name"] as? String } == ["main", "worker"])
        #expect(profiles.map { $0["type"] as? String } == ["sampled", "sampled"])
        #expect(profiles.map { $0["unit"] as? String } == ["nanoseconds", "nanoseconds"])
        #expect(profiles.map { $0["weights"] as? [Int] } == [[5, 7], [1_000_001]])
        #expect(profiles.map { $0["endValue"] as? Int } == [12, 1_000_001])
        let stacks = profiles.map { ($0["samples"] as? [[Int]] ?? []).map { $0.map { names[$0] } } }
        #expect(stacks == [[["a A", "b L", "c L"], []], [["a -", "b -"]]])
    }

    @Test func `every process has a main thread of its own`() throws {
        let document = try export(
            try Traces.store(
                Traces.document(
                    "samples",
                    [7, 8, 7].map {
                        "{\"start_ns\": \($0), \"weight_ns\": \($0), \"process\": \"App (\($0))\", \"frames\": [\"f\"]}"
                    })))
        let profiles = try #require(document["profiles"] as? [[String: Any]])
        #expect(profiles.map { $0["name"] as? String } == ["main of App (7)", "main of App (8)"])
        #expect(profiles.map { $0["weights"] as? [Int] } == [[7, 7], [8]])
    }

    @Test func `without times every sample weighs one`() throws {
        let document = try export(
            try Traces.store(
                Traces.document("samples", [#"{"start_ns": 1, "frames": ["a"]}"#, #"{"start_ns": 2, "weight_ns": 5}"#]))
        )
        let profile = try #require((document["profiles"] as? [[String: Any]])?.first)
        #expect(profile["unit"] as? String == "none")
        #expect(profile["weights"] as? [Int] == [1, 1])
    }

    @Test func `a sample's time adds up`() throws {
        let loaded = try TracePipeline.load(
            ["\(Repository.root)/SampleTraces/landmarks-before.json"], into: .temporary, TracePipeline.Options())
        let document = try export(loaded.store)
        let count = try frames(document).count
        let profiles = try #require(document["profiles"] as? [[String: Any]])
        let weights = profiles.flatMap { $0["weights"] as? [Int] ?? [] }
        let samples = profiles.flatMap { $0["samples"] as? [[Int]] ?? [] }
        #expect(samples.count == weights.count)
        #expect(samples.joined().allSatisfy { $0 >= 0 && $0 < count })
        #expect(
            try loaded.store.rows("SELECT count(*), CAST(round(sum(weight_ms) * 1e6) AS INTEGER) FROM samples")
                == ["\(weights.count)|\(weights.reduce(0, +))"])
    }

    @Test func `a trace without samples is an error that says what to do`() throws {
        let store = try Traces.store(SmallTrace.json)
        #expect {
            try TraceExporters.write(store, trace: 1, as: "speedscope") { _ in true }
        } throws: {
            ($0 as? TraceError)?.diagnostic.message
                == "the trace has no time profile, and speedscope shows nothing else"
        }
    }
}
