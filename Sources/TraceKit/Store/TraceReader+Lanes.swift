/// Reads the lanes beside the cause graph, and the import's own records.
extension TraceReader {
    func readSignposts() throws(TraceError) {
        let records = records
        var sites: [Int64: SignpostSite] = [:]
        let emitter = ["name_id", "subsystem_id", "category_id", "process_id", "thread_id", "scope_id"]
        try each(emitter, of: "signpost_site") { row throws(TraceError) in
            sites[row.id] = SignpostSite(
                name: try name(row, 0), subsystem: try name(row, 1), category: try name(row, 2),
                process: try name(row, 3), thread: try name(row, 4), scope: try name(row, 5))
        }
        var last: Int64 = 0
        try each(["site_id", "message_id", "signpost_id", "pairing", "start_ns", "duration_ns"], of: "signpost") {
            row throws(TraceError) in
            guard let site = row.integer(0).flatMap({ sites[$0] }) else { throw row.damaged("is of no site") }
            let start = row.integer(4) ?? 0
            try keepOrder(start, &last, row)
            records.signposts.append(
                SignpostRecord(
                    name: site.name, subsystem: site.subsystem, category: site.category,
                    process: site.process, thread: site.thread, scope: site.scope,
                    message: try name(row, 1),
                    hasID: row.sourceID(2) != nil,
                    pairing: try row.code(3, SignpostRecord.Pairing.self) ?? .complete,
                    signpostID: row.sourceID(2) ?? 0, start: start, duration: row.integer(5) ?? -1))
        }
    }

    func readStalls() throws(TraceError) {
        try eachRecord(HitchRecord.self, of: "hitch") { records.hitches.append($1) }
        try eachRecord(HangRecord.self, of: "hang") { records.hangs.append($1) }
    }

    func readSamples() throws(TraceError) {
        // The rows are the nodes after the first, which is "none"; callers come before callees.
        let frames = try trace.rows(of: "stack_frame")
        func stack(_ id: Int64?) -> UInt32 { id.flatMap { frames?.place(of: $0) }.map { UInt32($0 + 1) } ?? 0 }
        try each(["caller_id", "frame_id", "binary_id", "is_app", "file_id", "line"], of: "stack_frame") {
            row throws(TraceError) in
            let function = StackTable.Function(frame: try name(row, 1), binary: try name(row, 2))
            records.stacks.add(
                to: stack(row.integer(0)),
                StackTable.Frame(name: function.frame, binary: function.binary, isApp: row.integer(3) == 1))
            let file = try name(row, 4)
            if file.isPresent, let line = row.integer(5) {
                records.stacks.note(StackTable.Source(file: file, line: line), of: function, records.names)
            }
        }
        try eachRecord(SampleRecord.self, of: "sample", and: ["stack_id"]) { row, sample in
            var sample = sample
            sample.stack = stack(row.integer(0))
            records.samples.append(sample)
        }
    }

    func readLogs() throws(TraceError) {
        try eachRecord(LogRecord.self, of: "log") { records.logs.append($1) }
    }

    func readImport() throws(TraceError) {
        let records = records
        try each(["kind", "file", "line", "column", "byte", "message", "raw"], of: "import_reject") { row in
            let place = Place(
                file: row.text(1) ?? "", line: row.integer(2).map { Int($0) }, column: row.integer(3).map { Int($0) },
                byte: row.integer(4).map { Int($0) })
            records.rejects.append(
                RejectRecord(
                    kind: RejectRecord.Kind(rawValue: row.text(0) ?? "") ?? .malformed, place: place,
                    message: row.text(5) ?? "", raw: row.text(6) ?? ""))
        }
        try each(["run", "schema", "tables", "rows"], of: "recorded_table") { row in
            records.recordedTables.append(
                RecordedTable(
                    run: row.integer(0) ?? 0, schema: row.text(1) ?? "", tables: row.integer(2) ?? 0,
                    rows: row.integer(3)))
        }
        try each(["counter", "detail", "count"], of: "import_counter") { row in
            guard let name = ImportCounters.Name(rawValue: row.text(0) ?? "") else { return }
            records.counters.restore(name, row.text(1) ?? "", Int(row.integer(2) ?? 0))
        }
    }

    func readMetrics() throws(TraceError) {
        let records = records
        let measured = ["source", "name", "category", "metric", "unit", "device", "period"]
        try each(measured + ["value", "iteration", "test"], of: "metric") { row in
            records.metrics.append(
                MetricRecord(
                    source: row.text(0) ?? "", name: row.text(1) ?? "", category: row.text(2),
                    metric: row.text(3) ?? "", unit: row.text(4), value: row.real(7), iteration: row.integer(8),
                    test: row.text(9), device: row.text(5), period: row.text(6)))
        }
        try each(measured + ["start", "end", "count"], of: "metric_bucket") { row in
            records.metricBuckets.append(
                MetricBucketRecord(
                    source: row.text(0) ?? "", name: row.text(1) ?? "", category: row.text(2),
                    metric: row.text(3) ?? "", unit: row.text(4), start: row.real(7), end: row.real(8),
                    count: row.integer(9) ?? 0, device: row.text(5), period: row.text(6)))
        }
    }
}
