/// The subject of a report: view updates if there are any.
enum ReportSubject {
    case updates, signposts, samples, logs
    /// Console lines without times.
    case console
    /// Hangs and hitches only.
    case stalls
    /// Metrics of MetricKit or XCTest, without a timeline.
    case metrics
    /// No lane that a report can be about has a row.
    case nothing

    /// The subject of a trace's report, and the size of what the trace has instead of view updates; nil if the lines
    /// about it say that. Recorded hangs and hitches are a subject even without rows.
    static func read(
        _ stored: StoredTrace, _ views: ViewSums, _ lanes: Set<Lane>
    ) throws(TraceError) -> (subject: ReportSubject, holds: String?) {
        guard views.updates + views.checks == 0 else { return (.updates, nil) }
        func sum(_ what: String, _ view: String, _ table: String, _ more: String = "") throws(TraceError) -> Int {
            let sql = "SELECT coalesce(\(what), 0) FROM \(view) WHERE \(try stored.condition(table))\(more)"
            return Int(try stored.database.integer(sql) ?? 0)
        }
        let target = " AND \(TargetRows.condition(trace: "\(stored.id)"))"
        let samples = try sum("sum(samples)", "sample_threads", "sample_thread", target)
        let stalls = try sum("count(*)", "hangs", "hang") + sum("count(*)", "hitches", "hitch")
        let signposts = try sum("count(*)", "signpost_summary", "signpost_sum", target)
        let own = try sum("sum(\(RecordedTables.isOwnSignpost))", "signpost_summary", "signpost_sum", target)
        // Signposts from Instruments itself, such as launch phases, are not the purpose of a recording.
        if own > 0 || signposts > 0 && samples == 0 && stalls == 0 {
            let intervals = try sum("sum(intervals)", "signpost_summary", "signpost_sum", target)
            return (.signposts, Decimal.counted(intervals, "signpost interval"))
        }
        if samples > 0 { return (.samples, Decimal.counted(samples, "sample")) }
        if stalls > 0 { return (.stalls, nil) }
        if views.untimed > 0 { return (.console, nil) }
        if try sum("sum(lines)", "log_levels", "log_level", target) > 0 { return (.logs, nil) }
        if let metrics = try MetricAnswer.read(stored) { return (.metrics, metrics.counts) }
        if !lanes.isDisjoint(with: Lane.ofStalls) { return (.stalls, nil) }
        return (.nothing, try EmptyAnswer.read(stored, lanes).counts)
    }
}

/// The first screen for a trace in which no lane that a report can be about has a row.
package struct EmptyAnswer: Sendable {
    /// The importer that read it.
    package var format: String
    /// The empty tables of the source; without tables, the lanes.
    package var empty: [String]
    /// Other rows, the most informative first.
    package var others: [(what: String, rows: Int)]
    /// MetricKit diagnostics, which have no measurements: `2 crash diagnostics`.
    package var diagnostics: [String]
    /// View updates of processes that are not analysed, and these processes, the one with most updates first.
    package var updates: Int
    package var processes: [String]

    private static let tables = [
        ("interaction", "interaction"), ("cause", "cause"), ("update_group", "update group"),
        ("signpost_sum", "signpost"),
    ]

    static func read(_ stored: StoredTrace, _ lanes: Set<Lane>) throws(TraceError) -> EmptyAnswer {
        let format = try stored.database.rows("SELECT format FROM traces WHERE id = \(stored.id)").first?.first?.text
        var others: [(what: String, rows: Int)] = []
        for (table, what) in tables {
            // The whole trace is an interaction of its own if there is no other.
            let more = table == "interaction" ? " AND kind <> \(InteractionKind.trace.sql)" : ""
            let sql = "SELECT count(*) FROM \(table) WHERE \(try stored.condition(table))\(more)"
            let rows = Int(try stored.database.integer(sql) ?? 0)
            if rows > 0 { others.append((what, rows)) }
        }
        let tables = try stored.database.rows(
            """
            SELECT detail FROM import_counters WHERE \(try stored.condition("import_counter")) AND counter = 'schema-empty'
            ORDER BY detail
            """
        ).compactMap { $0[0].text }
        // An empty lane of the graph is not worth a mention if another one has rows.
        let empty = lanes.subtracting(Lane.ofGraph).sorted { $0.rawValue < $1.rawValue }.map(\.words)
        let processes = try stored.database.rows(
            """
            SELECT process, updates FROM processes WHERE trace_id = \(stored.id) AND is_target = 0
                AND updates + signposts + hitches + hangs + samples + logs > 0
            ORDER BY updates DESC, signposts + hitches + hangs + samples + logs DESC, process
            """)
        return EmptyAnswer(
            format: format ?? "", empty: tables.isEmpty && processes.isEmpty ? empty : tables, others: others,
            diagnostics: try diagnostics(stored),
            updates: processes.reduce(0) { $0 + $1[1].count }, processes: processes.compactMap { $0[0].text })
    }

    private static func diagnostics(_ stored: StoredTrace) throws(TraceError) -> [String] {
        try stored.database.rows(
            """
            SELECT detail, count FROM import_counters
            WHERE \(try stored.condition("import_counter")) AND counter = 'skipped-diagnostic' ORDER BY detail
            """
        ).map { ImportCounters.diagnostics($0[0].text ?? "", $0[1].count) }
    }

    // MARK: Text

    /// `1 cause`; `3 updates of 2 processes, none analysed`
    var counts: String {
        if !processes.isEmpty {
            let what = updates > 0 ? Decimal.counted(updates, "update") : "rows"
            return "\(what) of \(Decimal.counted(processes.count, "process")), none analysed"
        }
        return others.isEmpty ? diagnostics.isEmpty ? "no rows" : diagnostics.joined(separator: ", ") : kinds
    }

    private var kinds: String { others.map { Decimal.counted($0.rows, $0.what) }.joined(separator: ", ") }

    /// `3 causes; no view updates, signposts, … in this xctrace-xml input; recorded, and empty: swiftui-updates`
    var words: String {
        let nothing = "no view updates, signposts, samples, hangs, hitches, log lines or metrics"
        let lacks = processes.isEmpty ? "\(nothing) in this \(format) input" : "nothing of a process that is analysed"
        let tables = empty.isEmpty ? nil : "recorded, and empty: \(empty.joined(separator: ", "))"
        let unread =
            diagnostics.isEmpty ? nil : "\(diagnostics.joined(separator: ", ")), which \(ImportCounters.notAnalysed)"
        return [others.isEmpty || !processes.isEmpty ? nil : kinds, unread, lacks, tables].compactMap { $0 }.joined(
            separator: "; ")
    }
}

/// The metrics part of the first screen.
package struct MetricAnswer: Sendable {
    package var figures: Int
    package var histograms: Int
    package var sources: [String]

    /// Nil if the trace has none.
    static func read(_ stored: StoredTrace) throws(TraceError) -> MetricAnswer? {
        let (metrics, buckets) = (try stored.condition("metric"), try stored.condition("metric_bucket"))
        let row =
            try stored.database.rows(
                """
                SELECT (SELECT count(*) FROM metric WHERE \(metrics)),
                    (SELECT count(*) FROM (SELECT DISTINCT name, category, metric, device, period FROM metric_bucket
                        WHERE \(buckets)))
                """
            ).first?.map(\.count) ?? []
        guard row.count == 2, row[0] + row[1] > 0 else { return nil }
        let sources = try stored.database.rows(
            "SELECT source FROM metric WHERE \(metrics) UNION SELECT source FROM metric_bucket WHERE \(buckets) ORDER BY 1"
        )
        return MetricAnswer(
            figures: row[0], histograms: row[1], sources: sources.compactMap { $0.first?.text })
    }

    /// `31 figures, 4 histograms`
    var counts: String {
        [(figures, "figure"), (histograms, "histogram")].filter { $0.0 > 0 }
            .map { Decimal.counted($0.0, $0.1) }.joined(separator: ", ")
    }

    var words: String { "\(counts) of \(sources.joined(separator: " and ")); on no time line" }
}

/// The evidence behind "No problems found": what was examined, and what no rule could examine.
struct LookedAt {
    private let answer: ReportAnswer
    /// The lanes of the input, including empty ones.
    private let lanes: Set<Lane>
    private let hasChanges: Bool

    init(_ answer: ReportAnswer, _ lanes: Set<Lane>, hasChanges: Bool) {
        (self.answer, self.lanes, self.hasChanges) = (answer, lanes, hasChanges)
    }

    /// Nil if no rule reads what the trace has, so that silence is no verdict.
    var noProblems: String? {
        switch answer.subject {
        case .updates: ofUpdates
        case .console: ofEvaluations
        case .stalls: sentence(stalls(areThere: true), missing: ["view updates"])
        case .samples: ofSamples
        case .signposts, .logs, .metrics, .nothing: nil
        }
    }

    /// Samples alone say what ran; only with hangs or hitches whether somebody waited for it.
    private var ofSamples: String? {
        if let busy = answer.samples?.busyShare {
            return """
                No problems found: the main thread was idle, or waited for the system, in \
                \(Decimal.text(max(0, 1 - busy) * 100, digits: 0)) % of its samples; the app was not hanging while they were taken
                """
        }
        let stalls = stalls(areThere: true)
        return stalls.isEmpty ? nil : sentence(["samples"] + stalls, missing: ["view updates"])
    }

    /// `No problems found in 182 view updates, their causes and hangs; not in this input: hitches`
    private func sentence(_ found: [String], remarks: [String] = [], missing: [String]) -> String {
        let last = found.count > 1 ? " and \(found[found.count - 1])" : ""
        let list = (found.count > 1 ? found.dropLast() : found[...]).joined(separator: ", ") + last
        let missing = missing + stalls(areThere: false)
        let lacks = missing.isEmpty ? [] : ["not in this input: \(missing.joined(separator: ", "))"]
        return (["No problems found in \(list)"] + remarks + lacks).joined(separator: "; ")
    }

    private var ofUpdates: String {
        // With causes, verdicts do not need changed properties; the cost line counts the undecided updates.
        let hasCauses = !lanes.isDisjoint(with: Lane.ofCauses)
        var remarks: [String] = []
        let sums = answer.bodies.sums
        if sums.bodies == 0 { remarks.append("none of them is of a view body") }
        if sums.unterminated > 0 {
            remarks.append(
                sums.unterminated == sums.bodies
                    ? "how long its view bodies took is not recorded"
                    : "\(Decimal.counted(sums.unterminated, "view body update")) without a duration not judged")
        }
        return sentence(
            [Decimal.counted(answer.updates, "view update")] + (hasCauses ? ["their causes"] : [])
                + stalls(areThere: true),
            remarks: remarks,
            missing: hasCauses ? [] : ["causes"] + (hasChanges ? [] : ["changed properties"]))
    }

    private var ofEvaluations: String {
        let counted = [Decimal.counted(answer.console?.evaluations ?? 0, "body evaluation")] + stalls(areThere: true)
        guard let unchanged = answer.console?.unchanged else {
            return sentence(
                counted, remarks: ["how often they had to run is not known"],
                missing: ["durations", "causes", "changed properties"])
        }
        let changes = unchanged == 0 ? "none ran unchanged" : "\(Decimal.grouped(unchanged)) ran unchanged"
        return sentence(
            counted, remarks: ["\(changes), and no cause re-runs a view often"], missing: ["durations", "causes"])
    }

    private func stalls(areThere: Bool) -> [String] {
        Lane.ofStalls.filter { lanes.contains($0) == areThere }.map(\.rawValue)
    }
}
