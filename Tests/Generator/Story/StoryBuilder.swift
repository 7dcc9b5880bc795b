/// Writes a story down in the order in which it happens: a clock, a counter for ids, a source of irregularity.
///
/// Whatever is recorded starts at the clock and moves it on, so that updates follow one another on the main thread
/// and no cause comes after its effect.
struct StoryBuilder {
    private(set) var story: Story
    /// Whether the story is the one after the fixes.
    let fixed: Bool
    var random: SeededRandom
    private(set) var clock: Nanoseconds = 0
    private var lastID: NodeID = 0
    private var openGroup: NodeID?
    private var starts: [NodeID: Nanoseconds] = [:]

    init(recording: Recording, fixed: Bool, seed: UInt64) {
        story = Story(trace: recording)
        self.fixed = fixed
        random = SeededRandom(seed: seed)
    }

    /// Moves the clock forward to a time; main-thread work that has run past it is never overtaken.
    mutating func wait(until time: Nanoseconds) {
        clock = max(clock, time)
    }

    /// Moves the clock on by an irregular pause.
    mutating func pause(_ range: ClosedRange<Nanoseconds>) {
        clock += random.within(range)
    }

    mutating func interaction(_ kind: String, _ name: String, lasting duration: Nanoseconds? = nil) -> NodeID {
        let id = newNode()
        story.interactions.append(Interaction(id: id, kind: kind, name: name, start: clock, duration: duration))
        pause(180_000...640_000)
        return id
    }

    mutating func cause(
        _ kind: Cause.Kind, _ name: String, origin: Cause.Origin = .app, by cause: NodeID? = nil
    ) -> NodeID {
        let id = newNode()
        story.causes.append(Cause(id: id, cause: cause, kind: kind, name: name, origin: origin, start: clock))
        pause(9_000...48_000)
        return id
    }

    /// Records an update that starts at the clock. An `announced` update gets an explicit edge too, with the moment at
    /// which its cause reached it; creations always do, since the label of a bare `cause` is "update".
    @discardableResult
    mutating func update(
        _ node: ViewNode, by cause: NodeID, lasting duration: Nanoseconds?, phase: Update.Phase = .update,
        instance: String? = nil, changed: [String]? = nil, downstream: Nanoseconds? = nil, announced: Bool = false
    ) -> NodeID {
        pause(6_000...41_000)
        let id = newNode()
        let countsAllocations = node.kind == .body && phase != .check
        let allocations = countsAllocations ? (duration ?? 0) / 34_000 + random.within(3...19) : nil
        story.updates.append(
            Update(
                id: id, cause: cause, view: node.view, module: phase == .check ? nil : node.module, kind: node.kind,
                phase: phase, instance: instance, group: openGroup, changed: changed, allocations: allocations,
                downstream: downstream, start: clock, duration: duration))
        if announced || phase == .creation {
            edge(from: cause, to: id, at: clock - random.within(1_000...5_900), changed: changed)
        }
        clock += duration ?? 0
        return id
    }

    /// Records an update inside the last one, which is still running: the clock stands at its end already.
    mutating func nestedUpdate(_ node: ViewNode, in parent: NodeID, after: Nanoseconds, lasting: Nanoseconds) {
        guard let start = starts[parent] else { return }
        let end = clock
        clock = start + after
        update(node, by: parent, lasting: lasting, phase: .creation)
        clock = max(clock, end)
    }

    mutating func edge(from source: NodeID, to target: NodeID, at time: Nanoseconds, changed: [String]? = nil) {
        let isCreation = story.updates.last { $0.id == target }?.phase == .creation
        let at = max(time, starts[source] ?? 0)
        story.edges.append(
            Edge(from: source, to: target, label: isCreation ? .creation : .update, at: at, changed: changed))
    }

    /// Puts everything that the scene records into one update group.
    @discardableResult
    mutating func transaction<Result>(_ scene: (inout StoryBuilder) -> Result) -> Result {
        lastID += 1
        let group = UpdateGroup(id: lastID, start: clock, duration: 0)
        openGroup = group.id
        let result = scene(&self)
        openGroup = nil
        pause(4_000...31_000)
        story.groups.append(UpdateGroup(id: group.id, start: group.start, duration: clock - group.start))
        pause(2_000...9_000)
        return result
    }

    mutating func signpost(
        _ name: String, category: String, id: UInt64, at start: Nanoseconds, lasting duration: Nanoseconds?,
        message: String = ""
    ) {
        story.signposts.append(
            Signpost(
                name: name, category: category, signpostID: id, start: start, duration: duration, message: message))
    }

    /// A hitch lasts whole refreshes of the display, here of 1/120 s, rounded down to nanoseconds.
    mutating func hitch(at start: Nanoseconds, frames: UInt64, isSystem: Bool = false) {
        let narrative = isSystem ? "" : "Potentially expensive app update(s)"
        story.hitches.append(
            Hitch(start: start, duration: frames * 8_333_333, isSystem: isSystem, narrative: narrative))
    }

    mutating func hang(_ kind: String, at start: Nanoseconds, lasting duration: Nanoseconds) {
        story.hangs.append(Hang(start: start, duration: duration, kind: kind))
    }

    /// Samples an interval at about 1 kHz; `stacks` are taken with equal chances, `missing` of 100 samples left out.
    mutating func profile(_ stacks: [[Frame]], from start: Nanoseconds, to end: Nanoseconds, missing: UInt64 = 0) {
        guard !stacks.isEmpty else { return }
        var time = start + random.within(20_000...990_000)
        while time < end {
            let frames = stacks[Int(random.within(0...UInt64(stacks.count - 1)))]
            if !random.chance(missing) {
                story.samples.append(Sample(start: time, weight: 1_000_000, frames: frames))
            }
            time += random.within(981_000...1_019_000)
        }
    }

    /// The story with the rows that scenes add out of turn in the order of their start, and without samples that
    /// follow another faster than the profiler ticks.
    func finished() -> Story {
        var story = story
        story.samples.sort { $0.start < $1.start }
        var nextTick: Nanoseconds = 0
        story.samples = story.samples.filter { sample in
            guard sample.start >= nextTick else { return false }
            nextTick = sample.start + 981_000
            return true
        }
        story.hitches.sort { $0.start < $1.start }
        story.signposts.sort { $0.start < $1.start }
        return story
    }

    private mutating func newNode() -> NodeID {
        lastID += 1
        starts[lastID] = clock
        return lastID
    }
}
