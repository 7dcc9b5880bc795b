/// A line of a file that takes the fields of one record, in order; fields without a value are left out.
protocol RecordLine {
    /// Leaves out what the analysis does not need: benchmark inputs are records and not what surrounds them.
    var isBrief: Bool { get }
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

    mutating func addDetail(_ key: String, _ text: String?) {
        if !isBrief { add(key, text) }
    }
}

/// What the project's own formats say of a record, whatever their shape.
protocol FieldRecord {
    func fill(_ line: inout some RecordLine)
}

extension Recording: FieldRecord {
    func fill(_ line: inout some RecordLine) {
        line.add("name", name)
        line.add("app", app)
        line.addDetail("process", app)
        if !line.isBrief { line.add("pid", pid) }
        line.addDetail("device", device)
        line.addDetail("os", os)
        line.addDetail("build", build)
        line.addDetail("configuration", configuration)
        line.add("refresh_hz", refreshHz)
        line.add("started_at", startedAt)
        if !line.isBrief { line.add("duration_ns", duration) }
    }
}

extension Interaction: FieldRecord {
    func fill(_ line: inout some RecordLine) {
        line.add("id", id)
        line.add("kind", kind)
        line.add("name", name)
        line.addTimes(start, duration)
    }
}

extension Cause: FieldRecord {
    func fill(_ line: inout some RecordLine) {
        line.add("id", id)
        line.add("cause", cause)
        line.add("kind", kind.rawValue)
        line.add("name", name)
        line.add("origin", origin.rawValue)
        line.addTimes(start, nil)
    }
}

extension Update: FieldRecord {
    func fill(_ line: inout some RecordLine) {
        line.add("id", id)
        line.add("cause", cause)
        line.add("view", view)
        line.add("module", module)
        line.add("kind", kind.rawValue)
        line.add("phase", phase == .update ? nil : phase.rawValue)
        line.add("instance", instance)
        line.add("group", group)
        line.add("changed", changed)
        line.add("allocations", allocations)
        line.addDetail("category", InstrumentsWords.category(of: self))
        line.addDetail("severity", InstrumentsWords.severity(of: self))
        line.add("downstream_ns", downstream)
        line.addTimes(start, duration)
    }
}

extension Edge: FieldRecord {
    func fill(_ line: inout some RecordLine) {
        line.add("from", from)
        line.add("to", to)
        line.add("label", label.rawValue)
        line.add("at_ns", at)
        line.add("changed", changed)
    }
}

extension UpdateGroup: FieldRecord {
    func fill(_ line: inout some RecordLine) {
        line.add("id", id)
        line.addTimes(start, duration)
        line.add("thread", "main")
    }
}

extension Signpost: FieldRecord {
    func fill(_ line: inout some RecordLine) {
        line.add("name", name)
        line.add("subsystem", LandmarksStory.subsystem)
        line.add("category", category)
        line.add("signpost_id", signpostID)
        line.addDetail("process", "Landmarks")
        line.addDetail("thread", "main")
        line.addTimes(start, duration)
        line.add("message", message)
    }
}

extension Hitch: FieldRecord {
    func fill(_ line: inout some RecordLine) {
        line.addTimes(start, duration)
        line.add("system", isSystem)
        line.add("narrative", narrative)
    }
}

extension Hang: FieldRecord {
    func fill(_ line: inout some RecordLine) {
        line.addTimes(start, duration)
        line.add("kind", kind)
        line.add("thread", "main")
    }
}

extension Sample: FieldRecord {
    func fill(_ line: inout some RecordLine) {
        line.add("start_ns", start)
        line.add("weight_ns", weight)
        line.add("thread", "main")
        line.add("frames", frames.map(\.name))
    }
}

/// A record of any kind.
enum Record: FieldRecord {
    enum Kind: String {
        case interaction, cause, update, edge, group, signpost, hitch, hang, sample

        /// What a list of them is called.
        var plural: String { self == .hitch ? "hitches" : rawValue + "s" }
    }

    case interaction(Interaction)
    case cause(Cause)
    case update(Update)
    case edge(Edge)
    case group(UpdateGroup)
    case signpost(Signpost)
    case hitch(Hitch)
    case hang(Hang)
    case sample(Sample)

    var kind: Kind {
        switch self {
        case .interaction: .interaction
        case .cause: .cause
        case .update: .update
        case .edge: .edge
        case .group: .group
        case .signpost: .signpost
        case .hitch: .hitch
        case .hang: .hang
        case .sample: .sample
        }
    }

    func fill(_ line: inout some RecordLine) {
        switch self {
        case .interaction(let record): record.fill(&line)
        case .cause(let record): record.fill(&line)
        case .update(let record): record.fill(&line)
        case .edge(let record): record.fill(&line)
        case .group(let record): record.fill(&line)
        case .signpost(let record): record.fill(&line)
        case .hitch(let record): record.fill(&line)
        case .hang(let record): record.fill(&line)
        case .sample(let record): record.fill(&line)
        }
    }
}
