/// Finds recurring causes of view bodies, recorded or inferred, and instances that are recreated each time
/// (docs/analysis.md, section 3).
enum RecurringPass: AnalysisPass {
    static let name = "recurring"
    static let reads: Results = [.processes, .views, .chains]
    static let writes: Results = .recurring

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        results.run = SparseColumn(absent: AnalysisResults.none)
        RecordedRoots(records, results).add()
        infer(records, results)
        let names = RecurringNames(records, results)
        for index in results.recurring.indices {
            results.recurring[index].label = names.label(of: results.recurring[index])
        }
    }

    private static func infer(_ records: TraceRecords, _ results: AnalysisResults) {
        let order = EvaluationOrder(records, results)
        guard order.bursts.count > 0 else { return }
        results.sharedProperties = sharedProperties(order, records)
        let drivers = DriverGroups(order, views: results.views.count)
        let causes = RecurringCauses(order, drivers, records, views: results.views.count)
        causes.store(in: results)
        results.churn = ChurnFinder.find(order, drivers, views: results.views.count)
    }
}

extension RecurringPass {
    fileprivate static func sharedProperties(_ order: EvaluationOrder, _ records: TraceRecords) -> [NameID] {
        let known = PairIndex()
        var (views, shared): ([NameID: UInt32], Set<NameID>) = ([:], [])
        for evaluation in order.evaluations where evaluation.kind == .driver {
            let (count, view) = (known.count, UInt32(evaluation.view))
            guard known.number(view, evaluation.list.rawValue) == count else { continue }
            for name in records.lists[evaluation.list] {
                if let other = views[name], other != view { shared.insert(name) }
                views[name] = view
            }
        }
        return shared.filter { name in
            guard let first = records.names.bytes(of: name).first else { return false }
            return !"_@\\".utf8.contains(first)
        }.sorted { $0.rawValue < $1.rawValue }
    }
}

/// Groups views that name changes in the same bursts: they are one cause.
final class DriverGroups {
    /// Views that share at least this many of five bursts are one cause.
    private static let sharedOfFive = 4
    /// The least number of shared bursts.
    static let leastRuns = 3

    /// By view: the view that represents its group.
    private var leader: [Int]
    private let order: EvaluationOrder
    private var mostNamed: [Int: [ListID: Int]] = [:]

    init(_ order: EvaluationOrder, views: Int) {
        self.order = order
        leader = Array(0..<views)
        var runs = [Int](repeating: 0, count: views)
        var pairs: [UInt64: Int] = [:]
        for burst in order.bursts.buffer where burst.hasDriver {
            var (last, met): (Int?, Set<Int>) = (nil, [])
            for evaluation in order.evaluations(of: burst) where evaluation.kind == .driver {
                let view = Int(evaluation.view)
                mostNamed[view, default: [:]][evaluation.list, default: 0] += 1
                guard met.insert(view).inserted else { continue }
                runs[view] += 1
                // Adjacent pairs suffice: groups are connected components.
                if let last { pairs[UInt64(min(last, view)) << 32 | UInt64(max(last, view)), default: 0] += 1 }
                last = view
            }
        }
        for (pair, count) in pairs.sorted(by: { $0.key < $1.key }) {
            let (one, other) = (Int(pair >> 32), Int(pair & 0xFFFF_FFFF))
            let isShared = { (view: Int) in count * 5 >= runs[view] * Self.sharedOfFive }
            if count >= Self.leastRuns, isShared(one), isShared(other) { join(one, other) }
        }
    }

    private func join(_ one: Int, _ other: Int) {
        let (first, second) = (group(ofView: one), group(ofView: other))
        leader[max(first, second)] = min(first, second)
    }

    /// The number of a view's group.
    func group(ofView view: Int) -> Int {
        var view = view
        while leader[view] != view { view = leader[view] }
        return view
    }

    /// The group that drives a burst: that of its first driver.
    func group(of burst: EvaluationOrder.Burst) -> Int? {
        guard burst.hasDriver else { return nil }
        return order.evaluations(of: burst).first { $0.kind == .driver }.map { group(ofView: Int($0.view)) }
    }

    /// A few of the properties that a view names, most frequent first, without rare ones.
    func named(byView view: Int) -> [ListID] {
        let all = mostNamed[view] ?? [:]
        let total = all.values.reduce(0, +)
        let named = all.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        // Of many that are named equally often, as several objects in turn, none is rare.
        let most = named.prefix { $0.value * Self.rarelyNamed >= total }
        return (most.isEmpty ? named[...] : most).prefix(Self.listed).map(\.key)
    }

    func property(ofView view: Int) -> ListID { named(byView: view).first ?? .none }

    private static let (listed, rarelyNamed) = (4, 5)
}

/// The bursts by driver, and the views that run with it.
final class RecurringCauses {
    /// A view is linked to the cause of all its bursts; one in this many may differ.
    private static let mayLack = 50

    private struct Cause {
        /// The view of the driving group; for an unknown driver the view that runs first.
        var view: Int
        var isSeen: Bool
        var runs: [RecurringRun] = []
    }

    private let order: EvaluationOrder
    private let drivers: DriverGroups
    private let records: TraceRecords
    private var causes: [Cause] = []
    private var links: [RecurringLink] = []
    private let linkIndex = KeyIndex()
    /// By burst.
    private var causeOfBurst: [Int] = []
    /// By view: the bursts in which it was reached.
    private var bursts: [Int]

    init(_ order: EvaluationOrder, _ drivers: DriverGroups, _ records: TraceRecords, views: Int) {
        (self.order, self.drivers, self.records) = (order, drivers, records)
        bursts = [Int](repeating: 0, count: views)
        let index = KeyIndex()
        for burst in order.bursts.buffer { add(burst, index) }
    }

    private func add(_ burst: EvaluationOrder.Burst, _ index: borrowing KeyIndex) {
        let evaluations = order.evaluations(of: burst)
        let group = drivers.group(of: burst)
        guard let view = group ?? evaluations.first(where: { $0.kind != .first }).map({ Int($0.view) }) else {
            return causeOfBurst.append(-1)
        }
        let number = index.number(UInt64(view), group == nil ? 0 : 1)
        if number == causes.count { causes.append(Cause(view: view, isSeen: group != nil)) }
        causeOfBurst.append(number)
        let updates = evaluations.count(where: { $0.kind != .first })
        causes[number].runs.append(
            RecurringRun(
                cause: Int32(number), start: evaluations.first?.start ?? -1,
                updates: Int32(truncatingIfNeeded: updates)))
        let burstNumber = causeOfBurst.count
        for evaluation in evaluations where evaluation.kind != .first { count(evaluation, number, burstNumber) }
    }

    /// By view: the burst in which it was last counted.
    private var lastOfView: [Int: Int] = [:]

    private func count(_ evaluation: EvaluationOrder.Evaluation, _ cause: Int, _ burst: Int) {
        let view = Int(evaluation.view)
        let number = linkIndex.number(UInt64(cause) << 32 | UInt64(view), evaluation.kind == .driver ? 1 : 0)
        if number == links.count {
            links.append(RecurringLink(cause: cause, view: view, isDriver: evaluation.kind == .driver))
        }
        links[number].add(max(0, records.updates.duration[Int(evaluation.row)]), run: burst)
        if evaluation.kind == .reached, lastOfView[view] != burst {
            lastOfView[view] = burst
            bursts[view] += 1
        }
    }

    // MARK: Results

    /// Stores recurring causes and their links in the results, and the run of each update.
    func store(in results: AnalysisResults) {
        let kept = causes.indices.filter { causes[$0].runs.count >= DriverGroups.leastRuns }
        var numbers = [Int](repeating: -1, count: causes.count)
        var linksOfCause = [[RecurringLink]](repeating: [], count: causes.count)
        for var link in links where causes[link.cause].runs.count >= DriverGroups.leastRuns {
            link.bursts = link.isDriver ? link.runs : bursts[link.view]
            let isLinked = link.isDriver || link.runs * Self.mayLack >= link.bursts * (Self.mayLack - 1)
            guard link.runs >= DriverGroups.leastRuns, isLinked else { continue }
            if link.isDriver {
                link.named = drivers.named(byView: link.view)
                link.property = link.named.first ?? .none
            }
            linksOfCause[link.cause].append(link)
        }
        for cause in kept {
            numbers[cause] = results.recurring.count
            results.recurring.append(recurring(causes[cause], linksOfCause[cause], results))
        }
        addRuns(numbers, results)
        let intervals = IntervalLinks.find(
            order, causeOfBurst.map { $0 < 0 ? -1 : numbers[$0] }, records, redNs: results.deadlines.redNs)
        for interval in intervals { results.recurring[interval.cause].intervals.append(interval) }
    }

    private func recurring(
        _ cause: Cause, _ links: [RecurringLink], _ results: AnalysisResults
    ) -> RecurringCause {
        let sorted = links.sorted { left, right in
            left.isDriver == right.isDriver ? results.isLink(left, before: right, records.names) : left.isDriver
        }
        var recurring = RecurringCause(isSeen: cause.isSeen, view: sorted.first?.view ?? cause.view)
        if !cause.isSeen { recurring.view = cause.view }
        recurring.property = cause.isSeen ? drivers.property(ofView: recurring.view) : .none
        recurring.setLinks(sorted, starts: cause.runs.map(\.start), results.recurring.count, results)
        return recurring
    }

    private func addRuns(_ numbers: [Int], _ results: AnalysisResults) {
        var next = [Int](repeating: 0, count: causes.count)
        for (place, burst) in order.bursts.buffer.enumerated() {
            let cause = causeOfBurst[place]
            guard cause >= 0, numbers[cause] >= 0 else { continue }
            var run = causes[cause].runs[next[cause]]
            next[cause] += 1
            run.cause = Int32(numbers[cause])
            for evaluation in order.evaluations(of: burst) {
                results.run[Int(evaluation.row)] = Int32(truncatingIfNeeded: results.runs.count)
            }
            results.runs.append(run)
        }
    }
}

extension RecurringLink {
    /// Counts an update in a run; updates of one run are adjacent.
    mutating func add(_ duration: Int64, run: Int) {
        if lastRun != run {
            lastRun = run
            runs += 1
        }
        updates += 1
        totalNs = totalNs.addingSaturating(duration)
    }
}

extension RecurringCause {
    /// Sets its links, in order, which are added to the results, and the starts of its runs, in order; -1 = without a
    /// time.
    mutating func setLinks(_ sorted: [RecurringLink], starts: [Int64], _ number: Int, _ results: AnalysisResults) {
        let first = results.links.count
        for var link in sorted {
            link.cause = number
            results.links.append(link)
            updates += link.updates
            totalNs = totalNs.addingSaturating(link.totalNs)
        }
        links = first..<results.links.count
        runs = starts.count
        let times = starts.filter { $0 >= 0 }
        (self.first, last) = (times.first ?? -1, times.last ?? -1)
        periodNs = Rhythm.period(of: times) ?? -1
    }
}

extension AnalysisResults {
    /// Orders links by updates, then by view name.
    func isLink(_ left: RecurringLink, before right: RecurringLink, _ names: NameTable) -> Bool {
        if left.updates != right.updates { return left.updates > right.updates }
        let (first, second) = (views[left.view], views[right.view])
        if first.name != second.name { return names.isText(first.name, before: second.name) }
        if first.module != second.module { return names.isText(first.module, before: second.module) }
        return first.kind.rawValue < second.kind.rawValue
    }
}

/// The names of recurring causes in findings and in the database (`recurring.label`).
struct RecurringNames {
    private let records: TraceRecords
    private let results: AnalysisResults

    init(_ records: TraceRecords, _ results: AnalysisResults) { (self.records, self.results) = (records, results) }

    /// `Feed.tick`, `BlockEditorView._blockFrames`; for an unrecorded parent, the view that runs first.
    func label(of cause: RecurringCause) -> String {
        guard cause.isSeen else { return view(cause.view) }
        if cause.root.isPresent { return name(cause.root) }
        // Several lists may name the same.
        var names: [String] = []
        for list in results.drivers(of: cause).first?.named ?? [cause.property] {
            let one = name(list, of: cause.view)
            if !names.contains(one) { names.append(one) }
        }
        return names.count == 2
            ? "\(names[0]) and \(names[1])"
            : names.count > 2 ? "\(names[0]), \(names[1]) and others" : names.first ?? view(cause.view)
    }

    /// `BlockEditorView._blockFrames`
    func name(_ list: ListID, of view: Int) -> String {
        let names = properties(list, of: view)
        guard let one = names.first else { return self.view(view) }
        return names.count == 1 ? one : "\(one) and \(Decimal.counted(names.count - 1, "other value"))"
    }

    /// The names of a list: its own properties unchanged, `@dependencies` and offsets in words.
    func properties(_ list: ListID, of view: Int) -> [String] {
        let view = self.view(view)
        return records.lists[list].filter { $0 != NameID(.selfProperty) && $0 != NameID(.identityProperty) }.map { id in
            let text = name(id)
            if id == NameID(.dependenciesProperty) { return "what \(view) observes" }
            if text.hasPrefix("@") { return "\(view)'s value \(text)" }
            if text.hasPrefix("\\") { return String(text.dropFirst()) }
            // `cart.items` says itself whose property it is.
            return text.contains(".") || results.sharedProperties.contains(id) ? text : "\(view).\(text)"
        }
    }

    private func name(_ id: NameID) -> String { records.names.text(id) ?? "" }

    private func view(_ view: Int) -> String { name(results.views[view].name) }
}

extension AnalysisResults {
    /// Links to views that name what changed; one that does so in few runs only runs with it.
    func drivers(of cause: RecurringCause) -> [RecurringLink] {
        links[cause.links].prefix { $0.isDriver }.filter { $0.runs * 2 >= cause.runs }
    }
}

/// Detects regular periods.
enum Rhythm {
    private static let leastGaps = 8

    /// The median gap of ascending starts, if most gaps are about as long and the total is that gap times their number;
    /// otherwise nil.
    static func period(of starts: [Int64]) -> Int64? {
        let gaps = zip(starts.dropFirst(), starts).map { $0 - $1 }.sorted()
        guard gaps.count >= leastGaps, let first = starts.first, let last = starts.last else { return nil }
        let median = gaps[gaps.count / 2]
        let deviations = gaps.map { abs($0 - median) }.sorted()
        guard median > 0, deviations[gaps.count / 2] * 8 < median else { return nil }
        let (span, steady) = (Double(last - first), Double(median) * Double(gaps.count))
        return abs(span - steady) * 5 <= span ? median : nil
    }
}
