/// The tables of a comparison. A new table is one function here and one line in `all`.
struct DiffTables {
    let before: [TraceFigures]
    let after: [TraceFigures]
    let lanes: DiffLanes
    let findings: [FindingDiff.Entry]
    private let sources: SourceLookup?
    private let listedRows: Int
    let pairs: ViewPairs
    private let windows: InteractionWindows
    private let rates: InteractionRates
    var traces: [TraceFigures] { before + after }

    /// Creates the tables. Both sides must have paired names (`TraceFigures.renamed`).
    init(
        before: [TraceFigures], after: [TraceFigures], sources: SourceLookup? = nil,
        listedRows: Int = DiffThresholds.listedRows, accepted: [AcceptedNote] = []
    ) {
        (self.sources, self.listedRows) = (sources, listedRows)
        pairs = ViewPairs(before: before, after: after)
        self.before = before
        self.after = after
        let lanes = DiffLanes(before, after)
        self.lanes = lanes
        findings = FindingDiff.entries(before, after, lanes, accepted: accepted)
        windows = InteractionWindows(before: before, after: after)
        rates = InteractionRates(before + after)
    }

    /// The number of traces per side for rank tests of whole traces. Updates need more, since single interactions decide them.
    var tracesToTell: Int { lanes.allHave(.updates) ? DiffThresholds.fewestTraces : DiffThresholds.fewestSamples }

    var tracesSay: DiffJudge.Traces {
        switch min(before.count, after.count) {
        case ..<DiffThresholds.fewestSamples: .tooFew
        case ..<tracesToTell: .ifEqual
        default: .ranked
        }
    }

    /// All tables, and the number of performances of interactions that would decide likely rows. `chains` is called
    /// only if something differs.
    func all(
        chains: (DiffRoots) throws(TraceError) -> ChainPairs
    ) throws(TraceError) -> (tables: [DiffTable], occurrencesToTell: Int?) {
        var judge = DiffJudge(tracesSay, listedRows: listedRows)
        let hasUpdates = lanes.allHave(.updates)
        let interactions = hasUpdates ? interactions(&judge) : nil
        let views = hasUpdates ? views(&judge) : nil
        let whole = [evaluations(&judge), signposts(&judge), functions(&judge), stalls(&judge), cost(&judge)]
        judge.correct()
        let roots = [interactions, views].map { $0?.settled(by: judge) }
        var tables = whole.map { $0.settled(by: judge) }
        if let interactions = roots[0], let views = roots[1] {
            let below = try below(interactions, views, chains)
            // Interactions of another sort are neither new nor gone.
            let ofInteractions = lanes.haveSameInteractions ? [interactions, below[0]] : []
            tables = [totals(judge)] + ofInteractions + [views, below[1]] + tables
        }
        let likely = roots.compactMap { $0 }.flatMap(\.rows).filter { $0.likely != .none }.count
        let changed = Set((roots[1]?.rows ?? []).filter { $0.verdict != .none }.compactMap(\.name))
        tables += [FindingDiff.table(findings, differing: changed, sources), RenameProposals.table(pairs)]
        return (tables, likely > 0 ? judge.occurrencesToTell(more: likely) : nil)
    }

    /// The tables below the rows that differ: their views per interaction, and their chains.
    private func below(
        _ interactions: DiffTable, _ views: DiffTable, _ chains: (DiffRoots) throws(TraceError) -> ChainPairs
    ) throws(TraceError) -> [DiffTable] {
        func changed(_ table: DiffTable) -> Set<String> {
            Set(table.rows.filter { $0.verdict != .none || $0.likely != .none }.compactMap(\.name))
        }
        let roots = DiffRoots(interactions: changed(interactions), views: changed(views))
        var judge = DiffJudge(tracesSay, listedRows: listedRows)
        let drafts = [
            viewsByInteraction(roots, &judge),
            self.chains(roots.isEmpty ? nil : try chains(roots), &judge),
        ]
        judge.correct()
        return drafts.map { $0.settled(by: judge) }
    }

    /// A draft from one sample per trace, before first.
    func draft<Sample>(_ names: [String?], _ samples: [Sample?]) -> DiffDraft<Sample> {
        DiffDraft(
            names: names, before: Array(samples.prefix(before.count)), after: Array(samples.dropFirst(before.count)))
    }

    /// Whether all traces performed the same interactions equally often; otherwise figures of whole traces do not
    /// compare.
    var isSameStory: Bool {
        let first = traces.first?.interactions.mapValues(\.count)
        return traces.allSatisfy { $0.interactions.mapValues(\.count) == first }
    }

    // MARK: Whole traces

    private struct Figure {
        var title: String
        /// The words for more and less; nil if the figure is only shown.
        var judged: (more: String, less: String, floor: ChangeFloor)?
        var value: (TraceFigures) -> Double?

        static func shown(_ title: String, _ value: @escaping (TraceFigures) -> Double?) -> Figure {
            Figure(title: title, judged: nil, value: value)
        }

        static func count(_ title: String, of things: String, _ value: @escaping (TraceFigures) -> Double?) -> Figure {
            Figure(title: title, judged: ("more \(things)", "fewer \(things)", DiffThresholds.updates), value: value)
        }

        static func time(_ title: String, of what: String, _ value: @escaping (TraceFigures) -> Double?) -> Figure {
            Figure(title: title, judged: ("more \(what)", "less \(what)", DiffThresholds.milliseconds), value: value)
        }
    }

    /// A table with one row per figure.
    private func table(_ id: String, _ title: String, _ figures: [Figure], _ judge: inout DiffJudge) -> DraftTable {
        let column = DiffColumn(name: "value", title: "Before → after", style: .figure, dropOrder: 0)
        let name = [DiffColumn(name: "figure", title: "Figure", style: .name, dropOrder: 0)]
        var rows: [DraftTable] = []
        for figure in figures {
            var metric = DiffMetric<TraceFigures>(column: column, role: .shown, value: figure.value)
            if let judged = figure.judged {
                metric.role = .time
                (metric.more, metric.less, metric.floor) = judged
            }
            var draft = draft([figure.title], traces.map { Optional($0) })
            draft.isComparable = isSameStory
            rows.append(DraftTable(id, title, names: name, [draft], [metric], family: { _ in .times }, &judge))
        }
        return DraftTable(id, title, columns: name + [column], joining: rows)
    }

    private func totals(_ judge: DiffJudge) -> DiffTable {
        var judge = judge
        let ofInteractions: [Figure] = [
            .shown("Interactions") { Double($0.interactionCount) },
            .shown("Updates in interactions") { Double($0.inInteractions.updates) },
            .shown("Unnecessary updates") { $0.inInteractions.knownUnnecessary },
            .shown("Wasted ms") { $0.inInteractions.knownWastedMs },
        ]
        let outside: [Figure] = [
            .shown("Updates before the first interaction") { Double($0.launch.updates) },
            .shown("Updates in no interaction") { Double($0.unattributed.updates) },
        ]
        let checks: [Figure] = [.shown("Checks (notified, body not run)") { Double($0.checks) }]
        let bodies: [Figure] = [
            .shown("Red bodies") { Double($0.bodies.red) },
            .shown("Orange bodies") { Double($0.bodies.orange) },
            .shown("Long bodies (red or orange)") { Double($0.bodies.long) },
            .shown("Body ms") { $0.bodies.totalMs },
        ]
        var figures = lanes.haveSameInteractions ? ofInteractions : []
        figures += bodies
        if lanes.haveSameInteractions { figures += outside }
        if lanes.haveSameKinds { figures += checks }
        figures.append(.shown("Rows that could not be taken") { Double($0.rejects) })
        return table("totals", "Totals", figures, &judge).settled(by: judge)
    }

    private func stalls(_ judge: inout DiffJudge) -> DraftTable {
        var figures: [Figure] = []
        if lanes.allHave(.hitches) {
            figures += [
                .count("Hitches", of: "hitches") { Double($0.hitches.count) },
                .time("Hitch ms", of: "hitch time") { $0.hitches.ms },
                .shown("Longest hitch ms") { Double($0.hitches.longestNs) / 1e6 },
                .shown("Hitches of the system") { Double($0.systemHitches.count) },
            ]
        }
        if lanes.allHave(.hangs) {
            figures += [
                .count("Hangs", of: "hangs") { Double($0.hangs.count) },
                .time("Hang ms", of: "hang time") { $0.hangs.ms },
                .shown("Longest hang ms") { Double($0.hangs.longestNs) / 1e6 },
            ]
        }
        return table("hangs-and-hitches", "Hangs and hitches", figures, &judge)
    }

    private func cost(_ judge: inout DiffJudge) -> DraftTable {
        var figures: [Figure] = []
        if traces.allSatisfy({ $0.cpu != nil }) {
            figures += [
                .shown("CPU ms, main thread") { $0.cpu.map { Double($0.mainNs) / 1e6 } },
                .shown("CPU ms, all threads") { $0.cpu.map { Double($0.allNs) / 1e6 } },
            ]
        }
        if traces.allSatisfy(\.hasAllocations) {
            figures.append(.shown("Allocations inside updates") { Double($0.all.allocations) })
        }
        return table("cpu-and-allocations", "CPU and allocations", figures, &judge)
    }

    // MARK: Per interaction

    private func interactions(_ judge: inout DiffJudge) -> DraftTable {
        typealias Metric = DiffMetric<InteractionFigures>
        func each(_ value: @escaping (InteractionFigures) -> Double?) -> (InteractionFigures) -> Double? {
            { figures in value(figures).map { $0 / Double(figures.count) } }
        }
        let keys = Set(traces.flatMap(\.interactions.keys)).sorted()
        let samples = Dictionary(
            uniqueKeysWithValues: zip(windows.kinds, windows.samplesOfKinds(traces.map(\.byWindow))))
        let drafts = keys.map { key in
            var draft = draft([key.title], traces.map { $0.interactions[key] })
            draft.samples = samples[key]
            draft.sortWeight = Self.weight(draft.before, draft.after) { Double($0.counts.updates) / Double($0.count) }
            return draft
        }
        var metrics = [
            Metric.shown("interactions", "Number", .count, drop: 6) { Double($0.count) },
            Metric.count("updates_per_interaction", "Updates", .updates, each { Double($0.counts.updates) }),
            waste("unnecessary_per_interaction", each(\.counts.knownUnnecessary)),
            Metric.slow("red_per_interaction", "Red", of: "red", .evidence, drop: 1, each { Double($0.counts.red) }),
            // A body that moves from orange to red does not improve the orange ones, so both are judged together.
            Metric.slow("long_per_interaction", "Long", of: "long", .time, drop: 2, each { Double($0.counts.long) }),
            Metric.shown("orange_per_interaction", "Orange", .count, drop: 7, each { Double($0.counts.orange) }),
            Metric.shown(
                "wasted_ms_per_interaction", "Wasted ms", .milliseconds, drop: 3, each(\.counts.knownWastedMs)),
        ]
        if lanes.allHave(.hitches) {
            metrics.append(
                Metric.duration(
                    "hitch_ms_per_interaction", "Hitch ms", more: "more hitch time", less: "less hitch time", drop: 4,
                    each { $0.hitches.ms }))
            metrics.append(Metric.shown("hitch_ratio", "Hitch ms/s", .milliseconds, drop: 5) { $0.hitchRatio })
        }
        return DraftTable(
            "interactions", "Per interaction", names: [Self.name("interaction", "Interaction")], drafts, metrics,
            family: { _ in .interactions }, &judge)
    }

    /// The updates of views per interaction, for views or interactions that differ.
    private func viewsByInteraction(_ roots: DiffRoots, _ judge: inout DiffJudge) -> DraftTable {
        typealias Metric = DiffMetric<UpdateRates>
        var viewsOf: [InteractionKey: Set<ViewFigureKey>] = [:]
        let rootKinds = Set(windows.kinds.filter { roots.interactions.contains($0.title) })
        for (view, figures) in traces.lazy.flatMap(\.views) where !roots.isEmpty {
            let isRoot = roots.views.contains(view.view)
            for key in figures.byInteraction.keys where isRoot || rootKinds.contains(key) {
                viewsOf[key, default: []].insert(view)
            }
        }
        var drafts: [DiffDraft<UpdateRates>] = []
        var kinds: [String] = []
        let samplesOf = Dictionary(
            uniqueKeysWithValues: viewsOf.values.reduce(into: Set()) { $0.formUnion($1) }.map { view in
                (view, windows.samples(traces.map { $0.views[view]?.byWindow }))
            })
        // Kinds of interaction that one side did not perform are no change of a view.
        for (kind, key) in windows.kinds.enumerated() {
            for view in (viewsOf[key] ?? []).sorted() {
                let samples = traces.map { trace in
                    trace.interactions[key].map { performed in
                        var rates = UpdateRates()
                        rates.add(
                            trace.views[view]?.byInteraction[key] ?? UpdateCounts(),
                            times: 1 / Double(performed.count))
                        return rates
                    }
                }
                var draft = draft([key.title, view.view, view.kind.word], samples)
                draft.sortWeight = Self.weight(draft.before, draft.after) { $0.updates }
                draft.samples = samplesOf[view]?.only(kind: kind)
                drafts.append(draft)
                kinds.append(key.title)
            }
        }
        return DraftTable(
            "views-by-interaction", "Updates of views per interaction",
            names: [Self.name("interaction", "Interaction"), Self.name("view", "View"), Self.kind], drafts,
            [
                Metric.count("updates_per_interaction", "Updates", .updates, \.updates),
                waste("unnecessary_per_interaction", \.knownUnnecessary),
                Metric.shown("wasted_ms_per_interaction", "Wasted ms", .milliseconds, drop: 2, \.knownWastedMs),
            ], family: { .below(kinds[$0]) }, &judge)
    }

    /// The column of unnecessary updates, which is judged only if both sides have the same evidence.
    private func waste<Sample>(
        _ name: String, drop: Int = 0, _ value: @escaping (Sample) -> Double?
    ) -> DiffMetric<Sample> {
        lanes.unequalEvidence == nil
            ? .count(name, "Unnec.", .unnecessary, drop: drop, value)
            : .shown(name, "Unnec.", .count, drop: drop, value)
    }

    // MARK: Views and chains

    /// A view in one trace, with its rates if they compare.
    final class ViewSample {
        let figures: UpdateFigures
        let rates: UpdateRates?
        /// The total time of as many updates as the trace with the fewest has, at this trace's mean time per update.
        let evenTotalMs: Double

        init(figures: UpdateFigures, rates: UpdateRates?, fewestUpdates: Int) {
            self.figures = figures
            self.rates = rates
            evenTotalMs =
                figures.counts.totalMs * Double(fewestUpdates) / Double(max(1, figures.counts.updates))
        }
    }

    private func views(_ judge: inout DiffJudge) -> DraftTable {
        typealias Metric = DiffMetric<ViewSample>
        let rows = pairs.keys.indices.filter { lanes.haveSameKinds || pairs.keys[$0].kind == .body }
        let drafts = rows.map { row in
            let figures = pairs.figures(row)
            let rates = rates.rates(figures.map { $0?.byInteraction ?? [:] })
            let fewestUpdates = figures.compactMap { $0?.counts.updates }.min() ?? 0
            let samples = figures.enumerated().map { index, figures in
                figures.map { ViewSample(figures: $0, rates: rates?[index], fewestUpdates: fewestUpdates) }
            }
            let key = pairs.keys[row]
            var draft = draft([key.view, key.kind.word], samples)
            draft.samples = windows.samples(figures.map { $0?.byWindow })
            if key.kind == .body { draft.marks = Self.marksOfLongBodies(draft.before, draft.after) }
            draft.sortWeight = Self.weight(draft.before, draft.after) { $0.figures.counts.totalMs }
            return draft
        }
        var p95 = Metric.duration("p95_ms", "P95 ms", .nextTime, more: "higher P95", less: "lower P95", drop: 3) {
            $0.figures.percentileMs(95)
        }
        p95.isMuch = { $0.figures.durations.count >= DurationSpreads.fewestOfP95 }
        // Longer recordings have more of everything, and more frequent updates show in the number of updates.
        var total = Metric.duration(
            "total_ms", "Total ms", isSameStory ? .nextTime : .shown, more: "more time", less: "less time", drop: 1
        ) { $0.figures.counts.totalMs }
        total.judgedValue = \.evenTotalMs
        return DraftTable(
            "views", "Views", names: [Self.name("view", "View"), Self.kind], drafts,
            [
                Metric.count("updates_per_interaction", "Updates", .updates) { $0.rates?.updates },
                waste("unnecessary_per_interaction", drop: 1) { $0.rates?.knownUnnecessary },
                Metric.slow("red_per_interaction", "Red", of: "red", .evidence, drop: 4) { $0.rates?.red },
                Metric.slow("long_per_interaction", "Long", of: "long", .evidence, drop: 5) { $0.rates?.long },
                Metric.shown("orange_per_interaction", "Orange", .count, drop: 9) { $0.rates?.orange },
                Metric.duration(
                    "median_ms", "Median ms", more: "slower", less: "faster", drop: 2, interval: Self.median
                ) {
                    $0.figures.percentileMs(50)
                },
                p95,
                total,
                Metric.shown("updates", "All updates", .count, drop: 6) { Double($0.figures.counts.updates) },
                Metric.shown("red", "All red", .count, drop: 7) { Double($0.figures.counts.red) },
                Metric.shown("orange", "All orange", .count, drop: 8) { Double($0.figures.counts.orange) },
            ], family: { _ in .views }, &judge)
    }

    private static func median(_ sample: ViewSample) -> ClosedRange<Double>? {
        OrderStatistics.interval(50, ofSorted: sample.figures.durations).map {
            Double($0.lowerBound) / 1e6...Double($0.upperBound) / 1e6
        }
    }

    /// Marks a body without missed deadlines on one side, and with several in every trace of the other.
    private static func marksOfLongBodies(
        _ before: [ViewSample?], _ after: [ViewSample?]
    ) -> [String] {
        func none(_ side: [ViewSample?]) -> Bool { side.allSatisfy { $0?.figures.counts.long ?? 0 == 0 } }
        func many(_ side: [ViewSample?]) -> Bool {
            side.allSatisfy { $0?.figures.counts.long ?? 0 >= DiffThresholds.newLongBodies }
        }
        if none(before), many(after) { return ["new long bodies"] }
        return none(after) && many(before) ? ["no longer long"] : []
    }

    /// The chains of interactions and views that differ; `pairs` is nil if nothing does.
    private func chains(_ pairs: ChainPairs?, _ judge: inout DiffJudge) -> DraftTable {
        typealias Metric = DiffMetric<UpdateRates>
        func known(_ value: @escaping (UpdateRates) -> Double?) -> (UpdateRates) -> Double? {
            { $0.updates.isNaN ? nil : value($0) }
        }
        return DraftTable(
            "chains", "Chains of causes, per interaction", names: [Self.name("chain", "Chain of causes")],
            pairs.map(chainRows) ?? [],
            [
                Metric.count("updates_per_interaction", "Updates", .updates, known(\.updates)),
                Metric.shown("unnecessary_per_interaction", "Unnec.", .count, drop: 1, known(\.knownUnnecessary)),
                Metric.shown("wasted_ms_per_interaction", "Wasted ms", .milliseconds, drop: 2, known(\.knownWastedMs)),
            ], family: { _ in .below("chains") }, &judge)
    }

    private func chainRows(_ pairs: ChainPairs) -> [DiffDraft<UpdateRates>] {
        pairs.texts.enumerated().map { row, text in
            let figures = pairs.figures(row)
            let rates = rates.rates(figures.map { $0?.byInteraction ?? [:] })
            // If no interactions compare, only the presence of a chain does.
            let samples = figures.enumerated().map { index, figures in
                figures == nil ? nil : rates?[index] ?? UpdateRates(updates: .nan)
            }
            var draft = draft([text], samples)
            draft.samples = windows.samples(figures.map { $0?.byWindow })
            draft.sortWeight = Self.weight(draft.before, draft.after) { $0.updates.isNaN ? 0 : $0.updates }
            return draft
        }
    }

    // MARK: Small things

    static func name(_ name: String, _ title: String) -> DiffColumn {
        DiffColumn(name: name, title: title, style: .name, dropOrder: 0)
    }

    private static let kind = DiffColumn(name: "kind", title: "Kind", style: .text, dropOrder: 9)

    /// The distance between the means of the sides.
    static func weight<Sample>(
        _ before: [Sample?], _ after: [Sample?], _ value: (Sample) -> Double
    ) -> Double {
        func mean(_ samples: [Sample?]) -> Double {
            samples.isEmpty ? 0 : samples.reduce(0) { $0 + ($1.map(value) ?? 0) } / Double(samples.count)
        }
        return abs(mean(before) - mean(after))
    }
}
