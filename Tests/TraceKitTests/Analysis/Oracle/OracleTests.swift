import Testing

@testable import TraceKit

/// The product against a second implementation of docs/analysis.md, row by row.
@Suite struct OracleTests {
    private static func expected(_ cases: [OracleCase]) -> [String] {
        cases.flatMap { OracleTables($0.trace, $0.options).lines }.sorted()
    }

    private static func found(_ cases: [OracleCase]) throws -> [String] {
        try ProductTables.lines(try OracleCase.store(cases)).sorted()
    }

    @Test func `every row of the views is as docs/analysis.md defines it`() throws {
        let failed = try OracleCase.forAll(0..<OracleCase.count) { try Self.expected($0) == Self.found($0) }
        guard var failed else { return }
        // The smallest trace that shows it, and the rows that only one of the two has.
        failed.trace = OracleShrinker.shrink(failed.trace) { smaller in
            var candidate = failed
            candidate.trace = smaller
            return (try? Self.expected([candidate]) != Self.found([candidate])) ?? false
        }
        let changes = try Self.found([failed]).difference(from: Self.expected([failed])).map { change in
            switch change {
            case .insert(_, let line, _): "found    \(line)"
            case .remove(_, let line, _): "expected \(line)"
            }
        }
        Issue.record("\(failed.trace.json)\n\(changes.sorted().joined(separator: "\n"))")
    }

    @Test func `the random traces hold every case often`() {
        var seen: [Substring: Int] = [:]
        for seed in 0..<200 {
            let one = OracleCase(seed: seed)
            for line in OracleTables(one.trace, one.options).lines {
                let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                switch cells[0] {
                case "update": for cell in [2, 5, 6, 7, 8] { seen[cells[cell], default: 0] += 1 }
                case "group": seen["accumulated \(cells[8]), derived \(cells[9])", default: 0] += 1
                case "interaction":
                    seen[cells[1].split(separator: " ")[0], default: 0] += 1
                case "chain": seen["depth \(cells[3])", default: 0] += 1
                default: break
                }
            }
        }
        let expected: [Substring] = [
            "gray", "orange", "red", "linked", "temporal", "recurring", "launch", "unattributed", "untimed",
            "necessary",
            "unnecessary",
            "unknown", "creation", "unchanged", "changed-input", "repeated", "fan-out", "expected", "parent-only",
            "no-evidence", "proven", "likely", "possible", "accumulated 0, derived 0", "accumulated 1, derived 0",
            "accumulated 0, derived 1", "record", "gesture", "scroll", "signpost", "trace", "depth 1", "depth 2",
            "depth 3",
            "depth 4", "depth 5",
        ]
        for name in expected { #expect(seen[name] ?? 0 >= 10, "\(name)") }
    }
}
