/// Figures from elsewhere, and what the import saw.
extension TraceWriter {
    // MARK: Context

    func insertMetrics() throws(TraceError) {
        let metrics = records.metrics
        let first = try database.nextID("metric")
        try insert("metric", 12, count: metrics.count) { row, column, out in
            let metric = metrics[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.text(metric.source)
            case 3: out.text(metric.name)
            case 4: out.text(metric.category)
            case 5: out.text(metric.metric)
            case 6: out.text(metric.unit)
            case 7: out.optional(metric.value)
            case 8: out.optional(metric.iteration)
            case 9: out.text(metric.test)
            case 10: out.text(metric.device)
            default: out.text(metric.period)
            }
        }
    }

    func insertMetricBuckets() throws(TraceError) {
        let buckets = records.metricBuckets
        let first = try database.nextID("metric_bucket")
        try insert("metric_bucket", 12, count: buckets.count) { row, column, out in
            let bucket = buckets[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.text(bucket.source)
            case 3: out.text(bucket.name)
            case 4: out.text(bucket.category)
            case 5: out.text(bucket.metric)
            case 6: out.text(bucket.unit)
            case 7: out.optional(bucket.start)
            case 8: out.optional(bucket.end)
            case 9: out.integer(bucket.count)
            case 10: out.text(bucket.device)
            default: out.text(bucket.period)
            }
        }
    }

    // MARK: What the import saw

    func insertRejects() throws(TraceError) {
        let rejects = records.rejects
        let first = try database.nextID("import_reject")
        try insert("import_reject", 9, count: rejects.count) { row, column, out in
            let reject = rejects[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.text(reject.place.file)
            case 3: out.optional(reject.place.line.map { Int64($0) })
            case 4: out.optional(reject.place.column.map { Int64($0) })
            case 5: out.optional(reject.place.byte.map { Int64($0) })
            case 6: out.text(reject.kind.rawValue)
            case 7: out.text(reject.message)
            default: out.text(reject.raw)
            }
        }
    }

    func insertCounters() throws(TraceError) {
        let counters = records.counters.sorted
        let first = try database.nextID("import_counter")
        try insert("import_counter", 6, count: counters.count) { row, column, out in
            let counter = counters[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.text(counter.name.rawValue)
            case 3: out.text(counter.detail)
            case 4: out.integer(counter.count)
            default: out.text(counter.name.meaning)
            }
        }
    }
}
