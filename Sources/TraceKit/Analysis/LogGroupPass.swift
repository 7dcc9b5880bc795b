/// Groups the log lines by text without variable parts (docs/analysis.md, section 14): faults and errors first, then
/// repeated texts, and those with durations and without a time.
enum LogGroupPass: AnalysisPass {
    static let name = "log-groups"
    static let reads: Results = .complaints
    static let writes: Results = .logGroups

    /// The least number of lines of a repeated text.
    static let repeats = 10
    /// The most groups of faults and errors that are kept, and of repeated texts.
    static let mostGroups = 500

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        guard !records.logs.isEmpty else { return }
        let texts = LogTexts(records)
        for row in 0..<records.logs.count {
            let isComplaint = row < results.complaintOfLog.count && results.complaintOfLog[row] >= 0
            if !isComplaint { texts.add(records.logs[row]) }
        }
        results.logGroups = texts.groups()
        results.logDurations = texts.durationOfMessage
    }
}

/// The lines by text, level and origin.
private final class LogTexts {
    private struct Text {
        /// The first line.
        let line: LogRecord
        var lines: Int
        let isOfFrameworks: Bool

        var isTrouble: Bool { line.level >= .error }
    }

    private let names: NameTable
    private let templates = NameTable()
    /// By message, each examined once: its template, and its duration or -1.
    private let templateOfMessage: Column<NameID>
    /// In place of the template of an evaluation's line.
    private static let evaluation = NameID(rawValue: .max)
    let durationOfMessage = SparseColumn<Int64>(absent: -1)
    private let origins = KeyIndex()
    private let index = PairIndex()
    private var texts: [Text] = []
    private var lines = 0
    private var durations: [(text: Int, nanoseconds: Int64)] = []

    init(_ records: TraceRecords) {
        names = records.names
        templateOfMessage = Column(repeating: .none, count: names.count + 1)
    }

    func add(_ log: LogRecord) {
        guard !names.isSwiftUILog(log.subsystem, log.category), !isEvaluation(log.message), !isBody(log) else { return }
        lines += 1
        let origin = origins.number(
            UInt64(log.process.rawValue) << 32 | UInt64(log.subsystem.rawValue),
            UInt64(log.category.rawValue) << 8 | UInt64(log.level.rawValue))
        let number = index.number(template(log.message).rawValue, UInt32(origin))
        if number == texts.count {
            let isOfFrameworks = names.text(log.subsystem)?.hasPrefix("com.apple.") == true
            texts.append(Text(line: log, lines: 0, isOfFrameworks: isOfFrameworks))
        }
        texts[number].lines += 1
        let duration = durationOfMessage[log.message.index]
        if duration >= 0 { durations.append((number, duration)) }
    }

    /// Whether a line is a view body update too: of the others only complaints have a view.
    private func isBody(_ log: LogRecord) -> Bool {
        log.view.isPresent && KnownComplaints.match(names.bytes(of: log.message)) == nil
    }

    /// Whether a line is what `_printChanges()` says of a body; the report lists those by view.
    private func isEvaluation(_ message: NameID) -> Bool {
        if templateOfMessage[message.index].isPresent { return templateOfMessage[message.index] == Self.evaluation }
        let bytes = names.bytes(of: message)
        guard PrintChangesLine(ByteSlice(bytes.baseAddress ?? emptyBytes, bytes.count))?.isUnmistakable == true else {
            return false
        }
        templateOfMessage[message.index] = Self.evaluation
        return true
    }

    private func template(_ message: NameID) -> NameID {
        if templateOfMessage[message.index].isPresent { return templateOfMessage[message.index] }
        let template = LogTemplate(names.bytes(of: message))
        let id = template.text.withUnsafeBufferPointer { text in
            text.baseAddress.map { templates.intern($0, text.count) } ?? templates.intern("")
        }
        templateOfMessage[message.index] = id
        if let duration = template.duration { durationOfMessage[message.index] = duration }
        return id
    }

    /// The kept groups, and one without a text for all other lines.
    func groups() -> [LogGroupSummary] {
        // Of lines without a time, durations are all that there is.
        let timed = Set(durations.map(\.text))
        let sorted = texts.indices.filter {
            texts[$0].isTrouble || texts[$0].lines >= LogGroupPass.repeats
                || timed.contains($0) && (texts[$0].line.start < 0 || texts[$0].lines >= RuleThresholds.occurrences)
        }
        .sorted { isBefore(texts[$0], texts[$1]) ?? ($0 < $1) }
        let trouble = sorted.prefix { texts[$0].isTrouble }
        let most = LogGroupPass.mostGroups
        let chosen = trouble.prefix(most) + sorted[trouble.endIndex...].prefix(most)
        let durations = durations(of: chosen)
        var left = lines
        var groups = chosen.enumerated().map { place, number in
            let text = texts[number]
            left -= text.lines
            var group = LogGroupSummary(
                text: templates.text(template(text.line.message)), line: text.line, lines: text.lines)
            var times = durations[place]
            if !times.isEmpty { group.totalNs = times.reduce(0) { $0.addingSaturating($1) } }
            let spread = times.withUnsafeMutableBufferPointer { Percentile.spread(of: $0) }
            (group.medianNs, group.maxNs) = (spread?.median, spread?.most)
            return group
        }
        if left > 0 { groups.append(LogGroupSummary(text: nil, line: nil, lines: left)) }
        return groups
    }

    /// Faults and errors first, the app's before those of frameworks, then by frequency; nil if all that is equal.
    private func isBefore(_ one: Text, _ other: Text) -> Bool? {
        if one.isTrouble != other.isTrouble { return one.isTrouble }
        if one.isOfFrameworks != other.isOfFrameworks { return other.isOfFrameworks }
        if one.isTrouble, one.line.level != other.line.level { return one.line.level > other.line.level }
        return one.lines == other.lines ? nil : one.lines > other.lines
    }

    private func durations(of chosen: some Sequence<Int>) -> [[Int64]] {
        let places = Dictionary(uniqueKeysWithValues: chosen.enumerated().map { ($1, $0) })
        var chosen: [[Int64]] = Array(repeating: [], count: places.count)
        for (text, nanoseconds) in durations {
            if let index = places[text] { chosen[index].append(nanoseconds) }
        }
        return chosen
    }
}
