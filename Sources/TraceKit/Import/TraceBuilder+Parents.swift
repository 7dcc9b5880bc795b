/// Views that texts name as reasons of bodies: `reason: FeedView`, with a view `FeedView` in the trace.
extension TraceBuilder {
    /// Replaces the name of a view among changed properties by a cause, the last earlier update of that view: a
    /// property is not named like a view, and the text does not say what changed in that view. Called before the
    /// updates are sorted.
    func settleReasons() {
        guard hasReasons else { return }
        let parents = parentsByList()
        guard !parents.isEmpty else { return }
        let updates = records.updates
        var last: [NameID: Int] = [:]
        let rows = (0..<updates.count).filter { updates.start[$0] != UpdateColumns.untimed }
        for row in rows.sorted(by: { (updates.start[$0], $0) < (updates.start[$1], $1) }) {
            let own = records.views[Int(updates.view[row])].name
            for parent in parents[updates.changed[row]] ?? [] where parent != own {
                if let cause = last[parent] { link(cause, to: row) }
            }
            last[own] = row
        }
        for row in 0..<updates.count {
            guard let named = parents[updates.changed[row]] else { continue }
            let rest = records.lists[updates.changed[row]].filter { !named.contains(viewNames[$0]) }
            updates.changed[row] = rest.isEmpty ? .none : records.lists.intern(rest)
        }
    }

    /// The views of the trace in each list of changed properties; lists without any are left out.
    private func parentsByList() -> [ListID: [NameID]] {
        let views = Set(records.views.buffer.map(\.name))
        var parents: [ListID: [NameID]] = [:]
        for (index, list) in records.lists.lists.enumerated().dropFirst() {
            let named = list.map { viewNames[$0] }.filter(views.contains)
            if !named.isEmpty { parents[ListID(rawValue: UInt32(index))] = named }
        }
        return parents
    }

    private func link(_ cause: Int, to row: Int) {
        let ids = records.updates.id
        for node in [cause, row] where ids[node] == 0 { ids[node] = anonymousHandle(as: .update) }
        shorthandFrom.append(ids[cause])
        shorthandTo.append(ids[row])
    }
}
