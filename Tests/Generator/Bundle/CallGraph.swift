/// A program whose functions call one another at fixed places, and where it stands: from one sample to the next its outer
/// calls stay and its inner ones change, so stacks differ in their inner addresses and share functions, as those of a real
/// program do.
struct CallGraph {
    /// Where each function begins.
    private let starts: [UInt64]
    /// Whom each function calls, likeliest first; the call of index `n` is `n` instructions behind the function's begin.
    private let callees: [[Int]]
    /// The calls that the program is in, outermost first: function, and instruction in it.
    private var calls: [(function: Int, instruction: Int)] = []

    private static let instructions = 16

    /// `starts`: the address of every function, each with 64 bytes of its own.
    init(starts: [UInt64], _ random: inout SeededRandom) {
        self.starts = starts
        callees = starts.map { _ in (0..<(1 + random.below(6))).map { _ in random.below(starts.count) } }
    }

    /// The addresses of the next sample, from the leaf outwards.
    mutating func next(_ random: inout SeededRandom) -> [UInt64] {
        calls.removeLast(min(calls.count, 1 + random.below(random.chance(10) ? 30 : 5)))
        let depth = max(calls.count + 1, min(12 + random.below(24), calls.count + 1 + random.below(6)))
        while calls.count < depth {
            let caller = calls.last?.function ?? 0
            // Seven of ten calls are the first one, seven of the rest the second one.
            var choice = 0
            while choice < callees[caller].count - 1, random.chance(30) { choice += 1 }
            if !calls.isEmpty { calls[calls.count - 1].instruction = choice }
            calls.append((calls.isEmpty ? 0 : callees[caller][choice], 0))
        }
        calls[calls.count - 1].instruction = random.below(Self.instructions)
        return calls.reversed().map { starts[$0.function] + UInt64($0.instruction) * 4 }
    }
}
