/// What "No problems found" rests on: what was looked at, and what no rule could look at.
struct LookedAt {
    private let answer: ReportAnswer
    /// Those of the input, also where they hold no row.
    private let lanes: Set<String>
    private let saysChanges: Bool

    init(_ answer: ReportAnswer, _ lanes: Set<String>, saysChanges: Bool) {
        (self.answer, self.lanes, self.saysChanges) = (answer, lanes, saysChanges)
    }

    /// Nil where no rule reads what the trace holds, and silence is no verdict.
    var noProblems: String? {
        switch answer.subject {
        case .updates: ofUpdates
        case .console: ofEvaluations
        case .stalls: sentence(stalls(areThere: true), missing: ["view updates"])
        case .signposts, .samples, .logs, .metrics, .nothing: nil
        }
    }

    /// `No problems found in 182 view updates, their causes and hangs; not in this input: hitches`
    private func sentence(_ found: [String], remarks: [String] = [], missing: [String]) -> String {
        let last = found.count > 1 ? " and \(found[found.count - 1])" : ""
        let list = (found.count > 1 ? found.dropLast() : found[...]).joined(separator: ", ") + last
        let missing = missing + stalls(areThere: false)
        let lacks = missing.isEmpty ? [] : ["not in this input: \(missing.joined(separator: ", "))"]
        return (["No problems found in \(list)"] + remarks + lacks).joined(separator: "; ")
    }

    private var ofUpdates: String {
        // With causes verdicts can do without changed properties; the line of costs says how many updates they leave open.
        let hasCauses = !lanes.isDisjoint(with: ["causes", "edges"])
        var remarks: [String] = []
        if answer.bodyUpdates == 0 { remarks.append("none of them is of a view body") }
        if answer.unterminated > 0 {
            remarks.append(
                answer.unterminated == answer.bodyUpdates
                    ? "how long its view bodies took is not recorded"
                    : "\(Decimal.counted(answer.unterminated, "view body update")) without a duration not judged")
        }
        return sentence(
            [Decimal.counted(answer.updates, "view update")] + (hasCauses ? ["their causes"] : [])
                + stalls(areThere: true),
            remarks: remarks,
            missing: hasCauses ? [] : ["causes"] + (saysChanges ? [] : ["changed properties"]))
    }

    private var ofEvaluations: String {
        let (evaluations, unchanged) = (answer.console?.evaluations ?? 0, answer.console?.unchanged ?? 0)
        let changes = unchanged == 0 ? "none ran unchanged" : "\(Decimal.grouped(unchanged)) ran unchanged"
        return sentence(
            [Decimal.counted(evaluations, "body evaluation")] + stalls(areThere: true),
            remarks: ["\(changes), and no cause re-runs a view often"], missing: ["durations", "causes"])
    }

    private func stalls(areThere: Bool) -> [String] {
        ["hangs", "hitches"].filter { lanes.contains($0) == areThere }
    }
}
