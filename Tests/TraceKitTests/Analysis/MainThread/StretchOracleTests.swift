import Testing

@testable import TraceKit

/// Stretches, their subjects and sampled bodies against the definitions, on random traces.
@Suite struct StretchOracleTests {
    private func results(_ oracle: StretchOracle) throws -> (records: TraceRecords, results: AnalysisResults) {
        let records = try Traces.records(oracle.json)
        return (records, AnalysisPasses.run(records, AnalysisOptions()))
    }

    @Test(arguments: 0..<60) func `every millisecond is late in the first kind that has it`(seed: Int) throws {
        let oracle = StretchOracle.random(seed: seed)
        let (_, results) = try results(oracle)
        let found = results.stretches.map { stretch in
            "\(stretch.kind.shownWord ?? "") \(stretch.start) \(stretch.duration) late \(stretch.lateNs)"
        }
        #expect(found.sorted() == oracle.stretches())
    }

    @Test(arguments: 0..<60) func `bodies are ranked by the running samples in them`(seed: Int) throws {
        let oracle = StretchOracle.random(seed: seed)
        let found = try results(oracle).results.sampledBodies.map { "\($0.view) \($0.samples)" }
        #expect(found == oracle.sampledBodies())
    }

    @Test(arguments: 0..<60) func `the subject is the first that has half of the running samples`(seed: Int) throws {
        let oracle = StretchOracle.random(seed: seed)
        let (records, results) = try results(oracle)
        let reader = StackReader(records, CostlyCalls(records.names))
        var thread = try #require(MainThread.byOwner(records, results, reader)[.none])
        for start in stride(from: Int64(0), to: 4_000_000_000, by: 250_000_000) {
            let span = start..<start + 250_000_000
            let counted = thread.tally(in: span)
            let tally = try #require(counted)
            let share = SubjectFinder(tally.stacks, reader, records).share()
            let found = share.flatMap { share -> String? in
                switch share.subject.kind {
                case .body: "body \(share.subject.view ?? "") \(share.samples) of \(share.total)"
                case .functionInBody, .function: "function \(share.subject.name) \(share.samples) of \(share.total)"
                default: nil
                }
            }
            // Where no innermost function has half, an outer one may: the oracle says nothing of it.
            let expected = oracle.subject(span)
            if expected != nil || share?.subject.kind != .function { #expect(found == expected, "\(span)") }
        }
    }
}
