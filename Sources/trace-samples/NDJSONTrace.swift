/// Writes a story as NDJSON: one record a line, its kind in `record`, in the order in which an app would log them.
enum NDJSONTrace {
    static func write(_ story: Story, to path: String) throws {
        let file = try OutputFile(creating: path)
        StoryRecords.forEach(story) { kind, record in
            var line = JSONLine(file)
            line.add("record", kind)
            record.fill(&line)
            line.end()
            file.append("\n")
        }
        try file.finish()
    }
}
