/// What is said of a problem, from the cells of its row by the names of their columns.
enum ProblemText {
    static func cells(_ section: ReportSection) -> [[String: SQLValue]] {
        section.rows.map { cells(section, $0) }
    }

    static func cells(_ section: ReportSection, _ row: [SQLValue]) -> [String: SQLValue] {
        Dictionary(zip(section.columns.map(\.name), row)) { first, _ in first }
    }

    /// With how sure that is: `700 of 740 updates are unnecessary [likely]`
    static func why(_ row: [String: SQLValue]) -> String { why(row["why"]?.text ?? "", row["confidence"]?.text) }

    static func why(_ text: String, _ confidence: String?) -> String {
        confidence.map { "\(text) [\($0)]" } ?? text
    }

    /// As much of a sentence as fits, in whole clauses; at least the first one.
    static func clauses(_ text: String, fitting fits: (String) -> Bool) -> String {
        if fits(text) { return text }
        let end = text.hasSuffix(".") ? "." : ""
        let parts = clauseEnds(text).map { "\(text[..<$0])\(end)" }
        return parts.last(where: fits) ?? parts.first ?? text
    }

    /// Where a clause ends before a `;` or a full stop, outside of parentheses, quotes and code.
    private static func clauseEnds(_ text: String) -> [String.Index] {
        var ends: [String.Index] = []
        var (depth, isQuoted, isCode, mark) = (0, false, false, text.startIndex)
        var last: UInt8 = 0
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            let isEnd = last == UInt8(ascii: ";") || last == UInt8(ascii: ".")
            if byte == UInt8(ascii: " "), isEnd, depth <= 0, !isQuoted, !isCode { ends.append(mark) }
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "`"): isCode.toggle()
            default: break
            }
            (last, mark) = (byte, index)
        }
        return ends
    }
}
