/// Calls as answers print them: the name of a tool and its arguments as JSON, which a client can copy.
enum ToolWords {
    /// `find_problems {"trace":"t1"}`
    static func call(_ tool: String, _ arguments: JSONValue) -> String { "\(tool) \(arguments.line)" }

    static func call(_ tool: ServerTool, _ arguments: [JSONValue.Member]) -> String {
        call(tool.name, .object(arguments))
    }

    /// A call about one trace.
    static func call(_ tool: ServerTool, _ trace: OpenTrace, _ more: [JSONValue.Member] = []) -> String {
        call(tool, [.init("trace", .text(trace.handle))] + more)
    }

    /// A call of `query`.
    static func query(_ trace: OpenTrace, _ sql: String) -> String {
        call(QueryTool.tool, trace, [.init("sql", .text(sql))])
    }
}

/// The calls that `open_trace` proposes: only those that find something in this trace.
struct FirstCalls {
    private let trace: OpenTrace

    init(_ trace: OpenTrace) { self.trace = trace }

    /// What a trace may have instead of view updates: the view, its most telling columns, and their order.
    private static let views: [(name: String, columns: String, order: String)] = [
        ("metrics", "source, name, metric, value, unit", "id"),
        ("signpost_summary", "name, intervals, events, total_ms, p95_ms, max_ms", "total_ms DESC"),
        ("hangs", "start_ms, duration_ms, class, hottest_frames", "duration_ms DESC"),
        ("hitches", "start_ms, duration_ms, class, narrative", "duration_ms DESC"),
        ("log_groups", "level, text, count, median_ms, max_ms", "id"),
    ]

    func all(hasUpdates: Bool) throws(TraceError) -> [String] {
        var calls: [String] = []
        let hasProblems = try has("problems")
        if hasUpdates || hasProblems { calls.append(ToolWords.call(FindProblemsTool.tool, trace)) }
        if hasUpdates { return calls }
        if try has("samples") { calls.append(ToolWords.call(CallTreeTool.tool, trace)) }
        for view in Self.views {
            guard try has(view.name) else { continue }
            let sql = """
                SELECT \(view.columns) FROM \(view.name) WHERE trace_id = \(trace.id) ORDER BY \(view.order) LIMIT 20
                """
            calls.append(ToolWords.query(trace, sql))
        }
        return calls
    }

    private func has(_ view: String) throws(TraceError) -> Bool {
        try trace.store.database.integer(
            "SELECT EXISTS (SELECT 1 FROM \(view) WHERE trace_id = ?)", .integer(trace.id)) == 1
    }
}
