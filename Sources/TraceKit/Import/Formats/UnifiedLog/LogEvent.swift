/// A signpost, a line about a body's changes or any other line, as one row of a log has it.
struct LogEvent: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable { case begin = 0, end, event, evidence, line }

    var kind: Kind
    var hasID = false
    var time: LogTime
    /// Ticks of the machine since some start, within one boot; meaningful where `boot` is present.
    var ticks: UInt64 = 0
    var boot = NameID.none
    var pid: UInt64 = 0
    /// Number of the thread; zero = not known.
    var thread: UInt64 = 0
    /// The process's name, where known.
    var process = NameID.none
    var subsystem = NameID.none
    var category = NameID.none
    /// The signpost's name, or the type that evidence is about.
    var name: NameID
    var scope = NameID.none
    var message = NameID.none
    /// Of other lines.
    var level: LogLevel?
    var id: UInt64 = 0
    /// Of evidence: the changed properties.
    var changed = ListID.none
    /// Offset in the file of the row.
    var byte = 0

    /// What `spid excl` stands for: `OS_SIGNPOST_ID_EXCLUSIVE`.
    static let exclusiveID: UInt64 = 0xEEEE_B0B5_B2B2_EEEE
}
