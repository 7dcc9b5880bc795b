/// Everything the passes compute over one trace; written to the database once.
///
/// Columns have one element per record of the same index. A result that no pass has computed stays nil and is
/// NULL in the database.
final class AnalysisResults {
    let deadlines: Deadlines
    /// Code of `Severity` per update; `noSeverity` where it has no duration.
    var severity = Column<Int8>()
    static let noSeverity: Int8 = -1
    /// Index into `views`, by index into `TraceRecords.views`.
    var viewOfKey: [UInt32] = []
    var views: [ViewSummary] = []

    init(deadlines: Deadlines) { self.deadlines = deadlines }
}

/// A view (name, module, kind) with the sums over its updates, checks and untimed evidence left out.
struct ViewSummary {
    var name: NameID
    var module: NameID
    var kind: UpdateKind
    var updates = 0
    var totalNs: Int64 = 0
    /// Nearest rank over the updates that have an end; nil where none has.
    var medianNs: Int64?
    var p95Ns: Int64?
    var maxNs: Int64?
    var severities = SeverityCounts()
    var checks = 0
    var untimed = 0
    var necessary: Int?
    var unnecessary: Int?
    var unknown: Int?
    var wastedNs: Int64?
    var interactions: Int?
}

/// Updates by severity; their sum is the number of updates.
struct SeverityCounts: Equatable {
    var red = 0
    var orange = 0
    var gray = 0
    var unterminated = 0

    var total: Int { red + orange + gray + unterminated }

    /// Counts one update by its severity code.
    @inline(__always)
    mutating func add(_ code: Int8) {
        switch code {
        case 0: gray += 1
        case 1: orange += 1
        case 2: red += 1
        default: unterminated += 1
        }
    }
}
