import Testing

@testable import TraceKit

/// Metrics as lines, for the suites of both sources.
enum MetricFixtures {
    static func lines(_ records: TraceRecords) -> [String] {
        records.metrics.map { metric in
            let head = [metric.test, metric.name, metric.category.map { "[\($0)]" }].compactMap { $0 }
            let iteration = metric.iteration.map { " #\($0)" } ?? ""
            let figure = "\(metric.metric) = \(metric.value) \(metric.unit ?? "-")\(iteration)"
            return (head + [figure]).joined(separator: " ")
        } + records.metricBuckets.map(line)
    }

    private static func line(_ bucket: MetricBucketRecord) -> String {
        let category = bucket.category.map { " [\($0)]" } ?? ""
        let range = "\(bucket.start)–\(bucket.end) \(bucket.unit ?? "-")"
        return "\(bucket.name)\(category) \(bucket.metric) \(range): \(bucket.count)"
    }
}

@Suite struct MetricKitImporterTests {
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

    private static let payload = """
        {"timeStampEnd": "2026-05-04 23:59:00", "appVersion": "1.4",
         "signpostMetrics": [{"totalSignpostCount": 24, "signpostIntervalData": {
           "histogrammedSignpostDurations": {"histogramNumBuckets": 2, "histogramValue": {
             "0": {"bucketCount": 4, "bucketStart": "200 ms", "bucketEnd": "300 ms"},
             "1": {"bucketCount": 20, "bucketStart": "0.3 sec", "bucketEnd": "1 sec"}}},
           "signpostCumulativeHitchTimeRatio": "50 ms per s"},
           "signpostName": "Load", "signpostCategory": "Net"}],
         "animationMetrics": {"scrollHitchTimeRatio": "1,000.5 ms per s"},
         "applicationExitMetrics": {"foregroundExitData": {"cumulativeNormalAppExitCount": 3}},
         "metaData": {"deviceType": "iPhone18,1", "osVersion": "iPhone OS 26.1", "bundleIdentifier": "com.x"},
         "timeStampBegin": "2026-05-04 00:00:00"}
        """

    @Test func `payloads are recognised by their sections`() {
        for text in [Self.payload, "[\(Self.payload)]", "{\"hangDiagnostics\" : [", "{\"x\": 1, \"cpuMetrics\": {"] {
            #expect(LogFixtures.format(of: text) == "metrickit")
        }
        for text in [
            "{\"timeStampBegin\": \"2026\"}", "{\"cpuMetrics\": 3}", "{\"myMetrics\": {}}",
            "{\"a\": {\"cpuMetrics\": {}}}", "[]", "\"cpuMetrics\": {",
        ] { #expect(LogFixtures.format(of: text) != "metrickit", "\(text)") }
    }

    @Test func `every figure and every bucket is a row, whatever the order of keys`() throws {
        try check(
            Self.payload,
            [
                "Load [Net] totalSignpostCount = 24.0 -",
                "Load [Net] signpostCumulativeHitchTimeRatio = 50.0 ms per s",
                "animationMetrics scrollHitchTimeRatio = 1000.5 ms per s",
                "applicationExitMetrics foregroundExitData.cumulativeNormalAppExitCount = 3.0 -",
                "Load [Net] histogrammedSignpostDurations 200.0–300.0 ms: 4",
                "Load [Net] histogrammedSignpostDurations 300.0–1000.0 ms: 20",
            ])
    }

    @Test func `rows know their device and period, the trace its app`() throws {
        let records = try LogFixtures.records(Self.payload)
        #expect(Set(records.metrics.map(\.period)) == ["2026-05-04 00:00:00 – 2026-05-04 23:59:00"])
        #expect(Set(records.metricBuckets.map(\.device)) == ["iPhone18,1"])
        #expect(records.metadata.app == "com.x" && records.metadata.build == "1.4")
        #expect(records.metadata.device == "iPhone18,1" && records.metadata.os == "iPhone OS 26.1")
    }

    @Test func `of diagnostics the quantities are read`() throws {
        try check(
            """
            {"timeStampBegin": "2022-09-28 10:59:30", "timeStampEnd": "2022-09-28 10:59:30",
             "hangDiagnostics": [{"version": "1.0.0", "callStackTree": {"callStacks": [{"a": [1]}]},
               "diagnosticMetaData": {"hangDuration": "20 sec", "osVersion": "26.1 (23B)", "signal": 11, "appVersion": "2"}}],
             "cpuExceptionDiagnostics": [{"diagnosticMetaData": {"totalCPUTime": "20 secs.", "totalSampledTime": "1 hr"}}],
             "crashDiagnostics": [{"diagnosticMetaData": {"signal": 11}}, {}]}
            """,
            [
                "hangDiagnostics hangDuration = 20.0 s", "cpuExceptionDiagnostics totalCPUTime = 20.0 s",
                "cpuExceptionDiagnostics totalSampledTime = 1.0 h",
            ], skipped: 3)
    }

    @Test func `call stacks of diagnostics are counted as skipped, and said`() throws {
        func tree(_ stacks: String) -> String { "{\"callStackPerThread\": true, \"callStacks\": [\(stacks)]}" }
        let text = """
            {"hangDiagnostics": [{"callStackTree": \(tree("{\"a\": [{\"b\": 1}]}, {}")), "diagnosticMetaData": {"hangDuration": "2 sec"}},
              {"diagnosticMetaData": {"hangDuration": "3 sec"}, "callStackTree": \(tree("{}"))}],
             "crashDiagnostics": [{"callStackTree": {"frames": []}}]}
            """
        try check(
            text, ["hangDiagnostics hangDuration = 2.0 s", "hangDiagnostics hangDuration = 3.0 s"], skipped: 5)
        let records = try LogFixtures.records(text)
        #expect(records.counters.count(.skippedDiagnosticDetail, "hangDiagnostics.callStackTree") == 3)
        #expect(records.counters.count(.skippedDiagnosticDetail, "crashDiagnostics.callStackTree") == 1)
        #expect(
            records.warnings.map(\.text).contains {
                $0.hasSuffix("4 call stacks of MetricKit diagnostics are not read, only their figures")
            })
        let without = try LogFixtures.records(
            #"{"hangDiagnostics": [{"diagnosticMetaData": {"hangDuration": "2 sec"}}]}"#)
        #expect(!without.warnings.contains { $0.text.contains("call stack") })
    }

    @Test func `several payloads may follow one another`() throws {
        let one = "{\"cpuMetrics\": {\"cumulativeCPUTime\": \"100 sec\"}, \"timeStampEnd\": \"A\"}"
        for text in ["[\(one), \(one)]", "\(one)\n\(one)", "\u{FEFF}\(one)\r\n\(one)\r\n"] {
            try check(
                text, ["cpuMetrics cumulativeCPUTime = 100.0 s", "cpuMetrics cumulativeCPUTime = 100.0 s"])
        }
    }

    @Test func `what is no quantity is rejected`() throws {
        try check(
            """
            {"cpuMetrics": {"a": "much", "b": "1,5 sec", "c": "2 sec", "d": null, "e": [], "f": true}, "signpostMetrics": [7],
             "displayMetrics": {"h": {"histogramValue": {"0": {"bucketStart": "1 ms", "bucketEnd": "2 ms"},
             "1": {"bucketCount": -1, "bucketStart": "1 ms", "bucketEnd": "2 ms"}, "2": 3,
             "3": {"bucketCount": 1, "bucketStart": "3 ms", "bucketEnd": "2 ms"}, "4": {"bucketCount": 1, "bucketStart": "x"}}}}}
            """, ["cpuMetrics c = 2.0 s"],
            rejected: [
                "expected a number and its unit for 'a', found 'much'",
                "expected a number and its unit for 'b', found '1,5 sec'", "a signpost metric must be an object",
                "a bucket needs 'bucketCount'", "'bucketCount' must be a whole number, found '-1'",
                "a bucket must be an object", "a bucket must end after it starts, found '3 ms' to '2 ms'",
                "expected a number and its unit for 'bucketStart', found 'x'",
            ])
    }

    @Test func `quantities have a number and a unit, spelled one way`() {
        for (text, value, unit) in [
            ("20 sec", 20, "s"), ("20 secs.", 20, "s"), ("100 ms", 100, "ms"), ("50 ms per s", 50, "ms per s"),
            ("100000 kB", 100_000, "kB"), ("2,000 byte", 2000, "byte"), ("1,234,567.5 bytes", 1_234_567.5, "byte"),
            ("-3 bars", -3, "bars"), ("1e3 ms", 1000, "ms"), ("5%", 5, "%"), ("7", 7, nil), (" 7\u{A0}ms ", 7, "ms"),
            ("5each", 5, "each"),
        ] as [(String, Double, String?)] {
            let quantity = MetricQuantity(text)
            #expect(quantity?.value == value && quantity?.unit == unit, "\(text)")
        }
        for text in ["", "ms", "1,5 s", "1,23 s", "1,2345 s", ",100 s", "1.2.3 s", "nan ms", "1e999 s", "- ms", "inf"] {
            #expect(MetricQuantity(text) == nil, "\(text)")
        }
    }

    @Test func `a cut payload keeps what is complete, with its device and period`() throws {
        let cut =
            "{\"timeStampBegin\": \"A\", \"metaData\": {\"deviceType\": \"D\"}, "
            + "\"cpuMetrics\": {\"a\": \"1 s\", \"b\": \"2"
        let records = try LogFixtures.records(cut)
        #expect(records.metrics.map(\.period) == ["A"] && records.metrics.map(\.device) == ["D"])
        #expect(records.damage != nil && records.metadata.truncatedAt?.byte == cut.utf8.count)
    }

    @Test func `every prefix is read or refused, and a changed byte does no harm`() throws {
        try LogFixtures.checkPrefixes(Self.payload, as: MetricKitImporter.self)
        try LogFixtures.checkDamage(Self.payload, as: MetricKitImporter.self, seed: 1)
    }

    @Test func `a trace of metrics alone is valid and says so`() throws {
        let store = try Traces.store(Self.payload)
        #expect(
            try store.rows("SELECT updates, warnings FROM traces")
                == ["0|only metrics: no view updates and no time line are in this trace"])
        let ratios = "SELECT name, metric, value, unit, device FROM metrics WHERE metric LIKE '%Ratio' ORDER BY id"
        #expect(
            try store.rows(ratios)
                == [
                    "Load|signpostCumulativeHitchTimeRatio|50.0|ms per s|iPhone18,1",
                    "animationMetrics|scrollHitchTimeRatio|1000.5|ms per s|iPhone18,1",
                ])
        #expect(
            try store.rows("SELECT name, bucket_start, bucket_end, unit, count FROM metric_buckets")
                == ["Load|200.0|300.0|ms|4", "Load|300.0|1000.0|ms|20"])
    }

    @Test func `a payload of crashes alone is said to hold them, and no figures`() throws {
        let store = try Traces.store(
            #"{"crashDiagnostics": [{"diagnosticMetaData": {"deviceType": "iPhone10,2"}, "callStackTree": {}}, {}]}"#)
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        let answer = report.traces[0].answer
        #expect(
            answer.caveats
                == ["only 2 crash diagnostics, which are not analysed: no figures and no time line are in this trace"])
        #expect(answer.recording.hasSuffix(": 2 crash diagnostics"), "\(answer.recording)")
        #expect(answer.empty?.words.hasPrefix("2 crash diagnostics, which are not analysed; no view updates,") == true)
        let doctor = try Doctor.examine(store, trace: 1)
        #expect(doctor.lanes.last?.name == "metrics" && doctor.lanes.last?.state == .absent)
        #expect(doctor.lanes.last?.note == "2 crash diagnostics, which are not analysed")
        #expect(doctor.abilities.last?.level == .no)
    }

    @Test func `doctor says what figures there are`() throws {
        let doctor = try Doctor.examine(try Traces.store(Self.payload), trace: 1)
        #expect(doctor.lanes.last?.name == "metrics" && doctor.lanes.last?.rows == 6)
        #expect(doctor.lanes.last?.note == "4 figures, 1 histogram")
        #expect(doctor.abilities.last?.analysis == "figures of MetricKit and XCTest")
        #expect(doctor.abilities.last?.level == .yes)
    }

    @Test func `the report has a section for metrics where there are any`() throws {
        func sections(_ document: String) throws -> [ReportSection] {
            let store = try Traces.store(document)
            let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
            return report.traces[0].sections.filter { $0.id == "metrics" }
        }
        let section = try #require(try sections(Self.payload).first)
        #expect(section.title == "Context from MetricKit and XCTest" && section.total == 5)
        let histogram = section.rows.first { $0[2].plain.contains("histogrammed") }
        #expect(
            histogram?.prefix(9).map(\.plain).joined(separator: "|")
                == "metrickit|Load|histogrammedSignpostDurations|583.333|ms|-|24|200.0|1000.0")
        #expect(try sections(Traces.updates("{\"view\": \"A\", \"start_ns\": 1, \"duration_ns\": 2}")).isEmpty)
    }

    @Test func `the sample imports cleanly`() throws {
        let records = try LogFixtures.records(try Repository.text("SampleTraces/metrickit/landmarks-before.json"))
        #expect(records.metrics.count == 12 && records.metricBuckets.count == 10 && records.rejects.isEmpty)
    }
}
