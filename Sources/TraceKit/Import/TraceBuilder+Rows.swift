/// Appending records of our own formats from their fields, one function a kind.
extension TraceBuilder {
    func append(_ kind: RecordKind, _ fields: RecordFields, offset: Int, file: Int) throws(RowProblem) {
        switch kind {
        case .update: try appendUpdate(fields)
        case .cause: try appendCause(fields)
        case .interaction: try appendInteraction(fields)
        case .edge: try appendEdge(fields, offset: offset, file: file)
        case .group: try appendGroup(fields)
        case .signpost: try appendSignpost(fields)
        case .hitch: try appendHitch(fields)
        case .hang: try appendHang(fields)
        case .sample: try appendSample(fields)
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
        let id = try ownHandle(fields, as: .update)
        let view = view(key)
        let thread = fields.has(.thread) ? fields.name(.thread) : NameID(.main)
        let phase = fields.has(.phase) ? updatePhase(fields.name(.phase)) : .update
        let group = fields.has(.group) ? groupHandle(fields.bits(.group)) : nil
        // All that is called stands above: a column that is written to is not retained for a call in between.
        updates.append(start: start, duration: duration, view: view, id: id, thread: thread, phase: phase)
        updates.complete(
            group: group, instance: fields.has(.instance) ? fields.name(.instance) : nil,
            changed: fields.has(.changed) ? fields.list(.changed) : nil, allocations: fields.integer(.allocations))
        if fields.has(.severity) || fields.has(.category) || fields.has(.downstream) { completeRarely(fields) }
        appendShorthand(fields, to: id)
    }

    /// Gives the last update what few have.
    @inline(never)
    private func completeRarely(_ fields: RecordFields) {
        let row = updates.count - 1
        if fields.has(.severity) { updates.instrumentsSeverity[row] = fields.name(.severity) }
        if fields.has(.category) { updates.category[row] = fields.name(.category) }
        if fields.has(.downstream), let cost = fields.integer(.downstream), cost >= 0, cost < Self.sentinel {
            updates.downstream[row] = cost
        }
    }

    private func appendCause(_ fields: RecordFields) throws(RowProblem) {
        guard fields.has(.name) else { throw RowProblem(.missingField, "a cause needs 'name'", .name) }
        let kind = causeKind(fields.name(.kind))
        let origin = origin(fields.name(.origin))
        let start = fields.has(.start) ? try start(fields.integer(.start)) : UpdateColumns.untimed
        let id = try ownHandle(fields, as: .cause)
        let cause = CauseRecord(
            id: id, name: fields.name(.name), kind: kind.kind, kindWord: kind.word, origin: origin, start: start)
        causes.append(cause)
        appendShorthand(fields, to: id)
    }

    /// Edges from each of `causes` into the record with this id.
    @inline(__always)
    private func appendShorthand(_ fields: RecordFields, to id: UInt32) {
        let causes = fields.causes
        for index in 0..<causes.count {
            let from = handle(causes.base[index])
            shorthandFrom.append(from)
            shorthandTo.append(id)
        }
    }

    /// The handle of the record's id; one without an id needs a handle only where it has causes.
    @inline(__always)
    private func ownHandle(_ fields: RecordFields, as definition: Definition) throws(RowProblem) -> UInt32 {
        if fields.has(.id) { return try define(fields.bits(.id), as: definition) }
        return fields.has(.cause) ? anonymousHandle(as: definition) : 0
    }

    private func appendInteraction(_ fields: RecordFields) throws(RowProblem) {
        let start = try start(fields.integer(.start))
        let duration = try optionalDuration(fields.integer(.duration))
        let kind = interactionKind(fields.name(.kind))
        let id = try ownHandle(fields, as: .interaction)
        records.interactions.append(
            InteractionRecord(
                id: id, kind: kind.kind, kindWord: kind.word, name: fields.name(.name), start: start,
                duration: duration, causeID: 0))
    }

    private func appendEdge(_ fields: RecordFields, offset: Int, file: Int) throws(RowProblem) {
        guard fields.has(.from) else { throw RowProblem(.missingField, "an edge needs 'from'", .from) }
        guard fields.has(.to) else { throw RowProblem(.missingField, "an edge needs 'to'", .to) }
        guard fields.bits(.from) != fields.bits(.to) else {
            throw RowProblem(.selfEdge, "the edge leads from \(fields.bits(.from)) to itself", .to)
        }
        let at = fields.has(.at) ? try start(fields.integer(.at)) : UpdateColumns.untimed
        let edge = EdgeRecord(
            from: handle(fields.bits(.from)), to: handle(fields.bits(.to)), at: at,
            label: fields.has(.label) ? fields.name(.label) : NameID(.update), changed: fields.list(.changed))
        appendEdge(edge, offset: offset, file: file)
    }

    func appendEdge(_ edge: EdgeRecord, offset: Int, file: Int) {
        edges.append(edge)
        edgeOffsets.append(offset)
        edgeFiles.append(UInt16(truncatingIfNeeded: file))
    }

    private func appendGroup(_ fields: RecordFields) throws(RowProblem) {
        let start = try start(fields.integer(.start))
        let duration = try optionalDuration(fields.integer(.duration))
        var id: UInt32 = 0
        if fields.has(.id) {
            id = groupHandle(fields.bits(.id))
            guard !groupDefined[Int(id)] else {
                throw RowProblem(.duplicateID, "the group id \(fields.bits(.id)) was used before", .id)
            }
            groupDefined[Int(id)] = true
        }
        records.groups.append(
            GroupRecord(
                id: id, label: fields.has(.label) ? fields.name(.label) : fields.name(.name),
                thread: fields.has(.thread) ? fields.name(.thread) : NameID(.main), start: start, duration: duration))
    }

    private func appendSignpost(_ fields: RecordFields) throws(RowProblem) {
        guard fields.has(.name) else { throw RowProblem(.missingField, "a signpost needs 'name'", .name) }
        let start = try start(fields.integer(.start))
        let duration = try optionalDuration(fields.integer(.duration))
        let signpost = SignpostRecord(
            name: fields.name(.name), subsystem: fields.name(.subsystem), category: fields.name(.category),
            process: fields.name(.process), thread: fields.name(.thread), scope: fields.name(.scope),
            message: fields.name(.message), signpostID: fields.has(.signpostID) ? fields.bits(.signpostID) : 0,
            hasID: fields.has(.signpostID), pairing: pairing(fields.name(.unpaired)), start: start,
            duration: duration)
        signposts.append(signpost)
    }

    private func pairing(_ name: NameID) -> SignpostRecord.Pairing {
        guard name.isPresent else { return .complete }
        return names.text(name) == "end" ? .endOnly : .beginOnly
    }

    private func appendHitch(_ fields: RecordFields) throws(RowProblem) {
        let start = try start(fields.integer(.start))
        let duration = try duration(fields.integer(.duration))
        records.hitches.append(
            HitchRecord(
                start: start, duration: duration, isSystem: fields.integer(.system) == 1,
                narrative: fields.name(.narrative)))
    }

    private func appendHang(_ fields: RecordFields) throws(RowProblem) {
        let start = try start(fields.integer(.start))
        let duration = try duration(fields.integer(.duration))
        records.hangs.append(
            HangRecord(
                start: start, duration: duration, kind: fields.name(.kind),
                thread: fields.has(.thread) ? fields.name(.thread) : NameID(.main)))
    }

    private func appendSample(_ fields: RecordFields) throws(RowProblem) {
        let start = try start(fields.integer(.start))
        var weight: Int64 = -1
        if let value = fields.integer(.weight), value < Self.sentinel {
            guard value >= 0 else { throw RowProblem(.negative, "the weight is negative", .weight) }
            weight = value
        }
        records.samples.append(
            SampleRecord(
                start: start, weight: weight, thread: fields.has(.thread) ? fields.name(.thread) : NameID(.main),
                state: fields.name(.state), stack: stack(fields)))
    }

    /// The stack of a sample; where its frames' binaries are given too, one that has them.
    private func stack(_ fields: RecordFields) -> UInt32 {
        let plain = UInt32(truncatingIfNeeded: fields.integer(.frames) ?? 0)
        guard fields.has(.binaries) || fields.has(.appFrames) else { return plain }
        let binaries = records.lists[fields.list(.binaries)]
        let ofApp = Set(records.lists[fields.list(.appFrames)].compactMap { names.text($0).flatMap { Int($0) } })
        var frames: [NameID] = []
        var node = Int(plain)
        while node != 0 {
            frames.append(records.stacks.nodes[node].frame)
            node = Int(records.stacks.nodes[node].parent)
        }
        var stack: UInt32 = 0
        for index in frames.indices.reversed() {
            let binary = index < binaries.count && binaries[index] != NameID(.empty) ? binaries[index] : .none
            stack = records.stacks.child(of: stack, frame: frames[index], binary: binary, isApp: ofApp.contains(index))
        }
        return stack
    }

    private func takeMetadata(_ fields: RecordFields) throws(RowProblem) {
        let duration = try optionalDuration(fields.integer(.duration))
        var metadata = records.metadata
        metadata.name = names.text(fields.name(.name)) ?? metadata.name
        metadata.app = names.text(fields.name(.app)) ?? metadata.app
        metadata.process = names.text(fields.name(.process)) ?? metadata.process
        metadata.pid = fields.integer(.pid) ?? metadata.pid
        metadata.device = names.text(fields.name(.device)) ?? metadata.device
        metadata.os = names.text(fields.name(.os)) ?? metadata.os
        metadata.build = names.text(fields.name(.build)) ?? metadata.build
        metadata.configuration = names.text(fields.name(.configuration)) ?? metadata.configuration
        metadata.refreshHz = fields.integer(.refreshHz) ?? metadata.refreshHz
        metadata.startedAt = names.text(fields.name(.startedAt)) ?? metadata.startedAt
        if duration >= 0 { metadata.durationNs = duration }
        records.metadata = metadata
    }
}

extension TraceBuilder {
    /// Counts fields that records of this kind do not have.
    @inline(__always)
    func countStrangeFields(_ kind: RecordKind, _ fields: RecordFields) {
        let strange = fields.present.subtracting(kindFields[Int(kind.rawValue)])
        if !strange.isEmpty { countFields(strange, of: kind) }
    }

    @inline(never)
    private func countFields(_ strange: FieldSet, of kind: RecordKind) {
        for field in Field.allCases where strange.contains(field) {
            records.counters.add(.unknownKey, "\(kind.word.text).\(field.key)")
        }
    }
}

/// The formats' words as kinds; a word that is none of ours is kept and counted.
extension TraceBuilder {
    @inline(__always)
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

    func causeKind(_ name: NameID) -> (kind: CauseKind, word: NameID) {
        guard name.isPresent else { return (.other, .none) }
        if let kind = CauseKind(name: name) { return (kind, .none) }
        countUnknownWord("cause kind", name)
        return (.other, name)
    }

    func interactionKind(_ name: NameID) -> (kind: InteractionKind, word: NameID) {
        guard name.isPresent else { return (.other, .none) }
        if let kind = InteractionKind(name: name), kind != .trace { return (kind, .none) }
        countUnknownWord("interaction kind", name)
        return (.other, name)
    }

    func origin(_ name: NameID) -> Origin {
        guard name.isPresent, name != NameID(.empty) else { return .unknown }
        if let origin = Origin(name: name) { return origin }
        countUnknownWord("origin", name)
        return .unknown
    }

    @inline(never)
    private func countUnknownWord(_ what: String, _ name: NameID) {
        let text = names.text(name) ?? ""
        records.counters.add(.unknownWord, "\(what) '\(text.prefix(40))'")
    }
}
