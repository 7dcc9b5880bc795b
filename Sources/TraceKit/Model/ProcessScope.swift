/// Which process of a recording is analysed.
package enum ProcessChoice: Equatable, Sendable {
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

/// The rows of one process.
struct ProcessSum {
    var process: NameID
    var updates = 0
    /// Of the updates, those of lines without times: what any process may write into a log.
    var untimed = 0
    var signposts = 0
    var hitches = 0
    /// Of the hitches, those of the system, whatever process shows them.
    var systemHitches = 0
    var hangs = 0
    var samples = 0
    var logs = 0

    /// Whether all its rows are lines of a log or hitches of the system: they are there, whatever was recorded.
    var isBeside: Bool {
        logs + systemHitches > 0 && updates + signposts + hitches - systemHitches + hangs + samples == 0
    }

    /// Whether all its rows are hitches of the system: no recording is of it.
    var isSystem: Bool { isBeside && systemHitches == hitches && logs == 0 }

    /// In order of the processes' names. Rows that do not say whose they are, and causes and groups, which only serve the
    /// updates, are in none of the sums; a process that has nothing else is there all the same.
    static func all(of records: TraceRecords) -> [ProcessSum] {
        var sums: [NameID: ProcessSum] = [:]
        func add(_ process: NameID, _ lane: WritableKeyPath<ProcessSum, Int>?, _ count: Int = 1) {
            guard process.isPresent else { return }
            var sum = sums[process] ?? ProcessSum(process: process)
            if let lane { sum[keyPath: lane] += count }
            sums[process] = sum
        }
        /// Rows next to each other mostly are of one process.
        func addAll(_ count: Int, _ lane: WritableKeyPath<ProcessSum, Int>?, _ process: (Int) -> NameID) {
            var first = 0
            for row in 0..<count where row > 0 && process(row) != process(first) {
                add(process(first), lane, row - first)
                first = row
            }
            if first < count { add(process(first), lane, count - first) }
        }
        let updates = records.updates
        if !updates.process.isEmpty {
            addAll(updates.count, \.updates) { updates.process[$0] }
            for row in 0..<updates.count where updates.start[row] == UpdateColumns.untimed {
                add(updates.process[row], \.untimed)
            }
        }
        addAll(records.signposts.count, \.signposts) { records.signposts[$0].process }
        addAll(records.hitches.count, \.hitches) { records.hitches[$0].process }
        for hitch in records.hitches where hitch.isSystem == true { add(hitch.process, \.systemHitches) }
        addAll(records.hangs.count, \.hangs) { records.hangs[$0].process }
        addAll(records.samples.count, \.samples) { records.samples[$0].process }
        addAll(records.logs.count, \.logs) { records.logs[$0].process }
        addAll(records.causes.count, nil) { records.causes[$0].process }
        addAll(records.groups.count, nil) { records.groups[$0].process }
        return sums.values.sorted { records.names.isText($0.process, before: $1.process) }
    }
}

/// A process as records name it: `Sample Pay (99692)`; without the number where the source has none.
struct ProcessName: Hashable {
    var name: String
    var pid: Int64?

    init(_ name: String, pid: Int64?) { (self.name, self.pid) = (name, pid) }

    /// Takes a text apart; a name may hold parentheses itself.
    init(_ text: String) {
        (name, pid) = (text, nil)
        if let number = Self.number(text[...]) {
            // Some sources only have the number.
            (name, pid) = ("", number)
        } else if text.last == ")", let open = text.lastIndex(of: "("), text[..<open].last == " ",
            let number = Self.number(text[open...].dropFirst().dropLast())
        {
            (name, pid) = (String(text[..<open].dropLast()), number)
        }
    }

    /// Nil for what would be spelled another way.
    private static func number(_ text: Substring) -> Int64? {
        Int64(text).flatMap { $0 >= 0 && "\($0)" == text ? $0 : nil }
    }

    /// Whether a user means it: by name, by number, or by both.
    func isMeant(by text: String) -> Bool { text == name || text == self.text || pid.map { "\($0)" } == text }

    var text: String {
        guard let pid else { return name }
        return name.isEmpty ? "\(pid)" : "\(name) (\(pid))"
    }
}
