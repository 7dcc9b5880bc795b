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
    /// Whether the target's rows are hitches of the system alone: it shows them, and is not what was recorded.
    private var isSystem = false
    /// Where several processes are analysed, whose rows go together: a name without a number means the one process of that
    /// name. Empty where one process is analysed.
    private var owners: [NameID: NameID] = [:]
    /// Whose rows those are that do not say it, where several processes are analysed; none = nobody knows.
    private var defaultOwner = NameID.none

    init() {}

    init(
        _ processes: [NameID], _ choice: ProcessChoice, _ records: TraceRecords, _ sums: [ProcessSum]
    ) {
        let known = processes.map { (id: $0, name: ProcessName(records.names.text($0) ?? "")) }
        let recorded =
            Self.stated(records.metadata).map { Self.matches($0, known) } ?? Self.only(sums).map { [$0] }
        let targets: [NameID]
        switch choice {
        case .all:
            setOwners(known, recorded ?? [])
            return
        case .named(let text): targets = Self.matches(text, known)
        case .automatic:
            targets = recorded ?? []
            isUnclear = recorded == nil && !known.isEmpty
        }
        target = targets.first ?? .none
        isSystem = choice == .automatic && sums.contains { $0.process == target && $0.isSystem }
        others = Set(processes).subtracting(targets)
        setOwners(known.filter { targets.contains($0.id) }, targets)
    }

    var hasOthers: Bool { !others.isEmpty }

    /// Whether a row is known to be of a process that is not analysed.
    @inline(__always)
    func isOther(_ process: NameID) -> Bool { !others.isEmpty && others.contains(process) }

    // MARK: Choosing

    private static func stated(_ metadata: TraceMetadata) -> ProcessName? {
        metadata.process.map { ProcessName($0, pid: metadata.pid) } ?? metadata.pid.map { ProcessName("", pid: $0) }
    }

    /// The only process with view updates that have times, else with any, else the only one that is not there beside it, else the only one.
    private static func only(_ sums: [ProcessSum]) -> NameID? {
        let wishes: [(ProcessSum) -> Bool] = [
            { $0.updates > $0.untimed }, { $0.updates > 0 }, { !$0.isBeside }, { _ in true },
        ]
        return wishes.lazy.map { sums.filter($0) }.first { $0.count == 1 }?.first?.process
    }

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
    /// Whether several processes are analysed: then what one does says nothing of another.
    var hasSeveral: Bool { !owners.isEmpty }

    /// Whose row it is, where several processes are analysed; else none: all rows go together.
    @inline(__always)
    func owner(_ process: NameID) -> NameID {
        owners.isEmpty ? .none : process.isPresent ? owners[process] ?? process : defaultOwner
    }

    private mutating func setOwners(_ analysed: [(id: NameID, name: ProcessName)], _ recorded: [NameID]) {
        let numbered = Dictionary(grouping: analysed.filter { $0.name.pid != nil }, by: \.name.name)
        var owners: [NameID: NameID] = [:]
        for process in analysed {
            let named = process.name.pid == nil ? numbered[process.name.name] ?? [] : []
            owners[process.id] = named.count == 1 ? named[0].id : process.id
        }
        guard Set(owners.values).count > 1 else { return }
        self.owners = owners
        let recorded = Set(recorded.compactMap { owners[$0] })
        if recorded.count == 1 { defaultOwner = recorded.first ?? .none }
    }

    /// The trace is that of the process that is analysed, whether the recording names it or its rows do.
    func metadata(of records: TraceRecords) -> TraceMetadata {
        var metadata = records.metadata
        guard !isSystem, let name = records.names.text(target) else { return metadata }
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
