/// The signposts of a whole trace in a few lines: one a name, in equal slices of the time.
public struct SignpostStrip: Sendable {
    public struct Lane: Sendable {
        public var name: String
        /// Of each slice, the share in which an interval runs: intervals that overlap count twice, up to 1.
        public var shares: [Double]
        /// Whether an event, or an interval without one of its ends, is in a slice.
        public var hasEvent: [Bool]
    }

    static let slices = TimeSlice.count
    /// More lines than this do not show at a glance what happened.
    private static let listed = 6

    public var lengthMs: Double
    /// Those with the most time first.
    public var lanes: [Lane]
    /// How many names have no lane.
    public var leftOut: Int

    /// Begins to read it, where `jobs` allows a second thread: whoever reads beside it has the other connection.
    static func begin(_ database: Database, _ trace: Int64, jobs: Int) -> BackgroundWork<SignpostStrip?> {
        let second = jobs > 1 ? database.second() : nil
        return BackgroundWork(onThread: second != nil) { () throws(TraceError) in
            try read(second ?? database, trace: trace)
        }
    }

    /// Nil where the trace has no signposts or no length.
    static func read(_ database: Database, trace: Int64) throws(TraceError) -> SignpostStrip? {
        let length = try database.rows("SELECT duration_ms FROM traces WHERE id = ?", [.integer(trace)]).first?.first
        let names = try database.rows(
            """
            SELECT name, count(*) OVER () FROM signpost_summary WHERE trace_id = ? AND \(TargetRows.condition(trace: "\(trace)"))
            GROUP BY name ORDER BY sum(total_ms) DESC, name LIMIT \(listed)
            """, [.integer(trace)])
        guard let length = length?.number, length > 0, let first = names.first else { return nil }
        let lanes = names.map { row in
            Lane(
                name: row[0].text ?? "", shares: Array(repeating: 0, count: slices),
                hasEvent: Array(repeating: false, count: slices))
        }
        var strip = SignpostStrip(lengthMs: length, lanes: lanes, leftOut: first[1].count - names.count)
        try strip.readIntervals(database, trace)
        return strip
    }

    /// What lies within one slice is added up by the database; of longer ones the slices at both ends are filled in part. Names
    /// are looked up once for each group of rows: a trace may have millions of signposts.
    private mutating func readIntervals(_ database: Database, _ trace: Int64) throws(TraceError) {
        let sliceMs = lengthMs / Double(Self.slices)
        var laneOf: [[UInt8]: Int] = [:]
        for (index, lane) in lanes.enumerated() { laneOf[Array(lane.name.utf8)] = index }
        let names = lanes.map { SQLTemplate.quote($0.name) }.joined(separator: ", ")
        let rows = try database.rows(
            SQLTemplate.fill(
                """
                SELECT (SELECT text FROM name WHERE id = name_id), CAST(start_ms / :slice AS INTEGER) AS first,
                    CAST((start_ms + coalesce(duration_ms, 0)) / :slice AS INTEGER) AS last, total(duration_ms),
                    count(*) - count(duration_ms), total(start_ms), total(start_ms + duration_ms), count(duration_ms)
                FROM (
                    SELECT i.name_id, s.start_ns / 1e6 AS start_ms, s.duration_ns / 1e6 AS duration_ms
                    FROM signpost s JOIN signpost_site i ON i.id = s.site_id
                    WHERE s.trace_id = \(trace) AND s.site_id IN (
                        SELECT o.id FROM signpost_site o JOIN name n ON n.id = o.name_id
                        WHERE o.trace_id = \(trace) AND n.text IN (\(names))
                            AND \(TargetRows.bareCondition("o", trace: "\(trace)")))
                ) GROUP BY name_id, first, last
                """, ["slice": "\(sliceMs)"]))
        for row in rows {
            guard let lane = laneOf[Array((row[0].text ?? "").utf8)] else { continue }
            let (first, last) = (clamp(row[1].number), clamp(row[2].number))
            if row[4].count > 0 { lanes[lane].hasEvent[first] = true }
            let intervals = row[7].number
            guard intervals > 0 else { continue }
            if first == last {
                add(row[3].number / sliceMs, lane, first)
            } else {
                add(max(0, intervals * Double(first + 1) - row[5].number / sliceMs), lane, first)
                for slice in (first + 1)..<max(first + 1, last) { add(intervals, lane, slice) }
                add(max(0, row[6].number / sliceMs - intervals * Double(last)), lane, last)
            }
        }
    }

    private mutating func add(_ share: Double, _ lane: Int, _ slice: Int) {
        // However short an interval is, it is seen.
        lanes[lane].shares[slice] = min(1, lanes[lane].shares[slice] + max(share, 1e-9))
    }

    private func clamp(_ slice: Double) -> Int { Int(min(Double(Self.slices - 1), max(0, slice))) }
}

/// The strip for a terminal: a line a name, below them what the signs mean.
enum TextSignpostStrip {
    private static let longestName = 18

    static func lines(_ strip: SignpostStrip, _ options: RenderOptions) -> [String] {
        let names = strip.lanes.map { options.fit(options.shown($0.name), longestName) }
        let nameWidth = (names.map { TextWidth.of($0) }.max() ?? 0) + 2
        let columns = min(SignpostStrip.slices / 2, max(20, options.width - TextLine.labelWidth - nameWidth))
        let head = TextLine.paint(
            TextWidth.pad("Timeline", to: TextLine.labelWidth, rightAligned: false), .bold, options)
        let margin = String(repeating: " ", count: TextLine.labelWidth)
        var lines: [String] = []
        var signs: Set<Character> = []
        for (index, lane) in strip.lanes.enumerated() {
            let cells = cells(lane, columns)
            signs.formUnion(cells)
            lines.append(
                (index == 0 ? head : margin) + TextWidth.pad(names[index], to: nameWidth, rightAligned: false)
                    + String(cells.reversed().drop { $0 == " " }.reversed()))
        }
        let step = strip.lengthMs / Double(columns)
        var legend = [("█", "runs nearly all the time"), ("▅", "half of it"), ("▁", "less"), ("'", "event")]
            .filter { signs.contains(Character($0.0)) }.map { "\($0.0) \($0.1)" }
        if strip.leftOut > 0 { legend.append("\(Decimal.counted(strip.leftOut, "more name")) not drawn") }
        let words =
            legend.joined(separator: ", ")
            + "; a column is \(Decimal.text(step, digits: step < 0.1 ? 4 : step < 10 ? 2 : 0)) ms"
        return lines + TextLine.labelled("", words, options)
    }

    private static func cells(_ lane: SignpostStrip.Lane, _ columns: Int) -> [Character] {
        var (shares, slices) = (Array(repeating: 0.0, count: columns), Array(repeating: 0.0, count: columns))
        var hasEvent = Array(repeating: false, count: columns)
        for slice in lane.shares.indices {
            let column = slice * columns / lane.shares.count
            shares[column] += lane.shares[slice]
            slices[column] += 1
            if lane.hasEvent[slice] { hasEvent[column] = true }
        }
        return (0..<columns).map { column in
            switch shares[column] / max(1, slices[column]) {
            case 0: hasEvent[column] ? "'" : " "
            case ..<0.34: "▁"
            case ..<0.8: "▅"
            default: "█"
            }
        }
    }
}
