import Foundation
import Testing

@testable import TraceKit

/// A random trace with random options, by its seed.
struct OracleCase {
    let seed: Int
    var trace: OracleTrace
    let options: AnalysisOptions

    init(seed: Int) {
        self.seed = seed
        (trace, options) = OracleTraceGenerator.make(seed: seed)
    }

    /// `TRACEKIT_ORACLE_SEEDS=20000` looks further than every run can.
    static let count = ProcessInfo.processInfo.environment["TRACEKIT_ORACLE_SEEDS"].flatMap { Int($0) } ?? 300

    /// Asks the same of all cases, many in one database, and names the first seed of which it is not so.
    static func forAll(
        _ seeds: Range<Int>, sourceLocation: SourceLocation = #_sourceLocation,
        _ holds: ([OracleCase]) throws -> Bool
    ) throws -> OracleCase? {
        for first in stride(from: seeds.lowerBound, to: seeds.upperBound, by: 25) {
            let cases = (first..<min(first + 25, seeds.upperBound)).map { OracleCase(seed: $0) }
            if try holds(cases) { continue }
            // What only happens with others in the same database is the first one's.
            let found = try cases.first { try !holds([$0]) } ?? cases[0]
            Issue.record("seed \(found.seed): \(found.options)", sourceLocation: sourceLocation)
            return found
        }
        return nil
    }

    /// A temporary database that holds the cases' traces, analysed; `json` says how they are written.
    static func store(_ cases: [OracleCase], json: (OracleCase) -> String = { $0.trace.json }) throws -> TraceStore {
        let records = try cases.map { try Traces.records(json($0)) }
        return try TraceStore.write(to: .temporary) { database throws(TraceError) in
            for (records, one) in zip(records, cases) {
                let results = AnalysisPasses.run(records, one.options)
                _ = try TraceWriter.write(records, results, importedAt: nil, into: database)
            }
        }
    }
}
