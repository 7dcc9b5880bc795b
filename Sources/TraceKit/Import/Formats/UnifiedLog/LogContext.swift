/// What rows of a log have in common with many others: the emitter, and how the row was written.
struct LogContext: Hashable, BitwiseCopyable {
    var pid: UInt64 = 0
    /// Number of the thread; zero = not known.
    var thread: UInt64 = 0
    /// The process's name, where known.
    var process = NameID.none
    var subsystem = NameID.none
    var category = NameID.none
    var scope = NameID.none
    /// The boot that the ticks count from; none where there are no ticks.
    var boot = NameID.none
    /// Nanoseconds that the wall clock is ahead of UTC; nil where the row does not say.
    var zone: Int64?
    var hasID = false
    /// Of lines that are only text; nil = signposts, and what SwiftUI says of bodies.
    var level: LogLevel?

    /// Whether the row says whose it is, by a name or by a number alone.
    var hasProcess: Bool { process.isPresent || pid != 0 }

    /// The process as records name it; none where the row says nothing of it.
    func processName(_ names: NameTable) -> NameID {
        let (name, pid) = (names.text(process) ?? "", pid == 0 ? nil : Int64(exactly: pid))
        guard !name.isEmpty || pid != nil else { return .none }
        return names.intern(ProcessName(name, pid: pid).text)
    }
}
