/// Sums over rows that belong to the same findings.
struct ProblemRows: BitwiseCopyable {
    /// The set of findings: an index in `FoundRows.sets`.
    let set: Int32
    /// The hang that these updates run in, or this hitch, or -1.
    var hang: Int32 = -1
    var nanoseconds: Int64 = 0
    /// The row, if it is no update: then the entry is one row.
    var event: ProblemRelation.Event?
    /// The name of the driving cause.
    var driver = NameID.none
    /// Updates, and unnecessary ones by confidence.
    var updates: Int32 = 0
    var unnecessary = ByConfidence()
    /// The last of its windows in `FoundRows`, or -1.
    fileprivate var lastWindow: Int32 = -1

    /// The weight in shares of costs: rows without a duration count too.
    var weight: Int64 { max(1, nanoseconds) }
    var isUnnecessary: Bool { unnecessary.total > 0 }
    /// The hang that this is, or -1.
    var isHang: Int32 {
        if case .hang(let row)? = event { row } else { -1 }
    }
}

/// All rows of findings, with one entry for rows of the same findings.
final class FoundRows {
    private let entries = Column<ProblemRows>()
    /// The distinct sets of finding indexes, each in order.
    private(set) var sets: [[Int]] = []
    private var numberOfSet: [[Int]: Int32] = [:]
    /// The windows of all entries, each linked to the previous one of its entry.
    private let windows = Column<(window: Int32, before: Int32)>()

    var count: Int { entries.count }
    var indices: Range<Int> { 0..<entries.count }
    subscript(index: Int) -> ProblemRows { entries[index] }

    func findings(_ index: Int) -> [Int] { sets[Int(entries[index].set)] }

    /// The windows with such rows, possibly repeated.
    func windows(of index: Int) -> some Sequence<Int32> {
        sequence(state: entries[index].lastWindow) { [windows] place -> Int32? in
            guard place >= 0 else { return nil }
            let (window, before) = windows[Int(place)]
            place = before
            return window
        }
    }

    fileprivate func number(ofSet findings: [Int]) -> Int32 {
        if let number = numberOfSet[findings] { return number }
        let number = Int32(sets.count)
        sets.append(findings)
        numberOfSet[findings] = number
        return number
    }

    /// Appends an entry without rows.
    fileprivate func append(_ entry: ProblemRows) { entries.append(entry) }

    fileprivate func add(_ duration: Int64, window: Int32, to index: Int) {
        let entry = entries.base + index
        entry.pointee.nanoseconds = entry.pointee.nanoseconds.addingSaturating(duration)
        let last = entry.pointee.lastWindow
        guard window >= 0, last < 0 || windows[Int(last)].window != window else { return }
        entry.pointee.lastWindow = Int32(windows.count)
        windows.append((window, last))
    }

    /// Counts an update of an entry.
    fileprivate func count(_ confidence: Confidence?, at index: Int) {
        let entry = entries.base + index
        entry.pointee.updates += 1
        if let confidence { entry.pointee.unnecessary[confidence] += 1 }
    }
}

/// A number for each confidence.
struct ByConfidence: BitwiseCopyable {
    private var (possible, likely, proven) = (Int32(0), Int32(0), Int32(0))

    subscript(confidence: Confidence) -> Int32 {
        get {
            switch confidence {
            case .possible: possible
            case .likely: likely
            case .proven: proven
            }
        }
        set {
            switch confidence {
            case .possible: possible = newValue
            case .likely: likely = newValue
            case .proven: proven = newValue
            }
        }
    }

    var total: Int { Int(possible) + Int(likely) + Int(proven) }

    static func += (left: inout ByConfidence, right: ByConfidence) {
        for confidence in Confidence.allCases { left[confidence] += right[confidence] }
    }
}

/// Finds the findings of each row, and sums over all rows in one scan.
struct ProblemRowFinder {
    private let context: RuleContext
    private let findings: [Finding]
    /// By view: findings about its updates; and those about updates of any view.
    private var ofView: [Int: [Int]] = [:]
    private var ofAnyView: [Int] = []
    /// For each interaction and cause: the nearest cause above with a finding, or none.
    private var causeAbove: Column<Int32>?
    /// The index in `ofAnyView`, from 1 on.
    private var belowOfCause: [Int32: UInt8] = [:]
    private let listed: ListedRows

    init(_ findings: [Finding], _ context: RuleContext) {
        (self.findings, self.context) = (findings, context)
        listed = ListedRows(findings, updates: context.updates.count)
        for (place, finding) in findings.enumerated() {
            switch finding.about {
            case .longUpdates(let view, _): ofView[view, default: []].append(place)
            case .unnecessary(let view?, _, _): ofView[view, default: []].append(place)
            case .unnecessary(nil, _, _), .below, .unterminated: ofAnyView.append(place)
            case .itself, .rows, .appearances, .stalls, .signposts, .lines: break
            }
        }
        lookUpCauses()
    }

    private mutating func lookUpCauses() {
        let (causes, first) = (context.records.causes, context.records.firstCauseNode)
        let wanted = ofAnyView.indices.filter { index in
            if case .below = findings[ofAnyView[index]].about { true } else { false }
        }
        guard !wanted.isEmpty else { return }
        for row in 0..<causes.count {
            let position = wanted.first { index in
                guard case .below(let name, let kind) = findings[ofAnyView[index]].about else { return false }
                return name == causes[row].name && kind == causes[row].kind
            }
            if let position { belowOfCause[Int32(first + row)] = UInt8(clamping: position + 1) }
        }
        let isWanted = { (node: Int) in belowOfCause[Int32(node)] != nil }
        causeAbove = RecordsAbove.nearest(
            context.results.recordAbove, firstUpdateNode: context.records.firstUpdateNode, isWanted)
    }

    // MARK: Updates

    /// The properties of an update, other than view and driving cause, that decide which findings it belongs to.
    private struct Traits {
        var isLong = false
        var hasEnd = true
        var isCheck = false
        var reason = Reason.none
        /// Numbers from 1 on; zero is none.
        var below: UInt8 = 0
        /// From 1 on.
        var hang = 0
        /// The number of a set of findings; zero is the empty one.
        var listed: UInt32 = 0

        /// All traits except the hang, which no finding needs, and the listed set.
        var key: UInt64 {
            UInt64(below) << 24 | UInt64(reason.rawValue) << 8 | (isLong ? 1 : 0) | (hasEnd ? 2 : 0)
                | (isCheck ? 4 : 0)
        }
    }

    /// The rows of findings, and the entry of every update, or -1. Entries of hangs, hitches and signposts come last,
    /// one each.
    func collect() -> (rows: FoundRows, entryOfUpdate: Column<Int32>) {
        // Distinguishes unlisted traits first, then listed ones; hangs last.
        let kinds = KeyIndex()
        let sets = PairIndex()
        let entries = PairIndex()
        let all = FoundRows()
        // The set of each entry of `sets`: many are equal.
        let setNumbers = Column<Int32>()
        let roles = context.results.role.buffer
        let entryOf = Column<Int32>(repeating: -1, count: roles.count)
        let drivers = context.drivers
        let driverOf = context.results.drivingCause.buffer
        var hangs = HangCursor(context)
        for row in roles.indices where roles[row] == .counted || roles[row] == .check {
            guard var traits = traits(row) else { continue }
            traits.hang = hangs.hang(of: row) + 1
            let isDriven = driverOf[row] >= 0 && (traits.reason != .none || traits.listed != 0)
            let driver = isDriven ? drivers.names[drivers.number(driverOf[row])] : .none
            let view = context.view(row)
            let kind = kinds.number(UInt64(view) << 32 | UInt64(driver.rawValue), traits.key)
            let set = sets.number(UInt32(truncatingIfNeeded: kind), traits.listed)
            if set == setNumbers.count { setNumbers.append(all.number(ofSet: places(view, driver, traits))) }
            if all.sets[Int(setNumbers[set])].isEmpty { continue }
            let number = entries.number(UInt32(truncatingIfNeeded: set), UInt32(truncatingIfNeeded: traits.hang))
            if number == all.count {
                all.append(ProblemRows(set: setNumbers[set], hang: Int32(traits.hang) - 1, driver: driver))
            }
            entryOf[row] = Int32(number)
            all.add(context.cost(row), window: context.results.window[row], to: number)
            if !traits.isCheck { all.count(traits.reason.confidence, at: number) }
        }
        addEvents(to: all)
        return (all, entryOf)
    }

    /// Nil if no finding can be about the update.
    private func traits(_ row: Int) -> Traits? {
        let results = context.results
        let isCheck = results.role[row] == .check
        let isUnnecessary = !isCheck && results.verdict[row] == .unnecessary
        let code = results.severity[row]
        let set = listed.set(row)
        guard isUnnecessary || isCheck || code != 0 || set != 0 else { return nil }
        var traits = Traits(isCheck: isCheck, listed: set)
        if isUnnecessary { traits.reason = results.reason[row] }
        if isUnnecessary || isCheck { traits.below = below(row) }
        if isCheck { return traits.below > 0 ? traits : nil }
        traits.isLong = code > 0
        traits.hasEnd = code != AnalysisResults.noSeverity || context.updates.isUnmeasured(row)
        return traits
    }

    private func below(_ row: Int) -> UInt8 {
        guard let causeAbove else { return 0 }
        let record = context.results.recordAbove[context.records.firstUpdateNode + row]
        return record < 0 ? 0 : belowOfCause[causeAbove[Int(record)]] ?? 0
    }

    private func places(_ view: Int, _ driver: NameID, _ traits: Traits) -> [Int] {
        let isUnnecessary = traits.reason != .none
        let own = (ofView[view] ?? []).filter { place in
            switch findings[place].about {
            case .longUpdates: traits.isLong
            case .unnecessary(_, let reasons, let name):
                isUnnecessary && reasons.contains(traits.reason) && (name ?? driver) == driver
            case .itself, .below, .rows, .appearances, .unterminated, .stalls, .signposts, .lines: false
            }
        }
        let others = ofAnyView.indices.filter { index in
            switch findings[ofAnyView[index]].about {
            case .below: Int(traits.below) == index + 1
            case .unterminated: !traits.hasEnd
            default: false
            }
        }
        return (own + others.map { ofAnyView[$0] } + listed.sets[Int(traits.listed)]).sorted()
    }

    // MARK: Hangs, hitches, signposts

    private func addEvents(to all: FoundRows) {
        let (records, results) = (context.records, context.results)
        var (ofHang, ofHitch, ofSignpost) = ([Int: [Int]](), [Int: [Int]](), [Int: [Int]]())
        for (place, finding) in findings.enumerated() {
            switch finding.about {
            case .stalls(let hangs, let hitches, _, _):
                for row in hangs { ofHang[row, default: []].append(place) }
                for row in hitches { ofHitch[row, default: []].append(place) }
            case .signposts(let rows):
                for row in rows { ofSignpost[row, default: []].append(place) }
            default: break
            }
        }
        func add(
            _ findings: [Int]?, _ event: ProblemRelation.Event, _ duration: Int64, in window: Int32, hang: Int = -1
        ) {
            all.append(ProblemRows(set: all.number(ofSet: findings ?? []), hang: Int32(hang), event: event))
            all.add(max(0, duration), window: window, to: all.count - 1)
        }
        for row in ofHang.keys.sorted() {
            add(ofHang[row], .hang(Int32(row)), records.hangs[row].duration, in: results.hangWindow[row])
        }
        // The updates' part of a hitch counts as theirs.
        var ofUpdates: [Int32: Int64] = [:]
        for part in results.stretchParts where part.witness == .updates {
            let stretch = results.stretches[Int(part.stretch)]
            guard stretch.kind == .hitch else { continue }
            ofUpdates[stretch.row] = (ofUpdates[stretch.row] ?? 0).addingSaturating(part.nanoseconds)
        }
        var inHang = HangCursor(context)
        for row in ofHitch.keys.sorted(by: { records.hitches[$0].start < records.hitches[$1].start }) {
            let hitch = records.hitches[row]
            add(
                ofHitch[row], .hitch(Int32(row)), hitch.duration - (ofUpdates[Int32(row)] ?? 0),
                in: results.hitchWindow[row],
                hang: inHang.hang(at: hitch.start, lasting: hitch.duration))
        }
        var windows = WindowCursor(results.windows)
        for row in ofSignpost.keys.sorted() {
            let signpost = records.signposts[row]
            let window = windows.window(holding: signpost.start).map { Int32($0) } ?? AnalysisResults.none
            add(ofSignpost[row], .signpost(Int32(row)), signpost.duration, in: window)
        }
    }
}

/// The findings that list rows of updates individually, by row.
private final class ListedRows {
    /// Sets of findings; the first is empty.
    private(set) var sets: [[Int]] = [[]]
    private let setOf: Scratch<UInt32>

    init(_ findings: [Finding], updates: Int) {
        let isNeeded = findings.contains { $0.about.listedRows != nil }
        setOf = Scratch(repeating: 0, count: isNeeded ? updates : 0)
        for (place, finding) in findings.enumerated() {
            guard let rows = finding.about.listedRows else { continue }
            // By the current set of a row: the set with this finding added.
            var larger: [UInt32: UInt32] = [:]
            for row in rows {
                let known = setOf[Int(row)]
                let set = larger[known] ?? UInt32(sets.count)
                if set == sets.count {
                    sets.append(sets[Int(known)] + [place])
                    larger[known] = set
                }
                setOf[Int(row)] = set
            }
        }
    }

    func set(_ row: Int) -> UInt32 { setOf.count > 0 ? setOf[row] : 0 }
}

/// Finds the hang of the main thread around a time; must be queried in time order.
private struct HangCursor {
    private let context: RuleContext
    /// Rows of the analysed hangs, by start.
    private let hangs: [Int]
    private var next = 0
    /// The begun hang with the latest end.
    private var open = -1

    init(_ context: RuleContext) {
        self.context = context
        hangs = context.results.stretches.lazy.filter { $0.kind == .hang }.map { Int($0.row) }
            .filter { context.records.hangs[$0].isOfMainThread }
            .sorted { context.records.hangs[$0].start < context.records.hangs[$1].start }
    }

    /// The hang in which an update begins and runs for at least half its time, or -1.
    mutating func hang(of row: Int) -> Int { hang(at: context.updates.start[row], lasting: context.duration(row)) }

    mutating func hang(at start: Int64, lasting duration: Int64) -> Int {
        guard !hangs.isEmpty else { return -1 }
        while next < hangs.count, context.records.hangs[hangs[next]].start <= start {
            if open < 0 || end(hangs[next]) > end(open) { open = hangs[next] }
            next += 1
        }
        guard open >= 0 else { return -1 }
        let inside = end(open) - start
        return inside > 0 && inside >= duration / 2 ? open : -1
    }

    private func end(_ hang: Int) -> Int64 {
        context.records.hangs[hang].start.addingSaturating(context.records.hangs[hang].duration)
    }
}
