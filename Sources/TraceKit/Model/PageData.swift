/// What a page draws beyond the tables of `--format json`: lanes of a timeline and chains of causes, as columns of
/// integers, so that a hundred thousand updates are a few arrays.
package struct PageData: Sendable {
    package var tables: [PageTable] = []
    /// Texts of the tables, each once; columns of encoding `name` hold indices into it.
    package var names: [String] = []
    package var durationNs: Int64 = 0
    package var orangeNs: Int64 = 0
    package var redNs: Int64 = 0
    /// The lanes that the input has, even without rows.
    package var lanes: [String] = []

    /// A column of encoding `name` as texts, one a row.
    func texts(_ table: String, _ column: String) -> [String?] {
        values(table, column).map { $0 < 0 ? nil : names[Int($0)] }
    }

    func values(_ table: String, _ column: String) -> [Int64] {
        tables.first { $0.id == table }?.columns.first { $0.name == column }?.values ?? []
    }
}

/// Rows of one kind, column by column; all columns have the same length.
package struct PageTable: Sendable {
    package var id: String
    package var columns: [PageColumn]
    /// How many rows there are in the trace; above the number of rows here where they were thinned.
    package var total: Int
    /// How many rows are missing because they were thinned, and are over no deadline.
    package var grayLeftOut = 0
    /// How many are missing although they are over a deadline: nothing but a flood of them is thinned.
    package var longLeftOut = 0
}

/// A column of whole numbers; -1 stands for NULL.
package struct PageColumn: Sendable {
    package enum Encoding: String, Sendable {
        case plain
        /// Every value as its difference from the one before.
        case delta
        /// Indices into `PageData.names`.
        case name
    }

    package var name: String
    package var encoding: Encoding
    package var values: [Int64]
}

/// The timeline of one trace, as a comparison lays it upon another's.
package struct TraceTimeline: Sendable {
    var data: PageData
    /// Paths by the id of their chain; a node without a cause is no chain.
    var chains: [(id: Int64, path: String)]
}

/// Which rows of a long lane are drawn: all, or every long one and gray ones in even steps.
struct PageThinning {
    private var gray: Steps
    private var long: Steps

    /// `all` rows, `long` of them over a deadline. At most `limit` are kept; gray ones are thinned first, but a third of
    /// the limit stays for them, and long ones above four thirds are thinned too: a page that does not open helps nobody.
    init(all: Int, long: Int, limit: Int) {
        let keptLong = min(long, all <= limit ? long : limit / 3 * 4)
        let room = all <= limit ? all - long : max(limit - keptLong, limit / 3)
        self.long = Steps(count: long, kept: keptLong)
        gray = Steps(count: all - long, kept: min(all - long, room))
    }

    /// Whether the next row, in order of time, is drawn.
    mutating func keeps(isLong: Bool) -> Bool { isLong ? long.next() : gray.next() }

    var grayLeftOut: Int { gray.count - gray.kept }
    var longLeftOut: Int { long.count - long.kept }

    /// `kept` of `count` things, as evenly as whole numbers can.
    private struct Steps {
        let count: Int
        let kept: Int
        /// What is left of the share of the next one: each brings `kept`, and `count` make one that is kept.
        private var share = 0

        init(count: Int, kept: Int) {
            self.count = count
            self.kept = kept
        }

        mutating func next() -> Bool {
            guard kept < count else { return true }
            share += kept
            guard share >= count else { return false }
            share -= count
            return true
        }
    }
}
