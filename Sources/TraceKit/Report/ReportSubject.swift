/// What a report can be about: view updates wherever there are any.
enum ReportSubject {
    case updates, signposts, samples, logs
    /// Lines of a console, without times.
    case console
    /// Hangs and hitches, and nothing else.
    case stalls
    /// Figures of MetricKit or XCTest, on no time line.
    case metrics
    /// No lane that a report is about has a row.
    case nothing

    /// What the rows of a trace are of; hangs and hitches that were recorded are an answer without a row, too.
    struct Rows {
        var hasUpdates = false
        /// Whether signposts are what the recording was made for.
        var signpostsLead = false
        var hasSamples = false
        var hasStalls = false
        var hasConsole = false
        var hasLogs = false
        var hasMetrics = false
        var lanes: Set<String> = []
    }

    init(_ rows: Rows) {
        let found: [(Bool, ReportSubject)] = [
            (rows.hasUpdates, .updates), (rows.signpostsLead, .signposts), (rows.hasSamples, .samples),
            (rows.hasStalls, .stalls), (rows.hasConsole, .console), (rows.hasLogs, .logs), (rows.hasMetrics, .metrics),
            (!rows.lanes.isDisjoint(with: ["hangs", "hitches"]), .stalls),
        ]
        self = found.first { $0.0 }?.1 ?? .nothing
    }
}

/// What the first lines say of a trace in which no lane that a report is about has a row.
public struct EmptyAnswer: Sendable {
    /// The importer that read it.
    public var format: String
    /// The lanes that the source has, though they hold no row.
    public var lanes: [String]
    /// What else there is, most telling first.
    public var others: [(what: String, rows: Int)]

    private static let tables = [
        ("interaction", "interaction"), ("cause", "cause"), ("update_group", "update group"),
        ("signpost_sum", "signpost"),
    ]

    static func read(_ stored: StoredTrace, _ lanes: Set<String>) throws(TraceError) -> EmptyAnswer {
        let format = try stored.database.rows("SELECT format FROM traces WHERE id = \(stored.id)").first?.first?.text
        var others: [(what: String, rows: Int)] = []
        for (table, what) in tables {
            // The whole trace is an interaction of its own where there is no other one.
            let more = table == "interaction" ? " AND kind <> \(InteractionKind.trace.sql)" : ""
            let sql = "SELECT count(*) FROM \(table) WHERE \(try stored.condition(table))\(more)"
            let rows = Int(try stored.database.integer(sql) ?? 0)
            if rows > 0 { others.append((what, rows)) }
        }
        return EmptyAnswer(format: format ?? "", lanes: lanes.sorted(), others: others)
    }

    // MARK: In words

    /// `1 cause, no view updates`
    var counts: String {
        if others.isEmpty { return "no rows" }
        return others.map { Decimal.counted($0.rows, $0.what) }.joined(separator: ", ") + ", no view updates"
    }

    var words: String {
        let lacks = "no view updates, signposts, samples, hangs, hitches, log lines or metrics"
        let empty = lanes.filter { lane in !["causes", "edges", "groups", "interactions"].contains(lane) }
        let names = empty.map(ReportWords.lane).joined(separator: ", ")
        return "\(lacks) in this \(format) input" + (empty.isEmpty ? "" : "; recorded, and empty: \(names)")
    }
}

/// What the first lines say of metrics alone.
public struct MetricAnswer: Sendable {
    public var figures: Int
    public var histograms: Int
    public var sources: [String]

    /// Nil where the trace holds none.
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
