/// A record of which many rows share a part: its origin.
protocol OriginRecord: LaneRecord, BitwiseCopyable {
    /// The part shared by many rows.
    associatedtype Origin: DenseKey
    /// The part of each row.
    associatedtype Row: OriginRow

    var origin: Origin { get }
    func row(of origin: UInt32) -> Row
    init(_ row: Row, _ origin: Origin)
}

protocol OriginRow: BitwiseCopyable {
    /// The number of the shared part.
    var origin: UInt32 { get }
    var start: Int64 { get }
}

/// Records by row, with shared parts stored once: traces have millions of them.
final class OriginColumn<Record: OriginRecord>: RandomAccessCollection {
    private let rows = Column<Record.Row>()
    private let origins = DenseIndex<Record.Origin>()

    var startIndex: Int { 0 }
    var endIndex: Int { rows.count }

    @inline(__always)
    subscript(index: Int) -> Record {
        get { record(rows[index]) }
        set {
            let row = row(newValue, likely: rows[index].origin)
            rows[index] = row
        }
    }

    @inline(__always)
    func append(_ record: Record) {
        // Outside the call, so that the column being written is not retained for another call first.
        let row = row(record, likely: isEmpty ? nil : rows[rows.count - 1].origin)
        rows.append(row)
    }

    /// Appends the records of another column, each changed by the closure.
    func take(_ other: OriginColumn, changed: (Record) -> Record) {
        for record in other { append(changed(record)) }
        other.rows.free()
    }

    /// Appends the records of another column, which must not be used afterwards.
    func take(_ other: OriginColumn) {
        guard isEmpty else { return take(other) { $0 } }
        rows.exchange(with: other.rows)
        origins.exchange(with: other.origins)
    }

    /// Removes the records for which the closure returns false.
    func keep(_ isKept: (Int) -> Bool) {
        var kept = 0
        for index in indices where isKept(index) {
            rows[kept] = rows[index]
            kept += 1
        }
        rows.removeLast(count - kept)
    }

    /// Sorts by start; `isBefore` breaks ties.
    func sort(by isBefore: (Record, Record) -> Bool) {
        rows.sort { $0.start == $1.start ? isBefore(record($0), record($1)) : $0.start < $1.start }
    }

    @inline(__always)
    private func record(_ row: Record.Row) -> Record { Record(row, origins.keys[Int(row.origin)]) }

    @inline(__always)
    private func row(_ record: Record, likely: UInt32?) -> Record.Row {
        let origin = record.origin
        // Usually the origin of the previous row, or the old origin of this row; comparing is faster than looking up.
        if let likely, origins.keys[Int(likely)] == origin { return record.row(of: likely) }
        return record.row(of: UInt32(origins.number(of: origin)))
    }
}

extension SignpostRecord: OriginRecord {
    struct Origin: DenseKey {
        let (subsystem, category): (NameID, NameID)
        let (process, thread): (NameID, NameID)
        let scope: NameID

        @inline(__always)
        var hash: UInt64 {
            HashMixer.mix(
                subsystem.rawValue &* 31 &+ category.rawValue, process.rawValue, thread.rawValue, scope.rawValue)
        }
    }

    struct Row: OriginRow {
        let (name, message): (NameID, NameID)
        let origin: UInt32
        let hasID: Bool
        let pairing: Pairing
        let signpostID: UInt64
        let (start, duration): (Int64, Int64)
    }

    @inline(__always)
    var origin: Origin {
        Origin(subsystem: subsystem, category: category, process: process, thread: thread, scope: scope)
    }

    @inline(__always)
    func row(of origin: UInt32) -> Row {
        Row(
            name: name, message: message, origin: origin, hasID: hasID, pairing: pairing, signpostID: signpostID,
            start: start, duration: duration)
    }

    @inline(__always)
    init(_ row: Row, _ origin: Origin) {
        self.init(
            name: row.name, subsystem: origin.subsystem, category: origin.category, process: origin.process,
            thread: origin.thread, scope: origin.scope, message: row.message, hasID: row.hasID,
            pairing: row.pairing, signpostID: row.signpostID, start: row.start, duration: row.duration)
    }
}

extension SampleRecord: OriginRecord {
    struct Origin: DenseKey {
        let (process, thread): (NameID, NameID)
        let state: NameID

        @inline(__always)
        var hash: UInt64 { HashMixer.mix(process.rawValue, thread.rawValue, state.rawValue, 0) }
    }

    struct Row: OriginRow {
        let (start, weight): (Int64, Int64)
        let stack: UInt32
        let origin: UInt32
    }

    @inline(__always)
    var origin: Origin { Origin(process: process, thread: thread, state: state) }

    @inline(__always)
    func row(of origin: UInt32) -> Row { Row(start: start, weight: weight, stack: stack, origin: origin) }

    @inline(__always)
    init(_ row: Row, _ origin: Origin) {
        self.init(
            start: row.start, weight: row.weight, thread: origin.thread, state: origin.state, stack: row.stack,
            process: origin.process)
    }
}

extension LogRecord: OriginRecord {
    struct Origin: DenseKey {
        let (subsystem, category): (NameID, NameID)
        let (process, thread): (NameID, NameID)
        let view: NameID
        let level: LogLevel

        @inline(__always)
        var hash: UInt64 {
            HashMixer.mix(
                subsystem.rawValue &+ view.rawValue &* 31, category.rawValue &* 31 &+ UInt32(level.rawValue),
                process.rawValue, thread.rawValue)
        }
    }

    struct Row: OriginRow {
        let start: Int64
        let message: NameID
        let origin: UInt32
    }

    @inline(__always)
    var origin: Origin {
        Origin(subsystem: subsystem, category: category, process: process, thread: thread, view: view, level: level)
    }

    @inline(__always)
    func row(of origin: UInt32) -> Row { Row(start: start, message: message, origin: origin) }

    @inline(__always)
    init(_ row: Row, _ origin: Origin) {
        self.init(
            start: row.start, level: origin.level, subsystem: origin.subsystem, category: origin.category,
            message: row.message, process: origin.process, thread: origin.thread, view: origin.view)
    }
}
