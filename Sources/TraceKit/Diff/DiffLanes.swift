/// The lanes of both sides. Only lanes that both sides could have are compared: hitches are not gone if the after side
/// has no hitch lane.
struct DiffLanes {
    private let traces: [TraceFigures]
    private let sides: [[TraceFigures]]
    /// Whether both sides performed an interaction of one kind and name, without which counts do not compare.
    private let haveCommonInteraction: Bool
    /// The reason why a movement may come from other work: the sides have no interaction in common, and hardly a view.
    let otherScreens: String?

    /// The compared lanes with their number of rows in a trace.
    private static let rows: [(lane: Lane, count: @Sendable (TraceFigures) -> Int)] = [
        (.updates, { $0.all.updates }), (.evaluations, { $0.evaluations.count }),
        (.signposts, { $0.signposts.isEmpty ? 0 : 1 }), (.samples, { $0.runningSamples }),
        (.hangs, { $0.hangs.count }), (.hitches, { $0.hitches.count + $0.systemHitches.count }),
    ]

    init(_ before: [TraceFigures], _ after: [TraceFigures]) {
        traces = before + after
        sides = [before, after]
        let performed = sides.map { Set($0.flatMap(\.interactions.keys)) }
        haveCommonInteraction = !performed[0].isDisjoint(with: performed[1])
        otherScreens = Self.otherScreens(sides, performed: performed)
    }

    /// Whether every trace has the lane. An empty lane of updates does not count, because every app updates views.
    func allHave(_ lane: Lane) -> Bool { traces.allSatisfy { has(lane, $0) } }

    /// Whether log lines, timed or not, are the only rows to compare.
    var haveLogsAlone: Bool {
        allHave(.logs)
            && ![Lane.updates, .evaluations, .hangs, .hitches, .signposts].contains { lane in
                traces.contains { has(lane, $0) }
            }
    }

    /// Whether every trace has view updates, or only lines about bodies.
    var haveBodies: Bool { allHave(.updates) || hasEvaluationsAlone }

    /// Whether there are only log lines about bodies. Beside updates they are evidence, not a lane.
    var hasEvaluationsAlone: Bool { allHave(.evaluations) && !allHave(.updates) }

    private func has(_ lane: Lane, _ trace: TraceFigures) -> Bool {
        switch lane {
        case .updates: trace.lanes.contains(lane) && trace.all.updates > 0 || isSilent(trace, lane)
        case .evaluations: !trace.evaluations.isEmpty
        case .hangs, .hitches: trace.lanes.contains(lane) || isSilent(trace, lane)
        default: trace.lanes.contains(lane)
        }
    }

    /// Whether the lane's rows in the other traces come from log lines, and this log has similar lines but none for the
    /// lane: then there was nothing to log.
    private func isSilent(_ trace: TraceFigures, _ lane: Lane) -> Bool {
        let others = traces.filter { $0.lanes.contains(lane) }
        return trace.lanes.contains(.logs) && !trace.lanes.contains(lane) && !others.isEmpty
            && others.allSatisfy {
                $0.loggedLanes.contains(lane) && !$0.series.logTexts.isDisjoint(with: trace.series.logTexts)
            }
    }

    /// The lanes that count as empty in a log because it has no line for them.
    var silentLanes: [Lane] {
        [Lane.updates, .hitches, .hangs].filter { lane in traces.contains { isSilent($0, lane) } }
    }

    /// The titles of the lanes that every trace has, with rows in at least one.
    var compared: [String] {
        // With this many traces, durations of views compare whatever was performed.
        let areUpdatesCompared =
            haveCommonInteraction || silentLanes.contains(.updates)
            || sides.allSatisfy { $0.count >= DiffThresholds.fewestTraces }
        return Self.rows.filter { row in
            switch row.lane {
            case .updates: allHave(row.lane) && areUpdatesCompared
            case .evaluations: hasEvaluationsAlone
            default: allHave(row.lane)
            }
        }.filter { row in traces.contains { row.count($0) > 0 } }.map(\.lane.words)
    }

    /// The reason why nothing can be compared; nil if something can.
    var trouble: String? {
        guard compared.isEmpty else { return nil }
        let titles = Self.rows.map(\.lane.words)
        return missingUpdates ?? uncommonUpdates
            ?? "no rows of \(titles.dropLast().joined(separator: ", ")) or \(titles.last ?? "") are on both sides"
    }

    /// The side that lacks view updates, in words; nil if neither or both do.
    var missingUpdates: String? {
        let has = sides.map { side in side.contains { self.has(.updates, $0) } }
        guard has.contains(true), !allHave(.updates) else { return nil }
        return has[0] != has[1]
            ? "only the \(has[0] ? "before" : "after") side has view updates" : "a trace has no view updates"
    }

    /// Whether the interactions of both sides are of one sort: recorded ones, or signposts used instead of them.
    var haveSameInteractions: Bool { haveCommonInteraction || sameEverywhere(.interactions) }

    /// The side with recorded interactions if the other has signposts or none instead, in words; nil if they are of one
    /// sort.
    var unlikeInteractions: String? {
        haveSameInteractions
            ? nil
            : "only the \(sides[0].allSatisfy { has(.interactions, $0) } ? "before" : "after") side has recorded interactions"
    }

    /// Whether both sides, or neither, can have updates other than bodies.
    var haveSameKinds: Bool { isEqual(Self.hasOtherKinds) }

    /// The reason why the view updates of both sides do not compare; nil if they do.
    var uncommonUpdates: String? {
        allHave(.updates) && !haveCommonInteraction && !silentLanes.contains(.updates)
            ? unlikeInteractions ?? "no interaction was performed on both sides" : nil
    }

    /// The fix for `trouble` and `missingUpdates`.
    var fix: String {
        uncommonUpdates == nil
            ? "export the same tables of both; 'trace-analyze doctor INPUT' says what is there"
            : "perform the same interactions on both sides"
    }

    /// The reason why unnecessary updates do not compare, which is different evidence on the sides; nil if they do.
    var unequalEvidence: String? {
        guard allHave(.updates) else { return nil }
        let kinds: [(has: (TraceFigures) -> Bool, lacks: String)] = [
            (Self.hasCauses, "has no table of causes"), (\.hasChanges, "does not say which properties changed"),
        ]
        for kind in kinds where traces.contains(where: kind.has) {
            let lacking = sides.map { side in side.contains { !kind.has($0) } }
            guard lacking.contains(true) else { continue }
            let side = lacking[0] == lacking[1] ? "a trace of each side" : "the \(lacking[0] ? "before" : "after") side"
            return "\(side) \(kind.lacks)"
        }
        return nil
    }

    private static func hasCauses(_ trace: TraceFigures) -> Bool {
        !trace.lanes.isDisjoint(with: Lane.ofCauses)
    }

    /// Whether the trace could have updates other than bodies. Signposts and logs only have bodies.
    private static func hasOtherKinds(_ trace: TraceFigures) -> Bool {
        hasCauses(trace) || trace.views.keys.contains { $0.kind != .body }
    }

    private func isEqual(_ has: (TraceFigures) -> Bool) -> Bool { Set(traces.map(has)).count < 2 }

    /// Whether a finding of this rule was possible on both sides.
    func canHave(rule: String) -> Bool {
        otherScreens == nil && (FindingRules.needs[rule] ?? [.lane(.updates)]).allSatisfy(have)
    }

    private func have(_ need: RuleNeed) -> Bool {
        switch need {
        case .lane(let lane): allHave(lane)
        case .anyLane(let lanes): lanes.contains(where: allHave)
        case .alike(let lane): sameEverywhere(lane)
        case .bodies: haveBodies
        case .lines: traces.allSatisfy { has(.logs, $0) || has(.evaluations, $0) }
        case .verdicts: unequalEvidence == nil
        case .kinds: haveSameKinds
        case .instances: isEqual(\.hasInstances)
        case .changes: isEqual(\.hasChanges)
        case .whole: isEqual(\.isSlice)
        }
    }

    private func sameEverywhere(_ lane: Lane) -> Bool {
        allHave(lane) || traces.allSatisfy { !has(lane, $0) }
    }

    private static func otherScreens(_ sides: [[TraceFigures]], performed: [Set<InteractionKey>]) -> String? {
        let runs = sides.map { side in
            side.reduce(into: [String: Int]()) { runs, trace in
                for (key, figures) in trace.views { runs[key.view, default: 0] += figures.counts.updates }
                for (view, figures) in trace.evaluations { runs[view, default: 0] += figures.evaluations }
            }
        }
        let isCommon = !performed[0].intersection(performed[1]).allSatisfy { $0.kind == "trace" }
        guard !isCommon, runs.allSatisfy({ !$0.isEmpty }) else { return nil }
        if Set(runs[0].keys).isDisjoint(with: runs[1].keys) { return "no view is on both sides" }
        let own = [0, 1].map { side in runs[side].filter { runs[1 - side][$0.key] == nil } }
        // If a change removed a view, its parents are still there.
        let areOthers = [0, 1].allSatisfy { side in
            Double(own[side].values.reduce(0, +)) >= ofOtherScreens * Double(runs[side].values.reduce(0, +))
        }
        guard areOthers else { return nil }
        let most = own.map { $0.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "" }
        return "\(most[0]) is on the before side only, and \(most[1]) after"
    }

    /// The share of updates on each side from which views that the other side lacks mean other screens.
    private static let ofOtherScreens = 0.8

    /// The warnings: one per lane that only one side has, and other reasons why the sides are hard to compare.
    var warnings: [String] {
        let silence = silentLanes.map { lane in
            let side = sides[0].contains { isSilent($0, lane) } ? "before" : "after"
            let rows = lane == .updates ? "body times" : lane.rawValue
            return "no line of the \(side) side tells of \(rows): it counts as having none"
        }
        return lacking + (otherScreens.map { ["\($0), which may show different screens"] } ?? []) + silence
    }

    private var lacking: [String] {
        var lacking = [Lane.updates, .causes, .interactions, .hitches, .hangs, .samples, .signposts].compactMap {
            lane in
            only { self.has(lane, $0) }.map { "only the \($0) side has \(lane): what needs them is not compared" }
        }
        if allHave(.updates), let side = only(Self.hasOtherKinds) {
            lacking.append("only the \(side) side has updates other than bodies: these are not compared")
        }
        return lacking
    }

    /// The side whose traces all have something that some of the other side lack.
    private func only(_ has: (TraceFigures) -> Bool) -> String? {
        let sideHas = sides.map { $0.allSatisfy(has) }
        return sideHas[0] == sideHas[1] ? nil : sideHas[0] ? "before" : "after"
    }
}
