/// What MetricKit reports: `jsonRepresentation()` of `MXMetricPayload` and of `MXDiagnosticPayload`, and `MetricReport` and
/// `DiagnosticReport` of iOS 27 as `JSONEncoder` writes them; one object, an array of them, or one after another.
///
/// Every quantity and every number of a section becomes a metric, every bucket of a histogram a row of its own. Of a
/// diagnostic its quantities are read (how long the hang was); its call stacks are counted as skipped.
struct MetricKitImporter: Importer {
    static let name = "metrickit"
    static let summary = "MetricKit payloads: hangs, hitch ratios, signpost histograms"
    static let search: FormatSearch.Ways = .document
    static let example = #""animationMetrics" : { "scrollHitchTimeRatio" : "5 ms per s" }"#

    init() {}

    private static let sections: Set<String> = [
        "signpostMetrics", "cpuMetrics", "gpuMetrics", "memoryMetrics", "diskIOMetrics", "displayMetrics",
        "animationMetrics", "applicationResponsivenessMetrics", "applicationLaunchMetrics", "applicationTimeMetrics",
        "applicationExitMetrics", "networkTransferMetrics", "cellularConditionMetrics", "locationActivityMetrics",
        "diskSpaceUsageMetrics", "hangDiagnostics", "cpuExceptionDiagnostics", "diskWriteExceptionDiagnostics",
        "crashDiagnostics", "appLaunchDiagnostics", "intervalEntries", "stateEntries", "hangDiagnostic",
        "cpuExceptionDiagnostic", "diskWriteExceptionDiagnostic", "crashDiagnostic", "appLaunchDiagnostic",
        "memoryExceptionDiagnostic",
    ]

    /// An object, or an array of objects, with one of MetricKit's sections.
    static func recognizes(_ head: ByteSlice) -> Bool {
        let depth = JSONHead.skipMark(head).hasPrefix("[") ? 2 : 1
        guard depth == 2 || JSONHead.skipMark(head).hasPrefix("{") else { return false }
        return JSONOutline.contains(head, maxDepth: depth) { key in
            guard key.depth == depth, key.text.count < 40 else { return false }
            let isContainer = key.value == UInt8(ascii: "{") || key.value == UInt8(ascii: "[")
            return isContainer && sections.contains(key.text.text)
        }
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        let rowsBefore = builder.rowsSeen
        var reader = JSONReader(input)
        var payload = MetricKitPayload(builder)
        do throws(TraceError) {
            try reader.skipByteOrderMark()
            while let kind = try reader.peekKind() {
                guard kind == .array else {
                    try payload.read(&reader)
                    continue
                }
                try reader.enterArray()
                while try reader.nextElement() { try payload.read(&reader) }
            }
        } catch {
            payload.close()
            try MetricRows(builder).keep(error, rowsBefore: rowsBefore)
        }
    }

    mutating func finish(_ builder: TraceBuilder) throws(TraceError) {
        MetricRows(builder).noteIfAlone()
        MetricRows(builder).noteDetails()
    }
}
