/// Groups findings by root cause (docs/analysis.md, section 7).
///
/// Findings closest to the code come first: slow code by view and slow function, values that change too often or that
/// too many views read by cause, hangs by function. Every other finding joins the problem that explains most of its
/// rows, if problems together explain at least half of them.
struct ProblemGroups {
    private let findings: [Finding]
    private let rows: FoundRows
    private let names: NameTable
    /// Rows by finding.
    private var rowsOf: [[Int]]
    /// Entries of updates by the hang that they run in.
    private let updatesIn: [Int32: [Int]]
    private let depth: [RuleDepth]
    /// Indexes of findings by problem; the first one leads.
    private(set) var groups: [[Int]] = []
    /// By problem: the number of findings with causes of their own that are too small for problems of their own.
    private(set) var smaller: [Int: Int] = [:]
    /// The problem of the closest finding for each row entry, or -1.
    private(set) var owner: [Int]
    /// The rows of each problem.
    private(set) var members: [[Int]] = []

    /// What the founders of a problem share.
    private enum Key: Hashable {
        case view(Int)
        case function(NameID)
        case driver(NameID)
        /// Unnecessary updates of a view, with their driving cause.
        case driven(view: Int, by: NameID)
    }

    init(_ findings: [Finding], _ rows: FoundRows, _ names: NameTable) {
        self.names = names
        (self.findings, self.rows) = (findings, rows)
        rowsOf = Array(repeating: [], count: findings.count)
        for index in rows.indices {
            for place in rows.findings(index) { rowsOf[place].append(index) }
        }
        let inHangs = rows.indices.filter { rows[$0].hang >= 0 && rows[$0].event == nil }
        updatesIn = Dictionary(grouping: inHangs) { rows[$0].hang }
        owner = Array(repeating: -1, count: rows.count)
        let depths = Dictionary(FindingRules.all.map { ($0.guide.id, $0.depth) }) { first, _ in first }
        depth = findings.map { depths[$0.rule] ?? .remark }
        group()
    }

    private mutating func group() {
        // Findings come ranked; those closest to the code first, then the costliest.
        let order = findings.indices.sorted { left, right in
            let (one, other) = (depth[left].rawValue, depth[right].rawValue)
            return one == other ? left < right : one < other
        }
        var groupOf: [Key: Int] = [:]
        for place in order {
            let keys = keys(place)
            let known = keys.compactMap { groupOf[$0] }.first
            // First appearances of a slow view are part of its problem.
            let slow = appearing(place).flatMap { groupOf[.view($0)] }
            let group = known ?? explaining(place) ?? slow ?? groups.count
            if group == groups.count { groups.append([]) }
            for key in keys where groupOf[key] == nil {
                // Slow code run by a cause is not what the cause's other views suffer from.
                if case .driver = key, isMeasured(group) { continue }
                groupOf[key] = group
            }
            add(place, to: group)
            if known != nil { lead(place, group) }
        }
        findMembers()
        gatherSmall(
            findings.indices.map { place in
                switch depth[place] {
                case .code, .symptom, .remark: findings[place].severity == .low
                case .writes, .dependency, .hang, .change: false
                }
            })
        findMembers()
    }

    private mutating func findMembers() {
        members = Array(repeating: [], count: groups.count)
        for index in owner.indices where owner[index] >= 0 { members[owner[index]].append(index) }
    }

    private mutating func add(_ place: Int, to group: Int) {
        groups[group].append(place)
        for index in rowsOf[place] where owner[index] < 0 { owner[index] = group }
    }

    /// Among findings about unnecessary updates of one view and cause, the costlier reason leads.
    private mutating func lead(_ place: Int, _ group: Int) {
        guard depth[place] == .change, case .unnecessary = findings[place].about, !isMeasured(group) else { return }
        let others = groups[group].filter { $0 != place && depth[$0] == .dependency }
        let cost = others.reduce(Int64(0)) { $0.addingSaturating(findings[$1].costNs) }
        // Rows shared with other reasons do not favour this one.
        let own = rowsOf[place].reduce(Int64(0)) { sum, index in
            rows.findings(index).contains { others.contains($0) } ? sum : sum.addingSaturating(rows[index].nanoseconds)
        }
        guard own > cost, others.first == groups[group].first else { return }
        groups[group].removeAll { $0 == place }
        groups[group].insert(place, at: 0)
    }

    private func appearing(_ place: Int) -> Int? {
        if case .appearances(let view, _) = findings[place].about { view } else { nil }
    }

    private func keys(_ place: Int) -> [Key] {
        switch findings[place].about {
        case .longUpdates(let view, let function):
            return [.view(view)] + (function.isPresent ? [.function(function)] : [])
        case .unnecessary(let view, _, let driver?):
            guard driver.isPresent else { return [] }
            return [.driver(driver)] + (view.map { [.driven(view: $0, by: driver)] } ?? [])
        case .unnecessary(let view?, _, nil):
            return mainDriver(place).map { [.driven(view: view, by: $0)] } ?? []
        case .stalls(_, _, let function, let view):
            return (view.map { [.view($0)] } ?? []) + (function.isPresent ? [.function(function)] : [])
        case .below(let cause, .defaults): return [.driver(cause)]
        case .itself, .unnecessary, .below, .rows, .appearances, .unterminated, .signposts, .lines: return []
        }
    }

    /// The driver of more than half of a finding's rows, by duration.
    private func mainDriver(_ place: Int) -> NameID? {
        var times: [NameID: Int64] = [:]
        var total: Int64 = 0
        for index in rowsOf[place] {
            total = total.addingSaturating(rows[index].weight)
            guard rows[index].driver.isPresent else { continue }
            times[rows[index].driver] = (times[rows[index].driver] ?? 0).addingSaturating(rows[index].weight)
        }
        return DrivenRows.main(of: times, total, names)
    }

    /// The problem with most of a finding's rows, if problems have at least half of them.
    private func explaining(_ place: Int) -> Int? {
        let (shares, total) = shares(place)
        let explained = shares.values.reduce(Int64(0)) { $0.addingSaturating($1) }
        guard explained > 0, explained >= total - explained else { return nil }
        return shares.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    }

    /// The duration of a finding's rows by problem, and of all of them.
    private func shares(_ place: Int) -> (byGroup: [Int: Int64], total: Int64) {
        var shares: [Int: Int64] = [:]
        var total: Int64 = 0
        for index in rowsOf[place] {
            total = total.addingSaturating(rows[index].weight)
            if owner[index] >= 0 {
                shares[owner[index]] = (shares[owner[index]] ?? 0).addingSaturating(rows[index].weight)
            } else if rows[index].isHang >= 0 {
                // Updates in a hang explain it as far as they fill it.
                for other in updatesIn[rows[index].isHang] ?? [] where owner[other] >= 0 {
                    shares[owner[other]] = (shares[owner[other]] ?? 0).addingSaturating(rows[other].nanoseconds)
                }
            }
        }
        return (shares, total)
    }

    /// The worst severity of findings that lead a problem or have at least half of their rows in it: a finding mostly
    /// about other rows does not count.
    func severity(_ group: Int, costNs: Int64, _ deadlines: Deadlines) -> Finding.Severity {
        let counted = groups[group].filter { place in
            if place == groups[group].first { return true }
            let (shares, total) = shares(place)
            return total == 0 || shares[group] ?? 0 >= total / 2
        }
        let worst = Finding.Severity.allCases.first { severity in
            counted.contains { findings[$0].severity == severity }
        }
        // Waste is no worse than its remaining cost. Slow code and hangs are as severe as they are long.
        guard let worst, worst == .high, costNs > 0, costNs <= deadlines.orangeNs, !isMeasured(group) else {
            return worst ?? .low
        }
        return .medium
    }

    /// Merges slightly slow code into one problem per interaction.
    private mutating func gatherSmall(_ isSmall: [Bool]) {
        var ofWindow: [Int32: Int] = [:]
        for group in groups.indices where groups[group].allSatisfy({ isSmall[$0] }) {
            let windows = windows(of: group)
            guard windows.count == 1, let window = windows.first else { continue }
            guard let first = ofWindow[window] else {
                ofWindow[window] = group
                continue
            }
            smaller[first, default: 0] += groups[group].count
            groups[first] += groups[group]
            groups[group] = []
            for index in members[group] { owner[index] = first }
        }
    }

    /// Whether a problem is based on durations, without any unnecessary work.
    func isMeasured(_ group: Int) -> Bool {
        guard let lead = groups[group].first else { return false }
        return depth[lead] == .code || depth[lead] == .hang
    }

    /// The driving cause of a problem, if it is not based on durations and the leading finding has rows of it.
    func cause(_ group: Int) -> NameID? {
        guard let lead = groups[group].first, !isMeasured(group),
            let driver = DrivenRows(members[group].lazy.map { rows[$0] }, names).driver,
            rowsOf[lead].contains(where: { rows[$0].driver == driver })
        else { return nil }
        return driver
    }

    /// Whether some rows of a problem's finding belong to the problem's cause: a symptom that joined also has rows of
    /// other causes, and so has a finding by view alone. `driver` is the problem's cause.
    func isByCause(_ index: Int, _ place: Int, _ group: Int, driver: NameID?) -> Bool {
        guard rows[index].event == nil else { return true }
        // Merged small findings form one problem by their interaction.
        let isLead = place == groups[group].first || smaller[group] != nil
        if !isLead, depth[place] == .symptom || depth[place] == .remark { return false }
        switch findings[place].about {
        case .unnecessary(_, _, nil), .rows, .appearances:
            guard let driver else { return true }
            return rows[index].driver == driver || isLead && !rows[index].driver.isPresent
        default: return true
        }
    }

    /// Whether slow code leads a problem.
    func isCode(_ group: Int) -> Bool { groups[group].first.map { depth[$0] == .code } ?? false }

    /// The windows in which a problem has rows with a cost.
    func windows(of group: Int) -> Set<Int32> {
        var windows: Set<Int32> = []
        for index in members[group] where counts(index) {
            windows.formUnion(rows.windows(of: index))
        }
        for place in groups[group] where rowsOf[place].isEmpty {
            if let window = findings[place].window { windows.insert(Int32(window)) }
        }
        return windows
    }

    // MARK: Costs

    /// The cost by problem, each row counted once: for updates their main-thread time, or their part of late frames;
    /// for hitches the part that no update has; for hangs what counted updates in them leave.
    func costs() -> [Int64] {
        var costs = groups.map { group in
            group.reduce(Int64(0)) { sum, place in
                rowsOf[place].isEmpty ? sum.addingSaturating(findings[place].costNs) : sum
            }
        }
        var share = rows.indices.map { counts($0) ? rows[$0].nanoseconds : 0 }
        leaveHangsTheRest(&share)
        for index in rows.indices where owner[index] >= 0 {
            costs[owner[index]] = costs[owner[index]].addingSaturating(share[index])
        }
        return costs
    }

    /// The time of all rows of a finding, whichever problems have them.
    func time(ofFinding place: Int) -> Int64 {
        guard !rowsOf[place].isEmpty else { return findings[place].costNs }
        let hangs = Set(rowsOf[place].lazy.map { rows[$0].isHang }.filter { $0 >= 0 })
        // A hitch in a hang of the same finding takes no other time.
        return rowsOf[place].reduce(Int64(0)) { sum, index in
            let isIncluded = rows[index].event != nil && hangs.contains(rows[index].hang)
            return isIncluded ? sum : sum.addingSaturating(rows[index].nanoseconds)
        }
    }

    private func leaveHangsTheRest(_ share: inout [Int64]) {
        var places: [Int32: Int] = [:]
        for index in rows.indices where rows[index].isHang >= 0 { places[rows[index].isHang] = index }
        for index in rows.indices {
            guard let hang = places[rows[index].hang] else { continue }
            if rows[index].event == nil {
                share[hang] -= min(share[hang], share[index])
            } else {
                share[index] = 0
            }
        }
    }

    /// Whether some rows of a problem count in its cost.
    func counts(_ index: Int) -> Bool {
        let group = owner[index]
        return group >= 0 && groups[group].contains { rows.findings(index).contains($0) && counts(index, $0, group) }
    }

    /// Whether a finding's rows count in the cost of a problem. The problem that a symptom joins explains it and costs
    /// no more for it, except for updates that another finding is about too.
    private func counts(_ index: Int, _ place: Int, _ group: Int) -> Bool {
        guard rows[index].event == nil, depth[place] == .symptom, depth[groups[group][0]] != .symptom else {
            return true
        }
        return rows.findings(index).contains { depth[$0] != .symptom && depth[$0] != .remark }
    }
}

/// Builds the rows of problems: those of their findings, each row once per problem.
struct ProblemRelationBuilder {
    private let context: RuleContext
    private let rows: FoundRows
    /// By set of findings: the problems, in order.
    private let problemsOf: [[Int]]
    /// By entry of rows: the problems whose cause the rows have.
    private let causesOf: [[Int]]
    /// By entry of rows: the one problem that they belong to, or -1.
    private let belongsTo: [Int]
    /// By entry of rows: the problem in whose cost it counts, or -1.
    private let ownerOf: [Int32]
    /// By problem: the lines of the log.
    private let linesOf: [[Int]]
    private var relation = ProblemRelation()
    /// By problem: the current run.
    private var open: [ProblemRelation.Run?]
    private var shares: [[Int32: ProblemRelation.Share]]

    init(
        _ problems: [Problem], _ findings: [Finding], _ rows: FoundRows, _ groups: ProblemGroups,
        _ context: RuleContext
    ) {
        (self.context, self.rows) = (context, rows)
        var problemOf: [Int: Int] = [:]
        for (number, problem) in problems.enumerated() {
            for place in problem.findings { problemOf[place] = number }
        }
        problemsOf = rows.sets.map { Set($0.compactMap { problemOf[$0] }).sorted() }
        causesOf = Self.causes(rows, groups, problemOf)
        ownerOf = rows.indices.map { index in
            guard groups.counts(index), let lead = groups.groups[groups.owner[index]].first else { return -1 }
            return problemOf[lead].map(Int32.init) ?? -1
        }
        belongsTo = Self.belonging(rows, problemsOf, causesOf, ownerOf)
        linesOf = problems.map { problem in
            problem.findings.flatMap { place -> [Int] in
                guard case .lines(let lines) = findings[place].about else { return [] }
                return lines
            }
        }
        open = Array(repeating: nil, count: problems.count)
        shares = Array(repeating: [:], count: problems.count)
    }

    /// - Parameter entryOfUpdate: an index into the rows, or -1.
    consuming func relation(_ entryOfUpdate: Column<Int32>) -> ProblemRelation {
        let entries = entryOfUpdate.buffer
        for row in entries.indices where entries[row] >= 0 {
            let index = Int(entries[row])
            for problem in problemsOf[Int(rows[index].set)] {
                add(
                    Int32(row), to: problem, isOfCause: causesOf[index].contains(problem),
                    isOwn: belongsTo[index] == problem)
            }
            let owner = Int(ownerOf[index])
            if owner >= 0 { share(row, rows[index], of: owner) }
        }
        for case let run? in open { relation.runs.append(run) }
        relation.runs.sort { ($0.problem, $0.first) < ($1.problem, $1.first) }
        for index in rows.indices {
            guard let event = rows[index].event else { continue }
            relation.events += problemsOf[Int(rows[index].set)].map { ($0, event, belongsTo[index] == $0) }
        }
        for (problem, lines) in linesOf.enumerated() {
            relation.events += lines.map { (problem, .line(Int32($0)), true) }
        }
        // Events are listed by problem too, like rows of updates.
        relation.events = relation.events.enumerated()
            .sorted { ($0.element.problem, $0.offset) < ($1.element.problem, $1.offset) }.map(\.element)
        relation.shares = shares.flatMap { ofProblem in ofProblem.values.sorted { $0.window < $1.window } }
        return relation
    }

    /// Rows belong to a problem whose cause they have: to the one in whose cost they count, else to the first. Rows of no
    /// problem's cause belong to the one in whose cost they count, and where a problem has no others, to it.
    private static func belonging(
        _ rows: FoundRows, _ problemsOf: [[Int]], _ causesOf: [[Int]], _ ownerOf: [Int32]
    ) -> [Int] {
        let hasCause = Set(causesOf.joined())
        return rows.indices.map { index in
            let (causes, owner) = (causesOf[index], Int(ownerOf[index]))
            if owner >= 0, causes.isEmpty || causes.contains(owner) { return owner }
            return causes.min() ?? problemsOf[Int(rows[index].set)].first { !hasCause.contains($0) } ?? -1
        }
    }

    private static func causes(_ rows: FoundRows, _ groups: ProblemGroups, _ problemOf: [Int: Int]) -> [[Int]] {
        var groupOf: [Int: Int] = [:]
        for (group, places) in groups.groups.enumerated() { for place in places { groupOf[place] = group } }
        let causes = groups.groups.indices.map(groups.cause)
        return rows.indices.map { index in
            rows.findings(index).compactMap { place in
                guard let group = groupOf[place] else { return nil }
                return groups.isByCause(index, place, group, driver: causes[group]) ? problemOf[place] : nil
            }
        }
    }

    private mutating func add(_ row: Int32, to problem: Int, isOfCause: Bool, isOwn: Bool) {
        if let run = open[problem], run.last == row - 1, run.isOfCause == isOfCause, run.isOwn == isOwn {
            open[problem]?.last = row
        } else {
            if let run = open[problem] { relation.runs.append(run) }
            open[problem] = ProblemRelation.Run(
                problem: Int32(problem), isOfCause: isOfCause, isOwn: isOwn, first: row, last: row)
        }
    }

    private mutating func share(_ row: Int, _ entry: ProblemRows, of problem: Int) {
        let (results, window) = (context.results, context.results.window[row])
        guard window >= 0, results.role[row] == .counted else { return }
        var share = shares[problem][window] ?? ProblemRelation.Share(problem: problem, window: Int(window))
        share.updates += 1
        if entry.isUnnecessary { share.unnecessary += 1 }
        if results.severity[row] > 0 { share.long += 1 }
        share.nanoseconds = share.nanoseconds.addingSaturating(context.duration(row))
        shares[problem][window] = share
    }
}
