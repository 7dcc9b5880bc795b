/// The table of contents: what was recorded, on what, when. Of several runs, the one asked for counts, else the lowest.
struct XctraceContents {
    private struct Run {
        var number: Int
        var process: String?
        var pid: Int64?
        var platform: String?
        var model: String?
        var deviceName: String?
        var osVersion: String?
        var startedAt: String?
        var durationNs: Int64?
        var template: String?
    }

    private var run: Run?
    private var hasRun = false
    var hasContent: Bool { hasRun }

    mutating func read(_ reader: inout XMLReader, _ builder: TraceBuilder) throws(TraceError) {
        while try reader.nextChild() {
            guard reader.name.equals("run") else {
                try reader.skipElement()
                continue
            }
            var number = reader.attribute(named: "number").flatMap { Int($0.prefix(18).text) } ?? Int.max - 1
            if number == builder.options.run { builder.options.matches.note(.run, "\(number)") }
            if number == builder.options.exportedRun ?? builder.options.run { number = Int.min }
            hasRun = true
            var next = Run(number: number)
            // What a file that is cut here had to say is worth keeping too.
            defer { if next.number < run?.number ?? .max { run = next } }
            try read(&next, &reader, builder)
        }
    }

    private func read(_ run: inout Run, _ reader: inout XMLReader, _ builder: TraceBuilder) throws(TraceError) {
        let outer = reader.depth
        while true {
            switch try reader.next() {
            case .start: try takeElement(&run, &reader, builder)
            case .end where reader.depth < outer: return
            case .finish: return
            default: continue
            }
        }
    }

    private func takeElement(_ run: inout Run, _ reader: inout XMLReader, _ builder: TraceBuilder) throws(TraceError) {
        let name = reader.name
        if name.equals("device") {
            run.platform = text(reader.attribute(named: "platform"))
            run.model = text(reader.attribute(named: "model"))
            run.deviceName = text(reader.attribute(named: "name"))
            run.osVersion = text(reader.attribute(named: "os-version"))
        } else if name.equals("process"), run.process == nil {
            run.process = text(reader.attribute(named: "name"))
            run.pid = reader.attribute(named: "pid").flatMap { FieldValues.plainInteger($0) }
        } else if name.equals("start-date") {
            run.startedAt = text(try reader.leafText())
        } else if name.equals("duration") {
            run.durationNs = try reader.leafText().flatMap {
                try? DecimalTime.nanoseconds($0.trimmed(), unit: .seconds)
            }
        } else if name.equals("template-name") {
            run.template = text(try reader.leafText())
        } else if name.equals("row") {
            builder.rowsSeen += 1
            builder.records.counters.add(.skippedSchema, XctraceWords.trackDetail)
            try reader.skipElement()
        } else if name.equals("processes") || name.equals("data") || name.equals("intruments-recording-settings") {
            try reader.skipElement()
        }
    }

    private func text(_ slice: ByteSlice?) -> String? {
        guard let text = slice?.trimmed(), !text.isEmpty else { return nil }
        return text.prefix(1000).text
    }

    /// Fills in what the trace does not know yet. Exports of two recordings do not share a clock: that is said.
    func take(into builder: TraceBuilder, _ state: inout XctraceState, file: String) {
        guard let run else { return }
        if let first = state.startedAt, let startedAt = run.startedAt, first != startedAt {
            builder.records.warnings.append(
                Diagnostic(
                    .warning, at: Place(file: file),
                    "the exports come from different recordings (begun \(first) and \(startedAt)), "
                        + "so their times do not share a clock",
                    fix: "give the exports of one recording only"))
        }
        guard !state.hasContents else { return }
        state.hasContents = true
        state.startedAt = run.startedAt
        var metadata = builder.records.metadata
        metadata.name = metadata.name ?? run.template
        metadata.app = metadata.app ?? run.process
        metadata.process = metadata.process ?? run.process
        metadata.pid = metadata.pid ?? run.pid
        metadata.device = metadata.device ?? device(run)
        metadata.os = metadata.os ?? os(run)
        metadata.startedAt = metadata.startedAt ?? run.startedAt
        metadata.durationNs = metadata.durationNs ?? run.durationNs
        builder.records.metadata = metadata
    }

    private func device(_ run: Run) -> String? {
        guard let model = run.model else { return run.deviceName }
        guard let name = run.deviceName, name != model else { return model }
        return "\(model) (\(name))"
    }

    private func os(_ run: Run) -> String? {
        let parts = [run.platform, run.osVersion].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
