import Foundation
import Testing

@testable import TraceKit

/// Chains of two traces pair by their texts, which are only read where something differs.
@Suite struct ChainPairsTests {
    @Test func `a very long chain is written as the database writes it`() throws {
        let before = deep(70, taps: 4), after = deep(70, taps: 4, updates: 3)
        let stores = try [before, after].map { try Traces.store($0) }
        let written = try stores[0].database.rows("SELECT chain FROM cause_chains WHERE depth > 64")[0][0].text
        try withTemporaryFolder { folder in
            let loaded = try [before, after].enumerated().map { side, document in
                try document.write(toFile: "\(folder)/\(side).ndjson", atomically: true, encoding: .utf8)
                return try TracePipeline.load(["\(folder)/\(side).ndjson"], into: .temporary, TracePipeline.Options())
            }
            let figures = try loaded.map { try $0.figures(chains: false) }
            let later = try DiffBuilder.build(
                before: figures[0], after: figures[1], DiffOptions(), chains: ChainSource(loaded))
            for diff in [later, try DiffTraces.diff([before], [after])] {
                #expect(diff.tables.first { $0.id == "chains" }?.rows.first?.name == written)
            }
        }
    }

    /// Taps, each followed by so many state changes, one by the other, and by updates.
    private func deep(_ causes: Int, taps: Int, updates: Int = 1) -> String {
        var lines = ["{\"record\":\"trace\"}"]
        var id = 0
        func add(_ record: String, _ rest: String) -> Int {
            id += 1
            lines.append("{\"record\":\"\(record)\",\"id\":\(id),\(rest)}")
            return id
        }
        for tap in 1...taps {
            let start = tap * 1_000_000_000
            var last = add("interaction", "\"kind\":\"tap\",\"name\":\"Go\",\"start_ns\":\(start)")
            for cause in 1..<causes {
                last = add(
                    "cause", "\"cause\":\(last),\"kind\":\"state\",\"name\":\"c\(cause)\",\"start_ns\":\(start + cause)"
                )
            }
            for update in 0..<updates {
                _ = add(
                    "update",
                    "\"cause\":\(last),\"view\":\"Row\",\"start_ns\":\(start + 1000 + update * 1000),\"duration_ns\":500"
                )
            }
        }
        return lines.joined(separator: "\n")
    }
}
