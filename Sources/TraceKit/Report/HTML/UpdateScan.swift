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
        try scan.run(page, &thinning, &sums, hasSums: !summed.isEmpty)
        (scan.table.grayLeftOut, scan.table.longLeftOut) = (thinning.grayLeftOut, thinning.longLeftOut)
        for table in summed { scan.added[table.id] = try table.sums?(&sums, page.limit(table)) }
        return scan
    }

    private mutating func run(
        _ page: PageBuilder.Place, _ thinning: inout PageThinning, _ sums: inout PageSums, hasSums: Bool
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
            guard thinning.keeps(isLong: update.isLong) else { return }
            sums.draws(chain: update.chain)
            for (index, value) in update.values(page.sites).enumerated() { table.columns[index].values.append(value) }
        }
    }
}
