/// Joins changed properties into one text, as in our CSV: items separated by `;`, a `;` inside an item escaped as `\;`.
enum PropertyList {
    static func text(_ items: [String]) -> String {
        items.map { $0.replacing(";", scalarsWith: "\\;") }.joined(separator: ";")
    }

    /// Splits such a text into its items; an empty text is an empty list.
    static func items(_ text: String) -> [String] {
        if text.isEmpty { return [] }
        var items = [""]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                if scalar != ";" { items[items.count - 1].append("\\") }
                items[items.count - 1].unicodeScalars.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == ";" {
                items.append("")
            } else {
                items[items.count - 1].unicodeScalars.append(scalar)
            }
        }
        if isEscaped { items[items.count - 1].append("\\") }
        return items
    }
}

extension String {
    /// The text with every scalar `old` replaced. Works on scalars: a combining mark after a separator or a quote forms
    /// another character and must not hide it.
    func replacing(_ old: Unicode.Scalar, scalarsWith new: String) -> String {
        guard unicodeScalars.contains(old) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar == old { result += new } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
