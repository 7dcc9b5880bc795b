/// A signpost as one row of some table has it.
struct XctraceSignpost: BitwiseCopyable {
    /// `open`: a row of an interval table whose interval had not ended when the recording did.
    enum Kind: UInt8, BitwiseCopyable { case interval, open, begin, end, event, point }

    var record: SignpostRecord
    /// The process as it is shown, with its pid: two processes may share a name.
    var process: NameID
    /// The process that ended an interval, where it is another one: a signpost of scope `system` may.
    var endProcess = NameID.none
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
    /// By row; of the few intervals that another process ended.
    private var endProcesses: [UInt32: NameID] = [:]
    private let kinds = Column<XctraceSignpost.Kind>()
    private let isRecord = Column<Bool>()

    var count: Int { records.count }

    @inline(__always)
    subscript(row: Int) -> XctraceSignpost {
        let (process, table) = originNumbers.pair(Int(origins[row]))
        return XctraceSignpost(record: records[row], process: NameID(rawValue: process), kind: kinds[row], table: table)
    }

    func append(_ signpost: XctraceSignpost) {
        if signpost.endProcess.isPresent, signpost.endProcess != signpost.process {
            endProcesses[UInt32(count)] = signpost.endProcess
        }
        records.append(signpost.record)
        origins.append(UInt32(originNumbers.number(signpost.process.rawValue, signpost.table)))
        kinds.append(signpost.kind)
    }

    func start(_ row: UInt32) -> Int64 { records[Int(row)].start }

    /// When the interval of a row ends.
    func end(_ row: UInt32) -> Int64 { records[Int(row)].start + records[Int(row)].duration }

    /// Whether two rows are of the same signpost, on whatever thread; of intervals as they began, or as they ended.
    func isSame(_ left: UInt32, _ right: UInt32, isBegin: Bool) -> Bool {
        let (one, other) = (records[Int(left)], records[Int(right)])
        return one.name == other.name && one.signpostID == other.signpostID && one.hasID == other.hasID
            && one.subsystem == other.subsystem && one.category == other.category
            && process(left, isBegin: isBegin) == process(right, isBegin: isBegin)
    }

    private func process(_ row: UInt32, isBegin: Bool) -> UInt32 {
        if !isBegin, let process = endProcesses[row] { return process.rawValue }
        return originNumbers.pair(Int(origins[Int(row)])).0
    }

    /// Of what `isSame` compares.
    func hash(_ row: UInt32, isBegin: Bool) -> UInt64 {
        let record = records[Int(row)]
        return HashMixer.mix(
            HashMixer.mix(
                UInt64(record.subsystem.rawValue) << 32 | UInt64(record.category.rawValue),
                UInt64(process(row, isBegin: isBegin)) << 32 | UInt64(record.name.rawValue)),
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
