/// The findings that a change fixed, those it added, and those that remain.
enum FindingDiff {
    enum Status: String, CaseIterable {
        case new, fixed, remaining
        /// New, and part of an accepted problem.
        case accepted
        /// The finding is in only some traces of a side.
        case sometimes
        /// The finding is on only one side, and the other lacks the data for the rule.
        case notCompared = "not compared"
    }

    struct Entry {
        var finding: StoredFinding
        var status: Status
        /// The number of traces per side that have it.
        var before: Int
        var after: Int
        /// Whether the evidence differs.
        var isMoved: Bool
        /// Whether a side lists it with evidence; otherwise it is only counted.
        var isTold: Bool
    }

    /// The identity of a finding across traces: rule, view and cause. A complaint is identified without its view, which
    /// is only the one that ran around most of its lines and differs between recordings.
    struct Key: Hashable {
        var rule: String
        var view: String?
        var cause: String?

        init(_ finding: StoredFinding) {
            rule = finding.rule
            let isOfView = finding.rule != "framework-complaint" || finding.cause == nil
            view = isOfView ? finding.view.map(ViewName.withoutMarkers) : nil
            cause = finding.cause.map(ViewName.withoutMarkers)
        }
    }

    /// One finding on one side.
    private struct Tally {
        var traces = 0
        var lastTrace = -1
        var evidence: Set<String> = []
    }

    /// Numbers distinct findings from zero.
    private struct Numbers {
        private(set) var keys: [Key] = []
        private var known: [Key: Int] = [:]

        mutating func number(_ finding: StoredFinding) -> Int {
            let key = Key(finding)
            if let number = known[key] { return number }
            known[key] = keys.count
            keys.append(key)
            return keys.count - 1
        }
    }

    /// The findings of a trace, each with its number.
    private struct Numbered {
        let told: [(number: Int, finding: StoredFinding)]
        let counted: [(number: Int, finding: StoredFinding)]

        init(_ trace: TraceFigures, _ numbers: inout Numbers) {
            told = trace.findings.map { (numbers.number($0), $0) }
            counted = trace.smallerFindings.map { (numbers.number($0), $0) }
        }
    }

    /// The tallies by number.
    private static func tallies(_ traces: [Numbered], _ numbers: Numbers) -> [Tally] {
        var tallies = Array(repeating: Tally(), count: numbers.keys.count)
        for (index, trace) in traces.enumerated() {
            func count(_ number: Int) {
                if tallies[number].lastTrace != index { tallies[number].traces += 1 }
                tallies[number].lastTrace = index
            }
            for (number, finding) in trace.told {
                count(number)
                tallies[number].evidence.insert(finding.evidence)
            }
            for (number, _) in trace.counted { count(number) }
        }
        return tallies
    }

    /// The entries in the order of the findings: those of the after side first, as ranked there, then those that are
    /// only counted.
    static func entries(
        _ before: [TraceFigures], _ after: [TraceFigures], _ lanes: DiffLanes, accepted: [AcceptedNote] = []
    ) -> [Entry] {
        let acceptedKeys = acceptedKeys(after, accepted)
        var numbers = Numbers()
        let (oldTraces, newTraces) = (
            before.map { Numbered($0, &numbers) }, after.map { Numbered($0, &numbers) }
        )
        let (old, new) = (tallies(oldTraces, numbers), tallies(newTraces, numbers))
        var isSeen = Array(repeating: false, count: numbers.keys.count)
        var entries: [Entry] = []
        let sides = newTraces + oldTraces
        let told = sides.flatMap(\.told)
        for (index, (number, finding)) in (told + sides.flatMap(\.counted)).enumerated() where !isSeen[number] {
            isSeen[number] = true
            let (left, right) = (old[number], new[number])
            let comparable = lanes.canHave(rule: finding.rule) || left.traces > 0 && right.traces > 0
            var status = status(left.traces, before.count, right.traces, after.count)
            if isOfLessWork(finding, status, before, after) || isOfAsManyLong(finding, status, before, after) {
                status = .remaining
            }
            if status == .new, acceptedKeys.contains(numbers.keys[number]) { status = .accepted }
            entries.append(
                Entry(
                    finding: finding, status: comparable ? status : .notCompared, before: left.traces,
                    after: right.traces,
                    isMoved: left.evidence != right.evidence && !left.evidence.isEmpty && !right.evidence.isEmpty,
                    isTold: index < told.count))
        }
        return entries
    }

    /// The keys of findings that are accepted everywhere: they belong to accepted problems, or have the key of one
    /// themselves.
    private static func acceptedKeys(_ traces: [TraceFigures], _ accepted: [AcceptedNote]) -> Set<Key> {
        var (keys, others): (Set<Key>, Set<Key>) = ([], [])
        guard !accepted.isEmpty else { return keys }
        let notes = accepted.byKey
        for trace in traces {
            let known = Set(trace.accepted(accepted).map(\.key))
            let problems = Set(trace.problems.filter { known.contains($0.key) }.map(\.id))
            let ofProblems = Set(trace.problems.map(\.key))
            for finding in trace.findings {
                // If the finding leads a problem, the problem's cost decides whether it has grown.
                let isKnown = !ofProblems.contains(finding.key) && notes[finding.key]?.covers(finding.costMs) == true
                if problems.contains(finding.problem) || isKnown {
                    keys.insert(Key(finding))
                } else {
                    others.insert(Key(finding))
                }
            }
        }
        return keys.subtracting(others)
    }

    /// Whether a finding about the frequency of a view is new although the view runs half as often or less, or fixed
    /// although it runs twice as often: then its subject was part of another finding.
    private static func isOfLessWork(
        _ finding: StoredFinding, _ status: Status, _ before: [TraceFigures], _ after: [TraceFigures]
    ) -> Bool {
        guard rulesOfCounts.contains(finding.rule), let view = finding.view else { return false }
        let runs = [before, after].map { side in
            side.reduce(0) { $0 + $1.runs(of: view) } / Double(max(1, side.count))
        }
        switch status {
        case .new: return runs[1] > 0 && 2 * runs[1] <= runs[0]
        case .fixed: return runs[0] > 0 && 2 * runs[0] <= runs[1]
        default: return false
        }
    }

    /// Whether a finding about long bodies is new although the view has no more of them and they take no longer, or the
    /// other way round for a fixed one: then the interaction or hitch that makes them matter is on only one side.
    private static func isOfAsManyLong(
        _ finding: StoredFinding, _ status: Status, _ before: [TraceFigures], _ after: [TraceFigures]
    ) -> Bool {
        guard finding.rule == "long-body", let view = finding.view else { return false }
        // Of lines of a log there are no such figures.
        let isCounted = (before + after).contains { $0.views[ViewFigureKey(view: view, kind: .body)] != nil }
        guard isCounted else { return false }
        func mean(_ side: [TraceFigures], _ value: (UpdateCounts) -> Double) -> Double {
            let key = ViewFigureKey(view: view, kind: .body)
            return side.reduce(0) { $0 + ($1.views[key].map { value($0.counts) } ?? 0) } / Double(max(1, side.count))
        }
        func isNoMore(_ side: [TraceFigures], than other: [TraceFigures]) -> Bool {
            mean(side) { Double($0.long) } <= mean(other) { Double($0.long) }
                && mean(side) { Double($0.red) } <= mean(other) { Double($0.red) }
                && mean(side, \.totalMs) <= 1.1 * mean(other, \.totalMs)
        }
        switch status {
        case .new: return isNoMore(after, than: before)
        case .fixed: return isNoMore(before, than: after)
        default: return false
        }
    }

    private static let rulesOfCounts: Set = [
        "parent-only-updates", "unchanged-updates", "repeated-updates", "recurring-cause", "update-storm",
    ]

    static func status(_ before: Int, _ tracesBefore: Int, _ after: Int, _ tracesAfter: Int) -> Status {
        if before == 0, after * 2 >= tracesAfter { return .new }
        if after == 0, before * 2 >= tracesBefore { return .fixed }
        return before > 0 && after > 0 ? .remaining : .sometimes
    }

    /// Makes the table. A finding has a verdict only if its view is among those that differ: findings of equal apps
    /// vary by chance.
    static func table(_ entries: [Entry], differing: Set<String>, _ sources: SourceLookup?) -> DiffTable {
        let changed = entries.filter { $0.status != .remaining || $0.isMoved }
        let listed = changed.filter(\.isTold)
        let rows = Status.allCases.flatMap { status in listed.filter { $0.status == status } }.map { entry in
            let differs = entry.finding.view.map { differing.contains(ViewName.withoutMarkers($0)) } ?? false
            let verdict: DiffVerdict =
                !differs ? .none : entry.status == .new ? .worse : entry.status == .fixed ? .better : .none
            return DiffRow(
                verdict: verdict, words: entry.status.rawValue, shortWords: entry.status.rawValue,
                details: entry.status.rawValue,
                cells: [
                    .text(entry.finding.title), .text(entry.finding.severity.rawValue), .text(entry.finding.rule),
                    .change(DiffChange(before: Double(entry.before), after: Double(entry.after))),
                    .text(entry.finding.evidence),
                ] + (sources.map { [.text($0.mentions(view: entry.finding.view).words)] } ?? []))
        }
        return DiffTable(
            id: "findings", title: "Findings",
            columns: [
                DiffTables.name("title", "Finding"),
                DiffColumn(name: "severity", title: "Severity", style: .text, dropOrder: 2),
                DiffColumn(name: "rule", title: "Rule", style: .text, dropOrder: 1),
                DiffColumn(name: "traces", title: "In traces", style: .count, dropOrder: 3),
                DiffColumn(name: "evidence", title: "Why", style: .note, dropOrder: 0),
            ] + (sources == nil ? [] : [DiffColumn(name: "where", title: "Where", style: .note, dropOrder: 0)]),
            rows: rows + counted(changed, hasPlaces: sources != nil), unchanged: entries.count - changed.count)
    }

    /// The rows for findings that are only counted, by rule and status.
    private static func counted(_ changed: [Entry], hasPlaces: Bool) -> [DiffRow] {
        let ofStatus = Dictionary(grouping: changed.filter { !$0.isTold }, by: \.status.rawValue)
        let groups = ofStatus.sorted { $0.key < $1.key }.flatMap { words, entries in
            Dictionary(grouping: entries, by: \.finding.rule).sorted { $0.key < $1.key }.map { (words, $0.value) }
        }
        return groups.compactMap { words, entries in
            guard let first = entries.first else { return nil }
            let (before, after) = (entries.reduce(0) { max($0, $1.before) }, entries.reduce(0) { max($0, $1.after) })
            return DiffRow(
                verdict: .none, words: words, shortWords: words, details: words,
                cells: [
                    .text("and \(Decimal.grouped(entries.count)) smaller ones"), .text(first.finding.severity.rawValue),
                    .text(first.finding.rule), .change(DiffChange(before: Double(before), after: Double(after))),
                    .text("of this rule there are larger ones on both sides"),
                ] + (hasPlaces ? [.text("")] : []))
        }
    }

    /// The declarations of the listed findings' views, in the order of `titles`.
    static func places(_ entries: [Entry], _ sources: SourceLookup?) -> [Place?] {
        guard let sources else { return [] }
        return entries.filter(\.isTold).map { sources.mentions(view: $0.finding.view).first?.placeInRepository }
    }

    /// `long-body: Row.body is too long for a frame`; findings that are only counted are joined by rule.
    static func titles(_ entries: [Entry]) -> [String] {
        let counted = Dictionary(grouping: entries.filter { !$0.isTold }, by: \.finding.rule).sorted { $0.key < $1.key }
        return entries.filter(\.isTold).map { "\($0.finding.rule): \($0.finding.title)" }
            + counted.map { "\($0.key): \(Decimal.grouped($0.value.count)) smaller ones" }
    }
}

/// The problems that a change solved, those it added, and those that remain, by the status of the finding that leads
/// each of them.
struct ProblemDiff {
    /// The number of problems of each side; problems of several traces with the same leading finding are one.
    private(set) var (before, after) = (0, 0)
    /// The status of the findings that lead on one side, or on both. A finding that leads on one side and is part of
    /// another problem on the other is neither new nor fixed.
    private(set) var statuses: [FindingDiff.Status] = []
    /// The findings with these statuses.
    private(set) var leads: Set<FindingDiff.Key> = []
    /// The fixed ones among them.
    private(set) var fixed: Set<FindingDiff.Key> = []
    /// The number of problems on only one side whose leading finding is part of another problem on the other.
    private(set) var (partsBefore, partsAfter) = (0, 0)

    init(_ before: [TraceFigures], _ after: [TraceFigures], _ entries: [FindingDiff.Entry]) {
        let statusOf = Dictionary(entries.map { (FindingDiff.Key($0.finding), $0.status) }) { first, _ in first }
        let (old, new) = (Self.leads(before), Self.leads(after))
        (self.before, self.after) = (old.count, new.count)
        let (oldKeys, newKeys) = (Set(old), Set(new))
        for key in new + old.filter({ !newKeys.contains($0) }) {
            guard let status = statusOf[key] else { continue }
            switch status {
            case .remaining where !oldKeys.contains(key): partsBefore += 1
            case .remaining where !newKeys.contains(key): partsAfter += 1
            default:
                statuses.append(status)
                leads.insert(key)
                if status == .fixed { fixed.insert(key) }
            }
        }
    }

    private static func leads(_ traces: [TraceFigures]) -> [FindingDiff.Key] {
        var seen: Set<FindingDiff.Key> = []
        return traces.flatMap { trace in
            trace.problems.compactMap { problem in
                guard let lead = trace.findings.first(where: { $0.id == problem.lead }) else { return nil }
                let key = FindingDiff.Key(lead)
                return seen.insert(key).inserted ? key : nil
            }
        }
    }
}

extension TraceFigures {
    /// The number of evaluations of a view's body, in updates and log lines.
    fileprivate func runs(of view: String) -> Double {
        let updates = views[ViewFigureKey(view: view, kind: .body)]?.counts.updates ?? 0
        return Double(updates + (evaluations[view]?.evaluations ?? 0))
    }
}
