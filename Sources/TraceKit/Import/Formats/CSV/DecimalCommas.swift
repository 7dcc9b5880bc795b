/// Numbers with decimal commas, as spreadsheets export them in many languages if the comma does not separate cells.
enum DecimalCommas {
    private enum Shape { case whole, point, comma, group, other }

    /// Whether the first rows of a table have such numbers: in a column of only numbers, if no column has decimal
    /// points.
    ///
    /// `1,234` may have a thousands separator. Spreadsheets separate cells by semicolons if the comma is the decimal
    /// sign; in a table with tabs, it takes a number like `3,5`, whose comma cannot separate thousands.
    static func areUsed(in rows: [OwnRowSurvey.Row], delimiter: UInt8) -> Bool {
        guard delimiter != UInt8(ascii: ",") else { return false }
        var shapes: [String: Set<Shape>] = [:]
        for row in rows {
            for (column, value) in row.values { shapes[column, default: []].insert(shape(value.text)) }
        }
        let numbers = shapes.values.filter { !$0.contains(.other) }
        if numbers.contains(where: { $0.contains(.point) }) { return false }
        let areGroups = delimiter == UInt8(ascii: ";")
        return numbers.contains { $0.contains(.comma) || areGroups && $0.contains(.group) }
    }

    private static func shape(_ text: String) -> Shape {
        let parts = text[...].trimmingSpaces.split(separator: ",", omittingEmptySubsequences: false)
        let (whole, rest) = (parts[0].drop { $0 == "-" }, parts.dropFirst())
        guard whole.contains(where: \.isNumber), whole.allSatisfy({ $0.isNumber || $0 == "." }) else { return .other }
        guard let decimals = rest.first else { return whole.contains(".") ? .point : .whole }
        guard rest.count == 1, !decimals.isEmpty, decimals.allSatisfy(\.isNumber) else { return .other }
        return decimals.count == 3 && whole.first != "0" && !whole.contains(".") ? .group : .comma
    }

    /// Returns `1234.5` for `1.234,5`; a text without a comma is returned unchanged.
    static func withPoint(_ text: ByteSlice, _ scratch: Column<UInt8>) -> ByteSlice {
        guard text.firstIndex(of: UInt8(ascii: ",")) != nil else { return text }
        scratch.removeAll()
        for byte in text.buffer where byte != UInt8(ascii: ".") {
            scratch.append(byte == UInt8(ascii: ",") ? UInt8(ascii: ".") : byte)
        }
        let count = scratch.count
        scratch.pad(to: count + ByteSlice.padding, with: 0)
        return ByteSlice(scratch.base, count)
    }

    static func withPoint(_ text: String) -> String {
        let scratch = Column<UInt8>()
        return withExtendedLifetime(scratch) { ByteSlice.with(text.utf8) { withPoint($0, scratch).text } }
    }
}
