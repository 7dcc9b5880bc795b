import Testing

@testable import TraceKit

/// Whoever reads one trace of many looks at its own rows alone.
@Suite struct NarrowedTests {
    private func stored(_ traces: Int) throws -> StoredTrace {
        let document = DiffTraces.json([.init(updates: [("Row", 2, 1), ("Header", 1, 20)])])
        let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            for _ in 0..<traces { try Traces.write(document, into: database) }
        }
        return store.stored(2)
    }

    /// Updates of the second trace have the ids 5 to 7, its views 3 and 4, and it has no hangs.
    @Test(arguments: [
        ("SELECT * FROM view WHERE trace_id = 2 ORDER BY 1", "trace_id = 2 AND id BETWEEN 3 AND 4 ORDER"),
        ("FROM \"view\" WHERE trace_id = ?", "FROM \"view\" WHERE trace_id = ? AND id BETWEEN 3 AND 4"),
        ("FROM view_summary v WHERE v.trace_id = ?1", "v.trace_id = ?1 AND v.view_id BETWEEN 3 AND 4"),
        ("FROM updates\nWHERE trace_id=2", "WHERE trace_id=2"),
        ("FROM view_update u JOIN view w ON 1 WHERE u.trace_id = 2", "u.trace_id = 2 AND u.id BETWEEN"),
        ("FROM hangs WHERE trace_id = 2 AND 1", "trace_id = 2 AND 0 AND 1"),
        ("(SELECT 1 FROM view w WHERE w.trace_id = ?) OR w.trace_id = ?", "trace_id = ? AND w.id BETWEEN 3 AND 4) OR"),
    ])
    func `statements get the range of ids`(sql: String, part: String) throws {
        #expect(try stored(3).narrowed(sql).contains(part))
        // One trace alone has no others' rows to leave out.
        #expect(try stored(1).narrowed(sql) == sql)
        #expect(try stored(2).database.integer("SELECT count(*) FROM trace") == 2)
    }

    /// Another trace's rows; columns of other tables; an alias that means two tables; what stands in quotation marks.
    @Test(arguments: [
        "FROM view WHERE trace_id = 3", "FROM view JOIN name ON 1 WHERE trace_id = 2", "FROM traces WHERE trace_id = 2",
        "FROM view p JOIN hang q ON 1, (SELECT 1 FROM process p) WHERE p.trace_id = 2",
        "SELECT 'FROM view WHERE trace_id = 2'",
        "FROM problem_updates WHERE trace_id = 2", "FROM view WHERE trace_id = :trace", "trace_id = 2", "",
    ])
    func `what is not understood stays as it is`(sql: String) throws {
        #expect(try stored(3).narrowed(sql) == sql)
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
