/// Takes the rows of metric files into a trace: one row a number, one a bucket.
///
/// What a row belongs to (a device, a period, a test, a signpost) may stand behind it in the file, so the last rows
/// can be completed.
struct MetricRows {
    private let builder: TraceBuilder

    init(_ builder: TraceBuilder) { self.builder = builder }

    /// The rows taken so far, as a mark for `complete`.
    struct Mark: Comparable {
        fileprivate var metrics: Int
        fileprivate var buckets: Int

        static func < (left: Mark, right: Mark) -> Bool {
            (left.metrics, left.buckets) < (right.metrics, right.buckets)
        }
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

    /// Parts of a diagnostic that are not read.
    func skipDetails(_ detail: String, by number: Int) {
        guard number > 0 else { return }
        builder.rowsSeen += number
        builder.records.counters.add(.skippedDiagnosticDetail, detail, by: number)
    }

    func complete(
        since mark: Mark, until end: Mark? = nil, _ metric: (inout MetricRecord) -> Void,
        _ bucket: (inout MetricBucketRecord) -> Void = { _ in }
    ) {
        let end = end ?? self.mark
        for index in mark.metrics..<end.metrics { metric(&builder.records.metrics[index]) }
        for index in mark.buckets..<end.buckets { bucket(&builder.records.metricBuckets[index]) }
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

    /// Says how many parts of diagnostics were left out.
    func noteDetails() {
        var (stacks, signposts) = (0, 0)
        for left in builder.records.counters.sorted where left.name == .skippedDiagnosticDetail {
            if left.detail == MetricKitDiagnostic.signposts { signposts += left.count } else { stacks += left.count }
        }
        let parts = [(stacks, "call stack"), (signposts, "signpost")].filter { $0.0 > 0 }
        guard !parts.isEmpty else { return }
        let words = parts.map { Decimal.counted($0.0, $0.1) }.joined(separator: " and ")
        let note = Diagnostic(
            .note,
            "\(words) of MetricKit diagnostics \(stacks + signposts == 1 ? "is" : "are") not read, only their figures")
        if !builder.records.warnings.contains(note) { builder.records.warnings.append(note) }
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

    /// A quantity as a text, `340 ms`: as it is in payloads, or of an object of `value` and `unit`.
    static func quantityText(_ reader: inout JSONReader) throws(TraceError) -> String? {
        guard try reader.peekKind() == .object else { return try text(&reader) }
        var (value, unit) = (String?.none, String?.none)
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("value") {
                value = try text(&reader)
            } else if key.equals("unit") {
                unit = try text(&reader)
            } else {
                try reader.skipValue()
            }
        }
        return value.map { value in unit.map { "\(value) \($0)" } ?? value }
    }

    private static let longestText = 500
}
