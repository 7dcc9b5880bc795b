/// Signpost intervals that are evaluations of bodies although their names do not end in `.body`.
///
/// Names of signposts are static strings, so a helper for all views has one name and puts the view into the message:
/// `os_signpost(.begin, log: log, name: "View Body", "%{public}@", viewName)`. The intervals become updates if that is
/// certain, or if the user says so (`--body-signposts`). Signposts named like views are only pointed out.
extension TraceBuilder {
    /// Makes updates of signposts; called once, when everything was read and before anything is sorted.
    func takeSignpostBodies() {
        guard options.takesBodySignposts, signposts.count > 0 else { return }
        let kinds = SignpostKinds(self)
        let measured = measuredViews()
        kinds.judge(measured)
        take(kinds)
        let taken = kinds.all.filter { $0.isTaken && !$0.isAsked }
        if !taken.isEmpty { noteTaken(taken, kinds) }
        if options.bodySignposts.isEmpty, measured.isEmpty { proposeBodies(kinds) }
    }

    /// The names of the views whose bodies are measured elsewhere in the input.
    private func measuredViews() -> Set<NameID> {
        var isMeasured = Array(repeating: false, count: records.views.count)
        for row in 0..<updates.count where updates.duration[row] >= 0 { isMeasured[Int(updates.view[row])] = true }
        return Set(isMeasured.indices.filter { isMeasured[$0] }.map { records.views[$0].name })
    }

    private func take(_ kinds: SignpostKinds) {
        guard kinds.all.contains(where: \.isTaken) else { return }
        let isKept = Column<Bool>(repeating: true, count: signposts.count)
        var processes: Set<NameID> = []
        for row in 0..<signposts.count {
            guard let raw = kinds.body(row) else { continue }
            let signpost = signposts[row]
            let view = bodyView(raw)
            if signpost.process.isPresent {
                processes.insert(signpost.process)
                updates.process[updates.count] = signpost.process
            }
            // Logs number their threads and do not say which is the main one.
            let isNamed = signpost.thread.isPresent && names.text(signpost.thread)?.hasPrefix("0x") == false
            updates.append(
                start: signpost.start,
                duration: signpost.pairing == .complete ? signpost.duration : UpdateColumns.unterminated, view: view,
                id: 0, thread: isNamed ? signpost.thread : NameID(.main), phase: .update)
            isKept[row] = false
        }
        signposts.keep { isKept[$0] }
        noteSource("signposts")
        nameProcess(processes)
    }

    /// Sets the process to that of the measured bodies.
    private func nameProcess(_ processes: Set<NameID>) {
        guard records.metadata.process == nil, processes.count == 1, let only = processes.first else { return }
        let process = ProcessName(names.text(only) ?? "")
        records.metadata.process = process.name
        records.metadata.pid = records.metadata.pid ?? process.pid
    }

    // MARK: Notes

    private static let listed = 3

    private func noteTaken(_ taken: [SignpostKinds.Kind], _ kinds: SignpostKinds) {
        for kind in taken.prefix(Self.listed) {
            let views = kinds.views(of: kind).prefix(Self.listed).map { "'\($0)'" }
            let more = Decimal.more(of: kind.views.count, listed: Self.listed)
            note(
                "the messages of signpost '\(names.text(kind.key.name) ?? "")' name views "
                    + "(\(views.joined(separator: ", "))\(more)): its \(Decimal.counted(kind.taken, "interval")) "
                    + "\(kind.taken == 1 ? "is a view body update" : "are view body updates"); "
                    + "to keep signposts: --body-signposts \(SignpostFilter.none)")
        }
        guard taken.count > Self.listed else { return }
        note("the messages of \(taken.count - Self.listed) more signposts name views and are read in the same way")
    }

    /// Proposes the option that makes possible bodies real ones, and counts their intervals under its value for
    /// reports.
    private func proposeBodies(_ kinds: SignpostKinds) {
        let proposals = kinds.proposals()
        guard !proposals.isEmpty else { return }
        for proposal in proposals {
            for option in proposal.options {
                records.counters.add(.bodyLikeSignpost, option.value, by: option.intervals)
            }
        }
        for proposal in proposals.prefix(Self.listed) {
            let shown = proposal.names.prefix(Self.listed).map { "'\($0)'" }.joined(separator: ", ")
            let more = Decimal.more(of: proposal.names.count, listed: Self.listed)
            let isOne = proposal.names.count == 1
            let options = proposal.options.map { "--body-signposts \(ShellWord.quote($0.value))" }.joined(
                separator: " ")
            note(
                "\(isOne ? "signpost" : "signposts") \(shown)\(more) "
                    + (proposal.isByMessage
                        ? "\(isOne ? "has" : "have") messages that name views"
                        : "\(isOne ? "is" : "are") named like views")
                    + "; if \(isOne ? "it measures" : "they measure") bodies: \(options)")
        }
    }

    private func note(_ message: String) {
        tell(.note, at: records.sourceFiles.count == 1 ? firstPlace : nil, message)
    }
}

/// Lines of an app's own log with the duration of a body: `[UI] FeedCell body 12.4 ms`.
extension TraceBuilder {
    /// Makes view body updates of the lines whose form names views, if the input measures no body elsewhere. A line is
    /// written at the end of the body. The lines stay in the log. Called once, before anything is sorted.
    func takeLoggedBodies() {
        guard options.takesBodySignposts, records.logs.count > 0, measuredViews().isEmpty else { return }
        var lines = TimedBodyLines()
        var found: [(row: Int, line: Int, duration: Int64)] = []
        for row in 0..<records.logs.count where records.logs[row].start >= 0 {
            guard let read = lines.read(names.bytes(of: records.logs[row].message)) else { continue }
            found.append((row, read.index, read.duration))
        }
        let bodies = zip(lines.parsed, lines.areBodies).map { $1 ? LoggedBody($0, self) : nil }
        let taken = found.compactMap { row, line, duration in
            bodies[line].map { (row: row, body: $0, duration: duration) }
        }
        guard let first = taken.first else { return }
        _ = moveOrigin(to: taken.lazy.map { [records] in records.logs[$0.row].start - $0.duration }.min())
        for (row, body, duration) in taken { take(body, duration, of: row) }
        evidence.reach = BodyEvidence.reachOfLines
        takeLoggedInteractions()
        noteSource("lines of the log")
        nameProcess(Set(taken.map { records.logs[$0.row].process }.filter(\.isPresent)))
        noteRead(records.logs[first.row].message, as: "view body updates", keptBy: Self.keepsLines)
    }

    /// Notes that log lines are read as something else, with the first of them.
    fileprivate func noteRead(_ first: NameID, as what: String, keptBy option: String? = nil) {
        let way = option.map { "; to keep them lines alone: \($0)" } ?? ""
        note("lines like '\((names.text(first) ?? "").prefix(60))' are read as \(what)\(way)")
    }

    fileprivate static let keepsLines = "--body-signposts \(SignpostFilter.none)"

    private struct LoggedBody {
        let name: NameID
        let reasons: RowReasons

        init(_ line: TimedBodyLine, _ builder: TraceBuilder) {
            name = builder.names.intern(String(line.view))
            reasons = RowReasons(line.reason.map(String.init) ?? "", builder)
        }
    }

    private func take(_ body: LoggedBody, _ duration: Int64, of row: Int) {
        let log = records.logs[row]
        if log.process.isPresent { updates.process[updates.count] = log.process }
        if body.reasons.changed.isPresent { updates.changed[updates.count] = body.reasons.changed }
        updates.append(
            start: max(0, log.start - duration), duration: duration, view: bodyView(body.name), id: 0,
            thread: NameID(.main), phase: body.reasons.isCreation ? .creation : .update)
        records.logs[row].view = viewNames[body.name]
    }
}

/// Lines of an app's own log that report an evaluation of a body: `FeedRow body`.
extension TraceBuilder {
    /// Makes an evaluation of each such line, if the input measures no body and has no other evidence of that
    /// evaluation. The lines stay in the log. Called once, before evidence is joined to updates.
    func takeLoggedRuns() {
        guard options.takesBodySignposts, records.logs.count > 0, updates.count == 0 else { return }
        let known = evidence.viewsTold
        var lines: [LoggedRun] = []
        // The index of each message's line plus one; zero for other messages.
        let memo = NameMemo<Int>()
        var (told, earliest, left): ([(row: Int, line: Int)], Int64?, Int) = ([], nil, LoggedRun.most)
        for row in 0..<records.logs.count {
            let log = records.logs[row]
            let number = memo(log.message) {
                guard let line = LoggedRun(log.message, self), !known.contains(viewNames[line.name]) else { return 0 }
                lines.append(line)
                return lines.count
            }
            guard number > 0, case let line = lines[number - 1] else { continue }
            left -= line.count
            guard left >= 0 || line.count == 1 else { continue }
            told.append((row, number - 1))
            if let start = line.earliest(at: log.start) { earliest = min(earliest ?? start, start) }
        }
        guard let first = told.first else { return }
        _ = moveOrigin(to: earliest)
        for (row, line) in told { take(lines[line], of: row) }
        noteRead(records.logs[first.row].message, as: "evaluations of bodies", keptBy: Self.keepsLines)
        guard left < 0 else { return }
        tell(
            .warning, at: firstPlace,
            "the lines tell of more than \(Decimal.grouped(LoggedRun.most)) evaluations: those of lines with rates are left out from there on"
        )
    }

    private func take(_ run: LoggedRun, of row: Int) {
        let log = records.logs[row]
        for time in run.times(at: log.start) {
            evidence.add(type: run.name, changed: .none, time: time, isPlaced: true, process: log.process)
        }
        records.logs[row].view = viewNames[run.name]
    }
}

/// A line that reports evaluations of a body.
private struct LoggedRun {
    let name: NameID
    private let rate: (count: Int, span: Int64)?
    /// The most evaluations from rates, over all lines.
    static let most = 2_000_000

    var count: Int { rate?.count ?? 1 }

    init?(_ message: NameID, _ builder: TraceBuilder) {
        guard let line = BodyRunLine(builder.names.bytes(of: message)) else { return nil }
        name = builder.names.intern(String(line.view))
        rate = line.rate
    }

    /// The times of a line's evaluations; those of a rate are spread over its span.
    func times(at time: Int64) -> [Int64] {
        guard time >= 0 else { return Array(repeating: UpdateColumns.untimed, count: count) }
        return (0..<Int64(count)).map { max(0, time - $0 * gap) }
    }

    /// The first of these times, which may be before the log begins; nil if the line has no time.
    func earliest(at time: Int64) -> Int64? { time < 0 ? nil : time - Int64(max(0, count - 1)) * gap }

    private var gap: Int64 { rate.map { $0.span / Int64(max(1, $0.count)) } ?? 0 }
}

/// Actions of the user in an app's own log: `tapped tag "work"`.
extension TraceBuilder {
    /// Makes an interaction of each such line, in a log that also times bodies, if the input has no interactions.
    private func takeLoggedInteractions() {
        guard records.interactions.isEmpty, interactionsOfUpdates.isEmpty else { return }
        var first: NameID?
        for row in 0..<records.logs.count where records.logs[row].start >= 0 && !records.logs[row].view.isPresent {
            let message = records.logs[row].message
            guard let told = RowWords.interaction(toldBy: names.bytes(of: message)) else { continue }
            first = first ?? message
            records.interactions.append(
                InteractionRecord(
                    kind: told.kind, name: told.name.isEmpty ? .none : names.intern(told.name),
                    start: records.logs[row].start, duration: -1))
        }
        guard let first else { return }
        noteRead(first, as: "interactions")
    }
}

/// Interactions that are only known from a column of updates with the user's action.
extension TraceBuilder {
    /// Makes an interaction of each run of updates of one process, in order of their starts, that name the same action.
    /// It begins with the first of them, which is the earliest known time, and lasts until the last one has ended.
    /// Equal actions without another row between them count as one, so the number of interactions is a minimum. Called
    /// before the updates are sorted.
    func takeInteractionsOfUpdates() {
        guard !interactionsOfUpdates.isEmpty else { return }
        var rows = (0..<updates.count).filter { updates.start[$0] != UpdateColumns.untimed }
        rows.sort { (updates.start[$0], $0) < (updates.start[$1], $1) }
        var open: [NameID: Run] = [:]
        for row in rows {
            let (process, name) = (updates.process[row], interactionsOfUpdates[row])
            let end = updates.start[row].addingSaturating(max(0, updates.duration[row]))
            var run = open[process]
            if let last = run, last.name != name {
                append(last)
                run = nil
            }
            let start = run?.start ?? updates.start[row]
            open[process] = name.isPresent ? Run(name: name, start: start, end: max(run?.end ?? end, end)) : nil
        }
        for run in open.values { append(run) }
    }

    private struct Run {
        let name: NameID
        let (start, end): (Int64, Int64)
    }

    private func append(_ run: Run) {
        let interaction = RowWords.interaction(named: names.text(run.name) ?? "")
        records.interactions.append(
            InteractionRecord(
                kind: interaction.kind, name: interaction.name.isEmpty ? .none : names.intern(interaction.name),
                start: run.start, duration: run.end > run.start ? run.end - run.start : -1))
    }
}

/// Hangs and hitches in log lines: `Hang detected: 1.42s (debugger attached, not reporting)`, `Main thread blocked for
/// 940 ms`, `Dropped 5 frames (83 ms)`.
extension TraceBuilder {
    /// Makes hitches of lines with a time, which is that of the late frame, unless the input has hitches.
    func addLoggedHitches() {
        guard records.hitches.isEmpty else { return }
        var first: NameID?
        var added: [HitchRecord] = []
        for row in 0..<records.logs.count {
            let log = records.logs[row]
            guard log.start >= 0, let length = WatchdogLine.hitch(names.bytes(of: log.message)) else { continue }
            first = first ?? log.message
            added.append(HitchRecord(start: log.start - length, duration: length, process: log.process))
        }
        guard let first else { return }
        let delay = moveOrigin(to: added.lazy.map(\.start).min())
        for index in added.indices { added[index].start = max(0, added[index].start + delay) }
        records.hitches = added
        noteRead(first, as: "hitches of that length")
    }

    /// Makes hangs of lines with a time, which is the end of the hang, unless the input has the hang itself.
    ///
    /// The log lines must be in order.
    func addLoggedHangs() {
        let logs = records.logs
        var recorded: RecordedHangs?
        var added: [HangRecord] = []
        var isDebugged = false
        for row in 0..<logs.count {
            let log = logs[row]
            guard let length = loggedHang(log), length > 0 else { continue }
            isDebugged = isDebugged || (names.text(log.message) ?? "").contains("debugger attached")
            guard log.start >= 0 else { continue }
            let known = recorded ?? RecordedHangs(records.hangs)
            recorded = known
            let start = log.start - length
            if known.hasOne(of: log.process, from: start, to: log.start) { continue }
            var hang = HangRecord(start: start, duration: length, thread: NameID(.main), process: log.process)
            // A watchdog may report one hang repeatedly while it lasts.
            if let last = added.last, last.process == hang.process, abs(start - last.start) < length / 8 {
                hang.start = min(start, last.start)
                hang.duration = log.start - hang.start
                added.removeLast()
            }
            added.append(hang)
        }
        let delay = moveOrigin(to: added.lazy.map(\.start).min())
        for index in added.indices { added[index].start = max(0, added[index].start + delay) }
        records.hangs += added
        if isDebugged { note("a debugger was attached: hangs are longer with one, and some are its own") }
    }
}

extension TraceBuilder {
    /// The length of the hang that the system or the app's own watchdog reports in a line.
    private func loggedHang(_ log: LogRecord) -> Int64? {
        let message = names.bytes(of: log.message)
        let ofSystem = names.isOfFrameworks(subsystem: log.subsystem) ? KnownComplaints.hang(message) : nil
        return ofSystem ?? WatchdogLine.hang(message)
    }
}

/// The hangs in the input, for checking whether one of a process overlaps a time.
private struct RecordedHangs {
    /// Hangs in order of their starts.
    private struct Spans {
        var starts: [Int64] = []
        /// The latest end of each hang and all before it.
        var ends: [Int64] = []

        mutating func append(_ hang: HangRecord) {
            starts.append(hang.start)
            ends.append(max(ends.last ?? 0, hang.start.addingSaturating(hang.duration)))
        }

        func hasOne(from start: Int64, to end: Int64) -> Bool {
            let next = starts.firstPlace { $0 > end }
            return next > 0 && ends[next - 1] >= start
        }
    }

    private var all = Spans()
    private var byProcess: [NameID: Spans] = [:]

    init(_ hangs: [HangRecord]) {
        for hang in hangs.sorted(by: { $0.start < $1.start }) {
            all.append(hang)
            byProcess[hang.process, default: Spans()].append(hang)
        }
    }

    /// Whether a hang of the process overlaps the time. A hang or a line without a process may be of any.
    func hasOne(of process: NameID, from start: Int64, to end: Int64) -> Bool {
        guard process.isPresent else { return all.hasOne(from: start, to: end) }
        return [process, .none].contains { byProcess[$0]?.hasOne(from: start, to: end) == true }
    }
}

/// Contradictions between the rows of a trace and the recording's description. Usually both are of one recording; if
/// not, the table of contents is most often from another one.
extension TraceBuilder {
    /// Rows that begin this long after the stated end are not explained by rounding, or by how a recording stops.
    private static let tolerance: Int64 = 1_000_000_000

    func noteContradictions() {
        noteLateRows()
        noteOtherNumber()
    }

    /// Makes the trace as long as its rows if they begin after the stated end: shares of a shorter time would be wrong.
    private func noteLateRows() {
        guard let stated = records.metadata.durationNs else { return }
        var (late, last): (Int, Int64) = (0, 0)
        records.forEachRow { start, _ in
            guard start > stated else { return }
            late += 1
            last = max(last, start)
        }
        guard last > stated.addingSaturating(Self.tolerance) else { return }
        warn(
            "the recording is stated to last \(Self.seconds(stated)), but \(Decimal.counted(late, "row")) "
                + "\(late == 1 ? "begins" : "begin") later, the last at \(Self.seconds(last)); "
                + "the rows are kept, and the trace is taken to be as long as they are")
        records.metadata.durationNs = nil
    }

    /// Warns if the stated process has a number that no row has, while rows with its name have others.
    private func noteOtherNumber() {
        guard let name = records.metadata.process, let pid = records.metadata.pid else { return }
        let known = ProcessSum.all(of: records).map { ProcessName(names.text($0.process) ?? "") }
        guard !known.contains(where: { $0.pid == pid }) else { return }
        let others = known.filter { $0.name == name && $0.pid != nil }.map(\.text)
        guard let first = others.first else { return }
        let more = Decimal.more(of: others.count, listed: 1)
        warn(
            "the recording is stated to be of \(ProcessName(name, pid: pid).text), but no row is: "
                + "they are of \(first)\(more)")
    }

    private func warn(_ message: String) {
        // A recording that is read directly has no other table of contents.
        let isExported = !records.recordedTables.isEmpty && !records.formats.contains(RecordedTables.nativeFormat)
        tell(
            .warning, at: firstPlace, message,
            fix: isExported
                ? "if the table of contents is that of another recording, give the one of this recording" : nil)
    }

    private static func seconds(_ time: Int64) -> String { "\(Decimal.text(Double(time) / 1e9, digits: 2)) s" }
}
