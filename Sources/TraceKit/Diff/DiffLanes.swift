/// What both sides hold, and so what can be compared at all: that a finding or a hitch is gone means nothing where the
/// other side could not have shown it.
struct DiffLanes {
    private let traces: [TraceFigures]
    private let sides: [[TraceFigures]]
    /// Whether an interaction of one kind and name was performed on both sides: counts compare by nothing else.
    private let haveCommonInteraction: Bool

    /// What comparisons speak of, and how many rows of it a trace has.
    private static let rows: [(lane: String, title: String, count: @Sendable (TraceFigures) -> Int)] = [
        ("updates", "view updates", { $0.all.updates }),
        ("evaluations", "body evaluations", { $0.evaluations.count }),
        ("signposts", "signposts", { $0.signposts.isEmpty ? 0 : 1 }),
        ("samples", "samples", { $0.runningSamples }),
        ("hangs", "hangs", { $0.hangs.count }),
        ("hitches", "hitches", { $0.hitches.count + $0.systemHitches.count }),
    ]

    init(_ before: [TraceFigures], _ after: [TraceFigures]) {
        traces = before + after
        sides = [before, after]
        let performed = sides.map { Set($0.flatMap(\.interactions.keys)) }
        haveCommonInteraction = !performed[0].isDisjoint(with: performed[1])
    }

    /// Whether every trace has the lane; an empty lane of updates is none, because no app updates nothing.
    func allHave(_ lane: String) -> Bool { traces.allSatisfy { Self.has(lane, $0) } }

    /// Evaluations that lines tell of come instead of updates: beside these they are evidence, and no lane.
    var hasEvaluationsAlone: Bool { allHave("evaluations") && !allHave("updates") }

    private static func has(_ lane: String, _ trace: TraceFigures) -> Bool {
        switch lane {
        case "updates": trace.lanes.contains(lane) && trace.all.updates > 0
        case "evaluations": !trace.evaluations.isEmpty
        default: trace.lanes.contains(lane)
        }
    }

    /// The titles of lanes that every trace has, and that hold rows somewhere.
    var compared: [String] {
        // Of that many traces durations of views compare, whatever was performed.
        let areUpdatesCompared = haveCommonInteraction || sides.allSatisfy { $0.count >= DiffThresholds.fewestTraces }
        return Self.rows.filter { row in
            switch row.lane {
            case "updates": allHave(row.lane) && areUpdatesCompared
            case "evaluations": hasEvaluationsAlone
            default: allHave(row.lane)
            }
        }.filter { row in traces.contains { row.count($0) > 0 } }.map(\.title)
    }

    /// Why nothing can be compared; nil where something can.
    var trouble: String? {
        guard compared.isEmpty else { return nil }
        let titles = Self.rows.map(\.title)
        return missingUpdates ?? uncommonUpdates
            ?? "no rows of \(titles.dropLast().joined(separator: ", ")) or \(titles.last ?? "") are on both sides"
    }

    /// Which side lacks the view updates that the other one has; nil where none does.
    var missingUpdates: String? {
        let has = sides.map { side in side.contains { Self.has("updates", $0) } }
        guard has.contains(true), !allHave("updates") else { return nil }
        return has[0] != has[1]
            ? "only the \(has[0] ? "before" : "after") side has view updates" : "a trace has no view updates"
    }

    /// Why view updates that both sides have do not compare; nil where they do.
    var uncommonUpdates: String? {
        allHave("updates") && !haveCommonInteraction ? "no interaction was performed on both sides" : nil
    }

    /// What to do about that, or about what is missing.
    var fix: String {
        uncommonUpdates == nil
            ? "export the same tables of both; 'trace-analyze doctor INPUT' says what is there"
            : "perform the same interactions on both sides"
    }

    /// Why unnecessary updates of the sides do not compare: they are told by other evidence. Nil where they do.
    var unequalEvidence: String? {
        guard allHave("updates") else { return nil }
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
        trace.lanes.contains("causes") || trace.lanes.contains("edges")
    }

    /// Whether updates of more than view bodies could be there: those that signposts and logs tell of are bodies.
    private static func hasOtherKinds(_ trace: TraceFigures) -> Bool {
        hasCauses(trace) || trace.views.keys.contains { $0.kind != .body }
    }

    private func isEqual(_ has: (TraceFigures) -> Bool) -> Bool { Set(traces.map(has)).count < 2 }

    /// Whether both sides could have had a finding of this rule.
    func canHave(rule: String) -> Bool {
        switch rule {
        case "hang-blocked", "hang-busy", "hang-unclear": allHave("hangs") && sameEverywhere("samples")
        case "outside-swiftui": allHave("updates") && allHave("hangs") && sameEverywhere("hitches")
        case "long-commit": allHave("signposts")
        case "framework-complaint": traces.allSatisfy { Self.has("logs", $0) || Self.has("evaluations", $0) }
        case "expensive-call": allHave("updates") && allHave("samples")
        case "fan-out", "environment-broadcast", "user-defaults-storm", "over-budget":
            allHave("updates") && sameEverywhere("causes") && sameEverywhere("interactions")
        case "long-representable", "long-other", "layout-thrash": allHave("updates") && isEqual(Self.hasOtherKinds)
        case "unchanged-updates", "parent-only-updates": allHave("updates") && unequalEvidence == nil
        case "repeated-updates": allHave("updates") && unequalEvidence == nil && isEqual(\.hasInstances)
        case "identity-churn": allHave("updates") && isEqual(\.hasInstances) && isEqual(\.hasChanges)
        case "recurring-cause", "update-loop", "update-storm": allHave("updates") && unequalEvidence == nil
        default: allHave("updates")
        }
    }

    private func sameEverywhere(_ lane: String) -> Bool {
        allHave(lane) || traces.allSatisfy { !Self.has(lane, $0) }
    }

    /// A warning a lane that only one side has.
    var warnings: [String] {
        ["updates", "causes", "interactions", "hitches", "hangs", "samples", "signposts"].compactMap { lane in
            let has = sides.map { side in side.allSatisfy { Self.has(lane, $0) } }
            guard has[0] != has[1] else { return nil }
            return "only the \(has[0] ? "before" : "after") side has \(lane): what needs them is not compared"
        }
    }
}
