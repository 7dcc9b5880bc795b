/// Makes views of the exporter's spellings: a view is name, module and kind. Views are numbered in the order of their first
/// update, which does not depend on the order of the rows.
enum ViewsPass: AnalysisPass {
    static let name = "views"
    static let reads: Results = []
    static let writes: Results = .views

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        var index: [ViewIdentity: UInt32] = [:]
        let viewOfKey = Column<UInt32>(repeating: .max, count: records.views.count)
        let keys = records.updates.view.buffer
        for key in keys where viewOfKey[Int(key)] == .max {
            let key = Int(key)
            let spelling = records.views[key]
            let identity = ViewIdentity(name: spelling.name, module: spelling.module, kind: spelling.kind)
            let number = index[identity] ?? UInt32(results.views.count)
            if index.updateValue(number, forKey: identity) == nil { results.views.append(identity) }
            viewOfKey[key] = number
        }
        results.viewOfKey = viewOfKey
    }
}
