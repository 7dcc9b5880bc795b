/// The tables of a comparison. Adding one is one function here and one line in `all`.
struct DiffTables {
    let before: [TraceFigures]
    let after: [TraceFigures]
    let lanes: DiffLanes
    private let judge: DiffJudge
    /// The rows of views and chains before they are judged: tables are made twice.
    private let viewDrafts: [DiffDraft<ViewSample>]
    private let chainDrafts: [DiffDraft<UpdateRates>]
    private var traces: [TraceFigures] { before + after }

    /// Both sides with their names as they pair (`TraceFigures.renamed`).
    init(before: [TraceFigures], after: [TraceFigures]) {
        self.before = before
        self.after = after
        lanes = DiffLanes(before, after)
        judge = DiffJudge()
        let hasUpdates = lanes.allHave("updates")
        let traces = before + after
        let rates = InteractionRates(traces)
        viewDrafts = hasUpdates ? Self.viewDrafts(traces, before: before.count, rates) : []
        chainDrafts = hasUpdates ? Self.chainDrafts(traces, before: before.count, rates) : []
    }

    func all() -> [DiffTable] {
        judge.judge(figures) + [FindingDiff.table(before, after, lanes), RenameProposals.table(before, after)]
    }

    private func figures() -> [DiffTable] {
        let ofUpdates =
            lanes.allHave("updates") ? [totals(), interactions(), viewsByInteraction(), views(), chains()] : []
        return ofUpdates + [stalls(), cost()]
    }

    /// A value a trace, as a draft's two sides.
    private func draft<Sample>(_ names: [String?], _ samples: [Sample?]) -> DiffDraft<Sample> {
        Self.draft(names, samples, before: before.count)
    }

    private static func draft<Sample>(_ names: [String?], _ samples: [Sample?], before: Int) -> DiffDraft<Sample> {
        DiffDraft(names: names, before: Array(samples.prefix(before)), after: Array(samples.dropFirst(before)))
    }

    /// Whether all traces performed the same interactions equally often: only then do figures of whole traces compare.
    var isSameStory: Bool {
        let first = traces.first?.interactions.mapValues(\.count)
        return traces.allSatisfy { $0.interactions.mapValues(\.count) == first }
    }

    // MARK: Whole traces

    private struct Role {
        var isCount: Bool
        var more: String
        var less: String

        static func count(of things: String) -> Role {
            Role(isCount: true, more: "more \(things)", less: "fewer \(things)")
        }
        static func time(of what: String) -> Role {
            Role(isCount: false, more: "more \(what)", less: "less \(what)")
        }
    }

    private struct Figure {
        var title: String
        /// Nil where it is only shown.
        var role: Role?
        var value: (TraceFigures) -> Double?
    }

    /// A row a figure.
    private func table(_ id: String, _ title: String, _ figures: [Figure]) -> DiffTable {
        let column = DiffColumn(name: "value", title: "Before → after", style: .figure, dropOrder: 0)
        let name = [DiffColumn(name: "figure", title: "Figure", style: .name, dropOrder: 0)]
        var table = DiffTable(id: id, title: title, columns: name + [column], rows: [], unchanged: 0)
        for figure in figures {
            var metric = DiffMetric<TraceFigures>(column: column, role: .shown, value: figure.value)
            if let role = figure.role {
                metric.role = role.isCount ? .count : .duration
                metric.floor = role.isCount ? DiffThresholds.updates : DiffThresholds.milliseconds
                (metric.more, metric.less) = (role.more, role.less)
            }
            var draft = draft([figure.title], traces.map { Optional($0) })
            draft.isComparable = isSameStory
            let one = judge.table(id, title, names: name, [draft], [metric])
            table.rows += one.rows
            table.unchanged += one.unchanged
        }
        return table
    }

    private func totals() -> DiffTable {
        table(
            "totals", "Totals",
            [
                Figure(title: "Interactions") { Double($0.interactionCount) },
                Figure(title: "Updates in interactions", role: .count(of: "updates")) {
                    Double($0.inInteractions.updates)
                },
                Figure(title: "Unnecessary updates", role: .count(of: "unnecessary")) {
                    Double($0.inInteractions.unnecessary)
                },
                Figure(title: "Wasted ms") { $0.inInteractions.wastedMs },
                Figure(title: "Red bodies", role: .count(of: "red")) { Double($0.bodies.red) },
                Figure(title: "Orange bodies") { Double($0.bodies.orange) },
                Figure(title: "Long bodies (red or orange)", role: .count(of: "long")) { Double($0.bodies.long) },
                Figure(title: "Body ms") { $0.bodies.totalMs },
                Figure(title: "Updates before the first interaction") { Double($0.launch.updates) },
                Figure(title: "Updates in no interaction") { Double($0.unattributed.updates) },
                Figure(title: "Checks (notified, body not run)") { Double($0.checks) },
                Figure(title: "Rows that could not be taken") { Double($0.rejects) },
            ])
    }

    private func stalls() -> DiffTable {
        var figures: [Figure] = []
        if lanes.allHave("hitches") {
            figures += [
                Figure(title: "Hitches", role: .count(of: "hitches")) { Double($0.hitches.count) },
                Figure(title: "Hitch ms", role: .time(of: "hitch time")) { $0.hitches.ms },
                Figure(title: "Longest hitch ms") { Double($0.hitches.longestNs) / 1e6 },
                Figure(title: "Hitches of the system") { Double($0.systemHitches.count) },
            ]
        }
        if lanes.allHave("hangs") {
            figures += [
                Figure(title: "Hangs", role: .count(of: "hangs")) { Double($0.hangs.count) },
                Figure(title: "Hang ms", role: .time(of: "hang time")) { $0.hangs.ms },
                Figure(title: "Longest hang ms") { Double($0.hangs.longestNs) / 1e6 },
            ]
        }
        return table("hangs-and-hitches", "Hangs and hitches", figures)
    }

    private func cost() -> DiffTable {
        var figures: [Figure] = []
        if traces.allSatisfy({ $0.cpu != nil }) {
            figures += [
                Figure(title: "CPU ms, main thread") { $0.cpu.map { Double($0.mainNs) / 1e6 } },
                Figure(title: "CPU ms, all threads") { $0.cpu.map { Double($0.allNs) / 1e6 } },
            ]
        }
        if traces.allSatisfy(\.hasAllocations) {
            figures.append(Figure(title: "Allocations inside updates") { Double($0.all.allocations) })
        }
        return table("cpu-and-allocations", "CPU and allocations", figures)
    }

    // MARK: Per interaction

    private func interactions() -> DiffTable {
        typealias Metric = DiffMetric<InteractionFigures>
        func each(_ value: @escaping (InteractionFigures) -> Double) -> (InteractionFigures) -> Double? {
            { value($0) / Double($0.count) }
        }
        let keys = Set(traces.flatMap(\.interactions.keys)).sorted()
        let drafts = keys.map { key in
            var draft = draft([key.title], traces.map { $0.interactions[key] })
            draft.sortWeight = Self.weight(draft.before, draft.after) { Double($0.counts.updates) / Double($0.count) }
            return draft
        }
        var metrics = [
            Metric.shown("interactions", "Number", .count, drop: 6) { Double($0.count) },
            Metric.count("updates_per_interaction", "Updates", of: "updates", each { Double($0.counts.updates) }),
            Metric.count(
                "unnecessary_per_interaction", "Unnec.", of: "unnecessary",
                each { Double($0.counts.unnecessary) }),
            Metric.count("red_per_interaction", "Red", of: "red", drop: 1, each { Double($0.counts.red) }),
            // What moves from orange to red is no improvement of the orange ones: both together are judged.
            Metric.count("long_per_interaction", "Long", of: "long", drop: 2, each { Double($0.counts.long) }),
            Metric.shown("orange_per_interaction", "Orange", .count, drop: 7, each { Double($0.counts.orange) }),
            Metric.shown("wasted_ms_per_interaction", "Wasted ms", .milliseconds, drop: 3, each { $0.counts.wastedMs }),
        ]
        if lanes.allHave("hitches") {
            metrics.append(
                Metric.duration(
                    "hitch_ms_per_interaction", "Hitch ms", more: "more hitch time", less: "less hitch time", drop: 4,
                    each { $0.hitches.ms }))
            metrics.append(Metric.shown("hitch_ratio", "Hitch ms/s", .milliseconds, drop: 5) { $0.hitchRatio })
        }
        return judge.table(
            "interactions", "Per interaction", names: [Self.name("interaction", "Interaction")], drafts, metrics)
    }

    private func viewsByInteraction() -> DiffTable {
        typealias Metric = DiffMetric<UpdateRates>
        let keys = Set(traces.flatMap(\.interactions.keys)).sorted()
        var viewsOf: [InteractionKey: Set<ViewFigureKey>] = [:]
        for (view, figures) in traces.lazy.flatMap(\.views) {
            for key in figures.byInteraction.keys { viewsOf[key, default: []].insert(view) }
        }
        var drafts: [DiffDraft<UpdateRates>] = []
        for key in keys {
            // What one side did not perform is no change of any view.
            let performed = traces.map { $0.interactions[key]?.count ?? 0 }
            guard performed.allSatisfy({ $0 > 0 }) else { continue }
            for view in (viewsOf[key] ?? []).sorted() {
                let samples = zip(traces, performed).map { trace, performed in
                    var rates = UpdateRates()
                    rates.add(
                        trace.views[view]?.byInteraction[key] ?? UpdateCounts(), times: 1 / Double(performed))
                    return Optional(rates)
                }
                var draft = draft([key.title, view.view, view.kind], samples)
                draft.sortWeight = Self.weight(draft.before, draft.after) { $0.updates }
                drafts.append(draft)
            }
        }
        return judge.table(
            "views-by-interaction", "Updates of views per interaction",
            names: [Self.name("interaction", "Interaction"), Self.name("view", "View"), Self.kind], drafts,
            [
                Metric.count("updates_per_interaction", "Updates", of: "updates", \.updates),
                Metric.count("unnecessary_per_interaction", "Unnec.", of: "unnecessary", \.unnecessary),
                Metric.shown("wasted_ms_per_interaction", "Wasted ms", .milliseconds, drop: 2, \.wastedMs),
            ])
    }

    // MARK: Views and chains

    /// A view in one trace, with its rates where they compare. A class, because every figure of a row looks at it.
    final class ViewSample {
        let figures: ViewFigures
        let rates: UpdateRates?

        init(figures: ViewFigures, rates: UpdateRates?) {
            self.figures = figures
            self.rates = rates
        }
    }

    private static func viewDrafts(
        _ traces: [TraceFigures], before: Int, _ rates: InteractionRates
    ) -> [DiffDraft<ViewSample>] {
        Set(traces.flatMap(\.views.keys)).sorted().map { key in
            let figures = traces.map { $0.views[key] }
            let rates = rates.rates(figures.map { $0?.byInteraction ?? [:] })
            let samples = figures.enumerated().map { index, figures in
                figures.map { ViewSample(figures: $0, rates: rates?[index]) }
            }
            var draft = draft([key.view, key.kind], samples, before: before)
            draft.sortWeight = weight(draft.before, draft.after) { $0.figures.counts.totalMs }
            if key.kind == "body" { markLongBodies(&draft) }
            return draft
        }
    }

    private func views() -> DiffTable {
        typealias Metric = DiffMetric<ViewSample>
        return judge.table(
            "views", "Views", names: [Self.name("view", "View"), Self.kind], viewDrafts,
            [
                Metric.count("updates_per_interaction", "Updates", of: "updates") { $0.rates?.updates },
                Metric.count("unnecessary_per_interaction", "Unnec.", of: "unnecessary", drop: 1) {
                    $0.rates?.unnecessary
                },
                Metric.count("red_per_interaction", "Red", of: "red", drop: 4) { $0.rates?.red },
                Metric.count("long_per_interaction", "Long", of: "long", drop: 5) { $0.rates?.long },
                Metric.shown("orange_per_interaction", "Orange", .count, drop: 9) { $0.rates?.orange },
                Metric.duration(
                    "median_ms", "Median ms", more: "slower", less: "faster", drop: 2, interval: Self.median
                ) {
                    $0.figures.percentileMs(50)
                },
                Metric.shown("p95_ms", "P95 ms", .milliseconds, drop: 3) { $0.figures.percentileMs(95) },
                Metric.shown("total_ms", "Total ms", .milliseconds, drop: 1) { $0.figures.counts.totalMs },
                Metric.shown("updates", "All updates", .count, drop: 6) { Double($0.figures.counts.updates) },
                Metric.shown("red", "All red", .count, drop: 7) { Double($0.figures.counts.red) },
                Metric.shown("orange", "All orange", .count, drop: 8) { Double($0.figures.counts.orange) },
            ])
    }

    private static func median(_ sample: ViewSample) -> ClosedRange<Double>? {
        OrderStatistics.interval(50, ofSorted: sample.figures.durations).map {
            Double($0.lowerBound) / 1e6...Double($0.upperBound) / 1e6
        }
    }

    /// A body that never missed a deadline on one side and did in every trace of the other.
    private static func markLongBodies(_ draft: inout DiffDraft<ViewSample>) {
        func long(_ samples: [ViewSample?]) -> [Int] { samples.map { $0?.figures.counts.long ?? 0 } }
        let (before, after) = (long(draft.before), long(draft.after))
        let many = DiffThresholds.newLongBodies
        if before.allSatisfy({ $0 == 0 }), after.allSatisfy({ $0 >= many }) {
            draft.marks.append(("new long bodies", .worse))
        } else if after.allSatisfy({ $0 == 0 }), before.allSatisfy({ $0 >= many }) {
            draft.marks.append(("no longer long", .better))
        }
    }

    private static func chainDrafts(
        _ traces: [TraceFigures], before: Int, _ rates: InteractionRates
    ) -> [DiffDraft<UpdateRates>] {
        // Paths are long, and not ASCII: looked up by their bytes, once for each trace.
        let paths = NameTable(vocabulary: [])
        var chains: [(path: String, rows: [[InteractionKey: UpdateCounts]?])] = []
        let none = [[InteractionKey: UpdateCounts]?](repeating: nil, count: traces.count)
        for (index, trace) in traces.enumerated() {
            for (path, figures) in trace.chains {
                let number = paths.intern(path).index - 1
                if number == chains.count { chains.append((path, none)) }
                chains[number].rows[index] = figures.byInteraction
            }
        }
        return chains.sorted { $0.path < $1.path }.compactMap { key, rows in
            guard rows.contains(where: { $0?.isEmpty == false }) else { return nil }
            let rates = rates.rates(rows.map { $0 ?? [:] })
            // Where no interaction compares, that a chain is there or not is all that can be said.
            let samples = rows.enumerated().map { index, row in
                row == nil ? nil : rates?[index] ?? UpdateRates(updates: .nan)
            }
            var draft = draft([key], samples, before: before)
            draft.sortWeight = weight(draft.before, draft.after) { $0.updates.isNaN ? 0 : $0.updates }
            return draft
        }
    }

    private func chains() -> DiffTable {
        typealias Metric = DiffMetric<UpdateRates>
        func known(_ value: @escaping (UpdateRates) -> Double) -> (UpdateRates) -> Double? {
            { $0.updates.isNaN ? nil : value($0) }
        }
        return judge.table(
            "chains", "Chains of causes, per interaction", names: [Self.name("chain", "Chain of causes")],
            chainDrafts,
            [
                Metric.count(
                    "updates_per_interaction", "Updates", of: "updates", known(\.updates)),
                Metric.shown("unnecessary_per_interaction", "Unnec.", .count, drop: 1, known(\.unnecessary)),
                Metric.shown("wasted_ms_per_interaction", "Wasted ms", .milliseconds, drop: 2, known(\.wastedMs)),
            ])
    }

    // MARK: Small things

    static func name(_ name: String, _ title: String) -> DiffColumn {
        DiffColumn(name: name, title: title, style: .name, dropOrder: 0)
    }

    private static let kind = DiffColumn(name: "kind", title: "Kind", style: .text, dropOrder: 9)

    /// How far the sides lie apart, the same whichever is before.
    private static func weight<Sample>(_ before: [Sample?], _ after: [Sample?], _ value: (Sample) -> Double) -> Double {
        func mean(_ samples: [Sample?]) -> Double {
            samples.isEmpty ? 0 : samples.reduce(0) { $0 + ($1.map(value) ?? 0) } / Double(samples.count)
        }
        return abs(mean(before) - mean(after))
    }
}
