/// The drawn updates and the sums over all of them, from one scan, because updates are most of the database.
struct UpdateScan {
    private(set) var table: PageTable
    /// The rows of tables of sums, by table.
    private(set) var added: [String: PageTableDefinition.Rows] = [:]

    /// - Parameter summed: the tables that are made of sums.
    static func read(_ page: PageBuilder.Place, _ summed: [PageTableDefinition]) throws(TraceError) -> Self {
        let definition = PageTables.updates
        var thinning = try PageThinning(
            page.database, page.fill(page.isChosen ? PageTables.countOfChosen : definition.countSQL ?? ""),
            page.limit(definition))
        let deadlines =
            try page.database.rows(
                "SELECT orange_ns, red_ns FROM traces WHERE id = ?", [.integer(page.trace)]
            ).first ?? [.null, .null]
        var scan = Self(table: PageTable(definition))
        var sums = try PageSums(
            page, orangeNs: PageBuilder.whole(deadlines[0]),
            redNs: PageBuilder.whole(deadlines[1]))
        var problems = summed.isEmpty ? nil : try UpdateProblems(page)
        let isThinned = !summed.isEmpty && page.views.updates + page.views.checks > page.limit(definition)
        var slices = isThinned ? try PageSlices(page) : nil
        try scan.run(page, &thinning, &sums, &problems, &slices, hasSums: !summed.isEmpty)
        let cells = scan.table.columns[0].values.count < scan.table.total ? slices?.rows() : nil
        scan.added[PageTables.slices.id] = cells ?? ([], 0)
        let edges = cells.map { $0.rows.isEmpty } ?? true ? [] : slices?.edges ?? []
        scan.added[PageTables.sliceEdges.id] = (edges.map { [$0] }, edges.count)
        if let problems {
            scan.added[PageTables.updateProblems.id] = (problems.drawn, problems.drawn.count)
            scan.added[PageTables.problemUpdates.id] = (problems.totals, problems.totals.count)
        }
        (scan.table.grayLeftOut, scan.table.longLeftOut) = (thinning.grayLeftOut, thinning.longLeftOut)
        for table in summed { scan.added[table.id] = try table.sums?(&sums, page.limit(table)) }
        return scan
    }

    private mutating func run(
        _ page: PageBuilder.Place, _ thinning: inout PageThinning, _ sums: inout PageSums,
        _ problems: inout UpdateProblems?, _ slices: inout PageSlices?, hasSums: Bool
    ) throws(TraceError) {
        var last: Int64 = 0
        let chosen = page.isChosen ? ChosenUpdates.condition("view_update") : ""
        try page.database.scan(
            PageUpdate.columns, of: "view_update",
            where: "\(try page.stored.condition("view_update")) AND start_ns IS NOT NULL\(chosen)"
        ) { row throws(TraceError) in
            let update = PageUpdate(row)
            guard update.id > last else {
                throw page.stored.damaged(
                    try StoredTable.named("view_update"), row: update.id, "follows rows with later ids")
            }
            last = update.id
            guard update.codes.membership != .otherProcess else { return }
            table.total += 1
            if hasSums { sums.add(update) }
            slices?.add(update, view: page.sites.place(of: update.codes.site).map { page.sites.views[$0] })
            let problem = problems?.problem(of: update.id)
            guard thinning.keeps(isLong: update.isLong) else { return }
            if let problem { problems?.draw(table.columns[0].values.count, problem) }
            sums.draws(chain: update.chain)
            for (index, value) in update.values(page.sites).enumerated() { table.columns[index].values.append(value) }
        }
    }
}

/// The problems of updates, which must be asked for by id, in order.
struct UpdateProblems {
    private var runs: [(first: Int64, last: Int64, problem: Int64)] = []
    private var next = 0
    private var counts: [Int64: Int64] = [:]
    /// Rows of the first drawn row, and the problem of those from it on, or -1.
    private(set) var drawn: [[Int64]] = []

    init(_ page: PageBuilder.Place) throws(TraceError) {
        let statement = try page.database.prepare(
            "SELECT first_id, last_id, problem_id FROM problem_update WHERE trace_id = \(page.trace) AND is_own = 1")
        while try statement.step() { runs.append((statement.whole(0), statement.whole(1), statement.whole(2))) }
        runs.sort { ($0.first, $0.problem) < ($1.first, $1.problem) }
    }

    /// Rows of problem and number of updates.
    var totals: [[Int64]] { counts.sorted { $0.key < $1.key }.map { [$0.key, $0.value] } }

    /// The problem of an update, or -1; counts the update.
    mutating func problem(of id: Int64) -> Int64 {
        while next < runs.count, runs[next].last < id { next += 1 }
        guard next < runs.count, runs[next].first <= id else { return -1 }
        counts[runs[next].problem, default: 0] += 1
        return runs[next].problem
    }

    mutating func draw(_ row: Int, _ problem: Int64) {
        if problem != drawn.last?[1] ?? -1 { drawn.append([Int64(row), problem]) }
    }
}
