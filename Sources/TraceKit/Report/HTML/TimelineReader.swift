/// Reads what a comparison's page draws of a trace.
enum TimelineReader {
    static func read(_ store: TraceStore, trace: Int64) throws(TraceError) -> TraceTimeline {
        try store.check(trace, StoredTable.all)
        let stored = store.stored(trace)
        return try store.database.reading(stored) { () throws(TraceError) in
            var page = try PageBuilder(stored, try ViewSums(stored), tables: PageTables.timeline)
            let data = try page.data()
            let texts = try ChainTexts(stored, steps: page.drawn.steps)
            var chains: [(id: Int64, path: String)] = []
            for id in data.values("chains", "id") { chains.append((id, try texts.text(of: id))) }
            return TraceTimeline(data: data, chains: chains)
        }
    }
}
