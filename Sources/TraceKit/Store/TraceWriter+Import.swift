/// Writes figures of other sources, and the import's own records.
extension TraceWriter {
    // MARK: Context

    func insertMetrics() throws(TraceError) {
        let metrics = records.metrics
        try insert(
            "metric", count: metrics.count,
            [
                "source": .texts { metrics[$0].source },
                "name": .texts { metrics[$0].name },
                "category": .texts { metrics[$0].category },
                "metric": .texts { metrics[$0].metric },
                "unit": .texts { metrics[$0].unit },
                "value": .reals { metrics[$0].value },
                "iteration": .integers { metrics[$0].iteration },
                "test": .texts { metrics[$0].test },
                "device": .texts { metrics[$0].device },
                "period": .texts { metrics[$0].period },
                "stack": .texts { metrics[$0].stack },
            ])
    }

    func insertMetricBuckets() throws(TraceError) {
        let buckets = records.metricBuckets
        try insert(
            "metric_bucket", count: buckets.count,
            [
                "source": .texts { buckets[$0].source },
                "name": .texts { buckets[$0].name },
                "category": .texts { buckets[$0].category },
                "metric": .texts { buckets[$0].metric },
                "unit": .texts { buckets[$0].unit },
                "start": .reals { buckets[$0].start },
                "end": .reals { buckets[$0].end },
                "count": .integers { buckets[$0].count },
                "device": .texts { buckets[$0].device },
                "period": .texts { buckets[$0].period },
            ])
    }

    // MARK: The import's records

    func insertRejects() throws(TraceError) {
        let rejects = records.rejects
        try insert(
            "import_reject", count: rejects.count,
            [
                "file": .texts { rejects[$0].place.file },
                "line": .integers { rejects[$0].place.line },
                "column": .integers { rejects[$0].place.column },
                "byte": .integers { rejects[$0].place.byte },
                "kind": .texts { rejects[$0].kind.rawValue },
                "message": .texts { rejects[$0].message },
                "raw": .texts { rejects[$0].raw },
            ])
    }

    func insertRecordedTables() throws(TraceError) {
        let tables = records.recordedTables
        try insert(
            "recorded_table", count: tables.count,
            [
                "run": .integers { tables[$0].run },
                "schema": .texts { tables[$0].schema },
                "tables": .integers { tables[$0].tables },
                "rows": .integers { tables[$0].rows },
            ])
    }

    func insertCounters() throws(TraceError) {
        let counters = records.counters.sorted
        try insert(
            "import_counter", count: counters.count,
            [
                "counter": .texts { counters[$0].name.rawValue },
                "detail": .texts { counters[$0].detail },
                "count": .integers { counters[$0].count },
                "meaning": .texts { counters[$0].name.meaning },
            ])
    }
}
