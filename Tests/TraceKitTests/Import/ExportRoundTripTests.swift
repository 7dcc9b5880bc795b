import Foundation
import Testing

@testable import TraceKit

/// What `export` writes is the same trace again.
@Suite struct ExportRoundTripTests {
    /// Everything that a view says about a trace, by its content instead of the database's ids.
    private static let queries = [
        """
        SELECT source_id, view, raw_view, module, kind, phase, category, thread, instance, start_ns, duration_ns, severity,
            instruments_severity, membership, verdict, reason, driving_cause, root_cause, allocations, downstream_ms, changed,
            view_hierarchy
        FROM updates ORDER BY start_ns, source_id, duration_ns, view
        """,
        """
        SELECT source_id, kind, name, origin, start_ns, fan_out, updates, total_ms, wasted_ms FROM causes
        ORDER BY start_ns, source_id, name
        """,
        "SELECT kind, name, start_ms, end_ms, updates, linked, unnecessary, wasted_ms FROM interactions ORDER BY id",
        "SELECT chain, updates, total_ms, unnecessary FROM cause_chains ORDER BY chain",
        "SELECT start_ms, duration_ms, busy_ms, updates, label FROM update_groups ORDER BY start_ms, duration_ms",
        """
        SELECT name, subsystem, category, signpost_id, process, thread, scope, start_ns, duration_ms, message, unpaired
        FROM signposts ORDER BY id
        """,
        "SELECT start_ms, weight_ms, thread, leaf, state FROM samples ORDER BY id",
        "SELECT frame, binary, is_app, file, line, count(*) FROM stack_frames GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5",
        "SELECT start_ns, level, subsystem, category, message, process, thread FROM logs ORDER BY id",
        "SELECT start_ms, duration_ms, class, narrative, swap_id, app_ms, render_ms FROM hitches ORDER BY id",
        "SELECT start_ms, duration_ms, class, thread FROM hangs ORDER BY id",
    ]

    private static func dump(_ store: TraceStore) throws -> [String] {
        try queries.flatMap { query in try store.rows(query) }
    }

    @Test(arguments: ["landmarks-before.json", "xctrace/landmarks-before", "signposts/landmarks-before.default.log"])
    func `a sample exported in any shape and imported again gives the same tables`(_ sample: String) throws {
        let options = TracePipeline.Options()
        let loaded = try TracePipeline.load(["\(Repository.root)/SampleTraces/\(sample)"], into: .temporary, options)
        let trace = try #require(loaded.traceIDs.first)
        let before = try Self.dump(loaded.store)
        for shape in TraceExporters.all.filter({ $0.isOwnFormat }).map({ $0.name }) {
            var text = ""
            try TraceExporters.write(loaded.store, trace: trace, as: shape) { piece in
                text += piece
                return true
            }
            try withTemporaryFolder { folder in
                try text.write(toFile: "\(folder)/exported", atomically: true, encoding: .utf8)
                let again = try TracePipeline.load(["\(folder)/exported"], into: .temporary, options)
                let after = try Self.dump(again.store)
                #expect(after.count == before.count, "\(shape)")
                let first = zip(before, after).first { $0 != $1 }
                #expect(first == nil, "\(shape): \(first?.0 ?? "") became \(first?.1 ?? "")")
            }
        }
    }

    @Test func `what was recorded and is empty stays so`() throws {
        let store = try Self.store(
            """
            {"format": "tracekit", "trace": {"hangs_over_ms": 250}, "hangs": [], "hitches": [],
            "signposts": [{"name": "Load", "start_ns": 1, "duration_ns": 4}]}
            """)
        let query = "SELECT lanes, hangs_over_ms FROM traces"
        let before = try store.rows(query)
        #expect(before == ["hangs,hitches,signposts|250"])
        for shape in TraceExporters.all.filter({ $0.isOwnFormat }).map({ $0.name }) {
            var text = ""
            try TraceExporters.write(store, trace: 1, as: shape) { piece in
                text += piece
                return true
            }
            #expect(try Self.store(text).rows(query) == before, "\(shape)")
        }
        let strange = try Self.store(#"{"format": "tracekit", "trace": {"empty_lanes": "hangs,tea"}, "hitches": []}"#)
        #expect(try strange.rows("SELECT lanes FROM traces") == ["hangs,hitches"])
        #expect(
            try strange.rows("SELECT detail FROM import_counters WHERE counter = 'unknown-word'") == ["lane 'tea'"])
    }

    @Test func `lines of the log and places of functions come back`() throws {
        let text = """
            {"format": "tracekit", "logs": [
            {"start_ns": 7, "level": "fault", "subsystem": "a.b", "category": "c", "message": "x;\\n\\"y", "process": "App (1)", "thread": "0x2"},
            {"start_ns": 7, "message": ""}],
            "updates": [{"view": "Row", "start_ns": 1, "duration_ns": 5, "view_hierarchy": "Row ← List"}],
            "hitches": [{"start_ns": 1, "duration_ns": 9, "swap_id": "18446744073709551615"}],
            "signposts": [{"name": "Frame: render", "category": "hitches-renders", "signpost_id": "18446744073709551615",
            "start_ns": 1, "duration_ns": 4}],
            "samples": [{"start_ns": 1, "frames": ["f", "g"], "sources": ["/a b/Row:x.swift:42", ""], "app_frames": ["0"]},
            {"start_ns": 2, "frames": ["f", "g"], "sources": ["/a b/Row:x.swift:40"]}]}
            """
        let store = try Self.store(text)
        let before = try Self.dump(store)
        #expect(
            try store.rows("SELECT file, line, source FROM functions WHERE file IS NOT NULL") == [
                "/a b/Row:x.swift|40|Row:x.swift:40"
            ])
        #expect(try store.rows("SELECT view_hierarchy FROM updates") == ["Row ← List"])
        #expect(try store.rows("SELECT swap_id, render_ms FROM hitches") == ["18446744073709551615|4e-06"])
        #expect(try store.rows("SELECT level, message FROM logs ORDER BY id") == ["-|", "fault|x;\n\"y"])
        for shape in TraceExporters.all.filter({ $0.isOwnFormat }).map({ $0.name }) {
            try withTemporaryFolder { folder in
                try Self.export(store, shape).write(toFile: "\(folder)/exported", atomically: true, encoding: .utf8)
                let again = try TracePipeline.load(["\(folder)/exported"], into: .temporary, TracePipeline.Options())
                #expect(try Self.dump(again.store) == before, "\(shape)")
            }
        }
    }

    private static func export(_ store: TraceStore, _ shape: String) throws -> String {
        var text = ""
        try TraceExporters.write(store, trace: 1, as: shape) { piece in
            text += piece
            return true
        }
        return text
    }

    private static func store(_ text: String) throws -> TraceStore {
        try TraceStore.write(to: .temporary) { database throws(TraceError) in try Traces.write(text, into: database) }
    }

    /// Records of few names and times, many of them without an id, some of these with causes: their order is told by
    /// nothing but their content.
    private static func trace(seed: Int) -> String {
        var random = SeededNumbers(seed)
        func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
        func record(_ number: Int, _ fields: String) -> String {
            let id = Int.random(in: 0..<3, using: &random) == 0 ? "\"id\": \(number), " : ""
            let cause = pick(["", "", ", \"cause\": 1", ", \"cause\": 2", ", \"causes\": [2, 1]"])
            return "{\(id)\(fields)\(cause)}"
        }
        func start() -> String { pick(["", ", \"start_ns\": 0", ", \"start_ns\": 5"]) }
        let kinds = ["state", "observable", "notification", "other"].map { "\"kind\": \"\($0)\", " } + [""]
        let causes =
            ["{\"id\": 1, \"name\": \"tap\"}", "{\"id\": 2, \"name\": \"timer\", \"start_ns\": 5}"]
            + (0..<12).map { record(100 - $0, "\(pick(kinds))\"name\": \"\(pick(["a", "b", "c"]))\"\(start())") }
        let updates = (0..<20).map { number in
            record(
                pick(["200", "300"]) == "200" ? 200 + number : 400 - number,
                "\"view\": \"\(pick(["Row", "List", "Map"]))\", \"start_ns\": \(pick(["0", "5"])), \"duration_ns\": \(pick(["1", "2"]))"
            )
        }
        // Beside the largest of all ids none is free above it.
        let top = seed % 7 == 0 ? ["{\"id\": 18446744073709551615, \"name\": \"z\", \"start_ns\": 9}"] : []
        return "{\"format\": \"tracekit\", \"version\": 1, \"causes\": [\((causes + top).joined(separator: ",\n"))],\n"
            + "\"updates\": [\(updates.joined(separator: ",\n"))]}"
    }

    /// An export of Instruments whose nodes have names and no ids.
    private static func namedGraph(seed: Int) -> String {
        var random = SeededNumbers(seed)
        let names = [
            "@State store", "@State a", "External Environment", "Preference List", "Text Content", "Row.body",
            "Layout: Stack",
        ]
        let rows = (0..<12).map { _ in
            let ends = names.shuffled(using: &random)
            return "<row><string>\(ends[0])</string><string>\(ends[1])</string><string>Update</string></row>"
        }
        let text = Xctrace.table("swiftui-causes", "source-node destination-node label")
        return text.replacing("</node>", with: "\(rows.joined())</node>")
    }

    private static let ordered = [
        "SELECT kind, name, origin, start_ns, fan_out FROM causes ORDER BY id",
        "SELECT view, start_ns, duration_ns, kind FROM updates ORDER BY id",
        "SELECT cause, effect, label, at_ns, changed FROM effects ORDER BY id",
    ]

    @Test(arguments: ["json", "ndjson", "csv"])
    func `records without ids keep their order, and what is exported again is the same text`(_ shape: String) throws {
        for seed in 0..<60 {
            let store = try Self.store(seed % 3 == 0 ? Self.namedGraph(seed: seed) : Self.trace(seed: seed))
            let first = try Self.export(store, shape)
            let again = try Self.store(first)
            #expect(try Self.export(again, shape) == first, "seed \(seed)")
            for query in Self.ordered {
                #expect(try again.rows(query) == store.rows(query), "seed \(seed): \(query)")
            }
        }
    }

    @Test func `what CSV gives a meaning to is the same again, with combining marks behind it too`() throws {
        let names = ["\"", ",", ";", "\t", "\n", "\r\n", "\\"].flatMap {
            ["a\($0)b", "a\($0)\u{301}b \"\u{20DD}, \($0)\u{301}"]
        }
        let updates = names.map {
            "{\"view\": \(JSONText.quote($0)), \"start_ns\": 1, \"changed\": [\(JSONText.quote($0))]}"
        }
        let store = try Traces.store(Traces.updates(updates.joined(separator: ",")))
        var text = ""
        try TraceExporters.write(store, trace: 1, as: "csv") { piece in
            text += piece
            return true
        }
        #expect(text.unicodeScalars.count { $0 == "\"" } % 2 == 0)
        let records = try LogFixtures.records(text)
        #expect(Set(records.views.buffer.map { records.names.text($0.name) }) == Set(names))
        let lists = (0..<records.updates.count).map { row in
            records.lists[records.updates.changed[row]].map { records.names.text($0) }
        }
        #expect(Set(lists) == Set(names.map { [$0] }))
    }
}
