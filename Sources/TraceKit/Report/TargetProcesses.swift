/// The processes that are analysed, each with how many rows of a lane it has; the most first.
struct TargetProcesses: Sendable {
    private var processes: [(name: String, rows: Int)] = []
    /// The process that is analysed, where others have its name too.
    private var pid: Int64?

    private static let listed = 3

    static func read(_ stored: StoredTrace) throws(TraceError) -> TargetProcesses {
        let targets = try stored.database.rows(
            "SELECT process FROM processes WHERE trace_id = \(stored.id) AND is_target = 1 ORDER BY process")
        // Rows may name a process with and without its number.
        let named = targets.map { ProcessName($0[0].text ?? "") }
        let numbered = Set(named.filter { $0.pid != nil }.map(\.name))
        let told = zip(targets, named).filter { $1.pid != nil || !numbered.contains($1.name) }.map(\.0)
        var found = TargetProcesses(processes: told.map { ($0[0].text ?? "", 0) })
        if told.count == 1 { found.pid = try sharedPid(stored, found.processes[0].name) }
        return found
    }

    /// Those with rows in a view that has `is_target`; none where one process is analysed.
    func counted(in view: String, _ stored: StoredTrace) throws(TraceError) -> TargetProcesses {
        guard processes.count > 1 else { return TargetProcesses() }
        let system = view == "hitches" ? " AND class <> 'system'" : ""
        let rows = try stored.database.rows(
            """
            SELECT coalesce(process, 'unknown'), count(*) FROM \(view)
            WHERE trace_id = \(stored.id) AND is_target = 1\(system) GROUP BY 1 ORDER BY 2 DESC, 1
            """)
        return TargetProcesses(processes: rows.map { ($0[0].text ?? "", $0[1].count) })
    }

    /// View updates of processes that are not analysed.
    static func otherUpdates(_ stored: StoredTrace) throws(TraceError) -> Int {
        let sum = try stored.database.integer(
            "SELECT sum(updates) FROM processes WHERE trace_id = ? AND is_target = 0", .integer(stored.id))
        return Int(sum ?? 0)
    }

    /// The number of a process where others of the trace have its name.
    private static func sharedPid(_ stored: StoredTrace, _ text: String) throws(TraceError) -> Int64? {
        let process = ProcessName(text)
        let others = try stored.database.rows(
            "SELECT process FROM processes WHERE trace_id = \(stored.id) AND is_target = 0")
        let isShared = others.contains { ProcessName($0[0].text ?? "").name == process.name }
        return isShared && !process.name.isEmpty ? process.pid : nil
    }

    /// `2 processes`, or `process 7` of several that have its name; nil where there is nothing to tell.
    var words: String? {
        processes.count > 1 ? Decimal.counted(processes.count, "process") : pid.map { "process \($0)" }
    }

    /// ` (App (7) 2, Safari (8) 1)`; nothing where one process is analysed.
    var shares: String {
        if processes.isEmpty { return "" }
        var parts = processes.prefix(Self.listed).map { "\($0.name) \(Decimal.grouped($0.rows))" }
        if processes.count > Self.listed { parts.append("\(Decimal.grouped(processes.count - Self.listed)) more") }
        return " (\(parts.joined(separator: ", ")))"
    }
}

/// The rows that speak for the recording: those of the process that is analysed; where nothing says which one that is, all of them.
enum TargetRows {
    /// Of a view with `is_target`. `trace`: the trace's id as SQL, which is the same for all rows: what is looked up by the id
    /// that a row has is looked up for every row.
    static func condition(trace: String = ":trace") -> String { "(is_target = 1 OR \(nothingSaysWhose(trace)))" }

    /// Of a bare table with `process_id`: the other processes are looked up once, and not for every row.
    static func bareCondition(_ row: String, trace: String = ":trace") -> String {
        """
        (\(row).process_id IS NULL OR \(nothingSaysWhose(trace)) OR \(row).process_id NOT IN \
        (SELECT q.name_id FROM process q WHERE q.trace_id = \(trace) AND q.is_target = 0))
        """
    }

    private static func nothingSaysWhose(_ trace: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM processes p WHERE p.trace_id = \(trace) AND p.is_target = 1) \
        AND EXISTS (SELECT 1 FROM traces r WHERE r.id = \(trace) AND r.process IS NULL AND r.pid IS NULL)
        """
    }
}

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
