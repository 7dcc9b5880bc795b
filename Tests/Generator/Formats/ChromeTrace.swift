/// Writes a story as a Trace Event file, which chrome://tracing and Perfetto open.
///
/// Updates are slices of the main thread; interactions, causes, hitches and hangs have rows of their own. An edge of
/// the cause graph is a flow from the start of one slice to the start of another.
struct ChromeTrace {
    /// Rows beside the main thread, which has the process' id.
    private enum Row: UInt64, CaseIterable {
        case interactions = 1
        case causes, hitches, hangs

        var name: String {
            switch self {
            case .interactions: "Interactions"
            case .causes: "Causes"
            case .hitches: "Hitches"
            case .hangs: "Hangs"
            }
        }
    }

    private let story: Story
    private let file: OutputFile
    private var isFirst = true

    static func write(_ story: Story, to path: String) throws(GeneratorFailure) {
        let file = try OutputFile(creating: path)
        var trace = ChromeTrace(story: story, file: file)
        trace.writeHeader()
        file.append("\"traceEvents\": [")
        trace.writeNames()
        trace.writeCauses()
        trace.writeUpdates()
        trace.writeFlows()
        trace.writeSignposts()
        trace.writeHitchesAndHangs()
        file.append("\n],\n")
        trace.writeSamples()
        file.append("}\n")
        try file.finish()
    }

    private init(story: Story, file: OutputFile) {
        self.story = story
        self.file = file
    }

    /// Says that times count from the start of the trace and not from the first event.
    private func writeHeader() {
        let trace = story.trace
        file.append("{\n\"displayTimeUnit\": \"ms\",\n\"otherData\": ")
        var line = JSONLine(file)
        line.add("clock_origin", "trace-start")
        line.add("name", trace.name)
        line.add("app", trace.app)
        line.add("device", trace.device)
        line.add("os", trace.os)
        line.add("build", trace.build)
        line.add("configuration", trace.configuration)
        line.add("refresh_hz", trace.refreshHz)
        line.add("started_at", trace.startedAt)
        line.add("duration_ns", trace.duration)
        line.end()
        file.append(",\n")
    }

    // MARK: Events

    /// Begins an event of the process; the caller adds what is its own, and ends it.
    private mutating func event(_ phase: String, _ name: String, _ category: String?, thread: UInt64) -> JSONLine {
        file.append(isFirst ? "\n" : ",\n")
        isFirst = false
        var line = JSONLine(file)
        line.add("ph", phase)
        line.add("name", name)
        line.add("cat", category)
        line.add("pid", story.trace.pid)
        line.add("tid", thread)
        return line
    }

    /// A slice of a row; one without a duration begins and never ends.
    private mutating func slice(
        _ name: String, _ category: String, thread: UInt64, start: Nanoseconds, duration: Nanoseconds?
    ) {
        var line = event(duration == nil ? "B" : "X", name, category, thread: thread)
        line.addMicroseconds("ts", start)
        if let duration { line.addMicroseconds("dur", duration) }
        line.end()
    }

    private mutating func writeNames() {
        named("process_name", thread: story.trace.pid, story.trace.app)
        named("thread_name", thread: story.trace.pid, "main")
        for row in Row.allCases { named("thread_name", thread: row.rawValue, row.name) }
    }

    private mutating func named(_ what: String, thread: UInt64, _ name: String) {
        var line = event("M", what, nil, thread: thread)
        line.addArguments("name", name)
        line.end()
    }

    private mutating func writeCauses() {
        for interaction in story.interactions {
            slice(
                InstrumentsWords.name(of: interaction), "interaction", thread: Row.interactions.rawValue,
                start: interaction.start, duration: interaction.duration ?? 0)
        }
        for cause in story.causes {
            slice(
                InstrumentsWords.name(of: cause), "cause", thread: Row.causes.rawValue, start: cause.start, duration: 0)
        }
    }

    private mutating func writeUpdates() {
        for update in story.updates {
            let name = update.kind == .body ? update.view + ".body" : update.view
            slice(
                update.phase == .check ? name + " [skipped]" : name, "swiftui-update." + update.kind.rawValue,
                thread: story.trace.pid, start: update.start, duration: update.duration)
        }
    }

    /// One flow for every pair of nodes with an edge, the short form (`cause`) included.
    private mutating func writeFlows() {
        var ends: [NodeID: (thread: UInt64, start: Nanoseconds)] = [:]
        for node in story.interactions { ends[node.id] = (Row.interactions.rawValue, node.start) }
        for node in story.causes { ends[node.id] = (Row.causes.rawValue, node.start) }
        for node in story.updates { ends[node.id] = (story.trace.pid, node.start) }
        let creations = Set(story.updates.filter { $0.phase == .creation }.map(\.id))
        var pairs: [(from: NodeID, to: NodeID)] = story.causes.compactMap { node in node.cause.map { ($0, node.id) } }
        pairs += story.updates.compactMap { node in node.cause.map { ($0, node.id) } }
        let known = Set(pairs.map { "\($0.from) \($0.to)" })
        pairs += story.edges.map { ($0.from, $0.to) }.filter { !known.contains("\($0) \($1)") }
        for (index, pair) in pairs.enumerated() {
            guard let from = ends[pair.from], let to = ends[pair.to] else { continue }
            let name = creations.contains(pair.to) ? "creation" : "update"
            for (phase, end) in [("s", from), ("f", to)] {
                var line = event(phase, name, "cause", thread: end.thread)
                line.add("id", UInt64(index + 1))
                line.addMicroseconds("ts", end.start)
                if phase == "f" { line.add("bp", "e") }
                line.end()
            }
        }
    }

    /// Intervals as asynchronous operations, since they may overlap; single events as instants.
    private mutating func writeSignposts() {
        for signpost in story.signposts {
            let end = signpost.duration.map { signpost.start + $0 }
            for (phase, time) in [(end == nil ? "i" : "b", signpost.start), ("e", end)] {
                guard let time else { continue }
                var line = event(phase, signpost.name, signpost.category, thread: story.trace.pid)
                if phase != "i" { line.add("id", "0x" + String(signpost.signpostID, radix: 16)) }
                line.addMicroseconds("ts", time)
                if phase != "e", let message = signpost.message, !message.isEmpty {
                    line.addArguments("message", message)
                }
                line.end()
            }
        }
    }

    private mutating func writeHitchesAndHangs() {
        for hitch in story.hitches {
            slice(
                hitch.isSystem ? "Hitch (system)" : "Hitch", "hitch", thread: Row.hitches.rawValue, start: hitch.start,
                duration: hitch.duration)
        }
        for hang in story.hangs {
            slice(hang.kind, "hang", thread: Row.hangs.rawValue, start: hang.start, duration: hang.duration)
        }
    }

    // MARK: Samples

    /// Stacks as a tree that shares its outer frames, by numbers in order of first use.
    private func writeSamples() {
        var ids: [[Frame]: Int] = [:]
        var frames: [(name: String, parent: Int?)] = []
        func id(_ stack: ArraySlice<Frame>) -> Int? {
            guard let leaf = stack.first else { return nil }
            if let known = ids[Array(stack)] { return known }
            let parent = id(stack.dropFirst())
            frames.append((leaf.name, parent))
            ids[Array(stack)] = frames.count
            return frames.count
        }
        file.append("\"samples\": [")
        for (index, sample) in story.samples.enumerated() {
            file.append(index == 0 ? "\n" : ",\n")
            var line = JSONLine(file)
            line.add("pid", story.trace.pid)
            line.add("tid", story.trace.pid)
            line.addMicroseconds("ts", sample.start)
            line.add("sf", id(sample.frames[...]).map { String($0) })
            line.add("weight", 1)
            line.end()
        }
        file.append("\n],\n\"stackFrames\": {")
        for (index, frame) in frames.enumerated() {
            file.append(index == 0 ? "\n" : ",\n")
            file.append("\"\(index + 1)\": ")
            var line = JSONLine(file)
            line.add("name", frame.name)
            line.add("parent", frame.parent.map { String($0) })
            line.end()
        }
        file.append("\n}\n")
    }
}
