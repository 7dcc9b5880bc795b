/// The lanes of an input, including empty ones, and why the others are missing.
struct InputLanes {
    let present: Set<Lane>
    /// Those that a report can be about. Console lines without times are no updates that could have met a deadline.
    let answerable: Set<Lane>
    /// The tables of the shown run, from the table of contents; nil without one.
    let recorded: Set<String>?
    let tables: InputTables
    /// Shorter hangs were not recorded; nil = unknown.
    let hangsThresholdMs: Int?

    init(_ stored: StoredTrace, _ views: ViewSums) throws(TraceError) {
        let row = try stored.database.rows(
            "SELECT lanes, hangs_over_ms FROM traces WHERE id = ?", [.integer(stored.id)]
        ).first
        present = Lane.set(row?[0].text)
        answerable = views.updates == 0 ? present.subtracting([.updates]) : present
        if case .integer(let threshold)? = row?[1] {
            hangsThresholdMs = Int(exactly: threshold)
        } else {
            hangsThresholdMs = nil
        }
        let recorded = try stored.database.rows(
            """
            SELECT r.schema FROM recorded_tables r JOIN traces t ON t.id = r.trace_id
            WHERE t.id = ? AND r.run = t.recording_run
            """, [.integer(stored.id)])
        self.recorded = recorded.isEmpty ? nil : Set(recorded.compactMap { $0[0].text })
        tables = try InputTables(stored.database, stored.id)
    }

    /// Why a section of a lane has no rows: there were none, they were not recorded, or they were not exported.
    /// - Parameter note: what to say if there were none.
    func whyEmpty(_ lane: (name: Lane, absentNote: String), _ note: String) -> String {
        if answerable.contains(lane.name) {
            guard lane.name == .hangs, let hangsThresholdMs else { return note }
            return "none over \(Decimal.grouped(hangsThresholdMs)) ms: shorter ones were not recorded"
        }
        if let lost = tables.lost(of: lane.name) { return lost }
        let schemas = RecordedTables.schemas(ofLane: lane.name)
        let isPresent = present.contains(lane.name)
        if isPresent, schemas.contains(where: { tables.read[$0] ?? 0 > 0 }) { return note }
        let empty = schemas.first { tables.read[$0] != nil }.map { "the table \($0) has no rows" }
        guard let recorded, !isPresent, !schemas.isEmpty else {
            return [empty, lane.absentNote].compactMap { $0 }.joined(separator: "; ")
        }
        if let table = schemas.first(where: { recorded.contains($0) && tables.read[$0] == nil }) {
            return "recorded, but not in this input: export the table \(table)"
        }
        return empty ?? "not recorded: the recording has no table of \(lane.name.words)"
    }
}
