/// Hangs, hitches, busy runs and the launch in which one subject has most of the main thread: one problem with one total.
struct StretchGroup {
    /// How the main thread spent a hang.
    enum Mode: Int {
        case busy, mixed, waiting
        /// Without samples of the main thread.
        case unknown
    }

    /// Nil where nothing has half of the time.
    var share: SampledShare?
    /// Indexes of the hangs and hitches in the records, and of the busy runs and launches in `AnalysisResults.stretches`.
    var hangs: [Int] = []
    var hitches: [Int] = []
    var runs: [Int] = []
    /// The time of its hangs by mode.
    var modes: [Mode: Int64] = [:]
    var hangNs: Int64 = 0
    var hitchNs: Int64 = 0
    var runNs: Int64 = 0
    /// The samples that count in it, each once.
    var tally = StretchTally()
    /// Where its samples lie; empty for those of a wait.
    var spans: [Range<Int64>] = []

    var totalNs: Int64 { hangNs.addingSaturating(hitchNs).addingSaturating(runNs) }
    var mode: Mode { modes.max { ($0.value, -$0.key.rawValue) < ($1.value, -$1.key.rawValue) }?.key ?? .unknown }

    /// The kind of stretch that leads it: hangs, then hitches, then busy runs.
    var lead: Stretch.Kind { !hangs.isEmpty ? .hang : !hitches.isEmpty ? .hitch : isCapture ? .capture : .busyRun }
    /// Whether its run is all that a call tree without times says of a main thread.
    var isCapture = false

    mutating func add(_ other: StretchGroup) {
        hangs += other.hangs
        hitches += other.hitches
        runs += other.runs
        modes.merge(other.modes) { $0.addingSaturating($1) }
        hangNs = hangNs.addingSaturating(other.hangNs)
        hitchNs = hitchNs.addingSaturating(other.hitchNs)
        runNs = runNs.addingSaturating(other.runNs)
        isCapture = isCapture || other.isCapture
        tally.add(other.tally)
        spans += other.spans
    }
}

/// Groups the stretches of a trace by what had the main thread in them.
struct StretchGroups {
    /// What joins stretches: one process, and one body or function; hangs that waited are not those that worked.
    private struct Key: Hashable {
        var owner: NameID
        var subject: String
        var waits: Bool
    }

    private let context: RuleContext
    private let reader: StackReader
    private var threads: [NameID: MainThread]
    private let frameNs: Int64
    /// Time that updates and commits have of each hitch, and rendering.
    private var ofUpdates: [Int32: Int64] = [:]
    private var ofRendering: [Int32: Int64] = [:]
    /// Hitches that are late in rendering, which the main thread does not explain.
    private(set) var rendered: [Int] = []

    init(_ context: RuleContext) {
        self.context = context
        reader = context.stackReader
        threads = MainThread.byOwner(context.records, context.results, reader)
        frameNs = FrameTime.ns(context.records)
        for part in context.results.stretchParts {
            let stretch = context.results.stretches[Int(part.stretch)]
            guard stretch.kind == .hitch else { continue }
            switch part.witness {
            case .updates, .commit:
                ofUpdates[stretch.row] = (ofUpdates[stretch.row] ?? 0).addingSaturating(part.nanoseconds)
            case .render: ofRendering[stretch.row] = part.nanoseconds
            case .mainThread, .blocked, .unexplained: break
            }
        }
    }

    /// The groups, with most time first.
    mutating func groups() -> [StretchGroup] {
        var (groups, places) = ([StretchGroup](), [Key: Int]())
        var pools: [Key: StretchGroup] = [:]
        // Stretches with the same start stay together, because a statement selects by start.
        var placeOfStart: [Key: Int] = [:]
        for (index, stretch) in context.results.stretches.enumerated() {
            guard let (own, found) = group(of: stretch, at: index) else { continue }
            // What several have, or the system, is said of all such stretches together.
            let isOwn = found.map { $0.subject.kind != .several && $0.subject.kind != .system } ?? false
            let share = isOwn || stretch.kind == .hang ? found : nil
            let waits = own.mode == .waiting && stretch.kind == .hang
            let pool = Key(owner: stretch.owner, subject: "\(stretch.kind)", waits: waits)
            let key = share.map { Key(owner: stretch.owner, subject: Self.key($0.subject), waits: waits) }
            let start = Key(owner: stretch.owner, subject: "\(stretch.kind) \(stretch.start)", waits: false)
            if let place = placeOfStart[start] {
                groups[place].add(own)
            } else if let key {
                let place = places[key] ?? groups.count
                if place == groups.count { groups.append(StretchGroup()) }
                groups[place].add(own)
                (places[key], placeOfStart[start]) = (place, place)
            } else {
                pools[pool, default: StretchGroup()].add(own)
            }
        }
        pool(&groups, &places, pools)
        return groups.sorted { ($1.totalNs, Self.words($0)) < ($0.totalNs, Self.words($1)) }
    }

    private static func words(_ group: StretchGroup) -> String { group.share?.subject.phrase ?? "" }

    /// Stretches without a subject of their own join what all of them together have.
    private func pool(_ groups: inout [StretchGroup], _ places: inout [Key: Int], _ pools: [Key: StretchGroup]) {
        var owners = places.map { ($0.value, $0.key.owner) }
        for (pool, var group) in pools.sorted(by: {
            ($0.key.owner.rawValue, $0.key.subject) < ($1.key.owner.rawValue, $1.key.subject)
        }) {
            count(&group, pool.owner)
            let key = group.share.map { Key(owner: pool.owner, subject: Self.key($0.subject), waits: pool.waits) }
            if let key, let place = places[key] {
                groups[place].add(group)
            } else {
                owners.append((groups.count, pool.owner))
                groups.append(group)
            }
        }
        for (place, owner) in owners.sorted(by: { $0.0 < $1.0 }) { count(&groups[place], owner) }
    }

    /// Counts each sample of a group once, though its spans overlap, and finds what has most of them.
    private func count(_ group: inout StretchGroup, _ owner: NameID) {
        if !group.spans.isEmpty, let thread = threads[owner] {
            let waits = group.tally.waits
            group.tally = StretchTally()
            var end = Int64.min
            for span in group.spans.sorted(by: { $0.lowerBound < $1.lowerBound }) where span.upperBound > end {
                thread.add(max(end, span.lowerBound)..<span.upperBound, to: &group.tally)
                end = span.upperBound
            }
            if group.mode == .waiting { group.tally = group.tally.withWaits(waits) }
        }
        group.share = share(group) ?? group.share
    }

    private func share(_ group: StretchGroup) -> SampledShare? {
        let waits = group.mode == .waiting && group.hitches.isEmpty && (group.runs.isEmpty || group.isCapture)
        let samples = waits && !group.tally.waits.isEmpty ? group.tally.waits : group.tally.stacks
        return SubjectFinder(samples, reader, context.records).share()
    }

    private static func key(_ subject: SampledSubject) -> String {
        switch subject.kind {
        case .functionInBody, .body, .family, .structure: subject.body.map { "body \($0)" } ?? subject.phrase
        case .function, .several, .unnamed, .system: subject.phrase
        }
    }

    // MARK: Stretches

    private mutating func group(of stretch: Stretch, at index: Int) -> (StretchGroup, SampledShare?)? {
        switch stretch.kind {
        case .hang: return hang(stretch)
        case .hitch: return hitch(stretch)
        case .busyRun: return run(stretch, index)
        case .capture: return capture(stretch, index)
        case .launch, .longBody, .longGroup: return nil
        }
    }

    private mutating func hang(_ stretch: Stretch) -> (StretchGroup, SampledShare?)? {
        let row = Int(stretch.row)
        guard context.records.hangs[row].isOfMainThread else { return nil }
        var group = StretchGroup()
        (group.hangs, group.hangNs) = ([row], stretch.duration)
        let span = stretch.start..<stretch.start.addingSaturating(stretch.duration)
        let mode = mode(row)
        group.modes = [mode: stretch.duration]
        group.spans = [span]
        if let tally = threads[stretch.owner]?.tally(in: span) { group.tally = tally }
        if mode == .waiting, group.tally.waits.isEmpty, let thread = threads[stretch.owner] {
            group.tally.add(thread.atLongestPause(in: span))
        }
        return (group, share(group))
    }

    private func mode(_ row: Int) -> StretchGroup.Mode {
        guard let coverage = context.results.hangs[row].coverage else { return .unknown }
        let percent = coverage * 100
        if percent < Double(RuleThresholds.blockedPercent) { return .waiting }
        return percent < Double(RuleThresholds.busyPercent) ? .mixed : .busy
    }

    private mutating func hitch(_ stretch: Stretch) -> (StretchGroup, SampledShare?)? {
        let half = stretch.duration / 2
        if let time = ofRendering[stretch.row], time >= half {
            rendered.append(Int(stretch.row))
            return nil
        }
        guard ofUpdates[stretch.row] ?? 0 < max(1, half) else { return nil }
        var group = StretchGroup()
        (group.hitches, group.hitchNs) = ([Int(stretch.row)], stretch.duration)
        let span = FrameTime.span(context.records.hitches[Int(stretch.row)], frameNs: frameNs)
        guard var thread = threads[stretch.owner], let period = thread.periodNs else { return (group, nil) }
        let tally = thread.tally(in: span)
        threads[stretch.owner] = thread
        // Else the main thread was not late.
        guard let tally, span.upperBound - span.lowerBound <= coverable(tally.running, period) else {
            return (group, nil)
        }
        (group.tally, group.spans) = (tally, [span])
        return (group, share(group))
    }

    /// The longest span that running samples cover enough of.
    private func coverable(_ running: Int, _ period: Int64) -> Int64 {
        Int64(running).multipliedReportingOverflow(by: period).partialValue * 100 / Int64(StretchRules.coveredPercent)
    }

    /// Nil where the main thread was idle most of the time: the app was not hanging.
    private mutating func capture(_ stretch: Stretch, _ index: Int) -> (StretchGroup, SampledShare?)? {
        guard let tally = threads[stretch.owner]?.tally() else { return nil }
        let all = tally.running + tally.waiting + tally.idle
        guard tally.running * 2 >= all || tally.waiting * 2 >= all, all > 0 else { return nil }
        var group = StretchGroup()
        let isBusy = tally.running >= tally.waiting
        (group.runs, group.isCapture, group.tally) = ([index], true, tally)
        group.modes = [isBusy ? .busy : .waiting: stretch.duration]
        let part = Int64(isBusy ? tally.running : tally.waiting)
        group.runNs = Int64(Double(stretch.duration) * Double(part) / Double(all))
        return (group, share(group))
    }

    private mutating func run(_ stretch: Stretch, _ index: Int) -> (StretchGroup, SampledShare?)? {
        var group = StretchGroup()
        (group.runs, group.runNs) = ([index], stretch.duration)
        let span = stretch.start..<stretch.start.addingSaturating(stretch.duration)
        group.spans = [span]
        if let tally = threads[stretch.owner]?.tally(in: span) { group.tally = tally }
        return (group, share(group))
    }
}
