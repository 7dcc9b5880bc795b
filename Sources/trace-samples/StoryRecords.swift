/// A line of a file that takes the fields of one record, in order; fields without a value are left out.
protocol RecordLine {
    mutating func add(_ key: String, _ text: String?)
    mutating func add(_ key: String, _ number: UInt64?)
    mutating func add(_ key: String, _ flag: Bool)
    mutating func add(_ key: String, _ texts: [String]?)
}

extension RecordLine {
    mutating func addTimes(_ start: Nanoseconds, _ duration: Nanoseconds?) {
        add("start_ns", start)
        add("duration_ns", duration)
    }
}

/// The records of a story as the fields of the project's own format, whatever its shape.
enum StoryRecords {
    /// Calls `write` with the name of every record, in the order in which a document has them.
    static func forEach(_ story: Story, _ write: (_ kind: String, _ record: Record) -> Void) {
        write("trace", .trace(story.trace))
        for record in story.interactions { write("interaction", .interaction(record)) }
        for record in story.causes { write("cause", .cause(record)) }
        for record in story.updates { write("update", .update(record)) }
        for record in story.edges { write("edge", .edge(record)) }
        for record in story.groups { write("group", .group(record)) }
        for record in story.signposts { write("signpost", .signpost(record)) }
        for record in story.hitches { write("hitch", .hitch(record)) }
        for record in story.hangs { write("hang", .hang(record)) }
        for record in story.samples { write("sample", .sample(record)) }
    }

    /// A record of any kind.
    enum Record {
        case trace(Recording)
        case interaction(Interaction)
        case cause(Cause)
        case update(Update)
        case edge(Edge)
        case group(UpdateGroup)
        case signpost(Signpost)
        case hitch(Hitch)
        case hang(Hang)
        case sample(Sample)

        func fill(_ line: inout some RecordLine) {
            switch self {
            case .trace(let record): StoryRecords.fill(&line, record)
            case .interaction(let record): StoryRecords.fill(&line, record)
            case .cause(let record): StoryRecords.fill(&line, record)
            case .update(let record): StoryRecords.fill(&line, record)
            case .edge(let record): StoryRecords.fill(&line, record)
            case .group(let record): StoryRecords.fill(&line, record)
            case .signpost(let record): StoryRecords.fill(&line, record)
            case .hitch(let record): StoryRecords.fill(&line, record)
            case .hang(let record): StoryRecords.fill(&line, record)
            case .sample(let record): StoryRecords.fill(&line, record)
            }
        }
    }

    static func fill(_ line: inout some RecordLine, _ trace: Recording) {
        line.add("name", trace.name)
        line.add("app", trace.app)
        line.add("process", trace.app)
        line.add("pid", trace.pid)
        line.add("device", trace.device)
        line.add("os", trace.os)
        line.add("build", trace.build)
        line.add("configuration", trace.configuration)
        line.add("refresh_hz", trace.refreshHz)
        line.add("started_at", trace.startedAt)
        line.add("duration_ns", trace.duration)
    }

    static func fill(_ line: inout some RecordLine, _ interaction: Interaction) {
        line.add("id", interaction.id)
        line.add("kind", interaction.kind)
        line.add("name", interaction.name)
        line.addTimes(interaction.start, interaction.duration)
    }

    static func fill(_ line: inout some RecordLine, _ cause: Cause) {
        line.add("id", cause.id)
        line.add("cause", cause.cause)
        line.add("kind", cause.kind.rawValue)
        line.add("name", cause.name)
        line.add("origin", cause.origin.rawValue)
        line.addTimes(cause.start, nil)
    }

    static func fill(_ line: inout some RecordLine, _ update: Update) {
        line.add("id", update.id)
        line.add("cause", update.cause)
        line.add("view", update.view)
        line.add("module", update.module)
        line.add("kind", update.kind.rawValue)
        line.add("phase", update.phase == .update ? nil : update.phase.rawValue)
        line.add("instance", update.instance)
        line.add("group", update.group)
        line.add("changed", update.changed)
        line.add("allocations", update.allocations)
        line.add("category", InstrumentsWords.category(of: update))
        line.add("severity", InstrumentsWords.severity(of: update))
        line.add("downstream_ns", update.downstream)
        line.addTimes(update.start, update.duration)
    }

    static func fill(_ line: inout some RecordLine, _ edge: Edge) {
        line.add("from", edge.from)
        line.add("to", edge.to)
        line.add("label", edge.label.rawValue)
        line.add("at_ns", edge.at)
        line.add("changed", edge.changed)
    }

    static func fill(_ line: inout some RecordLine, _ group: UpdateGroup) {
        line.add("id", group.id)
        line.addTimes(group.start, group.duration)
        line.add("thread", "main")
    }

    static func fill(_ line: inout some RecordLine, _ signpost: Signpost) {
        line.add("name", signpost.name)
        line.add("subsystem", LandmarksStory.subsystem)
        line.add("category", signpost.category)
        line.add("signpost_id", signpost.signpostID)
        line.add("process", "Landmarks")
        line.add("thread", "main")
        line.addTimes(signpost.start, signpost.duration)
        line.add("message", signpost.message)
    }

    static func fill(_ line: inout some RecordLine, _ hitch: Hitch) {
        line.addTimes(hitch.start, hitch.duration)
        line.add("system", hitch.isSystem)
        line.add("narrative", hitch.narrative)
    }

    static func fill(_ line: inout some RecordLine, _ hang: Hang) {
        line.addTimes(hang.start, hang.duration)
        line.add("kind", hang.kind)
        line.add("thread", "main")
    }

    static func fill(_ line: inout some RecordLine, _ sample: Sample) {
        line.add("start_ns", sample.start)
        line.add("weight_ns", sample.weight)
        line.add("thread", "main")
        line.add("frames", sample.frames.map(\.name))
    }
}
