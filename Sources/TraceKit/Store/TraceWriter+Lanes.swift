/// The other lanes, and what was found in all of them.
extension TraceWriter {
    func insertGroups() throws(TraceError) {
        let (groups, described, ids) = (results.groups, records.groups, records.groupIDs)
        let (names, deadlines, null) = (names, results.deadlines, FeedColumn.null)
        func sourceID(_ row: Int) -> UInt64? { groups[row].id == 0 ? nil : ids[Int(groups[row].id)] }
        try insert(
            "update_group", count: groups.count,
            [
                .ids(from: base.group),
                .constant(traceID),
                groups.allSatisfy { $0.id == 0 }
                    ? .absent : .ids({ $0.ids(sourceID) }, of: sourceID),
                described.count == 0
                    ? .absent
                    : .batch { $0.names(names) { row in groups[row].record.map { described[$0].label } ?? .none } },
                .batch { $0.names(names) { groups[$0].thread } },
                .numbers { $0.each { groups[$0].start } },
                .batch { $0.each { groups[$0].duration < 0 ? null : groups[$0].duration } },
                .batch { $0.each { groups[$0].busy < 0 ? null : groups[$0].busy } },
                .batch { $0.each { Int64(groups[$0].updates) } },
                .batch {
                    $0.each {
                        groups[$0].busy < 0 ? null : Int64(deadlines.severity(ofDuration: groups[$0].busy).rawValue)
                    }
                },
                .batch { $0.each { groups[$0].isAccumulated ? 1 : 0 } },
                .batch { $0.each { groups[$0].isDerived ? 1 : 0 } },
                .batch { $0.each { groups[$0].record == nil ? 0 : 1 } },
            ])
    }

    func insertSignposts() throws(TraceError) {
        let (signposts, names, firstSite) = (records.signposts, names, base.signpostSite)
        let first = try database.nextID("signpost")
        let sites = RowSites<SignpostSite>()
        func signpostID(_ row: Int) -> UInt64? { signposts[row].hasID ? signposts[row].signpostID : nil }
        try insert(
            "signpost", count: signposts.count,
            [
                .ids(from: first),
                .constant(traceID),
                .batch {
                    $0.each {
                        let site = SignpostSite(signposts[$0])
                        return firstSite + sites.number(of: site, Int(site.name.rawValue))
                    }
                },
                .numbers { $0.each { signposts[$0].start } },
                .batch { $0.each { signposts[$0].duration < 0 ? FeedColumn.null : signposts[$0].duration } },
                .batch { $0.each { Int64(signposts[$0].pairing.rawValue) } },
                .batch { $0.names(names) { signposts[$0].message } },
                .ids({ $0.ids(signpostID) }, of: signpostID),
            ])
        let all = sites.all
        try insert("signpost_site", 8, count: all.count) { row, column, out in
            let site = all[row]
            switch column {
            case 0: out.integer(firstSite + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.name(site.name)
            case 3: out.name(site.subsystem)
            case 4: out.name(site.category)
            case 5: out.name(site.process)
            case 6: out.name(site.thread)
            default: out.name(site.scope)
            }
        }
    }

    func insertHitches() throws(TraceError) {
        let (hitches, results, windows) = (records.hitches, results, windowIDs())
        let first = try database.nextID("hitch")
        try insert("hitch", 11, count: hitches.count) { row, column, out in
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
            case 8: out.optional(results.hitches[row].coverage)
            case 9: out.text(hottestFrames(results.hitches[row]))
            default: out.integer(results.hitches[row].isSwiftUIBusy ? 0 : 1)
            }
        }
    }

    func insertHangs() throws(TraceError) {
        let (hangs, results, windows) = (records.hangs, results, windowIDs())
        let names = records.names
        let first = try database.nextID("hang")
        try insert("hang", 12, count: hangs.count) { row, column, out in
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
            case 9: out.optional(results.hangs[row].coverage)
            case 10: out.text(hottestFrames(results.hangs[row]))
            default: out.integer(results.hangs[row].isSwiftUIBusy ? 0 : 1)
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

    /// `JSONDecoder.decode(_:from:) 241, memcpy 12`: frames with their samples, at most five.
    private func hottestFrames(_ stall: StallSummary) -> String? {
        if stall.frames.isEmpty { return nil }
        return stall.frames.map { "\(records.names.text($0.frame) ?? "") \($0.samples)" }.joined(separator: ", ")
    }

    func insertHotFrames() throws(TraceError) {
        let (frames, first) = (results.hotFrames, base.node + Int64(records.firstUpdateNode))
        try insert("hot_frame", 5, count: frames.count) { row, column, out in
            let hot = frames[row]
            switch column {
            case 0: out.integer(first + Int64(hot.update))
            case 1: out.integer(traceID)
            case 2: out.name(hot.frame)
            case 3: out.integer(hot.samples)
            default: out.integer(hot.bodySamples)
            }
        }
    }

    func insertFindings() throws(TraceError) {
        let (findings, windows) = (results.findings, windowIDs())
        let first = try database.nextID("finding")
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

    func insertStacks() throws(TraceError) {
        let nodes = records.stacks.nodes
        let (used, places) = usedFrames()
        try insert("stack_frame", 6, count: used.count) { row, column, out in
            let node = nodes[used[row]]
            switch column {
            case 0: out.integer(base.stack + Int64(row))
            case 1: out.integer(traceID)
            case 2: out.index(places[Int(node.parent)], from: base.stack)
            case 3: out.name(node.frame)
            case 4: out.name(node.binary)
            default: out.integer(node.isApp ? 1 : 0)
            }
        }
    }

    /// The frames that some sample's stack holds, callers first, and the place among them by index (-1 = unused).
    private func usedFrames() -> (used: [Int], places: [Int32]) {
        let nodes = records.stacks.nodes
        var places = [Int32](repeating: -1, count: nodes.count)
        for row in 0..<records.samples.count {
            var node = Int(records.samples[row].stack)
            while node != 0, places[node] < 0 {
                places[node] = 0
                node = Int(nodes[node].parent)
            }
        }
        var used: [Int] = []
        for node in nodes.indices where places[node] == 0 {
            places[node] = Int32(used.count)
            used.append(node)
        }
        return (used, places)
    }

    func insertSamples() throws(TraceError) {
        let (samples, places, names, firstFrame) = (records.samples, usedFrames().places, names, base.stack)
        let first = try database.nextID("sample")
        try insert(
            "sample", count: samples.count,
            [
                .ids(from: first),
                .constant(traceID),
                .numbers { $0.each { samples[$0].start } },
                .batch { $0.each { samples[$0].weight < 0 ? FeedColumn.null : samples[$0].weight } },
                .batch { $0.names(names) { samples[$0].thread } },
                .batch { $0.names(names) { samples[$0].state } },
                .batch {
                    $0.each { row in
                        let place = places[Int(samples[row].stack)]
                        return place < 0 ? FeedColumn.null : firstFrame + Int64(place)
                    }
                },
            ])
    }
}
