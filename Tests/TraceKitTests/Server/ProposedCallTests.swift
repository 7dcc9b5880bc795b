import Foundation
import Testing

@testable import TraceKit

/// The calls that answers propose, and what an opened trace says that it can answer.
@Suite struct ProposedCallTests {
    /// Samples of every kind of input, and small traces with one lane each.
    private static let inputs = [
        "SampleTraces/landmarks-before.json", "SampleTraces/landmarks-after.json", "SampleTraces/metrickit",
        "SampleTraces/xctest", "SampleTraces/signposts/landmarks-before.compact.log",
        "SampleTraces/unified-log/landmarks-before.ndjson", "SampleTraces/print-changes",
        "SampleTraces/bundle/landmarks-before.trace", "SampleTraces/csv/landmarks-before.csv",
        "SampleTraces/xctrace/landmarks-before", "hangs.json", "lines.json", "quick.json",
    ]

    private static func withRoot(_ body: (_ roots: [String]) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let lines = (0..<12).map {
                "{\"start_ns\": \($0 + 1)000000000, \"message\": \"Feed ready in \(30 + $0) ms\"}"
            }
            let documents = [
                "hangs": Traces.document("hangs", ["{\"start_ns\": 5, \"duration_ns\": 900000000}"]),
                "lines": Traces.document("logs", lines),
                "quick": Traces.updates("{\"id\": 1, \"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 1}"),
            ]
            for (name, text) in documents {
                try text.write(toFile: "\(folder)/\(name).json", atomically: true, encoding: .utf8)
            }
            try body([Repository.root, folder])
        }
    }

    /// The tool and the arguments of a printed call.
    private static func call(_ text: String) throws -> (tool: String, arguments: String) {
        let blank = try #require(text.firstIndex(of: " "), "\(text)")
        let arguments = try JSONValue.read(Array(text[blank...].utf8)).line
        return (String(text[..<blank]), String(arguments.dropFirst().dropLast()))
    }

    private static func next(_ content: JSONValue?) -> [String] { content?["next"]?.items?.compactMap(\.text) ?? [] }

    @Test(arguments: inputs) func `every proposed call runs as printed and finds something`(_ input: String) throws {
        try Self.withRoot { roots in
            let path = input.contains("/") ? input : "\(roots[1])/\(input)"
            let opened = ServerRun.open(1, path)
            var calls = Self.next(try ServerRun([opened], roots: roots).content(1))
            #expect(!calls.isEmpty || input == "quick.json", "\(input)")
            if calls.contains(where: { $0.hasPrefix("find_problems") }) {
                let problems = try ServerRun(
                    [opened, ServerRun.call(2, "find_problems", "\"trace\":\"t1\"")], roots: roots)
                calls += Self.next(problems.content(2))
            }
            let lines = try calls.enumerated().map { index, text in
                let (tool, arguments) = try Self.call(text)
                return ServerRun.call(index + 2, tool, arguments)
            }
            let run = try ServerRun([opened] + lines, roots: roots)
            for (index, text) in calls.enumerated() {
                let id = Int64(index + 2)
                #expect(run.code(id) == 0 && !run.isError(id), "\(text): \(run.text(id))")
                // Quick updates are no problem, which is an answer.
                if input != "quick.json" { #expect(run.content(id)?["why_empty"] == nil, "\(text): \(run.text(id))") }
            }
        }
    }

    @Test func `what is proposed fits the trace: metrics for metrics, no chains without causes`() throws {
        try Self.withRoot { roots in
            let run = try ServerRun(
                [
                    ServerRun.open(1, "SampleTraces/metrickit"), ServerRun.open(2, "\(roots[1])/lines.json"),
                    ServerRun.open(3, "SampleTraces/landmarks-before.json"),
                    ServerRun.call(4, "find_problems", "\"trace\":\"t3\""),
                    ServerRun.open(5, "SampleTraces/csv/instruments-updates.tsv"),
                    ServerRun.call(6, "find_problems", "\"trace\":\"t4\""),
                ], roots: roots)
            let metrics = Self.next(run.content(1))
            #expect(metrics.contains { $0.contains(" FROM metrics ") } && !metrics.contains { $0.contains("signpost") })
            #expect(Self.next(run.content(2)).contains { $0.contains(" FROM log_groups ") })
            #expect(Self.next(run.content(4)).contains { $0.hasPrefix("trace_causes ") })
            // A table of updates alone: its problems have no recorded causes.
            #expect(run.content(6)?["total"]?.whole ?? 0 > 0, "\(run.text(6))")
            #expect(!Self.next(run.content(6)).contains { $0.hasPrefix("trace_causes ") })
        }
    }

    @Test func `an opened trace says first what it can answer, and last what not`() throws {
        for input in ["SampleTraces/metrickit", "SampleTraces/landmarks-before.json"] {
            let run = try ServerRun([ServerRun.open(1, input)], roots: [Repository.root])
            let keys = run.content(1)?.members?.map(\.key) ?? []
            #expect(Array(keys.prefix(3)) == ["trace", "trace_id", "answers"], "\(keys)")
            let levels = run.content(1)?["answers"]?.items?.compactMap { $0["level"]?.text } ?? []
            let ranks = levels.compactMap { ["yes", "partly", "no"].firstIndex(of: $0) }
            #expect(levels.first == "yes" && ranks == ranks.sorted(), "\(input): \(levels)")
        }
        let metrics = try ServerRun([ServerRun.open(1, "SampleTraces/metrickit")], roots: [Repository.root])
        #expect(
            metrics.content(1)?["answers"]?.items?.first?["analysis"] == .text("figures of MetricKit and XCTest"))
    }

    @Test func `a text where a list is wanted is shown as a list`() throws {
        let run = try ServerRun([
            ServerRun.call(1, "open_trace", "\"inputs\":\"landmarks-before.json\""),
            ServerRun.call(2, "open_trace", "\"inputs\":\"[\\\"a.json\\\", \\\"b.json\\\"]\""),
            ServerRun.call(3, "compare_traces", "\"before\":\"t1\",\"after\":[\"t2\"]"),
            ServerRun.call(4, "open_trace", "\"inputs\":[7]"),
        ])
        #expect(
            run.text(1) == """
                error: 'inputs' must be a list of one or more strings, found 'landmarks-before.json'
                  fix: write "inputs": ["landmarks-before.json"]
                """)
        #expect(run.text(2).contains("write \"inputs\": [\"a.json\",\"b.json\"]"), "\(run.text(2))")
        #expect(run.text(3).contains("write \"before\": [\"t1\"]"))
        // Nothing to show where it is no text.
        #expect(run.isError(4) && run.text(4).contains("open_trace takes inputs"))
    }

    @Test func `a limit on a view that is not in the trace is a sentence with the nearest one`() throws {
        try withTemporaryFolder { folder in
            for (name, view) in [("typo", "LandmarkRwo"), ("fine", "LandmarkRow")] {
                try "{\"version\": 1, \"views\": {\"\(view)\": {\"red\": 99}}}".write(
                    toFile: "\(folder)/\(name).json", atomically: true, encoding: .utf8)
            }
            let run = try ServerRun(
                [
                    ServerRun.open(1, "SampleTraces/landmarks-before.json"),
                    ServerRun.call(2, "check_budget", "\"trace\":\"t1\",\"budget\":\"\(folder)/typo.json\""),
                    ServerRun.call(3, "check_budget", "\"trace\":\"t1\",\"budget\":\"\(folder)/fine.json\""),
                ], roots: [Repository.root, folder])
            let sentence = "LandmarkRwo: red is skipped: not in this trace; did you mean 'LandmarkRow'?"
            #expect(run.content(2)?["caveats"]?.items?.first == .text(sentence), "\(run.text(2))")
            #expect(run.content(2)?["status"] == .text("pass") && !run.text(3).contains("skipped"))
        }
    }

    // MARK: Parts of a trace

    @Test func `problems of a window say what is of the window and what of the whole trace`() throws {
        let path = "\(Repository.root)/SampleTraces/landmarks-before.json"
        let open = ServerRun.open(1, path)
        let run = try ServerRun(
            [
                open, ServerRun.call(2, "find_problems", "\"trace\":\"t1\",\"limit\":50"),
                ServerRun.call(3, "find_problems", "\"trace\":\"t1\",\"limit\":50,\"window\":\"0..1500\""),
                ServerRun.call(4, "find_problems", "\"trace\":\"t1\",\"limit\":50,\"window\":\"0..999999\""),
                ServerRun.call(5, "find_problems", "\"trace\":\"t1\",\"limit\":50,\"interaction\":\"3\""),
                ServerRun.call(
                    6, "query",
                    "\"trace\":\"t1\",\"sql\":\"SELECT problem_id, count(*) FROM problem_updates GROUP BY 1\""),
            ])
        for id: Int64 in 2...5 { expectConforms(run.content(id), to: "find_problems") }
        func here(_ id: Int64) -> [String: Int64] {
            var counts: [String: Int64] = [:]
            for problem in run.content(id)?["problems"]?.items ?? [] {
                counts[problem["id"]?.text ?? ""] = problem["here"]?["updates"]?.whole
            }
            return counts
        }
        #expect(run.content(2)?["scope"] == nil && here(2).isEmpty)
        let scope = run.content(3)?["scope"]?.text ?? ""
        #expect(scope.hasPrefix("from 0") && scope.contains(" to 1500"), "\(scope)")
        #expect(
            scope.hasSuffix(
                ": 'here' counts a problem's rows in this part; cost, share, why and findings cover the whole trace"))
        #expect(run.content(5)?["scope"]?.text?.contains("interaction 3") == true)
        // The window of the whole trace has every row of every problem.
        for row in run.content(6)?["rows"]?.items ?? [] {
            let (id, updates) = (row.items?[0].text ?? "", row.items?[1].whole)
            if let all = here(4)[id] { #expect(all == updates, "problem \(id)") }
            if let some = here(3)[id], let updates { #expect(some <= updates) }
        }
        #expect(here(4).values.reduce(0, +) > here(3).values.reduce(0, +) && here(3).values.contains { $0 > 0 })
    }
}
