/// Writes the other lanes, and the findings about all of them.
extension TraceWriter {
    func insertGroups() throws(TraceError) {
        let (groups, described, ids) = (results.groups, records.groups, records.groupIDs)
        let deadlines = results.deadlines
        func sourceID(_ row: Int) -> UInt64? { groups[row].id == 0 ? nil : ids[Int(groups[row].id)] }
        try insert(
            "update_group", count: groups.count,
            [
                "source_id": groups.allSatisfy { $0.id == 0 }
                    ? .absent : .sourceIDs(sourceID),
                "label_id": described.count == 0
                    ? .absent
                    : .names { row in
                        groups[row].record < 0 ? .none : described[Int(groups[row].record)].label
                    },
                "thread_id": .names { groups[$0].thread },
                "process_id": .names { groups[$0].process },
                "start_ns": .times { groups[$0].start },
                "duration_ns": .counts { groups[$0].duration },
                "busy_ns": .counts { groups[$0].busy },
                "updates": .integers { groups[$0].updates },
                "severity": .integers {
                    groups[$0].busy < 0 ? nil : Int64(deadlines.severity(ofDuration: groups[$0].busy).rawValue)
                },
                "accumulated": .flags { groups[$0].isAccumulated },
                "derived": .flags { groups[$0].isDerived },
                "is_record": .integers { groups[$0].record < 0 ? 0 : 1 },
            ])
    }

    func insertSignposts() throws(TraceError) {
        let (signposts, firstSite) = (records.signposts, firstIDs["signpost_site"])
        let sites = RowSites<SignpostSite>()
        func signpostID(_ row: Int) -> UInt64? { signposts[row].hasID ? signposts[row].signpostID : nil }
        try insert(
            "signpost", count: signposts.count,
            [
                "site_id": .integers {
                    let signpost = signposts[$0]
                    return firstSite
                        + sites.number(
                            of: SignpostSite(
                                name: signpost.name, subsystem: signpost.subsystem, category: signpost.category,
                                process: signpost.process, thread: signpost.thread, scope: signpost.scope))
                },
                "start_ns": .times { signposts[$0].start },
                "duration_ns": .counts { signposts[$0].duration },
                "pairing": .integers { signposts[$0].pairing.rawValue },
                "message_id": .names { signposts[$0].message },
                "signpost_id": .sourceIDs(signpostID),
            ])
        let all = sites.all
        try insert(
            "signpost_site", count: all.count,
            [
                "name_id": .names { all[$0].name },
                "subsystem_id": .names { all[$0].subsystem },
                "category_id": .names { all[$0].category },
                "process_id": .names { all[$0].process },
                "thread_id": .names { all[$0].thread },
                "scope_id": .names { all[$0].scope },
            ])
    }

    func insertHitches() throws(TraceError) {
        let (hitches, stalls) = (records.hitches, results.hitches)
        let (windowOf, windows) = (results.hitchWindow, windowIDs())
        try insert(
            "hitch", count: hitches.count,
            [
                "start_ns": .times { hitches[$0].start },
                "duration_ns": .integers { hitches[$0].duration },
                "is_system": .integers { hitches[$0].isSystem.map { $0 ? 1 : 0 } },
                "narrative_id": .names { hitches[$0].narrative },
                "process_id": .names { hitches[$0].process },
                "swap_id": .sourceIDs { hitches[$0].swapID },
                "app_ns": .integers { stalls[$0].appNs },
                "render_ns": .integers { stalls[$0].renderNs },
                "interaction_id": .integers { windowOf[$0] < 0 ? nil : windows[Int(windowOf[$0])] },
                "overlapping_views": .texts { overlappingViews(stalls[$0]) },
                "coverage": .reals { stalls[$0].coverage },
                "hottest_frames": .texts { hottestFrames(stalls[$0]) },
                "is_idle": .flags { !stalls[$0].isSwiftUIBusy },
            ])
    }

    func insertStretches() throws(TraceError) {
        let (stretches, firstIDs) = (results.stretches, firstIDs)
        let firstUpdate = firstIDs.node + Int64(records.firstUpdateNode)
        func rows(_ kind: Stretch.Kind, from first: Int64) -> InsertColumn {
            .integers { stretches[$0].kind == kind ? first + Int64(stretches[$0].row) : nil }
        }
        try insert(
            "stretch", count: stretches.count,
            [
                "kind": .integers { stretches[$0].kind.rawValue },
                "start_ns": .integers { stretches[$0].start },
                "duration_ns": .integers { stretches[$0].duration },
                "late_ns": .integers { stretches[$0].lateNs },
                "hang_id": rows(.hang, from: firstIDs["hang"]),
                "hitch_id": rows(.hitch, from: firstIDs["hitch"]),
                "update_id": rows(.longBody, from: firstUpdate),
                "group_id": rows(.longGroup, from: firstIDs["update_group"]),
                "process_id": .names { stretches[$0].owner },
            ])
    }

    func insertStretchParts() throws(TraceError) {
        let (parts, first) = (results.stretchParts, firstIDs["stretch"])
        try insert(
            "stretch_part", count: parts.count,
            [
                "stretch_id": .integers { first + Int64(parts[$0].stretch) },
                "witness": .integers { parts[$0].witness.rawValue },
                "cause_id": .names { parts[$0].cause },
                "code": .texts { parts[$0].code },
                "duration_ns": .integers { parts[$0].nanoseconds },
            ])
    }

    func insertSampledBodies() throws(TraceError) {
        let bodies = results.sampledBodies
        try insert(
            "sampled_body", count: bodies.count,
            [
                "view": .texts { bodies[$0].view },
                "samples": .integers { bodies[$0].samples },
                "total_ns": .integers { bodies[$0].nanoseconds },
                "recording_share": .reals { bodies[$0].share },
                "hitch_share": .reals { bodies[$0].shareOfHitches },
                "hang_share": .reals { bodies[$0].shareOfHangs },
                "largest_function": .texts { bodies[$0].below?.name },
                "largest_samples": .integers { bodies[$0].below?.samples ?? 0 },
                "family": .texts { bodies[$0].family },
            ])
    }

    func insertSampledBodyStacks() throws(TraceError) {
        guard let used = usedFrames else { return }
        let rows = results.sampledBodies.enumerated().flatMap { body, sampled in
            sampled.stacks.map { (body: body, stack: $0.node, samples: $0.samples) }
        }
        let (firstFrame, firstBody) = (firstIDs["stack_frame"], firstIDs["sampled_body"])
        try insert(
            "sampled_body_stack", count: rows.count,
            [
                "sampled_body_id": .integers { firstBody + Int64(rows[$0].body) },
                "stack_id": .integers { row in
                    let place = used.place(Int(rows[row].stack))
                    return place < 0 ? nil : firstFrame + place
                },
                "samples": .integers { rows[$0].samples },
            ])
    }

    func insertHangs() throws(TraceError) {
        let (hangs, stalls, names) = (records.hangs, results.hangs, records.names)
        let (windowOf, windows) = (results.hangWindow, windowIDs())
        try insert(
            "hang", count: hangs.count,
            [
                "start_ns": .times { hangs[$0].start },
                "duration_ns": .integers { hangs[$0].duration },
                "kind_id": .names { hangs[$0].kind },
                "is_delay": .flags { hangs[$0].isDelay(names) },
                "class": .texts { names.text(hangs[$0].kind) ?? HangClass.word(forDuration: hangs[$0].duration) },
                "thread_id": .names { hangs[$0].thread },
                "process_id": .names { hangs[$0].process },
                "interaction_id": .integers { windowOf[$0] < 0 ? nil : windows[Int(windowOf[$0])] },
                "overlapping_views": .texts { overlappingViews(stalls[$0]) },
                "coverage": .reals { stalls[$0].coverage },
                "hottest_frames": .texts { hottestFrames(stalls[$0]) },
                "is_idle": .flags { !stalls[$0].isSwiftUIBusy },
            ])
    }

    /// The overlapping views, at most five: `LandmarkRow 12.3 ms, MapView 4.0 ms`.
    private func overlappingViews(_ stall: StallSummary) -> String? {
        if stall.views.isEmpty { return nil }
        return stall.views.prefix(StallSummary.listed).map { view, overlap in
            "\(records.names.text(results.views[Int(view)].name) ?? "") \(Decimal.text(Double(overlap) / 1e6, digits: 1)) ms"
        }.joined(separator: ", ")
    }

    /// The frames with the most samples, at most five: `JSONDecoder.decode(_:from:) 241, memcpy 12`.
    private func hottestFrames(_ stall: StallSummary) -> String? {
        if stall.frames.isEmpty { return nil }
        return stall.frames.map { "\(records.names.text($0.frame) ?? "") \($0.samples)" }.joined(separator: ", ")
    }

    func insertHotFrames() throws(TraceError) {
        let (frames, first) = (results.hotFrames, firstIDs.node + Int64(records.firstUpdateNode))
        try insert(
            "hot_frame", count: frames.count,
            [
                "update_id": .integers { first + Int64(frames[$0].update) },
                "frame_id": .names { frames[$0].frame },
                "file_id": .names { frames[$0].source?.file ?? .none },
                "line": .integers { frames[$0].source?.line },
                "samples": .integers { frames[$0].samples },
                "body_samples": .integers { frames[$0].bodySamples },
            ])
    }

    func insertProblems() throws(TraceError) {
        let (problems, windows) = (results.problems, windowIDs())
        let firstFinding = firstIDs["finding"]
        try insert(
            "problem", count: problems.count,
            [
                "kind": .texts { problems[$0].kind },
                "severity": .texts { problems[$0].severity.rawValue },
                "title": .texts { problems[$0].title },
                "why": .texts { problems[$0].why },
                "fix": .texts { problems[$0].fix },
                "view": .texts { problems[$0].view },
                "cause": .texts { problems[$0].cause },
                "source": .texts { problems[$0].source },
                "interaction_id": .integers { problems[$0].window.map { windows[$0] } },
                "interactions": .integers { problems[$0].interactions },
                "confidence": .texts { problems[$0].confidence?.word },
                "cost_ns": .integers { problems[$0].costNs },
                "key": .texts { problems[$0].key },
                // Every problem has findings.
                "lead_id": .integers { firstFinding + Int64(problems[$0].findings.first ?? 0) },
            ])
    }

    func insertProblemUpdates() throws(TraceError) {
        let (runs, firstUpdate) = (results.problemRows.runs, firstIDs.node + Int64(records.firstUpdateNode))
        let first = firstIDs["problem"]
        try insert(
            "problem_update", count: runs.count,
            [
                "problem_id": .integers { first + Int64(runs[$0].problem) },
                "first_id": .integers { firstUpdate + Int64(runs[$0].first) },
                "last_id": .integers { firstUpdate + Int64(runs[$0].last) },
                "is_of_cause": .flags { runs[$0].isOfCause },
                "is_own": .flags { runs[$0].isOwn },
            ])
    }

    func insertProblemEvents() throws(TraceError) {
        let (events, first) = (results.problemRows.events, firstIDs["problem"])
        let (hang, hitch, signpost, line) = (firstIDs["hang"], firstIDs["hitch"], firstIDs["signpost"], firstIDs["log"])
        try insert(
            "problem_event", count: events.count,
            [
                "problem_id": .integers { first + Int64(events[$0].problem) },
                "hang_id": .integers { row in
                    if case .hang(let place) = events[row].event { hang + Int64(place) } else { nil }
                },
                "hitch_id": .integers { row in
                    if case .hitch(let place) = events[row].event { hitch + Int64(place) } else { nil }
                },
                "signpost_id": .integers { row in
                    if case .signpost(let place) = events[row].event { signpost + Int64(place) } else { nil }
                },
                "log_id": .integers { row in
                    if case .line(let place) = events[row].event { line + Int64(place) } else { nil }
                },
                "is_own": .flags { events[$0].isOwn },
            ])
    }

    func insertProblemInteractions() throws(TraceError) {
        let (shares, windows) = (results.problemRows.shares, windowIDs())
        let first = firstIDs["problem"]
        try insert(
            "problem_interaction", count: shares.count,
            [
                "problem_id": .integers { first + Int64(shares[$0].problem) },
                "interaction_id": .integers { windows[shares[$0].window] },
                "updates": .integers { shares[$0].updates },
                "unnecessary": .integers { shares[$0].unnecessary },
                "long": .integers { shares[$0].long },
                "total_ns": .integers { shares[$0].nanoseconds },
            ])
    }

    func insertProblemGains() throws(TraceError) {
        let (gains, first) = (results.gains, firstIDs["problem"])
        let (names, deadlines) = (records.names, results.deadlines)
        try insert(
            "problem_gain", count: gains.count,
            [
                "problem_id": .integers { first + Int64(gains[$0].problem) },
                "kind": .texts { gains[$0].interaction.map { names.text($0.word) ?? $0.kind.word } },
                "name": .texts { gains[$0].interaction.flatMap { names.text($0.name) } },
                "updates_before": .integers { gains[$0].updates?.before },
                "updates_after": .integers { gains[$0].updates?.after },
                "group_before_ns": .integers { gains[$0].groupNs?.before },
                "group_after_ns": .integers { gains[$0].groupNs?.after },
                "long_before": .integers { gains[$0].long?.before },
                "long_after": .integers { gains[$0].long?.after },
                "longest_before_ns": .integers { gains[$0].longestNs?.before },
                "longest_after_ns": .integers { gains[$0].longestNs?.after },
                "hang_before_ns": .integers { gains[$0].hangNs?.before },
                "hang_after_ns": .integers { gains[$0].hangNs?.after },
                "checks_fewer": .integers { gains[$0].checksFewer },
                "certainty": .texts { gains[$0].certainty.rawValue },
                "promise": .texts { gains[$0].promise(names, deadlines) },
                "words": .texts { gains[$0].words(names, deadlines) },
            ])
    }

    func insertFindings() throws(TraceError) {
        let (findings, windows) = (results.findings, windowIDs())
        let firstProblem = firstIDs["problem"]
        var problemOf = Array(repeating: Int64(0), count: findings.count)
        for (number, problem) in results.problems.enumerated() {
            for place in problem.findings { problemOf[place] = firstProblem + Int64(number) }
        }
        try insert(
            "finding", count: findings.count,
            [
                "problem_id": .integers { problemOf[$0] },
                "rule": .texts { findings[$0].rule },
                "severity": .texts { findings[$0].severity.rawValue },
                "title": .texts { findings[$0].title },
                "interaction_id": .integers { findings[$0].window.map { windows[$0] } },
                "view": .texts { findings[$0].view },
                "cause": .texts { findings[$0].cause },
                "evidence": .texts { findings[$0].evidence },
                "hint": .texts { findings[$0].hint },
                "effort": .texts { findings[$0].effort.rawValue },
                "sql": .texts { row in
                    let window = findings[row].window.map { "\(windows[$0])" } ?? "NULL"
                    return SQLTemplate.fill(findings[row].sql, ["trace": "\(traceID)", "window": window])
                },
                "rows": .integers { findings[$0].rows },
                "cost_ns": .integers { findings[$0].costNs },
            ])
    }

    func insertSmallerFindings() throws(TraceError) {
        let findings = results.smallerFindings
        try insert(
            "smaller_finding", count: findings.count,
            [
                "rule": .texts { findings[$0].rule },
                "severity": .texts { findings[$0].severity.rawValue },
                "title": .texts { findings[$0].title },
                "view": .texts { findings[$0].view },
                "cause": .texts { findings[$0].cause },
                "rows": .integers { findings[$0].rows },
                "cost_ns": .integers { findings[$0].costNs },
            ])
    }

    func insertStacks() throws(TraceError) {
        guard let used = usedFrames else { return }
        let (stacks, nodes, firstFrame) = (records.stacks, records.stacks.nodes, firstIDs["stack_frame"])
        let hasSources = !stacks.sources.isEmpty
        let drawn = results.drawnFrames
        func node(_ row: Int) -> Int { drawn?[row] ?? used.node(row) }
        try insert(
            "stack_frame", count: drawn?.count ?? used.count,
            [
                "id": drawn.map { drawn in .integers { firstFrame + used.place(drawn[$0]) } }
                    ?? .ids(from: firstFrame),
                "caller_id": .integers { row in
                    let place = used.place(Int(nodes.parent(node(row))))
                    return place < 0 ? nil : firstFrame + place
                },
                "frame_id": .names { nodes[node($0)].frame },
                "binary_id": .names { nodes[node($0)].binary },
                "is_app": .flags { nodes[node($0)].isApp },
                "file_id": hasSources ? .names { stacks.source(of: nodes[node($0)])?.file ?? .none } : .absent,
                "line": hasSources ? .integers { stacks.source(of: nodes[node($0)])?.line } : .absent,
            ])
    }

    func insertSamples() throws(TraceError) {
        guard !lacking.contains(.samples) else { return }
        let (samples, firstFrame) = (records.samples, firstIDs["stack_frame"])
        try insert(
            "sample", count: samples.count,
            [
                "start_ns": .times { samples[$0].start },
                "weight_ns": .counts { samples[$0].weight },
                "thread_id": .names { samples[$0].thread },
                "process_id": .names { samples[$0].process },
                "state_id": .names { samples[$0].state },
                "stack_id": usedFrames.map { used in
                    .integers { row in
                        let place = used.place(Int(samples[row].stack))
                        return place < 0 ? nil : firstFrame + place
                    }
                } ?? .absent,
            ])
    }

    func insertLogs() throws(TraceError) {
        let logs = records.logs
        try insert(
            "log", count: logs.count,
            [
                "start_ns": .times { logs[$0].start },
                "level": .integers { logs[$0].level.rawValue },
                "subsystem_id": .names { logs[$0].subsystem },
                "category_id": .names { logs[$0].category },
                "message_id": .names { logs[$0].message },
                "process_id": .names { logs[$0].process },
                "thread_id": .names { logs[$0].thread },
                "view_id": .names { logs[$0].view },
                "complaint_id": .indexes(results.complaintOfLog, from: firstIDs["complaint"]),
            ])
    }

    func insertComplaints() throws(TraceError) {
        let complaints = results.complaints
        try insert(
            "complaint", count: complaints.count,
            [
                "complaint": .texts { KnownComplaints.all[complaints[$0].complaint].id },
                "subject": .texts { complaints[$0].subject },
                "lines": .integers { complaints[$0].lines },
                "untimed": .integers { complaints[$0].untimed },
                "first_ns": .counts { complaints[$0].firstNs },
                "last_ns": .counts { complaints[$0].lastNs },
                "level": .integers { complaints[$0].level.rawValue },
                "process_id": .names { complaints[$0].process },
                "views": .texts { row in
                    let names = complaints[row].views.map { records.names.text($0.view) ?? "" }
                    return names.isEmpty ? nil : PropertyList.text(names)
                },
                "message_id": .names { complaints[$0].message },
            ])
    }

    func insertLogGroups() throws(TraceError) {
        let groups = results.logGroups
        try insert(
            "log_group", count: groups.count,
            [
                "text": .texts { groups[$0].text },
                "lines": .integers { groups[$0].lines },
                "level": .integers { groups[$0].line?.level.rawValue ?? LogLevel.unknown.rawValue },
                "first_ns": .counts { groups[$0].line?.start ?? -1 },
                "median_ns": .integers { groups[$0].medianNs },
                "max_ns": .integers { groups[$0].maxNs },
                "total_ns": .integers { groups[$0].totalNs },
                "subsystem_id": .names { groups[$0].line?.subsystem ?? .none },
                "category_id": .names { groups[$0].line?.category ?? .none },
                "process_id": .names { groups[$0].line?.process ?? .none },
                "message_id": .names { groups[$0].line?.message ?? .none },
            ])
    }

    func insertLogLevels() throws(TraceError) {
        let logs = records.logs
        let index = KeyIndex()
        var (first, lines): ([Int], [Int]) = ([], [])
        for row in 0..<logs.count {
            let place = index.number(UInt64(logs[row].process.rawValue), UInt64(logs[row].level.rawValue))
            if place == lines.count {
                first.append(row)
                lines.append(0)
            }
            lines[place] += 1
        }
        try insert(
            "log_level", count: lines.count,
            [
                "process_id": .names { logs[first[$0]].process },
                "level": .integers { logs[first[$0]].level.rawValue },
                "lines": .integers { lines[$0] },
            ])
    }
}

/// The frames in the stacks of samples, callers first.
struct UsedFrames {
    let count: Int
    /// The used nodes of `StackTable`, and the index of each node among them; nil if all but the first ("none") are
    /// used, as usual.
    private let some: (nodes: Column<Int32>, places: Column<Int32>)?

    init(_ records: TraceRecords) {
        let all = records.stacks.nodes
        let isUsed = Scratch(repeating: false, count: all.count)
        var count = 0
        for sample in records.samples {
            var node = Int(sample.stack)
            while node != 0, !isUsed[node] {
                isUsed[node] = true
                count += 1
                node = Int(all.parent(node))
            }
        }
        self.count = count
        guard count < all.count - 1 else {
            some = nil
            return
        }
        let (nodes, places) = (Column<Int32>(capacity: count), Column<Int32>(repeating: -1, count: all.count))
        for node in 0..<all.count where isUsed[node] {
            places[node] = Int32(nodes.count)
            nodes.append(Int32(node))
        }
        some = (nodes, places)
    }

    func node(_ place: Int) -> Int { some.map { Int($0.nodes[place]) } ?? place + 1 }

    /// The index of a node; negative if no sample has it.
    func place(_ node: Int) -> Int64 { some.map { Int64($0.places[node]) } ?? Int64(node) - 1 }
}
