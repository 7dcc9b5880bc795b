/// All numbers that decide whether a rule reports something. The deadlines are the user's and not here.
enum RuleThresholds {
    /// The most findings listed per rule; smaller ones are counted.
    static let mostFindings = 20
    /// The least number of unnecessary updates for a finding: fewer may be chance.
    static let occurrences = 3
    /// Fewer unnecessary updates, with less total time, are not noticeable.
    static let noticeableUpdates = 20
    static let noticeableNs: Int64 = 1_000_000
    /// From this many red updates per view on, a finding is high; from as many orange ones, medium.
    static let manyLongUpdates = 3

    /// Rates are counted in the busiest stretch of this length.
    static let stretchNs: Int64 = 1_000_000_000
    /// Environment writes per second that count as scroll rate.
    static let environmentWrites = 10
    /// Views notified by one environment write: as many as section 5 of docs/analysis.md allows per tap.
    static let environmentReach = 20
    /// Changes of one defaults key per second.
    static let defaultsChanges = 10
    /// Shorter gaps between updates of one view count for a storm; more than this many per second are one.
    static let stormGapNs: Int64 = 1_000_000
    static let stormGaps = 50
    /// A wait that users notice even once: uninterrupted work of the main thread.
    static let longWaitNs: Int64 = 100_000_000

    /// A recurring cause: its least share of the time in percent, and its least time.
    static let recurringPercent = 5
    static let recurringNs: Int64 = 50_000_000
    /// Without durations: the least runs and evaluations; or evaluations of views that run so often in each run.
    static let recurringRuns = 20
    static let recurringUpdates = 100
    static let reruns = 30
    static let rerunsAtOnce = 5
    static let manyReruns = 500
    /// Console or log lines that say that only the view's parent ran.
    static let parentOnlyLines = 10

    /// First appearances of one view in one window.
    static let eagerCreations = 100
    /// Layout runs in one update group: of one known instance, and of a view with unknown instances.
    static let layoutRunsOfInstance = 5
    static let layoutRunsOfView = 50

    /// The table of section 5: concerning numbers per window.
    static let appearRuns = 5
    static let scrollUpdates = 30
    static let keystrokeOthers = 50
    static let tapUnrelated = 20

    /// Main-thread coverage of a hang in percent: below the first it waits, from the second on it works.
    static let blockedPercent = 25
    static let busyPercent = 75
    /// A call path continues while it has this share of the samples.
    static let heavyPathPercent = 50

    /// The least share of the time of a recording that a body has in samples, in percent.
    static let sampledPercent = 5

    /// Samples of a costly API inside long bodies of a view: the least number, and percentage.
    static let costlySamples = 3
    static let costlyPercent = 10
    /// From this many lines about a loop on, its finding is high.
    static let complaintsOfLoop = 10

    /// From this share on a finding is high; from half of it, medium.
    static let costlyHighPercent = 50
}

/// A sequence of numbers that quickly answers for any stretch how many are small, and which is the k-th smallest (a
/// wavelet matrix).
///
/// One row of bits per binary digit, highest first: for the next digit the numbers with a zero are moved to the front,
/// otherwise in the same order. A stretch thus becomes two stretches.
struct NumberRanks {
    /// One digit of all numbers.
    private struct Digit {
        var bits: [UInt64]
        /// Zeros before each word of `bits`.
        var zerosBefore: [Int32]
        var zeros: Int

        func zeros(before place: Int) -> Int {
            let (word, bit) = (place / 64, place % 64)
            let ones = bit == 0 ? 0 : (bits[word] << UInt64(64 - bit)).nonzeroBitCount
            return Int(zerosBefore[word]) + bit - ones
        }
    }

    /// The highest first.
    private var digits: [Digit] = []

    init(_ numbers: [UInt32], below limit: Int) {
        var numbers = numbers
        for digit in (0..<max(1, Int.bitWidth - max(0, limit - 1).leadingZeroBitCount)).reversed() {
            let isOne = { (number: UInt32) in number >> UInt32(digit) & 1 == 1 }
            var bits = [UInt64](repeating: 0, count: numbers.count / 64 + 1)
            for (place, number) in numbers.enumerated() where isOne(number) {
                bits[place / 64] |= 1 << UInt64(place % 64)
            }
            var zerosBefore: [Int32] = []
            zerosBefore.reserveCapacity(bits.count)
            var zeros: Int32 = 0
            for word in bits {
                zerosBefore.append(zeros)
                zeros += Int32(64 - word.nonzeroBitCount)
            }
            let small = numbers.filter { !isOne($0) }
            digits.append(Digit(bits: bits, zerosBefore: zerosBefore, zeros: small.count))
            numbers = small + numbers.filter(isOne)
        }
    }

    /// How many numbers of a stretch are less than a limit.
    func count(below limit: UInt32, of places: Range<Int>) -> Int {
        guard Int(limit) < 1 << digits.count else { return places.count }
        var (first, last, count) = (places.lowerBound, places.upperBound, 0)
        for (index, digit) in digits.enumerated() {
            let zeros = (digit.zeros(before: first), digit.zeros(before: last))
            if limit >> UInt32(digits.count - 1 - index) & 1 == 1 {
                count += zeros.1 - zeros.0
                (first, last) = (digit.zeros + first - zeros.0, digit.zeros + last - zeros.1)
            } else {
                (first, last) = zeros
            }
        }
        return count
    }

    /// The number at `rank` in sorted order of a stretch, counted from zero.
    func number(at rank: Int, of places: Range<Int>) -> UInt32 {
        var (first, last, rank) = (places.lowerBound, places.upperBound, rank)
        var number: UInt32 = 0
        for digit in digits {
            let zeros = (digit.zeros(before: first), digit.zeros(before: last))
            number <<= 1
            if rank < zeros.1 - zeros.0 {
                (first, last) = zeros
            } else {
                rank -= zeros.1 - zeros.0
                number |= 1
                (first, last) = (digit.zeros + first - zeros.0, digit.zeros + last - zeros.1)
            }
        }
        return number
    }
}

/// How many updates an interaction of one kind should need (docs/analysis.md, section 5).
struct Budget {
    let kind: InteractionKind
    /// The counted thing, as a noun.
    let counted: String
    let expected: String
    /// From this many on it is concerning.
    let concern: Int
    /// The condition on rows of `updates` that count; the same as `counts`.
    let condition: String
    /// Updates that the interaction may have in addition.
    var allowed = 0
    /// Whether each instance has a budget of its own.
    var isPerInstance = false
    /// Whether it applies per frame with updates, for a continuous interaction.
    var isPerFrame = false

    static let all = [
        Budget(
            kind: .appear, counted: "body run of one instance", expected: "1 to 2",
            concern: RuleThresholds.appearRuns + 1,
            condition: "phase <> 'check' AND instance IS NOT NULL", isPerInstance: true),
        Budget(
            kind: .scroll, counted: "body update", expected: "1 or 2, of the rows that come into view",
            concern: RuleThresholds.scrollUpdates, condition: "phase = 'update'", isPerFrame: true),
        Budget(
            kind: .type, counted: "body update", expected: "1, of the field itself",
            concern: RuleThresholds.keystrokeOthers, condition: "phase = 'update'", allowed: 1),
        Budget(
            kind: .tap, counted: "unrelated body update", expected: "1 to 3", concern: RuleThresholds.tapUnrelated,
            condition: "phase = 'update' AND (verdict = 'unnecessary' OR reason = 'no-evidence')"),
    ]

    /// Whether a body update in a window of this kind counts.
    @inline(__always)
    func counts(_ phase: UpdatePhase, _ verdict: Verdict, _ reason: Reason, _ instance: NameID) -> Bool {
        switch kind {
        case .appear: instance.isPresent
        case .tap: phase == .update && (verdict == .unnecessary || reason == .noEvidence)
        default: phase == .update
        }
    }

    /// `body run of one instance` → `body runs of one instance`.
    var countedPlural: String {
        isPerInstance ? "body runs of one instance" : isPerFrame ? "\(counted)s a frame" : "\(counted)s"
    }

    static let frameNs: Int64 = 16_666_667
}
