/// The updates of one view that missed a deadline.
struct LongUpdates {
    var red = 0
    var orange = 0
    var creations = 0
    /// Updates without an end, which took at least the time added here.
    var open = 0
    /// Those in or beside a hang or the work of a hitch.
    var felt = 0
    var totalNs: Int64 = 0
    /// The time past the orange deadline.
    var overNs: Int64 = 0
    var longestNs: Int64 = 0
    var window = CommonWindow()
    /// By window.
    private var windows: [Int32: Int] = [:]
    /// By inferred recurring cause.
    private var causes: [Int: Int] = [:]

    var count: Int { red + orange }

    /// By view, only views with a long update.
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
        let start = context.updates.start[row]
        if context.stalls.touch(start..<start.addingSaturating(duration)) { felt += 1 }
        window.add(context.results.window[row])
        let run = Int(context.results.run[row])
        if run >= 0 { causes[Int(context.results.runs[run].cause), default: 0] += 1 }
        // A recurring update belongs to its cause, even during an interaction.
        let isRecorded = run >= 0 && context.results.recurring[Int(context.results.runs[run].cause)].root.isPresent
        windows[isRecorded ? AnalysisResults.none : context.results.window[row], default: 0] += 1
    }

    /// The recurring cause of at least half of them.
    func driver(of view: Int, _ context: RuleContext) -> Driver? {
        guard let most = causes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.value * 2 >= count else {
            return nil
        }
        let cause = context.results.recurring[most.key]
        guard cause.isSeen, let link = context.results.links[cause.links].first(where: { $0.view == view }) else {
            return nil
        }
        let words = RecurringWords(cause, context)
        let pace = words.pace(of: link).map { " \($0)" } ?? ""
        guard let name = words.name(of: link) else { return nil }
        return Driver(
            name: name, pace: pace, isReached: !cause.root.isPresent && !link.isDriver,
            advice: cause.root.isPresent ? CauseAdvice(cause.root, cause.kind, context) : nil)
    }

    /// The recurring cause of long updates.
    struct Driver {
        var name: String
        /// ` every 0.50 s`; empty if it is neither regular nor fast.
        var pace: String
        /// Whether the view only runs with another one.
        var isReached: Bool
        /// Of a recorded cause.
        var advice: CauseAdvice?
    }

    /// What the log says right before the runs of work that hold them, where nothing else tells why they ran.
    func trigger(of view: Int, _ context: RuleContext) -> Trigger? {
        guard context.records.edges.isEmpty, driver(of: view, context) == nil, place(context) == nil else { return nil }
        let (updates, severity) = (context.updates, context.results.severity)
        var own = updates.view.indices.filter {
            severity[$0] > 0 && context.isCounted($0) && context.view($0) == view
        }.map { updates.start[$0] }[...]
        let runs = context.updateRuns.filter { run in
            own = own.drop { $0 < run.lowerBound }
            return own.first.map { $0 < run.upperBound } ?? false
        }
        return Trigger.find(before: runs, context)
    }

    /// Whether most of them are in keystrokes.
    func isTyped(_ context: RuleContext) -> Bool {
        let typed = windows.filter { $0.key >= 0 && context.results.windows[Int($0.key)].kind == .type }
        return typed.count >= RuleThresholds.occurrences && typed.values.reduce(0, +) * 5 >= count * 4
    }

    /// `53 of them during Type "Search"`, if most of them are in interactions of one kind and name.
    private func place(_ context: RuleContext) -> String? {
        let known = context.results.windows
        var counts: [String: Int] = [:]
        for (window, count) in windows where window >= 0 && known[Int(window)].kind != .trace {
            let summary = known[Int(window)]
            let label =
                summary.kind == .type && !summary.name.isPresent
                ? RuleWords.plural(InteractionKind.type.noun)
                : NodeLabels.text(summary.kind, summary.kindWord, summary.name, context.names)
            counts[context.short(label), default: 0] += count
        }
        let most = RuleWords.largest(1, of: counts.map { (name: $0.key, count: $0.value) }).first
        guard let most, windows.count > 1, most.count * 5 >= count * 4 else { return nil }
        return "\(most.count == count ? "all" : RuleWords.number(most.count)) of them during \(most.name)"
    }

    // MARK: Remarks

    /// Shorter first appearances, and single long updates, are no problem unless a hitch or hang is near.
    private static let briefNs: Int64 = 100_000_000

    /// On a display that shows a frame every 16.67 ms, 8.3 ms are no deadline.
    func words(_ context: RuleContext) -> DeadlineWords {
        context.isSlowDisplay && red == 0 && context.deadlines.profile == Deadlines.frame.profile
            ? Deadlines.instruments.words : context.deadlines.words
    }

    /// Whether they are no problem: no one waited for them, as far as the recording says.
    func isRemark(_ context: RuleContext) -> Bool {
        guard context.deadlines.profile == Deadlines.frame.profile, felt == 0, longestNs < Self.briefNs else {
            return false
        }
        if creations == count, red < RuleThresholds.manyLongUpdates { return true }
        let saysHitches = context.saysHitches
        if saysHitches, context.isSlowDisplay, red == 0 { return true }
        return red == 0 && orange < RuleThresholds.manyLongUpdates
    }

    // MARK: Findings

    /// One finding per view of some kinds with long updates.
    static func findings(
        _ context: RuleContext, _ isWanted: (UpdateKind) -> Bool, effort: Finding.Effort,
        title: (_ view: Int) -> String, hint: @escaping (_ view: Int) -> String
    ) -> [Finding] {
        context.longUpdates.sorted { $0.key < $1.key }.compactMap { view, tally in
            guard isWanted(context.results.views[view].kind), !tally.isRemark(context) else { return nil }
            return Finding(
                severity: tally.severity(context), title: title(view), view: context.viewName(view), viewIndex: view,
                effort: effort,
                sql: context.updatesSQL(
                    view,
                    "phase <> 'check' AND start_ns IS NOT NULL", from: "long_updates"), rows: tally.count,
                costNs: tally.overNs
            ) {
                Finding.Rest(
                    window: tally.window.window, evidence: tally.evidence(view, context), hint: hint(view),
                    about: .longUpdates(view: view, function: context.appFunction(ofLongUpdatesOf: view)))
            }
        }
    }

    static let severityWords =
        """
        high from \(RuleThresholds.manyLongUpdates) red updates of the view on, medium for a single red one or \
        \(RuleThresholds.manyLongUpdates) orange ones, low otherwise
        """
    static let thresholdWords = [
        """
        orange and red deadline: 8.3 ms and 16.67 ms, or as set by --profile, --refresh-rate or --deadlines; a single \
        longer update makes a finding
        """
    ]

    private var severity: Finding.Severity {
        let many = RuleThresholds.manyLongUpdates
        return red >= many ? .high : red > 0 || orange >= many ? .medium : .low
    }

    /// The same; without a table of hitches, orange updates alone are low: whether a frame was late is unknown.
    private func severity(_ context: RuleContext) -> Finding.Severity {
        let isSlight = red == 0 && !context.saysHitches && context.deadlines.profile == Deadlines.frame.profile
        return isSlight ? .low : severity
    }

    private func evidence(_ view: Int, _ context: RuleContext) -> String {
        let (deadlines, summary) = (context.deadlines, context.results.viewSums[view])
        let counts = [
            red > 0 ? "\(RuleWords.number(red)) red (> \(RuleWords.deadline(deadlines.redNs)))" : nil,
            orange > 0 ? "\(RuleWords.number(orange)) orange (> \(RuleWords.deadline(deadlines.orangeNs)))" : nil,
        ]
        var text =
            """
            \(RuleWords.number(count)) of \(RuleWords.count(summary.updates, "update")) \
            \(words(context).missed(count)): \
            \(counts.compactMap { $0 }.joined(separator: ", "))\(place(context).map { "; \($0)" } ?? "")\
            \(Trigger.words(trigger(of: view, context))); longest \
            \(RuleWords.ms(longestNs)); \(RuleWords.ms(overNs)) of \(RuleWords.ms(totalNs)) lie past \
            \(RuleWords.deadline(deadlines.orangeNs))
            """
        if let wait = context.bodySamples[view]?.wait(of: view, context) {
            text += """
                ; the body waits: the main thread ran \(RuleWords.ms(wait.runningNs)) of these \(RuleWords.ms(wait.totalNs))
                """
        }
        if open > 0 {
            text += "; \(open == count ? "all" : RuleWords.number(open)) of them still ran when the trace ended"
        }
        if creations > 0 {
            text += "; first appearances: \(creations == count ? "all" : RuleWords.number(creations)) of them"
        }
        if let interval = context.bodyIntervals[view]?.first {
            text +=
                """
                ; the interval \(context.shortName(interval.name)) lies in \(RuleWords.number(interval.bodies)) of \
                them, \(RuleWords.ms(interval.totalNs)) in all
                """
        }
        if let path = context.bodySamples[view]?.heavyPath(context), let calls = path.inBody(context) {
            text += "; \(path.percent) % of the samples in them are in \(calls)"
        }
        return text
    }
}

/// The most times within `RuleThresholds.stretchNs`, and the start of that stretch.
struct Peak {
    var count = 0
    var start: Int64 = 0

    /// - Parameter times: ascending.
    init(_ times: [Int64]) {
        var first = 0
        for last in times.indices {
            while times[last] - times[first] >= RuleThresholds.stretchNs { first += 1 }
            if last - first + 1 > count {
                count = last - first + 1
                start = times[first]
            }
        }
    }

    /// Indexes of ascending times in stretches with more than `limit` of them.
    static func crowded(_ times: [Int64], above limit: Int) -> [Int] {
        var found: [Int] = []
        var first = 0
        for last in times.indices {
            while times[last] - times[first] >= RuleThresholds.stretchNs { first += 1 }
            guard last - first + 1 > limit else { continue }
            found += max(first, (found.last ?? -1) + 1)...last
        }
        return found
    }
}
