/// Events of the unified log as `log show` and `log stream` write them with `--style json` (one array) and `--style
/// ndjson` (one object per line).
///
/// They are read as in `UnifiedLogTextImporter`, but JSON has more: exact ids, the thread, and machine ticks, which are
/// finer than the wall clock (see `LogClock`).
struct UnifiedLogJSONImporter: Importer {
    static let name = "unified-log-json"
    static let summary = "events of log show or log stream with --style json or ndjson"
    static let search: FormatSearch.Ways = .document
    static let example =
        #"{"timestamp":"2026-05-04 11:31:07.704597+0200","signpostName":"LandmarkRow.body","signpostType":"begin",…}"#
    /// The last position, because the log is aligned with a trace from other files, by the wall clock.
    static func turn(_ head: ByteSlice) -> Int { .max }
    static let usesOffset = true

    init() {}

    /// The layout of the objects in a file.
    private enum Layout {
        /// `[{…},{…}]`
        case array
        /// One object per line.
        case lines
        /// Objects over several lines each, cut out of an array. `cut`: the offsets of a first object without its
        /// beginning.
        case pieces(cut: Range<Int>?)
    }

    /// Whether it has objects, alone or in an array or a piece of one, with a combination of keys that only `log`
    /// writes.
    static func recognizes(_ head: ByteSlice) -> Bool {
        let body = afterBanner(head)
        guard let first = body.buffer.first else { return false }
        if first == UInt8(ascii: "[") { return hasEvents(body, depth: 2) }
        if first == UInt8(ascii: "{") { return hasEvents(body, depth: 1) }
        return firstWhole(body) != nil
    }

    private static func hasEvents(_ body: ByteSlice, depth: Int) -> Bool {
        var (isEvent, isFromProcess, hasCount, hasFinished) = (false, false, false, false)
        return JSONOutline.contains(body, maxDepth: depth) { key in
            guard key.depth == depth else { return false }
            let text = key.text
            isEvent = isEvent || text.equals("eventMessage") || text.equals("machTimestamp") || text.equals("eventType")
            isFromProcess = isFromProcess || text.equals("processImagePath") || text.equals("processID")
            hasCount = hasCount || text.equals("count")
            hasFinished = hasFinished || text.equals("finished")
            // A log without events has only a trailer.
            return isEvent && isFromProcess || hasCount && hasFinished && depth == 1
        }
    }

    /// The start of the first whole event in a log that begins inside an event, like a stream joined midway: after a
    /// line `},{`.
    private static func firstWhole(_ body: ByteSlice) -> Int? {
        guard let first = body.buffer.first, "}]\",".utf8.contains(first) else { return nil }
        var from = 0
        while let brace = body.firstIndex(of: UInt8(ascii: "}"), from: from) {
            from = brace + 1
            let isFirst = brace == 0 || body[brace - 1] == 0x0A || body[brace - 1] == 0x0D
            guard isFirst, body.dropFirst(brace).hasPrefix("},{") else { continue }
            return hasEvents(body.dropFirst(brace + 2), depth: 1) ? brace + 2 : nil
        }
        return nil
    }

    private static func layout(_ head: ByteSlice) -> Layout {
        let body = afterBanner(head)
        let start = body.start - head.start
        switch body.buffer.first {
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "{"): return isSpread(body) ? .pieces(cut: nil) : .lines
        default: return firstWhole(body).map { .pieces(cut: start..<(start + $0)) } ?? .lines
        }
    }

    /// Whether an object continues after its first line. A truncated one does not.
    private static func isSpread(_ body: ByteSlice) -> Bool {
        guard let end = body.buffer.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return false }
        let line = body.prefix(end).trimmed()
        let next = JSONHead.skipMark(body.dropFirst(end))
        return (line.hasSuffix("{") || line.hasSuffix(",")) && (next.hasPrefix("\"") || next.hasPrefix("}"))
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
        let layout = Self.layout(try input.head())
        let rowsBefore = builder.rowsSeen
        var isLineBased = false
        if case .lines = layout { isLineBased = true }
        var reader = JSONReader(input, isLineBased: isLineBased)
        var rows = LogRows(builder)
        defer { rows.finish(file: input.name) }
        do throws(TraceError) {
            try reader.skipByteOrderMark()
            while try reader.nextLine() {
                switch layout {
                case .array: if try !rows.readHeading(&reader) { try rows.readArray(&reader) }
                case .lines: if try !rows.readHeading(&reader) { try rows.readLine(&reader) }
                case .pieces(let cut): try rows.readPiece(&reader, cut)
                }
            }
        } catch {
            try builder.keep(error, rowsBefore: rowsBefore)
        }
    }
}
