/// Adds the verdicts up: per window, view, chain and cause. What chains sum up to is passed on to every cause in
/// them.
enum SummaryPass: AnalysisPass {
    static let name = "summaries"

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        addVerdicts(records, results)
        addInteractions(records, results)
        addCauses(records, results)
    }

    private static func addVerdicts(_ records: TraceRecords, _ results: AnalysisResults) {
        let updates = records.updates
        let (verdicts, reasons, windowOf, chainOf) = (results.verdict, results.reason, results.window, results.chain)
        var (windows, views, chains) = (results.windows, results.views, results.chains)
        let viewOfKey = results.viewOfKey
        for row in 0..<updates.count where verdicts[row] != .none {
            let (verdict, reason, duration) = (verdicts[row], reasons[row], updates.duration[row])
            windows[Int(windowOf[row])].verdicts.add(verdict, reason, duration: duration)
            views[Int(viewOfKey[Int(updates.view[row])])].verdicts.add(verdict, reason, duration: duration)
            if chainOf[row] != AnalysisResults.none {
                chains[Int(chainOf[row])].verdicts.add(verdict, reason, duration: duration)
            }
        }
        (results.windows, results.views, results.chains) = (windows, views, chains)
    }

    /// How many windows each view was updated in.
    private static func addInteractions(_ records: TraceRecords, _ results: AnalysisResults) {
        let updates = records.updates
        var pairs = KeyIndex()
        // Rows of one window mostly stand together: the window a view was met in last answers most of them.
        let lastWindow = Column<Int32>(repeating: AnalysisResults.none, count: results.views.count)
        for row in 0..<updates.count where results.verdict[row] != .none {
            let (view, window) = (Int(results.viewOfKey[Int(updates.view[row])]), results.window[row])
            if lastWindow[view] == window { continue }
            lastWindow[view] = window
            let known = pairs.count
            if pairs.number(UInt64(view), UInt64(window)) == known { results.views[view].interactions += 1 }
        }
    }

    // MARK: Causes

    private struct Sum: BitwiseCopyable {
        var updates: Int32 = 0
        var total: Int64 = 0
        var wasted: Int64 = 0

        mutating func add(_ other: Sum) {
            updates &+= other.updates
            total = total.addingUpTo(other.total)
            wasted = wasted.addingUpTo(other.wasted)
        }
    }

    /// Sums flow from every update to all nodes of its chain: leaves first, then the cycles, whose nodes are all
    /// in the chain of everything that enters them.
    private static func addCauses(_ records: TraceRecords, _ results: AnalysisResults) {
        let parents = results.parent
        let sums = ownSums(records, results)
        let children = Column<UInt32>(repeating: 0, count: parents.count)
        for node in 0..<parents.count where parents[node] >= 0 { children[Int(parents[node])] += 1 }
        // All leaves first: a node that becomes ready on the way must not be met again as a leaf.
        var ready = (0..<parents.count).filter { children[$0] == 0 }
        while let node = ready.popLast() {
            guard parents[node] >= 0 else { continue }
            let parent = Int(parents[node])
            var sum = sums[parent]
            sum.add(sums[node])
            sums[parent] = sum
            children[parent] -= 1
            if children[parent] == 0 { ready.append(parent) }
        }
        addCycles(parents, children, sums)
        for cause in results.causes.indices {
            let sum = sums[records.firstCauseNode + cause]
            results.causes[cause].updates = Int(sum.updates)
            results.causes[cause].totalNs = sum.total
            results.causes[cause].wastedNs = sum.wasted
        }
    }

    private static func ownSums(_ records: TraceRecords, _ results: AnalysisResults) -> Column<Sum> {
        let sums = Column<Sum>(repeating: Sum(), count: results.parent.count)
        for row in 0..<records.updates.count where records.updates.isCounted(row) {
            let duration = max(0, records.updates.duration[row])
            sums[records.firstUpdateNode + row] = Sum(
                updates: 1, total: duration, wasted: results.verdict[row] == .unnecessary ? duration : 0)
        }
        return sums
    }

    /// Nodes that still wait for a child are in cycles.
    private static func addCycles(_ parents: Column<Int32>, _ children: Column<UInt32>, _ sums: Column<Sum>) {
        for first in 0..<parents.count where children[first] > 0 {
            var all = Sum()
            var node = first
            repeat {
                all.add(sums[node])
                node = Int(parents[node])
            } while node != first
            repeat {
                sums[node] = all
                children[node] = 0
                node = Int(parents[node])
            } while node != first
        }
    }
}
