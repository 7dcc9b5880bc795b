/// Hitch ratios of MetricKit and XCTest above Apple's band of good ones.
enum MetricHitchesRule: FindingRule {
    static let depth = RuleDepth.symptom
    static let needs: [RuleNeed] = [.lane(.metrics)]
    static let guide = RuleGuide(
        "metric-hitches", "A measured hitch ratio is not good",
        finds: """
            Ratios of hitch time of MetricKit's animation metrics and of XCTest's hitch metrics (the mean of a test's iterations) \
            above \(HitchBand.good) ms per second.
            """,
        matters:
            "Apple's bands for the hitch time per second are good up to 5 ms, warning up to 10 ms, critical above.",
        fix: """
            Record the same scroll or animation with the SwiftUI and Animation Hitches instruments on such a device, and report \
            that recording: it names the view and what causes its updates.
            """,
        limits: "A metric says how much was late, and not why.",
        severity: "high above \(HitchBand.warning) ms per second, medium above \(HitchBand.good)", effort: .medium,
        thresholds: ["\(HitchBand.good) ms per second"])

    static func findings(_ context: RuleContext) -> [Finding] {
        var values: [MetricSubject: [Double]] = [:]
        for metric in context.records.metrics where metric.unit == "ms per s" && isOfHitches(metric) {
            values[MetricSubject(metric), default: []].append(metric.value)
        }
        return values.compactMap { subject, values in
            let mean = values.reduce(0, +) / Double(values.count)
            return mean > Double(HitchBand.good) ? finding(subject, mean, values) : nil
        }
    }

    private static func isOfHitches(_ metric: MetricRecord) -> Bool {
        metric.metric.lowercased().contains("hitch") || metric.name.lowercased().contains("hitch")
            || metric.metric == "time.ratio"
    }

    private static func finding(_ subject: MetricSubject, _ mean: Double, _ values: [Double]) -> Finding {
        let number = Decimal.text(mean, digits: 1)
        let nanoseconds = Int64(towardZero: mean * 1e6)
        return Finding(
            severity: mean > Double(HitchBand.warning) ? .high : .medium,
            title: "\(subject.words): hitches take \(number) ms of each second (\(HitchBand.words(mean)))",
            view: nil, cause: subject.words, effort: .medium, sql: subject.sql("unit = 'ms per s'"), rows: values.count,
            costNs: nanoseconds
        ) {
            let range =
                values.count == 1
                ? ""
                : ", from \(Decimal.text(values.min() ?? 0, digits: 1)) to \(Decimal.text(values.max() ?? 0, digits: 1))"
            return Finding.Rest(
                evidence:
                    "\(RuleWords.count(values.count, "measurement"))\(range), on the average \(number) ms per second",
                hint: """
                    Record this with the SwiftUI and Animation Hitches instruments on such a device, and report the recording: a \
                    metric says how much was late, and not why.
                    """)
        }
    }
}

/// What some figures were measured of.
struct MetricSubject: Hashable {
    let test: String?
    let name: String
    let metric: String
    let device: String?
    let period: String?

    init(_ metric: MetricRecord) {
        (test, name, self.metric, device, period) = (
            metric.test, metric.name, metric.metric, metric.device, metric.period
        )
    }

    init(_ bucket: MetricBucketRecord) {
        (test, name, metric, device, period) = (nil, bucket.name, bucket.metric, bucket.device, bucket.period)
    }

    /// `ScrollTests/testScroll(), Hitch list`, `iPhone14,5, 2026-09-03`
    var words: String {
        let what = test == nil ? [device, period].compactMap(\.self).joined(separator: ", ") : ""
        let own = test.map { "\($0), \(Self.shown(name, metric))" } ?? (what.isEmpty ? name : what)
        return own.count > RuleContext.longestName ? "\(own.prefix(RuleContext.longestName - 1))…" : own
    }

    /// XCTest's hitch metrics are named by what was animated alone.
    static func shown(_ name: String, _ metric: String) -> String {
        metric == "time.ratio" && !name.lowercased().contains("hitch") ? "Hitch \(name)" : name
    }

    func sql(_ condition: String, of view: String = "metrics", order: String = "id") -> String {
        """
        SELECT * FROM \(view)
        WHERE trace_id = :trace AND name = \(RuleSQL.literal(name)) AND metric = \(RuleSQL.literal(metric))
            AND device \(RuleSQL.equals(device)) AND period \(RuleSQL.equals(period))\
        \(test.map { " AND test = \(RuleSQL.literal($0))" } ?? "")
            AND \(condition)
        ORDER BY \(order)
        """
    }
}
