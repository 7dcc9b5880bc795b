import Testing

@testable import TraceKit

/// The same records in another order are the same trace.
@Suite struct RowOrderTests {
    /// Everything the public views say, but for the places in the file and the numbers of stacks.
    static func dump(_ store: TraceStore) throws -> [String] {
        var lines: [String] = []
        for view in try store.rows("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name") {
            if ["import_rejects", "stack_frames"].contains(view) { continue }
            let columns = try store.rows("SELECT name FROM pragma_table_info('\(view)')")
                .filter { !["content_hash", "stack_id"].contains($0) }.map { "\"\($0)\"" }.joined(separator: ", ")
            lines += try store.rows("SELECT \(columns) FROM \(view)").map { "\(view): \($0)" }.sorted()
        }
        return lines
    }

    /// Rows in another order. Evaluations without a time keep theirs: that is what tells of their causes.
    static func shuffled(_ rows: [String], using random: inout SeededNumbers) -> [String] {
        func hasOrder(_ row: String) -> Bool { row.contains("\"view\"") && !row.contains("\"start") }
        var ordered = rows.filter(hasOrder)[...]
        return rows.shuffled(using: &random).map { hasOrder($0) ? ordered.removeFirst() : $0 }
    }

    @Test func `shuffled lanes and rows give the same tables`() throws {
        for seed in 0..<10 {
            let trace = RandomTrace(seed: seed, updates: 300)
            let straight = try Self.dump(try Traces.store(trace.json()))
            let shuffled = try Self.dump(try Traces.store(trace.json(shuffled: seed + 1000)))
            let different = zip(straight, shuffled).first { $0 != $1 }
            #expect(different?.0 == different?.1, "seed \(seed)")
            #expect(straight.count == shuffled.count, "seed \(seed)")
            guard different == nil else { return }
        }
    }

    @Test func `the dump tells traces apart`() throws {
        let (one, other) = (RandomTrace(seed: 1).json(), RandomTrace(seed: 2).json())
        #expect(try Self.dump(try Traces.store(one)) != Self.dump(try Traces.store(other)))
        #expect(try Self.dump(try Traces.store(one)) == Self.dump(try Traces.store(one)))
    }
}
