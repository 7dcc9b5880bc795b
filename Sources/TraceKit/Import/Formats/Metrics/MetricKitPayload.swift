/// Reads MetricKit payloads, one after another.
struct MetricKitPayload {
    private let builder: TraceBuilder
    private let rows: MetricRows
    private var mark: MetricRows.Mark
    private var begin: String?
    private var end: String?
    private var device: String?

    init(_ builder: TraceBuilder) {
        self.builder = builder
        rows = MetricRows(builder)
        mark = rows.mark
    }

    mutating func read(_ reader: inout JSONReader) throws(TraceError) {
        (begin, end, device) = (nil, nil, nil)
        mark = rows.mark
        try reader.enterObject()
        while let key = try reader.nextKey() { try readSection(key.prefix(100).text, &reader) }
        close()
    }

    /// Writes what holds for the whole payload into its rows; called for a payload that was cut, too.
    func close() {
        let period = begin.map { begin in end.map { $0 == begin ? begin : "\(begin) – \($0)" } ?? begin } ?? end
        rows.complete(since: mark) {
            $0.period = $0.period ?? period
            $0.device = $0.device ?? device
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
        case "appVersion":
            let version = try MetricRows.text(&reader)
            builder.records.metadata.build = builder.records.metadata.build ?? version
        case "signpostMetrics" where kind == .array:
            try reader.enterArray()
            while try reader.nextElement() { try readSignpost(key, &reader) }
        default:
            if key.hasSuffix("Metrics"), kind == .object {
                try MetricKitFigures(rows, section: key).read(&reader)
            } else if key.hasSuffix("Diagnostics"), kind == .array {
                try reader.enterArray()
                while try reader.nextElement() { try readDiagnostic(key, &reader) }
            } else {
                builder.records.counters.add(.unknownKey, "payload.\(key.prefix(60))")
                try reader.skipValue()
            }
        }
    }

    // MARK: Signposts

    /// The signpost's name and category may stand behind its figures.
    private func readSignpost(_ section: String, _ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try rejectObject("a signpost metric", &reader) }
        let first = rows.mark
        var (name, category) = (String?.none, String?.none)
        let figures = MetricKitFigures(rows, section: section)
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

    // MARK: Diagnostics

    private mutating func readDiagnostic(_ section: String, _ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try rejectObject("a diagnostic", &reader) }
        var quantities: [(metric: String, MetricQuantity)] = []
        var ownDevice: String?
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("diagnosticMetaData"), try reader.peekKind() == .object {
                (ownDevice, quantities) = try readAttributes(&reader)
            } else {
                try reader.skipValue()
            }
        }
        if quantities.isEmpty { rows.skip(section) }
        for (metric, quantity) in quantities {
            rows.take(
                MetricRecord(
                    source: MetricKitImporter.name, name: section, metric: metric, unit: quantity.unit,
                    value: quantity.value, device: ownDevice))
        }
    }

    /// The attributes of a payload or diagnostic: those of the app and device go to the trace, those that are
    /// quantities (a number and a unit) are given back.
    private func readAttributes(
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

    /// Texts that may begin with a number and measure nothing.
    private static let attributes: Set<String> = [
        "osVersion", "appVersion", "appBuildVersion", "deviceType", "bundleIdentifier", "regionFormat",
        "platformArchitecture", "virtualMemoryRegionInfo", "terminationReason", "exceptionReason",
    ]

    private func rejectObject(_ what: String, _ reader: inout JSONReader) throws(TraceError) {
        reader.setMark()
        defer { reader.clearMark() }
        try reader.skipValue()
        rows.reject(RowProblem(.wrongType, "\(what) must be an object"), reader)
    }
}
