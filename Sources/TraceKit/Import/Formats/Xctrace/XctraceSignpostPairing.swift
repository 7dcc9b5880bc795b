/// Settles the signposts of a trace: which rows say the same, and which begin belongs to which end.
struct XctraceSignpostPairing {
    /// What is the same signpost.
    private struct Key: Hashable {
        var name: NameID
        var subsystem: NameID
        var category: NameID
        var process: NameID
        var thread: NameID
        var id: UInt64
        var hasID: Bool

        init(_ signpost: XctraceSignpost, withThread: Bool) {
            let record = signpost.record
            name = record.name
            subsystem = record.subsystem
            category = record.category
            process = signpost.process
            thread = withThread ? record.thread : .none
            id = record.signpostID
            hasID = record.hasID
        }
    }

    /// A signpost at a time; `kind` keeps a begin and an end of the same nanosecond apart.
    private struct Moment: Hashable {
        var key: Key
        var time: Int64
        var kind: XctraceSignpost.Kind
    }

    private let signposts: Column<XctraceSignpost>
    private let builder: TraceBuilder
    /// Rows in order of time, and of the files where times are equal.
    private let order: [UInt32]
    private let hasSeveralTables: Bool

    init(_ signposts: Column<XctraceSignpost>, _ builder: TraceBuilder) {
        self.signposts = signposts
        self.builder = builder
        order = sortedIndexes(count: signposts.count) { left, right in
            let (first, second) = (signposts[left].record.start, signposts[right].record.start)
            return first == second ? nil : first < second
        }
        var tables = Set<UInt32>()
        for index in 0..<signposts.count { tables.insert(signposts[index].table) }
        hasSeveralTables = tables.count > 1
    }

    func finish() {
        let held = takeIntervals()
        let points = takePoints()
        pairEvents(held, points)
    }

    private func take(_ record: SignpostRecord, rows: Int) {
        builder.records.signposts.append(record)
        builder.rowsImported += rows
    }

    private func skip() {
        builder.records.counters.add(.skippedRepeatedSignpost)
    }

    /// Intervals count once, however many tables hold them. Gives the moments at which they begin and end.
    private func takeIntervals() -> Set<Moment> {
        var held: Set<Moment> = []
        var tables: [Moment: UInt32] = [:]
        for row in order where signposts[Int(row)].kind == .interval {
            let signpost = signposts[Int(row)]
            let record = signpost.record
            guard hasSeveralTables else {
                take(record, rows: 1)
                continue
            }
            let key = Key(signpost, withThread: false)
            let start = Moment(key: key, time: record.start, kind: .begin)
            if let table = tables[start], table != signpost.table {
                skip()
                continue
            }
            tables[start] = signpost.table
            held.insert(start)
            if record.duration >= 0 { held.insert(Moment(key: key, time: record.start + record.duration, kind: .end)) }
            take(record, rows: 1)
        }
        return held
    }

    /// Points of interest, whose table has no identifiers; their moments.
    private func takePoints() -> Set<Moment> {
        var points: Set<Moment> = []
        var tables: [Moment: UInt32] = [:]
        for row in order where signposts[Int(row)].kind == .point {
            let signpost = signposts[Int(row)]
            let moment = point(signpost)
            if let table = tables[moment], table != signpost.table {
                skip()
                continue
            }
            tables[moment] = signpost.table
            points.insert(moment)
            take(signpost.record, rows: 1)
        }
        return points
    }

    private func point(_ signpost: XctraceSignpost) -> Moment {
        var key = Key(signpost, withThread: false)
        key.id = 0
        key.hasID = false
        return Moment(key: key, time: signpost.record.start, kind: .point)
    }

    // MARK: Events

    /// Pairs the begins and ends that no held interval is made of.
    private func pairEvents(_ held: Set<Moment>, _ points: Set<Moment>) {
        var tables: [Moment: UInt32] = [:]
        let moments = Column<SignpostPairing.Moment>()
        let rows = Column<UInt32>()
        for row in order {
            let signpost = signposts[Int(row)]
            guard signpost.kind != .interval, signpost.kind != .point else { continue }
            if isRepeated(signpost, &tables) || isHeld(signpost, held) {
                skip()
            } else if signpost.kind == .event {
                if points.contains(point(signpost)) { skip() } else { take(signpost.record, rows: 1) }
            } else {
                moments.append(moment(signpost))
                rows.append(row)
            }
        }
        let partners = SignpostPairing.partners(of: moments, inOrder: (0..<UInt32(moments.count)).map { $0 })
        for index in 0..<moments.count {
            let signpost = signposts[Int(rows[index])]
            switch partners[index] {
            case SignpostPairing.repeated: skip()
            case SignpostPairing.alone: takeUnpaired(signpost)
            case let partner where signpost.kind == .begin: takePair(signpost, signposts[Int(rows[Int(partner)])])
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

    private func isHeld(_ signpost: XctraceSignpost, _ held: Set<Moment>) -> Bool {
        guard !held.isEmpty, signpost.kind != .event else { return false }
        let key = Key(signpost, withThread: false)
        return held.contains(Moment(key: key, time: signpost.record.start, kind: signpost.kind))
    }

    /// A trace has up to three `os-signpost` tables, and the same event in several of them.
    private func isRepeated(_ signpost: XctraceSignpost, _ tables: inout [Moment: UInt32]) -> Bool {
        guard hasSeveralTables else { return false }
        let moment = Moment(
            key: Key(signpost, withThread: true), time: signpost.record.start, kind: signpost.kind)
        if let table = tables[moment] { return table != signpost.table }
        tables[moment] = signpost.table
        return false
    }

    private func takePair(_ begin: XctraceSignpost, _ end: XctraceSignpost) {
        var record = begin.record
        record.duration = end.record.start - begin.record.start
        if !record.message.isPresent { record.message = end.record.message }
        take(record, rows: 2)
    }

    private func takeUnpaired(_ signpost: XctraceSignpost) {
        var record = signpost.record
        record.pairing = signpost.kind == .begin ? .beginOnly : .endOnly
        take(record, rows: 1)
    }
}
