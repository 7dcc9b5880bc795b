import Foundation
import Testing

@testable import TraceKit

/// Slices of a trace: what is said of their rows is what is said of them in the whole.
@Suite struct TraceSliceTests {
    /// The slice as a file of our own format, and the trace that this is.
    private func slice(
        _ part: TraceSlice.Part, of input: String, as target: String = "ndjson",
        _ options: TracePipeline.Options = .init()
    ) throws -> (trace: TracePipeline.Loaded, text: String) {
        let cut = try TracePipeline.exported([input], part, as: target, options)
        var text = ""
        try TraceExporters.write(cut.source, as: target) {
            text += $0
            return true
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("slice.\(target)").path
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return (try TracePipeline.load([file], into: .temporary, .init()), text)
    }

    private func load(_ input: String) throws -> TracePipeline.Loaded {
        try TracePipeline.load([input], into: .temporary, .init())
    }

    private static let verdicts = """
        SELECT view, kind, phase, start_ns, duration_ns, severity, membership, verdict, reason, driving_cause, root_cause
        FROM updates
        """

    private static let samples = [
        "landmarks-before.json", "landmarks-after.json", "xctrace/landmarks-before",
        "chrome-trace/landmarks-before.json",
        "signposts/landmarks-before.compact.log",
    ]

    @Test(arguments: samples) func `an interaction has the same updates, severities and verdicts in its slice`(
        _ sample: String
    ) throws {
        let input = "\(Repository.root)/SampleTraces/\(sample)"
        let whole = try load(input)
        let interactions = try whole.store.database.rows(
            "SELECT id, start_ns, updates FROM interactions WHERE kind <> 'trace' ORDER BY id")
        for row in interactions {
            let (id, start) = (row[0].whole, row[1].whole)
            let part = try slice(.interaction(id), of: input).trace
            let (all, own) = (
                try whole.store.rows(
                    "\(Self.verdicts) WHERE interaction_id = \(id) ORDER BY start_ns, view, duration_ns"),
                try part.store.rows(
                    """
                    \(Self.verdicts) WHERE interaction_id = (SELECT id FROM interactions WHERE start_ns = \(start))
                    ORDER BY start_ns, view, duration_ns
                    """)
            )
            #expect(all == own, "\(sample), interaction \(id)")
            #expect(Int64(all.count) >= row[2].whole)
        }
        #expect(!interactions.isEmpty || sample.hasSuffix(".log"))
    }

    @Test(arguments: [(0, 900), (1_500, 2_200), (2_000, 6_000), (7_900, 8_600)])
    func `updates that start in a window keep what is said of them`(_ from: Int, _ to: Int) throws {
        let input = "\(Repository.root)/SampleTraces/landmarks-before.json"
        let (fromNs, toNs) = (Int64(from) * 1_000_000, Int64(to) * 1_000_000)
        let part = try slice(.window(fromNs: fromNs, toNs: toNs), of: input).trace
        let condition =
            "WHERE start_ns >= \(fromNs) AND start_ns < \(toNs) ORDER BY start_ns, view, duration_ns"
        let whole = try load(input)
        #expect(
            try whole.store.rows("\(Self.verdicts) \(condition)") == part.store.rows("\(Self.verdicts) \(condition)"))
        for lane in ["hangs", "hitches", "signposts"] {
            let overlaps = "WHERE start_ns < \(toNs) AND start_ns + max(1, coalesce(duration_ms, 0) * 1e6) > \(fromNs)"
            let all = try whole.store.rows("SELECT start_ns, duration_ms FROM \(lane) \(overlaps)")
            let own = try part.store.rows("SELECT start_ns, duration_ms FROM \(lane) \(overlaps)")
            #expect(all == own, "\(lane)")
        }
        // Only what begins before it, or belongs to its interactions and groups, is there besides.
        let (all, own) = (
            try whole.store.rows("SELECT count(*) FROM updates"), try part.store.rows("SELECT count(*) FROM updates")
        )
        #expect(try #require(Int(own[0])) < #require(Int(all[0])))
    }

    @Test func `a slice between interactions is no interaction, and no launch`() throws {
        let whole =
            Traces.document(
                "interactions", ["{\"id\": 1, \"kind\": \"tap\", \"name\": \"Add\", \"start_ns\": 1000000000}"]
            ).dropLast() + """
                , "updates": [
                    {"id": 2, "view": "Cart", "start_ns": 500000000, "duration_ns": 9000000},
                    {"id": 3, "view": "Cart", "start_ns": 1000100000, "duration_ns": 9000000, "cause": 1},
                    {"id": 4, "view": "Badge", "start_ns": 5000000000, "duration_ns": 9000000}]}
                """
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("cart.json").path
        try String(whole).write(toFile: file, atomically: true, encoding: .utf8)
        let membership = "SELECT view, membership FROM updates ORDER BY start_ns"
        #expect(try load(file).store.rows(membership) == ["Cart|launch", "Cart|linked", "Badge|unattributed"])
        let late = try slice(.window(fromNs: 4_000_000_000, toNs: nil), of: file).trace
        #expect(try late.store.rows(membership) == ["Badge|unattributed"])
        #expect(try late.store.rows("SELECT count(*) FROM interactions") == ["0"])
        #expect(
            try late.store.rows("SELECT slice_ns, interactions_from_ns FROM traces") == [
                "4000000000..5009000001|1000000000"
            ])
        let early = try slice(.window(fromNs: nil, toNs: 600_000_000), of: file).trace
        #expect(try early.store.rows(membership) == ["Cart|launch"])
        #expect(throws: TraceError.self) { try slice(.window(fromNs: 2_000_000_000, toNs: 3_000_000_000), of: file) }
        #expect(throws: TraceError.self) { try slice(.interaction(77), of: file) }
        #expect(throws: TraceError.self) { try slice(.problem("no such problem"), of: file) }
    }

    @Test func `a problem's slice has its rows and is a problem again, under other names too`() throws {
        let input = "\(Repository.root)/SampleTraces/landmarks-before.json"
        let whole = try load(input)
        for row in try whole.store.database.rows("SELECT \"key\", id FROM problems ORDER BY id LIMIT 3") {
            let key = try #require(row[0].text)
            let part = try slice(.problem(key), of: input).trace
            let ids =
                "SELECT source_id FROM updates WHERE id IN (SELECT update_id FROM problem_updates WHERE problem_id = "
            let all = Set(try whole.store.rows("\(ids)\(row[1].whole))"))
            let own = Set(try part.store.rows("SELECT source_id FROM updates"))
            #expect(all.isSubset(of: own), "\(key)")
            let problems = try part.store.rows("SELECT \"key\" FROM problems")
            #expect(problems.contains(key), "\(problems)")
        }
        var options = TracePipeline.Options()
        options.redactionKey = "secret"
        let key = try #require(try whole.store.database.rows("SELECT \"key\" FROM problems ORDER BY id").first?[0].text)
        let redacted = try slice(.problem(key), of: input, options)
        #expect(!redacted.text.contains("LandmarkRow") && !redacted.text.contains("Favorite"))
        let plain = try slice(.problem(key), of: input)
        let sums = "SELECT count(*), sum(duration_ns), count(DISTINCT view) FROM updates"
        #expect(try redacted.trace.store.rows(sums) == plain.trace.store.rows(sums))
    }

    @Test(arguments: ["json", "csv"]) func `every own format holds a slice`(_ target: String) throws {
        let input = "\(Repository.root)/SampleTraces/landmarks-before.json"
        let part = TraceSlice.Part.window(fromNs: 1_500_000_000, toNs: 2_200_000_000)
        let rows = "SELECT * FROM updates ORDER BY id"
        #expect(
            try slice(part, of: input, as: target).trace.store.rows(rows)
                == slice(part, of: input).trace.store.rows(rows))
    }

    @Test func `a slice says so where it is shown`() throws {
        let input = "\(Repository.root)/SampleTraces/landmarks-before.json"
        let part = try slice(.window(fromNs: 1_500_000_000, toNs: 2_200_000_000), of: input).trace
        let lines = try part.summaries().joined(separator: "\n")
        #expect(lines.contains("a slice of") && lines.contains("recurring-cause"), "\(lines)")
    }
}
