/// Trace Event files, as chrome://tracing and Perfetto show them: an array of events, an object that holds it as
/// `traceEvents`, or events without an array, one per line.
///
/// Events become records as follows (the later export writes the same):
/// - An interval (`B`/`E`, `X`, `b`/`e`, `S`/`F`) or instant (`i`, `I`, `R`, `n`, `T`, `p`) becomes a signpost with the
///   event's name, its `cat` as category, its process and thread, and `args.message` (of a step, `args.step`) as message.
/// - An interval becomes a view update instead if its name ends in `.body` (in `.body [skipped]`: a check), if its
///   category is `swiftui-update.KIND` with a KIND of our own format (`swiftui-update.KIND,PHASE` has the phase too),
///   or if `--body-signposts` names it.
/// - A flow (`s`, `t`, `f`) between two intervals becomes an edge of the cause graph; see `ChromeFlows`. An end of it that
///   is no update becomes a node, whose kind follows from Instruments' words in its name. A flow named `creation` makes
///   the update at its end a creation.
/// - `samples` with `stackFrames` become samples. `M` names processes and threads (`tracekit_thread` the thread of a lane
///   in our export). All other events are skipped by name.
///
/// Times are microseconds, exact to the nanosecond; they count from the earliest record, unless the object has
/// `"otherData": {"clock_origin": "trace-start"}`, which may then have the keys of our own format's `trace`.
struct ChromeTraceImporter: Importer {
    static let name = "chrome-trace"
    static let summary = "Trace Event JSON of chrome://tracing and Perfetto"
    static let search: FormatSearch.Ways = .document
    static let example = #"{"ph": "X", "name": "LandmarkRow.body", "ts": 120.5, "dur": 9200, "pid": 4242, "tid": 4242}"#
    static let usesOffset = true

    init() {}

    /// Whether it is an array of objects with `"ph": "…"`, an object with `"traceEvents": […`, or lines of events.
    static func recognizes(_ head: ByteSlice) -> Bool {
        switch JSONHead.skipMark(head).prefix(1).text {
        case "[":
            JSONOutline.contains(head, maxDepth: 2) {
                $0.depth == 2 && $0.text.equals("ph") && $0.value == UInt8(ascii: "\"")
            }
        case "{":
            holdsEvents(head) || areLines(head)
        default: false
        }
    }

    private static func holdsEvents(_ head: ByteSlice) -> Bool {
        JSONOutline.contains(head, maxDepth: 1) { $0.text.equals("traceEvents") && $0.value == UInt8(ascii: "[") }
    }

    /// Whether the first line is an event. `ph` alone is not enough: other formats have such a key.
    private static func areLines(_ head: ByteSlice) -> Bool {
        let body = JSONHead.skipMark(head)
        guard body.hasPrefix("{") else { return false }
        let line = body.prefix(body.buffer.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? body.count)
        var (hasPhase, hasProcess) = (false, false)
        return JSONOutline.contains(line, maxDepth: 1) {
            hasPhase = hasPhase || $0.text.equals("ph") && $0.value == UInt8(ascii: "\"")
            hasProcess = hasProcess || $0.text.equals("pid")
            return hasPhase && hasProcess
        }
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        let head = try input.head()
        let areLines = !Self.holdsEvents(head) && Self.areLines(head)
        var reader = JSONReader(input, isLineBased: areLines)
        let rowsBefore = builder.rowsSeen
        var document = ChromeDocument(builder)
        do throws(TraceError) {
            try reader.skipByteOrderMark()
            if areLines { try document.readLines(&reader) } else { try document.read(&reader) }
        } catch {
            try builder.keep(error, rowsBefore: rowsBefore)
        }
        let offset = builder.options.offsets[input.name] ?? 0
        document.countUnknownKeys()
        var records = ChromeRecords(document.contents, builder, file: file, offset: offset)
        records.settle()
    }
}
