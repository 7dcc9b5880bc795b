import Testing

@testable import TraceKit

/// Several traces a side: significance, floors, and the correction over the rows.
@Suite struct DiffJudgeTests {
    /// Judges rows of one figure; a row is its samples before and after.
    private func check(
        _ rows: [(before: [Double], after: [Double])], isTime: Bool = true, _ expected: [DiffVerdict],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let metric: DiffMetric<Double> =
            isTime
            ? .duration("x", "X", more: "slower", less: "faster") { $0 }
            : .count("x", "X", .updates) { $0 }
        let drafts = rows.enumerated().map { index, row in
            DiffDraft<Double>(names: ["\(index)"], before: row.before.map { $0 }, after: row.after.map { $0 })
        }
        var judge = DiffJudge(.ranked)
        let name = DiffColumn(name: "row", title: "Row", style: .name, dropOrder: 0)
        let draft = DraftTable("x", "X", names: [name], drafts, [metric], family: { _ in .views }, &judge)
        judge.correct()
        var verdicts = [DiffVerdict](repeating: .none, count: rows.count)
        for row in draft.settled(by: judge).rows {
            if let index = row.name.flatMap(Int.init) { verdicts[index] = row.verdict }
        }
        #expect(verdicts == expected, sourceLocation: sourceLocation)
    }

    @Test func `four separated runs a side are enough, three are not`() {
        check([([10, 11, 12, 13], [20, 21, 22, 23])], [.worse])
        check([([20, 21, 22, 23], [10, 11, 12, 13])], [.better])
        check([([10, 11, 12], [20, 21, 22])], [.none])
    }

    @Test func `an overlap of four runs a side is not significant`() {
        check([([10, 11, 12, 20.5], [20, 21, 22, 23])], [.none])
    }

    @Test func `a significant change below a floor is none`() {
        check([([100, 101, 102, 103], [104, 105, 106, 107])], [.none])
        check([([1, 1.1, 1.2, 1.3], [1.5, 1.6, 1.7, 1.8])], [.none])
    }

    @Test func `two rows at four runs a side are too many for Holm, at six they are not`() {
        let four = (before: [10.0, 11, 12, 13], after: [20.0, 21, 22, 23])
        let other = (before: [31.0, 30, 32, 33], after: [50.0, 51, 52, 53])
        check([four, other], [.none, .none])
        let six = (before: [10.0, 11, 12, 13, 14, 15], after: [20.0, 21, 22, 23, 24, 25])
        let more = (before: [31.0, 30, 32, 33, 34, 35], after: [50.0, 51, 52, 53, 54, 55])
        check([six, more], [.worse, .worse])
    }

    @Test func `figures with the same ranks are one test`() {
        check([([10, 11, 12, 13], [20, 21, 22, 23]), ([9, 10, 11, 12], [19, 20, 21, 22])], [.worse, .worse])
    }

    @Test func `rows that could never reach the floors do not weigh on the others`() {
        let quiet = (before: [5.0, 5.1, 5.2, 5.3], after: [5.05, 5.15, 5.25, 5.35])
        check(
            [([10, 11, 12, 13], [20, 21, 22, 23])] + Array(repeating: quiet, count: 39),
            [.worse] + Array(repeating: .none, count: 39))
    }

    @Test func `ties make nobody surer`() {
        // Two values only, separated: the approximation alone would say 0.013 at four runs a side.
        #expect(abs(MannWhitney([1, 1, 1, 1], [2, 2, 2, 2]).countedP - 2.0 / 70) < 1e-12)
        #expect(MannWhitney([1, 1, 1, 1], [2, 2, 2, 2]).p < 0.014)
        check([([10, 10, 12, 12], [20, 20, 22, 22])], [.worse])
        check([([10, 10, 12, 12], [20, 20, 22, 22]), ([12, 12, 10, 10], [21, 21, 22, 22])], [.none, .none])
    }

    @Test func `counts that never vary need no test, unless others of the recordings do`() {
        let constant = (before: [104.0, 104, 104, 104], after: [1.0, 1, 1, 1])
        let other = (before: [9.0, 9, 9, 9], after: [30.0, 30, 30, 30])
        check([constant, other], isTime: false, [.better, .worse])
        check([constant, other], isTime: true, [.none, .none])
        let varying = (before: [9.0, 10, 11, 12], after: [30.0, 28, 29, 31])
        check([constant, varying], isTime: false, [.none, .none])
        check([([3, 3, 3, 3], [4, 4, 4, 4])], isTime: false, [.none])
    }

    @Test func `roots share the level, as far as they test anything`() {
        // 2 of 70 is significant at 5 %, not at 2.5 %.
        let metric = DiffMetric<Double>.count("x", "X", .updates) { $0 }
        let row = DiffDraft<Double>(names: [], before: [10, 11, 12, 13], after: [20, 21, 22, 23])
        for (families, verdict) in [([DiffJudge.Family.views], DiffVerdict.worse), ([.views, .interactions], .none)] {
            var judge = DiffJudge(.ranked)
            let drafts = families.map { family in
                DraftTable("x", "X", names: [], [row], [metric], family: { _ in family }, &judge)
            }
            judge.correct()
            #expect(drafts.map { $0.settled(by: judge).rows.first?.verdict } == families.map { _ in verdict })
        }
    }
}
