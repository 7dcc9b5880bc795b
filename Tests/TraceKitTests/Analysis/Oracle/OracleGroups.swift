@testable import TraceKit

/// Sections 1 and 2 of docs/analysis.md: severity and update groups.
struct OracleGroups {
    struct Group {
        var id: UInt64?
        var thread: String
        var start: Int64
        var duration: Int64?
        var isDerived: Bool
        /// Indexes of its updates, checks included.
        var members: [Int] = []
        var busy: Int64?
        var severity: String?
        var isAccumulated = false
    }

    let trace: OracleTrace
    let deadlines: Deadlines
    private(set) var groups: [Group] = []

    init(_ trace: OracleTrace, _ deadlines: Deadlines) {
        self.trace = trace
        self.deadlines = deadlines
        if trace.groups == nil, !trace.updates.contains(where: { $0.group != nil && $0.start != nil }) {
            derive()
        } else {
            assign()
        }
        for index in groups.indices { rate(&groups[index]) }
    }

    /// "red if duration > red deadline, else orange if duration > orange deadline, else gray."
    func severity(_ duration: Int64?) -> String? {
        guard let duration else { return nil }
        if duration > deadlines.redNs { return "red" }
        return duration > deadlines.orangeNs ? "orange" : "gray"
    }

    /// "A body without an end took at least until the end of the trace: past a deadline it has that severity, else none."
    func severity(ofUpdate index: Int) -> String? {
        let update = trace.updates[index]
        if update.duration != nil { return severity(update.duration) }
        guard update.isOpen, endsAreRecorded, !isEndLost(update), let start = update.start, let end = trace.lastEnd
        else {
            return nil
        }
        let least = severity(max(0, end - start))
        return least == "gray" ? nil : least
    }

    /// "Where several bodies began and no update ended, ends were not recorded."
    private var endsAreRecorded: Bool {
        let counted = trace.updates.filter(\.counts)
        return counted.count(where: \.isOpen) == 1 || counted.contains { $0.duration != nil }
    }

    /// "Not where the view runs again later."
    private func isEndLost(_ update: OracleTrace.Update) -> Bool {
        trace.updates.contains { other in
            guard other.counts, let start = update.start, let later = other.start, later > start else { return false }
            return other.viewKey == update.viewKey
        }
    }

    /// Orange or red.
    func isOver(ofUpdate index: Int) -> Bool { ["orange", "red"].contains(severity(ofUpdate: index)) }

    func isOver(_ duration: Int64?) -> Bool { ["orange", "red"].contains(severity(duration)) }

    /// The group that an update is in.
    func group(of update: Int) -> Int? { groups.firstIndex { $0.members.contains(update) } }

    // MARK: Members

    private mutating func assign() {
        groups = (trace.groups ?? []).map {
            Group(id: $0.id, thread: $0.thread ?? "main", start: $0.start, duration: $0.duration, isDerived: false)
        }
        for (index, update) in trace.updates.enumerated() {
            if let id = update.group {
                let found = groups.firstIndex { $0.id == id } ?? addUndescribed(id)
                if let found { groups[found].members.append(index) }
            } else if let start = update.start, let found = holder(of: start, on: update.thread ?? "main") {
                groups[found].members.append(index)
            }
        }
    }

    /// "A group id that no group record describes still makes a group, which begins with its first update."
    private mutating func addUndescribed(_ id: UInt64) -> Int? {
        let updates = trace.updates.filter { $0.group == id && $0.start != nil }
        guard let first = updates.min(by: isEarlier), let start = first.start else { return nil }
        groups.append(Group(id: id, thread: first.thread ?? "main", start: start, duration: nil, isDerived: false))
        return groups.count - 1
    }

    private func isEarlier(_ left: OracleTrace.Update, _ right: OracleTrace.Update) -> Bool {
        let (one, other) = (left.start ?? .max, right.start ?? .max)
        return one == other ? (left.id ?? .max) < (right.id ?? .max) : one < other
    }

    /// "The group of its thread whose interval [start, start + duration) holds its start (the latest such)"; of equal
    /// starts the lowest id.
    private func holder(of time: Int64, on thread: String) -> Int? {
        let holders = groups.indices.filter {
            let group = groups[$0]
            guard let duration = group.duration else { return false }
            return group.thread == thread && group.start <= time && time < group.start + duration
        }
        let latest = holders.map { groups[$0].start }.max()
        return holders.filter { groups[$0].start == latest }
            .min { (groups[$0].id ?? .max) < (groups[$1].id ?? .max) }
    }

    /// "Runs of updates on one thread whose gaps (start − latest end so far) are at most 1 ms."
    private mutating func derive() {
        for thread in Set(trace.updates.map { $0.thread ?? "main" }) {
            let run = trace.updates.indices
                .filter { trace.updates[$0].start != nil && (trace.updates[$0].thread ?? "main") == thread }
                .sorted { isEarlier(trace.updates[$0], trace.updates[$1]) }
            var end: Int64?
            for index in run {
                guard let start = trace.updates[index].start else { continue }
                if let end, start - end <= 1_000_000 {
                    groups[groups.count - 1].members.append(index)
                } else {
                    groups.append(Group(thread: thread, start: start, isDerived: true, members: [index]))
                }
                let latest = max(end ?? 0, start + (trace.updates[index].duration ?? 0))
                groups[groups.count - 1].duration = latest - groups[groups.count - 1].start
                end = latest
            }
        }
    }

    // MARK: Cost

    private func rate(_ group: inout Group) {
        let members = group.members.filter { (trace.updates[$0].thread ?? "main") == group.thread }
        group.busy = union(members) ?? (group.isDerived ? nil : group.duration)
        group.severity = severity(group.busy)
        group.isAccumulated = isOver(group.busy) && !group.members.contains { isOver(ofUpdate: $0) }
    }

    /// The time covered by the updates, each nanosecond once; nil where none has an interval.
    private func union(_ members: [Int]) -> Int64? {
        let intervals = members.compactMap { index -> (start: Int64, end: Int64)? in
            guard let start = trace.updates[index].start, let duration = trace.updates[index].duration else {
                return nil
            }
            return (start, start + duration)
        }
        if intervals.isEmpty { return nil }
        let cuts = Set(intervals.flatMap { [$0.start, $0.end] }).sorted()
        var covered: Int64 = 0
        for (from, to) in zip(cuts, cuts.dropFirst())
        where intervals.contains(where: { $0.start <= from && to <= $0.end }) {
            covered += to - from
        }
        return covered
    }
}
