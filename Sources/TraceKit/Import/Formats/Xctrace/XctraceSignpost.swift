/// A signpost as one row of some table has it.
struct XctraceSignpost: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable { case interval, begin, end, event, point }

    var record: SignpostRecord
    /// The process as it is shown, with its pid: two processes may share a name.
    var process: NameID
    var kind: Kind
    /// The ordinal of its table.
    var table: UInt32
}

/// The signposts of all tables until it is known which of them are records: a trace has millions, and they become records
/// where they stand.
final class HeldSignposts {
    private struct Origin: BitwiseCopyable {
        let process: NameID
        let table: UInt32
    }

    private let records = Column<SignpostRecord>()
    private let origins = Column<Origin>()
    private let kinds = Column<XctraceSignpost.Kind>()
    private let isRecord = Column<Bool>()

    var count: Int { records.count }

    @inline(__always)
    subscript(row: Int) -> XctraceSignpost {
        let origin = origins[row]
        return XctraceSignpost(
            record: records[row], process: origin.process, kind: kinds[row], table: origin.table)
    }

    func append(_ signpost: XctraceSignpost) {
        records.append(signpost.record)
        origins.append(Origin(process: signpost.process, table: signpost.table))
        kinds.append(signpost.kind)
    }

    /// Puts them in order of time, and of the files where times are equal.
    func sort() {
        var sorted = min(count, 1)
        while sorted < count, records[sorted - 1].start <= records[sorted].start { sorted += 1 }
        if sorted < count {
            let order = sortedIndexes(count: count, sorted: sorted) { left, right in
                let (first, second) = (records[left].start, records[right].start)
                return first == second ? nil : first < second
            }
            records.permute(order)
            origins.permute(order)
            kinds.permute(order)
        }
        isRecord.pad(to: count, with: false)
    }

    /// Makes a row a record.
    func take(_ row: Int, as record: SignpostRecord) {
        records[row] = record
        isRecord[row] = true
    }

    /// Moves those that became records behind others.
    func moveRecords(behind others: Column<SignpostRecord>) {
        var taken = 0
        for row in 0..<count where isRecord[row] {
            records[taken] = records[row]
            taken += 1
        }
        records.removeLast(count - taken)
        others.take(records)
    }
}
