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
        public var sums: Sums
        public var depth: Int
        /// Where the nodes behind it stand in `order`.
        fileprivate var places = 0..<0
    }

    /// Parents stand before their children.
    public private(set) var nodes: [Node] = []
    /// The nodes that have one before them, by that one, and ranked as the roots are: a list for each would be as many
    /// lists as there are nodes.
    private var order: [Int] = []
    /// Ranked by wasted time, then total time.
    public private(set) var roots: [Int] = []
    /// Distinct chains in the tree.
    public private(set) var chains = 0

    /// The tree from a store.
    public static func read(_ store: TraceStore, trace: Int64, _ filter: Filter) throws(TraceError) -> ChainTree {
        try store.check(trace, StoredTable.all)
        return try store.database.reading(store.stored(trace)) { () throws(TraceError) in
            var tree = ChainTree()
            let steps = try ChainSteps(store.stored(trace))
            tree.build(
                steps, try StepNames(steps, store.database), try endSums(steps, store.database, trace, filter),
                filter.cause)
            return tree
        }
    }

    /// The nodes behind a node, ranked by wasted time, then total time.
    public func children(of node: Int) -> ArraySlice<Int> { order[nodes[node].places] }

    /// What the updates that end at each step sum up to; nil where none does.
    private static func endSums(
        _ steps: ChainSteps, _ database: Database, _ trace: Int64, _ filter: Filter
    ) throws(TraceError) -> [Sums?] {
        let rows = try endRows(database, trace, filter)
        var sums = [Sums?](repeating: nil, count: steps.count)
        while try rows.step() {
            guard let step = steps.place(of: rows.integer(0)) else { continue }
            sums[step, default: Sums()].add(
                Sums(
                    updates: Int(rows.integer(1)), unnecessary: Int(rows.integer(2)), wastedMs: rows.real(3) / 1e6,
                    totalMs: rows.real(4) / 1e6, red: Int(rows.integer(5)), orange: Int(rows.integer(6)),
                    gray: Int(rows.integer(7))))
        }
        return sums
    }

    private static func endRows(
        _ database: Database, _ trace: Int64, _ filter: Filter
    ) throws(TraceError) -> Statement {
        if filter.view == nil, filter.interaction == nil {
            let all = try database.prepare(
                """
                SELECT step_id, updates, unnecessary, wasted_ns, total_ns, red, orange, gray FROM cause_chain
                WHERE trace_id = ?
                """)
            try all.bind([.integer(trace)])
            return all
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
        let part = try database.prepare(
            """
            SELECT k.step_id, count(*), sum(\(isUnnecessary)), total(CASE WHEN \(isUnnecessary) THEN u.duration_ns END),
                total(u.duration_ns), sum(\(severity) = \(Severity.red.sql)), sum(\(severity) = \(Severity.orange.sql)),
                sum(\(severity) = \(Severity.gray.sql))
            FROM view_update u JOIN cause_chain k ON k.id = u.chain_id
            WHERE \(conditions.joined(separator: " AND ")) GROUP BY k.step_id
            """)
        try part.bind(values)
        return part
    }

    private mutating func build(
        _ steps: ChainSteps, _ names: borrowing StepNames, _ ends: consuming [Sums?], _ cause: String?
    ) {
        let parents = steps.parents.buffer
        // The same array: a copy would be as long as all steps.
        var sums = ends
        if let cause {
            var holdsCause = [Bool](repeating: false, count: steps.count)
            for step in sums.indices {
                holdsCause[step] = names[step] == cause || parents[step] >= 0 && holdsCause[Int(parents[step])]
                if !holdsCause[step] { sums[step] = nil }
            }
        }
        chains = sums.count { $0 != nil }
        // From the last step to the first: children stand behind their parents.
        for step in sums.indices.reversed() where parents[step] >= 0 {
            if let behind = sums[step] { sums[Int(parents[step]), default: Sums()].add(behind) }
        }
        nodes.reserveCapacity(sums.count { $0 != nil })
        var nodeOfStep = [Int32](repeating: -1, count: steps.count)
        var parentOfNode: [Int32] = []
        parentOfNode.reserveCapacity(nodes.capacity)
        for step in sums.indices {
            guard let all = sums[step] else { continue }
            nodeOfStep[step] = Int32(nodes.count)
            let parent = parents[step] < 0 ? -1 : nodeOfStep[Int(parents[step])]
            let depth = parent < 0 ? 0 : nodes[Int(parent)].depth + 1
            nodes.append(Node(name: names[step], sums: all, depth: depth))
            parentOfNode.append(parent)
        }
        withExtendedLifetime(steps) {}
        rank(parentOfNode)
    }

    /// Puts the nodes together that have the same one before them.
    private mutating func rank(_ parents: [Int32]) {
        let children = Buckets(
            parents.count, numbers: parents.count, number: { Int(parents[$0]) }, item: { UInt32($0) })
        order.reserveCapacity(children.count)
        for node in nodes.indices {
            let places = children.places(node)
            nodes[node].places = places
            let own = places.lazy.map { children[$0] }
            if places.count > 1 { order += own.sorted(by: isCostlier) } else { order += own }
        }
        roots = parents.indices.filter { parents[$0] < 0 }.sorted(by: isCostlier)
    }

    /// Depth first through the first roots, without recursion.
    func forEachNode(top: Int, _ visit: (_ node: Int, _ parent: Int?) -> Void) {
        var open: [(node: Int, parent: Int?)] = roots.prefix(top).reversed().map { ($0, nil) }
        while let next = open.popLast() {
            visit(next.node, next.parent)
            open += children(of: next.node).reversed().map { ($0, next.node) }
        }
    }

    /// By wasted time, then total time; what costs the same by name.
    private func isCostlier(_ left: Int, _ right: Int) -> Bool {
        let (wasted, other) = (nodes[left].sums.wastedMs, nodes[right].sums.wastedMs)
        if wasted != other { return wasted > other }
        let (total, otherTotal) = (nodes[left].sums.totalMs, nodes[right].sums.totalMs)
        if total != otherTotal { return total > otherTotal }
        return nodes[left].name != nodes[right].name ? nodes[left].name < nodes[right].name : left < right
    }
}

extension [ChainTree.Sums?] {
    fileprivate subscript(index: Int, default value: ChainTree.Sums) -> ChainTree.Sums {
        get { self[index] ?? value }
        set { self[index] = newValue }
    }
}

/// The names of steps: steps are many, and names few, each of which is read once.
private struct StepNames: ~Copyable {
    private let texts: [String]
    private let places: Column<Int32>

    init(_ steps: ChainSteps, _ database: Database) throws(TraceError) {
        let index = DenseIndex<UInt64>()
        var texts: [String] = []
        places = Column<Int32>()
        let text = try database.prepare("SELECT text FROM name WHERE id = ?")
        for step in 0..<steps.count {
            let place = index.number(of: UInt64(bitPattern: steps.names[step]))
            places.append(Int32(place))
            guard place == texts.count else { continue }
            try text.bind([.integer(steps.names[step])])
            texts.append(try text.step() ? text.value(0).text ?? "" : "")
        }
        self.texts = texts
    }

    subscript(step: Int) -> String { texts[Int(places[step])] }
}
