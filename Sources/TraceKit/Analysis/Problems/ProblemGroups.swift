/// Puts findings together that have one root cause (docs/analysis.md, section 7).
///
/// What is closest to the code comes first: slow code by view and by the function that is slow, values that too many views
/// read by the cause, hangs by their function. Every other finding joins the problem that explains most of its rows, where
/// problems explain half of them or more.
struct ProblemGroups {
    private let findings: [Finding]
    private let rows: [ProblemRows]
    private let context: RuleContext
    /// Rows by finding.
    private var rowsOf: [[Int]]
    private let depth: [RuleDepth]
    /// Places of findings by problem; the first one leads.
    private(set) var groups: [[Int]] = []
    /// By problem: findings with causes of their own that are too small for problems of their own.
    private(set) var smaller: [Int: Int] = [:]
    /// The problem of the closest finding about each rows, or -1.
    private(set) var owner: [Int]

    /// What founders share.
    private enum Key: Hashable {
        case view(Int)
        case function(NameID)
        case driver(NameID)
    }

    init(_ findings: [Finding], _ rows: [ProblemRows], _ context: RuleContext) {
        (self.findings, self.rows, self.context) = (findings, rows, context)
        rowsOf = Array(repeating: [], count: findings.count)
        for (index, entry) in rows.enumerated() {
            for place in entry.findings { rowsOf[place].append(index) }
        }
        owner = Array(repeating: -1, count: rows.count)
        let depths = Dictionary(FindingRules.all.map { ($0.guide.id, $0.depth) }) { first, _ in first }
        depth = findings.map { depths[$0.rule] ?? .remark }
        group()
    }

    private mutating func group() {
        // Findings come ranked; the closest to the code first, of those the costliest.
        let order = findings.indices.sorted { left, right in
            let (one, other) = (depth[left].rawValue, depth[right].rawValue)
            return one == other ? left < right : one < other
        }
        var groupOf: [Key: Int] = [:]
        for place in order {
            let keys = keys(findings[place])
            let known = keys.compactMap { groupOf[$0] }.first
            let group = known ?? explaining(place) ?? groups.count
            if group == groups.count { groups.append([]) }
            for key in keys where groupOf[key] == nil { groupOf[key] = group }
            add(place, to: group)
        }
        gatherSmall(
            findings.indices.map { place in
                switch depth[place] {
                case .code, .symptom, .remark: findings[place].severity == .low
                case .dependency, .hang, .change: false
                }
            })
    }

    private mutating func add(_ place: Int, to group: Int) {
        groups[group].append(place)
        for index in rowsOf[place] where owner[index] < 0 { owner[index] = group }
    }

    private func keys(_ finding: Finding) -> [Key] {
        switch finding.about {
        case .longUpdates(let view, let function):
            return [.view(view)] + (function.isPresent ? [.function(function)] : [])
        case .unnecessary(_, _, let driver?): return driver.isPresent ? [.driver(driver)] : []
        case .stalls(_, _, let function): return function.isPresent ? [.function(function)] : []
        case .itself, .unnecessary, .below, .inside, .unterminated, .updates: return []
        }
    }

    /// The problem that has half of a finding's rows or more.
    private func explaining(_ place: Int) -> Int? {
        var shares: [Int: Int64] = [:]
        var total: Int64 = 0
        for index in rowsOf[place] {
            total = total.addingSaturating(rows[index].weight)
            if owner[index] >= 0 {
                shares[owner[index]] = (shares[owner[index]] ?? 0).addingSaturating(rows[index].weight)
            } else if rows[index].isHang >= 0 {
                // Updates in a hang explain it, as far as they fill it.
                for (other, updates) in rows.enumerated() where updates.hang == rows[index].isHang && owner[other] >= 0
                {
                    shares[owner[other]] = (shares[owner[other]] ?? 0).addingSaturating(updates.nanoseconds)
                }
            }
        }
        guard let most = shares.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) }), most.value > 0,
            most.value >= total / 2
        else { return nil }
        return most.key
    }

    /// What is a little slow is one problem for each interaction: many small things in one place.
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
            for index in owner.indices where owner[index] == group { owner[index] = first }
        }
    }

    /// Whether a problem rests on durations: nothing has to be unnecessary for it.
    func isMeasured(_ group: Int) -> Bool {
        guard let lead = groups[group].first else { return true }
        return depth[lead] == .code || depth[lead] == .hang
    }

    /// The windows in which a problem has rows.
    func windows(of group: Int) -> Set<Int32> {
        var windows: Set<Int32> = []
        for index in rows.indices where owner[index] == group { windows.formUnion(rows[index].windows) }
        for place in groups[group] where rowsOf[place].isEmpty {
            if let window = findings[place].window { windows.insert(Int32(window)) }
        }
        return windows
    }

    // MARK: Costs

    /// By problem: what it wastes or blocks. The cost of a finding is spread over its rows by their durations; rows that
    /// several findings are about count once, in the problem that has them, with the largest share. Updates in a hang that is
    /// counted are in its time.
    func costs() -> [Int64] {
        var costs = groups.map { group in
            group.reduce(Int64(0)) { sum, place in
                rowsOf[place].isEmpty ? sum.addingSaturating(findings[place].costNs) : sum
            }
        }
        let counted = Set(rows.lazy.map(\.isHang).filter { $0 >= 0 })
        var share = Array(repeating: Int64(0), count: rows.count)
        for (group, places) in groups.enumerated() {
            for place in places { spread(place, group, &share) }
        }
        for (index, entry) in rows.enumerated() where owner[index] >= 0 && !counted.contains(entry.hang) {
            costs[owner[index]] = costs[owner[index]].addingSaturating(share[index])
        }
        return costs
    }

    private func spread(_ place: Int, _ group: Int, _ share: inout [Int64]) {
        let total = rowsOf[place].reduce(Int64(0)) { $0.addingSaturating(rows[$1].weight) }
        var (weight, spent) = (Int64(0), Int64(0))
        for index in rowsOf[place] {
            weight = weight.addingSaturating(rows[index].weight)
            // Each one gets up to its end what is due, so that the shares add up to the cost.
            let product = findings[place].costNs.multipliedFullWidth(by: weight)
            let due = total > 0 && weight <= total ? total.dividingFullWidth(product).quotient : findings[place].costNs
            if owner[index] == group { share[index] = max(share[index], due - spent) }
            spent = due
        }
    }
}
