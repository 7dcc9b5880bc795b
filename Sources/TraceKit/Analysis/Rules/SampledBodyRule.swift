/// Bodies that samples of the main thread hold, where no table of SwiftUI says what ran.
enum SampledBodyRule: FindingRule {
    static let depth = RuleDepth.symptom
    static let needs: [RuleNeed] = [.lane(.samples), .alike(.updates)]
    static let guide = RuleGuide(
        "sampled-body", "A body has much of the main thread",
        finds: """
            Views whose body holds \(RuleThresholds.sampledPercent) % or more of the time of the recording in samples of the main \
            thread, where the recording has no view updates: SwiftUI's tables are empty, or not in the input.
            """,
        matters: """
            Time in bodies is time in which no touch is handled and no frame is made; a view of an app that works well has less \
            than 1 % of it.
            """,
        fix: """
            Take what is expensive out of the body, and let it run less often. Samples cannot tell whether it is slow or runs \
            too often: with SwiftUI's tables the report says which of the two it is, and what causes it.
            """,
        limits:
            "Needs time-profile samples with symbols. A view whose hangs, late frames or busy runs are told is not told again.",
        severity: "high from 25 % of the time on, medium from 10 % on, low below", effort: .medium,
        thresholds: ["\(RuleThresholds.sampledPercent) % of the time of the recording"])

    static func findings(_ context: RuleContext) -> [Finding] {
        let results = context.results
        guard !results.role.buffer.contains(.counted) else { return [] }
        let told = Set(
            context.stretches.groups.compactMap(\.share).flatMap { share in
                [share.subject.body ?? "", share.subject.name] + share.subject.others + share.besides.map(\.name)
            })
        return results.sampledBodies.filter { body in
            (body.share ?? 0) * 100 >= Double(RuleThresholds.sampledPercent)
                && !told.contains { $0.hasPrefix("\(body.view).") }
        }.map { finding($0, context) }
    }

    private static func finding(_ body: SampledBody, _ context: RuleContext) -> Finding {
        let (view, share) = (context.short(body.view), body.share ?? 0)
        let percent = "\(Decimal.text(share * 100, digits: 0)) %"
        let severity: Finding.Severity = share >= 0.25 ? .high : share >= 0.1 ? .medium : .low
        let family = CostlyAPI.all.first { $0.id == body.family }
        let below = body.below.map { "\(context.short($0.name)) \(RuleWords.percent($0.samples, of: body.samples)) %" }
        return Finding(
            severity: severity, title: "\(view).body has \(percent) of the time of the recording", view: body.view,
            effort: .medium,
            sql: """
                SELECT view, samples, total_ms, recording_share, hitch_share, hang_share, largest_function, family
                FROM sampled_bodies WHERE trace_id = :trace AND view = \(RuleSQL.literal(body.view))
                """, rows: 1, costNs: body.nanoseconds
        ) {
            var evidence =
                "\(RuleWords.count(body.samples, "sample")) of the main thread, \(RuleWords.ms(body.nanoseconds))"
            if let below { evidence += "; below it \(below)" }
            if let family { evidence += "; it \(family.does)" }
            let hint =
                family.map { "\(view).body \($0.does): \($0.hint.lowercasedFirst)" }
                    ?? """
                    Make \(view).body do less, or run less often\(body.below.map { ", first \(context.short($0.name))" } ?? ""); \
                    samples cannot tell which of the two it is.
                    """
            return Finding.Rest(evidence: evidence, hint: hint)
        }
    }
}
