import Testing

@testable import TraceKit

/// Deadlines in, limits of buckets in milliseconds out; and the counts that come of them.
@Suite struct DurationBucketsTests {
    private func limits(_ deadlines: Deadlines) -> [Double] {
        DurationBuckets(orangeNs: deadlines.orangeNs, redNs: deadlines.redNs).limits.map { Double($0) / 1e6 }
    }

    @Test func `the deadlines are among the limits`() {
        #expect(limits(.frame) == [0.5, 1, 2, 5, 8.3, 16.67, 50, 100, 200, 500])
        #expect(limits(.instruments) == [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20])
    }

    @Test func `what finds many buckets finds what looking at all limits does`() {
        for deadlines in [Deadlines.frame, .instruments, Deadlines(milliseconds: "0.000001,9000000000")].compactMap({
            $0
        }) {
            let buckets = DurationBuckets(orangeNs: deadlines.orangeNs, redNs: deadlines.redNs)
            let finder = DurationBuckets.Finder(buckets)
            let edges = buckets.limits.flatMap { [$0 - 1, $0, $0 + 1] } + (0..<62).map { Int64(1) << $0 } + [0, .max]
            for duration in edges where duration >= 0 {
                let found = finder.bucket(ofDuration: duration)
                #expect(found == buckets.bucket(ofDuration: duration), "\(duration)")
            }
        }
    }

    @Test func `limits ascend whatever the deadlines are`() {
        for text in ["5,5", "0.000001,0.000001", "0.001,9000000000", "9000000000,9000000000", "99,101"] {
            let limits = Deadlines(milliseconds: text).map(limits) ?? []
            #expect(!limits.isEmpty && zip(limits, limits.dropFirst()).allSatisfy { $0 < $1 }, "\(text): \(limits)")
        }
    }

    @Test func `a duration equal to a limit is not over it`() throws {
        let durations = [500_000, 500_001, 8_300_000, 8_300_001, 16_670_000, 16_670_001]
        let updates = durations.enumerated().map { index, duration in
            "{\"view\": \"Row\", \"start_ns\": \(index * 50_000_000), \"duration_ns\": \(duration)}"
        }
        let store = try Traces.store(Traces.document("updates", updates))
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        let section = try #require(report.traces[0].sections.first { $0.id == "body-durations" })
        #expect(
            section.rows.map { $0.map(\.plain).joined(separator: " ") } == [
                "0.0 0.5 gray 1", "0.5 1.0 gray 1", "1.0 2.0 gray 0", "2.0 5.0 gray 0", "5.0 8.3 gray 1",
                "8.3 16.67 orange 2", "16.67 50.0 red 1",
            ])
    }

    @Test func `the counts of a severity are those of the answer, under every deadline`() throws {
        for deadlines in [Deadlines.frame, .instruments] {
            let store = try Traces.store(SmallTrace.json, deadlines: deadlines)
            let trace = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options()).traces[0]
            let section = try #require(trace.sections.first { $0.id == "body-durations" })
            func count(_ word: String) -> Int {
                section.rows.filter { $0[2].text == word }.reduce(0) { $0 + Int($1[3].number) }
            }
            #expect(count("red") == trace.answer.bodies.sums.red && count("orange") == trace.answer.bodies.sums.orange)
            #expect(count("gray") == trace.answer.bodies.sums.gray && trace.answer.bodies.sums.red > 0)
        }
    }
}
