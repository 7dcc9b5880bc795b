/// The content of the first screen.
package struct ReportAnswer: Sendable {
    /// The subject of the first screen.
    let subject: ReportSubject
    let recorded: RecordingWords
    /// What of the input could not be read.
    let losses: [String]
    /// What else was left out or is uncertain.
    let reservations: [String]
    let bodies: BodyAnswer
    var waste: WasteAnswer
    let stalls: StallAnswer
    /// View updates of processes that are not analysed; nil if there are none.
    let otherUpdates: OtherUpdates?
    /// Nil if the trace has no console lines without times.
    let console: ConsoleAnswer?
    /// Nil if the trace has no signposts.
    let signposts: SignpostAnswer?
    /// Nil if the trace has no samples.
    let samples: SampleAnswer?
    /// Nil if the trace has no log lines.
    let logs: LogAnswer?
    /// Metrics, if the trace has nothing else.
    let metrics: MetricAnswer?
    /// Set if the trace has nothing to report.
    let empty: EmptyAnswer?
    /// Describes the part of the trace that the sections cover; nil = all of it.
    var zoom: String?
    /// The sums over the updates of the part; nil if it does not select updates.
    var partSums: String?
    /// The project file and its settings; nil without one.
    var project: String?
    /// The most useful next command.
    package var next = ""

    /// Caveats to read before the result; empty for a complete import.
    package var caveats: [String] { losses + reservations }
    /// The recording on one line.
    package var recording: String { recorded.full }
    /// Updates of all kinds.
    package var updates: Int { bodies.sums.updates }
    /// Whether update figures come from experimentally read tables (`--experimental-swiftui`).
    var isGuessed: Bool { recorded.isGuessed }

    /// - Parameter facts: the columns of the view `traces`.
    static func read(
        _ stored: StoredTrace, _ facts: [(key: String, value: SQLValue)], _ views: ViewSums, _ input: InputLanes
    ) throws(TraceError) -> ReportAnswer {
        let (database, id) = (stored.database, stored.id)
        let facts = Dictionary(facts.map { ($0.key, $0.value) }) { first, _ in first }
        let (subject, holds) = try ReportSubject.read(stored, views, input.present)
        let processes = try TargetProcesses.read(stored)
        let console = views.untimed > 0 ? try ConsoleAnswer.read(database, trace: id) : nil
        return ReportAnswer(
            subject: subject,
            recorded: try RecordingWords.read(stored, facts, views, subject, processes, holds: holds),
            losses: try TraceSummary.losses(stored),
            reservations: try TraceSummary.reservations(stored, subject, input.present),
            bodies: try BodyAnswer.read(stored, views, facts),
            waste: try WasteAnswer.read(stored, views, isConsole: console != nil),
            stalls: try StallAnswer.read(stored, subject, input, processes),
            otherUpdates: subject == .updates ? try OtherUpdates.read(stored) : nil, console: console,
            signposts: try SignpostAnswer.read(database, trace: id),
            samples: try SampleAnswer.read(database, trace: id), logs: try LogAnswer.read(database, trace: id),
            metrics: try MetricAnswer.read(stored),
            empty: subject == .nothing ? try EmptyAnswer.read(stored, input.present) : nil)
    }
}

/// Sentences shared by reports.
enum ReportWords {
    /// The suffix of results from experimentally read tables.
    static let guessed = " (experimental)"

    /// The suffix of every line derived from updates.
    static func mark(_ answer: ReportAnswer) -> String { answer.isGuessed ? guessed : "" }

    /// The lines of the answer after the first: labels and texts.
    static func lines(_ answer: ReportAnswer) -> [(label: String, text: String)] {
        var lines: [(label: String, text: String)] = []
        let project = answer.project.map { [("Project", $0)] } ?? []
        let mark = mark(answer)
        // For a part of the updates, only the part is described.
        if let zoom = answer.zoom, let sums = answer.partSums { return [("Only", "\(zoom): \(sums)\(mark)")] + project }
        if answer.subject == .updates {
            lines = [("Bodies", answer.bodies.severities() + mark), ("Worst", answer.bodies.worstWords() + mark)]
        }
        if answer.subject != .updates, let console = answer.console {
            lines = [("Bodies", console.counts), ("Most", console.viewWords)]
        }
        if answer.subject == .signposts, let signposts = answer.signposts {
            lines = [("Signposts", signposts.counts), ("Slowest", signposts.slowestWords)] + lines
        }
        if answer.subject != .updates, let samples = answer.samples {
            lines += [("Samples", samples.counts), ("Hottest", samples.hottestWords)]
        }
        if let logs = answer.logs {
            // With other lanes, the log lines themselves are shown on request.
            lines.append(("Log", logs.counts + (answer.subject == .logs ? "" : " (--logs)")))
            if let words = logs.groups?.words(isAboutLogs: answer.subject == .logs) { lines.append(("App log", words)) }
        }
        if answer.subject == .metrics, let metrics = answer.metrics { lines.append(("Metrics", metrics.words)) }
        if let empty = answer.empty { lines.append(("Holds", empty.words)) }
        // Metrics have hangs and hitches of their own.
        if answer.subject != .metrics {
            lines.append((answer.waste.work(mark: mark) == nil ? "Stalls" : "Waste", costs(answer)))
        }
        if let others = answer.otherUpdates { lines.append(("Others", others.words + mark)) }
        lines += project
        if let zoom = answer.zoom { lines.append(("Below", "only \(zoom)")) }
        return lines
    }

    /// The costliest problem, and what it and the others cost; nil for a part of a trace and without a list of problems.
    static func headline(_ trace: TraceReport) -> (sentence: String, rest: String)? {
        guard trace.answer.zoom == nil, let section = trace.sections.first(where: { $0.id == "problems" }) else {
            return nil
        }
        let open = section.problems.filter { $0.accepted == nil }
        guard let first = open.first else {
            return (section.problems.isEmpty ? "No problems found" : "No problems but accepted ones", "")
        }
        let others = section.total - (section.problems.count - open.count) - 1
        let parts = [
            first.costMs.map {
                $0 < 10_000
                    ? "\(Decimal.text($0, digits: $0 < 100 ? 1 : 0)) ms" : "\(Decimal.text($0 / 1000, digits: 1)) s"
            },
            others > 0 ? Decimal.counted(others, "more problem") : nil,
        ]
        return (first.title, parts.compactMap(\.self).joined(separator: ", "))
    }

    /// `271 of 419 updates in interactions unnecessary (201 ms, all possible); 1 hang (313 ms); 10 app hitches (267 ms), 1
    /// system hitch`
    static func costs(_ answer: ReportAnswer) -> String {
        // Stalls come from separate tables.
        [answer.waste.work(mark: mark(answer)), answer.stalls.words()].compactMap { $0 }.joined(separator: "; ")
    }
}
