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
    private struct Arrow: BitwiseCopyable {
        var from: Int32
        var to: Int32
        /// Ids of texts; -1 = none.
        var label: Int64 = -1
        var changed: Int64 = -1
    }

    private let arrows = Column<Arrow>()
    /// Arrows stand in its order.
    private var byTarget = Buckets()
    private var bySource = Buckets()

    init(_ stored: StoredTrace, _ nodes: PerfettoNodes) throws(TraceError) {
        let hasTime = Scratch(repeating: false, count: nodes.count)
        let found = Column<Arrow>()
        for (table, cause) in [("interaction", "NULL"), ("cause", "cause_id"), ("view_update", "cause_id")] {
            // Of interactions those that were recorded.
            let isNode = table == "interaction" ? " AND node_id = id" : ""
            try stored.database.scan(
                ["id", "start_ns", cause], of: table, where: "\(try stored.condition(table))\(isNode)"
            ) { row in
                guard let node = nodes.index(of: row.integer(0)) else { return }
                hasTime[node] = !row.isNull(1)
                // What leads to it by an edge that has nothing but its ends.
                guard case let cause = row.whole(2), cause >= 0, let from = nodes.index(of: cause) else { return }
                found.append(Arrow(from: Int32(from), to: Int32(node)))
            }
        }
        try stored.database.scan(
            ["from_id", "to_id", "label_id", "changed_id"], of: "edge", where: try stored.condition("edge")
        ) { row in
            guard let from = nodes.index(of: row.integer(0)), let to = nodes.index(of: row.integer(1)) else { return }
            found.append(Arrow(from: Int32(from), to: Int32(to), label: row.whole(2), changed: row.whole(3)))
        }
        addInOrder(found, nodes.count) { hasTime[Int(found[$0].from)] && hasTime[Int(found[$0].to)] }
    }

    /// Of two nodes the plain edge stands before others between them.
    private func addInOrder(_ found: Column<Arrow>, _ nodes: Int, isDrawn: (Int) -> Bool) {
        let drawn = Buckets(found.count, numbers: nodes) {
            isDrawn($0) ? Int(found[$0].to) : -1
        } item: {
            UInt32($0)
        }
        for node in 0..<nodes {
            let places = drawn.places(node)
            if places.count == 1 {
                arrows.append(found[drawn[places.lowerBound]])
            } else if !places.isEmpty {
                let order = places.map { drawn[$0] }.sorted { (found[$0].from, $0) < (found[$1].from, $1) }
                for arrow in order { arrows.append(found[arrow]) }
            }
        }
        byTarget = drawn
        bySource = Buckets(arrows.count, numbers: nodes) {
            Int(arrows[$0].from)
        } item: {
            UInt32($0)
        }
    }

    @inline(__always)
    func forEach(arrivingAt node: Int, _ body: (Int) -> Void) {
        for arrow in byTarget.places(node) { body(arrow) }
    }

    @inline(__always)
    func forEach(leaving node: Int, _ body: (Int) -> Void) {
        for place in bySource.places(node) { body(bySource[place]) }
    }

    func label(_ arrow: Int) -> Int64 { arrows[arrow].label }
    func changed(_ arrow: Int) -> Int64 { arrows[arrow].changed }
}
