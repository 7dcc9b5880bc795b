/// The rows of processes that are not analysed, by lane, for reports that say "none".
struct OtherRows: Sendable {
    private struct Part {
        var rows: Int
        /// The time of hangs or hitches.
        var milliseconds: Double?
        /// The processes, those with the most rows first.
        var processes: [String]

        init(_ rows: [[SQLValue]], _ milliseconds: Double?) {
            self.rows = rows.reduce(0) { $0 + $1[1].count }
            self.milliseconds = milliseconds
            processes = rows.compactMap { $0[0].text }
        }
    }

    private var parts: [Lane: Part] = [:]

    private static let lanes: [Lane] = [.signposts, .hitches, .hangs, .samples, .logs]
    private static let listed = 3

    static func read(_ stored: StoredTrace) throws(TraceError) -> OtherRows {
        var others = OtherRows()
        for lane in lanes {
            let rows = try stored.database.rows(
                """
                SELECT process, \(lane.rawValue) FROM processes WHERE trace_id = ? AND is_target = 0 AND \(lane.rawValue) > 0
                ORDER BY 2 DESC, 1
                """, [.integer(stored.id)])
            if !rows.isEmpty { others.parts[lane] = Part(rows, nil) }
        }
        for lane in Lane.ofStalls where others.parts[lane] != nil {
            // Hitches of the system belong to no process.
            let rows = try stored.database.rows(
                """
                SELECT process, count(*), sum(duration_ms) FROM \(lane.rawValue)
                WHERE trace_id = ? AND is_target = 0\(lane == .hitches ? " AND class <> 'system'" : "")
                GROUP BY process ORDER BY 2 DESC, 1
                """, [.integer(stored.id)])
            others.parts[lane] = rows.isEmpty ? nil : Part(rows, rows.reduce(0) { $0 + $1[2].number })
        }
        return others
    }

    func rows(_ lane: Lane) -> Int { parts[lane]?.rows ?? 0 }

    /// The time in a lane; nil for lanes without durations or without such rows.
    func milliseconds(_ lane: Lane) -> Double? { parts[lane]?.milliseconds }

    func processes(_ lane: Lane) -> [String] { parts[lane]?.processes ?? [] }

    /// `Other (413)`, `Other (413), Third (7) and 2 more`
    func names(_ lane: Lane) -> String {
        let all = processes(lane)
        return all.prefix(Self.listed).joined(separator: ", ") + Decimal.more(of: all.count, listed: Self.listed)
    }

    /// `6 hitches (250 ms) of Other (413)`; nil without such rows.
    func counts(_ lane: Lane) -> String? {
        guard let part = parts[lane] else { return nil }
        let time = part.milliseconds.map { " (\(Decimal.time($0)))" } ?? ""
        return "\(Decimal.counted(part.rows, Self.noun(lane)))\(time) of \(names(lane))"
    }

    /// `6 hitches (250 ms) of Other (413), not analysed: --process 'Other (413)'`; nil without such rows.
    func words(_ lane: Lane) -> String? {
        let processes = processes(lane)
        let option = processes.count == 1 ? processes.first.map(ShellWord.quote) ?? "NAME" : "NAME"
        return counts(lane).map { "\($0), not analysed: --process \(option)" }
    }

    private static func noun(_ lane: Lane) -> String {
        switch lane {
        case .hitches: "hitch"
        case .hangs: "hang"
        case .logs: "line"
        case .signposts: "signpost"
        default: "sample"
        }
    }
}
