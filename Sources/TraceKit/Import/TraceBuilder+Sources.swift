/// What several files of one trace hold alike.
extension TraceBuilder {
    /// The updates since the last call are of this source: a file, or a format where they were told of at the end only.
    func noteSource(_ name: String) {
        guard records.updates.count > updateSources.last?.end ?? 0 else { return }
        updateSources.append((records.updates.count, name))
    }

    /// Warns of bodies that two files hold, as the exports of a session and a log of it do: both are counted. Called before the
    /// updates are sorted.
    func noteBodiesCountedTwice() {
        guard updateSources.count > 1, let twice = bodiesCountedTwice() else { return }
        let files = "'\(updateSources[twice.first].name)' and '\(updateSources[twice.second].name)'"
        let others = twice.isAll ? "" : " (and others)"
        let bodies = twice.count == 1 ? "1 body" : "\(Decimal.grouped(twice.count)) bodies"
        records.warnings.append(
            Diagnostic(
                .warning,
                "\(bodies) of \(files)\(others) \(twice.count == 1 ? "overlaps" : "overlap") with one of the same view in the other file: what both recorded counts "
                    + "twice; leave the view updates out of one of them, or report each file by itself"))
    }

    private struct Body {
        let name: UInt32
        let start: Int64
        let end: Int64
        let source: Int
    }

    private struct Twice {
        var count = 0
        /// The first two sources that hold the same.
        var first = 0
        var second = 0
        var isAll = true
    }

    /// Of each view by time: pairs of bodies of two sources that overlap, each body in one pair at most.
    private func bodiesCountedTwice() -> Twice? {
        var twice = Twice()
        let bodies = bodiesBySource()
        var waiting = Array(repeating: WaitingBodies(), count: updateSources.count)
        for (index, body) in bodies.enumerated() {
            if index > 0, bodies[index - 1].name != body.name {
                for source in waiting.indices { waiting[source].clear() }
            }
            for source in waiting.indices { waiting[source].drop(endedBy: body.start - Self.resolution) }
            guard let other = waiting.indices.first(where: { $0 != body.source && !waiting[$0].isEmpty }) else {
                waiting[body.source].append(body.end)
                continue
            }
            waiting[other].dropFirst()
            let (first, second) = (min(other, body.source), max(other, body.source))
            if twice.count == 0 { (twice.first, twice.second) = (first, second) }
            twice.isAll = twice.isAll && first == twice.first && second == twice.second
            twice.count += 1
        }
        return twice.count > 0 ? twice : nil
    }

    /// Logs in compact style have milliseconds.
    private static let resolution: Int64 = 1_000_000

    /// The ends of bodies of one source and view, in order of their starts.
    private struct WaitingBodies {
        private var ends: [Int64] = []
        private var next = 0

        var isEmpty: Bool { next == ends.count }

        mutating func append(_ end: Int64) { ends.append(end) }
        mutating func dropFirst() { next += 1 }
        mutating func drop(endedBy time: Int64) { while next < ends.count, ends[next] <= time { next += 1 } }
        mutating func clear() {
            ends.removeAll(keepingCapacity: true)
            next = 0
        }
    }

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
