/// What is known of the view updates of processes that are not analysed, beside those of the one that is.
struct OtherUpdates: Sendable {
    private var updates = 0
    private var red = 0
    /// Those with most red ones first, then by name.
    private var processes: [String] = []

    private static let listed = 3

    /// Nil where there are none.
    static func read(_ stored: StoredTrace) throws(TraceError) -> OtherUpdates? {
        let rows = try stored.database.rows(
            "SELECT process, updates FROM processes WHERE trace_id = ? AND is_target = 0 AND updates > 0 "
                + "ORDER BY updates DESC, process", [.integer(stored.id)])
        if rows.isEmpty { return nil }
        let red = try stored.database.integer(
            """
            SELECT count(*) FROM view_update t WHERE \(try stored.condition("view_update", alias: "t"))
                AND \(UpdateCodes.membership("t")) = \(Membership.otherProcess.sql)
                AND \(UpdateCodes.severity("t")) = \(Severity.red.sql)
            """)
        return OtherUpdates(
            updates: rows.reduce(0) { $0 + $1[1].count }, red: Int(red ?? 0), processes: rows.compactMap { $0[0].text })
    }

    var hasRed: Bool { red > 0 }

    /// `50 RED updates of NotesWidget not analysed (--process NotesWidget)`
    var short: String {
        let count = hasRed ? Decimal.counted(red, "RED update") : Decimal.counted(updates, "update")
        let who = processes.count == 1 ? processes.first ?? "" : Decimal.counted(processes.count, "process")
        return "\(count) of \(who) not analysed (--process \(option))"
    }

    private var option: String { processes.count == 1 ? processes.first.map(ShellWord.quote) ?? "NAME" : "NAME" }

    /// `50 view updates of NotesWidget, 50 RED, are not analysed: --process NotesWidget`
    var words: String {
        let names = processes.prefix(Self.listed).joined(separator: ", ")
        let more = Decimal.more(of: processes.count, listed: Self.listed)
        let long = red > 0 ? ", \(Decimal.grouped(red)) RED" : ""
        let who = "\(Decimal.counted(updates, "view update")) of \(names)\(more)\(long)"
        return "\(who), \(updates == 1 ? "is" : "are") not analysed: --process \(option)"
    }
}
