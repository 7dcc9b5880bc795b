/// Works out what mending each problem alone would give, everything else unchanged (docs/analysis.md, section 7).
///
/// The updates that would not run are the unnecessary ones of the problem that have its own cause and view (of repeats, all but the
/// last), and those that nothing else causes. The worst interaction of each kind and name is counted again without them, and so is
/// the busy time of its longest update group. Of a costly call it is the time that samples have it in bodies and hangs. Late time
/// is not promised.
enum GainPass: AnalysisPass {
    static let name = "gains"
    static let reads: Results = [
        .processes, .views, .groups, .recurring, .windows, .verdicts, .findings, .edges,
    ]
    static let writes: Results = .gains
    /// The costliest problems that are worked out.
    static let mostProblems = 12

    /// Which updates of a problem mending it takes away.
    private enum Removal {
        /// The unnecessary ones.
        case unnecessary
        /// Those that repeat an instance in an update group.
        case repeats
        /// All: the first turn of a loop is not of the problem.
        case turns
        /// All, with what they alone created: the first generation is not of the problem.
        case generations
        /// What mending the problems with rows in the same update groups takes away.
        case others

        var isAtBest: Bool { self == .repeats || self == .turns || self == .generations }
    }

    private static let removals: [String: Removal] = [
        "fan-out": .unnecessary, "parent-only-updates": .unnecessary, "unchanged-updates": .unnecessary,
        "environment-broadcast": .unnecessary, "user-defaults-storm": .unnecessary, "recurring-cause": .unnecessary,
        "repeated-updates": .repeats, "update-storm": .repeats, "layout-thrash": .repeats, "update-loop": .turns,
        "identity-churn": .generations,
        "over-budget": .others, "accumulated-updates": .others,
    ]

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let problems = Array(results.problems.indices.prefix(mostProblems))
        var trace: GainTrace?
        var removed: [Int: [Int]] = [:]
        func gain(_ number: Int, without rows: [Int], _ removal: Removal) -> ProblemGain? {
            guard !rows.isEmpty else { return nil }
            let known = trace ?? GainTrace(records, results)
            trace = known
            guard var gain = known.gain(without: rows, andCreations: removal == .generations) else { return nil }
            gain.problem = number
            if rows.contains(where: { results.reason[$0].confidence == .possible }) { gain.certainty = .about }
            return gain
        }
        var gains: [ProblemGain] = []
        for number in problems {
            guard let removal = removals[results.problems[number].kind], removal != .others else {
                if let gain = spared(number, records, results) { gains.append(gain) }
                continue
            }
            let rows = rows(of: number, removal, records, results)
            removed[number] = rows
            guard var gain = gain(number, without: rows, removal) else { continue }
            if removal.isAtBest { gain.certainty = .atBest }
            gains.append(gain)
        }
        for number in problems where removals[results.problems[number].kind] == .others {
            let groups = groups(of: number, results)
            let others = removed.filter { _, rows in rows.contains { groups.contains(results.group[$0]) } }
            guard var gain = gain(number, without: Set(others.values.joined()).sorted(), .others) else { continue }
            gain.isOfOthers = true
            gains.append(gain)
        }
        results.gains = gains.sorted { $0.problem < $1.problem }
    }

    private static func rows(
        of problem: Int, _ removal: Removal, _ records: TraceRecords, _ results: AnalysisResults
    ) -> [Int] {
        let lead = results.problems[problem].findings.first.flatMap { results.findings[$0].viewIndex }
        let (keys, viewOfKey) = (records.updates.view.buffer, results.viewOfKey.buffer)
        return ownRuns(of: problem, results).filter(\.isOfCause).flatMap { run in
            (Int(run.first)...Int(run.last)).filter { row in
                let view = Int(viewOfKey[Int(keys[row])])
                guard lead.map({ $0 == view }) ?? true else { return false }
                switch removal {
                case .unnecessary: return results.verdict[row] == .unnecessary
                case .repeats: return results.verdict[row] == .unnecessary && results.reason[row] == .repeated
                case .turns, .generations: return true
                case .others: return false
                }
            }
        }
    }

    private static func ownRuns(of problem: Int, _ results: AnalysisResults) -> [ProblemRelation.Run] {
        results.problemRows.runs.filter { Int($0.problem) == problem && $0.isOwn }
    }

    private static func groups(of problem: Int, _ results: AnalysisResults) -> Set<Int32> {
        var groups: Set<Int32> = []
        for run in ownRuns(of: problem, results) {
            for row in Int(run.first)...Int(run.last) where results.group[row] >= 0 {
                groups.insert(results.group[row])
            }
        }
        return groups
    }

    // MARK: Calls

    /// What is left without the call that a problem's lead names.
    private static func spared(_ number: Int, _ records: TraceRecords, _ results: AnalysisResults) -> ProblemGain? {
        guard let lead = results.problems[number].findings.first.map({ results.findings[$0] }), let spared = lead.spared
        else { return nil }
        var gain = ProblemGain(problem: number)
        gain.certainty = .about
        switch spared {
        case .hangs(let nanoseconds, let left):
            gain.hangNs = .init(before: nanoseconds, after: left)
        case .bodies(let times):
            guard let view = lead.viewIndex else { return nil }
            let (keys, viewOfKey) = (records.updates.view.buffer, results.viewOfKey.buffer)
            var (long, longest) = (
                ProblemGain.Change(before: 0, after: 0), ProblemGain.Change<Int64>(before: 0, after: 0)
            )
            for row in keys.indices where Int(viewOfKey[Int(keys[row])]) == view && results.role[row] == .counted {
                let before = results.leastDuration(row, records.updates)
                guard records.updates.duration[row] >= 0 || results.severity[row] > 0 else { continue }
                let after = max(0, before - (times[row] ?? 0))
                if results.deadlines.severity(ofDuration: before) != .gray { long.before += 1 }
                if results.deadlines.severity(ofDuration: after) != .gray { long.after += 1 }
                longest = .init(before: max(longest.before, before), after: max(longest.after, after))
            }
            (gain.long, gain.longestNs) = (long, longest)
        }
        return gain.isLess ? gain : nil
    }
}

/// A trace from which updates are taken away, to see what remains of its interactions and groups.
private final class GainTrace {
    /// What interactions have in common whose worst one is looked for: their kind and name, or the recurring cause of runs.
    private struct Kind: Hashable {
        var kind: InteractionKind?
        var word = NameID.none
        var name = NameID.none
        var cause = AnalysisResults.none
    }

    private let records: TraceRecords
    private let results: AnalysisResults
    private let graph: CauseGraph
    /// By node: its edges, and those of them whose source is taken away.
    private let (edges, lost): (Column<UInt32>, Column<UInt32>)
    private let isGone: Column<Bool>
    /// Rows by group.
    private let rowsOfGroup: Buckets
    /// By kind: the numbers of its windows and, behind all windows, its runs.
    private var places: [Kind: [Int]] = [:]

    init(_ records: TraceRecords, _ results: AnalysisResults) {
        (self.records, self.results) = (records, results)
        graph = CauseGraph(records)
        edges = Column(repeating: 0, count: records.nodeCount)
        lost = Column(repeating: 0, count: records.nodeCount)
        isGone = Column(repeating: false, count: records.nodeCount)
        let counts = edges.buffer
        for edge in records.edges.buffer { counts[Int(edge.to)] += 1 }
        let (groups, roles) = (results.group.buffer, results.role.buffer)
        rowsOfGroup = Buckets(
            groups.count, numbers: results.groups.count, number: { roles[$0] == .other ? -1 : Int(groups[$0]) },
            item: { UInt32(truncatingIfNeeded: $0) })
        for place in 0..<results.judged.numbers { places[kind(place), default: []].append(place) }
    }

    private func kind(_ place: Int) -> Kind {
        guard place < results.windows.count else {
            return Kind(cause: results.runs[place - results.windows.count].cause)
        }
        let window = results.windows[place]
        return Kind(kind: window.kind, word: window.kindWord, name: window.name)
    }

    /// What there is to gain where most of the rows are; nil where nothing becomes less.
    func gain(without rows: [Int], andCreations: Bool) -> ProblemGain? {
        let gone = takeAway(rows, andCreations: andCreations)
        defer { putBack(gone) }
        let first = records.firstUpdateNode
        var (lostAt, checks, groups) = ([Int: Int](), 0, Set<Int32>())
        for node in gone where node >= first {
            let row = node - first
            if results.group[row] >= 0 { groups.insert(results.group[row]) }
            if results.role[row] == .check { checks += 1 }
            guard results.role[row] == .counted, case let place = results.judgedPlace(row), place >= 0 else { continue }
            lostAt[place, default: 0] += 1
        }
        var lostOf: [Kind: Int] = [:]
        for (place, count) in lostAt { lostOf[kind(place), default: 0] += count }
        // Of equal ones the first in time, whatever the dictionary's order.
        let most = lostOf.max { left, right in
            left.value == right.value
                ? (places[left.key]?.first ?? 0) > (places[right.key]?.first ?? 0) : left.value < right.value
        }
        guard let most, let alike = places[most.key] else { return nil }
        let counts = alike.map { place in (before: updates(place), after: updates(place) - (lostAt[place] ?? 0)) }
        var gain = ProblemGain()
        gain.interaction = most.key.kind.map { ($0, most.key.word, most.key.name) }
        gain.updates = .init(before: counts.map(\.before).max() ?? 0, after: counts.map(\.after).max() ?? 0)
        gain.checksFewer = checks
        if case (let before?, let after?) = longest(alike, without: groups) {
            gain.groupNs = .init(before: before, after: after)
        }
        return gain.isLess ? gain : nil
    }

    private func updates(_ place: Int) -> Int {
        let windows = results.windows
        return place < windows.count ? windows[place].updates : Int(results.runs[place - windows.count].updates)
    }

    // MARK: What would not run

    /// Takes updates away, and what nothing else causes; returns all nodes that are gone. Updates that were necessary stay.
    private func takeAway(_ rows: [Int], andCreations: Bool) -> [Int] {
        let first = records.firstUpdateNode
        var (gone, next) = (rows.map { first + $0 }, 0)
        for node in gone { isGone[node] = true }
        while next < gone.count {
            let node = gone[next]
            next += 1
            for place in Int(graph.firstTarget[node])..<Int(graph.firstTarget[node + 1]) {
                let target = Int(graph.targets[place])
                lost[target] += 1
                guard lost[target] == edges[target], !isGone[target], target >= records.firstCauseNode else { continue }
                let isDue = target >= first && results.verdict[target - first] == .necessary
                if isDue, !andCreations || results.reason[target - first] != .creation { continue }
                isGone[target] = true
                gone.append(target)
            }
        }
        return gone
    }

    private func putBack(_ gone: [Int]) {
        for node in gone {
            isGone[node] = false
            for place in Int(graph.firstTarget[node])..<Int(graph.firstTarget[node + 1]) {
                lost[Int(graph.targets[place])] = 0
            }
        }
    }

    // MARK: Groups

    /// The busy time of the longest group of these windows or runs, now and without what is gone from some of them; nil where
    /// no group has a time.
    private func longest(_ places: [Int], without changed: Set<Int32>) -> (Int64?, Int64?) {
        var groups: Set<Int32> = []
        for place in places {
            for row in results.judged.places(place) where results.group[results.judged[row]] >= 0 {
                groups.insert(results.group[results.judged[row]])
            }
        }
        let known = groups.filter { results.groups[Int($0)].busy >= 0 }
        let before = known.map { results.groups[Int($0)].busy }.max()
        let after = known.map { changed.contains($0) ? remaining(Int($0)) : results.groups[Int($0)].busy }.max()
        return (before, after)
    }

    /// The union of what remains of a group on its thread.
    private func remaining(_ group: Int) -> Int64 {
        let (updates, thread) = (records.updates, results.groups[group].thread)
        var (busy, coveredUntil) = (Int64(0), Int64.min)
        for place in rowsOfGroup.places(group) {
            let row = rowsOfGroup[place]
            guard !isGone[records.firstUpdateNode + row], updates.duration[row] >= 0, updates.thread[row] == thread,
                updates.start[row] != UpdateColumns.untimed
            else { continue }
            let (start, end) = (updates.start[row], updates.start[row].addingSaturating(updates.duration[row]))
            busy = busy.addingSaturating(max(0, end - max(start, coveredUntil)))
            coveredUntil = max(coveredUntil, end)
        }
        return busy
    }
}
