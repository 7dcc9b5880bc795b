/// Makes out which rows problems are about: what their findings are about, as far as it is of the problem's cause, each row once a
/// problem.
struct ProblemRelationBuilder {
    private let context: RuleContext
    private let rows: FoundRows
    /// By entry of rows: the problems, in order.
    private let problemsOf: [[Int]]
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
        var groupOf: [Int: Int] = [:]
        for (group, places) in groups.groups.enumerated() { for place in places { groupOf[place] = group } }
        problemsOf = rows.indices.map { index in
            let found = rows.findings(index).compactMap { place -> Int? in
                guard let number = problemOf[place], let group = groupOf[place] else { return nil }
                return groups.isByCause(index, place, group, driver: problems[number].driver) ? number : nil
            }
            return found.count > 1 ? Set(found).sorted() : found
        }
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
            for problem in problemsOf[Int(entries[row])] { add(Int32(row), to: problem) }
            let owner = Int(ownerOf[Int(entries[row])])
            if owner >= 0 { share(row, entry, of: owner) }
        }
        for case let run? in open { relation.runs.append(run) }
        relation.runs.sort { ($0.problem, $0.first) < ($1.problem, $1.first) }
        for index in rows.indices {
            guard let event = rows[index].event else { continue }
            relation.events += problemsOf[index].map { ($0, event) }
        }
        // What runs beside updates stands by problem too, as its rows do.
        relation.events = relation.events.enumerated()
            .sorted { ($0.element.problem, $0.offset) < ($1.element.problem, $1.offset) }.map(\.element)
        relation.shares = shares.flatMap { ofProblem in ofProblem.values.sorted { $0.window < $1.window } }
        return relation
    }

    private mutating func add(_ row: Int32, to problem: Int) {
        if let run = open[problem], run.last == row - 1 {
            open[problem]?.last = row
        } else {
            if let run = open[problem] { relation.runs.append(run) }
            open[problem] = ProblemRelation.Run(problem: Int32(problem), first: row, last: row)
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
