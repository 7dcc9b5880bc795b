import Foundation
import Testing

@testable import TraceKit

/// What `export --to perfetto` writes, read again by our importer of Trace Event files.
@Suite struct PerfettoRoundTripTests {
    private static let updates = """
        SELECT view, kind, phase, thread, start_ns, duration_ns, severity FROM updates WHERE start_ns IS NOT NULL
        ORDER BY start_ns, duration_ns, view, kind, source_id
        """
    private static let chains = "SELECT chain, updates, total_ms FROM cause_chains ORDER BY chain"

    private static func export(_ loaded: TracePipeline.Loaded) throws -> String {
        var text = ""
        try TraceExporters.write(loaded.store, trace: try #require(loaded.traceIDs.first), as: "perfetto") { piece in
            text += piece
            return true
        }
        return text
    }

    /// The trace, and the trace that its export is.
    private func roundTrip(_ input: String) throws -> (before: TraceStore, after: TraceStore) {
        let options = TracePipeline.Options()
        let loaded = try TracePipeline.load([input], into: .temporary, options)
        let text = try Self.export(loaded)
        return try withTemporaryFolder { folder in
            try text.write(toFile: "\(folder)/exported", atomically: true, encoding: .utf8)
            return (loaded.store, try TracePipeline.load(["\(folder)/exported"], into: .temporary, options).store)
        }
    }

    @Test(arguments: ["landmarks-before.json", "landmarks-after.json", "xctrace/landmarks-before"])
    func `a sample has the same updates and chains again`(_ sample: String) throws {
        let (before, after) = try roundTrip("\(Repository.root)/SampleTraces/\(sample)")
        let rows = try before.rows(Self.updates)
        #expect(rows.count > 100)
        #expect(try after.rows(Self.updates) == rows)
        #expect(try after.rows(Self.chains) == before.rows(Self.chains))
        let interactions =
            "SELECT kind, name, start_ns, updates, coalesce(unnecessary, 0) FROM interactions ORDER BY start_ns"
        #expect(try after.rows(interactions) == before.rows(interactions))
    }

    /// Many ties, overlaps and updates without an end.
    @Test func `random traces have the same updates again`() throws {
        for seed in 0..<20 {
            try withTemporaryFolder { folder in
                try RandomTrace(seed: seed).json().write(
                    toFile: "\(folder)/trace", atomically: true, encoding: .utf8)
                let (before, after) = try roundTrip("\(folder)/trace")
                let columns = "SELECT view, kind, phase, start_ns, duration_ns FROM updates ORDER BY 4, 5, 1, 2, 3"
                #expect(try after.rows(columns) == before.rows(columns), "seed \(seed)")
            }
        }
    }

    @Test func `on every track intervals nest`() throws {
        for seed in 0..<20 {
            try withTemporaryFolder { folder in
                try RandomTrace(seed: seed).json().write(
                    toFile: "\(folder)/trace", atomically: true, encoding: .utf8)
                let loaded = try TracePipeline.load(["\(folder)/trace"], into: .temporary, TracePipeline.Options())
                try checkNesting(try Self.export(loaded), "seed \(seed)")
            }
        }
    }

    private func checkNesting(_ text: String, _ note: Comment) throws {
        let document = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let events = try #require(document["traceEvents"] as? [[String: Any]])
        var open: [Int: [Double]] = [:]
        let intervals = events.filter { $0["ph"] as? String == "X" }
        #expect(intervals.count > 20, note)
        for event in intervals {
            let (track, start) = (event["tid"] as? Int ?? -1, event["ts"] as? Double ?? -1)
            let end = start + (event["dur"] as? Double ?? 0)
            while let last = open[track]?.last, last <= start { open[track]?.removeLast() }
            if let around = open[track]?.last { #expect(end <= around, note) }
            open[track, default: []].append(end)
        }
    }

    @Test func `every arrow has both ends, at the starts of intervals`() throws {
        let sample = "\(Repository.root)/SampleTraces/landmarks-before.json"
        let text = try Self.export(try TracePipeline.load([sample], into: .temporary, TracePipeline.Options()))
        let document = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let events = try #require(document["traceEvents"] as? [[String: Any]])
        func place(_ event: [String: Any]) -> String { "\(event["tid"] ?? "") \(event["ts"] ?? "")" }
        func ids(_ phase: String) -> [Int] {
            events.filter { $0["ph"] as? String == phase }.compactMap { $0["id"] as? Int }.sorted()
        }
        #expect(ids("s").count > 100)
        #expect(ids("s") == ids("f"))
        let starts = Set(events.filter { ["X", "B"].contains($0["ph"] as? String) }.map(place))
        for event in events where ["s", "f"].contains(event["ph"] as? String) {
            #expect(starts.contains(place(event)))
        }
    }

    @Test(arguments: [
        (0, "0"), (1, "0.001"), (1_000, "1"), (1_500, "1.5"), (1_234_567, "1234.567"),
        (9_007_199_254_740_993, "9007199254740.993"),
    ])
    func `microseconds keep every nanosecond`(_ nanoseconds: Int64, _ expected: String) {
        #expect(PerfettoWriter.microseconds(nanoseconds) == expected)
    }

    @Test func `what is known of an update stands in its arguments`() throws {
        let store = try Traces.store(SmallTrace.json)
        var text = ""
        try TraceExporters.write(store, trace: 1, as: "perfetto") { piece in
            text += piece
            return true
        }
        let line = text.split(separator: "\n").first { $0.contains("\"ts\":1019000") }
        #expect(
            line == """
                {"ph":"X","name":"LandmarkRow.body","cat":"swiftui-update.body","pid":1,"tid":5,"ts":1019000,"dur":9000,\
                "args":{"severity":"orange","verdict":"unnecessary","reason":"unchanged","confidence":"proven",\
                "module":"Landmarks","chain":"Tap \\"Favorite\\" → ModelData.favorites → LandmarkRow.body",\
                "instance":"row-2","changed":"","group_id":2,"interaction_id":1}},
                """)
    }
}
