extension StoredTable {
    /// Every table of `schema.sql`, in its order.
    static let all = [
        StoredTable(name: "name", columns: [.text("text")], isLong: true),
        trace,
        StoredTable(
            name: "process",
            columns: [
                .name("name_id"), .flag("is_target"), .count("updates"), .count("signposts"), .count("hitches"),
                .count("hangs"), .count("samples"), .count("logs"),
            ]),
        view,
        StoredTable(
            name: "duration_bucket",
            columns: [
                .time("over_ns"), .time("up_to_ns").optional, .code("severity", Severity.self), .count("updates"),
            ]),
        StoredTable(
            name: "time_slice",
            columns: [
                .number("slice", 0...Int64(TimeSlice.count - 1)), .time("start_ns"), .count("red"), .count("orange"),
                .count("gray"), .count("unterminated"),
            ]),
        StoredTable(
            name: "update_site",
            columns: [
                .row("view_id", of: "view"), .name("name_id"), .name("module_id").optional,
                .code("kind", UpdateKind.self), .name("raw_name_id").optional, .name("kind_word_id").optional,
                .name("category_id").optional, .name("thread_id").optional, .name("process_id").optional,
                .name("view_hierarchy_id").optional,
            ]),
        viewUpdate,
        StoredTable(name: "long_update", columns: [.time("duration_ns")], isDense: false),
        StoredTable(
            name: "recurring_cause",
            columns: [
                .text("label"), .name("name_id").optional, .flag("is_seen"), .row("view_id", of: "view"),
                .row("property_id", of: "property_list").optional,
                .count("runs"), .count("updates"), .time("total_ns"), .time("first_ns").optional,
                .time("last_ns").optional, .time("period_ns").optional, .count("necessary"), .count("unnecessary"),
                .count("unknown"), .time("wasted_ns"), .flag("answers").optional,
            ]),
        StoredTable(
            name: "recurring_run",
            columns: [.row("cause_id", of: "recurring_cause"), .time("start_ns").optional, .count("updates")]),
        StoredTable(
            name: "recurring_link",
            columns: [
                .row("cause_id", of: "recurring_cause"), .row("view_id", of: "view"), .flag("is_driver"),
                .row("property_id", of: "property_list").optional, .count("runs"), .count("bursts"), .count("updates"),
                .time("total_ns"),
            ]),
        cause,
        StoredTable(
            name: "edge",
            columns: [
                .node("from_id"), .node("to_id"), .time("at_ns").optional, .name("label_id"),
                .row("changed_id", of: "property_list").optional,
            ], isLong: true),
        StoredTable(name: "property_list", columns: [.text("text")], isLong: true),
        interaction, causeChain,
        StoredTable(name: "chain_step", columns: [.parent("parent_id", of: "chain_step"), .name("name_id")]),
        updateGroup,
        StoredTable(
            name: "signpost_site",
            columns: [
                .name("name_id"), .name("subsystem_id").optional, .name("category_id").optional,
                .name("process_id").optional, .name("thread_id").optional, .name("scope_id").optional,
            ]),
        StoredTable(
            name: "signpost",
            columns: [
                .row("site_id", of: "signpost_site"), .time("start_ns"), .time("duration_ns").optional,
                .code("pairing", SignpostRecord.Pairing.self), .name("message_id").optional, .sourceID("signpost_id"),
            ], isLong: true),
        StoredTable(
            name: "signpost_sum",
            columns: [
                .name("name_id"), .name("subsystem_id").optional, .name("category_id").optional,
                .name("process_id").optional, .count("intervals"), .count("events"), .count("open"),
                .count("without_begin"), .time("total_ns"), .time("median_ns").optional, .time("p95_ns").optional,
                .time("max_ns").optional, .time("covered_ns"), .time("overlap_ns"), .count("most_at_once"),
            ]),
        StoredTable(
            name: "signpost_nest",
            columns: [
                .row("inner_id", of: "signpost_sum"), .row("outer_id", of: "signpost_sum"), .count("intervals"),
                .time("total_ns"),
            ]),
        StoredTable(
            name: "hitch",
            columns: StoredColumn.columns(of: HitchRecord()) + stall
                + [.time("app_ns").optional, .time("render_ns").optional]),
        StoredTable(
            name: "hang",
            columns: StoredColumn.columns(of: HangRecord()) + [.text("class"), .flag("is_delay")] + stall),
        stretch,
        StoredTable(
            name: "stretch_part",
            columns: [
                .row("stretch_id", of: "stretch"), .code("witness", StretchPart.Witness.self),
                .name("cause_id").optional,
                .text("code").optional, .time("duration_ns"),
            ]),
        StoredTable(
            name: "sampled_body",
            columns: [
                .text("view"), .count("samples"), .time("total_ns"), .real("recording_share").optional,
                .real("hitch_share").optional, .real("hang_share").optional, .text("largest_function").optional,
                .count("largest_samples"), .text("family").optional,
            ]),
        StoredTable(
            name: "sample", columns: StoredColumn.columns(of: SampleRecord()), isLong: true),
        StoredTable(
            name: "log",
            columns: StoredColumn.columns(of: LogRecord()) + [.row("complaint_id", of: "complaint").optional],
            isLong: true),
        StoredTable(
            name: "complaint",
            columns: [
                .text("complaint"), .text("subject").optional, .count("lines"), .count("untimed"),
                .time("first_ns").optional, .time("last_ns").optional, .code("level", LogLevel.self),
                .name("process_id").optional, .text("views").optional, .name("message_id"),
            ]),
        StoredTable(
            name: "log_group",
            columns: [
                .text("text").optional, .count("lines"), .code("level", LogLevel.self), .time("first_ns").optional,
                .amount("median_ns").optional, .amount("max_ns").optional, .amount("total_ns").optional,
                .name("subsystem_id").optional,
                .name("category_id").optional, .name("process_id").optional, .name("message_id").optional,
            ]),
        StoredTable(
            name: "log_level",
            columns: [.name("process_id").optional, .code("level", LogLevel.self), .count("lines")]),
        StoredTable(
            name: "stack_frame",
            columns: [
                .parent("caller_id", of: "stack_frame"), .name("frame_id"), .name("binary_id").optional,
                .flag("is_app"),
            ] + source),
        StoredTable(
            name: "sample_thread",
            columns: [
                .name("process_id").optional, .name("thread_id").optional, .count("samples"), .count("running"),
                .time("cpu_ns").optional,
                .time("first_ns").optional, .time("last_ns").optional,
            ]),
        StoredTable(name: "function_sum", columns: functionSum),
        StoredTable(
            name: "call_sum",
            columns: functionSum + [
                .parent("caller_id", of: "call_sum"), .count("depth"), .count("level"), .flag("passes_on"),
            ]),
        StoredTable(
            name: "hot_frame", columns: [.name("frame_id"), .count("samples"), .count("body_samples")] + source,
            isDense: false, key: "update_id"),
        StoredTable(
            name: "metric",
            columns: measured + [
                .real("value"), .any("iteration").optional, .text("test").optional, .text("stack").optional,
            ]),
        StoredTable(
            name: "metric_bucket", columns: measured + [.real("start"), .real("end"), .amount("count")]),
        problem, problemUpdate, problemEvent, problemInteraction, finding, smallerFinding,
        StoredTable(
            name: "import_reject",
            columns: [
                .text("file"), .amount("line").optional, .amount("column").optional, .amount("byte").optional,
                .word("kind", RejectRecord.Kind.self), .text("message"), .text("raw"),
            ]),
        StoredTable(
            name: "import_counter",
            columns: [
                .word("counter", ImportCounters.Name.self), .text("detail"), .count("count"), .text("meaning"),
            ]),
        StoredTable(
            name: "recorded_table",
            columns: [.amount("run"), .text("schema"), .count("tables"), .amount("rows").optional]),
    ]

    /// Those that are read whatever the command.
    static let short = all.filter { !$0.isLong }
    /// Those that are as long as the trace.
    static let long = all.filter { $0.isLong }

    /// What functions and nodes of the call tree have in common.
    private static let functionSum: [StoredColumn] =
        [
            .row("sample_thread_id", of: "sample_thread"), .name("frame_id"), .name("binary_id").optional,
            .flag("is_app"),
            .count("self_samples"), .count("total_samples"), .time("self_ns").optional, .time("total_ns").optional,
        ] + source

    /// The source location of a function.
    private static let source: [StoredColumn] = [.name("file_id").optional, .amount("line").optional]

    /// What hitches and hangs have in common.
    private static let stall: [StoredColumn] = [
        .row("interaction_id", of: "interaction").optional,
        .text("overlapping_views").optional, .real("coverage").optional, .text("hottest_frames").optional,
        .flag("is_idle"),
    ]

    /// What metrics and their buckets have in common.
    private static let measured: [StoredColumn] = [
        .text("source"), .text("name"), .text("category").optional, .text("metric"), .text("unit").optional,
        .text("device").optional, .text("period").optional,
    ]

    private static let trace = StoredTable(
        name: "trace",
        columns: [
            .text("source_file"), .text("format"), .text("content_hash"), .text("options_hash"),
            .time("duration_ns").optional,
            .flag("is_duration_stated"), .amount("truncated_byte").optional, .text("truncated_file").optional,
            .text("damage").optional,
            .text("lanes"), .text("warnings").optional, .text("profile"), .number("orange_ns", 1...Int64.max),
            .number("red_ns", 1...Int64.max), .text("imported_at").optional, .text("label").optional,
        ]
            + StoredColumn.ofMetadata)

    private static let view = StoredTable(
        name: "view",
        columns: [
            .name("name_id"), .name("module_id").optional, .code("kind", UpdateKind.self), .count("updates"),
            .time("total_ns"), .time("median_ns").optional, .time("p95_ns").optional, .time("max_ns").optional,
            .count("red"), .count("orange"), .count("gray"), .count("unterminated"), .count("checks"),
            .count("untimed"), .count("necessary").optional, .count("unnecessary").optional,
            .count("unknown").optional, .time("wasted_ns").optional, .count("interactions").optional,
            .count("proven").optional, .count("likely").optional, .count("possible").optional,
        ])

    private static let viewUpdate = StoredTable(
        name: "view_update",
        columns: [
            .sourceID("source_id"), .time("start_ns").optional, .time("duration_ns").optional,
            StoredColumn(name: "codes", content: .updateCodes), .row("interaction_id", of: "interaction").optional,
            .node("driving_cause_id").optional, .row("chain_id", of: "cause_chain").optional,
            .node("cause_id").optional, .row("run_id", of: "recurring_run").optional,
        ] + UpdateColumns().optional.filter { !$0.isOfSite }.map(\.stored), isLong: true)

    private static let cause = StoredTable(
        name: "cause",
        columns: StoredColumn.columns(of: CauseRecord()) + [
            .count("fan_out").optional,
            .count("updates").optional, .time("total_ns").optional, .time("wasted_ns").optional,
            .count("necessary").optional, .count("unnecessary").optional, .count("unknown").optional,
            .node("cause_id").optional,
        ], isLong: true)

    private static let interaction = StoredTable(
        name: "interaction",
        columns: StoredColumn.columns(of: InteractionRecord()) + [
            .node("node_id").optional, .time("end_ns").optional, .count("updates").optional, .count("linked").optional,
            .count("temporal").optional, .count("necessary").optional, .count("unnecessary").optional,
            .count("unknown").optional, .time("wasted_ns").optional, .count("red").optional, .count("orange").optional,
            .count("gray").optional, .count("unterminated").optional, .count("checks").optional,
            .time("hitch_ns").optional, .real("hitch_ratio").optional, .count("proven").optional,
            .count("likely").optional, .count("possible").optional, .flag("missed_deadline").optional,
            .time("longest_ns").optional, .text("label").optional,
        ], isDense: false)

    private static let causeChain = StoredTable(
        name: "cause_chain",
        columns: [
            .row("step_id", of: "chain_step"), .row("head_step_id", of: "chain_step").optional, .name("root_name_id"),
            .count("depth"), .count("updates"), .time("total_ns"), .count("red"), .count("orange"), .count("gray"),
            .count("necessary"), .count("unnecessary"), .count("unknown"), .time("wasted_ns"), .flag("goes_round"),
        ])

    private static let updateGroup = StoredTable(
        name: "update_group",
        columns: StoredColumn.columns(of: GroupRecord()) + [
            .time("busy_ns").optional, .count("updates").optional,
            .code("severity", Severity.self).optional, .flag("accumulated").optional, .flag("derived"),
            .flag("is_record"),
        ], isLong: true)

    private static let stretch = StoredTable(
        name: "stretch",
        columns: [
            .code("kind", Stretch.Kind.self), .time("start_ns"), .time("duration_ns"), .time("late_ns"),
            .row("hang_id", of: "hang").optional, .row("hitch_id", of: "hitch").optional, .node("update_id").optional,
            .row("group_id", of: "update_group").optional, .name("process_id").optional,
        ])

    private static let problem = StoredTable(
        name: "problem",
        columns: [
            .text("kind"), .word("severity", Finding.Severity.self), .text("title"), .text("why"), .text("fix"),
            .text("view").optional, .text("cause").optional, .text("source").optional,
            .row("interaction_id", of: "interaction").optional, .count("interactions"),
            .word("confidence", among: Confidence.allCases.map(\.word)).optional, .time("cost_ns"),
            .text("key"), .row("lead_id", of: "finding"),
        ])

    private static let problemUpdate = StoredTable(
        name: "problem_update",
        columns: [.row("problem_id", of: "problem"), .node("first_id"), .node("last_id"), .flag("is_of_cause")],
        isLong: true)

    private static let problemEvent = StoredTable(
        name: "problem_event",
        columns: [
            .row("problem_id", of: "problem"), .row("hang_id", of: "hang").optional,
            .row("hitch_id", of: "hitch").optional, .row("signpost_id", of: "signpost").optional,
        ], isLong: true)

    private static let problemInteraction = StoredTable(
        name: "problem_interaction",
        columns: [
            .row("problem_id", of: "problem"), .row("interaction_id", of: "interaction"), .count("updates"),
            .count("unnecessary"), .count("long"), .time("total_ns"),
        ])

    private static let finding = StoredTable(
        name: "finding",
        columns: [
            .row("problem_id", of: "problem"), .text("rule"), .word("severity", Finding.Severity.self), .text("title"),
            .row("interaction_id", of: "interaction").optional, .text("view").optional,
            .text("cause").optional, .text("evidence"),
            .text("hint"), .word("effort", Finding.Effort.self), .text("sql"), .count("rows"), .time("cost_ns"),
        ])

    private static let smallerFinding = StoredTable(
        name: "smaller_finding",
        columns: [
            .text("rule"), .word("severity", Finding.Severity.self), .text("title"), .text("view").optional,
            .text("cause").optional, .count("rows"), .time("cost_ns"),
        ])
}

/// What an import saw of the tables and lists of its input, by its counters.
struct InputTables {
    /// Tables that are read, with their rows; what is empty has none.
    private(set) var read: [String: Int] = [:]
    /// Tables that are not read, with their rows.
    private(set) var skipped: [String: Int] = [:]
    /// Tables and lists that could not be read to their end.
    private(set) var lost: Set<String> = []

    /// The counters behind these facts. There may be many others: one per unknown key of a file.
    private static let counters: [ImportCounters.Name] = [.schemaRows, .emptySchema, .skippedSchema, .lostTable]

    init(_ database: Database, _ trace: Int64) throws(TraceError) {
        let counters = Self.counters.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let rows = try database.rows(
            "SELECT counter, detail, count FROM import_counters WHERE trace_id = ? AND counter IN (\(counters))",
            [.integer(trace)])
        for row in rows {
            let (table, count) = (row[1].text ?? "", row[2].count)
            switch row[0].text.flatMap(ImportCounters.Name.init) {
            case .schemaRows: read[table, default: 0] += count
            case .emptySchema: read[table, default: 0] += 0
            case .skippedSchema: skipped[table, default: 0] += count
            case .lostTable: lost.insert(table)
            default: break
            }
        }
    }

    /// What of a lane was lost, as a sentence; nil = nothing.
    func lost(of lane: Lane) -> String? {
        if let table = RecordedTables.schemas(ofLane: lane).first(where: lost.contains) {
            return "the table \(table) could not be read"
        }
        return lost.contains(lane.rawValue) ? "its rows could not be read to their end" : nil
    }
}
