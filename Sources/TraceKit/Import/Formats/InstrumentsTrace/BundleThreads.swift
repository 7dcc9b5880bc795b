/// What the processes and threads of a run are called, in the words of exports: `App (42)` and
/// `Main Thread (0x2665b1) (App, pid: 42)`.
final class BundleThreads {
    private let uniquing: BundleUniquing
    private let names: NameTable
    private var processNames: [UInt64: String] = [:]
    private var threadNames: [UInt64: (name: String, time: UInt64)] = [:]
    private var mainThreads: Set<UInt64> = []
    // By array.
    private let processes = KnownNames()
    private let threads = KnownNames()

    init(_ uniquing: BundleUniquing, _ names: NameTable) {
        (self.uniquing, self.names) = (uniquing, names)
    }

    // MARK: Names

    func name(process pid: UInt64, _ name: String) {
        if !name.isEmpty, name != "TODO" { processNames[pid] = name }
    }

    /// A name holds from its time on; of a thread with several the last one is shown.
    func name(thread: UInt64, _ name: String, at time: UInt64) {
        guard !name.isEmpty, (threadNames[thread]?.time ?? 0) <= time else { return }
        threadNames[thread] = (name, time)
    }

    func setMain(thread: UInt64) { mainThreads.insert(thread) }

    func hasName(process pid: UInt64) -> Bool { processNames[pid] != nil }

    func name(process pid: UInt64) -> String { processNames[pid] ?? "Unknown" }

    // MARK: Arrays

    /// The process of an array (pid, session).
    func pid(_ array: UInt64) -> UInt64? { uniquing.array(array)?.first }

    /// The thread of an array (tid, process).
    func tid(_ array: UInt64) -> UInt64? { uniquing.array(array)?.first }

    /// The process of an array as it is shown; nil for a number that no array has.
    func process(_ array: UInt64) -> NameID? {
        if let known = processes.find(array) { return known }
        guard let pid = pid(array) else { return nil }
        let known = names.intern("\(name(process: pid)) (\(Self.signed(pid)))")
        processes.add(array, known)
        return known
    }

    func thread(_ array: UInt64) -> NameID? {
        if let known = threads.find(array) { return known }
        guard let (tid, process) = uniquing.array(array)?.firstTwo else { return nil }
        let pid = pid(process)
        let id = "0x" + String(tid, radix: 16)
        let processName = pid.map { name(process: $0) } ?? "Unknown"
        let owner = "(\(processName), pid: \(pid.map(Self.signed) ?? -1))"
        let shown: String
        if mainThreads.contains(tid) {
            shown = "Main Thread (\(id)) \(owner)"
        } else if let name = threadNames[tid]?.name {
            shown = "\(name) (\(id)) \(owner)"
        } else {
            shown = "\(processName) \(id) \(owner)"
        }
        let known = names.intern(shown)
        threads.add(array, known)
        return known
    }

    private static func signed(_ number: UInt64) -> Int64 { Int64(Int32(truncatingIfNeeded: number)) }
}
