/// Probabilities of counts of independent events.
enum Binomial {
    /// The probability that at most `most` of `all` events happen, each with the probability `each`. Returns 1 from
    /// half of the expected number on, which proves nothing.
    static func chance(ofAtMost most: Int, of all: Int, each: Double) -> Double {
        let mean = Double(all) * each
        guard all > 0, each > 0, each < 1, Double(most) * 2 < mean else { return 1 }
        var term = power(1 - each, all)
        var sum = term
        for count in 0..<most {
            term *= Double(all - count) / Double(count + 1) * each / (1 - each)
            sum += term
        }
        return min(1, sum)
    }

    /// The probability that at least `least` of `all` events happen. Returns 1 up to the expected number.
    static func chance(ofAtLeast least: Int, of all: Int, each: Double) -> Double {
        guard Double(least) > Double(all) * each else { return 1 }
        guard least <= all, each > 0 else { return 0 }
        // Begins at the largest count, so that the small terms are added first.
        var term = power(each, all)
        var sum = term
        for count in stride(from: all, to: least, by: -1) {
            term *= Double(count) / Double(all - count + 1) * (1 - each) / each
            sum += term
        }
        return min(1, sum)
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        var (result, factor, rest) = (1.0, base, exponent)
        while rest > 0 {
            if rest & 1 == 1 { result *= factor }
            factor *= factor
            rest >>= 1
        }
        return result
    }
}
