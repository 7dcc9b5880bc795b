/// Writes a story in the project's own JSON format, version 1: one record a line, so that grep and diff work on it.
enum JSONTrace {
    static func write(_ story: Story, to path: String) throws {
        let file = try OutputFile(creating: path)
        file.append("{\n\"format\": \"tracekit\", \"version\": 1,\n\"trace\": ")
        var line = JSONLine(file)
        StoryRecords.fill(&line, story.trace)
        line.end()
        list("interactions", story.interactions.map { .interaction($0) }, to: file)
        list("causes", story.causes.map { .cause($0) }, to: file)
        list("updates", story.updates.map { .update($0) }, to: file)
        list("edges", story.edges.map { .edge($0) }, to: file)
        list("groups", story.groups.map { .group($0) }, to: file)
        list("signposts", story.signposts.map { .signpost($0) }, to: file)
        list("hitches", story.hitches.map { .hitch($0) }, to: file)
        list("hangs", story.hangs.map { .hang($0) }, to: file)
        list("samples", story.samples.map { .sample($0) }, to: file)
        file.append("\n}\n")
        try file.finish()
    }

    private static func list(_ name: String, _ records: [StoryRecords.Record], to file: OutputFile) {
        file.append(",\n\"\(name)\": [")
        for (index, record) in records.enumerated() {
            file.append(index == 0 ? "\n" : ",\n")
            var line = JSONLine(file)
            record.fill(&line)
            line.end()
        }
        file.append(records.isEmpty ? "]" : "\n]")
    }
}
