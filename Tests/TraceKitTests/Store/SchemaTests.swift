import Testing
import TraceSchema

@testable import TraceKit

/// `schema.sql` as a text that people read, and as a database that they query.
@Suite struct SchemaTests {
    /// What docs promise: each view with the columns that will always be there (they may grow).
    static let views: [(view: String, columns: String)] = [
        (
            "traces",
            """
            id name source_file format app process device os build configuration refresh_hz started_at duration_ms
            profile orange_ns red_ns updates truncated imported_at
            """
        ),
        (
            "updates",
            """
            id trace_id source_id view raw_view module kind phase category thread instance start_ns start_ms
            duration_ns duration_ms severity instruments_severity group_id interaction_id membership verdict reason
            confidence driving_cause root_cause chain_id allocations
            """
        ),
        (
            "view_summary",
            """
            view module kind updates total_ms median_ms p95_ms max_ms red orange gray unterminated necessary
            unnecessary unknown wasted_ms interactions
            """
        ),
        (
            "interactions",
            """
            id trace_id source_id kind name start_ms end_ms updates linked temporal necessary unnecessary unknown
            wasted_ms red orange gray checks hitch_ms hitch_ratio
            """
        ),
        ("unnecessary_updates", "id trace_id view verdict reason confidence driving_cause root_cause"),
        ("causes", "id trace_id source_id kind name origin start_ms fan_out updates total_ms wasted_ms"),
        ("effects", "from_id to_id label at_ms changed"),
        (
            "cause_chains",
            "id trace_id root_cause chain depth updates total_ms red orange gray unnecessary wasted_ms"
        ),
        ("update_groups", "id start_ms duration_ms busy_ms updates severity accumulated label"),
        ("hitches", "start_ms duration_ms class interaction_id overlapping_views main_thread_coverage"),
        ("hangs", "start_ms duration_ms class interaction_id overlapping_views main_thread_coverage"),
        (
            "signposts",
            "name subsystem category signpost_id process thread start_ms duration_ms message unpaired"
        ),
        ("samples", "start_ms weight_ms thread leaf stack_id"),
        ("findings", "rule severity title interaction_id view evidence hint effort sql"),
        ("import_rejects", "trace_id file line column byte kind message raw"),
        ("import_counters", "trace_id counter count meaning"),
    ]

    @Test(arguments: views.map(\.view)) func `every promised view has its columns and can be read`(_ view: String)
        throws
    {
        let store = try Traces.store("{\"format\": \"tracekit\", \"updates\": []}")
        let statement = try store.database.prepare("SELECT * FROM \(view)")
        let columns = statement.columnNames
        let promised =
            Self.views.first { $0.view == view }?.columns.split { $0 == " " || $0 == "\n" }.map(String.init) ?? []
        #expect(!promised.isEmpty && promised.filter { !columns.contains($0) }.isEmpty, "\(columns)")
        #expect(Set(columns).count == columns.count)
        while try statement.step() {}
    }

    @Test func `a view of updates that is filtered has all the columns of updates`() throws {
        let store = try Traces.store("{\"format\": \"tracekit\", \"updates\": []}")
        let columns = try store.rows("SELECT name FROM pragma_table_info('updates')")
        #expect(try store.rows("SELECT name FROM pragma_table_info('unnecessary_updates')") == columns)
        let long = try store.rows("SELECT name FROM pragma_table_info('long_updates')")
        #expect(long == columns + ["hottest_frame", "hottest_frame_samples", "body_samples", "hottest_frame_source"])
    }

    @Test func `the database says whose it is and of which version`() throws {
        let store = try Traces.store("{\"format\": \"tracekit\", \"updates\": []}")
        #expect(try store.rows("PRAGMA application_id") == ["\(TraceSchema.applicationID)"])
        #expect(try store.rows("PRAGMA user_version") == ["\(TraceSchema.version)"])
        withUnsafeBytes(of: UInt32(TraceSchema.applicationID).bigEndian) {
            #expect(String(decoding: $0, as: UTF8.self) == "TrKt")
        }
    }

    /// SQLite looks after the types of all other tables.
    private static let long = ["cause", "edge", "log", "sample", "signpost", "update_group", "view_update"]

    @Test func `every short table is strict, and every table belongs to a trace, names excepted`() throws {
        let store = try Traces.store("{\"format\": \"tracekit\", \"updates\": []}")
        #expect(
            try store.rows(
                """
                SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict AND name NOT LIKE 'sqlite%'
                ORDER BY 1
                """) == Self.long)
        let withoutTrace = try store.rows(
            """
            SELECT name FROM pragma_table_list l WHERE type = 'table' AND name NOT LIKE 'sqlite%'
            AND NOT EXISTS (SELECT 1 FROM pragma_table_info(l.name) WHERE name = 'trace_id') ORDER BY name
            """)
        #expect(withoutTrace == ["trace"])
    }

    @Test func `the long tables hold whole numbers in every column but the exporter's own ids`() throws {
        let store = try Traces.store(Repository.text("Tests/Reference/everything.json"))
        for table in Self.long {
            let columns = try store.rows(
                "SELECT name FROM pragma_table_info('\(table)') WHERE name NOT IN ('source_id', 'signpost_id')")
            let wrong = columns.map { "typeof(\($0)) NOT IN ('integer', 'null')" }.joined(separator: " OR ")
            #expect(try store.rows("SELECT count(*) > 0, sum(\(wrong)) FROM \(table)") == ["1|0"], "\(table)")
        }
    }

    /// Delays are no hangs, and a lane without rows is not one that was not recorded.
    @Test func `hangs of a kind of interaction are summed where hangs were recorded`() throws {
        let tap = ("interactions", ["{\"id\": 900, \"kind\": \"tap\", \"name\": \"Buy\", \"start_ms\": 1000}"])
        let update = ("updates", [RuleTraces.update(1, "Row", at: 1_001_000, lasting: 500)])
        func sum(_ hangs: (String, [String])...) throws -> [String] {
            let json =
                hangs.isEmpty
                ? RuleTraces.document(tap, update) : RuleTraces.document(tap, update, hangs[0])
            return try Traces.store(json).rows("SELECT kind, hang_ms FROM interaction_kinds")
        }
        let (hang, delay) = (
            "{\"start_ms\": 1010, \"duration_ms\": 300}", "{\"start_ms\": 1500, \"duration_ms\": 100}"
        )
        #expect(try sum(("hangs", [hang, delay])) == ["tap|300.0"])
        #expect(try sum(("hangs", [])) == ["tap|0.0"])
        #expect(try sum() == ["tap|-"])
    }

    @Test func `whoever puts an id or a time into quotes finds the same rows`() throws {
        let store = try Traces.store(Repository.text("Tests/Reference/everything.json"))
        let columns = try store.rows(
            """
            SELECT m.name || '.' || c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
            WHERE m.type = 'view' AND (c.name LIKE '%_ns' OR c.name LIKE '%id' OR c.name IN ('fan_out', 'allocations'))
            """)
        var found = 0
        for column in columns {
            let (view, name) = (column.prefix { $0 != "." }, column.drop { $0 != "." }.dropFirst())
            let numbers = "FROM \(view) WHERE typeof(\(name)) = 'integer'"
            // The text of an expression has no type that the comparison could take over.
            let same = try store.rows("SELECT count(*) \(numbers) AND \(name) = CAST(\(name) AS TEXT) || ''")
            #expect(try store.rows("SELECT count(*) \(numbers)") == same, "\(column)")
            found += Int(same[0]) ?? 0
        }
        #expect(columns.count > 40 && found > 100)
    }

    @Test func `milliseconds are real and nanoseconds whole numbers`() throws {
        let store = try Traces.store(
            Traces.updates("{\"view\": \"Row\", \"start_ns\": 2000000, \"duration_ns\": 1000000}"))
        #expect(
            try store.rows(
                "SELECT typeof(start_ms), typeof(start_ns), typeof(duration_ms), typeof(duration_ns) FROM updates")
                == ["real|integer|real|integer"])
        #expect(try store.rows("SELECT typeof(total_ms), typeof(median_ms) FROM view_summary") == ["real|real"])
    }

    @Test func `every table, view and column has its comment`() throws {
        let lines = try Repository.text("schema.sql").split(separator: "\n", omittingEmptySubsequences: false)
        var missing: [String] = []
        // A column without a comment shares that of a column of the same name, or of the column before it.
        var explained: Set<String> = []
        var silent = 0
        var table: String?
        for (index, line) in lines.enumerated() {
            let words = line.split(separator: " ")
            if line.hasPrefix("CREATE TABLE") || line.hasPrefix("CREATE VIEW") || line.hasPrefix("CREATE INDEX") {
                if index == 0 || !lines[index - 1].hasPrefix("--") { missing.append("\(words[2])") }
                if line.hasPrefix("CREATE TABLE") { table = "\(words[2])" }
                silent = .max
            } else if let name = table, line.hasPrefix("    "), let column = words.first, !line.hasPrefix("      ") {
                if line.contains("--") {
                    explained.insert("\(column)")
                    silent = 0
                } else if !explained.contains("\(column)") {
                    if silent == .max { missing.append("\(name).\(column)") } else { silent += 1 }
                    if silent > 4 { missing.append("\(name).\(column)") }
                }
            } else if line.hasPrefix(")") {
                table = nil
            }
        }
        #expect(missing == [])
        #expect(explained.count > 40)
    }

    @Test func `the embedded text is the file at the root of the repository`() throws {
        #expect(TraceSchema.sql == (try Repository.text("schema.sql")))
    }
}
