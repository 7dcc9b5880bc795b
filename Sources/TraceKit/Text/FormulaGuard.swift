/// Keeps spreadsheets from running formulas in CSV cells.
package enum FormulaGuard {
    /// The text with an apostrophe before everything that a spreadsheet would read as a formula; any other text is
    /// unchanged.
    package static func value(_ value: SQLValue) -> SQLValue {
        guard case .text(let text) = value else { return value }
        return .text(self.text(text))
    }

    /// A formula begins a cell, after blanks and quotes. The spreadsheet decides where cells begin: many locales
    /// separate cells by `;`, and then our quotes do not protect. So a formula after any character that separates cells
    /// somewhere counts.
    package static func text(_ text: String) -> String {
        var result: [Unicode.Scalar] = []
        var isCellStart = true
        // The start of the current cell in `result`.
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

    /// `=`, `+`, `-`, `@` and their full-width and mathematical variants.
    private static let signs: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "−",
    ]

    private static let separators: Set<Unicode.Scalar> = [";", ",", "|", "\t", "\n", "\r", "\u{B}", "\u{C}", "\u{85}"]

    /// Characters that a spreadsheet may skip first: blanks, quotes around a cell, controls, zero-width marks.
    private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
        default: scalar == "\"" || scalar.properties.isWhitespace
        }
    }
}
