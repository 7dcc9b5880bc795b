/// Settles the signposts of a trace: which rows say the same, and which begin belongs to which end.
struct XctraceSignpostPairing: ~Copyable {
    private let signposts: HeldSignposts
    private let builder: TraceBuilder
    private var keys = SignpostPairing.Keys()
    private var skipped = 0

    init(_ signposts: HeldSignposts, _ builder: TraceBuilder) {
        (self.signposts, self.builder) = (signposts, builder)
        signposts.sort()
    }

    consuming func finish() {
        let rows = RowsByKind(signposts)
        let held = takeIntervals(rows.intervals, noteMoments: !rows.events.isEmpty)
        var points = takePoints(rows.points)
        pairEvents(rows.events, held, &points)
        signposts.moveRecords(behind: builder.records.signposts)
        if skipped > 0 { builder.records.counters.add(.skippedRepeatedSignpost, by: skipped) }
    }

    /// `rows`: of how many it is made.
    private func take(_ row: UInt32, as record: SignpostRecord, rows: Int = 1) {
        signposts.take(Int(row), as: record)
        builder.rowsImported += rows
    }

    private mutating func skip() { skipped += 1 }

    /// What is the same signpost, in whatever table. The table of single points has no identifiers.
    private mutating func key(_ signpost: XctraceSignpost, hasThread: Bool = false, hasID: Bool = true) -> Int {
        let record = signpost.record
        return keys.number(
            SignpostPairing.Key(
                process: UInt64(signpost.process.rawValue), thread: hasThread ? UInt64(record.thread.rawValue) : 0,
                subsystem: record.subsystem, category: record.category, name: record.name,
                id: hasID ? record.signpostID : 0, hasID: hasID && record.hasID))
    }

    /// Intervals count once, however many tables hold them. Gives the moments at which they begin and end.
    private mutating func takeIntervals(_ rows: RowsByKind.Rows, noteMoments: Bool) -> HeldMoments {
        let held = HeldMoments()
        var seen = Moments()
        for row in rows.places {
            let signpost = signposts[Int(row)]
            let record = signpost.record
            if rows.haveSeveralTables || noteMoments {
                let key = key(signpost)
                if rows.haveSeveralTables, seen.isRepeated(key, .begin, record.start, inTable: signpost.table) {
                    skip()
                    continue
                }
                if noteMoments { held.note(key, record) }
            }
            take(row, as: record)
        }
        held.sort()
        return held
    }

    /// Points of interest; their moments.
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

    /// Pairs the begins and ends that no held interval is made of.
    private mutating func pairEvents(_ events: RowsByKind.Rows, _ held: HeldMoments, _ points: inout Moments) {
        // A trace has up to three `os-signpost` tables, and the same event in several of them.
        var seen = Moments()
        let rows = Column<UInt32>()
        for row in events.places {
            let signpost = signposts[Int(row)]
            let (start, kind) = (signpost.record.start, signpost.kind)
            if events.haveSeveralTables,
                seen.isRepeated(key(signpost, hasThread: true), kind, start, inTable: signpost.table)
            {
                skip()
            } else if kind == .event {
                let isPoint = !points.isEmpty && points.contains(key(signpost, hasID: false), .point, start)
                if isPoint { skip() } else { take(row, as: signpost.record) }
            } else if !held.isEmpty, held.contains(key(signpost), isBegin: kind == .begin, at: start) {
                skip()
            } else {
                rows.append(row)
            }
        }
        let partners = SignpostPairing.partners(of: rows.count, inOrder: 0..<UInt32(rows.count)) {
            moment(signposts[Int(rows[$0])])
        }
        for index in 0..<rows.count {
            let (row, isBegin) = (rows[index], signposts[Int(rows[index])].kind == .begin)
            switch partners[index] {
            case SignpostPairing.repeated: skip()
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
            key: key, kind: signpost.kind == .begin ? .begin : .end, time: record.start,
            emitter: UInt64(record.thread.rawValue), message: record.message)
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

/// The rows of the three kinds of tables, in order of time.
private struct RowsByKind {
    struct Rows {
        private(set) var places: [UInt32] = []
        /// Only where several tables have rows of a kind, one can repeat what another one has.
        private(set) var haveSeveralTables = false
        private var table: UInt32?

        var isEmpty: Bool { places.isEmpty }

        mutating func append(_ place: UInt32, ofTable number: UInt32) {
            if let table, table != number { haveSeveralTables = true }
            table = number
            places.append(place)
        }
    }

    private(set) var intervals = Rows()
    private(set) var points = Rows()
    private(set) var events = Rows()

    init(_ signposts: HeldSignposts) {
        for row in 0..<signposts.count {
            let signpost = signposts[row]
            switch signpost.kind {
            case .interval: intervals.append(UInt32(row), ofTable: signpost.table)
            case .point: points.append(UInt32(row), ofTable: signpost.table)
            case .begin, .end, .event: events.append(UInt32(row), ofTable: signpost.table)
            }
        }
    }
}

/// Which signposts were met at which times, and in which table first. The kind keeps a begin and an end of the same
/// nanosecond apart.
private struct Moments: ~Copyable {
    private var index = KeyIndex()
    /// By number in the index.
    private let tables = Column<UInt32>()

    var isEmpty: Bool { index.count == 0 }

    private static func key(_ key: Int, _ kind: XctraceSignpost.Kind, _ time: Int64) -> WideKey {
        WideKey(one: UInt64(key) << 3 | UInt64(kind.rawValue), two: UInt64(bitPattern: time))
    }

    /// Whether another table has the moment already; else it is noted.
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

/// Where intervals begin and end that a table holds as such: their begins and ends in a table of events are no others.
private final class HeldMoments {
    private struct Moment: Comparable, BitwiseCopyable {
        let time: Int64
        let key: Int

        static func < (one: Moment, two: Moment) -> Bool {
            one.time != two.time ? one.time < two.time : one.key < two.key
        }
    }

    /// One side of the intervals, asked for in order of time.
    private final class Side {
        let moments = Column<Moment>()
        /// Those before are earlier than what was asked for last.
        private var passed = 0

        func contains(_ moment: Moment) -> Bool {
            while passed < moments.count, moments[passed].time < moment.time { passed += 1 }
            // By ever larger steps, then by halving: most often one of the next few.
            var (low, step) = (passed, 1)
            while low + step < moments.count, moments[low + step] < moment {
                low += step
                step *= 2
            }
            var high = min(low + step, moments.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if moments[middle] < moment { low = middle + 1 } else { high = middle }
            }
            return low < moments.count && moments[low] == moment
        }
    }

    private let (begins, ends) = (Side(), Side())

    var isEmpty: Bool { begins.moments.count == 0 }

    func note(_ key: Int, _ interval: SignpostRecord) {
        begins.moments.append(Moment(time: interval.start, key: key))
        guard interval.duration >= 0 else { return }
        ends.moments.append(Moment(time: interval.start + interval.duration, key: key))
    }

    func sort() {
        for side in [begins, ends] {
            var moments = side.moments.buffer
            moments.sort()
        }
    }

    /// Times are asked for in their order, for begins and ends each.
    func contains(_ key: Int, isBegin: Bool, at time: Int64) -> Bool {
        (isBegin ? begins : ends).contains(Moment(time: time, key: key))
    }
}
