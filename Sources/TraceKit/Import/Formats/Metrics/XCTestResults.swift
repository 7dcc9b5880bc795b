/// Reads the JSON of `xcresulttool get test-results metrics`: tests, their runs, and the metrics of each run.
struct XCTestResults {
    private let builder: TraceBuilder
    private let rows: MetricRows

    init(_ builder: TraceBuilder) {
        self.builder = builder
        rows = MetricRows(builder)
    }

    /// Reads the array of all tests, or one test copied out of it.
    func read(_ reader: inout JSONReader) throws(TraceError) {
        if try reader.peekKind() == .object {
            try readTest(&reader)
        } else {
            try reader.enterArray()
            while try reader.nextElement() { try readTest(&reader) }
        }
        try reader.expectEnd()
    }

    /// Reads a test, whose name may come after its runs.
    private func readTest(_ reader: inout JSONReader) throws(TraceError) {
        let first = rows.mark
        var test: String?
        defer { rows.complete(since: first) { $0.test = test } }
        let place = reader.input.place(of: reader.position)
        var hasRuns = false
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("testIdentifier") {
                test = try MetricRows.text(&reader)
            } else if key.equals("testRuns"), try reader.peekKind() == .array {
                hasRuns = true
                try reader.enterArray()
                while try reader.nextElement() { try readRun(&reader) }
            } else {
                try reader.skipValue()
            }
        }
        if !hasRuns { rejectMissing("the test has no array 'testRuns'", place) }
    }

    /// Rejects an object that should hold measurements but has other keys, because a renamed key must not look like no
    /// measurements.
    private func rejectMissing(_ message: String, _ place: Place) {
        rows.reject(RowProblem(.missingField, message), at: place, raw: "")
    }

    private func readRun(_ reader: inout JSONReader) throws(TraceError) {
        let first = rows.mark
        var device: String?
        defer { rows.complete(since: first) { $0.device = device } }
        let place = reader.input.place(of: reader.position)
        var hasMetrics = false
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("device"), try reader.peekKind() == .object {
                device = try readDevice(&reader)
            } else if key.equals("metrics"), try reader.peekKind() == .array {
                hasMetrics = true
                try reader.enterArray()
                while try reader.nextElement() { try readMetric(&reader) }
            } else {
                try reader.skipValue()
            }
        }
        if !hasMetrics { rejectMissing("the run has no array 'metrics'", place) }
    }

    /// Reads a device's name and system: `iPhone 17 Pro, iOS 26.1`.
    private func readDevice(_ reader: inout JSONReader) throws(TraceError) -> String? {
        let texts = try MetricRows.texts(&reader)
        let device = texts["modelName"] ?? texts["deviceName"]
        let os = [texts["platform"], texts["osVersion"]].compactMap { $0 }.joined(separator: " ")
        builder.records.metadata.device = builder.records.metadata.device ?? device
        if !os.isEmpty { builder.records.metadata.os = builder.records.metadata.os ?? os }
        let parts = [device, os.isEmpty ? nil : os].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Reads a metric, whose name and unit may come after the measurements.
    private func readMetric(_ reader: inout JSONReader) throws(TraceError) {
        let first = rows.mark
        var (identifier, displayName, unit) = (String?.none, String?.none, String?.none)
        defer {
            let name = XCTestMetricName(identifier: identifier, displayName: displayName)
            rows.complete(since: first) {
                $0.name = name.name
                $0.metric = name.metric
                $0.unit = unit.flatMap { MetricQuantity.unit(Substring($0)) }
            }
        }
        let place = reader.input.place(of: reader.position)
        var hasMeasurements = false
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("identifier") {
                identifier = try MetricRows.text(&reader)
            } else if key.equals("displayName") {
                displayName = try MetricRows.text(&reader)
            } else if key.equals("unitOfMeasurement") {
                unit = try MetricRows.text(&reader)
            } else if key.equals("measurements"), try reader.peekKind() == .array {
                hasMeasurements = true
                try readMeasurements(&reader)
            } else {
                try reader.skipValue()
            }
        }
        if !hasMeasurements { rejectMissing("the metric has no array 'measurements'", place) }
    }

    private func readMeasurements(_ reader: inout JSONReader) throws(TraceError) {
        var iteration: Int64 = 0
        try reader.enterArray()
        while try reader.nextElement() {
            iteration += 1
            reader.setMark()
            defer { reader.clearMark() }
            let text = try MetricRows.text(&reader) ?? ""
            if let value = Double(text), value.isFinite {
                rows.take(
                    MetricRecord(
                        source: XCTestMetricsImporter.source, name: "", metric: "", value: value, iteration: iteration))
            } else {
                rows.reject(
                    RowProblem(.wrongType, "a measurement must be a number, found '\(text.prefix(40))'"), reader)
            }
        }
    }
}

extension XCTestMetricsImporter {
    /// The source named in the rows.
    static var source: String { "xctest" }
}
