/// Numbers as text, the same in every locale.
enum Decimal {
    /// With a fixed number of digits behind the point, rounded half away from zero.
    static func text(_ value: Double, digits: Int) -> String {
        guard value.isFinite else { return "-" }
        let scale = (0..<digits).reduce(1.0) { result, _ in result * 10 }
        let scaled = (abs(value) * scale).rounded(.toNearestOrAwayFromZero)
        guard scaled < 9e15 else { return "\(value)" }
        let whole = Int64(scaled)
        let unit = Int64(scale)
        let fraction = String(whole % unit)
        let zeros = String(repeating: "0", count: max(0, digits - fraction.count))
        let sign = value < 0 && whole > 0 ? "-" : ""
        return digits == 0 ? "\(sign)\(whole)" : "\(sign)\(whole / unit).\(zeros)\(fraction)"
    }

    /// Without needless zeros: 8.3, 16.67, 5.
    static func shortest(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// 1,234,567
    static func grouped(_ value: Int) -> String {
        var digits = Array(String(value.magnitude))
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: place)
            place -= 3
        }
        return (value < 0 ? "-" : "") + String(digits)
    }
}
