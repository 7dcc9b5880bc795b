/// Samples, and the CPU time of those that say it.
struct SampleSum: BitwiseCopyable {
    private var count: Int32 = 0
    private var weighted: Int32 = 0
    private var weightNs: Int64 = 0

    var samples: Int { Int(count) }

    /// Nanoseconds, or below zero where the source counts something else.
    @inline(__always)
    mutating func add(_ weight: Int64) {
        count &+= 1
        guard weight >= 0 else { return }
        weighted &+= 1
        weightNs = weightNs.addingSaturating(weight)
    }

    @inline(__always)
    mutating func add(_ other: SampleSum) {
        count &+= other.count
        weighted &+= other.weighted
        weightNs = weightNs.addingSaturating(other.weightNs)
    }

    /// Nil unless all of them say it: a part of it would look like all.
    var timeNs: Int64? { weighted == count ? weightNs : nil }

    /// The same of a part of `whole`: no samples take no time only where the others say theirs.
    func timeNs(in whole: SampleSum) -> Int64? { whole.timeNs == nil ? nil : timeNs }
}

/// What was seen of a thread.
struct SampleThread {
    var process: NameID
    var thread: NameID
    var samples = 0
    /// Those in which it runs.
    var running = SampleSum()
    var firstNs: Int64
    var lastNs: Int64 = 0
}

/// A function on a thread: samples in it, and in it or in what it calls.
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
    /// Nodes are kept from one in so many of all samples on.
    static let leastShare = 1000

    var thread: Int
    /// Index into the nodes of `StackTable`.
    var node: Int
    /// Index into `calls`; nil = nothing calls it.
    var caller: Int?
    var depth: Int
    /// Callers that do not pass nearly everything on.
    var level: Int
    /// Whether one of its callees holds at least 95 % of it.
    var passesOn: Bool
    var own: SampleSum
    var total: SampleSum
}
