/// What the app says that ran while the main thread was late: intervals of its signposts, and lines of its log that tell of a
/// duration.
///
/// This is a lead and no proof, for the work may be another thread's. So it must run in most of the stalls, and there take far
/// more of the time than outside them.
struct WorkMeanwhile {
    /// The signpost, or the text of the line in quotes.
    let name: String
    /// The stalls in which it runs.
    let stalls: Int
    /// Its time in them.
    let nanoseconds: Int64

    /// `; it runs in 180 of the 223 (7536.0 ms); Layout in 120 (900.0 ms)`, where the first is named before; empty without work.
    static func words(_ work: [WorkMeanwhile], of all: Int) -> String {
        guard let first = work.first else { return "" }
        let place = all == 1 ? "meanwhile" : "in \(RuleWords.number(first.stalls)) of the \(RuleWords.number(all))"
        let others = work.dropFirst().map {
            "; \($0.name) in \(RuleWords.number($0.stalls)) (\(RuleWords.ms($0.nanoseconds)))"
        }
        return "; it runs \(place) (\(RuleWords.ms(first.nanoseconds)))" + others.joined()
    }

    /// At most two, with most time first.
    static func find(in spans: [Range<Int64>], _ context: RuleContext) -> [WorkMeanwhile] {
        let spans = Spans(spans)
        guard spans.nanoseconds > 0 else { return [] }
        let work = tallies(spans, context)
        let outside = Double(max(1, context.results.coveredNs - spans.nanoseconds))
        let found = work.filter { tally in
            let share = Double(tally.inside) / Double(spans.nanoseconds)
            let shareOutside = Double(max(0, tally.total - tally.inside)) / outside
            let isOften = tally.stalls >= RuleThresholds.occurrences || share >= shareOfOne
            return !tally.isWide && isOften && tally.stalls * 2 >= spans.count && share >= leastShare
                && share >= timesOutside * shareOutside
        }
        // What is on the main thread for certain leads; the work of other threads is then no reason.
        let onMain = found.filter(\.isOnMain)
        let sorted = (onMain.isEmpty ? found : onMain).sorted { ($1.inside, $0.name) < ($0.inside, $1.name) }
        return sorted.prefix(2).map { WorkMeanwhile(name: $0.name, stalls: $0.stalls, nanoseconds: $0.inside) }
    }

    /// The least share of the stalls' time; that of a single stall; and how much more than the share of the time outside.
    private static let (leastShare, shareOfOne, timesOutside) = (0.3, 0.8, 3.0)

    private static func tallies(_ spans: Spans, _ context: RuleContext) -> [Tally] {
        let (records, scope) = (context.records, context.results.scope)
        var signposts: [NameID: Tally] = [:]
        for signpost in records.signposts where signpost.duration > 0 && !scope.isOther(signpost.process) {
            // The stages of a frame are no work of the main thread.
            if FrameStage.categories.contains(signpost.category) { continue }
            let thread = context.name(signpost.thread)
            // Logs number their threads and do not say which is the main one.
            guard thread.isEmpty || thread.hasPrefix("0x") || signpost.thread == NameID(.main) else { continue }
            let isOnMain = MainThreadName.isMain(thread) || context.loggedMainThreads.contains(signpost.thread)
            signposts[signpost.name, default: Tally(name: context.shortName(signpost.name), isOnMain: isOnMain)]
                .add(signpost.start, signpost.duration, spans)
        }
        var lines: [[UInt8]: Tally] = [:]
        for log in records.logs where log.start >= 0 && !log.view.isPresent && !scope.isOther(log.process) {
            let message = context.names.bytes(of: log.message)
            let template = LogTemplate(message)
            guard let duration = template.duration, duration > 0, !WatchdogLine.isStall(message),
                KnownComplaints.match(message) == nil
            else { continue }
            lines[
                template.text,
                default: Tally(name: template.quoted, isOnMain: context.loggedMainThreads.contains(log.thread))
            ]
            .add(log.start - min(log.start, duration), duration, spans)
        }
        return Array(signposts.values) + Array(lines.values)
    }

    /// Stalls in order, with the latest end up to each.
    private struct Spans {
        let starts: [Int64]
        let ends: [Int64]
        let latest: [Int64]
        let nanoseconds: Int64
        var count: Int { starts.count }

        init(_ spans: [Range<Int64>]) {
            let sorted = spans.sorted { $0.lowerBound < $1.lowerBound }
            (starts, ends) = (sorted.map(\.lowerBound), sorted.map(\.upperBound))
            var last = Int64.min
            latest = ends.map { end in
                last = max(last, end)
                return last
            }
            nanoseconds = sorted.reduce(0) { $0.addingSaturating($1.upperBound - $1.lowerBound) }
        }
    }

    /// Intervals of one name.
    private struct Tally {
        let name: String
        let isOnMain: Bool
        var stalls = 0
        var inside: Int64 = 0
        var total: Int64 = 0
        /// Whether one of them holds many stalls: it is a screen or a session, and not what was slow.
        var isWide = false
        private var last = -1
        private static let mostStalls = 8

        init(name: String, isOnMain: Bool) { (self.name, self.isOnMain) = (name, isOnMain) }

        mutating func add(_ start: Int64, _ duration: Int64, _ spans: Spans) {
            total = total.addingSaturating(duration)
            let end = start.addingSaturating(duration)
            let first = spans.latest.firstPlace { $0 > start }
            for place in first..<max(first, spans.count) where spans.ends[place] > start {
                guard spans.starts[place] < end else { break }
                guard place < first + Self.mostStalls else {
                    isWide = true
                    break
                }
                inside += min(end, spans.ends[place]) - max(start, spans.starts[place])
                if last < place { stalls += 1 }
                last = max(last, place)
            }
        }
    }
}

extension LogTemplate {
    private static let longestLine = 60

    /// In quotes, without the file and the category in brackets that loggers put first.
    var quoted: String {
        let text = String(decoding: self.text, as: UTF8.self)
        let rest = text[...].withoutLoggerMarks
        let line = rest.isEmpty ? text[...] : rest
        return line.count > Self.longestLine ? "'\(line.prefix(Self.longestLine - 1))…'" : "'\(line)'"
    }
}
