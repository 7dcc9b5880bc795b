/// The events of a trace and where they stand.
struct PerfettoTimeline {
    private let database: Database
    private let trace: Int64
    private let facts: [String: SQLValue]
    private let process: Int64
    private var book = TrackBook()
    /// Nodes of the cause graph that have a time, by id: the others have no place on a time line.
    private var places: Set<Int64> = []
    private var edges: [PerfettoEdge] = []
    /// Indexes into `edges` by the id of the node they lead from and to.
    private var leaving: [Int64: [Int]] = [:]
    private var arriving: [Int64: [Int]] = [:]

    private static let factColumns = [
        "name", "app", "process", "pid", "device", "os", "build", "configuration", "refresh_hz", "started_at",
        "template", "instruments", "recording_run", "recording_runs", "hangs_over_ms",
    ]

    init(_ source: ExportSource) throws(TraceError) {
        try source.store.check(source.trace, StoredTable.all)
        database = source.store.database
        trace = source.trace
        let columns = Self.factColumns.joined(separator: ", ")
        let row = try database.rows(
            "SELECT \(columns), CAST(round(duration_ms * 1e6) AS INTEGER) FROM traces WHERE id = ?",
            [.integer(source.trace)]
        ).first
        facts = Dictionary(
            uniqueKeysWithValues: zip(Self.factColumns + ["duration_ns"], row ?? []).map { ($0, $1) })
        if case .integer(let pid)? = facts["pid"] { process = pid } else { process = 1 }
    }

    mutating func write(_ sink: (String) -> Bool) throws(TraceError) {
        try placeAll()
        var out = PerfettoWriter(process: process, header: header)
        out.name(process: facts["process"]?.text ?? facts["app"]?.text ?? facts["name"]?.text ?? "app")
        for (index, track) in book.tracks.enumerated() { out.name(track, index) }
        // Tracks are given out in the same order again, so each event finds its own.
        book = TrackBook()
        for definition in PerfettoLanes.all {
            guard try writeLane(definition, &out, sink) else { return }
        }
        out.end()
        _ = sink(out.take())
    }

    /// What the importer reads as the trace's own facts.
    private var header: String {
        let pairs = (Self.factColumns + ["duration_ns"]).compactMap { key -> String? in
            guard let value = facts[key], value != .null else { return nil }
            return "\"\(key)\": \(JSONText.literal(value))"
        }
        return "{" + (["\"clock_origin\": \"trace-start\""] + pairs).joined(separator: ", ") + "}"
    }

    // MARK: Places

    private mutating func placeAll() throws(TraceError) {
        for definition in PerfettoLanes.all {
            let statement = try rows(definition)
            while try statement.step() {
                let event = definition.event(statement)
                _ = place(event)
                if event.isNode { places.insert(event.id) }
            }
        }
        try readEdges()
    }

    private func rows(_ definition: PerfettoLanes.Definition) throws(TraceError) -> Statement {
        let statement = try database.prepare(definition.sql)
        try statement.bind([.integer(trace)])
        return statement
    }

    private mutating func place(_ event: PerfettoEvent) -> Int {
        book.place(event.lane, thread: event.thread, start: event.start, end: event.end)
    }

    // MARK: Events

    /// Whether the reader wants more.
    private mutating func writeLane(
        _ definition: PerfettoLanes.Definition, _ out: inout PerfettoWriter, _ sink: (String) -> Bool
    ) throws(TraceError) -> Bool {
        let statement = try rows(definition)
        while try statement.step() {
            let event = definition.event(statement)
            let track = place(event)
            out.write(event, track)
            if event.isNode { writeArrows(event, track, &out) }
            guard sink(out.take()) else { return false }
        }
        return true
    }

    /// Behind the interval itself: a reader that sorts by time alone then finds it open.
    private func writeArrows(_ event: PerfettoEvent, _ track: Int, _ out: inout PerfettoWriter) {
        for index in arriving[event.id] ?? [] {
            out.arrow(edges[index], id: index, .arrives, track, at: event.start)
        }
        for index in leaving[event.id] ?? [] {
            out.arrow(edges[index], id: index, .leaves, track, at: event.start)
        }
    }

    private mutating func readEdges() throws(TraceError) {
        let statement = try database.prepare(
            "SELECT from_id, to_id, label, changed FROM effects WHERE trace_id = ? ORDER BY to_id, from_id, id")
        try statement.bind([.integer(trace)])
        while try statement.step() {
            let (from, to) = (statement.integer(0), statement.integer(1))
            guard places.contains(from), places.contains(to) else { continue }
            leaving[from, default: []].append(edges.count)
            arriving[to, default: []].append(edges.count)
            let label = statement.value(2).text ?? ""
            edges.append(PerfettoEdge(label: label.isEmpty ? "update" : label, changed: statement.value(3).text))
        }
    }
}
