/// The chains of causes of one trace, or of a part of it, as a tree: the same roots and steps stand once, with the
/// sums of everything behind them.
public struct ChainTree: Sendable {
    /// Which chains to take; all that is given must hold.
    public struct Filter: Sendable {
        /// Chains that end in an update of this view.
        public var view: String?
        /// Chains that contain this name.
        public var cause: String?
        /// Updates inside this interaction window (its id in the database).
        public var interaction: Int64?

        public init() {}
    }

    public struct Sums: Equatable, Sendable {
        public var updates = 0
        public var unnecessary = 0
        public var wastedMs = 0.0
        public var totalMs = 0.0
        public var red = 0
        public var orange = 0
        public var gray = 0

        mutating func add(_ other: Sums) {
            updates += other.updates
            unnecessary += other.unnecessary
            wastedMs += other.wastedMs
            totalMs += other.totalMs
            red += other.red
            orange += other.orange
            gray += other.gray
        }
    }

    public struct Node: Sendable {
        public var name: String
        /// Sums over the chains that pass through the node or end at it.
        public var sums = Sums()
        public var children: [Int] = []
        public var depth = 0
    }

    /// Parents stand before their children.
    public private(set) var nodes: [Node] = []
    /// Ranked by wasted time, then total time.
    public private(set) var roots: [Int] = []
    /// Distinct chains in the tree.
    public private(set) var chains = 0

    /// The tree from a store.
    public static func read(_ store: TraceStore, trace: Int64, _ filter: Filter) throws(TraceError) -> ChainTree {
        try store.check(trace, StoredTable.all)
        var tree = ChainTree()
        let ends = try endSums(store.database, trace, filter)
        tree.build(try steps(store.database, trace), ends, filter)
        return tree
    }

    private struct Step {
        var id: Int64
        /// Nil for the first of a chain.
        var parent: Int64?
        var name: String
    }

    /// The names of all chains as a tree, parents first. Steps are many, and names few: each is read once.
    private static func steps(_ database: Database, _ trace: Int64) throws(TraceError) -> [Step] {
        var names: [Int64: String] = [:]
        let texts = try database.prepare(
            "SELECT id, text FROM name WHERE id IN (SELECT name_id FROM chain_step WHERE trace_id = ?)")
        try texts.bind([.integer(trace)])
        while try texts.step() { names[texts.integer(0)] = texts.value(1).text }
        let rows = try database.prepare("SELECT id, parent_id, name_id FROM chain_step WHERE trace_id = ? ORDER BY id")
        try rows.bind([.integer(trace)])
        var steps: [Step] = []
        while try rows.step() {
            var parent: Int64?
            if case .integer(let id) = rows.value(1) { parent = id }
            steps.append(Step(id: rows.integer(0), parent: parent, name: names[rows.integer(2)] ?? ""))
        }
        return steps
    }

    /// What the updates that end at each step sum up to.
    private static func endSums(
        _ database: Database, _ trace: Int64, _ filter: Filter
    ) throws(TraceError) -> [Int64: Sums] {
        let rows = try endRows(database, trace, filter)
        var sums: [Int64: Sums] = [:]
        for row in rows {
            guard case .integer(let step) = row[0] else { continue }
            sums[step, default: Sums()].add(
                Sums(
                    updates: row[1].count, unnecessary: row[2].count, wastedMs: row[3].number / 1e6,
                    totalMs: row[4].number / 1e6, red: row[5].count, orange: row[6].count, gray: row[7].count))
        }
        return sums
    }

    private static func endRows(
        _ database: Database, _ trace: Int64, _ filter: Filter
    ) throws(TraceError) -> [[SQLValue]] {
        if filter.view == nil, filter.interaction == nil {
            return try database.rows(
                """
                SELECT step_id, updates, unnecessary, wasted_ns, total_ns, red, orange, gray FROM cause_chain
                WHERE trace_id = ?
                """, [.integer(trace)])
        }
        var conditions = ["u.trace_id = ?", "u.chain_id IS NOT NULL"]
        var values: [SQLValue] = [.integer(trace)]
        if let view = filter.view {
            conditions.append(
                "\(UpdateCodes.site("u")) IN (SELECT id FROM update_site WHERE view_id IN "
                    + "(SELECT view_id FROM view_summary WHERE view = ?))")
            values.append(.text(view))
        }
        if let interaction = filter.interaction {
            conditions.append("u.interaction_id = ?")
            values.append(.integer(interaction))
        }
        let isUnnecessary = "\(UpdateCodes.verdict("u")) = \(Verdict.unnecessary.sql)"
        let severity = UpdateCodes.severity("u")
        return try database.rows(
            """
            SELECT k.step_id, count(*), sum(\(isUnnecessary)), total(CASE WHEN \(isUnnecessary) THEN u.duration_ns END),
                total(u.duration_ns), sum(\(severity) = \(Severity.red.sql)), sum(\(severity) = \(Severity.orange.sql)),
                sum(\(severity) = \(Severity.gray.sql))
            FROM view_update u JOIN cause_chain k ON k.id = u.chain_id
            WHERE \(conditions.joined(separator: " AND ")) GROUP BY k.step_id
            """, values)
    }

    private mutating func build(_ steps: [Step], _ ends: [Int64: Sums], _ filter: Filter) {
        var index: [Int64: Int] = [:]
        var parents: [Int?] = []
        var names: [String] = []
        var own: [Sums?] = []
        var holdsCause: [Bool] = []
        for step in steps {
            let parent = step.parent.flatMap { index[$0] }
            index[step.id] = names.count
            parents.append(parent)
            names.append(step.name)
            let isCause = filter.cause.map { $0 == names[names.count - 1] } ?? true
            holdsCause.append(isCause || parent.map { holdsCause[$0] } ?? false)
            own.append(holdsCause[holdsCause.count - 1] ? ends[step.id] : nil)
        }
        chains = own.count { $0 != nil }
        // From the last step to the first: children stand behind their parents.
        var sums = own
        for step in names.indices.reversed() {
            guard let behind = sums[step], let parent = parents[step] else { continue }
            sums[parent, default: Sums()].add(behind)
        }
        var nodeOfStep = [Int?](repeating: nil, count: names.count)
        for step in names.indices {
            guard let all = sums[step] else { continue }
            nodeOfStep[step] = nodes.count
            let parent = parents[step].flatMap { nodeOfStep[$0] }
            let depth = parent.map { nodes[$0].depth + 1 } ?? 0
            nodes.append(Node(name: names[step], sums: all, depth: depth))
            if let parent { nodes[parent].children.append(nodes.count - 1) } else { roots.append(nodes.count - 1) }
        }
        roots = ranked(roots)
        for node in nodes.indices { nodes[node].children = ranked(nodes[node].children) }
    }

    /// Depth first through the first roots, without recursion.
    func forEachNode(top: Int, _ visit: (_ node: Int, _ parent: Int?) -> Void) {
        var open: [(node: Int, parent: Int?)] = roots.prefix(top).reversed().map { ($0, nil) }
        while let next = open.popLast() {
            visit(next.node, next.parent)
            open += nodes[next.node].children.reversed().map { ($0, next.node) }
        }
    }

    private func ranked(_ list: [Int]) -> [Int] {
        list.sorted { left, right in
            let (first, second) = (nodes[left], nodes[right])
            if first.sums.wastedMs != second.sums.wastedMs { return first.sums.wastedMs > second.sums.wastedMs }
            if first.sums.totalMs != second.sums.totalMs { return first.sums.totalMs > second.sums.totalMs }
            return first.name != second.name ? first.name < second.name : left < right
        }
    }
}

extension [ChainTree.Sums?] {
    fileprivate subscript(index: Int, default value: ChainTree.Sums) -> ChainTree.Sums {
        get { self[index] ?? value }
        set { self[index] = newValue }
    }
}
