/// Who reads a cause, and who only runs with a reader (docs/analysis.md, section 5).
///
/// A view reads a cause if its body ran for it without another body between, whether or not a parent would have re-run
/// it too. The views below a reader's body are its children: what they cost is the reader's to save.
extension RuleContext {
    /// The longest walk from an update to its cause; longer ones are loops.
    private static let longestWalk = 100
    /// The most edges to an update that are looked at.
    private static let mostEdges = 256

    /// Whether an update's body ran for a cause of a name directly.
    /// - Parameter driver: a number of `drivers`.
    func reads(_ row: Int, _ driver: Int) -> Bool {
        let edges = records.edges.buffer
        let target = UInt32(records.firstUpdateNode + row)
        var place = edges.firstPlace { $0.to >= target }
        let end = min(edges.count, place + Self.mostEdges)
        while place < end, edges[place].to == target {
            if leads(Int(edges[place].from), to: driver) { return true }
            place += 1
        }
        return false
    }

    /// The nearest view above an update that reads a cause, as an index into `AnalysisResults.views`.
    func reader(above row: Int, of driver: Int) -> Int? {
        var node = Int(results.parent[records.firstUpdateNode + row])
        for _ in 0..<Self.longestWalk {
            guard node >= 0 else { return nil }
            let above = node - records.firstUpdateNode
            if above >= 0, isBody(above), reads(above, driver) { return view(above) }
            node = Int(results.parent[node])
        }
        return nil
    }

    /// Whether a node is such a cause, or follows from one without a body between.
    private func leads(_ source: Int, to driver: Int) -> Bool {
        var node = source
        for _ in 0..<Self.longestWalk {
            guard node >= 0 else { return false }
            if node >= records.firstUpdateNode {
                if isBody(node - records.firstUpdateNode) { return false }
            } else if drivers.number(Int32(node)) == driver {
                return true
            } else if node >= records.firstCauseNode, isBody(records.causes[node - records.firstCauseNode]) {
                return false
            }
            node = Int(results.parent[node])
        }
        return false
    }

    private func isBody(_ row: Int) -> Bool {
        isCounted(row) && results.views[view(row)].kind == .body
    }

    /// A body that no lane of updates holds.
    private func isBody(_ cause: CauseRecord) -> Bool { cause.kind == .update && name(cause.name).hasSuffix(".body") }
}
