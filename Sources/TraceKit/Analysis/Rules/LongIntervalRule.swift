/// Intervals of the app's own measurements that keep the main thread for longer than a frame.
enum LongIntervalRule: FindingRule {
    static let depth = RuleDepth.hang
    static let needs: [RuleNeed] = [.anyLane([.signposts, .logs]), .alike(.hitches), .whole]
    static let guide = RuleGuide(
        "long-interval", "Long work of the main thread that the app measures",
        finds: """
            Signposts, slices of a Chrome trace and timed lines of a log that keep the main thread for longer than a frame: \
            those that no other such interval holds, with what takes most of them.
            """,
        matters: """
            While the main thread works, no view body runs and no frame is shown, whatever the work is.
            """,
        fix: """
            Move the work off the main thread, or split it into pieces that leave time for frames; do it less often, or for \
            less at a time.
            """,
        limits: """
            An interval in which other rows of the main thread begin after pauses is a span (a screen, a download) and none \
            of these; so is one that recorded hitches or hangs contradict. Where nothing says which thread is the main one, \
            only intervals in which nothing else happens count, medium at most, and none that a word tells to be of \
            another thread (network, download, background, queue …).
            """,
        severity: """
            high from 250 ms on, from 3 of 100 ms on, or where they take a quarter of the recording; else medium; medium at \
            most where the thread is not known
            """,
        effort: .medium,
        thresholds: ["3 intervals of a name over the red deadline and 100 ms in all, or one of 250 ms"])

    static let leastTotalNs: Int64 = 100_000_000
    static let oneNs: Int64 = 250_000_000
    private static let longNs: Int64 = 100_000_000

    static func findings(_ context: RuleContext) -> [Finding] {
        WorkIntervals.find(context).compactMap { work in
            let long = work.intervals.filter { $0.duration > context.deadlines.redNs }
            let total = long.reduce(Int64(0)) { $0.addingSaturating($1.duration) }
            let isEnough = long.count >= RuleThresholds.occurrences && total >= leastTotalNs
            guard isEnough || work.longestNs >= oneNs else { return nil }
            guard work.isOnMain || !AsideWords.areIn(work.name) else { return nil }
            var kept = work
            kept.intervals = long
            return finding(kept, of: work, context)
        }
    }

    private static func finding(
        _ work: WorkIntervals.Work, of all: WorkIntervals.Work, _ context: RuleContext
    ) -> Finding {
        let isMost = work.intervals.count >= RuleThresholds.occurrences && work.totalNs >= context.results.coveredNs / 4
        let isHigh =
            work.isOnMain
            && (work.longestNs >= oneNs || isMost
                || work.intervals.count { $0.duration >= longNs } >= RuleThresholds.occurrences)
        let subject = work.inner.last?.name ?? work.name
        return Finding(
            severity: isHigh ? .high : .medium, title: title(work), view: nil, cause: subject, effort: .medium,
            sql: sql(work, context), rows: work.intervals.count, costNs: work.totalNs
        ) {
            let setOff = SetOff(
                trigger: Trigger.find(
                    before: work.intervals.map { $0.start..<$0.end }.merged(), of: work.name, context),
                pace: pace(work))
            return Finding.Rest(
                window: nil, evidence: evidence(work, of: all, setOff, context),
                hint: hint(work, subject, setOff, context),
                about: work.rows.count == work.intervals.count ? .signposts(work.rows) : .itself)
        }
    }

    /// `CADisplayLink.tick takes 71.0 ms of the main thread, 100 times`
    private static func title(_ work: WorkIntervals.Work) -> String {
        let one = work.intervals.count == 1
        let time = RuleWords.ms(one ? work.longestNs : work.medianNs)
        let times = one ? "" : ", \(RuleWords.number(work.intervals.count)) times"
        return work.isOnMain
            ? "\(work.name) takes \(time) of the main thread\(times)" : "\(work.name) takes \(time)\(times)"
    }

    /// What comes right before the intervals, and how often they come.
    private struct SetOff {
        let trigger: Trigger?
        let pace: String?
    }

    private static func evidence(
        _ work: WorkIntervals.Work, of all: WorkIntervals.Work, _ setOff: SetOff, _ context: RuleContext
    ) -> String {
        let length = max(1, context.results.coveredNs)
        let share = Int(min(100, Double(work.totalNs) * 100 / Double(length)))
        var text = """
            \(RuleWords.number(work.intervals.count)) of \(RuleWords.count(all.intervals.count, "interval")) over \
            \(RuleWords.deadline(context.deadlines.redNs)), the longest \(RuleWords.ms(work.longestNs))
            """
        if !work.isOnMain { text += ", if it runs on the main thread (nothing else is logged meanwhile)" }
        if work.isOnMain {
            text += WaitRelease.words(WaitRelease.find(at: work.intervals.map { $0.start..<$0.end }, context))
        }
        text += Trigger.words(setOff.trigger)
        if let pace = setOff.pace { text += "; it comes \(pace)" }
        // What lies in them is known of all intervals of the name.
        var whole = all.totalNs
        for inner in work.inner {
            let percent = Int(min(100, Double(inner.nanoseconds) * 100 / Double(max(1, whole))))
            let each = inner.count / max(1, all.intervals.count)
            text += "; \(percent) % of it in \(inner.name)\(each > 1 ? ", \(RuleWords.number(each)) each time" : "")"
            whole = inner.nanoseconds
        }
        return text + "; \(RuleWords.ms(work.totalNs)) in all, \(share) % of the recording"
    }

    /// `every 0.50 s`, `once a second`; nil where it comes at no steady pace.
    private static func pace(_ work: WorkIntervals.Work) -> String? {
        let starts = work.intervals.map(\.start).sorted()
        return Rhythm.period(of: starts).flatMap { period in
            Recurrence(runs: starts.count, firstNs: starts.first, lastNs: starts.last, periodNs: period).pace
        }
    }

    private static func hint(
        _ work: WorkIntervals.Work, _ subject: String, _ setOff: SetOff, _ context: RuleContext
    ) -> String {
        let id = ByteSlice.with(subject.utf8, context.names.find)
        let family = id.isPresent ? context.costlyCalls.family(id).map { CostlyAPI.all[$0] } : nil
        let does = family.map { ": it \($0.does)" } ?? ""
        if let trigger = setOff.trigger {
            let timer =
                setOff.pace == nil
                ? "" : " (if that is a timer, a clock or an animation, stop it while it is not visible)"
            return """
                Move \(subject) \(StretchFindings.off), or do it for less at a time, and not after every \(trigger.name)\(timer)\(does).
                """
        }
        guard setOff.pace == nil else {
            return """
                Move \(subject) off the main thread, do it less often or for less at a time, and stop what sets it off (a timer, a clock, \
                an animation) while it is not visible\(does).
                """
        }
        return """
            Move \(subject) \(StretchFindings.off), do it less often or for less at a time, or split it into pieces that leave time for \
            frames\(does).
            """
    }

    /// Lists the intervals, by their starts where not all long ones of the name are meant.
    private static func sql(_ work: WorkIntervals.Work, _ context: RuleContext) -> String {
        guard !work.rows.isEmpty else {
            return """
                SELECT id, start_ms, level, category, message, thread
                FROM logs
                WHERE trace_id = :trace AND is_target = 1
                    AND start_ns IN (\(RuleSQL.list(work.intervals.map(\.end))))
                    AND message IN (\(RuleSQL.list(Array(Set(work.intervals.map { context.name($0.message) })).sorted())))
                ORDER BY start_ns, id
                """
        }
        let name = context.records.signposts[work.rows[0]].name
        let red = context.deadlines.redNs
        let all = context.records.signposts.count {
            $0.name == name && $0.duration > red && !context.results.scope.isOther($0.process)
        }
        let starts =
            all == work.rows.count ? "" : "\n    AND start_ns IN (\(RuleSQL.list(work.intervals.map(\.start))))"
        return """
            SELECT id, name, subsystem, category, process, thread, start_ms, duration_ms
            FROM signposts
            WHERE trace_id = :trace AND is_target = 1 AND name = \(RuleSQL.literal(context.name(name)))
                AND duration_ms > \(red) / 1e6\(starts)
            ORDER BY start_ns, id
            """
    }
}

/// Words that say that an interval is no work of the main thread, where nothing else says on which thread it is.
enum AsideWords {
    private static let words: Set<String> = [
        "network", "download", "downloads", "downloading", "upload", "uploading", "get", "post", "put", "ping", "queue",
        "background", "async", "fetch", "fetched", "fetching", "request", "requests", "response", "http", "https",
        "url",
        "urlsession", "socket", "websocket", "sync", "wait", "waiting", "connect", "connection", "poll", "session",
    ]

    static func areIn(_ name: String) -> Bool {
        GestureName.parts(of: name.unicodeScalars).contains { words.contains($0) }
    }
}
