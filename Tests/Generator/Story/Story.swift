/// Everything that one recording holds, as plain values. Writers turn it into files and decide nothing themselves.
struct Story: TraceSource {
    var trace: Recording
    var interactions: [Interaction] = []
    var causes: [Cause] = []
    var updates: [Update] = []
    var edges: [Edge] = []
    var groups: [UpdateGroup] = []
    var signposts: [Signpost] = []
    var hitches: [Hitch] = []
    var hangs: [Hang] = []
    var samples: [Sample] = []

    var isStream: Bool { false }

    var kinds: [Record.Kind] {
        [.interaction, .cause, .update, .edge, .group, .signpost, .hitch, .hang, .sample]
    }

    func records() -> AnyIterator<Record> {
        var all = interactions.map(Record.interaction) + causes.map(Record.cause) + updates.map(Record.update)
        all += edges.map(Record.edge) + groups.map(Record.group) + signposts.map(Record.signpost)
        all += hitches.map(Record.hitch) + hangs.map(Record.hang) + samples.map(Record.sample)
        return AnyIterator(all.makeIterator())
    }

    /// An edge without a time of its own has its source's start; an explicit edge between the same two replaces it.
    func links() -> AnyIterator<Link> {
        let all = interactions.map(CauseNode.init) + causes.map(CauseNode.init) + updates.map(CauseNode.init)
        let nodes = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
        var explicit: [NodeID: [NodeID]] = [:]
        for edge in edges { explicit[edge.to, default: []].append(edge.from) }
        var edges = edges
        for (source, target) in causes.map({ ($0.cause, $0.id) }) + updates.map({ ($0.cause, $0.id) }) {
            guard let source, let start = nodes[source]?.start, explicit[target]?.contains(source) != true else {
                continue
            }
            edges.append(Edge(from: source, to: target, label: .update, at: start, changed: nil))
        }
        edges.sort { ($0.at, $0.from, $0.to) < ($1.at, $1.from, $1.to) }
        let links = edges.compactMap { edge in
            guard let source = nodes[edge.from], let target = nodes[edge.to] else { return nil as Link? }
            return Link(source: source, target: target, edge: edge)
        }
        return AnyIterator(links.makeIterator())
    }

    func detailedUpdates() -> AnyIterator<(Update, UpdateDetails)> {
        AnyIterator(updates.lazy.filter { $0.phase != .check }.map { ($0, UpdateDetails()) }.makeIterator())
    }
}
