/// Adds the rows of metric files to a trace: one for each number, one for each bucket.
///
/// The device, period, test or signpost of a row may come after it in the file, so the last rows can be completed.
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

    /// Counts parts of a diagnostic that are not read.
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

    /// Notes that a trace has nothing but metrics.
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

    /// Notes how many parts of diagnostics were left out.
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

    /// The diagnostics that were left out; nil if there are none.
    private var diagnosticWords: String? {
        let left = builder.records.counters.sorted.filter { $0.name == .skippedDiagnostic }
        return left.isEmpty
            ? nil : left.map { ImportCounters.diagnostics($0.detail, $0.count) }.joined(separator: ", ")
    }

    // MARK: Values

    /// Reads a string, or a number as it is written; returns nil for other values, which are skipped.
    static func text(_ reader: inout JSONReader) throws(TraceError) -> String? {
        try reader.scalar()?.prefix(longestText).text
    }

    /// Reads the members of an object that are texts, numbers or quantities.
    static func texts(_ reader: inout JSONReader) throws(TraceError) -> [String: String] {
        var texts: [String: String] = [:]
        try reader.enterObject()
        while let key = try reader.nextKey()?.prefix(100).text { texts[key] = try quantityText(&reader) }
        return texts
    }

    /// Reads a quantity as a text, `340 ms`, from a payload's text or a report's object with `value` and `unit`.
    static func quantityText(_ reader: inout JSONReader) throws(TraceError) -> String? {
        guard try reader.peekKind() == .object else { return try text(&reader) }
        let parts = try texts(&reader)
        return parts["value"].map { value in parts["unit"].map { "\(value) \($0)" } ?? value }
    }

    private static let longestText = 500
}

/// A number with its unit, as MetricKit writes quantities: `20 sec`, `50 ms per s`, `2,000 byte`.
struct MetricQuantity: Equatable {
    var value: Double
    /// The unit in one spelling; nil for a bare number.
    var unit: String?

    /// Returns nil for a text without a number, and for a comma that does not group three digits, because many
    /// languages have decimal commas.
    init?(_ text: String) {
        let text = Substring(text).trimmingSpaces
        let end = Self.endOfNumber(text)
        guard let number = Self.number(text[..<end]) else { return nil }
        value = number
        unit = Self.unit(text[end...])
    }

    /// Normalises the spelling of a unit: older systems write `secs.` and `bytes`.
    static func unit(_ text: Substring) -> String? {
        var unit = text.trimmingSpaces
        while unit.last == "." { unit = unit.dropLast() }
        switch unit {
        case "": return nil
        case "sec", "secs", "second", "seconds": return "s"
        case "millisecond", "milliseconds", "msec", "msecs": return "ms"
        case "mins", "minute", "minutes": return "min"
        case "hr", "hrs", "hour", "hours": return "h"
        case "bytes": return "byte"
        default: return String(unit)
        }
    }

    /// The milliseconds in a unit of time; nil for other units.
    static func milliseconds(in unit: String?) -> Double? {
        switch unit {
        case "ns": 1e-6
        case "µs", "μs": 1e-3
        case "ms": 1
        case "s": 1e3
        case "min": 60e3
        case "h": 3600e3
        default: nil
        }
    }

    private static func endOfNumber(_ text: Substring) -> Substring.Index {
        var index = text.startIndex
        while index < text.endIndex {
            let isPart = text[index].isASCII && (text[index].isNumber || ",.+-".contains(text[index]))
            guard isPart || isExponent(text, at: index) else { break }
            index = text.index(after: index)
        }
        return index
    }

    private static func isExponent(_ text: Substring, at index: Substring.Index) -> Bool {
        guard text[index] == "e" || text[index] == "E" else { return false }
        let rest = text[text.index(after: index)...].drop { $0 == "+" || $0 == "-" }
        return rest.first.map { $0.isASCII && $0.isNumber } ?? false
    }

    private static func number(_ text: Substring) -> Double? {
        let groups = text.split(separator: ",", omittingEmptySubsequences: false)
        let whole = groups.enumerated().dropFirst().map { index, group in
            index == groups.count - 1 ? group.prefix { $0 != "." } : group
        }
        guard whole.allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isNumber) }) else { return nil }
        let leading = groups[0].drop { $0 == "-" }
        guard groups.count == 1 || !leading.isEmpty && leading.count <= 3 else { return nil }
        guard let value = Double(groups.joined()), value.isFinite else { return nil }
        return value
    }
}
