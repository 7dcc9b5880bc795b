/// `query`: runs one read-only SQL statement.
enum QueryTool {
    static let tool = ServerTool(
        name: "query",
        summary: """
            One SELECT (SQLite) on the trace's database; help topic schema lists the views. For what no other tool answers.
            """,
        input: [
            .trace, ToolProperty("sql", .text, isRequired: true),
            ToolProperty("max_rows", .integer(1...10_000), "default 50"),
        ],
        output: [
            ToolOutput("columns", .texts), ToolOutput("rows", .rows), ToolOutput("total", .integer),
            ToolOutput("truncated", .boolean), ToolOutput("why_empty", .text, always: false),
            ToolOutput("left_out", .object, always: false),
        ]
    ) { (call) throws(TraceError) in
        try query(call)
    }

    /// Seconds per call: an agent waits for it.
    private static let timeLimit = 10.0
    private static let defaultRows = 50
    /// The most bytes of kept rows.
    private static let mostKept = 1 << 20
    /// The largest whole number that every JSON reader keeps exactly.
    private static let largestNumber: Int64 = 1 << 53

    private static func query(_ call: ToolCall) throws(TraceError) -> ToolAnswer {
        let trace = try call.trace()
        let sql = call.arguments.text("sql") ?? ""
        let most = call.arguments.integer("max_rows") ?? defaultRows
        var columns: [String] = []
        var rows: [JSONValue] = []
        var total: Int
        let query = GuardedQuery(
            trace.store, timeLimit: timeLimit, interruption: call.interruption, onOverdue: call.session.onOverdue)
        do throws(TraceError) {
            (columns, rows, total) = try Self.rows(sql, most, query, countsAll: false)
            if total > rows.count {
                // SQLite counts without making values. A statement that cannot be a subquery is counted row by row.
                if let count = try count(sql, query) {
                    total = count
                } else {
                    (columns, rows, total) = try Self.rows(sql, most, query, countsAll: true)
                }
            }
        } catch {
            throw explain(error, sql, call)
        }
        var answer = ToolAnswer()
        answer["columns"] = .texts(columns.map { $0.clipped(200) })
        answer["rows"] = .array(rows)
        answer["total"] = .count(total)
        answer["truncated"] = .bool(rows.count < total)
        if total == 0 { answer["why_empty"] = .text(try whyEmpty(trace, sql)) }
        answer.fit()
        if answer["rows"]?.items?.count ?? 0 < total { answer["truncated"] = .bool(true) }
        return answer
    }

    /// The first rows and the number of rows; without `countsAll`, reading stops one row after those kept.
    private static func rows(
        _ sql: String, _ most: Int, _ query: GuardedQuery, countsAll: Bool
    ) throws(TraceError) -> (columns: [String], rows: [JSONValue], total: Int) {
        var columns: [String] = []
        var rows: [JSONValue] = []
        var (total, kept) = (0, 0)
        try query.run(
            sql, begin: { columns = $0 },
            row: { values in
                total += 1
                guard rows.count < most, kept <= mostKept else { return countsAll }
                let row = zip(columns, values).map { value($1, of: $0) }
                rows.append(.array(row))
                kept += row.reduce(0) { $0 + ($1.text?.utf8.count ?? 0) + 8 }
                return true
            })
        return (columns, rows, total)
    }

    /// The number of rows; nil if the statement cannot be a subquery.
    private static func count(_ sql: String, _ query: GuardedQuery) throws(TraceError) -> Int? {
        var inner = sql[...]
        while let last = inner.last, last.isWhitespace || last == ";" { inner.removeLast() }
        var count: Int?
        do throws(TraceError) {
            try query.run(
                "SELECT count(*) FROM (\n\(inner)\n)", begin: { _ in },
                row: { values in
                    count = values.first?.count
                    return false
                })
        } catch {
            if error.kind == .interrupted { throw error }
            return nil
        }
        return count
    }

    /// Ids are strings, and so are numbers that some readers would round.
    private static func value(_ value: SQLValue, of column: String) -> JSONValue {
        switch value {
        case .null: return .null
        case .integer(let number):
            let isID = column == "id" || column.hasSuffix("_id")
            return isID || abs(number.clampedMagnitude) > largestNumber ? .text("\(number)") : .integer(number)
        case .real(let number): return number.isFinite ? .real(number) : .text("\(number)")
        case .text(let text): return .text(text.clipped(2000))
        case .blob(let bytes): return .text("\(bytes.count) bytes")
        }
    }

    private static func explain(_ error: TraceError, _ sql: String, _ call: ToolCall) -> TraceError {
        guard error.kind == .database else { return error }
        let diagnostic = error.diagnostic
        let hint = call.session.schema.hint(for: diagnostic.message, in: sql)
        return TraceError(
            .database, diagnostic.message, at: diagnostic.place,
            fix: hint.map { "\($0.clipped(1500))" } ?? diagnostic.fix)
    }

    /// Explains an empty result: in SQL, a missing lane looks like one without rows.
    private static func whyEmpty(_ trace: OpenTrace, _ sql: String) throws(TraceError) -> String {
        let words = Set(sql.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { $0.lowercased() })
        let absent = try trace.doctor().lanes.filter {
            $0.state == .absent && !words.isDisjoint(with: $0.lane.views)
        }
        if absent.isEmpty { return "no row matches" }
        return "not in this input: \(absent.map(\.name).joined(separator: ", "))"
    }
}

extension Int64 {
    /// The magnitude, clamped for the one value without a counterpart.
    fileprivate var clampedMagnitude: Int64 { self == .min ? .max : abs(self) }
}
