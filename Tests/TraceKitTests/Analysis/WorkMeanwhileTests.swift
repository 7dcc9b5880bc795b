import Testing

@testable import TraceKit

/// What the app says that ran while the main thread was late.
@Suite struct WorkMeanwhileTests {
    private typealias Span = (at: Int, ms: Int)

    private static func rows(_ spans: [Span], _ facts: String = "") -> String {
        spans.map { "{\"start_ms\": \($0.at), \"duration_ms\": \($0.ms)\(facts)}" }.joined(separator: ",")
    }

    private static func lines(_ spans: [Span], _ text: String) -> [String] {
        spans.map { "{\"start_ms\": \($0.at + $0.ms), \"message\": \"\(text) \($0.ms) ms\"}" }
    }

    /// The titles and the evidence of a trace of a minute.
    private static func findings(
        hangs: [Span] = [], hitches: [Span] = [], signposts: [(name: String, spans: [Span])] = [], logs: [String] = []
    ) throws -> [String] {
        let intervals = signposts.flatMap { post in
            post.spans.map {
                "{\"name\": \"\(post.name)\", \"subsystem\": \"a\", \"category\": \"b\", \"start_ms\": \($0.at), \"duration_ms\": \($0.ms)}"
            }
        }
        let store = try Traces.store(
            """
            {"format": "tracekit", "duration_ms": 60000, "hangs": [\(rows(hangs, ", \"thread\": \"main\""))],
            "hitches": [\(rows(hitches))], "signposts": [\(intervals.joined(separator: ","))], "logs": [\(logs.joined(separator: ","))]}
            """)
        return try store.rows(
            "SELECT title || '; ' || evidence FROM findings WHERE rule IN ('hang-unclear', 'late-frames')")
    }

    private static let stalls: [Span] = [(2_000, 700), (9_000, 500), (21_000, 900), (40_000, 600)]

    @Test func `an interval that runs in the stalls and hardly elsewhere is named`() throws {
        let inside = Self.stalls.map { (at: $0.at + 50, ms: $0.ms - 100) }
        let found = try Self.findings(
            hangs: Self.stalls,
            signposts: [("Import", inside + [(50_000, 40)]), ("Sync", [(30_000, 800), (2_100, 30)])])
        #expect(found.count == 1 && found[0].hasPrefix("The main thread hangs while Import runs; 4 hangs"), "\(found)")
        #expect(found[0].contains("; it runs in 4 of the 4 (2300.0 ms);"), "\(found)")
    }

    @Test func `a line with a duration is one that ended with it`() throws {
        let inside = Self.stalls.map { (at: $0.at + 50, ms: $0.ms - 100) }
        let found = try Self.findings(
            hangs: Self.stalls, logs: Self.lines(inside, "parsed 12 rows in") + Self.lines([(500, 300)], "GET /rows in")
        )
        #expect(found[0].hasPrefix("The main thread hangs while 'parsed N rows in N ms' runs"), "\(found)")
    }

    @Test func `frames are late while it runs`() throws {
        let late = (0..<20).map { (at: 1_000 + $0 * 2_000, ms: 40) }
        let found = try Self.findings(hitches: late, signposts: [("Decode", late.map { (at: $0.at - 30, ms: 50) })])
        #expect(found.count == 1 && found[0].contains("; meanwhile Decode runs;"), "\(found)")
    }

    @Test(arguments: [
        // All along, as a screen or a stream.
        [(0, 60_000)], (0..<60).map { ($0 * 1_000, 900) },
        // In one of four stalls, or for a moment of each.
        [(2_000, 700)], [(2_000, 20), (9_000, 20), (21_000, 20), (40_000, 20)],
        // As often outside.
        (0..<30).map { (1_900 + $0 * 1_900, 600) }, [],
    ])
    func `what runs elsewhere too, or seldom, is not named`(_ spans: [(Int, Int)]) throws {
        let found = try Self.findings(hangs: Self.stalls, signposts: [("Load", spans.map { (at: $0.0, ms: $0.1) })])
        #expect(found.count == 1 && found[0].hasPrefix("The main thread hangs, and there are no samples"), "\(found)")
    }

    @Test func `one stall takes nearly all of its time`() throws {
        func found(_ ms: Int) throws -> String {
            try Self.findings(hangs: [(3_000, 2_000)], signposts: [("Migrate", [(at: 3_000, ms: ms)])]).first ?? ""
        }
        #expect(
            try found(1_900).contains("while Migrate runs") && found(1_900).contains("; it runs meanwhile (1900.0 ms)"))
        #expect(try !found(900).contains("Migrate"))
    }
}
