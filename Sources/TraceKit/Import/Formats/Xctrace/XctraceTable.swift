/// A reader of one family of tables: rows to records.
///
/// Adding a family is one file with one of these and one line in `XctraceTables.make`. A table is known by its
/// schema's name, and where that is missing by its columns; columns are known by their mnemonics alone.
protocol XctraceTable: AnyObject {
    /// The schemas it reads.
    var schemas: [String] { get }
    /// The columns it reads; their places here are the slots by which it asks a row for its cells.
    var columns: [XctraceColumn] { get }
    /// Columns that the schemas have and that hold nothing for us.
    var otherColumns: [String] { get }
    /// The lanes of our own format that a table fills, or shows to be there where it holds no row.
    var lanes: [String] { get }
    /// Columns that together tell a table of this family where its schema has no name; empty = never.
    var signature: [String] { get }

    /// Called at the first row of every table, before its rows.
    func begin(_ table: XctraceTableInfo)
    /// Reads one row. A problem rejects it.
    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate
    /// Called once after the last file, in the order of `XctraceTables.make`. Rows that `read` held are
    /// accounted for here.
    func finish(_ builder: TraceBuilder) throws(TraceError)
}

extension XctraceTable {
    var otherColumns: [String] { [] }
    var signature: [String] { [] }
    func begin(_ table: XctraceTableInfo) {}
    func finish(_ builder: TraceBuilder) throws(TraceError) {}
}

/// What became of a row that was not rejected.
enum XctraceRowFate {
    case imported
    /// `finish` will say.
    case held
    case skipped(ImportCounters.Name)
}

/// A column that a table reads.
struct XctraceColumn {
    /// What it is called, in the order of preference: a few exporters rename columns.
    let mnemonics: [String]
    let shape: XctraceShape
    /// Whether a table without this column cannot be read at all.
    let isNeeded: Bool

    init(_ mnemonics: String..., shape: XctraceShape = .scalar, isNeeded: Bool = false) {
        self.mnemonics = mnemonics
        self.shape = shape
        self.isNeeded = isNeeded
    }
}

/// One table of one file.
struct XctraceTableInfo {
    let schema: String
    /// Counts the tables of a trace, from 1.
    let ordinal: Int
    /// By slot: whether the table has the column.
    let hasColumn: [Bool]

    func has(_ slot: some RawRepresentable<Int>) -> Bool { hasColumn[slot.rawValue] }
}

enum XctraceTables {
    /// All families, in the order in which they are finished: causes need to know all updates.
    static func make() -> [any XctraceTable] {
        let hitches = XctraceHitches()
        let roots = XctraceRootCauses()
        return [
            XctraceUpdates(roots), XctraceFilteredUpdates(roots), XctraceBodyIntervals(), XctraceLinkEvents(),
            XctraceUpdateGroups(), XctraceCauses(roots), hitches, XctraceHitchesSummary(hitches), XctraceDisplays(),
            XctraceHangs(), XctraceSignposts(), XctraceSamples(), XctraceLogs(),
            XctraceHangRisks(), XctraceRunLoops(), XctraceFrames(), XctraceLayouts(), XctraceChanges(),
            XctraceLifeCycle(), XctraceThermalStates(),
        ]
    }
}
