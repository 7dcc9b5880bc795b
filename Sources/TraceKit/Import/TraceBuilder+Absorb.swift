extension TraceBuilder {
    /// Takes over the records of another builder for the next lines of the same file, as if they had been read here,
    /// and returns the translation of its numbers; the other builder is empty then. Returns nil without taking anything
    /// if the result would differ: rejected rows have no line numbers there, and an id or a description of the trace
    /// may repeat one from here.
    func absorb(_ part: TraceBuilder) -> PartNumbers? {
        guard part.isPlain, !defines(anyOf: part) else { return nil }
        let (own, other) = (records, part.records)
        let numbers = numbers(of: part)
        interactionsOfUpdates.take(part.interactionsOfUpdates, at: updates.count) { numbers.names[$0.index] }
        updates.take(other.updates, numbers)
        absorbRecords(part, numbers)
        own.counters.add(other.counters)
        own.lanes.formUnion(other.lanes)
        partsAbsorbed += 1
        rowsSeen += part.rowsSeen
        rowsImported += part.rowsImported
        hasLocalTimes = hasLocalTimes || part.hasLocalTimes
        hasReasons = hasReasons || part.hasReasons
        contradictingEnds += part.contradictingEnds
        return numbers
    }

    /// Whether all rows were records, and none described the trace as a whole.
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

    /// Assigns everything in the part a number here, in the order in which it appeared there.
    private func numbers(of part: TraceBuilder) -> PartNumbers {
        let (numbers, other) = (PartNumbers(), part.records)
        for name in 1..<(other.names.count + 1) {
            let bytes = other.names.bytes(of: NameID(rawValue: UInt32(name)))
            numbers.names.append(names.intern(bytes.baseAddress ?? emptyBytes, bytes.count))
        }
        for list in other.lists.lists.dropFirst() {
            numbers.lists.append(records.lists.intern(list.map { numbers.names[$0.index] }))
        }
        let nodes = other.stacks.nodes
        let frames = nodes.frames.buffer.map { frame in
            records.stacks.number(
                of: StackTable.Frame(
                    name: numbers.names[frame.name.index], binary: numbers.names[frame.binary.index],
                    isApp: frame.isApp))
        }
        for node in 1..<nodes.count {
            numbers.stacks.append(
                records.stacks.child(of: numbers.stacks[Int(nodes.parent(node))], frame: frames[nodes.frame(node)]))
        }
        for (function, source) in other.stacks.sources {
            records.stacks.note(
                StackTable.Source(file: numbers.names[source.file.index], line: source.line),
                of: StackTable.Function(
                    frame: numbers.names[function.frame.index], binary: numbers.names[function.binary.index]), names)
        }
        other.stacks = StackTable()
        for key in other.views.buffer {
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

    private func absorbRecords(_ part: TraceBuilder, _ numbers: PartNumbers) {
        let (own, other) = (records, part.records)
        for interaction in other.interactions {
            var interaction = numbers.applied(to: interaction)
            interaction.causeID = numbers.ids[Int(interaction.causeID)]
            own.interactions.append(interaction)
        }
        own.causes.take(other.causes) { numbers.applied(to: $0) }
        own.edges.take(other.edges) { numbers.applied(to: $0) }
        edgeOffsets.take(part.edgeOffsets)
        edgeFiles.take(part.edgeFiles)
        shorthandFrom.take(part.shorthandFrom) { numbers.ids[Int($0)] }
        shorthandTo.take(part.shorthandTo) { numbers.ids[Int($0)] }
        own.groups.take(other.groups) { numbers.applied(to: $0) }
        own.signposts.take(other.signposts) { numbers.applied(to: $0) }
        own.hitches += other.hitches.map { numbers.applied(to: $0) }
        own.hangs += other.hangs.map { numbers.applied(to: $0) }
        own.samples.take(other.samples) { numbers.applied(to: $0) }
        own.logs.take(other.logs) { numbers.applied(to: $0) }
    }
}

/// Bodies that several files of one trace have in common.
extension TraceBuilder {
    /// Notes the source of the updates since the last call: a file, or a format for those found at the end.
    func noteSource(_ name: String) {
        guard records.updates.count > updateSources.last?.end ?? 0 else { return }
        updateSources.append((records.updates.count, name))
    }

    /// Warns about bodies in two files, such as the exports and a log of one session: both are counted. Called before
    /// the updates are sorted.
    func noteBodiesCountedTwice() {
        guard updateSources.count > 1, let twice = bodiesCountedTwice() else { return }
        let files = "'\(updateSources[twice.first].name)' and '\(updateSources[twice.second].name)'"
        let others = twice.isAll ? "" : " (and others)"
        let bodies = twice.count == 1 ? "1 body" : "\(Decimal.grouped(twice.count)) bodies"
        tell(
            .warning,
            "\(bodies) of \(files)\(others) \(twice.count == 1 ? "overlaps" : "overlap") with one of the same view in the other file: what both recorded counts "
                + "twice; leave the view updates out of one of them, or report each file by itself")
    }

    private struct Body {
        let name: UInt32
        let start: Int64
        let end: Int64
        let source: Int
    }

    private struct Twice {
        var count = 0
        /// The first two sources with common bodies.
        var first = 0
        var second = 0
        var isAll = true
    }

    /// Finds overlapping bodies of two sources, by view and time; each body is in one pair at most.
    private func bodiesCountedTwice() -> Twice? {
        var twice = Twice()
        let bodies = bodiesBySource()
        // The ends of each source's bodies of the current view, in order of their starts.
        var waiting: [ArraySlice<Int64>] = Array(repeating: [], count: updateSources.count)
        for (index, body) in bodies.enumerated() {
            if index > 0, bodies[index - 1].name != body.name {
                for source in waiting.indices { waiting[source].removeAll() }
            }
            for source in waiting.indices {
                waiting[source] = waiting[source].drop { $0 <= body.start - Self.resolution }
            }
            guard let other = waiting.indices.first(where: { $0 != body.source && !waiting[$0].isEmpty }) else {
                waiting[body.source].append(body.end)
                continue
            }
            waiting[other].removeFirst()
            let (first, second) = (min(other, body.source), max(other, body.source))
            if twice.count == 0 { (twice.first, twice.second) = (first, second) }
            twice.isAll = twice.isAll && first == twice.first && second == twice.second
            twice.count += 1
        }
        return twice.count > 0 ? twice : nil
    }

    /// The resolution of logs in compact style: milliseconds.
    private static let resolution: Int64 = 1_000_000

    private func bodiesBySource() -> [Body] {
        var bodies: [Body] = []
        var source = 0
        for row in 0..<records.updates.count {
            while source < updateSources.count - 1, row >= updateSources[source].end { source += 1 }
            let (start, duration) = (records.updates.start[row], records.updates.duration[row])
            let view = records.views[Int(records.updates.view[row])]
            guard start != UpdateColumns.untimed, duration >= 0, view.kind == .body else { continue }
            bodies.append(
                Body(name: view.name.rawValue, start: start, end: start.addingSaturating(duration), source: source))
        }
        return bodies.sorted { ($0.name, $0.start, $0.source) < ($1.name, $1.start, $1.source) }
    }
}
