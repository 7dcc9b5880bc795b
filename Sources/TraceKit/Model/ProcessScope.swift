/// Which process of a recording is analysed.
public enum ProcessChoice: Equatable, Sendable {
    /// The process that the recording names as its target, else the only one with view updates, else the only one.
    case automatic
    case all
    /// A name, a process id, or both: `Safari`, `815`, `Safari (815)`.
    case named(String)
}

/// What an update is to the analysis.
enum UpdateRole: UInt8, BitwiseCopyable {
    case counted
    /// The node was notified but its body did not run.
    case check
    /// Console evidence without a time.
    case untimed
    /// Of a process that is not analysed.
    case other
}

/// The processes whose rows are not analysed.
struct ProcessScope {
    /// The process that is analysed, as its rows name it; none where all rows are, or where it is not known which.
    var target = NameID.none
    /// Several processes have rows, and nothing says which one the recording is of.
    var isUnclear = false
    var others: Set<NameID> = []

    init() {}

    init(
        _ processes: [NameID], _ choice: ProcessChoice, _ records: TraceRecords, _ sums: [ProcessSum]
    ) {
        let known = processes.map { (id: $0, name: ProcessName(records.names.text($0) ?? "")) }
        let targets: [NameID]
        switch choice {
        case .all: return
        case .named(let text): targets = Self.matches(text, known)
        case .automatic:
            if let wanted = Self.stated(records.metadata) {
                targets = Self.matches(wanted, known)
            } else if let only = Self.only(sums.filter { $0.updates > $0.untimed })
                ?? Self.only(sums.filter { $0.updates > 0 }) ?? Self.only(sums.filter { !$0.onlyLogs })
                ?? Self.only(sums)
            {
                targets = [only]
            } else {
                targets = []
                isUnclear = !known.isEmpty
            }
        }
        target = targets.first ?? .none
        others = Set(processes).subtracting(targets)
    }

    var hasOthers: Bool { !others.isEmpty }

    /// Whether a row is known to be of a process that is not analysed.
    @inline(__always)
    func isOther(_ process: NameID) -> Bool { !others.isEmpty && others.contains(process) }

    // MARK: Choosing

    private static func stated(_ metadata: TraceMetadata) -> ProcessName? {
        metadata.process.map { ProcessName($0, pid: metadata.pid) } ?? metadata.pid.map { ProcessName("", pid: $0) }
    }

    private static func only(_ sums: [ProcessSum]) -> NameID? { sums.count == 1 ? sums[0].process : nil }

    private static func matches(_ text: String, _ known: [(id: NameID, name: ProcessName)]) -> [NameID] {
        known.filter { $0.name.isMeant(by: text) }.map(\.id)
    }

    /// By process id, together with rows that name the process without one; where no row has the id, by name.
    private static func matches(_ wanted: ProcessName, _ known: [(id: NameID, name: ProcessName)]) -> [NameID] {
        let named = known.filter { $0.name.name == wanted.name }
        guard let pid = wanted.pid else { return named.map(\.id) }
        let numbered = known.filter { $0.name.pid == pid }
        if numbered.isEmpty { return named.map(\.id) }
        return (numbered + named.filter { $0.name.pid == nil }).map(\.id)
    }
}

extension ProcessScope {
    /// The trace is that of the process that is analysed, whether the recording names it or its rows do.
    func metadata(of records: TraceRecords) -> TraceMetadata {
        var metadata = records.metadata
        guard let name = records.names.text(target) else { return metadata }
        let process = ProcessName(name)
        let isStated = metadata.process == process.name || process.pid != nil && metadata.pid == process.pid
        if metadata.process != nil, !isStated { (metadata.process, metadata.pid, metadata.app) = (nil, nil, nil) }
        // What Instruments calls a process whose name it does not know is no name of an app.
        if process.name != "Unknown", !process.name.isEmpty { metadata.process = metadata.process ?? process.name }
        metadata.pid = metadata.pid ?? process.pid
        metadata.app = metadata.app ?? metadata.process
        return metadata
    }
}
