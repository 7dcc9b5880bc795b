/// MetricKit data: `jsonRepresentation()` of `MXMetricPayload` and of `MXDiagnosticPayload`, and `MetricReport` and
/// `DiagnosticReport` of iOS 27 as `JSONEncoder` writes them; one object, an array of them, or one after another.
///
/// Every quantity and every number of a section becomes a metric, every bucket of a histogram a row. Only the
/// quantities of a diagnostic are read (such as the length of the hang); its call stacks are counted as skipped.
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

    /// Whether it is an object, or an array of objects, with one of MetricKit's sections.
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
            try builder.keep(error, rowsBefore: rowsBefore)
        }
    }

    mutating func finish(_ builder: TraceBuilder) throws(TraceError) {
        MetricRows(builder).noteIfAlone()
        MetricRows(builder).noteDetails()
    }
}

/// Reads MetricKit payloads and reports, one after another.
struct MetricKitPayload {
    let builder: TraceBuilder
    let rows: MetricRows
    private var mark: MetricRows.Mark
    private var begin: String?
    private var end: String?
    private var device: String?
    /// The states that the app reported when a diagnostic was made.
    private var states: [String] = []

    init(_ builder: TraceBuilder) {
        self.builder = builder
        rows = MetricRows(builder)
        mark = rows.mark
    }

    mutating func read(_ reader: inout JSONReader) throws(TraceError) {
        (begin, end, device, states) = (nil, nil, nil, [])
        mark = rows.mark
        try reader.enterObject()
        while let key = try reader.nextKey() { try readSection(key.prefix(100).text, &reader) }
        close()
    }

    /// Completes the payload's rows with its common facts; called for truncated payloads too.
    func close() {
        let period = begin.map { begin in end.map { $0 == begin ? begin : "\(begin) – \($0)" } ?? begin } ?? end
        rows.complete(since: mark) {
            $0.period = $0.period ?? period
            $0.device = $0.device ?? device
            if !states.isEmpty, $0.category == nil { $0.category = states.joined(separator: ", ") }
        } _: {
            $0.period = period
            $0.device = device
        }
    }

    private mutating func readSection(_ key: String, _ reader: inout JSONReader) throws(TraceError) {
        let kind = try reader.peekKind()
        switch key {
        case "timeStampBegin": begin = try MetricRows.text(&reader)
        case "timeStampEnd": end = try MetricRows.text(&reader)
        case "metaData" where kind == .object: device = try readAttributes(&reader).device ?? device
        case "timeRange" where kind == .object: (begin, end) = try MetricKitReport.readTimeRange(&reader)
        case "environment" where kind == .object:
            let environment = try MetricKitReport(self).readEnvironment(&reader)
            (device, states) = (environment.device ?? device, environment.states)
        case "intervalEntries", "stateEntries":
            try MetricKitReport(self).readEntries(ofState: key == "stateEntries", &reader)
        case "version": try reader.skipValue()
        case "appVersion":
            let version = try MetricRows.text(&reader)
            builder.records.metadata.build = builder.records.metadata.build ?? version
        case "signpostMetrics" where kind == .array:
            try reader.enterArray()
            while try reader.nextElement() { try readSignpost(key, &reader) }
        default:
            if key.hasSuffix("Metrics"), kind == .object {
                var figures = MetricKitFigures(rows, section: key)
                try figures.read(&reader)
            } else if key.hasSuffix("Diagnostics"), kind == .array {
                try reader.enterArray()
                while try reader.nextElement() { try MetricKitDiagnostic(self).read(key, &reader) }
            } else if key.hasSuffix("Diagnostic"), kind == .object {
                try MetricKitDiagnostic(self).read("\(key)s", &reader)
            } else {
                builder.records.counters.add(.unknownKey, "payload.\(key.prefix(60))")
                try reader.skipValue()
            }
        }
    }

    // MARK: Signposts

    /// Reads a signpost metric, whose name and category may come after its figures.
    private func readSignpost(_ section: String, _ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try rejectObject("a signpost metric", &reader) }
        let first = rows.mark
        var (name, category) = (String?.none, String?.none)
        var figures = MetricKitFigures(rows, section: section)
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("signpostName") {
                name = try MetricRows.text(&reader)
            } else if key.equals("signpostCategory") {
                category = try MetricRows.text(&reader)
            } else if key.equals("signpostIntervalData"), try reader.peekKind() == .object {
                try figures.read(&reader)
            } else {
                try figures.readValue(key.prefix(100).text, &reader)
            }
        }
        rows.complete(since: first) {
            $0.name = name ?? $0.name
            $0.category = category
        } _: {
            $0.name = name ?? $0.name
            $0.category = category
        }
    }

    /// Reads the attributes of a payload or diagnostic: those of the app and device go to the trace, quantities (a
    /// number and a unit) are returned.
    func readAttributes(
        _ reader: inout JSONReader
    ) throws(TraceError) -> (device: String?, quantities: [(metric: String, MetricQuantity)]) {
        var texts: [(key: String, text: String)] = []
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let key = key.prefix(100).text
            if let text = try MetricRows.text(&reader), !text.isEmpty { texts.append((key, text)) }
        }
        func text(_ key: String) -> String? { texts.first { $0.key == key }?.text }
        let device = text("deviceType")
        var metadata = builder.records.metadata
        metadata.device = metadata.device ?? device
        metadata.os = metadata.os ?? text("osVersion")
        metadata.app = metadata.app ?? text("bundleIdentifier")
        metadata.build = metadata.build ?? text("appVersion") ?? text("appBuildVersion")
        builder.records.metadata = metadata
        let quantities = texts.compactMap { key, text in
            MetricQuantity(text).flatMap { $0.unit == nil || Self.attributes.contains(key) ? nil : (key, $0) }
        }
        return (device, quantities)
    }

    /// Texts that may begin with a number but are not quantities.
    private static let attributes: Set<String> = [
        "osVersion", "appVersion", "appBuildVersion", "deviceType", "bundleIdentifier", "regionFormat",
        "platformArchitecture", "virtualMemoryRegionInfo", "terminationReason", "exceptionReason",
    ]

    func rejectObject(_ what: String, _ reader: inout JSONReader) throws(TraceError) {
        reader.setMark()
        defer { reader.clearMark() }
        try reader.skipValue()
        rows.reject(RowProblem(.wrongType, "\(what) must be an object"), reader)
    }
}
