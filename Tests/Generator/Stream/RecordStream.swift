/// The records of a trace one after the other, from a seed: every format is written from this same stream.
///
/// An interaction begins about every thousand records. Behind it come waves: a cause, about nine updates that it set
/// off, edges from the wave before, a signpost or two, and a hitch where an update missed its frame. Everything runs
/// on the main thread, one after the other, so records are in order of time. Of 100 records about 70 are updates,
/// 12 edges, 9 signposts and 8 causes.
struct RecordStream: Sequence, IteratorProtocol {
    /// A record and, of what has an edge to it or is one, the ends of that edge.
    struct Event {
        var record: Record
        var source: Origin?
        var target: Update?
    }

    /// What sets others off.
    enum Origin {
        case interaction(Interaction)
        case cause(Cause)

        var id: NodeID {
            switch self {
            case .interaction(let node): node.id
            case .cause(let node): node.id
            }
        }

        var node: CauseNode {
            switch self {
            case .interaction(let node): CauseNode(node)
            case .cause(let node): CauseNode(node)
            }
        }
    }

    private let catalogue: Catalogue
    private let shape: StreamShape
    private var left: Int
    private let isFull: () -> Bool
    private var random: SeededRandom
    private var wave: [Event] = []
    private var position = 0
    private var clock: Nanoseconds = 200_000_000
    private var lastID: NodeID = 0
    private var recordsSinceInteraction = Int.max
    private var interaction = Interaction(id: 0, kind: "", name: "", start: 0)
    private var interactionName = 0
    private var previousCause: Origin?

    private static let frame: Nanoseconds = 16_666_666

    /// Ends behind `limit` records, or where the stream is full.
    init(
        _ catalogue: Catalogue, _ shape: StreamShape, seed: UInt64, limit: Int, until isFull: @escaping () -> Bool
    ) {
        (self.catalogue, self.shape, left, self.isFull) = (catalogue, shape, limit, isFull)
        random = SeededRandom(spreading: seed)
    }

    mutating func next() -> Event? {
        guard left > 0, !isFull() else { return nil }
        left -= 1
        if position == wave.count { fillWave() }
        position += 1
        return wave[position - 1]
    }

    private mutating func fillWave() {
        wave.removeAll(keepingCapacity: true)
        position = 0
        if recordsSinceInteraction >= shape.recordsPerInteraction { beginInteraction() }
        let (cause, name) = appendCause()
        let updates = (0..<(5 + random.below(9))).map { _ in appendUpdate(.cause(cause), name) }
        appendEdges(to: updates)
        for _ in 0..<random.below(3) { appendSignpost() }
        appendHitch(updates)
        appendStalls()
        appendSamples()
        previousCause = .cause(cause)
        recordsSinceInteraction += wave.count
        clock += 200_000 + UInt64(random.below(4_000_000))
    }

    private mutating func newID() -> NodeID {
        lastID += 1
        return lastID
    }

    private mutating func beginInteraction() {
        clock += 50_000_000 + UInt64(random.below(200_000_000))
        let duration = 40_000_000 + UInt64(random.below(300_000_000))
        interactionName = random.below(catalogue.interactions.count)
        let (kind, name) = catalogue.interactions[interactionName]
        interaction = Interaction(id: newID(), kind: kind, name: name, start: clock, duration: duration)
        wave.append(Event(record: .interaction(interaction)))
        previousCause = nil
        recordsSinceInteraction = 0
        clock += 300_000
    }

    /// Set off by the interaction, by the cause before, or by nothing that is known. Also returns the place of its name.
    private mutating func appendCause() -> (Cause, Int) {
        let place = causeName()
        let (kind, name) = catalogue.causes[place]
        var source: Origin?
        let isFirst = previousCause == nil && shape.fromInteraction == 0
        if random.chance(ofThousand: isFirst ? 1_000 : shape.fromInteraction) {
            source = .interaction(interaction)
        } else if random.chance(ofThousand: shape.fromCause) {
            source = previousCause
        }
        let cause = Cause(
            id: newID(), cause: source?.id, kind: kind, name: name,
            origin: kind == .externalEnvironment ? .system : .app, start: clock)
        wave.append(Event(record: .cause(cause), source: source))
        clock += 2_000 + UInt64(random.below(20_000))
        return (cause, place)
    }

    /// What an interaction changes is mostly the same three things.
    private mutating func causeName() -> Int {
        if random.chance(ofThousand: 20) { return random.below(catalogue.causes.count) }
        return (interactionName * 3 + random.below(3)) % catalogue.causes.count
    }

    /// Nearly all updates are of the forty views that read what changed: so there are some ten thousand distinct
    /// chains, and not as many as updates.
    private mutating func view(_ causeName: Int) -> Catalogue.View {
        if shape.isEven { return catalogue.views[random.below(catalogue.views.count)] }
        let popular = catalogue.popularity[random.below(catalogue.popularity.count)]
        if random.chance(ofThousand: 40) { return catalogue.views[popular] }
        return catalogue.views[(popular % 40 + causeName * 16) % Catalogue.viewCount]
    }

    private mutating func appendUpdate(_ cause: Origin, _ causeName: Int) -> Update {
        let view = view(causeName)
        let fate = random.below(10_000)
        let phase: Update.Phase = fate < 300 ? .check : fate < 700 ? .creation : .update
        let took = random.spread(view.median)
        // Five in 10 000 have no end; of checks no body ran.
        let duration = phase == .check ? 2_000 : fate < 9_995 ? took : nil
        let source = phase == .check || random.chance(ofThousand: 920) ? cause : nil
        let instance = random.chance(ofThousand: 600) ? catalogue.instances[random.below(64)] : nil
        let changed = random.chance(ofThousand: 600) ? catalogue.changes[random.below(catalogue.changes.count)] : nil
        let update = Update(
            id: newID(), cause: source?.id, view: shape.hasUniqueNames ? "\(view.name)\(lastID)" : view.name,
            module: view.kind == .layout ? "SwiftUI" : "Landmarks",
            kind: view.kind, phase: phase, instance: instance, changed: changed,
            allocations: phase == .check ? nil : took >> 14, start: clock, duration: duration)
        wave.append(Event(record: .update(update), source: source))
        clock += (duration ?? took) + 3_000 + UInt64(random.below(30_000))
        return update
    }

    /// Dependencies from the wave before: a second cause of some updates.
    private mutating func appendEdges(to updates: [Update]) {
        guard let source = previousCause else { return }
        for target in updates where random.chance(ofThousand: 170) {
            let isKnown = random.chance(ofThousand: 400)
            let changed = isKnown ? catalogue.changes[1 + random.below(catalogue.changes.count - 1)] : nil
            let edge = Edge(from: source.id, to: target.id, label: .update, at: target.start, changed: changed)
            wave.append(Event(record: .edge(edge), source: source, target: target))
        }
    }

    private mutating func appendSignpost() {
        let duration = random.spread(600_000)
        let name = catalogue.signposts[random.below(catalogue.signposts.count)]
        let id = random.chance(ofThousand: 500) ? 1 + (random.next() >> 20) : Signpost.exclusive
        wave.append(
            Event(
                record: .signpost(
                    Signpost(name: name, category: "performance", signpostID: id, start: clock, duration: duration))))
        clock += duration + 5_000
    }

    /// Three of four updates that take longer than a frame make one late.
    private mutating func appendHitch(_ updates: [Update]) {
        guard let late = updates.first(where: { ($0.duration ?? 0) > Self.frame }), let duration = late.duration,
            random.chance(ofThousand: 750)
        else { return }
        let hitch = Hitch(
            start: late.start + Self.frame, duration: Self.frame * (duration / Self.frame), isSystem: false,
            narrative: "Potentially expensive app update(s)")
        wave.append(Event(record: .hitch(hitch)))
    }

    /// Hangs, and hitches that no update explains.
    private mutating func appendStalls() {
        guard shape.stalls > 0 else { return }
        if random.chance(ofThousand: shape.stalls) {
            let hang = Hang(start: clock, duration: 250_000_000 + random.spread(50_000_000), kind: "Hang")
            wave.append(Event(record: .hang(hang)))
        }
        if random.chance(ofThousand: shape.stalls) {
            let frames = UInt64(1 + random.below(6))
            let hitch = Hitch(
                start: clock, duration: Self.frame * frames, isSystem: random.chance(ofThousand: 100), narrative: "")
            wave.append(Event(record: .hitch(hitch)))
        }
    }

    /// Stacks of forty frames, which share their callers: each frame calls one of three functions.
    private mutating func appendSamples() {
        guard shape.samples > 0 else { return }
        let count = shape.samples / 100 + (random.below(100) < shape.samples % 100 ? 1 : 0)
        for _ in 0..<count {
            var frames: [Frame] = []
            var place = 0
            for depth in 0..<40 {
                frames.append(Frame("Step\(depth).run\(place)()", depth % 5 == 0 ? .landmarks : .swiftUI))
                // Near the root nearly always the same, at the leaves anything.
                if random.chance(ofThousand: depth * 20) { place = (place * 3 + random.below(3)) % 50 }
            }
            wave.append(Event(record: .sample(Sample(start: clock, weight: 1_000_000, frames: frames.reversed()))))
            clock += 1_000_000
        }
    }
}
