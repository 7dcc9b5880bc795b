/// Finds what made somebody wait, in every lane, and what the main thread did meanwhile (docs/analysis.md, section 6).
enum StretchPass: AnalysisPass {
    static let name = "stretches"
    static let reads: Results = [.processes, .views, .severity, .groups, .chains, .stalls, .overview]
    static let writes: Results = .stretches

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        results.lateOfUpdate = SparseColumn(absent: -1)
        let reader = StackReader(records, CostlyCalls(records.names))
        let threads = MainThread.byOwner(records, results, reader)
        var finder = StretchFinder(records, results, threads)
        results.stretches = finder.stretches()
        addParts(records, results, threads, reader)
        results.sampledBodies = SampledBodies(records, results, reader, threads).bodies()
    }

    private static func addParts(
        _ records: TraceRecords, _ results: AnalysisResults, _ threads: [NameID: MainThread], _ reader: StackReader
    ) {
        let stretches = results.stretches
        let hangs = stretches.lazy.filter { $0.kind == .hang }.map { Int($0.row) }
        let hitches = stretches.lazy.filter { $0.kind == .hitch }.map { Int($0.row) }
        guard stretches.contains(where: { $0.kind == .hang || $0.kind == .hitch || $0.kind == .capture }) else {
            return
        }
        let ledger = StretchLedger(records, results, hitches: Array(hitches), hangs: Array(hangs)) { row in
            reader.codeOfApp(records.samples[row].stack)
        }
        for (index, stretch) in stretches.enumerated() {
            let captured = threads[stretch.owner].flatMap { $0.isUntimed ? $0 : nil }
            let parts =
                switch stretch.kind {
                case .capture: captured?.parts(of: stretch.duration) ?? []
                case .hang where captured != nil: captured?.parts(of: stretch.duration) ?? []
                case .hang: ledger.parts(ofHang: Int(stretch.row))
                case .hitch: ledger.parts(ofHitch: Int(stretch.row))
                case .launch, .longBody, .longGroup, .busyRun: [StretchPart]()
                }
            for var part in parts {
                part.stretch = Int32(index)
                results.stretchParts.append(part)
            }
        }
    }
}

/// When a frame is due, and the work for it.
enum FrameTime {
    /// The frame interval if the recording has none.
    private static let usualNs: Int64 = 16_666_667

    /// Frames from a deadline back to the possible start of the frame's work.
    private static let latencyFrames: Int64 = 2

    static func ns(_ records: TraceRecords) -> Int64 {
        DisplayRate.hertz(records).map { 1_000_000_000 / $0 } ?? usualNs
    }

    /// The span that contains the work of a hitch's frame.
    static func span(_ hitch: HitchRecord, frameNs: Int64) -> Range<Int64> {
        let first = hitch.start - min(hitch.start, latencyFrames * frameNs)
        return first..<max(first, hitch.start.addingSaturating(hitch.duration) - frameNs)
    }
}

/// Collects stretches by kind; a millisecond is late in the first kind that has it.
private struct StretchFinder {
    private let records: TraceRecords
    private let results: AnalysisResults
    private let threads: [NameID: MainThread]
    private var claimed = ClaimedTime()

    init(_ records: TraceRecords, _ results: AnalysisResults, _ threads: [NameID: MainThread]) {
        (self.records, self.results, self.threads) = (records, results, threads)
    }

    mutating func stretches() -> [Stretch] {
        let launches = launches()
        return [hangs(), hitches(), launches, longBodies(), longGroups(), busyRuns(after: launches), captures()]
            .flatMap { $0 }
    }

    private mutating func hangs() -> [Stretch] {
        let rows = records.hangs.indices.filter { row in
            !results.scope.isOther(records.hangs[row].process) && !records.hangs[row].isDelay(records.names)
        }
        return claim(
            rows.map { row in
                let hang = records.hangs[row]
                return Stretch(
                    kind: .hang, row: Int32(row), start: hang.start, duration: max(0, hang.duration),
                    owner: results.scope.owner(hang.process))
            })
    }

    /// Hitches keep their length, unless they lie in a hang: their work spans claim time.
    private mutating func hitches() -> [Stretch] {
        let scope = results.scope
        let frameNs = FrameTime.ns(records)
        let rows = records.hitches.indices.filter { row in
            records.hitches[row].isSystem != true && !scope.isOther(records.hitches[row].process)
        }
        let found = rows.map { row in
            let hitch = records.hitches[row]
            let length = max(0, hitch.duration)
            let owner = scope.owner(hitch.process)
            let isInHang = claimed.isClaimed(hitch.start, owner: owner)
            return Stretch(
                kind: .hitch, row: Int32(row), start: hitch.start, duration: length, lateNs: isInHang ? 0 : length,
                owner: owner)
        }
        claimed.add(
            rows.map {
                (FrameTime.span(records.hitches[$0], frameNs: frameNs), scope.owner(records.hitches[$0].process))
            })
        return found
    }

    private mutating func launches() -> [Stretch] {
        claim(
            Launch.all(records, results.scope).map {
                Stretch(
                    kind: .launch, start: $0.span.lowerBound, duration: $0.span.upperBound - $0.span.lowerBound,
                    owner: $0.owner)
            })
    }

    private mutating func longBodies() -> [Stretch] {
        let (updates, severity) = (records.updates, results.severity.buffer)
        let rows = severity.indices.filter { row in
            severity[row] > 0 && results.role[row] == .counted && updates.thread[row] == NameID(.main)
                && results.views[Int(results.viewOfKey[Int(updates.view[row])])].kind == .body
        }
        return claim(
            rows.map { row in
                Stretch(
                    kind: .longBody, row: Int32(row), start: updates.start[row],
                    duration: results.leastDuration(row, updates), owner: results.scope.owner(updates.process[row]))
            }, over: results.deadlines.orangeNs)
    }

    private mutating func longGroups() -> [Stretch] {
        let groups = results.groups
        let rows = groups.indices.filter { row in
            groups[row].isAccumulated && !groups[row].isOther && groups[row].busy > results.deadlines.orangeNs
        }
        return claim(
            rows.map { row in
                Stretch(
                    kind: .longGroup, row: Int32(row), start: groups[row].start, duration: groups[row].busy,
                    owner: results.scope.owner(groups[row].process))
            }, over: results.deadlines.orangeNs)
    }

    // MARK: Busy runs

    /// Only where the recording cannot say that nothing hung: a table without a row is an answer.
    private func busyRuns(after launches: [Stretch]) -> [Stretch] {
        guard !records.lanes.contains(.hangs), !records.lanes.contains(.hitches), records.hangs.isEmpty,
            records.hitches.isEmpty
        else { return [] }
        return threads.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { owner, thread -> [Stretch] in
            guard let period = thread.periodNs, period <= StretchRules.longestPeriodNs else { return [] }
            let end = launches.last { $0.owner == owner }.map { $0.start + $0.duration }
            let runs = thread.busyRuns(launchEnd: end)
            let isLong = runs.contains { $0.upperBound - $0.lowerBound >= StretchRules.oneRunNs }
            guard isLong || runs.count >= StretchRules.severalRuns else { return [] }
            return runs.map {
                Stretch(kind: .busyRun, start: $0.lowerBound, duration: $0.upperBound - $0.lowerBound, owner: owner)
            }
        }
    }

    // MARK: Captures

    /// The main threads of which there is a call tree without times, and no hang that it is of.
    private func captures() -> [Stretch] {
        threads.filter { $0.value.isUntimed }.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { owner, thread in
            let isOfHang = records.hangs.contains { results.scope.owner($0.process) == owner }
            let length = Int64(thread.rows.count).multipliedReportingOverflow(by: thread.periodNs ?? 0)
            guard !isOfHang, !length.overflow else { return nil }
            return Stretch(kind: .capture, start: 0, duration: length.partialValue, owner: owner)
        }
    }

    /// Gives stretches their unclaimed time, less a deadline, and claims it.
    private mutating func claim(_ found: [Stretch], over deadline: Int64 = 0) -> [Stretch] {
        var late = found
        // Of stretches of one kind that overlap, the one that begins first has the time.
        var until: [NameID: Int64] = [:]
        for index in found.indices.sorted(by: { (found[$0].start, $0) < (found[$1].start, $1) }) {
            let stretch = found[index]
            let end = stretch.start.addingSaturating(stretch.duration)
            let start = max(stretch.start, until[stretch.owner] ?? .min)
            let free = start < end ? claimed.unclaimed(start..<end, owner: stretch.owner) : 0
            late[index].lateNs = max(0, min(free, stretch.duration - deadline))
            until[stretch.owner] = max(until[stretch.owner] ?? .min, end)
        }
        claimed.add(found.map { ($0.start..<$0.start.addingSaturating($0.duration), $0.owner) })
        return late
    }
}

/// Numbers of section 6.
enum StretchRules {
    /// A busy run: its least length; one that is told alone, and how many that are not.
    static let leastRunNs: Int64 = 50_000_000
    static let oneRunNs: Int64 = 250_000_000
    static let severalRuns = 3
    /// Samples further apart cannot tell that a thread ran without a pause.
    static let longestPeriodNs: Int64 = 2_000_000
    /// The least share of a hitch's span that samples cover, in percent: else the main thread was not late.
    static let coveredPercent = 20
}

/// Time of main threads that a stretch has, by process.
private struct ClaimedTime {
    /// In order, not touching each other.
    private var spans: [NameID: [Range<Int64>]] = [:]

    mutating func add(_ added: [(span: Range<Int64>, owner: NameID)]) {
        for (owner, group) in Dictionary(grouping: added, by: \.owner) {
            spans[owner] = ((spans[owner] ?? []) + group.map(\.span).filter { !$0.isEmpty }).merged()
        }
    }

    func isClaimed(_ time: Int64, owner: NameID) -> Bool {
        guard let spans = spans[owner] else { return false }
        let next = spans.firstPlace { $0.lowerBound > time }
        return next > 0 && spans[next - 1].upperBound > time
    }

    func unclaimed(_ span: Range<Int64>, owner: NameID) -> Int64 {
        var free = span.upperBound - span.lowerBound
        guard let spans = spans[owner] else { return free }
        var next = spans.firstPlace { $0.upperBound > span.lowerBound }
        while next < spans.count, spans[next].lowerBound < span.upperBound {
            free -= min(span.upperBound, spans[next].upperBound) - max(span.lowerBound, spans[next].lowerBound)
            next += 1
        }
        return free
    }
}
