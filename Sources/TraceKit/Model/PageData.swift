/// What a page draws beyond the tables of `--format json`: lanes of a timeline and chains of causes, as columns of
/// integers, so that a hundred thousand updates are a few arrays.
public struct PageData: Sendable {
    public var tables: [PageTable] = []
    /// Texts of the tables, each once; columns of encoding `name` hold indices into it.
    public var names: [String] = []
    public var durationNs: Int64 = 0
    public var orangeNs: Int64 = 0
    public var redNs: Int64 = 0
    /// The lanes that the input has, even without rows.
    public var lanes: [String] = []

    /// A column of encoding `name` as texts, one a row.
    func texts(_ table: String, _ column: String) -> [String?] {
        values(table, column).map { $0 < 0 ? nil : names[Int($0)] }
    }

    func values(_ table: String, _ column: String) -> [Int64] {
        tables.first { $0.id == table }?.columns.first { $0.name == column }?.values ?? []
    }
}

/// Rows of one kind, column by column; all columns have the same length.
public struct PageTable: Sendable {
    public var id: String
    public var columns: [PageColumn]
    /// How many rows there are in the trace; above the number of rows here where they were thinned.
    public var total: Int
    /// How many rows are missing because they were thinned, and are over no deadline.
    public var grayLeftOut = 0
    /// How many are missing although they are over a deadline: nothing but a flood of them is thinned.
    public var longLeftOut = 0
}

/// A column of whole numbers; -1 stands for NULL.
public struct PageColumn: Sendable {
    public enum Encoding: String, Sendable {
        case plain
        /// Every value as its difference from the one before.
        case delta
        /// Indices into `PageData.names`.
        case name
    }

    public var name: String
    public var encoding: Encoding
    public var values: [Int64]
}

/// The timeline of one trace, as a comparison lays it upon another's.
public struct TraceTimeline: Sendable {
    var data: PageData
    /// Paths by the id of their chain; a node without a cause is no chain.
    var chains: [(id: Int64, path: String)]
}
