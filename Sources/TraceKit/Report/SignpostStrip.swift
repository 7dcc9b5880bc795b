/// The signposts of a whole trace on a few lines: one per name, in equal time slices.
package struct SignpostStrip: Sendable {
    package struct Lane: Sendable {
        package var name: String
        /// The share of each slice in which an interval runs; overlapping intervals add up, at most to 1.
        package var shares: [Double]
        /// Whether an event, or an interval with only one end, is in a slice.
        package var hasEvent: [Bool]
    }

    static let slices = TimeSlice.count
    /// More lines would not be readable at a glance.
    private static let listed = 6

    package var lengthMs: Double
    /// Those with the most time first.
    package var lanes: [Lane]
    /// The number of names without a lane.
    package var leftOut: Int

    /// Nil if the trace has no signposts or no length.
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
        try strip.readIntervals(StoredTrace(database, trace))
        return strip
    }

    /// Reads signposts in storage order without sorting: a trace may have millions.
    private mutating func readIntervals(_ stored: StoredTrace) throws(TraceError) {
        guard let sites = try stored.rows(of: "signpost_site") else { return }
        let lanesOfSites = try lanesOfSites(sites, stored)
        let slice = lengthMs / Double(Self.slices) * 1e6
        let rows = try stored.database.prepare(
            "SELECT site_id, start_ns, duration_ns FROM signpost WHERE \(try stored.condition("signpost"))")
        while try rows.step() {
            let site = rows.integer(0) - sites.lowerBound
            guard site >= 0, site < lanesOfSites.count, case let lane = Int(lanesOfSites[Int(site)]), lane >= 0 else {
                continue
            }
            let start = Double(rows.integer(1))
            let first = clamp(start / slice)
            if rows.isNull(2) {
                lanes[lane].hasEvent[first] = true
                continue
            }
            let end = start + Double(rows.integer(2))
            let last = clamp(end / slice)
            if first == last {
                add((end - start) / slice, lane, first)
            } else {
                add(max(0, Double(first + 1) - start / slice), lane, first)
                for between in (first + 1)..<max(first + 1, last) { add(1, lane, between) }
                add(max(0, end / slice - Double(last)), lane, last)
            }
        }
    }

    /// The lane of each site; -1 = none.
    private func lanesOfSites(_ sites: ClosedRange<Int64>, _ stored: StoredTrace) throws(TraceError) -> [Int8] {
        var laneOf: [[UInt8]: Int8] = [:]
        for (index, lane) in lanes.enumerated() { laneOf[Array(lane.name.utf8)] = Int8(index) }
        var found = [Int8](repeating: -1, count: sites.count)
        let rows = try stored.database.rows(
            """
            SELECT o.id, n.text FROM signpost_site o JOIN name n ON n.id = o.name_id
            WHERE \(try stored.condition("signpost_site", alias: "o"))
                AND \(TargetRows.bareCondition("o", trace: "\(stored.id)"))
            """)
        for row in rows {
            let index = row[0].whole - sites.lowerBound
            guard index >= 0, index < found.count, let lane = laneOf[Array((row[1].text ?? "").utf8)] else { continue }
            found[Int(index)] = lane
        }
        return found
    }

    private mutating func add(_ share: Double, _ lane: Int, _ slice: Int) {
        // Every interval is visible, however short it is.
        lanes[lane].shares[slice] = min(1, lanes[lane].shares[slice] + max(share, 1e-9))
    }

    private func clamp(_ slice: Double) -> Int { Int(min(Double(Self.slices - 1), max(0, slice))) }
}

/// The strip for a terminal: one line per name, and a legend.
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
