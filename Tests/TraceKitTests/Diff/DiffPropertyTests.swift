import Testing

@testable import TraceKit

/// What must hold for any two traces (docs/analysis.md, sections 8 and 9).
@Suite struct DiffPropertyTests {
    private static let opposites = [
        "more": "fewer", "slower": "faster", "less": "more", "new": "gone", "fixed": "new",
    ]

    /// A row with its sides exchanged, as text; words that only one direction has are left out.
    private static func text(_ row: DiffRow, isMirrored: Bool) -> String {
        let cells = row.cells.map { cell -> String in
            guard case .change(let change) = cell else { return cell.plain }
            let (first, second) = isMirrored ? (change.after, change.before) : (change.before, change.after)
            return "\(String(describing: first)) \(String(describing: second)) \(String(describing: change.p))"
        }
        func mirrored(_ verdict: DiffVerdict) -> DiffVerdict {
            !isMirrored ? verdict : verdict == .worse ? .better : verdict == .better ? .worse : verdict
        }
        return "\(mirrored(row.verdict)) \(mirrored(row.likely)) \(cells.joined(separator: " | "))"
    }

    private static func expectMirrored(_ forth: TraceDiff, _ back: TraceDiff, _ seed: Int) {
        for (left, right) in zip(forth.tables, back.tables) where left.id != "findings" && left.id != "possible-renames"
        {
            let first = left.rows.map { text($0, isMirrored: false) }.sorted()
            let second = right.rows.map { text($0, isMirrored: true) }.sorted()
            #expect(first == second, "seed \(seed), \(left.id)")
            #expect(left.unchanged == right.unchanged, "seed \(seed), \(left.id)")
        }
        #expect(forth.worse.count == back.better.count && forth.better.count == back.worse.count, "seed \(seed)")
        #expect(forth.likelyWorse.count == back.likelyBetter.count, "seed \(seed)")
        let (fixed, new) = (forth.rows("findings"), back.rows("findings"))
        #expect(
            fixed.filter { $0.hasPrefix("fixed") }.count == new.filter { $0.hasPrefix("new") }.count, "seed \(seed)")
    }

    @Test func `exchanging the sides mirrors the comparison`() throws {
        for seed in 0..<40 {
            let before = try DiffTraces.figures([RandomTrace(seed: seed).json()])
            let after = try DiffTraces.figures([RandomTrace(seed: seed + 1000).json()])
            let options = DiffOptions()
            Self.expectMirrored(
                try DiffBuilder.build(before: before, after: after, options),
                try DiffBuilder.build(before: after, after: before, options), seed)
        }
    }

    @Test func `exchanging sides of several traces mirrors it too`() throws {
        for seed in 0..<4 {
            let traces = try DiffTraces.figures((0..<9).map { RandomTrace(seed: seed * 10 + $0).json() })
            let (before, after) = (Array(traces[..<4]), Array(traces[4...]))
            Self.expectMirrored(
                try DiffBuilder.build(before: before, after: after, DiffOptions()),
                try DiffBuilder.build(before: after, after: before, DiffOptions()), seed)
        }
    }

    @Test func `a trace does not differ from itself, in whatever order its rows stand`() throws {
        for seed in 0..<40 {
            let trace = RandomTrace(seed: seed)
            let diff = try DiffTraces.diff([trace.json()], [trace.json(shuffled: seed)])
            #expect(diff.isEmpty, "seed \(seed)")
        }
    }

    @Test func `the order of rows and of traces changes nothing`() throws {
        for seed in 0..<10 {
            let (before, after) = (RandomTrace(seed: seed), RandomTrace(seed: seed + 500))
            let plain = try DiffTraces.diff([before.json(), after.json()], [after.json(), before.json()])
            let shuffled = try DiffTraces.diff(
                [after.json(shuffled: 1), before.json(shuffled: 2)],
                [before.json(shuffled: 3), after.json(shuffled: 4)])
            #expect(Self.text(plain) == Self.text(shuffled), "seed \(seed)")
        }
    }

    /// Everything but whether the recordings are the very same bytes.
    private static func text(_ diff: TraceDiff) -> [Substring] {
        var diff = diff
        diff.warnings = []
        diff.answer.removeAll { $0.label == "Differs" }
        return JSONDiff.render(diff, RenderOptions()).split(separator: "\n")
    }

    @Test func `counts per interaction add up to the totals`() throws {
        for seed in 0..<20 {
            for trace in try DiffTraces.figures([RandomTrace(seed: seed).json()]) {
                let windows = trace.inInteractions.updates
                #expect(
                    windows + trace.launch.updates + trace.unattributed.updates == trace.all.updates, "seed \(seed)")
                #expect(trace.views.values.reduce(0) { $0 + $1.counts.updates } == trace.all.updates, "seed \(seed)")
                let byView = trace.views.values.flatMap(\.byInteraction.values).reduce(0) { $0 + $1.updates }
                #expect(byView == windows, "seed \(seed)")
            }
        }
    }
}
