/// The drawn updates and the sums over all of them, from one scan, because updates are most of the database.
struct UpdateScan {
    private(set) var table: PageTable
    /// The rows of tables of sums, by table.
    private(set) var added: [String: PageTableDefinition.Rows] = [:]
    /// Long gaps without the start of an update, by the update that ends them, ascending.
    private(set) var pauses: [Pause] = []

    /// The starts of updates, including those not selected.
    private(set) var starts = UpdateStarts()

    struct Pause {
        let update: Int64
        /// The starts of the previous update and of this one.
        let from: Int64
        let to: Int64
    }

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
            page.sites, page.stored, orangeNs: PageBuilder.whole(deadlines[0]),
            redNs: PageBuilder.whole(deadlines[1]))
        try scan.run(page, &thinning, &sums, hasSums: !summed.isEmpty)
        if page.isChosen { scan.starts = try UpdateStarts(page) }
        (scan.table.grayLeftOut, scan.table.longLeftOut) = (thinning.grayLeftOut, thinning.longLeftOut)
        sums.finish(mostLinks: page.limit(PageTables.links))
        for table in summed { scan.added[table.id] = try table.sums?(&sums, page.limit(table)) }
        return scan
    }

    private mutating func run(
        _ page: PageBuilder.Place, _ thinning: inout PageThinning, _ sums: inout PageSums, hasSums: Bool
    ) throws(TraceError) {
        let widest = try ProblemSpans.widest(page)
        var last = Int64.max
        let chosen = page.isChosen ? ChosenUpdates.condition("view_update") : ""
        try page.database.scan(
            PageUpdate.columns, of: "view_update",
            where: "\(try page.stored.condition("view_update")) AND start_ns IS NOT NULL\(chosen)"
        ) { row throws(TraceError) in
            let update = PageUpdate(row)
            if last < update.start - widest { pauses.append(Pause(update: update.id, from: last, to: update.start)) }
            last = update.start
            try starts.note(update.start, of: update.id, in: page)
            guard update.codes.membership != .otherProcess else { return }
            table.total += 1
            if hasSums { sums.add(update) }
            guard thinning.keeps(isLong: update.isLong) else { return }
            sums.draws(chain: update.chain)
            for (index, value) in update.values(page.sites).enumerated() { table.columns[index].values.append(value) }
        }
    }
}

/// The start of each update by id.
struct UpdateStarts {
    private var starts = Column<Int64>()
    private var first: Int64 = 0

    init() {}

    /// Reads the starts of all updates of a trace.
    init(_ page: PageBuilder.Place) throws(TraceError) {
        var all = UpdateStarts()
        try page.database.scan(
            ["id", "start_ns"], of: "view_update",
            where: "\(try page.stored.condition("view_update")) AND start_ns IS NOT NULL"
        ) { row throws(TraceError) in try all.note(row.integer(1), of: row.integer(0), in: page) }
        self = all
    }

    /// Updates come by id, and ids are dense.
    @inline(__always)
    mutating func note(_ start: Int64, of update: Int64, in page: PageBuilder.Place) throws(TraceError) {
        if starts.count == 0 { first = update }
        guard update >= first + Int64(starts.count) else {
            throw page.stored.damaged(
                try StoredTable.named("view_update"), row: update, "follows rows with later ids")
        }
        starts.put(start, at: Int(update - first), filler: -1)
    }

    /// -1 for an unknown update or one without a time.
    subscript(update: Int64) -> Int64 {
        let index = update &- first
        return index >= 0 && index < starts.count ? starts[Int(index)] : -1
    }
}
