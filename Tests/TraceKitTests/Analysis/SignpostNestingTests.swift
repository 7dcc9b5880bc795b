import Testing

@testable import TraceKit

/// How intervals overlap and lie within each other, held against the definitions of docs/analysis.md computed pair by pair.
@Suite struct SignpostNestingTests {
    private struct Span {
        var name: String
        var process: String
        var start: Int
        var duration: Int

        var end: Int { start + duration }
        var json: String {
            "{\"name\": \"\(name)\", \"process\": \"\(process)\", \"start_ns\": \(start), \"duration_ns\": \(duration)}"
        }
        var key: String { "\(name) of \(process)" }
    }

    private func results(_ spans: [Span]) throws -> (TraceRecords, AnalysisResults) {
        let records = try Traces.records(Traces.document("signposts", spans.map(\.json)))
        return (records, AnalysisPasses.run(records, AnalysisOptions()))
    }

    private func random(_ seed: Int) -> [Span] {
        var random = SeededNumbers(seed)
        return (0..<60).map { _ in
            Span(
                name: ["load", "parse", "draw"].randomElement(using: &random) ?? "",
                process: Bool.random(using: &random) ? "A" : "B",
                start: Int.random(in: 0..<40, using: &random), duration: Int.random(in: 0..<25, using: &random))
        }
    }

    @Test(arguments: 1...20) func `overlap is the time in which two or more run`(_ seed: Int) throws {
        let spans = random(seed)
        let (records, results) = try results(spans)
        for summary in results.signposts {
            let key = "\(records.names.text(summary.name) ?? "") of \(records.names.text(summary.process) ?? "")"
            let own = spans.filter { $0.key == key }
            let running = (0..<80).map { time in own.count { $0.start <= time && time < $0.end } }
            #expect(Int(summary.coveredNs) == running.count { $0 > 0 }, "\(key)")
            #expect(Int(summary.overlapNs) == running.count { $0 > 1 }, "\(key)")
            #expect(summary.mostAtOnce == max(1, running.max() ?? 0), "\(key)")
            let sorted = own.map { Int64($0.duration) }.sorted()
            #expect(summary.medianNs == Percentile.nearestRank(50, ofSorted: sorted))
            #expect(summary.p95Ns == Percentile.nearestRank(95, ofSorted: sorted))
        }
    }

    @Test(arguments: 1...20) func `an interval lies within the innermost one around it`(_ seed: Int) throws {
        // Each span once: which of two with the same times is the outer one is a matter of their order.
        var seen: Set<[Int]> = []
        let spans = random(seed).filter { seen.insert([$0.start, $0.end]).inserted }
        var expected: [String: Int] = [:]
        for span in spans {
            let around = spans.filter { other in
                other.process == span.process && other.start <= span.start && span.end <= other.end
                    && (other.start, other.end) != (span.start, span.end)
            }
            let innermost = around.max { ($0.start, -$0.end) < ($1.start, -$1.end) }
            if let innermost { expected["\(span.key) in \(innermost.key)", default: 0] += 1 }
        }
        let (records, results) = try results(spans)
        func name(_ index: Int) -> String {
            let sum = results.signposts[index]
            return "\(records.names.text(sum.name) ?? "") of \(records.names.text(sum.process) ?? "")"
        }
        var found: [String: Int] = [:]
        for nest in results.signpostNests { found["\(name(nest.inner)) in \(name(nest.outer))"] = nest.intervals }
        #expect(found == expected)
    }

    @Test func `equal intervals of one signpost lie beside each other`() throws {
        let load = Span(name: "load", process: "A", start: 5, duration: 10)
        let (_, alone) = try results([load, load, load])
        #expect(alone.signpostNests.isEmpty)
        let (_, around) = try results([Span(name: "all", process: "A", start: 0, duration: 30), load, load])
        #expect(around.signpostNests.map(\.intervals) == [2])
    }

    @Test func `many crossing intervals take no more than one sweep`() throws {
        let spans = (0..<50_000).map { Span(name: "load", process: "A", start: $0, duration: 50_000) }
        let (_, results) = try results(spans)
        #expect(results.signposts[0].mostAtOnce == 50_000)
        #expect(results.signpostNests.isEmpty)
    }
}
