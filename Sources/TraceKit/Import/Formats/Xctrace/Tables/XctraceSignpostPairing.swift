/// Completes the signposts of a trace: finds repeated rows, and pairs begins and ends.
struct XctraceSignpostPairing: ~Copyable {
    private let signposts: HeldSignposts
    private let builder: TraceBuilder
    private let keys = DenseIndex<SignpostPairing.Key>()
    private var skipped = 0

    init(_ signposts: HeldSignposts, _ builder: TraceBuilder) {
        (self.signposts, self.builder) = (signposts, builder)
    }

    consuming func finish() {
        let rows = RowsByKind(signposts)
        takeIntervals(rows.intervals)
        let held = HeldMoments(signposts, intervals: rows.events.isEmpty ? [] : rows.intervals.places)
        var points = takePoints(rows.points)
        pairEvents(rows.events, held, &points)
        signposts.moveRecords(behind: builder.records.signposts)
        if skipped > 0 { builder.records.counters.add(.skippedRepeatedSignpost, by: skipped) }
    }

    /// - Parameter rows: the number of rows in the record.
    private func take(_ row: UInt32, as record: SignpostRecord, rows: Int = 1) {
        signposts.take(Int(row), as: record)
        builder.rowsImported += rows
    }

    private mutating func skip() { skipped += 1 }

    /// The number of a signpost, equal in all tables. The table of points has no identifiers.
    private mutating func key(_ signpost: XctraceSignpost, hasThread: Bool = false, hasID: Bool = true) -> Int {
        let record = signpost.record
        return keys.number(
            of: SignpostPairing.Key(
                process: UInt64(signpost.process.rawValue), thread: hasThread ? UInt64(record.thread.rawValue) : 0,
                subsystem: record.subsystem, category: record.category, name: record.name,
                id: hasID ? record.signpostID : 0, hasID: hasID && record.hasID))
    }

    /// Takes intervals, each once even if several tables have it.
    private mutating func takeIntervals(_ rows: RowsByKind.Rows) {
        var seen = Moments()
        for (place, row) in rows.places.enumerated() {
            let signpost = signposts[Int(row)]
            if rows.mayRepeat(place, signposts),
                seen.isRepeated(key(signpost), .begin, signpost.record.start, inTable: signpost.table)
            {
                skip()
            } else {
                take(row, as: signpost.record)
            }
        }
    }

    /// Takes points of interest. Returns their moments.
    private mutating func takePoints(_ rows: RowsByKind.Rows) -> Moments {
        var points = Moments()
        for row in rows.places {
            let signpost = signposts[Int(row)]
            let key = key(signpost, hasID: false)
            if points.isRepeated(key, .point, signpost.record.start, inTable: signpost.table) {
                skip()
            } else {
                take(row, as: signpost.record)
            }
        }
        return points
    }

    // MARK: Events

    /// Pairs the begins and ends that belong to no held interval. An interval that is open in its own table is a begin:
    /// its end may be among the events.
    private mutating func pairEvents(
        _ events: RowsByKind.Rows, _ held: consuming HeldMoments, _ points: inout Moments
    ) {
        // A trace has up to three `os-signpost` tables, which may repeat events.
        var seen = Moments()
        let rows = Column<UInt32>()
        for (place, row) in events.places.enumerated() {
            let signpost = signposts[Int(row)]
            let (start, kind) = (signpost.record.start, signpost.kind)
            if events.mayRepeat(place, signposts),
                seen.isRepeated(
                    key(signpost, hasThread: true), kind == .open ? .begin : kind, start, inTable: signpost.table)
            {
                skip()
            } else if kind == .event {
                let isPoint = !points.isEmpty && points.contains(key(signpost, hasID: false), .point, start)
                if isPoint { skip() } else { take(row, as: signpost.record) }
            } else if held.contains(row, isBegin: kind != .end) {
                skip()
            } else {
                rows.append(row)
            }
        }
        let partners = SignpostPairing.partners(of: rows.count, inOrder: 0..<UInt32(rows.count)) {
            moment(signposts[Int(rows[$0])])
        }
        for index in 0..<rows.count {
            let (row, isBegin) = (rows[index], signposts[Int(rows[index])].kind != .end)
            switch partners[index] {
            case SignpostPairing.alone: takeUnpaired(row, isBegin: isBegin)
            case let partner where isBegin: takePair(row, rows[Int(partner)])
            default: break  // an end, taken with its begin
            }
        }
    }

    private func moment(_ signpost: XctraceSignpost) -> SignpostPairing.Moment {
        let record = signpost.record
        let key = SignpostPairing.Key(
            process: record.scope == NameID(.system) ? 0 : UInt64(signpost.process.rawValue),
            thread: record.scope == NameID(.thread) ? UInt64(record.thread.rawValue) : 0, subsystem: record.subsystem,
            category: record.category, name: record.name, id: record.signpostID, hasID: record.hasID)
        return SignpostPairing.Moment(
            key: key, kind: signpost.kind == .end ? .end : .begin, time: record.start)
    }

    private func takePair(_ begin: UInt32, _ end: UInt32) {
        var record = signposts[Int(begin)].record
        let last = signposts[Int(end)].record
        record.duration = last.start - record.start
        if !record.message.isPresent { record.message = last.message }
        take(begin, as: record, rows: 2)
    }

    private func takeUnpaired(_ row: UInt32, isBegin: Bool) {
        var record = signposts[Int(row)].record
        record.pairing = isBegin ? .beginOnly : .endOnly
        take(row, as: record)
    }
}

/// The rows of the three kinds of tables, each in order of time, then of the files.
private struct RowsByKind {
    struct Rows {
        private(set) var places: [UInt32] = []
        private var haveSeveralTables = false
        private var table: UInt32?

        var isEmpty: Bool { places.isEmpty }

        mutating func append(_ place: UInt32, ofTable number: UInt32) {
            if let table, table != number { haveSeveralTables = true }
            table = number
            places.append(place)
        }

        mutating func sort(_ signposts: HeldSignposts) {
            places.sort { signposts.start($0) < signposts.start($1) }
        }

        /// Whether a row may repeat one of another table: only one at the same time can.
        func mayRepeat(_ place: Int, _ signposts: HeldSignposts) -> Bool {
            guard haveSeveralTables else { return false }
            let start = signposts.start(places[place])
            return place > 0 && signposts.start(places[place - 1]) == start
                || place + 1 < places.count && signposts.start(places[place + 1]) == start
        }
    }

    private(set) var intervals = Rows()
    private(set) var points = Rows()
    private(set) var events = Rows()

    init(_ signposts: HeldSignposts) {
        var open: [(place: UInt32, table: UInt32)] = []
        for row in 0..<signposts.count {
            let signpost = signposts[row]
            switch signpost.kind {
            case .interval: intervals.append(UInt32(row), ofTable: signpost.table)
            case .point: points.append(UInt32(row), ofTable: signpost.table)
            case .begin, .end, .event: events.append(UInt32(row), ofTable: signpost.table)
            case .open: open.append((UInt32(row), signpost.table))
            }
        }
        // These come after the events of the same time: if both tables have a begin, the event has more (its scope).
        for (place, table) in open { events.append(place, ofTable: table) }
        intervals.sort(signposts)
        points.sort(signposts)
        events.sort(signposts)
    }
}

/// The signposts seen at each time, with the table that had them first. The kind distinguishes a begin and an end in
/// the same nanosecond.
private struct Moments: ~Copyable {
    private let index = KeyIndex()
    /// The table by number in the index.
    private let tables = Column<UInt32>()

    var isEmpty: Bool { index.count == 0 }

    private static func key(_ key: Int, _ kind: XctraceSignpost.Kind, _ time: Int64) -> WideKey {
        WideKey(one: UInt64(key) << 3 | UInt64(kind.rawValue), two: UInt64(bitPattern: time))
    }

    /// Whether another table has the moment already; otherwise it is noted.
    mutating func isRepeated(
        _ key: Int, _ kind: XctraceSignpost.Kind, _ time: Int64, inTable table: UInt32
    ) -> Bool {
        let number = index.number(of: Self.key(key, kind, time))
        if number == tables.count { tables.append(table) }
        return tables[number] != table
    }

    func contains(_ key: Int, _ kind: XctraceSignpost.Kind, _ time: Int64) -> Bool {
        index.find(Self.key(key, kind, time)) != nil
    }
}

/// The begins and ends of intervals in an interval table, which tables of events repeat. With a table of all moments
/// instead, a report of a recording of intervals and events would take twice the time and 1.8 times the memory.
private struct HeldMoments {
    /// The begins or the ends of the intervals, queried in order of time.
    private struct Side {
        /// The rows in order of time, then of their hashes.
        private let rows: [UInt32]
        private let signposts: HeldSignposts
        private let isBegin: Bool
        /// The rows at the time of the last query, or the empty range at their position.
        private var run = 0..<0

        init(_ rows: [UInt32], _ signposts: HeldSignposts, isBegin: Bool) {
            (self.signposts, self.isBegin) = (signposts, isBegin)
            func time(_ row: UInt32) -> Int64 { isBegin ? signposts.start(row) : signposts.end(row) }
            self.rows = rows.sorted { left, right in
                let (first, second) = (time(left), time(right))
                return first == second
                    ? signposts.hash(left, isBegin: isBegin) < signposts.hash(right, isBegin: isBegin) : first < second
            }
        }

        private func time(_ place: Int) -> Int64 {
            isBegin ? signposts.start(rows[place]) : signposts.end(rows[place])
        }

        mutating func contains(_ row: UInt32) -> Bool {
            let time = signposts.start(row)
            if run.isEmpty || self.time(run.lowerBound) != time {
                var first = run.upperBound
                while first < rows.count, self.time(first) < time { first += 1 }
                run = first..<first
                while run.upperBound < rows.count, self.time(run.upperBound) == time {
                    run = first..<(run.upperBound + 1)
                }
            }
            let hash = signposts.hash(row, isBegin: isBegin)
            let first = run.firstPlace { signposts.hash(rows[$0], isBegin: isBegin) >= hash }
            return rows[first..<run.upperBound]
                .prefix { signposts.hash($0, isBegin: isBegin) == hash }
                .contains { signposts.isSame(row, $0, isBegin: isBegin) }
        }
    }

    private var begins: Side
    private var ends: Side

    init(_ signposts: HeldSignposts, intervals: [UInt32]) {
        begins = Side(intervals, signposts, isBegin: true)
        ends = Side(intervals.filter { signposts.end($0) >= signposts.start($0) }, signposts, isBegin: false)
    }

    /// Whether an interval begins or ends there. Begins must be queried in order of time, and so must ends.
    mutating func contains(_ row: UInt32, isBegin: Bool) -> Bool {
        isBegin ? begins.contains(row) : ends.contains(row)
    }
}
