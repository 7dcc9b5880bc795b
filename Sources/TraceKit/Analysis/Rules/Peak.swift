/// The most times that stand in one stretch of `RuleThresholds.stretchNs`, and where that stretch begins.
struct Peak {
    var count = 0
    var start: Int64 = 0

    /// Of ascending times.
    init(_ times: [Int64]) {
        var first = 0
        for last in times.indices {
            while times[last] - times[first] >= RuleThresholds.stretchNs { first += 1 }
            if last - first + 1 > count {
                count = last - first + 1
                start = times[first]
            }
        }
    }

    /// Indexes of those ascending times that are in a stretch with more than `limit` of them.
    static func crowded(_ times: [Int64], above limit: Int) -> [Int] {
        var found: [Int] = []
        var first = 0
        for last in times.indices {
            while times[last] - times[first] >= RuleThresholds.stretchNs { first += 1 }
            guard last - first + 1 > limit else { continue }
            found += max(first, (found.last ?? -1) + 1)...last
        }
        return found
    }
}
