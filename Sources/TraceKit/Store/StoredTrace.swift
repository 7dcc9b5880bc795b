/// One trace of an untrusted database, with the ranges of its rows.
final class StoredTrace {
    let id: Int64
    var database: Database { starts.database }
    private let starts: TraceStarts
    private var ranges: [String: ClosedRange<Int64>?] = [:]

    /// - Parameter starts: shared by all traces if several are read.
    init(_ starts: TraceStarts, _ id: Int64) {
        self.starts = starts
        self.id = id
    }

    convenience init(_ database: Database, _ id: Int64) { self.init(TraceStarts(database), id) }

    /// The ids of the trace's rows in a table; nil without rows.
    func rows(of name: String) throws(TraceError) -> ClosedRange<Int64>? {
        if let known = ranges[name] { return known }
        let range = try starts.rows(of: id, in: try StoredTable.named(name))
        ranges[name] = .some(range)
        return range
    }

    /// The condition for its rows in a table or a view of it, for a WHERE clause. It includes the range of ids, without
    /// which SQLite scans all rows of all traces.
    func condition(_ table: String, alias: String = "", id: String = "id") throws(TraceError) -> String {
        let prefix = alias.isEmpty ? "" : "\(alias)."
        guard let rows = try rows(of: table) else { return "0" }
        return "\(prefix)trace_id = \(self.id) AND \(prefix)\(id) BETWEEN \(rows.lowerBound) AND \(rows.upperBound)"
    }

    /// The ids of the nodes in its cause graph; nil without any.
    func nodes() throws(TraceError) -> ClosedRange<Int64>? {
        var nodes: ClosedRange<Int64>?
        for table in ["interaction", "cause", "view_update"] {
            guard let rows = try rows(of: table) else { continue }
            nodes =
                min(
                    nodes?.lowerBound ?? rows.lowerBound, rows.lowerBound)...max(
                    nodes?.upperBound ?? rows.upperBound, rows.upperBound)
        }
        return nodes
    }

    /// An error for a row that this program cannot have written.
    func damaged(_ table: StoredTable, row: Int64, _ words: String) -> TraceError {
        starts.damaged(table, row: row, words)
    }
}

extension ClosedRange<Int64> {
    /// The index of an id in a range of consecutive ids.
    func place(of id: Int64) -> Int? { contains(id) ? Int(id - lowerBound) : nil }
}

/// The start of each trace's rows in each table. A trace's rows are contiguous in every table, and
/// traces are ordered by id (`TraceWriter`), so a start is found by growing steps from that of an
/// earlier trace, then by bisection, however many traces there are.
final class TraceStarts {
    let database: Database

    private struct Table {
        var ids: ClosedRange<Int64>
        /// Finds the first row from an id on: its id and its trace.
        var next: Statement
        /// No row before this id is of that trace or a later one.
        var known: (trace: Int64, start: Int64)
    }

    /// The tables by name; nil for tables without rows.
    private var tables: [String: Table?] = [:]

    init(_ database: Database) { self.database = database }

    func rows(of trace: Int64, in table: StoredTable) throws(TraceError) -> ClosedRange<Int64>? {
        if tables[table.name] == nil { tables[table.name] = .some(try open(table)) }
        guard case .some(.some(var found)) = tables[table.name] else { return nil }
        defer {
            found.next.reset()
            tables[table.name] = found
        }
        if found.known.trace > trace { found.known = (0, found.ids.lowerBound) }
        let from = try start(of: trace, in: found)
        let behind = try start(of: trace + 1, in: found, notBefore: from)
        found.known = (trace + 1, behind)
        guard from < behind else { return nil }
        // Ids may have gaps: finds the first row from the lowest possible id on.
        try found.next.bind([.integer(from)])
        guard try found.next.step(), found.next.integer(1) == trace else { return nil }
        return found.next.integer(0)...(behind - 1)
    }

    private func open(_ table: StoredTable) throws(TraceError) -> Table? {
        let (name, key) = (table.name, table.key)
        guard let first = try database.integer("SELECT min(\(key)) FROM \(name)"),
            let last = try database.integer("SELECT max(\(key)) FROM \(name)")
        else { return nil }
        guard first >= 1, last <= StoredTable.mostRows, first <= last else {
            throw damaged(table, row: first >= 1 ? last : first, "has an id that no row of ours has")
        }
        return Table(
            ids: first...last,
            next: try database.prepare(
                "SELECT \(key), \(table.traceColumn) FROM \(name) WHERE \(key) >= ? ORDER BY \(key) LIMIT 1"),
            known: (0, first))
    }

    /// The id at which the rows of `trace` or a later one begin; the end of the table if there are none.
    private func start(of trace: Int64, in table: Table, notBefore: Int64? = nil) throws(TraceError) -> Int64 {
        let end = table.ids.upperBound + 1
        var (low, high) = (min(notBefore ?? table.known.start, end), end)
        /// Moves one of the bounds by the row at an id, or the next one.
        func look(_ id: Int64) throws(TraceError) {
            try table.next.bind([.integer(id)])
            let isBefore = try table.next.step() && table.next.integer(1) < trace
            if isBefore { low = table.next.integer(0) + 1 } else { high = id }
        }
        var step: Int64 = 1
        while low < high, high == end, step < end - low {
            try look(low + step - 1)
            step *= 2
        }
        while low < high { try look(low + (high - low) / 2) }
        return low
    }

    fileprivate func damaged(_ table: StoredTable, row: Int64, _ words: String) -> TraceError {
        TraceError(
            .database, "the database is damaged: row \(row) of the table '\(table.name)' \(words)",
            at: Place(file: database.displayName), fix: "import the trace again, into a new file")
    }
}

/// The processes of a trace's rows.
extension StoredTrace {
    /// A condition, as in the public views: the row belongs to no process that is left out.
    static func isTarget(_ row: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM process q
            WHERE q.trace_id = \(row).trace_id AND q.name_id = \(row).process_id AND q.is_target = 0)
        """
    }

    /// Whether the recorded process is known; if not, all rows count.
    func isTargetKnown() throws(TraceError) -> Bool {
        try database.integer(
            """
            SELECT EXISTS (SELECT 1 FROM process p WHERE p.trace_id = t.id AND p.is_target = 1)
                OR t.process IS NOT NULL OR t.pid IS NOT NULL FROM traces t WHERE t.id = ?
            """, .integer(id)) == 1
    }

    /// The name of the recorded process, or its number without a name; nil if neither is stated.
    func recordedProcess() throws(TraceError) -> String? {
        try database.rows("SELECT coalesce(process, 'process ' || pid) FROM traces WHERE id = \(id)").first?[0].text
    }

    /// Whether the recorded process is stated, every row names its process, and none belongs to the
    /// recorded one, so that all counts would be empty.
    func isOfOthersAlone() throws(TraceError) -> Bool {
        let others = try database.integer(
            """
            SELECT count(*) FROM processes q JOIN traces t ON t.id = q.trace_id
            WHERE q.trace_id = \(id) AND (t.process IS NOT NULL OR t.pid IS NOT NULL)
                AND q.updates + q.signposts + q.hitches + q.hangs + q.samples + q.logs > 0
                AND NOT EXISTS (SELECT 1 FROM processes o WHERE o.trace_id = \(id) AND o.is_target = 1)
            """)
        if others ?? 0 == 0 { return false }
        return try !hasRowsWithoutProcess()
    }

    /// Whether some rows name no process.
    func hasRowsWithoutProcess() throws(TraceError) -> Bool {
        for table in ["update_site", "signpost_sum", "hitch", "hang", "sample_thread", "log"] {
            let isOfNobody = "\(try condition(table)) AND process_id IS NULL"
            let found = try database.integer("SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(isOfNobody))")
            if found == 1 { return true }
        }
        return false
    }
}

/// Signposts that may be bodies of views. The import counts them under the option's value for them.
enum BodyProposals {
    /// The options that read them as bodies; empty if there are none, or if their names are hidden.
    static func read(_ stored: StoredTrace) throws(TraceError) -> [CommandInput.Option] {
        let rows = try stored.database.rows(
            "SELECT detail FROM import_counters WHERE trace_id = ? AND counter = ? ORDER BY id",
            [.integer(stored.id), .text(ImportCounters.Name.bodyLikeSignpost.rawValue)])
        return rows.compactMap { row in
            guard let value = row[0].text, SignpostFilter(value) != nil else { return nil }
            return CommandInput.Option("body-signposts", value)
        }
    }
}
