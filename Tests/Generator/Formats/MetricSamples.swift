/// Writes what MetricKit and XCTest would tell of the app of a story: figures without a time line, made of the same
/// numbers, each varied a little as other runs would be.
struct MetricSamples {
    private let story: Story
    private var random: SeededRandom

    init(_ story: Story) {
        self.story = story
        random = SeededRandom(seed: 0x4d58_0504)
    }

    private var scroll: (start: Nanoseconds, duration: Nanoseconds) {
        let scroll = story.interactions.first { $0.kind == "scroll" }
        return (scroll?.start ?? 0, scroll?.duration ?? 1)
    }

    private var scrollHitches: [Hitch] {
        let end = scroll.start + scroll.duration
        return story.hitches.filter { !$0.isSystem && $0.start >= scroll.start && $0.start < end }
    }

    /// Thousandths of a millisecond of hitch a second of scrolling.
    private var hitchRatio: UInt64 {
        scrollHitches.reduce(0) { $0 + $1.duration } * 1_000_000 / scroll.duration
    }

    // MARK: MetricKit

    /// A day's `MXMetricPayload`, as `jsonRepresentation()` gives it: every quantity a text with its unit.
    mutating func writePayload(to path: String) throws(GeneratorFailure) {
        let file = try OutputFile(creating: path)
        let trace = story.trace
        let day = trace.startedAt.prefix(10)
        file.append("{\n  \"timeStampBegin\" : \"\(day) 00:00:00\",\n  \"timeStampEnd\" : \"\(day) 23:59:00\",\n")
        file.append("  \"appVersion\" : \"\(trace.build.prefix { $0 != " " })\",\n  \"metaData\" : {\n")
        file.append("    \"appBuildVersion\" : \"812\",\n    \"bundleIdentifier\" : \"com.example.landmarks\",\n")
        file.append("    \"deviceType\" : \"iPhone18,1\",\n    \"osVersion\" : \"iPhone OS 26.1 (23B85)\",\n")
        file.append("    \"platformArchitecture\" : \"arm64e\",\n    \"regionFormat\" : \"CA\"\n  },\n")
        file.append("  \"animationMetrics\" : {\n")
        file.append("    \"scrollHitchTimeRatio\" : \"\(hitchRatio / 1_000) ms per s\"\n  },\n")
        file.append("  \"applicationResponsivenessMetrics\" : {\n    \"histogrammedAppHangTime\" : ")
        writeHistogram([(0, 250, 0), (250, 300, 2), (300, 400, 17), (400, 500, 3)], indent: 4, to: file)
        file.append("\n  },\n  \"memoryMetrics\" : {\n")
        file.append("    \"peakMemoryUsage\" : \"\(random.within(180...230)),440 kB\"\n")
        file.append("  },\n  \"signpostMetrics\" : [\n")
        writeSignposts(to: file)
        file.append("  ]\n}\n")
        try file.finish()
    }

    /// Those signposts of the story that a day has many of.
    private mutating func writeSignposts(to file: OutputFile) {
        let names = ["LoadLandmarks", "FetchThumbnails"]
        for (index, name) in names.enumerated() {
            guard let signpost = story.signposts.first(where: { $0.name == name }), let duration = signpost.duration
            else { continue }
            let middle = duration / 100_000_000 * 100
            let counts = [random.within(1...5), random.within(12...24), random.within(0...3)]
            file.append("    {\n      \"signpostName\" : \"\(name)\",\n")
            file.append("      \"signpostCategory\" : \"\(signpost.category)\",\n")
            file.append("      \"totalSignpostCount\" : \(counts.reduce(0, +)),\n      \"signpostIntervalData\" : {\n")
            file.append("        \"histogrammedSignpostDurations\" : ")
            writeHistogram(
                counts.enumerated().map { index, count in
                    (middle + UInt64(index) * 100 - 100, middle + UInt64(index) * 100, count)
                }, indent: 8, to: file)
            file.append(",\n        \"signpostAverageMemory\" : \"\(random.within(61_000...98_000)) kB\",\n")
            file.append("        \"signpostCumulativeCPUTime\" : \"\(random.within(3_000...9_000)) ms\",\n")
            file.append("        \"signpostCumulativeHitchTimeRatio\" : \"\(random.within(0...9)) ms per s\",\n")
            file.append("        \"signpostCumulativeLogicalWrites\" : \"\(random.within(1...40)) kB\"\n      }\n")
            file.append(index + 1 < names.count ? "    },\n" : "    }\n")
        }
    }

    /// Buckets by "0", "1", … with limits in milliseconds.
    private func writeHistogram(
        _ buckets: [(start: UInt64, end: UInt64, count: UInt64)], indent: Int, to file: OutputFile
    ) {
        let margin = String(repeating: " ", count: indent)
        file.append("{\n\(margin)  \"histogramNumBuckets\" : \(buckets.count),\n\(margin)  \"histogramValue\" : {\n")
        for (index, bucket) in buckets.enumerated() {
            file.append("\(margin)    \"\(index)\" : { \"bucketCount\" : \(bucket.count), ")
            file.append("\"bucketStart\" : \"\(bucket.start) ms\", \"bucketEnd\" : \"\(bucket.end) ms\" }")
            file.append(index + 1 < buckets.count ? ",\n" : "\n")
        }
        file.append("\(margin)  }\n\(margin)}")
    }

    // MARK: XCTest

    private struct TestMetric {
        var identifier: String
        var displayName: String
        var unit: String
        /// In thousandths of the unit.
        var value: UInt64
    }

    /// What `xcrun xcresulttool get test-results metrics` gives for two performance tests of five runs each.
    mutating func writeTestResults(to path: String) throws(GeneratorFailure) {
        let launch = story.updates.filter { $0.phase == .creation && $0.view == "ContentView" }.first
        let tests = [
            (
                "ScrollTests/testScrollLandmarks()",
                [
                    metric("Scroll_DraggingAndDeceleration.animation.hitch.time.ratio", "ms per s", hitchRatio),
                    metric("Scroll_DraggingAndDeceleration.animation.frame.rate", "fps", 103_400),
                ]
            ),
            (
                "LaunchTests/testLaunch()",
                [metric("ApplicationLaunch.duration", "s", (launch?.start ?? 0) / 1_000_000 + 310)]
            ),
        ]
        let file = try OutputFile(creating: path)
        file.append("[\n")
        for (index, test) in tests.enumerated() {
            writeTest(test.0, test.1, to: file)
            file.append(index + 1 < tests.count ? ",\n" : "\n")
        }
        file.append("]\n")
        try file.finish()
    }

    private func metric(_ name: String, _ unit: String, _ value: UInt64) -> TestMetric {
        let words = name.split(separator: ".").dropFirst().joined(separator: " ")
        return TestMetric(
            identifier: "com.apple.dt.XCTMetric_OSSignpost-" + name,
            displayName: "\(words) (\(name.prefix { $0 != "." }))", unit: unit, value: value)
    }

    private mutating func writeTest(_ identifier: String, _ metrics: [TestMetric], to file: OutputFile) {
        file.append("  {\n    \"testIdentifier\" : \"\(identifier)\",\n    \"testRuns\" : [\n      {\n")
        file.append("        \"device\" : {\n          \"deviceName\" : \"Test phone 3\",\n")
        file.append("          \"modelName\" : \"\(story.trace.device)\",\n          \"osVersion\" : \"26.1\",\n")
        file.append("          \"platform\" : \"iOS\"\n        },\n        \"metrics\" : [\n")
        for (index, metric) in metrics.enumerated() {
            let values = (1...5).map { _ in decimal(metric.value * random.within(940...1_060) / 1_000) }
            file.append("          {\n            \"displayName\" : \"\(metric.displayName)\",\n")
            file.append("            \"identifier\" : \"\(metric.identifier)\",\n")
            file.append("            \"measurements\" : [\(values.joined(separator: ", "))],\n")
            file.append("            \"unitOfMeasurement\" : \"\(metric.unit)\"\n")
            file.append(index + 1 < metrics.count ? "          },\n" : "          }\n")
        }
        file.append("        ]\n      }\n    ]\n  }")
    }

    /// Thousandths as a decimal number.
    private func decimal(_ thousandths: UInt64) -> String {
        "\(thousandths / 1_000).\(padded(thousandths % 1_000, to: 3))"
    }
}
