@testable import TraceKit

/// The records of a trace as lines, for tests that compare all of them at once.
struct XctraceLines {
    let records: TraceRecords

    init(_ records: TraceRecords) { self.records = records }

    private func text(_ name: NameID) -> String { records.names.text(name) ?? "-" }
    private func id(_ handle: UInt32) -> String { records.sourceID(handle).map { "\($0)" } ?? "-" }
    private func time(_ time: Int64) -> String { time == UpdateColumns.untimed ? "none" : "\(time)" }

    /// Records lane by lane, then rejects, damage, warnings and counters; without the sums of rows.
    var all: [String] {
        interactions + causes + updates + edges + lanes + samples + rejects + counters + warnings
    }

    var interactions: [String] {
        records.interactions.map { "interaction \(id($0.id)) \($0.kind) \(text($0.name)) \($0.start)+\($0.duration)" }
    }

    var causes: [String] {
        (0..<records.causes.count).map { index in
            let cause = records.causes[index]
            return "cause \(id(cause.id)) \(cause.kind) \(text(cause.name)) \(cause.origin) @\(time(cause.start))"
        }
    }

    var updates: [String] {
        let updates = records.updates
        return (0..<updates.count).map { row in
            let view = records.views[Int(updates.view[row])]
            let kind = view.kindWord.isPresent ? "\(view.kind) '\(text(view.kindWord))'" : "\(view.kind)"
            return
                "update \(id(updates.id[row])) \(text(view.name)) (\(text(view.rawName))) \(kind) \(text(view.module)) "
                + "\(updates.phase[row]) \(updates.start[row])+\(updates.duration[row]) \(text(updates.thread[row])) "
                + "\(text(updates.severity[row])) \(updates.allocations[row]) \(updates.downstream[row])"
        }
    }

    /// Updates without what only one of two formats carries.
    var updateTimes: [String] {
        let updates = records.updates
        return (0..<updates.count).map { row in
            let view = records.views[Int(updates.view[row])]
            return "\(id(updates.id[row])) \(text(view.name)) \(view.kind) \(text(view.module)) \(updates.phase[row]) "
                + "\(updates.start[row])+\(updates.duration[row]) \(text(updates.thread[row]))"
        }
    }

    private func node(_ node: UInt32) -> String {
        let index = Int(node)
        if index < records.firstCauseNode { return id(records.interactions[index].id) }
        if index < records.firstUpdateNode { return id(records.causes[index - records.firstCauseNode].id) }
        return id(records.updates.id[index - records.firstUpdateNode])
    }

    var edges: [String] {
        (0..<records.edges.count).map { index in
            let edge = records.edges[index]
            let changed =
                edge.changed.isPresent ? " " + records.lists[edge.changed].map { text($0) }.joined(separator: "|") : ""
            // Nodes that were joined by name have no ids to show.
            let (from, to) = (node(edge.from), node(edge.to))
            return
                "edge \(from == "-" ? "0" : from) > \(to == "-" ? "0" : to) \(text(edge.label)) @\(time(edge.at))\(changed)"
        }
    }

    var edgeEnds: [String] {
        (0..<records.edges.count).map { index in
            let edge = records.edges[index]
            let changed =
                edge.changed.isPresent ? records.lists[edge.changed].map { text($0) }.joined(separator: "|") : "-"
            return "\(node(edge.from)) > \(node(edge.to)) \(text(edge.label)) \(changed)"
        }
    }

    private var lanes: [String] { groups + signposts + hitches + hangs }

    private var groups: [String] {
        (0..<records.groups.count).map { index in
            let group = records.groups[index]
            return "group \(group.start)+\(group.duration) \(text(group.thread)) \(text(group.label))"
        }
    }

    private var signposts: [String] {
        (0..<records.signposts.count).map { index in
            let signpost = records.signposts[index]
            let names = [
                signpost.name, signpost.subsystem, signpost.category, signpost.process, signpost.thread, signpost.scope,
            ]
            return
                "signpost \(names.map { text($0) }.joined(separator: " ")) \(signpost.signpostID) \(signpost.pairing) "
                + "\(signpost.start)+\(signpost.duration) \(text(signpost.message))"
        }
    }

    var hitches: [String] {
        records.hitches.map {
            "hitch \($0.start)+\($0.duration) \($0.isSystem == true ? "system" : "app") \(text($0.narrative))"
        }
    }

    var hangs: [String] {
        records.hangs.map { "hang \($0.start)+\($0.duration) \(text($0.thread)) \(text($0.kind))" }
    }

    private var samples: [String] {
        (0..<records.samples.count).map { index in
            let sample = records.samples[index]
            var frames: [String] = []
            var stack = sample.stack
            while stack != 0 {
                let node = records.stacks.nodes[Int(stack)]
                let binary = node.binary.isPresent ? " \(text(node.binary))" : ""
                frames.append(text(node.frame) + binary + (node.isApp ? " app" : ""))
                stack = node.parent
            }
            let stackText = frames.joined(separator: ", ")
            return "sample \(sample.start) \(text(sample.thread)) \(text(sample.state)) \(sample.weight) [\(stackText)]"
        }
    }

    private var rejects: [String] {
        records.rejects.map { "reject \($0.kind.rawValue) \($0.place.text) \($0.message)" }
            + (records.damage.map { ["damage \($0.place?.text ?? "") \($0.message)"] } ?? [])
    }

    private var warnings: [String] { records.warnings.map { "warning \($0.message)" } }

    private var counters: [String] {
        records.counters.sorted.compactMap { counter in
            switch counter.name {
            case .rowsSeen, .rowsImported, .rowsRejected, .rejectedInLane: nil
            default:
                ([counter.name.rawValue, counter.detail, "\(counter.count)"].filter { !$0.isEmpty }).joined(
                    separator: " ")
            }
        }
    }
}
