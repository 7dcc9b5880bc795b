/// What a reader must know of whose rows a trace holds, before any number: they are of others than the process that was
/// recorded, or of several, and nothing says which one that was.
struct ProcessCaveat {
    /// Those with most rows first.
    private let processes: [(name: String, rows: Int)]
    /// The process that was recorded, where that is stated.
    private let stated: String?
    /// Whether all processes were recorded on purpose.
    private let isOfAll: Bool
    /// Whether other rows do not say whose they are.
    private let hasRowsOfNobody: Bool

    /// Processes that are named at most.
    private static let listed = 5

    /// Nil where the rows are those of one process, or where it is known which process the recording is of.
    static func read(_ stored: StoredTrace) throws(TraceError) -> ProcessCaveat? {
        let rows = try stored.database.rows(
            """
            SELECT process, updates + signposts + hitches + hangs + samples + logs AS rows FROM processes
            WHERE trace_id = ?1 AND NOT EXISTS (SELECT 1 FROM processes t WHERE t.trace_id = ?1 AND t.is_target = 1)
            ORDER BY rows DESC, process
            """, [.integer(stored.id)])
        if rows.isEmpty { return nil }
        let stated = try stored.recordedProcess()
        // What does not say whose it is is taken for the recorded process'.
        if stated != nil, !(try stored.isOfOthersAlone()) { return nil }
        let lines = try evidenceLines(stored)
        let counted = rows.map { (name: $0[0].text ?? "", rows: $0[1].count - (lines[$0[0].text ?? ""] ?? 0)) }
            .sorted { ($1.rows, $0.name) < ($0.rows, $1.name) }
        return ProcessCaveat(
            processes: counted, stated: stated,
            isOfAll: try stored.database.integer(
                "SELECT name = '\(TraceMetadata.allProcesses)' FROM traces WHERE id = \(stored.id)") == 1,
            hasRowsOfNobody: try stored.hasRowsOfNobody())
    }

    /// By process: lines of its log that are updates without a duration too, and one row of the input all the same.
    private static func evidenceLines(_ stored: StoredTrace) throws(TraceError) -> [String: Int] {
        let rows = try stored.database.rows(
            """
            SELECT p.process, min(p.logs, u.lines) FROM processes p JOIN (
                SELECT process, count(*) AS lines FROM updates
                WHERE trace_id = ?1 AND start_ns IS NULL AND process IS NOT NULL GROUP BY process
            ) u ON u.process = p.process WHERE p.trace_id = ?1
            """, [.integer(stored.id)])
        return Dictionary(rows.map { ($0[0].text ?? "", $0[1].count) }) { first, _ in first }
    }

    /// The process with most rows, for a command that chooses one.
    var largest: String? { processes.first?.name }

    var text: String {
        var names = processes.prefix(Self.listed).map { process in
            let isNumber = ProcessName(process.name).name.isEmpty
            return "\(isNumber ? "process " : "")\(process.name) \(Decimal.counted(process.rows, "row"))"
        }
        if processes.count > Self.listed { names.append("\(Decimal.grouped(processes.count - Self.listed)) more") }
        let list = names.joined(separator: ", ")
        if let stated {
            return "none of the rows is of \(stated), the process that was recorded: they are of \(list); "
                + "choose another one with --process NAME, or all with --process all"
        }
        let why = isOfAll ? "all processes were recorded" : "nothing says which one was recorded"
        let until = hasRowsOfNobody ? "Only what names no process is analysed" : "No finding is made"
        return
            "\(hasRowsOfNobody ? "" : "the ")rows are of \(Decimal.counted(processes.count, "process")), and \(why): "
            + "\(list); choose one with --process NAME, or all with --process all. \(until) before that"
    }
}
