/// Appending records of our own formats from their fields, with one function per kind.
extension TraceBuilder {
    func append(_ kind: RecordKind, _ fields: RecordFields, offset: Int, file: Int) throws(RowProblem) {
        if fields.has(.end) { try settleEnd(fields) }
        switch kind {
        case .update: try appendUpdate(fields)
        case .cause: try appendCause(fields)
        case .interaction: try appendInteraction(fields)
        case .edge: try appendEdge(fields, offset: offset, file: file)
        case .group: try appendGroup(fields)
        case .signpost: signposts.append(try read(SignpostRecord.self, fields))
        case .hitch: records.hitches.append(try read(HitchRecord.self, fields))
        case .hang: records.hangs.append(try read(HangRecord.self, fields))
        case .sample: try appendSample(fields)
        case .log: records.logs.append(try read(LogRecord.self, fields))
        case .trace: try takeMetadata(fields)
        }
    }

    private func appendUpdate(_ fields: RecordFields) throws(RowProblem) {
        guard fields.has(.view) else { throw RowProblem(.missingField, "an update needs 'view'", .view) }
        let duration = try optionalDuration(fields.integer(.duration))
        let isConsoleEvidence = !fields.has(.start) && fields.has(.changed) && duration < 0
        let start = isConsoleEvidence ? UpdateColumns.untimed : try start(fields.integer(.start))
        let kind = updateKind(fields.name(.kind))
        let name = fields.name(.view)
        let raw = fields.has(.rawView) ? fields.name(.rawView) : fields.rawView
        let key = ViewKey(
            name: name, rawName: raw.isPresent ? raw : name, module: fields.name(.module),
            kind: kind.kind, kindWord: kind.word)
        if fields.has(.id), let row = repeatedUpdate(fields.bits(.id), start: start, key) {
            merge(fields, start: start, duration, key, into: row)
            return countRepeated()
        }
        let id = try ownHandle(fields, as: .update)
        let view = view(key)
        let thread = fields.has(.thread) ? fields.name(.thread) : NameID(.main)
        let phase = fields.has(.phase) ? updatePhase(fields.name(.phase)) : .update
        updates.append(start: start, duration: duration, view: view, id: id, thread: thread, phase: phase)
        if !fields.present.isDisjoint(with: optionalFields) { complete(fields, updates.count - 1, of: optionalFields) }
        appendShorthand(fields, to: id)
    }

    /// Merges a row into an update from an earlier file: all of its fields if it is more complete, and the finer times.
    private func merge(
        _ fields: RecordFields, start: Int64, _ duration: Int64, _ key: ViewKey, into row: Int
    ) {
        // Instruments shows microseconds.
        let isFiner = start % 1000 != 0 && updates.start[row] % 1000 == 0
        if isFiner { updates.start[row] = start }
        if duration >= 0, isFiner || updates.duration[row] < 0 { updates.duration[row] = duration }
        let given = fields.present.intersection(optionalFields)
        let known = updates.optional.reduce(into: FieldSet([])) { if updates.has($1, row) { $0.insert($1.field) } }
        if given.rawValue.nonzeroBitCount > known.rawValue.nonzeroBitCount {
            updates.view[row] = view(key)
            if fields.has(.thread) { updates.thread[row] = fields.name(.thread) }
            if fields.has(.phase) { updates.phase[row] = updatePhase(fields.name(.phase)) }
            complete(fields, row, of: given)
        } else {
            complete(fields, row, of: given.subtracting(known))
        }
        appendShorthand(fields, to: updates.id[row])
    }

    /// Sets those optional fields of an update that are in `wanted`.
    private func complete(_ fields: RecordFields, _ row: Int, of wanted: FieldSet) {
        if fields.has(.interaction) { interactionsOfUpdates[row] = fields.name(.interaction) }
        for column in updates.optional where fields.has(column.field) && wanted.contains(column.field) {
            switch column.values {
            case .names(let names, _): names[row] = fields.name(column.field)
            case .lists(let lists): lists[row] = fields.list(column.field)
            case .groups(let groups): groups[row] = groupHandle(fields.bits(column.field))
            case .numbers(let numbers), .times(let numbers):
                let number = fields.integer(column.field) ?? -1
                if number >= 0, number < Self.sentinel { numbers[row] = number }
            }
        }
    }

    private func appendCause(_ fields: RecordFields) throws(RowProblem) {
        var cause = try read(CauseRecord.self, fields)
        if fields.has(.id), isRepeated(cause, fields.bits(.id)) {
            appendShorthand(fields, to: handle(fields.bits(.id)))
            return countRepeated()
        }
        cause.id = try ownHandle(fields, as: .cause)
        causes.append(cause)
        appendShorthand(fields, to: cause.id)
    }

    /// Reads the record of a row, except the handles of ids.
    private func read<Record: LaneRecord>(_: Record.Type, _ fields: RecordFields) throws(RowProblem) -> Record {
        var (record, reader) = (Record(), FieldReader(builder: self, fields: fields, kind: Record.kind))
        try record.visit(&reader)
        return record
    }

    /// Appends edges from each of `causes` to the record with this id.
    private func appendShorthand(_ fields: RecordFields, to id: UInt32) {
        let causes = fields.causes
        for index in 0..<causes.count {
            let from = handle(causes.base[index])
            shorthandFrom.append(from)
            shorthandTo.append(id)
        }
    }

    /// The handle of the record's id; a record without an id needs a handle only if it has causes.
    private func ownHandle(_ fields: RecordFields, as definition: Definition) throws(RowProblem) -> UInt32 {
        if fields.has(.id) { return try define(fields.bits(.id), as: definition) }
        return fields.has(.cause) ? anonymousHandle(as: definition) : 0
    }

    private func appendInteraction(_ fields: RecordFields) throws(RowProblem) {
        var interaction = try read(InteractionRecord.self, fields)
        if interaction.kind == .trace {
            // It is the whole recording, not an interaction.
            (interaction.kind, interaction.kindWord) = (.other, fields.name(.kind))
            countUnknownWord("interaction kind", interaction.kindWord)
        }
        if fields.has(.id), isRepeated(interaction, fields.bits(.id)) { return countRepeated() }
        interaction.id = try ownHandle(fields, as: .interaction)
        records.interactions.append(interaction)
    }

    private func appendEdge(_ fields: RecordFields, offset: Int, file: Int) throws(RowProblem) {
        guard fields.has(.from) else { throw RowProblem(.missingField, "an edge needs 'from'", .from) }
        guard fields.has(.to) else { throw RowProblem(.missingField, "an edge needs 'to'", .to) }
        guard fields.bits(.from) != fields.bits(.to) else {
            throw RowProblem(.selfEdge, "the edge leads from \(fields.bits(.from)) to itself", .to)
        }
        var edge = try read(EdgeRecord.self, fields)
        edge.from = handle(fields.bits(.from))
        edge.to = handle(fields.bits(.to))
        appendEdge(edge, offset: offset, file: file)
    }

    func appendEdge(_ edge: EdgeRecord, offset: Int, file: Int) {
        edges.append(edge)
        edgeOffsets.append(offset)
        edgeFiles.append(UInt16(truncatingIfNeeded: file))
    }

    private func appendGroup(_ fields: RecordFields) throws(RowProblem) {
        var group = try read(GroupRecord.self, fields)
        if !fields.has(.label) { group.label = fields.name(.name) }
        if fields.has(.id) {
            group.id = groupHandle(fields.bits(.id))
            guard !groupDefined[Int(group.id)] else {
                if isRepeated(group) { return countRepeated() }
                throw RowProblem(.duplicateID, "the group id \(fields.bits(.id)) was used before", .id)
            }
            groupDefined[Int(group.id)] = true
        }
        records.groups.append(group)
    }

    private func appendSample(_ fields: RecordFields) throws(RowProblem) {
        var sample = try read(SampleRecord.self, fields)
        sample.stack = stack(fields)
        try checkStart(of: sample)
        records.samples.append(sample)
    }

    /// Checks that samples either all have times or none has: those of call trees have none.
    private func checkStart(of sample: SampleRecord) throws(RowProblem) {
        let isUntimed = sample.start == UpdateColumns.untimed
        let areUntimed = records.samples.isEmpty ? isUntimed : records.samples[0].start == UpdateColumns.untimed
        if isUntimed, !areUntimed || sample.stack == 0 {
            throw RowProblem(.missingField, "the start is missing", .start)
        }
        if areUntimed, !isUntimed {
            throw RowProblem(.missingField, "the start is missing in the first sample, and not in this one", .start)
        }
    }

    /// The stack of a sample, with the binaries of its frames if they are given.
    private func stack(_ fields: RecordFields) -> UInt32 {
        let plain = UInt32(truncatingIfNeeded: fields.integer(.frames) ?? 0)
        guard fields.has(.binaries) || fields.has(.appFrames) || fields.has(.sources) else { return plain }
        let binaries = records.lists[fields.list(.binaries)]
        let ofApp = Set(records.lists[fields.list(.appFrames)].compactMap { names.text($0).flatMap { Int($0) } })
        let sources = records.lists[fields.list(.sources)]
        var frames: [NameID] = []
        var node = Int(plain)
        while node != 0 {
            frames.append(records.stacks.nodes[node].frame)
            node = Int(records.stacks.nodes[node].parent)
        }
        var stack: UInt32 = 0
        for index in frames.indices.reversed() {
            let binary = index < binaries.count && binaries[index] != NameID(.empty) ? binaries[index] : .none
            stack = records.stacks.child(
                of: stack, StackTable.Frame(name: frames[index], binary: binary, isApp: ofApp.contains(index)))
            guard index < sources.count, let place = StackTable.parts(ofPlace: names.text(sources[index]) ?? "") else {
                continue
            }
            records.stacks.note(
                StackTable.Source(file: names.intern(String(place.file)), line: place.line),
                of: StackTable.Function(frame: frames[index], binary: binary), names)
        }
        return stack
    }

    private func takeMetadata(_ fields: RecordFields) throws(RowProblem) {
        let duration = try optionalDuration(fields.integer(.duration))
        var (metadata, reader) = (records.metadata, FieldReader(builder: self, fields: fields, kind: .trace))
        try metadata.visit(&reader)
        if duration >= 0 { metadata.durationNs = duration }
        records.metadata = metadata
        noteEmptyLanes(fields.name(.emptyLanes))
    }

    /// Notes recorded lanes without rows, as in our exports: `hangs,hitches`.
    private func noteEmptyLanes(_ list: NameID) {
        for lane in CommaList.words(names.text(list)) {
            if let known = Lane(rawValue: lane), known.record != nil {
                records.lanes.insert(known)
            } else {
                records.counters.add(.unknownWord, "lane '\(lane.prefix(40))'")
            }
        }
    }
}

extension TraceBuilder {
    /// Counts fields that do not belong to this kind of record.
    func countStrangeFields(_ kind: RecordKind, _ fields: RecordFields) {
        let strange = fields.present.subtracting(kindFields[Int(kind.rawValue)])
        guard !strange.isEmpty else { return }
        for field in Field.allCases where strange.contains(field) {
            records.counters.add(.unknownKey, "\(kind.word.text).\(field.key)")
        }
    }
}

/// Converts the formats' words to kinds; an unknown word is kept and counted.
extension TraceBuilder {
    func updateKind(_ name: NameID) -> (kind: UpdateKind, word: NameID) {
        guard name.isPresent else { return (.body, .none) }
        if let kind = UpdateKind(name: name) { return (kind, .none) }
        countUnknownWord("update kind", name)
        return (.other, name)
    }

    func updatePhase(_ name: NameID) -> UpdatePhase {
        if let phase = UpdatePhase(name: name) { return phase }
        countUnknownWord("phase", name)
        return .update
    }

    func countUnknownWord(_ what: String, _ name: NameID) {
        let text = names.text(name) ?? ""
        records.counters.add(.unknownWord, "\(what) '\(text.prefix(40))'")
    }
}

/// Sets a record's columns to the checked fields of a row, except the handles of ids, which depend on the kind of id.
private struct FieldReader: ColumnVisitor {
    typealias Failure = RowProblem

    let builder: TraceBuilder
    let fields: RecordFields
    let kind: RecordKind

    func name(_ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence) throws(RowProblem) {
        if fields.has(field) {
            name = fields.name(field)
        } else {
            switch presence {
            case .optional: break
            case .otherwise(let other): name = other
            case .required:
                throw RowProblem(.missingField, "a \(kind.word.text) needs '\(field.key)'", field)
            }
        }
    }

    func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) {
        let name = fields.name(field)
        guard name.isPresent else { return }
        if let known = Code(name: name) {
            code = known
        } else {
            other = name
            if kind == .interaction, RowWords.interaction(RowWords.normalised(builder.names.text(name) ?? "")) != nil {
                return
            }
            builder.countUnknownWord(field == .kind ? "\(kind.word.text) kind" : field.key, name)
        }
    }

    func start(_ time: inout Int64, _ field: Field, _ presence: Presence) throws(RowProblem) {
        if case .optional = presence, !fields.has(field) { return }
        time = try builder.start(fields.integer(field))
    }

    func duration(_ time: inout Int64, _ field: Field, _ presence: Presence) throws(RowProblem) {
        let value = fields.integer(field)
        if case .required = presence {
            time = try builder.duration(value)
        } else {
            time = try builder.optionalDuration(value, field)
        }
    }

    func id(_ id: inout UInt64?, _ field: Field) { if fields.has(field) { id = fields.bits(field) } }
    func list(_ list: inout ListID, _ field: Field) { list = fields.list(field) }
    func flag(_ flag: inout Bool?, _ field: Field) { flag = fields.integer(field).map { $0 == 1 } }
    func text(_ text: inout String?, _ field: Field, _ role: NameRole) {
        text = builder.names.text(fields.name(field)) ?? text
    }
    func integer(_ number: inout Int64?, _ field: Field) { number = fields.integer(field) ?? number }
}
