/// What an import saw of the tables and lists of its input, by its counters.
struct InputTables {
    /// Tables that are read, with their rows; what is empty has none.
    private(set) var read: [String: Int] = [:]
    /// Tables that are not read, with their rows.
    private(set) var skipped: [String: Int] = [:]
    /// Tables and lists that could not be read to their end.
    private(set) var lost: Set<String> = []

    /// The counters that tell it. Others may be as many as a file has keys that nobody knows.
    private static let counters: [ImportCounters.Name] = [.schemaRows, .emptySchema, .skippedSchema, .lostTable]

    init(_ database: Database, _ trace: Int64) throws(TraceError) {
        let counters = Self.counters.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let rows = try database.rows(
            "SELECT counter, detail, count FROM import_counters WHERE trace_id = ? AND counter IN (\(counters))",
            [.integer(trace)])
        for row in rows {
            let (table, count) = (row[1].text ?? "", row[2].count)
            switch row[0].text.flatMap(ImportCounters.Name.init) {
            case .schemaRows: read[table, default: 0] += count
            case .emptySchema: read[table, default: 0] += 0
            case .skippedSchema: skipped[table, default: 0] += count
            case .lostTable: lost.insert(table)
            default: break
            }
        }
    }

    /// What of a lane was lost, as a sentence; nil = nothing.
    func lost(of lane: String) -> String? {
        if let table = RecordedTables.schemas(ofLane: lane).first(where: lost.contains) {
            return "the table \(table) could not be read"
        }
        return lost.contains(lane) ? "its rows could not be read to their end" : nil
    }
}
