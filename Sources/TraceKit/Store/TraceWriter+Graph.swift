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
        let (records, names, ids, firstNode) = (records, names, windowIDs(), base.node)
        let (windows, verdicts, null) = (results.windows, results.windowVerdicts, FeedColumn.null)
        let (orangeNs, table) = (results.deadlines.orangeNs, records.names)
        func sourceID(_ row: Int) -> UInt64? {
            windows[row].record.flatMap { records.sourceID(records.interactions[$0].id) }
        }
        try insert(
            "interaction", count: windows.count,
            [
                "id": .numbers { $0.each { ids[$0] } },
                "trace_id": .constant(traceID),
                "source_id": .ids({ $0.ids(sourceID) }, of: sourceID),
                "node_id": .batch { $0.each { windows[$0].node < 0 ? null : firstNode + Int64(windows[$0].node) } },
                "kind": .batch { $0.each { Int64(windows[$0].kind.rawValue) } },
                "kind_word_id": .batch { $0.names(names) { windows[$0].kindWord } },
                "name_id": .batch { $0.names(names) { windows[$0].name } },
                "start_ns": .batch { $0.each { windows[$0].start } },
                "duration_ns": .batch { $0.each { windows[$0].duration < 0 ? null : windows[$0].duration } },
                "end_ns": .batch { $0.each { windows[$0].end } },
                "updates": .batch { $0.each { Int64(windows[$0].updates) } },
                "linked": .batch { $0.each { Int64(windows[$0].linked) } },
                "temporal": .batch { $0.each { Int64(windows[$0].temporal) } },
                "necessary": .batch { $0.each { Int64(verdicts[$0].necessary) } },
                "unnecessary": .batch { $0.each { Int64(verdicts[$0].unnecessary) } },
                "unknown": .batch { $0.each { Int64(verdicts[$0].unknown) } },
                "wasted_ns": .batch { $0.each { verdicts[$0].wastedNs } },
                "red": .batch { $0.each { Int64(windows[$0].severities.red) } },
                "orange": .batch { $0.each { Int64(windows[$0].severities.orange) } },
                "gray": .batch { $0.each { Int64(windows[$0].severities.gray) } },
                "unterminated": .batch { $0.each { Int64(windows[$0].severities.unterminated) } },
                "checks": .batch { $0.each { Int64(windows[$0].checks) } },
                "hitch_ns": .batch { $0.each { windows[$0].hitchNs ?? null } },
                "hitch_ratio": .reals { windows[$0].hitchRatio },
                "proven": .batch { $0.each { Int64(verdicts[$0].proven) } },
                "likely": .batch { $0.each { Int64(verdicts[$0].likely) } },
                "possible": .batch { $0.each { Int64(verdicts[$0].possible) } },
                "missed_deadline": .batch { $0.each { windows[$0].longestNs > orangeNs ? 1 : 0 } },
                "longest_ns": .batch { $0.each { windows[$0].longestNs < 0 ? null : windows[$0].longestNs } },
                "label": .texts { row in
                    let window = windows[row]
                    return NodeLabels.text(window.kind, window.kindWord, window.name, table)
                },
            ])
    }

    func insertCauses() throws(TraceError) {
        let (records, causes, names) = (records, records.causes, names)
        let (fanOuts, sums) = (results.fanOuts, results.causes)
        let (plainSources, firstNode, firstCauseNode) = (plainEdges.sources, base.node, records.firstCauseNode)
        func sourceID(_ row: Int) -> UInt64? { records.sourceID(causes[row].id) }
        try insert(
            "cause", count: causes.count,
            [
                "id": .ids(from: firstNode + Int64(firstCauseNode)),
                "trace_id": .constant(traceID),
                "source_id": .ids({ $0.ids(sourceID) }, of: sourceID),
                "kind": .numbers { $0.each { Int64(causes[$0].kind.rawValue) } },
                "kind_word_id": .batch { $0.names(names) { causes[$0].kindWord } },
                "name_id": .batch { $0.names(names) { causes[$0].name } },
                "origin": .batch { $0.each { Int64(causes[$0].origin.rawValue) } },
                "start_ns": .batch { $0.each { causes[$0].start } },
                "process_id": .batch { $0.names(names) { causes[$0].process } },
                "fan_out": .batch { $0.each { Int64(fanOuts[$0]) } },
                "updates": .batch { $0.each { Int64(sums[$0].updates) } },
                "total_ns": .batch { $0.each { sums[$0].totalNs } },
                "wasted_ns": .batch { $0.each { sums[$0].wastedNs } },
                "necessary": .batch { $0.each { Int64(sums[$0].necessary) } },
                "unnecessary": .batch { $0.each { Int64(sums[$0].unnecessary) } },
                "unknown": .batch { $0.each { Int64(sums[$0].unknown) } },
                "cause_id": .indexes(plainSources, from: firstNode, row: firstCauseNode),
            ])
    }

    func insertChains() throws(TraceError) {
        let (chains, steps, names, firstStep) = (results.chains, results.chainSteps, names, base.step)
        let (heads, sums, goesRound) = (results.chainHeads, ChainSums(records, results), results.goesRound)
        try insert(
            "cause_chain", count: chains.count,
            [
                "id": .ids(from: base.chain),
                "trace_id": .constant(traceID),
                "step_id": .numbers { $0.each { firstStep + Int64(chains[$0].step) } },
                "head_step_id": .batch {
                    $0.each { row in
                        let head = chains[row].head(heads)
                        return head < 0 ? FeedColumn.null : firstStep + Int64(head)
                    }
                },
                "root_name_id": .batch { $0.names(names) { steps[Int(chains[$0].step)].root } },
                "depth": .batch { $0.each { Int64(chains[$0].depth) } },
                "updates": .batch { $0.each { Int64(sums.updates[$0]) } },
                "total_ns": .batch { $0.each { sums.totalNs[$0] } },
                "red": .batch { $0.each { Int64(sums.marks($0).red) } },
                "orange": .batch { $0.each { Int64(sums.marks($0).orange) } },
                "gray": .batch { $0.each { Int64(sums.gray($0)) } },
                "necessary": .batch { $0.each { Int64(sums.necessary[$0]) } },
                "unnecessary": .batch { $0.each { Int64(sums.marks($0).unnecessary) } },
                "unknown": .batch { $0.each { Int64(sums.unknown[$0]) } },
                "wasted_ns": .batch { $0.each { sums.marks($0).wastedNs } },
                "goes_round": .batch { $0.each { goesRound[$0] ? 1 : 0 } },
            ])
    }

    func insertChainSteps() throws(TraceError) {
        let (steps, names, firstStep) = (results.chainSteps, names, base.step)
        try insert(
            "chain_step", count: steps.count,
            [
                "id": .ids(from: firstStep),
                "trace_id": .constant(traceID),
                "parent_id": .batch {
                    $0.each { steps[$0].parent < 0 ? FeedColumn.null : firstStep + Int64(steps[$0].parent) }
                },
                "name_id": .batch { $0.names(names) { steps[$0].name } },
            ])
    }

    func insertUpdates() throws(TraceError) {
        let (records, windows) = (records, windowIDs())
        let updates = records.updates
        let (groups, windowOf, verdicts, reasons) = (results.group, results.window, results.verdict, results.reason)
        let (severity, memberships) = (results.severity, results.membership)
        let (drivers, chains) = (results.drivingCause, results.chain)
        let (firstGroup, firstSite) = (base.group, base.updateSite)
        let (firstNode, firstChain) = (base.node, base.chain)
        let (plainSources, firstUpdateNode) = (plainEdges.sources, records.firstUpdateNode)
        let (runs, firstRun) = (results.run, base.run)
        let sites = RowSites<UpdateSource>()
        let null = FeedColumn.null
        func sourceID(_ row: Int) -> UInt64? { records.sourceID(updates.id[row]) }
        try insert(
            "view_update", count: updates.count,
            [
                "id": .ids(from: firstNode + Int64(firstUpdateNode)),
                "trace_id": .constant(traceID),
                "source_id": updates.id.buffer.contains { $0 != 0 }
                    ? .ids({ $0.ids(sourceID) }, of: sourceID) : .absent,
                "start_ns": .batch { $0.each { updates.start[$0] } },
                "duration_ns": .batch {
                    $0.each { updates.duration[$0] == UpdateColumns.unterminated ? null : updates.duration[$0] }
                },
                "codes": .numbers {
                    $0.each { row in
                        let site = UpdateSource(
                            view: updates.view[row], thread: updates.thread[row], category: updates.category[row],
                            process: updates.process[row], hierarchy: updates.hierarchy[row])
                        return UpdateCodes.code(
                            phase: updates.phase[row], memberships[row], verdicts[row], reasons[row],
                            severity: severity[row], site: firstSite + sites.number(of: site))
                    }
                },
                "group_id": .indexes(groups, from: firstGroup),
                "interaction_id": windows.isEmpty
                    ? .absent : .batch { $0.each { windowOf[$0] < 0 ? null : windows[Int(windowOf[$0])] } },
                "driving_cause_id": .indexes(drivers.nodes, from: firstNode, row: drivers.first),
                "chain_id": .indexes(chains, from: firstChain),
                "cause_id": .indexes(plainSources, from: firstNode, row: firstUpdateNode),
                "run_id": runs.isEmpty
                    ? .absent : .batch { $0.each { runs[$0] < 0 ? null : firstRun + Int64(runs[$0]) } },
            ], optionalColumns())
        try insertSites(sites.all)
    }

    /// What few updates have, but for their groups: those that count are the ones that the analysis found.
    private func optionalColumns() -> [(key: String, value: FeedColumn)] {
        records.updates.optional.filter { !$0.isOfSite }.compactMap { column in
            switch column.values {
            case .groups: nil
            case .names(let texts, _): (column.stored.name, .names(names, texts))
            case .lists(let lists): (column.stored.name, .lists(lists, from: base.list))
            case .numbers(let numbers), .times(let numbers): (column.stored.name, .counts(numbers))
            }
        }
    }

    /// The updates over a deadline once more, in a table that is short.
    func insertLongUpdates() throws(TraceError) {
        let (updates, severity) = (records.updates, results.severity.buffer)
        let (first, results) = (base.node + Int64(records.firstUpdateNode), results)
        var long: [Int] = []
        for row in severity.indices where severity[row] > 0 { long.append(row) }
        try insert(
            "long_update", count: long.count,
            [
                "id": .integers { first + Int64(long[$0]) },
                "trace_id": .constant(traceID),
                "duration_ns": .integers { results.leastDuration(long[$0], updates) },
            ])
    }

    private func insertSites(_ sites: Column<UpdateSource>) throws(TraceError) {
        let (viewOfKey, firstView) = (results.viewOfKey, base.view)
        let views = sites.buffer.map { records.views[Int($0.view)] }
        try insert(
            "update_site", count: sites.count,
            [
                "id": .ids(from: base.updateSite),
                "trace_id": .constant(traceID),
                "view_id": .numbers { $0.each { firstView + Int64(viewOfKey[Int(sites[$0].view)]) } },
                "name_id": .batch { $0.names(names) { views[$0].name } },
                "module_id": .batch { $0.names(names) { views[$0].module } },
                "kind": .numbers { $0.each { Int64(views[$0].kind.rawValue) } },
                "raw_name_id": .batch {
                    $0.names(names) { views[$0].rawName == views[$0].name ? .none : views[$0].rawName }
                },
                "kind_word_id": .batch { $0.names(names) { views[$0].kindWord } },
                "category_id": .batch { $0.names(names) { sites[$0].category } },
                "process_id": .batch { $0.names(names) { sites[$0].process } },
                "view_hierarchy_id": .batch { $0.names(names) { sites[$0].hierarchy } },
                "thread_id": .batch { $0.names(names) { sites[$0].thread } },
            ])
    }

    /// The edges that are not stored with their target.
    func insertEdges() throws(TraceError) {
        let (edges, rows, names) = (records.edges, plainEdges.others, names)
        let (firstNode, firstList) = (base.node, base.list)
        let first = try database.nextID("edge")
        func edge(_ row: Int) -> EdgeRecord { edges[Int(rows[row])] }
        try insert(
            "edge", count: rows.count,
            [
                "id": .ids(from: first),
                "trace_id": .constant(traceID),
                "from_id": .numbers { $0.each { firstNode + Int64(edge($0).from) } },
                "to_id": .batch { $0.each { firstNode + Int64(edge($0).to) } },
                "at_ns": .batch { $0.each { edge($0).at } },
                "label_id": .batch { $0.names(names) { edge($0).label } },
                "changed_id": .batch {
                    $0.each {
                        edge($0).changed.isPresent ? firstList + Int64(edge($0).changed.rawValue) - 1 : FeedColumn.null
                    }
                },
            ])
    }

    func insertPropertyLists() throws(TraceError) {
        let lists = records.lists.lists.dropFirst().map { PropertyList.text($0.map { records.names.text($0) ?? "" }) }
        try insert(
            "property_list", count: lists.count,
            ["id": .ids(from: base.list), "trace_id": .constant(traceID), "text": .texts { lists[$0] }])
    }
}
