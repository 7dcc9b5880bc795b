import Testing

@testable import TraceKit

/// `MetricReport` and `DiagnosticReport` of iOS 27 in; metrics, buckets and what is skipped out.
@Suite struct MetricKitReportTests {
    private func check(
        _ text: String, _ lines: [String], rejected: [String] = [], skipped: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let records = try LogFixtures.records(text)
        #expect(records.formats == ["metrickit"], sourceLocation: sourceLocation)
        #expect(MetricFixtures.lines(records) == lines, sourceLocation: sourceLocation)
        #expect(records.rejects.map(\.message) == rejected, sourceLocation: sourceLocation)
        #expect(records.counters.count(.rowsSkipped) == skipped, sourceLocation: sourceLocation)
    }

    private static func quantity(_ value: String, _ unit: String) -> String {
        "{\"unit\": \"\(unit)\", \"value\": \(value)}"
    }

    private static func entry(_ seconds: Int, _ values: String, states: String = "") -> String {
        "{\"states\": [\(states)], \"values\": [\(values)], \"duration\": \(quantity("\(seconds)", "s"))}"
    }

    private static func hangs(_ count: Int) -> String {
        "{\"hangTimeMetric\": {\"histogram\": {\"buckets\": [{\"count\": \(count), \"upperBound\": \(quantity("0.6", "s")), "
            + "\"lowerBound\": \(quantity("500", "ms"))}]}}}"
    }

    private static func report(intervals: String, states: String = "") -> String {
        """
        {"stateEntries": [\(states)], "environment": {"deviceType": "iPhone19,1", "bundleIdentifier": "org.example.x",
           "osVersion": {"number": "27.1", "platform": "iPhone OS", "buildNumber": "24B1"}, "applicationBuildVersion": "9",
           "isTestFlightApp": false},
         "version": "2.0.0", "intervalEntries": [\(intervals)], "timeRange": {"end": 86400, "begin": 0.5}}
        """
    }

    private static let day = report(
        intervals: entry(
            86_400,
            "{\"hitchTimeMetric\": {\"ratio\": \(quantity("2.5", "ms per s")), \"totalHitchTime\": \(quantity("9", "ms"))}}, "
                + hangs(4)))

    @Test func `reports are recognised by their entries or their diagnostic`() {
        for text in [
            Self.day, "[\(Self.day)]", "{\"timeRange\": {\"begin\": 1}, \"hangDiagnostic\": {", "{\"stateEntries\" : [",
        ] { #expect(LogFixtures.format(of: text) == "metrickit", "\(text)") }
        for text in [
            "{\"timeRange\": {\"begin\": 1}}", "{\"intervalEntries\": 3}", "{\"a\": {\"hangDiagnostic\": {}}}",
        ] {
            #expect(LogFixtures.format(of: text) != "metrickit", "\(text)")
        }
    }

    @Test func `every figure and every bucket is a row, with the app, the device and the time in UTC`() throws {
        try check(
            Self.day,
            [
                "hitchTimeMetric ratio = 2.5 ms per s", "hitchTimeMetric totalHitchTime = 9.0 ms",
                "hangTimeMetric histogram 500.0–600.0 ms: 4",
            ])
        let records = try LogFixtures.records(Self.day)
        #expect(Set(records.metrics.map(\.period)) == ["2001-01-01T00:00:00.500Z – 2001-01-02T00:00:00Z"])
        #expect(records.metricBuckets.map(\.device) == ["iPhone19,1"])
        #expect(records.metadata.app == "org.example.x" && records.metadata.build == "9")
        #expect(records.metadata.os == "iPhone OS 27.1 (24B1)" && records.metadata.device == "iPhone19,1")
    }

    /// They tell of the same events as the entry of the day.
    @Test func `entries of a state and of a part of the day have a category of their own`() throws {
        let state =
            "{\"label\": \"cart\", \"domain\": \"shop\", \"duration\": \(Self.quantity("2", "min")), \"stableMetadata\": {}}"
        let list = "{\"label\": \"list\", \"domain\": \"shop\", \"stableMetadata\": {\"rows\": 40}}"
        let text = Self.report(
            intervals: Self.entry(3_600, Self.hangs(1), states: list) + ", "
                + Self.entry(86_400, Self.hangs(7), states: state),
            states: "{\"values\": [\(Self.hangs(3))], \"state\": \(state)}")
        try check(
            text,
            [
                "state [shop: cart] duration = 120.0 s",
                "hangTimeMetric [shop: cart] histogram 500.0–600.0 ms: 3",
                "hangTimeMetric [3600 s of the day, shop: list (rows 40)] histogram 500.0–600.0 ms: 1",
                "hangTimeMetric histogram 500.0–600.0 ms: 7",
            ])
        let report = try ReportBuilder.build(try Traces.store(text), traces: [1], ReportBuilder.Options())
        let rows = report.traces[0].sections.first { $0.id == "metrics" }?.rows.map { "\($0[2].plain) \($0[6].plain)" }
        #expect(rows == ["histogram 7", "histogram 1", "histogram 3", "duration 1"], "\(rows ?? [])")
    }

    @Test func `a signpost is named, and other texts tell rows apart`() throws {
        let signpost = "{\"signpostIntervalMetric\": {\"category\": \"Net\", \"count\": 3, \"name\": \"Load\"}}"
        let layer =
            "{\"metalFrameRateMetric\": {\"layerName\": \"Map\", \"framesPerSecond\": \(Self.quantity("60", "Hz"))}}"
        try check(
            Self.report(intervals: Self.entry(86_400, "\(signpost), \(layer)")),
            ["Load [Net] count = 3.0 -", "metalFrameRateMetric [Map] framesPerSecond = 60.0 Hz"])
    }

    private static let hang = """
        {"hangDiagnostic": {"hangDuration": \(quantity("2.5", "s")), "callStackTree": {"callStackPerThread": true, "binaryInfo": [{}],
           "callStackThreads": [{"rootFrames": [{"address": 1, "subFrames": [{"address": 2}]}]}, {"rootFrames": []}]}},
         "timeRange": {"begin": 813012100.27, "end": 813012100.27}, "version": "2.0.0",
         "environment": {"pid": 7, "deviceType": "iPad20,1", "applicationVersion": "3.1", "states": [],
           "signpostData": [{"name": "Open", "interval": {"begin": 1, "end": 2}}]}}
        """

    @Test func `of a diagnostic its quantities are read, its call stacks and signposts counted`() throws {
        try check(Self.hang, ["hangDiagnostics hangDuration = 2.5 s"], skipped: 3)
        let records = try LogFixtures.records(Self.hang)
        #expect(records.metrics.map(\.period) == ["2026-10-06T20:41:40.270Z"])
        #expect(records.metrics.map(\.device) == ["iPad20,1"] && records.metadata.build == "3.1")
        #expect(
            records.warnings.contains {
                $0.text.hasSuffix(
                    "2 call stacks and 1 signpost of MetricKit diagnostics are not read, only their figures")
            })
    }

    @Test func `the states at a diagnostic are its category`() throws {
        let text = Self.hang.replacing("\"states\": []", with: "\"states\": [{\"domain\": \"d\", \"label\": \"map\"}]")
        try check(text, ["hangDiagnostics [d: map] hangDuration = 2.5 s"], skipped: 3)
    }

    @Test func `a crash measures nothing, and several reports follow one another`() throws {
        let crash =
            #"{"crashDiagnostic": {"signal": 11, "exceptionReason": {"composedMessage": "x"}}, "environment": {}}"#
        for text in ["[\(crash), \(Self.hang)]", "\(crash)\n\(Self.hang)\n"] {
            try check(text, ["hangDiagnostics hangDuration = 2.5 s"], skipped: 4)
        }
    }

    @Test func `what is no entry or no number is rejected`() throws {
        let bucket = "{\"hangTimeMetric\": {\"histogram\": {\"buckets\": [{\"lowerBound\": 1, \"upperBound\": 2}, 3]}}}"
        try check(
            Self.report(
                intervals: Self.entry(
                    9, "\(bucket), 4, \(Self.hangs(1)), {\"cpuTimeMetric\": \(Self.quantity("1e999", "s"))}") + ", 5"),
            ["hangTimeMetric histogram 500.0–600.0 ms: 1"],
            rejected: [
                "a bucket needs 'count'", "a bucket must be an object", "a metric must be an object",
                "expected a number and its unit for 'value', found '1e999 s'", "an entry must be an object",
            ])
        let keyed = "{\"intervalEntries\": {\"shop\": []}}\n\(Self.hang)"
        try check(
            keyed, ["hangDiagnostics hangDuration = 2.5 s"],
            rejected: ["expected an array of entries, as JSONEncoder writes a MetricReport in its default format"],
            skipped: 3)
    }

    @Test func `every prefix is read or refused, and a changed byte does no harm`() throws {
        for text in [Self.day, Self.hang] {
            try LogFixtures.checkPrefixes(text, as: MetricKitImporter.self)
            try LogFixtures.checkDamage(text, as: MetricKitImporter.self, seed: 2)
        }
    }
}
