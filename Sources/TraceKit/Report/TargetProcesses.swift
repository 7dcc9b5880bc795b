/// The analysed processes with their number of rows in a lane, the most first.
struct TargetProcesses: Sendable {
    private var processes: [(name: String, rows: Int)] = []
    /// The analysed process id, if other processes have the same name.
    private var pid: Int64?

    private static let listed = 3

    static func read(_ stored: StoredTrace) throws(TraceError) -> TargetProcesses {
        let targets = try stored.database.rows(
            "SELECT process FROM processes WHERE trace_id = \(stored.id) AND is_target = 1 ORDER BY process")
        // Rows may name a process with and without its number.
        let named = targets.map { ProcessName($0[0].text ?? "") }
        let numbered = Set(named.filter { $0.pid != nil }.map(\.name))
        let distinct = zip(targets, named).filter { $1.pid != nil || !numbered.contains($1.name) }.map(\.0)
        var found = TargetProcesses(processes: distinct.map { ($0[0].text ?? "", 0) })
        if distinct.count == 1 { found.pid = try sharedPid(stored, found.processes[0].name) }
        return found
    }

    /// The processes with rows in a view that has `is_target`; none if one process is analysed.
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

    /// The process id, if other processes of the trace have the same name.
    private static func sharedPid(_ stored: StoredTrace, _ text: String) throws(TraceError) -> Int64? {
        let process = ProcessName(text)
        let others = try stored.database.rows(
            "SELECT process FROM processes WHERE trace_id = \(stored.id) AND is_target = 0")
        let isShared = others.contains { ProcessName($0[0].text ?? "").name == process.name }
        return isShared && !process.name.isEmpty ? process.pid : nil
    }

    /// `2 processes`, or `process 7` of several with its name; nil if there is nothing to add.
    var words: String? {
        processes.count > 1 ? Decimal.counted(processes.count, "process") : pid.map { "process \($0)" }
    }

    /// `: App (7) 2, Safari (8) 1`, to follow a sum; empty if one process is analysed.
    var shares: String {
        if processes.isEmpty { return "" }
        var parts = processes.prefix(Self.listed).map { "\($0.name) \(Decimal.grouped($0.rows))" }
        if processes.count > Self.listed { parts.append("\(Decimal.grouped(processes.count - Self.listed)) more") }
        return ": \(parts.joined(separator: ", "))"
    }
}

/// The rows that represent the recording: those of the analysed process, or all if it is unknown.
enum TargetRows {
    /// The condition on a view with `is_target`. `trace`: the trace's id as SQL, constant for all rows, so that lookups
    /// by it happen once.
    static func condition(trace: String = ":trace") -> String { "(is_target = 1 OR \(isTargetUnknown(trace)))" }

    /// The condition on a plain table with `process_id`: other processes are looked up once, not per row.
    static func bareCondition(_ row: String, trace: String = ":trace") -> String {
        """
        (\(row).process_id IS NULL OR \(isTargetUnknown(trace)) OR \(row).process_id NOT IN \
        (SELECT q.name_id FROM process q WHERE q.trace_id = \(trace) AND q.is_target = 0))
        """
    }

    private static func isTargetUnknown(_ trace: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM processes p WHERE p.trace_id = \(trace) AND p.is_target = 1) \
        AND EXISTS (SELECT 1 FROM traces r WHERE r.id = \(trace) AND r.process IS NULL AND r.pid IS NULL)
        """
    }
}

/// The caveat that rows belong to other processes than the recorded one, or to several of which the recorded one is
/// unknown. It precedes all numbers.
struct ProcessCaveat {
    /// Those with most rows first.
    private let processes: [(name: String, rows: Int)]
    /// The recorded process, if the input states it.
    private let stated: String?
    /// Whether all processes were recorded on purpose.
    private let isOfAll: Bool
    /// Whether other rows name no process.
    private let hasRowsWithoutProcess: Bool

    /// The most processes named.
    private static let listed = 5

    /// Nil if the rows belong to one process, or if the recorded process is known.
    static func read(_ stored: StoredTrace) throws(TraceError) -> ProcessCaveat? {
        let rows = try stored.database.rows(
            """
            SELECT process, updates + signposts + hitches + hangs + samples + logs AS rows FROM processes
            WHERE trace_id = ?1 AND NOT EXISTS (SELECT 1 FROM processes t WHERE t.trace_id = ?1 AND t.is_target = 1)
            ORDER BY rows DESC, process
            """, [.integer(stored.id)])
        if rows.isEmpty { return nil }
        let stated = try stored.recordedProcess()
        // Rows without a process are attributed to the recorded one.
        if stated != nil, !(try stored.isOfOthersAlone()) { return nil }
        let lines = try evidenceLines(stored)
        let counted = rows.map { (name: $0[0].text ?? "", rows: $0[1].count - (lines[$0[0].text ?? ""] ?? 0)) }
            .sorted { ($1.rows, $0.name) < ($0.rows, $1.name) }
        return ProcessCaveat(
            processes: counted, stated: stated,
            isOfAll: try stored.database.integer(
                "SELECT name = '\(TraceMetadata.allProcesses)' FROM traces WHERE id = \(stored.id)") == 1,
            hasRowsWithoutProcess: try stored.hasRowsWithoutProcess())
    }

    /// Log lines by process that are also updates without a duration, and count once.
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

    /// Which process of a recording of all processes is analysed because most of the hangs are its; nil for any other.
    static func chosenByHangs(_ stored: StoredTrace) throws(TraceError) -> String? {
        let row = try stored.database.rows(
            """
            SELECT max(CASE WHEN is_target THEN process END),
                CAST(total(CASE WHEN is_target THEN duration_ms END) AS INTEGER), CAST(total(duration_ms) AS INTEGER)
            FROM hangs WHERE trace_id = ?1 AND duration_ms >= \(HangClass.leastHang / 1_000_000)
                AND (SELECT name FROM traces WHERE id = ?1) = '\(TraceMetadata.allProcesses)'
                AND (SELECT count(*) FROM processes WHERE trace_id = ?1) > 1
            """, [.integer(stored.id)]
        ).first
        guard let row, let process = row[0].text,
            row[1].count > 0, Double(row[1].count) >= ProcessScope.leastShareOfHangs * Double(row[2].count)
        else { return nil }
        return """
            all processes were recorded, and \(process) is analysed: \(RuleWords.percent(row[1].count, of: row[2].count)) % \
            of the time of all hangs is its; choose another one with --process NAME
            """
    }

    /// The process with most rows, for a command that selects one.
    var largest: String? { processes.first?.name }

    var text: String {
        var names = processes.prefix(Self.listed).map { process in
            let isNumber = ProcessName(process.name).name.isEmpty
            return "\(isNumber ? "process " : "")\(process.name) \(Decimal.counted(process.rows, "row"))"
        }
        if processes.count > Self.listed { names.append("\(Decimal.grouped(processes.count - Self.listed)) more") }
        let list = names.joined(separator: ", ")
        if let stated {
            return """
                no row belongs to \(stated), the recorded process, only to \(list); choose another one with \
                --process NAME, or all with --process all
                """
        }
        let why = isOfAll ? "all processes were recorded" : "the recorded one is unknown"
        let until =
            hasRowsWithoutProcess
            ? "Until then only rows without a process are analysed" : "Until then there are no findings"
        return
            """
            \(hasRowsWithoutProcess ? "" : "the ")rows belong to \(Decimal.counted(processes.count, "process")), and \
            \(why): \(list); choose one with --process NAME, or all with --process all. \(until)
            """
    }
}
