/// The updates of one view that missed a deadline.
struct LongUpdates {
    var red = 0
    var orange = 0
    var creations = 0
    /// Without an end: they took at least what is added up.
    var open = 0
    var totalNs: Int64 = 0
    /// What lies past the orange deadline.
    var overNs: Int64 = 0
    var longestNs: Int64 = 0
    var window = CommonWindow()

    var count: Int { red + orange }

    /// By view; those without a long update are not there.
    static func tallies(_ context: RuleContext) -> [Int: LongUpdates] {
        let severity = context.results.severity.buffer
        var tallies: [Int: LongUpdates] = [:]
        for row in severity.indices where severity[row] > 0 && context.isCounted(row) {
            tallies[context.view(row), default: LongUpdates()].add(row, context)
        }
        return tallies
    }

    private mutating func add(_ row: Int, _ context: RuleContext) {
        let duration = context.duration(row)
        if Int(context.results.severity[row]) == Severity.red.rawValue { red += 1 } else { orange += 1 }
        if context.updates.phase[row] == .creation { creations += 1 }
        if context.updates.duration[row] == UpdateColumns.unterminated { open += 1 }
        totalNs = totalNs.addingSaturating(duration)
        overNs = overNs.addingSaturating(duration - context.deadlines.orangeNs)
        longestNs = max(longestNs, duration)
        window.add(context.results.window[row])
    }

    // MARK: Findings

    /// One finding per view of some kinds that has long updates.
    static func findings(
        _ context: RuleContext, _ isWanted: (UpdateKind) -> Bool, effort: Finding.Effort,
        title: (_ view: Int) -> String, hint: @escaping (_ view: Int) -> String
    ) -> [Finding] {
        context.longUpdates.sorted { $0.key < $1.key }.compactMap { view, tally in
            guard isWanted(context.results.views[view].kind) else { return nil }
            return Finding(
                severity: tally.severity, title: title(view), view: context.viewName(view), viewIndex: view,
                effort: effort,
                sql: context.updatesSQL(
                    view,
                    "phase <> 'check' AND start_ns IS NOT "
                        + "NULL", from: "long_updates"), rows: tally.count, costNs: tally.overNs
            ) {
                Finding.Rest(
                    window: tally.window.window, evidence: tally.evidence(view, context), hint: hint(view),
                    about: .longUpdates(view: view, function: context.appFunction(ofLongUpdatesOf: view)))
            }
        }
    }

    static let severityWords =
        "high from \(RuleThresholds.manyLongUpdates) red updates of the view on, medium for a single red one or "
        + "\(RuleThresholds.manyLongUpdates) orange ones, low otherwise"
    static let thresholdWords = [
        "orange and red deadline: 8.3 ms and 16.67 ms, or as --profile, --refresh-rate or --deadlines say; a single "
            + "longer update makes a finding"
    ]

    private var severity: Finding.Severity {
        let many = RuleThresholds.manyLongUpdates
        return red >= many ? .high : red > 0 || orange >= many ? .medium : .low
    }

    private func evidence(_ view: Int, _ context: RuleContext) -> String {
        let (deadlines, summary) = (context.deadlines, context.results.viewSums[view])
        let counts = [
            red > 0 ? "\(RuleWords.number(red)) red (> \(RuleWords.deadline(deadlines.redNs)))" : nil,
            orange > 0 ? "\(RuleWords.number(orange)) orange (> \(RuleWords.deadline(deadlines.orangeNs)))" : nil,
        ]
        var text =
            "\(RuleWords.number(count)) of \(RuleWords.count(summary.updates, "update")) \(deadlines.words.missed(count)): "
            + "\(counts.compactMap { $0 }.joined(separator: ", ")); longest \(RuleWords.ms(longestNs)); "
            + "\(RuleWords.ms(overNs)) of \(RuleWords.ms(totalNs)) lie past \(RuleWords.deadline(deadlines.orangeNs))"
        if open > 0 {
            text += "; \(open == count ? "all" : RuleWords.number(open)) of them still ran when the trace ended"
        }
        if creations > 0 {
            text += "; first appearances: \(creations == count ? "all" : RuleWords.number(creations)) of them"
        }
        if let interval = context.bodyIntervals[view]?.first {
            text +=
                "; the interval \(context.shortName(interval.name)) lies in \(RuleWords.number(interval.bodies)) of them, "
                + "\(RuleWords.ms(interval.totalNs)) in all"
        }
        if let path = context.bodySamples[view]?.heavyPath(context), let calls = path.inBody(context) {
            text += "; \(path.percent) % of the samples in them are in \(calls)"
        }
        return text
    }
}
