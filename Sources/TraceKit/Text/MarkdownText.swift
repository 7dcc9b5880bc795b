/// Escapes text for Markdown so that no name becomes markup.
///
/// GitHub and GitLab also find links, mentions, references and formulas in rendered text, where escapes are gone. An
/// invisible character after their first character breaks them up.
enum MarkdownText {
    /// A soft hyphen: visible only at a line end, and not part of an address, number or name.
    private static let mark = "\u{AD}"
    /// Goes after an `@`.
    static let mentionMark: Unicode.Scalar = "\u{200B}"

    /// A table row; its cells are already escaped.
    static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

    /// The header row of a table and the line below it.
    static func head(_ columns: [ReportColumn]) -> String {
        "\(row(columns.map { escape($0.title) }))\n|\(columns.map { $0.isRight ? " ---: |" : " --- |" }.joined())"
    }

    static func cell(_ value: SQLValue) -> String {
        switch value {
        case .null: return ""
        case .integer(let number): return "\(number)"
        case .real(let number): return Decimal.shortest(number)
        case .text(let text): return escape(text)
        case .blob(let bytes): return "\(bytes.count) bytes"
        }
    }

    static func escape(_ text: String) -> String {
        let scalars = Array(VisibleText.escape(text).unicodeScalars)
        let hash = hashMarks(scalars)
        var result = ""
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            defer { index += 1 }
            if let end = endOfMention(scalars, index) {
                // In a code span it is no mention and can be copied as it is: `@State`.
                result += "`"
                result.unicodeScalars.append(contentsOf: scalars[index..<end])
                result += "`"
                index = end - 1
                continue
            }
            if hash.contains(index) { result += mark }
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            let isNumber = ("0"..."9").contains(next)
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;" + (isNumber ? mark : "")
            case "$": result += "\(mark)&dollar;\(mark)"
            case "#", "!": result += "\\\(scalar)" + (isNumber ? mark : "")
            case "~": result += "\\~" + (isNamePart(next) || next == "\"" ? mark : "")
            case "%": result += "%" + (isNamePart(next) || next == "\"" ? mark : "")
            case "|", "`", "*", "_", "[", "]", "\\": result += "\\\(scalar)"
            case ":":
                result += ":" + (next == "/" && index + 2 < scalars.count && scalars[index + 2] == "/" ? mark : "")
            case "." where isWord("www", before: index, scalars): result += "\(mark)."
            case "-" where isNumber && isWord("gh", before: index, scalars): result += "-\(mark)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A code span in a table cell. Copying it gives the original text, so commands can be pasted.
    static func code(_ text: String) -> String {
        let shown = VisibleText.escape(text)
        var (longest, run) = (0, 0)
        for byte in shown.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        let space = longest > 0 ? " " : ""
        // The table removes the backslash before the span is parsed.
        return fence + space + shown.replacing("|", scalarsWith: "\\|") + space + fence
    }

    /// The index after a word that begins with `@` and similar words that follow; nil if there is none.
    private static func endOfMention(_ scalars: [Unicode.Scalar], _ start: Int) -> Int? {
        guard scalars[start] == "@", start + 1 < scalars.count, isNamePart(scalars[start + 1]) else { return nil }
        var end = start + 1
        while end < scalars.count {
            let isLast = end + 1 == scalars.count
            let joins = ["@", "-", "/", "."].contains(scalars[end]) && !isLast && isNamePart(scalars[end + 1])
            guard isNamePart(scalars[end]) || joins else { break }
            end += 1
        }
        return end
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }

    /// Whether the letters, in either case, precede an index as a whole word.
    private static func isWord(_ word: String, before index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        let start = index - word.unicodeScalars.count
        guard start >= 0 else { return false }
        let letters = zip(scalars[start..<index], word.unicodeScalars)
        return letters.allSatisfy { $0.value | 0x20 == $1.value } && (start == 0 || !isNamePart(scalars[start - 1]))
    }

    /// The breaks in text that looks like a commit hash: seven to forty hexadecimal digits. Our own
    /// numbers are shorter than a full hash and have no letters.
    private static func hashMarks(_ scalars: [Unicode.Scalar]) -> Set<Int> {
        var marks: Set<Int> = []
        var start = 0
        while start < scalars.count {
            var end = start
            var hasLetter = false
            var isHexadecimal = true
            while end < scalars.count, isNamePart(scalars[end]) {
                let isLetter = ("a"..."f").contains(scalars[end])
                hasLetter = hasLetter || isLetter
                isHexadecimal = isHexadecimal && (isLetter || ("0"..."9").contains(scalars[end]))
                end += 1
            }
            if isHexadecimal, end - start >= 7, hasLetter || end - start >= 20 {
                marks.formUnion(stride(from: start + 6, to: end, by: 6))
            }
            start = end + 1
        }
        return marks
    }
}

/// Workflow commands of GitHub Actions: `::error title=…::…` on their own line.
enum GitHubCommand {
    /// Formats a command. `level` is error, warning or notice; `place` a file of the repository. Escapes characters
    /// that would end a line or a property, like GitHub's toolkit; keeps line ends of the text.
    static func line(_ level: String, title: String, _ text: String, at place: Place? = nil) -> String {
        let file = place.map { "file=\(property($0.file)),line=\($0.line ?? 1)," } ?? ""
        // Other hosts may run commands inside the line.
        return CommandGuard.inside("::\(level) \(file)title=\(property(title))::\(message(text))")
    }

    /// Annotations of one level, at most `most`; the last one counts the rest, because GitHub shows ten per level and
    /// step and drops others silently.
    static func capped(_ lines: [String], _ level: String, title: String, most: Int = most) -> [String] {
        guard lines.count > most else { return lines }
        let rest = "… and \(lines.count - most + 1) more; see the text report"
        return lines.prefix(most - 1) + [line(level, title: title, rest)]
    }

    static let most = 10

    private static func message(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { VisibleText.escape(String($0)).replacing("%", scalarsWith: "%25") }
            .joined(separator: "%0A")
    }

    /// The host splits at these bytes even if combining marks follow.
    private static func property(_ text: String) -> String {
        message(text).replacing(":", scalarsWith: "%3A").replacing(",", scalarsWith: "%2C")
    }
}
