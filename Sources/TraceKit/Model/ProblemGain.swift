/// The gain of fixing one problem, in the worst interaction of one kind and name or in the bodies or hangs that a call
/// slows down, if everything else is unchanged.
struct ProblemGain {
    /// A number before and after the fix.
    struct Change<Number: Comparable> {
        var before: Number
        var after: Number

        var isLess: Bool { after < before }
    }

    /// Index into `AnalysisResults.problems`.
    var problem = 0
    /// The kind, its word and the name of the interactions; nil for the runs of a recurring cause, and for calls.
    var interaction: (kind: InteractionKind, word: NameID, name: NameID)?
    /// The most updates in one of them.
    var updates: Change<Int>?
    /// The busy time of the longest of their update groups; nil if no update has a duration.
    var groupNs: Change<Int64>?
    /// The number of checks that SwiftUI would skip.
    var checksFewer = 0
    /// The number of long bodies of a view that makes a costly call, and the longest one.
    var long: Change<Int>?
    var longestNs: Change<Int64>?
    /// The time of all hangs that are busy with a call.
    var hangNs: Change<Int64>?
    var certainty = Certainty.sure
    /// Whether the updates are those of other problems, with rows in the same update groups.
    var isOfOthers = false

    enum Certainty: String {
        case sure
        /// The necessary updates were guessed, or the time comes from samples.
        case about
        /// It is the maximum that a fix can give.
        case atBest = "at best"
    }

    /// Whether anything decreases.
    var isLess: Bool {
        updates?.isLess == true || groupNs?.isLess == true || checksFewer > 0 || long?.isLess == true
            || longestNs?.isLess == true || hangNs?.isLess == true
    }

    /// `about 104 → 1 updates per tap "Favorite"; longest group 74.5 → 1.7 ms (RED → gray)`
    func words(_ names: NameTable, _ deadlines: Deadlines) -> String {
        sentence(parts(names, deadlines))
    }

    /// The part that another trace can be held against: `about 104 → 1 updates per tap "Favorite"`.
    func promise(_ names: NameTable, _ deadlines: Deadlines) -> String {
        sentence(Array(parts(names, deadlines).prefix(1)))
    }

    private func sentence(_ parts: [String]) -> String {
        (certainty == .sure ? "" : "\(certainty.rawValue) ") + parts.joined(separator: "; ")
            + (isOfOthers ? ", with the problems that it shares update groups with" : "")
    }

    private func parts(_ names: NameTable, _ deadlines: Deadlines) -> [String] {
        var parts: [String] = []
        if let updates, updates.isLess { parts.append("\(Self.counts(updates)) updates \(per(names))") }
        if let groupNs, groupNs.isLess {
            let place = parts.isEmpty ? " \(per(names))" : ""
            parts.append("longest group\(place) \(times(groupNs, deadlines))")
        }
        if checksFewer > 0 { parts.append("\(Decimal.counted(checksFewer, "check")) fewer") }
        if let long, long.isLess { parts.append("\(Self.counts(long)) long bodies without these calls") }
        if let longestNs, longestNs.isLess {
            parts.append(
                "longest body \(times(longestNs, deadlines))\(parts.isEmpty ? " without these calls" : "")")
        }
        if let hangNs { parts.append("\(Self.ms(hangNs.before)) → \(Self.ms(hangNs.after)) ms of hangs without it") }
        return parts
    }

    private static func counts(_ change: Change<Int>) -> String {
        "\(Decimal.grouped(change.before)) → \(Decimal.grouped(change.after))"
    }

    private static func ms(_ time: Int64) -> String { Decimal.text(Double(time) / 1e6, digits: 1) }

    private func times(_ change: Change<Int64>, _ deadlines: Deadlines) -> String {
        let (first, then) = (
            deadlines.severity(ofDuration: change.before), deadlines.severity(ofDuration: change.after)
        )
        let severities = first == then ? "" : " (\(shown(first)) → \(shown(then)))"
        return "\(Self.ms(change.before)) → \(Self.ms(change.after)) ms\(severities)"
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
