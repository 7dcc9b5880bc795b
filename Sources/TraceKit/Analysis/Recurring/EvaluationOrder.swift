/// Evaluations of view bodies in SwiftUI's order, split into bursts: parents are evaluated before children, and a log
/// keeps the order (docs/analysis.md, section 3).
///
/// Only bodies with known changes and without a recorded cause.
final class EvaluationOrder {
    /// What the reasons of an evaluation show.
    enum Kind: UInt8, BitwiseCopyable {
        /// The first of an instance, whose reasons prove nothing.
        case first
        /// The view names a changed property of its own.
        case driver
        /// It names none of its own: something above it ran.
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
        /// The end of the last of them.
        var until: Int64 = -1
    }

    /// A pause of this length ends a burst.
    static let gapNs: Int64 = 100_000_000

    /// Who names the same property so soon after the evaluation before is another view or instance that reads what changed.
    static let nextInstanceNs: Int64 = 4_000_000

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
        let (views, lists) = (results.views.count, records.lists.lists.count)
        add(order.map { timed[Int($0)] }, isTimed: true, views: views, lists: lists)
        add(untimed, isTimed: false, views: views, lists: lists)
    }

    private func add(_ stream: [Evaluation], isTimed: Bool, views: Int, lists: Int) {
        // By view, the last burst that it drove; by list of properties, the last burst in which a driver named it.
        let drove = Scratch<Int32>(repeating: -1, count: views)
        let named = Scratch<Int32>(repeating: -1, count: lists)
        var until: Int64 = 0
        var hasReached = false
        for (index, evaluation) in stream.enumerated() {
            let isDriver = evaluation.kind == .driver
            let view = Int(evaluation.view)
            let (number, list) = (bursts.count - 1, Int(evaluation.list.rawValue))
            var isNew = index == 0 || isTimed && evaluation.start - until > Self.gapNs
            if !isNew, isDriver {
                let isNextInstance =
                    isTimed && named[list] == Int32(truncatingIfNeeded: number)
                    && evaluation.start - until <= Self.nextInstanceNs
                isNew = !isNextInstance && (hasReached || drove[view] == Int32(truncatingIfNeeded: number))
            }
            if !isNew, !isDriver, !bursts[number].hasDriver {
                // An immediate repetition is another instance; after other views it is the next round, unless times say
                // that it follows at once: then sections and their rows alternate.
                let first = evaluations[bursts[number].first].view
                isNew =
                    evaluation.view == first && stream[index - 1].view != first
                    && !(isTimed && evaluation.start - until <= Self.nextInstanceNs)
            }
            if isNew {
                bursts.append(Burst(first: evaluations.count, end: evaluations.count, isTimed: isTimed))
                hasReached = false
                until = evaluation.end
            }
            if isDriver {
                bursts[bursts.count - 1].hasDriver = true
                drove[view] = Int32(truncatingIfNeeded: bursts.count - 1)
                named[list] = drove[view]
            } else {
                hasReached = true
            }
            until = max(until, evaluation.end)
            evaluations.append(evaluation)
            bursts[bursts.count - 1].end = evaluations.count
            bursts[bursts.count - 1].until = until
        }
    }

    /// Who names a change right before a view that names none runs.
    struct Parent {
        var view: Int
        var lists: [ListID] = []
        /// Bursts in which it does, and all of the view below.
        var bursts = 0
        var of = 0
    }

    /// By view: the view that does so in most of its bursts, and in half of them at least: probably its parent.
    func parents() -> [Int: Parent] {
        var all: [Int: Int] = [:]
        var found: [Int: [Int: Parent]] = [:]
        for burst in bursts.buffer {
            var (driver, met): (Evaluation?, Set<Int>) = (nil, [])
            for evaluation in evaluations(of: burst) {
                if evaluation.kind == .driver { driver = evaluation }
                let view = Int(evaluation.view)
                guard evaluation.kind == .reached, met.insert(view).inserted else { continue }
                all[view, default: 0] += 1
                guard let driver else { continue }
                let above = Int(driver.view)
                var own = found[view]?[above] ?? Parent(view: above)
                own.bursts += 1
                if own.lists.count < Self.listed, !own.lists.contains(driver.list) { own.lists.append(driver.list) }
                found[view, default: [:]][above] = own
            }
        }
        return found.reduce(into: [:]) { parents, entry in
            let most = entry.value.values.max { ($0.bursts, $1.view) < ($1.bursts, $0.view) }
            guard var most, most.bursts * 2 >= all[entry.key] ?? 0, most.bursts >= RuleThresholds.occurrences else {
                return
            }
            most.of = all[entry.key] ?? 0
            parents[entry.key] = most
        }
    }

    private static let listed = 4

    func evaluations(of burst: Burst) -> UnsafeMutableBufferPointer<Evaluation> {
        UnsafeMutableBufferPointer(rebasing: evaluations.buffer[burst.first..<burst.end])
    }
}

/// The kind of evaluation for each list of changed properties.
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

/// App signpost intervals that begin with the bursts of a recurring cause: its work other than bodies, such as updating
/// an AppKit table (docs/analysis.md, section 3).
struct IntervalLinks {
    /// The longest delay after the last body of a burst.
    private static let reachNs: Int64 = 10_000_000
    /// Longer intervals are user actions or tasks.
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

    /// - Parameter causeOfBurst: by burst; -1 = no kept cause.
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

    /// Names that rarely begin with another cause, by cause and time.
    private func kept() -> [RecurringInterval] {
        found.values.filter { interval in
            !isAside.contains(interval.name) && interval.count >= DriverGroups.leastRuns
                && interval.count * 5 >= (all[interval.name] ?? 0) * 4
        }.sorted { ($0.cause, -$0.totalNs, $0.name.rawValue) < ($1.cause, -$1.totalNs, $1.name.rawValue) }
    }
}
