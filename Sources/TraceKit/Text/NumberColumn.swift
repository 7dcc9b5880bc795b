/// Numbers of a column as text, under each other at their points: `104`, `1.50`, `1 → 104`, `16.67 ms`, `–`.
enum NumberColumn {
    /// The cells with blanks before and behind their numbers; of a comparison, both sides are aligned.
    static func align(_ cells: [String]) -> [String] {
        guard cells.contains(where: { hasPoint($0) || arrow(in: $0) != nil }) else { return cells }
        let sides = cells.map(split)
        let left = alignSide(sides.map { $0.left })
        let right = alignSide(sides.map { $0.right })
        return cells.indices.map { index in
            sides[index].left.isEmpty ? right[index] : left[index] + sides[index].arrow + right[index]
        }
    }

    private static func hasPoint(_ cell: String) -> Bool { cell.utf8.contains(UInt8(ascii: ".")) && cell.contains(".") }

    private static func arrow(in cell: String) -> String? {
        // Most cells have no byte that an arrow ends with.
        guard cell.utf8.contains(where: { $0 == 0x92 || $0 == UInt8(ascii: ">") }) else { return nil }
        return [" → ", " -> "].first { cell.firstRange(of: $0) != nil }
    }

    private static func split(_ cell: String) -> (left: String, arrow: String, right: String) {
        guard let arrow = arrow(in: cell), let range = cell.firstRange(of: arrow) else { return ("", "", trim(cell)) }
        return (trim(cell[..<range.lowerBound]), arrow, trim(cell[range.upperBound...]))
    }

    private static func trim(_ text: some StringProtocol) -> String {
        var text = text.drop { $0 == " " }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }

    private static func alignSide(_ texts: [String]) -> [String] {
        let parts = texts.map(point)
        let whole = parts.reduce(0) { max($0, TextWidth.of($1.whole)) }
        let rest = parts.reduce(0) { max($0, TextWidth.of($1.rest)) }
        return parts.map { part in
            if part.whole.isEmpty && part.rest.isEmpty { return "" }
            return TextWidth.pad(part.whole, to: whole, rightAligned: true)
                + TextWidth.pad(part.rest, to: rest, rightAligned: false)
        }
    }

    private static func isNumber(_ character: Character) -> Bool {
        guard let byte = character.asciiValue else { return character.isNumber }
        return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// A number's whole part with all before it, and what stands behind: `16` and `.67 ms`, `3` and ` updates`.
    private static func point(_ text: String) -> (whole: String, rest: String) {
        guard let first = text.firstIndex(where: isNumber) else { return (text, "") }
        let end = text[first...].firstIndex { !isNumber($0) && $0 != "," } ?? text.endIndex
        return (String(text[..<end]), String(text[end...]))
    }
}
