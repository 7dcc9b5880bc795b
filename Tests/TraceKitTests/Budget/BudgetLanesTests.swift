import Testing

@testable import TraceKit

/// Limits of traces without view updates: signposts, functions, hangs, hitches.
@Suite struct BudgetLanesTests {
    /// Four intervals of Load in one subsystem, one in another one, an event; ten samples.
    private static let trace: String = {
        let loads = (1...4).map {
            "{\"name\": \"Load\", \"subsystem\": \"a\", \"category\": \"n\", \"start_ns\": \($0)000000000, "
                + "\"duration_ns\": \($0)0000000}"
        }
        let others = [
            #"{"name": "Load", "subsystem": "b", "category": "n", "start_ns": 7000000000, "duration_ns": 5000000}"#,
            #"{"name": "a*\"b\nc", "subsystem": "a", "category": "n", "start_ns": 8000000000, "duration_ns": 1000000}"#,
            #"{"name": "Tick", "start_ns": 9000000000}"#,
        ]
        let samples = (0..<10).map {
            "{\"start_ns\": \($0 + 1)000000, \"thread\": \"main\", \"frames\": [\"\($0 < 7 ? "decode(_:)" : "draw")\", \"run\"]}"
        }
        return """
            {"format": "tracekit", "version": 1, "trace": {"duration_ns": 10000000000},
            "signposts": [\((loads + others).joined(separator: ",\n"))], "samples": [\(samples.joined(separator: ",\n"))],
            "hitches": [{"start_ns": 1000000, "duration_ns": 20000000}], "hangs": []}
            """
    }()

    private func check(
        _ limits: String, on json: String = Self.trace, _ expected: String..., code: Int32 = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try BudgetCheckTests.result(limits, json)
        #expect(
            result.outcomes.map { "\($0.state.rawValue) \($0.sentence)" } == expected, sourceLocation: sourceLocation)
        #expect(result.exitCode == code, sourceLocation: sourceLocation)
    }

    @Test func `signposts by name, and by subsystem and category where names collide`() throws {
        try check(
            #""signposts": {"a:n:Load": {"median_ms": 20, "p95_ms": 39.9, "max_ms": 40, "count": 4}}"#,
            "breached a:n:Load: p95_ms is 40 ms, the limit is 39.9 ms; of 4 intervals",
            "within a:n:Load: median_ms is 20 ms, the limit is 20 ms; of 4 intervals",
            "within a:n:Load: max_ms is 40 ms, the limit is 40 ms; of 4 intervals",
            "within a:n:Load: count is 4, the limit is 4", code: 3)
        try check(
            #""signposts": {"Load": {"count": 3}}"#, "breached a:n:Load: count is 4, the limit is 3",
            "within b:n:Load: count is 1, the limit is 3", code: 3)
        try check(
            #""signposts": {"b:*": {"max_ms": 4}, "Tick": {"count": 1, "max_ms": 1}}"#,
            "breached b:n:Load: max_ms is 5 ms, the limit is 4 ms; of 1 interval",
            "within Tick: count is 1, the limit is 1",
            "within Tick: max_ms is not known, the limit is 1 ms; none of its intervals has both ends", code: 3)
    }

    @Test func `functions by their share of the samples`() throws {
        try check(
            #""functions": {"decode*": {"self_share": 0.5}, "run": {"self_share": 0, "total_share": 1}}"#,
            "breached decode(_:): self_share is 0.7, the limit is 0.5; 7 of 10 samples",
            "within run: total_share is 1, the limit is 1; 10 of 10 samples",
            "within run: self_share is 0, the limit is 0; 0 of 10 samples", code: 3)
    }

    @Test func `lines of the log by their text: the durations in them`() throws {
        let lines = (0..<12).map { place in
            "{\"start_ns\": \(place + 1)000000000, \"message\": \"Feed ready in \(30 + place) ms\"}"
        }
        let ticks = (0..<10).map { "{\"start_ns\": \($0 + 1), \"message\": \"tick\"}" }
        let json = """
            {"format": "tracekit", "version": 1, "logs": [\((lines + ticks).joined(separator: ","))]}
            """
        try check(
            #""logs": {"Feed ready in N ms": {"median_ms": 34, "max_ms": 41}, "ti*": {"median_ms": 1}}"#, on: json,
            "breached Feed ready in N ms: median_ms is 35 ms, the limit is 34 ms; of 12 lines",
            "within Feed ready in N ms: max_ms is 41 ms, the limit is 41 ms; of 12 lines",
            "within tick: median_ms is not known, the limit is 1 ms; none of its lines has a duration", code: 3)
        // What was not logged is not quick.
        let gone = try BudgetCheckTests.result(#""logs": {"Feed ready in M ms": {"median_ms": 39}}"#, json)
        #expect(gone.exitCode == 2)
        #expect(
            gone.gapSentences.map(\.message) == [
                "Feed ready in M ms: median_ms cannot be checked: fewer than 10 lines of the log have this text; did you "
                    + "mean 'Feed ready in N ms'?"
            ])
        let written = try BudgetWriter.write(try BudgetCheckTests.trace(json), BudgetCheck.Options())
        #expect(written.contains("\"Feed ready in N ms\": {\n      \"median_ms\": 42"), "\(written)")
    }

    @Test func `a name that appears nowhere is said, a lane that is absent cannot be checked`() throws {
        let result = try BudgetCheckTests.result(
            #""signposts": {"Laod": {"count": 1}, "Lo*d?": {"p95_ms": 1}}, "functions": {"drow": {"self_share": 1}}"#,
            Self.trace)
        #expect(result.exitCode == 0)
        #expect(
            result.answer
                == "Within budget: 0 of 3 limits on 7 signposts, 10 samples; 3 limits on what is not in this trace"
        )
        #expect(
            result.notes == [
                "Laod: not in this trace; did you mean 'Load'?", "Lo*d?: not in this trace",
                "drow: not in this trace; did you mean 'draw'?",
            ])
        // What was not measured is not quick.
        let time = try BudgetCheckTests.result(#""signposts": {"Laod": {"p95_ms": 1}}"#, Self.trace)
        #expect(time.exitCode == 2)
        #expect(
            time.gapSentences.map(\.message) == [
                "Laod: p95_ms cannot be checked: the signpost is not in this trace; did you mean 'Load'?"
            ])
        let none = #"{"format": "tracekit", "version": 1, "hangs": [{"start_ns": 1, "duration_ns": 300000000}]}"#
        let gaps = try BudgetCheckTests.result(
            #""signposts": {"Load": {"p95_ms": 1}}, "functions": {"draw": {"self_share": 1}}, "trace": {"hang_ms": 300}"#,
            none)
        #expect(gaps.exitCode == 2 && gaps.gaps.count == 2 && gaps.gapSentences.count == 2)
        let bare = try BudgetCheckTests.result(
            #""trace": {"red": 0, "hang_ms": 0, "hitch_ratio": 5}, "signposts": {"Load": {"p95_ms": 1}}"#,
            #"{"format": "tracekit", "version": 1}"#)
        #expect(
            bare.gapSentences.map(\.message) == [
                "4 limits cannot be checked: the input has none of the lanes that limits are about (Load: p95_ms, "
                    + "Whole trace: red and 2 more)"
            ])
    }

    @Test func `a budget is written of what there is, and holds`() throws {
        let trace = try BudgetCheckTests.trace(Self.trace)
        let text = try BudgetWriter.write(trace, BudgetCheck.Options())
        for words in [
            "\"a:n:Load\"", "\"a*\\\"b\\nc\"", "\"decode(_:)\"", "\"median_ms\"", "\"self_share\"", "\"hitch_ratio\"",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(!text.contains("\"updates_per_interaction\""))
        // Of four intervals it is the longest.
        #expect(!text.contains("\"p95_ms\""))
        let budget = try BudgetFile.read(Array(text.utf8), name: "b.json")
        #expect(budget.errors.map(\.text) == [])
        let result = try BudgetCheck.run(budget, trace, baseline: nil, BudgetCheck.Options())
        #expect(result.outcomes.filter { $0.state != .within }.map(\.sentence) == [])
    }

    @Test func `signposts of several processes are one`() throws {
        let posts = (1...6).map {
            "{\"name\": \"Load\", \"process\": \"p\($0 % 2)\", \"start_ns\": \($0)000, \"duration_ns\": \($0)000000}"
        }
        let figures = try BudgetCheckTests.trace(
            "{\"format\": \"tracekit\", \"version\": 1, \"signposts\": [\(posts.joined(separator: ","))]}")
        let load = try #require(figures.signposts[SignpostKey(name: "Load", subsystem: nil, category: nil)])
        #expect(load.intervals == 6 && load.medianNs == 3_000_000 && load.p95Ns == 6_000_000 && load.maxNs == 6_000_000)
    }
}
