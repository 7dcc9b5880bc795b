/// Takes the rows of metric files into a trace: one row a number, one a bucket.
///
/// What a row belongs to (a device, a period, a test, a signpost) may stand behind it in the file, so the last rows
/// can be completed.
struct MetricRows {
    private let builder: TraceBuilder

    init(_ builder: TraceBuilder) { self.builder = builder }

    /// The rows taken so far, as a mark for `complete`.
    struct Mark {
        fileprivate var metrics: Int
        fileprivate var buckets: Int
    }

    var mark: Mark { Mark(metrics: builder.records.metrics.count, buckets: builder.records.metricBuckets.count) }

    func take(_ metric: MetricRecord) {
        builder.rowsSeen += 1
        builder.rowsImported += 1
        builder.records.metrics.append(metric)
    }

    func take(_ bucket: MetricBucketRecord) {
        builder.rowsSeen += 1
        builder.rowsImported += 1
        builder.records.metricBuckets.append(bucket)
    }

    func reject(_ problem: RowProblem, _ reader: borrowing JSONReader) {
        builder.rowsSeen += 1
        builder.reject(problem, at: reader.markPlace, raw: reader.markedText)
    }

    func reject(_ problem: RowProblem, at place: Place, raw: String) {
        builder.rowsSeen += 1
        builder.reject(problem, at: place, raw: raw)
    }

    func skip(_ detail: String) {
        builder.rowsSeen += 1
        builder.records.counters.add(.skippedDiagnostic, detail)
    }

    func complete(
        since mark: Mark, _ metric: (inout MetricRecord) -> Void,
        _ bucket: (inout MetricBucketRecord) -> Void = { _ in }
    ) {
        for index in mark.metrics..<builder.records.metrics.count { metric(&builder.records.metrics[index]) }
        for index in mark.buckets..<builder.records.metricBuckets.count {
            bucket(&builder.records.metricBuckets[index])
        }
    }

    /// Marks a file that could not be read to its end; where nothing was complete, the error is the answer.
    func keep(_ error: TraceError, rowsBefore: Int) throws(TraceError) {
        guard error.kind == .input, builder.rowsSeen > rowsBefore else { throw error }
        builder.noteDamage(error.diagnostic)
    }

    /// Says so where a trace has metrics and nothing else.
    func noteIfAlone() {
        let isAlone = builder.records.formats.allSatisfy {
            $0 == MetricKitImporter.name || $0 == XCTestMetricsImporter.name
        }
        let holdsNone = builder.records.metrics.isEmpty && builder.records.metricBuckets.isEmpty
        let diagnostics = holdsNone ? diagnosticWords : nil
        let note = Diagnostic(
            .note,
            diagnostics.map {
                "only \($0), which \(ImportCounters.notAnalysed): no figures and no time line are in this trace"
            } ?? "only metrics: no view updates and no time line are in this trace")
        if isAlone, !builder.records.warnings.contains(note) { builder.records.warnings.append(note) }
    }

    /// The diagnostics that were left out; nil where there were none.
    private var diagnosticWords: String? {
        let left = builder.records.counters.sorted.filter { $0.name == .skippedDiagnostic }
        return left.isEmpty
            ? nil : left.map { ImportCounters.diagnostics($0.detail, $0.count) }.joined(separator: ", ")
    }

    // MARK: Values

    /// A string, or a number as it is written; nil for other values, which are read past.
    static func text(_ reader: inout JSONReader) throws(TraceError) -> String? {
        switch try reader.peekKind() {
        case .string: return try reader.string().prefix(longestText).text
        case .number: return try reader.number().prefix(longestText).text
        default:
            try reader.skipValue()
            return nil
        }
    }

    private static let longestText = 500
}
