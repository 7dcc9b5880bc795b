/// The lanes of a timeline: statements over the public views, and the event made from each row.
enum PerfettoLanes {
    /// The events of a lane. Its statement takes the trace's id and returns id, name, start, duration and arguments by
    /// start, longest first.
    struct Definition: Sendable {
        let lane: TrackBook.Lane
        let category: String
        /// Whether the events are nodes of the cause graph.
        var isNode = false
        /// The column of the first argument; if it is not the next one, the thread comes next.
        var firstArgument = 4
        let sql: String
        /// Changes an event by its row.
        var adapt: (@Sendable (Statement, inout PerfettoEvent) -> Void)?

        func event(_ row: Statement) -> PerfettoEvent {
            var event = PerfettoEvent(
                id: row.integer(0), lane: lane, thread: firstArgument > 4 ? row.value(4).text ?? "main" : nil,
                name: row.value(1).text ?? "", category: category, start: row.integer(2), duration: row.integer(3),
                shape: .interval, isNode: isNode,
                arguments: row.columnNames.indices.dropFirst(firstArgument).map {
                    (row.columnNames[$0], row.value($0))
                })
            adapt?(row, &event)
            return event
        }
    }

    enum Lane {
        case rows(Definition)
        case updates
    }

    /// Causes precede their effects, so that a reader in file order knows where an arrow begins.
    static var all: [Lane] {
        [
            .rows(interactions), .rows(windows), .rows(causes), .updates, .rows(groups), .rows(hitches), .rows(hangs),
            .rows(signposts),
        ]
    }

    // MARK: The cause graph

    /// As recorded, without a length. Named as in chains: `Tap "Favorite"`. (The view `node_names` would be computed as
    /// a whole for every name.)
    private static let interactions = Definition(
        lane: .interactions, category: "interaction", isNode: true,
        sql: """
            SELECT i.id, (SELECT g.label FROM interaction g WHERE g.id = i.id), i.start_ns,
                coalesce(CAST(round(i.duration_ms * 1e6) AS INTEGER), 0), i.end_ms AS window_end_ms, i.updates, i.unnecessary, i.wasted_ms, i.red, i.orange, i.hitch_ratio
            FROM interactions i WHERE i.trace_id = ? AND i.node_id = i.id ORDER BY i.start_ns, 4 DESC, i.id
            """)

    /// The time that the analysis attributes to an interaction. The window of the whole trace is left out.
    private static let windows = Definition(
        lane: .windows, category: "interaction-window",
        sql: """
            SELECT i.id, coalesce(
                    (SELECT n.text FROM cause c JOIN name n ON n.id = c.name_id WHERE c.id = i.node_id),
                    (SELECT g.label FROM interaction g WHERE g.id = i.node_id), i.name, i.kind), i.start_ns,
                CAST(round((i.end_ms - i.start_ms) * 1e6) AS INTEGER),
                i.kind, i.updates, i.linked, i.temporal, i.necessary, i.unnecessary, i.unknown, i.wasted_ms, i.red,
                i.orange, i.gray, i.checks
            FROM interactions i WHERE i.trace_id = ? AND i.kind <> 'trace' ORDER BY i.start_ns, 4 DESC, i.id
            """)

    private static let causes = Definition(
        lane: .causes, category: "cause", isNode: true,
        sql: """
            SELECT c.id, coalesce(nullif(c.name, ''), '(unnamed)'), c.start_ns, 0, c.kind, c.origin, c.fan_out, c.updates, c.total_ms, c.wasted_ms
            FROM causes c
            WHERE c.trace_id = ? AND c.start_ns IS NOT NULL
                AND c.id NOT IN (SELECT i.id FROM interactions i WHERE i.node_id = i.id)
            ORDER BY c.start_ns, c.id
            """)

    /// Groups without an end of their own extend to the end of their last update.
    private static let groups = Definition(
        lane: .groups, category: "update-group", firstArgument: 5,
        sql: """
            SELECT g.id, coalesce(nullif(g.label, ''), 'Update group'), g.start_ns,
                coalesce(CAST(round(g.duration_ms * 1e6) AS INTEGER), max(0, e.end_ns - g.start_ns), 0) AS length,
                g.thread, g.severity, g.busy_ms, g.updates, g.accumulated, g.derived
            FROM update_groups g
            LEFT JOIN (
                SELECT CAST(group_id AS INTEGER) AS group_id, max(start_ns + coalesce(duration_ns, 0)) AS end_ns
                FROM view_update
                WHERE trace_id = ?1 AND start_ns IS NOT NULL
                    AND group_id IN (SELECT id FROM update_group WHERE trace_id = ?1 AND duration_ns IS NULL) GROUP BY 1
            ) e ON e.group_id = g.id
            WHERE g.trace_id = ?1 ORDER BY g.start_ns, 4 DESC, g.id
            """)

    // MARK: Other lanes

    private static let hitches = Definition(
        lane: .hitches, category: "hitch",
        sql: """
            SELECT id, coalesce(nullif(narrative, ''), 'Hitch'), start_ns, CAST(round(duration_ms * 1e6) AS INTEGER),
                class, overlapping_views, hottest_frames, interaction_id
            FROM hitches WHERE trace_id = ? ORDER BY start_ns, 4 DESC, id
            """)

    private static let hangs = Definition(
        lane: .hangs, category: "hang",
        sql: """
            SELECT id, class, start_ns, CAST(round(duration_ms * 1e6) AS INTEGER), thread,
                overlapping_views, hottest_frames, main_thread_coverage, interaction_id
            FROM hangs WHERE trace_id = ? ORDER BY start_ns, 4 DESC, id
            """)

    /// A begin without an end extends to the end of the trace; an end without a begin is an instant.
    private static let signposts = Definition(
        lane: .signposts, category: "", firstArgument: 6,
        sql: """
            SELECT id, coalesce(nullif(name, ''), '(unnamed)'), start_ns,
                CAST(round(duration_ms * 1e6) AS INTEGER) AS length, thread, coalesce(category, ''),
                unpaired, subsystem, message, signpost_id, scope, process
            FROM signposts WHERE trace_id = ? ORDER BY start_ns, length DESC, id
            """
    ) { row, event in
        event.thread = row.value(4).text
        event.category = row.value(5).text ?? ""
        if row.value(6).text == "begin" {
            (event.lane, event.shape) = (.unterminated, .begin)
        } else if row.isNull(3) {
            event.shape = .moment
        }
    }
}

/// Numbers the nodes of a trace's cause graph, table by table.
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

    func index(of id: Int64) -> Int? {
        for (place, rows) in tables.enumerated() where rows.contains(id) {
            return firsts[place] + Int(id - rows.lowerBound)
        }
        return nil
    }
}

/// The edges between nodes that have a time; others cannot be drawn on a timeline. Numbered by target, then source.
final class PerfettoArrows {
    private struct Arrow: BitwiseCopyable {
        var from: Int32
        var to: Int32
        /// Ids of texts; -1 = none.
        var label: Int64 = -1
        var changed: Int64 = -1
    }

    private let arrows = Column<Arrow>()
    /// The order of the arrows.
    private var byTarget = Buckets()
    private var bySource = Buckets()

    init(_ stored: StoredTrace, _ nodes: PerfettoNodes) throws(TraceError) {
        let hasTime = Scratch(repeating: false, count: nodes.count)
        let found = Column<Arrow>()
        for (table, cause) in [("interaction", "NULL"), ("cause", "cause_id"), ("view_update", "cause_id")] {
            // Only recorded interactions.
            let isNode = table == "interaction" ? " AND node_id = id" : ""
            try stored.database.scan(
                ["id", "start_ns", cause], of: table, where: "\(try stored.condition(table))\(isNode)"
            ) { row in
                guard let node = nodes.index(of: row.integer(0)) else { return }
                hasTime[node] = !row.isNull(1)
                // The source of an edge with only its ends.
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

    /// Inserts arrows so that between two nodes the plain edge comes first.
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

    func forEach(arrivingAt node: Int, _ body: (Int) -> Void) {
        for arrow in byTarget.places(node) { body(arrow) }
    }

    func forEach(leaving node: Int, _ body: (Int) -> Void) {
        for place in bySource.places(node) { body(bySource[place]) }
    }

    func label(_ arrow: Int) -> Int64 { arrows[arrow].label }
    func changed(_ arrow: Int) -> Int64 { arrows[arrow].changed }
}
