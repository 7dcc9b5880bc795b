import Foundation

@testable import TraceKit

/// What the public views must say about a trace, by the oracle: one line a row, cells joined by `|`, NULL as `-`.
///
/// Rows are known by the ids of the source, never by those of the database; `ProductTables` has the same cells.
struct OracleTables {
    let trace: OracleTrace
    let graph: OracleGraph
    let groups: OracleGroups
    let windows: OracleWindows
    let verdicts: OracleVerdicts
    let stalls: OracleStalls

    init(_ trace: OracleTrace, _ options: AnalysisOptions) {
        self.trace = trace
        graph = OracleGraph(trace)
        groups = OracleGroups(trace, options.deadlines)
        windows = OracleWindows(graph, options)
        verdicts = OracleVerdicts(graph, groups, windows, options)
        stalls = OracleStalls(trace: trace, windows: windows)
    }

    var lines: [String] { updates + updateGroups + interactions + views + chains + causes + hitches + hangs }

    private func line(_ cells: (any CustomStringConvertible)?...) -> String {
        cells.map { $0.map { "\($0)" } ?? "-" }.joined(separator: "|")
    }

    /// Indexes of the updates that counts and sums take.
    private var counted: [Int] { trace.updates.indices.filter { trace.updates[$0].counts } }

    private func path(_ update: Int) -> [String] {
        graph.chains[graph.updateNode(update)].map { graph.nodes[$0].label }
    }

    private func groupKey(_ index: Int) -> String {
        let group = groups.groups[index]
        return group.id.map { "\($0)" } ?? "@\(group.thread) \(group.start)"
    }

    // MARK: Sums

    /// Severities, verdicts and times of some updates.
    struct Sums {
        var (total, wasted): (Int64, Int64) = (0, 0)
        var counts: [String: Int] = [:]

        subscript(_ word: String) -> Int { counts[word] ?? 0 }
        var severities: String { ["red", "orange", "gray"].map { "\(self[$0])" }.joined(separator: "|") }
        /// Lines that tell of bodies.
        var untimed = 0
        /// "Where all updates of a row are unknown, its unnecessary updates and wasted time are no figures."
        private func known(_ number: some BinaryInteger) -> String {
            self["unknown"] + untimed > 0 && self["necessary"] + self["unnecessary"] == 0 ? "-" : "\(number)"
        }
        var unnecessary: String { known(self["unnecessary"]) }
        var knownWasted: String { known(wasted) }
        /// "In views and interactions the time is none either where no update of the row has a duration."
        var measuredWasted: String {
            let isMeasured = ["red", "orange", "gray"].contains { self[$0] > 0 }
            return isMeasured || self["unnecessary"] == 0 ? known(wasted) : "-"
        }
        var verdicts: String {
            "\(self["necessary"])|\(unnecessary)|\(self["unknown"])|\(measuredWasted)|"
                + ["proven", "likely", "possible"].map { "\(self[$0])" }.joined(separator: "|")
        }
    }

    private func sums(_ updates: [Int]) -> Sums {
        var sums = Sums()
        for index in updates {
            let duration = trace.updates[index].duration
            sums.total += duration ?? 0
            sums.counts[groups.severity(ofUpdate: index) ?? "unterminated", default: 0] += 1
            guard let verdict = verdicts.verdicts[index] else { continue }
            sums.counts[verdict.verdict, default: 0] += 1
            guard verdict.verdict == "unnecessary", let confidence = verdict.confidence else { continue }
            sums.counts[confidence, default: 0] += 1
            sums.wasted += duration ?? 0
        }
        return sums
    }

    // MARK: Rows

    private var updates: [String] {
        trace.updates.indices.map { index in
            let update = trace.updates[index]
            let verdict = verdicts.verdicts[index]
            let node = graph.updateNode(index)
            let driving = graph.drivingCause(of: node).map { graph.nodes[$0] }
            let path = update.counts ? path(index) : nil
            return line(
                "update", update.tag, groups.severity(ofUpdate: index), groups.group(of: index).map(groupKey),
                windows.place[index].map { windows.windows[$0].key }, windows.membership[index], verdict?.verdict,
                verdict?.reason, verdict?.confidence, driving?.label, driving?.id, path?.first,
                path?.joined(separator: " → "))
        }
    }

    private var updateGroups: [String] {
        groups.groups.indices.map { index in
            let group = groups.groups[index]
            let updates = group.members.filter { trace.updates[$0].counts }.count
            return line(
                "group", groupKey(index), group.start, group.duration, group.thread, group.busy, updates,
                group.severity, group.isAccumulated ? 1 : 0, group.isDerived ? 1 : 0)
        }
    }

    private var interactions: [String] {
        windows.windows.indices.map { index in
            let window = windows.windows[index]
            let members = trace.updates.indices.filter { windows.place[$0] == index }
            let inside = members.filter { trace.updates[$0].counts }
            let sums = sums(inside)
            let isLate = inside.contains { update in
                groups.isOver(ofUpdate: update)
                    || groups.group(of: update).map { groups.isOver(groups.groups[$0].busy) } ?? false
            }
            return line(
                "interaction", window.key, window.start, window.end, window.duration,
                inside.count, inside.filter { windows.membership[$0] == "linked" }.count,
                inside.filter { windows.membership[$0] == "temporal" }.count, members.count - inside.count,
                sums.severities, sums["unterminated"], sums.verdicts, isLate ? 1 : 0, hitchTime(index),
                hitchTime(index).flatMap { ratio($0, window) })
        }
    }

    private var views: [String] {
        Dictionary(grouping: trace.updates.indices) { trace.updates[$0].viewKey }.map { key, own in
            let updates = own.filter { trace.updates[$0].counts }
            var sums = sums(updates)
            sums.untimed = own.filter { trace.updates[$0].start == nil }.count
            let durations = updates.compactMap { trace.updates[$0].duration }.sorted()
            return line(
                "view", key[0], key[1], key[2], updates.count, sums.total, Self.nearestRank(durations, 50),
                Self.nearestRank(durations, 95), longest(updates), sums.severities, sums["unterminated"],
                own.filter { trace.updates[$0].isCheck }.count, sums.untimed,
                sums.verdicts, Set(updates.compactMap { windows.place[$0] }).count)
        }
    }

    /// Of those with an end, and of those that took a deadline or more without one.
    private func longest(_ updates: [Int]) -> Int64? {
        updates.compactMap { index -> Int64? in
            let update = trace.updates[index]
            if let duration = update.duration { return duration }
            guard groups.severity(ofUpdate: index) != nil, let start = update.start else { return nil }
            return trace.lastEnd.map { $0 - start }
        }.max()
    }

    /// The smallest value that at least so many percent of the values do not exceed.
    static func nearestRank(_ sorted: [Int64], _ percent: Int) -> Int64? {
        sorted.first { value in sorted.filter { $0 <= value }.count * 100 >= percent * sorted.count }
    }

    private var chains: [String] {
        Dictionary(grouping: counted, by: path).map { path, updates in
            let sums = sums(updates)
            return line(
                "chain", path.first, path.joined(separator: " → "), path.count, updates.count, sums.total,
                sums.severities, sums.unnecessary, sums.knownWasted)
        }
    }

    private var causes: [String] {
        trace.causes.indices.map { index in
            let node = graph.causeNode(index)
            let cause = trace.causes[index]
            let targets = graph.targets(of: node).compactMap { graph.update($0) }.filter { trace.updates[$0].counts }
            let below = counted.filter { graph.chains[graph.updateNode($0)].contains(node) }
            let sums = sums(below)
            return line(
                "cause", cause.id, cause.name, cause.start, targets.count, below.count, sums.total, sums.knownWasted)
        }
    }

    // MARK: Stalls

    private func stall(_ word: String, _ start: Int64, _ duration: Int64, _ name: String) -> String {
        let stall = stalls.stall(from: start, duration: duration)
        return line(
            word, start, duration, name, stall.window.map { windows.windows[$0].key }, ProductTables.plain(stall.views),
            stall.coverage.map { String(format: "%.12g", $0) })
    }

    private var hitches: [String] {
        (trace.hitches ?? []).map { stall("hitch", $0.start, $0.duration, $0.isSystem ? "system" : "app") }
    }

    private var hangs: [String] {
        // Shorter than a hang, and no exporter calls it one: a delay.
        trace.hangs.filter { $0.kind != nil || $0.duration >= 250_000_000 }.map {
            stall("hang", $0.start, $0.duration, $0.kind ?? OracleStalls.word($0.duration))
        }
    }

    /// Of the app's own hitches that start in a window; nil where the trace has no hitch lane.
    private func hitchTime(_ window: Int) -> Int64? {
        trace.hitches?.filter { !$0.isSystem && windows.latestWindow(holding: $0.start) == window }
            .reduce(0) { $0 + $1.duration }
    }

    /// "An interval of zero length has no ratio."
    private func ratio(_ hitchTime: Int64, _ window: OracleWindows.Window) -> String? {
        guard window.end > window.start else { return nil }
        let (milliseconds, seconds) = (Double(hitchTime) / 1e6, Double(window.end - window.start) / 1e9)
        return String(format: "%.12g", milliseconds / seconds)
    }
}
