import Testing

@testable import TraceKit

/// Updates without an end: what is known of them, and what of limits.
@Suite struct OpenUpdatesTests {
    private static func trace(_ updates: String..., length: String = "") -> String {
        "{\"format\": \"tracekit\", \"version\": 1, \(length)\"updates\": [\(updates.joined(separator: ","))]}"
    }

    private static func body(
        _ start: Int, _ duration: Int?, of view: String = "Row", kind: String = "body", more: String = ""
    ) -> String {
        let lasted = duration.map { ", \"duration_ms\": \($0)" } ?? ""
        return "{\"view\": \"\(view)\", \"kind\": \"\(kind)\", \"start_ms\": \(start)\(lasted)\(more)}"
    }

    private func severities(_ json: String) throws -> [String] {
        try Traces.store(json).rows("SELECT coalesce(severity, '-') FROM updates ORDER BY start_ns, id")
    }

    @Test func `an update without an end took at least until the end of the trace`() throws {
        #expect(try severities(Self.trace(Self.body(0, nil), Self.body(90, 4, of: "List"))) == ["red", "gray"])
        let last = Self.trace(Self.body(80, nil), Self.body(80, 10, of: "List"))
        #expect(try severities(last) == ["orange", "orange"])
        #expect(try severities(Self.trace(Self.body(0, 4), Self.body(3, nil))) == ["gray", "-"])
        let stated = "\"trace\": {\"duration_ns\": 1000000000}, "
        #expect(try severities(Self.trace(Self.body(0, 4), Self.body(3, nil), length: stated)) == ["gray", "red"])
    }

    @Test func `where ends were lost or not recorded, none is made up`() throws {
        let none = Self.trace(Self.body(0, nil, of: "A"), Self.body(50, nil, of: "B"), Self.body(99, nil, of: "C"))
        #expect(try severities(none) == ["-", "-", "-"])
        // A view does not run in itself.
        #expect(try severities(Self.trace(Self.body(0, nil), Self.body(90, 4))) == ["-", "gray"])
        let layout = Self.body(0, nil, of: "A", kind: "layout")
        #expect(try severities(Self.trace(layout, Self.body(90, 4))) == ["-", "gray"])
        // A line that tells of a body is no beginning of one.
        let line = Self.body(0, nil, of: "A", more: ", \"changed\": [\"_x\"]")
        #expect(try severities(Self.trace(line, Self.body(90, 4))) == ["-", "gray"])
    }

    @Test func `a row of one's own without a duration was not measured, and says nothing of an end`() throws {
        let rows = "timestamp_s,view,why\n0.10,Dial,_speed\n0.11,Needle,parent\n0.60,Dial,_speed\n0.61,Needle,parent\n"
        let store = try Traces.store(rows)
        #expect(try store.rows("SELECT count(*) FROM findings WHERE rule = 'unterminated'") == ["0"])
        let shown = "SELECT view, evaluated_ms, start_ms, coalesce(severity, '-') FROM updates ORDER BY id LIMIT 2"
        #expect(try store.rows(shown) == ["Dial|100.0|100.0|-", "Needle|110.0|110.0|-"])
        let counter = "SELECT detail, count FROM import_counters WHERE counter = 'unmeasured-updates'"
        #expect(try store.rows(counter) == ["|4"])
        // A last row without a measured end is no body that went on to the end.
        let mixed = "ts_ms,view,took_ms,why\n0,Dial,4,_speed\n100,Needle,,_angle\n900,Dial,4,_speed\n"
        let expected = ["gray", "-", "gray"]
        #expect(
            try Traces.store(mixed).rows("SELECT coalesce(severity, '-') FROM updates ORDER BY start_ns") == expected)
        // Where rows have ends, it has not ended.
        let ends = "begin_ms,finish_ms,viewName\n0,4,Dial\n100,,Needle\n900,904,Dial\n"
        let red = ["gray", "red", "gray"]
        #expect(try Traces.store(ends).rows("SELECT coalesce(severity, '-') FROM updates ORDER BY start_ns") == red)
    }

    @Test func `its finding and its row have the time that it took at least`() throws {
        let store = try Traces.store(Self.trace(Self.body(0, nil), Self.body(90, 10, of: "List")))
        #expect(try store.rows("SELECT duration_ns FROM long_updates ORDER BY start_ns") == ["100000000", "10000000"])
        let found = try store.rows("SELECT evidence FROM findings WHERE rule = 'long-body'")
        #expect(found.first?.contains("longest 100") == true)
        #expect(try store.rows("SELECT count(*) FROM findings WHERE rule = 'unterminated'") == ["0"])
    }

    // MARK: Budgets

    private func check(_ limits: String, _ json: String, code: Int32, _ note: String? = nil) throws {
        let result = try BudgetCheckTests.result(limits, json)
        #expect(result.exitCode == code, "\(limits)")
        if let note { #expect(result.diagnostics.first?.message.contains(note) == true, "\(result.diagnostics)") }
    }

    @Test func `a limit is open only where updates that it is about are`() throws {
        let open = Self.trace(Self.body(0, 4), Self.body(3, nil))
        try check("\"trace\": {\"red\": 0}", open, code: 2, "1 update not judged: it has no duration")
        try check("\"trace\": {\"p95_ms\": 5}", open, code: 2, "not judged")
        try check("\"views\": {\"Row\": {\"red\": 0}}", open, code: 2, "not judged")
        // However long it took, there is room for it.
        try check("\"trace\": {\"red\": 1, \"rejects\": 0}", open, code: 0)
        let other = Self.trace(Self.body(0, 4), Self.body(3, nil, kind: "layout"))
        try check("\"trace\": {\"red\": 0, \"p95_ms\": 5}", other, code: 0)
    }

    @Test func `a breach counts for more than a limit that is open`() throws {
        let json = Self.trace(Self.body(0, 40), Self.body(38, nil), length: "\"hangs\": [], ")
        try check("\"trace\": {\"red\": 0}", json, code: 3)
        try check("\"trace\": {\"red\": 1, \"p95_ms\": 20}", json, code: 3)
        try check("\"trace\": {\"red\": 1, \"hitch_ratio\": 1}", json, code: 2)
    }
}
