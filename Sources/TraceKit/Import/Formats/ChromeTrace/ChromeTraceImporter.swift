/// Trace Event files, as chrome://tracing and Perfetto show them: an array of events, or an object that holds it as
/// `traceEvents`.
///
/// What becomes what (the later export writes the same):
/// - An interval (`B`/`E`, `X`, `b`/`e`, `S`/`F`) or instant (`i`, `I`, `R`, `n`, `T`, `p`) is a signpost with the event's
///   name, its `cat` as category, its process and thread, and `args.message` (of a step, `args.step`) as message.
/// - An interval is a view update instead where its name ends in `.body` (in `.body [skipped]`: a check), where its
///   category is `swiftui-update.KIND` with a KIND of our own format (`swiftui-update.KIND,PHASE` says the phase too),
///   or where `--body-signposts` names it.
/// - A flow (`s`, `t`, `f`) between two intervals is an edge of the cause graph; see `ChromeFlows`. An end of it that is
///   no update becomes a node as well, of the kind its name tells in Instruments' words. A flow named `creation`
///   makes the update it leads to a creation.
/// - `samples` with `stackFrames` are samples. `M` names processes and threads (`tracekit_thread` the thread that a lane of our
///   export shows). All other events are skipped by name.
///
/// Times are microseconds, exact to the nanosecond; they count from the earliest record, except where the object says
/// `"otherData": {"clock_origin": "trace-start"}`, which may then hold what our own format has under `trace`.
struct ChromeTraceImporter: Importer {
    static let name = "chrome-trace"
    static let summary = "Trace Event JSON of chrome://tracing and Perfetto"
    static let example = #"{"ph": "X", "name": "LandmarkRow.body", "ts": 120.5, "dur": 9200, "pid": 4242, "tid": 4242}"#
    static let usesOffset = true

    init() {}

    /// An array of objects with `"ph": "…"`, or an object with `"traceEvents": […`.
    static func recognizes(_ head: ByteSlice) -> Bool {
        switch JSONHead.skipMark(head).prefix(1).text {
        case "[":
            JSONOutline.contains(head, maxDepth: 2) {
                $0.depth == 2 && $0.text.equals("ph") && $0.value == UInt8(ascii: "\"")
            }
        case "{":
            JSONOutline.contains(head, maxDepth: 1) {
                $0.text.equals("traceEvents") && $0.value == UInt8(ascii: "[")
            }
        default: false
        }
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        var reader = JSONReader(input)
        let rowsBefore = builder.rowsSeen
        var document = ChromeDocument(builder)
        do throws(TraceError) {
            try reader.skipByteOrderMark()
            try document.read(&reader)
        } catch {
            // What was complete is kept; the reader's place says from where on the file could not be used.
            guard error.kind == .input, builder.rowsSeen > rowsBefore else { throw error }
            builder.noteDamage(error.diagnostic)
        }
        let offset = builder.options.offsets[input.name] ?? 0
        document.countUnknownKeys()
        var records = ChromeRecords(document.contents, builder, file: file, offset: offset)
        records.settle()
    }
}
