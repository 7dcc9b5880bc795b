/// The texts of a trace's chains of causes, made of their steps as the view `cause_chains` makes them: where all of them are
/// asked for, SQLite would take several times as long.
final class ChainTexts {
    private let chains: Statement
    private let names: Statement
    private let steps: ChainSteps
    private let nameIDs: ClosedRange<Int64>?
    /// By name, its range in `known`; a negative `from` = not read yet.
    private let places: Column<(from: Int, to: Int)>
    private let known = TextBytes()
    private let text = TextBytes()
    private var path: [Int64] = []
    private let isEscaped: Bool

    /// `steps`: if they were read already. `isEscaped`: whether texts are escaped for JSON, without the quotation
    /// marks.
    init(_ stored: StoredTrace, steps: ChainSteps? = nil, isEscaped: Bool = false) throws(TraceError) {
        self.isEscaped = isEscaped
        let database = stored.database
        chains = try database.prepare("SELECT \(Self.chainColumns) FROM cause_chain WHERE id = ?")
        names = try database.prepare("SELECT text FROM name WHERE id = ?")
        nameIDs = try stored.rows(of: "name")
        places = Column(repeating: (-1, -1), count: nameIDs?.count ?? 0)
        self.steps = if let steps { steps } else { try ChainSteps(stored) }
    }

    /// `body` is handed the bytes of a chain's text, by the chain's id. `most`: how many names are written, not more than in
    /// the view.
    func withText<Result>(
        of chain: Int64, most: Int = CauseChain.mostWritten, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) throws(TraceError) -> Result {
        try chains.bind([.integer(chain)])
        defer { chains.reset() }
        guard try chains.step() else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
        return try withText(of: chains, most: most, body)
    }

    /// The same of the chain in a row of a statement, which begins with the columns `chainColumns`.
    func withText<Result>(
        of row: Statement, most: Int = CauseChain.mostWritten, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) throws(TraceError) -> Result {
        text.clear()
        path.removeAll(keepingCapacity: true)
        let (half, stored) = (most / 2, CauseChain.mostWritten)
        let isLong = !row.isNull(1)
        collect(row.integer(0), isLong ? stored / 2 : stored)
        if isLong { collect(row.integer(1), stored / 2) }
        if path.count > most { path.removeSubrange(half..<path.count - half) }
        let leftOut = row.integer(2) - Int64(most)
        for place in path.indices.reversed() {
            try appendName(path[place])
            if place > 0 { text.append(" → ") }
            if leftOut > 0, place == half {
                text.append("… (")
                text.append(leftOut)
                text.append(" more) … → ")
            }
        }
        return text.withBytes(body)
    }

    /// What is read of a chain, as columns of `cause_chain`.
    static let chainColumns = "step_id, head_step_id, depth"

    func text(of chain: Int64, most: Int = CauseChain.mostWritten) throws(TraceError) -> String {
        try withText(of: chain, most: most) { String(decoding: $0, as: UTF8.self) }
    }

    /// Adds names from a step up.
    private func collect(_ step: Int64, _ most: Int) {
        var place = steps.place(of: step) ?? -1
        for _ in 0..<most where place >= 0 {
            path.append(steps.names[place])
            place = Int(steps.parents[place])
        }
    }

    private func appendName(_ id: Int64) throws(TraceError) {
        guard let place = nameIDs?.place(of: id) else { return }
        if places[place].from < 0 { places[place] = try read(id) }
        text.append(places[place].from..<places[place].to, of: known)
    }

    private func read(_ name: Int64) throws(TraceError) -> (from: Int, to: Int) {
        try names.bind([.integer(name)])
        defer { names.reset() }
        let from = known.count
        if try names.step() {
            names.withText(0) { name in
                // What is between the names keeps an escape from reaching over two of them.
                if isEscaped { return JSONText.escape(name, to: known) }
                if let start = name.baseAddress { known.append(start, name.count) }
            }
        }
        return (from, known.count)
    }
}

/// The paths of a trace's chains as a tree of names; a step follows its parent.
final class ChainSteps {
    /// The id of the step at the first place.
    let first: Int64
    /// The place of the step before; -1 = none.
    let parents = Column<Int32>()
    /// The ids of their names.
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

    /// The place of a step that was read, by its id.
    @inline(__always)
    func place(of id: Int64) -> Int? {
        let place = id &- first
        return place >= 0 && place < count ? Int(place) : nil
    }
}

/// The edges stored with their target, as its `cause_id`: for each target the first edge without a time, changes or a
/// word of its own. Most edges are like that, and a row for each would be most of a database's rows.
struct PlainEdges {
    /// The node each cause or update has its plain edge from, by node; none for all others.
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
