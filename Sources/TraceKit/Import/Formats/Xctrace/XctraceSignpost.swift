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
