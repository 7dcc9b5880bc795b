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

        init(_ database: Database) throws(TraceError) {
            func next(_ table: String) throws(TraceError) -> Int64 {
                (try database.integer("SELECT max(id) FROM \(table)") ?? 0) + 1
            }
            node = max(try next("interaction"), try next("cause"), try next("view_update"))
            view = try next("view")
            group = try next("update_group")
            list = try next("property_list")
            stack = try next("stack_frame")
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
        try writer.insertUpdates()
        try writer.insertEdges()
        try writer.insertPropertyLists()
        try writer.insertGroups()
        try writer.insertSignposts()
        try writer.insertHitches()
        try writer.insertHangs()
        try writer.insertStacks()
        try writer.insertSamples()
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

    private func insert(_ table: String, _ columns: Int, count: Int, _ cell: @escaping (Int, Int, Cell) -> Void) throws(TraceError) {
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
            text(records.damage?.message), warnings.isEmpty ? .null : .text(warnings.joined(separator: "\n")),
            .text(deadlines.profile), .integer(deadlines.orangeNs), .integer(deadlines.redNs), text(importedAt),
        ]
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try database.prepare("INSERT INTO trace VALUES (\(marks))").run(values)
    }

    private func insertViews() throws(TraceError) {
        let views = results.views
        try insert("view", 21, count: views.count) { row, column, out in
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
            case 16: out.optional(view.necessary.map { Int64($0) })
            case 17: out.optional(view.unnecessary.map { Int64($0) })
            case 18: out.optional(view.unknown.map { Int64($0) })
            case 19: out.optional(view.wastedNs)
            default: out.optional(view.interactions.map { Int64($0) })
            }
        }
    }

    // MARK: The cause graph

    private func insertInteractions() throws(TraceError) {
        let records = records
        try insert("interaction", 9, count: records.interactions.count) { row, column, out in
            let interaction = records.interactions[row]
            let id = base.node + Int64(row)
            switch column {
            case 0: out.integer(id)
            case 1: out.integer(traceID)
            case 2: out.id(records.sourceID(interaction.id))
            case 3: out.integer(id)
            case 4: out.integer(Int64(interaction.kind.rawValue))
            case 5: out.name(interaction.kindWord)
            case 6: out.name(interaction.name)
            case 7: out.integer(interaction.start)
            default: out.integer(interaction.duration, none: -1)
            }
        }
    }

    private func insertCauses() throws(TraceError) {
        let causes = records.causes
        let first = base.node + Int64(records.firstCauseNode)
        try insert("cause", 8, count: causes.count) { row, column, out in
            let cause = causes[row]
            switch column {
            case 0: out.integer(first + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.id(records.sourceID(cause.id))
            case 3: out.integer(Int64(cause.kind.rawValue))
            case 4: out.name(cause.kindWord)
            case 5: out.name(cause.name)
            case 6: out.integer(Int64(cause.origin.rawValue))
            default: out.integer(cause.start, none: UpdateColumns.untimed)
            }
        }
    }

    private func insertUpdates() throws(TraceError) {
        let (records, results) = (records, results)
        let updates = records.updates
        let first = base.node + Int64(records.firstUpdateNode)
        let (firstView, firstGroup, firstList) = (base.view, base.group, base.list)
        let groupRows = records.groupRows
        try insert("view_update", 23, count: updates.count) { row, column, out in
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
                let group = groupRows[Int(updates.group[row])]
                group < 0 ? out.null() : out.integer(firstGroup + Int64(group))
            case 20: out.integer(updates.allocations[row], none: -1)
            case 21: out.integer(updates.downstream[row], none: -1)
            case 22:
                let list = updates.changed[row]
                list.isPresent ? out.integer(firstList + Int64(list.rawValue) - 1) : out.null()
            default: out.null()
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
        let records = records
        try insert("update_group", 12, count: records.groups.count) { row, column, out in
            let group = records.groups[row]
            switch column {
            case 0: out.integer(base.group + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.id(group.id == 0 ? nil : records.groupIDs[Int(group.id)])
            case 3: out.name(group.label)
            case 4: out.name(group.thread)
            case 5: out.integer(group.start)
            case 6: out.integer(group.duration, none: -1)
            case 11: out.integer(0)
            default: out.null()
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
        let hitches = records.hitches
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
            default: out.null()
            }
        }
    }

    private func insertHangs() throws(TraceError) {
        let hangs = records.hangs
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
            default: out.null()
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
