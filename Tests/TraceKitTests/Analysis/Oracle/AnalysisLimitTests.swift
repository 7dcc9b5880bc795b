import Testing

@testable import TraceKit

/// The limits that random small traces do not reach, and the small tools of the passes against plain ones.
@Suite struct AnalysisLimitTests {
    /// A chain of causes `c1 → c2 → …` that ends in an update of `Row`; with `isRound`, the update causes `c1`.
    private static func chain(causes count: Int, isRound: Bool = false) throws -> TraceStore {
        let causes = (1...count).map { number in
            let cause = number == 1 ? isRound ? ", \"cause\": 9999" : "" : ", \"cause\": \(number - 1)"
            return "{\"id\": \(number), \"name\": \"c\(number)\", \"start_ns\": \(number)\(cause)}"
        }
        return try Traces.store(
            """
            {"format": "tracekit", "causes": [\(causes.joined(separator: ",\n"))], "updates": [
            {"id": 9999, "view": "Row", "start_ns": 20000, "duration_ns": 7, "cause": \(count)}]}
            """)
    }

    private static func names(_ numbers: ClosedRange<Int>) -> String {
        numbers.map { "c\($0)" }.joined(separator: " → ")
    }

    @Test func `a path shows 64 names`() throws {
        let store = try Self.chain(causes: 63)
        #expect(try store.rows("SELECT depth, chain FROM cause_chains") == ["64|\(Self.names(1...63)) → Row.body"])
    }

    @Test func `a path of 65 names is shortened in the middle`() throws {
        let store = try Self.chain(causes: 64)
        let expected = "65|\(Self.names(1...32)) → … (1 more) … → \(Self.names(34...64)) → Row.body"
        #expect(try store.rows("SELECT depth, chain FROM cause_chains") == [expected])
        #expect(try store.rows("SELECT count(*) FROM chain_steps") == ["65"])
    }

    @Test(arguments: [1, 2, 31, 32, 33, 63, 64, 65, 95, 96, 97, 300])
    func `the text of a chain is the same in Swift and in SQL`(causes: Int) throws {
        let store = try Self.chain(causes: causes)
        let texts = try ChainTexts(store.stored(1))
        let all = try store.rows("SELECT id || '|' || chain FROM cause_chains")
        #expect(all == ["1|\(try texts.text(of: 1))"])
        let names = try #require(all.first).components(separatedBy: " → ")
        #expect(names.count == min(causes + 1, 65) && names[0] == "1|c1" && names.last == "Row.body")
        let short = try texts.text(of: 1, most: 4).components(separatedBy: " → ")
        let all4 = (["c1", "c2", "… (\(causes - 3) more) …"] + [names[names.count - 2], "Row.body"])
        #expect(causes > 3 ? short == all4 : short.count == causes + 1)
    }

    @Test func `a walk goes once round a cycle of 1000 nodes`() throws {
        let store = try Self.chain(causes: 999, isRound: true)
        #expect(try store.rows("SELECT depth, root_cause, total_ms FROM cause_chains") == ["1000|c1|7e-06"])
        #expect(try store.rows("SELECT DISTINCT updates, total_ms FROM causes") == ["1|7e-06"])
    }

    @Test func `a walk round a longer cycle stops after 1000 nodes`() throws {
        let store = try Self.chain(causes: 1_001, isRound: true)
        #expect(try store.rows("SELECT depth, root_cause FROM cause_chains") == ["1000|c3"])
        #expect(try store.rows("SELECT driving_cause FROM updates") == ["c1001"])
    }

    /// Updates that cause each other in a ring, each of a view of its own.
    private static func ring(_ count: Int, rings: Int = 1) throws -> TraceStore {
        let all = (0..<rings).flatMap { ring in (0..<count).map { (ring * count + $0, ring * count + ($0 + 1) % count) }
        }
        let updates = all.map {
            "{\"id\": \($0.0 + 1), \"view\": \"V\($0.0)\", \"start_ns\": \($0.0), \"duration_ns\": 1}"
        }
        let edges = all.map { "{\"from\": \($0.0 + 1), \"to\": \($0.1 + 1)}" }
        return try Traces.store(
            "{\"format\": \"tracekit\", \"updates\": [\(updates.joined(separator: ","))], \"edges\": [\(edges.joined(separator: ","))]}"
        )
    }

    @Test func `walks round a cycle are shorter where all of them together would be too long`() throws {
        let small = try Self.ring(500)
        #expect(try small.rows("SELECT count(*), min(depth), max(depth) FROM cause_chains") == ["500|500|500"])
        let large = try Self.ring(4_000)
        #expect(try large.rows("SELECT count(*), min(depth), max(depth) FROM cause_chains") == ["4000|65|65"])
        #expect(try large.rows("SELECT count(*) <= \(ChainPass.mostCycleSteps) FROM chain_steps") == ["1"])
        // The same for rings that are short by themselves, but not below what any walk may have.
        let many = try Self.ring(6, rings: 2_000)
        #expect(try many.rows("SELECT min(depth), max(depth) FROM cause_chains") == ["6|6"])
        #expect(try Self.ring(300, rings: 20).rows("SELECT DISTINCT depth FROM cause_chains") == ["43"])
    }

    @Test func `the chains that hang on a cycle of causes are as long as the walk round it`() throws {
        let causes = (0..<40).map { "{\"id\": \($0 + 1), \"name\": \"c\($0)\", \"start_ns\": \($0)}" }
        let edges = (0..<40).map { "{\"from\": \($0 + 1), \"to\": \(($0 + 1) % 40 + 1)}" }
        let store = try Traces.store(
            """
            {"format": "tracekit", "causes": [\(causes.joined(separator: ","))], "edges": [\(edges.joined(separator: ","))],
            "updates": [{"id": 90, "view": "A", "start_ns": 99, "duration_ns": 1, "cause": 7},
            {"id": 91, "view": "B", "start_ns": 99, "duration_ns": 1, "cause": 8}]}
            """)
        #expect(try store.rows("SELECT depth, root_cause FROM cause_chains ORDER BY id") == ["41|c7", "41|c8"])
    }

    // MARK: Tools

    /// What a pattern means, without a thought for speed.
    private static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return matches(text, pattern.dropFirst()) || !text.isEmpty && matches(text.dropFirst(), pattern)
        }
        guard let next = text.first, first == "?" || first == next else { return false }
        return matches(text.dropFirst(), pattern.dropFirst())
    }

    @Test func `patterns match as their plain definition does`() {
        var random = SeededNumbers(1)
        for _ in 0..<4_000 {
            let text = String(
                (0..<Int.random(in: 0...6, using: &random)).map { _ in "ab".randomElement(using: &random) ?? "a" })
            let pattern = String(
                (0..<Int.random(in: 0...6, using: &random)).map { _ in "ab*?*".randomElement(using: &random) ?? "a" })
            #expect(Glob.matches(text, pattern) == Self.matches(text[...], pattern[...]), "\(text) \(pattern)")
        }
    }

    @Test func `pairs of keys are numbered in order of first appearance`() {
        var random = SeededNumbers(2)
        let index = KeyIndex()
        var numbers: [[UInt64]: Int] = [:]
        for _ in 0..<5_000 {
            let pair = (0..<2).map { _ in
                UInt64.random(in: 0...40, using: &random) << (UInt64.random(in: 0...1, using: &random) * 58)
            }
            let known = numbers[pair]
            if known == nil { numbers[pair] = numbers.count }
            #expect(index.number(pair[0], pair[1]) == numbers[pair])
            #expect(index.count == numbers.count)
        }
    }
}
