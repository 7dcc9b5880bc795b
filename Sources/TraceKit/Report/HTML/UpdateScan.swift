/// What a page draws of the updates, and what it adds up over all of them, from one scan: they are most of the database.
struct UpdateScan {
    private(set) var table: PageTable
    /// The rows of tables that are made of sums, by table.
    private(set) var added: [String: PageTableDefinition.Rows] = [:]
    /// Long times in which no update begins, by the update that ends them, ascending.
    private(set) var pauses: [Pause] = []

    struct Pause {
        let update: Int64
        /// When the update before it begins, and this one.
        let from: Int64
        let to: Int64
    }

    /// `summed`: the tables that are made of sums.
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
        var sums = PageSums(
            page.sites, chains: try StoredTrace(page.database, page.trace).rows(of: "cause_chain"),
            orangeNs: PageBuilder.whole(deadlines[0]), redNs: PageBuilder.whole(deadlines[1]))
        try scan.run(page, &thinning, &sums, hasSums: !summed.isEmpty)
        (scan.table.grayLeftOut, scan.table.longLeftOut) = (thinning.grayLeftOut, thinning.longLeftOut)
        if !summed.isEmpty { try sums.readLabels(StoredTrace(page.database, page.trace)) }
        for table in summed { scan.added[table.id] = table.sums?(&sums, page.limit(table)) }
        return scan
    }

    private mutating func run(
        _ page: PageBuilder.Place, _ thinning: inout PageThinning, _ sums: inout PageSums, hasSums: Bool
    ) throws(TraceError) {
        let statement = try page.database.prepare(page.fill(PageTables.updates.sql))
        let widest = try ProblemSpans.widest(page)
        var last = Int64.max
        while try statement.step() {
            let update = PageUpdate(statement)
            if last < update.start - widest { pauses.append(Pause(update: update.id, from: last, to: update.start)) }
            last = update.start
            guard update.codes.membership != .otherProcess else { continue }
            table.total += 1
            if hasSums { sums.add(update) }
            guard thinning.keeps(isLong: update.isLong) else { continue }
            sums.draws(chain: update.chain)
            for (index, value) in update.values(page.sites).enumerated() { table.columns[index].values.append(value) }
        }
    }
}
