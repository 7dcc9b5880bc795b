/// Tests the rows of a comparison, each family of tests corrected together (docs/analysis.md, section 8).
///
/// What a table says of a row depends on how many rows of its family were tested: tables are first drafted, which collects
/// the tests, and then settled.
struct DiffJudge {
    /// Tests that are corrected together. The first three are roots: what stands below them is only asked where one of them
    /// differs, and is a family of its own.
    enum Family: Hashable {
        case interactions, views
        /// Everything that is judged by whole traces only.
        case times
        case below(String)
    }

    /// What makes two tests the same: the ranks of all values, or those of one row.
    enum TestKey: Hashable {
        case ranks([Int])
        case row(table: String, row: Int, doubledU: [Int])
    }

    private struct Tests {
        var ps: [Double] = []
        var places: [TestKey: Int] = [:]
        var adjusted: [Double] = []
    }

    /// How much whole traces say, from what is less to what is more.
    enum Traces: Comparable {
        /// Nothing: what single interactions do not tell gets no verdict.
        case tooFew
        /// What does not vary between them.
        case ifEqual
        /// Rank tests too.
        case ranked
    }

    let traces: Traces
    /// So many rows of a table are listed, and all that have a verdict.
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

    /// When all tests are known.
    mutating func correct() {
        for (family, tests) in families { families[family]?.adjusted = Holm.adjusted(tests.ps) }
    }

    /// How many tests the roots hold.
    var size: Int { families.reduce(0) { $0 + (Self.isRoot($1.key) ? $1.value.ps.count : 0) } }

    private static func isRoot(_ family: Family) -> Bool { if case .below = family { false } else { true } }

    /// The level of a family: roots share the whole of it, as far as they test anything.
    private func alpha(_ family: Family) -> Double {
        guard Self.isRoot(family) else { return DiffThresholds.alpha }
        return DiffThresholds.alpha / Double(max(1, families.keys.filter(Self.isRoot).count))
    }

    /// The verdict on a test, with its p after the correction.
    func verdict(_ test: ChangeTest, place: Int?, in family: Family) -> (p: Double?, verdict: DiffVerdict) {
        guard let place, let p = test.p, let adjusted = families[family]?.adjusted[place] else {
            return (nil, test.exact)
        }
        return (adjusted, test.verdict(correction: p > 0 ? adjusted / p : 1, alpha: alpha(family)))
    }

    /// How often each interaction must be performed on both sides for a test of that many more rows to be able to tell.
    func occurrencesToTell(more rows: Int) -> Int {
        let tests = Double(size + rows)
        let alpha = alpha(.interactions)
        return (DiffThresholds.fewestSamples...RankSum.exactLimit).first { occurrences in
            RankSum.smallestP(occurrences, occurrences) * tests <= alpha
        } ?? RankSum.exactLimit
    }
}
