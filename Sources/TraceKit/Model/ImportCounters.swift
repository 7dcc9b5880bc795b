/// Counters of an import: every kind of lost or odd data has one, with a sentence.
struct ImportCounters {
    /// The closed list of counters. Some count per detail (a schema, an unknown key).
    enum Name: String, CaseIterable {
        case rowsSeen = "rows-seen"
        case rowsImported = "rows-imported"
        case rowsRejected = "rows-rejected"
        case rowsSkipped = "rows-skipped"
        case rejectedInLane = "rejected-in-lane"
        case schemaRows = "schema-rows"
        case emptySchema = "schema-empty"
        case emptyContents = "contents-without-tables"
        case skippedSchema = "skipped-schema-not-read"
        case skippedRun = "skipped-other-run"
        case skippedUnreadable = "skipped-unreadable"
        case lostTable = "lost-table"
        case skippedRepeatedLane = "skipped-repeated-lane"
        case skippedRepeatedSignpost = "skipped-repeated-signpost"
        case skippedRepeatedEdge = "skipped-repeated-edge"
        case skippedRepeatedRow = "skipped-repeated-row"
        case skippedEventType = "skipped-event-type"
        case skippedMetadataEvent = "skipped-metadata-event"
        case skippedFlow = "skipped-flow"
        case skippedDiagnostic = "skipped-diagnostic"
        case skippedDiagnosticDetail = "skipped-diagnostic-detail"
        case skippedHeading = "skipped-log-heading"
        case skippedLogLine = "skipped-log-line"
        case skippedEarlyLine = "skipped-early-log-line"
        case skippedOtherLine = "skipped-other-line"
        case skippedRepeatedLine = "skipped-repeated-line"
        case skippedProperty = "skipped-property-change"
        case skippedKernelFrame = "skipped-kernel-frame"
        case skippedRunLoop = "skipped-run-loop-interval"
        case continuedLine = "continued-log-lines"
        case unknownKey = "unknown-key"
        case unknownColumn = "unknown-column"
        case unknownElement = "unknown-element"
        case unknownWord = "unknown-word"
        case unterminated = "unterminated-updates"
        case unmeasured = "unmeasured-updates"
        case untimed = "untimed-updates"
        case checks = "checks"
        case danglingEdge = "edges-without-node"
        case selfEdge = "edges-to-self"
        case joinedByName = "edges-joined-by-name"
        case unpairedSignpost = "signposts-unpaired"
        case bodyLikeSignpost = "body-like-signposts"
        case missingReference = "missing-references"
        case evidenceJoined = "evidence-joined"
        case evidenceKept = "evidence-kept"
        case propertyJoined = "properties-joined"
        case unnamedEvent = "unnamed-events"

        var meaning: String {
            switch self {
            case .rowsSeen: "all rows of the input"
            case .rowsImported: "rows that became records"
            case .rowsRejected: "rows that could not be read; each is in import_rejects"
            case .rowsSkipped: "rows left out by a named rule (see the skipped-… counters)"
            case .rejectedInLane: "rows of this lane that could not be read"
            case .schemaRows: "rows read of a table of this schema"
            case .emptySchema: "empty tables of this schema"
            case .emptyContents: "runs of which the table of contents lists only tracks, no tables"
            case .skippedSchema: "rows of a table that this version does not read"
            case .skippedRun: "rows of another run than the one that was read"
            case .skippedUnreadable: "rows of a recording's table that cannot be read; a warning says why"
            case .lostTable: "tables or lists of this name that could not be read to their end"
            case .skippedRepeatedLane: "rows of a table that repeats what another one holds"
            case .skippedRepeatedSignpost: "signpost begin and end events whose interval another table holds"
            case .skippedRepeatedEdge: "edges that a second cause table repeats"
            case .skippedRepeatedRow:
                "rows that two files of the trace hold; the fuller one is kept, with what only the other one says"
            case .skippedEventType: "events of a trace file that are no interval, instant or flow, such as counters"
            case .skippedMetadataEvent: "trace events that only name or order processes and threads"
            case .skippedFlow: "trace events of flows that link no two intervals"
            case .skippedDiagnostic: "MetricKit diagnostics that measure nothing, such as crashes"
            case .skippedDiagnosticDetail: "call stacks and signposts of MetricKit diagnostics, which are not read"
            case .skippedHeading: "lines that 'log' writes around its events: headings, banners, totals"
            case .skippedLogLine: "events of the log that are neither signposts nor messages, such as activities"
            case .skippedEarlyLine: "messages of the log from before the trace begins"
            case .skippedOtherLine: "lines that are neither records nor parts of messages, such as output of the app"
            case .skippedRepeatedLine: "signpost begins that the log printed twice"
            case .skippedProperty: "changes of a view's property without a body in the input"
            case .skippedKernelFrame: "frames of the kernel in call trees; their samples count for what called it"
            case .skippedRunLoop: "intervals of run loops that are nested, of other threads, waiting, or whole runs"
            case .continuedLine: "lines that continue a log message; its first line is the row"
            case .unknownKey: "records with a key that is not part of the format"
            case .unknownColumn: "tables with a column that is not part of the format"
            case .unknownElement: "elements of an export in place of a table or a row"
            case .unknownWord:
                "records with a kind, phase, origin or level that is not one of the format's words; kinds are kept"
            case .unterminated: "updates without an end"
            case .unmeasured: "updates with only a time, without a duration or an end"
            case .untimed: "updates without a start (console evidence)"
            case .checks: "view checks: notified, body not run"
            case .danglingEdge: "edges to or from an id that no record has"
            case .selfEdge: "edges from a node to itself"
            case .joinedByName: "edges whose nodes have no id and were joined by name"
            case .unpairedSignpost: "signpost begins without an end, or ends without a begin"
            case .bodyLikeSignpost:
                "signpost intervals that may be view bodies: they are with this value of --body-signposts"
            case .unnamedEvent: "trace events without a name; kept as '(unnamed)'"
            case .evidenceJoined: "lines of _printChanges or _logChanges joined to the update that they describe"
            case .evidenceKept: "lines of _printChanges or _logChanges kept as updates without a time"
            case .propertyJoined: "changes of a view's property joined to the body they led to"
            case .missingReference: "cells that refer to a value that the file does not have"
            }
        }

        /// Whether rows under this counter are part of `rows-skipped`.
        var isSkip: Bool { rawValue.hasPrefix("skipped-") }
    }

    /// The detail of `evidence-kept` for lines with a time, as in a log.
    static let timedLines = "lines with a time"
    /// The detail of `edges-joined-by-name` for causes that are named in rows of updates.
    static let rootCauses = "root-causes"

    struct Key: Hashable {
        let name: Name
        let detail: String
    }

    /// `2 crash diagnostics`: the diagnostics of one section of a MetricKit payload, `crashDiagnostics`.
    static func diagnostics(_ section: String, _ count: Int) -> String {
        let kind = section.hasSuffix("Diagnostics") ? section.dropLast("Diagnostics".count) : section[...]
        let words = kind.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" }
        return Decimal.counted(count, "\(words) diagnostic")
    }

    /// The note on such diagnostics.
    static let notAnalysed = "are not analysed"

    private(set) var counts: [Key: Int] = [:]

    mutating func add(_ name: Name, _ detail: String = "", by number: Int = 1) {
        counts[Key(name: name, detail: detail), default: 0] += number
        if name.isSkip { counts[Key(name: .rowsSkipped, detail: ""), default: 0] += number }
    }

    /// Adds the counts of another part of the same input.
    mutating func add(_ other: ImportCounters) { counts.merge(other.counts) { $0 + $1 } }

    /// Restores a stored count.
    mutating func restore(_ name: Name, _ detail: String, _ number: Int) {
        counts[Key(name: name, detail: detail)] = number
    }

    func count(_ name: Name, _ detail: String = "") -> Int { counts[Key(name: name, detail: detail)] ?? 0 }

    /// All nonzero counters, in the order of the list and then by detail.
    var sorted: [(name: Name, detail: String, count: Int)] {
        let order = Dictionary(uniqueKeysWithValues: Name.allCases.enumerated().map { ($1, $0) })
        return counts.filter { $0.value > 0 }
            .map { (name: $0.key.name, detail: $0.key.detail, count: $0.value) }
            .sorted { (order[$0.name] ?? 0, $0.detail) < (order[$1.name] ?? 0, $1.detail) }
    }
}
