/// Sentences that reports share.
enum ReportWords {
    /// What was recorded, in one line.
    static func recording(_ facts: [String: SQLValue]) -> String {
        var what = facts["app"]?.text ?? facts["process"]?.text ?? facts["name"]?.text ?? "unnamed recording"
        if let build = facts["build"]?.text { what += " \(build)" }
        var parts = [what]
        if let device = facts["device"]?.text { parts.append(device) }
        if let os = facts["os"]?.text { parts.append(os) }
        var length: [String] = []
        if case .real(let duration) = facts["duration_ms"] { length.append("\(Decimal.text(duration / 1000, digits: 2)) s") }
        if case .integer(let updates) = facts["updates"] { length.append(plural(Int(updates), "update")) }
        return "\(parts.joined(separator: ", ")): \(length.joined(separator: ", "))"
    }

    static func plural(_ count: Int, _ noun: String) -> String {
        let plural = noun.hasSuffix("ch") ? "\(noun)es" : "\(noun)s"
        return "\(Decimal.grouped(count)) \(count == 1 ? noun : plural)"
    }

    /// `14 RED > 16.67 ms, 31 ORANGE > 8.3 ms, 408 gray of 453 (profile frame)`
    static func severities(_ answer: ReportAnswer) -> String {
        var text = "\(Decimal.grouped(answer.red)) RED > \(Decimal.shortest(answer.redMs)) ms, "
            + "\(Decimal.grouped(answer.orange)) ORANGE > \(Decimal.shortest(answer.orangeMs)) ms, "
            + "\(Decimal.grouped(answer.gray)) gray"
        if answer.unterminated > 0 { text += ", \(Decimal.grouped(answer.unterminated)) without end" }
        return text + " of \(Decimal.grouped(answer.bodyUpdates)) (\(answer.profile))"
    }

    static func worstViews(_ answer: ReportAnswer) -> String {
        if answer.bodyUpdates == 0 { return "no view body update is in this trace" }
        if answer.worstViews.isEmpty { return "none: every view body update met its deadline" }
        return answer.worstViews.enumerated().map { index, view in
            let counts = [view.red > 0 ? "\(view.red) red" : nil, view.orange > 0 ? "\(view.orange) orange" : nil]
            let longest = index == 0 ? ", max \(Decimal.text(view.maxMs, digits: 1)) ms" : ""
            return "\(view.view) \(counts.compactMap { $0 }.joined(separator: " "))\(longest)"
        }.joined(separator: "; ")
    }

    static func hangsAndHitches(_ answer: ReportAnswer) -> String {
        let hangs = answer.hangs == 0 ? "no hangs"
            : "\(plural(answer.hangs, "hang")) (max \(Decimal.text(answer.longestHangMs, digits: 1)) ms)"
        let hitches = answer.hitches == 0 ? "no hitches"
            : "\(plural(answer.hitches, "hitch")) (\(Decimal.text(answer.hitchMs, digits: 1)) ms)"
        return "\(hangs), \(hitches)"
    }
}

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
