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
        try insert("interaction", 28, count: windows.count) { row, column, out in
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
            default: out.integer(window.missedDeadline ? 1 : 0)
            }
        }
    }

    func insertCauses() throws(TraceError) {
        let (records, causes, summaries) = (records, records.causes, results.causes)
        let first = base.node + Int64(records.firstCauseNode)
        try insert("cause", 12, count: causes.count) { row, column, out in
            let cause = causes[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.id(records.sourceID(cause.id))
            case 3: out.integer(Int64(cause.kind.rawValue))
            case 4: out.name(cause.kindWord)
            case 5: out.name(cause.name)
            case 6: out.integer(Int64(cause.origin.rawValue))
            case 7: out.integer(cause.start, none: UpdateColumns.untimed)
            case 8: out.integer(summaries[row].fanOut)
            case 9: out.integer(summaries[row].updates)
            case 10: out.integer(summaries[row].totalNs)
            default: out.integer(summaries[row].wastedNs)
            }
        }
    }

    func insertChains() throws(TraceError) {
        let chains = results.chains
        try insert("cause_chain", 14, count: chains.count) { row, column, out in
            let chain = chains[row]
            switch column {
            case 0: out.integer(base.chain + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.index(chain.step, from: base.step)
            case 3: out.name(chain.root)
            case 4: out.text(chain.path)
            case 5: out.integer(chain.depth)
            case 6: out.integer(chain.updates)
            case 7: out.integer(chain.totalNs)
            case 8: out.integer(chain.severities.red)
            case 9: out.integer(chain.severities.orange)
            case 10: out.integer(chain.severities.gray)
            case 11: out.integer(chain.verdicts.unnecessary)
            case 12: out.integer(chain.verdicts.wastedNs)
            default: out.integer(chain.goesRound ? 1 : 0)
            }
        }
        let steps = results.chainSteps
        try insert("chain_step", 4, count: steps.count) { row, column, out in
            switch column {
            case 0: out.integer(base.step + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.index(steps[row].parent, from: base.step)
            default: out.name(steps[row].name)
            }
        }
    }

    func insertUpdates() throws(TraceError) {
        let (records, results) = (records, results)
        let updates = records.updates
        let first = base.node + Int64(records.firstUpdateNode)
        let (firstView, firstGroup, firstList) = (base.view, base.group, base.list)
        let (firstNode, firstChain, windows) = (base.node, base.chain, windowIDs())
        try insert("view_update", 24, count: updates.count) { row, column, out in
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.id(records.sourceID(updates.id[row]))
            case 3: out.integer(firstView + Int64(results.viewOfKey[Int(updates.view[row])]))
            case 4:
                let spelling = records.views[Int(updates.view[row])]
                spelling.rawName == spelling.name ? out.null() : out.name(spelling.rawName)
            case 5: out.name(records.views[Int(updates.view[row])].kindWord)
            case 6: out.integer(Int64(updates.phase[row].rawValue))
            case 7: out.name(updates.category[row])
            case 8: out.name(updates.thread[row])
            case 9: out.name(updates.instance[row])
            case 10: out.integer(updates.start[row], none: UpdateColumns.untimed)
            case 11: out.integer(updates.duration[row], none: UpdateColumns.unterminated)
            case 12: out.integer(Int64(results.severity[row]), none: Int64(AnalysisResults.noSeverity))
            case 13: out.name(updates.instrumentsSeverity[row])
            case 14:
                out.index(results.group[row], from: firstGroup)
            case 15:
                let window = results.window[row]
                window < 0 ? out.null() : out.integer(windows[Int(window)])
            case 16: out.integer(Int64(results.membership[row].rawValue))
            case 17: out.integer(Int64(results.verdict[row].rawValue), none: 0)
            case 18: out.integer(Int64(results.reason[row].rawValue), none: 0)
            case 19: out.index(results.drivingCause[row], from: firstNode)
            case 20: out.index(results.chain[row], from: firstChain)
            case 21: out.integer(updates.allocations[row], none: -1)
            case 22: out.integer(updates.downstream[row], none: -1)
            default: out.index(Int32(updates.changed[row].rawValue) - 1, from: firstList)
            }
        }
    }

    func insertEdges() throws(TraceError) {
        let edges = records.edges
        let (firstNode, firstList) = (base.node, base.list)
        let first = (try database.integer("SELECT max(id) FROM edge") ?? 0) + 1
        try insert("edge", 7, count: edges.count) { row, column, out in
            let edge = edges[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.integer(firstNode + Int64(edge.from))
            case 3: out.integer(firstNode + Int64(edge.to))
            case 4: out.integer(edge.at, none: UpdateColumns.untimed)
            case 5: out.name(edge.label)
            default: edge.changed.isPresent ? out.integer(firstList + Int64(edge.changed.rawValue) - 1) : out.null()
            }
        }
    }

    func insertPropertyLists() throws(TraceError) {
        let lists = records.lists.lists.dropFirst().map { PropertyList.text($0.map { records.names.text($0) ?? "" }) }
        try insert("property_list", 2, count: lists.count) { row, column, out in
            if column == 0 { out.integer(base.list + Int64(row)) } else { out.text(lists[row]) }
        }
    }
}
