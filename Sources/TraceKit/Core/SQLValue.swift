/// A value of SQL.
public enum SQLValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension SQLValue {
    init(_ count: Int) { self = .integer(Int64(count)) }
    /// Creates a text, or NULL for nil.
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    init(_ number: Double?) { self = number.map { .real($0) } ?? .null }

    /// The text of a text value; nil for all others.
    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The number as a double; zero for other values.
    var number: Double {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: 0
        }
    }

    /// The number without its fraction, clamped to the range; zero for other values.
    var whole: Int64 {
        if case .integer(let value) = self { return value }
        return Int64(towardZero: number)
    }

    /// The number as a count of rows.
    var count: Int { Int(whole) }
}
