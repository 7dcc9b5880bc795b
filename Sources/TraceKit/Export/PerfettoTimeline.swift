/// Writes the events of a trace in timeline order.
struct PerfettoTimeline {
    private let database: Database
    private let trace: Int64
    private let stored: StoredTrace
    private let facts: [String: SQLValue]
    private let process: Int64
    private var book = TrackBook()
    private let nodes: PerfettoNodes
    private let arrows: PerfettoArrows
    private let texts: StoredTexts
    private let sources: SourceLookup?

    private static let factColumns = [
        "name", "app", "process", "pid", "device", "os", "build", "configuration", "refresh_hz", "started_at",
        "template", "instruments", "recording_run", "recording_runs", "hangs_over_ms", "recorded_as",
    ]

    init(_ source: ExportSource) throws(TraceError) {
        let store: TraceStore
        (store, trace) = try source.stored()
        try store.check(trace, StoredTable.all)
        (database, stored) = (store.database, store.stored(trace))
        sources = source.sources
        nodes = try PerfettoNodes(stored)
        arrows = try PerfettoArrows(stored, nodes)
        texts = try StoredTexts(stored)
        let columns = Self.factColumns.joined(separator: ", ")
        let row = try database.rows(
            "SELECT \(columns), CAST(round(duration_ms * 1e6) AS INTEGER) FROM traces WHERE id = ?",
            [.integer(trace)]
        ).first
        facts = Dictionary(
            uniqueKeysWithValues: zip(Self.factColumns + ["duration_ns"], row ?? []).map { ($0, $1) })
        if case .integer(let pid)? = facts["pid"] { process = pid } else { process = 1 }
    }

    mutating func write(_ sink: ExportSink) throws(TraceError) {
        var out = PerfettoWriter(process: process, header: header)
        out.name(process: facts["process"]?.text ?? facts["app"]?.text ?? facts["name"]?.text ?? "app")
        for lane in PerfettoLanes.all {
            let goesOn =
                switch lane {
                case .rows(let definition): try writeLane(definition, &out, sink)
                case .updates: try writeUpdates(&out, sink)
                }
            guard goesOn else { return }
        }
        for (index, track) in book.tracks.enumerated() { out.name(track, index) }
        out.end()
        try texts.check()
        _ = sink(out.out.drain())
    }

    /// Metadata that the importer reads back.
    private var header: String {
        let pairs = (Self.factColumns + ["duration_ns"]).compactMap { key -> String? in
            guard let value = facts[key], value != .null else { return nil }
            return "\"\(key)\": \(JSONText.literal(value))"
        }
        return "{" + (["\"clock_origin\": \"trace-start\""] + pairs).joined(separator: ", ") + "}"
    }

    // MARK: Events

    /// Returns whether the reader wants more.
    private mutating func writeLane(
        _ definition: PerfettoLanes.Definition, _ out: inout PerfettoWriter, _ sink: ExportSink
    ) throws(TraceError) -> Bool {
        let statement = try database.prepare(definition.sql)
        try statement.bind([.integer(trace)])
        while try statement.step() {
            let event = definition.event(statement)
            let track = book.place(
                book.shelf(event.lane, thread: event.thread), start: event.start, end: event.end)
            out.write(event, track)
            if event.isNode { writeArrows(event.id, event.start, track, &out) }
            guard out.out.flush(sink) else { return false }
        }
        return true
    }

    /// Writes the longest lane from its table, formatting shared parts of updates once.
    private mutating func writeUpdates(
        _ out: inout PerfettoWriter, _ sink: ExportSink
    ) throws(TraceError) -> Bool {
        var sites = try PerfettoSites(database, trace, sources)
        let words = PerfettoUpdates.words
        let rows = try database.prepare(
            """
            SELECT \(PerfettoUpdates.columns.joined(separator: ", ")) FROM view_update NOT INDEXED
            WHERE \(try stored.condition("view_update")) AND start_ns IS NOT NULL
            """)
        // Updates are ordered by start; of those with equal starts the longest comes first.
        var together: [PerfettoUpdates.Row] = []
        var goesOn = true
        while goesOn, try rows.step() {
            let row = PerfettoUpdates.Row(rows)
            if let first = together.first, first.start != row.start {
                guard first.start < row.start else {
                    throw stored.damaged(
                        try StoredTable.named("view_update"), row: row.id, "begins before the row in front of it")
                }
                goesOn = write(&together, &sites, words, &out, sink)
            }
            together.append(row)
        }
        return goesOn && write(&together, &sites, words, &out, sink)
    }

    private mutating func write(
        _ together: inout [PerfettoUpdates.Row], _ sites: inout PerfettoSites, _ words: LiteralTexts,
        _ out: inout PerfettoWriter, _ sink: ExportSink
    ) -> Bool {
        if together.count > 1 { together.sort { ($1.duration, $0.id) < ($0.duration, $1.id) } }
        for row in together { write(row, &sites, words, &out) }
        together.removeAll(keepingCapacity: true)
        return out.out.flush(sink)
    }

    private mutating func write(
        _ row: PerfettoUpdates.Row, _ sites: inout PerfettoSites, _ words: LiteralTexts, _ out: inout PerfettoWriter
    ) {
        let hasEnd = row.duration >= 0
        let place = sites.place(of: row.code)
        let track = book.place(
            sites.shelf(place, hasEnd: hasEnd, &book), start: row.start,
            end: hasEnd ? row.start.addingSaturating(row.duration) : .max)
        out.begin(hasEnd ? .interval : .begin)
        sites.heads.write(place, to: out.out)
        out.time(track, row.start, hasEnd ? row.duration : nil)
        out.out.append(",\"args\":{")
        words.write(UpdateCodes.judged(row.code), to: out.out)
        sites.arguments.write(place, to: out.out)
        for (index, argument) in PerfettoUpdates.arguments.enumerated() where row.values[index] >= 0 {
            argument.write(row.values[index], texts, out.out)
        }
        out.out.append("}}")
        writeArrows(row.id, row.start, track, &out)
    }

    /// Writes arrows after the interval, so that a reader that sorts by time alone finds it open.
    private func writeArrows(_ id: Int64, _ start: Int64, _ track: Int, _ out: inout PerfettoWriter) {
        guard let node = nodes.index(of: id) else { return }
        arrows.forEach(arrivingAt: node) { write($0, .arrives, track, at: start, &out) }
        arrows.forEach(leaving: node) { write($0, .leaves, track, at: start, &out) }
    }

    private func write(
        _ arrow: Int, _ direction: PerfettoWriter.Direction, _ track: Int, at start: Int64, _ out: inout PerfettoWriter
    ) {
        let (label, changed, texts) = (arrows.label(arrow), arrows.changed(arrow), texts)
        out.arrow(
            id: arrow, direction, track, at: start, label: { texts.write(label: label, to: $0) },
            changed: direction == .leaves && changed >= 0 ? { texts.write(.properties, changed, to: $0) } : nil)
    }
}
