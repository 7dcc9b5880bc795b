import Testing

@testable import TraceKit

/// One trace of many.
@Suite struct ManyTracesTests {
    @Test func `tables have an index by trace where there are several`() throws {
        let document = DiffTraces.json([.init(updates: [("Row", 2, 1)])])
        func plan(_ traces: Int) throws -> String {
            let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
                for _ in 0..<traces { try Traces.write(document, into: database) }
            }
            return try store.database.rows("EXPLAIN QUERY PLAN SELECT * FROM view WHERE trace_id = 1")
                .compactMap { $0.last?.text }.joined()
        }
        #expect(try plan(1) == "SCAN view")
        #expect(try plan(2).contains("USING INDEX view_of_trace (trace_id=?)"))
    }

    @Test func `a database of one trace gets the indexes with its second`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            for number in 1...3 {
                let document = DiffTraces.json([.init(updates: [("Row", number, 1)])])
                let store = try TraceStore.write(to: .file(path)) { database throws(TraceError) in
                    try Traces.write(document, into: database)
                }
                let count = try store.database.integer(
                    "SELECT count(*) FROM sqlite_schema WHERE name LIKE '%_of_trace'")
                #expect(number == 1 ? count == 1 : (count ?? 0) > 30)
                #expect(try TraceStore.open(path).traceIDs().count == number)
            }
        }
    }

    @Test func `a report of a trace is the same beside others`() throws {
        let document = DiffTraces.json([.init(updates: [("Row", 30, 1), ("Header", 3, 20)])])
        func texts(_ traces: Int) throws -> [String] {
            let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
                for _ in 0..<traces { try Traces.write(document, into: database) }
            }
            var options = ReportBuilder.Options()
            options.hasPage = true
            let report = try ReportBuilder.build(store, traces: [1], options)
            return [TextReport.render(report, RenderOptions()), HTMLReport.render(report, RenderOptions())]
        }
        #expect(try texts(1) == texts(3))
    }
}
