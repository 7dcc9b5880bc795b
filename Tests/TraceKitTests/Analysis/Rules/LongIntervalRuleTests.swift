import Testing

@testable import TraceKit

/// The app's own intervals in, what kept the main thread out.
@Suite struct LongIntervalRuleTests {
    private typealias Span = (name: String, at: Double, ms: Double)

    private static func signposts(_ spans: [Span], thread: String = "main") -> (String, [String]) {
        (
            "signposts",
            spans.map {
                "{\"name\": \"\($0.name)\", \"category\": \"work\", \"thread\": \"\(thread)\", \"start_ms\": \($0.at), \"duration_ms\": \($0.ms)}"
            }
        )
    }

    private static func lines(_ lines: [(at: Double, text: String)], thread: String = "0x1f") -> (String, [String]) {
        (
            "logs",
            lines.map { "{\"message\": \"\($0.text)\", \"thread\": \"\(thread)\", \"start_ms\": \($0.at)}" }
        )
    }

    private static func titles(_ lanes: (String, [String])...) throws -> [String] {
        let texts = lanes.map { "\"\($0.0)\": [\($0.1.joined(separator: ",\n"))]" }
        return try RuleTraces.findings("{\"format\": \"tracekit\",\n\(texts.joined(separator: ",\n"))}")
            .filter { $0.rule == "long-interval" }.map { "\($0.severity) \($0.title)" }
    }

    private static let ticks: [Span] = (0..<10).flatMap { number -> [Span] in
        let at = Double(number) * 200
        return [("tick", at, 120), ("decode", at + 1, 50), ("decode", at + 52, 60)]
    }

    @Test func `work of the main thread is told with what takes most of it`() throws {
        try expectFindings(
            LongIntervalRule.self, Self.signposts(Self.ticks),
            find: [
                "high tick takes 120.0 ms of the main thread, 10 times | 10 of 10 intervals over 16.67 ms, the longest "
                    + "120.0 ms; it comes about 5 times a second; 91 % of it in decode, 2 each time; 1200.0 ms in all, 62 % of the recording"
            ])
    }

    @Test func `three over the red deadline and 100 ms in all are needed, or one of 250 ms`() throws {
        #expect(try Self.titles(Self.signposts([("a", 0, 60), ("a", 100, 60)])) == [])
        #expect(try Self.titles(Self.signposts([("a", 0, 20), ("a", 100, 20), ("a", 200, 20)])) == [])
        #expect(try Self.titles(Self.signposts([("a", 0, 249)])) == [])
        #expect(try Self.titles(Self.signposts([("a", 0, 250)])) == ["high a takes 250.0 ms of the main thread"])
        #expect(
            try Self.titles(Self.signposts([("a", 0, 40), ("a", 100, 40), ("a", 200, 40)]))
                == ["high a takes 40.0 ms of the main thread, 3 times"])
        let later: Span = ("end", 2_000, 1)
        #expect(
            try Self.titles(Self.signposts([("a", 0, 40), ("a", 100, 40), ("a", 200, 40), later]))
                == ["medium a takes 40.0 ms of the main thread, 3 times"])
    }

    @Test func `another thread is none of it`() throws {
        #expect(try Self.titles(Self.signposts(Self.ticks, thread: "audio 0x99")) == [])
    }

    @Test func `an interval in which the main thread does other things is a span`() throws {
        let pauses: [Span] = [("Scroll", 0, 900), ("frame", 100, 5), ("frame", 300, 5), ("frame", 500, 5)]
        #expect(try Self.titles(Self.signposts(pauses)) == [])
        let without: [Span] = [("Scroll", 0, 900), ("frame", 0.5, 5), ("frame", 6, 5)]
        #expect(try Self.titles(Self.signposts(without)) == ["high Scroll takes 900.0 ms of the main thread"])
    }

    @Test func `intervals that cross are spans`() throws {
        #expect(try Self.titles(Self.signposts([("a", 0, 300), ("b", 200, 300)])) == [])
    }

    @Test func `recorded hitches decide`() throws {
        let far = ("hitches", ["{\"start_ms\": 9000, \"duration_ms\": 20}"])
        #expect(try Self.titles(Self.signposts(Self.ticks), far) == [])
        // Late frames name what runs meanwhile.
        let near = ("hitches", (0..<10).map { "{\"start_ms\": \(Double($0) * 200 + 33.4), \"duration_ms\": 103}" })
        #expect(try Self.titles(Self.signposts(Self.ticks), near) == [])
        let late = try RuleTraces.findings(RuleTraces.document(Self.signposts(Self.ticks), near))
        #expect(late.contains { $0.rule == "late-frames" && $0.title.hasSuffix("meanwhile tick runs") })
    }

    @Test func `where the thread is not known nothing else may happen meanwhile`() throws {
        let edits = (0..<20).flatMap { number -> [(at: Double, text: String)] in
            let at = Double(number) * 400
            return [(at, "textDidChange: \(number) chars"), (at + 120, "highlightAll of \(number) chars in 120 ms")]
        }
        let found = try Self.titles(Self.lines(edits))
        #expect(found == ["medium 'highlightAll of N chars in N ms' takes 120.0 ms, 20 times"])
        let noise = (0..<400).map { (at: Double($0) * 20 + 7, text: "cell \($0)") }
        #expect(try Self.titles(Self.lines((edits + noise).sorted { $0.at < $1.at })) == [])
        // What a word tells to be of another thread is none.
        let loads = edits.map { (at: $0.at, text: $0.text.replacing("highlightAll", with: "download")) }
        #expect(try Self.titles(Self.lines(loads)) == [])
    }

    @Test func `its key has no times`() throws {
        let store = try Traces.store(RuleTraces.document(Self.signposts(Self.ticks)))
        #expect(try store.rows("SELECT \"key\" FROM problems") == ["long-interval:decode"])
    }

    @Test func `a deep or a long list of intervals takes linear time`() throws {
        let nested = (0..<3_000).map { (name: "n\($0 % 7)", at: Double($0) * 0.01, ms: 100 - Double($0) * 0.02) }
        #expect(try Self.titles(Self.signposts(nested)).count <= 1)
    }
}

/// Chances of counts.
@Suite struct BinomialTests {
    @Test func `chances are those of the definition`() {
        #expect(abs(Binomial.chance(ofAtMost: 0, of: 10, each: 0.5) - 0.0009765625) < 1e-12)
        #expect(abs(Binomial.chance(ofAtMost: 1, of: 10, each: 0.5) - 0.0107421875) < 1e-12)
        #expect(abs(Binomial.chance(ofAtLeast: 9, of: 10, each: 0.5) - 0.0107421875) < 1e-12)
        #expect(Binomial.chance(ofAtLeast: 5, of: 10, each: 0.5) == 1)
        #expect(Binomial.chance(ofAtMost: 4, of: 10, each: 0.5) == 1)
        #expect(Binomial.chance(ofAtLeast: 3, of: 10, each: 0) == 0)
    }
}
