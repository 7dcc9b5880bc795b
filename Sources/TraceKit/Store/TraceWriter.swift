/// Writes one trace with its results into a database, every row once and in order of its id.
///
/// The caller holds the transaction. Nothing is indexed while rows come in; ids are dense and ascending, so
/// that every table grows at its end.
struct TraceWriter {
    private let database: Database
    private let feeds: FeedTable
    private let records: TraceRecords
    private let results: AnalysisResults
    private let names: StoredNames
    private let traceID: Int64
    private let base: RowBases

    /// The first free ids, one per range of ids that rows refer to.
    private struct RowBases {
        let node: Int64
        let view: Int64
        let group: Int64
        let list: Int64
        let stack: Int64
        let chain: Int64
        let step: Int64

        init(_ database: Database) throws(TraceError) {
            func next(_ table: String) throws(TraceError) -> Int64 {
                (try database.integer("SELECT max(id) FROM \(table)") ?? 0) + 1
            }
            node = max(try next("interaction"), try next("cause"), try next("view_update"))
            view = try next("view")
            group = try next("update_group")
            list = try next("property_list")
            stack = try next("stack_frame")
            chain = try next("cause_chain")
            step = try next("chain_step")
        }
    }

    /// Inserts the trace and returns its id.
    static func write(
        _ records: TraceRecords, _ results: AnalysisResults, importedAt: String?, into database: Database
    ) throws(TraceError) -> Int64 {
        let writer = try TraceWriter(records, results, database)
        try writer.insertTrace(importedAt)
        try writer.insertViews()
        try writer.insertInteractions()
        try writer.insertCauses()
        try writer.insertChains()
        try writer.insertUpdates()
        try writer.insertEdges()
        try writer.insertPropertyLists()
        try writer.insertGroups()
        try writer.insertSignposts()
        try writer.insertHitches()
        try writer.insertHangs()
        try writer.insertStacks()
        try writer.insertSamples()
        try writer.insertMetrics()
        try writer.insertMetricBuckets()
        try writer.insertFindings()
        try writer.insertRejects()
        try writer.insertCounters()
        try writer.names.insert(writer.feeds)
        return writer.traceID
    }

    private init(_ records: TraceRecords, _ results: AnalysisResults, _ database: Database) throws(TraceError) {
        self.database = database
        self.records = records
        self.results = results
        feeds = try FeedTable(database)
        names = try StoredNames(records.names, database)
        traceID = (try database.integer("SELECT max(id) FROM trace") ?? 0) + 1
        base = try RowBases(database)
    }

    private func insert(_ table: String, _ columns: Int, count: Int, _ cell: @escaping (Int, Int, Cell) -> Void)
        throws(TraceError)
    {
        try feeds.insert(into: table, columns: columns, RowFeed(count: count, names: names, cell: cell))
    }

    // MARK: The trace

    private func insertTrace(_ importedAt: String?) throws(TraceError) {
        let metadata = records.metadata
        let deadlines = results.deadlines
        func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
        func integer(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }
        let warnings = records.warnings.map { "\($0.place.map { "\($0.text): " } ?? "")\($0.message)" }
        let values: [SQLValue] = [
            .integer(traceID), text(metadata.name), .text(records.sourceFiles.joined(separator: "\n")),
            .text(records.formats.joined(separator: ",")), .text(records.contentHash), text(metadata.app),
            text(metadata.process), integer(metadata.pid), text(metadata.device), text(metadata.os),
            text(metadata.build), text(metadata.configuration), integer(metadata.refreshHz), text(metadata.startedAt),
            integer(metadata.durationNs ?? records.lastEnd), .integer(metadata.durationNs == nil ? 0 : 1),
            integer(metadata.truncatedAt?.byte.map { Int64($0) }), text(metadata.truncatedAt?.file),
            text(records.damage?.message), .text(records.lanes.sorted().joined(separator: ",")), warnings.isEmpty ? .null : .text(warnings.joined(separator: "\n")),
            .text(deadlines.profile), .integer(deadlines.orangeNs), .integer(deadlines.redNs), text(importedAt),
        ]
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try database.prepare("INSERT INTO trace VALUES (\(marks))").run(values)
    }

    private func insertViews() throws(TraceError) {
        let views = results.views
        try insert("view", 24, count: views.count) { row, column, out in
            let view = views[row]
            switch column {
            case 0: out.integer(base.view + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.name(view.name)
            case 3: out.name(view.module)
            case 4: out.integer(Int64(view.kind.rawValue))
            case 5: out.integer(view.updates)
            case 6: out.integer(view.totalNs)
            case 7: out.optional(view.medianNs)
            case 8: out.optional(view.p95Ns)
            case 9: out.optional(view.maxNs)
            case 10: out.integer(view.severities.red)
            case 11: out.integer(view.severities.orange)
            case 12: out.integer(view.severities.gray)
            case 13: out.integer(view.severities.unterminated)
            case 14: out.integer(view.checks)
            case 15: out.integer(view.untimed)
            case 16: out.integer(view.verdicts.necessary)
            case 17: out.integer(view.verdicts.unnecessary)
            case 18: out.integer(view.verdicts.unknown)
            case 19: out.integer(view.verdicts.wastedNs)
            case 20: out.integer(view.interactions)
            case 21: out.integer(view.verdicts.proven)
            case 22: out.integer(view.verdicts.likely)
            default: out.integer(view.verdicts.possible)
            }
        }
    }

    // MARK: The cause graph

    /// The id of a window: that of its interaction record, else one behind all nodes.
    private func windowIDs() -> [Int64] {
        var extra = base.node + Int64(records.nodeCount)
        return results.windows.map { window in
            if let record = window.record { return base.node + Int64(record) }
            extra += 1
            return extra - 1
        }
    }

    private func insertInteractions() throws(TraceError) {
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

    private func insertCauses() throws(TraceError) {
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

    private func insertChains() throws(TraceError) {
        let chains = results.chains
        try insert("cause_chain", 13, count: chains.count) { row, column, out in
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
            default: out.integer(chain.verdicts.wastedNs)
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

    private func insertUpdates() throws(TraceError) {
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

    private func insertEdges() throws(TraceError) {
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

    private func insertPropertyLists() throws(TraceError) {
        let lists = records.lists.lists.dropFirst().map { PropertyList.text($0.map { records.names.text($0) ?? "" }) }
        try insert("property_list", 2, count: lists.count) { row, column, out in
            if column == 0 { out.integer(base.list + Int64(row)) } else { out.text(lists[row]) }
        }
    }

    // MARK: The other lanes

    private func insertGroups() throws(TraceError) {
        let (records, results, groups) = (records, results, results.groups)
        try insert("update_group", 13, count: groups.count) { row, column, out in
            let group = groups[row]
            switch column {
            case 0: out.integer(base.group + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.id(group.id == 0 ? nil : records.groupIDs[Int(group.id)])
            case 3: group.record.map { out.name(records.groups[$0].label) } ?? out.null()
            case 4: out.name(group.thread)
            case 5: out.integer(group.start)
            case 6: out.integer(group.duration, none: -1)
            case 7: out.integer(group.busy, none: -1)
            case 8: out.integer(group.updates)
            case 9:
                let severity = group.busy < 0 ? nil : results.deadlines.severity(ofDuration: group.busy)
                out.optional(severity.map { Int64($0.rawValue) })
            case 10: out.integer(group.isAccumulated ? 1 : 0)
            case 11: out.integer(group.isDerived ? 1 : 0)
            default: out.integer(group.record == nil ? 0 : 1)
            }
        }
    }

    private func insertSignposts() throws(TraceError) {
        let signposts = records.signposts
        let first = (try database.integer("SELECT max(id) FROM signpost") ?? 0) + 1
        try insert("signpost", 13, count: signposts.count) { row, column, out in
            let signpost = signposts[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.name(signpost.name)
            case 3: out.name(signpost.subsystem)
            case 4: out.name(signpost.category)
            case 5: out.name(signpost.process)
            case 6: out.name(signpost.thread)
            case 7: out.name(signpost.scope)
            case 8: out.id(signpost.hasID ? signpost.signpostID : nil)
            case 9: out.name(signpost.message)
            case 10: out.integer(signpost.start)
            case 11: out.integer(signpost.duration, none: -1)
            default: out.integer(Int64(signpost.pairing.rawValue))
            }
        }
    }

    private func insertHitches() throws(TraceError) {
        let (hitches, results, windows) = (records.hitches, results, windowIDs())
        let first = (try database.integer("SELECT max(id) FROM hitch") ?? 0) + 1
        try insert("hitch", 9, count: hitches.count) { row, column, out in
            let hitch = hitches[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.integer(hitch.start)
            case 3: out.integer(hitch.duration)
            case 4: out.integer(hitch.isSystem ? 1 : 0)
            case 5: out.name(hitch.narrative)
            case 6: results.hitchWindow[row] < 0 ? out.null() : out.integer(windows[Int(results.hitchWindow[row])])
            case 7: out.text(overlappingViews(results.hitches[row]))
            default: out.optional(results.hitches[row].coverage)
            }
        }
    }

    private func insertHangs() throws(TraceError) {
        let (hangs, results, windows) = (records.hangs, results, windowIDs())
        let names = records.names
        let first = (try database.integer("SELECT max(id) FROM hang") ?? 0) + 1
        try insert("hang", 10, count: hangs.count) { row, column, out in
            let hang = hangs[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.integer(hang.start)
            case 3: out.integer(hang.duration)
            case 4: out.name(hang.kind)
            case 5: out.text(names.text(hang.kind) ?? HangClass.word(forDuration: hang.duration))
            case 6: out.name(hang.thread)
            case 7: results.hangWindow[row] < 0 ? out.null() : out.integer(windows[Int(results.hangWindow[row])])
            case 8: out.text(overlappingViews(results.hangs[row]))
            default: out.optional(results.hangs[row].coverage)
            }
        }
    }

    /// `LandmarkRow 12.3 ms, MapView 4.0 ms`, at most five.
    private func overlappingViews(_ stall: StallSummary) -> String? {
        if stall.views.isEmpty { return nil }
        return stall.views.prefix(StallSummary.listed).map { view, overlap in
            "\(records.names.text(results.views[Int(view)].name) ?? "") \(Decimal.text(Double(overlap) / 1e6, digits: 1)) ms"
        }.joined(separator: ", ")
    }

    private func insertFindings() throws(TraceError) {
        let (findings, windows) = (results.findings, windowIDs())
        let first = (try database.integer("SELECT max(id) FROM finding") ?? 0) + 1
        try insert("finding", 11, count: findings.count) { row, column, out in
            let finding = findings[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.text(finding.rule)
            case 3: out.text(finding.severity.rawValue)
            case 4: out.text(finding.title)
            case 5: out.optional(finding.window.map { windows[$0] })
            case 6: out.text(finding.view)
            case 7: out.text(finding.evidence)
            case 8: out.text(finding.hint)
            case 9: out.text(finding.effort.rawValue)
            default:
                let window = finding.window.map { "\(windows[$0])" } ?? "NULL"
                out.text(SQLTemplate.fill(finding.sql, ["trace": "\(traceID)", "window": window]))
            }
        }
    }

    private func insertStacks() throws(TraceError) {
        let nodes = records.stacks.nodes
        try insert("stack_frame", 6, count: nodes.count - 1) { row, column, out in
            let node = nodes[row + 1]
            switch column {
            case 0: out.integer(base.stack + Int64(row))
            case 1: out.integer(traceID)
            case 2: node.parent == 0 ? out.null() : out.integer(base.stack + Int64(node.parent) - 1)
            case 3: out.name(node.frame)
            case 4: out.name(node.binary)
            default: out.integer(node.isApp ? 1 : 0)
            }
        }
    }

    private func insertSamples() throws(TraceError) {
        let samples = records.samples
        let first = (try database.integer("SELECT max(id) FROM sample") ?? 0) + 1
        try insert("sample", 7, count: samples.count) { row, column, out in
            let sample = samples[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.integer(sample.start)
            case 3: out.integer(sample.weight, none: -1)
            case 4: out.name(sample.thread)
            case 5: out.name(sample.state)
            default: sample.stack == 0 ? out.null() : out.integer(base.stack + Int64(sample.stack) - 1)
            }
        }
    }

    // MARK: Context

    private func insertMetrics() throws(TraceError) {
        let metrics = records.metrics
        let first = (try database.integer("SELECT max(id) FROM metric") ?? 0) + 1
        try insert("metric", 12, count: metrics.count) { row, column, out in
            let metric = metrics[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.text(metric.source)
            case 3: out.text(metric.name)
            case 4: out.text(metric.category)
            case 5: out.text(metric.metric)
            case 6: out.text(metric.unit)
            case 7: out.optional(metric.value)
            case 8: out.optional(metric.iteration)
            case 9: out.text(metric.test)
            case 10: out.text(metric.device)
            default: out.text(metric.period)
            }
        }
    }

    private func insertMetricBuckets() throws(TraceError) {
        let buckets = records.metricBuckets
        let first = (try database.integer("SELECT max(id) FROM metric_bucket") ?? 0) + 1
        try insert("metric_bucket", 12, count: buckets.count) { row, column, out in
            let bucket = buckets[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.text(bucket.source)
            case 3: out.text(bucket.name)
            case 4: out.text(bucket.category)
            case 5: out.text(bucket.metric)
            case 6: out.text(bucket.unit)
            case 7: out.optional(bucket.start)
            case 8: out.optional(bucket.end)
            case 9: out.integer(bucket.count)
            case 10: out.text(bucket.device)
            default: out.text(bucket.period)
            }
        }
    }

    // MARK: What the import saw

    private func insertRejects() throws(TraceError) {
        let rejects = records.rejects
        let first = (try database.integer("SELECT max(id) FROM import_reject") ?? 0) + 1
        try insert("import_reject", 9, count: rejects.count) { row, column, out in
            let reject = rejects[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.text(reject.place.file)
            case 3: out.optional(reject.place.line.map { Int64($0) })
            case 4: out.optional(reject.place.column.map { Int64($0) })
            case 5: out.optional(reject.place.byte.map { Int64($0) })
            case 6: out.text(reject.kind.rawValue)
            case 7: out.text(reject.message)
            default: out.text(reject.raw)
            }
        }
    }

    private func insertCounters() throws(TraceError) {
        let counters = records.counters.sorted
        let first = (try database.integer("SELECT max(id) FROM import_counter") ?? 0) + 1
        try insert("import_counter", 6, count: counters.count) { row, column, out in
            let counter = counters[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.text(counter.name.rawValue)
            case 3: out.text(counter.detail)
            case 4: out.integer(counter.count)
            default: out.text(counter.name.meaning)
            }
        }
    }
}
