/// A number of samples, and their CPU time.
struct SampleSum: BitwiseCopyable {
    private var count: Int32 = 0
    private var weighted: Int32 = 0
    private var weightNs: Int64 = 0

    var samples: Int { Int(count) }

    /// The weight in nanoseconds; negative if the source counts something else.
    mutating func add(_ weight: Int64) {
        count &+= 1
        guard weight >= 0 else { return }
        weighted &+= 1
        weightNs = weightNs.addingSaturating(weight)
    }

    mutating func add(_ other: SampleSum) {
        count &+= other.count
        weighted &+= other.weighted
        weightNs = weightNs.addingSaturating(other.weightNs)
    }

    /// The CPU time; nil unless all samples have one, because a partial sum would look complete.
    var timeNs: Int64? { weighted == count ? weightNs : nil }

    /// The time of a part of `whole`: without samples it is zero only if the other samples have times.
    func timeNs(in whole: SampleSum) -> Int64? { whole.timeNs == nil ? nil : timeNs }
}

/// Sample sums of a thread.
struct SampleThread {
    var process: NameID
    var thread: NameID
    var samples = 0
    /// Samples in which it runs.
    var running = SampleSum()
    var firstNs: Int64
    var lastNs: Int64 = 0
}

/// A function on a thread: self samples, and samples including callees.
struct FunctionSum {
    /// Index into `sampleThreads`.
    var thread: Int
    var frame: NameID
    var binary: NameID
    var isApp: Bool
    var own = SampleSum()
    var total = SampleSum()
}

/// A node of the call tree of a thread.
struct CallSum {
    /// Nodes need at least one in this many of all samples to be kept.
    static let leastShare = 1000

    var thread: Int
    /// Index into the nodes of `StackTable`.
    var node: Int
    /// Index into `calls`; nil = no caller.
    var caller: Int?
    var depth: Int
    /// The number of callers that do not pass nearly all of their samples to one callee.
    var level: Int
    /// Whether one of its callees has at least 95 % of its samples.
    var passesOn: Bool
    var own: SampleSum
    var total: SampleSum
}

/// Selects the samples of running threads that a page draws.
///
/// Samples of the main thread, on which updates run, are kept before those of other threads. A sample without its stack
/// is useless, so if the stacks are too many for a page, fewer samples are drawn: every second, every fourth, until
/// they fit.
enum SampleChoice {
    static let mostSamples = 40_000
    static let mostFrames = 60_000

    /// The indexes of about as many of `count` samples as a page draws, evenly spaced in time.
    static func thinned(_ count: Int, isMain: (Int) -> Bool) -> [Int] {
        let main = (0..<count).reduce(0) { $0 + (isMain($1) ? 1 : 0) }
        var thinning = PageThinning(all: count, long: main, limit: mostSamples)
        return (0..<count).filter { thinning.keeps(isLong: isMain($0)) }
    }

    /// The samples whose stacks fit on a page; adds these to `stacks`.
    static func fitting<Stacks: DrawnStacks>(
        _ samples: [Int], _ stacks: inout Stacks
    ) throws(Stacks.Failure) -> [Int] {
        var step = 1
        while step * 2 < samples.count { step *= 2 }
        // Larger steps first: the samples of smaller ones lie between them.
        var kept = try add(stride(from: 0, to: samples.count, by: step), of: samples, to: &stacks)
        var drawn = step
        while step > 1, kept {
            step /= 2
            kept = try add(stride(from: step, to: samples.count, by: step * 2), of: samples, to: &stacks)
            if kept { drawn = step }
        }
        return stride(from: 0, to: samples.count, by: drawn).map { samples[$0] }
    }

    /// Adds the stacks of some samples, or none if they would be too many.
    private static func add<Stacks: DrawnStacks>(
        _ places: StrideTo<Int>, of samples: [Int], to stacks: inout Stacks
    ) throws(Stacks.Failure) -> Bool {
        let before = stacks.count
        for place in places {
            try stacks.add(samples[place])
            if stacks.count > mostFrames {
                stacks.drop(to: before)
                return false
            }
        }
        return true
    }
}

/// The frames that a page draws, distinct, in the order in which they were added.
protocol DrawnStacks {
    associatedtype Failure: Error

    /// The number of frames.
    var count: Int { get }

    /// Adds the missing frames of a sample's stack.
    mutating func add(_ sample: Int) throws(Failure)

    /// Removes the frames after the first `count`.
    mutating func drop(to count: Int)
}

/// A signpost's subsystem and category, and optionally its name.
package struct SignpostFilter: Equatable, Sendable {
    package var subsystem: String
    package var category: String
    package var name: String?

    package init(subsystem: String, category: String, name: String? = nil) {
        self.subsystem = subsystem
        self.category = category
        self.name = name
    }

    /// Parses `SUBSYSTEM:CATEGORY` or `SUBSYSTEM:CATEGORY:NAME`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2, !parts[1].isEmpty else { return nil }
        self.init(subsystem: parts[0], category: parts[1], name: parts.count == 3 ? parts[2] : nil)
    }

    /// The value of `--body-signposts` that selects no signpost.
    package static let none = "none"

    /// The text form.
    var text: String { "\(subsystem):\(category)\(name.map { ":\($0)" } ?? "")" }

    /// Whether it covers all signposts of the other filter.
    func includes(_ other: SignpostFilter) -> Bool {
        subsystem == other.subsystem && category == other.category && (name == nil || name == other.name)
    }
}
