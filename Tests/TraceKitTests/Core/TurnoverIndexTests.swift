import Testing

@testable import TraceKit
@testable import trace_generate

@Suite struct TurnoverIndexTests {
    /// The same by a dictionary, of few keys that often come and go: most of them stand where another one would.
    @Test(arguments: 0..<20) func `keys that come and go keep their numbers while they are there`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var index = TurnoverIndex()
        var known: [UInt64: Int] = [:]
        var most = 0
        for _ in 0..<4000 {
            let key = random.within(0...(seed % 2 == 0 ? 40 : 400))
            let wide = WideKey(one: key, two: key % 3)
            #expect(index.find(wide) == known[key])
            if random.chance(45), known[key] != nil {
                index.remove(wide)
                known[key] = nil
            } else {
                let number = index.number(of: wide)
                #expect(known[key] == nil || known[key] == number)
                known[key] = number
            }
            most = max(most, known.count)
            #expect(Set(known.values).count == known.count, "two keys have one number")
            #expect(known.values.allSatisfy { $0 < most }, "numbers are given again")
        }
    }
}
