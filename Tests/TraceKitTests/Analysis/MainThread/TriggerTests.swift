import Testing

@testable import TraceKit

/// What precedes the stretches, and logs in which nothing does.
@Suite struct TriggerTests {
    private static func trigger(_ lines: [(at: Int, text: String)], before starts: [Int]) throws -> String? {
        let logs = lines.sorted { $0.at < $1.at }.map { "{\"start_ms\": \($0.at), \"message\": \"\($0.text)\"}" }
        let records = try Traces.records("{\"format\": \"tracekit\", \"logs\": [\(logs.joined(separator: ","))]}")
        let context = RuleContext(records, AnalysisOptions(), AnalysisPasses.run(records, AnalysisOptions()))
        let spans = starts.map { Int64($0) * 1_000_000..<Int64($0 + 80) * 1_000_000 }
        return Trigger.find(before: spans, context).map { "\($0.name) \($0.hits)/\($0.of)" }
    }

    private static let starts = (1...12).map { $0 * 1_700 }

    @Test func `the line before most stretches is named with its words`() throws {
        let lines = Self.starts.dropFirst().map { (at: $0 - 30, text: "reload: saved entity \($0) of Sync") }
        let noise = (0..<60).map { (at: $0 * 340 + 11, text: "heartbeat \($0)") }
        #expect(try Self.trigger(lines + noise, before: Self.starts) == "'reload: saved entity N' 11/12")
    }

    @Test func `a line that comes as often elsewhere is none`() throws {
        let lines = (0..<400).map { (at: $0 * 55, text: "tick \($0)") }
        #expect(try Self.trigger(lines, before: Self.starts) == nil)
        // Nor one that also comes right behind them.
        let beside = Self.starts.flatMap { start in
            [-30, -150, -250, 90, 190, 290].map { (at: start + $0, text: "cell") }
        }
        #expect(try Self.trigger(beside, before: Self.starts) == nil)
    }

    @Test func `a short signpost that ends before most stretches is named`() throws {
        let signposts = (0..<20).flatMap { number in
            [
                "{\"name\": \"Footer.tick\", \"start_ms\": \(number * 1_000), \"duration_ms\": 0.3, \"thread\": \"main\"}",
                "{\"name\": \"layout\", \"start_ms\": \(number * 1_000 + 2), \"duration_ms\": 44, \"thread\": \"main\"}",
            ]
        }
        let records = try Traces.records(
            "{\"format\": \"tracekit\", \"signposts\": [\(signposts.joined(separator: ","))]}")
        let results = AnalysisPasses.run(records, AnalysisOptions())
        let finding = try #require(results.findings.first { $0.rule == "long-interval" })
        #expect(finding.title == "layout takes 44.0 ms of the main thread, 20 times")
        #expect(finding.evidence.contains("; follows Footer.tick (20 of 20 times); it comes once a second; "))
        #expect(
            finding.hint.hasSuffix(
                "and not after every Footer.tick (if that is a timer, a clock or an animation, stop it while it is not "
                    + "visible)."))
    }

    @Test func `two stretches are too few`() throws {
        let lines = Self.starts.prefix(2).map { (at: $0 - 30, text: "save") }
        #expect(try Self.trigger(lines, before: Array(Self.starts.prefix(2))) == nil)
    }

    /// A user who is active a fifth of the time, and stretches wherever they fall: less than 2 % may be named.
    @Test func `random logs have no trigger`() throws {
        var named = 0
        for seed in 0..<100 {
            var random = SeededNumbers(seed * 7_919 + 3)
            let rate = 5 + Int(random.next() % 40)
            var lines: [(at: Int, text: String)] = []
            for second in 0..<60 where second % 5 == 0 || random.next() % 10 == 0 {
                for _ in 0..<rate {
                    lines.append((second * 1_000 + Int(random.next() % 1_000), "event\(random.next() % 12) done"))
                }
            }
            var starts: [Int] = []
            for _ in 0..<(3 + random.next() % 20) {
                // Stretches fall where the user is active.
                starts.append(Int(random.next() % 12) * 5_000 + 100 + Int(random.next() % 880))
            }
            let apart = starts.sorted().reduce(into: [Int]()) { if $1 - ($0.last ?? -1_000) > 90 { $0.append($1) } }
            if try Self.trigger(lines, before: apart) != nil { named += 1 }
        }
        #expect(named < 2)
    }
}
