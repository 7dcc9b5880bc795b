/// Which of the samples of running threads a page draws.
///
/// The main thread is what updates run on and users wait for: its samples are kept before those of other threads. A sample whose
/// stack is not there says nothing, so where stacks are too many for a page, fewer samples are drawn: every second one, every
/// fourth one, until what is drawn fits.
enum SampleChoice {
    static let mostSamples = 40_000
    static let mostFrames = 60_000

    /// Of so many samples, in order of time, about as many as a page draws, evenly over time.
    static func thinned(_ count: Int, isMain: (Int) -> Bool) -> [Int] {
        let main = (0..<count).reduce(0) { $0 + (isMain($1) ? 1 : 0) }
        var thinning = PageThinning(all: count, long: main, limit: mostSamples)
        return (0..<count).filter { thinning.keeps(isLong: isMain($0)) }
    }

    /// Those of some samples whose stacks fit into a page, which are added to `stacks`.
    static func fitting<Stacks: DrawnStacks>(
        _ samples: [Int], _ stacks: inout Stacks
    ) throws(Stacks.Failure) -> [Int] {
        var step = 1
        while step * 2 < samples.count { step *= 2 }
        // The rougher steps first: those of a finer one lie between them.
        var kept = try add(stride(from: 0, to: samples.count, by: step), of: samples, to: &stacks)
        var drawn = step
        while step > 1, kept {
            step /= 2
            kept = try add(stride(from: step, to: samples.count, by: step * 2), of: samples, to: &stacks)
            if kept { drawn = step }
        }
        return stride(from: 0, to: samples.count, by: drawn).map { samples[$0] }
    }

    /// Adds the stacks of some samples; of none where they would be too many with those that are there.
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

/// The frames that a page draws, in the order in which they were added, each once.
protocol DrawnStacks {
    associatedtype Failure: Error

    /// The number of frames.
    var count: Int { get }

    /// Adds the frames of a sample's stack that are not there.
    mutating func add(_ sample: Int) throws(Failure)

    /// Takes off what was added behind the first frames, for good.
    mutating func drop(to count: Int)
}
