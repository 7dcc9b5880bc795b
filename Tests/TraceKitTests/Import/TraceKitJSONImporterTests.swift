import Testing

@testable import TraceKit

/// A document in, rows of the public views out.
@Suite struct TraceKitJSONImporterTests {
    private func check(
        _ json: String, _ sql: String, _ rows: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try Traces.store(json).rows(sql)
        #expect(found == rows, sourceLocation: sourceLocation)
    }

    @Test func `what the trace says about itself is kept as written`() throws {
        try check(
            """
            {"format": "tracekit", "trace": {"name": "favorites, before", "app": "Landmarks", "process": "Landmarks", "pid": 4242,
            "device": "iPhone 17 Pro", "os": "iOS 26.1", "build": "1.4 (812)", "configuration": "Release",
            "refresh_hz": 120, "started_at": "2026-05-04T09:30:00Z", "duration_ms": 12000.5}}
            """,
            """
            SELECT name, app, process, pid, device, os, build, configuration, refresh_hz, started_at, duration_ms
            FROM traces
            """,
            "favorites, before|Landmarks|Landmarks|4242|iPhone 17 Pro|iOS 26.1|1.4 (812)|Release|120|"
                + "2026-05-04T09:30:00Z|12000.5")
    }

    @Test func `an update has all its fields`() throws {
        try check(
            Traces.updates(
                """
                {"id": 3, "view": "Row", "module": "App", "kind": "layout", "phase": "creation", "instance": "row-17",
                "allocations": 42, "severity": "High", "category": "Layout", "downstream_us": 7.5,
                "start_ns": 1000500000, "duration_ns": 9200000, "thread": "worker", "changed": ["a", "@self"]}
                """),
            """
            SELECT source_id, view, module, kind, phase, instance, allocations, instruments_severity, category,
                downstream_ms, start_ns, duration_ns, thread, changed, severity FROM updates
            """,
            "3|Row|App|layout|creation|row-17|42|High|Layout|0.0075|1000500000|9200000|worker|a;@self|orange")
    }

    @Test func `an update that says little is a body update of the main thread`() throws {
        try check(
            Traces.updates("{\"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 1}"),
            "SELECT source_id, view, module, kind, phase, instance, thread, changed, severity FROM updates",
            "-|Row|-|body|update|-|main|-|gray")
    }

    @Test func `an interaction, a cause and an edge`() throws {
        let json = """
            {"format": "tracekit", "interactions": [{"id": 1, "kind": "tap", "name": "Favorite", "start_ns": 10, "duration_ns": 80}],
            "causes": [{"id": 2, "kind": "observable", "name": "Model.favorites", "origin": "app", "start_ns": 20}],
            "edges": [{"from": 1, "to": 2, "label": "update", "at_ns": 15, "changed": ["favorites"]}]}
            """
        try check(
            json, "SELECT source_id, kind, name, start_ns FROM interactions WHERE kind = 'tap'", "1|tap|Favorite|10")
        try check(
            json, "SELECT kind, name, origin, start_ns FROM causes WHERE source_id = '2'",
            "observable|Model.favorites|app|20")
        try check(
            json,
            """
            SELECT f.name, t.name, label, at_ns, changed FROM effects JOIN node_names f ON f.id = from_id
            JOIN node_names t ON t.id = to_id
            """, "Tap \"Favorite\"|Model.favorites|update|15|favorites")
    }

    @Test func `a group holds the updates that carry its id`() throws {
        try check(
            """
            {"format": "tracekit", "updates": [{"view": "Row", "group": 9, "start_ns": 5, "duration_ns": 1}],
            "groups": [{"id": 9, "start_ns": 4, "duration_ns": 31, "thread": "main", "label": "Transaction"}]}
            """,
            """
            SELECT g.source_id, g.start_ns, g.duration_ms, g.thread, g.label, u.view FROM update_groups g
            JOIN updates u ON u.group_id = g.id
            """, "9|4|3.1e-05|main|Transaction|Row")
    }

    @Test func `signposts, hitches, hangs and samples`() throws {
        let json = """
            {"format": "tracekit", "signposts": [{"name": "LoadFeed", "subsystem": "com.example", "category": "PointsOfInterest",
            "signpost_id": 17216892719917625070, "process": "App", "thread": "main", "scope": "process",
            "start_ns": 9, "duration_ns": 5000000, "message": "page 1"}, {"name": "Event", "start_ns": 10}],
            "hitches": [{"start_ns": 8, "duration_ns": 16666666, "system": true, "narrative": "late"}],
            "hangs": [{"start_ns": 7, "duration_ms": 300}, {"start_ns": 6, "duration_ns": 1, "kind": "Odd"}],
            "samples": [{"start_ns": 2, "weight_ns": 1000000, "thread": "main", "frames": ["leaf", "caller", "main"]}]}
            """
        try check(
            json,
            "SELECT name, subsystem, category, signpost_id, process, thread, scope, duration_ms, message FROM signposts",
            "LoadFeed|com.example|PointsOfInterest|17216892719917625070|App|main|process|5.0|page 1",
            "Event|-|-|-|-|-|-|-|-")
        try check(json, "SELECT class, start_ns, duration_ms, narrative FROM hitches", "system|8|16.666666|late")
        try check(json, "SELECT class, start_ns, thread FROM hangs", "Odd|6|main", "Microhang|7|main")
        try check(json, "SELECT start_ns, weight_ms, thread, leaf FROM samples", "2|1.0|main|leaf")
        try check(
            json,
            """
            WITH RECURSIVE stack(id, frame) AS (SELECT stack_id, leaf FROM samples UNION ALL SELECT f.caller_id, NULL
            FROM stack_frame f JOIN stack ON f.id = stack.id WHERE f.caller_id IS NOT NULL)
            SELECT n.text FROM stack JOIN stack_frame f USING (id) JOIN name n ON n.id = f.frame_id
            """, "leaf", "caller", "main")
    }

    @Test func `keys stand in any order, at the top and in a record`() throws {
        try check(
            """
            {"format": "tracekit", "updates": [{"duration_ns": 1, "start_ns": 5, "cause": 7, "view": "Row", "id": 8}],
            "causes": [{"name": "Model.x", "id": 7}], "version": 1, "format": "tracekit"}
            """,
            "SELECT c.name, u.view FROM effects JOIN causes c ON c.id = from_id JOIN updates u ON u.id = to_id",
            "Model.x|Row")
    }

    @Test func `unknown keys are left out and counted by name`() throws {
        try check(
            """
            {"format": "tracekit", "colour": {"deep": [1, {"x": null}]}, "updates": [
            {"view": "Row", "start_ns": 5, "duration_ns": 1, "mood": [true]},
            {"view": "Row", "start_ns": 6, "duration_ns": 1, "mood": "bad", "narrative": "of a hitch"}]}
            """,
            "SELECT detail, count FROM import_counters WHERE counter = 'unknown-key' ORDER BY detail",
            "document.colour|1", "update.mood|2", "update.narrative|1")
    }

    @Test func `words that are none of ours are kept, counted and taken as other`() throws {
        let json = """
            {"format": "tracekit", "updates": [{"view": "Row", "kind": "shader", "start_ns": 5, "duration_ns": 1},
            {"view": "Row", "kind": "main", "start_ns": 6, "duration_ns": 1},
            {"view": "Row", "phase": "body", "start_ns": 7, "duration_ns": 1}],
            "causes": [{"name": "x", "kind": "magic", "origin": "moon"}],
            "interactions": [{"kind": "shake", "start_ns": 1}]}
            """
        try check(
            json, "SELECT kind, phase FROM updates ORDER BY start_ns", "shader|update", "main|update", "body|update")
        try check(json, "SELECT DISTINCT kind FROM view_summary ORDER BY 1", "body", "other")
        try check(
            json, "SELECT detail FROM import_counters WHERE counter = 'unknown-word' ORDER BY detail",
            "cause kind 'magic'", "interaction kind 'shake'", "origin 'moon'", "phase 'body'", "update kind 'main'",
            "update kind 'shader'")
    }

    @Test func `sentinels mean no end`() throws {
        try check(
            Traces.updates(
                "{\"view\": \"A\", \"start_ns\": 1}",
                "{\"view\": \"B\", \"start_ns\": 2, \"duration_ns\": null}",
                "{\"view\": \"C\", \"start_ns\": 3, \"duration_ns\": 6148782250705247539}",
                "{\"view\": \"D\", \"start_ns\": 4, \"duration_ns\": 18446744073709551615}",
                "{\"view\": \"E\", \"start_ns\": 5, \"duration_ns\": 4611686018427387904}",
                "{\"view\": \"F\", \"start_ns\": 6, \"duration_ns\": 4611686018427387903}"),
            "SELECT view, duration_ns, severity FROM updates ORDER BY view",
            // Without an end they went on to the end of the trace, far past a deadline.
            "A|-|red", "B|-|red", "C|-|red", "D|-|red", "E|-|red", "F|4611686018427387903|red")
    }

    @Test func `an update without a start is console evidence only with a list of what changed`() throws {
        let json = Traces.updates(
            "{\"view\": \"Row\", \"changed\": []}", "{\"view\": \"Row\"}",
            "{\"view\": \"Row\", \"changed\": [\"@self\"], \"start_ns\": 1}")
        try check(json, "SELECT changed, start_ns FROM updates ORDER BY start_ns", "|-", "@self|1")
        try check(json, "SELECT updates, untimed, unterminated FROM view_summary", "1|1|1")
        try check(json, "SELECT kind, message FROM import_rejects", "missing-field|the start is missing")
    }

    @Test func `a shorthand cause and an explicit edge between the same two are one edge`() throws {
        try check(
            """
            {"format": "tracekit", "causes": [{"id": 1, "name": "a"}, {"id": 2, "name": "b", "causes": [1, 1, "1"]}],
            "updates": [{"id": 3, "view": "Row", "start_ns": 5, "duration_ns": 1, "cause": 2, "causes": [1]}],
            "edges": [{"from": 2, "to": 3, "at_ns": 4, "label": "creation"}]}
            """,
            """
            SELECT f.name, t.name, label, at_ns FROM effects JOIN node_names f ON f.id = from_id
            JOIN node_names t ON t.id = to_id ORDER BY f.name, t.name
            """,
            "a|Row.body|update|-", "a|b|update|-", "b|Row.body|creation|4")
    }

    @Test func `ids are numbers up to 2^64 - 1, also as text, and zero is one of them`() throws {
        try check(
            """
            {"format": "tracekit", "causes": [{"id": 0, "name": "zero"}, {"id": "18446744073709551615", "name": "last"}],
            "updates": [{"id": 9223372036854775808, "causes": [18446744073709551615, "0"], "view": "Row",
            "start_ns": 5, "duration_ns": 1}]}
            """,
            """
            SELECT c.source_id, c.name, u.source_id FROM effects JOIN causes c ON c.id = from_id
            JOIN updates u ON u.id = to_id ORDER BY c.name
            """,
            "18446744073709551615|last|9223372036854775808", "0|zero|9223372036854775808")
    }

    @Test func `the document is recognised by what it holds, not by its name`() {
        func isOurs(_ text: String) -> Bool { withSlice(text) { TraceKitJSONImporter.recognizes($0) } }
        #expect(
            isOurs("{\"format\": \"tracekit\"}") && isOurs("\u{FEFF} \n{\n\"updates\": [], \"format\" : \"tracekit\"}"))
        // Others have versions and updates too.
        #expect(!isOurs("{\"version\": 1}") && !isOurs("{\"hitches\": []}") && !isOurs("{}"))
        #expect(!isOurs("[]") && !isOurs("{\"traceEvents\": []}") && !isOurs("") && !isOurs("updates"))
        #expect(!isOurs("{\"format\": \"other\"}") && !isOurs("{\"a\": {\"format\": \"tracekit\"}}"))
    }
}
