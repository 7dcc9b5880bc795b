/// The time profile for speedscope (https://www.speedscope.app/file-format-schema.json): one sampled profile per
/// thread, the main thread first, with shared frames.
///
/// Weights are nanoseconds of CPU time. If a thread has a sample of unknown time, every sample weighs one, in the unit
/// `none`.
enum SpeedscopeExporter: TraceExporter {
    static let name = "speedscope"
    static let isOwnFormat = false

    static var lack: (message: String, remedy: String?) {
        (
            "the trace has no time profile, and speedscope shows nothing else",
            "record with Time Profiler and export its table time-profile"
        )
    }

    static func hasContent(_ trace: StoredTrace) throws(TraceError) -> Bool {
        try has("true", in: ["sample"], trace)
    }

    static func write(_ source: ExportSource, _ sink: ExportSink) throws(TraceError) {
        write(SpeedscopeDocument(try source.records()), sink)
    }

    private static func write(_ document: SpeedscopeDocument, _ sink: ExportSink) {
        let name = document.records.metadata.name ?? document.records.metadata.app ?? "trace"
        var goesOn = sink(
            "{\n\"$schema\": \"https://www.speedscope.app/file-format-schema.json\",\n\"exporter\": \"trace-analyze\",\n"
                + "\"name\": \(JSONText.quote(name)),\n\"activeProfileIndex\": 0,\n\"shared\": {\"frames\": [\n")
        for (index, frame) in document.frames.enumerated() where goesOn {
            goesOn = sink("\(index == 0 ? "" : ",\n")\(document.text(frame))")
        }
        if goesOn { goesOn = sink("\n]},\n\"profiles\": [\n") }
        for (index, thread) in document.threads.enumerated() where goesOn {
            if index > 0 { goesOn = sink(",\n") }
            if goesOn { goesOn = write(thread, document, sink) }
        }
        if goesOn { _ = sink("\n]\n}\n") }
    }

    private static func write(
        _ thread: SpeedscopeDocument.Thread, _ document: SpeedscopeDocument, _ sink: ExportSink
    ) -> Bool {
        let weights = document.weights(of: thread)
        let total = weights.values.reduce(Int64(0)) { $0.addingSaturating($1) }
        var goesOn = sink(
            """
            {"type": "sampled", "name": \(JSONText.quote(document.name(of: thread))), "unit": "\(weights.unit)", \
            "startValue": 0, "endValue": \(total), "samples": [
            """)
        for (index, row) in thread.rows.enumerated() where goesOn {
            let stack = document.stack(row).map { "\($0)" }.joined(separator: ",")
            goesOn = sink("\(index == 0 ? "" : ",")[\(stack)]")
        }
        guard goesOn else { return false }
        return sink("], \"weights\": [\(weights.values.map { "\($0)" }.joined(separator: ","))]}")
    }
}

/// Samples by thread, and the frames that occur in them.
struct SpeedscopeDocument {
    struct Frame: Hashable {
        var name: NameID
        var binary: NameID
    }

    struct Thread {
        var name: NameID
        /// The process: each has its own main thread.
        var process: NameID
        /// The rows of the samples, by time.
        var rows: [Int] = []
    }

    let records: TraceRecords
    private(set) var frames: [Frame] = []
    private(set) var threads: [Thread] = []
    /// Whether samples come from several processes.
    private var isOfSeveral = false
    /// Indexes into `frames`, by node of the stack table.
    private var frameOfNode: [Int] = []

    init(_ records: TraceRecords) {
        self.records = records
        var known: [Frame: Int] = [:]
        for node in records.stacks.nodes {
            let frame = Frame(name: node.frame, binary: node.binary)
            let index = known[frame] ?? frames.count
            // Node zero means "no stack".
            if node.frame.isPresent, known.updateValue(index, forKey: frame) == nil { frames.append(frame) }
            frameOfNode.append(index)
        }
        let pairs = PairIndex()
        for row in 0..<records.samples.count {
            let (name, process) = (records.samples[row].thread, records.samples[row].process)
            let index = pairs.number(name.rawValue, process.rawValue)
            if index == threads.count { threads.append(Thread(name: name, process: process)) }
            threads[index].rows.append(row)
        }
        isOfSeveral = threads.contains { $0.process != threads[0].process }
        if let main = threads.firstIndex(where: { $0.name == NameID(.main) }) {
            threads.insert(threads.remove(at: main), at: 0)
        }
    }

    /// The thread's name, with its process if there are several.
    func name(of thread: Thread) -> String {
        let name = records.names.text(thread.name) ?? "unknown thread"
        guard isOfSeveral, let process = records.names.text(thread.process) else { return name }
        return "\(name) of \(process)"
    }

    func text(_ frame: Frame) -> String {
        let name = JSONText.quote(records.names.text(frame.name) ?? "")
        let file = records.names.text(frame.binary).map { ", \"file\": \(JSONText.quote($0))" } ?? ""
        return "{\"name\": \(name)\(file)}"
    }

    /// Indexes of the frames of a sample, outermost first.
    func stack(_ row: Int) -> [Int] {
        var stack: [Int] = []
        var node = Int(records.samples[row].stack)
        while node != 0 {
            if records.stacks.nodes[node].frame.isPresent { stack.append(frameOfNode[node]) }
            node = Int(records.stacks.nodes[node].parent)
        }
        return stack.reversed()
    }

    /// The weights of all samples of a thread.
    func weights(of thread: Thread) -> (unit: String, values: [Int64]) {
        let values = thread.rows.map { records.samples[$0].weight }
        guard values.allSatisfy({ $0 >= 0 }) else { return ("none", values.map { _ in 1 }) }
        return ("nanoseconds", values)
    }
}
