/// What a page draws of one trace, with the names by which its rows pair with those of another.
public struct TraceTimeline: Sendable {
    var data: PageData
    /// One a row of the page's table `views`.
    var views: [ViewFigureKey]
    /// One a row of the page's table `interactions`.
    var interactions: [InteractionKey]
    /// Paths by the id of their chain; a node without a cause is no chain.
    var chains: [(id: Int64, path: String)]

    static func read(_ store: TraceStore, trace: Int64) throws(TraceError) -> TraceTimeline {
        let data = try PageBuilder.data(
            store.database, trace: trace, zoom: ReportZoom(), sections: [], tables: PageTables.timeline)
        func texts(_ table: String, _ column: String) -> [String?] {
            let columns = data.tables.first { $0.id == table }?.columns
            let values = columns?.first { $0.name == column }?.values ?? []
            return values.map { $0 < 0 ? nil : data.names[Int($0)] }
        }
        let views = zip(texts("views", "view"), texts("views", "kind")).map { view, kind in
            ViewFigureKey(view: view ?? "", kind: kind ?? "")
        }
        let interactions = zip(texts("interactions", "kind"), texts("interactions", "name")).map { kind, name in
            InteractionKey(kind: kind ?? "", name: name)
        }
        var chains: [(id: Int64, path: String)] = []
        let rows = try store.database.rows(
            "SELECT id, chain FROM cause_chains WHERE trace_id = ? AND depth > 1 ORDER BY id", [.integer(trace)])
        for row in rows { if case .integer(let id) = row[0] { chains.append((id, row[1].text ?? "")) } }
        return TraceTimeline(data: data, views: views, interactions: interactions, chains: chains)
    }
}
