/// Page data beyond the tables of `--format json`: timeline lanes and cause chains as integer columns, so that a
/// hundred thousand updates are a few arrays.
package struct PageData: Sendable {
    package var tables: [PageTable] = []
    /// The distinct texts of the tables; columns of encoding `name` hold indexes into it.
    package var names: [String] = []
    package var durationNs: Int64 = 0
    package var orangeNs: Int64 = 0
    package var redNs: Int64 = 0
    /// The lanes of the input, including empty ones.
    package var lanes: [String] = []

    /// The texts of a column of encoding `name`, one per row.
    func texts(_ table: String, _ column: String) -> [String?] {
        values(table, column).map { $0 < 0 ? nil : names[Int($0)] }
    }

    func values(_ table: String, _ column: String) -> [Int64] {
        tables.first { $0.id == table }?.columns.first { $0.name == column }?.values ?? []
    }
}

/// Rows of one kind by column; all columns have the same length.
package struct PageTable: Sendable {
    package var id: String
    package var columns: [PageColumn]
    /// The number of rows in the trace, which exceeds the rows here if they were thinned.
    package var total: Int
    /// The number of thinned rows that are over no deadline.
    package var grayLeftOut = 0
    /// The number of thinned rows that are over a deadline; these are thinned only if there are very many.
    package var longLeftOut = 0
}

/// A column of whole numbers; -1 = NULL.
package struct PageColumn: Sendable {
    package enum Encoding: String, Sendable {
        case plain
        /// Differences from the previous value.
        case delta
        /// Indexes into `PageData.names`.
        case name
    }

    package var name: String
    package var encoding: Encoding
    package var values: [Int64]
}

/// The timeline of one trace, for drawing it with another in a comparison.
package struct TraceTimeline: Sendable {
    var data: PageData
    /// Paths by chain id; a node without a cause is no chain.
    var chains: [(id: Int64, path: String)]
}

/// Selects the drawn rows of a long lane: all, or all long ones and evenly spaced gray ones.
struct PageThinning {
    private var gray: Steps
    private var long: Steps

    /// - Parameters:
    /// - all: the number of rows.
    /// - long: those over a deadline.
    /// - limit: the most rows kept. Gray ones are thinned first but keep a third of the limit; long ones above four
    ///   thirds of it are thinned too, so that the page can still be opened.
    init(all: Int, long: Int, limit: Int) {
        let keptLong = min(long, all <= limit ? long : limit / 3 * 4)
        let room = all <= limit ? all - long : max(limit - keptLong, limit / 3)
        self.long = Steps(count: long, kept: keptLong)
        gray = Steps(count: all - long, kept: min(all - long, room))
    }

    /// Whether the next row in time order is drawn.
    mutating func keeps(isLong: Bool) -> Bool { isLong ? long.next() : gray.next() }

    var grayLeftOut: Int { gray.count - gray.kept }
    var longLeftOut: Int { long.count - long.kept }

    /// Selects `kept` of `count` items as evenly as whole numbers can.
    private struct Steps {
        let count: Int
        let kept: Int
        /// The accumulated share: each item adds `kept`, and `count` select one.
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
