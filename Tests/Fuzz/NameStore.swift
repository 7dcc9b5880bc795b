/// One database for all runs: each writes into a transaction that is rolled back.
///
/// The fuzzer runs one input after the other on one thread.
final class NameStore: @unchecked Sendable {
    static let shared = NameStore()

    private let store: TraceStore
    private var runs = 0
    /// How often each tag stands in a page on harmless names.
    private var tags: [Int]?

    private init() {
        do throws(TraceError) {
            store = try TraceStore.write(to: .temporary) { _ throws(TraceError) in }
            // A database that is being made goes without a journal; here there must be a way back.
            try store.database.execute("PRAGMA journal_mode = MEMORY")
            tags = nil
            tags = try inTransaction(["harmless"]) { () throws(TraceError) in
                self.count(try self.report(HTMLReport.render))
            }
        } catch { fault(error.diagnostic.text) }
    }

    func check(_ names: [String]) {
        guard !names.isEmpty else { return }
        runs += 1
        do throws(TraceError) {
            try inTransaction(names) { () throws(TraceError) in
                try self.compare(names)
                if self.runs % 8 == 0 { try self.checkReports() }
            }
        } catch { fault(error.diagnostic.text) }
    }

    private func inTransaction<Result>(
        _ names: [String], _ body: () throws(TraceError) -> Result
    ) throws(TraceError) -> Result {
        try store.database.execute("BEGIN")
        var assembly = TraceAssembly(ImportOptions())
        let input = ByteInput(bytes: Array(Self.document(names).utf8), name: names[0])
        try assembly.read(input, by: TraceKitJSONImporter.self)
        let records = try assembly.finish()
        if !records.rejects.isEmpty { fault("rejected: \(records.rejects[0].message)") }
        let results = AnalysisPasses.run(records, AnalysisOptions())
        _ = try TraceWriter.write(records, results, importedAt: nil, into: store.database)
        let result = try body()
        try store.database.execute("ROLLBACK")
        return result
    }

    /// A trace that has every name everywhere a name can be.
    private static func document(_ names: [String]) -> String {
        func lane(_ key: String, _ record: (String, Int) -> String) -> String {
            let records = names.enumerated().map { "{\(record(JSONText.quote($1), $0)), \"start_ns\": \($0)}" }
            return "\"\(key)\": [\(records.joined(separator: ","))]"
        }
        let first = JSONText.quote(names[0])
        let lanes = [
            lane("updates") {
                """
                "id": \($1 + 10), "view": \($0), "module": \($0), "instance": \($0), "thread": \($0), \
                "changed": [\($0)], "duration_ns": 20000000, "cause": \($1 + 1000)
                """
            },
            lane("causes") { "\"id\": \($1 + 1000), \"name\": \($0), \"cause\": \($1 + 2000)" },
            lane("interactions") { "\"id\": \($1 + 2000), \"kind\": \"tap\", \"name\": \($0), \"duration_ns\": 50" },
            lane("signposts") { name, _ in
                """
                "name": \(name), "subsystem": \(name), "category": \(name), "message": \(name), "process": \(name), \
                "thread": \(name)
                """
            },
            lane("hitches") { name, _ in "\"narrative\": \(name), \"duration_ns\": 20000000" },
            lane("hangs") { name, _ in "\"thread\": \(name), \"kind\": \(name), \"duration_ns\": 300000000" },
            lane("groups") { name, _ in "\"label\": \(name), \"duration_ns\": 5" },
            lane("samples") { name, _ in "\"frames\": [\(name)], \"thread\": \(name)" },
        ]
        return "{\"format\": \"tracekit\", \"version\": 1, \"trace\": {\"name\": \(first), \"app\": \(first), "
            + "\"device\": \(first)}, \(lanes.joined(separator: ","))}"
    }

    private static let views = [
        ("updates", ["raw_view", "module", "instance", "thread"]), ("causes", ["name"]), ("interactions", ["name"]),
        ("signposts", ["name", "subsystem", "category", "message", "process", "thread"]), ("hitches", ["narrative"]),
        ("hangs", ["thread"]), ("update_groups", ["label"]), ("samples", ["leaf", "thread"]),
    ]

    /// Every public view gives the names back, byte for byte.
    private func compare(_ names: [String]) throws(TraceError) {
        for (view, columns) in Self.views {
            let filter =
                view == "causes" ? " WHERE kind <> 'gesture'" : view == "interactions" ? " WHERE kind = 'tap'" : ""
            let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(view)\(filter) ORDER BY start_ns, id"
            let rows = try store.database.rows(sql)
            if rows.count != names.count { fault("\(view) has \(rows.count) rows for \(names.count) names") }
            for (row, name) in zip(rows, names) {
                for (column, value) in zip(columns, row) where !(value.text ?? "").utf8.elementsEqual(name.utf8) {
                    fault("\(view).\(column) gives \(JSONText.literal(value)) for \(JSONText.quote(name))")
                }
            }
        }
        let trace = try store.database.rows("SELECT name, app, device, source_file FROM traces")
        for value in trace.first ?? [] where !(value.text ?? "").utf8.elementsEqual(names[0].utf8) {
            fault("traces gives \(JSONText.literal(value)) for \(JSONText.quote(names[0]))")
        }
    }

    // MARK: Reports

    private func report(_ draw: Drawing<Report>, drawsPage: Bool = true) throws(TraceError) -> String {
        var options = ReportBuilder.Options()
        options.hasPage = drawsPage
        let trace = try store.traceIDs()
        return draw(try ReportBuilder.build(store, traces: trace, options), RenderOptions())
    }

    private func checkReports() throws(TraceError) {
        for renderer in Report.renderers.all {
            let text = try report(renderer.draw, drawsPage: renderer.drawsPage)
            if renderer.name != "json", !FuzzTargets.isHarmless(text) {
                fault("the \(renderer.name) report passes a control on")
            }
            if renderer.name == "html", count(text) != tags { fault("a name is markup in the page") }
        }
    }

    private func count(_ page: String) -> [Int] {
        let bytes = Array(page.utf8)
        return ["<script", "</script", "<style", "<img", "<iframe", "<!--"].map { tag in
            let tag = Array(tag.utf8)
            return bytes.indices.count { bytes[$0] == tag[0] && bytes[$0...].starts(with: tag) }
        }
    }

    // MARK: Queries

    /// Whatever the SQL, the database is the same afterwards, and soon.
    func query(_ sql: String) {
        let database = store.database
        do throws(TraceError) {
            let before = try database.integer("SELECT total_changes()")
            let start = ContinuousClock.now
            var rows = 0
            do throws(TraceError) {
                try GuardedQuery(store, timeLimit: 0.2).run(sql, begin: { _ in }) { _ in
                    rows += 1
                    return rows < 1000
                }
            } catch {
                if error.kind != .database { fault(error.diagnostic.text) }
            }
            if ContinuousClock.now - start > .milliseconds(900) { fault("the query ran on after its time") }
            if try database.integer("SELECT total_changes()") != before { fault("the query changed something") }
            if try database.integer("PRAGMA query_only") != 1 { fault("the query made the database writable") }
        } catch { fault(error.diagnostic.text) }
    }
}
