/// What the app or the user does right before the main thread is late: a line of the log, an event of a signpost, an
/// interaction (docs/analysis.md, section 6). A lead and no proof: it says how often.
struct Trigger {
    let name: String
    /// Stretches that follow it.
    let hits: Int
    let of: Int

    /// `; follows 'textDidChange' (98 of 100 times)`; empty without a trigger.
    static func words(_ trigger: Trigger?) -> String {
        trigger.map { "; follows \($0.name) (\(RuleWords.number($0.hits)) of \(RuleWords.number($0.of)) times)" } ?? ""
    }

    /// How long before a stretch it may be.
    private static let reachNs: Int64 = 100_000_000
    /// Lines are grouped by so many of their first words at most: texts differ by what they name.
    private static let mostWords = 4
    /// The share of windows with it before stretches must be so many times that elsewhere.
    private static let lift = 5.0
    private static let mostChance = 0.01

    /// Something that happens at a time, under several names: the first words of a line, from one on.
    private struct Event {
        var time: Int64
        var names: [String]
    }

    fileprivate struct Candidate {
        var hits = 0
        var lastHit = -1
        var total = 0
        var followed = 0
        /// Windows of 100 ms away from the stretches, and right beside them, in which it happens.
        var elsewhere: Set<Int64> = []
        var beside: Set<Int64> = []
    }

    /// - Parameters:
    ///   - spans: stretches in order, not touching each other.
    ///   - isOwn: whether a text is that of the stretches themselves.
    static func find(before spans: [Range<Int64>], _ context: RuleContext, isOwn: (String) -> Bool = { _ in false })
        -> Trigger?
    {
        guard spans.count >= RuleThresholds.occurrences else { return nil }
        let events = events(context, isOwn)
        var found = near(spans, events)
        let needed = max(RuleThresholds.occurrences, (spans.count * 4 + 4) / 5)
        let texts = found.count
        found = found.filter { $0.value.hits >= needed }
        guard !found.isEmpty else { return nil }
        count(&found, events, spans)
        let windows = max(1, context.results.length / reachNs - Int64(spans.count))
        let besides = max(1, spans.count * 6)
        let kept = found.filter { _, own in
            let share = max(
                Double(own.elsewhere.count) / Double(windows), Double(own.beside.count) / Double(besides),
                1 / Double(windows))
            let chance = Binomial.chance(ofAtLeast: own.hits, of: spans.count, each: min(0.99, share))
            return Double(own.hits) / Double(spans.count) >= lift * share && chance * Double(texts) < mostChance
        }
        let best = kept.max { left, right in
            let (one, other) = (left.value.share, right.value.share)
            if one != other { return one < other }
            return (left.key.utf8.count, right.key) < (right.key.utf8.count, left.key)
        }
        return best.map { Trigger(name: $0.key, hits: $0.value.hits, of: spans.count) }
    }

    // MARK: Events

    private static func events(_ context: RuleContext, _ isOwn: (String) -> Bool) -> [Event] {
        let (records, scope) = (context.records, context.results.scope)
        var events: [Event] = []
        var known: [NameID: [String]] = [:]
        for log in records.logs where log.start >= 0 && !log.view.isPresent && !scope.isOther(log.process) {
            let names = known[log.message] ?? names(of: log.message, context, isOwn)
            known[log.message] = names
            if !names.isEmpty { events.append(Event(time: log.start, names: names)) }
        }
        for signpost in records.signposts where signpost.duration < 0 && !scope.isOther(signpost.process) {
            guard !context.names.isOfFrameworks(subsystem: signpost.subsystem) || !signpost.subsystem.isPresent else {
                continue
            }
            let name = context.shortName(signpost.name)
            if !isOwn(name) { events.append(Event(time: signpost.start, names: [name])) }
        }
        for window in context.results.windows where window.kind != .trace && window.kind != .signpost {
            let label = NodeLabels.text(window.kind, window.kindWord, window.name, context.names)
            events.append(Event(time: window.start, names: [context.short(label)]))
        }
        return events.sorted { $0.time < $1.time }
    }

    /// The first one to four words of a line, without its numbers; none for what tells of a body or a stall.
    private static func names(of message: NameID, _ context: RuleContext, _ isOwn: (String) -> Bool) -> [String] {
        let bytes = context.names.bytes(of: message)
        guard !WatchdogLine.isStall(bytes), TimedBodyLine(bytes) == nil,
            PrintChangesLine(ByteSlice(bytes.baseAddress ?? emptyBytes, bytes.count))?.isUnmistakable != true
        else { return [] }
        let template = LogTemplate(bytes)
        guard !isOwn(template.quoted) else { return [] }
        let words = String(decoding: template.text, as: UTF8.self)[...].withoutLoggerMarks.split(separator: " ")
        return (1...mostWords).compactMap { count in
            guard count <= words.count else { return nil }
            let text = words.prefix(count).joined(separator: " ")
            return text.contains(where: \.isLetter) ? "'\(text)'" : nil
        }
    }

    // MARK: Counts

    /// Candidates right before stretches.
    private static func near(_ spans: [Range<Int64>], _ events: [Event]) -> [String: Candidate] {
        var found: [String: Candidate] = [:]
        var next = 0
        for (place, span) in spans.enumerated() {
            while next < events.count, events[next].time < span.lowerBound - reachNs { next += 1 }
            var at = next
            while at < events.count, events[at].time <= span.lowerBound {
                for name in events[at].names {
                    var own = found[name] ?? Candidate()
                    if own.lastHit != place { own.hits += 1 }
                    own.lastHit = place
                    found[name] = own
                }
                at += 1
            }
        }
        return found
    }

    private static func count(_ found: inout [String: Candidate], _ events: [Event], _ spans: [Range<Int64>]) {
        for event in events {
            let next = spans.firstPlace { $0.lowerBound >= event.time }
            let ahead = next < spans.count ? spans[next].lowerBound - event.time : .max
            let since = next > 0 ? event.time - spans[next - 1].upperBound : .max
            for name in event.names {
                guard var own = found[name] else { continue }
                own.total += 1
                if ahead <= reachNs {
                    own.followed += 1
                } else if since >= 0 {
                    own.elsewhere.insert(event.time / reachNs)
                    // Three windows before and three after each stretch.
                    if ahead <= 4 * reachNs {
                        own.beside.insert(Int64(next) * 8 + (ahead - 1) / reachNs)
                    } else if since < 3 * reachNs {
                        own.beside.insert(Int64(next) * 8 + 4 + since / reachNs)
                    }
                }
                found[name] = own
            }
        }
    }
}

extension Trigger.Candidate {
    /// Of its own occurrences, those that a stretch follows.
    fileprivate var share: Double { Double(followed) / Double(max(1, total)) }
}
