/// Sums the verdicts by window, view, cause and recurring cause.
enum SummaryPass: AnalysisPass {
    static let name = "summaries"
    static let reads: Results = [.processes, .views, .chains, .recurring, .windows, .verdicts]
    static let writes: Results = .verdictSums

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        addVerdicts(results.judged, records, results)
        results.ownSums = ownSums(records, results)
        addCauses(records, results)
    }

    private static func addVerdicts(
        _ judged: borrowing Buckets, _ records: TraceRecords, _ results: AnalysisResults
    ) {
        let (verdicts, reasons) = (results.verdict.buffer, results.reason.buffer)
        let (keys, viewOfKey) = (records.updates.view.buffer, results.viewOfKey.buffer)
        let durations = records.updates.duration.buffer
        let windows = VerdictTally(results.windows.count)
        let recurring = VerdictTally(results.recurring.count)
        let views = VerdictTally(results.views.count)
        let kinds = VerdictKinds()
        // By view: the number of windows with it, and the last of them.
        let interactions = Scratch(repeating: 0, count: results.views.count)
        let lastWindow = Scratch(repeating: -1, count: results.views.count)
        for window in 0..<judged.numbers {
            for place in judged.places(window) {
                let row = judged[place]
                let view = Int(viewOfKey[Int(keys[row])])
                let kind = kinds[verdicts[row], reasons[row]]
                let wasted = verdicts[row] == .unnecessary ? max(0, durations[row]) : 0
                views.add(view, kind, wasted)
                let run = results.run[row]
                if run >= 0 { recurring.add(Int(results.runs[Int(run)].cause), kind, wasted) }
                guard window < results.windows.count else { continue }
                windows.add(window, kind, wasted)
                if lastWindow[view] != window {
                    lastWindow[view] = window
                    interactions[view] += 1
                }
            }
        }
        results.windowVerdicts = results.windows.indices.map { windows.verdicts($0) }
        results.recurringVerdicts = results.recurring.indices.map { recurring.verdicts($0) }
        results.viewVerdicts = results.views.indices.map { views.verdicts($0) }
        results.viewWindows = results.views.indices.map { interactions[$0] }
    }

    // MARK: Causes

    /// Sums over updates with a time, by the nearest interaction or cause up their chains.
    private static func ownSums(_ records: TraceRecords, _ results: AnalysisResults) -> Column<RecordSum> {
        let updates = records.updates
        let (durations, roles) = (updates.duration.buffer, results.role.buffer)
        let (windowOf, verdicts, first) = (results.window.buffer, results.verdict.buffer, records.firstUpdateNode)
        let above = UnsafeMutableBufferPointer(rebasing: results.recordAbove.buffer[first...])
        let sums = Column(repeating: RecordSum(), count: first)
        let own = sums.buffer
        for row in durations.indices where above[row] >= 0 && (roles[row] == .counted || roles[row] == .check) {
            own[Int(above[row])].add(
                max(0, durations[row]), isCheck: roles[row] == .check,
                verdict: verdicts[row], window: windowOf[row])
        }
        return sums
    }

    private struct Sum: BitwiseCopyable {
        var updates: Int32 = 0
        var necessary: Int32 = 0
        var unnecessary: Int32 = 0
        var unknown: Int32 = 0
        var total: Int64 = 0
        var wasted: Int64 = 0

        init() {}

        init(_ own: RecordSum) {
            (updates, necessary, unnecessary, unknown) = (own.updates, own.necessary, own.unnecessary, own.unknown)
            (total, wasted) = (own.updatesNs, own.wastedNs)
        }

        mutating func add(_ other: Sum) {
            updates &+= other.updates
            necessary &+= other.necessary
            unnecessary &+= other.unnecessary
            unknown &+= other.unknown
            total = total.addingSaturating(other.total)
            wasted = wasted.addingSaturating(other.wasted)
        }
    }

    /// Propagates sums from every update to all causes in its chain: leaves first, then cycles, whose nodes are all in
    /// the chain of everything that enters them.
    private static func addCauses(_ records: TraceRecords, _ results: AnalysisResults) {
        let count = records.firstUpdateNode
        let above = results.recordAbove.buffer
        let sums = Column<Sum>(capacity: count)
        for own in results.ownSums.buffer { sums.append(Sum(own)) }
        let children = Column<UInt32>(repeating: 0, count: count)
        for record in 0..<count where above[record] >= 0 { children[Int(above[record])] += 1 }
        // All leaves first, so that a record that becomes ready later is not visited twice.
        var ready = (0..<count).filter { children[$0] == 0 }
        while let record = ready.popLast() {
            guard above[record] >= 0 else { continue }
            let next = Int(above[record])
            sums.buffer[next].add(sums[record])
            children[next] -= 1
            if children[next] == 0 { ready.append(next) }
        }
        addCycles(above, children, sums)
        results.causes = (records.firstCauseNode..<count).map { record in
            let sum = sums[record]
            return CauseSummary(
                updates: Int(sum.updates), totalNs: sum.total, wastedNs: sum.wasted, necessary: Int(sum.necessary),
                unnecessary: Int(sum.unnecessary), unknown: Int(sum.unknown))
        }
    }

    /// Nodes that still wait for a child are in cycles.
    private static func addCycles(
        _ above: UnsafeMutableBufferPointer<Int32>, _ children: Column<UInt32>, _ sums: Column<Sum>
    ) {
        for first in 0..<children.count where children[first] > 0 {
            var all = Sum()
            var node = first
            repeat {
                all.add(sums[node])
                node = Int(above[node])
            } while node != first
            repeat {
                sums[node] = all
                children[node] = 0
                node = Int(above[node])
            } while node != first
        }
    }
}

/// `VerdictCounts.kind` of all verdicts and reasons.
private struct VerdictKinds: ~Copyable {
    private let kinds = Scratch(repeating: 0, count: 64)

    init() {
        for code in UInt8(0)..<64 {
            guard let verdict = Verdict(rawValue: code >> 4), let reason = Reason(rawValue: code & 15) else { continue }
            kinds[Int(code)] = VerdictCounts.kind(verdict, reason)
        }
    }

    @inline(__always)
    subscript(verdict: Verdict, reason: Reason) -> Int { kinds[Int(verdict.rawValue << 4 | reason.rawValue)] }
}

/// Verdict counts of many windows, views or chains.
private struct VerdictTally: ~Copyable {
    private let counts: CountTable
    private let wasted: Scratch<Int64>

    init(_ numbers: Int) {
        counts = CountTable(numbers)
        wasted = Scratch(repeating: 0, count: numbers)
    }

    @inline(__always)
    func add(_ number: Int, _ kind: Int, _ wastedNs: Int64) {
        counts.add(number, kind)
        wasted[number] = wasted[number].addingSaturating(wastedNs)
    }

    func verdicts(_ number: Int) -> VerdictCounts { VerdictCounts(counts, number, wastedNs: wasted[number]) }
}
