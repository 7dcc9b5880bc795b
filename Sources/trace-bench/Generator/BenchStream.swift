/// The records of a trace one after the other, from a seed: every format is written from this same stream.
///
/// An interaction begins about every thousand records. Behind it come waves: a cause, about nine updates that it set
/// off, edges from the wave before, a signpost or two, and a hitch where an update missed its frame. Everything runs
/// on the main thread, one after the other, so records are in order of time. Of 100 records about 70 are updates,
/// 12 edges, 9 signposts and 8 causes.
struct BenchStream {
    private let catalogue: BenchCatalogue
    private var random: SplitMix
    private var wave: [BenchRecord] = []
    private var position = 0
    private var clock: UInt64 = 200_000_000
    private var lastID: UInt64 = 0
    private var recordsSinceInteraction = BenchStream.recordsPerInteraction
    private var interaction = BenchRecord.Node()
    private var previousCause: BenchRecord.Node?

    private static let recordsPerInteraction = 1_000
    private static let frame: UInt64 = 16_666_666

    init(_ catalogue: BenchCatalogue, seed: UInt64) {
        self.catalogue = catalogue
        random = SplitMix(seed)
    }

    @inline(__always)
    mutating func next() -> BenchRecord {
        if position == wave.count { fillWave() }
        position += 1
        return wave[position - 1]
    }

    @inline(never)
    private mutating func fillWave() {
        wave.removeAll(keepingCapacity: true)
        position = 0
        if recordsSinceInteraction >= Self.recordsPerInteraction { beginInteraction() }
        let cause = appendCause()
        let first = wave.count
        for _ in 0..<(5 + random.below(9)) { appendUpdate(cause) }
        let updates = first..<wave.count
        appendEdges(updates)
        for _ in 0..<random.below(3) { appendSignpost() }
        appendHitch(updates)
        previousCause = cause
        recordsSinceInteraction += wave.count
        clock += 200_000 + UInt64(random.below(4_000_000))
    }

    private mutating func newID() -> UInt64 {
        lastID += 1
        return lastID
    }

    private mutating func beginInteraction() {
        clock += 50_000_000 + UInt64(random.below(200_000_000))
        var record = BenchRecord(kind: .interaction, id: newID(), start: clock)
        record.duration = 40_000_000 + UInt64(random.below(300_000_000))
        record.name = random.below(catalogue.interactions.count)
        wave.append(record)
        interaction = record.node
        previousCause = nil
        recordsSinceInteraction = 0
        clock += 300_000
    }

    /// Set off by the interaction, by the cause before, or by nothing that is known.
    private mutating func appendCause() -> BenchRecord.Node {
        var record = BenchRecord(kind: .cause, id: newID(), start: clock)
        record.name = causeName()
        if random.chance(700) {
            record.source = interaction
        } else if random.chance(200) {
            record.source = previousCause
        }
        wave.append(record)
        clock += 2_000 + UInt64(random.below(20_000))
        return record.node
    }

    /// What an interaction changes is mostly the same three things.
    private mutating func causeName() -> Int {
        if random.chance(20) { return random.below(catalogue.causes.count) }
        return (interaction.name * 3 + random.below(3)) % catalogue.causes.count
    }

    /// Nearly all updates are of the forty views that read what changed: so there are some ten thousand distinct
    /// chains, and not as many as updates.
    private mutating func viewName(_ cause: BenchRecord.Node) -> Int {
        let popular = Int(catalogue.popularity[random.below(catalogue.popularity.count)])
        if random.chance(40) { return popular }
        return (popular % 40 + cause.name * 16) % BenchCatalogue.viewCount
    }

    private mutating func appendUpdate(_ cause: BenchRecord.Node) {
        var record = BenchRecord(kind: .update, id: newID(), start: clock)
        record.name = viewName(cause)
        let fate = random.below(10_000)
        record.phase = fate < 300 ? .check : fate < 700 ? .creation : .update
        let duration = random.spread(catalogue.views[record.name].median)
        // Five in 10 000 have no end; of checks no body ran.
        if record.phase == .check { record.duration = 2_000 } else if fate < 9_995 { record.duration = duration }
        if record.phase == .check || random.chance(920) { record.source = cause }
        if random.chance(600) { record.instance = random.below(catalogue.instances.count) }
        if random.chance(600) { record.changed = random.below(catalogue.changes.count) }
        record.allocations = duration >> 14
        wave.append(record)
        clock += (record.duration ?? duration) + 3_000 + UInt64(random.below(30_000))
    }

    /// Dependencies from the wave before: a second cause of some updates.
    private mutating func appendEdges(_ updates: Range<Int>) {
        guard let source = previousCause else { return }
        for index in updates where random.chance(170) {
            let target = wave[index].node
            var record = BenchRecord(kind: .edge, start: target.start)
            record.source = source
            record.target = target
            if random.chance(400) { record.changed = 1 + random.below(catalogue.changes.count - 1) }
            wave.append(record)
        }
    }

    private mutating func appendSignpost() {
        var record = BenchRecord(kind: .signpost, start: clock)
        record.duration = random.spread(600_000)
        record.name = random.below(catalogue.signposts.count)
        if random.chance(500) { record.signpostID = 1 + (random.next() >> 20) }
        wave.append(record)
        clock += (record.duration ?? 0) + 5_000
    }

    /// Three of four updates that take longer than a frame make one late.
    private mutating func appendHitch(_ updates: Range<Int>) {
        let late = updates.first { wave[$0].duration.map { $0 > Self.frame } ?? false }
        guard let late, random.chance(750) else { return }
        var record = BenchRecord(kind: .hitch, start: wave[late].start + Self.frame)
        record.duration = Self.frame * ((wave[late].duration ?? 0) / Self.frame)
        wave.append(record)
    }
}
