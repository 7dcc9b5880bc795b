/// Evaluations of view bodies in the order in which SwiftUI made them, cut into bursts: parents are evaluated before children, and
/// a log keeps the order (docs/analysis.md, section 3).
///
/// Only of bodies of which a log or the recording says what changed, and of which no cause was recorded.
final class EvaluationOrder {
    /// What the reasons of an evaluation say of it.
    enum Kind: UInt8, BitwiseCopyable {
        /// The first of an instance, which tells nothing of what it names.
        case first
        /// The view names something of its own that changed.
        case driver
        /// It names nothing of its own: something above it ran.
        case reached
    }

    struct Evaluation: BitwiseCopyable {
        var row: UInt32
        /// Index into `AnalysisResults.views`.
        var view: Int32
        var kind: Kind
        var list: ListID
        /// -1 = without a time.
        var start: Int64
        var end: Int64
    }

    /// Evaluations that follow from each other.
    struct Burst: BitwiseCopyable {
        var first: Int
        var end: Int
        var hasDriver = false
        var isTimed: Bool
        /// When the last of them ended.
        var until: Int64 = -1
    }

    /// A burst ends where nothing runs for so long.
    static let gapNs: Int64 = 100_000_000

    let evaluations = Column<Evaluation>()
    let bursts = Column<Burst>()

    init(_ records: TraceRecords, _ results: AnalysisResults) {
        let changed = records.updates.changed
        guard !changed.isEmpty else { return }
        let kinds = ListKinds(records)
        let (roles, keys) = (results.role.buffer, records.updates.view.buffer)
        var (timed, untimed) = ([Evaluation](), [Evaluation]())
        for row in roles.indices where roles[row] == .counted || roles[row] == .untimed {
            let list = changed[row]
            guard list.isPresent, results.parent[records.firstUpdateNode + row] == AnalysisResults.none else {
                continue
            }
            let view = results.viewOfKey[Int(keys[row])]
            guard results.views[Int(view)].kind == .body else { continue }
            let own = records.updates.start[row]
            let start = own == UpdateColumns.untimed ? records.updates.evaluated[row] : own
            let evaluation = Evaluation(
                row: UInt32(row), view: Int32(view), kind: kinds[list], list: list, start: start,
                end: start.addingSaturating(max(0, records.updates.duration[row])))
            if start < 0 { untimed.append(evaluation) } else { timed.append(evaluation) }
        }
        let order = sortedIndexes(count: timed.count) {
            timed[$0].start == timed[$1].start ? nil : timed[$0].start < timed[$1].start
        }
        add(order.map { timed[Int($0)] }, isTimed: true, views: results.views.count)
        add(untimed, isTimed: false, views: results.views.count)
    }

    private func add(_ stream: [Evaluation], isTimed: Bool, views: Int) {
        // By view: the burst in which it drove last.
        let drove = Scratch<Int32>(repeating: -1, count: views)
        var until: Int64 = 0
        var hasReached = false
        for (index, evaluation) in stream.enumerated() {
            let isDriver = evaluation.kind == .driver
            let view = Int(evaluation.view)
            let number = bursts.count - 1
            var isNew = index == 0 || isTimed && evaluation.start - until > Self.gapNs
            if !isNew, isDriver { isNew = hasReached || drove[view] == Int32(truncatingIfNeeded: number) }
            if !isNew, !isDriver, !bursts[number].hasDriver {
                // The same view at once is another instance; after others it is the next time round.
                let first = evaluations[bursts[number].first].view
                isNew = evaluation.view == first && stream[index - 1].view != first
            }
            if isNew {
                bursts.append(Burst(first: evaluations.count, end: evaluations.count, isTimed: isTimed))
                hasReached = false
                until = evaluation.end
            }
            if isDriver {
                bursts[bursts.count - 1].hasDriver = true
                drove[view] = Int32(truncatingIfNeeded: bursts.count - 1)
            } else {
                hasReached = true
            }
            until = max(until, evaluation.end)
            evaluations.append(evaluation)
            bursts[bursts.count - 1].end = evaluations.count
            bursts[bursts.count - 1].until = until
        }
    }

    func evaluations(of burst: Burst) -> UnsafeMutableBufferPointer<Evaluation> {
        UnsafeMutableBufferPointer(rebasing: evaluations.buffer[burst.first..<burst.end])
    }
}

/// What each list of changed properties says of an evaluation.
private struct ListKinds {
    private let kinds: [EvaluationOrder.Kind]

    init(_ records: TraceRecords) {
        kinds = records.lists.lists.map { list in
            if list.contains(NameID(.identityProperty)) { return .first }
            return list.contains { $0 != NameID(.selfProperty) } ? .driver : .reached
        }
    }

    subscript(list: ListID) -> EvaluationOrder.Kind { kinds[Int(list.rawValue)] }
}

/// Intervals of the app's signposts that begin with the bursts of a recurring cause: what it does besides bodies, such as updating a
/// table of AppKit (docs/analysis.md, section 3).
struct IntervalLinks {
    /// So soon behind the last body of a burst.
    private static let reachNs: Int64 = 10_000_000
    /// Longer ones are what the user did, or a task.
    private static let longestNs: Int64 = 2_000_000_000

    private struct Key: Hashable {
        var name: NameID
        var cause: Int
    }

    private var found: [Key: RecurringInterval] = [:]
    /// By name: those that begin with a burst of any cause.
    private var all: [NameID: Int] = [:]
    /// Names of intervals in which other bodies began: the main thread did not wait for them.
    private var isAside: Set<NameID> = []

    /// `causeOfBurst`: by burst, -1 = none that is kept.
    static func find(
        _ order: EvaluationOrder, _ causeOfBurst: [Int], _ records: TraceRecords, redNs: Int64
    ) -> [RecurringInterval] {
        var links = IntervalLinks()
        let bursts = order.bursts.buffer
        let timed = bursts.indices.filter { bursts[$0].isTimed }
        let starts = timed.map { order.evaluations[bursts[$0].first].start }
        var next = 0
        for index in 0..<records.signposts.count {
            let signpost = records.signposts[index]
            guard signpost.duration > 0, signpost.duration < longestNs else { continue }
            while next < timed.count, starts[next] <= signpost.start { next += 1 }
            let end = signpost.start.addingSaturating(signpost.duration)
            if next < timed.count, starts[next] < end { links.isAside.insert(signpost.name) }
            guard next > 0 else { continue }
            let burst = timed[next - 1]
            let last = bursts[burst].until
            guard signpost.start >= last, signpost.start - last <= reachNs, causeOfBurst[burst] >= 0 else { continue }
            links.add(signpost, causeOfBurst[burst], redNs: redNs)
        }
        return links.kept()
    }

    private mutating func add(_ signpost: SignpostRecord, _ cause: Int, redNs: Int64) {
        let key = Key(name: signpost.name, cause: cause)
        var interval = found[key] ?? RecurringInterval(cause: cause, name: signpost.name)
        interval.count += 1
        interval.totalNs = interval.totalNs.addingSaturating(signpost.duration)
        if signpost.duration > redNs { interval.long += 1 }
        found[key] = interval
        all[signpost.name, default: 0] += 1
    }

    /// Of a name that hardly begins with any other cause, in order of cause and time.
    private func kept() -> [RecurringInterval] {
        found.values.filter { interval in
            !isAside.contains(interval.name) && interval.count >= DriverGroups.leastRuns
                && interval.count * 5 >= (all[interval.name] ?? 0) * 4
        }.sorted { ($0.cause, -$0.totalNs, $0.name.rawValue) < ($1.cause, -$1.totalNs, $1.name.rawValue) }
    }
}
