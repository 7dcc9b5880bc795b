/// The output of `_printChanges` and `_logChanges` about bodies, and its assignment to the updates of the same trace.
///
/// The rule for each view (lines and body updates of one normalised name):
/// 1. A line with a time goes to the update whose interval contains the time (of several, the one that starts last; of
///    equal starts, the first in order), otherwise to the next update that starts within a millisecond after it. Each
///    update takes one line. Times are compared only if the trace is one file, or if the user stated when the line's file
///    begins relative to the others (`--offset`): every file counts from its own beginning.
/// 2. Lines without a time go to the updates in order, but only if there are exactly as many lines as updates.
/// 3. An update with its own list of changed properties keeps it; the line counts as assigned.
/// 4. Every other line becomes an update without a start, in the order of the lines. A line's time is when it reported the
///    update (`evaluated`).
final class BodyEvidence {
    /// Other logs round times down to a millisecond.
    static let reach: Int64 = 1_000_000
    /// For updates from log lines, whose start is the line's time minus the duration, both rounded.
    static let reachOfLines: Int64 = 20_000_000

    /// The longest time by which a line may precede its update, in nanoseconds.
    var reach = BodyEvidence.reach

    private struct Line: BitwiseCopyable {
        var name: NameID
        var rawName: NameID
        var changed: ListID
        /// Nanoseconds, or `UpdateColumns.untimed`.
        var time: Int64
        /// Whether the user stated when the line's file begins in the trace.
        var isPlaced: Bool
        var process: NameID
    }

    private struct View {
        /// Lines with a time, by number.
        var timed: [Int] = []
        var untimed: [Int] = []
        /// Rows of the body updates of this name, in order.
        var updates: [Int] = []
        /// The view of those updates; nil without updates, or if they are of several modules.
        var key: UInt32?
    }

    var isEmpty: Bool { lines.count == 0 }

    private let records: TraceRecords
    private let lines = Column<Line>()
    private let viewNames: ViewNames
    private var properties: [NameID] = []
    /// Whether an update took the line, by line.
    private var isTaken: [Bool] = []

    init(_ records: TraceRecords, _ viewNames: ViewNames) { (self.records, self.viewNames) = (records, viewNames) }

    /// Adds one line; `time` counts from the start of the trace, or of its file if that is unknown.
    func add(
        type: NameID, changed: ListID, time: Int64 = UpdateColumns.untimed, isPlaced: Bool = false,
        process: NameID = .none
    ) {
        lines.append(
            Line(
                name: viewNames[type], rawName: type, changed: changed, time: time, isPlaced: isPlaced, process: process
            ))
    }

    /// Shifts the times of all lines.
    func delay(by nanoseconds: Int64) {
        for line in 0..<lines.count where lines[line].time >= 0 { lines[line].time += nanoseconds }
    }

    /// The names of the views in the lines.
    var viewsTold: Set<NameID> { Set(lines.buffer.map(\.name)) }

    func add(_ line: PrintChangesLine) {
        add(type: records.names.intern(line.type), changed: list(line))
    }

    /// Returns the interned properties of a line; a present but empty list for `unchanged.`.
    func list(_ line: PrintChangesLine) -> ListID {
        properties.removeAll(keepingCapacity: true)
        line.forEachProperty { properties.append(records.names.intern($0)) }
        return records.lists.intern(properties)
    }

    // MARK: Joining

    /// Joins the lines to the updates, which must be sorted. Returns whether updates were appended.
    func join(_ builder: TraceBuilder) -> Bool {
        guard lines.count > 0 else { return false }
        let count = records.updates.count
        let views = views()
        var keys = [UInt32?](repeating: nil, count: lines.count)
        isTaken = [Bool](repeating: false, count: lines.count)
        for view in views {
            joinTimed(view)
            if view.untimed.count == view.updates.count {
                for (line, row) in zip(view.untimed, view.updates) { give(line, to: row) }
            }
            for line in view.timed + view.untimed { keys[line] = view.key }
        }
        for line in 0..<lines.count where !isTaken[line] { keep(lines[line], keys[line], builder) }
        return records.updates.count > count
    }

    /// Groups lines and updates by name, in order of the first line.
    private func views() -> [View] {
        var views: [View] = []
        var slots: [NameID: Int] = [:]
        let isOneFile = records.sourceFiles.count <= 1
        for index in 0..<lines.count {
            let line = lines[index]
            let slot = slots[line.name] ?? views.count
            if slot == views.count {
                slots[line.name] = slot
                views.append(View())
            }
            if isOneFile || line.isPlaced, line.time != UpdateColumns.untimed {
                views[slot].timed.append(index)
            } else {
                views[slot].untimed.append(index)
            }
        }
        let slotOfView = records.views.buffer.map { $0.kind == .body ? slots[$0.name] : nil }
        let updates = records.updates
        for row in 0..<updates.count where updates.start[row] >= 0 && updates.phase[row] != .check {
            guard let slot = slotOfView[Int(updates.view[row])] else { continue }
            if views[slot].updates.isEmpty { views[slot].key = updates.view[row] }
            if views[slot].key != updates.view[row] { views[slot].key = nil }
            views[slot].updates.append(row)
        }
        return views
    }

    /// Sweeps once through time: `open` holds the updates that have begun, have not ended and have no line, the latest
    /// last.
    private func joinTimed(_ view: View) {
        let starts = view.updates.map { records.updates.start[$0] }
        // Of equal starts, the first in order is pushed last and so popped first.
        let pushes = starts.indices.sorted { (starts[$0], $1) < (starts[$1], $0) }
        var hasLine = [Bool](repeating: false, count: starts.count)
        var open: [Int] = []
        var (begun, ahead) = (0, 0)
        for line in view.timed.sorted(by: { lines[$0].time < lines[$1].time }) {
            let time = lines[line].time
            while begun < starts.count, starts[pushes[begun]] <= time {
                if !hasLine[pushes[begun]] { open.append(pushes[begun]) }
                begun += 1
            }
            while let top = open.last, time >= end(view.updates[top]) { open.removeLast() }
            ahead = max(ahead, begun)
            while ahead < starts.count, hasLine[ahead] { ahead += 1 }
            if let top = open.popLast() {
                give(line, to: view.updates[top])
            } else if ahead < starts.count, starts[ahead] - time <= reach {
                hasLine[ahead] = true
                give(line, to: view.updates[ahead])
            }
        }
    }

    /// The end of an update; it lasts at least a nanosecond, so that it contains its start.
    private func end(_ row: Int) -> Int64 { records.updates.start[row] + max(1, records.updates.duration[row]) }

    private func give(_ line: Int, to row: Int) {
        isTaken[line] = true
        if records.updates.changed[row].isPresent {
            records.counters.add(.evidenceJoined, "the update keeps its own list")
        } else {
            records.updates.changed[row] = lines[line].changed
            records.counters.add(.evidenceJoined)
        }
    }

    /// Keeps a line as an update of its own; `view` is the view of the updates found, if they are all of one.
    private func keep(_ line: Line, _ view: UInt32?, _ builder: TraceBuilder) {
        let updates = records.updates
        let row = updates.count
        updates.append(
            start: UpdateColumns.untimed, duration: UpdateColumns.unterminated,
            view: view ?? builder.bodyView(line.rawName),
            id: 0, thread: NameID(.main), phase: .update)
        updates.changed[row] = line.changed
        if line.process.isPresent { updates.process[row] = line.process }
        let isTimed = line.time != UpdateColumns.untimed
        if isTimed, line.time >= 0 { updates.evaluated[row] = line.time }
        records.counters.add(.evidenceKept, isTimed ? ImportCounters.timedLines : "")
    }
}
