/// Makes the texts of a trace's cause chains from their steps, like the view `cause_chains`. For all chains, SQLite
/// would take several times as long.
final class ChainTexts {
    private let chains: Statement
    private let names: Statement
    private let steps: ChainSteps
    private var known: [Int64: String] = [:]

    /// - Parameter steps: the steps, if they were already read.
    init(_ stored: StoredTrace, steps: ChainSteps? = nil) throws(TraceError) {
        chains = try stored.database.prepare("SELECT \(Self.chainColumns) FROM cause_chain WHERE id = ?")
        names = try stored.database.prepare("SELECT text FROM name WHERE id = ?")
        self.steps = if let steps { steps } else { try ChainSteps(stored) }
    }

    /// The text of a chain; empty for an unknown id. `most`: the most names written, not more than
    /// in the view.
    func text(of chain: Int64, most: Int = CauseChain.mostWritten) throws(TraceError) -> String {
        try chains.bind([.integer(chain)])
        defer { chains.reset() }
        return try chains.step() ? text(of: chains, most: most) : ""
    }

    /// The columns of `cause_chain` that are read.
    static let chainColumns = "step_id, head_step_id, depth"

    /// The text of the chain in a row of a statement, which begins with `chainColumns`.
    func text(of row: Statement, most: Int = CauseChain.mostWritten) throws(TraceError) -> String {
        let stored = CauseChain.mostWritten
        let isLong = !row.isNull(1)
        var path = nameIDs(from: row.integer(0), isLong ? stored / 2 : stored)
        if isLong { path += nameIDs(from: row.integer(1), stored / 2) }
        let half = most / 2
        if path.count > most { path.removeSubrange(half..<path.count - half) }
        let leftOut = row.integer(2) - Int64(most)
        var text = ""
        for place in path.indices.reversed() {
            text += try name(path[place])
            if place > 0 { text += " → " }
            if leftOut > 0, place == half { text += "… (\(leftOut) more) … → " }
        }
        return text
    }

    /// The ids of the names from a step up to the root.
    private func nameIDs(from step: Int64, _ most: Int) -> [Int64] {
        var (ids, place): ([Int64], Int) = ([], steps.place(of: step) ?? -1)
        while place >= 0, ids.count < most {
            ids.append(steps.names[place])
            place = Int(steps.parents[place])
        }
        return ids
    }

    private func name(_ id: Int64) throws(TraceError) -> String {
        if let text = known[id] { return text }
        try names.bind([.integer(id)])
        defer { names.reset() }
        let text = try names.step() ? names.value(0).text ?? "" : ""
        known[id] = text
        return text
    }
}

/// The paths of a trace's chains as a tree of names; a step comes after its parent.
final class ChainSteps {
    /// The id of the first step.
    let first: Int64
    /// The index of each step's parent; -1 = none.
    let parents = Column<Int32>()
    /// The ids of the steps' names.
    let names = Column<Int64>()

    var count: Int { parents.count }

    init(_ stored: StoredTrace) throws(TraceError) {
        first = try stored.rows(of: "chain_step")?.lowerBound ?? 1
        try stored.database.scan(
            ["id", "parent_id", "name_id"], of: "chain_step", where: try stored.condition("chain_step")
        ) { rows throws(TraceError) in
            guard rows.integer(0) == first + Int64(count) else {
                throw stored.damaged(
                    try StoredTable.named("chain_step"), row: rows.integer(0), "does not follow the one before it")
            }
            parents.append(Int32(place(of: rows.integer(1)) ?? -1))
            names.append(rows.integer(2))
        }
    }

    /// The index of a step by its id; nil if it was not read.
    func place(of id: Int64) -> Int? {
        let place = id &- first
        return place >= 0 && place < count ? Int(place) : nil
    }
}

/// The edges stored with their target, as its `cause_id`: for each target, the first edge without a time, changes or a
/// word of its own. Most edges are like this; with a row for each, they would be most rows of a database.
struct PlainEdges {
    /// The source of each node's plain edge; none without one.
    let sources: Column<Int32>
    /// The indexes of all other edges.
    let others = Column<UInt32>()

    init(_ records: TraceRecords) {
        sources = Column(repeating: AnalysisResults.none, count: records.nodeCount)
        let (edges, firstCauseNode) = (records.edges, records.firstCauseNode)
        for (index, edge) in edges.enumerated() {
            let target = Int(edge.to)
            if target >= firstCauseNode, edge.isPlain, sources[target] < 0 {
                sources[target] = Int32(edge.from)
            } else {
                others.append(UInt32(index))
            }
        }
    }
}
