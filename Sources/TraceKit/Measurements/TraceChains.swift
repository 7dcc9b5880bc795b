/// The chains of a trace, in the shape in which traces are compared: paths as steps, and what their updates add up to.
struct TraceChains {
    let steps: ChainSteps
    let kinds: CountsByInteraction.Kinds
    /// The place of a chain's last step, by chain; -1 for a node without a cause, which is no chain.
    let lastSteps: [Int32]
    private let sums: SettledRows
    private let names: Statement
    /// Of the names of the trace.
    let nameIDs: ClosedRange<Int64>?

    init(_ stored: StoredTrace, _ sums: SettledRows, _ kinds: CountsByInteraction.Kinds) throws(TraceError) {
        (self.sums, self.kinds) = (sums, kinds)
        steps = try ChainSteps(stored)
        nameIDs = try stored.rows(of: "name")
        names = try stored.database.prepare("SELECT text FROM name WHERE id = ?")
        var lastSteps = [Int32](repeating: -1, count: sums.indices.count)
        let chains = try stored.rows(of: "cause_chain")
        let steps = steps
        try stored.database.scan(
            ["id", "step_id"], of: "cause_chain", where: "\(try stored.condition("cause_chain")) AND depth > 1"
        ) { row in
            guard let chain = chains?.place(of: row.integer(0)) else { return }
            lastSteps[chain] = Int32(steps.place(of: row.integer(1)) ?? -1)
        }
        self.lastSteps = lastSteps
    }

    /// The bytes of a name, by its id; none where there is no such name.
    func withName<Result>(
        _ id: Int64, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) throws(TraceError) -> Result {
        try names.bind([.integer(id)])
        defer { names.reset() }
        var result: Result?
        if try names.step() { names.withText(0) { result = body($0) } }
        return result ?? body(UnsafeBufferPointer(start: nil, count: 0))
    }

    /// In interactions, by their kinds, ascending.
    func byKind(_ chain: Int) -> ArraySlice<KindCounts> { sums.byKind(chain) }

    func hasUpdates(_ chain: Int) -> Bool { sums.counts(chain).updates > 0 }

    func figures(_ chain: Int) -> ChainFigures {
        ChainFigures(
            counts: sums.counts(chain), byInteraction: CountsByInteraction(kinds, sums.byKind(chain)),
            byWindow: sums.byWindow[chain])
    }
}
