/// Interactions, causes, updates, and the edges and chains between them.
extension TraceWriter {
    /// The ids of the windows: that of the interaction record, or without one an id after all nodes.
    func windowIDs() -> [Int64] {
        var extra = firstIDs.node + Int64(records.nodeCount)
        return results.windows.map { window in
            if let record = window.record { return firstIDs.node + Int64(record) }
            extra += 1
            return extra - 1
        }
    }

    func insertInteractions() throws(TraceError) {
        let (records, ids, firstNode) = (records, windowIDs(), firstIDs.node)
        let (windows, verdicts) = (results.windows, results.windowVerdicts)
        let (orangeNs, table) = (results.deadlines.orangeNs, records.names)
        func sourceID(_ row: Int) -> UInt64? {
            windows[row].record.flatMap { records.sourceID(records.interactions[$0].id) }
        }
        try insert(
            "interaction", count: windows.count,
            [
                "id": .integers { ids[$0] },
                "source_id": .sourceIDs(sourceID),
                "node_id": .integers { windows[$0].node < 0 ? nil : firstNode + Int64(windows[$0].node) },
                "kind": .integers { windows[$0].kind.rawValue },
                "kind_word_id": .names { windows[$0].kindWord },
                "name_id": .names { windows[$0].name },
                "start_ns": .times { windows[$0].start },
                "duration_ns": .counts { windows[$0].duration },
                "end_ns": .times { windows[$0].end },
                "updates": .integers { windows[$0].updates },
                "linked": .integers { windows[$0].linked },
                "temporal": .integers { windows[$0].temporal },
                "necessary": .integers { verdicts[$0].necessary },
                "unnecessary": .integers { verdicts[$0].unnecessary },
                "unknown": .integers { verdicts[$0].unknown },
                "wasted_ns": .integers { verdicts[$0].wastedNs },
                "red": .integers { windows[$0].severities.red },
                "orange": .integers { windows[$0].severities.orange },
                "gray": .integers { windows[$0].severities.gray },
                "unterminated": .integers { windows[$0].severities.unterminated },
                "checks": .integers { windows[$0].checks },
                "hitch_ns": .integers { windows[$0].hitchNs },
                "hitch_ratio": .reals { windows[$0].hitchRatio },
                "proven": .integers { verdicts[$0].proven },
                "likely": .integers { verdicts[$0].likely },
                "possible": .integers { verdicts[$0].possible },
                "missed_deadline": .flags { windows[$0].longestNs > orangeNs },
                "longest_ns": .counts { windows[$0].longestNs },
                "label": .texts { row in
                    let window = windows[row]
                    return NodeLabels.text(window.kind, window.kindWord, window.name, table)
                },
            ])
    }

    func insertCauses() throws(TraceError) {
        let (records, causes) = (records, records.causes)
        let (fanOuts, sums) = (results.fanOuts, results.causes)
        let (plainSources, firstNode, firstCauseNode) = (plainEdges.sources, firstIDs.node, records.firstCauseNode)
        func sourceID(_ row: Int) -> UInt64? { records.sourceID(causes[row].id) }
        try insert(
            "cause", count: causes.count,
            [
                "id": .ids(from: firstNode + Int64(firstCauseNode)),
                "source_id": .sourceIDs(sourceID),
                "kind": .integers { causes[$0].kind.rawValue },
                "kind_word_id": .names { causes[$0].kindWord },
                "name_id": .names { causes[$0].name },
                "origin": .integers { causes[$0].origin.rawValue },
                "wrapper": .integers { causes[$0].wrapper.rawValue },
                "start_ns": .times { causes[$0].start },
                "process_id": .names { causes[$0].process },
                "fan_out": .integers { fanOuts[$0] },
                "updates": .integers { sums[$0].updates },
                "total_ns": .integers { sums[$0].totalNs },
                "wasted_ns": .integers { sums[$0].wastedNs },
                "necessary": .integers { sums[$0].necessary },
                "unnecessary": .integers { sums[$0].unnecessary },
                "unknown": .integers { sums[$0].unknown },
                "cause_id": .indexes(plainSources, from: firstNode, row: firstCauseNode),
            ])
    }

    func insertChains() throws(TraceError) {
        let (chains, steps, firstStep) = (results.chains, results.chainSteps, firstIDs["chain_step"])
        let (heads, sums, goesRound) = (results.chainHeads, ChainSums(records, results), results.goesRound)
        try insert(
            "cause_chain", count: chains.count,
            [
                "step_id": .integers { firstStep + Int64(chains[$0].step) },
                "head_step_id": .integers { row in
                    let head = chains[row].head(heads)
                    return head < 0 ? nil : firstStep + Int64(head)
                },
                "root_name_id": .names { steps[Int(chains[$0].step)].root },
                "depth": .integers { chains[$0].depth },
                "updates": .integers { sums.updates[$0] },
                "total_ns": .integers { sums.totalNs[$0] },
                "red": .integers { sums.marks($0).red },
                "orange": .integers { sums.marks($0).orange },
                "gray": .integers { sums.gray($0) },
                "necessary": .integers { sums.necessary[$0] },
                "unnecessary": .integers { sums.marks($0).unnecessary },
                "unknown": .integers { sums.unknown[$0] },
                "wasted_ns": .integers { sums.marks($0).wastedNs },
                "goes_round": .flags { goesRound[$0] },
            ])
    }

    func insertChainSteps() throws(TraceError) {
        let (steps, firstStep) = (results.chainSteps, firstIDs["chain_step"])
        try insert(
            "chain_step", count: steps.count,
            [
                "parent_id": .integers { steps[$0].parent < 0 ? nil : firstStep + Int64(steps[$0].parent) },
                "name_id": .names { steps[$0].name },
            ])
    }

    func insertUpdates() throws(TraceError) {
        let (records, windows) = (records, windowIDs())
        let updates = records.updates
        let (groups, windowOf, verdicts, reasons) = (results.group, results.window, results.verdict, results.reason)
        let (severity, memberships) = (results.severity, results.membership)
        let (drivers, chains) = (results.drivingCause, results.chain)
        let (firstGroup, firstSite) = (firstIDs["update_group"], firstIDs["update_site"])
        let (firstNode, firstChain) = (firstIDs.node, firstIDs["cause_chain"])
        let (plainSources, firstUpdateNode) = (plainEdges.sources, records.firstUpdateNode)
        let (runs, firstRun) = (results.run, firstIDs["recurring_run"])
        let sites = RowSites<UpdateSource>()
        func sourceID(_ row: Int) -> UInt64? { records.sourceID(updates.id[row]) }
        try insert(
            "view_update", count: updates.count,
            [
                "id": .ids(from: firstNode + Int64(firstUpdateNode)),
                "source_id": updates.id.buffer.contains { $0 != 0 }
                    ? .sourceIDs(sourceID) : .absent,
                "start_ns": .times { updates.start[$0] },
                "duration_ns": .integers {
                    updates.duration[$0] == UpdateColumns.unterminated ? nil : updates.duration[$0]
                },
                "codes": .integers { row in
                    let site = UpdateSource(
                        view: updates.view[row], thread: updates.thread[row], category: updates.category[row],
                        process: updates.process[row], hierarchy: updates.hierarchy[row])
                    return UpdateCodes.code(
                        phase: updates.phase[row], memberships[row], verdicts[row], reasons[row],
                        severity: severity[row], site: firstSite + sites.number(of: site))
                },
                "group_id": .indexes(groups, from: firstGroup),
                "interaction_id": windows.isEmpty
                    ? .absent : .integers { windowOf[$0] < 0 ? nil : windows[Int(windowOf[$0])] },
                "driving_cause_id": .indexes(drivers.nodes, from: firstNode, row: drivers.first),
                "chain_id": .indexes(chains, from: firstChain),
                "cause_id": .indexes(plainSources, from: firstNode, row: firstUpdateNode),
                "run_id": runs.isEmpty
                    ? .absent : .integers { runs[$0] < 0 ? nil : firstRun + Int64(runs[$0]) },
            ], optionalColumns())
        try insertSites(sites.all)
    }

    /// The columns that few updates have, except groups, which the analysis finds.
    private func optionalColumns() -> [(key: String, value: InsertColumn)] {
        records.updates.optional.filter { !$0.isOfSite }.compactMap { column in
            switch column.values {
            case .groups: nil
            case .names(let texts, _): (column.storedName, .names(texts))
            case .lists(let lists): (column.storedName, .lists(lists, from: firstIDs["property_list"]))
            case .numbers(let numbers), .times(let numbers): (column.storedName, .counts(numbers))
            }
        }
    }

    /// Inserts the updates over a deadline once more, in a short table.
    func insertLongUpdates() throws(TraceError) {
        let (updates, severity) = (records.updates, results.severity.buffer)
        let (first, results) = (firstIDs.node + Int64(records.firstUpdateNode), results)
        var long: [Int] = []
        for row in severity.indices where severity[row] > 0 { long.append(row) }
        try insert(
            "long_update", count: long.count,
            [
                "id": .integers { first + Int64(long[$0]) },
                "duration_ns": .integers { results.leastDuration(long[$0], updates) },
            ])
    }

    private func insertSites(_ sites: Column<UpdateSource>) throws(TraceError) {
        let (viewOfKey, firstView) = (results.viewOfKey, firstIDs["view"])
        let views = sites.buffer.map { records.views[Int($0.view)] }
        try insert(
            "update_site", count: sites.count,
            [
                "view_id": .integers { firstView + Int64(viewOfKey[Int(sites[$0].view)]) },
                "name_id": .names { views[$0].name },
                "module_id": .names { views[$0].module },
                "kind": .integers { views[$0].kind.rawValue },
                "raw_name_id": .names { views[$0].rawName == views[$0].name ? .none : views[$0].rawName },
                "kind_word_id": .names { views[$0].kindWord },
                "category_id": .names { sites[$0].category },
                "process_id": .names { sites[$0].process },
                "view_hierarchy_id": .names { sites[$0].hierarchy },
                "thread_id": .names { sites[$0].thread },
            ])
    }

    /// Inserts the edges that are not stored with their target.
    func insertEdges() throws(TraceError) {
        let (edges, rows) = (records.edges, plainEdges.others)
        let (firstNode, firstList) = (firstIDs.node, firstIDs["property_list"])
        func edge(_ row: Int) -> EdgeRecord { edges[Int(rows[row])] }
        try insert(
            "edge", count: rows.count,
            [
                "from_id": .integers { firstNode + Int64(edge($0).from) },
                "to_id": .integers { firstNode + Int64(edge($0).to) },
                "at_ns": .times { edge($0).at },
                "label_id": .names { edge($0).label },
                "changed_id": .integers {
                    edge($0).changed.isPresent ? firstList + Int64(edge($0).changed.rawValue) - 1 : nil
                },
            ])
    }

    func insertPropertyLists() throws(TraceError) {
        let lists = records.lists.lists.dropFirst().map { PropertyList.text($0.map { records.names.text($0) ?? "" }) }
        try insert(
            "property_list", count: lists.count,
            ["text": .texts { lists[$0] }])
    }
}
