/// The whole trace on one line: equal time slices, each with the worst update that began in it.
package struct Overview: Sendable {
    static let slices = TimeSlice.count

    package enum Mark: Int, Sendable { case interaction, begins, hang }

    /// The end of the last slice; slices begin at 0.
    package var lengthMs: Double
    /// The worst severity of the updates that begin in each slice; nil if none does.
    package var severities: [Severity?]
    /// Other events in each slice.
    package var marks: [Mark?]

    /// Nil if nothing in the trace has a time.
    static func read(_ database: Database, trace: Int64) throws(TraceError) -> Overview? {
        let length = try database.rows(
            """
            SELECT coalesce(duration_ms, (SELECT max(start_ms + coalesce(duration_ms, 0)) FROM updates
                WHERE trace_id = t.id AND is_target = 1 AND phase <> 'check')) FROM traces t WHERE id = ?
            """, [.integer(trace)]
        ).first?.first?.number
        guard let length, length > 0 else { return nil }
        var strip = Overview(
            lengthMs: length, severities: Array(repeating: nil, count: slices),
            marks: Array(repeating: nil, count: slices))
        try strip.readUpdates(database, trace)
        guard strip.severities.contains(where: { $0 != nil }) else { return nil }
        try strip.readMarks(database, trace)
        return strip
    }

    private mutating func readUpdates(_ database: Database, _ trace: Int64) throws(TraceError) {
        let rows = try database.rows(
            """
            SELECT slice, CASE WHEN red > 0 THEN 2 WHEN orange > 0 THEN 1 ELSE 0 END FROM timeline WHERE trace_id = ?
            """, [.integer(trace)])
        for row in rows {
            severities[clamp(row[0].number)] = Severity(rawValue: row[1].count) ?? .gray
        }
    }

    private mutating func readMarks(_ database: Database, _ trace: Int64) throws(TraceError) {
        let windows = try database.rows(
            "SELECT start_ms, end_ms FROM interactions WHERE trace_id = ? AND kind <> 'trace'", [.integer(trace)])
        for row in windows {
            let (first, last) = range(row[0].number, row[1].number)
            for slice in first...last where marks[slice] == nil { marks[slice] = .interaction }
            marks[first] = .begins
        }
        let hangs = try database.rows(
            "SELECT start_ms, start_ms + duration_ms FROM hangs WHERE trace_id = ? AND \(TargetRows.condition(trace: "\(trace)"))",
            [.integer(trace)])
        for row in hangs {
            let (first, last) = range(row[0].number, row[1].number)
            for slice in first...last { marks[slice] = .hang }
        }
    }

    private func range(_ fromMs: Double, _ toMs: Double) -> (Int, Int) {
        let first = clamp(fromMs * Double(Self.slices) / lengthMs)
        return (first, max(first, clamp(toMs * Double(Self.slices) / lengthMs)))
    }

    private func clamp(_ slice: Double) -> Int { Int(min(Double(Self.slices - 1), max(0, slice))) }
}

/// The strip for a terminal: severities, interactions and hangs, and a legend.
enum TextStrip {
    static func lines(_ strip: Overview, _ options: RenderOptions, isGuessed: Bool = false) -> [String] {
        let columns = min(Overview.slices / 2, max(20, options.width - TextLine.labelWidth))
        var severities = [Severity?](repeating: nil, count: columns)
        var marks = [Overview.Mark?](repeating: nil, count: columns)
        for slice in 0..<Overview.slices {
            let column = slice * columns / Overview.slices
            severities[column] = worst(severities[column], strip.severities[slice])
            if let mark = strip.marks[slice], mark.rawValue >= marks[column]?.rawValue ?? 0 { marks[column] = mark }
        }
        let head = TextLine.paint(
            TextWidth.pad("Timeline", to: TextLine.labelWidth, rightAligned: false), .bold, options)
        let margin = String(repeating: " ", count: TextLine.labelWidth)
        var lines = [head + trimmed(severities.map { ($0.map(sign) ?? " ", $0) }, options)]
        if marks.contains(where: { $0 != nil }) {
            lines.append(margin + trimmed(marks.map { ($0.map(sign) ?? " ", $0 == .hang ? .red : nil) }, options))
        }
        let legend = self.legend(severities, marks, strip.lengthMs, columns) + (isGuessed ? ReportWords.guessed : "")
        return lines + TextLine.labelled("", legend, options)
    }

    private static func worst(_ left: Severity?, _ right: Severity?) -> Severity? {
        (left?.rawValue ?? -1) >= (right?.rawValue ?? -1) ? left : right
    }

    private static func sign(_ severity: Severity) -> String {
        switch severity {
        case .gray: "▁"
        case .orange: "▅"
        case .red: "█"
        }
    }

    private static func sign(_ mark: Overview.Mark) -> String {
        switch mark {
        case .interaction: "-"
        case .begins: "^"
        case .hang: "H"
        }
    }

    private static func trimmed(_ cells: [(sign: String, severity: Severity?)], _ options: RenderOptions) -> String {
        var cells = cells
        while cells.last?.sign == " " { cells.removeLast() }
        return cells.map { cell in
            switch cell.severity {
            case .red: TextLine.paint(cell.sign, .red, options)
            case .orange: TextLine.paint(cell.sign, .orange, options)
            default: cell.sign
            }
        }.joined()
    }

    private static func legend(
        _ severities: [Severity?], _ marks: [Overview.Mark?], _ lengthMs: Double, _ columns: Int
    ) -> String {
        var parts: [String] = []
        for severity in Severity.allCases.reversed() where severities.contains(severity) {
            let word = severity == .gray ? severity.word : severity.word.uppercased()
            parts.append("\(sign(severity)) \(word)")
        }
        if marks.contains(.begins) { parts.append("^ interaction") }
        if marks.contains(.hang) { parts.append("H hang") }
        let step = lengthMs / Double(columns)
        return parts.joined(separator: ", ") + "; a column is \(Decimal.text(step, digits: step < 10 ? 2 : 0)) ms"
    }
}

/// View updates of processes that are not analysed, next to those of the analysed one.
struct OtherUpdates: Sendable {
    private var updates = 0
    private var red = 0
    /// Those with most red updates first, then by name.
    private var processes: [String] = []

    private static let listed = 3

    /// Nil if there are none.
    static func read(_ stored: StoredTrace) throws(TraceError) -> OtherUpdates? {
        let rows = try stored.database.rows(
            """
            SELECT process, updates FROM processes WHERE trace_id = ? AND is_target = 0 AND updates > 0 \
            ORDER BY updates DESC, process
            """, [.integer(stored.id)])
        if rows.isEmpty { return nil }
        let red = try stored.database.integer(
            """
            SELECT count(*) FROM view_update t WHERE \(try stored.condition("view_update", alias: "t"))
                AND \(UpdateCodes.membership("t")) = \(Membership.otherProcess.sql)
                AND \(UpdateCodes.severity("t")) = \(Severity.red.sql)
            """)
        return OtherUpdates(
            updates: rows.reduce(0) { $0 + $1[1].count }, red: Int(red ?? 0), processes: rows.compactMap { $0[0].text })
    }

    var hasRed: Bool { red > 0 }

    /// `50 RED updates of NotesWidget not analysed (--process NotesWidget)`
    var short: String {
        let count = hasRed ? Decimal.counted(red, "RED update") : Decimal.counted(updates, "update")
        let who = processes.count == 1 ? processes.first ?? "" : Decimal.counted(processes.count, "process")
        return "\(count) of \(who) not analysed (--process \(option))"
    }

    private var option: String { processes.count == 1 ? processes.first.map(ShellWord.quote) ?? "NAME" : "NAME" }

    /// `50 view updates of NotesWidget, 50 RED, are not analysed: --process NotesWidget`
    var words: String {
        let names = processes.prefix(Self.listed).joined(separator: ", ")
        let more = Decimal.more(of: processes.count, listed: Self.listed)
        let long = red > 0 ? ", \(Decimal.grouped(red)) RED" : ""
        let who = "\(Decimal.counted(updates, "view update")) of \(names)\(more)\(long)"
        return "\(who), \(updates == 1 ? "is" : "are") not analysed: --process \(option)"
    }
}
