/// Events of the unified log as `log show` and `log stream` write them with `--style json` (one array) and
/// `--style ndjson` (one object a line).
///
/// What becomes of them is as in `UnifiedLogTextImporter`; JSON knows more: exact ids, the thread, and machine
/// ticks, which are finer than the wall clock (see `LogClock`).
struct UnifiedLogJSONImporter: Importer {
    static let name = "unified-log-json"
    static let summary = "events of log show or log stream with --style json or ndjson"
    static let example =
        #"{"timestamp":"2026-05-04 11:31:07.704597+0200","signpostName":"LandmarkRow.body","signpostType":"begin",…}"#
    static func turn(_ head: ByteSlice) -> Int { Turn.last }
    static let usesOffset = true

    init() {}

    /// Objects, alone or in an array, with keys that only `log` writes together.
    static func recognizes(_ head: ByteSlice) -> Bool {
        let body = afterBanner(head)
        guard let first = body.buffer.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
            return false
        }
        let depth = first == UInt8(ascii: "[") ? 2 : 1
        var (isEvent, isFromProcess, hasCount, hasFinished) = (false, false, false, false)
        return JSONOutline.contains(body, maxDepth: depth) { key in
            guard key.depth == depth else { return false }
            let text = key.text
            isEvent = isEvent || text.equals("eventMessage") || text.equals("machTimestamp") || text.equals("eventType")
            isFromProcess = isFromProcess || text.equals("processImagePath") || text.equals("processID")
            hasCount = hasCount || text.equals("count")
            hasFinished = hasFinished || text.equals("finished")
            // A log without a single event is a trailer alone.
            return isEvent && isFromProcess || hasCount && hasFinished && depth == 1
        }
    }

    private static func afterBanner(_ head: ByteSlice) -> ByteSlice {
        var body = JSONHead.skipMark(head)
        while LogHeading.isHeading(body) {
            let end = body.buffer.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? body.count
            body = JSONHead.skipMark(body.dropFirst(end))
        }
        return body
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        let isArray = Self.afterBanner(try input.head()).buffer.first == UInt8(ascii: "[")
        let rowsBefore = builder.rowsSeen
        var reader = JSONReader(input, isLineBased: !isArray)
        var rows = LogRows(builder)
        defer { rows.finish(file: input.name) }
        do throws(TraceError) {
            try reader.skipByteOrderMark()
            while try reader.nextLine() {
                if try rows.readHeading(&reader) { continue }
                if isArray {
                    try rows.readArray(&reader)
                } else {
                    try rows.readLine(&reader)
                }
            }
        } catch {
            // What was complete is kept; the reader's place says from where on the file could not be used.
            guard error.kind == .input, builder.rowsSeen > rowsBefore else { throw error }
            builder.records.metadata.truncatedAt = error.diagnostic.place
            builder.records.damage = error.diagnostic
        }
    }
}
