extension TraceBuilder {
    /// Takes over what another builder has read of the next lines of the same file, as if it had been read here, and tells
    /// what its numbers are here; the other one is empty then. Nil, and nothing is taken, where that would come to something
    /// else: rows that were rejected have no line numbers there, and an id or a description of the trace may repeat what was
    /// read here.
    func absorb(_ part: TraceBuilder) -> PartNumbers? {
        guard part.isPlain, !defines(anyOf: part) else { return nil }
        let (own, other) = (records, part.records)
        // The updates are half of it, and nothing else touches them.
        let times = BackgroundWork { () throws(TraceError) in own.updates.takeTimes(other.updates) }
        let numbers = numbers(of: part)
        _ = try? times.wait()
        let updates = BackgroundWork { () throws(TraceError) in own.updates.takeNumbers(other.updates, numbers) }
        absorbGraph(part, numbers)
        absorbLanes(other, numbers)
        _ = try? updates.wait()
        own.counters.add(other.counters)
        own.lanes.formUnion(other.lanes)
        partsAbsorbed += 1
        rowsSeen += part.rowsSeen
        rowsImported += part.rowsImported
        return numbers
    }

    /// Whether all rows were records, and none said anything of the trace as a whole.
    private var isPlain: Bool {
        rowsRejected == 0 && records.damage == nil && records.metadata == TraceMetadata() && records.warnings.isEmpty
            && records.metrics.isEmpty && records.metricBuckets.isEmpty && evidence.isEmpty
    }

    private func defines(anyOf part: TraceBuilder) -> Bool {
        for handle in 1..<max(1, part.definitions.count) where part.definitions[handle] != .none {
            guard !part.records.isAnonymous[handle] else { continue }
            if let own = ids.find(part.records.ids[handle]), definitions[Int(own)] != .none { return true }
        }
        for handle in 1..<max(1, part.groupDefined.count) where part.groupDefined[handle] {
            if let own = groupIDs.find(part.records.groupIDs[handle]), groupDefined[Int(own)] { return true }
        }
        return false
    }

    /// Gives everything of the part a number here, in the order in which it was met there.
    private func numbers(of part: TraceBuilder) -> PartNumbers {
        let (numbers, other) = (PartNumbers(), part.records)
        for name in 1..<(other.names.count + 1) {
            let bytes = other.names.bytes(of: NameID(rawValue: UInt32(name)))
            numbers.names.append(names.intern(bytes.baseAddress ?? emptyBytes, bytes.count))
        }
        for list in other.lists.lists.dropFirst() {
            numbers.lists.append(records.lists.intern(list.map { numbers.names[$0.index] }))
        }
        for node in other.stacks.nodes.dropFirst() {
            numbers.stacks.append(
                records.stacks.child(
                    of: numbers.stacks[Int(node.parent)], frame: numbers.names[node.frame.index],
                    binary: numbers.names[node.binary.index], isApp: node.isApp))
        }
        for key in other.views {
            numbers.views.append(
                view(
                    ViewKey(
                        name: numbers.names[key.name.index], rawName: numbers.names[key.rawName.index],
                        module: numbers.names[key.module.index], kind: key.kind,
                        kindWord: numbers.names[key.kindWord.index])))
        }
        for handle in 1..<max(1, other.ids.count) {
            let definition = handle < part.definitions.count ? part.definitions[handle] : .none
            if other.isAnonymous[handle] {
                numbers.ids.append(anonymousHandle(as: definition))
                continue
            }
            let own = self.handle(other.ids[handle])
            if definition != .none { definitions[Int(own)] = definition }
            numbers.ids.append(own)
        }
        other.ids.free()
        part.definitions.free()
        for handle in 1..<max(1, other.groupIDs.count) {
            let own = groupHandle(other.groupIDs[handle])
            if part.groupDefined[handle] { groupDefined[Int(own)] = true }
            numbers.groupIDs.append(own)
        }
        return numbers
    }

    private func absorbGraph(_ part: TraceBuilder, _ numbers: PartNumbers) {
        let (own, other) = (records, part.records)
        for var interaction in other.interactions {
            interaction.id = numbers.ids[Int(interaction.id)]
            interaction.kindWord = numbers.names[interaction.kindWord.index]
            interaction.name = numbers.names[interaction.name.index]
            interaction.causeID = numbers.ids[Int(interaction.causeID)]
            own.interactions.append(interaction)
        }
        own.causes.take(other.causes) { cause in
            var cause = cause
            cause.id = numbers.ids[Int(cause.id)]
            cause.name = numbers.names[cause.name.index]
            cause.kindWord = numbers.names[cause.kindWord.index]
            return cause
        }
        own.edges.take(other.edges) { edge in
            var edge = edge
            edge.from = numbers.ids[Int(edge.from)]
            edge.to = numbers.ids[Int(edge.to)]
            edge.label = numbers.names[edge.label.index]
            edge.changed = numbers.lists[Int(edge.changed.rawValue)]
            return edge
        }
        edgeOffsets.take(part.edgeOffsets)
        edgeFiles.take(part.edgeFiles)
        shorthandFrom.take(part.shorthandFrom) { numbers.ids[Int($0)] }
        shorthandTo.take(part.shorthandTo) { numbers.ids[Int($0)] }
    }

    private func absorbLanes(_ other: TraceRecords, _ numbers: PartNumbers) {
        let own = records
        func name(_ id: NameID) -> NameID { numbers.names[id.index] }
        own.groups.take(other.groups) { group in
            GroupRecord(
                id: numbers.groupIDs[Int(group.id)], label: name(group.label), thread: name(group.thread),
                start: group.start, duration: group.duration)
        }
        own.signposts.take(other.signposts) { signpost in
            SignpostRecord(
                name: name(signpost.name), subsystem: name(signpost.subsystem), category: name(signpost.category),
                process: name(signpost.process), thread: name(signpost.thread), scope: name(signpost.scope),
                message: name(signpost.message), signpostID: signpost.signpostID, hasID: signpost.hasID,
                pairing: signpost.pairing, start: signpost.start, duration: signpost.duration)
        }
        own.hitches += other.hitches.map { hitch in
            HitchRecord(
                start: hitch.start, duration: hitch.duration, isSystem: hitch.isSystem,
                narrative: name(hitch.narrative))
        }
        own.hangs += other.hangs.map { hang in
            HangRecord(start: hang.start, duration: hang.duration, kind: name(hang.kind), thread: name(hang.thread))
        }
        own.samples.take(other.samples) { sample in
            SampleRecord(
                start: sample.start, weight: sample.weight, thread: name(sample.thread), state: name(sample.state),
                stack: numbers.stacks[Int(sample.stack)])
        }
    }
}
