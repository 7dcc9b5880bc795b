import Testing

@testable import TraceKit

/// Functions and call trees of samples, held against counting every stack by itself.
@Suite struct ProfilePassTests {
    private struct Sample {
        var thread: String
        /// Innermost first.
        var frames: [String]
        var weight: Int?
        var state: String?

        func json(_ start: Int) -> String {
            let frames = frames.map { "\"\($0)\"" }.joined(separator: ", ")
            let more = (weight.map { ", \"weight_ns\": \($0)" } ?? "") + (state.map { ", \"state\": \"\($0)\"" } ?? "")
            return "{\"start_ns\": \(start), \"thread\": \"\(thread)\", \"frames\": [\(frames)]\(more)}"
        }
    }

    private func store(_ samples: [Sample]) throws -> TraceStore {
        try Traces.store(Traces.document("samples", samples.enumerated().map { $1.json($0) }))
    }

    private func random(_ seed: Int) -> [Sample] {
        var random = SeededNumbers(seed)
        return (0..<200).map { _ in
            Sample(
                thread: ["main", "pool"].randomElement(using: &random) ?? "",
                frames: (0..<Int.random(in: 0..<6, using: &random)).map { _ in
                    ["a", "b", "c"].randomElement(using: &random) ?? ""
                },
                weight: Int.random(in: 1...5, using: &random) * 1_000_000,
                state: Int.random(in: 0..<4, using: &random) == 0 ? "Blocked" : "Running")
        }
    }

    @Test(arguments: 1...10) func `self and total are what counting every stack gives`(_ seed: Int) throws {
        let samples = random(seed)
        var expected: Set<String> = []
        for thread in ["main", "pool"] {
            let own = samples.filter { $0.thread == thread && $0.state == "Running" }
            for function in ["a", "b", "c"] {
                let leaves = own.filter { $0.frames.first == function }
                let all = own.filter { $0.frames.contains(function) }
                let times = [leaves, all].map { $0.reduce(0) { $0 + ($1.weight ?? 0) } / 1_000_000 }
                if !all.isEmpty {
                    expected.insert("\(thread) \(function) \(leaves.count) \(all.count) \(times[0]) \(times[1])")
                }
            }
        }
        let found = try store(samples).database.rows(
            "SELECT thread, function, self_samples, total_samples, self_ms, total_ms FROM functions")
        #expect(
            Set(
                found.map {
                    "\($0[0].text ?? "") \($0[1].text ?? "") \($0[2].count) \($0[3].count) \(Int($0[4].number)) \(Int($0[5].number))"
                }) == expected)
        #expect(found.count == expected.count)
    }

    @Test(arguments: 1...10) func `the nodes of the call tree are the paths of the stacks, callers first`(_ seed: Int)
        throws
    {
        let samples = random(seed)
        var expected: [String: Int] = [:]
        for sample in samples where sample.state == "Running" {
            for depth in 0..<sample.frames.count {
                expected[
                    "\(sample.thread)/\(sample.frames.reversed().prefix(depth + 1).joined(separator: "/"))", default: 0] +=
                    1
            }
        }
        var paths: [Int: String] = [:]
        var found: [String: Int] = [:]
        let rows = try store(samples).database.rows(
            "SELECT id, caller_id, thread, function, total_samples, depth FROM call_tree ORDER BY id")
        for row in rows {
            let caller = row[1] == .null ? row[2].text ?? "" : try #require(paths[row[1].count], "a caller comes first")
            let path = "\(caller)/\(row[3].text ?? "")"
            #expect(path.split(separator: "/").count == row[5].count + 2)
            paths[row[0].count] = path
            found[path] = row[4].count
        }
        #expect(found == expected)
    }

    @Test func `times are unknown where a sample has none, and samples without a stack are counted`() throws {
        let store = try store([
            Sample(thread: "main", frames: ["a"], weight: 1_000_000), Sample(thread: "main", frames: ["a"]),
            Sample(thread: "main", frames: []),
        ])
        let function = try store.database.rows("SELECT self_samples, self_ms FROM functions").first
        #expect(function?[0].count == 2)
        #expect(function?[1] == .null)
        let thread = try store.database.rows("SELECT samples, running_samples, cpu_ms FROM sample_threads").first
        #expect(thread?[0].count == 3 && thread?[1].count == 3 && thread?[2] == .null)
    }

    @Test func `deep stacks and deep recursion are added up in one walk`() throws {
        let deep = (0..<400).map { "f\($0)" }
        let samples = (0..<2000).map { row in
            Sample(
                thread: "main",
                frames: Array(deep.prefix(1 + row % 400).reversed()) + Array(repeating: "again", count: 100))
        }
        let rows = try store(samples).database.rows(
            "SELECT total_samples FROM functions WHERE function = 'again'")
        #expect(rows.map { $0[0].count } == [2000])
    }

    @Test(arguments: [["[]", "[\"0\"]"], ["[\"0\"]", "[]"]])
    func `a function of which some frames are the app's is the app's, whichever comes first`(_ ofApp: [String]) throws {
        let samples = ofApp.enumerated().map { start, frames in
            "{\"start_ns\": \(start), \"frames\": [\"f\"], \"binaries\": [\"Kit\"], \"app_frames\": \(frames)}"
        }
        let rows = try Traces.store(Traces.document("samples", samples)).database.rows(
            "SELECT function, is_app, total_samples FROM functions")
        #expect(rows.map { "\($0[0].text ?? "") \($0[1].count) \($0[2].count)" } == ["f 1 2"])
    }
}
