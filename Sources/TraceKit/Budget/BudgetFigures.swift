/// The subject of a limit, once its name has been looked up in a trace.
enum BudgetSubject: Hashable, Sendable {
    case trace
    /// Several kinds, taken together.
    case interactions([InteractionKey])
    case view(ViewFigureKey)
    case chain(String)
    case signpost(SignpostKey)
    case function(FunctionKey)
    /// A recurring cause, by label.
    case recurring(String)
    /// The log lines with a text.
    case log(String)
}

/// Things with several names each, found by name or pattern. Budgets may have thousands of limits, and traces as many names.
private final class NamedThings<Key: Hashable & Comparable> {
    let keys: [Key]
    private let byName: [String: [Key]]
    /// The names that patterns are compared with, each with the index of its key.
    private let owned: [(name: String, owner: Int)]
    private lazy var patterns = GlobNames(owned.map(\.name))

    /// - Parameter patternNames: the names for patterns, if they differ.
    init(_ keys: some Sequence<Key>, patternNames: ((Key) -> [String])? = nil, _ names: (Key) -> [String]) {
        self.keys = keys.sorted()
        var byName: [String: [Key]] = [:]
        for key in self.keys { for name in Set(names(key)) { byName[name, default: []].append(key) } }
        self.byName = byName
        owned = self.keys.enumerated().flatMap { place, key in
            Set(patternNames.map { $0(key) } ?? names(key)).map { (name: $0, owner: place) }
        }
    }

    func exact(_ name: String) -> [Key] { byName[name] ?? [] }

    func matching(_ pattern: String) -> (keys: [Key], compared: Int) {
        let (indexes, compared) = patterns.matches(pattern)
        return (Set(indexes.map { owned[$0].owner }).sorted().map { keys[$0] }, compared)
    }
}

/// The figures of one trace by the names of budgets.
final class BudgetFigures {
    let trace: TraceFigures
    /// The recorded interactions, without the window of the whole trace.
    let performed: [InteractionKey]
    private lazy var interactions = NamedThings(performed, patternNames: { [Self.key($0)] }) {
        [$0.kind, Self.key($0), $0.title]
    }
    /// The views, including those whose bodies are only known from lines.
    private lazy var views = NamedThings(
        Set(trace.views.keys).union(trace.evaluations.keys.map { ViewFigureKey(view: $0, kind: .body) })
    ) { [$0.view, Self.key($0)] }
    private lazy var chains = NamedThings(trace.chains.keys) { [$0] }
    /// If names collide, subsystem and category distinguish signposts, the binary functions.
    private lazy var signposts = NamedThings(trace.signposts.keys) { [$0.name, $0.qualified] }
    private lazy var functions = NamedThings(trace.functions.keys) { [$0.function, $0.qualified] }
    private lazy var recurring = NamedThings(trace.recurring.keys) { [$0] }
    private lazy var logs = NamedThings(trace.logs.keys) { [$0] }
    private var nearestNames: [BudgetScope: NearestWords] = [:]
    /// The remaining comparisons to find the name meant by a typo; thousands of typos need other help.
    private var nearestLeft = 2_000_000
    private var matches: [BudgetScope: [String: [BudgetSubject]]] = [:]
    private var lastSum: (keys: [InteractionKey], figures: InteractionFigures)?
    private lazy var ranks = Dictionary(uniqueKeysWithValues: performed.enumerated().map { ($1, $0) })
    /// Kinds of interactions of which at least one has a name.
    private(set) lazy var kindsWithNames = Set(performed.lazy.filter { $0.name != nil }.map(\.kind))
    private lazy var allPerformed = sum(performed)
    private lazy var bodyFigures = ofBodies()
    private lazy var variation = RecordingVariation(trace)
    // Single views and chains vary more than all updates together.
    private lazy var updatesOfViews = ofViews(\.updates)
    private lazy var unnecessaryOfViews = ofViews(\.unnecessary)
    // Sorted, because sums of floating-point numbers depend on the order.
    private(set) lazy var signpostSpreads = DurationSpreads(
        trace.signposts.compactMapValues { DurationSpread($0) }.sorted { $0.key < $1.key }.map(\.value),
        things: Self.namedThings)
    private(set) lazy var viewSpreads = DurationSpreads(
        trace.views.compactMap { key, view in DurationSpread(view).map { (key, $0) } }.sorted { $0.0 < $1.0 }.map(\.1),
        things: Self.namedThings)
    /// The number of views and signposts in a generated budget: the costliest ones.
    static let namedThings = 12
    /// The number of names compared with patterns, for tests.
    private(set) var comparisons = 0

    init(_ trace: TraceFigures) {
        self.trace = trace
        performed = trace.interactions.keys.filter { $0.kind != "trace" || $0.name != nil }.sorted()
    }

    // MARK: Names

    /// The budget's name of an interaction: `tap Favorite`.
    static func key(_ interaction: InteractionKey) -> String {
        interaction.name.map { "\(interaction.kind) \($0)" } ?? interaction.kind
    }

    /// `LandmarkRow`, or `MapView layout` for one kind of its updates only.
    static func key(_ view: ViewFigureKey) -> String { "\(view.view) \(view.kind.word)" }

    /// The subjects with exactly this name. A kind of interaction covers all of that kind; a view's name covers each
    /// kind of its updates.
    func exact(_ scope: BudgetScope, _ name: String) -> [BudgetSubject] {
        switch scope {
        case .trace: return [.trace]
        case .interactions:
            let keys = interactions.exact(name)
            return keys.isEmpty ? [] : [.interactions(keys)]
        case .views: return views.exact(name).map { .view($0) }
        case .chains:
            let known = chains.exact(name)
            return (known.isEmpty ? chains.exact(Self.withArrows(name)) : known).map { .chain($0) }
        case .signposts: return signposts.exact(name).map { .signpost($0) }
        case .functions: return functions.exact(name).map { .function($0) }
        case .recurring: return recurring.exact(name).map { .recurring($0) }
        case .logs: return logs.exact(name).map { .log($0) }
        }
    }

    /// The subjects that match the pattern, each for itself.
    func matching(_ scope: BudgetScope, _ pattern: String) -> [BudgetSubject] {
        if let known = matches[scope]?[pattern] { return known }
        let found = search(scope, pattern)
        matches[scope, default: [:]][pattern] = found
        return found
    }

    private func search(_ scope: BudgetScope, _ pattern: String) -> [BudgetSubject] {
        func keys<Key>(_ things: NamedThings<Key>, _ pattern: String = pattern) -> [Key] {
            let (keys, compared) = things.matching(pattern)
            comparisons += compared
            return keys
        }
        return switch scope {
        case .trace: []
        case .interactions: keys(interactions).map { .interactions([$0]) }
        case .views: keys(views).map { .view($0) }
        case .chains: keys(chains, Self.withArrows(pattern)).map { .chain($0) }
        case .signposts: keys(signposts).map { .signpost($0) }
        case .functions: keys(functions).map { .function($0) }
        case .recurring: keys(recurring).map { .recurring($0) }
        case .logs: keys(logs).map { .log($0) }
        }
    }

    /// Accepts `->` in chains.
    private static func withArrows(_ name: String) -> String {
        var parts: [Substring] = []
        var rest = name[...]
        while let arrow = rest.firstRange(of: " -> ") {
            parts.append(rest[..<arrow.lowerBound])
            rest = rest[arrow.upperBound...]
        }
        return (parts + [rest]).joined(separator: " → ")
    }

    /// The name in results.
    func title(_ subject: BudgetSubject) -> String {
        switch subject {
        case .trace: "Whole trace"
        case .interactions(let keys):
            keys.count == 1 ? keys[0].title : InteractionKey(kind: keys.first?.kind ?? "", name: nil).title
        case .view(let key): key.title
        case .chain(let path): path
        case .signpost(let key): signposts.exact(key.name).count > 1 ? key.qualified : key.name
        case .function(let key): functions.exact(key.function).count > 1 ? key.qualified : key.function
        case .recurring(let label): label
        case .log(let text): text
        }
    }

    /// The known names, to find the one meant by a typo.
    func names(_ scope: BudgetScope) -> [String] {
        switch scope {
        case .trace: []
        case .interactions: performed.map(Self.key)
        case .views: Set(views.keys.map(\.view)).sorted()
        case .chains: chains.keys
        case .signposts: Set(signposts.keys.map(\.name)).sorted()
        case .functions: Set(functions.keys.map(\.function)).sorted()
        case .recurring: recurring.keys
        case .logs: logs.keys
        }
    }

    func performs(_ key: InteractionKey) -> Bool { ranks[key] != nil }

    /// The name closest to a mistyped one.
    func nearest(_ scope: BudgetScope, to name: String) -> String? {
        guard nearestLeft > 0 else { return nil }
        let words = nearestNames[scope] ?? NearestWords(names(scope))
        nearestNames[scope] = words
        nearestLeft -= words.count
        return words.to(name)
    }

    // MARK: Lanes

    /// The reason why the trace cannot have this figure, and a fix; nil if it can.
    func lack(of measure: BudgetMeasure, _ scope: BudgetScope) -> (reason: String, fix: String)? {
        if scope == .chains, trace.chains.isEmpty, !trace.lanes.contains(.edges) {
            return ("the input has no causes", Self.export("swiftui-causes or swiftui-full-causes"))
        }
        for need in measure.needs(scope) { if let lack = lack(need) { return lack } }
        return nil
    }

    /// Whether the trace has any lane that a limit can be about.
    var hasLanes: Bool {
        trace.all.updates > 0 || !trace.signposts.isEmpty || trace.runningSamples > 0 || !trace.evaluations.isEmpty
            || !trace.lanes.isDisjoint(with: [.hitches, .hangs, .signposts, .logs])
    }

    private func lack(_ need: BudgetMeasure.Need) -> (reason: String, fix: String)? {
        switch need {
        case .updates:
            guard trace.all.updates == 0 else { return nil }
            return ("the input has no view updates", Self.export("swiftui-updates"))
        case .bodies: return trace.all.updates > 0 ? nil : lack(.evaluations)
        case .evaluations:
            guard trace.evaluations.isEmpty else { return nil }
            return (
                "no line of a console or log reports a body", "add Self._printChanges() to a body, and pass its lines"
            )
        case .evidence:
            guard !trace.hasEvidence else { return nil }
            return (
                "nothing in the input says why an update ran", Self.export("swiftui-causes or swiftui-full-causes")
            )
        case .interactions:
            guard performed.isEmpty else { return nil }
            return (
                "the input has no interactions",
                "export the causes too, name signposts with --interactions, or take the limit out of the budget"
            )
        case .recurrence:
            if trace.all.updates == 0, trace.evaluations.isEmpty { return lack(.updates) }
            return trace.evaluations.isEmpty ? lack(.evidence) : nil
        case .hitches: return lack(of: .hitches)
        case .hangs: return lack(of: .hangs)
        case .signposts: return trace.signposts.isEmpty ? lack(of: .signposts) : nil
        case .logs: return trace.logs.isEmpty ? lack(of: .logs) : nil
        case .samples:
            guard trace.runningSamples == 0 else { return nil }
            return ("the input has no samples of running threads", Self.export("time-profile"))
        }
    }

    /// The counts of the rows that limits are about: `453 view updates`, `12 interactions`.
    func lookedAt(by limits: [BudgetLimit]) -> [String] {
        let needs = Set(limits.flatMap { $0.measure.needs($0.scope) })
        let open = trace.all.open > 0 ? " (\(Decimal.grouped(trace.all.open)) without an end)" : ""
        let counts: [(need: BudgetMeasure.Need, words: String)] = [
            (.updates, Decimal.counted(trace.all.updates, "view update") + open),
            (.bodies, bodyWords + open),
            (.interactions, Decimal.counted(allPerformed.count, "interaction")),
            (.recurrence, Decimal.counted(trace.recurring.count, "recurring cause")),
            (.evaluations, Decimal.counted(trace.allEvaluations.evaluations, "body evaluation")),
            (.hitches, Decimal.counted(trace.hitches.count, "hitch")),
            (.hangs, Decimal.counted(trace.hangs.count, "hang")),
            (.signposts, Decimal.counted(trace.signposts.values.reduce(0) { $0 + $1.count }, "signpost")),
            (.samples, Decimal.counted(trace.runningSamples, "sample")),
            (.logs, Decimal.counted(trace.logs.values.reduce(0) { $0 + $1.lines }, "line") + " of the log"),
        ]
        return counts.filter { needs.contains($0.need) }.map(\.words)
    }

    private var bodyWords: String {
        let lines = trace.allEvaluations.evaluations
        let updates = Decimal.counted(trace.all.updates, "view update")
        guard lines > 0 else { return updates }
        let evaluations = Decimal.counted(lines, "body evaluation")
        return trace.all.updates > 0 ? "\(updates) and \(evaluations)" : evaluations
    }

    private func lack(of lane: Lane) -> (reason: String, fix: String)? {
        let tables = RecordedTables.schemas(ofLane: lane)
        return trace.lanes.contains(lane)
            ? nil : ("the input has no lane of \(lane)", Self.export(tables.first ?? ""))
    }

    private static func export(_ table: String) -> String {
        "export the table \(table) too, or take the limit out of the budget"
    }

    // MARK: Values

    enum Reading: Equatable {
        /// A value, with its location unless the subject gives it.
        case value(Double, String?)
        /// A substitute figure, with the reason.
        case substitute(Double, String)
        /// There is nothing that could exceed a limit.
        case nothing(String)
        /// An upper bound: the exact figure is unknown for the given reason.
        case atMost(Double, String)
        /// Unknown, with the reason.
        case unknown(String)
    }

    /// The figure in this trace, which must have the needed lanes.
    func reading(_ measure: BudgetMeasure, _ subject: BudgetSubject) -> Reading { measure.reading(self, subject) }

    func counts(_ subject: BudgetSubject, ofBodies: Bool = false) -> UpdateCounts {
        switch subject {
        case .trace: ofBodies ? trace.bodies : trace.all
        case .interactions(let keys): sum(keys).counts
        case .view(let key): trace.views[key]?.counts ?? UpdateCounts()
        case .chain(let path): trace.chains[path]?.counts ?? UpdateCounts()
        case .signpost, .function, .recurring, .log: UpdateCounts()
        }
    }

    /// The views whose bodies ran, according to updates or lines.
    var bodies: [ViewFigureKey] { views.keys.filter { $0.kind == .body } }

    /// The evaluations of a view's body, in updates and lines together; for the trace, only those in lines.
    func evaluations(_ subject: BudgetSubject) -> Double {
        guard case .view(let key) = subject else { return Double(trace.allEvaluations.evaluations) }
        let lines = key.kind == .body ? trace.evaluations[key.view]?.evaluations ?? 0 : 0
        return Double(lines + (trace.views[key]?.counts.updates ?? 0))
    }

    /// The number of updates of a view in each interaction with a name; nil if none was performed.
    func updates(of key: ViewFigureKey, inEach name: String) -> [Int]? {
        let performed = Set(interactions.exact(name))
        guard !performed.isEmpty else { return nil }
        let counts = (trace.views[key]?.byWindow ?? []).filter { performed.contains(trace.windows[$0.window]) }
        let all = performed.reduce(0) { $0 + (trace.interactions[$1]?.count ?? 0) }
        return counts.map(\.counts.updates) + Array(repeating: 0, count: max(0, all - counts.count))
    }

    func sum(_ keys: [InteractionKey]) -> InteractionFigures {
        // The limits of one kind of interaction are adjacent.
        if let lastSum, lastSum.keys == keys { return lastSum.figures }
        let sum = keys.reduce(into: InteractionFigures()) { sum, key in
            if let figures = trace.interactions[key] { sum += figures }
        }
        lastSum = (keys, sum)
        return sum
    }

    /// The sum over the interactions of a subject; nil for other subjects.
    func sums(of subject: BudgetSubject) -> InteractionFigures? {
        if case .interactions(let keys) = subject { sum(keys) } else { nil }
    }

    /// A figure of unnecessary updates; if no necessity is known, the maximum.
    func waste(
        _ counts: UpdateCounts, _ value: (UpdateCounts) -> Double, most: (UpdateCounts) -> Double
    ) -> Reading {
        if counts.isWasteKnown { return .value(value(counts), nil) }
        return .atMost(
            most(counts),
            counts.unknown == 1
                ? "whether its update was necessary is not recorded"
                : "whether its \(Decimal.grouped(counts.unknown)) updates were necessary is not recorded")
    }

    func unnecessaryPerInteraction(_ subject: BudgetSubject) -> Reading {
        let counts = inInteractions(subject)
        guard !counts.isWasteKnown, case .value(let most, _) = perInteraction(subject, { $0.unknown }) else {
            return perInteraction(subject) { $0.unnecessary }
        }
        return waste(counts) {
            Double($0.unnecessary)
        } most: { _ in
            most
        }
    }

    /// The updates counted per interaction.
    private func inInteractions(_ subject: BudgetSubject) -> UpdateCounts {
        func sum(_ parts: [InteractionKey: UpdateCounts]?) -> UpdateCounts {
            (parts ?? [:]).filter { ranks[$0.key] != nil }.reduce(into: UpdateCounts()) {
                $0 += $1.value
            }
        }
        return switch subject {
        case .trace: allPerformed.counts
        case .interactions(let keys): self.sum(keys).counts
        case .view(let key): sum(trace.views[key]?.byInteraction)
        case .chain(let path): sum(trace.chains[path]?.byInteraction)
        case .signpost, .function, .recurring, .log: UpdateCounts()
        }
    }

    func perInteraction(_ subject: BudgetSubject, _ count: (UpdateCounts) -> Int) -> Reading {
        let parts: [InteractionKey: UpdateCounts]
        switch subject {
        case .trace:
            let all = allPerformed
            return .value(Double(count(all.counts)) / Double(max(1, all.count)), "over \(all.count) interactions")
        case .interactions(let keys):
            let figures = sum(keys)
            return .value(Double(count(figures.counts)) / Double(max(1, figures.count)), nil)
        case .view(let key): parts = trace.views[key]?.byInteraction ?? [:]
        case .chain(let path): parts = trace.chains[path]?.byInteraction ?? [:]
        case .signpost, .function, .recurring, .log: parts = [:]
        }
        let worst = worst(parts, count)
        return .value(worst?.value ?? 0, worst.map { "in \($0.key.title)" })
    }

    /// The worst interaction counts: a view that a tap should not touch is not excused because scrolling needs it.
    private func worst(
        _ parts: [InteractionKey: UpdateCounts], _ count: (UpdateCounts) -> Int
    ) -> (value: Double, key: InteractionKey)? {
        var worst: (value: Double, key: InteractionKey, rank: Int)?
        for (key, counts) in parts {
            guard let rank = ranks[key] else { continue }
            let value = Double(count(counts)) / Double(max(1, trace.interactions[key]?.count ?? 0))
            guard value > worst?.value ?? 0 || value == worst?.value && rank < worst?.rank ?? 0 else { continue }
            worst = (value, key, rank)
        }
        return worst.map { ($0.value, $0.key) }
    }

    /// The number of durations behind its percentiles.
    func durations(of subject: BudgetSubject) -> Int {
        switch subject {
        case .signpost(let key): trace.signposts[key]?.intervals ?? 0
        case .view(let key): trace.views[key]?.durations.count ?? 0
        case .log(let text): trace.logs[text]?.lines ?? 0
        case .trace, .interactions, .chain, .function, .recurring: 0
        }
    }

    /// The 95th percentile of updates; nil for a signpost.
    func percentile(_ subject: BudgetSubject) -> Reading? {
        if case .signpost = subject { return nil }
        return figures(of: subject).percentileMs(95).map { .value($0, nil) } ?? .nothing("no update of it has an end")
    }

    /// The reason why the trace does not show that a figure is within its limit, which is that updates have no end. Nil
    /// if it does.
    func doubt(_ measure: BudgetMeasure, _ subject: BudgetSubject, now: Double?, most: Double) -> String? {
        guard trace.all.open + trace.all.lines > 0 || measure == .p95Ms else { return nil }
        if measure == .mainThreadShare, case .recurring(let label) = subject {
            return trace.recurring[label].flatMap { $0.open > 0 ? notJudged($0.open) : nil }
        }
        let counts = measure == .wastedMs ? counts(subject) : bodies(of: subject)
        // Console lines about bodies have no duration, and matter only if there is nothing else.
        let judged = counts.updates - counts.open - counts.lines
        let open = counts.open + (judged == 0 ? counts.lines : 0)
        let isDoubtful =
            switch measure {
            case .red, .orange: open > 0 && (now ?? 0) + Double(open) > most
            case .p95Ms: !isWithin(most, subject, updates: counts.updates - (judged == 0 ? 0 : counts.lines))
            case .wastedMs: counts.openUnnecessary > 0
            default: false
            }
        guard isDoubtful else { return nil }
        let count = max(1, measure == .wastedMs ? counts.openUnnecessary : open)
        return notJudged(count)
    }

    private func notJudged(_ count: Int) -> String {
        "\(Decimal.counted(count, "update")) not judged: \(count == 1 ? "it has" : "they have") no duration"
    }

    /// The updates of a subject that have deadlines: view bodies, except for a view of another kind.
    private func bodies(of subject: BudgetSubject) -> UpdateCounts {
        guard case .interactions(let keys) = subject else { return counts(subject, ofBodies: true) }
        let wanted = Set(keys)
        return trace.views.reduce(into: UpdateCounts()) { sum, view in
            guard view.key.kind == .body else { return }
            for (key, counts) in view.value.byInteraction where wanted.contains(key) { sum += counts }
        }
    }

    /// Whether the 95th percentile stays within a limit whatever the length of updates without an end.
    private func isWithin(_ mostMs: Double, _ subject: BudgetSubject, updates: Int) -> Bool {
        let durations = figures(of: subject).durations
        guard updates > durations.count else { return true }
        let rank = (updates * 95 + 99) / 100
        guard rank <= durations.count else { return false }
        return Double(durations[durations.startIndex + rank - 1]) / 1e6 <= mostMs
    }

    private func figures(of subject: BudgetSubject) -> UpdateFigures {
        if case .view(let key) = subject { trace.views[key] ?? UpdateFigures() } else { bodyFigures }
    }

    func signpost(_ subject: BudgetSubject) -> SignpostFigures {
        guard case .signpost(let key) = subject else { return SignpostFigures() }
        return trace.signposts[key] ?? SignpostFigures()
    }

    /// A time from log lines, or that of a signpost.
    func time(
        _ subject: BudgetSubject, ofLog: (LogFigures) -> Double?, ofSignpost: (SignpostFigures) -> Int64?
    ) -> Reading {
        guard case .log(let text) = subject else { return signpost(subject, ofSignpost) }
        let figures = trace.logs[text] ?? LogFigures()
        return ofLog(figures).map { .value($0, "of \(Decimal.counted(figures.lines, "line"))") }
            ?? .nothing("none of its lines has a duration")
    }

    func signpost(_ subject: BudgetSubject, _ nanoseconds: (SignpostFigures) -> Int64?) -> Reading {
        let figures = signpost(subject)
        return nanoseconds(figures).map {
            .value(Double($0) / 1e6, "of \(Decimal.counted(figures.intervals, "interval"))")
        } ?? .nothing("none of its intervals has both ends")
    }

    func recurring(
        _ subject: BudgetSubject, _ lack: String, _ value: (RecurringFigures) -> Double?
    ) -> Reading {
        guard case .recurring(let label) = subject, let cause = trace.recurring[label] else {
            return .nothing("no recurring cause")
        }
        let runs = "\(Decimal.counted(cause.updates, "update")) in \(Decimal.counted(cause.runs, "run"))"
        return value(cause).map { .value($0, runs) } ?? .unknown(lack)
    }

    func share(_ subject: BudgetSubject, _ samples: (FunctionFigures) -> Int) -> Reading {
        guard case .function(let key) = subject else { return .nothing("no function") }
        let figures = trace.functions[key] ?? FunctionFigures()
        return .value(
            trace.share(samples(figures)) ?? 0,
            "\(Decimal.grouped(samples(figures))) of \(Decimal.counted(trace.runningSamples, "sample"))")
    }

    private func ofBodies() -> UpdateFigures {
        var figures = UpdateFigures()
        for (key, view) in trace.views where key.kind == .body { figures.durations += view.durations }
        figures.durations.sort()
        return figures
    }

    func hitchRatio(_ subject: BudgetSubject) -> Reading {
        if case .interactions(let keys) = subject {
            return sum(keys).hitchRatio.map { .value($0, nil) } ?? .unknown("its interactions have no length")
        }
        let isWhole = performed.isEmpty
        let windows = isWhole ? sum(Array(trace.interactions.keys)) : allPerformed
        guard let ratio = windows.hitchRatio else { return .unknown("the length of the recording is not known") }
        return isWhole ? .substitute(ratio, "of the whole recording: it has no interactions") : .value(ratio, nil)
    }

    // MARK: Variation

    /// The variation of the figure by chance between recordings, estimated from its interactions within this one, and
    /// their number; nil if unknown.
    func chance(_ measure: BudgetMeasure, _ subject: BudgetSubject) -> (most: Double, interactions: Int)? {
        if case .trace = subject { return chanceOfStalls(measure) }
        guard case .interactions(let keys) = subject else { return chance(measure, ofPart: subject) }
        let own = variation.of(keys)
        let count = own.updates.count
        let most: Double?
        switch measure {
        case .updatesPerInteraction: most = variation.updates.mostApart(own.updates)
        case .unnecessaryPerInteraction: most = variation.unnecessary.mostApart(own.unnecessary)
        case .hitchRatio:
            let seconds = Double(sum(keys).windowNs) / 1e9 / Double(max(1, count))
            most = seconds > 0 ? variation.hitch.mostApart(own.hitch).map { $0 / seconds } : nil
        case .hitchMs: most = variation.hitch.mostApart(own.hitch).map { $0 * Double(count) }
        case .hangMs: most = variation.hang.mostApart(own.hang).map { $0 * Double(count) }
        default: most = nil
        }
        return most.map { ($0, count) }
    }

    /// The variation by chance of a view or chain, from the interaction in which it has the most.
    private func chance(
        _ measure: BudgetMeasure, ofPart subject: BudgetSubject
    ) -> (most: Double, interactions: Int)? {
        let part: UpdateFigures
        switch subject {
        case .view(let key):
            part = trace.views[key] ?? UpdateFigures()
        case .chain(let path):
            part = trace.chains[path] ?? UpdateFigures()
        case .trace, .interactions, .signpost, .function, .recurring, .log: return nil
        }
        let value: (UpdateCounts) -> Int
        switch measure {
        case .updatesPerInteraction: value = { $0.updates }
        case .unnecessaryPerInteraction: value = { $0.unnecessary }
        default: return nil
        }
        guard let key = worst(part.byInteraction, value)?.key else { return nil }
        let own = trace.variation(part.byWindow, in: key, value)
        let ofViews = measure == .updatesPerInteraction ? updatesOfViews : unnecessaryOfViews
        return ofViews.mostApart(own).map { ($0, own.count) }
    }

    private func ofViews(_ value: (UpdateCounts) -> Int) -> VariationOfKinds {
        VariationOfKinds(ofRows: trace.rowsOfViews(value), things: Self.namedThings)
    }

    /// The variation by chance of the stalls of the whole trace.
    private func chanceOfStalls(_ measure: BudgetMeasure) -> (most: Double, interactions: Int)? {
        let count = variation.byKind.values.reduce(0) { $0 + $1.updates.count }
        let most: Double?
        switch measure {
        case .hangMs: most = variation.hang.mostApartOfSum(count)
        case .hitchMs: most = variation.hitch.mostApartOfSum(count)
        case .hitchRatio:
            let seconds = Double(sum(performed).windowNs) / 1e9
            most = seconds > 0 ? variation.hitch.mostApartOfSum(count).map { $0 / seconds } : nil
        default: most = nil
        }
        return most.map { ($0, count) }
    }

    /// The variance of a number of updates as a multiple of that of random counts, as far as interactions show. It
    /// grows with the share of all updates.
    func excess(_ count: Double) -> Double {
        let share = min(1, count / Double(max(1, trace.all.updates)))
        return 1 + share * (variation.updates.excessOfSum - 1)
    }

    /// The interaction to which a figure is attributed: its own for an interaction, the one with the most for a view or
    /// chain, the one with at least half for the trace.
    func cause(_ measure: BudgetMeasure, _ subject: BudgetSubject) -> InteractionKey? {
        let value: (UpdateCounts) -> Int =
            switch measure {
            case .red: { $0.red }
            case .orange: { $0.orange }
            case .unnecessary, .unnecessaryPerInteraction, .wastedMs: { $0.unnecessary }
            default: { $0.updates }
            }
        switch subject {
        case .interactions(let keys): return keys.count == 1 ? keys[0] : nil
        case .view(let key): return worst(trace.views[key]?.byInteraction ?? [:], value)?.key
        case .chain(let path): return worst(trace.chains[path]?.byInteraction ?? [:], value)?.key
        case .signpost, .function, .recurring, .log: return nil
        case .trace:
            var (most, all): ((value: Double, key: InteractionKey)?, Double) = (nil, 0)
            for key in performed {
                guard let figures = trace.interactions[key] else { continue }
                let one =
                    switch measure {
                    case .hitchRatio, .hitchMs: figures.hitches.ms
                    case .hangMs: figures.hangs.ms
                    case .evaluations, .unchanged, .rejects: 0.0
                    default: Double(value(figures.counts))
                    }
                all += one
                if one > most?.value ?? 0 { most = (one, key) }
            }
            return most.flatMap { $0.value * 2 >= all ? $0.key : nil }
        }
    }
}
