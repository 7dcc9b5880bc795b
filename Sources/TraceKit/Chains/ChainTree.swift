/// The cause chains of one trace, or a part of it, as a tree: shared prefixes are merged, with sums over all chains
/// below.
package struct ChainTree: Sendable {
    /// Selects chains; all given conditions must hold.
    package struct Filter: Sendable {
        /// Chains that end in an update of this view.
        package var view: String?
        /// Chains that contain a node of this name.
        package var cause: String?
        /// Updates inside this interaction window (its id in the database).
        package var interaction: Int64?
        /// Only this update (its id in the database).
        var update: Int64?

        package init() {}
    }

    package struct Sums: Equatable, Sendable {
        package var updates = 0
        package var necessary = 0
        package var unnecessary = 0
        package var unknown = 0
        package var wastedMs = 0.0
        package var totalMs = 0.0
        package var red = 0
        package var orange = 0
        package var gray = 0

        /// Whether the necessity of any update in a window is known; unknown is not zero.
        package var isWasteKnown: Bool { unknown == 0 || necessary + unnecessary > 0 }

        mutating func add(_ other: Sums) {
            updates += other.updates
            necessary += other.necessary
            unnecessary += other.unnecessary
            unknown += other.unknown
            wastedMs += other.wastedMs
            totalMs += other.totalMs
            red += other.red
            orange += other.orange
            gray += other.gray
        }
    }

    package struct Node: Sendable {
        package var name: String
        /// Sums over the chains that pass through the node or end at it.
        package var sums: Sums
        package var depth: Int
        /// The rounds of a loop that returns to this node; 0 = none.
        package var rounds = 0
        /// The range of its children in `order`.
        fileprivate var places: Range<Int32> = 0..<0
    }

    /// All nodes; parents come before their children.
    package private(set) var nodes: [Node] = []
    /// The children of all nodes, grouped by parent and ranked like the roots. One array avoids a list per node.
    private var order: [Int32] = []
    /// The costliest roots, ranked by wasted time, then total time; as many as requested.
    package private(set) var roots: [Int] = []
    /// The number of all roots.
    package private(set) var rootCount = 0
    /// The number of distinct chains below all roots.
    package private(set) var chains = 0
    /// Recurring causes by the node that names them, most often a root.
    package internal(set) var recurring: [Int: Recurrence] = [:]
    /// Inferred causes of updates without a chain; as many as roots were requested.
    package internal(set) var inferred: [InferredLink] = []
    package internal(set) var inferredCount = 0

    /// Reads the tree from a store. `top`: the most roots; chains below other roots take no memory.
    package static func read(
        _ store: TraceStore, trace: Int64, _ filter: Filter, top: Int = .max
    ) throws(TraceError) -> ChainTree {
        try store.check(trace, StoredTable.all)
        return try store.database.reading { () throws(TraceError) in
            var tree = ChainTree()
            let steps = try ChainSteps(store.stored(trace))
            let names = try StepNames(steps, store.database)
            let loops = ChainLoops(steps)
            let database = store.database
            let isEnd = try tree.choose(steps, loops, names, database, trace, filter, top)
            let (nodeOfStep, parents) = tree.makeNodes(steps, loops, names, isEnd)
            try eachEnd(steps, database, trace, filter) { step, sums in
                if isEnd[loops[step]] { tree.nodes[Int(nodeOfStep[step])].sums.add(sums) }
            }
            // From the last node to the first, because children come after their parents.
            for node in parents.indices.reversed() where parents[node] >= 0 {
                tree.nodes[Int(parents[node])].sums.add(tree.nodes[node].sums)
            }
            tree.rank(parents)
            try tree.readRecurring(store.stored(trace), steps, nodeOfStep, parents)
            (tree.inferred, tree.inferredCount) = try inferredLinks(store.stored(trace), filter, most: top)
            return tree
        }
    }

    /// Selects the costliest roots. Returns for each step whether a kept chain ends there: it begins with a selected
    /// root and contains the requested cause.
    private mutating func choose(
        _ steps: ChainSteps, _ loops: ChainLoops, _ names: StepNames, _ database: Database, _ trace: Int64,
        _ filter: Filter, _ top: Int
    ) throws(TraceError) -> [Bool] {
        let parents = steps.parents.buffer
        var rootOf = [Int32](repeating: 0, count: steps.count)
        var holdsCause = [Bool](repeating: filter.cause == nil, count: steps.count)
        for step in parents.indices {
            let parent = Int(parents[step])
            rootOf[step] = parent < 0 ? Int32(step) : rootOf[parent]
            guard let cause = filter.cause else { continue }
            holdsCause[step] = names[step] == cause || parent >= 0 && holdsCause[parent]
        }
        var sums: [Int32: Sums] = [:]
        var isEnd = [Bool](repeating: false, count: steps.count)
        try Self.eachEnd(steps, database, trace, filter) { step, more in
            guard holdsCause[step] else { return }
            sums[rootOf[step], default: Sums()].add(more)
            isEnd[loops[step]] = true
        }
        (chains, rootCount) = (isEnd.count { $0 }, sums.count)
        let all = sums.map { (root: Int($0.key), sums: $0.value, name: names[Int($0.key)]) }
        let ranked = all.sorted { Self.isCostlier(($0.sums, $0.name, $0.root), ($1.sums, $1.name, $1.root)) }
        let chosen = Set(ranked.prefix(top).map { Int32($0.root) })
        for step in parents.indices where isEnd[step] { isEnd[step] = chosen.contains(rootOf[step]) }
        withExtendedLifetime(steps) {}
        return isEnd
    }

    /// The children of a node, ranked by wasted time, then total time.
    package func children(of node: Int) -> [Int] { nodes[node].places.map { Int(order[Int($0)]) } }

    /// Calls `visit` with the sums of the updates that end at each step.
    static func eachEnd(
        _ steps: ChainSteps, _ database: Database, _ trace: Int64, _ filter: Filter, _ visit: (Int, Sums) -> Void
    ) throws(TraceError) {
        let rows = try endRows(database, trace, filter)
        while try rows.step() {
            guard let step = steps.place(of: rows.integer(0)) else { continue }
            visit(
                step,
                Sums(
                    updates: Int(rows.integer(1)), necessary: Int(rows.integer(8)), unnecessary: Int(rows.integer(2)),
                    unknown: Int(rows.integer(9)), wastedMs: rows.real(3) / 1e6,
                    totalMs: rows.real(4) / 1e6, red: Int(rows.integer(5)), orange: Int(rows.integer(6)),
                    gray: Int(rows.integer(7))))
        }
    }

    private static func endRows(
        _ database: Database, _ trace: Int64, _ filter: Filter
    ) throws(TraceError) -> Statement {
        if filter.view == nil, filter.interaction == nil, filter.update == nil {
            let all = try database.prepare(
                """
                SELECT step_id, updates, unnecessary, wasted_ns, total_ns, red, orange, gray, necessary, unknown FROM cause_chain
                WHERE trace_id = ?
                """)
            try all.bind([.integer(trace)])
            return all
        }
        var conditions = ["u.trace_id = ?", "u.chain_id IS NOT NULL"]
        var values: [SQLValue] = [.integer(trace)]
        if let view = filter.view {
            conditions.append(
                """
                \(UpdateCodes.site("u")) IN (SELECT id FROM update_site WHERE view_id IN (SELECT view_id FROM \
                view_summary WHERE view = ?))
                """)
            values.append(.text(view))
        }
        if let interaction = filter.interaction {
            conditions.append("u.interaction_id = ?")
            values.append(.integer(interaction))
        }
        if let update = filter.update {
            conditions.append("u.id = ?")
            values.append(.integer(update))
        }
        let verdict = UpdateCodes.verdict("u")
        let isUnnecessary = "\(verdict) = \(Verdict.unnecessary.sql)"
        let severity = UpdateCodes.severity("u")
        let part = try database.prepare(
            """
            SELECT k.step_id, count(*), sum(\(isUnnecessary)), total(CASE WHEN \(isUnnecessary) THEN u.duration_ns END),
                total(u.duration_ns), sum(\(severity) = \(Severity.red.sql)), sum(\(severity) = \(Severity.orange.sql)),
                sum(\(severity) = \(Severity.gray.sql)), sum(\(verdict) = \(Verdict.necessary.sql)), sum(\(verdict) = \(Verdict.unknown.sql))
            FROM view_update u JOIN cause_chain k ON k.id = u.chain_id
            WHERE \(conditions.joined(separator: " AND ")) GROUP BY k.step_id
            """)
        try part.bind(values)
        return part
    }

    /// Makes the nodes of these chains, without sums. Returns the node of each step, and the parent of each node; -1 =
    /// none.
    private mutating func makeNodes(
        _ steps: ChainSteps, _ loops: ChainLoops, _ names: StepNames, _ isEnd: [Bool]
    ) -> (nodeOfStep: [Int32], parents: [Int32]) {
        let parents = steps.parents.buffer
        var isNode = isEnd
        for step in parents.indices.reversed() where isNode[step] && parents[step] >= 0 {
            isNode[loops[Int(parents[step])]] = true
        }
        var nodeOfStep = [Int32](repeating: -1, count: steps.count)
        var parentOfNode: [Int32] = []
        nodes.reserveCapacity(isNode.count { $0 })
        parentOfNode.reserveCapacity(nodes.capacity)
        for step in parents.indices {
            guard loops[step] == step, isNode[step] else {
                nodeOfStep[step] = nodeOfStep[loops[step]]
                continue
            }
            nodeOfStep[step] = Int32(nodes.count)
            let parent = parents[step] < 0 ? -1 : nodeOfStep[Int(parents[step])]
            let depth = parent < 0 ? 0 : nodes[Int(parent)].depth + 1
            nodes.append(Node(name: names[step], sums: Sums(), depth: depth, rounds: loops.rounds[step] ?? 0))
            parentOfNode.append(parent)
        }
        withExtendedLifetime(steps) {}
        return (nodeOfStep, parentOfNode)
    }

    /// Groups the nodes by parent and ranks them.
    private mutating func rank(_ parents: [Int32]) {
        let children = Buckets(
            parents.count, numbers: parents.count, number: { Int(parents[$0]) }, item: { UInt32($0) })
        order.reserveCapacity(children.count)
        for node in nodes.indices {
            let places = children.places(node)
            nodes[node].places = Int32(places.lowerBound)..<Int32(places.upperBound)
            let own = places.lazy.map { children[$0] }
            order += (places.count > 1 ? own.sorted(by: isCostlier) : Array(own)).lazy.map { Int32($0) }
        }
        roots = parents.indices.filter { parents[$0] < 0 }.sorted(by: isCostlier)
    }

    /// Visits nodes depth-first through the first roots, without recursion.
    func forEachNode(top: Int, _ visit: (_ node: Int, _ parent: Int?) -> Void) {
        var open: [(node: Int, parent: Int?)] = roots.prefix(top).reversed().map { ($0, nil) }
        while let next = open.popLast() {
            visit(next.node, next.parent)
            open += children(of: next.node).reversed().map { ($0, next.node) }
        }
    }

    private func isCostlier(_ left: Int, _ right: Int) -> Bool {
        Self.isCostlier((nodes[left].sums, nodes[left].name, left), (nodes[right].sums, nodes[right].name, right))
    }

    private typealias Ranked = (sums: Sums, name: String, place: Int)

    /// Orders by wasted time, then total time, then name.
    private static func isCostlier(_ left: Ranked, _ right: Ranked) -> Bool {
        if left.sums.wastedMs != right.sums.wastedMs { return left.sums.wastedMs > right.sums.wastedMs }
        if left.sums.totalMs != right.sums.totalMs { return left.sums.totalMs > right.sums.totalMs }
        return left.name != right.name ? left.name < right.name : left.place < right.place
    }
}

/// The names of steps, each read once: there are many steps and few names.
private struct StepNames {
    private let steps: ChainSteps
    private var texts: [Int64: String] = [:]

    init(_ steps: ChainSteps, _ database: Database) throws(TraceError) {
        self.steps = steps
        let text = try database.prepare("SELECT text FROM name WHERE id = ?")
        for name in Set(steps.names.buffer) {
            try text.bind([.integer(name)])
            texts[name] = try text.step() ? text.value(0).text : nil
        }
    }

    subscript(step: Int) -> String { texts[steps.names[step]] ?? "" }
}

extension ChainTree {
    /// The output formats of a chain tree; `RenderOptions.top` = the most roots to show.
    package static let renderers = Renderers<Drawing<ChainTree>>([
        Renderer("text", "text/plain", TextChains.render),
        Renderer("json", "application/json", JSONChains.render),
        Renderer("mermaid", "text/vnd.mermaid", MermaidChains.render),
        Renderer("dot", "text/vnd.graphviz", DotChains.render),
    ])
}
