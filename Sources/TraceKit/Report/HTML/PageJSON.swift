/// The data for the page's script: the tables of every trace as compact JSON.
enum PageJSON {
    static func text(_ report: Report) -> String {
        object([
            ("codes", codes), ("rules", rules(report)),
            ("traces", list(report.traces.map(trace), separator: ",\n")),
        ])
    }

    /// The texts of the rules in the findings, once each.
    private static func rules(_ report: Report) -> String {
        let sections = report.traces.flatMap { $0.page == nil ? $0.sections : $0.pageSections }
        let used = Set(
            sections.filter { ["problems", "findings"].contains($0.id) }.flatMap { section in
                let column = section.columns.firstIndex { ["kind", "rule"].contains($0.name) }
                return column.map { column in section.rows.compactMap { $0[column].text } } ?? []
            })
        return object(
            RuleGuides.all.filter { used.contains($0.id) }.map { guide in
                let parts = [
                    ("finds", guide.finds), ("matters", guide.matters), ("fix", guide.fix), ("limits", guide.limits),
                    ("before", guide.example?.before ?? ""), ("after", guide.example?.after ?? ""),
                ]
                return (guide.id, object(parts.map { ($0.0, JSONText.quote($0.1)) }))
            })
    }

    /// The words of numeric codes; confidences are indexed by reason.
    static var codes: String {
        func words(_ words: [String]) -> String { list(words.map(JSONText.quote)) }
        return object([
            ("phases", words(UpdatePhase.shownWords)), ("verdicts", words(Verdict.shownWords)),
            ("reasons", words(Reason.shownWords)),
            ("confidences", words(Reason.allCases.map { $0.confidence?.word ?? "" })),
            ("severities", words(Severity.shownWords)),
            ("digits", JSONText.quote(String(decoding: digits, as: UTF8.self))),
        ])
    }

    private static func trace(_ trace: TraceReport) -> String {
        let sections = trace.page == nil ? trace.sections : trace.pageSections
        return object(
            [
                (
                    "title",
                    JSONText.quote([trace.input, trace.answer.recording].compactMap { $0 }.joined(separator: ": "))
                ),
                ("mark", JSONText.quote(ReportWords.mark(trace.answer))),
                ("orange_ms", JSONText.literal(.real(trace.answer.bodies.orangeMs))),
                ("red_ms", JSONText.literal(.real(trace.answer.bodies.redMs))),
            ] + tables(trace.page ?? PageData()) + [("sections", list(sections.map(section)))])
    }

    /// The tables that a timeline is drawn from, by key.
    static func tables(_ page: PageData) -> [(String, String)] {
        [
            ("duration_ns", "\(page.durationNs)"), ("orange_ns", "\(page.orangeNs)"), ("red_ns", "\(page.redNs)"),
            ("lanes", list(page.lanes.map(JSONText.quote))), ("names", list(page.names.map(JSONText.quote))),
            ("tables", object(page.tables.map { ($0.id, table($0)) })),
        ]
    }

    private static func table(_ table: PageTable) -> String {
        object([
            ("total", "\(table.total)"), ("gray_left_out", "\(table.grayLeftOut)"),
            ("long_left_out", "\(table.longLeftOut)"),
            (
                "columns",
                object(table.columns.map { ($0.name, list([JSONText.quote($0.encoding.rawValue), numbers($0)])) })
            ),
        ])
    }

    private static func numbers(_ column: PageColumn) -> String {
        if column.values.count >= leastPacked, let packed = packed(column) { return packed }
        let text = TextBytes(capacity: 8 * column.values.count + 8)
        text.append("[")
        var last: Int64 = 0
        for (index, value) in column.values.enumerated() {
            if index > 0 { text.append(byte: UInt8(ascii: ",")) }
            text.append(column.encoding == .delta ? value &- last : value)
            last = value
        }
        text.append("]")
        return text.drain()
    }

    /// Shorter columns are plain lists.
    private static let leastPacked = 512
    /// Characters that neither JSON nor a script element escapes. There is no `#`, because `CommandGuard` would break
    /// up two of them and a bracket. Digits of the first half end a number, the others continue it.
    static let digits = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!$%()*+,-./:;=?@[]^_{|}~".utf8)

    /// Half the number of digits, as a constant, because division by a constant is faster.
    static let base: UInt64 = 43
    /// Digits of the longest number.
    private static let mostDigits = 12

    /// A column as one text, half as long as a list; numbers are stored plus one. Nil if one is below -1.
    private static func packed(_ column: PageColumn) -> String? {
        let text = TextBytes(capacity: 4 * column.values.count + 8)
        text.append("\"")
        let isPacked = digits.withUnsafeBufferPointer { digits in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mostDigits) { number in
                var last: Int64 = 0
                for value in column.values {
                    let (shown, isTooGreat) = (column.encoding == .delta ? value &- last : value)
                        .addingReportingOverflow(1)
                    guard shown >= 0, !isTooGreat, let start = number.baseAddress else { return false }
                    last = value
                    var (rest, place) = (UInt64(shown) / base, mostDigits - 1)
                    number[place] = digits[Int(UInt64(shown) % base)]
                    while rest > 0 {
                        place -= 1
                        number[place] = digits[Int(rest % base + base)]
                        rest /= base
                    }
                    text.append(start + place, mostDigits - place)
                }
                return true
            }
        }
        guard isPacked else { return nil }
        text.append("\"")
        return text.drain()
    }

    private static func section(_ section: ReportSection) -> String {
        let columns = section.columns.map { column in
            object(
                [
                    ("name", JSONText.quote(column.name)), ("title", JSONText.quote(column.title)),
                    ("style", JSONText.quote("\(column.style)")), ("drop", "\(column.dropOrder)"),
                ] + (column.null.isEmpty ? [] : [("null", JSONText.quote(column.null))]))
        }
        let statements = [section.sql] + (section.smaller.map { [$0.sql] } ?? [])
        return object(
            [
                ("id", JSONText.quote(section.id)), ("title", JSONText.quote(section.title)),
                ("columns", list(columns)),
                ("total", "\(section.total)"), ("empty", JSONText.quote(section.emptyNote)),
                ("sql", JSONText.quote(statements.joined(separator: ";\n\n"))),
                ("rows", list(section.rows.map { list($0.map(JSONText.literal)) })),
            ] + (section.places.isEmpty ? [] : [("places", list(section.places.map(places)))])
                + (section.smaller.map { [("note", JSONText.quote($0.words))] } ?? []))
    }

    /// Source locations with their text and URL, which may be empty.
    private static func places(_ mentions: [SourceMention]) -> String {
        list(mentions.map { list([JSONText.quote($0.words), $0.address.map(JSONText.quote) ?? "null"]) })
    }

    static func list(_ values: [String], separator: String = ",") -> String {
        var pieces = ["["]
        for (index, value) in values.enumerated() { pieces += index > 0 ? [separator, value] : [value] }
        return String(pieces: pieces + ["]"])
    }

    static func object(_ pairs: [(String, String)]) -> String {
        var pieces = ["{"]
        for (index, pair) in pairs.enumerated() {
            if index > 0 { pieces.append(",") }
            pieces += [JSONText.quote(pair.0), ":", pair.1]
        }
        return String(pieces: pieces + ["}"])
    }
}
