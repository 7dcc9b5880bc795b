/// Reads what a comparison's page draws of a trace.
enum TimelineReader {
    static func read(_ store: TraceStore, trace: Int64) throws(TraceError) -> TraceTimeline {
        try store.check(trace, StoredTable.all)
        return try store.database.reading { () throws(TraceError) in
            var page = try PageBuilder(store.database, trace: trace, tables: PageTables.timeline)
            let data = try page.data()
            let texts = try ChainTexts(store.stored(trace))
            let rows = try store.database.rows(
                "SELECT id FROM cause_chain WHERE trace_id = ? AND depth > 1 ORDER BY id", [.integer(trace)])
            var chains: [(id: Int64, path: String)] = []
            for row in rows { chains.append((row[0].whole, try texts.text(of: row[0].whole))) }
            return TraceTimeline(data: data, chains: chains)
        }
    }
}
