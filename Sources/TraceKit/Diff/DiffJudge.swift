/// Tests the rows of a comparison, each family of tests corrected together (docs/analysis.md, section 8).
///
/// The verdict on a row depends on the number of tests in its family. So tables are drafted first, which collects the tests,
/// and settled afterwards.
struct DiffJudge {
    /// Tests that are corrected together. The first three are roots. Rows below a root are tested only if the root
    /// differs, in a family of their own.
    enum Family: Hashable {
        case interactions, views
        /// Figures that only tests of whole traces decide.
        case times
        case below(String)
    }

    /// Tests with the same key are one test: the ranks of all values, or those of one row.
    enum TestKey: Hashable {
        case ranks([Int])
        case row(table: String, row: Int, doubledU: [Int])
    }

    private struct Tests {
        var ps: [Double] = []
        var places: [TestKey: Int] = [:]
        var adjusted: [Double] = []
    }

    /// The tests that the number of traces allows, in ascending order.
    enum Traces: Comparable {
        /// No verdict from whole traces.
        case tooFew
        /// A verdict for figures that do not vary between traces.
        case ifEqual
        /// Rank tests too.
        case ranked
    }

    let traces: Traces
    /// The number of listed rows per table, besides those with a verdict.
    let listedRows: Int
    private var families: [Family: Tests] = [:]

    init(_ traces: Traces, listedRows: Int = DiffThresholds.listedRows) {
        self.traces = traces
        self.listedRows = listedRows
    }

    mutating func add(_ p: Double, _ key: TestKey, to family: Family) -> Int {
        if let place = families[family]?.places[key] { return place }
        let place = families[family]?.ps.count ?? 0
        families[family, default: Tests()].ps.append(p)
        families[family]?.places[key] = place
        return place
    }

    /// Corrects the tests of each family. Call it after the last `add`.
    mutating func correct() {
        for (family, tests) in families { families[family]?.adjusted = Holm.adjusted(tests.ps) }
    }

    /// The number of tests of the roots.
    var size: Int { families.reduce(0) { $0 + (Self.isRoot($1.key) ? $1.value.ps.count : 0) } }

    private static func isRoot(_ family: Family) -> Bool { if case .below = family { false } else { true } }

    /// The level of a family. The roots that have tests share it equally.
    private func alpha(_ family: Family) -> Double {
        guard Self.isRoot(family) else { return DiffThresholds.alpha }
        return DiffThresholds.alpha / Double(max(1, families.keys.filter(Self.isRoot).count))
    }

    /// The verdict on a test and its corrected p.
    func verdict(_ test: ChangeTest, place: Int?, in family: Family) -> (p: Double?, verdict: DiffVerdict) {
        guard let place, let p = test.p, let adjusted = families[family]?.adjusted[place] else {
            return (nil, test.exact)
        }
        return (adjusted, test.verdict(correction: p > 0 ? adjusted / p : 1, alpha: alpha(family)))
    }

    /// The number of performances of each interaction per side from which a test with `rows` more rows can decide.
    func occurrencesToTell(more rows: Int) -> Int {
        let tests = Double(size + rows)
        let alpha = alpha(.interactions)
        return (DiffThresholds.fewestSamples...RankSum.exactLimit).first { occurrences in
            RankSum.smallestP(occurrences, occurrences) * tests <= alpha
        } ?? RankSum.exactLimit
    }
}
