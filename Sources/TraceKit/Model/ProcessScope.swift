/// The choice of the process to analyse.
package enum ProcessChoice: Equatable, Sendable {
    /// The process that the recording names as its target, otherwise the only one with view updates, otherwise the only
    /// one, otherwise the one that hung.
    case automatic
    case all
    /// A name, a process id, or both: `Safari`, `815`, `Safari (815)`.
    case named(String)
}

/// The role of an update in the analysis.
enum UpdateRole: UInt8, BitwiseCopyable {
    case counted
    /// The node was notified but its body did not run.
    case check
    /// Console evidence without a time.
    case untimed
    /// An update of a process that is not analysed.
    case other
}

/// Decides whether rows belong to an analysed process.
struct ProcessScope {
    /// The analysed process as its rows name it; none if all are analysed or it is unknown.
    var target = NameID.none
    /// Whether several processes have rows and the recorded one is unknown.
    var isUnclear = false
    var others: Set<NameID> = []
    /// Whether the target's rows are only system hitches: it displays them, but was not recorded.
    private var isSystem = false
    /// With several analysed processes, the process whose rows each name belongs to: a name without a number means the
    /// only process of that name. Empty if one process is analysed.
    private var owners: [NameID: NameID] = [:]
    /// The owner of rows that name no process, with several analysed processes; none = unknown.
    private var defaultOwner = NameID.none

    init() {}

    init(
        _ processes: [NameID], _ choice: ProcessChoice, _ records: TraceRecords, _ sums: [ProcessSum]
    ) {
        let known = processes.map { (id: $0, name: ProcessName(records.names.text($0) ?? "")) }
        let recorded =
            Self.stated(records.metadata).map { Self.matches($0, known) }
            ?? (Self.only(sums) ?? Self.hung(records.hangs)).map { [$0] }
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

    /// Whether a row is known to belong to a process that is not analysed.
    @inline(__always)
    func isOther(_ process: NameID) -> Bool { !others.isEmpty && others.contains(process) }

    // MARK: Choosing

    private static func stated(_ metadata: TraceMetadata) -> ProcessName? {
        metadata.process.map { ProcessName($0, pid: metadata.pid) } ?? metadata.pid.map { ProcessName("", pid: $0) }
    }

    /// The only process with timed view updates, otherwise with any, otherwise the only one with rows of its own,
    /// otherwise the only one.
    private static func only(_ sums: [ProcessSum]) -> NameID? {
        let wishes: [(ProcessSum) -> Bool] = [
            { $0.updates > $0.untimed }, { $0.updates > 0 }, { !$0.isBeside }, { _ in true },
        ]
        return wishes.lazy.map { sums.filter($0) }.first { $0.count == 1 }?.first?.process
    }

    /// The smallest share of the time of all hangs that makes a process the target of a recording of all processes.
    static let leastShareOfHangs = 0.8

    /// The process with most of the time of all hangs.
    private static func hung(_ hangs: [HangRecord]) -> NameID? {
        let lengths = Dictionary(grouping: hangs.filter { $0.duration >= HangClass.leastHang }, by: \.process)
            .mapValues { $0.reduce(0) { $0 + Double($1.duration) } }
        let all = lengths.values.reduce(0, +)
        return lengths.first { $0.key.isPresent && $0.value >= leastShareOfHangs * all }?.key
    }

    private static func matches(_ text: String, _ known: [(id: NameID, name: ProcessName)]) -> [NameID] {
        known.filter { $0.name.isMeant(by: text) }.map(\.id)
    }

    /// Matches by process id, including rows that name the process without one; by name if no row has the id.
    private static func matches(_ wanted: ProcessName, _ known: [(id: NameID, name: ProcessName)]) -> [NameID] {
        let named = known.filter { $0.name.name == wanted.name }
        guard let pid = wanted.pid else { return named.map(\.id) }
        let numbered = known.filter { $0.name.pid == pid }
        if numbered.isEmpty { return named.map(\.id) }
        return (numbered + named.filter { $0.name.pid == nil }).map(\.id)
    }
}

extension ProcessScope {
    /// Whether several processes are analysed; then one explains nothing about another.
    var hasSeveral: Bool { !owners.isEmpty }

    /// The owner of a row, with several analysed processes; otherwise none, so that all rows belong together.
    @inline(__always)
    func owner(_ process: NameID) -> NameID {
        owners.isEmpty ? .none : process.isPresent ? owners[process] ?? process : defaultOwner
    }

    /// Rows by owner, in their order.
    func byOwner(_ rows: [UInt32], _ process: (UInt32) -> NameID) -> [NameID: [UInt32]] {
        hasSeveral ? Dictionary(grouping: rows) { owner(process($0)) } : [.none: rows]
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

    /// The metadata of the analysed process, named by the recording or by its rows.
    func metadata(of records: TraceRecords) -> TraceMetadata {
        var metadata = records.metadata
        guard !isSystem, let name = records.names.text(target) else { return metadata }
        let process = ProcessName(name)
        let isStated = metadata.process == process.name || process.pid != nil && metadata.pid == process.pid
        if metadata.process != nil, !isStated { (metadata.process, metadata.pid, metadata.app) = (nil, nil, nil) }
        // The name that Instruments gives to unnamed processes is no app name.
        if process.name != "Unknown", !process.name.isEmpty { metadata.process = metadata.process ?? process.name }
        metadata.pid = metadata.pid ?? process.pid
        metadata.app = metadata.app ?? metadata.process
        return metadata
    }
}

/// Row counts of one process.
struct ProcessSum {
    var process: NameID
    var updates = 0
    /// Updates that come from lines without times, which any process may log.
    var untimed = 0
    var signposts = 0
    var hitches = 0
    /// Hitches of the system, whichever process displays them.
    var systemHitches = 0
    var hangs = 0
    var samples = 0
    var logs = 0

    /// Whether all its rows are log lines or system hitches, which are in any recording.
    var isBeside: Bool {
        logs + systemHitches > 0 && updates + signposts + hitches - systemHitches + hangs + samples == 0
    }

    /// Whether all its rows are system hitches, so that it was not recorded.
    var isSystem: Bool { isBeside && systemHitches == hitches && logs == 0 }

    /// Counts by process, sorted by name. Rows without a process, and causes and groups, which only support updates,
    /// are not counted; a process with only such rows is included with zeros.
    static func all(of records: TraceRecords) -> [ProcessSum] {
        var sums: [NameID: ProcessSum] = [:]
        func add(_ process: NameID, _ lane: WritableKeyPath<ProcessSum, Int>?, _ count: Int = 1) {
            guard process.isPresent else { return }
            var sum = sums[process] ?? ProcessSum(process: process)
            if let lane { sum[keyPath: lane] += count }
            sums[process] = sum
        }
        /// Adjacent rows mostly belong to the same process.
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

/// A process name in records: `Sample Pay (99692)`; without the number if the source has none.
struct ProcessName: Hashable {
    var name: String
    var pid: Int64?

    init(_ name: String, pid: Int64?) { (self.name, self.pid) = (name, pid) }

    /// Parses a text; the name itself may contain parentheses.
    init(_ text: String) {
        (name, pid) = (text, nil)
        if let number = Self.number(text[...]) {
            // Some sources have only the number.
            (name, pid) = ("", number)
        } else if text.last == ")", let open = text.lastIndex(of: "("), text[..<open].last == " ",
            let number = Self.number(text[open...].dropFirst().dropLast())
        {
            (name, pid) = (String(text[..<open].dropLast()), number)
        }
    }

    /// Parses a number; nil for a nonstandard spelling.
    private static func number(_ text: Substring) -> Int64? {
        Int64(text).flatMap { $0 >= 0 && "\($0)" == text ? $0 : nil }
    }

    /// Whether a user's text denotes it: by name, by number, or by both.
    func isMeant(by text: String) -> Bool { text == name || text == self.text || pid.map { "\($0)" } == text }

    var text: String {
        guard let pid else { return name }
        return name.isEmpty ? "\(pid)" : "\(name) (\(pid))"
    }
}
