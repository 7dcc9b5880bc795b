/// What a spreadsheet that opens a CSV file would run.
package enum FormulaGuard {
    /// Text with an apostrophe before everything that would be read as a formula: it is then shown and not run. Anything
    /// else as it is.
    package static func value(_ value: SQLValue) -> SQLValue {
        guard case .text(let text) = value else { return value }
        return .text(self.text(text))
    }

    /// A formula stands at the beginning of a cell, behind blanks and quotes. Where a cell begins is for the spreadsheet
    /// to say: half the world's separate cells by `;`, and then quotes around one of ours say nothing. So a formula behind
    /// anything that separates cells somewhere is one too.
    package static func text(_ text: String) -> String {
        var result: [Unicode.Scalar] = []
        var isCellStart = true
        // Where the cell that is being looked at begins in `result`.
        var start = 0
        for (index, scalar) in text.unicodeScalars.enumerated() {
            let isBreak = index == 0 && "\t\r\n".unicodeScalars.contains(scalar)
            if isBreak || isCellStart && signs.contains(scalar) {
                result.insert("'", at: start)
                isCellStart = false
            }
            result.append(scalar)
            if separators.contains(scalar) {
                (isCellStart, start) = (true, result.count)
            } else if !isSkipped(scalar) {
                isCellStart = false
            }
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: result)
        return String(text)
    }

    /// `=`, `+`, `-` and `@`, and what these are on keyboards of East Asia and in mathematics.
    private static let signs: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "−",
    ]

    private static let separators: Set<Unicode.Scalar> = [";", ",", "|", "\t", "\n", "\r", "\u{B}", "\u{C}", "\u{85}"]

    /// What a spreadsheet may drop before it looks: blanks, quotes around a cell, controls, marks without width.
    private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
        default: scalar == "\"" || scalar.properties.isWhitespace
        }
    }
}
