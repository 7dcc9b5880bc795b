/// The nodes of a trace's cause graph, numbered: those of each table stand together.
struct PerfettoNodes {
    private let tables: [ClosedRange<Int64>]
    private let firsts: [Int]
    let count: Int

    init(_ stored: StoredTrace) throws(TraceError) {
        var (tables, firsts, count) = ([ClosedRange<Int64>](), [Int](), 0)
        for name in ["interaction", "cause", "view_update"] {
            guard let rows = try stored.rows(of: name) else { continue }
            tables.append(rows)
            firsts.append(count)
            count += rows.count
        }
        (self.tables, self.firsts, self.count) = (tables, firsts, count)
    }

    @inline(__always)
    func index(of id: Int64) -> Int? {
        for (place, rows) in tables.enumerated() where rows.contains(id) {
            return firsts[place] + Int(id - rows.lowerBound)
        }
        return nil
    }
}

/// The edges between nodes that have a time: the others have no place on a time line. Numbered by target, then source.
final class PerfettoArrows {
    private struct Arrow {
        var from: Int32
        var to: Int32
        /// Ids of texts; -1 = none.
        var label: Int64
        var changed: Int64
    }

    private var arrows: [Arrow] = []
    private var byTarget = Buckets()
    private var bySource = Buckets()

    init(_ stored: StoredTrace, _ nodes: PerfettoNodes) throws(TraceError) {
        var hasTime = [Bool](repeating: false, count: nodes.count)
        for sql in [
            "SELECT i.id FROM interactions i WHERE i.trace_id = ? AND i.node_id = i.id",
            "SELECT id FROM cause WHERE trace_id = ? AND start_ns IS NOT NULL",
            "SELECT id FROM view_update WHERE trace_id = ? AND start_ns IS NOT NULL",
        ] {
            let statement = try stored.database.prepare(sql)
            try statement.bind([.integer(stored.id)])
            while try statement.step() { if let node = nodes.index(of: statement.integer(0)) { hasTime[node] = true } }
        }
        for sql in [
            "SELECT cause_id, id, NULL, NULL FROM cause WHERE trace_id = ? AND cause_id IS NOT NULL",
            "SELECT cause_id, id, NULL, NULL FROM view_update WHERE trace_id = ? AND cause_id IS NOT NULL",
            "SELECT from_id, to_id, label_id, changed_id FROM edge WHERE trace_id = ? ORDER BY id",
        ] {
            let statement = try stored.database.prepare(sql)
            try statement.bind([.integer(stored.id)])
            while try statement.step() {
                guard let from = nodes.index(of: statement.integer(0)), let to = nodes.index(of: statement.integer(1)),
                    hasTime[from], hasTime[to]
                else { continue }
                arrows.append(
                    Arrow(from: Int32(from), to: Int32(to), label: statement.whole(2), changed: statement.whole(3)))
            }
        }
        // Stable: the plain edge of two nodes stands before others between them.
        let all = arrows
        let order = all.indices.sorted { left, right in
            (all[left].to, all[left].from, left) < (all[right].to, all[right].from, right)
        }
        arrows = order.map { all[$0] }
        let sorted = arrows
        byTarget = Buckets(
            sorted.count, numbers: nodes.count, number: { Int(sorted[$0].to) }, item: { UInt32($0) })
        bySource = Buckets(
            sorted.count, numbers: nodes.count, number: { Int(sorted[$0].from) }, item: { UInt32($0) })
    }

    func arriving(at node: Int) -> [Int] { byTarget.places(node).map { byTarget[$0] } }
    func leaving(_ node: Int) -> [Int] { bySource.places(node).map { bySource[$0] } }
    func label(_ arrow: Int) -> Int64 { arrows[arrow].label }
    func changed(_ arrow: Int) -> Int64 { arrows[arrow].changed }
}
