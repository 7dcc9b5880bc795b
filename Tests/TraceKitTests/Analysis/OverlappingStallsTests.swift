import Testing

@testable import TraceKit

/// Of hangs that overlap again and again the longest are examined, with the same result as each alone; the rest are counted.
@Suite struct OverlappingStallsTests {
    /// Hangs, updates and samples anywhere: more than can be examined.
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
    func `the views and frames of the longest hangs are those that a walk finds`(_ seed: Int) throws {
        let records = try Traces.records(Self.document(seed))
        let results = AnalysisPasses.run(records, AnalysisOptions())
        let longest = records.hangs.indices.max { records.hangs[$0].duration < records.hangs[$1].duration }
        #expect(longest.map { results.hangs[$0].isExamined } == true)
        #expect(results.hangs.contains { !$0.isExamined })
        for (row, hang) in records.hangs.enumerated() {
            let alone = StallLookup(records, results).summary(from: hang.start, duration: hang.duration)
            let found = results.hangs[row]
            #expect(alone.isExamined)
            #expect(found.coverage == alone.coverage && found.isSwiftUIBusy == alone.isSwiftUIBusy)
            guard found.isExamined else { continue }
            #expect(found.views.map(\.view) == alone.views.map(\.view))
            #expect(found.views.map(\.overlapNs) == alone.views.map(\.overlapNs))
            #expect(found.frames.map(\.frame) == alone.frames.map(\.frame))
            #expect(found.frames.map(\.samples) == alone.frames.map(\.samples))
        }
    }

    @Test func `hangs that were not examined are told of`() throws {
        let hangs = (0..<100).map { "{\"start_ms\": \($0), \"duration_ms\": 300}" }
        let samples = (0..<400).map { "{\"start_ms\": \($0), \"frames\": [\"f\", \"main\"]}" }
        let store = try Traces.store(RuleTraces.document(("hangs", hangs), ("samples", samples)))
        let evidence = try store.rows("SELECT evidence FROM findings WHERE rule = 'hang-busy'")
        #expect(evidence.count == 1 && evidence[0].hasSuffix("; of 95 overlapping ones only the time counts"))
        #expect(try store.rows("SELECT count(*) FROM hangs WHERE hottest_frames IS NULL") == ["95"])
    }

    @Test(arguments: 0..<40)
    func `the heavy path of a hang is that of its stacks`(_ seed: Int) throws {
        let records = try Traces.records(Self.document(seed))
        let context = RuleContext(records, AnalysisOptions(), AnalysisPasses.run(records, AnalysisOptions()))
        var samples = MainSamples(context)
        var paths = 0
        for hang in records.hangs.sorted(by: { $0.duration > $1.duration }) {
            let end = hang.start.addingSaturating(hang.duration)
            let stacks = samples.stacks(from: hang.start, to: end, context)
            let expected = HeavyPath(stacks.byStack, total: stacks.total, context)
            guard let found = samples.heavyPath(from: hang.start, to: end, context) else { continue }
            #expect(found.frames == expected?.frames)
            #expect(found.samples == expected?.samples && found.total == expected?.total)
            paths += 1
        }
        #expect(paths > 0 || seed > 0)
    }
}
