/// What the first lines say of the texts of a log: the first fault or error, and what repeats.
public struct LogGroupsAnswer: Sendable {
    public struct Group: Sendable {
        public var text: String
        /// The first line.
        public var example: String
        public var lines: Int
        public var level: String?
        /// Nil where the first line has no time.
        public var firstMs: Double?
        /// Of the durations that the lines tell of.
        public var medianMs: Double?
        public var maxMs: Double?
        /// Whether a framework of the system wrote the lines.
        public var isOfFrameworks: Bool

        var isTrouble: Bool { level == "error" || level == "fault" }
    }

    /// Faults and errors first, the app's own before those of frameworks.
    public var groups: [Group]
    /// In all groups.
    public var lines: Int { groups.reduce(0) { $0 + $1.lines } }

    static func read(_ database: Database, trace: Int64) throws(TraceError) -> LogGroupsAnswer? {
        let rows = try database.rows(
            """
            SELECT text, example, count, level, first_ms, median_ms, max_ms, subsystem LIKE 'com.apple.%' FROM log_groups
            WHERE trace_id = ?1 AND text IS NOT NULL AND \(TargetRows.condition(trace: "\(trace)")) ORDER BY id
            """, [.integer(trace)])
        func milliseconds(_ value: SQLValue) -> Double? { value == .null ? nil : value.number }
        let groups = rows.map { row in
            Group(
                text: row[0].text ?? "", example: row[1].text ?? "", lines: row[2].count, level: row[3].text,
                firstMs: milliseconds(row[4]), medianMs: milliseconds(row[5]), maxMs: milliseconds(row[6]),
                isOfFrameworks: row[7].count == 1)
        }
        return groups.isEmpty ? nil : LogGroupsAnswer(groups: groups)
    }

    // MARK: In words

    /// `1 error: "…" at 12.300 s; "decoded N rows" 369 times, median 23.7 ms, max 80.1 ms`. `isAboutLogs`: without lines of
    /// the app those of frameworks are told of. Nil where there is nothing to say.
    func words(isAboutLogs: Bool) -> String? {
        let repeated = groups.filter { !$0.isTrouble && (!$0.isOfFrameworks || isAboutLogs) }
        // Those that tell of durations say most; then the app's own, and the most frequent ones.
        let most = repeated.max { ($0.totalMs, $1.isOfFrameworks ? 1 : 0) < ($1.totalMs, $0.isOfFrameworks ? 1 : 0) }
        let leading = most?.totalMs == 0 ? repeated.first : most
        let parts = [trouble, leading.map(Self.repetition)].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private var trouble: String? {
        guard let first = groups.first, first.isTrouble else { return nil }
        let counts = ["fault", "error"].compactMap { level -> String? in
            let lines = groups.filter { $0.level == level }.reduce(0) { $0 + $1.lines }
            return lines > 0 ? Decimal.counted(lines, level) : nil
        }
        let isAlone = first.lines == 1
        let text = Self.quoted(isAlone ? first.example : first.text)
        let times = isAlone ? "" : " \(Decimal.grouped(first.lines)) times, first"
        return
            "\(counts.joined(separator: ", ")): \(text)\(times)\(first.firstMs.map { " at \(Self.seconds($0))" } ?? "")"
    }

    private static func repetition(_ group: Group) -> String {
        var text = "\(quoted(group.text)) \(Decimal.grouped(group.lines)) times"
        if let median = group.medianMs, let most = group.maxMs {
            text += ", median \(milliseconds(median)), max \(milliseconds(most))"
        }
        return text
    }

    private static let longest = 72

    private static func quoted(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return "\"\(line.count > longest ? "\(line.prefix(longest))…" : line)\""
    }

    private static func milliseconds(_ time: Double) -> String { "\(Decimal.text(time, digits: time < 1 ? 3 : 1)) ms" }
    private static func seconds(_ milliseconds: Double) -> String {
        "\(Decimal.text(milliseconds / 1000, digits: 3)) s"
    }
}

extension LogGroupsAnswer.Group {
    fileprivate var totalMs: Double { (medianMs ?? 0) * Double(lines) }
}
