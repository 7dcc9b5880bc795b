/// Makes out which rows problems are about: what their findings are about, each row once a problem.
struct ProblemRelationBuilder {
    private let context: RuleContext
    private let rows: FoundRows
    /// By set of findings: the problems, in order.
    private let problemsOf: [[Int]]
    /// By entry of rows: those of them by whose cause the rows are.
    private let causesOf: [[Int]]
    /// By entry of rows: the problem in whose cost it counts, or -1.
    private let ownerOf: [Int32]
    private var relation = ProblemRelation()
    /// By problem: the run that goes on.
    private var open: [ProblemRelation.Run?]
    private var shares: [[Int32: ProblemRelation.Share]]

    init(_ problems: [Problem], _ rows: FoundRows, _ groups: ProblemGroups, _ context: RuleContext) {
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
        open = Array(repeating: nil, count: problems.count)
        shares = Array(repeating: [:], count: problems.count)
    }

    /// `entryOfUpdate`: an index into the rows, or -1.
    consuming func relation(_ entryOfUpdate: Column<Int32>) -> ProblemRelation {
        let entries = entryOfUpdate.buffer
        for row in entries.indices where entries[row] >= 0 {
            let entry = rows[Int(entries[row])]
            let causes = causesOf[Int(entries[row])]
            for problem in problemsOf[Int(entry.set)] {
                add(Int32(row), to: problem, isOfCause: causes.contains(problem))
            }
            let owner = Int(ownerOf[Int(entries[row])])
            if owner >= 0 { share(row, entry, of: owner) }
        }
        for case let run? in open { relation.runs.append(run) }
        relation.runs.sort { ($0.problem, $0.first) < ($1.problem, $1.first) }
        for index in rows.indices {
            guard let event = rows[index].event else { continue }
            relation.events += problemsOf[Int(rows[index].set)].map { ($0, event) }
        }
        // What runs beside updates stands by problem too, as its rows do.
        relation.events = relation.events.enumerated()
            .sorted { ($0.element.problem, $0.offset) < ($1.element.problem, $1.offset) }.map(\.element)
        relation.shares = shares.flatMap { ofProblem in ofProblem.values.sorted { $0.window < $1.window } }
        return relation
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

    private mutating func add(_ row: Int32, to problem: Int, isOfCause: Bool) {
        if let run = open[problem], run.last == row - 1, run.isOfCause == isOfCause {
            open[problem]?.last = row
        } else {
            if let run = open[problem] { relation.runs.append(run) }
            open[problem] = ProblemRelation.Run(
                problem: Int32(problem), isOfCause: isOfCause, first: row, last: row)
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
