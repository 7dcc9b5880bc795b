/// Every record with a name in it, in place.
extension Redaction {
    mutating func redact(_ records: TraceRecords) {
        redactViews(records)
        redactUpdates(records.updates)
        redactGraph(records)
        redactLanes(records)
        redactSamples(records)
        redactFigures(records)
        redactImport(records)
        redactMetadata(&records.metadata)
        redactLists(records)
        records.names = new
    }

    private mutating func redactViews(_ records: TraceRecords) {
        for row in records.views.indices {
            var view = records.views[row]
            let isSystem = SystemNames.isModule(old.text(view.module) ?? "")
            let hasOwnSpelling = view.rawName != view.name
            view.name = self.view(view.name)
            view.rawName = hasOwnSpelling && isSystem ? self.view(view.rawName) : view.name
            view.module = name(view.module, .module)
            view.kindWord = kindWord(view.kindWord)
            records.views[row] = view
        }
    }

    private mutating func redactUpdates(_ updates: UpdateColumns) {
        for row in 0..<updates.count {
            updates.thread[row] = name(updates.thread[row], .thread)
            replace(updates.instance, row, .instance)
            replace(updates.category, row, .category)
            replace(updates.instrumentsSeverity, row, .word)
        }
    }

    private mutating func replace(_ column: SparseColumn<NameID>, _ row: Int, _ role: Role) {
        let id = column[row]
        if id.isPresent { column[row] = name(id, role) }
    }

    private mutating func redactGraph(_ records: TraceRecords) {
        for row in records.interactions.indices {
            records.interactions[row].name = name(records.interactions[row].name, .interaction)
            records.interactions[row].kindWord = kindWord(records.interactions[row].kindWord)
        }
        for row in 0..<records.causes.count {
            let record = records.causes[row]
            records.causes[row].name = cause(record.name, record.kind)
            records.causes[row].kindWord = kindWord(record.kindWord)
        }
        for row in 0..<records.edges.count { records.edges[row].label = name(records.edges[row].label, .word) }
        for row in 0..<records.groups.count {
            records.groups[row].label = name(records.groups[row].label, .group)
            records.groups[row].thread = name(records.groups[row].thread, .thread)
        }
    }

    private mutating func redactLanes(_ records: TraceRecords) {
        for row in 0..<records.signposts.count {
            var signpost = records.signposts[row]
            signpost.name = name(signpost.name, .signpost)
            signpost.subsystem = name(signpost.subsystem, .subsystem)
            signpost.category = name(signpost.category, .category)
            signpost.process = name(signpost.process, .process)
            signpost.thread = name(signpost.thread, .thread)
            signpost.scope = name(signpost.scope, .word)
            signpost.message = name(signpost.message, .message)
            records.signposts[row] = signpost
        }
        for row in records.hitches.indices {
            records.hitches[row].narrative = name(records.hitches[row].narrative, .narrative)
        }
        for row in records.hangs.indices {
            records.hangs[row].kind = name(records.hangs[row].kind, .word)
            records.hangs[row].thread = name(records.hangs[row].thread, .thread)
        }
    }

    private mutating func redactSamples(_ records: TraceRecords) {
        let stacks = StackTable()
        // Callers stand before what they call; two stacks that become one are one from here on.
        var nodes: [UInt32] = [0]
        for node in records.stacks.nodes.dropFirst() {
            let frame = frame(node)
            nodes.append(
                stacks.child(
                    of: nodes[Int(node.parent)], frame: frame, binary: name(node.binary, .binary), isApp: node.isApp))
        }
        for row in 0..<records.samples.count {
            records.samples[row].thread = name(records.samples[row].thread, .thread)
            records.samples[row].state = state(records.samples[row].state)
            records.samples[row].stack = nodes[Int(records.samples[row].stack)]
        }
        records.stacks = stacks
    }

    private mutating func frame(_ node: StackTable.Node) -> NameID {
        let binary = old.text(node.binary)
        let origin: WordRedaction.Origin =
            node.isApp
            ? .app : binary == nil ? .unknown : SystemNames.isModule(binary ?? "") ? .system : .other
        return name(node.frame, "frame.\(origin.rawValue)") { redaction, text in
            redaction.words.frame(text, origin, &redaction.pseudonyms)
        }
    }

    private mutating func redactLists(_ records: TraceRecords) {
        let lists = ListTable()
        let ids = records.lists.lists.enumerated().map { index, list in
            index == 0 ? ListID.none : lists.intern(list.map { property($0) })
        }
        for row in 0..<records.updates.count {
            let list = records.updates.changed[row]
            if list.isPresent { records.updates.changed[row] = ids[Int(list.rawValue)] }
        }
        for row in 0..<records.edges.count {
            records.edges[row].changed = ids[Int(records.edges[row].changed.rawValue)]
        }
        records.lists = lists
    }
}
