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

        /// Whether the report is brief; one on a part of a trace never is.
        var showsLittle: Bool { isBrief && zoom.isEmpty }
    }

    /// Lines of a brief report.
    private static let briefLines = 60

    private let stored: StoredTrace
    private let options: Options
    /// The input of the trace.
    private let input: CommandInput
    private var database: Database { stored.database }

    /// Builds the report on some traces of a store.
    package static func build(
        _ store: TraceStore, traces: [Int64], _ options: Options
    ) throws(TraceError) -> Report {
        var reports: [TraceReport] = []
        for id in traces {
            let builder = ReportBuilder(stored: store.stored(id), options: options, input: options.input.of(id))
            if options.hasPage || !options.zoom.isEmpty { try store.check(id, StoredTable.long) }
            reports.append(try store.database.reading { () throws(TraceError) in try builder.traceReport() })
            if traces.count > 1 { reports[reports.count - 1].input = builder.input.words }
        }
        return Report(traces: reports, showsSQL: options.showsSQL)
    }

    private func traceReport() throws(TraceError) -> TraceReport {
        let isChosen = try ChosenUpdates.choose(database, trace: stored.id, options.zoom)
        let views = try ViewSums(stored)
        var page = options.hasPage ? try PageBuilder(stored, views, isChosen: isChosen) : nil
        let lanes = try InputLanes(stored, views)
        let facts = try traceFacts(views)
        var answer = try ReportAnswer.read(stored, facts, views, lanes)
        (answer.zoom, answer.project) = (try zoomWords(), options.project)
        if isChosen { answer.partSums = try answer.waste.partWords(stored) }
        let reader = try SectionReader(stored, views, options, isChosen: isChosen)
        let all = definitions(answer.subject)
        let shown = all.filter { isShown($0, answer.subject) }
        var (sections, pageSections) = ([ReportSection](), [ReportSection]())
        for definition in shown {
            guard var section = try section(definition, reader, lanes, answer) else { continue }
            if options.hasPage {
                pageSections.append(section)
                if definition.isLimited { section.keep(reader.limit(definition)) }
            }
            sections.append(section)
        }
        // The kind of the costliest problem.
        let leading = sections.lazy.flatMap(\.problems).first { $0.accepted == nil }?.kind
        answer.next = try NextCommand(input: input, zoom: options.zoom).words(stored, answer, leading: leading)
        let drawsStrip = options.hasStrip && options.zoom.isEmpty
        var report = TraceReport(
            trace: facts, answer: answer, sections: sections,
            strip: drawsStrip && answer.subject == .updates ? try Overview.read(database, trace: stored.id) : nil,
            signpostStrip: drawsStrip && answer.subject == .signposts
                ? try SignpostStrip.read(database, trace: stored.id) : nil)
        let isCut = options.showsLittle && sections.contains { $0.rows.count < $0.total }
        if shown.count < all.count || isCut {
            report.more = input.command("report", options.shownOptions + [.init("all")])
        }
        report.isBrief = options.showsLittle
        // Tables that were asked for are shown with their rows.
        let isAsked = options.top != nil || options.showsFunctions || options.showsLogs
        report.mostLines = isAsked ? nil : Self.briefLines
        let files = try database.rows("SELECT source_file FROM traces WHERE id = ?", [.integer(stored.id)])
        report.file = String(files.first?.first?.text?.split(separator: "\n").first ?? "")
        report.page = try page?.data()
        report.pageSections = pageSections
        return report
    }

    // MARK: Sections

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

    /// Whether a section belongs to a brief report.
    private func isShown(_ definition: SectionDefinition, _ subject: ReportSubject) -> Bool {
        guard options.showsLittle else { return true }
        return BriefSections.shown(subject).contains(definition.id)
            || definition.subject == .samples && options.showsFunctions
            || definition.subject == .logs && options.showsLogs
    }

    /// A section with its notes; nil if it says nothing that the rest of the report does not say.
    private func section(
        _ definition: SectionDefinition, _ reader: SectionReader, _ lanes: InputLanes, _ answer: ReportAnswer
    ) throws(TraceError) -> ReportSection? {
        var section = try reader.section(definition)
        if let lane = definition.lane, section.total == 0 {
            // The first lines say what was not recorded.
            if answer.subject != .updates, !lanes.answerable.contains(lane.name), !isAsked(definition) { return nil }
            let why = lanes.whyEmpty(lane, section.emptyNote)
            section.emptyNote = [why, answer.stalls.others.words(lane.name)].compactMap { $0 }.joined(separator: "; ")
        }
        if definition.id == ReportSections.problems.id, section.total == 0,
            let words = LookedAt(answer, lanes.present, hasChanges: try hasChanges()).noProblems
        {
            section.emptyNote = words
        } else if isRedundant(section, definition, answer) {
            return nil
        }
        for index in section.columns.indices where section.columns[index].name == "deadline" {
            section.columns[index].title = DeadlineWords(profile: answer.bodies.profile).heading
        }
        if section.id == "hitches", answer.stalls.systemHitches > 0, section.total > answer.stalls.systemHitches {
            section.title += " of the app and of the system"
        }
        if answer.isGuessed, definition.restsOnUpdates { section.title += ReportWords.guessed }
        if let sources = options.sources { try SourceNotes(sources, database).add(to: &section, trace: stored.id) }
        return section
    }

    /// Whether an option requests the section; then it is shown even if it is empty.
    private func isAsked(_ definition: SectionDefinition) -> Bool { definition.subject == .logs && options.showsLogs }

    /// Whether a section that no option requests is empty, or only repeats another one.
    private func isRedundant(_ section: ReportSection, _ definition: SectionDefinition, _ answer: ReportAnswer) -> Bool
    {
        if section.total == 0 {
            return definition.isOptional
                || answer.subject != .updates && ["problems", "findings"].contains(definition.id)
        }
        return options.showsLittle && !options.showsLogs && definition.id == ReportSections.logs.id
            && answer.logs?.areGrouped(section.total) == true
    }

    /// Whether any update says what changed.
    private func hasChanges() throws(TraceError) -> Bool {
        try database.integer(
            "SELECT EXISTS (SELECT 1 FROM view_update WHERE trace_id = ? AND changed_id IS NOT NULL)",
            .integer(stored.id)) == 1
    }

    // MARK: Facts

    private static let factColumns = [
        "name", "format", "app", "process", "pid", "device", "os", "build", "configuration", "refresh_hz", "started_at",
        "duration_ms", "profile", "orange_ns", "red_ns", "updates", "untimed", "truncated", "truncated_byte",
        "template", "instruments", "recording_run", "recording_runs", "hangs_over_ms", "recorded_as", "slice_ns",
    ]

    private func traceFacts(_ views: ViewSums) throws(TraceError) -> [(key: String, value: SQLValue)] {
        // Values that the view `traces` would compute again.
        let sums = ["updates": views.updates, "untimed": views.untimed]
        let columns = Self.factColumns.map { column in sums[column].map { "\($0)" } ?? column }.joined(separator: ", ")
        let rows = try database.rows("SELECT \(columns) FROM traces WHERE id = ?", [.integer(stored.id)])
        return rows.first.map { row in zip(Self.factColumns, row).map { (key: $0, value: $1) } } ?? []
    }

    /// Describes the selected part of the trace; nil = all of it.
    private func zoomWords() throws(TraceError) -> String? {
        if options.zoom.isEmpty { return nil }
        guard let id = options.zoom.interaction else { return options.zoom.words() }
        let row = try database.rows("SELECT kind, name FROM interactions WHERE id = ?", [.integer(id)]).first
        guard let kind = row?.first?.text else { return options.zoom.words() }
        return options.zoom.words(interaction: NodeLabels.text(kind, row?.last?.text))
    }
}
