import Testing

@testable import TraceKit

/// Metrics in, problems out: they are on no time line, and are answers too.
@Suite struct MetricRuleTests {
    private func records(_ metrics: [MetricRecord], _ buckets: [MetricBucketRecord] = []) throws -> [String] {
        let records = try Traces.records(RuleTraces.document(("updates", [])))
        (records.metrics, records.metricBuckets) = (metrics, buckets)
        return AnalysisPasses.run(records, AnalysisOptions()).findings.map { "\($0.rule) \($0.severity) \($0.title)" }
    }

    private func ratio(_ test: String, _ values: [Double]) -> [MetricRecord] {
        values.map {
            MetricRecord(source: "xctest", name: "list", metric: "time.ratio", unit: "ms per s", value: $0, test: test)
        }
    }

    private func bucket(_ metric: String, _ start: Double, _ count: Int64) -> MetricBucketRecord {
        MetricBucketRecord(
            source: "metrickit", name: "group", metric: metric, unit: "ms", start: start, end: start + 100,
            count: count,
            device: "iPhone14,5")
    }

    @Test func `the mean of a test's hitch ratios has a band`() throws {
        #expect(
            try records(ratio("testScroll()", [14, 14.5, 31])) == [
                "metric-hitches high testScroll(), Hitch list: hitches take 19.8 ms of each second (critical: over 10)"
            ])
        #expect(try records(ratio("testScroll()", [4, 5, 6])) == [])
    }

    @Test func `hangs of 250 ms and more in the field are told`() throws {
        #expect(
            try records([], [bucket("histogrammedAppHangTime", 100, 40), bucket("histogrammedAppHangTime", 500, 3)])
                == [
                    "metric-hangs medium iPhone14,5: 3 hangs of 250 ms or more, some of 500 ms or more"
                ])
        #expect(try records([], [bucket("histogrammedAppHangTime", 100, 40)]) == [])
    }

    @Test func `launches of a second and more are told with how many there are`() throws {
        let slow = [bucket("histogrammedTimeToFirstDraw", 400, 30), bucket("histogrammedTimeToFirstDraw", 1_200, 2)]
        #expect(try records([], slow) == ["metric-launch medium iPhone14,5: 2 of 32 launches took a second or more"])
        #expect(try records([], Array(slow.prefix(1))) == [])
    }

    @Test func `the stack of a diagnostic says where it hangs`() throws {
        let stack = "libsystem_kernel.dylib + 1 ← libdispatch.dylib + 2 ← CoreData + 3 ← Comics + 4 ← UIKitCore + 5"
        let hang = MetricRecord(
            source: "metrickit", name: "hangDiagnostics", metric: "hangDuration", unit: "s", value: 9,
            device: "iPhone14,5",
            stack: stack)
        #expect(
            try records([hang]) == [
                "metric-hangs high iPhone14,5: 1 hang reported in CoreData, which waits for a dispatch queue, up to 9000.0 ms"
            ])
        #expect(MetricStackPlace(stack, app: "Comics").words.hasSuffix(", called by Comics"))
    }
}
