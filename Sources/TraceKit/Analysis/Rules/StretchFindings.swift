/// The words and rows of findings about hangs, late frames and busy runs, whichever rule makes them: what had the main
/// thread, why that is said, and what to do.
struct StretchFindings {
    let context: RuleContext

    func finding(
        _ group: StretchGroup, title: String, hint: String, effort: Finding.Effort, severity: Finding.Severity? = nil,
        work: [WorkMeanwhile] = []
    ) -> Finding {
        let longest = group.hangs.map { context.records.hangs[$0].duration }.max() ?? 0
        var window = CommonWindow()
        for row in group.hangs { window.add(context.results.hangWindow[row]) }
        for row in group.hitches { window.add(context.results.hitchWindow[row]) }
        let subject = group.share?.subject
        let view = subject?.view.flatMap(view)
        return Finding(
            severity: severity ?? Self.severity(longest), title: title,
            view: view.map(context.viewName) ?? subject?.view, cause: subject?.changeable,
            viewIndex: view, effort: effort, sql: sql(group), rows: rows(group), costNs: group.totalNs
        ) {
            Finding.Rest(
                window: window.window, evidence: evidence(group, work), hint: hint,
                about: .stalls(
                    hangs: group.hangs, hitches: group.hitches, function: group.share?.frame ?? .none, view: view),
                spared: spared(group))
        }
    }

    /// What hangs last less without the function of the app that they are busy with.
    private func spared(_ group: StretchGroup) -> SparedTime? {
        guard group.lead == .hang, group.mode == .busy, group.hitches.isEmpty, let share = group.share,
            share.subject.isApp, share.samples >= SparedTime.fewestSamples, share.total > 0
        else { return nil }
        let left = Double(group.hangNs) * Double(share.total - share.samples) / Double(share.total)
        return .hangs(nanoseconds: group.hangNs, left: Int64(towardZero: left))
    }

    /// The body of a view by the name that samples have for it.
    private func view(_ name: String) -> Int? {
        context.results.views.indices.first { index in
            context.results.views[index].kind == .body && context.viewName(index) == name
        }
    }

    private func rows(_ group: StretchGroup) -> Int { group.hangs.count + group.hitches.count + group.runs.count }

    /// By the bands of section 6.
    static func severity(_ duration: Int64) -> Finding.Severity {
        duration >= 250_000_000 ? .high : duration >= 100_000_000 ? .medium : .low
    }

    static let severityWords =
        "high for a microhang or longer (from 250 ms), medium from 100 ms, low below; the longest counts"

    // MARK: Why

    private func evidence(_ group: StretchGroup, _ work: [WorkMeanwhile]) -> String {
        // A line has room for the first of these: what has the time comes before how long it was.
        let lengths = [hangs(group), hitches(group), runs(group)].compactMap(\.self)
        let parts =
            group.lead == .hang ? lengths.prefix(1) + shares(group) + lengths.dropFirst() : shares(group) + lengths
        let count = group.hangs.count + group.hitches.count
        var text = parts.joined(separator: "; ") + WorkMeanwhile.words(work, of: count)
        text += WaitRelease.words(release(of: group))
        text += Trigger.words(trigger(of: group))
        if let row = longest(group), group.lead == .hang { text += details(row, group) }
        return text + counted(group)
    }

    /// `; of 9,800 overlapping ones only the time counts`, where these were not examined.
    private func counted(_ group: StretchGroup) -> String {
        let (hangs, hitches) = (context.results.hangs, context.results.hitches)
        let count = group.hangs.count { !hangs[$0].isExamined } + group.hitches.count { !hitches[$0].isExamined }
        return count == 0 ? "" : "; of \(RuleWords.count(count, "overlapping one")) only the time counts"
    }

    /// The time of its hangs, where the work of its hitches lies, and its busy runs.
    private func spans(_ group: StretchGroup) -> [Range<Int64>] {
        let (hangs, hitches, stretches) = (context.records.hangs, context.records.hitches, context.results.stretches)
        let frameNs = FrameTime.ns(context.records)
        return group.hangs.map { Self.span(hangs[$0].start, hangs[$0].duration) }
            + group.hitches.map { FrameTime.span(hitches[$0], frameNs: frameNs) }
            + (group.isCapture ? [] : group.runs.map { Self.span(stretches[$0].start, stretches[$0].duration) })
    }

    private static func span(_ start: Int64, _ duration: Int64) -> Range<Int64> {
        start..<start.addingSaturating(max(0, duration))
    }

    private func longest(_ group: StretchGroup) -> Int? {
        let hangs = context.records.hangs
        return group.hangs.max { (hangs[$0].duration, $1) < (hangs[$1].duration, $0) }
    }

    /// `3 hangs, 1250.0 ms in all, the longest (Hang) 600.0 ms at 1.200 s`
    private func hangs(_ group: StretchGroup) -> String? {
        guard let row = longest(group) else { return nil }
        let hang = context.records.hangs[row]
        let word = context.short(context.names.text(hang.kind) ?? HangClass.word(forDuration: hang.duration))
        let length =
            group.hangs.count == 1
            ? "1 hang (\(word)) of \(RuleWords.ms(hang.duration))"
            : "\(RuleWords.count(group.hangs.count, "hang")), \(RuleWords.ms(group.hangNs)) in all, the longest (\(word)) "
                + RuleWords.ms(hang.duration)
        let launch = group.share?.isBeforeLoop == true && context.hasRunLoop ? ", during launch" : place(row)
        // The report of a hang does not say when its recording would have begun.
        if context.records.areUntimed(samples: context.results.mainSampleRows) { return length + process(hang.process) }
        return length + " at \(RuleWords.at(hang.start))\(process(hang.process))\(launch)"
    }

    /// `133 hitches, 3583.3 ms in all, the longest 41.7 ms at 2.717 s`
    private func hitches(_ group: StretchGroup) -> String? {
        let hitches = context.records.hitches
        guard let worst = group.hitches.max(by: { (hitches[$0].duration, $1) < (hitches[$1].duration, $0) }) else {
            return nil
        }
        return """
            \(RuleWords.count(group.hitches.count, "hitch")), \(RuleWords.ms(group.hitchNs)) in all, the longest \
            \(RuleWords.ms(hitches[worst].duration)) at \(RuleWords.at(hitches[worst].start))
            """
    }

    private func runs(_ group: StretchGroup) -> String? {
        let stretches = context.results.stretches
        guard let worst = group.runs.max(by: { (stretches[$0].duration, $1) < (stretches[$1].duration, $0) }) else {
            return nil
        }
        if group.isCapture { return CaptureRule.length(group, stretches[worst].duration) }
        let (length, at) = (RuleWords.ms(stretches[worst].duration), RuleWords.at(stretches[worst].start))
        return group.runs.count == 1
            ? "the main thread ran without a pause for \(length) at \(at)"
            : """
            the main thread ran without a pause \(RuleWords.number(group.runs.count)) times, \
            \(RuleWords.ms(group.runNs)) in all, the longest \(length) at \(at)
            """
    }

    /// What the samples say of the subject, and of what lies below and beside it.
    private func shares(_ group: StretchGroup) -> [String] {
        guard let share = group.share else { return [] }
        var parts: [String] = []
        // Callers name what someone looks for.
        if !share.callers.isEmpty {
            let most = 2
            let last = share.callers.count > most ? " ← … ← \(bare(share.callers.last ?? ""))" : ""
            parts.append("called by \(share.callers.prefix(most).map(bare).joined(separator: " ← "))\(last)")
        }
        if let family = share.family, share.subject.kind != .family {
            let percent = RuleWords.percent(family.samples, of: share.samples)
            parts.append("\(percent < 100 ? "\(percent) % of it " : "it ")\(CostlyAPI.all[family.index].does)")
        }
        if let below = share.below {
            parts.append(
                "\(RuleWords.percent(below.samples, of: share.samples)) % of it in \(context.short(below.name))")
        }
        if group.lead == .hang, group.mode == .waiting, let leaf = share.leaves.first, share.wait != nil {
            parts.append("it waits in \(context.short(leaf.name))")
        } else if !share.subject.isApp || share.subject.kind == .structure, !share.leaves.isEmpty {
            parts.append("mostly in " + RuleWords.top(share.leaves.map { (context.short($0.name), $0.samples) }))
        }
        for other in share.besides {
            parts.append("\(context.short(other.name)) has \(RuleWords.percent(other.samples, of: share.total)) %")
        }
        if group.lead != .hang || group.mode != .waiting {
            parts.append("\(share.percent) % of \(RuleWords.count(share.total, "running sample")) of the main thread")
        }
        return parts
    }

    /// A function without its arguments.
    private func bare(_ function: String) -> String { context.short(String(function.prefix { $0 != "(" })) }

    /// What is known of the longest hang besides.
    private func details(_ row: Int, _ group: StretchGroup) -> String {
        let results = context.results
        var text = ""
        if let coverage = results.hangs[row].coverage {
            text += "; the main thread ran \(Decimal.text(coverage * 100, digits: 0)) % of that time"
        } else {
            text += "; there are no main-thread samples"
        }
        if let path = path(row), let words = path.words(context, 3) {
            text += ", \(path.percent) % of its samples in \(words)"
        } else if !results.hangs[row].frames.isEmpty {
            text +=
                "; hottest: " + RuleWords.top(results.hangs[row].frames.map { (context.placed($0.frame), $0.samples) })
        }
        if let risk = risk(row) { text += "; Instruments says: \(risk)" }
        let views = results.hangs[row].views.prefix(3).map { context.shortViewName(Int($0.view)) }
        return views.isEmpty ? text : "\(text); views updated meanwhile: \(views.joined(separator: ", "))"
    }

    /// The call path with most of the samples of a hang.
    func path(_ row: Int) -> HeavyPath? {
        let hang = context.records.hangs[row]
        let owner = context.results.scope.owner(hang.process)
        return context.mainSamplesByOwner[owner]?
            .heavyPath(from: hang.start, to: hang.start.addingSaturating(hang.duration), context)
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

    /// The process, if several are analysed.
    private func process(_ process: NameID) -> String {
        let owner = context.results.scope.owner(process)
        return context.results.scope.hasSeveral && owner.isPresent ? " in \(context.shortName(owner))" : ""
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

    // MARK: Rows

    private func sql(_ group: StretchGroup) -> String {
        let (records, stretches) = (context.records, context.results.stretches)
        func condition(_ kind: Stretch.Kind, _ starts: [Int64]) -> String? {
            starts.isEmpty
                ? nil : "kind = '\(kind.shownWord ?? "")' AND start_ns IN (\(RuleSQL.list(Set(starts).sorted())))"
        }
        let conditions = [
            condition(.hang, group.hangs.map { records.hangs[$0].start }),
            condition(.hitch, group.hitches.map { records.hitches[$0].start }),
            condition(group.isCapture ? .capture : .busyRun, group.runs.map { stretches[$0].start }),
        ].compactMap(\.self)
        let processes =
            group.hangs.map { records.hangs[$0].process } + group.hitches.map { records.hitches[$0].process }
        return """
            SELECT id, kind, row_id, start_ms, duration_ms, late_ms, process
            FROM stretches
            WHERE trace_id = :trace AND (\(conditions.joined(separator: " OR ")))\(context.isOfProcesses(processes))
            ORDER BY start_ns, id
            """
    }
}

// MARK: Fix

extension StretchFindings {
    static let off = "off the main thread (an async function on an actor, Task.detached)"

    /// `in NodeStore.fetch(_:) in LocalStatsLog.body`, `in code without symbols that calls A and B`; nil without a subject.
    func phrase(_ group: StretchGroup) -> String? {
        guard let subject = group.share?.subject else { return nil }
        switch subject.kind {
        case .unnamed:
            let calls = calls(group)
            return "in code without symbols\(calls.isEmpty ? "" : " that calls \(calls.joined(separator: " and "))")"
        case .system where subject.isOfSwiftUI:
            let view = appView(group).map { " while \($0) updates" }
            return "with SwiftUI's own work\(view ?? " (\(context.short(subject.phrase)))")"
        default: return "in \(context.short(subject.phrase))"
        }
    }

    /// `A.load() out of A.body and B.compute() out of B.body`: the app's functions with a third of what the largest bodies take
    /// of late frames; nil without any.
    private func callsOfBodies(_ group: StretchGroup) -> String? {
        let bodies = context.results.sampledBodies.filter { body in
            let share = (group.hitches.isEmpty ? body.shareOfHangs : body.shareOfHitches) ?? body.share
            return share ?? 0 >= Self.leastShare && (body.below?.samples ?? 0) * 3 >= body.samples
        }
        let calls = bodies.prefix(2).compactMap { body in
            body.below.map { "\(context.short($0.name)) out of \(context.short(body.view)).body" }
        }
        return calls.isEmpty ? nil : calls.joined(separator: " and ")
    }

    private static let leastShare = 0.1

    /// What to do about work that takes too long; nil without a subject.
    func hint(_ group: StretchGroup) -> String? {
        guard let share = group.share else { return nil }
        let subject = share.subject
        let family = share.family.map { CostlyAPI.all[$0.index] }
        let does = family.map { ": it \($0.does)" } ?? ""
        let more = family.map { " \($0.inHang)" } ?? ""
        switch subject.kind {
        case .body, .functionInBody:
            let (view, call) = (context.short(subject.view ?? ""), context.short(share.below?.name ?? subject.name))
            let body = context.short(subject.body ?? "")
            if let family { return "\(body) \(family.does): \(family.hint.lowercasedFirst)" }
            if subject.kind == .functionInBody || share.below.map({ $0.samples * 2 >= share.samples }) == true {
                return """
                    Take \(call) out of \(body): do it once, where the model changes, off the main thread, and hand \
                    \(view) the result.
                    """
            }
            return """
                Make \(body) do less, or run less often: prepare what it shows where the model changes, and read \
                what changes often in a smaller view\(isSampledOnly ? "; samples cannot tell which of the two it is" : "").
                """
        case .function:
            return
                "Move \(context.short(subject.name)) \(Self.off), or split it into pieces that leave time for frames\(does).\(more)"
        case .several:
            let first = "Make each do less on the main thread, first \(context.short(subject.name))"
            if let family { return "\(first): \(family.hint.lowercasedFirst)" }
            return callsOfBodies(group).map { calls in
                "Take \(calls): do it once, where the model changes; and find what re-runs these bodies together."
            } ?? "\(first), and let them run less often."
        case .unnamed:
            return """
                Move that work \(Self.off), or do it once\(does).\(more) Its functions have names after xctrace symbolicate \
                --input FILE.trace --dsym APP.dSYM.
                """
        case .family: return family?.hint ?? ""
        case .structure: return structureHint(share)
        case .system where subject.isOfSwiftUI:
            let view = appView(group)
            let what =
                view.map { "Update \($0) less often, or make what it shows lighter" }
                ?? "Look at which views are updated in that time"
            return """
                \(what): \(context.short(subject.name)) is SwiftUI's own, and takes long where many views are made, laid out or \
                updated at once.
                """
        case .system:
            return """
                Find what makes the app ask for \(context.short(subject.phrase)), and ask for it less often, for less at a time, or \
                \(Self.off)\(does).\(more)
                """
        }
    }

    /// Whether samples are all that tells of bodies.
    private var isSampledOnly: Bool { !context.results.role.buffer.contains(.counted) }

    private func structureHint(_ share: SampledShare) -> String {
        let view = context.short(share.subject.body ?? "")
        if share.subject.name == StackReader.Structure.graph.words {
            return """
                Update less at once below \(view): let only the views that need a value read it, and write values that change \
                often less often.
                """
        }
        let isLazy = share.leaves.contains { $0.name.contains("Lazy") }
        let lazy = isLazy ? "short sections in a VStack, as a lazy one is laid out again while it scrolls, " : ""
        return """
            Lay out less at once below \(view): \(lazy)fewer or simpler views, fixed sizes where they are known, and state that \
            layout writes (onPreferenceChange, GeometryReader) only where the value differs.
            """
    }

    /// The innermost two readable functions called by code without symbols.
    private func calls(_ group: StretchGroup) -> [String] {
        guard let row = longest(group), let path = path(row) else { return [] }
        let names = path.frames.map(context.name)
        let called = zip(names.dropFirst(), names).filter { $0.1.hasPrefix("0x") }.map(\.0)
        let readable = called.filter { name in
            !name.hasPrefix("0x") && !name.hasPrefix("_") && !name.hasPrefix("swift_") && !name.contains("::")
                && !FrameName.isEntry(name) && !FrameName.isRunLoop(name)
        }
        return readable.suffix(2).map(context.short)
    }

    /// The app's view that was updated longest in the longest hang.
    private func appView(_ group: StretchGroup) -> String? {
        guard let longest = longest(group) else { return nil }
        let views = context.results.hangs[longest].views.map { Int($0.view) }
        return views.first { !context.isFramework[$0] }.map(context.shortViewName)
    }

    /// What comes right before most hangs, late frames or busy runs of a group.
    func trigger(of group: StretchGroup) -> Trigger? { Trigger.find(before: spans(group).merged(), context) }

    /// What to do where nothing but that is known.
    static func hint(_ trigger: Trigger) -> String {
        """
        Look first at what runs on the main thread right after \(trigger.name): move it off, or do less of it at a time. The Time \
        Profiler instrument would say which call it is.
        """
    }

    /// The work of another thread that the main thread waits for; nil where it works itself.
    func release(of group: StretchGroup) -> WaitRelease? {
        guard group.lead == .hang ? group.mode != .busy : group.share == nil else { return nil }
        let (hangs, hitches) = (context.records.hangs, context.records.hitches)
        return WaitRelease.find(
            at: group.hangs.map { Self.span(hangs[$0].start, hangs[$0].duration) }
                + group.hitches.map { Self.span(hitches[$0].start, hitches[$0].duration) }, context)
    }

    /// What the app says that ran in the hangs and late frames of a group.
    func workMeanwhile(_ group: StretchGroup) -> [WorkMeanwhile] { WorkMeanwhile.find(in: spans(group), context) }

    /// What to do about work that the app tells of while the main thread is late, and about what it waits for.
    static func hint(_ work: WorkMeanwhile, _ release: WaitRelease?) -> String {
        if let release, release.name != work.name {
            return """
                Do not wait for \(release.name) on the main thread in \(work.name): await its result, or work on a copy that needs no \
                wait.
                """
        }
        return """
            Look at \(work.name) first: if it runs on the main thread, move it off, or do less of it at a time. The Time Profiler \
            instrument would say which thread it is.
            """
    }

    /// ` (and 133 late frames)`: what else has the subject of a hang.
    func others(_ group: StretchGroup) -> String {
        let others = [
            group.hitches.isEmpty ? nil : RuleWords.count(group.hitches.count, "late frame")
        ].compactMap(\.self)
        return others.isEmpty || group.lead == .hitch ? "" : " (and in \(others.joined(separator: " and ")))"
    }
}
