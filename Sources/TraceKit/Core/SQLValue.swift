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
    /// NULL for nil.
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    init(_ number: Double?) { self = number.map { .real($0) } ?? .null }

    /// Text as it is; nil for anything else.
    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// A number as a double; zero for anything else.
    var number: Double {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: 0
        }
    }

    /// A number without its fraction, at most the largest there is; zero for anything else.
    var whole: Int64 {
        if case .integer(let value) = self { return value }
        return Int64(towardZero: number)
    }

    /// The same, as a number of rows.
    var count: Int { Int(whole) }
}
