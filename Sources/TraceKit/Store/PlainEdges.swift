/// The edges that stand with the node they lead to, as its `cause_id`: of its edges the first without a time, changes or a
/// word of its own. Most edges are like that, and a row for each would be most of a database's rows.
struct PlainEdges {
    /// The node each cause or update has its plain edge from, by node; none for all others.
    let sources: Column<Int32>
    /// The indexes of all other edges.
    let others = Column<UInt32>()

    init(_ records: TraceRecords) {
        sources = Column(repeating: AnalysisResults.none, count: records.nodeCount)
        let (edges, firstCauseNode) = (records.edges, records.firstCauseNode)
        for index in 0..<edges.count {
            let target = Int(edges.to[index])
            if target >= firstCauseNode, edges.isPlain(index), sources[target] < 0 {
                sources[target] = Int32(edges.from[index])
            } else {
                others.append(UInt32(index))
            }
        }
    }
}
