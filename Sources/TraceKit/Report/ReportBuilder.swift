/// Builds the report model from the database, with SQL that users can run too.
package struct ReportBuilder {
    package struct Options: Sendable {
        /// The most rows per list; nil = 15, fewer in a brief report.
        package var top: Int?
        package var showsSQL = false
        /// Whether functions and the call tree are shown even with view updates or signposts.
        package var showsFunctions = false
        /// Whether log lines are shown even with other lanes.
        package var showsLogs = false
        /// The part of the trace to report on.
        package var zoom = ReportZoom()
        /// How the user named the inputs, for proposed commands.
        package var input = CommandInput()
        /// Other given options, for the command that shows more.
        package var shownOptions: [CommandInput.Option] = []
        /// Whether to show only problems and interactions, if the trace has view updates.
        package var isBrief = false
        /// Whether to read the one-line timeline, which scans all updates.
        package var hasStrip = true
        /// Whether to read the data of a page.
        package var hasPage = false
        /// Accepted problems.
        package var accepted: [AcceptedNote] = []
        /// The settings of the project file as text; nil without one.
        package var project: String?
        /// The sources to search for the views and causes of findings; nil = none.
        package var sources: SourceLookup?

        package init() {}
    }

    /// Rows per table of a page, which has a search field: more than anyone reads in a terminal.
    private static let pageRows = 500
    private static let listRows = 15
    /// Lines of a brief report.
    private static let briefLines = 60

    private let database: Database
    private let options: Options
    /// The input of the trace.
    private let input: CommandInput

    /// Builds the report on some traces of a store.
    package static func build(
        _ store: TraceStore, traces: [Int64], _ options: Options
    ) throws(TraceError) -> Report {
        var reports: [TraceReport] = []
        for id in traces {
            let builder = ReportBuilder(database: store.database, options: options, input: options.input.of(id))
            if options.hasPage || !options.zoom.isEmpty { try store.check(id, StoredTable.long) }
            let stored = store.stored(id)
            reports.append(
                try store.database.reading { () throws(TraceError) in try builder.traceReport(stored) })
            if traces.count > 1 { reports[reports.count - 1].input = builder.input.words }
        }
        return Report(traces: reports, showsSQL: options.showsSQL)
    }

    private func traceReport(_ stored: StoredTrace) throws(TraceError) -> TraceReport {
        let id = stored.id
        let isChosen = try ChosenUpdates.choose(database, trace: id, options.zoom)
        let views = try ViewSums(stored)
        var page = options.hasPage ? try PageBuilder(stored, views, isChosen: isChosen) : nil
        var sections: [ReportSection] = []
        var pageSections: [ReportSection] = []
        var lanes = try lanes(id)
        let recorded = try recordedTables(id)
        let tables = try InputTables(database, id)
        let facts = try traceFacts(id, views)
        var answer = try answer(stored, facts, views, lanes, recorded, tables)
        let isGuessed = answer.isGuessed
        let present = lanes
        // Console lines without times are no updates that could have met a deadline.
        if answer.updates == 0 { lanes.remove(.updates) }
        let subject = answer.subject
        let values = try values(id, views)
        if isChosen { answer.partSums = try partSums(id, answer) }
        let chosen = isChosen ? values.merging(ChosenUpdates.values(options.zoom)) { $1 } : values
        let all = definitions(subject)
        let shown = all.filter { isShown($0, subject) }
        for definition in shown {
            var section = try section(definition, values, chosen)
            if let lane = definition.lane, section.total == 0 {
                // The first lines say what was not recorded.
                if subject != .updates, !lanes.contains(lane.name), !isAsked(definition) { continue }
                let note = emptyNote(
                    section.emptyNote, lane, lanes, isPresent: present.contains(lane.name), recorded, tables, answer)
                section.emptyNote = [note, answer.others.words(lane.name)].compactMap { $0 }.joined(separator: "; ")
            }
            if definition.id == "problems", section.total == 0,
                let words = LookedAt(answer, present, hasChanges: try hasChanges(id)).noProblems
            {
                section.emptyNote = words
            } else if isRedundant(section, definition, answer) {
                continue
            }
            adapt(&section, to: answer)
            if isGuessed, definition.restsOnUpdates { section.title += ReportWords.guessed }
            if let sources = options.sources { try SourceNotes(sources, database).add(to: &section, trace: id) }
            if options.hasPage {
                pageSections.append(section)
                if definition.isLimited { section.keep(limit(definition)) }
            }
            sections.append(section)
        }
        var report = TraceReport(
            trace: facts, answer: answer, sections: sections,
            strip: drawsStrip && subject == .updates ? try Overview.read(database, trace: id) : nil,
            signpostStrip: drawsStrip && subject == .signposts ? try SignpostStrip.read(database, trace: id) : nil)
        let isCut = isBrief && sections.contains { $0.rows.count < $0.total }
        if shown.count < all.count || isCut {
            report.more = input.command("report", options.shownOptions + [.init("all")])
        }
        report.isBrief = isBrief
        report.mostLines = options.top == nil ? Self.briefLines : nil
        let files = try database.rows("SELECT source_file FROM traces WHERE id = ?", [.integer(id)]).first?.first?.text
        report.file = String(files?.split(separator: "\n").first ?? "")
        let leading = leadingKind(sections).map { "trace-analyze explain \($0)" }
        let proposed = leading == nil ? try proposedBodies(stored) : nil
        if let next = leading ?? proposed { report.answer.next = next }
        report.page = try page?.data()
        report.pageSections = pageSections
        return report
    }

    /// Whether a section that no option requests is empty, or only repeats another one.
    private func isRedundant(_ section: ReportSection, _ definition: SectionDefinition, _ answer: ReportAnswer) -> Bool
    {
        if section.total == 0 {
            return definition.isOptional
                || answer.subject != .updates && ["problems", "findings"].contains(definition.id)
        }
        return isBrief && !options.showsLogs && definition.id == ReportSections.logs.id
            && answer.logs?.areGrouped(section.total) == true
    }

    /// Adapts the texts of a section to the trace.
    private func adapt(_ section: inout ReportSection, to answer: ReportAnswer) {
        for index in section.columns.indices where section.columns[index].name == "deadline" {
            section.columns[index].title = DeadlineWords(profile: answer.profile).heading
        }
        if section.id == "hitches", answer.systemHitches > 0, section.total > answer.systemHitches {
            section.title += " of the app and of the system"
        }
    }

    /// The values of the placeholders in statements.
    private func values(_ id: Int64, _ views: ViewSums) throws(TraceError) -> [String: String] {
        let buckets = try durationBuckets(id)
        return [
            "trace": "\(id)", "updates": options.zoom.updateCondition, "stalls": options.zoom.stallCondition,
            "signposts": options.zoom.signpostCondition, "logs": options.zoom.logCondition,
            "buckets": buckets.rows, "cases": buckets.cases,
            "longbodies": "\(views.longBodies)", "longothers": "\(views.longOthers)", "untimed": "\(views.untimed)",
            "updatedviews": "\(views.updated)", "wastefulviews": "\(views.wasteful)",
            "interaction": options.zoom.interaction.map { "\($0)" } ?? "NULL",
            "hasstalls": options.zoom.stallCondition.isEmpty ? "0" : "1",
            "hastimes": options.zoom.logCondition.isEmpty ? "0" : "1",
            "part": """
            (SELECT u.id FROM updates u \
            WHERE u.trace_id = \(id) AND u.is_target = 1\(options.zoom.updateCondition))
            """,
            "view": options.zoom.view.map(SQLTemplate.quote) ?? "NULL",
        ]
    }

    /// Whether an option requests the section; then it is shown even if it is empty.
    private func isAsked(_ definition: SectionDefinition) -> Bool { definition.subject == .logs && options.showsLogs }

    private var isBrief: Bool { options.isBrief && options.zoom.isEmpty }

    private func limit(_ definition: SectionDefinition) -> Int {
        options.top ?? (isBrief ? definition.briefRows ?? BriefSections.rows(definition.id) : nil) ?? Self.listRows
    }

    /// Whether a section belongs to a brief report.
    private func isShown(_ definition: SectionDefinition, _ subject: ReportSubject) -> Bool {
        guard isBrief else { return true }
        return BriefSections.shown(subject).contains(definition.id)
            || definition.subject == .samples && options.showsFunctions
            || definition.subject == .logs && options.showsLogs
    }

    /// The kind of the costliest problem shown.
    private func leadingKind(_ sections: [ReportSection]) -> String? {
        sections.lazy.flatMap(\.problems).first { $0.accepted == nil }?.kind
    }

    private var drawsStrip: Bool { options.hasStrip && options.zoom.isEmpty }

    /// The sections for a trace: those about its subject, and short ones about other lanes.
    private func definitions(_ subject: ReportSubject) -> [SectionDefinition] {
        if options.zoom.signposts != nil || subject == .signposts && !options.zoom.isEmpty {
            return ReportSections.zoomedSignposts + (options.showsLogs ? [ReportSections.zoomedLogs] : [])
        }
        if !options.zoom.isEmpty {
            return (subject == .logs ? [] : ReportSections.zoomed)
                + (options.showsLogs || subject == .logs ? [ReportSections.zoomedLogs] : [])
        }
        return ReportSections.all.filter { definition in
            switch definition.subject {
            case nil: true
            case .updates: subject == .updates
            case .signposts: subject == .signposts || !definition.isDetail
            case .samples: subject != .updates || options.showsFunctions
            case .logs: subject == .logs || options.showsLogs
            case .console, .stalls, .metrics, .nothing: subject == definition.subject
            }
        }
    }

    private func durationBuckets(_ id: Int64) throws(TraceError) -> DurationBuckets {
        let row = try database.rows("SELECT orange_ns, red_ns FROM traces WHERE id = ?", [.integer(id)]).first ?? []
        guard row.count == 2, case (.integer(let orange), .integer(let red)) = (row[0], row[1]) else {
            return DurationBuckets(orangeNs: Deadlines.frame.orangeNs, redNs: Deadlines.frame.redNs)
        }
        return DurationBuckets(orangeNs: orange, redNs: red)
    }

    /// `shown`: placeholder values for the printed statement; `values`: those for the executed one.
    private func section(
        _ definition: SectionDefinition, _ shown: [String: String], _ values: [String: String]
    ) throws(TraceError) -> ReportSection {
        let limit = options.hasPage ? max(limit(definition), Self.pageRows) : limit(definition)
        let first = definition.firstSQL.map { " AND id IN (\(SQLTemplate.fill($0, values)) LIMIT \(limit))" }
        let sql = SQLTemplate.fill(
            definition.sql, values.merging(["first": first ?? "", "more": StoredProblem.more]) { $1 })
        var rows: [[SQLValue]] = []
        if try hasSource(definition, values) {
            rows = try database.rows(definition.isLimited ? "\(sql)\nLIMIT \(limit)" : sql)
        }
        var total = rows.count
        if definition.isLimited, rows.count == limit {
            let count = definition.countSQL.map { SQLTemplate.fill($0, values) }
            total = Int(try database.integer(count ?? "SELECT count(*) FROM (\(Self.unordered(sql)))") ?? 0)
        }
        if !definition.isLimited { rows = rows.filter { !$0.isEmpty } }
        let smaller = try smaller(definition, values)
        var section = ReportSection(
            id: definition.id, title: definition.title, columns: definition.columns, rows: rows,
            total: total + (smaller?.total ?? 0), emptyNote: definition.emptyNote,
            sql: SQLTemplate.fill(definition.sql, shown.merging(["first": "", "more": ""]) { $1 }), smaller: smaller)
        if definition.id == ReportSections.problems.id {
            section.show(rows.map(StoredProblem.init), options.accepted)
        }
        return section
    }

    private func smaller(
        _ definition: SectionDefinition, _ values: [String: String]
    ) throws(TraceError) -> ReportSection.Smaller? {
        guard let sql = definition.smallerSQL else { return nil }
        let rows = try database.rows(SQLTemplate.fill(sql.counts, values))
        guard !rows.isEmpty else { return nil }
        return ReportSection.Smaller(
            counts: rows.map { (of: $0[0].text ?? "", count: $0[1].count) }, sql: SQLTemplate.fill(sql.all, values))
    }

    private func hasSource(_ definition: SectionDefinition, _ values: [String: String]) throws(TraceError) -> Bool {
        guard let sql = definition.sourceSQL else { return true }
        return try database.integer(SQLTemplate.fill(sql, values)) ?? 0 > 0
    }

    /// The statement without its ORDER BY clause, which counting does not need.
    private static func unordered(_ sql: String) -> String {
        var rest = sql[...]
        var order: String.Index?
        while let found = rest.firstRange(of: "ORDER BY ") {
            order = found.lowerBound
            rest = rest[found.upperBound...]
        }
        return order.map { String(sql[..<$0]) } ?? sql
    }

    // MARK: The answer

    private static let factColumns = [
        "name", "format", "app", "process", "pid", "device", "os", "build", "configuration", "refresh_hz", "started_at",
        "duration_ms", "profile", "orange_ns", "red_ns", "updates", "untimed", "truncated", "truncated_byte",
        "template", "instruments", "recording_run", "recording_runs", "hangs_over_ms", "recorded_as",
    ]

    private func traceFacts(
        _ id: Int64, _ views: ViewSums
    ) throws(TraceError) -> [(key: String, value: SQLValue)] {
        // Values that the view `traces` would compute again.
        let sums = ["updates": views.updates, "untimed": views.untimed]
        let columns = Self.factColumns.map { column in sums[column].map { "\($0)" } ?? column }.joined(separator: ", ")
        let rows = try database.rows("SELECT \(columns) FROM traces WHERE id = ?", [.integer(id)])
        return rows.first.map { row in zip(Self.factColumns, row).map { (key: $0, value: $1) } } ?? []
    }

    /// The lanes of the input, including empty ones.
    private func lanes(_ id: Int64) throws(TraceError) -> Set<Lane> {
        let text = try database.rows("SELECT lanes FROM traces WHERE id = ?", [.integer(id)]).first?.first?.text
        return Lane.set(text)
    }

    /// The tables of the shown run, from the table of contents; nil without one.
    private func recordedTables(_ id: Int64) throws(TraceError) -> Set<String>? {
        let rows = try database.rows(
            """
            SELECT r.schema FROM recorded_tables r JOIN traces t ON t.id = r.trace_id
            WHERE t.id = ? AND r.run = t.recording_run
            """, [.integer(id)])
        return rows.isEmpty ? nil : Set(rows.compactMap { $0[0].text })
    }

    /// Why a section of a lane has no rows: there were none, they were not recorded, or they were not exported.
    private func emptyNote(
        _ note: String, _ lane: (name: Lane, absentNote: String), _ lanes: Set<Lane>, isPresent: Bool,
        _ recorded: Set<String>?, _ input: InputTables, _ answer: ReportAnswer
    ) -> String {
        if lanes.contains(lane.name) {
            guard lane.name == .hangs, let threshold = answer.hangsThresholdMs else { return note }
            return "none over \(Decimal.grouped(threshold)) ms: shorter ones were not recorded"
        }
        if let lost = input.lost(of: lane.name) { return lost }
        let tables = RecordedTables.schemas(ofLane: lane.name)
        if isPresent, tables.contains(where: { input.read[$0] ?? 0 > 0 }) { return note }
        let empty = tables.first { input.read[$0] != nil }.map { "the table \($0) has no rows" }
        guard let recorded, !isPresent, !tables.isEmpty else {
            return [empty, lane.absentNote].compactMap { $0 }.joined(separator: "; ")
        }
        if let table = tables.first(where: { recorded.contains($0) && input.read[$0] == nil }) {
            return "recorded, but not in this input: export the table \(table)"
        }
        return empty ?? "not recorded: the recording has no table of \(lane.name.words)"
    }

    private func answer(
        _ stored: StoredTrace, _ known: [(key: String, value: SQLValue)], _ views: ViewSums, _ lanes: Set<Lane>,
        _ recorded: Set<String>?, _ input: InputTables
    ) throws(TraceError) -> ReportAnswer {
        let id = stored.id
        var facts = Dictionary(known.map { ($0.key, $0.value) }) { first, _ in first }
        facts["timed_lines"] = SQLValue(try ConsoleAnswer.timedLines(database, id))
        facts["other_updates"] = SQLValue(try TargetProcesses.otherUpdates(stored))
        func integer(_ key: String) -> Int? {
            if case .integer(let number)? = facts[key] { Int(exactly: number) } else { nil }
        }
        let (hangs, hitches, anyStalls) = try stalls(id)
        let delays = try delays(id)
        let verdicts = try verdictSums(id)
        let worst = try worstViews(id)
        let missedGroups = try numbers(
            """
            SELECT coalesce(sum(n), 0) FROM (
                SELECT rule, "rows" AS n FROM finding WHERE trace_id = ?1
                UNION ALL SELECT rule, "rows" FROM smaller_finding WHERE trace_id = ?1) WHERE rule = 'accumulated-updates'
            """, id)
        let signposts = try SignpostAnswer.read(database, trace: id)
        let samples = try SampleAnswer.read(database, trace: id)
        let console = views.untimed > 0 ? try ConsoleAnswer.read(database, trace: id) : nil
        let logs = try LogAnswer.read(database, trace: id)
        let processes = try TargetProcesses.read(stored)
        let metrics = try MetricAnswer.read(stored)
        // Signposts from Instruments itself, such as launch phases, are not the purpose of a recording.
        let signpostsLead = signposts.map { $0.hasOwn || samples == nil && !anyStalls } ?? false
        let subject = ReportSubject(
            ReportSubject.Rows(
                hasUpdates: views.updates + views.checks > 0, signpostsLead: signpostsLead, hasSamples: samples != nil,
                hasStalls: anyStalls, hasConsole: console != nil, hasLogs: logs != nil,
                hasMetrics: metrics != nil, lanes: lanes))
        let empty = subject == .nothing ? try EmptyAnswer.read(stored, lanes) : nil
        let recording = RecordingWords(
            facts, subject, processes, holds: holds(subject, signposts, samples, metrics, empty))
        return ReportAnswer(
            isGuessed: recording.isGuessed, subject: subject, console: console,
            hitchRatio: subject == .stalls || subject == .updates && hitches[0] > 0 ? try hitchRatio(stored) : nil,
            signposts: signposts, samples: samples, logs: logs, metrics: metrics, empty: empty,
            recording: recording.full, shortRecording: recording.short, recordingDetails: recording.details,
            caveats: try TraceSummary.caveats(stored, subject, lanes),
            updates: views.updates,
            checks: views.checks,
            bodyUpdates: views.bodies, red: views.red, orange: views.orange, gray: views.gray,
            unterminated: views.unterminated, profile: facts["profile"]?.text ?? "",
            displayHz: integer("refresh_hz").flatMap { Deadlines(refreshRate: $0) == nil ? nil : $0 },
            orangeMs: (facts["orange_ns"]?.number ?? 0) / 1e6, redMs: (facts["red_ns"]?.number ?? 0) / 1e6,
            worstViews: worst, missedGroups: Int(missedGroups[0]), hangs: Int(hangs[0]), hangMs: hangs[1],
            delays: Int(delays[0]), delayMs: delays[1],
            longestHangMs: hangs[2],
            hitches: Int(hitches[0]), hitchMs: hitches[1], systemHitches: Int(hitches[2]),
            otherUpdates: subject == .updates ? try OtherUpdates.read(stored) : nil, others: try OtherRows.read(stored),
            hangProcesses: try processes.counted(in: "hangs", stored),
            hitchProcesses: try processes.counted(in: "hitches", stored),
            recordedStalls: recorded.map { tables in
                stallLanes { !tables.isDisjoint(with: RecordedTables.schemas(ofLane: $0)) }
            }, untimedHangs: try untimedHangs(id),
            lostStalls: stallLanes { !lanes.contains($0) && input.lost(of: $0) != nil },
            hasHangLane: lanes.contains(.hangs), hangsThresholdMs: integer("hangs_over_ms"),
            hasHitchLane: lanes.contains(.hitches),
            necessary: Int(verdicts[0]),
            unnecessary: Int(verdicts[1]), unknown: Int(verdicts[2]), wastedMs: verdicts[3],
            recurring: try recurringSums(id),
            unnecessaryByConfidence: Dictionary(
                uniqueKeysWithValues: zip(Confidence.allCases, verdicts.dropFirst(4).map { Int($0) })),
            zoom: try zoomWords(), project: options.project,
            next: next(
                updates: views.updates, worst: worst, subject: subject, unchanged: console?.unchanged ?? 0,
                signposts: subject == .signposts ? signposts : nil,
                unanalysed: try ProcessCaveat.read(stored)?.largest ?? empty?.processes.first))
    }

    private func untimedHangs(_ id: Int64) throws(TraceError) -> Int {
        let kinds = KnownComplaints.all.filter { $0.weight == .hang }.map { SQLTemplate.quote($0.id) }
        let sql = """
            SELECT coalesce(sum(untimed), 0) FROM complaints
            WHERE trace_id = ? AND is_target = 1 AND complaint IN (\(kinds.joined(separator: ", ")))
            """
        return Int(try database.integer(sql, .integer(id)) ?? 0)
    }

    /// Whether any update says what changed.
    private func hasChanges(_ id: Int64) throws(TraceError) -> Bool {
        try database.integer(
            "SELECT EXISTS (SELECT 1 FROM view_update WHERE trace_id = ? AND changed_id IS NOT NULL)", .integer(id))
            == 1
    }

    /// Updates in interactions: necessary, unnecessary, unknown; wasted milliseconds; unnecessary ones that are
    /// possible, likely, proven.
    private func verdictSums(_ id: Int64) throws(TraceError) -> [Double] {
        try numbers(
            """
            SELECT coalesce(sum(necessary), 0), coalesce(sum(unnecessary), 0), coalesce(sum(unknown), 0),
                coalesce(sum(wasted_ms), 0), coalesce(sum(possible), 0), coalesce(sum(likely), 0), coalesce(sum(proven), 0)
            FROM interactions WHERE trace_id = ?
            """, id)
    }

    private func recurringSums(_ id: Int64) throws(TraceError) -> (necessary: Int, unnecessary: Int, unknown: Int)? {
        let sums = try numbers(
            """
            SELECT coalesce(sum(necessary), 0), coalesce(sum(unnecessary), 0), coalesce(sum(unknown), 0) FROM recurring_cause
            WHERE trace_id = ? AND answers = 0
            """, id
        ).map { Int($0) }
        return sums[0] + sums[1] > 0 ? (sums[0], sums[1], sums[2]) : nil
    }

    /// Hangs (number, time, longest) and hitches (number, time, those of the system) of the analysed process, and
    /// whether any process has some.
    private func stalls(_ id: Int64) throws(TraceError) -> (hangs: [Double], hitches: [Double], any: Bool) {
        let target = TargetRows.condition(trace: "\(id)")
        let hangs = try numbers(
            """
            SELECT count(*), coalesce(sum(duration_ms), 0), coalesce(max(duration_ms), 0) FROM hangs
            WHERE trace_id = ? AND \(target)
            """, id)
        let hitches = try numbers(
            """
            SELECT coalesce(sum(class <> 'system'), 0), coalesce(sum(CASE WHEN class <> 'system' THEN duration_ms END), 0),
                coalesce(sum(class = 'system'), 0) FROM hitches
            WHERE trace_id = ? AND \(target)
            """, id)
        let all = try numbers(
            "SELECT EXISTS (SELECT 1 FROM hangs WHERE trace_id = ?1) OR EXISTS (SELECT 1 FROM hitches WHERE trace_id = ?1)",
            id)
        return (hangs, hitches, all.first == 1)
    }

    /// Delays of interactions (number, time) of the analysed process.
    private func delays(_ id: Int64) throws(TraceError) -> [Double] {
        try numbers(
            """
            SELECT count(*), coalesce(sum(duration_ms), 0) FROM interaction_delays
            WHERE trace_id = ? AND \(TargetRows.condition(trace: "\(id)"))
            """, id)
    }

    private func stallLanes(_ isMeant: (Lane) -> Bool) -> Set<Lane> { Set(Lane.ofStalls.filter(isMeant)) }

    /// The rows that a trace without view updates has instead.
    private func holds(
        _ subject: ReportSubject, _ signposts: SignpostAnswer?, _ samples: SampleAnswer?, _ metrics: MetricAnswer?,
        _ empty: EmptyAnswer?
    ) -> String? {
        switch subject {
        case .signposts: signposts.map { Decimal.counted($0.intervals, "signpost interval") }
        case .samples: samples.map { Decimal.counted($0.samples, "sample") }
        case .metrics: metrics?.counts
        case .nothing: empty?.counts
        case .updates, .console, .stalls, .logs: nil
        }
    }

    /// The hitch ratio of the whole recording; nil if its process is unknown, because then no hitch counts.
    private func hitchRatio(_ stored: StoredTrace) throws(TraceError) -> Double? {
        guard try ProcessCaveat.read(stored) == nil else { return nil }
        let rows = try database.rows(
            "SELECT hitch_ratio FROM interactions WHERE trace_id = ? AND kind = 'trace'", [.integer(stored.id)])
        return rows.first?.first.flatMap { $0 == .null ? nil : $0.number }
    }

    /// The sums over the updates of the selected part, worded like those of the whole.
    private func partSums(_ id: Int64, _ answer: ReportAnswer) throws(TraceError) -> String {
        let (severity, isWasted) = (
            UpdateCodes.severity("t"), "\(UpdateCodes.verdict("t")) = \(Verdict.unnecessary.sql)"
        )
        let rows = try database.rows(
            """
            SELECT \(UpdateCodes.reason("t")), count(*), sum(\(severity) = \(Severity.red.sql)),
                sum(\(severity) = \(Severity.orange.sql)), sum(\(isWasted)),
                total(CASE WHEN \(isWasted) THEN t.duration_ns END) / 1e6
            FROM view_update t
            WHERE t.trace_id = ? AND \(UpdateCodes.membership("t")) <> \(Membership.otherProcess.sql)
                AND \(UpdateCodes.phase("t")) <> \(UpdatePhase.check.sql)\(ChosenUpdates.condition("t"))
            GROUP BY 1
            """, [.integer(id)]
        ).map { $0.map(\.number) }
        func sum(_ column: Int) -> Int { rows.reduce(0) { $0 + Int($1[column]) } }
        var part = answer
        part.unnecessary = sum(4)
        part.wastedMs = rows.reduce(0) { $0 + $1[5] }
        part.unnecessaryByConfidence = [:]
        for row in rows where row[4] > 0 {
            guard let confidence = Reason(rawValue: UInt8(row[0]))?.confidence else { continue }
            part.unnecessaryByConfidence[confidence, default: 0] += Int(row[4])
        }
        return ReportWords.partSums(updates: sum(1), red: sum(2), orange: sum(3), unnecessary: part)
    }

    /// Describes the selected part of the trace; nil = all of it.
    private func zoomWords() throws(TraceError) -> String? {
        if options.zoom.isEmpty { return nil }
        guard let id = options.zoom.interaction else { return options.zoom.words() }
        let row = try database.rows("SELECT kind, name FROM interactions WHERE id = ?", [.integer(id)]).first
        guard let kind = row?.first?.text else { return options.zoom.words() }
        return options.zoom.words(interaction: NodeLabels.text(kind, row?.last?.text))
    }

    private func worstViews(_ id: Int64) throws(TraceError) -> [ReportAnswer.WorstView] {
        let rows = try database.rows(
            """
            SELECT view, sum(red), sum(orange), max(max_ms), sum(total_ms) FROM view_summary
            WHERE trace_id = ? AND kind = 'body' AND red + orange > 0 GROUP BY view
            ORDER BY sum(red) DESC, sum(orange) DESC, max(max_ms) DESC, view LIMIT 3
            """, [.integer(id)])
        return rows.map { row in
            ReportAnswer.WorstView(
                view: row[0].text ?? "", red: row[1].count, orange: row[2].count, maxMs: row[3].number,
                totalMs: row[4].number)
        }
    }

    /// The command that treats signposts named like views as bodies. A database keeps signposts as they were read.
    private func proposedBodies(_ stored: StoredTrace) throws(TraceError) -> String? {
        guard input.database == nil, options.zoom.isEmpty else { return nil }
        let proposed = try BodyProposals.read(stored)
        return proposed.isEmpty ? nil : input.command("report", proposed)
    }

    private func next(
        updates: Int, worst: [ReportAnswer.WorstView], subject: ReportSubject, unchanged: Int,
        signposts: SignpostAnswer?, unanalysed: String?
    ) -> String {
        // Mention processes that are not analysed before other advice.
        if updates == 0, let process = unanalysed {
            return input.command("report", without: ["process"], [.init("process", process)])
        }
        if let slow = signposts?.slowest.first, options.zoom.isEmpty {
            return input.command("report", [.init("signposts", slow.name)])
        }
        if subject == .samples {
            return options.zoom.isEmpty
                ? input.command(
                    "export", analyses: false, [.init("to", "speedscope"), .init("output", "profile.json")])
                : input.command("report")
        }
        if subject == .console, unchanged > 0 { return "trace-analyze explain unchanged-updates" }
        if subject == .metrics {
            // `chains` needs exactly one input, and no reading options.
            guard input.inputs.count == 1, input.reading.isEmpty else { return input.command("report", [.init("all")]) }
            return "trace-analyze query \(input.words) \(ShellWord.quote("SELECT * FROM metrics"))"
        }
        // `doctor` says what can be exported from which run, and what must be recorded again.
        if updates == 0 { return input.command("doctor", analyses: false) }
        if let view = worst.first?.view, options.zoom.isEmpty {
            return input.command("report", [.init("view", view)])
        }
        if let view = options.zoom.view {
            return input.command(input.inputs.count == 1 ? "chains" : "report", [.init("view", view)])
        }
        return input.command(
            "report", without: ["profile", "refresh-rate", "deadlines"], [.init("profile", "instruments")])
    }

    private func numbers(_ sql: String, _ id: Int64) throws(TraceError) -> [Double] {
        try database.rows(sql, [.integer(id)]).first?.map { $0.number } ?? []
    }
}
