/// Follows figures over the traces of a database.
public enum TrendBuilder {
    /// In order of import. `view`: only the figures of this view.
    public static func build(_ traces: [TraceFigures], view: String? = nil) -> TraceTrend {
        var rows = views(traces, only: view)
        if view == nil { rows = headline(traces) + interactions(traces) + rows }
        for index in rows.indices {
            let floor =
                rows[index].isTime ? ChangeFloor(percent: 10, absolute: 1) : ChangeFloor(percent: 10, absolute: 2)
            rows[index].step = StepFinder.step(rows[index].values, floor: floor)
        }
        return TraceTrend(
            traces: traces.map(trace), rows: TrendRow.Group.allCases.flatMap { group in ranked(rows, group) },
            warnings: warnings(traces))
    }

    private static func trace(_ figures: TraceFigures) -> TrendTrace {
        TrendTrace(
            id: figures.id, label: figures.label ?? figures.environment.build ?? figures.name,
            build: figures.environment.build, device: figures.environment.device,
            date: figures.environment.startedAt ?? figures.environment.importedAt, updates: figures.all.updates,
            interactions: figures.interactionCount)
    }

    /// Headline figures stay in their order; of the others those that moved most come first.
    private static func ranked(_ rows: [TrendRow], _ group: TrendRow.Group) -> [TrendRow] {
        let own = rows.filter { $0.group == group }
        guard group != .headline else { return own }
        func size(_ row: TrendRow) -> Double { row.step.map { abs($0.after - $0.before) } ?? -1 }
        return own.enumerated().sorted { left, right in
            let (first, second) = (size(left.element), size(right.element))
            return first != second ? first > second : left.offset < right.offset
        }.map(\.element)
    }

    // MARK: Figures

    private static func row(
        _ group: TrendRow.Group, _ subject: String, _ figure: String, isTime: Bool = false, _ values: [Double?]
    ) -> TrendRow {
        TrendRow(group: group, subject: subject, figure: figure, isTime: isTime, values: values)
    }

    private static func headline(_ traces: [TraceFigures]) -> [TrendRow] {
        func per(_ value: @escaping (InteractionFigures) -> Double) -> [Double?] {
            traces.map { trace in
                guard trace.interactionCount > 0 else { return nil }
                return trace.interactions.values.reduce(0) { $0 + value($1) } / Double(trace.interactionCount)
            }
        }
        func with(_ lane: String, _ values: [Double?]) -> [Double?] {
            zip(traces, values).map { $0.lanes.contains(lane) ? $1 : nil }
        }
        return [
            row(.headline, "", "updates per interaction", per { Double($0.counts.updates) }),
            row(.headline, "", "unnecessary per interaction", per { Double($0.counts.unnecessary) }),
            row(.headline, "", "wasted ms per interaction", isTime: true, per { $0.counts.wastedMs }),
            row(.headline, "", "red bodies", traces.map { Double($0.bodies.red) }),
            row(.headline, "", "long bodies", traces.map { Double($0.bodies.long) }),
            row(.headline, "", "hitch ms per interaction", isTime: true, with("hitches", per { $0.hitches.ms })),
            row(.headline, "", "hang ms", isTime: true, with("hangs", traces.map { $0.hangs.ms })),
        ]
    }

    private static func interactions(_ traces: [TraceFigures]) -> [TrendRow] {
        Set(traces.flatMap(\.interactions.keys)).sorted().flatMap { key in
            func per(_ value: (InteractionFigures) -> Double) -> [Double?] {
                traces.map { trace in trace.interactions[key].map { value($0) / Double($0.count) } }
            }
            return [
                row(.interaction, key.title, "updates per interaction", per { Double($0.counts.updates) }),
                row(.interaction, key.title, "unnecessary per interaction", per { Double($0.counts.unnecessary) }),
                row(.interaction, key.title, "long per interaction", per { Double($0.counts.long) }),
            ]
        }
    }

    private static func views(_ traces: [TraceFigures], only view: String?) -> [TrendRow] {
        let keys = Set(traces.flatMap(\.views.keys)).filter { view == nil || $0.view == view }.sorted()
        return keys.flatMap { key in
            let name = key.kind == "body" ? key.view : "\(key.view) (\(key.kind))"
            // A view that a trace does not have was updated no times in it, and took no time of its own.
            let rates = traces.map { trace -> Double? in
                guard trace.interactionCount > 0 else { return nil }
                let updates = trace.views[key]?.byInteraction.values.reduce(0) { $0 + $1.updates } ?? 0
                return Double(updates) / Double(trace.interactionCount)
            }
            return [
                row(.view, name, "updates per interaction", rates),
                row(.view, name, "p95 ms", isTime: true, traces.map { $0.views[key]?.percentileMs(95) }),
                row(.view, name, "long", traces.map { Double($0.views[key]?.counts.long ?? 0) }),
            ]
        }
    }

    // MARK: Warnings

    private static func warnings(_ traces: [TraceFigures]) -> [String] {
        let checks: [(what: String, value: (TraceEnvironment) -> String?)] = [
            ("devices", { $0.device }), ("systems", { $0.os }), ("build configurations", { $0.configuration }),
            ("refresh rates", { $0.refreshHz.map { "\($0) Hz" } }),
            ("deadlines", { "\($0.profile) \(Double($0.orangeNs) / 1e6) and \(Double($0.redNs) / 1e6) ms" }),
        ]
        return checks.compactMap { check in
            var values: [String] = []
            for trace in traces {
                guard let value = check.value(trace.environment), !values.contains(value) else { continue }
                values.append(value)
            }
            return values.count > 1
                ? "the traces are of different \(check.what): \(values.joined(separator: ", "))" : nil
        }
    }
}
