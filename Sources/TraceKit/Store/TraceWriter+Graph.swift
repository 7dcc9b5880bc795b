/// Interactions, causes, updates, and the edges and chains between them.
extension TraceWriter {
    /// The id of a window: that of its interaction record, else one behind all nodes.
    func windowIDs() -> [Int64] {
        var extra = base.node + Int64(records.nodeCount)
        return results.windows.map { window in
            if let record = window.record { return base.node + Int64(record) }
            extra += 1
            return extra - 1
        }
    }

    func insertInteractions() throws(TraceError) {
        let (records, windows, ids) = (records, results.windows, windowIDs())
        try insert("interaction", 29, count: windows.count) { row, column, out in
            let window = windows[row]
            switch column {
            case 0: out.integer(ids[row])
            case 1: out.integer(traceID)
            case 2: out.id(window.record.flatMap { records.sourceID(records.interactions[$0].id) })
            case 3: window.node < 0 ? out.null() : out.integer(base.node + Int64(window.node))
            case 4: out.integer(Int64(window.kind.rawValue))
            case 5: out.name(window.kindWord)
            case 6: out.name(window.name)
            case 7: out.integer(window.start)
            case 8: out.integer(window.duration, none: -1)
            case 9: out.integer(window.end)
            case 10: out.integer(window.updates)
            case 11: out.integer(window.linked)
            case 12: out.integer(window.temporal)
            case 13: out.integer(window.verdicts.necessary)
            case 14: out.integer(window.verdicts.unnecessary)
            case 15: out.integer(window.verdicts.unknown)
            case 16: out.integer(window.verdicts.wastedNs)
            case 17: out.integer(window.severities.red)
            case 18: out.integer(window.severities.orange)
            case 19: out.integer(window.severities.gray)
            case 20: out.integer(window.severities.unterminated)
            case 21: out.integer(window.checks)
            case 22: out.optional(window.hitchNs)
            case 23: out.optional(window.hitchRatio)
            case 24: out.integer(window.verdicts.proven)
            case 25: out.integer(window.verdicts.likely)
            case 26: out.integer(window.verdicts.possible)
            case 27: out.integer(window.missedDeadline ? 1 : 0)
            default: out.text(NodeLabels.text(window.kind, window.kindWord, window.name, records.names))
            }
        }
    }

    func insertCauses() throws(TraceError) {
        let (records, causes, summaries, names) = (records, records.causes, results.causes, names)
        let (plainSources, firstNode, firstCauseNode) = (plainEdges.sources, base.node, records.firstCauseNode)
        func sourceID(_ row: Int) -> UInt64? { records.sourceID(causes[row].id) }
        try insert(
            "cause", count: causes.count,
            [
                .ids(from: firstNode + Int64(firstCauseNode)),
                .constant(traceID),
                .ids({ $0.ids(sourceID) }, of: sourceID),
                .numbers { $0.each { Int64(causes[$0].kind.rawValue) } },
                .batch { $0.names(names) { causes[$0].kindWord } },
                .batch { $0.names(names) { causes[$0].name } },
                .batch { $0.each { Int64(causes[$0].origin.rawValue) } },
                .batch { $0.each { causes[$0].start } },
                .batch { $0.each { Int64(summaries[$0].fanOut) } },
                .batch { $0.each { Int64(summaries[$0].updates) } },
                .batch { $0.each { summaries[$0].totalNs } },
                .batch { $0.each { summaries[$0].wastedNs } },
                .indexes(plainSources, from: firstNode, row: firstCauseNode),
            ])
    }

    func insertChains() throws(TraceError) {
        let (chains, names, firstStep) = (results.chains, names, base.step)
        try insert(
            "cause_chain", count: chains.count,
            [
                .ids(from: base.chain),
                .constant(traceID),
                .numbers { $0.each { firstStep + Int64(chains[$0].step) } },
                .batch { $0.names(names) { chains[$0].root } },
                .texts { chains[$0].path },
                .batch { $0.each { Int64(chains[$0].depth) } },
                .batch { $0.each { Int64(chains[$0].updates) } },
                .batch { $0.each { chains[$0].totalNs } },
                .batch { $0.each { Int64(chains[$0].severities.red) } },
                .batch { $0.each { Int64(chains[$0].severities.orange) } },
                .batch { $0.each { Int64(chains[$0].severities.gray) } },
                .batch { $0.each { Int64(chains[$0].verdicts.unnecessary) } },
                .batch { $0.each { chains[$0].verdicts.wastedNs } },
                .batch { $0.each { chains[$0].goesRound ? 1 : 0 } },
            ])
    }

    func insertChainSteps() throws(TraceError) {
        let (steps, names, firstStep) = (results.chainSteps, names, base.step)
        try insert(
            "chain_step", count: steps.count,
            [
                .ids(from: firstStep),
                .constant(traceID),
                .batch { $0.each { steps[$0].parent < 0 ? FeedColumn.null : firstStep + Int64(steps[$0].parent) } },
                .batch { $0.names(names) { steps[$0].name } },
            ])
    }

    /// Room in the database for the updates and what is written behind them; nil where that is not worth it.
    func roomForUpdates() -> FileRoom? {
        let (bytesPerUpdate, few) = (64, 10_000)
        return records.updates.count < few ? nil : database.room(records.updates.count * bytesPerUpdate)
    }

    func insertUpdates(_ windows: [Int64]) throws(TraceError) {
        let (records, names) = (records, names)
        let updates = records.updates
        let (groups, windowOf, verdicts, reasons) = (results.group, results.window, results.verdict, results.reason)
        let (severity, memberships) = (results.severity, results.membership)
        let (drivers, chains) = (results.drivingCause, results.chain)
        let (firstGroup, firstList, firstSite) = (base.group, base.list, base.updateSite)
        let (firstNode, firstChain) = (base.node, base.chain)
        let (plainSources, firstUpdateNode) = (plainEdges.sources, records.firstUpdateNode)
        let sites = RowSites<UpdateSite>()
        let null = FeedColumn.null
        func sourceID(_ row: Int) -> UInt64? { records.sourceID(updates.id[row]) }
        try insert(
            "view_update", count: updates.count,
            [
                .ids(from: firstNode + Int64(firstUpdateNode)),
                .constant(traceID),
                updates.id.buffer.contains { $0 != 0 } ? .ids({ $0.ids(sourceID) }, of: sourceID) : .absent,
                .batch { $0.each { updates.start[$0] } },
                .batch { $0.each { updates.duration[$0] == UpdateColumns.unterminated ? null : updates.duration[$0] } },
                .numbers {
                    $0.each { row in
                        let site = UpdateSite(
                            view: updates.view[row], thread: updates.thread[row], category: updates.category[row])
                        return UpdateCodes.code(
                            phase: updates.phase[row], memberships[row], verdicts[row], reasons[row],
                            severity: severity[row], site: firstSite + sites.number(of: site, Int(site.view)))
                    }
                },
                .indexes(groups, from: firstGroup),
                windows.isEmpty
                    ? .absent : .batch { $0.each { windowOf[$0] < 0 ? null : windows[Int(windowOf[$0])] } },
                .indexes(drivers, from: firstNode),
                .indexes(chains, from: firstChain),
                .indexes(plainSources, from: firstNode, row: firstUpdateNode),
                updates.changed.isEmpty
                    ? .absent
                    : .batch {
                        $0.each { row in
                            let list = updates.changed[row]
                            return list.isPresent ? firstList + Int64(list.rawValue) - 1 : null
                        }
                    },
                .counts(updates.allocations),
                .names(names, updates.instance),
                .names(names, updates.severity),
                .counts(updates.downstream),
            ])
        try insertSites(sites.all)
        try insertLongUpdates()
    }

    /// The updates over a deadline once more, in a table that is short.
    private func insertLongUpdates() throws(TraceError) {
        let (updates, severity) = (records.updates, results.severity.buffer)
        let first = base.node + Int64(records.firstUpdateNode)
        var long: [Int] = []
        for row in severity.indices where severity[row] > 0 { long.append(row) }
        try insert("long_update", 3, count: long.count) { row, column, out in
            switch column {
            case 0: out.integer(first + Int64(long[row]))
            case 1: out.integer(traceID)
            default: out.integer(updates.duration[long[row]])
            }
        }
    }

    private func insertSites(_ sites: [UpdateSite]) throws(TraceError) {
        let (views, viewOfKey) = (records.views, results.viewOfKey)
        try insert("update_site", 10, count: sites.count) { row, column, out in
            let site = sites[row]
            let view = views[Int(site.view)]
            switch column {
            case 0: out.integer(base.updateSite + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.integer(base.view + Int64(viewOfKey[Int(site.view)]))
            case 3: out.name(view.name)
            case 4: out.name(view.module)
            case 5: out.integer(Int64(view.kind.rawValue))
            case 6: out.name(view.rawName == view.name ? .none : view.rawName)
            case 7: out.name(view.kindWord)
            case 8: out.name(site.category)
            default: out.name(site.thread)
            }
        }
    }

    /// The edges that do not stand with the node they lead to.
    func insertEdges() throws(TraceError) {
        let (edges, rows, names) = (records.edges, plainEdges.others, names)
        let (firstNode, firstList) = (base.node, base.list)
        let first = try database.nextID("edge")
        func edge(_ row: Int) -> EdgeRecord { edges[Int(rows[row])] }
        try insert(
            "edge", count: rows.count,
            [
                .ids(from: first),
                .constant(traceID),
                .numbers { $0.each { firstNode + Int64(edge($0).from) } },
                .batch { $0.each { firstNode + Int64(edge($0).to) } },
                .batch { $0.each { edge($0).at } },
                .batch { $0.names(names) { edge($0).label } },
                .batch {
                    $0.each {
                        edge($0).changed.isPresent ? firstList + Int64(edge($0).changed.rawValue) - 1 : FeedColumn.null
                    }
                },
            ])
    }

    func insertPropertyLists() throws(TraceError) {
        let lists = records.lists.lists.dropFirst().map { PropertyList.text($0.map { records.names.text($0) ?? "" }) }
        try insert("property_list", 2, count: lists.count) { row, column, out in
            if column == 0 { out.integer(base.list + Int64(row)) } else { out.text(lists[row]) }
        }
    }
}
