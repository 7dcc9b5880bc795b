/// The lanes beside the cause graph, and what the import saw.
extension TraceReader {
    func readSignposts() throws(TraceError) {
        let records = records
        var sites: [Int64: SignpostSite] = [:]
        let emitter = "id, name_id, subsystem_id, category_id, process_id, thread_id, scope_id"
        try each(emitter, of: "signpost_site") { row in
            sites[row.integer(0) ?? 0] = SignpostSite(
                name: row.name(1), subsystem: row.name(2), category: row.name(3), process: row.name(4),
                thread: row.name(5), scope: row.name(6))
        }
        try each("site_id, message_id, signpost_id, pairing, start_ns, duration_ns", of: "signpost") { row in
            guard let site = sites[row.integer(0) ?? 0] else { return }
            records.signposts.append(
                SignpostRecord(
                    name: site.name, subsystem: site.subsystem, category: site.category, process: site.process,
                    thread: site.thread, scope: site.scope, message: row.name(1), signpostID: row.id(2) ?? 0,
                    hasID: row.id(2) != nil, pairing: .init(rawValue: UInt8(row.integer(3) ?? 0)) ?? .complete,
                    start: row.integer(4) ?? 0, duration: row.integer(5) ?? -1))
        }
    }

    func readStalls() throws(TraceError) {
        let records = records
        try each("start_ns, duration_ns, is_system, narrative_id", of: "hitch") { row in
            records.hitches.append(
                HitchRecord(
                    start: row.integer(0) ?? 0, duration: row.integer(1) ?? 0, isSystem: row.integer(2) == 1,
                    narrative: row.name(3)))
        }
        try each("start_ns, duration_ns, word_id, thread_id", of: "hang") { row in
            records.hangs.append(
                HangRecord(
                    start: row.integer(0) ?? 0, duration: row.integer(1) ?? 0, kind: row.name(2), thread: row.name(3)))
        }
    }

    func readSamples() throws(TraceError) {
        let records = records
        var stacks: [Int64: UInt32] = [:]
        try each("id, caller_id, frame_id, binary_id, is_app", of: "stack_frame") { row in
            let parent = row.integer(1).flatMap { stacks[$0] } ?? 0
            stacks[row.integer(0) ?? 0] = records.stacks.child(
                of: parent, frame: row.name(2), binary: row.name(3), isApp: row.integer(4) == 1)
        }
        try each("start_ns, weight_ns, thread_id, state_id, stack_id", of: "sample") { row in
            records.samples.append(
                SampleRecord(
                    start: row.integer(0) ?? 0, weight: row.integer(1) ?? -1, thread: row.name(2), state: row.name(3),
                    stack: row.integer(4).flatMap { stacks[$0] } ?? 0))
        }
    }

    func readImport() throws(TraceError) {
        let records = records
        try each("kind, file, line, \"column\", byte, message, raw", of: "import_reject") { row in
            let place = Place(
                file: row.text(1) ?? "", line: row.integer(2).map { Int($0) }, column: row.integer(3).map { Int($0) },
                byte: row.integer(4).map { Int($0) })
            records.rejects.append(
                RejectRecord(
                    kind: RejectRecord.Kind(rawValue: row.text(0) ?? "") ?? .malformed, place: place,
                    message: row.text(5) ?? "", raw: row.text(6) ?? ""))
        }
        try each("counter, detail, count", of: "import_counter") { row in
            guard let name = ImportCounters.Name(rawValue: row.text(0) ?? "") else { return }
            records.counters.restore(name, row.text(1) ?? "", Int(row.integer(2) ?? 0))
        }
    }

    func readMetrics() throws(TraceError) {
        let records = records
        let metric = "source, name, category, metric, unit, value, iteration, test, device, period"
        try each(metric, of: "metric") { row in
            records.metrics.append(
                MetricRecord(
                    source: row.text(0) ?? "", name: row.text(1) ?? "", category: row.text(2),
                    metric: row.text(3) ?? "",
                    unit: row.text(4), value: row.statement.value(5).number, iteration: row.integer(6),
                    test: row.text(7),
                    device: row.text(8), period: row.text(9)))
        }
        let bucket = "source, name, category, metric, unit, start, \"end\", count, device, period"
        try each(bucket, of: "metric_bucket") { row in
            records.metricBuckets.append(
                MetricBucketRecord(
                    source: row.text(0) ?? "", name: row.text(1) ?? "", category: row.text(2),
                    metric: row.text(3) ?? "",
                    unit: row.text(4), start: row.statement.value(5).number, end: row.statement.value(6).number,
                    count: row.integer(7) ?? 0, device: row.text(8), period: row.text(9)))
        }
    }
}
