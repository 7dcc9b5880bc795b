/// What the app or the user does right before the main thread is late: a line of the log, a signpost that happens or ends, an
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
    fileprivate static let reachNs: Int64 = 100_000_000
    /// The share of windows with it before stretches must be so many times that elsewhere.
    private static let lift = 5.0
    private static let mostChance = 0.01

    /// What is counted of a text that comes before stretches.
    private struct Candidate {
        let hits: Int
        var followed = 0
        let total: Int
        /// Windows of 100 ms away from the stretches, and right beside them, in which it happens.
        var elsewhere: Set<Int64> = []
        var beside: Set<Int64> = []

        /// Of its own occurrences, those that a stretch follows.
        var share: Double { Double(followed) / Double(max(1, total)) }
    }

    /// - Parameters:
    ///   - spans: stretches in order, not touching each other.
    ///   - own: the text of the stretches themselves, which is no trigger of theirs.
    static func find(before spans: [Range<Int64>], of own: String? = nil, _ context: RuleContext) -> Trigger? {
        guard spans.count >= RuleThresholds.occurrences else { return nil }
        let events = context.triggerEvents
        let hits = hits(spans, events, except: own)
        let needed = max(RuleThresholds.occurrences, (spans.count * 4 + 4) / 5)
        let windows = max(1, context.results.coveredNs / reachNs - Int64(spans.count))
        let besides = max(1, spans.count * 6)
        var best: (candidate: Candidate, name: String)?
        for (text, count) in hits where count >= needed {
            let candidate = candidate(count, events.times[text], spans)
            let share = max(
                Double(candidate.elsewhere.count) / Double(windows), Double(candidate.beside.count) / Double(besides),
                1 / Double(windows))
            let chance = Binomial.chance(ofAtLeast: count, of: spans.count, each: min(0.99, share))
            let isRare = Double(count) / Double(spans.count) >= lift * share
            guard isRare, chance * Double(hits.count) < mostChance else { continue }
            let name = events.texts[text]
            if let best {
                let (one, other) = (best.candidate.share, candidate.share)
                let isLess = one != other ? other < one : (name.utf8.count, best.name) < (best.name.utf8.count, name)
                if isLess { continue }
            }
            best = (candidate, name)
        }
        return best.map { Trigger(name: $0.name, hits: $0.candidate.hits, of: spans.count) }
    }

    /// By text, the stretches that it comes right before.
    private static func hits(_ spans: [Range<Int64>], _ events: TriggerEvents, except own: String?) -> [Int: Int] {
        var (hits, last) = ([Int: Int](), [Int: Int]())
        for (place, span) in spans.enumerated() {
            // What happens within a stretch is part of it.
            let end = place > 0 ? spans[place - 1].upperBound : .min
            var next = events.all.firstPlace { $0.time >= span.lowerBound - reachNs && $0.time > end }
            while next < events.all.count, events.all[next].time <= span.lowerBound {
                if own == nil || events.all[next].own != own {
                    for text in events.all[next].texts where last[text] != place {
                        hits[text, default: 0] += 1
                        last[text] = place
                    }
                }
                next += 1
            }
        }
        return hits
    }

    private static func candidate(_ hits: Int, _ times: [Int64], _ spans: [Range<Int64>]) -> Candidate {
        var own = Candidate(hits: hits, total: times.count)
        for time in times {
            let next = spans.firstPlace { $0.lowerBound >= time }
            let ahead = next < spans.count ? spans[next].lowerBound - time : .max
            let since = next > 0 ? time - spans[next - 1].upperBound : .max
            if since <= 0 { continue }
            if ahead <= reachNs {
                own.followed += 1
            } else {
                own.elsewhere.insert(time / reachNs)
                // Three windows before and three after each stretch.
                if ahead <= 4 * reachNs {
                    own.beside.insert(Int64(next) * 8 + (ahead - 1) / reachNs)
                } else if since < 3 * reachNs {
                    own.beside.insert(Int64(next) * 8 + 4 + since / reachNs)
                }
            }
        }
        return own
    }
}

/// What a recording says that happened, and when, read once for all stretches.
struct TriggerEvents {
    struct Event {
        var time: Int64
        /// What it is called itself: the text of a line, the name of a signpost.
        var own: String
        /// Places in `texts`: a line goes by its first words, from one on.
        var texts: [Int]
    }

    /// By time.
    private(set) var all: [Event] = []
    private(set) var texts: [String] = []
    /// By text.
    private(set) var times: [[Int64]] = []

    /// Lines are grouped by so many of their first words at most: texts differ by what they name.
    private static let mostWords = 4

    init(_ context: RuleContext) {
        var places: [String: Int] = [:]
        var texts: [String] = []
        func place(_ text: String) -> Int {
            if let known = places[text] { return known }
            places[text] = texts.count
            texts.append(text)
            return texts.count - 1
        }
        let (records, scope) = (context.records, context.results.scope)
        var ofLines: [NameID: Event] = [:]
        for log in records.logs where log.start >= 0 && !log.view.isPresent && !scope.isOther(log.process) {
            var event = ofLines[log.message] ?? Self.event(log.message, context, place)
            ofLines[log.message] = event
            event.time = log.start
            if !event.texts.isEmpty { all.append(event) }
        }
        var ofSignposts: [NameID: Event] = [:]
        for signpost in records.signposts where !scope.isOther(signpost.process) {
            let isApps = !context.names.isOfFrameworks(subsystem: signpost.subsystem) || !signpost.subsystem.isPresent
            // What lasts longer is work of its own, and may be there all along.
            let isShort = signpost.duration <= Trigger.reachNs
            guard isApps, isShort, !FrameStage.categories.contains(signpost.category) else { continue }
            let name = ofSignposts[signpost.name].map(\.own) ?? context.shortName(signpost.name)
            var event = ofSignposts[signpost.name] ?? Event(time: 0, own: name, texts: [place(name)])
            ofSignposts[signpost.name] = event
            event.time = signpost.start.addingSaturating(max(0, signpost.duration))
            all.append(event)
        }
        for window in context.results.windows where window.kind != .trace && window.kind != .signpost {
            let label = NodeLabels.text(window.kind, window.kindWord, window.name, context.names)
            let name = context.short(label)
            all.append(Event(time: window.start, own: name, texts: [place(name)]))
        }
        all.sort { $0.time < $1.time }
        self.texts = texts
        times = [[Int64]](repeating: [], count: texts.count)
        for event in all {
            for text in event.texts { times[text].append(event.time) }
        }
    }

    /// The first one to four words of a line, without its numbers; none for what tells of a body or a stall.
    private static func event(_ message: NameID, _ context: RuleContext, _ place: (String) -> Int) -> Event {
        let bytes = context.names.bytes(of: message)
        guard !WatchdogLine.isStall(bytes), TimedBodyLine(bytes) == nil,
            PrintChangesLine(ByteSlice(bytes.baseAddress ?? emptyBytes, bytes.count))?.isUnmistakable != true
        else { return Event(time: 0, own: "", texts: []) }
        let template = LogTemplate(bytes)
        let words = String(decoding: template.text, as: UTF8.self)[...].withoutLoggerMarks.split(separator: " ")
        let beginnings = (1...mostWords).compactMap { count -> String? in
            guard count <= words.count else { return nil }
            let text = words.prefix(count).joined(separator: " ")
            return text.contains(where: \.isLetter) ? "'\(text)'" : nil
        }
        return Event(time: 0, own: template.quoted, texts: beginnings.map(place))
    }
}
