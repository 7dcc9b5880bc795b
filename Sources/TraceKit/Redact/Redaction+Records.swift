/// Redacts every record with a name, in place.
extension Redaction {
    mutating func redact(_ records: TraceRecords) {
        redactViews(records)
        redactStacks(records)
        redactLists(records)
        redactLanes(records)
        redactFigures(records)
        redactImport(records)
        redactMetadata(&records.metadata)
        records.names = new
    }

    private mutating func redactViews(_ records: TraceRecords) {
        for row in records.views.buffer.indices {
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

    private mutating func redactLanes(_ records: TraceRecords) {
        for row in 0..<records.updates.count { records.updates.visit(row, &self) }
        for row in records.interactions.indices { records.interactions[row].visit(&self) }
        for row in 0..<records.causes.count {
            let (name, kind) = (records.causes[row].name, records.causes[row].kind)
            records.causes[row].visit(&self)
            records.causes[row].name = cause(name, kind)
        }
        for row in 0..<records.edges.count { records.edges[row].visit(&self) }
        for row in 0..<records.groups.count { records.groups[row].visit(&self) }
        for row in 0..<records.signposts.count { records.signposts[row].visit(&self) }
        for row in records.hitches.indices { records.hitches[row].visit(&self) }
        for row in records.hangs.indices { records.hangs[row].visit(&self) }
        for row in 0..<records.samples.count { records.samples[row].visit(&self) }
        for row in 0..<records.logs.count { records.logs[row] = redacted(records.logs[row]) }
    }

    /// A framework complaint keeps the framework's words, by which the analysis recognises it, and the subsystem.
    private mutating func redacted(_ log: LogRecord) -> LogRecord {
        var redacted = log
        redacted.visit(&self)
        redacted.message = name(log.message, "log \(NameRole.message.rawValue)") { $0.line($1) }
        if old.isSwiftUILog(log.subsystem, log.category) {
            redacted.subsystem = new.intern(old.text(log.subsystem) ?? "")
            redacted.category = new.intern(old.text(log.category) ?? "")
        }
        guard old.isOfFrameworks(subsystem: log.subsystem), let message = complaint(log.message) else {
            return redacted
        }
        redacted.message = message
        if log.subsystem.isPresent { redacted.subsystem = new.intern(old.text(log.subsystem) ?? "") }
        return redacted
    }

    /// One pseudonym for all lines that differ only in numbers, so that they remain one group, with the duration in the line. What
    /// `_printChanges` says of a body stays such a line.
    private mutating func line(_ text: String) -> String {
        if let evaluation = evaluation(text) { return evaluation }
        var text = text
        let (template, kind) = text.withUTF8 { bytes -> (LogTemplate, LinePseudonym.Kind) in
            let isHang = WatchdogLine.hang(bytes) != nil
            return (LogTemplate(bytes), isHang ? .hang : WatchdogLine.hitch(bytes) != nil ? .hitch : .message)
        }
        let words = String(decoding: template.text, as: UTF8.self)
        if Self.isVocabulary(words) { return words }
        let pseudonym = pseudonyms.pseudonym(kind.rawValue, words)
        return template.duration.map { LinePseudonym.text(pseudonym, $0) } ?? pseudonym
    }

    private mutating func evaluation(_ text: String) -> String? {
        ByteSlice.with(text.utf8) { bytes in
            guard let line = PrintChangesLine(bytes), line.isUnmistakable else { return nil }
            var changed: [String] = []
            line.forEachProperty { property in
                let text = property.text
                changed.append(Self.isOffset(text) || Self.isVocabulary(text) ? text : "_\(self.text(text, .property))")
            }
            let type = words.type(line.type.text, &pseudonyms)
            return "\(type): \(changed.isEmpty ? "unchanged." : "\(changed.joined(separator: ", ")) changed.")"
        }
    }

    private mutating func redactStacks(_ records: TraceRecords) {
        let stacks = StackTable()
        // Callers precede callees; stacks that become equal are merged.
        var nodes: [UInt32] = [0]
        for node in records.stacks.nodes.dropFirst() {
            let (frame, binary) = (frame(node), name(node.binary, .binary))
            if let source = records.stacks.source(of: node) {
                stacks.note(
                    StackTable.Source(file: name(source.file, .file), line: source.line),
                    of: StackTable.Function(frame: frame, binary: binary), new)
            }
            nodes.append(
                stacks.child(
                    of: nodes[Int(node.parent)], StackTable.Frame(name: frame, binary: binary, isApp: node.isApp)))
        }
        newStacks = nodes
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
        newLists = records.lists.lists.enumerated().map { index, list in
            index == 0 ? ListID.none : lists.intern(list.map { property($0) })
        }
        records.lists = lists
    }
}

/// Visits the columns of any record.
extension Redaction: ColumnVisitor {
    mutating func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) {
        other = kindWord(other)
    }

    /// The role of a cause name also depends on its kind; the caller handles that.
    mutating func name(_ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence) {
        switch role {
        case .cause: break
        case .state: name = state(name)
        case .view: name = view(name)
        default: name = self.name(name, role)
        }
    }

    mutating func list(_ list: inout ListID, _ field: Field) { list = newLists[Int(list.rawValue)] }
    mutating func stack(_ stack: inout UInt32, _ field: Field) { stack = newStacks[Int(stack)] }

    mutating func text(_ text: inout String?, _ field: Field, _ role: NameRole) {
        text = text.map { old in
            switch role {
            case .device: device(old)
            case .system: system(old)
            case .time: time(old)
            case .runs: KnownShapes.isNumbers(old) ? old : self.text(old, role)
            default: self.text(old, role)
            }
        }
    }
}
