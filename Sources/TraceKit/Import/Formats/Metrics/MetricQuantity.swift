/// A number with its unit, as MetricKit writes quantities: `20 sec`, `50 ms per s`, `2,000 byte`.
struct MetricQuantity: Equatable {
    var value: Double
    /// Spelled one way; nil where the text is a number only.
    var unit: String?

    /// Nil for anything that is no number, and for a comma that does not group three digits: half the world writes
    /// its decimals with it.
    init?(_ text: String) {
        let text = Substring(text).trimmingSpaces
        let end = Self.endOfNumber(text)
        guard let number = Self.number(text[..<end]) else { return nil }
        value = number
        unit = Self.unit(text[end...])
    }

    /// One spelling a unit: older systems write `secs.` and `bytes`.
    static func unit(_ text: Substring) -> String? {
        var unit = text.trimmingSpaces
        while unit.last == "." { unit = unit.dropLast() }
        switch unit {
        case "": return nil
        case "sec", "secs", "second", "seconds": return "s"
        case "millisecond", "milliseconds", "msec", "msecs": return "ms"
        case "mins", "minute", "minutes": return "min"
        case "hr", "hrs", "hour", "hours": return "h"
        case "bytes": return "byte"
        default: return String(unit)
        }
    }

    /// How many milliseconds one of a unit of time is; nil for other units.
    static func milliseconds(in unit: String?) -> Double? {
        switch unit {
        case "ns": 1e-6
        case "µs", "μs": 1e-3
        case "ms": 1
        case "s": 1e3
        case "min": 60e3
        case "h": 3600e3
        default: nil
        }
    }

    private static func endOfNumber(_ text: Substring) -> Substring.Index {
        var index = text.startIndex
        while index < text.endIndex {
            let isPart = text[index].isASCII && (text[index].isNumber || ",.+-".contains(text[index]))
            guard isPart || isExponent(text, at: index) else { break }
            index = text.index(after: index)
        }
        return index
    }

    private static func isExponent(_ text: Substring, at index: Substring.Index) -> Bool {
        guard text[index] == "e" || text[index] == "E" else { return false }
        let rest = text[text.index(after: index)...].drop { $0 == "+" || $0 == "-" }
        return rest.first.map { $0.isASCII && $0.isNumber } ?? false
    }

    private static func number(_ text: Substring) -> Double? {
        let groups = text.split(separator: ",", omittingEmptySubsequences: false)
        let whole = groups.enumerated().dropFirst().map { index, group in
            index == groups.count - 1 ? group.prefix { $0 != "." } : group
        }
        guard whole.allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isNumber) }) else { return nil }
        let leading = groups[0].drop { $0 == "-" }
        guard groups.count == 1 || !leading.isEmpty && leading.count <= 3 else { return nil }
        guard let value = Double(groups.joined()), value.isFinite else { return nil }
        return value
    }
}
