/// The end of the import: steps that need all rows.
extension TraceBuilder {
    /// Sorts the records, converts handles to node indexes, and checks that every row is accounted for.
    ///
    /// The order of records does not depend on the order of rows in the files: by time, then id, then content.
    func finish() throws(TraceError) -> TraceRecords {
        settleWallClock()
        takeSignpostBodies()
        takeSpokenNames()
        takeLoggedBodies()
        takeLoggedRuns()
        settleReasons()
        takeInteractionsOfUpdates()
        noteBodiesCountedTwice()
        settleUnmeasured()
        records.updates.sort(records)
        if evidence.join(self) { records.updates.sort(records) }
        markFirstEvaluations()
        let records = records
        records.causes.sort { records.isRecord($0, before: $1) }
        records.interactions.sort { records.isRecord($0, before: $1) }
        resolveEdges()
        records.groups.sort { records.isRecord($0, before: $1) }
        records.signposts.sort { records.isRecord($0, before: $1) }
        records.samples.sort { records.isRecord($0, before: $1) }
        records.logs.sort { records.isLog($0, before: $1) }
        addLoggedHangs()
        addLoggedHitches()
        records.hitches.sort { records.isRecord($0, before: $1) }
        records.hangs.sort { records.isRecord($0, before: $1) }
        dropRepeats()
        placeRejects()
        countOddities()
        noteContradictions()
        noteUnits()
        noteContradictingEnds()
        noteMissingValues()
        noteLanes()
        let counters = records.counters
        guard rowsSeen == rowsImported + rowsRejected + counters.count(.rowsSkipped) else {
            throw TraceError(
                .internalError,
                "\(rowsSeen) rows seen, but \(rowsImported) imported + \(rowsRejected) rejected + "
                    + "\(counters.count(.rowsSkipped)) skipped")
        }
        records.counters.add(.rowsSeen, by: rowsSeen)
        records.counters.add(.rowsImported, by: rowsImported)
        records.counters.add(.rowsRejected, by: rowsRejected)
        return records
    }

    /// Sets the time of rows that only say when a body ran, and not for how long, to their converted starts.
    private func settleUnmeasured() {
        let updates = records.updates
        guard !updates.evaluated.isEmpty else { return }
        for row in 0..<updates.count where updates.isUnmeasured(row) { updates.evaluated[row] = updates.start[row] }
    }

    /// Warns about cells that refer to missing values, which would otherwise look empty.
    private func noteMissingValues() {
        let missing = records.counters.sorted.filter { $0.name == .missingReference }
        guard !missing.isEmpty else { return }
        let listed = missing.prefix(6).map { "\($0.detail) (\(Decimal.grouped($0.count)))" }.joined(separator: ", ")
        let more = Decimal.more(of: missing.count, listed: 6)
        tell(
            .warning, at: firstPlace, "values are missing that rows refer to: \(listed)\(more)",
            fix: "the input is damaged or not whole: copy or export it again")
    }

    /// Merges explicit and shorthand edges into one sorted list by node index; a pair's shorthand edge is dropped if
    /// there is an explicit one. Edges to missing nodes are rejected, edges from a node to itself dropped and counted.
    private func resolveEdges() {
        let nodes = nodeIndexes()
        let edges = records.edges
        edges.keep { index in
            let edge = edges[index]
            let (from, to) = (nodes[Int(edge.from)], nodes[Int(edge.to)])
            guard from != 0, to != 0 else {
                rejectDangling(edge, from == 0 ? edge.from : edge.to, at: index)
                return false
            }
            (edges[index].from, edges[index].to) = (from - 1, to - 1)
            return true
        }
        for index in 0..<shorthandTo.count {
            let (from, to) = (nodes[Int(shorthandFrom[index])], nodes[Int(shorthandTo[index])])
            if from == 0 {
                records.counters.add(.danglingEdge)
            } else if from == to {
                records.counters.add(.selfEdge)
            } else {
                // Shorthand edges have no label, unlike all others.
                edges.append(EdgeRecord(from: from - 1, to: to - 1))
            }
        }
        shorthandFrom.free()
        shorthandTo.free()
        edges.sort { [records] in records.isEdge($0, before: $1) }
        mergeEdges()
    }

    /// The node index + 1 by handle; zero if no record has the id.
    private func nodeIndexes() -> Column<UInt32> {
        let nodes = Column<UInt32>(repeating: 0, count: records.ids.count)
        for (index, interaction) in records.interactions.enumerated() where interaction.id != 0 {
            nodes[Int(interaction.id)] = UInt32(index + 1)
        }
        for index in 0..<records.causes.count where records.causes[index].id != 0 {
            nodes[Int(records.causes[index].id)] = UInt32(records.firstCauseNode + index + 1)
        }
        let firstUpdate = records.firstUpdateNode
        for index in 0..<records.updates.count where records.updates.id[index] != 0 {
            nodes[Int(records.updates.id[index])] = UInt32(firstUpdate + index + 1)
        }
        return nodes
    }

    private func rejectDangling(_ edge: EdgeRecord, _ missing: UInt32, at index: Int) {
        rowsImported -= 1
        readLanes.insert(Lane.edges.rawValue)
        let id = records.ids[Int(missing)]
        let file = Int(edgeFiles[index])
        let name = file < records.sourceFiles.count ? records.sourceFiles[file] : ""
        let (from, to) = (records.ids[Int(edge.from)], records.ids[Int(edge.to)])
        records.counters.add(.danglingEdge)
        rejectLate(
            RowProblem(.danglingReference, "no record has the id \(id)", nil), file: name, byte: edgeOffsets[index],
            raw: "edge from \(from) to \(to)")
    }

    /// Drops edges that add nothing to others of the same pair.
    private func mergeEdges() {
        let edges = records.edges
        var last: EdgeRecord?
        edges.keep { index in
            let edge = edges[index]
            if let last, last.from == edge.from, last.to == edge.to {
                // Shorthand edges sort after the explicit ones of the same pair.
                if !edge.label.isPresent { return false }
                if last.at == edge.at && last.label == edge.label && last.changed == edge.changed {
                    rowsImported -= 1
                    records.counters.add(.skippedRepeatedEdge)
                    return false
                }
            }
            if !edge.label.isPresent { edges[index].label = NameID(.update) }
            last = edges[index]
            return true
        }
    }

    /// The error for a lane, or a table of an export, whose rows were all rejected: the result would look complete
    /// without it.
    var unreadableLane: TraceError? {
        let names = firstRejected.keys.filter {
            isUnread($0) && (Lane(rawValue: $0).map(records.count) == 0 || unreadTables[$0] != nil)
        }
        guard let name = names.min(), let first = firstRejected[name] else { return nil }
        let what = Lane(rawValue: name) == nil ? "table" : "lane"
        let count = unreadTables[name] ?? records.counters.count(.rejectedInLane, name)
        return TraceError(
            .input, "none of the \(count) rows of the \(what) '\(name)' could be taken; the first: \(first.message)",
            at: first.place, fix: "correct the file, export it again, or leave the \(what) out")
    }

    /// Notes the lanes of the trace. A lane with rows is present even if its importer could not know; one that lost
    /// rows and has none is not, because that would mean that nothing happened.
    private func noteLanes() {
        for lane in Lane.ofRecords {
            let count = records.count(lane)
            if count > 0 { records.lanes.insert(lane) } else if lostLanes.contains(lane) { records.lanes.remove(lane) }
        }
    }

    private func countOddities() {
        let updates = records.updates
        var (unterminated, unmeasured, untimed, checks) = (0, 0, 0, 0)
        for row in 0..<updates.count {
            if updates.phase[row] == .check {
                checks += 1
            } else if updates.start[row] == UpdateColumns.untimed {
                untimed += 1
            } else if updates.isUnmeasured(row) {
                unmeasured += 1
            } else if updates.duration[row] == UpdateColumns.unterminated {
                unterminated += 1
            }
        }
        records.counters.add(.unterminated, by: unterminated)
        records.counters.add(.unmeasured, by: unmeasured)
        records.counters.add(.untimed, by: untimed)
        records.counters.add(.checks, by: checks)
        var unpaired = 0
        for signpost in records.signposts where signpost.pairing != .complete { unpaired += 1 }
        records.counters.add(.unpairedSignpost, by: unpaired)
    }
}

extension TraceBuilder {
    /// Marks evaluations that name `@identity` as the first ones of their instances.
    private func markFirstEvaluations() {
        let updates = records.updates
        let isFirst = records.lists.lists.map { $0.contains(NameID(.identityProperty)) }
        guard isFirst.contains(true) else { return }
        for row in 0..<updates.count where updates.phase[row] == .update && isFirst[Int(updates.changed[row].rawValue)]
        {
            updates.phase[row] = .creation
        }
    }
}
