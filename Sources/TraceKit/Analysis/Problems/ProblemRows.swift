/// Rows that the same findings are about, added up.
struct ProblemRows {
    /// Places in the list of findings, in order.
    var findings: [Int]
    var nanoseconds: Int64 = 0
    /// The hang that these updates run in, or -1.
    var hang = -1
    /// The hang that this is, or -1.
    var isHang = -1
    /// The name of their driving cause.
    var driver = NameID.none
    /// Those that are unnecessary, by confidence.
    var unnecessary = [0, 0, 0]
    /// Windows with such rows; one may be there several times.
    var windows: [Int32] = []

    /// What shares of costs go by: rows without a duration count too.
    var weight: Int64 { max(1, nanoseconds) }

    init(_ findings: [Int]) { self.findings = findings }

    mutating func add(_ duration: Int64, window: Int32) {
        nanoseconds = nanoseconds.addingSaturating(duration)
        if window >= 0, windows.last != window { windows.append(window) }
    }
}

/// Looks up which findings are about a row, and adds up the rows of all of them in one go.
struct ProblemRowFinder {
    private let context: RuleContext
    private let findings: [Finding]
    /// By view: findings about its updates; those about updates of any view.
    private var ofView: [Int: [Int]] = [:]
    private var ofAnyView: [Int] = []
    /// Views whose every update counts.
    private var isWhole: [Bool]
    /// Per window, the first finding about interactions of its kind and name, from 1 on.
    private var insideOfWindow: [UInt8]
    /// Per interaction and cause: the nearest cause above that a finding is about, or none.
    private var causeAbove: Column<Int32>?
    private var belowOfCause: [Int32: UInt8] = [:]

    init(_ findings: [Finding], _ context: RuleContext) {
        (self.findings, self.context) = (findings, context)
        isWhole = Array(repeating: false, count: context.results.views.count)
        insideOfWindow = Array(repeating: 0, count: context.results.windows.count)
        for (place, finding) in findings.enumerated() {
            switch finding.about {
            case .longUpdates(let view, _): ofView[view, default: []].append(place)
            case .unnecessary(let view?, _, _): ofView[view, default: []].append(place)
            case .updates(let view):
                ofView[view, default: []].append(place)
                isWhole[view] = true
            case .unnecessary(nil, _, _), .below, .inside, .unterminated: ofAnyView.append(place)
            case .itself, .stalls: break
            }
        }
        lookUpWindows()
        lookUpCauses()
    }

    private mutating func lookUpWindows() {
        for (window, summary) in context.results.windows.enumerated() {
            let place = ofAnyView.firstIndex { place in
                guard case .inside(let kind, let name) = findings[place].about else { return false }
                return kind == summary.kind && name == summary.name
            }
            insideOfWindow[window] = UInt8(clamping: (place ?? -1) + 1)
        }
    }

    private mutating func lookUpCauses() {
        let (causes, first) = (context.records.causes, context.records.firstCauseNode)
        let wanted = ofAnyView.indices.filter { index in
            if case .below = findings[ofAnyView[index]].about { true } else { false }
        }
        guard !wanted.isEmpty else { return }
        for row in 0..<causes.count {
            let place = wanted.first { index in
                guard case .below(let name, let kind) = findings[ofAnyView[index]].about else { return false }
                return name == causes[row].name && kind == causes[row].kind
            }
            if let place { belowOfCause[Int32(first + row)] = UInt8(clamping: place + 1) }
        }
        let isWanted = { (node: Int) in belowOfCause[Int32(node)] != nil }
        causeAbove = RecordsAbove.nearest(
            context.results.recordAbove, firstUpdateNode: context.records.firstUpdateNode, isWanted)
    }

    // MARK: Updates

    /// What decides which findings are about an update, beside its view and its driving cause.
    private struct Traits {
        var isLong = false
        var hasEnd = true
        var reason = Reason.none
        /// Numbers from 1 on; zero is none.
        var inside: UInt8 = 0
        var below: UInt8 = 0
        /// From 1 on.
        var hang = 0

        var key: UInt64 {
            UInt64(hang) << 32 | UInt64(below) << 24 | UInt64(inside) << 16 | UInt64(reason.rawValue) << 8
                | (isLong ? 1 : 0) | (hasEnd ? 2 : 0)
        }
    }

    /// The rows that findings are about. Those of stalls come last, one entry a hang and a hitch.
    func collect() -> [ProblemRows] {
        var index = KeyIndex()
        var all: [ProblemRows] = []
        let results = context.results
        let (roles, severities) = (results.role.buffer, results.severity.buffer)
        let (verdicts, reasons) = (results.verdict.buffer, results.reason.buffer)
        let (windowOf, driverOf) = (results.window.buffer, results.drivingCause.buffer)
        let drivers = context.drivers
        var hangs = HangCursor(context)
        for row in roles.indices where roles[row] == .counted {
            let isUnnecessary = verdicts[row] == .unnecessary
            let view = context.view(row)
            let code = severities[row]
            guard isUnnecessary || code != 0 || isWhole[view] else { continue }
            var traits = Traits(isLong: code > 0, hasEnd: code != AnalysisResults.noSeverity)
            if isUnnecessary {
                traits.reason = reasons[row]
                if windowOf[row] >= 0 { traits.inside = insideOfWindow[Int(windowOf[row])] }
                traits.below = below(row)
            }
            traits.hang = hangs.hang(of: row) + 1
            let driver = isUnnecessary && driverOf[row] >= 0 ? drivers.names[drivers.number(driverOf[row])] : .none
            let number = index.number(UInt64(view) << 32 | UInt64(driver.rawValue), traits.key)
            if number == all.count {
                var rows = ProblemRows(places(view, driver, traits))
                (rows.driver, rows.hang) = (driver, traits.hang - 1)
                all.append(rows)
            }
            guard !all[number].findings.isEmpty else { continue }
            all[number].add(context.duration(row), window: windowOf[row])
            if let confidence = traits.reason.confidence { all[number].unnecessary[confidence.rawValue] += 1 }
        }
        return all.filter { !$0.findings.isEmpty } + stalls()
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
            case .updates: true
            case .unnecessary(_, let reason, let name):
                isUnnecessary && (reason ?? traits.reason) == traits.reason && (name ?? driver) == driver
            case .itself, .below, .inside, .unterminated, .stalls: false
            }
        }
        let others = ofAnyView.indices.filter { index in
            switch findings[ofAnyView[index]].about {
            case .inside: Int(traits.inside) == index + 1
            case .below: Int(traits.below) == index + 1
            case .unterminated: !traits.hasEnd
            default: false
            }
        }
        return (own + others.map { ofAnyView[$0] }).sorted()
    }

    // MARK: Stalls

    private func stalls() -> [ProblemRows] {
        let (records, results) = (context.records, context.results)
        var (ofHang, ofHitch) = ([Int: [Int]](), [Int: [Int]]())
        for (place, finding) in findings.enumerated() {
            guard case .stalls(let hangs, let hitches, _) = finding.about else { continue }
            for row in hangs { ofHang[row, default: []].append(place) }
            for row in hitches { ofHitch[row, default: []].append(place) }
        }
        let hangs = ofHang.keys.sorted().map { row in
            var rows = ProblemRows(ofHang[row] ?? [])
            rows.isHang = row
            rows.add(records.hangs[row].duration, window: results.hangWindow[row])
            return rows
        }
        return hangs
            + ofHitch.keys.sorted().map { row in
                var rows = ProblemRows(ofHitch[row] ?? [])
                rows.add(records.hitches[row].duration, window: results.hitchWindow[row])
                return rows
            }
    }
}

/// Finds the hang of the main thread that an update runs in; updates come in order of time.
private struct HangCursor {
    private let context: RuleContext
    /// Rows of the hangs that are analysed, by start.
    private let hangs: [Int]
    private var next = 0
    /// The one that reaches furthest of those that have begun.
    private var open = -1

    init(_ context: RuleContext) {
        self.context = context
        let all = HangFindings(context: context)
        hangs = context.records.hangs.indices.filter(all.isMain)
            .sorted { context.records.hangs[$0].start < context.records.hangs[$1].start }
    }

    /// The hang in which an update begins and runs for half its time or more, or -1.
    mutating func hang(of row: Int) -> Int {
        guard !hangs.isEmpty else { return -1 }
        let start = context.updates.start[row]
        while next < hangs.count, context.records.hangs[hangs[next]].start <= start {
            if open < 0 || end(hangs[next]) > end(open) { open = hangs[next] }
            next += 1
        }
        guard open >= 0 else { return -1 }
        let inside = end(open) - start
        return inside > 0 && inside >= context.duration(row) / 2 ? open : -1
    }

    private func end(_ hang: Int) -> Int64 {
        context.records.hangs[hang].start.addingSaturating(context.records.hangs[hang].duration)
    }
}
