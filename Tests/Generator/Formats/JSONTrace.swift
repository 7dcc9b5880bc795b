/// Writes a trace in the project's own JSON format, version 1: one record a line, so that grep and diff work on it.
enum JSONTrace {
    static func write(_ source: some TraceSource, to file: OutputFile) {
        let isBrief = source.isStream
        let (space, lineBreak) = isBrief ? ("", "") : (" ", "\n")
        file.append("{\(lineBreak)\"format\":\(space)\"tracekit\",\(space)\"version\":\(space)1,\n\"trace\":\(space)")
        write(source.trace, isBrief, to: file)
        for kind in source.kinds {
            file.append(",\n\"\(kind.plural)\":\(space)[")
            var isEmpty = true
            for record in source.records() where record.kind == kind {
                file.append(isEmpty ? "\n" : ",\n")
                isEmpty = false
                write(record, isBrief, to: file)
            }
            file.append(isEmpty ? "]" : lineBreak + "]")
        }
        file.append("\n}\n")
    }

    /// NDJSON: one record a line, its kind in `record`, in the order in which an app would log them.
    static func writeLines(_ source: some TraceSource, to file: OutputFile) {
        write(source.trace, source.isStream, kind: "trace", to: file)
        file.append("\n")
        for record in source.records() {
            write(record, source.isStream, kind: record.kind.rawValue, to: file)
            file.append("\n")
        }
    }

    private static func write(
        _ record: some FieldRecord, _ isBrief: Bool, kind: String? = nil, to file: OutputFile
    ) {
        var line = JSONLine(file, brief: isBrief)
        line.add("record", kind)
        record.fill(&line)
        line.end()
    }
}
