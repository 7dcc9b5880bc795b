/// Section 3 of docs/analysis.md word by word: nodes, edges, the chosen parent, the chain.
///
/// Everything here searches through everything else. That is the point: there is no index that could be wrong.
struct OracleGraph {
    struct Node {
        var id: UInt64?
        var start: Int64?
        /// As it stands in chains.
        var label: String
        /// A view update itself, of a lane or only named by the graph.
        var isViewUpdate: Bool
        var shorthand: [UInt64]
    }

    struct Edge {
        var from: Int
        var to: Int
        /// nil = neither the edge nor its source has a time.
        var time: Int64?
    }

    let trace: OracleTrace
    /// The interactions, then the causes, then the updates.
    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    /// Per node: the nodes from its root to it.
    private(set) var chains: [[Int]] = []

    init(_ trace: OracleTrace) {
        self.trace = trace
        nodes += trace.interactions.map {
            let kind = $0.kind.prefix(1).uppercased() + $0.kind.dropFirst()
            let label = $0.name.map { "\(kind) \"\($0)\"" } ?? kind
            return Node(id: $0.id, start: $0.start, label: label, isViewUpdate: false, shorthand: [])
        }
        nodes += trace.causes.map {
            Node(id: $0.id, start: $0.start, label: $0.name, isViewUpdate: $0.kind == "update", shorthand: $0.causes)
        }
        nodes += trace.updates.map {
            let label = $0.kind == "body" ? "\($0.view).body" : $0.view
            return Node(id: $0.id, start: $0.start, label: label, isViewUpdate: true, shorthand: $0.causes)
        }
        addExplicitEdges()
        addShorthandEdges()
        let parents = nodes.indices.map { parent(of: $0) }
        chains = nodes.indices.map { Self.chain(to: $0, parents) }
    }

    func causeNode(_ index: Int) -> Int { trace.interactions.count + index }
    func updateNode(_ index: Int) -> Int { trace.interactions.count + trace.causes.count + index }

    /// The update that a node is.
    func update(_ node: Int) -> Int? {
        let index = node - trace.interactions.count - trace.causes.count
        return index < 0 ? nil : index
    }

    private func node(_ id: UInt64) -> Int? { nodes.firstIndex { $0.id == id } }

    private mutating func addExplicitEdges() {
        for edge in trace.edges {
            guard let from = node(edge.from), let to = node(edge.to), from != to else { continue }
            edges.append(Edge(from: from, to: to, time: edge.at ?? nodes[from].start))
        }
    }

    /// "A shorthand `cause` and an explicit edge between the same two are one edge; the explicit time wins."
    private mutating func addShorthandEdges() {
        let explicit = edges
        for to in nodes.indices {
            for id in nodes[to].shorthand {
                guard let from = node(id), from != to else { continue }
                if explicit.contains(where: { $0.from == from && $0.to == to }) { continue }
                edges.append(Edge(from: from, to: to, time: nodes[from].start))
            }
        }
    }

    // MARK: Chains

    /// "The one whose edge is latest but not after the node's own start, then the lowest source id; if every edge is
    /// later, the earliest." An edge of unknown time comes before every time.
    private func parent(of node: Int) -> Int? {
        let incoming = edges.filter { $0.to == node }
        guard let start = nodes[node].start else { return latest(incoming) }
        let due = incoming.filter { ($0.time ?? .min) <= start }
        return latest(due) ?? earliest(incoming)
    }

    private func latest(_ edges: [Edge]) -> Int? {
        let time = edges.map { $0.time ?? .min }.max()
        return lowestSource(edges.filter { $0.time ?? .min == time })
    }

    private func earliest(_ edges: [Edge]) -> Int? {
        let time = edges.map { $0.time ?? .min }.min()
        return lowestSource(edges.filter { $0.time ?? .min == time })
    }

    private func lowestSource(_ edges: [Edge]) -> Int? {
        edges.map(\.from).min { (nodes[$0].id ?? .max) < (nodes[$1].id ?? .max) }
    }

    /// "A repeated node cuts the walk."
    private static func chain(to node: Int, _ parents: [Int?]) -> [Int] {
        var chain = [node]
        while let next = parents[chain[0]], !chain.contains(next) { chain.insert(next, at: 0) }
        return chain
    }

    /// "The nearest node up its chain that is not itself a view update."
    func drivingCause(of node: Int) -> Int? { chains[node].last { !nodes[$0].isViewUpdate } }

    // MARK: Reach

    /// The updates that edges lead to from this node, at once.
    func targets(of node: Int) -> Set<Int> { Set(edges.filter { $0.from == node }.map(\.to)) }

    /// Every node reachable along edges, the node itself included only where a cycle leads back.
    func reachable(from node: Int) -> Set<Int> {
        var reached: Set<Int> = []
        var rest = [node]
        while let next = rest.popLast() {
            for target in targets(of: next) where reached.insert(target).inserted { rest.append(target) }
        }
        return reached
    }

    /// "A cause without parents that is a gesture."
    func isGestureRoot(_ cause: Int) -> Bool {
        isGesture(cause) && !edges.contains { $0.to == causeNode(cause) }
    }

    /// "Of the kind gesture, or neither a value of the app, a creation nor an update, of whose name or kind a word begins with
    /// gesture, tap, click, drag, scroll, key or touch." Random traces have no triggers and feedback that name one.
    func isGesture(_ cause: Int) -> Bool {
        let kind = trace.causes[cause].kind ?? "other"
        if ["state", "environment", "update"].contains(kind) { return false }
        return [trace.causes[cause].name, kind].contains {
            Self.words($0).contains { word in Self.gestures.contains { word.hasPrefix($0) } }
        }
    }

    /// How far apart events may be that are one interaction: "of drags and scrolls less than 250 ms, of gestures of which
    /// nothing else is known less than 100 ms"; taps and keystrokes are never one.
    func gap(ofGesture cause: Int) -> Int64 {
        for word in Self.words(trace.causes[cause].name) {
            if ["tap", "click", "touch", "key"].contains(where: { word.hasPrefix($0) }) { return 0 }
            if ["drag", "scroll"].contains(where: { word.hasPrefix($0) }) { return 250_000_000 }
        }
        return 100_000_000
    }

    private static let gestures = ["gesture", "tap", "click", "drag", "scroll", "key", "touch"]

    /// Words end at signs and where lower case turns to upper.
    static func words(_ text: String) -> [String] {
        var words = [""]
        var previous: Character = " "
        for character in text {
            if previous.isLowercase && character.isUppercase || !character.isLetter { words.append("") }
            if character.isLetter { words[words.count - 1].append(contentsOf: character.lowercased()) }
            previous = character
        }
        return words
    }
}
