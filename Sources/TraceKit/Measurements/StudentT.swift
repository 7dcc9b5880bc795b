/// Student's t distribution (Abramowitz and Stegun, 26.7.3 and 26.7.4).
enum StudentT {
    /// Beyond so many degrees the distribution hardly changes.
    private static let mostDegrees = 200

    /// How probable a value at least as far from zero is, two-sided: 0 ... 1.
    static func p(_ t: Double, degrees: Int) -> Double {
        guard t.isFinite else { return 0 }
        let degrees = min(max(1, degrees), mostDegrees)
        let angle = atan(abs(t) / Double(degrees).squareRoot())
        let (sine, cosine) = (sin(angle), cos(angle))
        let isOdd = degrees % 2 == 1
        // The sum of the powers of the cosine up to degrees - 2, with factors that grow from one to the next.
        var term = isOdd ? cosine : 1
        var sum = degrees == 1 ? 0 : term
        var next = isOdd ? 3 : 2
        while next <= degrees - 2 {
            term *= Double(next - 1) / Double(next) * cosine * cosine
            sum += term
            next += 2
        }
        let inside = isOdd ? 2 / Double.pi * (angle + sine * sum) : sine * sum
        return max(0, 1 - inside)
    }

    /// How far from zero a value lies that is exceeded, to one side, with this probability; found by halving.
    static func quantile(_ p: Double, degrees: Int, most: Double) -> Double {
        var (low, high) = (0.0, most)
        while high - low > 1e-3 {
            let middle = (low + high) / 2
            if Self.p(middle, degrees: degrees) > 2 * p { low = middle } else { high = middle }
        }
        return high
    }
}
