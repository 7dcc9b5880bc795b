/// Reads what a comparison's page draws of a trace.
enum TimelineReader {
    static func read(_ store: TraceStore, trace: Int64) throws(TraceError) -> TraceTimeline {
        try store.check(trace, StoredTable.all)
        return try store.database.reading(store.stored(trace)) { () throws(TraceError) in
            let views = try ViewSums(store.stored(trace))
            var page = try PageBuilder(store.database, trace: trace, views, tables: PageTables.timeline)
            let data = try page.data()
            let texts = try ChainTexts(store.stored(trace), steps: page.drawn.steps)
            var chains: [(id: Int64, path: String)] = []
            for id in data.values("chains", "id") { chains.append((id, try texts.text(of: id))) }
            return TraceTimeline(data: data, chains: chains)
        }
    }
}
