/// The analysis as somebody who knows SQL well would do it inside SQLite, over the rows that an import has written, none
/// of whose results it reads: the same passes as ours under the same names, on the same trace to the same figures
/// (SQLPassesTests holds that). What passes give every row is kept in temporary tables with the indexes that pay, whose
/// time counts.
///
/// It has less to do than ours: what the generated trace has nothing of (samples, update groups in the source, gestures as
/// roots of the graph) is left out, views are as the import numbered them, and findings are counted but not put into words.
enum SQLPasses {
    static let statements: [(name: String, text: String)] =
        [("settings", "PRAGMA temp_store = MEMORY"), ("settings", "PRAGMA cache_size = -256000")]
        + SQLGroups.statements + SQLChains.statements + SQLWindows.statements + SQLVerdicts.statements
        + SQLSums.statements + SQLFindings.statements
}
