/// Buckets of a histogram of durations: in steps of 1, 2 and 5, with both deadlines as limits so that no bucket mixes
/// severities. A bucket excludes its lower limit and includes its upper one.
struct DurationBuckets {
    /// The most buckets below the first and above the second deadline.
    private static let most = 4

    /// The limits in nanoseconds, ascending; the first bucket begins at 0, the last one is unbounded.
    let limits: [Int64]
    private let orangeNs: Int64
    private let redNs: Int64

    init(orangeNs: Int64, redNs: Int64) {
        self.orangeNs = orangeNs
        self.redNs = redNs
        let steps = (3...13).flatMap { power in
            [1, 2, 5].map { digit in (0..<power).reduce(Int64(digit)) { result, _ in result * 10 } }
        }
        // A limit close to a deadline would give a bucket too narrow to see.
        let below = steps.filter { Double($0) < 0.8 * Double(orangeNs) }.suffix(Self.most)
        let above = steps.filter { Double($0) > 1.25 * Double(redNs) }.prefix(Self.most)
        limits = below + (orangeNs < redNs ? [orangeNs, redNs] : [redNs]) + above
    }

    /// The bucket of a duration.
    func bucket(ofDuration duration: Int64) -> Int { limits.firstIndex { duration <= $0 } ?? limits.count }

    /// The exclusive lower limit in nanoseconds.
    func lowerLimit(of bucket: Int) -> Int64 { bucket == 0 ? 0 : limits[bucket - 1] }

    func severity(of bucket: Int) -> Severity {
        let over = lowerLimit(of: bucket)
        return over >= redNs ? .red : over >= orangeNs ? .orange : .gray
    }

    /// Rows for `VALUES`: number, limits in milliseconds, severity.
    var rows: String {
        (0...limits.count).map { index in
            let over = lowerLimit(of: index)
            let upTo = index < limits.count ? Self.milliseconds(limits[index]) : "NULL"
            return "(\(index), \(Self.milliseconds(over)), \(upTo), '\(severity(of: index).word)')"
        }.joined(separator: ", ")
    }

    /// The cases of an SQL expression for a duration's bucket.
    var cases: String {
        limits.enumerated().map { "WHEN u.duration_ns <= \($1) THEN \($0)" }.joined(separator: " ")
            + " ELSE \(limits.count)"
    }

    private static func milliseconds(_ nanoseconds: Int64) -> String {
        "\(Double(nanoseconds) / 1e6)"
    }

    /// Finds the buckets of many durations; the bit length of a duration leaves few candidates.
    struct Finder: ~Copyable {
        private let limits: Scratch<Int64>
        /// The first candidate by leading zero bits of a duration.
        private let firstBucket = Scratch(repeating: 0, count: 65)

        init(_ buckets: DurationBuckets) {
            // A sentinel that no duration exceeds.
            limits = Scratch(repeating: .max, count: buckets.limits.count + 1)
            for (bucket, limit) in buckets.limits.enumerated() { limits[bucket] = limit }
            for zeros in 1..<64 { firstBucket[zeros] = buckets.bucket(ofDuration: 1 << (63 - zeros)) }
        }

        /// The bucket of a non-negative duration.
        func bucket(ofDuration duration: Int64) -> Int {
            var bucket = firstBucket[duration.leadingZeroBitCount]
            while duration > limits[bucket] { bucket += 1 }
            return bucket
        }
    }
}
