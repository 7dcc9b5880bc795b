/// Hangs of the main thread, grouped by what the thread did.
struct HangFindings {
    /// Hangs of one process in the same app function; if none is known, with the same innermost frame that has most of
    /// their samples.
    struct Cluster {
        /// None without samples, or if no frame has most of them.
        var culprit: NameID
        var hangs: [Int] = []
        /// The path of the longest hang, which the evidence is about.
        var path: HeavyPath?
    }

    private struct Start: Hashable {
        var ns: Int64
        var owner: NameID
    }

    let context: RuleContext

    /// Hangs whose coverage fulfils a condition, by culprit.
    func clusters(_ isWanted: (Double?) -> Bool) -> [Cluster] {
        let hangs = context.records.hangs
        var index: [[NameID]: Int] = [:]
        // Hangs with the same start stay together, because the statement selects by start.
        var clusterOfStart: [Start: Int] = [:]
        var clusters: [Cluster] = []
        for row in hangs.indices where isMain(row) && isWanted(context.results.hangs[row].coverage) {
            let path = path(row)
            let function = context.appFunction(inHang: path)
            let culprit = function.isPresent ? function : path?.frames.last ?? .none
            let (start, key) = (Start(ns: hangs[row].start, owner: owner(row)), [owner(row), culprit])
            let cluster = clusterOfStart[start] ?? index[key] ?? clusters.count
            if cluster == clusters.count {
                index[key] = cluster
                clusters.append(Cluster(culprit: culprit, path: path))
            }
            clusterOfStart[start] = cluster
            if clusters[cluster].hangs.allSatisfy({ hangs[$0].duration < hangs[row].duration }) {
                clusters[cluster].path = path
            }
            clusters[cluster].hangs.append(row)
        }
        return clusters
    }

    func isMain(_ row: Int) -> Bool {
        let hang = context.records.hangs[row]
        return hang.isOfMainThread && !context.results.scope.isOther(hang.process)
    }

    private func path(_ row: Int) -> HeavyPath? {
        let hang = context.records.hangs[row]
        let owner = context.results.scope.owner(hang.process)
        return context.mainSamplesByOwner[owner]?
            .heavyPath(from: hang.start, to: hang.start.addingSaturating(hang.duration), context)
    }

    private func owner(_ row: Int) -> NameID { context.results.scope.owner(context.records.hangs[row].process) }

    // MARK: Findings

    func finding(
        _ cluster: Cluster, title: String, condition: String, hint: String, effort: Finding.Effort,
        work: [WorkMeanwhile] = []
    ) -> Finding {
        let hangs = context.records.hangs
        let total = cluster.hangs.reduce(Int64(0)) { $0.addingSaturating(hangs[$1].duration) }
        let longest = cluster.hangs.map { hangs[$0].duration }.max() ?? 0
        var window = CommonWindow()
        for row in cluster.hangs { window.add(context.results.hangWindow[row]) }
        return Finding(
            severity: Self.severity(longest), title: title, view: nil,
            cause: worker(cluster)?.name, effort: effort, sql: sql(cluster, condition),
            rows: cluster.hangs.count, costNs: total
        ) {
            Finding.Rest(
                window: window.window, evidence: evidence(cluster, total, longest, work), hint: hint,
                about: .stalls(hangs: cluster.hangs, hitches: [], function: context.appFunction(inHang: cluster.path)))
        }
    }

    /// What to do about work that runs while the main thread is late.
    static func hint(_ work: WorkMeanwhile) -> String {
        """
        Look at \(work.name) first: if it runs on the main thread, move it off, or do less of it at a time. The Time Profiler \
        instrument would say which thread it is.
        """
    }

    /// What the app says that ran in the hangs of a cluster.
    func workMeanwhile(_ cluster: Cluster) -> [WorkMeanwhile] {
        let hangs = context.records.hangs
        return WorkMeanwhile.find(
            in: cluster.hangs.map { hangs[$0].start..<hangs[$0].start.addingSaturating(max(0, hangs[$0].duration)) },
            context)
    }

    /// By the bands of section 6.
    static func severity(_ duration: Int64) -> Finding.Severity {
        duration >= 250_000_000 ? .high : duration >= 100_000_000 ? .medium : .low
    }

    static let severityWords =
        "high for a microhang or longer (from 250 ms), medium from 100 ms, low below; the longest counts"

    private func evidence(
        _ cluster: Cluster, _ total: Int64, _ longest: Int64, _ work: [WorkMeanwhile]
    ) -> String {
        let (hangs, results) = (context.records.hangs, context.results)
        let row = cluster.hangs.first { hangs[$0].duration == longest } ?? cluster.hangs[0]
        let word = context.short(context.names.text(hangs[row].kind) ?? HangClass.word(forDuration: longest))
        var text =
            cluster.hangs.count == 1
            ? "1 hang (\(word)) of \(RuleWords.ms(longest))"
            : "\(RuleWords.count(cluster.hangs.count, "hang")), \(RuleWords.ms(total)) in all, the longest (\(word)) "
                + RuleWords.ms(longest)
        text += " at \(RuleWords.at(hangs[row].start))\(process(row))\(place(row))"
        text += WorkMeanwhile.words(work, of: cluster.hangs.count)
        if let coverage = results.hangs[row].coverage {
            text += "; the main thread ran \(Decimal.text(coverage * 100, digits: 0)) % of that time"
        } else {
            text += "; there are no main-thread samples"
        }
        if let path = cluster.path, let words = path.words(context, 3) {
            text += ", \(path.percent) % of its samples in \(words)"
        } else if !results.hangs[row].frames.isEmpty {
            text +=
                "; hottest: "
                + RuleWords.top(results.hangs[row].frames.map { (context.placed($0.frame), $0.samples) })
        }
        if let risk = risk(row) { text += "; Instruments says: \(risk)" }
        let views = results.hangs[row].views.prefix(3).map { context.shortViewName(Int($0.view)) }
        return views.isEmpty ? text : "\(text); views updated meanwhile: \(views.joined(separator: ", "))"
    }

    /// The first message of Instruments (`hang-risks`) inside the hang.
    private func risk(_ row: Int) -> String? {
        let (hang, scope) = (context.records.hangs[row], context.results.scope)
        let end = hang.start.addingSaturating(hang.duration)
        let risk = context.hangRisks.first { log in
            log.start >= hang.start && log.start <= end && !scope.isOther(log.process)
                && scope.owner(log.process) == scope.owner(hang.process)
        }
        return risk.map { context.short(context.name($0.message)) }
    }

    /// The process of a hang, if several are analysed.
    private func process(_ row: Int) -> String {
        guard context.results.scope.hasSeveral, owner(row).isPresent else { return "" }
        return " in \(context.shortName(owner(row)))"
    }

    private func place(_ row: Int) -> String {
        let window = Int(context.results.hangWindow[row])
        if window >= 0 {
            let summary = context.results.windows[window]
            if summary.kind == .trace { return "" }
            return ", in \(context.short(NodeLabels.text(summary.kind, summary.kindWord, summary.name, context.names)))"
        }
        let first = context.results.windows.first?.start ?? Int64.max
        return context.records.hangs[row].start < first ? ", during launch" : ""
    }

    private func sql(_ cluster: Cluster, _ condition: String) -> String {
        let hangs = context.records.hangs
        let starts = Set(cluster.hangs.map { hangs[$0].start }).sorted()
        let process = context.isOfProcesses(cluster.hangs.map { hangs[$0].process })
        return """
            SELECT id, class, start_ms, duration_ms, main_thread_coverage, overlapping_views, interaction_id
            FROM hangs
            WHERE trace_id = :trace AND is_target = 1 AND coalesce(thread, 'main') = 'main' AND \(condition)
                AND start_ns IN (\(RuleSQL.list(starts)))\(process)
            ORDER BY start_ns, id
            """
    }

    /// The innermost costly family on the heavy path.
    func family(_ cluster: Cluster) -> CostlyAPI? {
        for frame in (cluster.path?.frames ?? []).reversed() {
            if let family = context.costlyCalls.family(frame) { return CostlyAPI.all[family] }
        }
        return nil
    }

    /// What the culprit does, if it is known to be slow: `it reads or writes files or a database`.
    func work(_ cluster: Cluster) -> String { family(cluster).map { ": it \($0.does)" } ?? "" }
}

/// What blocks the main thread in a hang, described for someone who can change it.
enum HangWorker {
    /// A function of the app, or without known owners the innermost one.
    case function(String)
    /// The app's code without symbols, with the system functions it calls.
    case unsymbolicated(calls: [String])
    /// A function of a framework, for a view of the app that was updated at the time.
    case framework(String, view: String?)

    /// The name of a function that can be changed.
    var name: String? { if case .function(let name) = self { name } else { nil } }

    /// `in ModelData.load(_:)`
    var phrase: String {
        switch self {
        case .function(let name): "in \(name)"
        case .unsymbolicated(let calls):
            "in code without symbols\(calls.isEmpty ? "" : " that calls \(calls.joined(separator: " and "))")"
        case .framework(let name, let view):
            "with SwiftUI's own work\(view.map { " while \($0) updates" } ?? " (\(name))")"
        }
    }
}

extension HangFindings {
    /// Nil if no call has most of the samples.
    func worker(_ cluster: Cluster) -> HangWorker? {
        guard let path = cluster.path, path.frames.count > 1 else { return nil }
        let name = context.name(cluster.culprit)
        let isApp = context.appFunction(inHang: path).isPresent
        if name.hasPrefix("0x") || !isApp && path.frames.contains(where: { context.name($0).hasPrefix("0x") }) {
            return .unsymbolicated(calls: calls(path))
        }
        let isEntry = name == "main" || name.contains("$main")
        guard isEntry || AppViews.isNode(name) else { return .function(context.short(name)) }
        let function = isEntry ? path.frames.last.map(context.name) ?? name : name
        return .framework(context.short(function), view: appView(cluster))
    }

    /// The innermost two readable functions called by unnamed functions.
    private func calls(_ path: HeavyPath) -> [String] {
        let names = path.frames.map(context.name)
        let called = zip(names.dropFirst(), names).filter { $0.1.hasPrefix("0x") }.map(\.0)
        let readable = called.filter { name in
            !name.hasPrefix("0x") && !name.hasPrefix("_") && !name.hasPrefix("swift_") && !name.contains("::")
                && !name.hasSuffix("App.main()")
        }
        return readable.suffix(2).map(context.short)
    }

    /// The app view updated longest in the longest of the hangs.
    private func appView(_ cluster: Cluster) -> String? {
        let hangs = context.records.hangs
        guard let longest = cluster.hangs.max(by: { hangs[$0].duration < hangs[$1].duration }) else { return nil }
        let views = context.results.hangs[longest].views.map { Int($0.view) }
        return views.first { !context.isFramework[$0] }.map(context.shortViewName)
    }
}

/// The main thread's samples by time.
struct MainSamples {
    /// Rows of `TraceRecords.samples`, by time.
    let rows: [Int]
    private var walks: WalkAllowance
    /// Made only for overlapping intervals.
    private var order: StackOrder?

    init(_ context: RuleContext) {
        let samples = context.records.samples
        let scope = context.results.scope
        self.init(
            rows: (0..<samples.count).filter { row in
                samples[row].thread == NameID(.main) && !scope.isOther(samples[row].process)
            })
    }

    private init(rows: [Int]) {
        self.rows = rows
        walks = WalkAllowance(rows: rows.count)
    }

    /// The samples by process, if several are analysed.
    func byOwner(_ context: RuleContext) -> [NameID: MainSamples] {
        let scope = context.results.scope
        guard scope.hasSeveral else { return [.none: self] }
        let samples = context.records.samples
        return Dictionary(grouping: rows) { scope.owner(samples[$0].process) }.mapValues { MainSamples(rows: $0) }
    }

    /// Samples walked over and looked up, for tests.
    var steps: Int { walks.walked + (order?.steps ?? 0) }

    /// The call path with most of the samples in an interval.
    mutating func heavyPath(from start: Int64, to end: Int64, _ context: RuleContext) -> HeavyPath? {
        let places = places(from: start, to: end, context)
        guard !walks.allows(places.count) else {
            let stacks = stacks(from: start, to: end, context)
            return HeavyPath(stacks.byStack, total: stacks.total, context)
        }
        let samples = context.records.samples
        let order = order ?? StackOrder(rows.map { samples[$0].stack }, context.records.stacks)
        self.order = order
        return order.heavyPath(of: places, context)
    }

    /// The stacks of the samples in an interval with their counts, including those of a waiting thread.
    func stacks(from start: Int64, to end: Int64, _ context: RuleContext) -> (byStack: [UInt32: Int], total: Int) {
        let samples = context.records.samples
        let places = places(from: start, to: end, context)
        var byStack: [UInt32: Int] = [:]
        for place in places {
            let stack = samples[rows[place]].stack
            if stack != 0 { byStack[stack, default: 0] += 1 }
        }
        return (byStack, places.count)
    }

    /// Indexes into `rows`.
    private func places(from start: Int64, to end: Int64, _ context: RuleContext) -> Range<Int> {
        let samples = context.records.samples
        let first = rows.firstPlace { samples[$0].start >= start }
        return first..<max(first, rows.firstPlace { samples[$0].start >= end })
    }
}

/// Which thread states mean running, as far as the source says; each is looked up once.
struct RunningStates {
    private let names: NameTable
    private var known: [UInt32: Bool] = [:]
    private var last: (state: UInt32, isRunning: Bool)?

    init(_ names: NameTable) { self.names = names }

    mutating func contains(_ state: NameID) -> Bool {
        if let last, last.state == state.rawValue { return last.isRunning }
        let isRunning = known[state.rawValue] ?? isRunning(state)
        known[state.rawValue] = isRunning
        last = (state.rawValue, isRunning)
        return isRunning
    }

    private func isRunning(_ state: NameID) -> Bool {
        !state.isPresent || names.text(state)?.lowercased() == "running"
    }
}
