import Testing

@testable import TraceKit

/// Records in, rows out: what the writer must not lose.
@Suite struct TraceWriterTests {
    private func check(
        _ json: String, _ sql: String, _ rows: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try Traces.store(json).rows(sql)
        #expect(found == rows, sourceLocation: sourceLocation)
    }

    @Test func `64-bit ids stay exact: integers where they fit, else text`() throws {
        let ids: [UInt64] = [0, 1, 1 << 53 + 1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max]
        let signposts = ids.enumerated().map {
            "{\"name\": \"s\", \"start_ns\": \($0), \"signpost_id\": \($1)}"
        }
        let store = try Traces.store(Traces.document("signposts", signposts))
        #expect(try store.rows("SELECT signpost_id FROM signposts ORDER BY start_ns") == ids.map { "\($0)" })
        #expect(
            try store.rows("SELECT typeof(signpost_id) FROM signpost ORDER BY start_ns")
                == ["integer", "integer", "integer", "integer", "text", "text"])
        #expect(try store.rows("SELECT DISTINCT typeof(signpost_id) FROM signposts") == ["text"])
    }

    @Test func `names keep every byte, zero bytes too`() throws {
        try check(
            Traces.updates("{\"view\": \"a\\u0000b\", \"start_ns\": 1, \"instance\": \"\"}"),
            "SELECT hex(view), typeof(instance), length(instance) FROM updates", "610062|text|0")
    }

    @Test func `absent is NULL and never zero`() throws {
        try check(
            Traces.updates("{\"view\": \"Row\", \"start_ns\": 0}"),
            "SELECT start_ns, duration_ns, allocations, downstream_ms, severity, changed FROM updates",
            "0|-|-|-|-|-")
        try check(
            Traces.updates(
                "{\"view\": \"Row\", \"start_ns\": 0, \"duration_ns\": 0, \"allocations\": 0, \"downstream_ns\": 0}"),
            "SELECT duration_ns, allocations, downstream_ms, severity FROM updates", "0|0|0.0|gray")
    }

    @Test func `the duration of the trace is stated, or the last end of any record`() throws {
        let updates =
            "\"format\": \"tracekit\", \"updates\": [{\"view\": \"Row\", \"start_ns\": 100, \"duration_ns\": 30}]"
        try check("{\(updates)}", "SELECT duration_ns, is_duration_stated FROM trace", "130|0")
        try check(
            "{\(updates), \"hangs\": [{\"start_ns\": 100, \"duration_ns\": 31}]}",
            "SELECT duration_ns, is_duration_stated FROM trace", "131|0")
        try check(
            "{\(updates), \"trace\": {\"duration_ns\": 5}}", "SELECT duration_ns, is_duration_stated FROM trace", "5|1")
        try check(
            "{\"format\": \"tracekit\", \"updates\": []}", "SELECT duration_ns, is_duration_stated FROM trace", "-|0")
    }

    @Test func `the deadlines are stored with the trace`() throws {
        let json = Traces.updates("{\"view\": \"Row\", \"start_ns\": 1, \"duration_ns\": 600000}")
        let store = try Traces.store(json, deadlines: .instruments)
        #expect(try store.rows("SELECT profile, orange_ns, red_ns FROM traces") == ["instruments|500000|1000000"])
        #expect(try store.rows("SELECT severity FROM updates") == ["orange"])
    }

    @Test func `rejects and counters are queryable`() throws {
        let json = Traces.updates("{\"view\": \"Row\", \"start_ns\": 1}", "{\"view\": \"Row\", \"start_ns\": -1}")
        try check(
            json, "SELECT file, line, \"column\", byte, kind, message, raw FROM import_rejects",
            "trace.json|2|29|109|negative|the start is before the trace begins (-1 ns)|{\"view\": \"Row\", \"start_ns\": -1}"
        )
        try check(
            json, "SELECT counter, count FROM import_counters WHERE detail = '' ORDER BY id", "rows-seen|2",
            "rows-imported|1",
            "rows-rejected|1", "unterminated-updates|1")
        try check(json, "SELECT count(*) FROM import_counters WHERE length(meaning) < 10", "0")
    }

    @Test func `a target's first edge with nothing but its ends stands with it, any other in a row of its own`() throws
    {
        let json = """
            {"format": "tracekit", "interactions": [{"id": 1, "kind": "tap", "start_ns": 0}],
             "causes": [{"id": 2, "name": "a", "cause": 1}, {"id": 3, "name": "b"}],
             "updates": [{"id": 4, "view": "Plain", "cause": 2, "start_ns": 10, "duration_ns": 1},
                         {"id": 5, "view": "Two", "causes": [2, 3], "start_ns": 20, "duration_ns": 1},
                         {"id": 6, "view": "Timed", "start_ns": 30, "duration_ns": 1},
                         {"id": 7, "view": "Worded", "start_ns": 40, "duration_ns": 1},
                         {"id": 8, "view": "Changed", "start_ns": 50, "duration_ns": 1}],
             "edges": [{"from": 3, "to": 6, "at_ns": 25}, {"from": 3, "to": 7, "label": "creation"},
                       {"from": 3, "to": 8, "changed": ["x"]}]}
            """
        try check(
            json, "SELECT cause, effect, label, at_ns, changed, id < 0 FROM effects ORDER BY to_id, from_id",
            "Tap|a|update|-|-|1", "a|Plain.body|update|-|-|1", "a|Two.body|update|-|-|1",
            "b|Two.body|update|-|-|0", "b|Timed.body|update|25|-|0", "b|Worded.body|creation|-|-|0",
            "b|Changed.body|update|-|x|0")
        try check(json, "SELECT count(*) FROM edge", "4")
    }

    // MARK: Columns by name

    /// Inserts one row of these columns into `name` (id, trace_id, text), and says what that came to.
    private func insert(_ columns: KeyValuePairs<String, InsertColumn>) throws -> String {
        let database = try TraceStore.write(to: .temporary) { _ in }.database
        let names = try StoredNames(NameTable(), of: 1, database)
        do throws(TraceError) {
            try database.insert(into: "name", count: 1, columns, names: names)
        } catch {
            return error.diagnostic.message
        }
        return try database.rows("SELECT id, text FROM name").map { $0.map(\.plain).joined(separator: "|") }.joined()
    }

    @Test func `every column of a table is given once, in any order`() throws {
        #expect(try insert(["id": .ids(from: 1), "trace_id": .constant(1), "text": .text("a")]) == "1|a")
        #expect(try insert(["text": .text("a"), "id": .integers { $0 + 3 }, "trace_id": .constant(1)]) == "3|a")
        let message = "'name' has the columns id, trace_id, text, not"
        #expect(try insert(["id": .ids(from: 1)]) == "\(message) id")
        #expect(try insert(["id": .ids(from: 1), "text": .text("a"), "txt": .absent]) == "\(message) id, text, txt")
        #expect(
            try insert(["id": .ids(from: 1), "text": .text("a"), "text": .text("b")]) == "\(message) id, text, text")
    }

    @Test func `ids beyond what SQLite has as numbers are texts, and what is unknown is NULL`() throws {
        let database = try TraceStore.write(to: .temporary) { _ in }.database
        let names = try StoredNames(NameTable(), of: 1, database)
        let ids: [UInt64?] = [nil, 7, UInt64(Int64.max) + 1]
        let times = [UpdateColumns.untimed, 0, 1]
        try database.insert(
            into: "update_group", count: ids.count,
            [
                "id": .ids(from: 10), "trace_id": .constant(1), "source_id": .sourceIDs { ids[$0] },
                "start_ns": .times { times[$0] }, "label_id": .absent, "thread_id": .absent,
                "duration_ns": .constant(nil), "busy_ns": .constant(5), "updates": .counts { Int64($0) - 1 },
                "severity": .absent, "accumulated": .absent, "derived": .absent, "is_record": .absent,
                "process_id": .absent,
            ], names: names)
        let rows = try database.rows(
            "SELECT id, source_id, typeof(source_id), start_ns, duration_ns, busy_ns, updates FROM update_group ORDER BY id"
        ).map { $0.map(\.plain).joined(separator: "|") }
        #expect(rows == ["10|-|null|-|-|5|-", "11|7|integer|0|-|5|0", "12|9223372036854775808|text|1|-|5|1"])
    }

    @Test func `ten thousand rows of each lane arrive`() throws {
        let count = 10_000
        func lane(_ name: String, _ record: (Int) -> String) -> String {
            "\"\(name)\": [\((1...count).map(record).joined(separator: ","))]"
        }
        let store = try Traces.store(
            "{\"format\": \"tracekit\", "
                + [
                    lane("updates") {
                        "{\"id\": \($0), \"view\": \"V\($0 % 100)\", \"start_ns\": \($0), \"duration_ns\": 1}"
                    },
                    lane("causes") { "{\"id\": \($0 + count), \"name\": \"c\($0)\"}" },
                    lane("edges") { "{\"from\": \($0 + count), \"to\": \($0)}" },
                    lane("signposts") { "{\"name\": \"s\", \"start_ns\": \($0)}" },
                    lane("samples") { "{\"start_ns\": \($0), \"frames\": [\"f\($0)\", \"main\"]}" },
                ].joined(separator: ",") + "}")
        #expect(try store.rows("SELECT count(*) FROM effects") == ["\(count)"])
        for table in ["view_update", "cause", "signpost", "sample"] {
            #expect(try store.rows("SELECT count(*), max(id) - min(id) + 1 FROM \(table)") == ["\(count)|\(count)"])
        }
        #expect(try store.rows("SELECT count(*) FROM stack_frame") == ["\(count + 1)"])
        #expect(try store.rows("SELECT count(*) FROM view") == ["100"])
    }

    @Test(arguments: [[], ["c"], ["b"], ["a", "c"], ["a"]])
    func `frames are written that some sample holds, and no others`(unused: [String]) {
        let records = TraceRecords()
        var nodes: [String: UInt32] = [:]
        for stack in ["main a", "main b", "main b c", "d"] {
            var node: UInt32 = 0
            for function in stack.split(separator: " ") {
                node = records.stacks.child(of: node, StackTable.Frame(name: records.names.intern(String(function))))
                nodes[String(function)] = node
            }
        }
        let leaves = ["a", "b", "c", "d"].filter { !unused.contains($0) }
        for leaf in leaves { records.samples.append(SampleRecord(start: 1, stack: nodes[leaf] ?? 0)) }
        let frames = UsedFrames(records)
        let names = (0..<frames.count).map { records.names.text(records.stacks.nodes[frames.node($0)].frame) ?? "" }
        // A caller stands before what it calls, and stays where that is used.
        let gone = unused == ["b"] ? [] : unused
        #expect(names == ["main", "a", "b", "c", "d"].filter { !gone.contains($0) })
        #expect((0..<frames.count).map { frames.place(frames.node($0)) } == (0..<frames.count).map(Int64.init))
        #expect(frames.place(0) < 0)
        for name in gone { #expect(frames.place(Int(nodes[name] ?? 0)) < 0) }
    }
}
