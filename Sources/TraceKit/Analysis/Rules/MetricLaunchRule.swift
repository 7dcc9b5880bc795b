/// Launches that MetricKit found slow in the field.
enum MetricLaunchRule: FindingRule {
    static let depth = RuleDepth.symptom
    static let needs: [RuleNeed] = [.lane(.metrics)]
    static let guide = RuleGuide(
        "metric-launch", "The app launches slowly in the field",
        finds:
            "Buckets of MetricKit's histograms of launches (to the first draw) from a second on, by device and report.",
        matters: "Nothing can be used before the first frame.",
        fix: """
            Record a launch with the App Launch instrument on such a device. Do in it only what the first frame shows: open stores, \
            decode files and start services afterwards, or off the main thread.
            """,
        limits:
            "The histogram says how long, and not where. XCTest's launch times are compared by diff, and are no problem by themselves.",
        severity: "high where a tenth of the launches take a second or more, medium else", effort: .medium,
        thresholds: ["one launch of a second or more"])

    private static let metrics: Set<String> = [
        "histogrammedTimeToFirstDraw", "histogrammedTimeToFirstDrawKey", "histogrammedOptimizedTimeToFirstDraw",
    ]

    static func findings(_ context: RuleContext) -> [Finding] {
        var buckets: [MetricSubject: [MetricBucketRecord]] = [:]
        for bucket in context.records.metricBuckets where metrics.contains(bucket.metric) && bucket.count > 0 {
            buckets[MetricSubject(bucket), default: []].append(bucket)
        }
        return buckets.compactMap { subject, buckets in
            func isSlow(_ bucket: MetricBucketRecord) -> Bool {
                MetricHangsRule.milliseconds(bucket.start, bucket.unit) ?? 0 >= 1_000
            }
            let slow = buckets.filter(isSlow)
            guard !slow.isEmpty else { return nil }
            let (count, all) = (total(slow), total(buckets))
            return Finding(
                severity: count >= all / 10 ? .high : .medium,
                title:
                    "\(subject.words): \(RuleWords.number(count)) of \(RuleWords.count(all, "launch")) took a second or more",
                view: nil, cause: subject.words, effort: .medium,
                sql: subject.sql("bucket_start >= 1000 AND count > 0", of: "metric_buckets"), rows: slow.count,
                costNs: 0
            ) {
                Finding.Rest(
                    evidence:
                        "\(RuleWords.count(count, "launch")) in \(RuleWords.count(slow.count, "bucket")) of MetricKit's histogram",
                    hint: """
                        Record a launch with the App Launch instrument on such a device, and do in it only what the first frame shows.
                        """)
            }
        }
    }

    /// Their counts added up, clamped.
    static func total(_ buckets: [MetricBucketRecord]) -> Int {
        buckets.reduce(0) { sum, bucket in
            let (total, overflow) = sum.addingReportingOverflow(Int(clamping: bucket.count))
            return overflow ? .max : total
        }
    }
}
