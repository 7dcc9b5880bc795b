/// Makes views of the exporter's spellings: a view is name, module and kind. Views are numbered in the order of their first
/// update, which does not depend on the order of the rows.
enum ViewsPass: AnalysisPass {
    static let name = "views"
    static let reads: Results = []
    static let writes: Results = .views

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let index = DenseIndex<ViewIdentity>()
        let viewOfKey = Column<UInt32>(repeating: .max, count: records.views.count)
        let keys = records.updates.view.buffer
        for key in keys where viewOfKey[Int(key)] == .max {
            let key = Int(key)
            let spelling = records.views[key]
            let identity = ViewIdentity(name: spelling.name, module: spelling.module, kind: spelling.kind)
            viewOfKey[key] = UInt32(index.number(of: identity))
        }
        results.views = index.keys.array
        results.viewOfKey = viewOfKey
    }
}
