/// A stream that ends: behind a number of records, or where enough bytes are written.
struct StreamSource: TraceSource {
    let trace = Recording(
        name: "generated", pid: 4_242, mainThread: 0x2665b1, build: "", startedAt: "2026-05-04T09:31:07.482Z",
        endedAt: "", duration: 0, bodyCategory: "bodies")
    let kinds: [Record.Kind]
    var isStream: Bool { true }

    private let catalogue: Catalogue
    private let shape: StreamShape
    private let seed: UInt64
    private let limit: Int
    /// A stream that ends for this can be walked through once only: what is written decides where it ends.
    private let isFull: () -> Bool

    init(_ shape: StreamShape, seed: UInt64, records limit: Int, until isFull: @escaping () -> Bool) {
        (self.shape, self.seed, self.limit, self.isFull) = (shape, seed, limit, isFull)
        catalogue = Catalogue(shape)
        kinds =
            [.interaction, .cause, .update, .edge, .signpost, .hitch] + (shape.stalls > 0 ? [.hang] : [])
            + (shape.samples > 0 ? [.sample] : [])
    }

    private func events() -> RecordStream { RecordStream(catalogue, shape, seed: seed, limit: limit, until: isFull) }

    func records() -> AnyIterator<Record> { AnyIterator(events().lazy.map(\.record).makeIterator()) }

    func links() -> AnyIterator<Link> {
        let links = events().lazy.compactMap { event -> Link? in
            guard let source = event.source else { return nil }
            let (target, at): (CauseNode, Nanoseconds)
            switch event.record {
            case .cause(let cause): (target, at) = (CauseNode(cause), cause.start)
            case .update(let update): (target, at) = (CauseNode(update), update.start)
            default:
                guard let update = event.target else { return nil }
                (target, at) = (CauseNode(update), update.start)
            }
            var edge = Edge(from: source.id, to: target.id, label: .update, at: at)
            if case .edge(let explicit) = event.record { edge = explicit }
            return Link(source: source.node, target: target, edge: edge)
        }
        return AnyIterator(links.makeIterator())
    }

    /// With all that makes a row about 2.4 KB long, as in real exports.
    func detailedUpdates() -> AnyIterator<(Update, UpdateDetails)> {
        var hierarchies: [String: Cell] = [:]
        let rows = events().lazy.compactMap { event -> (Update, UpdateDetails)? in
            guard case .update(let update) = event.record, update.phase != .check else { return nil }
            let node = CauseNode(update)
            var details = UpdateDetails(node: .node(node), fullNode: .fullNode(node))
            details.hierarchy = hierarchy(update, &hierarchies)
            if let source = event.source?.node {
                details.rootCauses = .nested(
                    "description-set", fmt: source.name, [.number("uint64", source.id)], .none)
            }
            // One row in four set off others; what that cost is not in the other formats and stays empty.
            if update.id % 4 == 0 {
                let others = [update.id + 1, update.id + 2].map { Cell.number("uint64", $0) }
                details.downstreamEvents = .nested("cause-set", fmt: "2 events", others, .none)
            }
            return (update, details)
        }
        return AnyIterator(rows.makeIterator())
    }

    /// Most of a row: half of the rows refer to a hierarchy of the same view seen before, the others have their own, and
    /// one in 4 096 is longer than 64 KB.
    private func hierarchy(_ update: Update, _ known: inout [String: Cell]) -> Cell {
        var random = SeededRandom(spreading: update.id)
        let isCommon = random.next() & 1 == 0
        if isCommon, let cell = known[update.view] { return cell }
        let levels = update.id & 4_095 == 77 ? 2_800 : 24 + random.below(110)
        var text = update.view
        for level in 1..<levels {
            let name = catalogue.views[random.below(catalogue.views.count)].name
            text += level % 4 == 0 ? " ← ModifiedContent<" : " ← "
            text += name
            if level % 4 == 0 { text += ", _PaddingLayout>" }
        }
        let views = (0..<3).map { _ in
            let name = catalogue.views[random.below(catalogue.views.count)].name
            return Cell.nested("identified-view", fmt: name, [.number("uint64", random.next() >> 24)], .none)
        }
        let cell = Cell.nested("view-hierarchy", fmt: text, views, isCommon ? .table : .none)
        if isCommon { known[update.view] = cell }
        return cell
    }
}
