/// Writes a story in the project's own JSON format, version 1: one record a line, so that grep and diff work on it.
enum JSONTrace {
    static func write(_ story: Story, to path: String) throws {
        let file = try OutputFile(creating: path)
        file.append("{\n\"format\": \"tracekit\", \"version\": 1,\n\"trace\": ")
        record(story.trace, to: file)
        list("interactions", story.interactions, to: file, record)
        list("causes", story.causes, to: file, record)
        list("updates", story.updates, to: file, record)
        list("edges", story.edges, to: file, record)
        list("groups", story.groups, to: file, record)
        list("signposts", story.signposts, to: file, record)
        list("hitches", story.hitches, to: file, record)
        list("hangs", story.hangs, to: file, record)
        list("samples", story.samples, to: file, record)
        file.append("\n}\n")
        try file.finish()
    }

    private static func list<Record>(
        _ name: String, _ records: [Record], to file: OutputFile, _ write: (Record, OutputFile) -> Void
    ) {
        file.append(",\n\"\(name)\": [")
        for (index, record) in records.enumerated() {
            file.append(index == 0 ? "\n" : ",\n")
            write(record, file)
        }
        file.append(records.isEmpty ? "]" : "\n]")
    }

    private static func record(_ trace: Recording, to file: OutputFile) {
        var line = JSONLine(file)
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
        line.end()
    }

    private static func record(_ interaction: Interaction, to file: OutputFile) {
        var line = JSONLine(file)
        line.add("id", interaction.id)
        line.add("kind", interaction.kind)
        line.add("name", interaction.name)
        line.addTimes(interaction.start, interaction.duration)
        line.end()
    }

    private static func record(_ cause: Cause, to file: OutputFile) {
        var line = JSONLine(file)
        line.add("id", cause.id)
        line.add("cause", cause.cause)
        line.add("kind", cause.kind.rawValue)
        line.add("name", cause.name)
        line.add("origin", cause.origin.rawValue)
        line.addTimes(cause.start, nil)
        line.end()
    }

    private static func record(_ update: Update, to file: OutputFile) {
        var line = JSONLine(file)
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
        line.end()
    }

    private static func record(_ edge: Edge, to file: OutputFile) {
        var line = JSONLine(file)
        line.add("from", edge.from)
        line.add("to", edge.to)
        line.add("label", edge.label.rawValue)
        line.add("at_ns", edge.at)
        line.add("changed", edge.changed)
        line.end()
    }

    private static func record(_ group: UpdateGroup, to file: OutputFile) {
        var line = JSONLine(file)
        line.add("id", group.id)
        line.addTimes(group.start, group.duration)
        line.add("thread", "main")
        line.end()
    }

    private static func record(_ signpost: Signpost, to file: OutputFile) {
        var line = JSONLine(file)
        line.add("name", signpost.name)
        line.add("subsystem", LandmarksStory.subsystem)
        line.add("category", signpost.category)
        line.add("signpost_id", signpost.signpostID)
        line.add("process", "Landmarks")
        line.add("thread", "main")
        line.addTimes(signpost.start, signpost.duration)
        line.add("message", signpost.message)
        line.end()
    }

    private static func record(_ hitch: Hitch, to file: OutputFile) {
        var line = JSONLine(file)
        line.addTimes(hitch.start, hitch.duration)
        line.add("system", hitch.isSystem)
        line.add("narrative", hitch.narrative)
        line.end()
    }

    private static func record(_ hang: Hang, to file: OutputFile) {
        var line = JSONLine(file)
        line.addTimes(hang.start, hang.duration)
        line.add("kind", hang.kind)
        line.add("thread", "main")
        line.end()
    }

    private static func record(_ sample: Sample, to file: OutputFile) {
        var line = JSONLine(file)
        line.add("start_ns", sample.start)
        line.add("weight_ns", sample.weight)
        line.add("thread", "main")
        line.add("frames", sample.frames.map(\.name))
        line.end()
    }
}
