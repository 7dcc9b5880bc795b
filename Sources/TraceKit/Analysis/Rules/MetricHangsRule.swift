/// Hangs that MetricKit counts in the field.
enum MetricHangsRule: FindingRule {
    static let depth = RuleDepth.symptom
    static let needs: [RuleNeed] = [.lane(.metrics)]
    static let guide = RuleGuide(
        "metric-hangs", "The app hangs in the field",
        finds:
            "Buckets of MetricKit's histogram of hangs from 250 ms on, and its diagnostics of hangs, by device and report.",
        matters: "These are hangs of people who use the app: each is time in which it did not answer them.",
        fix: """
            Record what people do with the Time Profiler and Hangs instruments on such a device, and report that recording. The \
            stack of a diagnostic names the code: innermost frame of the app first.
            """,
        limits:
            "A histogram says how long, and not where. Frames of diagnostics are binaries and offsets until they are symbolicated (atos).",
        severity: "high where one is a second or longer, medium else", effort: .medium,
        thresholds: ["one hang of 250 ms or more"])

    private static let longMs = 1_000.0

    static func findings(_ context: RuleContext) -> [Finding] { histograms(context) + diagnostics(context) }

    private static func histograms(_ context: RuleContext) -> [Finding] {
        var buckets: [MetricSubject: [MetricBucketRecord]] = [:]
        for bucket in context.records.metricBuckets where bucket.metric == "histogrammedAppHangTime" && bucket.count > 0
        {
            guard milliseconds(bucket.start, bucket.unit) ?? 0 >= 250 else { continue }
            buckets[MetricSubject(bucket), default: []].append(bucket)
        }
        return buckets.map { subject, buckets in
            let count = MetricLaunchRule.total(buckets)
            let longest = buckets.compactMap { milliseconds($0.start, $0.unit) }.max() ?? 0
            return Finding(
                severity: longest >= longMs ? .high : .medium,
                title:
                    "\(subject.words): \(RuleWords.count(count, "hang")) of 250 ms or more, some of \(Decimal.text(longest, digits: 0)) ms or more",
                view: nil, cause: subject.words, effort: .medium,
                sql: subject.sql("bucket_start >= 250 AND count > 0", of: "metric_buckets"), rows: buckets.count,
                costNs: 0
            ) {
                Finding.Rest(
                    evidence:
                        "\(RuleWords.count(count, "hang")) in \(RuleWords.count(buckets.count, "bucket")) of MetricKit's histogram",
                    hint: """
                        Record what people do there with the Time Profiler and Hangs instruments on such a device, and report the \
                        recording: a histogram says how long, and not where.
                        """)
            }
        }
    }

    private static func diagnostics(_ context: RuleContext) -> [Finding] {
        var reports: [MetricSubject: [(length: Double, stack: String?)]] = [:]
        for metric in context.records.metrics where metric.metric == "hangDuration" {
            guard let length = milliseconds(metric.value, metric.unit), length >= 250 else { continue }
            reports[MetricSubject(metric), default: []].append((length, metric.stack))
        }
        let app = context.records.metadata.app?.split(separator: ".").last.map(String.init)
        return reports.map { subject, reports in
            let total = Int64(towardZero: reports.reduce(0) { $0 + $1.length } * 1e6)
            let longest = Int64(towardZero: (reports.map(\.length).max() ?? 0) * 1e6)
            let places = reports.compactMap { $0.stack.map { MetricStackPlace($0, app: app).words } }
            let place = RuleWords.largest(
                1, of: Dictionary(places.map { ($0, 1) }, uniquingKeysWith: +).map { ($0.key, $0.value) }
            ).first
            let wait = place.map { " in \($0.name)" } ?? ""
            return Finding(
                severity: reports.contains { $0.length >= longMs } ? .high : .medium,
                title: """
                    \(subject.words): \(RuleWords.count(reports.count, "hang")) reported\(wait), up to \(RuleWords.ms(longest))
                    """,
                view: nil, cause: subject.words, effort: .medium,
                sql: subject.sql("value >= 0.25", order: "value DESC, id"), rows: reports.count, costNs: total
            ) {
                let lengths = reports.map(\.length).sorted(by: >).prefix(3).map {
                    RuleWords.ms(Int64(towardZero: $0 * 1e6))
                }
                var evidence =
                    "\(RuleWords.count(reports.count, "hang")), \(RuleWords.ms(total)) in all, the longest \(lengths.joined(separator: ", "))"
                if let place { evidence += "; \(place.count) of them in \(place.name)" }
                return Finding.Rest(
                    evidence: evidence,
                    hint: """
                        Symbolicate the call stacks of the diagnostics (atos with the dSYM of that build, column stack of metrics): the \
                        innermost frame of the app is where to begin; or record what people do there with the SwiftUI template.
                        """)
            }
        }
    }

    /// Milliseconds of a figure in some unit of time.
    static func milliseconds(_ value: Double, _ unit: String?) -> Double? {
        switch unit {
        case "s", "sec": value * 1_000
        case "ms": value
        case "ns": value / 1e6
        default: nil
        }
    }
}

/// Where the stack of a diagnostic is: the binary of its innermost frames, and the innermost frame of the app.
struct MetricStackPlace {
    let words: String

    /// - Parameters:
    ///   - stack: innermost frame first, as `MetricRecord.stack` has it.
    ///   - app: the name of the app's binary, if it is known.
    init(_ stack: String, app: String?) {
        let binaries = stack.split(separator: " ← ").map { frame in
            frame.firstRange(of: " + ").map { String(frame[..<$0.lowerBound]) } ?? String(frame)
        }
        let inner = binaries.first { !$0.hasPrefix("libsystem_") && $0 != "libdispatch.dylib" } ?? binaries.first ?? ""
        let waits = binaries.first?.hasPrefix("libsystem_kernel") == true && binaries.contains("libdispatch.dylib")
        let own = app.flatMap { app in binaries.contains(app) && inner != app ? ", called by \(app)" : nil } ?? ""
        words = "\(inner)\(waits ? ", which waits for a dispatch queue" : "")\(own)"
    }
}
