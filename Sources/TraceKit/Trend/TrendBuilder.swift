/// Follows figures over the traces of a database.
package enum TrendBuilder {
    /// The smallest number of updates for a percentile.
    private static let leastSamples = 4
    /// The smallest share of samples for the row of a function.
    private static let leastShare = 0.01

    /// The trend of traces in order of import. `view`: only the figures of this view. `input`: the user's name of the
    /// input, for the error if the traces are of several apps.
    package static func build(
        _ traces: [TraceFigures], view: String? = nil, input: String = "INPUT"
    ) throws(TraceError) -> TraceTrend {
        try TrendGroups.checkApp(traces, input: input)
        let groups = TrendGroups(traces)
        var (rows, viewsLeftOut) = views(traces, only: view)
        if view == nil {
            rows = headline(traces) + interactions(traces) + rows
            // Signposts and functions are left out if all traces have view updates.
            if traces.contains(where: { $0.all.updates == 0 }) { rows += signposts(traces) + functions(traces) }
        }
        if traces.contains(where: { $0.all.updates == 0 && !$0.evaluations.isEmpty }) {
            rows += evaluations(traces, only: view)
        }
        findSteps(&rows, groups)
        return TraceTrend(
            traces: traces.map(trace), rows: TrendRow.Group.allCases.flatMap { group in ranked(rows, group) },
            groups: groups.members, warnings: groups.changes + leftOut(viewsLeftOut))
    }

    private static func leftOut(_ views: Int) -> [String] {
        guard views > 0 else { return [] }
        return ["\(Decimal.counted(views, "view")) of a single trace with less than 2 updates an interaction: no rows"]
    }

    private struct Family: Hashable {
        let group: TrendRow.Group
        let figure: String
    }

    /// Finds the steps. Groups of rows share the level equally, and so do the series of a group that may have a step.
    /// Series of the same figure show how much series vary. Each row has a series for every group of comparable traces.
    private static func findSteps(_ rows: inout [TrendRow], _ groups: TrendGroups) {
        let series = rows.map { row in groups.members.map { members in members.map { row.values[$0] } } }
        let tested = rows.indices.flatMap { row in
            groups.members.indices.filter { rows[row].canReachFloor(series[row][$0]) }.map { (row: row, group: $0) }
        }
        let testedOfGroup = Dictionary(tested.map { (rows[$0.row].group, 1) }, uniquingKeysWith: +)
        let families = Dictionary(grouping: rows.indices) { Family(group: rows[$0].group, figure: rows[$0].figure) }
        let areSteady = SeriesChance.areSteady(
            rows.filter { $0.unit == .count }.flatMap { groups.masked($0.values) })
        let chances = families.mapValues { members in
            let tests = Double(testedOfGroup[rows[members[0]].group] ?? 1)
            var chance = SeriesChance(
                members.flatMap { row in series[row].map { ($0, rows[row].scale) } },
                level: SeriesChance.alpha / Double(max(1, testedOfGroup.count)) / tests)
            chance.isSteady = areSteady && rows[members[0]].unit == .count
            return chance
        }
        for (index, group) in tested {
            let row = rows[index]
            guard let chance = chances[Family(group: row.group, figure: row.figure)],
                var step = StepFinder.step(series[index][group], floor: row.floor, row.scale, chance)
            else { continue }
            step.index = groups.members[group][step.index]
            if step.size >= row.step?.size ?? 0 { rows[index].step = step }
        }
    }

    private static func trace(_ figures: TraceFigures) -> TrendTrace {
        TrendTrace(
            id: figures.id, label: figures.label ?? figures.environment.build ?? figures.name,
            build: figures.environment.build, device: figures.environment.device,
            date: figures.environment.startedAt ?? figures.environment.importedAt, updates: figures.all.updates,
            interactions: figures.interactionCount)
    }

    /// Ranks the rows of a group: headline figures keep their order, the others are sorted by the size of their step.
    private static func ranked(_ rows: [TrendRow], _ group: TrendRow.Group) -> [TrendRow] {
        let own = rows.filter { $0.group == group }
        guard group != .headline else { return own }
        return own.enumerated().sorted { left, right in
            let (first, second) = (left.element.weight, right.element.weight)
            return first != second ? first > second : left.offset < right.offset
        }.map(\.element)
    }

    // MARK: Figures

    private static func row(
        _ group: TrendRow.Group, _ subject: String, _ figure: String, in unit: TrendRow.Unit = .count,
        over observations: Double = 1, _ values: [Double?]
    ) -> TrendRow {
        TrendRow(
            group: group, subject: subject, figure: figure, unit: unit, values: values, observations: observations)
    }

    /// The median of the counts that are not zero; 1 if all are.
    private static func typical(_ counts: [Int]) -> Double {
        Double(Percentile.nearestRank(50, ofSorted: counts.filter { $0 > 0 }.sorted()) ?? 1)
    }

    /// Returns one value per trace; nil for traces without the lane.
    private static func of(
        _ lane: Lane, _ traces: [TraceFigures], _ value: (TraceFigures) -> Double?
    ) -> [Double?] {
        traces.map { $0.lanes.contains(lane) || lane == .updates && $0.all.updates > 0 ? value($0) : nil }
    }

    private static func headline(_ traces: [TraceFigures]) -> [TrendRow] {
        // Sums whole numbers, so that the order of the interactions does not matter.
        func per(
            _ unit: Double = 1, isWaste: Bool = false, _ value: @escaping (InteractionFigures) -> Int64
        ) -> (TraceFigures) -> Double? {
            { trace in
                guard trace.interactionCount > 0, !isWaste || trace.inInteractions.isWasteKnown else { return nil }
                let sum = trace.interactions.values.reduce(Int64(0)) { $0.addingSaturating(value($1)) }
                return Double(sum) / unit / Double(trace.interactionCount)
            }
        }
        let performed = typical(traces.map(\.interactionCount))
        let rows = [
            row(
                .headline, "", "updates per interaction", over: performed,
                of(.updates, traces, per { Int64($0.counts.updates) })),
            row(
                .headline, "", "unnecessary per interaction", over: performed,
                of(.updates, traces, per(isWaste: true) { Int64($0.counts.unnecessary) })),
            row(
                .headline, "", "wasted ms per interaction", in: .time,
                of(.updates, traces, per(1e6, isWaste: true) { $0.counts.wastedNs })
            ),
            row(.headline, "", "red bodies", of(.updates, traces) { Double($0.bodies.red) }),
            row(.headline, "", "long bodies", of(.updates, traces) { Double($0.bodies.long) }),
            row(
                .headline, "", "hitch ms per interaction", in: .time,
                of(.hitches, traces, per(1e6) { $0.hitches.totalNs })),
            row(
                .headline, "", "hitch ms", in: .time, of(.hitches, traces) { $0.all.updates > 0 ? nil : $0.hitches.ms }
            ),
            row(
                .headline, "", "hitches", of(.hitches, traces) { $0.all.updates > 0 ? nil : Double($0.hitches.count) }),
            row(.headline, "", "hang ms", in: .time, of(.hangs, traces) { $0.hangs.ms }),
            row(.headline, "", "hangs", of(.hangs, traces) { $0.all.updates > 0 ? nil : Double($0.hangs.count) }),
        ]
        return rows.filter { row in row.values.contains { $0 != nil } }
    }

    private static func interactions(_ traces: [TraceFigures]) -> [TrendRow] {
        Set(traces.flatMap(\.interactions.keys)).sorted().flatMap { key in
            func per(_ value: (InteractionFigures) -> Double?) -> [Double?] {
                of(.updates, traces) { trace in
                    trace.interactions[key].flatMap { figures in value(figures).map { $0 / Double(figures.count) } }
                }
            }
            let performed = typical(traces.map { $0.interactions[key]?.count ?? 0 })
            func row(_ figure: String, _ value: (InteractionFigures) -> Double?) -> TrendRow {
                Self.row(.interaction, key.title, figure, over: performed, per(value))
            }
            return [
                row("updates per interaction") { Double($0.counts.updates) },
                row("unnecessary per interaction") { $0.counts.knownUnnecessary },
                row("long per interaction") { Double($0.counts.long) },
            ]
        }.filter { row in row.values.contains { $0 != nil } }
    }

    /// The rows of views, and the number of views left out. Traces may have thousands of views that no other trace has.
    private static func views(_ traces: [TraceFigures], only view: String?) -> (rows: [TrendRow], leftOut: Int) {
        // The number of traces with each view, and whether one has much of it.
        var tracesOf: [ViewFigureKey: (count: Int, isMuch: Bool)] = [:]
        for trace in traces {
            for (key, figures) in trace.views where view == nil || key.view == view {
                tracesOf[key, default: (0, false)].count += 1
                if isMuch(figures, in: trace) { tracesOf[key]?.isMuch = true }
            }
        }
        let shown = tracesOf.filter { view != nil || $0.value.count > 1 || traces.count == 1 || $0.value.isMuch }
        let performed = typical(traces.map(\.interactionCount))
        let performedKinds: [InteractionKey: Int] = traces.reduce(into: [:]) { sums, trace in
            sums.merge(trace.interactions.mapValues(\.count), uniquingKeysWith: +)
        }
        let rows = shown.keys.sorted().flatMap { key in
            let name = key.title
            // The rate of a view in a trace without it is zero; its time is unknown.
            let rates = Self.rates(of: key, traces, performed: performedKinds)
            // A percentile of few updates would depend on each slow one.
            let times = traces.map { trace in
                trace.views[key].flatMap { $0.durations.count >= leastSamples ? $0.percentileMs(95) : nil }
            }
            return [
                row(.view, name, "updates per interaction", over: performed, rates),
                row(.view, name, "p95 ms", in: .time, times),
                row(.view, name, "long", of(.updates, traces) { Double($0.views[key]?.counts.long ?? 0) }),
            ]
        }
        return (rows, tracesOf.count - shown.count)
    }

    /// The rate of a view in each trace, as in `diff`: the mean of its rates in the kinds of interactions in which some
    /// trace updates it, weighted by the number of times all traces performed each. The rate is zero in a trace without
    /// the view; kinds that a trace did not perform are left out.
    private static func rates(
        of key: ViewFigureKey, _ traces: [TraceFigures], performed: [InteractionKey: Int]
    ) -> [Double?] {
        let kinds = Set(
            traces.flatMap { $0.views[key]?.byInteraction.filter { $0.value.updates > 0 }.keys.map { $0 } ?? [] }
        )
        .sorted()
        return of(.updates, traces) { trace in
            var (sum, weight) = (0.0, 0.0)
            for kind in kinds {
                guard let count = trace.interactions[kind]?.count, count > 0 else { continue }
                let own = Double(performed[kind] ?? 0)
                sum += own * Double(trace.views[key]?.byInteraction[kind]?.updates ?? 0) / Double(count)
                weight += own
            }
            return weight > 0 ? sum / weight : nil
        }
    }

    private static func updatesInInteractions(_ view: UpdateFigures?) -> Int {
        view?.byInteraction.values.reduce(0) { $0 + $1.updates } ?? 0
    }

    /// Whether a view that only one trace has deserves rows.
    private static func isMuch(_ view: UpdateFigures, in trace: TraceFigures) -> Bool {
        view.counts.long >= 2 || updatesInInteractions(view) >= 2 * max(1, trace.interactionCount)
    }

    /// The evaluations of traces that have bodies only in log lines.
    private static func evaluations(_ traces: [TraceFigures], only view: String?) -> [TrendRow] {
        func rows(
            _ group: TrendRow.Group, _ subject: String, _ count: (TraceFigures) -> EvaluationFigures
        ) -> [TrendRow] {
            let counts = traces.map { $0.all.updates > 0 || $0.evaluations.isEmpty ? nil : count($0) }
            return [
                row(group, subject, "evaluations", counts.map { $0.map { Double($0.evaluations) } }),
                row(group, subject, "unchanged", counts.map { $0.map { Double($0.unchanged) } }),
            ]
        }
        let views = Set(traces.flatMap(\.evaluations.keys)).filter { view == nil || $0 == view }.sorted()
        return (view == nil ? rows(.headline, "", \.allEvaluations) : [])
            + views.flatMap { view in rows(.view, view) { $0.evaluations[view] ?? EvaluationFigures() } }
    }

    private static func signposts(_ traces: [TraceFigures]) -> [TrendRow] {
        let keys = Set(traces.flatMap(\.signposts.keys)).sorted()
        let names = Dictionary(keys.map { ($0.name, 1) }, uniquingKeysWith: +)
        return keys.flatMap { key in
            let name = names[key.name] == 1 ? key.name : key.qualified
            func time(_ value: (SignpostFigures) -> Int64?) -> [Double?] {
                traces.map { trace in
                    guard let figures = trace.signposts[key], figures.intervals >= leastSamples else { return nil }
                    return value(figures).map { Double($0) / 1e6 }
                }
            }
            return [
                row(.signpost, name, "median ms", in: .time, time(\.medianNs)),
                row(.signpost, name, "p95 ms", in: .time, time(\.p95Ns)),
                row(.signpost, name, "count", of(.signposts, traces) { Double($0.signposts[key]?.count ?? 0) }),
            ]
        }.filter { row in row.values.contains { $0 != nil } }
    }

    private static func functions(_ traces: [TraceFigures]) -> [TrendRow] {
        var keys: Set<FunctionKey> = []
        for trace in traces {
            for (key, figures) in trace.functions where trace.share(figures.ownSamples) ?? 0 >= leastShare {
                keys.insert(key)
            }
        }
        let names = Dictionary(keys.map { ($0.function, 1) }, uniquingKeysWith: +)
        let samples = typical(traces.map { $0.runningSamples / 100 })
        return keys.sorted().map { key in
            let name = names[key.function] == 1 ? key.function : key.qualified
            return row(
                .function, name, "self %", in: .share, over: samples,
                traces.map { trace in
                    trace.share(trace.functions[key]?.ownSamples ?? 0).map { $0 * 100 }
                })
        }
    }
}
