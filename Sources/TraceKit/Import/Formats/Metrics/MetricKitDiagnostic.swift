/// Reads one diagnostic, of a payload (`MXHangDiagnostic`) or of a report (`HangDiagnostic`): its quantities become metrics,
/// its call stacks are counted as skipped.
struct MetricKitDiagnostic {
    /// The detail of the counter for the signposts that a report has of the time before a diagnostic.
    static let signposts = "signpostData"

    private let payload: MetricKitPayload
    private var rows: MetricRows { payload.rows }

    init(_ payload: MetricKitPayload) { self.payload = payload }

    /// `section`: the plural, as payloads name them.
    func read(_ section: String, _ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try payload.rejectObject("a diagnostic", &reader) }
        let first = rows.mark
        var figures = MetricKitFigures(rows, section: section, isReport: true)
        var ownDevice: String?
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let kind = try reader.peekKind()
            if key.equals("diagnosticMetaData"), kind == .object {
                let (device, quantities) = try payload.readAttributes(&reader)
                ownDevice = device
                take(quantities, section)
            } else if key.equals("callStackTree") {
                rows.skipDetails("\(section).callStackTree", by: try Self.countStacks(&reader))
            } else if kind == .object {
                try figures.readValue(key.prefix(100).text, &reader)
            } else {
                try reader.skipValue()
            }
        }
        if rows.mark == first { rows.skip(section) }
        rows.complete(since: first) { $0.device = ownDevice }
    }

    private func take(_ quantities: [(metric: String, MetricQuantity)], _ section: String) {
        for (metric, quantity) in quantities {
            rows.take(
                MetricRecord(
                    source: MetricKitImporter.name, name: section, metric: metric, unit: quantity.unit,
                    value: quantity.value))
        }
    }

    /// How many call stacks a tree holds: one a thread, or one of all. A tree of another shape counts as one.
    private static func countStacks(_ reader: inout JSONReader) throws(TraceError) -> Int {
        guard try reader.peekKind() == .object else {
            try reader.skipValue()
            return 1
        }
        var (count, isKnown, isEmpty) = (0, false, true)
        try reader.enterObject()
        while let key = try reader.nextKey() {
            isEmpty = false
            guard key.equals("callStacks") || key.equals("callStackThreads"), try reader.peekKind() == .array else {
                try reader.skipValue()
                continue
            }
            isKnown = true
            try reader.enterArray()
            while try reader.nextElement() {
                try reader.skipValue()
                count += 1
            }
        }
        return isKnown || isEmpty ? count : 1
    }
}
