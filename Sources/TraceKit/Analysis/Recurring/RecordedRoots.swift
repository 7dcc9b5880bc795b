/// Roots of the recorded graph that recur without user interaction: a timer, a stream, a clock (docs/analysis.md,
/// section 3).
final class RecordedRoots {
    /// The roots of one name and kind.
    private struct Root {
        var name: NameID
        var kind: CauseKind
        /// Numbers of its runs, in order.
        var runs: [Int32] = []
        /// Of the last run: the end of its updates, and the views and instances that its roots reach first.
        var lastEnd = Int64.min
        var lastReached: Set<Reader> = []
    }

    /// What a root reaches first.
    private struct Reader: Hashable {
        var view: UInt32
        var instance: NameID
    }

    /// Roots of one name that are closer are one change: several readers are told of it, one after another.
    static let oneChangeNs: Int64 = 1_000_000

    private let records: TraceRecords
    private let results: AnalysisResults
    /// By interaction and cause: the first record of its chain.
    private let tops: [Int32]
    /// By interaction and cause: the app's cause closest to the root, which names the recurring cause; -1 = none, -2 =
    /// not looked up yet.
    private var appCauses: [Int32]
    /// By interaction and cause: the run of the updates directly below it; -1 = none, -2 = not looked up yet.
    private var runOfRecord: [Int32]
    private var lastLink = -1
    private var gestures: Gestures
    private var roots: [Root] = []
    private let index = KeyIndex()
    /// By root and view.
    private var links: [RecurringLink] = []
    private let linkIndex = KeyIndex()
    /// By root node and its number.
    private var runs: [RecurringRun] = []
    private let runIndex = KeyIndex()
    /// Updates with their runs.
    private var placed: [(row: UInt32, run: Int32)] = []

    init(_ records: TraceRecords, _ results: AnalysisResults) {
        (self.records, self.results) = (records, results)
        gestures = Gestures(records)
        tops = Self.tops(results.recordAbove, count: records.firstUpdateNode)
        appCauses = [Int32](repeating: -2, count: records.firstUpdateNode)
        runOfRecord = appCauses
    }

    /// Whether it is an independent cause: neither a user action nor a one-time event.
    private func isOwn(_ cause: CauseRecord) -> Bool {
        switch cause.kind {
        case .creation, .update: false
        default: !gestures.contains(cause)
        }
    }

    private static func tops(_ above: Column<Int32>, count: Int) -> [Int32] {
        var tops = [Int32](repeating: -2, count: count)
        for record in 0..<count where tops[record] == -2 {
            var (path, node) = ([Int](), record)
            // -1 during the walk, which stops it in a cycle.
            while tops[node] == -2 {
                tops[node] = -1
                path.append(node)
                guard above[node] >= 0 else {
                    tops[node] = Int32(node)
                    break
                }
                node = Int(above[node])
            }
            for other in path { tops[other] = tops[node] }
        }
        return tops
    }

    /// Adds recurring roots to the results.
    func add() {
        guard records.causes.count > 0 else { return }
        let (roles, keys) = (results.role.buffer, records.updates.view.buffer)
        for row in roles.indices where roles[row] == .counted {
            let above = Int(results.recordAbove[records.firstUpdateNode + row])
            guard above >= 0 else { continue }
            if runOfRecord[above] == -2 { runOfRecord[above] = run(above, firstRow: row) }
            let run = Int(runOfRecord[above])
            if run >= 0 { add(row, view: Int(results.viewOfKey[Int(keys[row])]), run) }
        }
        storeRecurring()
    }

    /// The run of the updates directly below a record; -1 = none.
    private func run(_ record: Int, firstRow row: Int) -> Int32 {
        let top = Int(tops[record])
        guard top >= records.firstCauseNode, isOwn(records.causes[top - records.firstCauseNode]) else { return -1 }
        let cause = records.causes[(appCause(record) ?? top) - records.firstCauseNode]
        let number = index.number(UInt64(cause.name.rawValue), UInt64(cause.kind.rawValue))
        if number == roots.count { roots.append(Root(name: cause.name, kind: cause.kind)) }
        let first = records.causes[top - records.firstCauseNode].start
        let start = first >= 0 ? first : records.updates.start[row]
        let reader = Reader(
            view: results.viewOfKey[Int(records.updates.view[row])], instance: records.updates.instance[row])
        if let last = roots[number].runs.last, start >= 0, runs[Int(last)].start >= 0,
            abs(start - runs[Int(last)].start) <= Self.oneChangeNs || isNext(roots[number], start, reader)
        {
            roots[number].lastReached.insert(reader)
            return last
        }
        let run = runIndex.number(UInt64(top), UInt64(number))
        if run == runs.count {
            runs.append(RecurringRun(cause: Int32(number), start: start, updates: 0))
            roots[number].runs.append(Int32(truncatingIfNeeded: run))
            (roots[number].lastEnd, roots[number].lastReached) = (start, [reader])
        }
        return Int32(truncatingIfNeeded: run)
    }

    /// Whether a root goes on with the last run: it begins where the updates of that end, and reaches another reader.
    private func isNext(_ root: Root, _ start: Int64, _ reader: Reader) -> Bool {
        start >= root.lastEnd - Self.oneChangeNs && start <= root.lastEnd.addingSaturating(Self.oneChangeNs)
            && !root.lastReached.contains(reader)
    }

    /// Subscribers, clocks and environment nodes belong to the framework; the app's cause after them is more
    /// informative.
    private func appCause(_ record: Int) -> Int? {
        if appCauses[record] == -2 {
            var (path, node, found) = ([Int](), record, Int32(-1))
            while node >= records.firstCauseNode, appCauses[node] == -2 {
                appCauses[node] = -1
                path.append(node)
                node = Int(results.recordAbove[node])
            }
            if node >= records.firstCauseNode { found = appCauses[node] }
            for cause in path.reversed() {
                if isNamed(cause, rather: Int(found)) { found = Int32(cause) }
                appCauses[cause] = found
            }
        }
        return appCauses[record] < 0 ? nil : Int(appCauses[record])
    }

    /// Whether a cause names a chain better than one above it: a value is what views read, a callback that writes it
    /// (`onScrollGeometryChange`) is not.
    private func isNamed(_ cause: Int, rather above: Int) -> Bool {
        let own = records.causes[cause - records.firstCauseNode]
        guard own.origin == .app else { return false }
        return above < 0 || isValue(own) && !isValue(records.causes[above - records.firstCauseNode])
    }

    private func isValue(_ cause: CauseRecord) -> Bool {
        switch cause.kind {
        case .state, .observable, .defaults, .environment: true
        default: false
        }
    }

    private func add(_ row: Int, view: Int, _ run: Int) {
        runs[run].updates += 1
        let number = Int(runs[run].cause)
        if roots[number].runs.last.map({ Int($0) == run }) == true, records.updates.start[row] != UpdateColumns.untimed
        {
            let end = records.updates.start[row].addingSaturating(max(0, records.updates.duration[row]))
            roots[number].lastEnd = max(roots[number].lastEnd, end)
        }
        // Updates of one view are mostly adjacent.
        if lastLink < 0 || links[lastLink].cause != number || links[lastLink].view != view {
            lastLink = linkIndex.number(UInt64(number), UInt64(view))
            if lastLink == links.count { links.append(RecurringLink(cause: number, view: view, isDriver: false)) }
        }
        links[lastLink].add(max(0, records.updates.duration[row]), run: run)
        placed.append((UInt32(row), Int32(truncatingIfNeeded: run)))
    }

    private func storeRecurring() {
        var linksOfRoot = [[RecurringLink]](repeating: [], count: roots.count)
        for link in links where roots[link.cause].runs.count >= DriverGroups.leastRuns {
            linksOfRoot[link.cause].append(link)
        }
        var numbers = [Int32](repeating: AnalysisResults.none, count: runs.count)
        for (number, root) in roots.enumerated() where root.runs.count >= DriverGroups.leastRuns {
            let cause = results.recurring.count
            for run in root.runs {
                numbers[Int(run)] = Int32(truncatingIfNeeded: results.runs.count)
                var kept = runs[Int(run)]
                kept.cause = Int32(truncatingIfNeeded: cause)
                results.runs.append(kept)
            }
            results.recurring.append(recurring(root, linksOfRoot[number], cause))
        }
        for (row, run) in placed where numbers[Int(run)] >= 0 { results.run[Int(row)] = numbers[Int(run)] }
    }

    private func recurring(_ root: Root, _ links: [RecurringLink], _ number: Int) -> RecurringCause {
        // The app's own bodies first, because they can be changed.
        func isApp(_ link: RecurringLink) -> Bool {
            let view = results.views[link.view]
            return view.kind == .body && !AppViews.isFramework(view, records.names)
        }
        let sorted = links.map { link in
            var link = link
            link.bursts = link.runs
            return link
        }.sorted { left, right in
            if isApp(left) != isApp(right) { return isApp(left) }
            if left.totalNs != right.totalNs { return left.totalNs > right.totalNs }
            return results.isLink(left, before: right, records.names)
        }
        var cause = RecurringCause(isSeen: true, view: sorted.first?.view ?? 0)
        (cause.root, cause.kind) = (root.name, root.kind)
        cause.setLinks(sorted, starts: root.runs.map { runs[Int($0)].start }.sorted(), number, results)
        return cause
    }
}
