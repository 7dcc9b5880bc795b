/// What mending one problem would give in the worst interaction of one kind and name, everything else unchanged.
struct ProblemGain {
    /// Index into `AnalysisResults.problems`.
    var problem = 0
    /// Kind, its word and name of the interactions; nil for the runs of a recurring cause.
    let interaction: (kind: InteractionKind, word: NameID, name: NameID)?
    /// The most updates of one of them.
    let updatesBefore: Int
    let updatesAfter: Int
    /// The busy time of the longest of their update groups; nil where no update has a duration.
    var groupBeforeNs: Int64?
    var groupAfterNs: Int64?
    /// Bodies that SwiftUI would not even look at.
    var checksFewer = 0
    var certainty = Certainty.sure

    enum Certainty: String {
        case sure
        /// Which updates are due was guessed.
        case about
        /// It is the most that mending can give.
        case atBest = "at best"
    }

    init(interaction: (InteractionKind, NameID, NameID)?, updatesBefore: Int, updatesAfter: Int) {
        self.interaction = interaction
        (self.updatesBefore, self.updatesAfter) = (updatesBefore, updatesAfter)
    }

    /// Whether anything becomes less.
    var isLess: Bool {
        updatesAfter < updatesBefore || (groupAfterNs ?? 0) < (groupBeforeNs ?? 0) || checksFewer > 0
    }

    /// `about 104 → 1 updates per tap "Favorite"; longest group 74.5 → 1.7 ms (RED → gray)`
    func words(_ names: NameTable, _ deadlines: Deadlines) -> String {
        var parts: [String] = []
        if updatesAfter < updatesBefore {
            parts.append("\(Decimal.grouped(updatesBefore)) → \(Decimal.grouped(updatesAfter)) updates \(per(names))")
        }
        if let before = groupBeforeNs, let after = groupAfterNs, after < before {
            func ms(_ time: Int64) -> String { Decimal.text(Double(time) / 1e6, digits: 1) }
            let (first, then) = (deadlines.severity(ofDuration: before), deadlines.severity(ofDuration: after))
            let severities = first == then ? "" : " (\(shown(first)) → \(shown(then)))"
            let place = parts.isEmpty ? " \(per(names))" : ""
            parts.append("longest group\(place) \(ms(before)) → \(ms(after)) ms\(severities)")
        }
        if checksFewer > 0 { parts.append("\(Decimal.counted(checksFewer, "check")) fewer") }
        return (certainty == .sure ? "" : "\(certainty.rawValue) ") + parts.joined(separator: "; ")
    }

    private func shown(_ severity: Severity) -> String {
        severity == .gray ? severity.word : severity.word.uppercased()
    }

    private func per(_ names: NameTable) -> String {
        guard let interaction else { return "per run" }
        guard interaction.kind != .trace else { return "in all" }
        let label = NodeLabels.text(names.text(interaction.word) ?? interaction.kind.noun, names.text(interaction.name))
        return "per \(label.prefix(1).lowercased())\(label.dropFirst())"
    }
}
