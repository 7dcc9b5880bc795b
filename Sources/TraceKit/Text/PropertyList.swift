/// A list of changed properties as one text, as our CSV has it: items separated by `;`, a `;` inside an item
/// written `\;`.
enum PropertyList {
    static func text(_ items: [String]) -> String {
        items.map { $0.replacing(";", scalarsWith: "\\;") }.joined(separator: ";")
    }

    /// The items of such a text; the empty text is the empty list.
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
    /// The text with every scalar `old` replaced. Scalars, not characters: a combining mark behind a separator or a
    /// quote makes another character of it, and must not make it pass.
    func replacing(_ old: Unicode.Scalar, scalarsWith new: String) -> String {
        guard unicodeScalars.contains(old) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar == old { result += new } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
