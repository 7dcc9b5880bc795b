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
    private let records = OriginColumn<SignpostRecord>()
    /// By row: the number of its process and table, of which there are few.
    private let origins = Column<UInt32>()
    private let originNumbers = PairIndex()
    private let kinds = Column<XctraceSignpost.Kind>()
    private let isRecord = Column<Bool>()

    var count: Int { records.count }

    @inline(__always)
    subscript(row: Int) -> XctraceSignpost {
        let (process, table) = originNumbers.pair(Int(origins[row]))
        return XctraceSignpost(record: records[row], process: NameID(rawValue: process), kind: kinds[row], table: table)
    }

    func append(_ signpost: XctraceSignpost) {
        records.append(signpost.record)
        origins.append(UInt32(originNumbers.number(signpost.process.rawValue, signpost.table)))
        kinds.append(signpost.kind)
    }

    func start(_ row: UInt32) -> Int64 { records[Int(row)].start }

    /// When the interval of a row ends.
    func end(_ row: UInt32) -> Int64 { records[Int(row)].start + records[Int(row)].duration }

    /// Whether two rows are of the same signpost, on whatever thread.
    func isSame(_ left: UInt32, _ right: UInt32) -> Bool {
        let (one, other) = (records[Int(left)], records[Int(right)])
        return one.name == other.name && one.signpostID == other.signpostID && one.hasID == other.hasID
            && one.subsystem == other.subsystem && one.category == other.category
            && process(left) == process(right)
    }

    private func process(_ row: UInt32) -> UInt32 { originNumbers.pair(Int(origins[Int(row)])).0 }

    /// Of what `isSame` compares.
    func hash(_ row: UInt32) -> UInt64 {
        let record = records[Int(row)]
        return HashMixer.mix(
            HashMixer.mix(
                UInt64(record.subsystem.rawValue) << 32 | UInt64(record.category.rawValue),
                UInt64(process(row)) << 32 | UInt64(record.name.rawValue)),
            record.signpostID &+ (record.hasID ? 1 : 0))
    }

    /// Makes a row a record.
    func take(_ row: Int, as record: SignpostRecord) {
        isRecord.pad(to: count, with: false)
        records[row] = record
        isRecord[row] = true
    }

    /// Moves those that became records behind others.
    func moveRecords(behind others: OriginColumn<SignpostRecord>) {
        records.keep { $0 < isRecord.count && isRecord[$0] }
        others.take(records)
    }
}
