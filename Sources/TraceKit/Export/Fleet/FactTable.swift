/// A fact table for a fleet: its columns, and the public view that they are read from.
///
/// To add a fact, add an entry to `all`; one with as many rows as the trace also needs a `Source`.
struct FactTable: Sendable {
    struct Column: Equatable, Sendable {
        let parquet: ParquetColumn
        /// Its SQL expression.
        let sql: String
        var numbering: Numbering?
    }

    /// The kind of database id in a column. Facts number from 1 in every trace.
    enum Numbering: Equatable, Sendable {
        /// Nodes of the cause graph.
        case nodes
        case rows(of: String)
        /// Edges; negative for those stored with their target.
        case edges

        /// The offsets to subtract from positive ids and to add to negative ones.
        func bases(_ trace: StoredTrace) throws(TraceError) -> (above: Int64, below: Int64) {
            switch self {
            case .nodes: (try Self.before(trace.nodes()), 0)
            case .rows(let table): (try Self.before(trace.rows(of: table)), 0)
            case .edges: (try Self.before(trace.rows(of: "edge")), try Self.before(trace.nodes()))
            }
        }

        private static func before(_ rows: ClosedRange<Int64>?) -> Int64 { (rows?.lowerBound ?? 1) - 1 }
    }

    /// The meaning of a key.
    enum Texts: Sendable {
        /// All values that the view has for the key.
        case view
        /// The text of a name.
        case names
        /// A name; zero is an update.
        case labels
        /// The text of a list of properties.
        case lists
        /// The root of a cause chain.
        case roots
        /// The name of a node other than an update, or of any node.
        case causes, nodes
    }

    /// The tables below the view of a long fact.
    struct Source: Sendable {
        /// A value read per row: a column of the fact, or a key of several.
        struct Read: Sendable {
            /// The columns of the fact.
            let names: [String]
            /// How the key is looked up; nil for a plain value.
            let texts: Texts?
            /// The SQL expression in each table.
            let sql: [String]
        }

        let tables: [(name: String, condition: String?)]
        let reads: [Read]
        /// The sort columns, one or two, by their names in the fact.
        let order: [String]

        /// The columns of the statement for a table; several values may share one, and none is always NULL.
        func columns(of table: Int) -> [String] {
            var columns: [String] = []
            for read in reads where read.sql[table] != "NULL" && !columns.contains(read.sql[table]) {
                columns.append(read.sql[table])
            }
            return columns
        }
    }

    let name: String
    let columns: [Column]
    /// Selects the rows of the trace bound as the only parameter, in a fixed order.
    let sql: String
    /// Reads the same rows if they are too many for `sql`.
    let source: Source?

    init(_ name: String, order: String, _ columns: [[Column]], from source: Source? = nil) {
        self.name = name
        self.source = source
        self.columns = columns.flatMap { $0 }
        let list = self.columns.map { "\($0.sql) AS \"\($0.parquet.name)\"" }.joined(separator: ", ")
        let trace = name == "traces" ? "id" : "trace_id"
        sql = "SELECT \(list) FROM \(name) WHERE \(trace) = ? ORDER BY \(order)"
    }

    /// Columns of every fact with one value per trace, for grouping. None is called `app` or `day`, which are part of
    /// the path.
    static let constants = ["trace_key", "app_name", "app_version", "app_build", "device", "os"].map {
        ParquetColumn($0, .text)
    }

    private static func of(_ kind: ParquetColumn.Kind, _ names: String) -> [Column] {
        names.split(separator: " ").map { Column(parquet: ParquetColumn(String($0), kind), sql: "\"\($0)\"") }
    }

    private static func texts(_ names: String) -> [Column] { of(.text, names) }

    private static func whole(_ names: String) -> [Column] { of(.integer, names) }

    private static func ids(_ names: String, _ numbering: Numbering) -> [Column] {
        whole(names).map { Column(parquet: $0.parquet, sql: $0.sql, numbering: numbering) }
    }

    private static func flags(_ names: String) -> [Column] { of(.bool, names) }

    private static func reals(_ names: String) -> [Column] { of(.real, names) }

    /// Views have milliseconds, facts have whole nanoseconds.
    private static func nanoseconds(_ names: String) -> [Column] {
        names.split(separator: " ").map {
            Column(parquet: ParquetColumn("\($0)_ns", .integer), sql: "CAST(round(\($0)_ms * 1e6) AS INTEGER)")
        }
    }

    /// A date as SQLite parses it, to the millisecond; null if it is none.
    private static let startedAt = Column(
        parquet: ParquetColumn("started_at", .time),
        sql: """
            CAST(strftime('%s', started_at) AS INTEGER) * 1000000 \
            + CAST(substr(strftime('%f', started_at), 4) AS INTEGER) * 1000
            """)

    /// Only if it differs from the name of the view: it is long and in every row.
    private static let rawView = [
        Column(parquet: ParquetColumn("raw_view", .text), sql: "nullif(raw_view, view)")
    ]

    /// `traces` is written last: its presence says that the other facts of the trace are complete. Values that differ
    /// between imports of the same bytes, such as the time of import, are left out.
    static let all = [
        FactTable(
            "updates", order: "id",
            [
                ids("id", .nodes), texts("source_id view"), rawView,
                texts("module kind phase category thread instance"),
                whole("start_ns duration_ns"), texts("severity instruments_severity"),
                ids("group_id", .rows(of: "update_group")), ids("interaction_id", .nodes),
                texts("membership verdict reason confidence driving_cause root_cause"),
                ids("chain_id", .rows(of: "cause_chain")),
                whole("allocations"), nanoseconds("downstream"), texts("changed process"), flags("is_target"),
            ], from: .updates),
        FactTable(
            "interactions", order: "id",
            [
                ids("id", .nodes), texts("source_id kind name"), whole("start_ns"), nanoseconds("end duration"),
                whole("updates linked temporal necessary unnecessary unknown"), nanoseconds("wasted"),
                whole("red orange gray unterminated checks proven likely possible missed_deadline"),
                nanoseconds("hitch"), reals("hitch_ratio"), texts("hitch_band"), ids("node_id", .nodes),
            ]),
        FactTable(
            "causes", order: "id",
            [
                ids("id", .nodes), texts("source_id kind name origin"), whole("start_ns fan_out updates"),
                nanoseconds("total wasted"), texts("process"), whole("necessary unnecessary unknown"),
            ]),
        FactTable(
            "effects", order: "to_id, id",
            [
                ids("id", .edges), ids("from_id to_id", .nodes), texts("label"), whole("at_ns"),
                texts("changed cause effect"),
            ], from: .effects),
        FactTable(
            "cause_chains", order: "id",
            [
                ids("id", .rows(of: "cause_chain")), texts("root_cause chain"),
                whole("depth updates red orange gray unnecessary"),
                nanoseconds("total wasted"), flags("goes_round"), whole("necessary unknown"),
            ]),
        FactTable(
            "hitches", order: "id",
            [
                ids("id", .rows(of: "hitch")), whole("start_ns"), nanoseconds("duration"), texts("class narrative"),
                ids("interaction_id", .nodes),
                texts("overlapping_views"), reals("main_thread_coverage"), texts("hottest_frames"),
                flags("swiftui_idle"), texts("process"), flags("is_target"),
            ]),
        FactTable(
            "hangs", order: "id",
            [
                ids("id", .rows(of: "hang")), whole("start_ns"), nanoseconds("duration"), texts("class thread"),
                ids("interaction_id", .nodes),
                texts("overlapping_views"), reals("main_thread_coverage"), texts("hottest_frames"),
                flags("swiftui_idle"), texts("process"), flags("is_target"),
            ]),
        FactTable(
            "signposts", order: "id",
            [
                ids("id", .rows(of: "signpost")), texts("name subsystem category signpost_id process thread scope"),
                whole("start_ns"),
                nanoseconds("duration"), texts("message unpaired"), flags("is_target"),
            ], from: .signposts),
        FactTable(
            "findings", order: "id",
            [
                ids("id", .rows(of: "finding")), texts("rule severity title"), ids("interaction_id", .nodes),
                texts("view evidence hint effort"),
                whole("rows"), nanoseconds("cost"), texts("cause"),
            ]),
        FactTable(
            "problems", order: "id",
            [
                ids("id", .rows(of: "problem")), texts("kind severity title why fix view cause source"),
                ids("interaction_id", .nodes), whole("interactions"),
                texts("confidence"), nanoseconds("cost"), reals("share"), texts("key"),
            ]),
        FactTable(
            "view_summary", order: "view_id",
            [
                ids("view_id", .rows(of: "view")), texts("view module kind"), whole("updates"),
                nanoseconds("total median p95 max"),
                whole("red orange gray unterminated necessary unnecessary unknown"), nanoseconds("wasted"),
                whole("interactions checks untimed proven likely possible"),
            ]),
        FactTable(
            "traces", order: "id",
            [
                texts("name format process"), whole("pid"), texts("build configuration"), whole("refresh_hz"),
                [startedAt], nanoseconds("duration"), texts("profile"), whole("orange_ns red_ns updates untimed"),
                flags("truncated"), whole("truncated_byte"), texts("damage warnings lanes label template instruments"),
                texts("content_hash options_hash"),
            ]),
    ]
}

/// The sources of the long facts. A test compares each with its view.
extension FactTable.Source {
    /// Columns with the same name in the table.
    private static func own(_ names: String) -> [Read] {
        names.split(separator: " ").map { Read(names: [String($0)], texts: nil, sql: [String($0)]) }
    }

    private static func own(_ name: String, _ sql: String...) -> [Read] {
        [Read(names: [name], texts: nil, sql: sql)]
    }

    private static func key(_ texts: FactTable.Texts, _ names: String, _ sql: String...) -> [Read] {
        [Read(names: names.split(separator: " ").map(String.init), texts: texts, sql: sql)]
    }

    /// Rounded like the view and the fact; this changes only numbers from 2^51 on.
    private static func nanoseconds(_ column: String) -> String {
        """
        CASE WHEN \(column) IS NULL OR \(column) < 1 << 50 THEN \(column) ELSE CAST(round(\(column) / 1e6 * 1e6) AS \
        INTEGER) END
        """
    }

    static let updates = Self(
        tables: [("view_update", nil)],
        reads: [
            own("id source_id start_ns duration_ns group_id interaction_id chain_id allocations"),
            own("downstream_ns", nanoseconds("downstream_ns")),
            key(.view, "view raw_view module kind category thread process", UpdateCodes.site("view_update")),
            key(
                .view, "phase severity membership verdict reason confidence is_target",
                UpdateCodes.flags("view_update")),
            key(.names, "instance", "instance_id"), key(.names, "instruments_severity", "severity_id"),
            key(.causes, "driving_cause", "driving_cause_id"), key(.roots, "root_cause", "chain_id"),
            key(.lists, "changed", "changed_id"),
        ].flatMap { $0 }, order: ["id"])

    /// Edges stored as rows, and those stored with their target.
    static let effects = Self(
        tables: [("edge", nil), ("cause", "cause_id IS NOT NULL"), ("view_update", "cause_id IS NOT NULL")],
        reads: [
            own("id", "id", "-id", "-id"), own("from_id", "from_id", "cause_id", "cause_id"),
            own("to_id", "to_id", "id", "id"), own("at_ns", "at_ns", "NULL", "NULL"),
            key(.labels, "label", "label_id", "0", "0"), key(.lists, "changed", "changed_id", "NULL", "NULL"),
            key(.nodes, "cause", "from_id", "cause_id", "cause_id"), key(.nodes, "effect", "to_id", "id", "id"),
        ].flatMap { $0 }, order: ["to_id", "id"])

    static let signposts = Self(
        tables: [("signpost", nil)],
        reads: [
            own("id signpost_id start_ns"), own("duration_ns", nanoseconds("duration_ns")),
            key(.view, "name subsystem category process thread scope is_target", "site_id"),
            key(.names, "message", "message_id"), key(.view, "unpaired", "pairing"),
        ].flatMap { $0 }, order: ["id"])
}
