import Testing

@testable import TraceKit

/// Hangs that overlap are looked up in an index; each of them alone is walked over. Both must say the same.
@Suite struct OverlappingStallsTests {
    /// Hangs, updates and samples anywhere, so that the index is needed.
    private static func document(_ seed: Int) -> String {
        var random = SeededNumbers(seed)
        let (views, frames) = (Int.random(in: 1...20, using: &random), Int.random(in: 1...12, using: &random))
        func rows(_ count: Int, _ row: (Int, Int) -> String) -> [String] {
            (0..<count).map { _ in
                row(Int.random(in: 0...1_000, using: &random), Int.random(in: 0...700, using: &random))
            }
        }
        var names = SeededNumbers(seed + 1)
        func frame() -> String { "\"f\(Int.random(in: 0..<frames, using: &names))\"" }
        return RuleTraces.document(
            ("hangs", rows(60) { "{\"start_ns\": \($0), \"duration_ns\": \($1)}" }),
            (
                "updates",
                rows(200) { start, duration in
                    let view = Int.random(in: 0..<views, using: &names)
                    let end = duration > 600 ? "" : ", \"duration_ns\": \(duration / 3)"
                    return "{\"view\": \"V\(view)\", \"start_ns\": \(start)\(end)}"
                }
            ),
            (
                "samples",
                rows(200) { start, depth in
                    let stack = (0..<(depth % 5)).map { _ in frame() }
                    return "{\"start_ns\": \(start), \"frames\": [\(stack.joined(separator: ", "))]}"
                }
            ))
    }

    @Test(arguments: 0..<40)
    func `the views and frames of hangs are those that a walk finds`(_ seed: Int) throws {
        let records = try Traces.records(Self.document(seed))
        let results = AnalysisPasses.run(records, AnalysisOptions())
        for (row, hang) in records.hangs.enumerated() {
            let alone = StallLookup(records, results).summary(from: hang.start, duration: hang.duration)
            let found = results.hangs[row]
            #expect(found.views.map(\.view) == alone.views.map(\.view))
            #expect(found.views.map(\.overlapNs) == alone.views.map(\.overlapNs))
            #expect(found.frames.map(\.frame) == alone.frames.map(\.frame))
            #expect(found.frames.map(\.samples) == alone.frames.map(\.samples))
            #expect(found.coverage == alone.coverage && found.isSwiftUIBusy == alone.isSwiftUIBusy)
        }
    }

    @Test(arguments: 0..<40)
    func `the heavy path of a hang is that of its stacks`(_ seed: Int) throws {
        let records = try Traces.records(Self.document(seed))
        let context = RuleContext(records, AnalysisOptions(), AnalysisPasses.run(records, AnalysisOptions()))
        var samples = MainSamples(context)
        var paths = 0
        for hang in records.hangs {
            let end = hang.start.addingSaturating(hang.duration)
            let stacks = samples.stacks(from: hang.start, to: end, context)
            let expected = HeavyPath(stacks.byStack, total: stacks.total, context)
            let found = samples.heavyPath(from: hang.start, to: end, context)
            #expect(found?.frames == expected?.frames)
            #expect(found?.samples == expected?.samples && found?.total == expected?.total)
            if expected != nil { paths += 1 }
        }
        #expect(paths > 0 || seed > 0)
    }

    @Test func `ranks are those of the sorted numbers`() {
        var random = SeededNumbers(7)
        for limit in [1, 2, 3, 64, 65, 1_000] {
            let numbers = (0..<200).map { _ in UInt32.random(in: 0..<UInt32(limit), using: &random) }
            let ranks = NumberRanks(numbers, below: limit)
            for _ in 0..<50 {
                let first = Int.random(in: 0..<200, using: &random)
                let places = first..<Int.random(in: (first + 1)...200, using: &random)
                let sorted = numbers[places].sorted()
                let rank = Int.random(in: 0..<sorted.count, using: &random)
                #expect(ranks.number(at: rank, of: places) == sorted[rank])
                let bound = UInt32.random(in: 0...UInt32(limit), using: &random)
                #expect(ranks.count(below: bound, of: places) == sorted.count { $0 < bound })
            }
        }
    }
}
